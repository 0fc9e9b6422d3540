//! `archive export` and `learn history`.

use std::io::Write;
use std::time::Instant;

use serde_json::json;
use zermelo_archive::{
    Archive, ArchiveError, Filter, GameId, LEAST_GAMES, PolyglotOptions, polyglot_entries,
    write_compact, write_csv, write_history, write_json_lines, write_lines, write_parquet,
    write_whole,
};

use super::{failure, names, open, position};
use crate::args::{ArchiveExportArgs, LearnHistoryArgs};
use crate::report::{VERSION, grouped};
use crate::{Failure, Io, interrupt};

/// Lines follow moves of at least this share of the games where they begin.
const LINE_SHARE: u64 = 200;

/// Runs `archive export`.
pub fn run(args: &ArchiveExportArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let archive = open(&args.archive)?;
    let _patience = io.patience("exporting");
    let ending = args
        .output
        .extension()
        .map(|e| e.to_string_lossy().to_lowercase());
    if args.lines && ending.as_deref() != Some("pgn") {
        return Err(Failure::Input(format!(
            "`--lines -o {}`: expected a file name ending in .pgn",
            args.output.display()
        )));
    }
    let least = args.min_games.unwrap_or(PolyglotOptions::default().least);
    let write = |write: &mut dyn FnMut(&mut dyn Write) -> Result<u64, ArchiveError>| {
        write_whole(&args.output, write)
    };
    let (what, count) = match ending.as_deref() {
        Some("bin") => ("entries", write(&mut |out| polyglot(&archive, least, out))),
        Some("csv") => ("rows", write(&mut |out| write_csv(&archive, least, out))),
        Some("jsonl" | "ndjson") => (
            "rows",
            write(&mut |out| write_json_lines(&archive, least, out)),
        ),
        Some("parquet") => (
            "rows",
            write(&mut |out| write_parquet(&archive, least, out)),
        ),
        Some("pgn") if args.lines => ("lines", lines(&archive, args)?),
        Some("pgn") => ("games", write(&mut |out| games(&archive, out))),
        Some("compact") => ("positions", write_compact(&archive, &args.output)),
        _ => {
            return Err(Failure::Input(format!(
                "`{}`: expected a file name ending in .bin, .csv, .jsonl, .parquet, .pgn or .compact",
                args.output.display()
            )));
        }
    };
    let count = count.map_err(failure)?;
    if args.json {
        return io.json(
            &json!({what: count, "output": args.output, "input": args.archive,
            "version": VERSION}),
        );
    }
    io.line(format!(
        "{} {what} written to {}",
        grouped(count),
        args.output.display()
    ))
}

/// The lines from a position; without a number, moves of a two-hundredth of its games and 20.
fn lines(
    archive: &Archive,
    args: &ArchiveExportArgs,
) -> Result<Result<u64, ArchiveError>, Failure> {
    let (start, _) = position(&args.position)?;
    let names = names(&[])?;
    let games = archive.reached(start.archive_key()).map_err(failure)?;
    let least = args.min_games;
    let least = least.unwrap_or_else(|| (games / LINE_SHARE).max(LEAST_GAMES));
    Ok(write_whole(&args.output, |out| {
        write_lines(archive, &start, least, &names, out)
    }))
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

/// Runs `learn history`.
pub fn history(args: &LearnHistoryArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let start = Instant::now();
    let archive = open(&args.archive)?;
    let _patience = io.patience("learning");
    let (tables, entries) =
        write_history(&archive, args.min_games, &args.output, &interrupt::asked)
            .map_err(failure)?;
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        return io.json(&json!({
            "samples": tables,
            "entries": entries,
            "seconds": seconds,
            "held_out": {},
            "output": args.output,
            "input": args.archive,
            "version": VERSION,
        }));
    }
    io.line(format!(
        "{} history tables with {} entries, {seconds:.1} s",
        grouped(tables),
        grouped(entries)
    ))
}
