//! What is said of a match while it is played.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use zermelo_arena::events::Event;
use zermelo_arena::pgn::{self, Frame};
use zermelo_arena::record::GameRecord;

use super::match_::to_stdout;
use crate::Io;
use crate::args::MatchArgs;
use crate::report::time_left;

/// What a game's heading says, but for the players.
pub(super) struct Conditions {
    /// The time control of each player.
    pub controls: Vec<String>,
    /// What is played.
    pub discipline: String,
    /// The name of the match.
    pub event: String,
}

/// Shows what happens: as lines of JSON if asked for, as one line of progress on a terminal.
pub(super) struct Reporter<'a, 'io> {
    args: &'a MatchArgs,
    io: &'a mut Io<'io>,
    own_log: Option<&'a Path>,
    begun: Instant,
    /// How many games there are, and how many an earlier run has played.
    planned: (u64, u64),
    names: Vec<String>,
    conditions: Conditions,
    /// Players that have failed, and how: the first time is told.
    failed: BTreeSet<(usize, &'static str)>,
}

impl<'a, 'io> Reporter<'a, 'io> {
    /// Reports on a match under these conditions, remembered in a log of our own or not.
    pub fn new(
        args: &'a MatchArgs,
        io: &'a mut Io<'io>,
        own_log: Option<&'a Path>,
        conditions: Conditions,
    ) -> Reporter<'a, 'io> {
        Reporter {
            args,
            io,
            own_log,
            begun: Instant::now(),
            planned: (0, 0),
            names: Vec::new(),
            conditions,
            failed: BTreeSet::new(),
        }
    }

    /// Reports what happened.
    pub fn report(&mut self, event: &Event<'_>) {
        if let (Event::MatchStarted { .. }, Some(log)) = (event, self.own_log) {
            // Whoever kills the process never sees what it says at the end.
            let log = log.display();
            self.io.message(format!(
                "zermelo: until it is over, the match is remembered in {log}"
            ));
        }
        if self.args.events {
            // A reader that went away does not end the match.
            let written = writeln!(self.io.out, "{}", event.to_json());
            let _ = written.and_then(|()| self.io.out.flush());
            return;
        }
        match event {
            Event::MatchStarted {
                names,
                games,
                resumed,
                ..
            } => {
                self.names = names.to_vec();
                self.planned = (*games, *resumed as u64);
                self.started(event);
            }
            Event::GameFinished { record, .. } => {
                self.failure(record);
                if to_stdout(self.args) {
                    let frame = Frame {
                        event: &self.conditions.event,
                        discipline: &self.conditions.discipline,
                        names: &self.names,
                        controls: &self.conditions.controls,
                    };
                    let written = write!(self.io.out, "{}", pgn::text(record, &frame));
                    let _ = written.and_then(|()| self.io.out.flush());
                } else if self.io.terminal {
                    self.progress(event);
                }
            }
            Event::MatchFinished { .. } if self.io.terminal => self.io.message(""),
            _ => {}
        }
    }

    /// Says why a player failed, the first time that it fails so.
    fn failure(&mut self, record: &GameRecord) {
        let loser = record.sides[usize::from(record.points > 0.0)];
        let way = (loser, record.termination.word());
        if record.termination.is_failure() && self.failed.insert(way) {
            let name = self.names.get(loser).map_or("", String::as_str);
            let (number, reason) = (record.game + 1, &record.reason);
            self.io
                .message(format!("zermelo: {name} failed in game {number}: {reason}"));
        }
    }

    fn started(&mut self, event: &Event<'_>) {
        let Event::MatchStarted {
            discipline,
            names,
            games,
            resumed,
            dropped,
            ..
        } = event
        else {
            return;
        };
        if *resumed == 0 {
            let names = names.join(" - ");
            let message = format!("zermelo: {games} games of {discipline}, {names}");
            return self.io.message(message);
        }
        let damaged = if *dropped > 0 {
            format!(", {dropped} damaged records dropped")
        } else {
            String::new()
        };
        let message = format!("zermelo: going on after {resumed} games{damaged}");
        self.io.message(message);
    }

    fn progress(&mut self, event: &Event<'_>) {
        let Event::GameFinished {
            tally,
            finished,
            llr,
            ..
        } = event
        else {
            return;
        };
        let (games, resumed) = self.planned;
        let played = finished.saturating_sub(resumed).max(1);
        let pace = self.begun.elapsed().as_secs_f64() / played as f64;
        let elo = tally.estimate().and_then(|e| e.elo.zip(e.elo_error));
        let elo = elo.map_or(String::new(), |(elo, error)| {
            format!(" Elo {elo:+.0} ±{error:.0}")
        });
        // A sequential test ends long before all games are played, and nobody knows when.
        let left = match llr {
            Some(llr) => format!("LLR {llr:.2}, {:.1} games a second", 1.0 / pace),
            None => time_left(pace * games.saturating_sub(*finished) as f64),
        };
        let line = format!(
            "\r\u{1b}[K{finished} of {games} games, +{:.0} ={:.0} -{:.0}{elo}, {left}",
            tally.wins, tally.draws, tally.losses
        );
        let _ = write!(self.io.err, "{line}").and_then(|()| self.io.err.flush());
    }
}
