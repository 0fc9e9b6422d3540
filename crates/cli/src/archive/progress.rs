//! How far a build is: a line on a terminal, events on request.

use std::time::{Duration, Instant};

use serde_json::json;
use zermelo_archive::Progress;

use crate::Io;
use crate::report::{grouped, time_left};

/// Progress is shown so often.
const EVERY: Duration = Duration::from_millis(500);

/// Shows how far the work is.
pub struct Display<'a, 'b> {
    io: &'a mut Io<'b>,
    events: bool,
    start: Instant,
    last: Instant,
    shown: bool,
}

impl<'a, 'b> Display<'a, 'b> {
    pub fn new(io: &'a mut Io<'b>, events: bool) -> Display<'a, 'b> {
        let start = Instant::now();
        Display {
            io,
            events,
            start,
            last: start,
            shown: false,
        }
    }

    /// Shows it, unless it was shown a moment ago.
    pub fn show(&mut self, progress: &Progress) {
        if (!self.events && !self.io.terminal) || self.last.elapsed() < EVERY {
            return;
        }
        self.last = Instant::now();
        let seconds = self.start.elapsed().as_secs_f64();
        let share = match progress.writing {
            Some(share) => share,
            None => progress.bytes as f64 / progress.total_bytes.max(1) as f64,
        };
        if self.events {
            let phase = if progress.writing.is_some() {
                "writing"
            } else {
                "reading"
            };
            let event = json!({"event": "progress", "phase": phase, "games": progress.games,
                "bytes": progress.bytes, "share": share, "seconds": seconds});
            // A closed output is noticed when the result is printed.
            let _ = self.io.line(event.to_string());
            let _ = self.io.flush();
            return;
        }
        let rate = progress.games as f64 / seconds.max(0.001);
        let text = match progress.writing {
            Some(share) => format!("writing positions: {}%", (100.0 * share) as u32),
            None if progress.total_bytes > 0 && share > 0.0 => format!(
                "{} games, {rate:.0} a second, {}%, {}",
                grouped(progress.games),
                (100.0 * share) as u32,
                time_left(seconds / share * (1.0 - share))
            ),
            None => format!("{} games, {rate:.0} a second", grouped(progress.games)),
        };
        let _ = write!(self.io.err, "\r\u{1b}[K{text}");
        let _ = self.io.err.flush();
        self.shown = true;
    }

    /// Clears the line.
    pub fn end(self) {
        if self.shown {
            let _ = write!(self.io.err, "\r\u{1b}[K");
        }
    }
}
