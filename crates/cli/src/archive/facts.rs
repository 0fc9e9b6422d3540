//! `archive facts` and `aggregate`: files prepared one by one, then put together.

use std::path::{Path, PathBuf};

use serde_json::json;
use zermelo_archive::{Archive, BuildOptions, Filter, RebuildOptions, SEGMENT_GAMES, merge};

use super::{failure, size, threads};
use crate::args::{ArchiveAggregateArgs, ArchiveFactsArgs};
use crate::report::{VERSION, counted, named};
use crate::{Failure, Io, interrupt};

/// Runs `archive facts`: one small archive for each file.
pub fn facts(args: &ArchiveFactsArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let memory = size(&args.memory)?;
    let mut prepared = Vec::new();
    for (number, file) in args.files.iter().enumerate() {
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let output = args.output.join(format!("{number:04}-{name}.facts"));
        let report = zermelo_archive::build(
            &output,
            std::slice::from_ref(file),
            BuildOptions {
                filter: Filter::default(),
                plies: args.plies.map(usize::from),
                memory,
                threads: threads(None),
                segment_games: SEGMENT_GAMES,
                keep_duplicates: false,
                fresh: false,
                on_problem: &mut |_, _| {},
                on_progress: &mut |_| interrupt::asked(),
            },
        )
        .map_err(failure)?;
        prepared.push(
            json!({"input": named(&file), "output": named(&output), "games": report.games,
            "games_before": report.games_before}),
        );
        if args.json {
            continue;
        }
        let before = match report.games_before {
            0 => String::new(),
            games => format!(", {} prepared before", counted(games, "game")),
        };
        let games = counted(report.games, "game");
        io.line(format!("{}: {games}{before}", output.display()))?;
    }
    if args.json {
        return io.json(&json!({"prepared": prepared, "input": named(&args.files),
            "output": named(&args.output), "version": VERSION}));
    }
    Ok(())
}

/// Runs `archive aggregate`.
pub fn aggregate(args: &ArchiveAggregateArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let listing = std::fs::read_dir(&args.folder).map_err(|error| {
        Failure::Input(format!("cannot read {}: {error}", args.folder.display()))
    })?;
    let mut folders: Vec<PathBuf> = listing
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "facts"))
        .collect();
    folders.sort();
    if folders.is_empty() {
        return Err(Failure::Input(format!(
            "{}: no prepared files; expected a folder made by `zermelo archive facts`",
            args.folder.display()
        )));
    }
    super::maintain::merge_into(&folders, &args.output, &args.memory, args.json, io)
}

/// Opens archives.
pub fn open_all(paths: &[PathBuf]) -> Result<Vec<Archive>, Failure> {
    paths.iter().map(|path| super::open(path)).collect()
}

/// Merges opened archives.
pub fn merge_all(
    archives: &[Archive],
    output: &Path,
    memory: usize,
) -> Result<zermelo_archive::Rebuilt, Failure> {
    let archives: Vec<&Archive> = archives.iter().collect();
    let options = RebuildOptions {
        memory,
        threads: threads(None),
        fresh: false,
        stop: &interrupt::asked,
    };
    merge(&archives, output, &options).map_err(failure)
}
