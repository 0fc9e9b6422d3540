//! What is done of a test suite or of a file of games, one JSON object a line: a heading that says
//! of which, then what came of the positions or games.
//!
//! *Invariant.* Lines are only added; one that was cut off in the middle is left out, so that a
//! killed run goes on where it was.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use crate::Failure;
use crate::args::EngineArgs;
use crate::report::{VERSION, named};

/// The memory of a run; without a file it remembers nothing.
pub struct Log {
    file: Option<File>,
    /// What is still to be written before the first addition.
    heading: String,
    done: Vec<Value>,
}

impl Log {
    /// Opens a log of `what`, or makes one, which is empty until something is added.
    ///
    /// # Errors
    ///
    /// If it belongs to another run, or cannot be read or written.
    pub fn open(path: Option<&Path>, what: &str, fingerprint: &Value) -> Result<Log, Failure> {
        let Some(path) = path else {
            return Ok(Log {
                file: None,
                heading: String::new(),
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
            Some(heading) if heading[what] != *fingerprint => {
                return Err(Failure::Input(format!(
                    "{shown}: this log is of another run (remove it to begin anew): {}",
                    heading[what]
                )));
            }
            None if !text.trim().is_empty() => {
                return Err(Failure::Input(format!(
                    "{shown}: expected a log of this command"
                )));
            }
            _ => {}
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(failed)?;
        // A line that was cut off must not swallow the next one.
        let start = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        let heading = match heading {
            Some(_) => start.to_string(),
            None => format!("{start}{}\n", json!({what: fingerprint})),
        };
        Ok(Log {
            file: Some(file),
            heading,
            done,
        })
    }

    /// How much was done when it was opened.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    /// Whether nothing was.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// What came of something, if it was done.
    pub fn find(&self, is_it: impl Fn(&Value) -> bool) -> Option<&Value> {
        self.done.iter().find(|value| is_it(value))
    }

    /// Adds what came of something.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, value: &Value) -> Result<(), Failure> {
        if let Some(file) = &mut self.file {
            let heading = std::mem::take(&mut self.heading);
            file.write_all(format!("{heading}{value}\n").as_bytes())?;
            file.flush()?;
        }
        Ok(())
    }
}

/// What two runs must share to be one, beside what they read.
pub fn settings(player: &str, engine: &EngineArgs) -> Value {
    json!({"player": player, "depth": engine.depth, "nodes": engine.nodes,
        "movetime": engine.movetime, "hash": engine.hash, "threads": engine.threads,
        "elo": engine.elo, "syzygy": engine.syzygy, "player_dir": named(&engine.player_dir),
        "version": VERSION})
}

/// A checksum of what is read (FNV-1a).
pub fn sum_of(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{hash:016x}")
}
