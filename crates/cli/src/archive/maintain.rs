//! `archive verify`, `merge`, `diff` and `forget`.

use std::path::{Path, PathBuf};

use serde_json::json;
use zermelo_archive::{Archive, Filter, GameId, RebuildOptions, StoredGame};

use super::learned::{self, Kind};
use super::{facts, failure, open, shown, size, threads};
use crate::args::{ArchiveDiffArgs, ArchiveForgetArgs, ArchiveMergeArgs, ArchiveVerifyArgs};
use crate::report::{VERSION, counted, grouped, named};
use crate::{Failure, Io, interrupt};

/// Runs `archive verify`.
pub fn verify(args: &ArchiveVerifyArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let _patience = io.patience("checking");
    let (verified, damage) = zermelo_archive::verify(&args.archive).map_err(failure)?;
    let sentences: Vec<String> = damage.iter().map(ToString::to_string).collect();
    if args.json {
        io.json(&json!({
            "sound": damage.is_empty(),
            "damage": sentences,
            "files": verified.files,
            "bytes": verified.bytes,
            "games": verified.games,
            "positions": verified.positions,
            "input": named(&args.archive),
            "version": VERSION,
        }))?;
    } else {
        for sentence in &sentences {
            io.line(sentence)?;
        }
        if damage.is_empty() {
            io.line(format!(
                "sound: {}, {} replayed, {} in order",
                counted(verified.files, "file"),
                counted(verified.games, "game"),
                counted(verified.positions, "position")
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
                fresh: args.fresh,
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
    let archives = facts::open_all(folders)?;
    let rebuilt = facts::merge_all(&archives, output, size(memory)?)?;
    if as_json {
        return io.json(&json!({
            "games": rebuilt.games,
            "duplicates": rebuilt.duplicates,
            "input": named(&folders),
            "output": named(&output),
            "version": VERSION,
        }));
    }
    io.line(format!(
        "{}, {} left out",
        counted(rebuilt.games, "game"),
        counted(rebuilt.duplicates, "duplicate")
    ))
}

/// The name of a source that a file's name means: as it was given, or else the only one of that
/// name in whatever folder.
fn source_name(archive: &Archive, file: &str) -> Result<String, Failure> {
    // One that was forgotten already is no longer meant.
    let sources = archive.sources().iter().filter(|source| source.games > 0);
    let sources = sources.map(|source| source.name.as_str());
    let tables = archive.tables().iter().map(|table| table.source.as_str());
    let mut known: Vec<&str> = sources.chain(tables).collect();
    known.sort_unstable();
    known.dedup();
    if known.contains(&file) {
        return Ok(file.to_string());
    }
    let base = |name: &&&str| Path::new(name).file_name() == Some(file.as_ref());
    let found: Vec<&str> = known.iter().filter(base).copied().collect();
    match found.as_slice() {
        [only] => Ok(only.to_string()),
        [] if known.is_empty() => Err(Failure::Input(format!(
            "`--file {file}`: {} has no games of a file and no tables",
            archive.folder().display()
        ))),
        [] => Err(Failure::Input(format!(
            "`--file {file}`: expected one of {}",
            known.join(", ")
        ))),
        several => Err(Failure::Input(format!(
            "`--file {file}` may be any of {}: give one of these",
            several.join(", ")
        ))),
    }
}

/// Says so if no game is meant: nothing need be written then.
fn refuse_unknown(
    args: &ArchiveForgetArgs,
    archive: &Archive,
    is_meant: impl Fn(&StoredGame) -> bool,
) -> Result<(), Failure> {
    let mut any = false;
    archive
        .for_each_game(&Filter::default(), |id| {
            any = is_meant(&archive.game(id)?);
            Ok(!any)
        })
        .map_err(failure)?;
    if any {
        return Ok(());
    }
    let asked = [("player", &args.player), ("event", &args.event)];
    let asked = asked.iter().filter_map(|(option, name)| {
        let name = name.as_ref()?;
        Some(format!("`--{option} {name}`"))
    });
    Err(Failure::Input(format!(
        "{}: no game in {}; expected a whole name as the games have it",
        asked.collect::<Vec<_>>().join(", "),
        args.archive.display()
    )))
}

/// Runs `archive forget`.
pub fn forget(args: &ArchiveForgetArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let archive = open(&args.archive)?;
    let file = args.file.as_ref();
    let file = file.map(|file| source_name(&archive, file)).transpose()?;
    let sources: Vec<bool> = archive
        .sources()
        .iter()
        .map(|source| file.as_ref() == Some(&source.name))
        .collect();
    let is_meant = |game: &StoredGame| {
        let is = |wanted: &Option<String>, name: &str| wanted.as_deref() == Some(name);
        is(&args.player, &game.white)
            || is(&args.player, &game.black)
            || is(&args.event, &game.event)
            || sources.get(usize::from(game.source)) == Some(&true)
    };
    if file.is_none() {
        refuse_unknown(args, &archive, is_meant)?;
    }
    drop(archive);
    let options = RebuildOptions {
        memory: size(&args.memory)?,
        threads: threads(None),
        fresh: args.fresh,
        stop: &interrupt::asked,
    };
    let _patience = io.patience("forgetting");
    let rebuilt = zermelo_archive::forget(&args.archive, is_meant, &options).map_err(failure)?;
    let tables = match &file {
        None => 0,
        Some(name) => zermelo_archive::forget_tables(&args.archive, |table| table.source == *name)
            .map_err(failure)?,
    };
    if args.json {
        return io.json(&json!({
            "games": rebuilt.games,
            "forgotten": rebuilt.forgotten,
            "tables_forgotten": tables,
            "input": named(&args.archive),
            "version": VERSION,
        }));
    }
    if tables > 0 {
        io.line("its table of positions forgotten")?;
    }
    io.line(format!(
        "{} forgotten, {} left",
        counted(rebuilt.forgotten, "game"),
        grouped(rebuilt.games)
    ))
}

/// Runs `archive diff`.
pub fn diff(args: &ArchiveDiffArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let _patience = io.patience("comparing");
    match (Kind::of(&args.first), Kind::of(&args.second)) {
        (Some(kind), Some(other)) if kind == other => return learned::diff(kind, args, io),
        (None, None) => {}
        _ => {
            return Err(Failure::Input(format!(
                "{} and {} are not of one kind: expected two archives, two compact tables or two \
                 files of history tables",
                args.first.display(),
                args.second.display()
            )));
        }
    }
    let (first, second) = (open(&args.first)?, open(&args.second)?);
    let difference = zermelo_archive::difference(&first, &second).map_err(failure)?;
    if args.json {
        return io.json(&json!({
            "common": difference.common,
            "only_first": difference.only_first.len(),
            "only_second": difference.only_second.len(),
            "games_only_first": titles(&first, &difference.only_first, args.games)?,
            "games_only_second": titles(&second, &difference.only_second, args.games)?,
            "input": named(&[&args.first, &args.second]),
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
        for title in titles(archive, games, args.games)? {
            io.line(format!("  {title}"))?;
        }
    }
    Ok(())
}

fn titles(archive: &Archive, games: &[GameId], limit: usize) -> Result<Vec<String>, Failure> {
    let games = games.iter().take(limit);
    games.map(|&id| title(archive, id)).collect()
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
        shown(&game.white),
        rating(game.white_rating),
        shown(&game.black),
        rating(game.black_rating),
        shown(&game.event),
        game.date.year,
        game.result.text()
    ))
}
