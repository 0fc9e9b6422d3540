//! What a move wins when both sides keep taking on its square, as a number.
//!
//! *Source.* The swap list of Slate & Atkin 1977. *Ours.* In Kriegspiel an exchange is the one
//! thing that both sides see: every capture names its square. Pins are left out. *Cost.* No move
//! is played.

use zermelo_chess::{Chess, Kind, Move, attacks};
use zermelo_game::Game;

use crate::players::reactions::worth;

/// Captures on one square that are looked at.
const LONGEST: usize = 16;

/// What a move wins for its side, in pawns; negative if it loses.
#[must_use]
pub fn exchange(board: &Chess, m: Move) -> f32 {
    if m.castling_rook().is_some() {
        return 0.0;
    }
    let (from, to) = (m.from(), m.to());
    let mut gains = [0.0f32; LONGEST];
    gains[0] = m.captured().map_or(0.0, worth);
    let mut standing = worth(m.kind());
    if let Some(kind) = m.promotion() {
        gains[0] += worth(kind) - worth(Kind::Pawn);
        standing = worth(kind);
    }
    let mut occupied = board.occupied() & !(1 << from) | 1 << to;
    if let Some(taken) = m.captured_square().filter(|_| m.is_en_passant()) {
        occupied &= !(1 << taken);
    }
    let queens = board.kind_squares(Kind::Queen);
    let diagonals = board.kind_squares(Kind::Bishop) | queens;
    let lines = board.kind_squares(Kind::Rook) | queens;
    let mut attackers = board.attackers(to, occupied) & occupied;
    let mut side = !board.side();
    let mut depth = 0;
    while depth + 1 < LONGEST {
        let own = attackers & board.side_squares(side);
        let least = |kind: &Kind| own & board.kind_squares(*kind) != 0;
        let Some(kind) = Kind::ALL.into_iter().find(least) else {
            break;
        };
        // A king does not take what is defended.
        if kind == Kind::King && attackers & board.side_squares(!side) != 0 {
            break;
        }
        depth += 1;
        gains[depth] = standing - gains[depth - 1];
        standing = worth(kind);
        let piece = own & board.kind_squares(kind);
        occupied &= !(piece & piece.wrapping_neg());
        if matches!(kind, Kind::Pawn | Kind::Bishop | Kind::Queen) {
            attackers |= attacks::bishop(to, occupied) & diagonals;
        }
        if matches!(kind, Kind::Rook | Kind::Queen) {
            attackers |= attacks::rook(to, occupied) & lines;
        }
        attackers &= occupied;
        side = !side;
    }
    while depth > 0 {
        gains[depth - 1] = -(-gains[depth - 1]).max(gains[depth]);
        depth -= 1;
    }
    gains[0]
}

#[cfg(test)]
mod tests {
    use zermelo_game::Notation;

    use super::*;

    #[test]
    fn an_exchange_is_worth_what_taking_in_turn_leaves() {
        for (fen, text, expected) in [
            ("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5", -2.0),
            ("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5", 1.0),
            ("4k3/8/3p4/4n3/3P4/8/8/4K3 w - - 0 1", "d4e5", 2.0),
            ("4k3/8/8/8/8/8/3q4/R3K2R w KQ - 0 1", "e1d2", 9.0),
            ("4k3/8/8/8/8/8/4r3/4R1K1 b - - 0 1", "e2e1", 5.0),
        ] {
            let board = Chess::parse(fen).unwrap();
            let m = board.parse_move(text).unwrap();
            assert_eq!(exchange(&board, m), expected, "{fen}");
        }
    }
}
