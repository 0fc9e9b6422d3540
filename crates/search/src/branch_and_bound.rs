//! Procedure F1 of Knuth & Moore 1975, §2: alpha-beta without deep cut-offs.
//!
//! One bound only, handed down from the parent: `F1(s, b) = F(s)` if `F(s) < b`, otherwise
//! something `>= b`. *Invariant.* A cut-off is always due to the parent. *Cost.* On an ideally
//! ordered tree of width 3: 1, 3, 5, 11, 21, 43, … leaves at heights 0, 1, 2, …

use zermelo_game::{Game, INFINITY, Score};

use crate::observer::{Observer, Purpose};
use crate::{Evaluator, Search, Stopped, below};

/// The exact value if it is under `bound`, otherwise a lower bound of it that is not.
pub fn branch_and_bound<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    depth: u32,
    bound: Score,
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
        let window = (-INFINITY, -best);
        let value = -s.visit(game, m, window, Purpose::Normal, |s, child| {
            branch_and_bound(s, child, below(depth), -best)
        })?;
        if value > best {
            best = value;
            s.improve(m, best);
            if best >= bound {
                s.cut(&moves, best);
                break;
            }
        }
    }
    Ok(best)
}
