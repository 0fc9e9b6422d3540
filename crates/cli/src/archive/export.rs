//! `archive export`.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;
use zermelo_archive::{
    Archive, ArchiveError, Filter, GameId, LEAST_GAMES, LEAST_KNOWN, OpeningNames, PolyglotOptions,
    Rule, polyglot_entries, write_compact, write_csv, write_json_lines, write_lines, write_parquet,
    write_whole,
};
use zermelo_chess::Chess;

use super::{failure, open, position};
use crate::args::ArchiveExportArgs;
use crate::report::{VERSION, grouped, named};
use crate::{Failure, Io, folders};

/// The name of standard output.
const OUTPUT: &str = "-";

/// Lines follow moves of at least this share of the games where they begin.
const LINE_SHARE: u64 = 200;

/// Runs `archive export`.
pub fn run(args: &ArchiveExportArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let format = format(args)?;
    refuse_unused(args, &format)?;
    let archive = open(&args.archive)?;
    let _patience = io.patience("exporting");
    let least = args.min_games.unwrap_or(match format.as_str() {
        "compact" => LEAST_KNOWN,
        _ => PolyglotOptions::default().least,
    });
    let rule = match args.criterion.as_deref() {
        Some("1") => Rule::Random,
        Some("2") => Rule::Popularity,
        _ => Rule::Performance,
    };
    let start = position(&args.position)?.0;
    let (what, count) = match format.as_str() {
        "bin" => (
            "entries",
            to(args, io, &mut |out| polyglot(&archive, least, out)),
        ),
        "csv" => (
            "rows",
            to(args, io, &mut |out| write_csv(&archive, least, out)),
        ),
        "jsonl" => (
            "rows",
            to(args, io, &mut |out| write_json_lines(&archive, least, out)),
        ),
        "parquet" => (
            "rows",
            to(args, io, &mut |out| write_parquet(&archive, least, out)),
        ),
        "pgn" if args.lines => (
            "lines",
            to(args, io, &mut |out| lines(&archive, args, &start, out)),
        ),
        "pgn" => ("games", to(args, io, &mut |out| games(&archive, out))),
        _ => {
            let write = |path: &Path| write_compact(&archive, rule, least, path);
            ("positions", to_path(&args.output, io, write))
        }
    };
    let count = count?;
    if args.output == Path::new(OUTPUT) {
        io.message(format!("{} {what} written", grouped(count)));
        return Ok(());
    }
    if args.json {
        return io.json(
            &json!({what: count, "output": named(&args.output), "input": named(&args.archive),
            "version": VERSION}),
        );
    }
    io.line(format!(
        "{} {what} written to {}",
        grouped(count),
        args.output.display()
    ))
}

/// What is asked for, by name or by the end of the file's name.
fn format(args: &ArchiveExportArgs) -> Result<String, Failure> {
    if let Some(format) = &args.format {
        return Ok(format.clone());
    }
    if args.output == Path::new(OUTPUT) {
        return Err(Failure::Input(
            "`-o -` needs `--format`: bin, csv, jsonl, parquet, pgn or compact".to_string(),
        ));
    }
    let ending = args.output.extension();
    let ending = ending.map(|e| e.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("ndjson") => Ok("jsonl".to_string()),
        Some(known @ ("bin" | "csv" | "jsonl" | "parquet" | "pgn" | "compact")) => {
            Ok(known.to_string())
        }
        _ => Err(Failure::Input(format!(
            "`{}`: expected a file name ending in .bin, .csv, .jsonl, .parquet, .pgn or .compact",
            args.output.display()
        ))),
    }
}

