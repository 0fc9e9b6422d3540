//! NegaMax: minimax with one procedure, values for the side to move.
//!
//! Procedure F of Knuth & Moore 1975: `F(s) = max(-F(s_1), …, -F(s_d))`. Equal to minimax,
//! as a test shows. *Cost.* Every node of the tree.

use zermelo_game::{Game, INFINITY, Score};

use crate::observer::{Observer, Purpose};
use crate::{Evaluator, Search, Stopped, below};

/// The value for the side to move.
pub fn negamax<G, E, O>(s: &mut Search<'_, G, E, O>, game: &G, depth: u32) -> Result<Score, Stopped>
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
        let open = (-INFINITY, INFINITY);
        let value = -s.visit(game, m, open, Purpose::Normal, |s, child| {
            negamax(s, child, below(depth))
        })?;
        if value > best {
            best = value;
            s.improve(m, best);
        }
    }
    Ok(best)
}
