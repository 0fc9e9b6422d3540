//! Games to learn from that masters do not play: lopsided from the start, then sound.
//!
//! *What.* Both sides slip for some plies, up to 120 of them; from there the engine plays both sides
//! to the end. Only that part is kept, from the position in which it begins, so that every position
//! is labelled by sound play. *Where from.* Lee and Mahajan trained Bill on positions of near-random
//! play, and the source (6.1.3) suggests the same: masters' games are never lopsided for long.
//! *Invariant.* A game depends on the seed and its number alone.

use zermelo_chess::{Chess, GameText};
use zermelo_engine::tuning::selfplay::{game, opening_with_slips};
use zermelo_engine::{Engine, Settings};
use zermelo_game::random::{Rng, mix};
use zermelo_game::{Game, Notation, Outcome, Side};

/// The hash table of either side, in megabytes: games are played at few nodes.
const HASH: usize = 1;

/// Plays games one after another.
pub struct Slips {
    engines: [Engine; 2],
    nodes: u64,
    seed: u64,
}

impl Slips {
    /// Games at so many nodes a move.
    #[must_use]
    pub fn new(nodes: u64, seed: u64) -> Slips {
        let engine = || {
            Engine::new(Settings {
                hash_mb: HASH,
                player: "reference".to_string(),
                ..Settings::default()
            })
        };
        Slips {
            engines: [engine(), engine()],
            nodes,
            seed,
        }
    }

    /// The game of a number.
    pub fn game(&mut self, number: u64) -> GameText {
        let mut rng = Rng::new(mix(self.seed) ^ mix(number + 1));
        let [first, second] = &mut self.engines;
        let line = opening_with_slips(first, &mut rng, self.nodes);
        let start = line
            .iter()
            .fold(Chess::new(), |position, &m| position.after(m));
        let mut moves = Vec::new();
        let outcome = game([first, second], &line, self.nodes, |position, m, _| {
            moves.push((position.san(m), String::new()));
        });
        let result = match outcome {
            Outcome::Win(Side::First) => "1-0",
            Outcome::Win(Side::Second) => "0-1",
            Outcome::Draw => "1/2-1/2",
        };
        let tag = |name: &str, value: String| (name.to_string(), value);
        GameText {
            tags: vec![
                tag("Event", "slips, then sound play".to_string()),
                tag("Round", number.to_string()),
                tag("SetUp", "1".to_string()),
                tag("FEN", start.notation()),
            ],
            first_number: start.fullmove_number(),
            second_begins: start.side() == Side::Second,
            moves,
            result: result.to_string(),
            ..GameText::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_depends_on_seed_and_number_alone_and_is_legal() {
        let mut slips = Slips::new(60, 7);
        let (one, two) = (slips.game(0).to_string(), slips.game(1).to_string());
        assert_eq!(Slips::new(60, 7).game(1).to_string(), two);
        assert_ne!(one, two);
        let games: Vec<_> = zermelo_chess::read_pgn_games(&(one + &two)).collect();
        assert_eq!(games.len(), 2);
        assert!(games.iter().all(Result::is_ok), "{games:?}");
    }
}
