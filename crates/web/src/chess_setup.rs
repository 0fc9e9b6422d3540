//! What a game of chess is to be, as a page asks for it.

use serde::{Deserialize, Serialize};
use zermelo_chess::Chess;
use zermelo_engine::handicap::{ELO, LEVELS};
use zermelo_engine::{Settings, player_settings};
use zermelo_game::{Notation, Side};
use zermelo_kriegspiel::parse_side;

use crate::refusal::Refusal;

/// The time for a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ClockSetup {
    /// For all moves.
    pub minutes: f64,
    /// What a move gains, in seconds.
    #[serde(default)]
    pub increment: f64,
}

/// What a game is to be.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChessSetup {
    /// The program's player.
    pub player: String,
    /// Its level from 1, unless it has an Elo.
    pub level: Option<usize>,
    /// Its strength.
    pub elo: Option<u32>,
    /// The person's side.
    pub side: String,
    /// The clocks, if there are any.
    pub clock: Option<ClockSetup>,
    /// Where the game starts.
    pub fen: Option<String>,
}

impl Default for ChessSetup {
    fn default() -> ChessSetup {
        ChessSetup {
            player: "tuned".to_string(),
            level: None,
            elo: None,
            side: "white".to_string(),
            clock: None,
            fen: None,
        }
    }
}

/// The level of a program of which nothing is said.
const USUAL_LEVEL: usize = 4;

/// The longest time for a game in minutes, and the largest increment in seconds.
const LONGEST: f64 = 600.0;

impl ChessSetup {
    /// The same with a level if nothing was said, the person's side, and the start.
    ///
    /// # Errors
    ///
    /// If something about it makes no sense.
    pub fn checked(mut self) -> Result<(ChessSetup, Side, Chess), Refusal> {
        let person = parse_side(&self.side)
            .ok_or_else(|| Refusal::bad("`side`: expected white or black"))?;
        let start = match &self.fen {
            None => Chess::new(),
            Some(fen) => Chess::parse(fen).map_err(|e| Refusal::bad(format!("`fen`: {e}")))?,
        };
        player_settings(&self.player, Settings::default())
            .map_err(|error| Refusal::bad(format!("`player`: {error}")))?;
        match self.elo {
            Some(elo) if !(ELO.0..=ELO.1).contains(&elo) => {
                let (low, high) = ELO;
                return Err(Refusal::bad(format!("`elo`: expected {low} to {high}")));
            }
            Some(_) => self.level = None,
            None => {
                let level = *self.level.get_or_insert(USUAL_LEVEL);
                if !(1..=LEVELS).contains(&level) {
                    return Err(Refusal::bad(format!("`level`: expected 1 to {LEVELS}")));
                }
            }
        }
        if let Some(clock) = self.clock {
            if !(clock.minutes > 0.0 && clock.minutes <= LONGEST) {
                return Err(Refusal::bad("`minutes`: expected more than 0, at most 600"));
            }
            if !(0.0..=LONGEST).contains(&clock.increment) {
                return Err(Refusal::bad("`increment`: expected 0 to 600 seconds"));
            }
        }
        Ok((self, person, start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_refused_with_its_name() {
        let setup = ChessSetup::default;
        for (wrong, named) in [
            (
                ChessSetup {
                    side: "red".into(),
                    ..setup()
                },
                "side",
            ),
            (
                ChessSetup {
                    fen: Some("8/8".into()),
                    ..setup()
                },
                "fen",
            ),
            (
                ChessSetup {
                    level: Some(11),
                    ..setup()
                },
                "level",
            ),
            (
                ChessSetup {
                    elo: Some(9),
                    ..setup()
                },
                "elo",
            ),
            (
                ChessSetup {
                    player: "nobody".into(),
                    ..setup()
                },
                "player",
            ),
        ] {
            let refusal = wrong.checked().err().unwrap();
            assert!(refusal.sentence.contains(named), "{}", refusal.sentence);
        }
    }
}
