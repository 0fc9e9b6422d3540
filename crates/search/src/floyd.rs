//! Floyd's probability cut: a line ends when it has become too improbable.
//!
//! R. W. Floyd's proposal, as reported by Knuth & Moore 1975: give each move a probability, and
//! stop when the product along the line falls under a threshold. Here the probabilities of a
//! node's moves are equal, or, with a temperature, proportional to `exp(value / temperature)` of
//! the static values after them. **Unsafe** as every forward pruning. Fail-soft alpha-beta over
//! what remains.

use zermelo_game::{Game, INFINITY, Score};

use crate::observer::{Observer, Purpose};
use crate::{Evaluator, Search, Stopped, below};

/// How moves get their probabilities, and when a line ends.
#[derive(Clone, Copy, Debug)]
pub struct Floyd {
    /// A line less probable than this ends.
    pub threshold: f64,
    /// The difference of static value that makes a move e times as likely; 0: all equal.
    pub temperature: f64,
}

/// The value when lines less probable than the threshold end in a static evaluation.
/// `probability` is that of the line so far.
pub fn floyd<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    depth: u32,
    (alpha, beta): (Score, Score),
    probability: f64,
    rule: Floyd,
) -> Result<Score, Stopped>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    let improbable = probability < rule.threshold && s.ply() > 0;
    if let Some(value) = s.leaf(game, if improbable { 0 } else { depth })? {
        if improbable {
            s.note(|| format!("the line's probability, {probability:.6}, is under the threshold"));
        }
        return Ok(value);
    }
    let mut moves = s.expand(game);
    let mut shares = shares(s, game, &moves, rule.temperature).into_iter();
    let mut best = -INFINITY;
    while let Some(m) = s.next(&mut moves) {
        let lower = alpha.max(best);
        let window = (-beta, -lower);
        let share = probability * shares.next().unwrap_or(0.0);
        let value = -s.visit(game, m, window, Purpose::Normal, |s, child| {
            floyd(s, child, below(depth), window, share, rule)
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

/// The probability of each move of the node.
fn shares<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    moves: &crate::Moves,
    temperature: f64,
) -> Vec<f64>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    let count = s.order(moves).len();
    if temperature <= 0.0 {
        return vec![1.0 / count as f64; count];
    }
    let values = s.static_values(game, moves);
    let highest = values.iter().map(|v| v.1).max().unwrap_or(0);
    let weights: Vec<f64> = values
        .iter()
        .map(|&(_, value)| (f64::from(value - highest) / temperature).exp())
        .collect();
    let total: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / total).collect()
}
