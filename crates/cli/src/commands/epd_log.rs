//! What is solved of a test suite, one JSON object a line: a heading, then the positions.
//!
//! *Invariant.* Lines are only added; one that was cut off in the middle is left out, so that a
//! killed run goes on where it was.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use crate::Failure;

/// The memory of a run; without a file it remembers nothing.
pub struct Log {
    file: Option<File>,
    done: Vec<Value>,
}

impl Log {
    /// Opens a log, or makes one.
    ///
    /// # Errors
    ///
    /// If it belongs to another run, or cannot be read or written.
    pub fn open(path: Option<&Path>, fingerprint: &Value) -> Result<Log, Failure> {
        let Some(path) = path else {
            return Ok(Log {
                file: None,
                done: Vec::new(),
            });
        };
        let shown = path.display();
        let failed = |error: std::io::Error| Failure::Input(format!("{shown}: {error}"));
        let text = match std::fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(error)),
        };
        let mut lines = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        let heading: Option<Value> = lines.next();
        let done: Vec<Value> = lines.collect();
        match &heading {
            Some(heading) if heading["suite"] != *fingerprint => {
                return Err(Failure::Input(format!(
                    "{shown}: this log is of another run: {}",
                    heading["suite"]
                )));
            }
            None if !text.trim().is_empty() => {
                return Err(Failure::Input(format!("{shown}: expected a log of `epd`")));
            }
            _ => {}
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let mut file = file.map_err(failed)?;
        // A line that was cut off must not swallow the next one.
        let start = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        let heading = heading.map_or(format!("{}\n", json!({"suite": fingerprint})), |_| {
            String::new()
        });
        file.write_all(format!("{start}{heading}").as_bytes())
            .map_err(failed)?;
        Ok(Log {
            file: Some(file),
            done,
        })
    }

    /// How many positions are done.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// What came of a position, if it is done.
    pub fn find(&self, file: &str, line: usize) -> Option<&Value> {
        self.done
            .iter()
            .find(|v| v["file"] == file && v["line"] == line)
    }

    /// Adds a position.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, verdict: &Value) -> Result<(), Failure> {
        if let Some(file) = &mut self.file {
            writeln!(file, "{verdict}")?;
            file.flush()?;
        }
        Ok(())
    }
}
