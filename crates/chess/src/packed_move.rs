//! A move in two bytes.
//!
//! Squares from and to, six bits each, and the piece a pawn becomes. Castling is the king on to
//! its own rook, so that every start of Chess960 is served. Zero (a1 to a1) is no move.

use shakmaty::zobrist::Zobrist128;
use shakmaty::{CastlingMode, EnPassantMode, Position, Role, Square};
use zermelo_game::Game;

use crate::{Chess, Move};

/// A move in fifteen bits; what it means depends on the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PackedMove(u16);

/// The bits in use.
const MASK: u16 = 0x7fff;

impl PackedMove {
    /// No move: the end of a game.
    pub const NONE: PackedMove = PackedMove(0);

    pub(crate) fn new(from: Square, to: Square, promotion: Option<Role>) -> PackedMove {
        let role = promotion.map_or(0, |role| role as u16);
        PackedMove(from as u16 | (to as u16) << 6 | role << 12)
    }

    /// A move from its bits.
    #[must_use]
    pub const fn from_bits(bits: u16) -> PackedMove {
        PackedMove(bits & MASK)
    }

    /// The bits: 0 to 5 from, 6 to 11 to, 12 to 14 the promotion (2 knight … 5 queen).
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The square of departure, 0 (a1) to 63 (h8).
    #[must_use]
    pub const fn from_index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The square of arrival, 0 (a1) to 63 (h8); of castling, the rook's.
    #[must_use]
    pub const fn to_index(self) -> usize {
        (self.0 >> 6 & 63) as usize
    }

    #[inline]
    pub(crate) fn from(self) -> Square {
        Square::ALL[self.from_index()]
    }

    #[inline]
    pub(crate) fn to(self) -> Square {
        Square::ALL[self.to_index()]
    }

    #[inline]
    pub(crate) fn promotion(self) -> Option<Role> {
        match self.0 >> 12 {
            2 => Some(Role::Knight),
            3 => Some(Role::Bishop),
            4 => Some(Role::Rook),
            5 => Some(Role::Queen),
            _ => None,
        }
    }
}

impl Move {
    /// The move in two bytes.
    #[must_use]
    pub fn packed(self) -> PackedMove {
        // In this mode castling is the king on to its rook.
        match self.rules().to_uci(CastlingMode::Chess960) {
            shakmaty::uci::UciMove::Normal {
                from,
                to,
                promotion,
            } => PackedMove::new(from, to, promotion),
            _ => PackedMove::NONE,
        }
    }
}

impl Chess {
    /// The legal move that two bytes stand for here, if there is one.
    #[must_use]
    pub fn unpacked(&self, packed: PackedMove) -> Option<Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.into_iter().find(|m| m.packed() == packed)
    }

    /// The position's key of 96 bits, as archives use it.
    #[must_use]
    pub fn archive_key(&self) -> crate::PositionKey {
        let Zobrist128(key) = self.board().zobrist_hash(EnPassantMode::Legal);
        crate::PositionKey::of_hash(key)
    }
}
