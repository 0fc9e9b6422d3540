//! English draughts (American checkers) on the 32 dark squares of an 8x8 board.
//!
//! **Rules.** Black begins on squares 1 to 12 and moves toward 32; White has 21 to 32. Men step
//! and jump forward, kings one step in all four directions. Who can jump must, with any piece and
//! along any path, and goes on jumping with the same piece while it can; a piece is jumped once
//! and jumped pieces leave the board when the move is complete. A man that reaches the last row
//! becomes a king and its move ends there. Who cannot move loses. Nothing is drawn by position:
//! repetition and length are the referee's (the tournament rule of forty moves without progress
//! is not kept here).
//!
//! **Representation.** Squares carry their numbers of Portable Draughts Notation. Inside, a gap
//! bit follows every second row, so that the four neighbours of any square lie 4 and 5 bits up
//! and down and nothing wraps round an edge (the layout of Samuel 1959).
//!
//! **Invariant.** No square is held by both sides, at most twelve pieces a side, no man on its
//! last row, no bit outside the 32 squares.
//!
//! **Cost.** 32 bytes, `Copy`; whether any piece of a side can jump takes 17 operations.

mod evaluation;
mod moves;
mod text;

#[cfg(test)]
mod tests;

use zermelo_game::random::mix;
use zermelo_game::{Game, Noisy, Outcome, Score, Side};

pub use moves::Move;
use moves::{BOARD, Reach};

/// The row on which black men become kings, and the one on which white men do.
const LAST_ROW: [u64; 2] = [0xf << 31, 0xf];

/// Most pieces a side may have.
const MOST_PIECES: u32 = 12;

/// A position of English draughts.
///
/// ```
/// use zermelo_game::{Game, Notation, perft};
/// use zermelo_games::Draughts;
/// assert_eq!(perft(&Draughts::default(), 4), 1469);
/// let jumps = Draughts::parse("B:W18,26,K27:B14,K1").expect("a position");
/// let m = jumps.parse_move("14x23x30").expect("the only capture that begins so");
/// assert_eq!(jumps.after(m).notation(), "W:WK27:BK1,K30");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Draughts {
    /// Pieces of black and of white, in the layout with gaps.
    pieces: [u64; 2],
    /// Those of both that are kings.
    kings: u64,
    side: Side,
}

impl Default for Draughts {
    fn default() -> Draughts {
        Draughts {
            pieces: [spread(0x0000_0fff), spread(0xfff0_0000)],
            kings: 0,
            side: Side::First,
        }
    }
}

/// From 32 squares (bit 0 is square 1) to the layout with gaps.
const fn spread(squares: u32) -> u64 {
    let squares = squares as u64;
    squares & 0xff
        | (squares & 0xff << 8) << 1
        | (squares & 0xff << 16) << 2
        | (squares & 0xff << 24) << 3
}

/// The inverse of [`spread`].
const fn gather(board: u64) -> u32 {
    (board & 0xff
        | (board >> 1) & 0xff << 8
        | (board >> 2) & 0xff << 16
        | (board >> 3) & 0xff << 24) as u32
}

impl Draughts {
    /// The position of these pieces (bit 0 is square 1; `kings` of both sides), unless a square
    /// is held by both, a side has more than twelve, a man stands on its last row or a king on
    /// an empty square.
    #[must_use]
    pub fn from_squares(black: u32, white: u32, kings: u32, side: Side) -> Option<Draughts> {
        let men_at_home = |pieces: u32, row: u64| spread(pieces & !kings) & row == 0;
        let sound = black & white == 0
            && kings & !(black | white) == 0
            && black.count_ones() <= MOST_PIECES
            && white.count_ones() <= MOST_PIECES
            && men_at_home(black, LAST_ROW[0])
            && men_at_home(white, LAST_ROW[1]);
        sound.then(|| Draughts {
            pieces: [spread(black), spread(white)],
            kings: spread(kings),
            side,
        })
    }

    /// A side's men, bit 0 for square 1.
    #[must_use]
    pub fn men(&self, side: Side) -> u32 {
        gather(self.pieces[side.index()] & !self.kings)
    }

    /// A side's kings, bit 0 for square 1.
    #[must_use]
    pub fn kings(&self, side: Side) -> u32 {
        gather(self.pieces[side.index()] & self.kings)
    }

    /// Pieces on the board.
    #[must_use]
    #[inline]
    pub fn piece_count(&self) -> u32 {
        (self.pieces[0] | self.pieces[1]).count_ones()
    }

    /// Whether the side to move must capture.
    #[must_use]
    #[inline]
    pub fn must_capture(&self) -> bool {
        self.reach(self.side).jumpers() != 0
    }

    /// What the pieces of a side can reach.
    #[inline]
    fn reach(&self, side: Side) -> Reach {
        let own = self.pieces[side.index()];
        let kings = own & self.kings;
        let (down, up) = match side {
            Side::First => (own, kings),
            Side::Second => (kings, own),
        };
        Reach {
            down,
            up,
            opponent: self.pieces[(!side).index()],
            empty: BOARD & !(self.pieces[0] | self.pieces[1]),
        }
    }
}

impl Game for Draughts {
    type Move = Move;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn legal_moves(&self, out: &mut Vec<Move>) {
        let reach = self.reach(self.side);
        let jumpers = reach.jumpers();
        if jumpers != 0 {
            reach.push_jumps(jumpers, out);
        } else {
            reach.push_steps(out);
        }
    }

    #[inline]
    fn play(&mut self, m: Move) {
        let (from, to) = (m.origin_bit(), m.target_bit());
        let (own, other) = (self.side.index(), (!self.side).index());
        // A king may return to where it began: then both bits are the same and cancel out.
        let change = from ^ to;
        let king = if self.kings & from != 0 { change } else { 0 };
        self.pieces[own] ^= change;
        self.pieces[other] &= !m.captured();
        self.kings = ((self.kings ^ king) & !m.captured()) | (to & LAST_ROW[own]);
        self.side = !self.side;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let reach = self.reach(self.side);
        let over = !reach.can_step() && reach.jumpers() == 0;
        over.then_some(Outcome::Win(!self.side))
    }

    #[inline]
    fn payoff(&self) -> Option<Score> {
        self.outcome().map(|_| -1)
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        self.reach(self.side).allows(m)
    }

    #[inline]
    fn key(&self) -> u64 {
        // Three times 35 bits and the side, packed into two words without loss.
        let [black, white] = self.pieces;
        let low = black | self.kings << 35;
        let high = white | (self.kings >> 29) << 35 | (self.side as u64) << 41;
        mix(low ^ mix(high + 0x9e37_79b9_7f4a_7c15))
    }
}

/// Unquiet: captures, which are forced.
impl Noisy for Draughts {
    #[inline]
    fn noisy_moves(&self, out: &mut Vec<Move>) {
        let reach = self.reach(self.side);
        let jumpers = reach.jumpers();
        if jumpers != 0 {
            reach.push_jumps(jumpers, out);
        }
    }
}
