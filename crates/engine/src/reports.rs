//! What a search says of its lines.

use std::cmp::Reverse;
use std::time::Duration;

use zermelo_chess::{EndingValue, Move, Rank};
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

/// What tablebases know of the moves at the root; empty if they do not have it.
#[derive(Default)]
pub struct Ranks(pub Vec<(Move, Rank)>);

impl Ranks {
    fn of(&self, line: &Line<Move>) -> Option<Rank> {
        let known = |m: &Move| self.0.iter().find(|(known, _)| known == m);
        line.pv.first().and_then(known).map(|(_, rank)| *rank)
    }

    /// The score of a line: it agrees with the tablebases, but for a mate that was found.
    pub fn score(&self, line: &Line<Move>) -> Score {
        match self.of(line).map(|(value, _)| value) {
            None => line.score,
            Some(EndingValue::Draw) => 0,
            Some(EndingValue::Win) => line.score.max(TABLE_WIN),
            Some(EndingValue::Loss) => line.score.min(-TABLE_WIN),
        }
    }

    /// Sorts lines by what is known, then by what was found.
    pub fn sort(&self, lines: &mut [Line<Move>]) {
        if !self.0.is_empty() {
            lines.sort_by_key(|line| Reverse((self.score(line), self.of(line))));
        }
    }
}

/// What an iteration found, the best line first.
pub fn reports(
    iteration: &Iteration<'_, Move>,
    elapsed: Duration,
    tbhits: u64,
    ranks: &Ranks,
) -> Vec<Report> {
    let mut lines = iteration.lines.to_vec();
    ranks.sort(&mut lines);
    let report = |(place, line): (usize, &Line<Move>)| Report {
        depth: iteration.depth,
        seldepth: iteration.deepest,
        multipv: place + 1,
        value: Value::of(ranks.score(line)),
        score: ranks.score(line),
        bound: known(line.bound),
        nodes: iteration.nodes,
        elapsed,
        hashfull: iteration.permille,
        tbhits,
        pv: line.pv.clone(),
    };
    lines.iter().enumerate().map(report).collect()
}
