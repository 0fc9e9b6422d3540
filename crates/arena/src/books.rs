//! The files of a match: log first, then PGN.
//!
//! The log decides what counts. The PGN may lag behind it when the process is killed between the
//! two; a resumed match therefore adds the games of the log that the PGN has not got.
//!
//! Invariant: the PGN is only ever added to. What stands in it, by this match or by anybody
//! else, stays.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::files::whole_path;
use crate::log::{MatchLog, Remembered};
use crate::pairing::Schedule;
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
    /// Opens what the configuration names, and says what the log remembers. Of the games of the
    /// log only those of the schedule are wanted in the PGN.
    pub fn open(
        config: &MatchConfig,
        description: &Value,
        schedule: &Schedule,
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
        let mut remembered = Remembered::default();
        if let Some(path) = &config.log {
            let pgn = config.pgn.as_deref().map(whole_path);
            let length = pgn.as_ref().and_then(|path| path.metadata().ok());
            let length = length.map_or(0, |found| found.len());
            let extra = json!({ "pgn": pgn, "pgn_start": length });
            let (log, found) = MatchLog::open(path, description, &extra)?;
            books.log = Some(log);
            remembered = found;
        }
        if let Some(path) = &config.pgn {
            let games = remembered.games.iter();
            let wanted = games.filter(|record| schedule.game(record.game).is_some());
            let texts: Vec<String> = wanted.map(|record| books.pgn_text(record)).collect();
            match open_pgn(path, books.pgn_start(path), &texts) {
                Ok(file) => books.pgn = Some((path.clone(), file)),
                Err(error) => {
                    if let Some(log) = books.log {
                        log.abandon();
                    }
                    return Err(MatchError::Pgn(path.clone(), error));
                }
            }
        }
        Ok((books, remembered))
    }

    /// Where this match began in its PGN, if the log knows.
    fn pgn_start(&self, path: &Path) -> Option<u64> {
        let extra = self.log.as_ref()?.extra();
        let same = extra["pgn"].as_str().map(Path::new) == Some(&whole_path(path));
        if same {
            extra["pgn_start"].as_u64()
        } else {
            None
        }
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

/// Opens a PGN file and adds those of the games' texts that it has not got. `start` is where
/// they were begun to be written, if that is known.
fn open_pgn(path: &Path, start: Option<u64>, texts: &[String]) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    // A device or a pipe may not be readable, and holds nothing to be looked for.
    let regular = path.metadata().map_or(true, |found| found.is_file());
    let mut file = options.append(true).create(true).read(regular).open(path)?;
    let mut found = Vec::new();
    if regular && texts.is_empty() {
        // Only how it ends matters.
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(2)))?;
    }
    if regular {
        file.read_to_end(&mut found)?;
    }
    if texts.is_empty() {
        file.write_all(gap(&found))?;
    } else {
        file.write_all(&missing(&found, start, texts))?;
    }
    Ok(file)
}

/// What a file that holds `found` lacks of the texts.
fn missing(found: &[u8], start: Option<u64>, texts: &[String]) -> Vec<u8> {
    let whole = texts.concat().into_bytes();
    let start = start.and_then(|start| usize::try_from(start).ok());
    // All that came after the start is the beginning of our own games, the last perhaps torn.
    let rest = start
        .and_then(|start| found.get(start..))
        .and_then(|own| whole.strip_prefix(own));
    if let Some(rest) = rest {
        return rest.to_vec();
    }
    // Others have written, too: what is whole in it need not be written again.
    let there: HashSet<&[u8]> = games_of(found).into_iter().collect();
    let lacking = texts
        .iter()
        .filter(|text| !there.contains(text.as_bytes().trim_ascii_end()));
    let lacking: String = lacking.cloned().collect();
    if lacking.is_empty() {
        return Vec::new();
    }
    [gap(found), lacking.as_bytes()].concat()
}

/// What must come between a file that ends so and a game: a game begins after an empty line.
fn gap(end: &[u8]) -> &'static [u8] {
    if end.is_empty() || end.ends_with(b"\n\n") {
        b""
    } else if end.ends_with(b"\n") {
        b"\n"
    } else {
        b"\n\n"
    }
}

/// The games of a PGN, each from its first tag to the next game's.
fn games_of(found: &[u8]) -> Vec<&[u8]> {
    const FIRST: &[u8] = b"[Event ";
    let mut starts = Vec::new();
    let mut at = 0;
    for line in found.split_inclusive(|&byte| byte == b'\n') {
        if line.starts_with(FIRST) {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([found.len()]);
    let games = starts.iter().zip(ends);
    games
        .map(|(&start, end)| found[start..end].trim_ascii_end())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_given_what_it_lacks_and_nothing_else() {
        let game = |name: &str| format!("[Event \"{name}\"]\n\n1. e4 *\n\n");
        let texts = ["a", "b"].map(game);
        let lacking = |found: &str, start| {
            let bytes = missing(found.as_bytes(), start, &texts);
            String::from_utf8(bytes).unwrap()
        };
        let (whole, other) = (texts.concat(), game("x"));
        for (end, between) in [("", ""), ("*\n\n", ""), ("*\n", "\n"), ("*", "\n\n")] {
            assert_eq!(gap(end.as_bytes()), between.as_bytes());
        }
        assert_eq!(lacking("", Some(0)), whole);
        assert_eq!(lacking(&whole, Some(0)), "");
        assert_eq!(lacking(&whole[..30], Some(0)), whole[30..], "torn");
        let after = format!("{other}{whole}");
        assert_eq!(lacking(&after, Some(other.len() as u64)), "");
        assert_eq!(lacking(&after, None), "");
        assert_eq!(lacking(&format!("{whole}{other}"), Some(0)), "");
        let between = format!("{}{other}", texts[0]);
        assert_eq!(lacking(&between, Some(0)), texts[1]);
        assert_eq!(lacking("[x]", None), format!("\n\n{whole}"));
        assert_eq!(lacking("", Some(99)), whole, "the file was replaced");
    }
}
