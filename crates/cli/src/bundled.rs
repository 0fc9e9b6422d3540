//! The games that come with the program: the engine against itself, 233 games.

use std::fs;
use std::path::{Path, PathBuf};

use zermelo_archive::Archive;

use crate::{Failure, within};

const GAMES: &str = include_str!("../../../testdata/games.pgn");

/// The archive of the games in a folder, made if it is not there.
pub fn archive(folder: &Path) -> Result<PathBuf, Failure> {
    let place = folder.join("bundled.archive");
    if Archive::open(&place).is_ok() {
        return Ok(place);
    }
    // What cannot be opened is made anew.
    let _ = fs::remove_dir_all(&place);
    let failed = |error: std::io::Error| {
        Failure::Input(format!("cannot write to {}: {error}", folder.display()))
    };
    fs::create_dir_all(folder).map_err(failed)?;
    let pgn = folder.join("bundled.pgn");
    fs::write(&pgn, GAMES).map_err(failed)?;
    let path = |path: &Path| path.display().to_string();
    let words = [
        "archive",
        "build",
        "--json",
        "-o",
        &path(&place),
        "--",
        &path(&pgn),
    ];
    within::run(&words.map(str::to_string)).map_err(Failure::Input)?;
    fs::remove_file(&pgn).map_err(failed)?;
    Ok(place)
}
