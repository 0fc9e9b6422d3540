//! Taking something out of a player folder: what its own games added, or games of the archive.
//!
//! Counts are taken off again, so that the opening table is that of the other games; history
//! tables, which are shares and no counts, are learnt anew from them. Games that were held out
//! when the folder was learnt never counted, and are not taken off.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde_json::{Value, json};
use zermelo_archive::{
    Archive, Filter, GameId, LEAST_GAMES, OpeningEntry, OpeningTable, Results, write_history,
    write_opening_table,
};
use zermelo_chess::PositionKey;
use zermelo_engine::learned::folder::{FolderError, Learnt, PlayerFolder, TRAININGS};
use zermelo_engine::learned::{FEEDBACK_FILE, HISTORY_FILE, TABLE_FILE};

use crate::feedback::{self, link};
use crate::histories::LEAST;
use crate::learner::{LearnError, Samples, TOLD};
use crate::opta::results_of;
use crate::own_games;

/// Takes what a player's own games added out of a folder: what is left is the folder that the
/// training began with.
///
/// # Errors
///
/// When nothing was added to it, or the output cannot be written.
pub fn feedback(folder: &PlayerFolder, output: &Path) -> Result<PlayerFolder, LearnError> {
    if !folder.has(FEEDBACK_FILE) {
        let problem = "no games of its own were added to it: nothing to forget";
        return Err(FolderError::new(&folder.path, problem).into());
    }
    let kind = match (folder.kind.as_str(), folder.has(HISTORY_FILE)) {
        (feedback::KIND, true) => "ophista",
        (feedback::KIND, false) => "opta",
        (other, _) => other,
    };
    let others = own_games::but(own_games::of(folder)?, feedback::KIND);
    folder.write_what_is_left(output, kind, |part| {
        let training = [FEEDBACK_FILE, feedback::LOG_FILE];
        for file in &folder.files {
            let name = file.name.as_str();
            if !training.contains(&name) && !feedback::CURVE_FILES.contains(&name) {
                link(&folder.file(name), &part.join(name))?;
            }
        }
        let mut learnt = Learnt {
            origin: folder.origin.clone(),
            ..Learnt::default()
        };
        learnt.origin.remove("from");
        learnt.origin.remove(TRAININGS);
        if !others.is_empty() {
            learnt.origin.insert(TRAININGS.to_string(), json!(others));
        }
        Ok::<Learnt, LearnError>(learnt)
    })
}

/// Takes the games of an archive that pass a test out of a folder that was learnt from it; how
/// many they were.
///
/// # Errors
///
/// When the folder was not learnt from this archive, no game passes, none would be left, or the
/// output cannot be written.
pub fn games(
    folder: &PlayerFolder,
    archive: &Archive,
    filter: &Filter,
    test: &dyn Fn(GameId) -> Result<bool, LearnError>,
    stop: &dyn Fn() -> bool,
    output: &Path,
) -> Result<(PlayerFolder, u64), LearnError> {
    let samples = samples_of(folder, archive, stop)?;
    let mut passed = Vec::new();
    archive.for_each_game(filter, |id| {
        passed.push(id);
        Ok(true)
    })?;
    let mut forgotten = Vec::new();
    for id in passed {
        if !samples.is_held_out(id) && test(id)? {
            forgotten.push(id);
        }
    }
    if forgotten.is_empty() {
        let problem = "none of its games is to be forgotten: nothing to do";
        return Err(FolderError::new(&folder.path, problem).into());
    }
    let count = forgotten.len() as u64;
    let entries = match folder.has(TABLE_FILE) {
        true => Some(entries_without(folder, &results_of(&samples, &forgotten)?)?),
        false => None,
    };
    let nothing_left = match &entries {
        Some(entries) => entries.is_empty(),
        None => count == samples.archive.games() - samples.held_out()?.len() as u64,
    };
    if nothing_left {
        let problem = "all of its games would be forgotten: nothing is left to keep";
        return Err(LearnError::TooFew(
            FolderError::new(&folder.path, problem).to_string(),
        ));
    }
    let gone: HashSet<GameId> = forgotten.into_iter().collect();
    let written = PlayerFolder::write(output, &folder.kind, |part| {
        for file in &folder.files {
            let name = file.name.as_str();
            if name != TABLE_FILE && name != HISTORY_FILE {
                link(&folder.file(name), &part.join(name))?;
            }
        }
        let mut learnt = Learnt {
            origin: folder.origin.clone(),
            ..Learnt::default()
        };
        if let Some(entries) = &entries {
            write_opening_table(entries, &part.join(TABLE_FILE))?;
            let occupied = json!(entries.len());
            learnt.figures.insert("occupied".to_string(), occupied);
        }
        if folder.has(HISTORY_FILE) {
            let left_out = |id: GameId| samples.is_held_out(id) || gone.contains(&id);
            let path = part.join(HISTORY_FILE);
            let least = folder
                .origin
                .get(TOLD)
                .and_then(|told| told[LEAST].as_u64());
            let least = least.unwrap_or(LEAST_GAMES);
            let (tables, _) = write_history(archive, least, &path, &left_out, stop)?;
            let figures = &mut learnt.figures;
            figures.insert("history_tables".to_string(), json!(tables));
        }
        let before = folder.origin.get("forgotten").and_then(Value::as_u64);
        let all = before.unwrap_or(0) + count;
        learnt.origin.insert("forgotten".to_string(), json!(all));
        Ok::<Learnt, LearnError>(learnt)
    })?;
    Ok((written, count))
}

/// The opening table of a folder, some results taken off.
fn entries_without(
    folder: &PlayerFolder,
    off: &HashMap<PositionKey, Results>,
) -> Result<Vec<OpeningEntry>, LearnError> {
    let table = OpeningTable::open(&folder.file(TABLE_FILE))?;
    let mut entries = table.entries()?;
    for (key, results) in &mut entries {
        if let Some(off) = off.get(key) {
            *results = results.without(off);
        }
    }
    entries.retain(|(_, results)| results.games() > 0);
    Ok(entries)
}

/// The samples that a folder was learnt from, if it was learnt from this archive and nothing has
/// been taken out of it yet.
fn samples_of<'a>(
    folder: &PlayerFolder,
    archive: &'a Archive,
    stop: &'a dyn Fn() -> bool,
) -> Result<Samples<'a>, LearnError> {
    let wrong = |problem: &str| LearnError::from(FolderError::new(&folder.path, problem));
    if !folder.has(TABLE_FILE) && !folder.has(HISTORY_FILE) {
        return Err(wrong(
            "it has no opening table or history tables that games could be taken out of",
        ));
    }
    if folder.origin.contains_key("forgotten") {
        return Err(wrong(
            "games were taken out of it before, and a game cannot be taken out twice: learn it anew",
        ));
    }
    let hold_out = folder.origin.get("hold_out").and_then(Value::as_u64);
    let hold_out = hold_out.and_then(|number| u32::try_from(number).ok());
    let samples = Samples {
        archive,
        hold_out: hold_out.ok_or_else(|| wrong("it does not say which games were held out"))?,
        stop,
        tell: &|_| (),
    };
    let sources = samples.origin(0).remove("sources");
    if folder.origin.get("sources") != sources.as_ref() {
        return Err(wrong(&format!(
            "it was not learnt from {}",
            archive.folder().display()
        )));
    }
    Ok(samples)
}
