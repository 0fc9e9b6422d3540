//! In what two player folders differ.

use std::cmp::Ordering;

use serde_json::{Map, Value};
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
    /// What differs of where they came from and of what their learners were told.
    pub origin: Vec<Differing>,
    /// Figures that differ.
    pub figures: Vec<Differing>,
    /// Files that differ, or that one of them has not.
    pub files: Vec<(String, Which)>,
}

/// A value that differs: its name, and what the two have of it.
pub type Differing = (String, Option<Value>, Option<Value>);

/// Who has a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Both, and not the same.
    Both,
    /// The first.
    First,
    /// The second.
    Second,
}

impl Difference {
    /// Whether there is none.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.origin.is_empty() && self.figures.is_empty() && self.files.is_empty()
    }
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
    difference.origin = differing(&first.origin, &second.origin);
    difference.figures = differing(&first.figures, &second.figures);
    difference.files = files(first, second);
    Ok(difference)
}

/// The values in which two objects differ, those of objects in them by themselves.
fn differing(first: &Map<String, Value>, second: &Map<String, Value>) -> Vec<Differing> {
    let mut found = Vec::new();
    let names = first
        .keys()
        .chain(second.keys().filter(|name| !first.contains_key(*name)));
    for name in names {
        match (first.get(name), second.get(name)) {
            (a, b) if a == b => {}
            (Some(Value::Object(a)), Some(Value::Object(b))) => {
                let inner = differing(a, b).into_iter();
                found.extend(inner.map(|(part, a, b)| (format!("{name} {part}"), a, b)));
            }
            (a, b) => found.push((name.clone(), a.cloned(), b.cloned())),
        }
    }
    found
}

/// The files in which two folders differ.
fn files(first: &PlayerFolder, second: &PlayerFolder) -> Vec<(String, Which)> {
    let in_first = first.files.iter().filter_map(|file| {
        match second.files.iter().find(|other| other.name == file.name) {
            Some(other) if other == file => None,
            Some(_) => Some((file.name.clone(), Which::Both)),
            None => Some((file.name.clone(), Which::First)),
        }
    });
    let only_second = second.files.iter().filter(|file| !first.has(&file.name));
    let only_second = only_second.map(|file| (file.name.clone(), Which::Second));
    in_first.chain(only_second).collect()
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
    use serde_json::json;

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

    #[test]
    fn values_in_objects_are_compared_by_themselves() {
        let object = |value: Value| value.as_object().unwrap().clone();
        let first = object(json!({"games": 4, "held_out": {"right": 2, "of": 9}, "old": null}));
        let second = object(json!({"games": 4, "held_out": {"right": 3, "of": 9}, "new": 1}));
        let expected = [
            ("held_out right".to_string(), Some(json!(2)), Some(json!(3))),
            ("old".to_string(), Some(Value::Null), None),
            ("new".to_string(), None, Some(json!(1))),
        ];
        assert_eq!(differing(&first, &second), expected);
    }
}
