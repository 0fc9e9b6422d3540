//! A position as the terms look at it: pieces by side, and what they attack.

use zermelo_chess::{Chess, Kind};
use zermelo_game::Side;

use super::sets::{front, pawn_attacks, rank_set, sideways};

/// What is worked out once per evaluation.
pub struct Scene<'a> {
    pub position: &'a Chess,
    pub occupied: u64,
    /// All pieces of each side.
    pub own: [u64; 2],
    pub pawns: [u64; 2],
    pub king: [u8; 2],
    /// The king and the squares round it; a king on the edge counts as one step inside.
    pub ring: [u64; 2],
    pub pawn_attacks: [u64; 2],
    /// Squares that an enemy pawn could ever attack.
    pub pawn_reach: [u64; 2],
    pub passed: [u64; 2],
    /// What each kind attacks, filled in by the term of space.
    pub by_kind: [[u64; 6]; 2],
    pub attacked: [u64; 2],
    pub twice: [u64; 2],
    /// Pieces that attack the enemy king's ring, the sum of their weights, their hits.
    pub attackers: [i32; 2],
    pub attack_weight: [i32; 2],
    pub hits: [i32; 2],
}

/// Three squares on each of three ranks, in the corner of a1.
const NINE: u64 = 0x0007_0707;

/// The corner of a ring on a file or rank: a step before the king, or at the edge.
const fn corner(line: u8) -> u8 {
    match line {
        0 | 1 => 0,
        6 | 7 => 5,
        _ => line - 1,
    }
}

/// The squares that count as a king's own.
const fn ring(square: u8) -> u64 {
    NINE << (corner(square >> 3) * 8 + corner(square & 7))
}

static RINGS: [u64; 64] = {
    let mut rings = [0; 64];
    let mut square = 0;
    while square < 64 {
        rings[square] = ring(square as u8);
        square += 1;
    }
    rings
};

impl<'a> Scene<'a> {
    /// The position before any piece has been looked at.
    #[inline]
    pub fn new(position: &'a Chess) -> Scene<'a> {
        let own = Side::BOTH.map(|side| position.side_squares(side));
        let pawns = Side::BOTH.map(|side| position.squares(side, Kind::Pawn));
        let king = Side::BOTH.map(|side| position.king_square(side));
        Scene {
            position,
            occupied: own[0] | own[1],
            own,
            pawns,
            king,
            ring: king.map(|square| RINGS[usize::from(square & 63)]),
            pawn_attacks: Side::BOTH.map(|side| pawn_attacks(side, pawns[side.index()])),
            pawn_reach: Side::BOTH.map(|side| sideways(front(side, pawns[side.index()]))),
            passed: [0; 2],
            by_kind: [[0; 6]; 2],
            attacked: [0; 2],
            twice: [0; 2],
            attackers: [0; 2],
            attack_weight: [0; 2],
            hits: [0; 2],
        }
    }

    /// A side's pieces of a kind.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> u64 {
        self.own[side.index()] & self.position.kind_squares(kind)
    }

    /// Takes note of what a piece attacks.
    #[inline]
    pub fn attack(&mut self, side: Side, kind: Kind, squares: u64) {
        let side = side.index();
        self.by_kind[side][kind.index()] |= squares;
        self.twice[side] |= self.attacked[side] & squares;
        self.attacked[side] |= squares;
    }

    /// Where it is worth going: not onto the own king or queen, blocked or unmoved own pawns, or
    /// squares that enemy pawns attack.
    #[inline]
    pub fn worth_going(&self, side: Side) -> u64 {
        let (us, them) = (side.index(), (!side).index());
        let blocked = match side {
            Side::First => self.occupied >> 8,
            Side::Second => self.occupied << 8,
        };
        let low = rank_set(side, 1) | rank_set(side, 2);
        let stuck = self.pawns[us] & (blocked | low);
        let heavy = self.pieces(side, Kind::King) | self.pieces(side, Kind::Queen);
        !(stuck | heavy | self.pawn_attacks[them])
    }
}
