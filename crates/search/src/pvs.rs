//! PVS: principal variation search, minimal windows everywhere.
//!
//! Marsland & Campbell 1982; NegaScout (Reinefeld 1983) is the same without refinements. Each
//! child after the first is tested with a minimal window by the procedure itself; only one that
//! falls strictly inside the node's own window is searched again. Supposes integer values.
//! Fail-soft. *Invariant.* Exact inside the window, a true bound outside. *Cost.* Never more
//! leaves than alpha-beta on a well ordered tree; re-searches on a badly ordered one.

use zermelo_game::{Game, INFINITY, Score};

use crate::observer::{Observer, Purpose};
use crate::{Evaluator, Search, Stopped, below};

/// The value within a window; a bound outside it.
pub fn pvs<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    depth: u32,
    alpha: Score,
    beta: Score,
) -> Result<Score, Stopped>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    if let Some(value) = s.leaf(game, depth)? {
        return Ok(value);
    }
    let mut best = -INFINITY;
    let mut moves = s.expand(game);
    while let Some(m) = s.next(&mut moves) {
        let lower = alpha.max(best);
        let first = best == -INFINITY;
        let (window, purpose) = if first {
            ((-beta, -lower), Purpose::Normal)
        } else {
            ((-lower - 1, -lower), Purpose::Scout)
        };
        let mut value = -s.visit(game, m, window, purpose, |s, child| {
            pvs(s, child, below(depth), window.0, window.1)
        })?;
        if !first && value > lower && value < beta {
            s.research();
            // From one under the scout's bound, so that a value equal to it keeps its line.
            let (low, high) = (-beta, -value + 1);
            value = -s.visit(game, m, (low, high), Purpose::Research, |s, child| {
                pvs(s, child, below(depth), low, high)
            })?;
        }
        if value > best {
            best = value;
            s.improve(m, best);
            if best >= beta {
                s.cut(&moves, best);
                break;
            }
        }
    }
    Ok(best)
}
