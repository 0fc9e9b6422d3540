//! Of which trainings a folder has the games, so that no game counts twice.
//!
//! A folder's origin lists them: what tells a training from others (the fingerprint of its log), how
//! many games, and how they were played. The list is carried along when another training begins
//! with the folder, and when folders are merged. *Invariant.* No two of a list have one fingerprint.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use zermelo_engine::Profile;
use zermelo_engine::learned::folder::{FolderError, PlayerFolder, TRAININGS};
use zermelo_engine::learned::{FEEDBACK_FILE, ROTE_FILE};

use crate::training::{Trained, Training};

/// The trainings of a folder.
///
/// # Errors
///
/// If it has games of its own and does not say which.
pub fn of(folder: &PlayerFolder) -> Result<Vec<Value>, FolderError> {
    match folder.origin.get(TRAININGS).and_then(Value::as_array) {
        Some(list) => Ok(list.clone()),
        None if folder.has(FEEDBACK_FILE) || folder.has(ROTE_FILE) => {
            let problem = "learnt by an earlier version, which did not say which games of its own \
                           it has: learn it again";
            Err(FolderError::new(&folder.path, problem))
        }
        None => Ok(Vec::new()),
    }
}

/// Whether two lists have a training in common.
#[must_use]
pub fn shared(first: &[Value], second: &[Value]) -> bool {
    let known = |other: &Value| second.iter().any(|training| same(training, other));
    first.iter().any(known)
}

/// Two lists in one; of a training that both have the longer part.
#[must_use]
pub fn together(first: &[Value], second: &[Value]) -> Vec<Value> {
    let mut all = first.to_vec();
    for training in second {
        match all.iter_mut().find(|known| same(known, training)) {
            None => all.push(training.clone()),
            Some(known) if count(known) < count(training) => *known = training.clone(),
            Some(_) => {}
        }
    }
    all
}

/// The trainings of a list that are not of a kind.
#[must_use]
pub fn but(trainings: Vec<Value>, kind: &str) -> Vec<Value> {
    let mut others = trainings;
    others.retain(|training| training["kind"] != kind);
    others
}

/// How many games a list has.
#[must_use]
pub fn games(trainings: &[Value]) -> u64 {
    trainings.iter().map(count).sum()
}

/// A training as a list has it; `told` is what its student was told.
///
/// # Errors
///
/// If the log has no fingerprint.
pub fn training(
    log: &Path,
    training: &Training<'_>,
    trained: &Trained,
    profile: Profile,
    told: Value,
) -> Result<Value, FolderError> {
    let trainers = training.trainers.iter();
    let trainers: Vec<&str> = trainers.map(|trainer| trainer.name.as_str()).collect();
    let mut object = Map::from_iter([
        ("fingerprint".to_string(), json!(fingerprint(log)?)),
        ("games".to_string(), json!(trained.points.len())),
        ("trainers".to_string(), json!(trainers.join(", "))),
        ("nodes".to_string(), json!(training.nodes)),
        ("seed".to_string(), json!(training.seed)),
        ("unused".to_string(), json!(trained.unused)),
        ("openings".to_string(), json!(training.openings.len())),
        (
            "profile".to_string(),
            json!(format!("{profile:?}").to_lowercase()),
        ),
    ]);
    if let Value::Object(told) = told {
        object.extend(told);
    }
    Ok(Value::Object(object))
}

/// What tells the training of a log from others.
fn fingerprint(log: &Path) -> Result<String, FolderError> {
    let failed = |error: &dyn std::fmt::Display| FolderError::new(log, error);
    let text = fs::read_to_string(log).map_err(|error| failed(&error))?;
    let header = text.lines().next().and_then(|line| line.split_once(' '));
    let header = header.and_then(|(_, json)| serde_json::from_str::<Value>(json).ok());
    let found = header.and_then(|header| header["fingerprint"].as_str().map(str::to_string));
    found.ok_or_else(|| failed(&"no log of a training: its first line has no fingerprint"))
}

fn same(first: &Value, second: &Value) -> bool {
    first["fingerprint"] == second["fingerprint"]
}

fn count(training: &Value) -> u64 {
    training["games"].as_u64().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_training_is_counted_once_and_as_long_as_it_is_known() {
        let training = |name: &str, games: u64| json!({"fingerprint": name, "games": games});
        let (short, long, other) = (training("a", 12), training("a", 20), training("b", 4));
        let first = [short.clone(), other.clone()];
        let all = together(&first, std::slice::from_ref(&long));
        assert_eq!(all, [long.clone(), other.clone()]);
        assert_eq!(together(std::slice::from_ref(&long), &first), all);
        assert_eq!(games(&all), 24);
        assert!(shared(&first, &[long]) && !shared(&[short], &[other]));
    }
}
