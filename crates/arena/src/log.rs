//! The memory of a match: an append-only file that survives being killed.
//!
//! One record a line: the CRC-32 of the text, a blank, the text as JSON. The first line says
//! which match it is by a fingerprint, so that a log is never continued by another match. A
//! record cut short by a crash is dropped when the log is opened again, and its game is played
//! once more; so is one whose checksum does not agree. A game that stands twice counts once.
//!
//! Invariant: what [`MatchLog::append`] has returned from is read back by the next
//! [`MatchLog::open`], and nothing else is.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::record::GameRecord;

/// What can go wrong with a log.
#[derive(Debug)]
pub enum LogError {
    /// The file could not be read or written.
    Io(PathBuf, io::Error),
    /// It belongs to another match, or to no match at all; what was found.
    OtherMatch(PathBuf, String),
    /// Another process is writing it.
    Busy(PathBuf),
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            LogError::OtherMatch(path, found) => write!(
                f,
                "{} is not the log of this match: {found}; give another file, or the options the \
                 match was begun with",
                path.display()
            ),
            LogError::Busy(path) => write!(
                f,
                "{}: another process is playing this match",
                path.display()
            ),
        }
    }
}

impl std::error::Error for LogError {}

/// An open log.
#[derive(Debug)]
pub struct MatchLog {
    path: PathBuf,
    file: File,
    header: Value,
    /// Whether it was begun just now.
    fresh: bool,
}

/// What a log held when it was opened.
#[derive(Debug, Default)]
pub struct Remembered {
    /// The games, by number.
    pub games: Vec<GameRecord>,
    /// Records that were damaged or repeated, and dropped.
    pub dropped: usize,
}

impl MatchLog {
    /// Opens the log of the match of this description (an object with everything that results
    /// depend on), or begins it with `extra` facts to remember.
    ///
    /// # Errors
    ///
    /// If the file cannot be used, or is another match's.
    pub fn open(
        path: &Path,
        description: &Value,
        extra: &Value,
    ) -> Result<(MatchLog, Remembered), LogError> {
        let io_error = |error| LogError::Io(path.to_path_buf(), error);
        let fingerprint = fingerprint(&description.to_string());
        // Reading a device might never end.
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(io_error(io::Error::other("not a file")));
        }
        let options = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .clone();
        let mut file = options.open(path).map_err(io_error)?;
        // Held until the file is closed. Where files cannot be locked, nobody is kept out.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(LogError::Busy(path.to_path_buf()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io_error)?;
        let other = |found: &str| LogError::OtherMatch(path.to_path_buf(), found.to_string());
        let mut lines = bytes.split_inclusive(|&b| b == b'\n');
        let header = match lines.next() {
            None => None,
            Some(line) => match unsealed(line) {
                Some(value) => Some(value),
                // A crash while the very first line was written leaves only its beginning.
                None if !line.ends_with(b"\n") && bytes.len() < 4096 && looks_like_ours(line) => {
                    None
                }
                None => return Err(other("it does not begin with a match's fingerprint")),
            },
        };
        let Some(header) = header else {
            file.set_len(0).map_err(io_error)?;
            let header = json!({
                "zermelo_match": 1, "fingerprint": fingerprint, "parts": parts(description),
                "extra": extra,
            });
            file.write_all(sealed(&header).as_bytes())
                .map_err(io_error)?;
            file.sync_data().map_err(io_error)?;
            let log = MatchLog {
                path: path.to_path_buf(),
                file,
                header,
                fresh: true,
            };
            return Ok((log, Remembered::default()));
        };
        match header.get("fingerprint").and_then(Value::as_str) {
            Some(found) if found == fingerprint => {}
            Some(_) => return Err(other(&difference(&header, description))),
            None => return Err(other("its first line has no fingerprint")),
        }
        let (remembered, whole) = read_records(lines);
        if !whole {
            // The torn record must not run into the next one.
            file.seek(SeekFrom::End(0)).map_err(io_error)?;
            file.write_all(b"\n").map_err(io_error)?;
        }
        let log = MatchLog {
            path: path.to_path_buf(),
            file,
            header,
            fresh: false,
        };
        Ok((log, remembered))
    }

    /// Forgets a log that was begun for nothing: a match that could not start leaves none. One
    /// that was there before stays.
    pub fn abandon(self) {
        if self.fresh {
            // Leaving it behind is untidy, no more.
            let _ = std::fs::remove_file(&self.path);
        }
    }

    /// The facts remembered at the beginning.
    #[must_use]
    pub fn extra(&self) -> &Value {
        &self.header["extra"]
    }

    /// Adds a game. When this returns, the record survives the end of the process.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), LogError> {
        let written = serde_json::to_value(record)
            .map_err(io::Error::from)
            .and_then(|value| self.file.write_all(sealed(&value).as_bytes()));
        written.map_err(|error| LogError::Io(self.path.clone(), error))
    }

    /// Makes what was written survive a loss of power, too.
    ///
    /// # Errors
    ///
    /// If the disk does not take it.
    pub fn sync(&self) -> Result<(), LogError> {
        self.file
            .sync_data()
            .map_err(|error| LogError::Io(self.path.clone(), error))
    }
}

impl Drop for MatchLog {
    fn drop(&mut self) {
        // Closing would do, if no child were being started at this moment that still has the
        // file open, too. A file that cannot be unlocked was not locked.
        let _ = self.file.unlock();
    }
}

