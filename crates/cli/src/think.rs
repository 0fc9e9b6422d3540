//! Thinking about a move: the deepest answer that the limits allow, whatever the algorithm.

use std::hash::Hash;

use zermelo_game::{Heuristic, Noisy};
use zermelo_search::{Algorithm, Answer, Limits, Params};

use crate::args::LimitArgs;
use crate::setup;

/// The best answer within `allowed`: to a depth if one is given, else deeper and deeper until
/// the limits end it.
pub fn best<G>(
    algorithm: Algorithm,
    game: &G,
    depth: Option<u32>,
    params: &Params,
    allowed: Limits<'_>,
) -> Answer<G::Move>
where
    G: Noisy + Heuristic + Eq + Hash,
{
    let once = |depth| setup::search_unwatched(algorithm, game, depth, params, allowed);
    if depth.is_some() {
        return once(depth.filter(|_| !algorithm.needs_whole_tree()));
    }
    match algorithm {
        Algorithm::Mcts => {
            let mut params = *params;
            params.mcts_iterations = i64::from(i32::MAX);
            return setup::search_unwatched(algorithm, game, None, &params, allowed);
        }
        algorithm if algorithm.needs_whole_tree() => return once(None),
        _ => {}
    }
    // A shallow answer is there at once; each deeper one replaces it when it is finished.
    let quick = setup::limits(&LimitArgs::default(), &never);
    let mut best = setup::search_unwatched(algorithm, game, Some(1), params, quick);
    for depth in 2..=64 {
        let answer = once(Some(depth));
        let done = answer.stopped.is_some() || answer.counts.evaluations == 0;
        if answer.stopped.is_none() || (!answer.pv.is_empty() && answer.depth == Some(depth - 1)) {
            best = answer;
        }
        if done {
            break;
        }
    }
    best
}

fn never() -> bool {
    false
}
