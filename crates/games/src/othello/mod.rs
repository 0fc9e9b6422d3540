//! Othello (Reversi with the crossed start).
//!
//! **Rules.** Black (X, [`Side::First`]) begins. A disc must enclose at least one row of enemy
//! discs in one of eight directions, and all rows so enclosed are turned. Who cannot move passes;
//! a pass is a move and legal only then. When neither side can move the game is over. The payoff
//! is the disc margin with the empty squares given to the winner (the convention of the FFO test
//! set); a draw is 0 whatever is empty. All payoffs are even, from -64 to 64.
//!
//! **Squares.** a1 is the top left corner and bit 0, b1 bit 1, a2 bit 8, h8 bit 63.
//!
//! **Invariant.** No square is held by both.
//!
//! **Cost.** 24 bytes, `Copy`; see [`flips`] for the two bit algorithms.

mod evaluation;
pub mod flips;
mod text;

#[cfg(test)]
mod tests;

use zermelo_game::random::mix;
use zermelo_game::{Game, Noisy, Outcome, Score, Side, Symmetry};

/// The four corners.
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// A move: a square to play on, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Square(u8);

impl Square {
    /// The move of a player who has no square to play on.
    pub const PASS: Square = Square(64);

    /// The square of an index, 0 for a1, 1 for b1, 63 for h8, if there is one.
    #[must_use]
    #[inline]
    pub fn new(index: usize) -> Option<Square> {
        (index < 64).then_some(Square(index as u8))
    }

    /// 0 to 63, or 64 for a pass.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A position of Othello.
///
/// ```
/// use zermelo_game::{Game, Notation, perft};
/// use zermelo_games::Othello;
/// let start = Othello::default();
/// assert_eq!(perft(&start, 4), 244);
/// assert!(start.parse_move("d3").is_ok());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Othello {
    /// Discs of the side to move.
    own: u64,
    /// Discs of the other side.
    opponent: u64,
    side: Side,
}

impl Default for Othello {
    fn default() -> Othello {
        Othello {
            own: 1 << 28 | 1 << 35,
            opponent: 1 << 27 | 1 << 36,
            side: Side::First,
        }
    }
}

impl Othello {
    /// The position of these discs, unless a square is held by both.
    #[must_use]
    pub fn from_bitboards(own: u64, opponent: u64, side: Side) -> Option<Othello> {
        let disjoint = own & opponent == 0;
        disjoint.then_some(Othello {
            own,
            opponent,
            side,
        })
    }

    /// Discs of the side to move and of the other.
    #[must_use]
    #[inline]
    pub fn bitboards(&self) -> (u64, u64) {
        (self.own, self.opponent)
    }

    /// How many squares are empty.
    #[must_use]
    #[inline]
    pub fn empties(&self) -> u32 {
        (!(self.own | self.opponent)).count_ones()
    }

    /// The squares that the side to move may play on.
    #[must_use]
    #[inline]
    pub fn legal_mask(&self) -> u64 {
        flips::legal_mask(self.own, self.opponent)
    }

    /// The squares that the other side could play on if it were to move.
    #[must_use]
    #[inline]
    pub fn opponent_legal_mask(&self) -> u64 {
        flips::legal_mask(self.opponent, self.own)
    }

    /// The discs that a move turns, none for a pass. The square must be empty.
    #[must_use]
    #[inline]
    pub fn flips(&self, square: Square) -> u64 {
        if square == Square::PASS {
            0
        } else {
            flips::flips(self.own, self.opponent, square.index())
        }
    }

    /// The disc margin for the side to move, the empty squares given to the winner.
    #[must_use]
    #[inline]
    pub fn final_margin(&self) -> Score {
        let (own, opponent) = (
            self.own.count_ones() as Score,
            self.opponent.count_ones() as Score,
        );
        (own - opponent) + (64 - own - opponent) * (own - opponent).signum()
    }

    /// The position under one of the eight symmetries of the board: bit 0 of `image` turns it
    /// upside down, bit 1 left to right, bit 2 swaps rows and columns.
    #[must_use]
    pub fn image(&self, image: u8) -> Othello {
        let change = |mut board: u64| {
            if image & 1 != 0 {
                board = board.swap_bytes();
            }
            if image & 2 != 0 {
                board = board.reverse_bits().swap_bytes();
            }
            if image & 4 != 0 {
                board = transposed(board);
            }
            board
        };
        Othello {
            own: change(self.own),
            opponent: change(self.opponent),
            side: self.side,
        }
    }

    #[inline]
    fn push_squares(mut squares: u64, out: &mut Vec<Square>) {
        while squares != 0 {
            out.push(Square(squares.trailing_zeros() as u8));
            squares &= squares - 1;
        }
    }
}

/// Rows become columns: three exchanges of blocks off the diagonal.
#[inline]
fn transposed(board: u64) -> u64 {
    let swap = |board: u64, mask: u64, shift: u32| {
        let changed = (board ^ (board >> shift)) & mask;
        board ^ changed ^ (changed << shift)
    };
    let board = swap(board, 0x00aa_00aa_00aa_00aa, 7);
    let board = swap(board, 0x0000_cccc_0000_cccc, 14);
    swap(board, 0x0000_0000_f0f0_f0f0, 28)
}

impl Game for Othello {
    type Move = Square;

    const LARGEST_PAYOFF: Score = 64;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn legal_moves(&self, out: &mut Vec<Square>) {
        let legal = self.legal_mask();
        if legal != 0 {
            Self::push_squares(legal, out);
        } else if self.opponent_legal_mask() != 0 {
            out.push(Square::PASS);
        }
    }

    #[inline]
    fn play(&mut self, m: Square) {
        let (own, opponent) = (self.own, self.opponent);
        if m == Square::PASS {
            (self.own, self.opponent) = (opponent, own);
        } else {
            let turned = flips::flips(own, opponent, m.index());
            self.own = opponent ^ turned;
            self.opponent = own | turned | 1 << m.0;
        }
        self.side = !self.side;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let payoff = self.payoff()?;
        Some(Outcome::from_payoff(payoff, self.side))
    }

    #[inline]
    fn payoff(&self) -> Option<Score> {
        let over = self.legal_mask() == 0 && self.opponent_legal_mask() == 0;
        over.then(|| self.final_margin())
    }

    #[inline]
    fn is_legal(&self, m: Square) -> bool {
        if m == Square::PASS {
            self.legal_mask() == 0 && self.opponent_legal_mask() != 0
        } else {
            (self.own | self.opponent) & (1 << m.0) == 0 && self.flips(m) != 0
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        // Both steps are bijections, so that boards with the same enemy discs never share a key.
        let salt = 0x9e37_79b9_7f4a_7c15 ^ self.side as u64;
        mix(self.own ^ mix(self.opponent.wrapping_add(salt)))
    }
}

impl Symmetry for Othello {
    fn canonical_key(&self) -> u64 {
        let images = (0..8).map(|image| self.image(image));
        images
            .min_by_key(|image| (image.own, image.opponent))
            .unwrap_or(*self)
            .key()
    }
}

/// Unquiet: moves onto a corner, whose disc can never be turned.
impl Noisy for Othello {
    #[inline]
    fn noisy_moves(&self, out: &mut Vec<Square>) {
        if !(self.own | self.opponent) & CORNERS != 0 {
            Self::push_squares(self.legal_mask() & CORNERS, out);
        }
    }
}
