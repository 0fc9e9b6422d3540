//! A game of Kriegspiel: an umpire and two seats.
//!
//! *Invariant.* What a seat is shown comes from its [`View`] and from what was settled before the
//! game, never from the umpire: [`seat_json`] is not handed anything else.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use zermelo_game::Side;
use zermelo_kriegspiel::players::belief::LEVELS;
use zermelo_kriegspiel::players::{Equipment, player_named};
use zermelo_kriegspiel::replay::{letters, scenes};
use zermelo_kriegspiel::{
    Action, Announcement, Cause, Rules, Transcript, Umpire, View, parse_side, side_name,
    square_name,
};

use crate::refusal::Refusal;
use crate::room::Kept;
use crate::store::new_id;

/// The name of a player who sits at another browser.
pub const PERSON: &str = "person";

/// The name of the player that has levels, whom people meet if they choose nobody.
pub const LEVELLED: &str = "belief";

/// What a game is to be.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BlindSetup {
    /// Who plays the other side.
    pub player: String,
    /// How well `belief` plays; without it, as well as it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The dialect.
    pub rules: String,
    /// The side of whoever begins the game.
    pub side: String,
    /// The program's time for a move.
    pub seconds: f64,
}

impl Default for BlindSetup {
    fn default() -> BlindSetup {
        BlindSetup {
            player: LEVELLED.to_string(),
            level: None,
            rules: Rules::wild16().name.to_string(),
            side: "white".to_string(),
            seconds: 1.0,
        }
    }
}

/// A game as it is written down.
#[derive(Clone, Serialize, Deserialize)]
pub struct BlindRecord {
    setup: BlindSetup,
    keys: [String; 2],
    game: String,
}

/// A game.
#[derive(Clone)]
pub struct BlindGame {
    setup: BlindSetup,
    begun_by: Side,
    /// What a seat's id ends with, for each side.
    keys: [String; 2],
    umpire: Umpire,
    /// Whether the program thinks.
    pub thinking: bool,
}

impl BlindGame {
    /// A game about to begin.
    ///
    /// # Errors
    ///
    /// If something about it makes no sense.
    pub fn new(setup: BlindSetup) -> Result<BlindGame, Refusal> {
        let bad = |name: &str, why: String| Refusal::bad(format!("`{name}`: {why}"));
        let rules = Rules::named(&setup.rules).map_err(|e| bad("rules", e.to_string()))?;
        BlindGame::with(setup, Umpire::new(rules), [new_id(), new_id()])
    }

    fn with(setup: BlindSetup, umpire: Umpire, keys: [String; 2]) -> Result<BlindGame, Refusal> {
        let bad = |name: &str, why: String| Refusal::bad(format!("`{name}`: {why}"));
        let begun_by = parse_side(&setup.side)
            .ok_or_else(|| bad("side", "expected white or black".to_string()))?;
        if setup.player != PERSON {
            player_named(&setup.player, &Equipment::default())
                .map_err(|error| bad("player", error.to_string()))?;
        }
        let has_level = setup.player == LEVELLED;
        match setup.level {
            Some(_) if !has_level => {
                let why = format!("{} has none, only {LEVELLED} has", setup.player);
                return Err(bad("level", why));
            }
            Some(level) if !(1..=LEVELS).contains(&level) => {
                return Err(bad("level", format!("expected 1 to {LEVELS}")));
            }
            _ => {}
        }
        if !(0.01..=60.0).contains(&setup.seconds) {
            return Err(bad("seconds", "expected 0.01 to 60".to_string()));
        }
        Ok(BlindGame {
            setup,
            begun_by,
            keys,
            umpire,
            thinking: false,
        })
    }

