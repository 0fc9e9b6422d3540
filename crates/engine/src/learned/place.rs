//! Where a player folder is written: what it may replace, and what stands beside it meanwhile.
//!
//! A folder is filled beside its place and renamed. *Invariants.* A folder replaces only one of its
//! own kind, and never training games that it does not have itself. What a killed writer left
//! beside is removed by the next one: a living one holds a lock on its part.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::folder::{FolderError, MANIFEST, PlayerFolder, TRAININGS};

/// The ending of a folder that is being filled.
const PART: &str = "part";
/// The ending of a folder that is being replaced.
const OLD: &str = "old";

/// A path that an ending can be put to: without a slash at its end, and with a name.
fn named(path: &Path) -> PathBuf {
    match path.file_name() {
        Some(_) => path.components().collect(),
        None => path.canonicalize().unwrap_or_else(|_| path.to_path_buf()),
    }
}

/// The path of something that stands beside a folder, named after it.
#[must_use]
pub fn beside(folder: &Path, ending: &str) -> PathBuf {
    let mut name = named(folder).into_os_string();
    name.push(format!(".{ending}"));
    PathBuf::from(name)
}

/// The path of something beside a folder that is this process's own.
pub(super) fn own_beside(folder: &Path, ending: &str) -> PathBuf {
    beside(folder, &format!("{}.{ending}", std::process::id()))
}

/// Refuses a place where a folder of a kind would replace something else.
///
/// # Errors
///
/// If there is anything but an empty folder or a player folder of the same kind.
pub fn check(path: &Path, kind: &str) -> Result<(), FolderError> {
    let occupied = fs::symlink_metadata(path).is_ok();
    let empty = || fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
    if !occupied || empty() {
        return Ok(());
    }
    let wrong = |problem: &str| Err(FolderError::new(path, problem));
    if !PlayerFolder::is(path) {
        return wrong("there is something else: a player folder replaces only a player folder");
    }
    match manifest(path).and_then(|manifest| manifest["kind"].as_str().map(str::to_string)) {
        Some(found) if found == kind => Ok(()),
        Some(found) => wrong(&format!(
            "a player folder of kind `{found}`, which one of kind `{kind}` does not replace: \
             expected another folder"
        )),
        None => wrong("a player folder whose manifest cannot be read: expected another folder"),
    }
}

/// Refuses to replace training games by something that does not have them.
pub(super) fn check_trainings(path: &Path, origin: &Map<String, Value>) -> Result<(), FolderError> {
    let list = |origin: &Value| origin[TRAININGS].as_array().cloned().unwrap_or_default();
    let old = manifest(path).map(|manifest| list(&manifest["origin"]));
    let new = list(&Value::Object(origin.clone()));
    let games = |training: &Value| training["games"].as_u64().unwrap_or(0);
    let kept = |old: &Value| {
        let mut same = new
            .iter()
            .filter(|new| new["fingerprint"] == old["fingerprint"]);
        same.any(|new| games(new) >= games(old))
    };
    match old.unwrap_or_default().iter().find(|old| !kept(old)) {
        None => Ok(()),
        Some(lost) => Err(FolderError::new(
            path,
            format!(
                "{} training games in it would be lost: expected another folder",
                games(lost)
            ),
        )),
    }
}

/// The manifest of a folder, whether its files are sound or not.
fn manifest(path: &Path) -> Option<Value> {
    let text = fs::read_to_string(path.join(MANIFEST)).ok()?;
    let body = text.rfind("crc32 ").map_or(text.as_str(), |at| &text[..at]);
    serde_json::from_str(body).ok()
}

/// Whether two paths are the same folder.
pub(super) fn same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

/// Marks a part as one whose writer lives, until the file is closed; where the system cannot lock
/// folders, nothing is marked.
pub(super) fn hold(part: &Path) -> Option<File> {
    let file = File::open(part).ok()?;
    file.try_lock().ok()?;
    Some(file)
}

