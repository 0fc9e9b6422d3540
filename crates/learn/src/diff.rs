//! In what two player folders differ.

use std::cmp::Ordering;

use zermelo_archive::{ArchiveError, History, OpeningTable};
use zermelo_chess::PositionKey;
use zermelo_engine::learned::folder::{FolderError, PlayerFolder};
use zermelo_engine::learned::{HISTORY_FILE, TABLE_FILE};
use zermelo_game::Side;
use zermelo_kriegspiel::profile::Class;

use crate::profile;

/// Positions of two tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compared {
    /// In both, and equal.
    pub equal: u64,
    /// In both, and different.
    pub different: u64,
    /// Only in the first.
    pub only_first: u64,
    /// Only in the second.
    pub only_second: u64,
}

/// In what two folders differ.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Difference {
    /// The opening tables, where both have one.
    pub openings: Option<Compared>,
    /// The history tables, where both have them.
    pub history: Option<Compared>,
    /// How far two profiles are apart: men that stand elsewhere, by side and class.
    pub men: Vec<(Side, Class, f64)>,
    /// Names of figures that differ, with the two texts; empty where one has none.
    pub figures: Vec<(String, String, String)>,
}

/// Compares two folders.
///
/// # Errors
///
/// When a file of one of them cannot be read.
pub fn folders(first: &PlayerFolder, second: &PlayerFolder) -> Result<Difference, FolderError> {
    let both = |name: &str| {
        let has = |folder: &PlayerFolder| folder.files.iter().any(|file| file.name == name);
        has(first) && has(second)
    };
    let mut difference = Difference::default();
    if both(TABLE_FILE) {
        let read = |folder: &PlayerFolder| {
            let table = OpeningTable::open(&folder.file(TABLE_FILE));
            table
                .and_then(|table| table.entries())
                .map_err(in_folder(folder))
        };
        difference.openings = Some(compare(&read(first)?, &read(second)?));
    }
    if both(HISTORY_FILE) {
        let read = |folder: &PlayerFolder| {
            let history = History::open(&folder.file(HISTORY_FILE));
            history
                .and_then(|history| history.all())
                .map_err(in_folder(folder))
        };
        difference.history = Some(compare(&read(first)?, &read(second)?));
    }
    if [first, second]
        .iter()
        .all(|folder| folder.kind == profile::KIND)
    {
        let [a, b] = [profile::counted(first)?, profile::counted(second)?];
        difference.men = profile::apart(&a.profile(), &b.profile());
    }
    let names = first.figures.keys().chain(second.figures.keys());
    for name in names {
        let text = |folder: &PlayerFolder| {
            let figure = folder.figures.get(name);
            figure.map_or(String::new(), ToString::to_string)
        };
        let (a, b) = (text(first), text(second));
        let new = difference.figures.iter().all(|(known, ..)| known != name);
        if a != b && new {
            difference.figures.push((name.clone(), a, b));
        }
    }
    Ok(difference)
}

fn in_folder(folder: &PlayerFolder) -> impl Fn(ArchiveError) -> FolderError + '_ {
    |error| FolderError::new(&folder.path, error)
}

/// Compares two lists sorted by key.
fn compare<T: PartialEq>(first: &[(PositionKey, T)], second: &[(PositionKey, T)]) -> Compared {
    let mut compared = Compared::default();
    let (mut a, mut b) = (first.iter().peekable(), second.iter().peekable());
    loop {
        let order = match (a.peek(), b.peek()) {
            (None, None) => return compared,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(a), Some(b)) => a.0.cmp(&b.0),
        };
        match order {
            Ordering::Less => {
                compared.only_first += 1;
                a.next();
            }
            Ordering::Greater => {
                compared.only_second += 1;
                b.next();
            }
            Ordering::Equal => {
                if a.next().map(|(_, value)| value) == b.next().map(|(_, value)| value) {
                    compared.equal += 1;
                } else {
                    compared.different += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorted_lists_are_compared_position_by_position() {
        let key = |bits: u128| PositionKey::from_bits(bits);
        let first = [(key(1), 'a'), (key(2), 'b'), (key(4), 'd')];
        let second = [(key(2), 'b'), (key(3), 'c'), (key(4), 'e'), (key(5), 'f')];
        let expected = Compared {
            equal: 1,
            different: 1,
            only_first: 1,
            only_second: 2,
        };
        assert_eq!(compare(&first, &second), expected);
    }
}
