//! The reinforced random player: opening lines, recaptures, no suicidal king moves, else chance.

use zermelo_chess::Kind;
use zermelo_game::random::Rng;
use zermelo_game::{Choice, Clock, Failure, Player, Side};

use super::last_resort;
use super::openings::Opening;
use super::reactions::captured_at;
use crate::action::{Action, Try};
use crate::men::bit;
use crate::umpire::Umpire;
use crate::view::View;

/// Plays by chance, with a few manners.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    rng: Rng,
    opening: Opening,
    tries: Vec<Try>,
}

impl RandomPlayer {
    /// A player; each game has its own seed.
    #[must_use]
    pub fn new() -> RandomPlayer {
        RandomPlayer {
            rng: Rng::new(0),
            opening: Opening::default(),
            tries: Vec::new(),
        }
    }

    /// What it does in a view.
    pub fn act(&mut self, view: &View) -> Option<Action> {
        if let Some(tried) = self.opening.next(view) {
            return Some(Action::Try(tried));
        }
        self.tries.clear();
        view.tries(&mut self.tries);
        let pawns = view.men().squares(Kind::Pawn);
        if let Some(square) = captured_at(view) {
            let avenges = |tried: &&Try| {
                tried.to == square
                    && (pawns & bit(tried.from) == 0 || view.men().is_pawn_capture(**tried))
            };
            if let Some(&tried) = self.tries.iter().find(avenges) {
                return Some(Action::Try(tried));
            }
        }
        // A king that stays at home runs into nothing; in check it must move.
        if view.checks().is_empty() {
            let king = view.men().squares(Kind::King);
            let others = |tried: &Try| king & bit(tried.from) == 0;
            if self.tries.iter().any(others) {
                self.tries.retain(others);
            }
        }
        let tried = self.rng.pick(&self.tries).copied();
        tried.map(Action::Try).or_else(|| last_resort(view))
    }
}

impl Default for RandomPlayer {
    fn default() -> RandomPlayer {
        RandomPlayer::new()
    }
}

impl Player<Umpire> for RandomPlayer {
    fn name(&self) -> String {
        "random".to_string()
    }

    fn new_game(&mut self, side: Side, seed: u64) -> Result<(), Failure> {
        self.rng = Rng::new(seed);
        self.opening = Opening::choose(side, &mut self.rng);
        Ok(())
    }

    fn choose(&mut self, view: &View, _clock: &Clock) -> Result<Choice<Action>, Failure> {
        let action = self.act(view);
        Ok(action.map_or_else(Choice::resign, Choice::from))
    }
}
