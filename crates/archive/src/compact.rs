//! The compact opening table: a key and one byte of score for each position.
//!
//! The source's smaller form of its table: half the memory, the criterion fixed when it is made.
//! The byte is the score by one of the source's criteria of the side that moved into the position,
//! 1 (nothing) to 255 (everything); 0 is a position that is known but has fewer than 20 games and
//! is not to be played. Criterion 1 gives all others 255; criterion 2, whose points have no
//! largest number, their logarithm as a share of that of the most; criterion 3 the share of the
//! points. Keys keep their 96 bits.

use std::path::Path;

use zermelo_chess::PositionKey;
use zermelo_game::{Game, Side};

use crate::archive::Archive;
use crate::block_file::{BlockFile, BlockWriter};
use crate::bytes::u64_at;
use crate::choose::{LEAST_GAMES, Rule};
use crate::error::{ArchiveError, Result};
use crate::output::beside;
use crate::positions::ArchivedPosition;
use crate::record::{INDEX_ENTRY, KEY_BYTES, block_of, key_bytes, key_from};
use crate::tally::Tally;

/// The kinds of file, by criterion.
const KINDS: [(Rule, &[u8; 4]); 3] = [
    (Rule::Random, b"COM1"),
    (Rule::Popularity, b"COM2"),
    (Rule::Performance, b"COMP"),
];
const PER_BLOCK: usize = 1024;
const ENTRY: usize = KEY_BYTES + 1;

/// Positions of fewer games are not even known, unless told otherwise.
pub const LEAST_KNOWN: u64 = 2;

/// The byte of a position by criterion 3; `white` is the side that moved into it.
#[must_use]
pub fn compact_score(tally: &Tally, white: bool) -> u8 {
    if tally.games() < LEAST_GAMES {
        return 0;
    }
    1 + (254.0 * tally.score(white)).round() as u8
}

/// The byte of a position by criterion 2, where the most points of all are known.
fn popularity_score(tally: &Tally, white: bool, most: f64) -> u8 {
    if tally.games() < LEAST_GAMES {
        return 0;
    }
    let share = tally.points(white).ln_1p() / most.ln_1p().max(f64::MIN_POSITIVE);
    1 + (254.0 * share.min(1.0)).round() as u8
}

/// Writes the compact table of an archive: positions of at least so many games, scored by one of
/// the source's criteria; how many positions it has.
///
/// # Errors
///
/// When the rule is none of the source's, the archive is damaged or the file cannot be written.
pub fn write_compact(archive: &Archive, rule: Rule, least: u64, path: &Path) -> Result<u64> {
    let kind = KINDS.iter().find(|(known, _)| *known == rule);
    let (_, kind) = kind.ok_or_else(|| {
        let sentence = format!(
            "`{}`: expected one of the source's criteria 1, 2 and 3",
            rule.name()
        );
        ArchiveError::Usage(sentence)
    })?;
    // Whoever is not to move has just moved.
    let mover = |archived: &ArchivedPosition| archived.position.side() == Side::Second;
    let mut most = 0.0_f64;
    if rule == Rule::Popularity {
        archive.for_each_position(LEAST_GAMES, |archived| {
            most = most.max(archived.stats.total.points(mover(&archived)));
            Ok(true)
        })?;
    }
    let mut entries = Vec::new();
    archive.for_each_position(least, |archived| {
        let (tally, white) = (&archived.stats.total, mover(&archived));
        let score = match rule {
            Rule::Popularity => popularity_score(tally, white, most),
            Rule::Performance => compact_score(tally, white),
            _ => u8::from(tally.games() >= LEAST_GAMES) * u8::MAX,
        };
        entries.push((archived.key, score));
        Ok(true)
    })?;
    entries.sort_unstable();
    beside(path, |part| {
        let mut out = BlockWriter::create(part, kind)?;
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
    rule: Rule,
}

impl CompactTable {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// When it cannot be read or is damaged.
    pub fn open(path: &Path) -> Result<CompactTable> {
        let found = BlockFile::kind_of(path);
        let known = KINDS.iter().find(|(_, kind)| Some(**kind) == found);
        let &(rule, kind) = known.unwrap_or(&KINDS[2]);
        BlockFile::open(path, kind).map(|file| CompactTable { file, rule })
    }

    /// Whether a file is such a table, by its first bytes.
    #[must_use]
    pub fn is(path: &Path) -> bool {
        let found = BlockFile::kind_of(path);
        KINDS.iter().any(|(_, kind)| Some(**kind) == found)
    }

    /// The criterion of its scores.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// All positions with their bytes, in the order of the keys.
    ///
    /// # Errors
    ///
    /// When the file is damaged.
    pub fn entries(&self) -> Result<Vec<(PositionKey, u8)>> {
        let mut all = Vec::new();
        let (index, _) = self.file.index()?.as_chunks::<INDEX_ENTRY>();
        for entry in index {
            let content = self.file.block(u64_at(entry, 0))?;
            let (entries, _) = content.as_chunks::<ENTRY>();
            let entry = |entry: &[u8; ENTRY]| (key_from(&entry[..KEY_BYTES]), entry[KEY_BYTES]);
            all.extend(entries.iter().map(entry));
        }
        Ok(all)
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
