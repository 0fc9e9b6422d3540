//! The opening book, the endgame tables and what a player has learnt, as a user names them: a bad
//! one is named and ignored.

use std::path::{Path, PathBuf};

use zermelo_chess::PolyglotBook;

use super::options::Configuration;
use crate::learned::folder::PlayerFolder;
use crate::learned::{Learned, Recipe};

/// Chance for the book, different in every run.
#[must_use]
pub fn seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |time| time.as_nanos() as u64)
}

/// Opens a book; on failure what to tell the user.
///
/// # Errors
///
/// If there is no such book: one sentence with its name.
pub fn open_book(path: &str) -> Result<PolyglotBook, String> {
    PolyglotBook::open(Path::new(path)).map_err(|error| format!("book {path}: {error}; ignored"))
}

/// The folders of endgame tables in a list separated by `;` (UCI's way) or the platform's
/// separator: those that hold tables, and a sentence for each that does not.
#[must_use]
pub fn table_folders(list: &str) -> (Vec<PathBuf>, Vec<String>) {
    let (mut folders, mut complaints) = (Vec::new(), Vec::new());
    // A colon separates paths only where it is no part of one.
    let separator = |c: char| c == ';' || (c == ':' && !cfg!(windows));
    for name in list
        .split(separator)
        .map(str::trim)
        .filter(|name| !name.is_empty())
    {
        match std::fs::read_dir(name) {
            Err(error) => complaints.push(format!("endgame tables {name}: {error}; ignored")),
            Ok(entries) => {
                let is_table = |path: &Path| path.extension().is_some_and(|e| e == "rtbw");
                if entries.flatten().any(|entry| is_table(&entry.path())) {
                    folders.push(PathBuf::from(name));
                } else {
                    let problem = format!("endgame tables {name}: no .rtbw file there; ignored");
                    complaints.push(problem);
                }
            }
        }
    }
    (folders, complaints)
}

/// Folders as one text, as the engine's settings want them; `None` for none.
#[must_use]
pub fn joined(folders: &[PathBuf]) -> Option<PathBuf> {
    let joined = std::env::join_paths(folders).ok()?;
    (!folders.is_empty()).then(|| PathBuf::from(joined))
}

/// What the player that is set has learnt; `None` if nothing.
///
/// # Errors
///
/// If it should have and cannot be had: one sentence.
pub fn learned_of(configuration: &Configuration) -> Result<Option<Learned>, String> {
    let place = &configuration.player_dir;
    let player = &configuration.player;
    let own = !place.is_empty() && PlayerFolder::is_named(player, Path::new(place));
    if Recipe::named(player).is_none() && !own {
        return Ok(None);
    }
    let place = (!place.is_empty()).then(|| Path::new(place));
    let found = Learned::find(player, place);
    found.map(Some).map_err(|error| {
        format!("{error}; it plays as reference until PlayerDir names a folder that has one")
    })
}
