//! Alpha-beta in Max/Min form: two mutually recursive procedures, values Max's throughout.
//!
//! Algorithm 4 of the second source, corrected: there the Min procedure starts from alpha and
//! assigns its result to the other procedure; it must start from beta and assign its own.
//! *Cost.* The nodes of [`crate::alpha_beta`], to which a test holds it equal.

use zermelo_game::{Game, Score};

use crate::observer::{Observer, Purpose};
use crate::{Evaluator, Search, Stopped, below};

/// The value of a Max node within a window (F2).
pub fn max_value<G, E, O>(
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
    let mut best = alpha;
    let mut moves = s.expand(game);
    while let Some(m) = s.next(&mut moves) {
        // The search keeps windows and values for the side to move: negated at Min's nodes.
        let window = (-beta, -best);
        let value = -s.visit(game, m, window, Purpose::Normal, |s, child| {
            min_value(s, child, below(depth), best, beta).map(|v| -v)
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

/// The value, for Max, of a Min node within a window (G2).
pub fn min_value<G, E, O>(
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
        return Ok(-value);
    }
    let mut best = beta;
    let mut moves = s.expand(game);
    while let Some(m) = s.next(&mut moves) {
        let window = (alpha, best);
        let value = s.visit(game, m, window, Purpose::Normal, |s, child| {
            max_value(s, child, below(depth), alpha, best)
        })?;
        if value < best {
            best = value;
            s.improve(m, -best);
            if best <= alpha {
                s.cut(&moves, -best);
                break;
            }
        }
    }
    Ok(best)
}
