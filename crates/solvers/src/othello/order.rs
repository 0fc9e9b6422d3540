//! The order of moves, and what it is made of.

use zermelo_games::othello::flips::legal_mask;

use super::squares::{CORNERS, QUADRANT, WORTH};

/// What each thing is worth, the weights of Edax: an answer less for the opponent, a disc that
/// hangs on a corner, an empty square less beside own discs.
const ANSWER: i32 = 1 << 15;
const CORNER_DISC: i32 = 1 << 11;
const LIBERTY: i32 = 1 << 5;
/// A square in an odd quadrant, by how many squares are empty.
const PARITY: [(u32, i32); 3] = [(12, 8), (21, 4), (u32::MAX, 2)];
/// Larger than any of it together.
pub(super) const FIRST: i32 = 1 << 28;

/// A move with the position it leads to: discs of who is then to move, and of the other.
#[derive(Clone, Copy, Default)]
pub(super) struct Child {
    pub order: i32,
    pub own: u64,
    pub opponent: u64,
    pub square: u8,
}

/// The place of a move that is not remembered.
#[inline]
pub(super) fn order(child: &Child, empties: u32, odd: u8) -> i32 {
    let square = usize::from(child.square);
    let answers = legal_mask(child.own, child.opponent);
    let empty = !(child.own | child.opponent);
    let parity = if odd & QUADRANT[square] != 0 {
        let stage = PARITY.iter().find(|(until, _)| empties < *until);
        stage.map_or(0, |stage| stage.1)
    } else {
        0
    };
    WORTH[square] + parity + CORNER_DISC * corner_discs(child.opponent)
        - ANSWER * twice_at_corners(answers)
        - LIBERTY * twice_at_corners(beside(child.opponent) & empty)
}

#[inline]
fn twice_at_corners(squares: u64) -> i32 {
    (squares.count_ones() + (squares & CORNERS).count_ones()) as i32
}

/// The squares beside these discs on lines along which they might be turned: an edge disc not
/// across its edge.
#[inline]
fn beside(discs: u64) -> u64 {
    let columns = discs & 0x7e7e_7e7e_7e7e_7e7e;
    let rows = discs & 0x00ff_ffff_ffff_ff00;
    let inner = columns & rows;
    columns << 1
        | columns >> 1
        | rows << 8
        | rows >> 8
        | inner << 7
        | inner >> 7
        | inner << 9
        | inner >> 9
}

/// Discs on corners, and on edges beside own corners.
#[inline]
fn corner_discs(own: u64) -> i32 {
    let beside = (own & 0x0100_0000_0000_0001) << 1
        | (own & 0x8000_0000_0000_0080) >> 1
        | (own & 0x0000_0000_0000_0081) << 8
        | (own & 0x8100_0000_0000_0000) >> 8;
    (own & (CORNERS | beside)).count_ones() as i32
}
