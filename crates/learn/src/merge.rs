//! Two player folders in one.
//!
//! Counts of opening tables are added, and so are those of feedback, but a table that both have is
//! taken once, and tables with a source or a training in common are refused: its games would count
//! twice. Of two remembered values the deeper one stays. History tables are shares of their most
//! frequent move, no counts: of two the points of a move are the larger ones. Folders of different
//! kinds are put together to one of the kind `combined`, which has what both have; an opening table
//! and history tables are what `ophista` has.

use std::path::Path;

use serde_json::{Map, Value, json};
use zermelo_archive::{
    ArchiveError, History, HistoryEntry, OpeningEntry, OpeningTable, write_history_tables,
    write_opening_table,
};
use zermelo_chess::PositionKey;
use zermelo_engine::learned::folder::{FolderError, Learnt, PlayerFolder, TRAININGS};
use zermelo_engine::learned::rote::Rote;
use zermelo_engine::learned::{
    BAYES_FILE, FEEDBACK_FILE, FITTED_FILE, HISTORY_FILE, NETWORK_FILE, ROTE_FILE, TABLE_FILE,
    WEIGHTS_FILE,
};

use crate::feedback::link;
use crate::learner::LearnError;
use crate::own_games;

/// The kind of folders that were put together.
pub const COMBINED: &str = "combined";

/// Merges two folders into a third.
///
/// # Errors
///
/// When they have nothing that can be merged, a file of one cannot be read, or the third cannot
/// be written.
pub fn folders(
    first: &PlayerFolder,
    second: &PlayerFolder,
    output: &Path,
) -> Result<PlayerFolder, LearnError> {
    check(first, second, output)?;
    let kind = kind(&first.kind, &second.kind);
    PlayerFolder::write(output, kind, |folder| {
        let mut figures = Map::new();
        for (file, figure) in [(TABLE_FILE, "occupied"), (FEEDBACK_FILE, "positions_added")] {
            let write = |entries: &[OpeningEntry], path: &Path| write_opening_table(entries, path);
            let read = |path: &Path| OpeningTable::open(path)?.entries();
            let count = both(first, second, file, folder, read, add_results, write)?;
            if let Some(count) = count {
                figures.insert(figure.to_string(), json!(count));
            }
        }
        let write = |entries: &[(PositionKey, Vec<HistoryEntry>)], path: &Path| {
            write_history_tables(entries, path)
        };
        let read = |path: &Path| History::open(path)?.all();
        let count = both(first, second, HISTORY_FILE, folder, read, add_points, write)?;
        if let Some(count) = count {
            figures.insert("history_tables".to_string(), json!(count));
        }
        if let Some(count) = values(first, second, folder)? {
            figures.insert("values".to_string(), json!(count));
        }
        others(first, second, folder)?;
        let bred = [first, second]
            .into_iter()
            .find(|part| part.has(WEIGHTS_FILE));
        for name in ["stages", "held_out"] {
            let figure = bred.and_then(|part| part.figures.get(name));
            if let Some(figure) = figure {
                figures.insert(name.to_string(), figure.clone());
            }
        }
        let mut origin = origin(first, second);
        let trainings = own_games::together(&own_games::of(first)?, &own_games::of(second)?);
        if !trainings.is_empty() {
            let games = own_games::games(&trainings);
            figures.insert("training_games".to_string(), json!(games));
            origin.insert(TRAININGS.to_string(), json!(trainings));
        }
        Ok::<Learnt, LearnError>(Learnt { origin, figures })
    })
}

/// Refuses a result in the place of a part, and games that would count twice.
fn check(first: &PlayerFolder, second: &PlayerFolder, output: &Path) -> Result<(), FolderError> {
    if [&first.path, &second.path]
        .iter()
        .any(|path| same(path, output))
    {
        let problem =
            "the result of a merge replaces neither of its parts: expected another folder";
        return Err(FolderError::new(output, problem));
    }
    if kind(&first.kind, &second.kind) == COMBINED {
        useful(first, second)?;
    }
    let twice = shared_source(first, second);
    if let Some(source) = twice.filter(|_| !equal(first, second, TABLE_FILE)) {
        let problem = format!(
            "{source} was learnt from here and in {}: its games would count twice",
            second.path.display()
        );
        return Err(FolderError::new(&first.path, problem));
    }
    let trained = [first, second].iter().all(|part| part.has(FEEDBACK_FILE));
    let shared = own_games::shared(&own_games::of(first)?, &own_games::of(second)?);
    if trained && shared && !equal(first, second, FEEDBACK_FILE) {
        let problem = format!(
            "training games that {} has too: they would count twice",
            second.path.display()
        );
        return Err(FolderError::new(&first.path, problem));
    }
    Ok(())
}

/// Refuses what no player could use: `combined` plays from an opening table, and evaluates by the
/// terms with bred weights or none.
fn useful(first: &PlayerFolder, second: &PlayerFolder) -> Result<(), FolderError> {
    let parts = [first, second];
    let other = [BAYES_FILE, FITTED_FILE, NETWORK_FILE];
    let evaluates = |part: &&&PlayerFolder| other.iter().any(|name| part.has(name));
    let problem = if let Some(part) = parts.iter().find(evaluates) {
        format!("what a folder of kind `{}` knows", part.kind)
    } else if parts.iter().any(|part| part.has(TABLE_FILE)) {
        return Ok(());
    } else {
        "the two without an opening table".to_string()
    };
    let kinds = format!("kinds `{}` and `{}`", first.kind, second.kind);
    let problem = format!("{kinds} put together: no player could use {problem}");
    Err(FolderError::new(&second.path, problem))
}

