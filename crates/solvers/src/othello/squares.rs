//! Fixed facts about the squares: quadrants, neighbours, worth.

/// The four corners.
pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Columns a and h.
pub(super) const LEFT: u64 = 0x0101_0101_0101_0101;
pub(super) const RIGHT: u64 = LEFT << 7;

/// The quadrant of each square, as one of four bits. Quadrants stand for regions: an odd number
/// of empty squares in one means that who plays there first also plays there last.
pub(super) static QUADRANT: [u8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = 1 << ((square % 8) / 4 + 2 * (square / 32));
        square += 1;
    }
    table
};

/// The squares of every set of quadrants.
pub(super) static QUADRANTS: [u64; 16] = {
    let mut table = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut square = 0;
        while square < 64 {
            if QUADRANT[square] as usize & set != 0 {
                table[set] |= 1 << square;
            }
            square += 1;
        }
        set += 1;
    }
    table
};

/// The squares beside each square.
pub(super) static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        let row = bit | (bit & !RIGHT) << 1 | (bit & !LEFT) >> 1;
        table[square] = (row | row << 8 | row >> 8) & !bit;
        square += 1;
    }
    table
};

/// The worth of each square in the order, all else being equal (the table of Edax).
#[rustfmt::skip]
pub(super) static WORTH: [i32; 64] = [
    18,  4, 16, 12, 12, 16,  4, 18,
     4,  2,  6,  8,  8,  6,  2,  4,
    16,  6, 14, 10, 10, 14,  6, 16,
    12,  8, 10,  0,  0, 10,  8, 12,
    12,  8, 10,  0,  0, 10,  8, 12,
    16,  6, 14, 10, 10, 14,  6, 16,
     4,  2,  6,  8,  8,  6,  2,  4,
    18,  4, 16, 12, 12, 16,  4, 18,
];

/// The quadrants with an odd number of empty squares.
pub(super) fn odd_quadrants(empty: u64) -> u8 {
    (0..4)
        .filter(|quadrant| (empty & QUADRANTS[1 << quadrant]).count_ones() % 2 == 1)
        .fold(0, |set, quadrant| set | 1 << quadrant)
}

/// The margin of a finished game, the empty squares given to the winner.
#[inline]
pub(super) fn final_margin(own: u64, opponent: u64) -> i32 {
    let (own, opponent) = (own.count_ones() as i32, opponent.count_ones() as i32);
    (own - opponent) + (64 - own - opponent) * (own - opponent).signum()
}
