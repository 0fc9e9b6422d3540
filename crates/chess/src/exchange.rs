//! Static exchange evaluation: what a move wins when both sides keep taking on its square.
//!
//! Each side takes with its least valuable piece and may stop when that is better (Slate & Atkin
//! 1977, as a threshold test). Sliders behind sliders join in; pins are left out, except that a
//! king does not take a defended piece. *Cost.* No move is played: some set operations per piece
//! that takes part.

use zermelo_game::{Game, Score};

use crate::{Chess, Kind, Move, attacks};

impl Chess {
    /// Whether a legal move wins at least this much in the exchange it begins, with these values
    /// of the kinds of pieces.
    #[must_use]
    pub fn exchange_wins(&self, m: Move, at_least: Score, values: &[Score; 6]) -> bool {
        let value = |kind: Kind| values[kind.index()];
        if m.castling_rook().is_some() {
            return at_least <= 0;
        }
        let (from, to) = (m.from(), m.to());
        let mut balance = m.captured().map_or(0, value) - at_least;
        let mut next = m.kind();
        if let Some(promotion) = m.promotion() {
            balance += value(promotion) - value(Kind::Pawn);
            next = promotion;
        }
        if balance < 0 {
            return false;
        }
        // The worst case: what has just moved is lost.
        balance -= value(next);
        if balance >= 0 {
            return true;
        }
        let mut occupied = (self.occupied() & !(1 << from)) | 1 << to;
        if let Some(taken) = m.captured_square().filter(|_| m.is_en_passant()) {
            occupied &= !(1 << taken);
        }
        let queens = self.kind_squares(Kind::Queen);
        let diagonals = self.kind_squares(Kind::Bishop) | queens;
        let lines = self.kind_squares(Kind::Rook) | queens;
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut side = !self.side();
        loop {
            let own = attackers & self.side_squares(side);
            if own == 0 {
                break;
            }
            let least = |kind: &Kind| own & self.kind_squares(*kind) != 0;
            let kind = Kind::ALL.into_iter().find(least).unwrap_or(Kind::King);
            let piece = own & self.kind_squares(kind);
            occupied &= !(piece & piece.wrapping_neg());
            if matches!(kind, Kind::Pawn | Kind::Bishop | Kind::Queen) {
                attackers |= attacks::bishop(to, occupied) & diagonals;
            }
            if matches!(kind, Kind::Rook | Kind::Queen) {
                attackers |= attacks::rook(to, occupied) & lines;
            }
            attackers &= occupied;
            side = !side;
            balance = -balance - 1 - value(kind);
            if balance >= 0 {
                // A king may not take what is defended.
                if kind == Kind::King && attackers & self.side_squares(side) != 0 {
                    side = !side;
                }
                break;
            }
        }
        // The side that has to take and cannot or will not has lost the exchange.
        side != self.side()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::Notation;
    use zermelo_game::random::Rng;

    const VALUES: [Score; 6] = [100, 300, 310, 500, 900, 20_000];

    /// The same by playing it out: the least valuable piece takes, or stops.
    fn slow(
        position: &Chess,
        to: u8,
        on_square: Score,
        occupied: u64,
        us: zermelo_game::Side,
    ) -> Score {
        let own = position.attackers(to, occupied) & occupied & position.side_squares(us);
        let Some(kind) = Kind::ALL
            .into_iter()
            .find(|kind| own & position.kind_squares(*kind) != 0)
        else {
            return 0;
        };
        let piece = own & position.kind_squares(kind);
        let left = occupied & !(piece & piece.wrapping_neg());
        if kind == Kind::King
            && position.attackers(to, left) & left & position.side_squares(!us) != 0
        {
            return 0;
        }
        let then = slow(position, to, VALUES[kind.index()], left, !us);
        (on_square - then).max(0)
    }

    fn value(position: &Chess, m: Move) -> Score {
        let mut on_square = VALUES[m.kind().index()];
        let mut gain = m.captured().map_or(0, |kind| VALUES[kind.index()]);
        if let Some(promotion) = m.promotion() {
            gain += VALUES[promotion.index()] - VALUES[0];
            on_square = VALUES[promotion.index()];
        }
        let mut occupied = (position.occupied() & !(1 << m.from())) | 1 << m.to();
        if let Some(taken) = m.captured_square().filter(|_| m.is_en_passant()) {
            occupied &= !(1 << taken);
        }
        gain - slow(position, m.to(), on_square, occupied, !position.side())
    }

    #[test]
    fn the_threshold_test_agrees_with_taking_in_turn() {
        let mut rng = Rng::new(5);
        let mut compared = 0;
        for _ in 0..60 {
            let mut position = Chess::new();
            for _ in 0..100 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                for &m in moves.iter().filter(|m| m.castling_rook().is_none()) {
                    let value = value(&position, m);
                    let text = || format!("{} {m:?} {value}", position.notation());
                    assert!(position.exchange_wins(m, value, &VALUES), "{}", text());
                    assert!(!position.exchange_wins(m, value + 1, &VALUES), "{}", text());
                    compared += 1;
                }
                let Some(&m) = rng.pick(&moves) else { break };
                position.play(m);
            }
        }
        assert!(compared > 100_000);
    }
}
