//! Connect Four on the usual board of seven columns and six rows.
//!
//! **Rules.** The players drop discs into columns in turn; who first has four in a row, column or
//! diagonal wins; a full board without one is a draw. Payoffs are +1, 0 and -1.
//!
//! **Source.** The bitboards are those of Pascal Pons's solver (blog.gamesolver.org, 2015), after
//! Tromp's Fhourstones: seven bits a column, the seventh always empty, so that shifting by 1, 6,
//! 7 and 8 walks the four directions without crossing an edge.
//!
//! **Ours.** One file of rules for playing, searching and solving; what a solver wants beside the
//! rules ([`ConnectFour::possible_non_losing_moves`], [`ConnectFour::winning_squares`],
//! [`ConnectFour::perfect_key`]) is public.
//!
//! **Invariant.** No disc floats, the first player has as many discs as the second or one more,
//! and the side to move has no four.
//!
//! **Cost.** 16 bytes, `Copy`; playing a move takes some eight word operations, looking for
//! four some twenty.

mod evaluation;
mod strategy;
mod text;
mod weights;

#[cfg(test)]
mod tests;

use std::fmt;

use zermelo_game::random::mix;
use zermelo_game::{Game, Noisy, Outcome, Score, Side, Symmetry};

pub use evaluation::{Features, LINE_COUNT, PATTERN_COUNT, PHASES};
pub use strategy::FollowUp;

/// Columns of the board.
pub const WIDTH: u32 = 7;
/// Rows of the board.
pub const HEIGHT: u32 = 6;

/// Bits from one column to the next.
const COLUMN: u32 = HEIGHT + 1;
/// The lowest square of every column.
const BOTTOM: u64 = bottom_row();
/// Every square of the board.
const BOARD: u64 = BOTTOM * ((1 << HEIGHT) - 1);

const fn bottom_row() -> u64 {
    let mut row = 0;
    let mut column = 0;
    while column < WIDTH {
        row |= 1 << (column * COLUMN);
        column += 1;
    }
    row
}

/// A move: the column to drop a disc into.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Column(u8);

impl Column {
    /// The column of an index from 0 at the left, if there is one.
    #[must_use]
    pub fn new(index: usize) -> Option<Column> {
        (index < WIDTH as usize).then_some(Column(index as u8))
    }

    /// Its index, 0 to 6 from the left.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The column that a square (one bit of a board) lies in.
    #[must_use]
    #[inline]
    pub fn of_square(square: u64) -> Column {
        Column((square.trailing_zeros() / COLUMN) as u8)
    }

    /// The squares of the column.
    #[must_use]
    #[inline]
    pub fn squares(self) -> u64 {
        ((1 << HEIGHT) - 1) << (u32::from(self.0) * COLUMN)
    }

    #[inline]
    fn bottom(self) -> u64 {
        1 << (u32::from(self.0) * COLUMN)
    }

    #[inline]
    fn top(self) -> u64 {
        self.bottom() << (HEIGHT - 1)
    }
}

impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// A position of Connect Four.
///
/// ```
/// use zermelo_game::{Game, Notation, Outcome, Side};
/// use zermelo_games::ConnectFour;
/// let position = ConnectFour::parse("1212121").expect("seven legal moves");
/// assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConnectFour {
    /// Discs of the side to move.
    position: u64,
    /// Discs of both.
    mask: u64,
}

/// Whether the discs contain four in a line.
#[inline]
fn has_four(discs: u64) -> bool {
    let line = |shift: u32| {
        let pairs = discs & (discs >> shift);
        pairs & (pairs >> (2 * shift))
    };
    line(1) | line(COLUMN - 1) | line(COLUMN) | line(COLUMN + 1) != 0
}

/// The squares, occupied or not, that would complete a four of these discs.
#[inline]
fn completing(discs: u64) -> u64 {
    let mut found = (discs << 1) & (discs << 2) & (discs << 3);
    for shift in [COLUMN - 1, COLUMN, COLUMN + 1] {
        let above = (discs << shift) & (discs << (2 * shift));
        let below = (discs >> shift) & (discs >> (2 * shift));
        found |= above & ((discs << (3 * shift)) | (discs >> shift));
        found |= below & ((discs >> (3 * shift)) | (discs << shift));
    }
    found & BOARD
}

impl ConnectFour {
    /// Discs of the side to move, as bits: column times seven plus row from the bottom.
    #[must_use]
    #[inline]
    pub fn mover_discs(&self) -> u64 {
        self.position
    }

    /// Discs of the side that moved last.
    #[must_use]
    #[inline]
    pub fn opponent_discs(&self) -> u64 {
        self.position ^ self.mask
    }

