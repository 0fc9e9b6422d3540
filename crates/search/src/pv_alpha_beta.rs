//! Principal-variation alpha-beta: minimal windows, but only beside the principal variation.
//!
//! `Palphabeta` of Fishburn & Finkel 1980 (Campbell & Marsland 1983): the first child of every
//! node of the principal variation is searched exactly, the others are tested with a minimal
//! window by plain alpha-beta, and one that turns out better is searched again and becomes the
//! principal variation. Supposes integer values. *Invariant.* Exact inside the window.

use zermelo_game::{Game, INFINITY, Score};

use crate::observer::{Observer, Purpose};
use crate::{Evaluator, Search, Stopped, below, fail_soft::fail_soft};

/// The value within a window; a bound outside it.
pub fn pv_alpha_beta<G, E, O>(
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
        let mut value;
        if best == -INFINITY {
            value = -s.visit(game, m, (-beta, -lower), Purpose::Normal, |s, child| {
                pv_alpha_beta(s, child, below(depth), -beta, -lower)
            })?;
        } else {
            let scout = (-lower - 1, -lower);
            value = -s.visit(game, m, scout, Purpose::Scout, |s, child| {
                fail_soft(s, child, below(depth), scout.0, scout.1)
            })?;
            if value > lower && value < beta {
                s.research();
                let (low, high) = (-beta, -value + 1);
                value = -s.visit(game, m, (low, high), Purpose::Research, |s, child| {
                    pv_alpha_beta(s, child, below(depth), low, high)
                })?;
            }
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
