//! Everything that happened in a game: every try with its answer, and the result.

use zermelo_chess::Chess;
use zermelo_game::{Game, Notation, Side};

use crate::action::{Action, Try};
use crate::announcement::GameResult;
use crate::rules::Rules;
use crate::umpire::{Answer, Umpire};

/// One action and its answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// Who acted.
    pub side: Side,
    /// What it did.
    pub action: Action,
    /// What the umpire made of it.
    pub answer: Answer,
}

impl Entry {
    /// The move it completed, if it did.
    #[must_use]
    pub fn completed(&self) -> Option<Try> {
        match (self.action, self.answer) {
            (Action::Try(tried), Answer::Accepted) => Some(tried),
            _ => None,
        }
    }
}

/// A game, finished or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transcript {
    rules: &'static Rules,
    fen: Option<String>,
    entries: Vec<Entry>,
    plies: usize,
    result: Option<GameResult>,
    /// Facts about the game, such as the players' names: PGN's tags, in order.
    pub tags: Vec<(String, String)>,
}

impl Transcript {
    /// A game about to begin; `fen` if not from the usual position.
    #[must_use]
    pub fn new(rules: &'static Rules, fen: Option<String>) -> Transcript {
        Transcript {
            rules,
            fen,
            entries: Vec::new(),
            plies: 0,
            result: None,
            tags: Vec::new(),
        }
    }

    /// Adds an action.
    pub fn push(&mut self, entry: Entry) {
        self.plies += usize::from(entry.completed().is_some());
        self.entries.push(entry);
    }

    /// Sets the result.
    pub fn finish(&mut self, result: GameResult) {
        self.result = Some(result);
    }

    /// The dialect.
    #[must_use]
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The starting position, if not the usual one.
    #[must_use]
    pub fn fen(&self) -> Option<&str> {
        self.fen.as_deref()
    }

    /// What was done, in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Completed moves of both sides.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// How it ended.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.as_str())
    }

    /// A fresh umpire of this game, before its first try.
    #[must_use]
    pub fn umpire(&self) -> Umpire {
        match self.start() {
            Some(position) => Umpire::from_position(self.rules, position),
            None => Umpire::new(self.rules),
        }
    }

    /// The starting position, if it is not the usual one.
    #[must_use]
    pub fn start(&self) -> Option<Chess> {
        self.fen.as_deref().and_then(|fen| Chess::parse(fen).ok())
    }

    /// The true board after each completed move, with who made it.
    #[must_use]
    pub fn boards(&self) -> Vec<(Side, Chess)> {
        let mut truth = self.start().unwrap_or_default();
        let mut boards = Vec::with_capacity(self.plies);
        for entry in &self.entries {
            let Some(tried) = entry.completed() else {
                continue;
            };
            // The umpire accepted it, so it is a move of the true board.
            if let Ok(m) = truth.parse_move(&tried.to_string()) {
                truth.play(m);
                boards.push((entry.side, truth.clone()));
            }
        }
        boards
    }
}
