//! What a match tells while it runs, and as lines of JSON.

use std::io::Write;

use serde_json::{Value, json};

use crate::record::{GameRecord, PlyRecord};
use crate::statistics::Tally;
use crate::summary::{number, tally_json};

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// The match begins, or goes on.
    MatchStarted {
        /// The game that is played.
        discipline: &'a str,
        /// The contestants.
        names: &'a [String],
        /// Games to be played altogether.
        games: u64,
        /// Games that a log already had.
        resumed: usize,
        /// Records of the log that were damaged or repeated.
        dropped: usize,
        /// Openings that could not be used.
        skipped_openings: &'a [String],
    },
    /// A game begins.
    GameStarted {
        /// Its number.
        game: u64,
        /// The players' names by side.
        sides: [&'a str; 2],
    },
    /// A move was made; only if the match was asked for them.
    Move {
        /// The game's number.
        game: u64,
        /// The move.
        ply: &'a PlyRecord,
    },
    /// A game is over.
    GameFinished {
        /// The game.
        record: &'a GameRecord,
        /// The players' names by side.
        sides: [&'a str; 2],
        /// Results so far of the encounter's first player.
        tally: &'a Tally,
        /// Games finished so far.
        finished: u64,
        /// The log-likelihood ratio, in a sequential test.
        llr: Option<f64>,
    },
    /// The match is over; the summary as JSON.
    MatchFinished {
        /// The summary.
        summary: &'a Value,
    },
}

impl Event<'_> {
    /// The event as one JSON object with a field `event`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Event::MatchStarted {
                discipline,
                names,
                games,
                resumed,
                dropped,
                skipped_openings,
            } => json!({
                "event": "match_started", "game": discipline, "players": names, "games": games,
                "resumed": resumed, "dropped": dropped, "skipped_openings": skipped_openings,
            }),
            Event::GameStarted { game, sides } => json!({
                "event": "game_started", "number": game, "first": sides[0], "second": sides[1],
            }),
            Event::Move { game, ply } => json!({
                "event": "move", "number": game, "move": ply.text, "score": ply.score,
                "mate": ply.mate, "depth": ply.depth, "nodes": ply.nodes,
                "seconds": ply.micros.map(|t| t as f64 / 1e6),
            }),
            Event::GameFinished {
                record,
                sides,
                tally,
                finished,
                llr,
            } => json!({
                "event": "game_finished", "number": record.game,
                "first": sides[0], "second": sides[1],
                "points": number(record.points), "plies": record.plies.len(),
                "termination": record.termination.word(), "reason": record.reason,
                "seconds": record.millis as f64 / 1e3, "finished": finished,
                "tally": tally_json(tally), "llr": llr,
            }),
            Event::MatchFinished { summary } => json!({
                "event": "match_finished", "summary": summary,
            }),
        }
    }
}

/// Hears what happens.
pub trait EventSink {
    /// Something happened.
    fn event(&mut self, event: &Event<'_>);
}

/// Hears nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl EventSink for Silent {
    fn event(&mut self, _event: &Event<'_>) {}
}

impl<F: FnMut(&Event<'_>)> EventSink for F {
    fn event(&mut self, event: &Event<'_>) {
        self(event);
    }
}

/// Writes every event as a line of JSON. A writer that fails is not written to again: the match
/// is worth more than its report.
#[derive(Debug)]
pub struct JsonLines<W: Write> {
    writer: Option<W>,
}

impl<W: Write> JsonLines<W> {
    /// Writes to `writer`.
    pub fn new(writer: W) -> JsonLines<W> {
        JsonLines {
            writer: Some(writer),
        }
    }
}

impl<W: Write> EventSink for JsonLines<W> {
    fn event(&mut self, event: &Event<'_>) {
        if let Some(writer) = &mut self.writer {
            let written = writeln!(writer, "{}", event.to_json()).and_then(|()| writer.flush());
            if written.is_err() {
                self.writer = None;
            }
        }
    }
}
