//! Hashes of parts of a position: the pawns, and the other pieces of each side.
//!
//! Evaluations of pawns are cached by them, and the errors of the evaluation remembered. They are
//! kept along the path. *Invariant.* Equal parts have equal keys; a test compares kept keys with
//! those from scratch.

use zermelo_chess::{Chess, Kind, Move};
use zermelo_game::Side;
use zermelo_game::random::mix;

/// The keys of one position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Keys {
    /// The pawns of both sides.
    pub pawns: u64,
    /// The kings of both sides.
    pub kings: u64,
    /// The other pieces of each side, king included.
    pub pieces: [u64; 2],
}

const fn table() -> [[u64; 64]; 12] {
    let mut table = [[0; 64]; 12];
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            table[piece][square] = mix(0x5eed + (piece * 64 + square) as u64 * 0x9e37_79b9);
            square += 1;
        }
        piece += 1;
    }
    table
}

static TABLE: [[u64; 64]; 12] = table();

/// The key of a piece on a square.
#[must_use]
#[inline]
pub fn piece(side: Side, kind: Kind, square: u8) -> u64 {
    TABLE[kind.index() * 2 + side.index()][usize::from(square & 63)]
}

impl Keys {
    /// The keys of a position, from scratch.
    #[must_use]
    pub fn of(position: &Chess) -> Keys {
        let mut keys = Keys::default();
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let mut rest = position.squares(side, kind);
                while rest != 0 {
                    keys.toggle(side, kind, rest.trailing_zeros() as u8);
                    rest &= rest - 1;
                }
            }
        }
        keys
    }

    #[inline]
    fn toggle(&mut self, side: Side, kind: Kind, square: u8) {
        let key = piece(side, kind, square);
        if kind == Kind::Pawn {
            self.pawns ^= key;
        } else {
            self.pieces[side.index()] ^= key;
            if kind == Kind::King {
                self.kings ^= key;
            }
        }
    }

    /// The keys after a move of a side.
    #[must_use]
    #[inline]
    pub fn after(mut self, us: Side, m: Move) -> Keys {
        self.toggle(us, m.kind(), m.from());
        self.toggle(us, m.promotion().unwrap_or(m.kind()), m.to());
        if let (Some(taken), Some(square)) = (m.captured(), m.captured_square()) {
            self.toggle(!us, taken, square);
        }
        if let Some((from, to)) = m.castling_rook() {
            self.toggle(us, Kind::Rook, from);
            self.toggle(us, Kind::Rook, to);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::random::Rng;
    use zermelo_game::{Game, Notation};

    #[test]
    fn keys_kept_along_a_game_are_those_from_scratch() {
        let mut rng = Rng::new(11);
        for start in [
            "startpos",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ] {
            for _ in 0..30 {
                let mut position = Chess::parse(start).unwrap();
                let mut keys = Keys::of(&position);
                for _ in 0..150 {
                    let mut moves = Vec::new();
                    position.legal_moves(&mut moves);
                    let Some(&m) = rng.pick(&moves) else { break };
                    keys = keys.after(position.side(), m);
                    position.play(m);
                    assert_eq!(keys, Keys::of(&position), "{}", position.notation());
                }
            }
        }
    }
}
