//! What an experiment has measured so far, one line a measurement, so that it can be resumed.
//!
//! The first line says what is measured; a journal of something else is begun anew. A line that a
//! crash cut off is left out and measured again.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::ExperimentError;

/// What a journal keeps: a list of such under each name.
pub trait Measured: Sized {
    /// As it stands in the journal.
    fn json(&self) -> Value;

    /// Back from there; `None` if it is no such thing.
    fn read(value: &Value) -> Option<Self>;
}

/// A journal, open for more.
pub struct Journal<T> {
    file: File,
    known: HashMap<String, Vec<T>>,
}

impl<T: Measured> Journal<T> {
    /// Opens the journal of a measurement, or begins it.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written.
    pub fn open(path: &Path, what: &Value) -> Result<Journal<T>, ExperimentError> {
        let failed = |error| ExperimentError::file(path, error);
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut lines = text.lines();
        let same = lines
            .next()
            .and_then(|line| serde_json::from_str::<Value>(line).ok());
        let mut known = HashMap::new();
        let mut kept = format!("{what}\n");
        if same.as_ref() == Some(what) {
            for line in lines {
                if let Some((name, list)) = read(line) {
                    kept.push_str(line);
                    kept.push('\n');
                    known.insert(name, list);
                }
            }
        }
        let beside = path.with_extension("part");
        fs::write(&beside, kept).map_err(failed)?;
        fs::rename(&beside, path).map_err(failed)?;
        let file = OpenOptions::new().append(true).open(path);
        Ok(Journal {
            file: file.map_err(failed)?,
            known,
        })
    }

    /// What was measured under a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&[T]> {
        self.known.get(name).map(Vec::as_slice)
    }

    /// Remembers a measurement.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn put(&mut self, name: &str, list: Vec<T>) -> Result<(), ExperimentError> {
        let values: Vec<Value> = list.iter().map(Measured::json).collect();
        let line = format!("{}\n", json!({"name": name, "efforts": values}));
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| ExperimentError::file(Path::new("the journal"), error))?;
        self.known.insert(name.to_string(), list);
        Ok(())
    }
}

fn read<T: Measured>(line: &str) -> Option<(String, Vec<T>)> {
    let value: Value = serde_json::from_str(line).ok()?;
    let list = value["efforts"].as_array()?.iter().map(T::read);
    Some((
        value["name"].as_str()?.to_string(),
        list.collect::<Option<_>>()?,
    ))
}

#[cfg(test)]
mod tests {
    use super::super::measure::Effort;
    use super::*;

    #[test]
    fn a_journal_goes_on_where_it_was_cut_off_and_forgets_what_is_not_its_own() {
        let path = std::env::temp_dir().join(format!("zermelo-journal-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let effort = Effort {
            depth: 4,
            nodes: 100,
            seconds: 0.5,
        };
        let what = json!({"experiment": "5.3", "seed": 1});
        let mut journal = Journal::open(&path, &what).unwrap();
        journal.put("a", vec![effort]).unwrap();
        journal.put("b", vec![]).unwrap();
        drop(journal);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}{{\"name\": \"c\", \"eff")).unwrap();
        let journal: Journal<Effort> = Journal::open(&path, &what).unwrap();
        assert_eq!(journal.get("a"), Some(&[effort][..]));
        assert_eq!(journal.get("b"), Some(&[][..]));
        assert_eq!(journal.get("c"), None);
        let other: Journal<Effort> =
            Journal::open(&path, &json!({"experiment": "5.3", "seed": 2})).unwrap();
        assert_eq!(other.get("a"), None);
        fs::remove_file(path).unwrap();
    }
}
