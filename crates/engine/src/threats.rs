//! Which squares are attacked by men of lesser worth: from there a man had better go.

use std::cell::Cell;

use zermelo_chess::{Chess, Kind, Move, attacks};
use zermelo_game::{Game, Score};

/// What leaving such a square is worth in the order of moves, and entering one costs, by kind; on
/// the scale of history.
const WORTH: [Score; 6] = [0, 10_000, 10_000, 16_000, 28_000, 0];

/// The squares that lesser men of the other side attack, for each kind.
#[derive(Clone, Copy, Default)]
struct Threats {
    key: u64,
    squares: [u64; 6],
}

/// The threats of the position that was asked about last: all moves of a node ask about one.
#[derive(Clone, Default)]
pub struct ThreatCache(Cell<Threats>);

fn threats(position: &Chess) -> Threats {
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
    Threats {
        key: position.key(),
        squares: [0, pawns, pawns, rook, queen, 0],
    }
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
        let mut known = self.0.get();
        if known.key != position.key() {
            known = threats(position);
            self.0.set(known);
        }
        let on = |square: u8| (known.squares[kind] >> square & 1) as Score;
        WORTH[kind] * (on(m.from()) - on(m.to()))
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
}
