//! Alpha-beta as Knuth & Moore wrote it: procedure F2 of their paper of 1975.
//!
//! The best value starts from alpha and is returned unclamped above: `F2 <= alpha` if
//! `F <= alpha`, `F2 = F` inside the window, `F2 >= beta` if `F >= beta`, hence
//! `F2(s, -∞, +∞) = F(s)`. The sources cut on `> beta`; we cut on `>= beta`, as Knuth & Moore
//! do: on a tree of equal values (width 3, height 4) that is 17 leaves instead of 81. *Cost.*
//! On an ideally ordered tree exactly `d^⌈h/2⌉ + d^⌊h/2⌋ - 1` leaves.

use zermelo_game::{Game, Score};

use crate::observer::{Observer, Purpose};
use crate::{Evaluator, Search, Stopped, below};

/// The value within a window; a bound outside it.
pub fn alpha_beta<G, E, O>(
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
        let window = (-beta, -best);
        let value = -s.visit(game, m, window, Purpose::Normal, |s, child| {
            alpha_beta(s, child, below(depth), -beta, -best)
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
