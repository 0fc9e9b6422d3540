//! The textbook algorithms as players: any of them, within a clock.
//!
//! An algorithm that searches to a depth is repeated deeper and deeper until the time is up; the
//! last finished answer is played. Depth 1 is always finished.

use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Instant;

use zermelo_game::random::mix;
use zermelo_game::{
    Choice, Clock, Failure, Heuristic, History, Noisy, Notation, Player, Referee, Score, Side,
    Thought,
};
use zermelo_search::record::Recorder;
use zermelo_search::{Algorithm, Answer, Evaluator, Limits, Params, WHOLE_TREE, algorithm};

use crate::Budget;
use crate::ordered::{Order, Ordered};

/// The evaluation that suits a search: to the end of the game payoffs as they are, to a depth the
/// game's heuristic. One type for both and one kind of observer, so that every algorithm is
/// compiled once per game.
struct Judge {
    to_the_end: bool,
}

impl<G: Heuristic> Evaluator<G> for Judge {
    fn evaluate(&self, game: &G) -> Score {
        if self.to_the_end { 0 } else { game.evaluate() }
    }

    fn terminal(&self, payoff: Score) -> Score {
        if self.to_the_end {
            payoff
        } else {
            G::decided(payoff)
        }
    }
}

/// Runs an algorithm to a depth, or without one to the end of the game. Where payoffs and
/// evaluations are on one scale (trees) the heuristic serves always.
pub fn search<G>(
    algorithm: Algorithm,
    game: &G,
    order: Order,
    depth: Option<u32>,
    params: &Params,
    limits: Limits<'_>,
    recorder: &mut Recorder<G::Move>,
) -> Answer<G::Move>
where
    G: Noisy + Heuristic + Eq + Hash,
{
    const SAMPLE: Score = 7;
    let one_scale = G::decided(SAMPLE) == SAMPLE;
    let judge = Judge {
        to_the_end: depth.is_none() && !one_scale,
    };
    let plies = depth.unwrap_or(WHOLE_TREE);
    let game = &Ordered {
        game: game.clone(),
        order,
    };
    algorithm::run(algorithm, game, plies, params, &judge, limits, recorder)
}

/// Runs an algorithm that nobody watches.
pub fn search_unwatched<G>(
    algorithm: Algorithm,
    game: &G,
    depth: Option<u32>,
    params: &Params,
    limits: Limits<'_>,
) -> Answer<G::Move>
where
    G: Noisy + Heuristic + Eq + Hash,
{
    search(
        algorithm,
        game,
        Order::Natural,
        depth,
        params,
        limits,
        &mut Recorder::new(0),
    )
}

/// A test that ends a player's thought, beside its clock.
pub type StopTest = Arc<dyn Fn() -> bool + Send + Sync>;

/// A textbook algorithm as a player.
pub struct TextbookPlayer<G> {
    algorithm: Algorithm,
    params: Params,
    /// Its own seed, before that of the game.
    seed: i64,
    stop: StopTest,
    game: PhantomData<fn(G)>,
}

/// The parameters of whoever plays a game, where they still have the default: for the win, not
/// for the size of it, and as long as the clock lets it.
#[must_use]
pub fn playing(params: Params) -> Params {
    let usual = Params::default();
    let own = |value, usual, playing| if value == usual { playing } else { value };
    Params {
        mcts_outcome: own(params.mcts_outcome, usual.mcts_outcome, 1),
        mcts_iterations: own(
            params.mcts_iterations,
            usual.mcts_iterations,
            UNTIL_THE_CLOCK,
        ),
        ..params
    }
}

/// More playouts than any clock allows; the largest number that the parameter takes.
const UNTIL_THE_CLOCK: i64 = 1_000_000_000;

impl<G: Noisy + Heuristic + Eq + Hash> TextbookPlayer<G> {
    /// A player with these parameters (see [`playing`]), which ends its thought when
    /// `stop` says so.
    pub fn new(algorithm: Algorithm, params: Params, stop: StopTest) -> TextbookPlayer<G> {
        TextbookPlayer {
            algorithm,
            seed: params.seed,
            params,
            stop,
            game: PhantomData,
        }
    }

