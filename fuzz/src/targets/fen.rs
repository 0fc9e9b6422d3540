//! Any text as a chess position.
//!
//! What is read prints and reads back in both notations, has legal moves whose texts read back in
//! every notation, and can be judged; what is not is named with its column.

use zermelo_chess::Chess;
use zermelo_engine::evaluation::explain;
use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation};

use super::positions;
use crate::corpus::{fingerprint, gist};

/// Larger than any sum of pieces on a board.
const ABSURD: i32 = 1_000_000;

/// Runs one input.
pub fn run(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let position = match Chess::parse(&text) {
        Ok(position) => position,
        Err(error) => {
            let end = text.chars().count() + 1;
            assert!((1..=end).contains(&error.column), "{error} in {end}");
            return gist(&error.expected);
        }
    };
    let shredder = position.shredder_fen();
    assert_eq!(
        Chess::parse(&shredder).as_ref(),
        Ok(&position),
        "{shredder}"
    );
    let at = position.notation();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    for &m in &moves {
        for text in [position.uci(m), position.uci_chess960(m), position.san(m)] {
            // Where king and rook stand side by side the king's step reads as a step.
            let read = position.parse_move(&text);
            assert!(read.is_ok(), "{text} in {at}");
        }
        let raw = position.polyglot_move(m);
        assert!(position.read_polyglot_move(raw).is_some(), "{m:?} in {at}");
    }
    let total = explain(&position).total;
    assert!(total.abs() < ABSURD, "{total}: {at}");
    let mut rng = Rng::new(fingerprint(input));
    let plies = positions::play(position, &mut rng, 60);
    (moves.len() as u64 / 8) << 8 | u64::from(plies.checked_ilog2().unwrap_or(0))
}
