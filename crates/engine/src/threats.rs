//! What is looked up for many moves of one position: which squares are attacked by men of lesser
//! worth, so that a man had better go from there, and which moves give check.

use std::cell::{Cell, RefCell};

use zermelo_chess::{Checks, Chess, Kind, Move, attacks};
use zermelo_game::{Game, Score};

/// What leaving such a square is worth in the order of moves, and entering one costs, by kind; on
/// the scale of history.
const WORTH: [Score; 6] = [0, 10_000, 10_000, 16_000, 28_000, 0];

/// The threats of the position that was asked about last: all moves of a node ask about one.
#[derive(Clone, Default)]
pub struct ThreatCache {
    key: Cell<u64>,
    /// The squares that lesser men of the other side attack, for each kind.
    squares: [Cell<u64>; 6],
}

fn threats(position: &Chess) -> [u64; 6] {
    let them = !position.side();
    let occupied = position.occupied();
    let pawns = super::evaluation::pawn_attacks(them, position.squares(them, Kind::Pawn));
    let all = |kind: Kind, reach: fn(u8, u64) -> u64| {
        let (mut rest, mut squares) = (position.squares(them, kind), 0);
        while rest != 0 {
            squares |= reach(rest.trailing_zeros() as u8, occupied);
            rest &= rest - 1;
        }
        squares
    };
    let minors =
        all(Kind::Knight, |square, _| attacks::knight(square)) | all(Kind::Bishop, attacks::bishop);
    let rooks = all(Kind::Rook, attacks::rook);
    let (rook, queen) = (pawns | minors, pawns | minors | rooks);
    [0, pawns, pawns, rook, queen, 0]
}

impl ThreatCache {
    /// What a quiet move gains by leaving a square that lesser men attack, less what it costs to
    /// enter one.
    #[inline]
    pub fn escape(&self, position: &Chess, m: Move) -> Score {
        let kind = m.kind().index();
        if WORTH[kind] == 0 {
            return 0;
        }
        if self.key.get() != position.key() {
            self.look(position);
        }
        let squares = self.squares[kind].get();
        let on = |square: u8| (squares >> square & 1) as Score;
        WORTH[kind] * (on(m.from()) - on(m.to()))
    }

    #[inline(never)]
    fn look(&self, position: &Chess) {
        self.key.set(position.key());
        for (cell, squares) in self.squares.iter().zip(threats(position)) {
            cell.set(squares);
        }
    }
}

/// Which moves give check in the position that was asked about last: the first question is answered
/// for its move alone, and from the second on for all.
#[derive(Clone, Default)]
pub struct CheckCache {
    asked: Cell<u64>,
    known: RefCell<Option<(u64, Checks)>>,
}

impl CheckCache {
    /// Whether a legal move gives check.
    #[inline]
    pub fn gives_check(&self, position: &Chess, m: Move) -> bool {
        let key = position.key();
        if self.asked.replace(key) != key {
            return position.is_checking(m);
        }
        let mut known = self.known.borrow_mut();
        match &*known {
            Some((of, checks)) if *of == key => position.gives_check(m, checks),
            _ => {
                let (_, checks) = known.insert((key, position.checks()));
                position.gives_check(m, checks)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::Notation;

    #[test]
    fn a_queen_gains_by_leaving_a_rooks_file_and_loses_by_entering_a_pawns_reach() {
        let fen = "3r2k1/pp4pp/8/4p3/8/3Q4/6PP/6K1 w - - 0 1";
        let position = Chess::parse(fen).unwrap();
        let cache = ThreatCache::default();
        let escape = |text: &str| cache.escape(&position, position.parse_move(text).unwrap());
        assert_eq!(escape("d3c3"), WORTH[4]);
        assert_eq!(escape("d3d4"), 0, "from one threat into another");
        assert_eq!(escape("g1f1"), 0, "a king is in check or not");
        let other = Chess::parse("6k1/pp4pp/8/4p3/8/3Q4/6PP/6K1 w - - 0 1").unwrap();
        let m = other.parse_move("d3d4").unwrap();
        assert_eq!(
            cache.escape(&other, m),
            -WORTH[4],
            "another position is looked at anew"
        );
    }

    #[test]
    fn checks_are_answered_alike_the_first_time_and_later() {
        let cache = CheckCache::default();
        for fen in [
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let position = Chess::parse(fen).unwrap();
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            for m in moves {
                let gives = position.after(m).is_check();
                assert_eq!(cache.gives_check(&position, m), gives, "{fen} {m:?}");
            }
        }
    }
}
