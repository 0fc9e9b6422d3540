//! Who keeps the rules: the same trait for open games and for games in which a player sees only
//! part of the position.

use std::fmt;

use crate::{Game, Outcome, Side};

/// The keeper of one game in progress. It alone knows the true position; a player is handed only
/// the [`View`](Referee::View) of its side.
pub trait Referee {
    /// What one side may know.
    type View;
    /// What a player may submit.
    type Action: Clone;

    /// The side whose turn it is.
    fn turn(&self) -> Side;

    /// What `side` may know now.
    fn view(&self, side: Side) -> Self::View;

    /// Takes the action of the side to move. In open games an accepted action completes the
    /// move; where there are tries, the turn changes only when one succeeds.
    ///
    /// # Errors
    ///
    /// A refused action leaves the game as it was, except for what its player has learnt.
    fn submit(&mut self, action: Self::Action) -> Result<(), Refusal>;

    /// How the game ended, if it has.
    fn ending(&self) -> Option<Ending>;

    /// The game was ended from outside: this side has lost it. For referees that tell their
    /// players so.
    fn conclude(&mut self, loser: Side, cut: Cut) {
        let _ = (loser, cut);
    }
}

/// What ends a game that the rules have not ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cut {
    /// A player gave up.
    Resignation,
    /// A player's time was over.
    Time,
    /// A player failed: crashed, stalled, or answered with what is no move.
    Forfeit,
}

/// An action that the referee did not take, in a sentence that tells its player no more than the
/// rules allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The rules let the player try something else (the tries of Kriegspiel).
    TryAgain(String),
    /// No player who knows the rules submits this: it costs the game.
    Illegal(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::TryAgain(why) | Refusal::Illegal(why) => f.write_str(why),
        }
    }
}

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
    /// Too many moves without progress (the fifty-move rule).
    NoProgress,
    /// Neither side has the means to win.
    Material,
    /// Too many moves at all.
    MoveLimit,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Rules => "by the rules",
            Reason::Repetition => "repetition",
            Reason::NoProgress => "no progress",
            Reason::Material => "insufficient material",
            Reason::MoveLimit => "move limit",
        })
    }
}

/// A game so far: where it started, what was played, where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History<G: Game> {
    start: G,
    moves: Vec<G::Move>,
    position: G,
}

impl<G: Game> History<G> {
    /// A game about to begin.
    pub fn new(start: G) -> History<G> {
        History {
            position: start.clone(),
            moves: Vec::new(),
            start,
        }
    }

    /// Where it started.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// What was played.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Where it stands.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Adds a move. The caller guarantees that it is legal.
    pub fn play(&mut self, m: G::Move) {
        self.position.play(m);
        self.moves.push(m);
    }

    /// The plies before the last move of such a side.
    pub fn plies_before_last(&self, own: impl Fn(Side) -> bool) -> Option<usize> {
        let mut position = self.start.clone();
        let mut last = None;
        for (ply, &m) in self.moves.iter().enumerate() {
            if own(position.side()) {
                last = Some(ply);
            }
            position.play(m);
        }
        last
    }
}

/// The referee of any open [`Game`]: everyone sees everything; a position that occurs for the
/// third time, or a game longer than its limit, is a draw.
#[derive(Clone, Debug)]
pub struct BoardReferee<G: Game> {
    history: History<G>,
    keys: Vec<u64>,
    max_plies: usize,
}

impl<G: Game> BoardReferee<G> {
    /// A referee for a game from this position, drawn after `max_plies` plies.
    pub fn new(start: G, max_plies: usize) -> BoardReferee<G> {
        BoardReferee {
            keys: vec![start.key()],
            history: History::new(start),
            max_plies,
        }
    }

    /// The game so far.
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// The position on the board.
    pub fn position(&self) -> &G {
        self.history.position()
    }

    /// Plies played so far.
    pub fn plies(&self) -> usize {
        self.history.moves.len()
    }

    /// How often the position on the board has occurred, now included.
    pub fn occurrences(&self) -> usize {
        let here = self.keys[self.keys.len() - 1];
        self.keys.iter().filter(|&&key| key == here).count()
    }
}

impl<G: Game> Referee for BoardReferee<G> {
    type View = History<G>;
    type Action = G::Move;

    fn turn(&self) -> Side {
        self.position().side()
    }

    fn view(&self, _side: Side) -> History<G> {
        self.history.clone()
    }

    fn submit(&mut self, action: G::Move) -> Result<(), Refusal> {
        if self.ending().is_some() {
            return Err(Refusal::Illegal("the game is over".to_string()));
        }
        if !self.position().is_legal(action) {
            return Err(Refusal::Illegal(format!("{action:?} is not a legal move")));
        }
        self.history.play(action);
        self.keys.push(self.history.position.key());
        Ok(())
    }

    fn ending(&self) -> Option<Ending> {
        if let Some(outcome) = self.position().outcome() {
            return Some(Ending {
                outcome,
                reason: Reason::Rules,
            });
        }
        let reason = if self.occurrences() >= 3 {
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
