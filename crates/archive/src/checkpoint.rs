//! What a build has done so far, safe on the disk: the journal of an unfinished build.
//!
//! It knows the sources again by what was asked for, by their stamps (length, time of change,
//! a checksum of their beginning) and by a checksum of all text read so far: a build goes on only
//! if none of these changed. Segments that it finished already stand here, not in the manifest:
//! until the whole build is done the archive is what it was.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use crate::error::{At, Result};
use crate::manifest::{SegmentEntry, SourceEntry};
use crate::segment_writer::Lengths;

const JOURNAL: &str = "journal.json";

/// Where the reading of the sources stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Place {
    /// The source; beyond the last when all are read.
    pub source: usize,
    /// Bytes of its text that were read.
    pub offset: u64,
    /// Ends of lines among them.
    pub lines: u64,
    /// Their checksum.
    pub crc32: u32,
}

/// What was read so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Reading {
    pub place: Place,
    /// Of every source that was begun.
    pub counts: Vec<SourceEntry>,
    /// Games taken.
    pub games: u64,
    /// Whether there was anything like a game.
    pub saw_tags: bool,
    /// Sources that end in the middle of a game.
    pub cut_off: Vec<usize>,
}

/// What a build has done so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Checkpoint {
    /// What was asked for.
    pub request: String,
    /// The stamps of the sources.
    pub stamps: Vec<String>,
    pub lengths: Lengths,
    pub reading: Reading,
    /// Sources of the manifest before this build.
    pub known_sources: usize,
    /// Segments that this build finished.
    pub segments: Vec<SegmentEntry>,
}

impl Checkpoint {
    pub fn write(&self, workshop: &Path) -> Result<()> {
        let lengths = &self.lengths;
        let (reading, place) = (&self.reading, self.reading.place);
        let counts = reading.counts.iter().map(SourceEntry::json);
        let segments = self.segments.iter().map(SegmentEntry::json);
        let value = json!({
            "request": self.request,
            "stamps": self.stamps,
            "lengths": [lengths.strings, lengths.headers, lengths.games, lengths.hashes, lengths.facts],
            "place": [place.source, place.offset, place.lines, place.crc32],
            "sources": counts.collect::<Vec<_>>(),
            "games": reading.games,
            "saw_tags": reading.saw_tags,
            "cut_off": reading.cut_off,
            "known_sources": self.known_sources,
            "segments": segments.collect::<Vec<_>>(),
        });
        let text = value.to_string();
        let text = format!("{:08x} {text}", crc32fast::hash(text.as_bytes()));
        let beside = workshop.join("journal.part");
        let mut file = File::create(&beside).writing(&beside)?;
        file.write_all(text.as_bytes()).writing(&beside)?;
        file.sync_all().writing(&beside)?;
        let path = workshop.join(JOURNAL);
        fs::rename(&beside, &path).writing(&path)
    }

    /// The last checkpoint of a workshop, if there is a sound one.
    pub fn read(workshop: &Path) -> Option<Checkpoint> {
        let text = fs::read_to_string(workshop.join(JOURNAL)).ok()?;
        let (sum, body) = text.split_once(' ')?;
        if sum != format!("{:08x}", crc32fast::hash(body.as_bytes())) {
            return None;
        }
        let value: Value = serde_json::from_str(body).ok()?;
        let length = |place: usize| value["lengths"][place].as_u64();
        let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
        let place = &value["place"];
        let stamps = value["stamps"].as_array()?.iter();
        Some(Checkpoint {
            request: value["request"].as_str()?.to_string(),
            stamps: stamps
                .map(|stamp| stamp.as_str().map(str::to_string))
                .collect::<Option<_>>()?,
            lengths: Lengths {
                strings: length(0)?,
                headers: length(1)?,
                games: length(2)?,
                hashes: length(3)?,
                facts: length(4)?,
            },
            reading: Reading {
                place: Place {
                    source: number(&place[0])?,
                    offset: place[1].as_u64()?,
                    lines: place[2].as_u64()?,
                    crc32: u32::try_from(place[3].as_u64()?).ok()?,
                },
                counts: value["sources"]
                    .as_array()?
                    .iter()
                    .map(SourceEntry::from_json)
                    .collect(),
                games: value["games"].as_u64()?,
                saw_tags: value["saw_tags"].as_bool()?,
                cut_off: value["cut_off"]
                    .as_array()?
                    .iter()
                    .map(number)
                    .collect::<Option<_>>()?,
            },
            known_sources: number(&value["known_sources"])?,
            segments: value["segments"]
                .as_array()?
                .iter()
                .map(SegmentEntry::from_json)
                .collect(),
        })
    }
}