    /// The side that a key opens.
    #[must_use]
    pub fn side_of(&self, key: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| {
            let person = side == self.begun_by || self.setup.player == PERSON;
            person && self.keys[side.index()] == key
        })
    }

    /// The side of whoever began the game.
    #[must_use]
    pub fn begun_by(&self) -> Side {
        self.begun_by
    }

    /// The key of a side.
    #[must_use]
    pub fn key(&self, side: Side) -> &str {
        &self.keys[side.index()]
    }

    /// What was settled before the game.
    #[must_use]
    pub fn setup(&self) -> &BlindSetup {
        &self.setup
    }

    /// What a side may know.
    #[must_use]
    pub fn view(&self, side: Side) -> &View {
        self.umpire.view_of(side)
    }

    /// Whether the program has to move.
    #[must_use]
    pub fn is_due(&self) -> bool {
        let program = self.setup.player != PERSON && self.umpire.to_move() != self.begun_by;
        program && self.umpire.result().is_none()
    }

    /// Refuses what was asked for another state of the game. What is said depends on the side's
    /// announcements alone.
    ///
    /// # Errors
    ///
    /// If the client has not heard everything, it is not its turn, or the game is over.
    pub fn expect(&self, side: Side, heard: usize) -> Result<(), Refusal> {
        let view = self.view(side);
        if heard != view.heard().len() {
            let sentence = "the umpire has spoken since, or another tab has: look again";
            return Err(Refusal::stale(sentence));
        }
        if view.result().is_some() {
            return Err(Refusal::stale("the game is over"));
        }
        Ok(())
    }

    /// A try or a question by a side.
    ///
    /// # Errors
    ///
    /// If it is not its turn, or the text is neither.
    pub fn act(&mut self, side: Side, text: &str) -> Result<(), Refusal> {
        if self.view(side).turn() != side {
            return Err(Refusal::stale("it is the other side's turn"));
        }
        let action = Action::parse(text)
            .map_err(|_| Refusal::bad("`action`: expected a try such as e2e4, or any"))?;
        self.umpire.answer(action);
        Ok(())
    }

    /// The program's action; without one it gives up.
    pub fn program_acts(&mut self, action: Option<Action>) {
        match action {
            Some(action) => {
                self.umpire.answer(action);
            }
            None => self.umpire.lose(!self.begun_by, Cause::Resignation),
        }
    }

    /// A side gives up.
    pub fn resign(&mut self, side: Side) {
        self.umpire.lose(side, Cause::Resignation);
    }

    /// A scene of a finished game, the number of scenes, and the whole game as text.
    ///
    /// # Errors
    ///
    /// If the game is not over, or has no such scene.
    pub fn replay(&self, number: usize) -> Result<Value, Refusal> {
        if self.umpire.result().is_none() {
            return Err(Refusal::forbidden(
                "the game is not over: its replay would tell what you may not know",
            ));
        }
        let scenes = scenes(self.umpire.transcript());
        let count = scenes.len();
        let scene = scenes.get(number).ok_or_else(|| {
            Refusal::missing(format!("the game has the scenes 0 to {}", count - 1))
        })?;
        let [white, black, umpire] = scene.board_pictures();
        Ok(json!({
            "count": count,
            "scene": {
                "caption": format!("after {} half-moves", scene.ply),
                "text": scene.text(false),
                "boards": [white, umpire, black],
                "beliefs": {
                    "white": scene.heat_maps(Side::First),
                    "black": scene.heat_maps(Side::Second),
                },
            },
            "transcript": self.transcript().to_string(),
        }))
    }

    fn transcript(&self) -> Transcript {
        let mut game = self.umpire.transcript().clone();
        let mut names = ["you", self.setup.player.as_str()].map(str::to_string);
        if self.begun_by == Side::Second {
            names.swap(0, 1);
        }
        let [white, black] = names;
        game.tags = vec![("White".to_string(), white), ("Black".to_string(), black)];
        game
    }
}

