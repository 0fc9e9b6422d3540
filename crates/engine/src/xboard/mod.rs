//! The XBoard conversation: the Chess Engine Communication Protocol, version 2, natively.
//!
//! Unlike UCI the engine keeps the game itself, on its own clock, and decides when to move. The
//! rules of who moves when are in `session`; what a line says in [`command`]. *How ours differs:*
//! a ponder hit begins a new search, which the table makes short, instead of changing the limits
//! of the old one. *Invariant.* A search that was overtaken by a command never moves: every search
//! carries the number of its order, and only the newest is listened to.

mod clock;
pub mod command;
mod game;
mod session;
mod setting;
mod state;
#[cfg(test)]
mod tests;

use std::io::{BufRead, Write};

use crate::protocol::options::{Configuration, OPTIONS};
use crate::protocol::output::Output;
use crate::protocol::worker::Queue;
use crate::protocol::{self, Listener};

pub use command::Command;
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
    let session = Session::new(output, queue, configuration);
    Box::new(move |line| session.hear(&Command::parse(line)))
}

/// What the engine can do, as answered to `protover`.
fn features(configuration: &Configuration) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut lines = vec![
        "feature done=0".to_string(),
        "feature ping=1 setboard=1 playother=1 usermove=1 san=0 time=1 draw=1 sigint=0 sigterm=0 \
         reuse=1 analyze=1 colors=0 ics=0 name=0 pause=1 nps=0 debug=1 memory=1 smp=1 exclude=1 \
         setscore=0"
            .to_string(),
        format!(
            "feature egt=\"syzygy\" variants=\"normal,fischerandom\" myname=\"Zermelo {version}\""
        ),
    ];
    let options = OPTIONS
        .iter()
        .filter_map(|option| option.xboard(configuration));
    lines.extend(options.map(|option| format!("feature option=\"{option}\"")));
    lines.push("feature done=1".to_string());
    lines.join("\n")
}
