//! Who plays: what a player is given, what it answers, and how it can fail.
//!
//! Nothing here reads a clock or talks to anybody: whoever runs the game measures, and hands the
//! figures in and out as plain values.

use std::fmt;
use std::time::Duration;

use crate::{Outcome, Referee, Score, Side};

/// What a player may use for one move. Absent values set no limit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    /// Time left to the player.
    pub remaining: Option<Duration>,
    /// Added after each move.
    pub increment: Option<Duration>,
    /// Time left to the opponent.
    pub opponent_remaining: Option<Duration>,
    /// Added after each of the opponent's moves.
    pub opponent_increment: Option<Duration>,
    /// Moves until more time is given; `None` if the time left is for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Exactly this much for this move, all tries included.
    pub movetime: Option<Duration>,
    /// At most this many nodes.
    pub nodes: Option<u64>,
    /// At most this many plies deep.
    pub depth: Option<u32>,
}

/// What a player says about its move. Every part is optional; none of it is trusted.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Thought {
    /// Its score, for itself, on its own scale (centipawns in chess).
    pub score: Option<Score>,
    /// Moves until mate, negative if it is the one to be mated.
    pub mate: Option<i32>,
    /// Depth of its search in plies.
    pub depth: Option<u32>,
    /// Nodes it searched.
    pub nodes: Option<u64>,
    /// The line it expects, as text, its own move first.
    pub variation: Vec<String>,
    /// The time it used, if it knows better than its caller (a program at the end of a pipe is
    /// timed where its answer is read). Otherwise the caller's own measurement counts.
    pub elapsed: Option<Duration>,
}

/// A player's answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<A> {
    /// What it does; `None` resigns.
    pub action: Option<A>,
    /// What it thinks.
    pub thought: Thought,
}

impl<A> Choice<A> {
    /// The answer of a player that resigns.
    #[must_use]
    pub fn resign() -> Choice<A> {
        Choice {
            action: None,
            thought: Thought::default(),
        }
    }
}

impl<A> From<A> for Choice<A> {
    fn from(action: A) -> Choice<A> {
        Choice {
            action: Some(action),
            thought: Thought::default(),
        }
    }
}

/// Why a player gave no answer that counts. It loses the game for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It ended, or never started.
    Crashed(String),
    /// It did not answer in time.
    Stalled(String),
    /// It answered with what is no move here.
    Illegal(String),
    /// Nobody's fault: it was told to stop. The game does not count.
    Stopped,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Crashed(why) | Failure::Stalled(why) | Failure::Illegal(why) => {
                f.write_str(why)
            }
            Failure::Stopped => f.write_str("it was told to stop"),
        }
    }
}

impl std::error::Error for Failure {}

/// Somebody who plays games kept by a referee.
pub trait Player<R: Referee> {
    /// The name to show.
    fn name(&self) -> String;

    /// A new game begins, in which the player has this side. `seed` is all the chance it may
    /// use: equal seeds, equal games.
    ///
    /// # Errors
    ///
    /// If it cannot play; it then loses the game.
    fn new_game(&mut self, side: Side, seed: u64) -> Result<(), Failure> {
        let _ = (side, seed);
        Ok(())
    }

    /// Chooses an action.
    ///
    /// # Errors
    ///
    /// If it has none to offer; it then loses the game.
    fn choose(&mut self, view: &R::View, clock: &Clock) -> Result<Choice<R::Action>, Failure>;

    /// Whether the player wants to hear what happens while it is not asked.
    fn observes(&self) -> bool {
        false
    }

    /// Something happened that changed what the player's side may know: after every action of
    /// either side, and at the end. Only for players that [observe](Player::observes).
    fn observe(&mut self, view: &R::View) {
        let _ = view;
    }

    /// The game is over; without an outcome it was broken off.
    fn end_game(&mut self, outcome: Option<Outcome>) {
        let _ = outcome;
    }
}
