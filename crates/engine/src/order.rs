//! What an engine is asked to do, and what it answers.

use std::time::Duration;

use zermelo_chess::{Chess, Move};
use zermelo_game::{Game, Score, Side};
use zermelo_search::full::plies_to_end;

/// The time of a game in progress.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GameClock {
    /// What each side has left, the first side's first; `None` if not told.
    pub remaining: [Option<Duration>; 2],
    /// What each side gains per move.
    pub increment: [Duration; 2],
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

impl GameClock {
    /// What a side has left and gains.
    #[must_use]
    pub fn of(&self, side: Side) -> (Option<Duration>, Duration) {
        (self.remaining[side.index()], self.increment[side.index()])
    }
}

/// How long to search. Without any limit the search goes on until it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SearchLimits {
    /// At most this many plies.
    pub depth: Option<u32>,
    /// At most this many nodes.
    pub nodes: Option<u64>,
    /// Until a mate in this many moves is found.
    pub mate: Option<u32>,
    /// For this long.
    pub move_time: Option<Duration>,
    /// By the clock of the game.
    pub clock: Option<GameClock>,
    /// Until stopped, even if everything is known.
    pub infinite: bool,
    /// On the opponent's time: limits of time end nothing before [`crate::Control::ponder_hit`].
    pub ponder: bool,
    /// At full strength, whatever [`crate::Settings::limit_elo`] says.
    pub full_strength: bool,
}

/// A position with what was played before it, and how long to search.
#[derive(Clone, Debug)]
pub struct Order {
    /// Where the game began.
    pub start: Chess,
    /// The moves since; each legal where it was played.
    pub moves: Vec<Move>,
    /// The moves to choose from; `None` for all.
    pub only: Option<Vec<Move>>,
    /// How long.
    pub limits: SearchLimits,
}

impl Order {
    /// To search a position without history.
    #[must_use]
    pub fn new(start: Chess, limits: SearchLimits) -> Order {
        Order {
            start,
            moves: Vec::new(),
            only: None,
            limits,
        }
    }

    /// The position to search, and the keys of those before it.
    #[must_use]
    pub fn position(&self) -> (Chess, Vec<u64>) {
        let mut position = self.start.clone();
        let mut keys = Vec::new();
        for &m in &self.moves {
            keys.push(position.key());
            position.play(m);
        }
        (position, keys)
    }
}

/// What a line is worth for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Hundredths of a pawn.
    Centipawns(Score),
    /// Mate in so many moves, negative when the side to move is mated.
    Mate(i32),
}

impl Value {
    /// From a score of the search.
    #[must_use]
    pub fn of(score: Score) -> Value {
        match plies_to_end(score) {
            None => Value::Centipawns(score),
            Some(plies) if plies > 0 => Value::Mate((plies + 1) / 2),
            Some(plies) => Value::Mate(plies / 2),
        }
    }
}

/// Whether a value is exact or only a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// It is what it says.
    Exact,
    /// It is at least this.
    AtLeast,
    /// It is at most this.
    AtMost,
}

/// One line of a finished iteration.
#[derive(Clone, Debug)]
pub struct Report {
    /// The nominal depth in plies.
    pub depth: u32,
    /// The longest line looked at.
    pub seldepth: usize,
    /// The rank of the line, from 1.
    pub multipv: usize,
    /// Its value.
    pub value: Value,
    /// The same as a score of the search, for models of win, draw and loss.
    pub score: Score,
    /// Whether that is exact.
    pub bound: Known,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// How full the hash table is, in thousandths.
    pub hashfull: u32,
    /// Positions found in tablebases.
    pub tbhits: u64,
    /// The moves.
    pub pv: Vec<Move>,
}

impl Report {
    /// Nodes per second.
    #[must_use]
    pub fn nps(&self) -> u64 {
        let micros = self.elapsed.as_micros().max(1);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move>,
    /// The answer expected, to ponder on.
    pub ponder: Option<Move>,
    /// The last reports, the best line first; none when no iteration was finished.
    pub lines: Vec<Report>,
    /// Nodes of all threads.
    pub nodes: u64,
}