/// The records after the header, and whether the last line is complete.
fn read_records<'a>(lines: impl Iterator<Item = &'a [u8]>) -> (Remembered, bool) {
    let mut games: BTreeMap<u64, GameRecord> = BTreeMap::new();
    let mut order = Vec::new();
    let mut dropped = 0;
    let mut whole = true;
    for line in lines {
        whole = line.ends_with(b"\n");
        if line == b"\n" {
            continue;
        }
        let record =
            unsealed(line).and_then(|value| serde_json::from_value::<GameRecord>(value).ok());
        match record {
            Some(record) if whole && !games.contains_key(&record.game) => {
                order.push(record.game);
                games.insert(record.game, record);
            }
            _ => dropped += 1,
        }
    }
    let games = order
        .iter()
        .filter_map(|number| games.remove(number))
        .collect();
    (Remembered { games, dropped }, whole)
}

fn sealed(value: &Value) -> String {
    let text = value.to_string();
    format!("{:08x} {text}\n", crc32(text.as_bytes()))
}

fn unsealed(line: &[u8]) -> Option<Value> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let text = std::str::from_utf8(line).ok()?;
    let (sum, text) = text.split_once(' ')?;
    let sum = u32::from_str_radix(sum, 16).ok()?;
    (sum == crc32(text.as_bytes())).then(|| serde_json::from_str(text).ok())?
}

/// Whether a torn first line is the beginning of a header of ours: enough of it to be told from
/// a stranger's file.
fn looks_like_ours(line: &[u8]) -> bool {
    let Some((sum, text)) = line.split_at_checked(8) else {
        return false;
    };
    let beginning = b" {\"zermelo_match\":";
    let agrees = text.iter().zip(beginning).all(|(a, b)| a == b);
    sum.iter().all(u8::is_ascii_hexdigit) && text.len() >= 2 && agrees
}

/// CRC-32 as in zip and PNG.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |mut crc, &byte| {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
        crc
    })
}

/// The fingerprint of each part of a description.
fn parts(description: &Value) -> Value {
    let parts = description.as_object().into_iter().flatten();
    parts
        .map(|(name, value)| (name.clone(), json!(fingerprint(&value.to_string()))))
        .collect::<Map<_, _>>()
        .into()
}

/// What the match of a log has different from the match described.
fn difference(header: &Value, description: &Value) -> String {
    let (found, wanted) = (&header["parts"], parts(description));
    let names = wanted.as_object().into_iter().flat_map(Map::keys);
    let different: Vec<&str> = names
        .filter(|&name| found[name] != wanted[name])
        .map(String::as_str)
        .collect();
    if found.is_null() || different.is_empty() {
        "its fingerprint is another".to_string()
    } else {
        format!("it has other {}", different.join(", "))
    }
}

/// The name of a match, or of a part of it: a hash (FNV-1a) of everything that its results depend
/// on.
#[must_use]
pub fn fingerprint(description: &(impl AsRef<[u8]> + ?Sized)) -> String {
    let hash = description
        .as_ref()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc_of_the_nine_digits_is_the_published_check_value() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn a_log_of_another_match_says_what_differs() {
        let path = std::env::temp_dir().join(format!("zermelo-log-{}", std::process::id()));
        let mine = json!({ "game": "nim", "seed": 1, "openings": [] });
        drop(MatchLog::open(&path, &mine, &Value::Null).unwrap());
        assert!(MatchLog::open(&path, &mine, &Value::Null).is_ok());
        let other = json!({ "game": "nim", "seed": 2, "openings": ["4"] });
        let error = MatchLog::open(&path, &other, &Value::Null).unwrap_err();
        std::fs::remove_file(&path).unwrap();
        assert!(
            error.to_string().contains("other openings, seed")
                || error.to_string().contains("other seed, openings"),
            "{error}"
        );
    }

    #[test]
    fn a_strangers_file_is_left_alone_however_short() {
        for text in ["abc", "0", "deadbeef", "deadbeef ", "cafe babe {"] {
            let path = std::env::temp_dir().join(format!("zermelo-short-{}", std::process::id()));
            std::fs::write(&path, text).unwrap();
            let refused = MatchLog::open(&path, &json!({}), &Value::Null);
            let after = std::fs::read_to_string(&path).unwrap();
            std::fs::remove_file(&path).unwrap();
            assert!(matches!(refused, Err(LogError::OtherMatch(..))), "{text}");
            assert_eq!(after, text);
        }
    }

    #[test]
    fn a_log_that_is_being_written_is_not_opened_twice() {
        let path = std::env::temp_dir().join(format!("zermelo-busy-{}", std::process::id()));
        let open = || MatchLog::open(&path, &json!({}), &Value::Null);
        let first = open().unwrap();
        assert!(matches!(open(), Err(LogError::Busy(_))));
        drop(first);
        let again = open();
        std::fs::remove_file(&path).unwrap();
        assert!(again.is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_no_log() {
        let error = MatchLog::open(Path::new("/dev/zero"), &json!({}), &Value::Null).unwrap_err();
        assert!(
            error.to_string().contains("/dev/zero: not a file"),
            "{error}"
        );
    }

    #[test]
    fn fnv_of_foobar_is_the_published_value() {
        assert_eq!(fingerprint("foobar"), "85944171f73967e8");
    }
}
