//! Two scores in one word: for the middlegame and for the ending.
//!
//! Most of an evaluation is adding pairs; packed, a pair costs one addition. The ending's half
//! stands above the middlegame's, which may borrow from it: [`Packed::ending`] gives it back.
//! *Invariant.* Each half stays within ±32,767; sums of an evaluation stay below a third of that.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use zermelo_game::Score;

/// A pair of scores.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Packed(i32);

impl Packed {
    /// A pair from its halves.
    #[must_use]
    #[inline]
    pub const fn new(middlegame: Score, ending: Score) -> Packed {
        Packed((ending << 16).wrapping_add(middlegame))
    }

    /// The middlegame's half.
    #[must_use]
    #[inline]
    pub const fn middlegame(self) -> Score {
        self.0 as i16 as Score
    }

    /// The ending's half.
    #[must_use]
    #[inline]
    pub const fn ending(self) -> Score {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as Score
    }
}

impl std::fmt::Debug for Packed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.middlegame(), self.ending())
    }
}

impl Add for Packed {
    type Output = Packed;
    #[inline]
    fn add(self, other: Packed) -> Packed {
        Packed(self.0.wrapping_add(other.0))
    }
}

impl Sub for Packed {
    type Output = Packed;
    #[inline]
    fn sub(self, other: Packed) -> Packed {
        Packed(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Packed {
    type Output = Packed;
    #[inline]
    fn neg(self) -> Packed {
        Packed(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Packed {
    type Output = Packed;
    #[inline]
    fn mul(self, factor: i32) -> Packed {
        Packed(self.0.wrapping_mul(factor))
    }
}

impl AddAssign for Packed {
    #[inline]
    fn add_assign(&mut self, other: Packed) {
        *self = *self + other;
    }
}

impl SubAssign for Packed {
    #[inline]
    fn sub_assign(&mut self, other: Packed) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_come_back_whatever_their_signs() {
        for middlegame in [-9000, -1, 0, 1, 9000] {
            for ending in [-9000, -1, 0, 1, 9000] {
                let pair = Packed::new(middlegame, ending);
                assert_eq!((pair.middlegame(), pair.ending()), (middlegame, ending));
                let thrice = pair * -3;
                let halves = (thrice.middlegame(), thrice.ending());
                assert_eq!(halves, (-3 * middlegame, -3 * ending));
            }
        }
    }
}
