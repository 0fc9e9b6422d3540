//! Any text as a command line: one argument per line.
//!
//! The parser answers with a command or with a message, never with a panic. Nothing is run: a
//! command may write files or search for minutes.

use clap::Parser as _;
use zermelo::args::Cli;

use crate::corpus::{fingerprint, gist};

/// Runs one input.
pub fn run(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let words = text.split('\n').take(40);
    match Cli::try_parse_from(std::iter::once("zermelo").chain(words)) {
        Ok(cli) => {
            let shown = format!("{cli:?}");
            // The command and which of its options are set, not to what.
            let options = shown.split(", ").filter(|field| !field.ends_with(": None"));
            let names = options.filter_map(|field| field.split(':').next());
            names.fold(1, |print, name| print ^ fingerprint(name.as_bytes()))
        }
        Err(error) => {
            let message = error.render().to_string();
            assert!(!message.is_empty());
            gist(&message)
        }
    }
}
