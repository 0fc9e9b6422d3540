//! How a command fails, and the one place where that becomes an exit status.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::ErrorKind;

use clap::CommandFactory;
use clap::error::{ContextKind, ErrorKind as UsageKind};

use crate::Io;

/// Why a command did not end well.
#[derive(Debug)]
pub enum Failure {
    /// Bad usage or input: one sentence. Exit status 2.
    Input(String),
    /// A check failed, or work was interrupted and can be resumed: one sentence. Exit status 1.
    Check(String),
    /// The reader of our output has gone away: silence. Exit status 0.
    Gone,
}

impl Failure {
    /// Bad input, from any error that says what and where.
    pub fn input(error: impl Display) -> Failure {
        Failure::Input(error.to_string())
    }

    /// Reports the failure and gives the exit status.
    pub fn report(self, io: &mut Io<'_>) -> u8 {
        match self {
            Failure::Input(sentence) => {
                io.message(format!("zermelo: {sentence}"));
                2
            }
            Failure::Check(sentence) => {
                io.message(format!("zermelo: {sentence}"));
                1
            }
            Failure::Gone => 0,
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        if error.kind() == ErrorKind::BrokenPipe {
            Failure::Gone
        } else {
            Failure::Check(format!("cannot write: {error}"))
        }
    }
}

/// What number parsers say, and what it means.
const NUMBERS: [(&str, &str); 4] = [
    ("invalid digit found in string", "expected a whole number"),
    (
        "number too large to fit in target type",
        "the number is too large",
    ),
    (
        "number too small to fit in target type",
        "the number is too small",
    ),
    (
        "cannot parse integer from empty string",
        "expected a whole number",
    ),
];

/// Turns what the argument parser says into one sentence, and lets help and version through.
///
/// # Errors
///
/// Always, except for help and version.
pub fn usage(error: &clap::Error, args: &[OsString], io: &mut Io<'_>) -> Result<(), Failure> {
    if matches!(
        error.kind(),
        UsageKind::DisplayHelp | UsageKind::DisplayVersion
    ) {
        let text = error.render();
        let text = if io.colour {
            text.ansi().to_string()
        } else {
            text.to_string()
        };
        return write!(io.out, "{text}").map_err(Failure::from);
    }
    if matches!(
        error.kind(),
        UsageKind::MissingSubcommand | UsageKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        return Err(missing_command(args));
    }
    let text = error.render().to_string();
    // The first paragraph is the sentence; a tip, if there is one, is worth keeping.
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let mut sentence = paragraph
        .trim_start_matches("error: ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    // What the parser of numbers says of itself helps nobody.
    for (raw, said) in NUMBERS {
        sentence = sentence.replace(raw, said);
    }
    let negative = |word: &str| word.starts_with('-') && word[1..].parse::<f64>().is_ok();
    let stray = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    if let Some(number) = stray.filter(|word| negative(word)) {
        let place = args.iter().position(|arg| *arg == *number);
        let before = place.and_then(|place| args[..place].last()?.to_str());
        let option = before.filter(|before| before.starts_with('-'));
        let option = option
            .map(|option| format!("{option} "))
            .unwrap_or_default();
        return Err(Failure::Input(format!(
            "`{option}{number}`: expected no negative number here"
        )));
    }
    if let Some(tip) = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("tip: "))
    {
        sentence = format!("{sentence} ({tip})");
    }
    Err(Failure::Input(sentence))
}

/// Says which commands there are where one is missing.
fn missing_command(args: &[OsString]) -> Failure {
    let whole = crate::args::Cli::command();
    let (mut command, mut path) = (&whole, vec!["zermelo"]);
    for word in args.iter().skip(1).filter_map(|word| word.to_str()) {
        if let Some(found) = command.find_subcommand(word) {
            command = found;
            path.push(found.get_name());
        }
    }
    let names = command.get_subcommands().filter(|c| !c.is_hide_set());
    let names: Vec<&str> = names.map(clap::Command::get_name).collect();
    Failure::Input(format!(
        "`{}` needs a command: {}",
        path.join(" "),
        names.join(", ")
    ))
}