    /// The best answer that the clock allows.
    fn answer(&self, game: &G, clock: &Clock) -> Answer<G::Move> {
        let begun = Instant::now();
        let budget = Budget::of(clock);
        let end = budget.soft.or(budget.hard);
        let unlimited = end.is_none() && clock.nodes.is_none() && clock.depth.is_none();
        let stop = || (self.stop)() || end.is_some_and(|end| begun.elapsed() >= end);
        let limits = Limits {
            nodes: clock.nodes.unwrap_or(u64::MAX),
            stop: Some(&stop),
            ..Limits::default()
        };
        let once = |depth| search_unwatched(self.algorithm, game, depth, &self.params, limits);
        if self.algorithm == Algorithm::Mcts && end.is_none() && clock.nodes.is_none() {
            // Neither time nor nodes end it: the usual number of playouts does.
            let mut params = self.params;
            if params.mcts_iterations == UNTIL_THE_CLOCK {
                params.mcts_iterations = Params::default().mcts_iterations;
            }
            return search_unwatched(self.algorithm, game, None, &params, limits);
        }
        if self.algorithm.needs_whole_tree() || self.algorithm == Algorithm::Mcts {
            return once(None);
        }
        if self.algorithm == Algorithm::IterativeDeepening || unlimited {
            return once(clock.depth.or((!unlimited).then_some(WHOLE_TREE - 1)));
        }
        let mut spent = 0;
        let first = Limits::default();
        let mut best = search_unwatched(self.algorithm, game, Some(1), &self.params, first);
        for depth in 2..=clock.depth.unwrap_or(u32::MAX) {
            spent += best.counts.nodes();
            let rest = limits.nodes.saturating_sub(spent);
            let limits = Limits {
                nodes: rest,
                ..limits
            };
            let answer = search_unwatched(self.algorithm, game, Some(depth), &self.params, limits);
            if answer.stopped.is_some() {
                break;
            }
            let decided = answer.counts.evaluations == 0;
            best = answer;
            best.depth = Some(depth);
            if decided {
                break;
            }
        }
        best
    }
}

impl<G, R> Player<R> for TextbookPlayer<G>
where
    G: Notation + Noisy + Heuristic + Eq + Hash,
    R: Referee<View = History<G>, Action = G::Move>,
{
    fn name(&self) -> String {
        self.algorithm.to_string()
    }

    fn new_game(&mut self, _side: Side, seed: u64) -> Result<(), Failure> {
        // Every game has chance of its own; a player with a seed of its own another one.
        let own = if self.seed == Params::default().seed {
            0
        } else {
            mix(self.seed as u64)
        };
        self.params.seed = ((seed ^ own) & 0x1f_ffff_ffff_ffff) as i64;
        Ok(())
    }

    fn choose(&mut self, view: &History<G>, clock: &Clock) -> Result<Choice<G::Move>, Failure> {
        let game = view.position();
        let answer = self.answer(game, clock);
        if (self.stop)() {
            return Err(Failure::Stopped);
        }
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        // A proof that ran out of time may have no move: then any will do.
        let action = answer.pv.first().copied().filter(|&m| game.is_legal(m));
        let action = action.or(moves.first().copied());
        let action = action.ok_or_else(|| Failure::Illegal("the game is over".to_string()))?;
        let mut variation = Vec::new();
        let mut position = game.clone();
        for &m in answer
            .pv
            .iter()
            .take_while(|_| answer.pv.first() == Some(&action))
        {
            variation.push(position.move_text(m));
            position.play(m);
        }
        Ok(Choice {
            action: Some(action),
            thought: Thought {
                score: Some(answer.value),
                mate: None,
                depth: answer.depth,
                nodes: Some(answer.counts.nodes()),
                variation,
                elapsed: None,
            },
        })
    }
}
