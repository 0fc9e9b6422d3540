//! `archive export` and `learn history`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::json;
use zermelo_archive::{
    Archive, ArchiveError, Filter, PolyglotOptions, polyglot_entries, write_compact, write_csv,
    write_history, write_json_lines, write_parquet,
};

use super::{failure, open};
use crate::args::{ArchiveExportArgs, LearnHistoryArgs};
use crate::report::{VERSION, grouped};
use crate::{Failure, Io, interrupt};

/// Runs `archive export`.
pub fn run(args: &ArchiveExportArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let archive = open(&args.archive)?;
    let _patience = io.patience("exporting");
    let ending = args
        .output
        .extension()
        .map(|e| e.to_string_lossy().to_lowercase());
    let (what, count) = match ending.as_deref() {
        Some("bin") => ("entries", polyglot(&archive, args)?),
        Some("csv") => (
            "rows",
            beside(&args.output, |out| write_csv(&archive, args.min_games, out))?,
        ),
        Some("jsonl" | "ndjson") => (
            "rows",
            beside(&args.output, |out| {
                write_json_lines(&archive, args.min_games, out)
            })?,
        ),
        Some("parquet") => (
            "rows",
            beside(&args.output, |out| {
                write_parquet(&archive, args.min_games, out)
            })?,
        ),
        Some("pgn") => ("games", beside(&args.output, |out| games(&archive, out))?),
        Some("compact") => {
            let count = write_compact(&archive, &args.output).map_err(failure)?;
            ("positions", count)
        }
        _ => {
            return Err(Failure::Input(format!(
                "`{}`: expected a file name ending in .bin, .csv, .jsonl, .parquet, .pgn or .compact",
                args.output.display()
            )));
        }
    };
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

fn games(archive: &Archive, out: &mut dyn Write) -> Result<u64, ArchiveError> {
    let mut count = 0;
    archive.for_each_game(&Filter::default(), |id| {
        let text = archive.game(id)?.pgn().to_string();
        out.write_all(text.as_bytes())
            .map_err(|source| ArchiveError::Io {
                path: "the output".into(),
                doing: "write",
                source,
            })?;
        count += 1;
        Ok(true)
    })?;
    Ok(count)
}

fn polyglot(archive: &Archive, args: &ArchiveExportArgs) -> Result<u64, Failure> {
    let options = PolyglotOptions {
        least: args.min_games,
        ..PolyglotOptions::default()
    };
    let entries = polyglot_entries(archive, options).map_err(failure)?;
    beside(&args.output, |out| {
        for entry in &entries {
            out.write_all(&entry.to_bytes())
                .map_err(|source| ArchiveError::Io {
                    path: args.output.clone(),
                    doing: "write",
                    source,
                })?;
        }
        Ok(entries.len() as u64)
    })
}

/// Writes a file whole or not at all.
fn beside(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<u64, ArchiveError>,
) -> Result<u64, Failure> {
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(part);
    let cannot =
        |error: std::io::Error| Failure::Input(format!("cannot write {}: {error}", path.display()));
    let attempt = || {
        let mut out = BufWriter::new(File::create(&part).map_err(cannot)?);
        let count = write(&mut out).map_err(failure)?;
        out.flush().map_err(cannot)?;
        std::fs::rename(&part, path).map_err(cannot)?;
        Ok(count)
    };
    let result = attempt();
    if result.is_err() {
        // The failure is what matters; if the part cannot be removed either, it stays.
        let _ = std::fs::remove_file(&part);
    }
    result
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
