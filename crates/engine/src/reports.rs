//! What a search says of its lines.

use std::time::Duration;

use zermelo_chess::{EndingValue, Move};
use zermelo_game::Score;
use zermelo_search::full::{Iteration, Line};
use zermelo_search::table::Bound;

use crate::domain::TABLE_WIN;
use crate::order::{Known, Report, Value};

/// Whether a line mates within so many moves.
pub fn mates_within(line: &Line<Move>, moves: u32) -> bool {
    matches!(Value::of(line.score), Value::Mate(n) if n > 0 && n as u32 <= moves)
}

/// What a bound of the search says of a value.
pub fn known(bound: Bound) -> Known {
    match bound {
        Bound::Exact => Known::Exact,
        Bound::Lower => Known::AtLeast,
        Bound::Upper => Known::AtMost,
    }
}

/// A score of the search where tablebases know the value of the root: it agrees with them, but for
/// a mate that was found.
pub fn at_root(score: Score, ending: Option<EndingValue>) -> Score {
    match ending {
        None => score,
        Some(EndingValue::Draw) => 0,
        Some(EndingValue::Win) => score.max(TABLE_WIN),
        Some(EndingValue::Loss) => score.min(-TABLE_WIN),
    }
}

/// What an iteration found, the best line first.
pub fn reports(
    iteration: &Iteration<'_, Move>,
    elapsed: Duration,
    tbhits: u64,
    ending: Option<EndingValue>,
) -> Vec<Report> {
    let report = |(place, line): (usize, &Line<Move>)| Report {
        depth: iteration.depth,
        seldepth: iteration.deepest,
        multipv: place + 1,
        value: Value::of(at_root(line.score, ending)),
        score: at_root(line.score, ending),
        bound: known(line.bound),
        nodes: iteration.nodes,
        elapsed,
        hashfull: iteration.permille,
        tbhits,
        pv: line.pv.clone(),
    };
    iteration.lines.iter().enumerate().map(report).collect()
}
