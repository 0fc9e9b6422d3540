//! Alpha-beta, fail-soft: the best value starts from minus infinity, so that a search outside
//! its window still returns the best bound it knows.
//!
//! Fishburn 1981: exact for `alpha < v < beta`, a lower bound if `v >= beta`, an upper bound if
//! `v <= alpha`. *Cost.* The nodes of [`crate::alpha_beta`]; the tighter bounds pay in
//! aspiration, in tables and in MTD(f).

use zermelo_game::{Game, INFINITY, Score};

use crate::observer::{Observer, Purpose};
use crate::{Evaluator, Search, Stopped, below};

/// The value within a window; the tightest bound known outside it.
pub fn fail_soft<G, E, O>(
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
        let window = (-beta, -lower);
        let value = -s.visit(game, m, window, Purpose::Normal, |s, child| {
            fail_soft(s, child, below(depth), -beta, -lower)
        })?;
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
