//! The compact opening table: a key and one byte of score for each position.
//!
//! The source's smaller form of its table: half the memory, the criterion fixed when it is made.
//! The byte is the score by criterion 3 of the side that moved into the position, 1 (nothing)
//! to 255 (everything); 0 is a position that is known but has fewer than 20 games and is not to
//! be played. Keys keep their 96 bits.

use std::path::Path;

use zermelo_chess::PositionKey;
use zermelo_game::{Game, Side};

use crate::archive::Archive;
use crate::block_file::{BlockFile, BlockWriter};
use crate::choose::LEAST_GAMES;
use crate::error::Result;
use crate::output::beside;
use crate::record::{KEY_BYTES, block_of, key_bytes};
use crate::tally::Tally;

const KIND: &[u8; 4] = b"COMP";
const PER_BLOCK: usize = 1024;
const ENTRY: usize = KEY_BYTES + 1;

/// Positions of fewer games are not even known.
const LEAST_KNOWN: u64 = 2;

/// The byte of a position; `white` is the side that moved into it.
#[must_use]
pub fn compact_score(tally: &Tally, white: bool) -> u8 {
    if tally.games() < LEAST_GAMES {
        return 0;
    }
    1 + (254.0 * tally.score(white)).round() as u8
}

/// Writes the compact table of an archive; how many positions it has.
///
/// # Errors
///
/// When the archive is damaged or the file cannot be written.
pub fn write_compact(archive: &Archive, path: &Path) -> Result<u64> {
    let mut entries = Vec::new();
    archive.for_each_position(LEAST_KNOWN, |archived| {
        // Whoever is not to move has just moved.
        let white = archived.position.side() == Side::Second;
        entries.push((archived.key, compact_score(&archived.stats.total, white)));
        Ok(true)
    })?;
    entries.sort_unstable();
    beside(path, |part| {
        let mut out = BlockWriter::create(part, KIND)?;
        let (mut index, mut content) = (Vec::new(), Vec::new());
        for block in entries.chunks(PER_BLOCK) {
            content.clear();
            for (key, score) in block {
                content.extend(key_bytes(*key));
                content.push(*score);
            }
            index.extend(out.block(&content)?.to_le_bytes());
            index.extend(key_bytes(block[0].0));
        }
        out.finish(&index)
    })?;
    Ok(entries.len() as u64)
}

/// A compact table of a file.
pub struct CompactTable {
    file: BlockFile,
}

impl CompactTable {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// When it cannot be read or is damaged.
    pub fn open(path: &Path) -> Result<CompactTable> {
        BlockFile::open(path, KIND).map(|file| CompactTable { file })
    }

    /// The byte of a position, if it is known.
    ///
    /// # Errors
    ///
    /// When the file is damaged.
    pub fn score(&self, key: PositionKey) -> Result<Option<u8>> {
        let key = key_bytes(key);
        let Some(at) = block_of(self.file.index()?.as_chunks().0, &key) else {
            return Ok(None);
        };
        let content = self.file.block(at)?;
        let (entries, _) = content.as_chunks::<ENTRY>();
        let found = entries.binary_search_by(|entry| entry[..KEY_BYTES].cmp(&key[..]));
        Ok(found.ok().map(|place| entries[place][KEY_BYTES]))
    }
}
