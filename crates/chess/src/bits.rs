//! The position as sets of squares, for whoever must be fast.
//!
//! A set is a `u64`, bit 0 is a1 and bit 63 h8; see [`crate::attacks`].

use shakmaty::{Color, Position, Role, Square};
use zermelo_game::{Game, Side};

use crate::Chess;

/// The kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// The king.
    King,
}

impl Kind {
    /// All kinds, the pawn first.
    pub const ALL: [Kind; 6] = [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
        Kind::King,
    ];

    /// 0 to 5, to index arrays by kind.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

#[inline]
pub(crate) fn kind_of(role: Role) -> Kind {
    match role {
        Role::Pawn => Kind::Pawn,
        Role::Knight => Kind::Knight,
        Role::Bishop => Kind::Bishop,
        Role::Rook => Kind::Rook,
        Role::Queen => Kind::Queen,
        Role::King => Kind::King,
    }
}

#[inline]
pub(crate) fn role_of(kind: Kind) -> Role {
    match kind {
        Kind::Pawn => Role::Pawn,
        Kind::Knight => Role::Knight,
        Kind::Bishop => Role::Bishop,
        Kind::Rook => Role::Rook,
        Kind::Queen => Role::Queen,
        Kind::King => Role::King,
    }
}

#[inline]
pub(crate) fn color_of(side: Side) -> Color {
    match side {
        Side::First => Color::White,
        Side::Second => Color::Black,
    }
}

impl Chess {
    /// The squares of a side's pieces.
    #[must_use]
    #[inline]
    pub fn side_squares(&self, side: Side) -> u64 {
        self.board().board().by_color(color_of(side)).0
    }

    /// The squares of all pieces of a kind.
    #[must_use]
    #[inline]
    pub fn kind_squares(&self, kind: Kind) -> u64 {
        self.board().board().by_role(role_of(kind)).0
    }

    /// The squares of a side's pieces of a kind.
    #[must_use]
    #[inline]
    pub fn squares(&self, side: Side, kind: Kind) -> u64 {
        self.side_squares(side) & self.kind_squares(kind)
    }

    /// All occupied squares.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.board().board().occupied().0
    }

    /// The square of a side's king.
    #[must_use]
    #[inline]
    pub fn king_square(&self, side: Side) -> u8 {
        (self.squares(side, Kind::King).trailing_zeros() & 63) as u8
    }

    /// What stands on a square.
    #[must_use]
    #[inline]
    pub fn kind_at(&self, square: u8) -> Option<Kind> {
        let square = Square::new(u32::from(square & 63));
        self.board().board().role_at(square).map(kind_of)
    }

    /// The rooks with which a side may still castle.
    #[must_use]
    #[inline]
    pub fn castling_rooks(&self, side: Side) -> u64 {
        let rank = [0xff, 0xff << 56][side.index()];
        self.board().castles().castling_rights().0 & rank
    }

    /// The pieces of both sides that attack a square, when these squares are occupied.
    #[must_use]
    #[inline]
    pub fn attackers(&self, square: u8, occupied: u64) -> u64 {
        use crate::attacks;
        let of = |kind| self.kind_squares(kind);
        let queens = of(Kind::Queen);
        attacks::pawn(Side::Second, square) & self.squares(Side::First, Kind::Pawn)
            | attacks::pawn(Side::First, square) & self.squares(Side::Second, Kind::Pawn)
            | attacks::knight(square) & of(Kind::Knight)
            | attacks::king(square) & of(Kind::King)
            | attacks::bishop(square, occupied) & (of(Kind::Bishop) | queens)
            | attacks::rook(square, occupied) & (of(Kind::Rook) | queens)
    }

    /// The side to move's pieces that alone stand between its king and an enemy slider.
    #[must_use]
    pub fn pinned(&self) -> u64 {
        use crate::attacks;
        let (us, them) = (self.side(), !self.side());
        let king = self.king_square(us);
        let queens = self.squares(them, Kind::Queen);
        let snipers = attacks::diagonals(king) & (self.squares(them, Kind::Bishop) | queens)
            | attacks::straights(king) & (self.squares(them, Kind::Rook) | queens);
        let (occupied, own) = (self.occupied(), self.side_squares(us));
        let mut pinned = 0;
        let mut rest = snipers;
        while rest != 0 {
            let between = attacks::between(king, rest.trailing_zeros() as u8) & occupied;
            rest &= rest - 1;
            if between.is_power_of_two() {
                pinned |= between & own;
            }
        }
        pinned
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::Notation;

    #[test]
    fn pieces_checks_and_pins_are_where_the_board_shows_them() {
        let position = Chess::parse("4k3/8/8/b7/4r3/8/3NN3/4K2R w K - 0 1").unwrap();
        assert_eq!(position.squares(Side::First, Kind::Knight), 0x1800);
        assert_eq!(position.king_square(Side::Second), 60);
        assert_eq!(position.pinned(), 0x1800);
        assert_eq!(position.checkers(), 0);
        assert_eq!(position.castling_rooks(Side::First), 1 << 7);
        assert_eq!(position.castling_rooks(Side::Second), 0);
        let castling = position.parse_move("e1g1").unwrap();
        assert_eq!((castling.from(), castling.to()), (4, 6));
        assert_eq!(castling.castling_rook(), Some((7, 5)));
    }

    #[test]
    fn a_pawn_taken_in_passing_stands_beside_the_square_of_arrival() {
        let position = Chess::parse("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
        let m = position.parse_move("e5d6").unwrap();
        assert!(m.is_en_passant());
        assert_eq!(m.captured_square(), Some(35));
        assert_eq!(m.captured(), Some(Kind::Pawn));
    }
}
