//! A player that solves: where the game's own solver finishes in time, its move is played.
//!
//! Near the end an exact answer costs less than a deep search: the solver gets half of the time
//! for a move; if it has no answer by then, the rest is the full search's.

use std::time::{Duration, Instant};

use zermelo_game::{BoardReferee, Choice, Clock, Failure, Game, History, Player, Side, Thought};
use zermelo_games::{ConnectFour, Othello};
use zermelo_search::Limits;
use zermelo_solvers::{Solution, solve_connect_four, solve_othello};

use crate::player::Boxed;
use crate::{Budget, textbook::StopTest};

/// A game with a solver, and when to ask it.
pub trait Solvable: Game {
    /// Whether the end is near enough for the solver to have a chance.
    fn is_late(&self) -> bool;

    /// Solves.
    fn solve(&self, limits: Limits<'_>) -> Solution<Self::Move>;
}

impl Solvable for ConnectFour {
    fn is_late(&self) -> bool {
        const DISCS: u32 = 10;
        self.moves_played() >= DISCS
    }

    fn solve(&self, limits: Limits<'_>) -> Solution<Self::Move> {
        solve_connect_four(self, limits)
    }
}

impl Solvable for Othello {
    fn is_late(&self) -> bool {
        const EMPTY: u32 = 18;
        self.empties() <= EMPTY
    }

    fn solve(&self, limits: Limits<'_>) -> Solution<Self::Move> {
        solve_othello(self, limits)
    }
}

/// The solver where it answers in time, another player elsewhere.
pub struct SolvingPlayer<G: Game> {
    other: Boxed<G>,
    stop: StopTest,
}

impl<G: Solvable> SolvingPlayer<G> {
    /// A player that asks the solver before `other`.
    pub fn new(other: Boxed<G>, stop: StopTest) -> SolvingPlayer<G> {
        SolvingPlayer { other, stop }
    }

    /// The solver's answer within half of what the clock allows.
    fn solved(&self, game: &G, clock: &Clock) -> Option<Choice<G::Move>> {
        let budget = Budget::of(clock);
        let half = budget.soft.or(budget.hard).map(|time| time / 2);
        // Without a clock nothing would end a solver that was asked too early.
        if !game.is_late() || (half.is_none() && clock.nodes.is_none()) || clock.depth.is_some() {
            return None;
        }
        let begun = Instant::now();
        let asked = &self.stop;
        let stop = || asked() || half.is_some_and(|half| begun.elapsed() >= half);
        let limits = Limits {
            nodes: clock.nodes.map_or(u64::MAX, |nodes| nodes / 2),
            stop: Some(&stop),
            ..Limits::default()
        };
        let solution = game.solve(limits);
        let score = solution.score()?;
        let action = solution.pv.first().copied()?;
        Some(Choice {
            action: Some(action),
            thought: Thought {
                score: Some(score),
                nodes: Some(solution.counts.nodes()),
                ..Thought::default()
            },
        })
    }
}

impl<G: Solvable> Player<BoardReferee<G>> for SolvingPlayer<G> {
    fn name(&self) -> String {
        self.other.name()
    }

    fn new_game(&mut self, side: Side, seed: u64) -> Result<(), Failure> {
        self.other.new_game(side, seed)
    }

    fn choose(&mut self, view: &History<G>, clock: &Clock) -> Result<Choice<G::Move>, Failure> {
        let begun = Instant::now();
        if let Some(choice) = self.solved(view.position(), clock) {
            return Ok(choice);
        }
        let spent = begun.elapsed();
        let less = |time: Option<Duration>| time.map(|time| time.saturating_sub(spent));
        let rest = Clock {
            movetime: less(clock.movetime),
            remaining: less(clock.remaining),
            ..*clock
        };
        self.other.choose(view, &rest)
    }
}
