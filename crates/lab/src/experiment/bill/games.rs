//! Games of Othello as a journal keeps them: an experiment that was stopped goes on after them.

use serde_json::{Value, json};
use zermelo_game::{Game, Side};
use zermelo_games::Othello;
use zermelo_games::othello::Square;

use super::ExperimentError;
use crate::experiment::journal::{Journal, Measured};

/// A game.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Its moves after the opening, where positions are learnt from.
    pub moves: Vec<Square>,
    /// Who won it.
    pub winner: Option<Side>,
}

impl Played {
    /// Its positions from the opening on.
    #[must_use]
    pub fn positions(&self, start: Othello) -> Vec<Othello> {
        let (mut game, mut line) = (start, vec![start]);
        for &m in &self.moves {
            if !game.is_legal(m) {
                break;
            }
            game.play(m);
            line.push(game);
        }
        line
    }
}

impl Measured for Played {
    fn json(&self) -> Value {
        let moves: Vec<usize> = self.moves.iter().map(|m| m.index()).collect();
        json!({"moves": moves, "winner": self.winner.map(Side::index)})
    }

    fn read(value: &Value) -> Option<Played> {
        let square = |value: &Value| {
            let index = usize::try_from(value.as_u64()?).ok()?;
            let is_pass = index == Square::PASS.index();
            Square::new(index).or(is_pass.then_some(Square::PASS))
        };
        let winner = match &value["winner"] {
            Value::Null => None,
            winner => Some(*Side::BOTH.get(usize::try_from(winner.as_u64()?).ok()?)?),
        };
        let moves = value["moves"].as_array()?.iter().map(square);
        Some(Played {
            moves: moves.collect::<Option<_>>()?,
            winner,
        })
    }
}

/// The games of an experiment, those that are known and new ones.
pub struct Games<'a> {
    journal: Option<Journal<Played>>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Games<'a> {
    /// None is known, and none is kept. The stop test is asked before every game.
    #[must_use]
    pub fn new(stop: &'a dyn Fn() -> bool) -> Games<'a> {
        Games {
            journal: None,
            stop,
        }
    }

    /// Those of a journal are known, and new ones are kept there.
    #[must_use]
    pub fn kept(journal: Journal<Played>, stop: &'a dyn Fn() -> bool) -> Games<'a> {
        Games {
            journal: Some(journal),
            stop,
        }
    }

    /// The game of a name, as it was played before or is played now.
    ///
    /// # Errors
    ///
    /// When the stop test says yes, or the game cannot be kept.
    pub fn game(
        &mut self,
        name: &str,
        play: impl FnOnce() -> Played,
    ) -> Result<Played, ExperimentError> {
        if (self.stop)() {
            return Err(ExperimentError::Interrupted);
        }
        let Some(journal) = &mut self.journal else {
            return Ok(play());
        };
        if let Some(known) = journal.get(name).and_then(<[Played]>::first) {
            return Ok(known.clone());
        }
        let played = play();
        journal.put(name, vec![played.clone()])?;
        Ok(played)
    }
}