/// Says no to what the format would pass over in silence.
fn refuse_unused(args: &ArchiveExportArgs, format: &str) -> Result<(), Failure> {
    let placed = args.position.fen.is_some() || args.position.play.is_some();
    let asked = [
        (args.lines && format != "pgn", "`--lines` is for .pgn"),
        (
            placed && !args.lines,
            "`--play` and `--fen` say where lines begin: expected `--lines`",
        ),
        (
            args.min_games.is_some() && format == "pgn" && !args.lines,
            "`--min-games` is for positions and lines, not for games",
        ),
        (
            args.criterion.is_some() && format != "compact",
            "`--criterion` is for .compact",
        ),
        (
            args.json && args.output == Path::new(OUTPUT),
            "`-o -` and `--json` both want the standard output",
        ),
    ];
    match asked.iter().find(|(asked, _)| *asked) {
        None => Ok(()),
        Some((_, problem)) => Err(Failure::Input(format!(
            "`-o {}`: {problem}",
            args.output.display()
        ))),
    }
}

/// Writes a file, or to standard output.
fn to(
    args: &ArchiveExportArgs,
    io: &mut Io<'_>,
    write: &mut dyn FnMut(&mut dyn Write) -> Result<u64, ArchiveError>,
) -> Result<u64, Failure> {
    if args.output != Path::new(OUTPUT) {
        return write_whole(&args.output, write).map_err(failure);
    }
    let written = write(&mut io.out);
    match written {
        // A reader who goes away is no failure.
        Err(ArchiveError::Io { source, .. }) => Err(Failure::from(source)),
        other => other.map_err(failure),
    }
}

/// Has a file made, or one whose content then goes to standard output.
fn to_path<T>(
    path: &Path,
    io: &mut Io<'_>,
    make: impl FnOnce(&Path) -> Result<T, ArchiveError>,
) -> Result<T, Failure> {
    if path != Path::new(OUTPUT) {
        return make(path).map_err(failure);
    }
    let beside = std::env::temp_dir().join(format!("zermelo-{}.output", std::process::id()));
    let made = make(&beside).map_err(failure);
    let content = std::fs::read(&beside);
    // It was never meant to stay; what cannot be removed does.
    let _ = std::fs::remove_file(&beside);
    let made = made?;
    io.out.write_all(&content?).map_err(Failure::from)?;
    Ok(made)
}

/// The lines from a position; without a number, moves of a two-hundredth of its games and 20.
fn lines(
    archive: &Archive,
    args: &ArchiveExportArgs,
    start: &Chess,
    out: &mut dyn Write,
) -> Result<u64, ArchiveError> {
    let games = archive.reached(start.archive_key())?;
    let least = args.min_games;
    let least = least.unwrap_or_else(|| (games / LINE_SHARE).max(LEAST_GAMES));
    write_lines(archive, start, least, &OpeningNames::built_in(), out)
}

fn games(archive: &Archive, out: &mut dyn Write) -> Result<u64, ArchiveError> {
    let mut count = 0;
    archive.for_each_game(&Filter::default(), |id| {
        write_game(archive, id, out)?;
        count += 1;
        Ok(true)
    })?;
    Ok(count)
}

/// Writes a game as PGN.
pub fn write_game(archive: &Archive, id: GameId, out: &mut dyn Write) -> Result<(), ArchiveError> {
    let game = archive.game(id)?.pgn();
    write!(out, "{game}").map_err(ArchiveError::unwritten)
}

fn polyglot(archive: &Archive, least: u64, out: &mut dyn Write) -> Result<u64, ArchiveError> {
    let options = PolyglotOptions {
        least,
        ..PolyglotOptions::default()
    };
    let entries = polyglot_entries(archive, options)?;
    for entry in &entries {
        out.write_all(&entry.to_bytes())
            .map_err(ArchiveError::unwritten)?;
    }
    Ok(entries.len() as u64)
}

/// The archive that is meant where none is given: the user's own.
pub fn user_archive() -> Result<PathBuf, Failure> {
    let folder = folders::of_user("archive").unwrap_or_default();
    if folder.is_dir() {
        return Ok(folder);
    }
    Err(Failure::Input(format!(
        "no archive: expected `--archive FOLDER`, or one in {}",
        folder.display()
    )))
}
