//! Games on the disk: one file each, so that a restarted server has them all.
//!
//! A file is written beside, then renamed; whoever is killed in between leaves the old state.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A folder of games of one kind.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// The letters of ids: no two look alike.
const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
/// Letters of an id.
pub const ID_LENGTH: usize = 10;

/// A new id, which nobody can guess: the keys of a hasher come from the system's randomness.
#[must_use]
pub fn new_id() -> String {
    let mut bits = RandomState::new().hash_one(Instant::now());
    let mut id = String::new();
    for _ in 0..ID_LENGTH {
        id.push(LETTERS[(bits % LETTERS.len() as u64) as usize] as char);
        bits /= LETTERS.len() as u64;
    }
    id
}

/// Whether a text can be an id; what is none never becomes a path.
#[must_use]
pub fn is_id(text: &str) -> bool {
    text.len() == ID_LENGTH && text.bytes().all(|letter| LETTERS.contains(&letter))
}

impl Store {
    /// The store in a folder, which is made if it is missing.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn open(folder: &Path) -> io::Result<Store> {
        fs::create_dir_all(folder)?;
        Ok(Store {
            folder: folder.to_path_buf(),
        })
    }

    fn path(&self, id: &str) -> Option<PathBuf> {
        is_id(id).then(|| self.folder.join(format!("{id}.json")))
    }

    /// The game of an id; `None` if there is none that can be read.
    #[must_use]
    pub fn load<T: DeserializeOwned>(&self, id: &str) -> Option<T> {
        let text = fs::read_to_string(self.path(id)?).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Keeps a game.
    ///
    /// # Errors
    ///
    /// If it cannot be written; then the old state stands.
    pub fn save<T: Serialize>(&self, id: &str, game: &T) -> io::Result<()> {
        let path = self
            .path(id)
            .ok_or_else(|| io::Error::other("no id of a game"))?;
        let beside = path.with_extension("part");
        let written = write(&beside, game).and_then(|()| fs::rename(&beside, &path));
        if written.is_err() {
            let _ = fs::remove_file(&beside);
        }
        written
    }

    /// The ids of all games, the latest first.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let mut found: Vec<_> = entries
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let id = name.strip_suffix(".json").filter(|id| is_id(id))?;
                let changed = entry.metadata().ok()?.modified().ok()?;
                Some((changed, id.to_string()))
            })
            .collect();
        found.sort();
        found.into_iter().rev().map(|(_, id)| id).collect()
    }
}

fn write<T: Serialize>(path: &Path, game: &T) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    serde_json::to_writer(&mut file, game)?;
    file.flush()?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_back_and_no_id_leaves_the_folder() {
        let folder = std::env::temp_dir().join(format!("zermelo-store-{}", std::process::id()));
        let store = Store::open(&folder).unwrap();
        let id = new_id();
        assert!(is_id(&id) && new_id() != id);
        store.save(&id, &vec!["e2e4"]).unwrap();
        assert_eq!(store.load::<Vec<String>>(&id).unwrap(), ["e2e4"]);
        assert_eq!(store.ids(), [id]);
        assert_eq!(store.load::<Vec<String>>("../secret00"), None);
        assert!(store.save("../secret00", &1).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