/// The kind of two kinds put together. History tables are a part of other kinds.
fn kind<'a>(first: &'a str, second: &'a str) -> &'a str {
    match (first, second) {
        (first, second) if first == second => first,
        ("history", "opta") | ("opta", "history") => "ophista",
        ("history", kind @ ("ophista" | "feedback")) => kind,
        (kind @ ("ophista" | "feedback"), "history") => kind,
        _ => COMBINED,
    }
}

fn same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

/// Whether both have the same file.
fn equal(first: &PlayerFolder, second: &PlayerFolder, file: &str) -> bool {
    let of = |part: &PlayerFolder| part.files.iter().find(|entry| entry.name == file).cloned();
    of(first).is_some() && of(first) == of(second)
}

/// A source that the opening tables of both have learnt from.
fn shared_source(first: &PlayerFolder, second: &PlayerFolder) -> Option<String> {
    if !first.has(TABLE_FILE) || !second.has(TABLE_FILE) {
        return None;
    }
    let of = |part: &PlayerFolder| {
        let list = part
            .origin
            .get("sources")
            .and_then(Value::as_array)
            .cloned();
        list.unwrap_or_default()
    };
    let others = of(second);
    let shared = of(first)
        .into_iter()
        .find(|source| others.contains(source))?;
    shared["file"].as_str().map(str::to_string)
}

/// A file of keyed entries that one or both have; how many entries came of it.
fn both<T: Clone>(
    first: &PlayerFolder,
    second: &PlayerFolder,
    file: &str,
    folder: &Path,
    read: impl Fn(&Path) -> Result<Vec<(PositionKey, T)>, ArchiveError>,
    add: impl Fn(&mut T, &T),
    write: impl Fn(&[(PositionKey, T)], &Path) -> Result<(), ArchiveError>,
) -> Result<Option<usize>, LearnError> {
    let mut parts = vec![first, second];
    parts.retain(|part| part.has(file));
    if equal(first, second, file) {
        parts.truncate(1);
    }
    let mut all: Vec<(PositionKey, T)> = Vec::new();
    for part in &parts {
        all.extend(read(&part.file(file))?);
    }
    if parts.is_empty() {
        return Ok(None);
    }
    // Stable, so that equal keys keep the order of the folders.
    all.sort_by_key(|(key, _)| *key);
    all.dedup_by(|later, kept| {
        let equal = later.0 == kept.0;
        if equal {
            add(&mut kept.1, &later.1);
        }
        equal
    });
    write(&all, &folder.join(file))?;
    Ok(Some(all.len()))
}

fn add_results(kept: &mut zermelo_archive::Results, later: &zermelo_archive::Results) {
    kept.merge(later);
}

fn add_points(kept: &mut Vec<HistoryEntry>, later: &Vec<HistoryEntry>) {
    for entry in later {
        let known = kept
            .iter_mut()
            .find(|k| (k.from, k.to) == (entry.from, entry.to));
        match known {
            Some(known) => known.points = known.points.max(entry.points),
            None => kept.push(*entry),
        }
    }
}

fn values(
    first: &PlayerFolder,
    second: &PlayerFolder,
    folder: &Path,
) -> Result<Option<usize>, LearnError> {
    let mut values = Rote::default();
    let mut any = false;
    for part in [first, second].iter().filter(|part| part.has(ROTE_FILE)) {
        values.merge(&Rote::read(&part.file(ROTE_FILE))?);
        any = true;
    }
    if !any {
        return Ok(None);
    }
    values.write(&folder.join(ROTE_FILE))?;
    Ok(Some(values.len()))
}

/// Files that only one of the two has and nobody here knows how to add, such as weights. Logs and
/// curves tell of one training, not of two.
fn others(first: &PlayerFolder, second: &PlayerFolder, folder: &Path) -> Result<(), LearnError> {
    let added = [TABLE_FILE, FEEDBACK_FILE, HISTORY_FILE, ROTE_FILE];
    let told = |name: &str| name.starts_with("training") || name.starts_with("curve");
    for (part, other) in [(first, second), (second, first)] {
        for file in &part.files {
            let name = file.name.as_str();
            if added.contains(&name) || told(name) {
                continue;
            }
            if other.has(name) {
                let problem = format!("both folders have {name}, which cannot be added up");
                return Err(FolderError::new(&part.path, problem).into());
            }
            link(&part.file(name), &folder.join(name))?;
        }
    }
    Ok(())
}

/// Where both came from: games add up, sources stand side by side.
fn origin(first: &PlayerFolder, second: &PlayerFolder) -> Map<String, Value> {
    let sources = |part: &PlayerFolder| part.origin.get("sources").cloned();
    let alike = sources(first).is_some() && sources(first) == sources(second);
    let once = alike || equal(first, second, TABLE_FILE);
    let sum = |name: &str| {
        let number = |part: &PlayerFolder| part.origin.get(name).and_then(Value::as_u64);
        let more = if once { None } else { number(second) };
        number(first).unwrap_or(0) + more.unwrap_or(0)
    };
    let list = |name: &str| {
        let of = |part: &PlayerFolder| part.origin.get(name).and_then(Value::as_array).cloned();
        let mut all = of(first).unwrap_or_default();
        if !once {
            all.extend(of(second).unwrap_or_default());
        }
        Value::Array(all)
    };
    let mut origin = Map::new();
    // What learnt only from its own games has none of an archive.
    if [first, second]
        .iter()
        .any(|part| part.origin.contains_key("games"))
    {
        origin.insert("games".to_string(), json!(sum("games")));
        origin.insert("held_out".to_string(), json!(sum("held_out")));
        origin.insert("sources".to_string(), list("sources"));
        origin.insert("tables".to_string(), list("tables"));
    }
    origin.insert("merged".to_string(), json!([first.path, second.path]));
    origin
}
