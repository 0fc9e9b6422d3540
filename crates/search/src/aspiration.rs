//! Aspiration search: a narrow window around an estimate, and the rest only if that fails.
//!
//! Two forms. The plain one searches `(v-K, v+K)` and, when the value is not strictly inside,
//! `[-∞, alpha]` or `[beta, +∞]`; the source's strict tests miss every fail-low, corrected here:
//! the search failed if the value is `<= alpha` or `>= beta`. The fail-soft one (GnuChess 4.0's)
//! starts the second search from the bound f that the first returned, `(-∞, f+1)` or
//! `(f-1, +∞)`, so that a value equal to the bound keeps its variation. *Invariant.* The answer
//! is exact.

use zermelo_game::{Game, INFINITY, Score};

use crate::observer::Observer;
use crate::{Evaluator, Search, Stopped, alpha_beta::alpha_beta, fail_soft::fail_soft};

/// Aspiration around `estimate` with half width `width`, on alpha-beta.
pub fn aspiration<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    depth: u32,
    estimate: Score,
    width: Score,
) -> Result<Score, Stopped>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    let (alpha, beta) = (estimate - width, estimate + width);
    let value = s.root(game, alpha, beta, |s, game| {
        alpha_beta(s, game, depth, alpha, beta)
    })?;
    // One wider than the bound, so that a value equal to it keeps its line.
    let (low, high) = if value <= alpha {
        (-INFINITY, alpha + 1)
    } else if value >= beta {
        (beta - 1, INFINITY)
    } else {
        return Ok(value);
    };
    s.research();
    s.root(game, low, high, |s, game| {
        alpha_beta(s, game, depth, low, high)
    })
}

/// Aspiration around `estimate` with half width `width`, on fail-soft alpha-beta.
pub fn aspiration_soft<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    depth: u32,
    estimate: Score,
    width: Score,
) -> Result<Score, Stopped>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    let (alpha, beta) = (estimate - width, estimate + width);
    let bound = s.root(game, alpha, beta, |s, game| {
        fail_soft(s, game, depth, alpha, beta)
    })?;
    let (low, high) = if bound <= alpha {
        (-INFINITY, bound + 1)
    } else if bound >= beta {
        (bound - 1, INFINITY)
    } else {
        return Ok(bound);
    };
    s.research();
    s.root(game, low, high, |s, game| {
        fail_soft(s, game, depth, low, high)
    })
}
