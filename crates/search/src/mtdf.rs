//! MTD(f): the value by a sequence of minimal-window searches.
//!
//! Plaat, Schaeffer, Pijls & de Bruin 1996. Each pass is alpha-beta with memory on a window of
//! one around the current estimate; its answer is a new lower or upper bound, and the passes end
//! when the bounds meet. Supposes integer values. *Invariant.* Exact. *Cost.* Few passes if the
//! estimate is good; without the table each pass would start anew.

use zermelo_game::{Game, INFINITY, Score};

use crate::memory::{Memory, alpha_beta_with_memory, extend_line};
use crate::observer::Observer;
use crate::{Answer, Evaluator, Limits, Params, Search};

/// The exact value, from the estimate of the parameters.
pub fn mtdf<G, E, O>(
    game: &G,
    depth: u32,
    params: &Params,
    evaluator: &E,
    limits: Limits<'_>,
    observer: &mut O,
) -> Answer<G::Move>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    let mut s = Search::new(evaluator, limits, observer);
    let mut memory = Memory::new(params);
    let (mut lower, mut upper) = (-INFINITY, INFINITY);
    let mut result = Ok(params.estimate as Score);
    // Only a pass that fails high proves its move; the last of them reached the final value.
    let mut line = Vec::new();
    let mut passes = 0;
    while let (Ok(value), true) = (result, lower < upper) {
        let beta = if value == lower { value + 1 } else { value };
        let window = (beta - 1, beta);
        if passes > 0 {
            s.research();
        }
        passes += 1;
        result = s.root(game, window.0, window.1, |s, game| {
            alpha_beta_with_memory(s, &mut memory, game, depth, window)
        });
        match result {
            Ok(value) if value < beta => upper = value,
            Ok(value) => {
                lower = value;
                line = s.line().to_vec();
            }
            Err(_) => {}
        }
    }
    let mut answer = s.answer(result);
    line.truncate(1);
    if answer.stopped.is_some() && lower > -INFINITY {
        answer.value = lower;
    }
    if !line.is_empty() {
        answer.pv = line;
        extend_line(game, &memory.table, &mut answer.pv);
    }
    answer
}
