//! The moves of draughts: what they are and how they are found.

use std::fmt;

/// The 32 squares: eight bits, then a gap, four times.
pub(super) const BOARD: u64 = 0xff | 0xff << 9 | 0xff << 18 | 0xff << 27;

/// How far to rotate a word for a step down left, down right, up left and up right. What leaves
/// the board lands on a gap or beyond bit 34.
const TURN: [u32; 4] = [4, 5, 64 - 5, 64 - 4];

/// The square number, 1 to 32, of a bit of the layout with gaps.
fn number(bit: u32) -> u32 {
    bit - bit / 9 + 1
}

/// A move: a step, or one or more jumps of one piece, with its whole path. Two captures with the
/// same ends along different paths are different moves.
///
/// Its text is that of Portable Draughts Notation, with every square a piece lands on: `11-15`,
/// `15x22x29`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The jumped pieces, in the layout with gaps.
    captured: u64,
    /// Indices into [`TURN`], two bits each, the first in the highest place, under a leading 1.
    /// A king's jumps lead over at most nine different squares, so 19 bits suffice.
    path: u32,
    from: u8,
    to: u8,
}

impl Move {
    #[inline]
    pub(super) fn origin_bit(self) -> u64 {
        1 << self.from
    }

    #[inline]
    pub(super) fn target_bit(self) -> u64 {
        1 << self.to
    }

    /// The jumped pieces, in the layout with gaps.
    #[inline]
    pub(super) fn captured(self) -> u64 {
        self.captured
    }

    /// Whether it takes a piece.
    #[must_use]
    #[inline]
    pub fn is_capture(self) -> bool {
        self.captured != 0
    }

    /// How many pieces it takes.
    #[must_use]
    #[inline]
    pub fn captures(self) -> u32 {
        self.captured.count_ones()
    }

    /// The square it leaves, 1 to 32.
    #[must_use]
    #[inline]
    pub fn from(self) -> u32 {
        number(u32::from(self.from))
    }

    /// The square it ends on, 1 to 32.
    #[must_use]
    #[inline]
    pub fn to(self) -> u32 {
        number(u32::from(self.to))
    }

    /// The directions of its steps or jumps.
    #[inline]
    fn directions(self) -> impl Iterator<Item = usize> {
        let length = (31 - self.path.leading_zeros()) / 2;
        (0..length)
            .rev()
            .map(move |place| (self.path >> (2 * place)) as usize & 3)
    }

    /// The squares it touches down on, the first and the last included.
    #[must_use]
    pub fn squares(self) -> Vec<u32> {
        let steps = if self.is_capture() { 2 } else { 1 };
        let mut bit = self.origin_bit();
        let mut squares = vec![self.from()];
        for direction in self.directions() {
            bit = bit.rotate_left(steps * TURN[direction]);
            squares.push(number(bit.trailing_zeros()));
        }
        squares
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_capture() { "x" } else { "-" };
        let squares: Vec<String> = self.squares().iter().map(u32::to_string).collect();
        f.write_str(&squares.join(separator))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One side's pieces, by where they may go, and what is around them.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Those that may move down (black men and own kings) …
    pub down: u64,
    /// … and up.
    pub up: u64,
    /// The other side's pieces.
    pub opponent: u64,
    /// Squares that nobody holds.
    pub empty: u64,
}

impl Reach {
    /// Squares to which the pieces can step in each direction.
    #[inline]
    fn steps(&self) -> [u64; 4] {
        [
            (self.down << 4) & self.empty,
            (self.down << 5) & self.empty,
            (self.up >> 5) & self.empty,
            (self.up >> 4) & self.empty,
        ]
    }

    /// How many steps there are, captures left aside.
    #[inline]
    pub fn step_count(&self) -> u32 {
        self.steps()
            .iter()
            .map(|squares| squares.count_ones())
            .sum()
    }

