//! MiniMax: the value of a game by looking at everything.
//!
//! Two mutually recursive procedures, one for each player; values are Max's throughout. Max is
//! the side to move at the root. The judge of every other algorithm. Source: Zermelo 1913 for
//! the idea, Shannon 1950 for the program. *Cost.* Every node of the tree, `d^h` leaves.

use zermelo_game::{Game, INFINITY, Score};

use crate::observer::{Observer, Purpose};
use crate::{Evaluator, Search, Stopped, below};

const OPEN: (Score, Score) = (-INFINITY, INFINITY);

/// The value of a position in which Max moves.
pub fn max_value<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    depth: u32,
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
        // The search keeps values for the side to move; a Min node's is the negated one.
        let value = -s.visit(game, m, OPEN, Purpose::Normal, |s, child| {
            min_value(s, child, below(depth)).map(|v| -v)
        })?;
        if value > best {
            best = value;
            s.improve(m, best);
        }
    }
    Ok(best)
}

/// The value, for Max, of a position in which Min moves.
pub fn min_value<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    depth: u32,
) -> Result<Score, Stopped>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    if let Some(value) = s.leaf(game, depth)? {
        return Ok(-value);
    }
    let mut best = INFINITY;
    let mut moves = s.expand(game);
    while let Some(m) = s.next(&mut moves) {
        let value = s.visit(game, m, OPEN, Purpose::Normal, |s, child| {
            max_value(s, child, below(depth))
        })?;
        if value < best {
            best = value;
            s.improve(m, -best);
        }
    }
    Ok(best)
}
