//! Players by name, for matches: every algorithm is one.

use std::hash::Hash;
use std::time::{Duration, Instant};

use zermelo_arena::engine_spec::PlayerOptions;
use zermelo_arena::player::Contestant;
use zermelo_arena::stop::Stop;
use zermelo_game::{
    Choice, Clock, Failure as PlayerFailure, Heuristic, History, Noisy, Notation, Player, Referee,
    Side, Thought,
};
use zermelo_search::{Algorithm, Limits, Params};

use crate::{Failure, setup, think};

/// The share of the time left that a move may use.
const MOVES_LEFT: u32 = 20;

/// Memory for tables of one player, in bytes.
const MEMORY: usize = 64 << 20;

/// An algorithm that plays.
struct AlgorithmPlayer {
    name: String,
    algorithm: Algorithm,
    params: Params,
    stop: Stop,
}

/// A contestant from a text such as `mcts` or `minimax[depth=3]`. Options that the arena does
/// not know are parameters of the algorithm.
///
/// # Errors
///
/// If there is no such algorithm or parameter.
pub fn algorithm<G, R>(text: &str) -> Result<Contestant<'static, R>, Failure>
where
    G: Notation + Noisy + Heuristic + Eq + Hash + 'static,
    R: Referee<View = History<G>, Action = G::Move> + 'static,
{
    let (name, options) = PlayerOptions::split(text).map_err(Failure::input)?;
    let algorithm = setup::algorithm_named(name)?;
    let mut params = Params {
        // Won games should be won, not only be judged to be.
        mcts_outcome: 1,
        ..Params::default()
    };
    for (option, value) in &options.others {
        let number = value
            .parse()
            .map_err(|_| Failure::Input(format!("`{option}={value}`: expected a whole number")))?;
        params.set(option, number).map_err(Failure::input)?;
    }
    let shown = options.name.clone().unwrap_or_else(|| text.to_string());
    let label = shown.clone();
    let factory = move |stop: &Stop| -> Result<Box<dyn Player<R>>, PlayerFailure> {
        Ok(Box::new(AlgorithmPlayer {
            name: label.clone(),
            algorithm,
            params,
            stop: stop.clone(),
        }))
    };
    let mut contestant = Contestant::new(shown, factory);
    contestant.identity = text.to_string();
    contestant.control = options.control;
    Ok(contestant)
}

/// How long a player of ours thinks under a clock; `None`: no limit of time.
fn time_for(clock: &Clock) -> Option<Duration> {
    // What is used between the answer and the reading of the clock.
    let reserve = Duration::from_millis(5);
    let from_clock = clock.remaining.map(|left| {
        let moves = clock
            .moves_to_go
            .map_or(MOVES_LEFT, |moves| moves.clamp(1, MOVES_LEFT));
        let share = left / moves + clock.increment.unwrap_or_default() * 3 / 4;
        share.min(left / 2)
    });
    let movetime = clock.movetime.map(|time| time.saturating_sub(reserve));
    from_clock.into_iter().chain(movetime).min()
}

impl<G, R> Player<R> for AlgorithmPlayer
where
    G: Notation + Noisy + Heuristic + Eq + Hash,
    R: Referee<View = History<G>, Action = G::Move>,
{
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, _side: Side, seed: u64) -> Result<(), PlayerFailure> {
        self.params.seed = (seed >> 1) as i64;
        Ok(())
    }

    fn choose(
        &mut self,
        view: &History<G>,
        clock: &Clock,
    ) -> Result<Choice<G::Move>, PlayerFailure> {
        let end = time_for(clock).map(|time| Instant::now() + time);
        let stop = || self.stop.is_now() || end.is_some_and(|end| Instant::now() >= end);
        let allowed = Limits {
            nodes: clock.nodes.unwrap_or(u64::MAX),
            memory: MEMORY,
            stop: Some(&stop),
        };
        let game = view.position();
        let answer = think::best(self.algorithm, game, clock.depth, &self.params, allowed);
        if self.stop.is_now() {
            return Err(PlayerFailure::Stopped);
        }
        let mut legal = Vec::new();
        game.legal_moves(&mut legal);
        let action = answer
            .pv
            .first()
            .copied()
            .or_else(|| legal.first().copied());
        Ok(Choice {
            action,
            thought: Thought {
                score: Some(answer.value),
                depth: answer.depth,
                nodes: Some(answer.counts.nodes()),
                ..Thought::default()
            },
        })
    }
}