    /// Discs of both sides.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.mask
    }

    /// Discs on the board.
    #[must_use]
    #[inline]
    pub fn moves_played(&self) -> u32 {
        self.mask.count_ones()
    }

    /// The squares that a disc can fall on now, at most one a column, whether or not the game
    /// is over.
    #[must_use]
    #[inline]
    pub fn open_squares(&self) -> u64 {
        (self.mask + BOTTOM) & BOARD
    }

    /// The empty squares, reachable now or not, that would give `side` four.
    #[must_use]
    #[inline]
    pub fn winning_squares(&self, side: Side) -> u64 {
        let discs = if side == self.side() {
            self.position
        } else {
            self.opponent_discs()
        };
        completing(discs) & !self.mask
    }

    /// Whether the side to move has a move that wins at once.
    #[must_use]
    #[inline]
    pub fn can_win_next(&self) -> bool {
        completing(self.position) & self.open_squares() != 0
    }

    /// The open squares that do not let the opponent win with the next move; none if every move
    /// does. Supposes that the mover itself cannot win at once.
    #[must_use]
    #[inline]
    pub fn possible_non_losing_moves(&self) -> u64 {
        let open = self.open_squares();
        let theirs = completing(self.opponent_discs()) & !self.mask;
        let forced = open & theirs;
        let several = forced & forced.wrapping_sub(1) != 0;
        let candidates = match (forced, several) {
            (0, _) => open,
            (_, false) => forced,
            (_, true) => 0,
        };
        // A disc just under a winning square of the opponent hands it over.
        candidates & !(theirs >> 1)
    }

    /// Drops a disc on an open square, given as its bit.
    #[inline]
    pub fn play_square(&mut self, square: u64) {
        self.position ^= self.mask;
        self.mask |= square;
    }

    /// A number under 2^49, different for every position: per column, a one above the discs and
    /// under it the mover's discs, less one.
    #[must_use]
    #[inline]
    pub fn perfect_key(&self) -> u64 {
        self.position + self.mask
    }

    /// The position seen in a mirror: column 1 becomes column 7.
    #[must_use]
    pub fn mirrored(&self) -> ConnectFour {
        let flip = |board: u64| {
            (0..WIDTH).fold(0, |image, column| {
                let discs = (board >> (column * COLUMN)) & 0x7f;
                image | discs << ((WIDTH - 1 - column) * COLUMN)
            })
        };
        ConnectFour {
            position: flip(self.position),
            mask: flip(self.mask),
        }
    }

    /// Whether the game is over: the side that moved last has four, or the board is full.
    #[must_use]
    #[inline]
    pub fn is_over(&self) -> bool {
        self.mask == BOARD || has_four(self.opponent_discs())
    }

    /// Appends the columns of some of the open squares, from the left.
    #[inline]
    fn push_columns(mut squares: u64, out: &mut Vec<Column>) {
        while squares != 0 {
            out.push(Column::of_square(squares));
            squares &= squares - 1;
        }
    }
}

/// Scrambles a perfect key. The constant keeps the empty board away from key 0.
#[inline]
fn scramble(perfect: u64) -> u64 {
    mix(perfect + 0x9e37_79b9_7f4a_7c15)
}

impl Game for ConnectFour {
    type Move = Column;

    #[inline]
    fn side(&self) -> Side {
        if self.mask.count_ones() & 1 == 0 {
            Side::First
        } else {
            Side::Second
        }
    }

    #[inline]
    fn legal_moves(&self, out: &mut Vec<Column>) {
        if !has_four(self.opponent_discs()) {
            Self::push_columns(self.open_squares(), out);
        }
    }

    #[inline]
    fn play(&mut self, m: Column) {
        self.play_square((self.mask + m.bottom()) & m.squares());
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if has_four(self.opponent_discs()) {
            Some(Outcome::Win(!self.side()))
        } else if self.mask == BOARD {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn payoff(&self) -> Option<Score> {
        if has_four(self.opponent_discs()) {
            Some(-1)
        } else if self.mask == BOARD {
            Some(0)
        } else {
            None
        }
    }

    #[inline]
    fn is_legal(&self, m: Column) -> bool {
        self.mask & m.top() == 0 && !has_four(self.opponent_discs())
    }

    #[inline]
    fn key(&self) -> u64 {
        scramble(self.perfect_key())
    }
}

impl Symmetry for ConnectFour {
    #[inline]
    fn canonical_key(&self) -> u64 {
        scramble(self.perfect_key().min(self.mirrored().perfect_key()))
    }
}

/// Unquiet: moves that win at once, and moves onto a square where the opponent would.
impl Noisy for ConnectFour {
    #[inline]
    fn noisy_moves(&self, out: &mut Vec<Column>) {
        if !has_four(self.opponent_discs()) {
            let wins = completing(self.position) | completing(self.opponent_discs());
            Self::push_columns(wins & self.open_squares(), out);
        }
    }
}
