//! Small operations on sets of squares.

use zermelo_game::Side;

/// The squares of the first file.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The squares of the last file.
pub const FILE_H: u64 = FILE_A << 7;
/// The light squares.
pub const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
/// The four squares of the centre.
pub const CENTRE: u64 = 0x0000_0018_1800_0000;

/// The squares of a set, lowest first.
#[inline(always)]
pub fn each(mut set: u64, mut visit: impl FnMut(u8)) {
    while set != 0 {
        visit(set.trailing_zeros() as u8);
        set &= set - 1;
    }
}

/// How many squares, as a signed number.
#[inline(always)]
pub fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The set of one square.
#[inline(always)]
pub const fn only(square: u8) -> u64 {
    1 << (square & 63)
}

/// The file of a square.
#[inline(always)]
pub const fn file(square: u8) -> u64 {
    FILE_A << (square & 7)
}

/// The files beside that of a square.
#[inline(always)]
pub const fn beside(square: u8) -> u64 {
    let file = file(square);
    (file & !FILE_H) << 1 | (file & !FILE_A) >> 1
}

/// The rank of a square as its side sees it, 0 to 7.
#[inline(always)]
pub fn rank(side: Side, square: u8) -> usize {
    match side {
        Side::First => usize::from(square >> 3),
        Side::Second => usize::from(7 - (square >> 3)),
    }
}

/// A square as its side sees it.
#[inline(always)]
pub fn seen(side: Side, square: u8) -> usize {
    match side {
        Side::First => usize::from(square),
        Side::Second => usize::from(square ^ 56),
    }
}

/// A rank, counted from a side, as a set.
#[inline(always)]
pub fn rank_set(side: Side, rank: u32) -> u64 {
    match side {
        Side::First => 0xff << (8 * rank),
        Side::Second => 0xff << (8 * (7 - rank)),
    }
}

/// One step towards the other side.
#[inline(always)]
pub fn ahead(side: Side, set: u64) -> u64 {
    match side {
        Side::First => set << 8,
        Side::Second => set >> 8,
    }
}

/// All squares in front of those of a set, on their files.
#[inline(always)]
pub fn front(side: Side, set: u64) -> u64 {
    let mut set = ahead(side, set);
    match side {
        Side::First => {
            set |= set << 8;
            set |= set << 16;
            set | set << 32
        }
        Side::Second => {
            set |= set >> 8;
            set |= set >> 16;
            set | set >> 32
        }
    }
}

/// A set with the squares to the left and right of it.
#[inline(always)]
pub const fn sideways(set: u64) -> u64 {
    (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

/// What pawns attack.
#[inline(always)]
pub fn pawn_attacks(side: Side, pawns: u64) -> u64 {
    sideways(ahead(side, pawns))
}

/// What pawns attack twice.
#[inline(always)]
pub fn pawn_double_attacks(side: Side, pawns: u64) -> u64 {
    let ahead = ahead(side, pawns);
    (ahead & !FILE_H) << 1 & (ahead & !FILE_A) >> 1
}

/// King moves between two squares.
#[inline(always)]
pub fn distance(a: u8, b: u8) -> usize {
    let files = (a & 7).abs_diff(b & 7);
    let ranks = (a >> 3).abs_diff(b >> 3);
    usize::from(files.max(ranks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fronts_and_attacks_do_not_run_over_the_edge() {
        let a2 = only(8);
        assert_eq!(front(Side::First, a2), FILE_A & !0xffff);
        assert_eq!(front(Side::Second, a2), 1);
        assert_eq!(pawn_attacks(Side::First, a2), only(17));
        assert_eq!(pawn_attacks(Side::Second, only(15)), only(6));
        assert_eq!(beside(7), FILE_H >> 1);
        assert_eq!(distance(0, 63), 7);
        assert_eq!(rank(Side::Second, 55), 1);
    }
}
