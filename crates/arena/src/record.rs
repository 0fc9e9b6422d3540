//! What is kept of a finished game.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use zermelo_game::{Reason, Thought};

/// One move of a record. Missing values were not said.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct PlyRecord {
    /// The move.
    #[serde(rename = "m")]
    pub text: String,
    /// The player's score for itself.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Moves to mate.
    #[serde(rename = "x", default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Depth.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Microseconds used; `None` for moves of the opening.
    #[serde(rename = "t", default, skip_serializing_if = "Option::is_none")]
    pub micros: Option<u64>,
}

impl PlyRecord {
    /// A move of the opening.
    #[must_use]
    pub fn book(text: String) -> PlyRecord {
        PlyRecord {
            text,
            ..PlyRecord::default()
        }
    }

    /// A move that was thought about.
    #[must_use]
    pub fn played(text: String, thought: &Thought, elapsed: Duration) -> PlyRecord {
        PlyRecord {
            text,
            score: thought.score,
            mate: thought.mate,
            depth: thought.depth,
            nodes: thought.nodes,
            micros: Some(u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX)),
        }
    }

    /// The comment of a PGN: `+0.31/12 0.52s`, or `book`.
    #[must_use]
    pub fn comment(&self) -> String {
        let Some(micros) = self.micros else {
            return "book".to_string();
        };
        let score = match (self.mate, self.score) {
            (Some(mate), _) if mate > 0 => format!("+M{mate}"),
            (Some(mate), _) => format!("-M{}", mate.unsigned_abs()),
            (None, Some(score)) => format!("{:+.2}", f64::from(score) / 100.0),
            (None, None) => String::new(),
        };
        let depth = match (score.is_empty(), self.depth) {
            (true, _) => String::new(),
            (false, depth) => format!("/{} ", depth.unwrap_or(0)),
        };
        format!("{score}{depth}{:.3}s", micros as f64 / 1e6)
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Termination {
    /// By the position: mate, stalemate, a full board.
    Rules,
    /// By mate, where the discipline tells it from other ends.
    Checkmate,
    /// By stalemate, likewise.
    Stalemate,
    /// A position came back too often.
    Repetition,
    /// Too long without progress.
    NoProgress,
    /// Nobody could win any more.
    Material,
    /// By fifty moves, where the discipline calls them so.
    #[serde(rename = "fifty-moves")]
    FiftyMoves,
    /// By too few men to win with, likewise.
    #[serde(rename = "insufficient-material")]
    InsufficientMaterial,
    /// Too long.
    MoveLimit,
    /// A player gave up.
    Resignation,
    /// By the match's rules.
    Adjudication,
    /// A player used more time than it had.
    TimeForfeit,
    /// A player answered with what is no move.
    IllegalMove,
    /// A player ended or never started.
    Crash,
    /// A player without a clock did not answer.
    Stall,
}

impl Termination {
    /// All of them.
    pub const ALL: [Termination; 15] = [
        Termination::Rules,
        Termination::Checkmate,
        Termination::Stalemate,
        Termination::Repetition,
        Termination::NoProgress,
        Termination::Material,
        Termination::FiftyMoves,
        Termination::InsufficientMaterial,
        Termination::MoveLimit,
        Termination::Resignation,
        Termination::Adjudication,
        Termination::TimeForfeit,
        Termination::IllegalMove,
        Termination::Crash,
        Termination::Stall,
    ];

    /// One word for machines.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Termination::Rules => "rules",
            Termination::Checkmate => "checkmate",
            Termination::Stalemate => "stalemate",
            Termination::Repetition => "repetition",
            Termination::NoProgress => "no_progress",
            Termination::Material => "material",
            Termination::FiftyMoves => "fifty-moves",
            Termination::InsufficientMaterial => "insufficient-material",
            Termination::MoveLimit => "move_limit",
            Termination::Resignation => "resignation",
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit => "time_forfeit",
            Termination::IllegalMove => "illegal_move",
            Termination::Crash => "crash",
            Termination::Stall => "stall",
        }
    }

    /// The value of a PGN's `Termination` tag.
    #[must_use]
    pub fn pgn(self) -> &'static str {
        match self {
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit => "time forfeit",
            Termination::IllegalMove => "illegal move",
            Termination::Crash | Termination::Stall => "abandoned",
            _ => "normal",
        }
    }

    /// Whether a player failed.
    #[must_use]
    pub fn is_failure(self) -> bool {
        matches!(
            self,
            Termination::TimeForfeit
                | Termination::IllegalMove
                | Termination::Crash
                | Termination::Stall
        )
    }
}

impl From<Reason> for Termination {
    fn from(reason: Reason) -> Termination {
        match reason {
            Reason::Rules => Termination::Rules,
            Reason::Repetition => Termination::Repetition,
            Reason::NoProgress => Termination::NoProgress,
            Reason::Material => Termination::Material,
            Reason::MoveLimit => Termination::MoveLimit,
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word().replace('_', " "))
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule.
    pub game: u64,
    /// The players by side, as numbers of contestants.
    pub sides: [usize; 2],
    /// The name of the opening.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub opening: String,
    /// The starting position, if not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The number of the first move.
    pub first_number: u32,
    /// Whether the second player made it.
    pub second_begins: bool,
    /// The moves, those of the opening included.
    pub plies: Vec<PlyRecord>,
    /// The first side's points, 0 to 1.
    pub points: f64,
    /// How it ended.
    pub termination: Termination,
    /// Why, in a sentence.
    pub reason: String,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// How long it took, in milliseconds.
    pub millis: u64,
    /// The whole game as its discipline writes it, if moves alone do not tell it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub transcript: String,
}
