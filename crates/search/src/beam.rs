//! Beam search, Shannon's type B: only the n best moves by static evaluation.
//!
//! Shannon 1950. **Unsafe**: a good move that looks bad is never seen, and nothing in the answer
//! says so. Fail-soft alpha-beta on the moves that remain.

use zermelo_game::{Game, INFINITY, Score};

use crate::observer::{Observer, Purpose};
use crate::{Evaluator, Search, Stopped, below};

/// The value if only the `width` statically best moves of each node existed.
pub fn beam<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    depth: u32,
    (alpha, beta): (Score, Score),
    width: usize,
) -> Result<Score, Stopped>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    if let Some(value) = s.leaf(game, depth)? {
        return Ok(value);
    }
    let mut moves = s.expand(game);
    let scored = s.static_values(game, &moves);
    let mut order: Vec<usize> = (0..scored.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(scored[i].1));
    for (place, &i) in s.order(&moves).iter_mut().zip(&order) {
        *place = scored[i].0;
    }
    s.keep(&mut moves, width);
    let mut best = -INFINITY;
    while let Some(m) = s.next(&mut moves) {
        let lower = alpha.max(best);
        let window = (-beta, -lower);
        let value = -s.visit(game, m, window, Purpose::Normal, |s, child| {
            beam(s, child, below(depth), window, width)
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
