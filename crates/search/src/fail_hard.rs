//! Alpha-beta, fail-hard: every value is clamped to the window.
//!
//! The procedure `AB` of Pearl 1984, p. 234, in negamax form: the result is the minimax value
//! clamped to `[alpha, beta]`, at leaves as well. *Cost.* The nodes of [`crate::alpha_beta`].

use zermelo_game::{Game, Score};

use crate::observer::{Observer, Purpose};
use crate::{Evaluator, Search, Stopped, below};

/// The minimax value clamped to the window.
pub fn fail_hard<G, E, O>(
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
        return Ok(value.clamp(alpha, beta));
    }
    let mut best = alpha;
    let mut moves = s.expand(game);
    while let Some(m) = s.next(&mut moves) {
        let window = (-beta, -best);
        let value = -s.visit(game, m, window, Purpose::Normal, |s, child| {
            fail_hard(s, child, below(depth), -beta, -best)
        })?;
        if value > best {
            best = value;
            s.improve(m, best);
            if best >= beta {
                s.cut(&moves, best);
                return Ok(beta);
            }
        }
    }
    Ok(best)
}
