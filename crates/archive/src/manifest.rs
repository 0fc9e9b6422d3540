//! The manifest: which segments an archive consists of, and where its games came from.
//!
//! One JSON object, then a line with its checksum; written beside and renamed, so that an
//! archive changes from one state to the next at one moment. It holds no times: equal commands
//! give equal bytes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::block_file::VERSION;
use crate::error::{ArchiveError, At, Result};
use crate::segment_writer::FILES;

/// The name of the manifest in the archive's folder.
pub(crate) const NAME: &str = "manifest.json";

/// A segment as the manifest knows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SegmentEntry {
    pub name: String,
    pub games: u64,
    pub positions: u64,
    pub visits: u64,
    pub frequent: u64,
    /// The length of each file, in the order of [`FILES`].
    pub lengths: Vec<u64>,
}

/// A table of statistics without games, as the manifest knows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableRecord {
    pub(crate) name: String,
    /// The file it came from, as it was given.
    pub source: String,
    /// That file's checksum.
    pub crc32: u32,
    /// Different positions.
    pub positions: u64,
    /// The sum of their games.
    pub visits: u64,
    /// Positions of at least 20 games.
    pub frequent: u64,
    pub(crate) length: u64,
}

/// A source of games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceEntry {
    /// The file, as it was given.
    pub name: String,
    /// Games taken.
    pub games: u64,
    /// Games left out, by reason.
    pub skipped: BTreeMap<String, u64>,
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}

impl SegmentEntry {
    pub fn json(&self) -> Value {
        let files: serde_json::Map<String, Value> = FILES
            .iter()
            .zip(&self.lengths)
            .map(|(name, length)| (name.to_string(), json!(length)))
            .collect();
        json!({"name": self.name, "games": self.games, "positions": self.positions,
            "visits": self.visits, "frequent": self.frequent, "files": files})
    }

    /// What is missing counts as nothing.
    pub fn from_json(value: &Value) -> SegmentEntry {
        SegmentEntry {
            name: text(&value["name"]),
            games: number(&value["games"]),
            positions: number(&value["positions"]),
            visits: number(&value["visits"]),
            frequent: number(&value["frequent"]),
            lengths: FILES.iter().map(|f| number(&value["files"][f])).collect(),
        }
    }
}

impl SourceEntry {
    pub(crate) fn json(&self) -> Value {
        json!({"name": self.name, "games": self.games, "skipped": self.skipped})
    }

    /// What is missing counts as nothing.
    pub(crate) fn from_json(value: &Value) -> SourceEntry {
        let skipped = value["skipped"].as_object().into_iter().flatten();
        SourceEntry {
            name: text(&value["name"]),
            games: number(&value["games"]),
            skipped: skipped.map(|(k, v)| (k.clone(), number(v))).collect(),
        }
    }
}

/// All that stands in a manifest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Manifest {
    pub plies: usize,
    /// The number of the next segment.
    pub next: u64,
    pub segments: Vec<SegmentEntry>,
    pub sources: Vec<SourceEntry>,
    pub tables: Vec<TableRecord>,
}

impl Manifest {
    pub fn new(plies: usize) -> Manifest {
        Manifest {
            plies,
            next: 1,
            segments: Vec::new(),
            sources: Vec::new(),
            tables: Vec::new(),
        }
    }

    /// Bytes of all files but the manifest's own.
    pub fn bytes(&self) -> u64 {
        let segments: u64 = self.segments.iter().flat_map(|s| &s.lengths).sum();
        segments + self.tables.iter().map(|table| table.length).sum::<u64>()
    }

    /// Reads the manifest of a folder; `None` if there is none.
    pub fn read(folder: &Path) -> Result<Option<Manifest>> {
        let path = folder.join(NAME);
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).reading(&path),
        };
        Manifest::parse(&path, &text).map(Some)
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<Manifest> {
        let damaged = |what: &str| ArchiveError::damaged(path, 0, what);
        let body = bytes.len().checked_sub(SUM_LINE);
        let (body, sum) = body
            .and_then(|at| bytes.split_at_checked(at))
            .ok_or_else(|| damaged("the manifest is cut off"))?;
        if sum != sum_line(body).as_bytes() {
            return Err(damaged("the manifest's checksum is wrong"));
        }
        let value: Value =
            serde_json::from_slice(body).map_err(|_| damaged("the manifest is not JSON"))?;
        let version = value["format"].as_u64().unwrap_or(0);
        if version != u64::from(VERSION) {
            let problem =
                format!("format version {version}, but this program reads version {VERSION}");
            return Err(ArchiveError::input(path, problem));
        }
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let (segment, source) = (SegmentEntry::from_json, SourceEntry::from_json);
        let table = |value: &Value| TableRecord {
            name: text(&value["name"]),
            source: text(&value["source"]),
            crc32: number(&value["crc32"]) as u32,
            positions: number(&value["positions"]),
            visits: number(&value["visits"]),
            frequent: number(&value["frequent"]),
            length: number(&value["length"]),
        };
        Ok(Manifest {
            plies: number(&value["plies"]) as usize,
            next: number(&value["next"]),
            segments: list(&value["segments"]).iter().map(segment).collect(),
            sources: list(&value["sources"]).iter().map(source).collect(),
            tables: list(&value["tables"]).iter().map(table).collect(),
        })
    }

    fn text(&self) -> String {
        let table = |entry: &TableRecord| {
            json!({"name": entry.name, "source": entry.source, "crc32": entry.crc32,
                "positions": entry.positions, "visits": entry.visits,
                "frequent": entry.frequent, "length": entry.length})
        };
        let value = json!({
            "format": VERSION,
            "made_by": concat!("zermelo ", env!("CARGO_PKG_VERSION")),
            "plies": self.plies,
            "next": self.next,
            "segments": self.segments.iter().map(SegmentEntry::json).collect::<Vec<_>>(),
            "sources": self.sources.iter().map(SourceEntry::json).collect::<Vec<_>>(),
            "tables": self.tables.iter().map(table).collect::<Vec<_>>(),
        });
        let body = format!("{value:#}\n");
        let sum = sum_line(body.as_bytes());
        body + &sum
    }

    /// A checksum of all it says.
    pub fn fingerprint(&self) -> u32 {
        crc32fast::hash(self.text().as_bytes())
    }

    /// Replaces the manifest of a folder.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let beside = folder.join("manifest.part");
        let mut file = File::create(&beside).writing(&beside)?;
        file.write_all(self.text().as_bytes()).writing(&beside)?;
        file.sync_all().writing(&beside)?;
        let path = folder.join(NAME);
        fs::rename(&beside, &path).writing(&path)
    }

    /// The path of a segment's file.
    pub fn file(folder: &Path, segment: &str, file: &str) -> PathBuf {
        folder.join(format!("{segment}.{file}"))
    }
}

/// Bytes of the line with the checksum.
const SUM_LINE: usize = "crc32 00000000\n".len();

fn sum_line(body: &[u8]) -> String {
    format!("crc32 {:08x}\n", crc32fast::hash(body))
}