/// What a seat is shown, from what was settled and what its side has heard.
#[must_use]
pub fn seat_json(id: &str, setup: &BlindSetup, view: &View) -> Value {
    let (side, rules) = (view.side(), view.rules());
    let men: Map<String, Value> = letters(view.men())
        .iter()
        .enumerate()
        .filter_map(|(square, man)| Some((square_name(square as u8), json!((*man)?.to_string()))))
        .collect();
    let own = view.turn() == side && view.result().is_none();
    let mut tries = Vec::new();
    if own {
        view.tries(&mut tries);
    }
    let text = |tries: &[zermelo_kriegspiel::Try]| -> Vec<String> {
        tries.iter().map(ToString::to_string).collect()
    };
    let last = view.heard().iter().rev().find_map(|said| match said {
        Announcement::Accepted(tried) => Some([square_name(tried.from), square_name(tried.to)]),
        _ => None,
    });
    let result = view.result();
    let result = result.map(|r| json!({"outcome": r.points(), "cause": r.cause.word()}));
    let enemy = view.enemy();
    json!({
        "id": id,
        "player": setup.player,
        "level": setup.level,
        "rules": rules.name,
        "title": rules.title,
        "side": side_name(side),
        "seconds": setup.seconds,
        "men": men,
        "turn": side_name(view.turn()),
        "completed": {"white": view.moves(Side::First), "black": view.moves(Side::Second)},
        "tries": text(&tries),
        "refused": text(view.refused()),
        "may_ask": own && view.may_ask(),
        "must_capture": view.must_capture(),
        "checks": view.checks().iter().map(|check| check.word()).collect::<Vec<_>>(),
        "pawn_tries": view.pawn_tries(),
        "any": view.any_pawn_capture(),
        "enemy": {"men": enemy.men, "pawns": enemy.pawns, "unknown": enemy.unknown},
        "heard": view.heard().iter().map(|said| said.spoken_to(side)).collect::<Vec<_>>(),
        "last": last,
        "result": result,
    })
}

impl Kept for BlindGame {
    type Record = BlindRecord;

    fn record(&self) -> BlindRecord {
        BlindRecord {
            setup: self.setup.clone(),
            keys: self.keys.clone(),
            game: self.transcript().to_string(),
        }
    }

    fn restore(record: BlindRecord) -> Option<BlindGame> {
        let game = Transcript::parse(&record.game).ok()?;
        let mut umpire = game.umpire();
        for entry in game.entries() {
            umpire.answer(entry.action);
        }
        if let (Some(result), None) = (game.result(), umpire.result()) {
            umpire.declare(result).ok()?;
        }
        BlindGame::with(record.setup, umpire, record.keys).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_with_refused_tries_comes_back_as_it_was() {
        let mut game = BlindGame::new(BlindSetup::default()).unwrap();
        for action in ["e2e5", "d1d4", "e2e4"] {
            let _ = game.act(Side::First, action);
        }
        game.program_acts(Some(Action::parse("e7e6").unwrap()));
        let _ = game.act(Side::First, "f1h6");
        let text = serde_json::to_string(&game.record()).unwrap();
        let back = BlindGame::restore(serde_json::from_str(&text).unwrap()).unwrap();
        for side in Side::BOTH {
            assert_eq!(back.view(side), game.view(side));
        }
        assert_eq!(back.keys, game.keys);
        game.resign(Side::First);
        let back = BlindGame::restore(game.record()).unwrap();
        assert_eq!(
            back.view(Side::First).result(),
            game.view(Side::First).result()
        );
    }

    #[test]
    fn levels_are_those_of_one_player_and_come_back() {
        let with = |player: &str, level| {
            BlindGame::new(BlindSetup {
                player: player.to_string(),
                level,
                ..BlindSetup::default()
            })
        };
        for (player, level) in [("belief", 0), ("belief", 6), ("strategic", 2), (PERSON, 1)] {
            let refusal = with(player, Some(level)).err().unwrap();
            assert!(refusal.sentence.starts_with("`level`"), "{refusal:?}");
        }
        let game = with("belief", Some(2)).unwrap();
        let text = serde_json::to_string(&game.record()).unwrap();
        let back = BlindGame::restore(serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(back.setup().level, Some(2));
        // A game that was written down before there were levels has none.
        let older = text.replace("\"level\":2,", "");
        let back = BlindGame::restore(serde_json::from_str(&older).unwrap()).unwrap();
        assert_eq!(back.setup().level, None);
    }

    #[test]
    fn a_seat_against_the_program_does_not_open_the_programs_side() {
        let game = BlindGame::new(BlindSetup::default()).unwrap();
        assert_eq!(game.side_of(game.key(Side::First)), Some(Side::First));
        assert_eq!(game.side_of(game.key(Side::Second)), None);
        assert!(game.replay(0).is_err());
    }
}