/// Removes what killed writers of a folder left beside it, but no old folder where there is no new
/// one. What cannot be removed stays.
pub(super) fn clear(path: &Path) {
    let path = named(path);
    let Some(name) = path.file_name().map(|name| name.to_string_lossy()) else {
        return;
    };
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    let entries = fs::read_dir(parent.unwrap_or(Path::new(".")));
    for entry in entries.into_iter().flatten().flatten() {
        let found = entry.file_name().to_string_lossy().into_owned();
        let rest = found
            .strip_prefix(&*name)
            .and_then(|rest| rest.strip_prefix('.'));
        let Some((process, ending)) = rest.and_then(|rest| rest.split_once('.')) else {
            continue;
        };
        let of_a_process = process.bytes().all(|byte| byte.is_ascii_digit());
        let left = ending == PART || ending == OLD && path.exists();
        if of_a_process && left && hold(&entry.path()).is_some() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Where this process fills a folder.
pub(super) fn part(path: &Path) -> PathBuf {
    own_beside(path, PART)
}

/// Gives the new folder the old one's name.
pub(super) fn replace(part: &Path, path: &Path) -> Result<PathBuf, FolderError> {
    let path = named(path);
    let failed = |error| FolderError::new(&path, error);
    let old = own_beside(&path, OLD);
    let existed = path.exists();
    // It is still needed, until the new one is in its place.
    let _living = hold(&path);
    if existed {
        fs::rename(&path, &old).map_err(failed)?;
    }
    if let Err(error) = fs::rename(part, &path) {
        if existed {
            // Best is to put the old one back; if that fails too, it stays beside.
            let _ = fs::rename(&old, &path);
        }
        return Err(failed(error));
    }
    if existed {
        fs::remove_dir_all(&old).map_err(|error| FolderError::new(&old, error))?;
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::folder::Learnt;
    use serde_json::json;

    fn scratch(name: &str) -> PathBuf {
        let place =
            std::env::temp_dir().join(format!("zermelo-place-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(&place).unwrap();
        place
    }

    fn write(path: &Path, kind: &str, trainings: &Value) -> Result<PlayerFolder, FolderError> {
        PlayerFolder::write(path, kind, |folder| {
            fs::write(folder.join("table.bin"), "one").unwrap();
            let mut learnt = Learnt::default();
            learnt
                .origin
                .insert(TRAININGS.to_string(), trainings.clone());
            Ok(learnt)
        })
    }

    fn entries(place: &Path) -> Vec<String> {
        let entries = fs::read_dir(place).unwrap().flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_slash_at_the_end_changes_nothing() {
        let place = scratch("slash");
        let mut slashed = place.join("one").into_os_string();
        slashed.push("/");
        let slashed = PathBuf::from(slashed);
        for _ in 0..2 {
            let written = write(&slashed, "opta", &json!([])).unwrap();
            assert_eq!(written.path, place.join("one"));
        }
        assert_eq!(entries(&place), ["one"]);
        assert_eq!(
            beside(&slashed, "training"),
            beside(&place.join("one"), "training")
        );
        fs::remove_dir_all(place).unwrap();
    }

    #[test]
    fn another_kind_and_training_games_are_not_replaced() {
        let place = scratch("kinds");
        let folder = place.join("bayes");
        write(&folder, "bayes", &json!([])).unwrap();
        let refused = write(&folder, "opta", &json!([])).unwrap_err().to_string();
        assert!(
            refused.contains("kind `bayes`, which one of kind `opta`"),
            "{refused}"
        );
        let folder = place.join("own");
        let training = |games: u64| json!([{"fingerprint": "a", "games": games}]);
        write(&folder, "feedback", &training(20)).unwrap();
        for fewer in [json!([]), training(12)] {
            let refused = write(&folder, "feedback", &fewer).unwrap_err().to_string();
            assert!(refused.contains("20 training games"), "{refused}");
        }
        let longer = write(&folder, "feedback", &training(24)).unwrap();
        assert_eq!(entries(&place), ["bayes", "own"], "no part is left");
        // What is left of a folder may take its own place, and no other's.
        let forget = |output: &Path| {
            longer.write_what_is_left(output, "opta", |_| Ok::<_, FolderError>(Learnt::default()))
        };
        assert!(forget(&place.join("bayes")).is_err());
        assert_eq!(forget(&folder).unwrap().kind, "opta");
        fs::remove_dir_all(place).unwrap();
    }

    #[test]
    fn what_a_killed_writer_left_is_removed_and_a_living_ones_part_stays() {
        let place = scratch("stale");
        let others = ["one.2.part", "one.x.part", "oneself.3.part"];
        for part in ["one.1.part", "one.1.old"].iter().chain(&others) {
            fs::create_dir(place.join(part)).unwrap();
        }
        let living = hold(&place.join("one.2.part")).unwrap();
        write(&place.join("one"), "opta", &json!([])).unwrap();
        assert!(
            place.join("one.1.old").exists(),
            "it may have been the only one"
        );
        write(&place.join("one"), "opta", &json!([])).unwrap();
        assert_eq!(entries(&place)[1..], others);
        drop(living);
        fs::remove_dir_all(place).unwrap();
    }
}
