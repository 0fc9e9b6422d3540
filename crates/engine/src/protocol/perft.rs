//! Counting moves for a protocol: move by move, and stoppable.

use zermelo_chess::{Chess, Move, count_leaves};
use zermelo_game::Game;

/// Below this many plies a count is short enough not to be interrupted.
const SHORT: u32 = 5;

/// Counts the leaves below each move; calls `each` as it goes. The total, or `None` if `stop`
/// said so.
pub fn divide_until(
    position: &Chess,
    depth: u32,
    stop: &dyn Fn() -> bool,
    each: &mut dyn FnMut(Move, u64),
) -> Option<u64> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut total = 0;
    for m in moves {
        let nodes = count_until(&position.after(m), depth.saturating_sub(1), stop)?;
        each(m, nodes);
        total += nodes;
    }
    Some(total)
}

fn count_until(position: &Chess, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    if stop() {
        return None;
    }
    if depth < SHORT {
        return Some(count_leaves(position, depth));
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let below = |m| count_until(&position.after(m), depth - 1, stop);
    moves.into_iter().map(below).sum()
}
