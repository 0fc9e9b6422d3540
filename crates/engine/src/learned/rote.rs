//! Values that searches of earlier games have found: rote learning.
//!
//! Samuel 1959 kept every position that his checkers player had examined with its minimax value,
//! and took that value where a later search met the position: the search sees as much deeper.
//! Bebe (Scherzer, Scherzer & Tjaden 1990) and GnuChess keep a transposition table from game to
//! game. As in GnuChess, of two values of a position the deeper one stays, and when the table is
//! full the shallowest ones go. *How ours differs.* Only the positions in which the player was to
//! move are kept, with the value of the whole search, an exact one; mates are left out, for their
//! distance would be wrong elsewhere.
//!
//! **Invariant.** A value is used only where the search asks for no more depth than it had.
//! **Cost.** A look-up by key a node; nothing for players without values. On the disk 14 bytes a
//! position; the player folder has the checksum.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use zermelo_game::Score;

use super::folder::FolderError;

const MAGIC: &[u8; 8] = b"ROTE 1\n\0";
const ENTRY: usize = 14;

/// A value with the depth of the search that found it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The depth in plies.
    pub depth: i16,
    /// The value for the side to move.
    pub score: Score,
}

/// Values by the keys of positions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rote {
    values: HashMap<u64, Found>,
}

impl Rote {
    /// How many positions have values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no position has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The mean depth of the values; 0 if there are none.
    #[must_use]
    pub fn mean_depth(&self) -> f64 {
        let sum: f64 = self
            .values
            .values()
            .map(|found| f64::from(found.depth))
            .sum();
        sum / self.values.len().max(1) as f64
    }

    /// What is known of a position.
    #[must_use]
    pub fn find(&self, key: u64) -> Option<Found> {
        self.values.get(&key).copied()
    }

    /// The value of a position, if it was searched at least so deep.
    #[inline]
    #[must_use]
    pub fn value(&self, key: u64, depth: i32) -> Option<Score> {
        let found = self.values.get(&key)?;
        (i32::from(found.depth) >= depth).then_some(found.score)
    }

    /// Remembers a value unless a deeper one is known.
    pub fn put(&mut self, key: u64, found: Found) {
        let kept = self.values.entry(key).or_insert(found);
        if found.depth >= kept.depth {
            *kept = found;
        }
    }

    /// Remembers all values of another table.
    pub fn merge(&mut self, other: &Rote) {
        for (&key, &found) in &other.values {
            self.put(key, found);
        }
    }

    /// Forgets the shallowest values until at most so many are left; of equal depth those with
    /// the largest keys go.
    pub fn shrink(&mut self, most: usize) {
        if self.values.len() <= most {
            return;
        }
        let mut all: Vec<(u64, Found)> = self.values.drain().collect();
        all.sort_by_key(|&(key, found)| (std::cmp::Reverse(found.depth), key));
        all.truncate(most);
        self.values.extend(all);
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is none.
    pub fn read(path: &Path) -> Result<Rote, FolderError> {
        let bytes = fs::read(path).map_err(|error| FolderError::new(path, error))?;
        let body = bytes.strip_prefix(MAGIC.as_slice());
        let entries = body.map(<[u8]>::as_chunks::<ENTRY>);
        let Some((entries, [])) = entries else {
            return Err(FolderError::new(path, "not a table of remembered values"));
        };
        let mut rote = Rote::default();
        for entry in entries {
            let (key, rest) = entry.split_at(8);
            let (depth, score) = rest.split_at(2);
            let key = u64::from_le_bytes(key.try_into().unwrap_or_default());
            let found = Found {
                depth: i16::from_le_bytes(depth.try_into().unwrap_or_default()),
                score: Score::from_le_bytes(score.try_into().unwrap_or_default()),
            };
            rote.put(key, found);
        }
        Ok(rote)
    }

    /// Writes a file, in the order of the keys.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), FolderError> {
        let mut all: Vec<(&u64, &Found)> = self.values.iter().collect();
        all.sort_by_key(|(key, _)| **key);
        let mut bytes = MAGIC.to_vec();
        for (key, found) in all {
            bytes.extend(key.to_le_bytes());
            bytes.extend(found.depth.to_le_bytes());
            bytes.extend(found.score.to_le_bytes());
        }
        fs::write(path, bytes).map_err(|error| FolderError::new(path, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(depth: i16, score: Score) -> Found {
        Found { depth, score }
    }

    #[test]
    fn the_deeper_value_stays_and_answers_only_what_it_saw() {
        let mut rote = Rote::default();
        rote.put(7, found(5, 30));
        rote.put(7, found(3, -200));
        assert_eq!(rote.value(7, 5), Some(30));
        assert_eq!(rote.value(7, 6), None);
        rote.put(7, found(5, 40));
        assert_eq!(rote.value(7, 0), Some(40), "the later one of equal depth");
        assert_eq!(rote.value(8, 0), None);
    }

    #[test]
    fn a_full_table_forgets_the_shallowest_and_comes_back_from_its_file() {
        let mut rote = Rote::default();
        for key in 0..10 {
            rote.put(key, found(key as i16 / 2, 0));
        }
        rote.shrink(3);
        assert_eq!(rote.len(), 3);
        assert!(rote.find(9).is_some() && rote.find(8).is_some() && rote.find(6).is_some());
        let path = std::env::temp_dir().join(format!("zermelo-rote-{}", std::process::id()));
        rote.write(&path).unwrap();
        assert_eq!(Rote::read(&path).unwrap(), rote);
        fs::write(&path, b"ROTE 1\n\0abc").unwrap();
        assert!(Rote::read(&path).is_err());
        fs::remove_file(path).unwrap();
    }
}
