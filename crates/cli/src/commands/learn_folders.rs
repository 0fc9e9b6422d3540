//! `learn merge` and `learn forget`: player folders put together, and something taken out.

use std::time::Instant;

use serde_json::json;
use zermelo_archive::Archive;
use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_learn::{LearnError, forget, merge, profile};

use super::{learn, learn_profile};
use crate::args::{LearnForgetArgs, LearnMergeArgs};
use crate::report::{VERSION, counted, named};
use crate::{Failure, Io, archive, interrupt};

/// Runs `learn merge`.
pub fn merge(args: &LearnMergeArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let begun = Instant::now();
    let (first, second) = (learn::open(&args.first)?, learn::open(&args.second)?);
    if [&first, &second]
        .iter()
        .any(|part| part.kind == profile::KIND)
    {
        let folder = profile::merge(&first, &second, &args.output).map_err(learn::failure)?;
        return learn_profile::told(&folder, begun, args.json, io);
    }
    let folder = merge::folders(&first, &second, &args.output).map_err(learn::failure)?;
    if args.json {
        return io.json(&json!({
            "kind": folder.kind,
            "origin": folder.origin,
            "figures": folder.figures,
            "input": named(&[&args.first, &args.second]),
            "output": named(&args.output),
            "version": VERSION,
        }));
    }
    io.line(format!("{}", args.output.display()))?;
    learn::describe(&folder, io)
}

/// Runs `learn forget`.
pub fn forget(args: &LearnForgetArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let folder = learn::open(&args.folder)?;
    let output = args.output.as_ref().unwrap_or(&args.folder);
    if folder.kind == profile::KIND || !args.files.is_empty() {
        return learn_profile::forget(&folder, args, output, io);
    }
    let (left, games) = match &args.archive {
        None if !args.feedback => {
            return Err(Failure::Input(
                "expected what to forget: --archive FOLDER or --feedback".to_string(),
            ));
        }
        None => (
            forget::feedback(&folder, output).map_err(learn::failure)?,
            0,
        ),
        Some(path) => games(args, &folder, path, output)?,
    };
    if args.json {
        return io.json(&json!({
            "kind": left.kind,
            "forgotten": games,
            "feedback": args.feedback,
            "origin": left.origin,
            "figures": left.figures,
            "input": named(&args.folder),
            "output": named(&output),
            "version": VERSION,
        }));
    }
    let what = if args.feedback {
        "the games of its own".to_string()
    } else {
        counted(games, "game")
    };
    io.line(format!("{} without {what}", output.display()))?;
    learn::describe(&left, io)
}

/// Takes games of an archive out.
fn games(
    args: &LearnForgetArgs,
    folder: &PlayerFolder,
    path: &std::path::Path,
    output: &std::path::Path,
) -> Result<(PlayerFolder, u64), Failure> {
    let filter = archive::filter(&args.filter)?;
    if args.source.is_none() && filter.is_empty() {
        return Err(Failure::Input(
            "expected which games to forget: --source FILE, --eco CODES or another filter"
                .to_string(),
        ));
    }
    let archive = Archive::open(path).map_err(|error| learn::failure(error.into()))?;
    let number = args.source.as_ref().map(|source| {
        let mut known = archive.sources().iter();
        let place = known.position(|entry| entry.name == *source);
        place.ok_or_else(|| {
            let names: Vec<&str> = archive.sources().iter().map(|s| s.name.as_str()).collect();
            Failure::Input(format!(
                "`{source}` is no source of {}: expected {}",
                path.display(),
                names.join(" or ")
            ))
        })
    });
    let number = number.transpose()?;
    let test = |id| -> Result<bool, LearnError> {
        let of_source = |number| Ok(usize::from(archive.game(id)?.source) == number);
        number.map_or(Ok(true), of_source)
    };
    forget::games(folder, &archive, &filter, &test, &interrupt::asked, output)
        .map_err(learn::failure)
}
