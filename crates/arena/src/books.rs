//! The files of a match: log first, then PGN.
//!
//! The log decides what counts. The PGN may lag behind it when the process is killed between the
//! two; a resumed match therefore cuts the PGN back to where the match began in it and writes
//! all games of the log again.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::log::{MatchLog, Remembered};
use crate::pgn::{Frame, text};
use crate::record::GameRecord;
use crate::run::{MatchConfig, MatchError};

/// How often a log is made safe against loss of power.
const SYNC: Duration = Duration::from_secs(1);

/// The open files.
#[derive(Debug)]
pub(crate) struct Books {
    log: Option<MatchLog>,
    pgn: Option<(PathBuf, File)>,
    event: String,
    discipline: String,
    names: Vec<String>,
    controls: Vec<String>,
    synced: Instant,
}

impl Books {
    /// Opens what the configuration names, and says what the log remembers.
    pub fn open(
        config: &MatchConfig,
        description: &Value,
        discipline: &str,
        names: &[String],
        controls: &[String],
    ) -> Result<(Books, Remembered), MatchError> {
        let mut books = Books {
            log: None,
            pgn: None,
            event: config.event.clone(),
            discipline: discipline.to_string(),
            names: names.to_vec(),
            controls: controls.to_vec(),
            synced: Instant::now(),
        };
        let length = config
            .pgn
            .as_deref()
            .and_then(|path| path.metadata().ok())
            .map_or(0, |m| m.len());
        let mut remembered = Remembered::default();
        if let Some(path) = &config.log {
            let extra = json!({ "pgn": config.pgn, "pgn_start": length });
            let (log, found) = MatchLog::open(path, description, &extra)?;
            books.log = Some(log);
            remembered = found;
        }
        if let Some(path) = &config.pgn {
            let start = books.pgn_start(path).unwrap_or(length);
            let written = books.open_pgn(path, start, &remembered.games);
            written.map_err(|error| MatchError::Pgn(path.clone(), error))?;
        }
        Ok((books, remembered))
    }

    /// Where this match began in its PGN, if the log knows.
    fn pgn_start(&self, path: &Path) -> Option<u64> {
        let extra = self.log.as_ref()?.extra();
        let same = extra["pgn"].as_str().map(Path::new) == Some(path);
        if same {
            extra["pgn_start"].as_u64()
        } else {
            None
        }
    }

    fn open_pgn(&mut self, path: &Path, start: u64, games: &[GameRecord]) -> std::io::Result<()> {
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        let length = file.metadata()?.len();
        file.set_len(length.min(start))?;
        file.seek(SeekFrom::End(0))?;
        let mut writer = BufWriter::new(&file);
        for record in games {
            writer.write_all(self.pgn_text(record).as_bytes())?;
        }
        writer.flush()?;
        drop(writer);
        self.pgn = Some((path.to_path_buf(), file));
        Ok(())
    }

    fn pgn_text(&self, record: &GameRecord) -> String {
        let frame = Frame {
            event: &self.event,
            discipline: &self.discipline,
            names: &self.names,
            controls: &self.controls,
        };
        text(record, &frame)
    }

    /// Adds a finished game.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), MatchError> {
        if let Some(log) = &mut self.log {
            log.append(record)?;
            if self.synced.elapsed() > SYNC {
                log.sync()?;
                self.synced = Instant::now();
            }
        }
        let text = self.pgn.is_some().then(|| self.pgn_text(record));
        if let (Some((path, file)), Some(text)) = (&mut self.pgn, text) {
            let written = file.write_all(text.as_bytes());
            written.map_err(|error| MatchError::Pgn(path.clone(), error))?;
        }
        Ok(())
    }

    /// Makes everything safe.
    pub fn close(self) -> Result<(), MatchError> {
        if let Some(log) = &self.log {
            log.sync()?;
        }
        if let Some((path, file)) = self.pgn {
            file.sync_data()
                .map_err(|error| MatchError::Pgn(path, error))?;
        }
        Ok(())
    }
}
