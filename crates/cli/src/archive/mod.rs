//! `archive`: one module per group of commands.

mod build;
mod choose;
mod explore;
mod export;
mod facts;
mod games;
mod learned;
mod maintain;
mod progress;
mod repertoire;
mod report;

use std::path::Path;

pub use export::user_archive;
use zermelo_archive::{Archive, ArchiveError, Filter, FilterText, OpeningNames};
use zermelo_chess::{Chess, Line};

use crate::args::{ArchiveArgs, ArchiveCommand, FilterArgs, PositionArgs};
use crate::{Failure, Io};

/// Runs `archive`.
pub fn run(args: &ArchiveArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    match &args.command {
        ArchiveCommand::Build(args) => build::build(args, io),
        ArchiveCommand::Explore(args) => explore::run(args, io),
        ArchiveCommand::Games(args) => games::run(args, io),
        ArchiveCommand::Report(args) => report::report(args, io),
        ArchiveCommand::Info(args) => report::info(args, io),
        ArchiveCommand::Verify(args) => maintain::verify(args, io),
        ArchiveCommand::Export(args) => export::run(args, io),
        ArchiveCommand::Merge(args) => maintain::merge(args, io),
        ArchiveCommand::Diff(args) => maintain::diff(args, io),
        ArchiveCommand::Forget(args) => maintain::forget(args, io),
        ArchiveCommand::Repertoire(args) => repertoire::run(args, io),
        ArchiveCommand::Choose(args) => choose::run(args, io),
        ArchiveCommand::Facts(args) => facts::facts(args, io),
        ArchiveCommand::Aggregate(args) => facts::aggregate(args, io),
    }
}

/// What went wrong with an archive, as the program's failure.
fn failure(error: ArchiveError) -> Failure {
    match error {
        ArchiveError::Damaged { .. } => Failure::Check(error.to_string()),
        ArchiveError::Interrupted => {
            Failure::Check("interrupted; the same command does it again".to_string())
        }
        _ => Failure::input(error),
    }
}

fn open(path: &Path) -> Result<Archive, Failure> {
    Archive::open(path).map_err(failure)
}

pub(crate) fn filter(args: &FilterArgs) -> Result<Filter, Failure> {
    let args = args.clone();
    let text = FilterText {
        since: args.since,
        until: args.until,
        min_elo: args.min_elo,
        max_elo: args.max_elo,
        eco: args.eco,
        player: args.player,
        white: args.white,
        black: args.black,
        result: args.result,
        min_plies: args.min_plies,
        max_plies: args.max_plies,
        time_control: args.time_control,
    };
    text.filter().map_err(failure)
}

/// The position that arguments name, and the keys of the positions on the way to it.
pub fn position(args: &PositionArgs) -> Result<(Chess, Vec<zermelo_chess::PositionKey>), Failure> {
    let moves = args.play.as_deref().unwrap_or_default();
    let line = Line::read(args.fen.as_deref(), moves).map_err(|problem| match moves {
        "" => Failure::Input(problem),
        moves => Failure::Input(format!("`--play {moves}`: {problem}")),
    })?;
    Ok((line.end(), line.archive_keys()))
}

/// `512M`, `2G`, `100000` as bytes.
fn size(text: &str) -> Result<usize, Failure> {
    let upper = text.trim().to_uppercase();
    let digits = upper.trim_end_matches(['B', 'I']).trim_end();
    let (digits, shift) = match digits.chars().last() {
        Some('K') => (&digits[..digits.len() - 1], 10),
        Some('M') => (&digits[..digits.len() - 1], 20),
        Some('G') => (&digits[..digits.len() - 1], 30),
        _ => (digits, 0),
    };
    let number = digits.trim().parse::<usize>().ok();
    number
        .and_then(|number| number.checked_mul(1 << shift))
        .ok_or_else(|| Failure::Input(format!("`{text}`: expected a size such as 512M or 2G")))
}

/// Our own names of openings, and those of files.
fn names(files: &[std::path::PathBuf]) -> Result<OpeningNames, Failure> {
    let mut names = OpeningNames::built_in();
    for path in files {
        let bytes = zermelo_archive::read_bytes(path).map_err(failure)?;
        let (text, _) = zermelo_chess::Encoding::read(bytes);
        let table = path.extension().is_some_and(|ending| ending == "tsv");
        let read = if table {
            names.read_table(&text)
        } else {
            names.read_text_book(&text)
        };
        read.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
    }
    Ok(names)
}

fn threads(asked: Option<u64>) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    asked.map_or(cores, |threads| threads as usize)
}

/// Text of a file as a message shows it: control characters escaped, long ones cut.
fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown = String::new();
    for (place, c) in text.chars().enumerate() {
        if place == MOST {
            shown.push('…');
            break;
        }
        match c.is_control() {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown
}

/// A share as percent with one digit.
fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}
