//! Any text as moves: the first line is a position (or nothing: the start), every other line a
//! move to be read there. What is read is legal and is played.
//!
//! Between two lines that are no moves one random move is played, so that the same text meets
//! many positions.

use zermelo_game::random::{Rng, mix};
use zermelo_games::{GAMES, Playable, Visitor, with_game};

use super::positions::round_trip;
use crate::corpus::fingerprint;

/// Runs one input.
pub fn run(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let mut print = 0;
    for info in GAMES {
        let treated = with_game(info.name, None, Play { text: &text })
            .unwrap_or_else(|error| panic!("{} has no start: {error}", info.name));
        print = mix(print ^ treated);
    }
    print
}

struct Play<'a> {
    text: &'a str,
}

impl Visitor for Play<'_> {
    type Output = u64;

    fn visit<G: Playable>(self, start: G) -> u64 {
        let mut lines = self.text.split('\n').take(200);
        let first = lines.next().unwrap_or_default();
        let parsed = G::parse(first);
        let read = u64::from(parsed.is_ok());
        let mut position = parsed.unwrap_or(start);
        let mut rng = Rng::new(fingerprint(self.text.as_bytes()));
        let mut accepted = 0u8;
        for line in lines {
            let m = match position.parse_move(line) {
                Ok(m) => {
                    let at = position.notation();
                    assert!(position.is_legal(m), "`{line}` is not legal in {at}");
                    accepted = accepted.saturating_add(1);
                    Some(m)
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    let mut moves = Vec::new();
                    position.legal_moves(&mut moves);
                    rng.pick(&moves).copied()
                }
            };
            let Some(m) = m else { break };
            position.play(m);
        }
        round_trip(&position);
        read << 8 | u64::from(accepted.min(2))
    }
}
