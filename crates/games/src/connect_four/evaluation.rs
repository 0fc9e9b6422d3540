//! What a position of Connect Four promises, without looking ahead.
//!
//! Three things count. Lines of four that a side may still fill; empty squares that would
//! complete a four (threats); and, of the threats, those on rows of the right parity (Allis
//! 1988): when columns fill up in turn, the first player gets the squares on odd rows and the
//! second those on even ones, so a threat there is likely to be cashed in at the end.
//!
//! **Cost.** Some hundred operations on words; no loop over lines.

use zermelo_game::{Game, Heuristic, Score, Side};

use super::{BOARD, BOTTOM, COLUMN, ConnectFour, completing};

/// A line of four that a side may still fill.
const OPEN_LINE: Score = 2;
/// An empty square that would complete a four.
const THREAT: Score = 15;
/// What such a square is worth more on a row of its side's parity.
const PARITY: Score = 25;
/// The mover completes a four with its next move.
const WINS_NEXT: Score = 5_000;
/// The mover faces two squares on which the opponent wins, and can fill one.
const LOSES_NEXT: Score = -4_000;

/// Rows one, three and five from the bottom.
const ODD_ROWS: u64 = BOTTOM * 0b01_0101;

/// How many of the 69 lines these squares contain.
fn lines(squares: u64) -> Score {
    [1, COLUMN - 1, COLUMN, COLUMN + 1]
        .iter()
        .map(|shift| {
            let pairs = squares & (squares >> shift);
            (pairs & (pairs >> (2 * shift))).count_ones() as Score
        })
        .sum()
}

fn promise(own: u64, other: u64, threats: u64, good_rows: u64) -> Score {
    debug_assert_eq!(own & other, 0);
    OPEN_LINE * lines(BOARD & !other)
        + THREAT * threats.count_ones() as Score
        + PARITY * (threats & good_rows).count_ones() as Score
}

impl Heuristic for ConnectFour {
    /// At most 69 · 2 + 42 · 40 in size, or one of the two values near 5,000: a decided game is
    /// worth 10,000.
    fn evaluate(&self) -> Score {
        let (own, other) = (self.mover_discs(), self.opponent_discs());
        let empty = BOARD & !self.occupied();
        let (ours, theirs) = (completing(own) & empty, completing(other) & empty);
        let open = self.open_squares();
        if ours & open != 0 {
            return WINS_NEXT;
        }
        if (theirs & open).count_ones() > 1 {
            return LOSES_NEXT;
        }
        let (our_rows, their_rows) = match self.side() {
            Side::First => (ODD_ROWS, !ODD_ROWS),
            Side::Second => (!ODD_ROWS, ODD_ROWS),
        };
        promise(own, other, ours, our_rows) - promise(other, own, theirs, their_rows)
    }
}
