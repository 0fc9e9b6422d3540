//! Who keeps the rules and who plays: the same two traits for open games and for games in which
//! a player sees only part of the position.

use std::time::Duration;

use crate::{Game, Outcome, Side};

/// The keeper of one game in progress. It alone knows the true position; a player is handed only
/// the [`View`](Referee::View) of its side.
pub trait Referee {
    /// What one side may know.
    type View;
    /// What a player may submit.
    type Action;

    /// The side whose turn it is.
    fn turn(&self) -> Side;

    /// What `side` may know now.
    fn view(&self, side: Side) -> Self::View;

    /// Takes the action of the side to move. In open games an accepted action completes the
    /// move; where there are tries, the turn changes only when one succeeds.
    ///
    /// # Errors
    ///
    /// A refused action leaves the game as it was.
    fn submit(&mut self, action: Self::Action) -> Result<(), Refusal>;

    /// How the game ended, if it has.
    fn ending(&self) -> Option<Ending>;
}

/// An action that the referee did not take, in a sentence that tells its player no more than the
/// rules allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub String);

/// A finished game: who won, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won.
    pub outcome: Outcome,
    /// Why it ended.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// By the position: mate, no move left, a full board.
    Rules,
    /// The same position came back too often.
    Repetition,
    /// Too many moves without progress, or too many moves at all.
    MoveLimit,
}

/// What a player may use for one move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    /// Time left to the player.
    pub remaining: Option<Duration>,
    /// Added after each move.
    pub increment: Option<Duration>,
    /// Exactly this much for this move.
    pub movetime: Option<Duration>,
    /// At most this many nodes.
    pub nodes: Option<u64>,
    /// At most this many plies deep.
    pub depth: Option<u32>,
}

/// Somebody who plays a game kept by a referee.
pub trait Player<R: Referee> {
    /// The name to show.
    fn name(&self) -> String;

    /// Chooses an action, or `None` to resign.
    fn choose(&mut self, view: &R::View, clock: &Clock) -> Option<R::Action>;
}

/// The referee of any open [`Game`]: everyone sees everything; a position that occurs for the
/// third time, or a game longer than its limit, is a draw.
#[derive(Clone, Debug)]
pub struct BoardReferee<G: Game> {
    position: G,
    keys: Vec<u64>,
    max_plies: usize,
}

impl<G: Game> BoardReferee<G> {
    /// A referee for a game from this position, drawn after `max_plies` plies.
    pub fn new(start: G, max_plies: usize) -> BoardReferee<G> {
        let keys = vec![start.key()];
        BoardReferee {
            position: start,
            keys,
            max_plies,
        }
    }

    /// The position on the board.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Plies played so far.
    pub fn plies(&self) -> usize {
        self.keys.len() - 1
    }
}

impl<G: Game> Referee for BoardReferee<G> {
    type View = G;
    type Action = G::Move;

    fn turn(&self) -> Side {
        self.position.side()
    }

    fn view(&self, _side: Side) -> G {
        self.position.clone()
    }

    fn submit(&mut self, action: G::Move) -> Result<(), Refusal> {
        if self.ending().is_some() {
            return Err(Refusal("the game is over".to_string()));
        }
        if !self.position.is_legal(action) {
            return Err(Refusal(format!("{action:?} is not a legal move")));
        }
        self.position.play(action);
        self.keys.push(self.position.key());
        Ok(())
    }

    fn ending(&self) -> Option<Ending> {
        if let Some(outcome) = self.position.outcome() {
            return Some(Ending {
                outcome,
                reason: Reason::Rules,
            });
        }
        let here = self.position.key();
        let reason = if self.keys.iter().filter(|&&key| key == here).count() >= 3 {
            Reason::Repetition
        } else if self.plies() >= self.max_plies {
            Reason::MoveLimit
        } else {
            return None;
        };
        Some(Ending {
            outcome: Outcome::Draw,
            reason,
        })
    }
}
