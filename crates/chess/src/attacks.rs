//! Which squares a piece attacks, as sets of squares.
//!
//! A set is a `u64`, bit 0 is a1, bit 7 h1, bit 63 h8; a square is a number from 0 to 63 (larger
//! ones count modulo 64). *Cost.* Tables: one or two look-ups each.

use shakmaty::{Bitboard, Square};
use zermelo_game::Side;

use crate::bits::color_of;

#[inline]
fn square_of(square: u8) -> Square {
    Square::new(u32::from(square & 63))
}

/// What a pawn of a side attacks.
#[must_use]
#[inline]
pub fn pawn(side: Side, square: u8) -> u64 {
    shakmaty::attacks::pawn_attacks(color_of(side), square_of(square)).0
}

/// What a knight attacks.
#[must_use]
#[inline]
pub fn knight(square: u8) -> u64 {
    shakmaty::attacks::knight_attacks(square_of(square)).0
}

/// What a king attacks.
#[must_use]
#[inline]
pub fn king(square: u8) -> u64 {
    shakmaty::attacks::king_attacks(square_of(square)).0
}

/// What a bishop attacks when these squares are occupied.
#[must_use]
#[inline]
pub fn bishop(square: u8, occupied: u64) -> u64 {
    shakmaty::attacks::bishop_attacks(square_of(square), Bitboard(occupied)).0
}

/// What a rook attacks when these squares are occupied.
#[must_use]
#[inline]
pub fn rook(square: u8, occupied: u64) -> u64 {
    shakmaty::attacks::rook_attacks(square_of(square), Bitboard(occupied)).0
}

/// The squares on the lines through each square, the square left out.
const fn lines(straight: bool) -> [u64; 64] {
    let mut lines = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let (files, ranks) = ((to % 8) - (from % 8), (to / 8) - (from / 8));
            let shares = if straight {
                files == 0 || ranks == 0
            } else {
                files == ranks || files == -ranks
            };
            if shares && from != to {
                lines[from as usize] |= 1 << to;
            }
            to += 1;
        }
        from += 1_i32;
    }
    lines
}

static DIAGONALS: [u64; 64] = lines(false);
static STRAIGHTS: [u64; 64] = lines(true);

/// What a bishop attacks on an empty board.
#[must_use]
#[inline]
pub fn diagonals(square: u8) -> u64 {
    DIAGONALS[usize::from(square & 63)]
}

/// What a rook attacks on an empty board.
#[must_use]
#[inline]
pub fn straights(square: u8) -> u64 {
    STRAIGHTS[usize::from(square & 63)]
}

/// What a queen attacks when these squares are occupied.
#[must_use]
#[inline]
pub fn queen(square: u8, occupied: u64) -> u64 {
    bishop(square, occupied) | rook(square, occupied)
}

/// The whole line through two squares, both included; nothing if they share none.
#[must_use]
#[inline]
pub fn line(a: u8, b: u8) -> u64 {
    shakmaty::attacks::ray(square_of(a), square_of(b)).0
}

/// The squares between two, neither included.
#[must_use]
#[inline]
pub fn between(a: u8, b: u8) -> u64 {
    shakmaty::attacks::between(square_of(a), square_of(b)).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_what_sliders_attack_on_an_empty_board() {
        for square in 0..64 {
            assert_eq!(diagonals(square), bishop(square, 0));
            assert_eq!(straights(square), rook(square, 0));
        }
    }
}
