//! A player that solves: where the game's own solver finishes in time, its move is played.
//!
//! Near the end an exact answer costs less than a deep search: the solver gets half of the time
//! or nodes for a move; if it has no answer by then, the rest is the full search's. What it knows
//! is told on the scale of that search, so that the scores of a game can be compared.

use std::time::{Duration, Instant};

use zermelo_game::{
    BoardReferee, Choice, Clock, Failure, Game, History, Player, Score, Side, Thought,
};
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

    /// A solver's score as the full search would tell it: a score, or moves until the end.
    fn told(&self, score: Score) -> (Option<Score>, Option<i32>);
}

impl Solvable for ConnectFour {
    fn is_late(&self) -> bool {
        const DISCS: u32 = 10;
        self.moves_played() >= DISCS
    }

    fn solve(&self, limits: Limits<'_>) -> Solution<Self::Move> {
        solve_connect_four(self, limits)
    }

    /// The solver counts the stones that the winner has left after his last.
    fn told(&self, score: Score) -> (Option<Score>, Option<i32>) {
        const STONES: i32 = 22;
        let played = self.moves_played() as i32;
        let own = if score > 0 { played } else { played + 1 } / 2;
        let moves = STONES - score.abs() - own;
        match score {
            0 => (Some(0), None),
            _ => (None, Some(score.signum() * moves)),
        }
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

    fn told(&self, score: Score) -> (Option<Score>, Option<i32>) {
        const DISC: Score = 100;
        (Some(DISC * score), None)
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

    /// The solver's answer within half of what the clock allows, and the nodes it took.
    fn solved(&self, game: &G, clock: &Clock) -> (Option<Choice<G::Move>>, u64) {
        let budget = Budget::of(clock);
        let half = budget.soft.or(budget.hard).map(|time| time / 2);
        // Without a clock nothing would end a solver that was asked too early.
        if !game.is_late() || (half.is_none() && clock.nodes.is_none()) || clock.depth.is_some() {
            return (None, 0);
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
        let nodes = solution.counts.nodes();
        let choice = |score| {
            let action = solution.pv.first().copied()?;
            let (score, mate) = game.told(score);
            Some(Choice {
                action: Some(action),
                thought: Thought {
                    score,
                    mate,
                    nodes: Some(nodes),
                    ..Thought::default()
                },
            })
        };
        (solution.score().and_then(choice), nodes)
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
        let (solved, nodes) = self.solved(view.position(), clock);
        if let Some(choice) = solved {
            return Ok(choice);
        }
        let spent = begun.elapsed();
        let less = |time: Option<Duration>| time.map(|time| time.saturating_sub(spent));
        let rest = Clock {
            movetime: less(clock.movetime),
            remaining: less(clock.remaining),
            nodes: clock.nodes.map(|all| all.saturating_sub(nodes).max(1)),
            ..*clock
        };
        let mut choice = self.other.choose(view, &rest)?;
        if let Some(searched) = &mut choice.thought.nodes {
            *searched += nodes;
        }
        Ok(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::Notation;
    use zermelo_game::random::Rng;

    #[test]
    fn a_decided_game_is_told_in_moves_of_the_winner() {
        let (mut random, mut decided) = (Rng::new(5), 0);
        while decided < 40 {
            let mut game = ConnectFour::default();
            let mut moves = Vec::new();
            for _ in 0..22 {
                moves.clear();
                game.legal_moves(&mut moves);
                if let Some(&m) = random.pick(&moves) {
                    game.play(m);
                }
            }
            let Some(score) = game.solve(Limits::default()).score().filter(|&s| s != 0) else {
                continue;
            };
            let (_, mate) = game.told(score);
            let (mut plies, mut end) = (0, game);
            while let Some(&m) = end.solve(Limits::default()).pv.first() {
                end.play(m);
                plies += 1;
            }
            if plies > 0 {
                assert_eq!(
                    mate,
                    Some(score.signum() * (plies + 1) / 2),
                    "{}",
                    game.notation()
                );
                decided += 1;
            }
        }
    }
}
