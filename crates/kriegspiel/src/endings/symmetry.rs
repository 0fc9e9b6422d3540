//! The eight symmetries of the board, of squares and of sets of squares.

/// A reflection or rotation of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry(u8);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// Every square that is a king's step away from one of these.
#[must_use]
#[inline]
pub fn dilate(set: u64) -> u64 {
    let beside = set << 1 & !FILE_A | set >> 1 & !FILE_H;
    let row = set | beside;
    beside | row << 8 | row >> 8
}

impl Symmetry {
    /// All of them; the first changes nothing, the second mirrors the files.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// Where a square goes.
    #[must_use]
    #[inline]
    pub fn square(self, square: u8) -> u8 {
        let turned = match self.0 & 4 {
            0 => square,
            _ => square >> 3 | (square & 7) << 3,
        };
        turned ^ (if self.0 & 1 != 0 { 7 } else { 0 }) ^ (if self.0 & 2 != 0 { 56 } else { 0 })
    }

    /// Where a set goes.
    #[must_use]
    #[inline]
    pub fn set(self, set: u64) -> u64 {
        let turned = if self.0 & 4 != 0 { transpose(set) } else { set };
        self.flip(turned)
    }

    /// Where a set came from.
    #[must_use]
    #[inline]
    pub fn back(self, set: u64) -> u64 {
        let flipped = self.flip(set);
        if self.0 & 4 != 0 {
            transpose(flipped)
        } else {
            flipped
        }
    }

    #[inline]
    fn flip(self, mut set: u64) -> u64 {
        if self.0 & 1 != 0 {
            set = set.reverse_bits().swap_bytes();
        }
        if self.0 & 2 != 0 {
            set = set.swap_bytes();
        }
        set
    }
}

/// Exchanges files and ranks.
#[inline]
fn transpose(mut set: u64) -> u64 {
    for (shift, mask) in [
        (28, 0x0f0f_0f0f_0000_0000),
        (14, 0x3333_0000_3333_0000),
        (7, 0x5500_5500_5500_5500),
    ] {
        let change = mask & (set ^ set << shift);
        set ^= change ^ change >> shift;
    }
    set
}

#[cfg(test)]
mod tests {
    use zermelo_chess::attacks;

    use super::*;
    use crate::men::bit;

    #[test]
    fn sets_go_where_their_squares_go_and_come_back() {
        for symmetry in Symmetry::ALL {
            for square in 0..64 {
                assert_eq!(symmetry.set(bit(square)), bit(symmetry.square(square)));
                assert_eq!(symmetry.back(symmetry.set(bit(square))), bit(square));
            }
        }
    }

    #[test]
    fn a_square_grows_into_the_steps_of_a_king() {
        for square in 0..64 {
            assert_eq!(dilate(bit(square)), attacks::king(square));
        }
    }
}
