//! A chess move.
//!
//! One word holds everything that ordering and evaluation ask of a move, so that they need not
//! look at the board: squares, kinds of the mover, the captured and the promoted piece, castling
//! and en passant. *Invariant.* A move made from the rules library's move gives it back.

use std::fmt;

use shakmaty::{Role, Square};

use crate::bits::{Kind, kind_of, role_of};

/// A legal move of some position. Its texts (UCI, SAN) depend on the position: see
/// [`crate::Chess::uci`] and [`crate::Chess::san`].
// Bits: from 6, to 6, kind 3, captured kind + 1 3, promotion 3, en passant, castling, unquiet,
// the castling rook's square 6.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

const TO: u32 = 6;
const KIND: u32 = 12;
const CAPTURED: u32 = 15;
const PROMOTION: u32 = 18;
const EN_PASSANT: u32 = 1 << 21;
const CASTLING: u32 = 1 << 22;
const UNQUIET: u32 = 1 << 23;
const ROOK: u32 = 24;

/// Kinds by their bits; numbers beyond the king's do not occur. A table, because a `match` becomes
/// a jump that the processor cannot foresee.
static KINDS: [Kind; 8] = [
    Kind::Pawn,
    Kind::Knight,
    Kind::Bishop,
    Kind::Rook,
    Kind::Queen,
    Kind::King,
    Kind::King,
    Kind::King,
];

#[inline]
fn kind_at(bits: u32) -> Kind {
    KINDS[(bits & 7) as usize]
}

impl Move {
    /// A move of a piece, castling and en passant apart.
    #[inline]
    pub(crate) fn normal(
        kind: Kind,
        from: u8,
        to: u8,
        captured: Option<Kind>,
        promotion: Option<Kind>,
    ) -> Move {
        let unquiet = match promotion {
            Some(kind) => kind == Kind::Queen,
            None => captured.is_some(),
        };
        let captured = captured.map_or(0, |kind| kind as u32 + 1);
        let promotion = promotion.map_or(0, |kind| kind as u32);
        Move(
            u32::from(from & 63)
                | u32::from(to & 63) << TO
                | (kind as u32) << KIND
                | captured << CAPTURED
                | promotion << PROMOTION
                | if unquiet { UNQUIET } else { 0 },
        )
    }

    /// A move of the rules library.
    #[inline]
    pub(crate) fn new(m: shakmaty::Move) -> Move {
        match m {
            shakmaty::Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => Move::normal(
                kind_of(role),
                from as u8,
                to as u8,
                capture.map(kind_of),
                promotion.map(kind_of),
            ),
            shakmaty::Move::EnPassant { from, to } => {
                let pawn = Some(Kind::Pawn);
                let m = Move::normal(Kind::Pawn, from as u8, to as u8, pawn, None);
                Move(m.0 | EN_PASSANT)
            }
            shakmaty::Move::Castle { king, rook } => {
                let to = (king as u8 & 56) | if rook > king { 6 } else { 2 };
                let m = Move::normal(Kind::King, king as u8, to, None, None);
                Move(m.0 | CASTLING | (rook as u32) << ROOK)
            }
            // Only other variants drop pieces.
            shakmaty::Move::Put { role, to } => {
                Move::normal(kind_of(role), to as u8, to as u8, None, None)
            }
        }
    }

    /// The move as the rules library wants it.
    #[inline]
    pub(crate) fn rules(self) -> shakmaty::Move {
        let square = |s: u8| Square::new(u32::from(s));
        let (from, to) = (square(self.from()), square(self.to()));
        if self.0 & (CASTLING | EN_PASSANT) == 0 {
            shakmaty::Move::Normal {
                role: role_of(self.kind()),
                from,
                capture: self.captured().map(role_of),
                to,
                promotion: self.promotion().map(role_of),
            }
        } else if self.0 & EN_PASSANT != 0 {
            shakmaty::Move::EnPassant { from, to }
        } else {
            shakmaty::Move::Castle {
                king: from,
                rook: square((self.0 >> ROOK & 63) as u8),
            }
        }
    }

