//! The UCI conversation.
//!
//! The specification of April 2006, with what practice has added: `UCI_ShowWDL`, `bench`, `d`,
//! `eval`, `go perft`. *What interfaces rely on and is kept here:* `isready` is answered while a
//! search runs; `go infinite` and `go ponder` answer only after `stop` or `ponderhit`; every `go`
//! has exactly one `bestmove`, and a score before it; nothing but `id` and `option` comes between
//! `uci` and `uciok`; the end of the input is `quit`. *Invariant.* No line ends or blocks the
//! conversation; what is wrong with one is said in an `info string`.

pub mod command;
pub mod info;
mod session;
#[cfg(test)]
mod tests;

use std::io::{BufRead, Write};

use crate::Settings;
use crate::protocol::lines::next_line;
use crate::protocol::options::Configuration;
use crate::protocol::output::Output;
use crate::protocol::worker::{Queue, work};

pub use command::{Command, Go};
pub use info::{Style, value_text};
use session::Session;

/// Talks to an interface until `quit` or the end of its lines.
pub fn converse(input: &mut dyn BufRead, output: &mut (dyn Write + Send)) {
    converse_with(Configuration::default(), input, output);
}

/// The same, some options being set at the start.
pub fn converse_with(
    configuration: Configuration,
    input: &mut dyn BufRead,
    output: &mut (dyn Write + Send),
) {
    let output = Output::new(output);
    std::thread::scope(|scope| {
        let (queue, jobs) = Queue::new();
        let settings = settings(&configuration, None);
        scope.spawn(move || work(&jobs, settings));
        let mut session = Session::new(&output, queue, configuration);
        while let Some(line) = next_line(input) {
            if !session.hear(&Command::parse(&line)) {
                break;
            }
        }
        // Dropping the session stops its search and closes the queue: the worker ends.
    });
}

/// The engine's settings for what the user has set.
pub(crate) fn settings(
    configuration: &Configuration,
    syzygy: Option<std::path::PathBuf>,
) -> Settings {
    let limited = configuration.limit_strength && !configuration.analyse;
    Settings {
        hash_mb: usize::try_from(configuration.hash).unwrap_or(usize::MAX),
        threads: configuration.threads,
        multipv: configuration.multipv,
        profile: crate::Profile::named(&configuration.profile).unwrap_or_default(),
        player: configuration.player.clone(),
        syzygy,
        move_overhead_ms: configuration.overhead,
        limit_elo: limited.then_some(configuration.elo),
    }
}
