//! The generations so far, one line each, so that an interrupted run goes on where it was.
//!
//! The first line says what is learnt; a journal of something else is begun anew. A line that a crash
//! cut off is left out and its generation bred again, the same.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use zermelo_engine::learned::folder::FolderError;

use super::{Generation, POPULATION};

/// A journal, open for more.
pub struct Journal {
    file: Option<(PathBuf, File)>,
    known: Vec<Generation>,
}

impl Journal {
    /// Opens the journal of a run, or begins it; without a path nothing is kept.
    pub fn open(path: Option<&Path>, header: &Value) -> Result<Journal, FolderError> {
        let Some(path) = path else {
            return Ok(Journal {
                file: None,
                known: Vec::new(),
            });
        };
        let failed = |error| FolderError::new(path, error);
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut lines = text.lines();
        let first = lines
            .next()
            .and_then(|line| serde_json::from_str::<Value>(line).ok());
        let mut known = Vec::new();
        if first.as_ref() == Some(header) {
            // What follows a line that cannot be read was bred from it.
            known.extend(lines.map_while(read));
        }
        let mut file = File::create(path).map_err(failed)?;
        let mut kept = format!("{header}\n");
        for generation in &known {
            kept += &line(generation);
        }
        file.write_all(kept.as_bytes()).map_err(failed)?;
        Ok(Journal {
            file: Some((path.to_path_buf(), file)),
            known,
        })
    }

    /// The generations that it had.
    pub fn generations(&self) -> Vec<Generation> {
        self.known.clone()
    }

    /// Remembers a generation.
    pub fn put(&mut self, generation: &Generation) -> Result<(), FolderError> {
        if let Some((path, file)) = &mut self.file {
            let written = file.write_all(line(generation).as_bytes());
            written.map_err(|error| FolderError::new(path, error))?;
        }
        Ok(())
    }
}

fn line(generation: &Generation) -> String {
    format!(
        "{}\n",
        json!({"codes": generation.codes, "right": generation.right})
    )
}

fn read(line: &str) -> Option<Generation> {
    let value: Value = serde_json::from_str(line).ok()?;
    let list = |name: &str| -> Option<Vec<u64>> {
        let list: Option<Vec<u64>> = value[name].as_array()?.iter().map(Value::as_u64).collect();
        list.filter(|list| list.len() == POPULATION)
    };
    Some(Generation {
        codes: list("codes")?,
        right: list("right")?
            .into_iter()
            .map(|right| right as usize)
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_goes_on_where_it_was_cut_off_and_forgets_another_run() {
        let path = std::env::temp_dir().join(format!("zermelo-genetic-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let generation = Generation {
            codes: vec![u64::MAX; POPULATION],
            right: vec![7; POPULATION],
        };
        let header = json!({"seed": 1});
        let mut journal = Journal::open(Some(&path), &header).unwrap();
        journal.put(&generation).unwrap();
        drop(journal);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}{{\"codes\": [1, 2")).unwrap();
        let journal = Journal::open(Some(&path), &header).unwrap();
        assert_eq!(journal.generations(), [generation]);
        let other = Journal::open(Some(&path), &json!({"seed": 2})).unwrap();
        assert!(other.generations().is_empty());
        fs::remove_file(path).unwrap();
    }
}
