//! What tables learnt from games say about the order of moves, during one search.
//!
//! Two techniques of the source. *Pre-ordering* (5.1, "OPTA 3.1"): a move into a position of the
//! opening table comes before all others, by the share of points of the side that moves there,
//! whatever the number of games. *History tables* (5.2, "OPHISTA"): what was played within 8 plies
//! after the last book position, by squares, is added to every move's place.
//!
//! *How ours differs.* The source asks the table about every move of the tree; we ask only on lines
//! that have not left it, and not in quiescence: asking everywhere took eight times as long and
//! changed the nodes to depth 4, 5 and 6 by less than 1%. *Cost.* A look-up a move on such lines,
//! about half a microsecond with the move itself; nothing where there is no advice.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use zermelo_archive::{HISTORY_PLIES, HistoryEntry};
use zermelo_chess::{Chess, Move};
use zermelo_game::{Game, Score, Side};
use zermelo_search::full::ADVISED;

use super::Learned;

/// A whole share of points in the order, on the scale of a history table's bytes.
const WHOLE: f64 = 255.0;

/// The points of moves after a position, by squares of departure and arrival.
pub type SquareTable = Box<[u8; 64 * 64]>;

/// Advice for one search.
pub struct Advice {
    learned: Learned,
    /// Whether the opening table is asked.
    table: bool,
    /// The history table of the last book position, and how many plies ago that was.
    history: Option<(SquareTable, usize)>,
    /// What a point of a history table counts.
    weight: Score,
    /// Moves found in the opening table.
    hits: AtomicU64,
}

impl Advice {
    /// Advice of what was learnt, a point of a history table counting so much.
    #[must_use]
    pub fn new(
        learned: Learned,
        table: bool,
        history: Option<(SquareTable, usize)>,
        weight: Score,
    ) -> Advice {
        Advice {
            learned,
            table,
            history,
            weight,
            hits: AtomicU64::new(0),
        }
    }

    /// How many moves of the search were in the opening table.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits.load(Relaxed)
    }

    /// Whether a position is in the opening table and so were all before it, down from the root.
    #[must_use]
    pub fn knows(&self, game: &Chess, before: bool) -> bool {
        self.table && before && self.learned.results(game).is_some()
    }

    /// What is added to a move's place, at a node so many plies from the root, known or not (see
    /// [`Advice::knows`]; the root counts as known), with this depth left.
    #[must_use]
    pub fn about(&self, game: &Chess, m: Move, (ply, known): (u16, bool), depth: i32) -> Score {
        let points = self.points(m, usize::from(ply));
        if !self.table || depth <= 0 || !known {
            return points * self.weight;
        }
        let child = game.after(m);
        match self.learned.results(&child) {
            None => points * self.weight,
            Some(results) => {
                self.hits.fetch_add(1, Relaxed);
                let white = game.side() == Side::First;
                ADVISED + (WHOLE * results.score(white)).round() as Score + points
            }
        }
    }

    fn points(&self, m: Move, ply: usize) -> Score {
        match &self.history {
            Some((table, ago)) if ago + ply < HISTORY_PLIES => table[move_squares(m)].into(),
            _ => 0,
        }
    }
}

/// A table by squares from its entries.
#[must_use]
pub fn square_table(entries: &[HistoryEntry]) -> SquareTable {
    let mut table = Box::new([0; 64 * 64]);
    for entry in entries {
        let place = usize::from(entry.from & 63) * 64 + usize::from(entry.to & 63);
        table[place] = entry.points;
    }
    table
}

/// The place of a move in a table: castling is the king on to its rook, as in archives.
#[must_use]
pub fn move_squares(m: Move) -> usize {
    let to = m.castling_rook().map_or(m.to(), |(rook, _)| rook);
    usize::from(m.from() & 63) * 64 + usize::from(to & 63)
}
