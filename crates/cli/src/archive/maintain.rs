//! `archive verify`, `merge`, `diff` and `forget`.

use std::path::{Path, PathBuf};

use serde_json::json;
use zermelo_archive::{Archive, GameId, RebuildOptions};

use super::{build, failure, open, size, threads};
use crate::args::{ArchiveDiffArgs, ArchiveForgetArgs, ArchiveMergeArgs, ArchiveVerifyArgs};
use crate::report::{VERSION, grouped};
use crate::{Failure, Io, interrupt};

/// Runs `archive verify`.
pub fn verify(args: &ArchiveVerifyArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let _patience = io.patience("checking");
    let (verified, damage) = open(&args.archive)?.verify();
    let sentences: Vec<String> = damage.iter().map(ToString::to_string).collect();
    if args.json {
        io.json(&json!({
            "sound": damage.is_empty(),
            "damage": sentences,
            "files": verified.files,
            "bytes": verified.bytes,
            "games": verified.games,
            "positions": verified.positions,
            "input": args.archive,
            "version": VERSION,
        }))?;
    } else {
        for sentence in &sentences {
            io.line(sentence)?;
        }
        if damage.is_empty() {
            io.line(format!(
                "sound: {} files, {} games replayed, {} positions in order",
                verified.files,
                grouped(verified.games),
                grouped(verified.positions)
            ))?;
        }
    }
    match sentences.len() {
        0 => Ok(()),
        count => Err(Failure::Check(format!(
            "{}: {count} damaged place{}",
            args.archive.display(),
            if count == 1 { "" } else { "s" }
        ))),
    }
}

/// Runs `archive merge`.
pub fn merge(args: &ArchiveMergeArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    match (&args.output, args.archives.as_slice()) {
        (Some(output), archives) => merge_into(archives, output, &args.memory, args.json, io),
        (None, [only]) => {
            interrupt::install();
            let options = RebuildOptions {
                memory: size(&args.memory)?,
                threads: threads(None),
                stop: &interrupt::asked,
            };
            let packed = zermelo_archive::pack(only, true, &options).map_err(failure)?;
            let what = if packed {
                "packed into one segment"
            } else {
                "one segment already"
            };
            io.line(format!("{}: {what}", only.display()))
        }
        (None, _) => Err(Failure::Input(
            "`archive merge` of several archives needs `-o FOLDER`".to_string(),
        )),
    }
}

/// Merges archives into a new one and says what came of it.
pub fn merge_into(
    folders: &[PathBuf],
    output: &Path,
    memory: &str,
    as_json: bool,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    interrupt::install();
    let _patience = io.patience("merging");
    let archives = build::open_all(folders)?;
    let rebuilt = build::merge_all(&archives, output, size(memory)?)?;
    if as_json {
        return io.json(&json!({
            "games": rebuilt.games,
            "duplicates": rebuilt.duplicates,
            "input": folders,
            "output": output,
            "version": VERSION,
        }));
    }
    io.line(format!(
        "{} games, {} duplicates left out",
        grouped(rebuilt.games),
        grouped(rebuilt.duplicates)
    ))
}

/// Runs `archive forget`.
pub fn forget(args: &ArchiveForgetArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let archive = open(&args.archive)?;
    let source = match &args.file {
        None => None,
        Some(name) => {
            let sources = archive.sources();
            let found: Vec<u16> = (0_u16..)
                .zip(sources)
                .filter(|(_, source)| source.name == *name)
                .map(|(place, _)| place)
                .collect();
            let tables = archive.tables().iter().map(|table| table.source.as_str());
            if found.is_empty() && !tables.clone().any(|table| table == name) {
                let known = sources.iter().map(|s| s.name.as_str());
                let known: Vec<&str> = known.chain(tables).collect();
                return Err(Failure::Input(format!(
                    "`--file {name}`: expected one of {}",
                    known.join(", ")
                )));
            }
            Some(found)
        }
    };
    drop(archive);
    let options = RebuildOptions {
        memory: size(&args.memory)?,
        threads: threads(None),
        stop: &interrupt::asked,
    };
    let _patience = io.patience("forgetting");
    let rebuilt = zermelo_archive::forget(
        &args.archive,
        |game| {
            let is = |wanted: &Option<String>, name: &str| wanted.as_deref() == Some(name);
            is(&args.player, &game.white)
                || is(&args.player, &game.black)
                || is(&args.event, &game.event)
                || source
                    .as_ref()
                    .is_some_and(|found| found.contains(&game.source))
        },
        &options,
    )
    .map_err(failure)?;
    let tables = match &args.file {
        None => 0,
        Some(name) => zermelo_archive::forget_tables(&args.archive, |table| table.source == *name)
            .map_err(failure)?,
    };
    if args.json {
        return io.json(&json!({
            "games": rebuilt.games,
            "forgotten": rebuilt.forgotten,
            "tables_forgotten": tables,
            "input": args.archive,
            "version": VERSION,
        }));
    }
    if tables > 0 {
        io.line("its table of positions forgotten")?;
    }
    io.line(format!(
        "{} games forgotten, {} left",
        grouped(rebuilt.forgotten),
        grouped(rebuilt.games)
    ))
}

/// Runs `archive diff`.
pub fn diff(args: &ArchiveDiffArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let _patience = io.patience("comparing");
    let (first, second) = (open(&args.first)?, open(&args.second)?);
    let difference = zermelo_archive::difference(&first, &second).map_err(failure)?;
    if args.json {
        return io.json(&json!({
            "common": difference.common,
            "only_first": difference.only_first.len(),
            "only_second": difference.only_second.len(),
            "input": [args.first, args.second],
            "version": VERSION,
        }));
    }
    io.line(format!("{} games in both", grouped(difference.common)))?;
    for (archive, path, games) in [
        (&first, &args.first, &difference.only_first),
        (&second, &args.second, &difference.only_second),
    ] {
        io.line(format!(
            "{} only in {}",
            grouped(games.len() as u64),
            path.display()
        ))?;
        for &id in games.iter().take(args.games) {
            io.line(format!("  {}", title(archive, id)?))?;
        }
    }
    Ok(())
}

/// A game in one line.
pub fn title(archive: &Archive, id: GameId) -> Result<String, Failure> {
    let game = archive.game(id).map_err(failure)?;
    let rating = |rating: u16| match rating {
        0 => String::new(),
        rating => format!(" ({rating})"),
    };
    Ok(format!(
        "{}{} - {}{}, {} {}, {}",
        game.white,
        rating(game.white_rating),
        game.black,
        rating(game.black_rating),
        game.event,
        game.date.year,
        game.result.text()
    ))
}