    #[inline]
    pub fn can_step(&self) -> bool {
        let [a, b, c, d] = self.steps();
        a | b | c | d != 0
    }

    /// The pieces that can jump.
    #[inline]
    pub fn jumpers(&self) -> u64 {
        let (enemy, empty) = (self.opponent, self.empty);
        let down = (enemy >> 4 & empty >> 8) | (enemy >> 5 & empty >> 10);
        let up = (enemy << 4 & empty << 8) | (enemy << 5 & empty << 10);
        (self.down & down) | (self.up & up)
    }

    /// Whether a piece may go in a direction.
    #[inline]
    fn may_go(&self, piece: u64, direction: usize) -> bool {
        let movers = if direction < 2 { self.down } else { self.up };
        movers & piece != 0
    }

    /// Appends the steps: by direction, then by square.
    #[inline]
    pub fn push_steps(&self, out: &mut Vec<Move>) {
        for (direction, mut targets) in self.steps().into_iter().enumerate() {
            while targets != 0 {
                let to = targets.trailing_zeros();
                out.push(Move {
                    captured: 0,
                    path: 4 | direction as u32,
                    from: ((to + 64 - TURN[direction]) % 64) as u8,
                    to: to as u8,
                });
                targets &= targets - 1;
            }
        }
    }

    /// Appends the jumps of these pieces: by square, then by the directions of the path.
    #[inline]
    pub fn push_jumps(&self, mut jumpers: u64, out: &mut Vec<Move>) {
        while jumpers != 0 {
            let from = jumpers.trailing_zeros();
            let piece = 1u64 << from;
            let start = Move {
                captured: 0,
                path: 1,
                from: from as u8,
                to: from as u8,
            };
            // The square it leaves is free for its own later jumps.
            let without = Reach {
                empty: self.empty | piece,
                ..*self
            };
            without.extend(piece, start, out);
            jumpers &= jumpers - 1;
        }
    }

    /// Appends the complete paths that begin with `so_far`. A man's path ends by itself on its
    /// last row, there being nothing ahead of it. At most nine levels deep.
    fn extend(&self, piece: u64, so_far: Move, out: &mut Vec<Move>) {
        let mut ends_here = true;
        for direction in 0..4 {
            if !self.may_go(piece, direction) {
                continue;
            }
            if let Some(next) = self.jump(so_far, direction) {
                ends_here = false;
                self.extend(piece, next, out);
            }
        }
        if ends_here {
            out.push(so_far);
        }
    }

    /// The path with one more jump, if there is something to jump over and somewhere to land.
    #[inline]
    fn jump(&self, so_far: Move, direction: usize) -> Option<Move> {
        let over = so_far.target_bit().rotate_left(TURN[direction]);
        let land = over.rotate_left(TURN[direction]);
        let possible = self.opponent & !so_far.captured & over != 0 && self.empty & land != 0;
        possible.then(|| Move {
            captured: so_far.captured | over,
            path: so_far.path << 2 | direction as u32,
            from: so_far.from,
            to: land.trailing_zeros() as u8,
        })
    }

    /// Whether a move, perhaps of another position, is legal.
    pub fn allows(&self, m: Move) -> bool {
        let piece = m.origin_bit();
        if !m
            .directions()
            .all(|direction| self.may_go(piece, direction))
        {
            return false;
        }
        if !m.is_capture() {
            return self.empty & m.target_bit() != 0 && self.jumpers() == 0;
        }
        let without = Reach {
            empty: self.empty | piece,
            ..*self
        };
        let start = Move {
            captured: 0,
            path: 1,
            to: m.from,
            ..m
        };
        let end = m
            .directions()
            .try_fold(start, |so_far, direction| without.jump(so_far, direction));
        let complete = |end: Move| {
            (0..4).all(|direction| {
                !self.may_go(piece, direction) || without.jump(end, direction).is_none()
            })
        };
        end.is_some_and(complete)
    }
}
