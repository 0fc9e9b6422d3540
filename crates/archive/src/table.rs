//! Statistics of positions without their games: what other programs counted.
//!
//! A file of blocks with checksums, sorted by key: key, board, tally, moves with their tallies.
//! The board is kept as text because there is no game from which to get it. An archive may have
//! several tables beside its segments; an answer adds up all of them. Without games there are no
//! names and no years one by one: questions with a filter pass the tables over.

use std::path::Path;

use zermelo_chess::{Chess, PackedMove, PositionKey};
use zermelo_game::Notation;

use crate::block_file::{BlockFile, BlockWriter};
use crate::bytes::{put_number, put_text, take_number, take_text, u16_at, u64_at};
use crate::error::Result;
use crate::position_writer::{FREQUENT, PositionCounts};
use crate::record::{INDEX_ENTRY, KEY_BYTES, block_of, key_bytes, key_from};
use crate::segment::Found;
use crate::tally::Tally;

pub(crate) const KIND: &[u8; 4] = b"STAT";
/// The ending of a table's file in an archive's folder.
pub(crate) const ENDING: &str = "table";
/// Positions in a block.
const PER_BLOCK: usize = 64;
/// Bytes of the counts before the index.
const COUNTS: usize = 24;

/// A position of a table.
#[derive(Clone, Debug)]
pub(crate) struct TableEntry {
    pub key: PositionKey,
    /// In FEN, four fields.
    pub fen: String,
    /// Tallies as a segment has them; the moves sorted.
    pub found: Found,
}

impl TableEntry {
    fn put(&self, out: &mut Vec<u8>) {
        out.extend(key_bytes(self.key));
        put_text(out, self.fen.as_bytes());
        self.found.total.put(out);
        put_number(out, self.found.moves.len() as u64);
        for (m, tally) in &self.found.moves {
            out.extend(m.bits().to_le_bytes());
            tally.put(out);
        }
    }

    fn take(bytes: &mut &[u8]) -> Option<TableEntry> {
        let (key, rest) = bytes.split_at_checked(KEY_BYTES)?;
        *bytes = rest;
        let fen = String::from_utf8(take_text(bytes)?.to_vec()).ok()?;
        let total = Tally::take(bytes)?;
        let count = take_number(bytes)?;
        let mut moves = Vec::new();
        for _ in 0..count {
            let (code, rest) = bytes.split_at_checked(2)?;
            *bytes = rest;
            moves.push((PackedMove::from_bits(u16_at(code, 0)), Tally::take(bytes)?));
        }
        Some(TableEntry {
            key: key_from(key),
            fen,
            found: Found { total, moves },
        })
    }

    /// The board; the move counters are at their beginnings.
    pub fn position(&self) -> Option<Chess> {
        Chess::parse(&self.fen).ok()
    }
}

/// Writes a table; its counts, and the length of the file. The entries come sorted by key.
pub(crate) fn write_table(path: &Path, entries: &[TableEntry]) -> Result<(PositionCounts, u64)> {
    let mut out = BlockWriter::create(path, KIND)?;
    let mut counts = PositionCounts::default();
    let mut index = Vec::new();
    for block in entries.chunks(PER_BLOCK) {
        let mut content = Vec::new();
        for entry in block {
            let games = entry.found.total.games();
            counts.positions += 1;
            counts.visits += games;
            counts.frequent += u64::from(games >= FREQUENT);
            entry.put(&mut content);
        }
        index.extend(out.block(&content)?.to_le_bytes());
        index.extend(key_bytes(block[0].key));
    }
    let mut whole = Vec::new();
    for number in [counts.positions, counts.visits, counts.frequent] {
        whole.extend(number.to_le_bytes());
    }
    whole.extend(index);
    Ok((counts, out.finish(&whole)?))
}

/// A table of an archive.
pub(crate) struct Table {
    file: BlockFile,
}

impl Table {
    pub fn open(path: &Path) -> Result<Table> {
        BlockFile::open(path, KIND).map(|file| Table { file })
    }

    pub fn file(&self) -> &BlockFile {
        &self.file
    }

    fn index(&self) -> Result<&[[u8; INDEX_ENTRY]]> {
        let index = self.file.index()?;
        Ok(index.get(COUNTS..).unwrap_or_default().as_chunks().0)
    }

    fn entries(&self, at: u64) -> Result<Vec<TableEntry>> {
        let mut content = self.file.block(at)?;
        let mut entries = Vec::new();
        while !content.is_empty() {
            let entry = TableEntry::take(&mut content);
            entries.push(entry.ok_or_else(|| self.file.damaged(at, "an entry makes no sense"))?);
        }
        Ok(entries)
    }

    /// What a table knows of a position.
    pub fn find(&self, key: PositionKey) -> Result<Option<Found>> {
        let Some(at) = block_of(self.index()?, &key_bytes(key)) else {
            return Ok(None);
        };
        let found = self.entries(at)?.into_iter().find(|entry| entry.key == key);
        Ok(found.map(|entry| entry.found))
    }

    /// Every entry, in the order of the keys, until `visit` says to stop; whether it never did.
    pub fn for_each(&self, mut visit: impl FnMut(TableEntry) -> Result<bool>) -> Result<bool> {
        for index in self.index()? {
            for entry in self.entries(u64_at(index, 0))? {
                if !visit(entry)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Checks the order and that every board has its key; how many positions.
    pub fn verify(&self) -> Result<u64> {
        let mut last = None;
        let mut positions = 0;
        self.for_each(|entry| {
            let board = entry.position();
            let sound = board.is_some_and(|board| board.archive_key() == entry.key);
            if !sound || last.is_some_and(|last| last >= entry.key) {
                return Err(self
                    .file
                    .damaged(0, "a position is out of order or not its key's"));
            }
            last = Some(entry.key);
            positions += 1;
            Ok(true)
        })?;
        Ok(positions)
    }
}
