//! The UCI conversation.
//!
//! The specification of April 2006, with what practice has added: `UCI_ShowWDL`, `bench`, `d`,
//! `eval`, `go perft`. *What interfaces rely on and is kept here:* `isready` is answered while a
//! search runs; `go infinite` and `go ponder` answer only after `stop` or `ponderhit`; every `go`
//! has exactly one `bestmove`, and a score before it; nothing but `id` and `option` comes between
//! `uci` and `uciok`; the end of the input is `quit`. *Invariant.* No line ends or blocks the
//! conversation; what is wrong with one is said in an `info string`.

pub mod command;
#[cfg(test)]
mod count_tests;
pub mod info;
#[cfg(test)]
mod option_tests;
mod session;
#[cfg(test)]
mod tests;

use std::io::{BufRead, Write};

use crate::protocol::options::Configuration;
use crate::protocol::output::Output;
use crate::protocol::worker::Queue;
use crate::protocol::{self, Listener};

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
    protocol::converse(configuration, input, output, open);
}

fn open<'env>(
    output: &'env Output<'env>,
    queue: Queue<'env>,
    configuration: Configuration,
) -> Listener<'env> {
    let mut session = Session::new(output, queue, configuration);
    Box::new(move |line| session.hear(&Command::parse(line)))
}
