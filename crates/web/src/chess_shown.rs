//! A game of chess as pages and files show it.

use serde_json::{Value, json};
use zermelo_archive::OpeningNames;
use zermelo_chess::{Chess, GameText};
use zermelo_game::{Game, Notation, Referee, Side};
use zermelo_kriegspiel::side_name;

use crate::chess_game::ChessGame;
use crate::position::{describe, result_json};

impl ChessGame {
    /// How the game ended; null before that.
    #[must_use]
    pub fn result(&self) -> Value {
        match (&self.declared, self.referee.ending()) {
            (Some(declared), _) => json!(declared),
            (None, Some(ending)) => result_json(&ending),
            (None, None) => Value::Null,
        }
    }

    fn time(&self) -> Value {
        let Some(&[white, black]) = self.times.last() else {
            return Value::Null;
        };
        let turn = self.referee.turn();
        let mut left = [white, black];
        if let (Some(now), false) = (self.left(), self.is_over()) {
            left[turn.index()] = now.as_millis() as u64;
        }
        let running = (!self.is_over()).then(|| side_name(turn));
        json!({"white": left[0], "black": left[1], "running": running})
    }

    /// The whole game for its page.
    #[must_use]
    pub fn json(&self, id: &str, names: &OpeningNames) -> Value {
        let mut object = describe(&self.line(), names);
        let mut say = |name: &str, value: Value| object.insert(name.to_string(), value);
        say("id", json!(id));
        say("player", json!(self.setup.player));
        say("level", json!(self.setup.level));
        say("elo", json!(self.setup.elo));
        say("side", json!(self.setup.side));
        say("clock", json!(self.setup.clock));
        say("time", self.time());
        say("thinking", json!(self.is_due()));
        say("thought", json!(self.said));
        say("result", self.result());
        say("message", Value::Null);
        if self.is_over() || self.is_due() {
            say("legal", json!([]));
        }
        Value::Object(object)
    }

    /// A line of the list of games.
    #[must_use]
    pub fn summary(&self, id: &str) -> Value {
        json!({
            "id": id,
            "player": self.setup.player,
            "level": self.setup.level,
            "elo": self.setup.elo,
            "side": self.setup.side,
            "ply": self.ply(),
            "turn": side_name(self.referee.turn()),
            "result": self.result(),
            "changed": self.changed,
        })
    }

    /// The game as PGN.
    #[must_use]
    pub fn pgn(&self) -> String {
        let line = self.line();
        let mut names = ["You", self.setup.player.as_str()];
        if self.person == Side::Second {
            names.swap(0, 1);
        }
        let mut tags = vec![
            ("Event".to_string(), "Zermelo".to_string()),
            ("White".to_string(), names[0].to_string()),
            ("Black".to_string(), names[1].to_string()),
        ];
        if line.start != Chess::new() {
            tags.push(("SetUp".to_string(), "1".to_string()));
            tags.push(("FEN".to_string(), line.start.notation()));
        }
        let mut position = line.start.clone();
        let mut moves = Vec::new();
        for &m in &line.moves {
            moves.push((position.san(m), String::new()));
            position.play(m);
        }
        let result = self.result();
        GameText {
            tags,
            first_number: line.start.fullmove_number(),
            second_begins: line.start.side() == Side::Second,
            moves,
            result: result["outcome"].as_str().unwrap_or("*").to_string(),
            ..GameText::default()
        }
        .to_string()
    }
}
