//! Iterative deepening: search to depth 1, then 2, then 3, each time ordered by what the last
//! one learnt.
//!
//! Slate & Atkin 1977 (Chess 4.5). The table's moves put the principal variation first; killers
//! and history order the rest. Can be stopped at any moment: an interrupted iteration gives its
//! move only if it has proved one, and because the last iteration's move is searched first that
//! move is at least as good; depth 1 is always finished. *Invariant.* Ends with the value of
//! fail-soft alpha-beta at the full depth, or earlier when no line reaches the depth limit any
//! more, in which case deeper iterations could not differ.

use zermelo_game::{Game, INFINITY};

use crate::memory::{Memory, alpha_beta_with_memory, extend_line};
use crate::observer::Observer;
use crate::{Answer, Evaluator, Limits, MAX_PLY, Params, Search};

/// Searches deeper and deeper, to `depth` or until stopped.
pub fn iterative_deepening<G, E, O>(
    game: &G,
    depth: u32,
    params: &Params,
    evaluator: &E,
    limits: Limits<'_>,
    observer: &mut O,
) -> Answer<G::Move>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    let mut memory = Memory::new(params);
    // Depth 1 is always finished: nothing may stop it but its own few nodes.
    let unlimited = Limits {
        nodes: u64::MAX,
        stop: None,
        ..limits
    };
    let mut s = Search::new(evaluator, unlimited, observer);
    let deepest = depth.min(MAX_PLY as u32);
    let open = (-INFINITY, INFINITY);
    let mut finished = 0;
    let mut result = Ok(0);
    for depth in 1.min(deepest)..=deepest {
        let horizons = s.horizons;
        result = s.root(game, open.0, open.1, |s, game| {
            alpha_beta_with_memory(s, &mut memory, game, depth, open)
        });
        if result.is_err() {
            break;
        }
        finished = depth;
        if s.horizons == horizons {
            break;
        }
        s.set_limits(limits);
    }
    let mut answer = s.answer(result);
    answer.depth = Some(finished);
    extend_line(game, &memory.table, &mut answer.pv);
    answer
}
