//! Which moves give check, without playing them.

use zermelo_game::{Game, Side};

use crate::{Chess, Kind, Move, attacks};

/// What decides whether a move of one position gives check: worked out once, asked of many moves.
#[derive(Clone)]
pub struct Checks {
    /// From where each kind would attack the enemy king.
    squares: [u64; 6],
    /// Own pieces that stand between an own slider and the enemy king.
    screens: u64,
    king: u8,
}

impl Checks {
    /// Where a man gives check by an ordinary move, itself or by uncovering another.
    #[inline]
    pub(crate) fn targets(&self, kind: Kind, from: u8) -> u64 {
        let uncovers = if self.screens >> from & 1 == 1 {
            !attacks::line(self.king, from)
        } else {
            0
        };
        self.squares[kind.index()] | uncovers
    }
}

impl Chess {
    /// What decides whether moves give check here.
    #[must_use]
    pub fn checks(&self) -> Checks {
        let (us, them) = (self.side(), !self.side());
        let king = self.king_square(them);
        let occupied = self.occupied();
        let diagonal = attacks::bishop(king, occupied);
        let straight = attacks::rook(king, occupied);
        let pawn = attacks::pawn(them, king);
        let queens = self.squares(us, Kind::Queen);
        let sliders = attacks::diagonals(king) & (self.squares(us, Kind::Bishop) | queens)
            | attacks::straights(king) & (self.squares(us, Kind::Rook) | queens);
        let (mut rest, mut screens) = (sliders, 0);
        while rest != 0 {
            let between = attacks::between(king, rest.trailing_zeros() as u8) & occupied;
            rest &= rest - 1;
            if between.is_power_of_two() {
                screens |= between & self.side_squares(us);
            }
        }
        Checks {
            squares: [
                pawn,
                attacks::knight(king),
                diagonal,
                straight,
                diagonal | straight,
                0,
            ],
            screens,
            king,
        }
    }

    /// Whether a legal move gives check.
    #[must_use]
    #[inline]
    pub fn gives_check(&self, m: Move, checks: &Checks) -> bool {
        let special = m.promotion().is_some() || m.is_en_passant() || m.castling_rook().is_some();
        if special {
            return self.after(m).is_check();
        }
        checks.targets(m.kind(), m.from()) >> m.to() & 1 == 1
    }

    /// Whether a legal move gives check, asked of one move: less work than [`Chess::checks`].
    #[must_use]
    pub fn is_checking(&self, m: Move) -> bool {
        let special = m.promotion().is_some() || m.is_en_passant() || m.castling_rook().is_some();
        if special {
            return self.after(m).is_check();
        }
        let (us, them) = (self.side(), !self.side());
        let king = self.king_square(them);
        let (from, to) = (1 << m.from(), 1_u64 << m.to());
        // Most moves touch no line of the king: seen on an empty board, before looking at this one.
        let (diagonal, straight) = (attacks::diagonals(king), attacks::straights(king));
        let occupied = self.occupied() & !from | to;
        let slides = |kinds: [bool; 2]| {
            kinds[0] && diagonal & to != 0 && attacks::bishop(king, occupied) & to != 0
                || kinds[1] && straight & to != 0 && attacks::rook(king, occupied) & to != 0
        };
        let direct = match m.kind() {
            Kind::Pawn => attacks::pawn(them, king) & to != 0,
            Kind::Knight => attacks::knight(king) & to != 0,
            Kind::Bishop => slides([true, false]),
            Kind::Rook => slides([false, true]),
            Kind::Queen => slides([true, true]),
            Kind::King => false,
        };
        if direct || (diagonal | straight) & from == 0 {
            return direct;
        }
        let queens = self.squares(us, Kind::Queen);
        let uncovered = |reach: u64, kind| reach & (self.squares(us, kind) | queens) & !from != 0;
        if diagonal & from != 0 {
            uncovered(attacks::bishop(king, occupied), Kind::Bishop)
        } else {
            uncovered(attacks::rook(king, occupied), Kind::Rook)
        }
    }

    /// Whether a side has more than its king and pawns.
    #[must_use]
    #[inline]
    pub fn has_pieces(&self, side: Side) -> bool {
        let simple = self.kind_squares(Kind::Pawn) | self.kind_squares(Kind::King);
        self.side_squares(side) & !simple != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::Notation;
    use zermelo_game::random::Rng;

    #[test]
    fn moves_give_check_exactly_when_the_position_after_them_says_so() {
        let mut rng = Rng::new(23);
        let mut found = 0;
        for start in [
            "startpos",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            for _ in 0..40 {
                let mut position = Chess::parse(start).unwrap();
                for _ in 0..120 {
                    let mut moves = Vec::new();
                    position.legal_moves(&mut moves);
                    let checks = position.checks();
                    for &m in &moves {
                        let gives = position.after(m).is_check();
                        found += u32::from(gives);
                        let text = || format!("{} {m:?}", position.notation());
                        assert_eq!(position.gives_check(m, &checks), gives, "{}", text());
                        assert_eq!(position.is_checking(m), gives, "{}", text());
                    }
                    let Some(&m) = rng.pick(&moves) else { break };
                    position.play(m);
                }
            }
        }
        assert!(found > 1_000);
    }
}
