//! The opening table: one record per position, with three counts.
//!
//! The source's chapter 4: how many of the games that reached a position White won, were drawn,
//! and Black won, a game counting once however often it came by. Beside an archive it is small and
//! knows no games: what a player needs who chooses and orders moves by results. Keys keep their 96
//! bits, so that the chance of reading a wrong record stays below the 2^-46 of the source at any
//! size that fits on a disk. Some games may be taken off the counts, to be held out.
//!
//! On the disk: a file of blocks with checksums, sorted by key, 24 bytes a record. **Cost.** A
//! look-up is two binary searches, about 0.3 µs.

use std::collections::HashMap;
use std::path::Path;

use zermelo_chess::{GameResult, PositionKey};

use crate::archive::Archive;
use crate::block_file::{BlockFile, BlockWriter};
use crate::bytes::{u32_at, u64_at};
use crate::error::{ArchiveError, Result};
use crate::output::beside;
use crate::record::{INDEX_ENTRY, KEY_BYTES, block_of, key_bytes, key_from};
use crate::tally::Tally;

const KIND: &[u8; 4] = b"OPEN";
const PER_BLOCK: usize = 1024;
const ENTRY: usize = KEY_BYTES + 12;
/// How many positions pass between two looks at the stop test.
const LOOK: u64 = 1 << 16;

/// The results of the games that reached a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Games that White won.
    pub white: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that Black won.
    pub black: u32,
}

impl Results {
    /// How many games.
    #[must_use]
    pub fn games(&self) -> u64 {
        u64::from(self.white) + u64::from(self.draws) + u64::from(self.black)
    }

    /// The points of a side.
    #[must_use]
    pub fn points(&self, white: bool) -> f64 {
        let won = if white { self.white } else { self.black };
        f64::from(won) + f64::from(self.draws) / 2.0
    }

    /// The share of points of a side, one half if there are no games.
    #[must_use]
    pub fn score(&self, white: bool) -> f64 {
        match self.games() {
            0 => 0.5,
            games => self.points(white) / games as f64,
        }
    }

    /// Counts games of one result.
    pub fn add(&mut self, result: GameResult, games: u32) {
        let count = match result {
            GameResult::White => &mut self.white,
            GameResult::Draw => &mut self.draws,
            GameResult::Black => &mut self.black,
        };
        *count = count.saturating_add(games);
    }

    /// Counts other games too.
    pub fn merge(&mut self, other: &Results) {
        self.white = self.white.saturating_add(other.white);
        self.draws = self.draws.saturating_add(other.draws);
        self.black = self.black.saturating_add(other.black);
    }

    /// What is left when other games are taken off.
    #[must_use]
    pub fn without(&self, other: &Results) -> Results {
        Results {
            white: self.white.saturating_sub(other.white),
            draws: self.draws.saturating_sub(other.draws),
            black: self.black.saturating_sub(other.black),
        }
    }

    fn of(tally: &Tally) -> Results {
        let small = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        Results {
            white: small(tally.white),
            draws: small(tally.draws),
            black: small(tally.black),
        }
    }
}

/// A position and its results.
pub type OpeningEntry = (PositionKey, Results);

impl Archive {
    /// The opening table of the archive: positions of at least so many games, sorted by key,
    /// some games taken off.
    ///
    /// # Errors
    ///
    /// When the archive is damaged or the stop test says yes.
    pub fn opening_entries(
        &self,
        least: u64,
        without: &HashMap<PositionKey, Results>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<OpeningEntry>> {
        let mut entries: Vec<OpeningEntry> = Vec::new();
        let mut seen = 0_u64;
        for segment in &self.segments {
            for block in 0..segment.block_count()? {
                let (block, after) = segment.position_block(block)?;
                for place in 0..block.len() {
                    let found = segment.place(&block, place, after)?;
                    let total = segment.tally(&found)?.total;
                    entries.push((block.key(place), Results::of(&total)));
                    seen += 1;
                    if seen.is_multiple_of(LOOK) && stop() {
                        return Err(ArchiveError::Interrupted);
                    }
                }
            }
        }
        for table in &self.tables {
            table.for_each(|entry| {
                entries.push((entry.key, Results::of(&entry.found.total)));
                Ok(true)
            })?;
        }
        if self.segments.len() + self.tables.len() > 1 {
            entries.sort_unstable_by_key(|(key, _)| *key);
            entries.dedup_by(|later, kept| {
                let same = later.0 == kept.0;
                if same {
                    kept.1.merge(&later.1);
                }
                same
            });
        }
        for (key, results) in &mut entries {
            if let Some(off) = without.get(key) {
                *results = results.without(off);
            }
        }
        entries.retain(|(_, results)| results.games() >= least.max(1));
        Ok(entries)
    }
}

/// Writes an opening table; the entries come sorted by key.
///
/// # Errors
///
/// When the file cannot be written.
pub fn write_opening_table(entries: &[OpeningEntry], path: &Path) -> Result<()> {
    beside(path, |part| {
        let mut out = BlockWriter::create(part, KIND)?;
        let (mut index, mut content) = (Vec::new(), Vec::new());
        for block in entries.chunks(PER_BLOCK) {
            content.clear();
            for (key, results) in block {
                content.extend(key_bytes(*key));
                for count in [results.white, results.draws, results.black] {
                    content.extend(count.to_le_bytes());
                }
            }
            index.extend(out.block(&content)?.to_le_bytes());
            index.extend(key_bytes(block[0].0));
        }
        out.finish(&index)?;
        Ok(())
    })
}

/// An opening table of a file.
pub struct OpeningTable {
    file: BlockFile,
}

impl OpeningTable {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// When it cannot be read or is damaged.
    pub fn open(path: &Path) -> Result<OpeningTable> {
        BlockFile::open(path, KIND).map(|file| OpeningTable { file })
    }

    /// The results of a position, if it is known.
    ///
    /// # Errors
    ///
    /// When the file is damaged.
    pub fn find(&self, key: PositionKey) -> Result<Option<Results>> {
        let key = key_bytes(key);
        let Some(at) = block_of(self.file.index()?.as_chunks().0, &key) else {
            return Ok(None);
        };
        let (entries, _) = self.file.block(at)?.as_chunks::<ENTRY>();
        let found = entries.binary_search_by(|entry| entry[..KEY_BYTES].cmp(&key[..]));
        Ok(found.ok().map(|place| entry_at(&entries[place]).1))
    }

    /// All positions with their results, in the order of the keys.
    ///
    /// # Errors
    ///
    /// When the file is damaged.
    pub fn entries(&self) -> Result<Vec<OpeningEntry>> {
        let mut all = Vec::new();
        let (index, _) = self.file.index()?.as_chunks::<INDEX_ENTRY>();
        for entry in index {
            let (entries, _) = self.file.block(u64_at(entry, 0))?.as_chunks::<ENTRY>();
            all.extend(entries.iter().map(entry_at));
        }
        Ok(all)
    }
}

fn entry_at(entry: &[u8; ENTRY]) -> OpeningEntry {
    let count = |number: usize| u32_at(entry, KEY_BYTES + 4 * number);
    let results = Results {
        white: count(0),
        draws: count(1),
        black: count(2),
    };
    (key_from(&entry[..KEY_BYTES]), results)
}
