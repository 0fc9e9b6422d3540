//! The two questions of Othello on bitboards: where may one play, and what is turned.
//!
//! **Source.** Legal squares: parallel-prefix fills along the four lines in both directions
//! (Kogge & Stone 1973, as used in Edax by Richard Delorme). Turned discs: for rays toward higher
//! bits the carry of an addition runs through the enemy discs to the first other square; for rays
//! toward lower bits the highest bit that is not an enemy disc is that square.
//!
//! **Invariant.** Neither branches on the position.
//!
//! **Cost.** About 90 word operations for all legal squares, about 60 for the discs of one move;
//! 4 KiB of ray masks.

/// Columns b to g, which a horizontal or diagonal row of enemy discs must stay within.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares of one of the eight rays from a square, the square itself left out.
const fn ray(square: usize, right: i32, down: i32) -> u64 {
    let mut column = (square % 8) as i32 + right;
    let mut row = (square / 8) as i32 + down;
    let mut squares = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        squares |= 1 << (row * 8 + column);
        column += right;
        row += down;
    }
    squares
}

const fn rays(sign: i32) -> [[u64; 4]; 64] {
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = [
            ray(square, sign, 0),
            ray(square, -sign, sign),
            ray(square, 0, sign),
            ray(square, sign, sign),
        ];
        square += 1;
    }
    table
}

/// Rays toward higher bits: right, down left, down, down right.
static UP_RAYS: [[u64; 4]; 64] = rays(1);
/// Their opposites, toward lower bits.
static DOWN_RAYS: [[u64; 4]; 64] = rays(-1);

/// Squares next to a row of `enclosed` discs that begins beside one of `own`, on the lines whose
/// neighbours are `shift` bits apart.
#[inline]
const fn ends_of_rows(own: u64, enclosed: u64, shift: u32) -> u64 {
    let mut left = enclosed & (own << shift);
    let mut right = enclosed & (own >> shift);
    left |= enclosed & (left << shift);
    right |= enclosed & (right >> shift);
    let left_pairs = enclosed & (enclosed << shift);
    let right_pairs = left_pairs >> shift;
    left |= left_pairs & (left << (2 * shift));
    right |= right_pairs & (right >> (2 * shift));
    left |= left_pairs & (left << (2 * shift));
    right |= right_pairs & (right >> (2 * shift));
    (left << shift) | (right >> shift)
}

/// The squares on which the owner of `own` may play.
#[must_use]
#[inline]
pub const fn legal_mask(own: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    (ends_of_rows(own, inner, 1)
        | ends_of_rows(own, inner, 7)
        | ends_of_rows(own, opponent, 8)
        | ends_of_rows(own, inner, 9))
        & !(own | opponent)
}

/// The discs of `opponent` that a disc of `own` on an empty square (0 to 63) turns.
#[must_use]
#[inline]
pub fn flips(own: u64, opponent: u64, square: usize) -> u64 {
    let mut turned = 0;
    for ray in UP_RAYS[square] {
        let end = (opponent | !ray).wrapping_add(1) & ray & own;
        turned |= end.wrapping_sub((end != 0) as u64) & ray;
    }
    for ray in DOWN_RAYS[square] {
        // An unbroken row of enemy discs to the edge gives bit 63, which is on no such ray.
        let nearest = (1u64 << 63).wrapping_shr((!opponent & ray).leading_zeros());
        let end = nearest & ray & own;
        turned |= (end.wrapping_neg() << 1) & ray;
    }
    turned
}
