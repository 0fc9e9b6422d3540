//! Where the program reads and writes.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::Failure;

/// The program's streams.
pub struct Io<'a> {
    /// What people type.
    pub input: &'a mut dyn BufRead,
    /// Data.
    pub out: &'a mut (dyn Write + Send),
    /// Messages.
    pub err: &'a mut dyn Write,
    /// Whether `out` is a terminal.
    pub terminal: bool,
    /// Whether colours are welcome.
    pub colour: bool,
}

impl Io<'_> {
    /// The text of a file; `-` is what is typed. Bytes that are no text are read as well as can be.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn text(&mut self, path: &Path) -> Result<String, Failure> {
        let mut bytes = Vec::new();
        let read = match path == Path::new("-") {
            true => self.input.read_to_end(&mut bytes).map(drop),
            false => std::fs::read(path).map(|found| bytes = found),
        };
        read.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

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

    /// Asks a person for a line; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// When a stream is closed or full.
    pub fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        write!(self.out, "{prompt}> ")?;
        self.flush()?;
        let mut line = Vec::new();
        // Bytes, not text: nonsense on the keyboard must not end the program.
        if self.input.read_until(b'\n', &mut line)? == 0 {
            self.line("")?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).trim().to_string()))
    }

    /// Says, on a terminal, that something takes its time, unless it is done within a tenth of
    /// a second; until the guard is dropped.
    pub fn patience(&self, doing: &str) -> Patience {
        if !self.terminal {
            return Patience { done: None };
        }
        let (done, waiting) = mpsc::channel::<()>();
        let text = format!("{doing} … (Ctrl-C ends it and keeps what was found)");
        thread::spawn(move || {
            let wait = waiting.recv_timeout(Duration::from_millis(100));
            if wait == Err(mpsc::RecvTimeoutError::Timeout) {
                eprintln!("{text}");
            }
        });
        Patience { done: Some(done) }
    }

    /// The same streams, but a reader of `out` who goes away ends nothing: for commands that
    /// also write a file.
    pub fn whoever_listens<T>(&mut self, work: impl FnOnce(&mut Io<'_>) -> T) -> T {
        work(&mut Io {
            input: &mut *self.input,
            out: &mut Tolerant(&mut *self.out),
            err: &mut *self.err,
            terminal: self.terminal,
            colour: self.colour,
        })
    }

    /// The same streams, but what is written to `out` goes nowhere.
    pub fn silently<T>(&mut self, work: impl FnOnce(&mut Io<'_>) -> T) -> T {
        work(&mut Io {
            input: &mut *self.input,
            out: &mut io::sink(),
            err: &mut *self.err,
            terminal: self.terminal,
            colour: self.colour,
        })
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

/// A writer that does not mind when nobody reads.
struct Tolerant<'a>(&'a mut (dyn Write + Send));

/// What a write came to, a reader who has gone being no failure.
fn tolerated<T>(result: io::Result<T>, done: T) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(done),
        result => result,
    }
}

impl Write for Tolerant<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        tolerated(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        tolerated(self.0.flush(), ())
    }
}

/// A long task in progress; dropping it ends the wait.
pub struct Patience {
    done: Option<mpsc::Sender<()>>,
}

impl Drop for Patience {
    fn drop(&mut self) {
        // Closing the channel is the message.
        self.done.take();
    }
}
