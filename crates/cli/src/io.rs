//! Where the program reads and writes.

use std::io::{BufRead, Write};

use serde_json::Value;

use crate::Failure;

/// The program's streams.
pub struct Io<'a> {
    /// What people type.
    pub input: &'a mut dyn BufRead,
    /// Data.
    pub out: &'a mut dyn Write,
    /// Messages.
    pub err: &'a mut dyn Write,
    /// Whether `out` is a terminal.
    pub terminal: bool,
    /// Whether colours are welcome.
    pub colour: bool,
}

impl Io<'_> {
    /// Writes a line of data.
    ///
    /// # Errors
    ///
    /// When the stream is closed or full.
    pub fn line(&mut self, text: impl AsRef<str>) -> Result<(), Failure> {
        writeln!(self.out, "{}", text.as_ref()).map_err(Failure::from)
    }

    /// Writes one JSON value.
    ///
    /// # Errors
    ///
    /// When the stream is closed or full.
    pub fn json(&mut self, value: &Value) -> Result<(), Failure> {
        self.line(format!("{value:#}"))
    }

    /// Writes a message for people; a closed stream is ignored.
    pub fn message(&mut self, text: impl AsRef<str>) {
        let _ = writeln!(self.err, "{}", text.as_ref());
        let _ = self.err.flush();
    }

    /// Makes what was written visible now.
    ///
    /// # Errors
    ///
    /// When the stream is closed or full.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(Failure::from)
    }

    /// A text in bold, where colours are welcome.
    pub fn bold(&self, text: &str) -> String {
        if self.colour {
            format!("\u{1b}[1m{text}\u{1b}[0m")
        } else {
            text.to_string()
        }
    }
}
