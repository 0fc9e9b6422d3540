//! Any text as a position of every game.
//!
//! Reading never panics; what was read prints itself and reads back as an equal position with the
//! same key; random legal moves lead to positions for which the same holds, and are written and
//! read back on the way.

use zermelo_game::random::{Rng, mix};
use zermelo_games::{GAMES, Playable, Visitor, with_game};

use crate::corpus::{fingerprint, gist};

/// Plies played from a position that was read.
const PLIES: usize = 60;

/// Runs one input.
pub fn run(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let mut print = 0;
    for info in GAMES {
        let treated = with_game(info.name, None, Read { text: &text })
            .unwrap_or_else(|error| panic!("{} has no start: {error}", info.name));
        print = mix(print ^ treated);
    }
    print
}

struct Read<'a> {
    text: &'a str,
}

impl Visitor for Read<'_> {
    type Output = u64;

    fn visit<G: Playable>(self, _start: G) -> u64 {
        match G::parse(self.text) {
            Ok(position) => {
                let mut rng = Rng::new(fingerprint(self.text.as_bytes()));
                let plies = play(position, &mut rng, PLIES);
                1 + u64::from(plies.checked_ilog2().unwrap_or(0))
            }
            Err(error) => {
                assert!(error.column >= 1, "columns count from 1: {error}");
                assert!(!error.to_string().is_empty());
                gist(&error.expected)
            }
        }
    }
}

/// Plays random moves, checking every position; how many were played.
pub fn play<G: Playable>(mut position: G, rng: &mut Rng, plies: usize) -> usize {
    let mut moves = Vec::new();
    for ply in 0..plies {
        round_trip(&position);
        moves.clear();
        position.legal_moves(&mut moves);
        let at = position.notation();
        assert_eq!(position.outcome().is_some(), moves.is_empty(), "over: {at}");
        let Some(&m) = rng.pick(&moves) else {
            return ply;
        };
        assert!(position.is_legal(m), "{m:?} is listed but not legal: {at}");
        let text = position.move_text(m);
        assert_eq!(position.parse_move(&text), Ok(m), "{text} in {at}");
        position.play(m);
    }
    plies
}

/// A position reads back as itself, and can be shown and judged.
pub fn round_trip<G: Playable>(position: &G) {
    let text = position.notation();
    match G::parse(&text) {
        Ok(again) => {
            assert!(&again == position, "{text} reads as {}", again.notation());
            assert_eq!(again.key(), position.key(), "key of {text}");
            assert_eq!(again.notation(), text);
        }
        Err(error) => panic!("`{text}` was printed but does not parse: {error}"),
    }
    assert!(!position.to_string().is_empty(), "{text} shows nothing");
    if position.outcome().is_none() {
        let value = position.evaluate();
        assert!(value.abs() <= zermelo_game::MAX_PAYOFF, "{value}: {text}");
    }
    let _ = position.picture();
}