    /// Whether it takes a piece.
    #[must_use]
    #[inline]
    pub fn is_capture(self) -> bool {
        self.0 >> CAPTURED & 7 != 0
    }

    /// Whether a pawn promotes.
    #[must_use]
    #[inline]
    pub fn is_promotion(self) -> bool {
        self.0 >> PROMOTION & 7 != 0
    }

    /// Whether [`crate::Chess::unquiet_moves`] generates it.
    #[must_use]
    #[inline]
    pub fn is_unquiet(self) -> bool {
        self.0 & UNQUIET != 0
    }

    /// The square it starts from.
    #[must_use]
    #[inline]
    pub fn from(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// The square it goes to; of castling, where the king arrives.
    #[must_use]
    #[inline]
    pub fn to(self) -> u8 {
        (self.0 >> TO & 63) as u8
    }

    /// The kind of the piece that moves.
    #[must_use]
    #[inline]
    pub fn kind(self) -> Kind {
        kind_at(self.0 >> KIND)
    }

    /// The kind of the piece it takes.
    #[must_use]
    #[inline]
    pub fn captured(self) -> Option<Kind> {
        let kind = self.0 >> CAPTURED & 7;
        (kind != 0).then(|| kind_at(kind - 1))
    }

    /// The square of the piece it takes, if it takes one.
    #[must_use]
    #[inline]
    pub fn captured_square(self) -> Option<u8> {
        let square = if self.is_en_passant() {
            self.from() & 56 | self.to() & 7
        } else {
            self.to()
        };
        self.is_capture().then_some(square)
    }

    /// What a pawn becomes.
    #[must_use]
    #[inline]
    pub fn promotion(self) -> Option<Kind> {
        let kind = self.0 >> PROMOTION & 7;
        (kind != 0).then(|| kind_at(kind))
    }

    /// Of castling, the squares between which the rook moves.
    #[must_use]
    #[inline]
    pub fn castling_rook(self) -> Option<(u8, u8)> {
        let rook = (self.0 >> ROOK & 63) as u8;
        let to = (rook & 56) | if self.to() & 7 == 6 { 5 } else { 3 };
        (self.0 & CASTLING != 0).then_some((rook, to))
    }

    /// Whether it takes a pawn in passing.
    #[must_use]
    #[inline]
    pub fn is_en_passant(self) -> bool {
        self.0 & EN_PASSANT != 0
    }

    /// Whether it may change the castling rights, given the rooks that have them, or let a pawn
    /// be taken in passing.
    #[inline]
    pub(crate) fn may_change_rights(self, rooks: u64) -> bool {
        let (from, to) = (self.from(), self.to());
        let double = self.kind() == Kind::Pawn && from.abs_diff(to) == 16;
        let castling = rooks != 0
            && (self.kind() == Kind::King || rooks >> from & 1 == 1 || rooks >> to & 1 == 1);
        double || castling || self.0 & (CASTLING | EN_PASSANT) != 0
    }

    /// The role a pawn becomes, as the rules library names it.
    pub(crate) fn promotion_role(self) -> Option<Role> {
        self.promotion().map(role_of)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rules())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chess;
    use shakmaty::Position;
    use zermelo_game::random::Rng;
    use zermelo_game::{Game, Notation};

    #[test]
    fn every_move_of_the_rules_library_comes_back() {
        let mut rng = Rng::new(29);
        for start in [
            "startpos",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ] {
            for _ in 0..30 {
                let mut position = Chess::parse(start).unwrap();
                for _ in 0..120 {
                    let moves = position.board().legal_moves();
                    for &m in &moves {
                        assert_eq!(Move::new(m).rules(), m);
                    }
                    let moves: Vec<_> = moves.into_iter().map(Move::new).collect();
                    let Some(&m) = rng.pick(&moves) else { break };
                    position.play(m);
                }
            }
        }
    }
}
