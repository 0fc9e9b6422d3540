//! What a position of Connect Four promises, without looking ahead.
//!
//! **What it computes.** The logarithm of the odds that the first player wins, in hundredths,
//! turned to the side to move.
//!
//! **Source.** What decides is who gets the squares that complete a four when columns fill up in
//! turn: the first player those on odd rows, the second those on even ones (Allis 1988).
//!
//! **Ours.** How these threats weigh against each other, and what lines not yet threats are
//! worth, is fitted to positions that the solver has solved: `cargo run --release -p
//! zermelo-solvers --example fit_connect_four` prints the tables of `weights.rs`. Before, five
//! numbers were set by hand.
//!
//! **Cost.** Some two hundred operations on words; no loop over lines.

use zermelo_game::{Game, Heuristic, Score, Side};

use super::weights::{LINES, PATTERNS, TURN};
use super::{BOARD, BOTTOM, COLUMN, ConnectFour, completing};

/// The mover completes a four with its next move.
const WINS_NEXT: Score = 5_000;
/// The mover faces two squares on which the opponent wins, and can fill one.
const LOSES_NEXT: Score = -4_000;
/// No estimate is larger, so that it stays apart from the two above.
const LARGEST: Score = 3_000;

/// Rows one, three and five from the bottom.
const ODD_ROWS: u64 = BOTTOM * 0b01_0101;
/// The bit above every column.
const LIDS: u64 = BOTTOM << (COLUMN - 1);

/// Discs that make a phase of the game.
const PHASE: u32 = 6;
/// Phases: the weights change with the number of discs.
pub const PHASES: usize = 7;
/// Patterns of threats: see [`Features::pattern`].
pub const PATTERN_COUNT: usize = 36;
/// Features that are counted: see [`Features::lines`].
pub const LINE_COUNT: usize = 8;

/// What the evaluation looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// The phase of the game.
    pub phase: usize,
    /// Which threats each side has, counting the lowest of every column: the first player's on
    /// odd rows (0, 1, more) and on even rows (0, more), the second's on even and on odd rows.
    pub pattern: usize,
    /// For the first player, then for the second: lines without a disc of the other that hold
    /// one, two and three own discs, and threats right above one another.
    pub lines: [Score; LINE_COUNT],
}

/// The lowest of these squares in every column.
#[inline]
fn lowest(squares: u64) -> u64 {
    let stopped = squares | LIDS;
    let negated = (!stopped & (BOARD | LIDS)) + BOTTOM;
    stopped & negated & BOARD
}

/// How many lines that `other` has not touched hold one, two and three of the discs `own`.
#[inline]
fn lines(own: u64, other: u64) -> [Score; 3] {
    let free = BOARD & !other;
    let mut counts = [0; 3];
    for shift in [1, COLUMN - 1, COLUMN, COLUMN + 1] {
        let open = free & (free >> shift);
        let open = open & (open >> (2 * shift));
        // Four one-bit numbers added in parallel: pairs first, then the two sums.
        let (a, b) = (own ^ (own >> shift), own & (own >> shift));
        let (c, d) = (a >> (2 * shift), b >> (2 * shift));
        let ones = a ^ c;
        let twos = b ^ d ^ (a & c);
        counts[0] += (open & ones & !twos).count_ones() as Score;
        counts[1] += (open & !ones & twos).count_ones() as Score;
        counts[2] += (open & ones & twos).count_ones() as Score;
    }
    counts
}

impl ConnectFour {
    /// What the evaluation looks at.
    #[must_use]
    #[inline]
    pub fn features(&self) -> Features {
        let (first, second) = match self.side() {
            Side::First => (self.mover_discs(), self.opponent_discs()),
            Side::Second => (self.opponent_discs(), self.mover_discs()),
        };
        let empty = BOARD & !self.occupied();
        let (ours, theirs) = (completing(first) & empty, completing(second) & empty);
        let low = lowest(ours | theirs);
        let count = |squares: u64, most: u32| (squares & low).count_ones().min(most) as usize;
        let pattern = (count(ours & ODD_ROWS, 2) * 3 + count(theirs & !ODD_ROWS, 2)) * 4
            + count(ours & !ODD_ROWS, 1) * 2
            + count(theirs & ODD_ROWS, 1);
        let stacked = |squares: u64| (squares & (squares << 1)).count_ones() as Score;
        let ([a, b, c], [d, e, f]) = (lines(first, second), lines(second, first));
        Features {
            phase: ((self.moves_played() / PHASE) as usize).min(PHASES - 1),
            pattern,
            lines: [a, b, c, stacked(ours), d, e, f, stacked(theirs)],
        }
    }
}

impl Heuristic for ConnectFour {
    /// At most 3,000 in size, or one of the two values near 5,000: a decided game is worth
    /// 10,000.
    fn evaluate(&self) -> Score {
        let (own, other) = (self.mover_discs(), self.opponent_discs());
        let open = self.open_squares();
        if completing(own) & open != 0 {
            return WINS_NEXT;
        }
        if (completing(other) & open).count_ones() > 1 {
            return LOSES_NEXT;
        }
        let Features {
            phase,
            pattern,
            lines,
        } = self.features();
        let counted: Score = lines.iter().zip(&LINES[phase]).map(|(n, w)| n * w).sum();
        let turn = TURN[phase][self.side().index()];
        let value = (turn + PATTERNS[phase][pattern] + counted).clamp(-LARGEST, LARGEST);
        match self.side() {
            Side::First => value,
            Side::Second => -value,
        }
    }
}
