//! A position as the terms look at it: pieces by side, and what they attack.

use zermelo_chess::{Chess, Kind, attacks};
use zermelo_game::Side;

use super::sets::{pawn_attacks, rank_set};

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

/// The squares that count as a king's own.
fn ring(square: u8) -> u64 {
    let file = (square & 7).clamp(1, 6);
    let rank = (square >> 3).clamp(1, 6);
    let inside = rank * 8 + file;
    attacks::king(inside) | 1 << inside
}

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
            ring: king.map(ring),
            pawn_attacks: Side::BOTH.map(|side| pawn_attacks(side, pawns[side.index()])),
            pawn_reach: [0; 2],
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
