//! History tables: what was played soon after a position, as points for move ordering.
//!
//! The source's chapter 5.2, "OPHISTA". For every position of enough games, from all games
//! through it, the moves played up to 8 plies later:
//! `H[f][t] = 64·(3 - ⌊d/2⌋) + 63·O/OMAX(d)`, where d is the least number of plies between the
//! position and the move, O its games, and OMAX(d) the largest O among the moves with that d;
//! the division rounds down. (The source prints 4 for 3, which overflows its own byte; its
//! table 5.5 shows 255, 191, 127.) A game counts once for a move, however often it plays it.
//!
//! On the disk: a file of blocks with checksums, sorted by key, three bytes an entry.

use std::collections::HashMap;
use std::path::Path;

use zermelo_chess::{PositionKey, Replay};

use crate::archive::{Archive, GameId};
use crate::block_file::{BlockFile, BlockWriter};
use crate::bytes::{MapState, put_number, take_number, u64_at};
use crate::error::{ArchiveError, Result};
use crate::filter::Filter;
use crate::output::beside;
use crate::record::{INDEX_ENTRY, KEY_BYTES, block_of, key_bytes, key_from};

const KIND: &[u8; 4] = b"HIST";

/// Plies after the position that count.
pub const HISTORY_PLIES: usize = 8;

/// Positions in a block.
const PER_BLOCK: usize = 64;

/// An entry of a history table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct HistoryEntry {
    /// The square of departure, 0 (a1) to 63 (h8).
    pub from: u8,
    /// The square of arrival.
    pub to: u8,
    /// The points.
    pub points: u8,
}

/// The points of a move.
#[must_use]
pub fn history_points(distance: usize, games: u64, most: u64) -> u8 {
    let base = 64 * (3 - (distance / 2).min(3));
    let share = 63 * games / most.max(1);
    (base + share as usize).min(255) as u8
}

/// Squares of a move, the distance at which it was first played, and its games.
type Seen = HashMap<u64, (u8, u32), MapState>;

/// Games of a position, and the last one that was counted.
#[derive(Clone, Copy, Default)]
struct Through {
    games: u64,
    last: u64,
}

impl Through {
    /// Counts a game; the same one only once, however often the position comes by.
    fn count(&mut self, game: u64) {
        if self.last != game {
            *self = Through {
                games: self.games + 1,
                last: game,
            };
        }
    }
}

/// Makes the tables of all positions of at least so many games and writes them; how many
/// tables, and how many entries in all. Games that `held_out` names are passed over: they count
/// neither for a table nor for whether a position has one.
///
/// # Errors
///
/// When the archive is damaged, the file cannot be written, or the stop test says yes.
pub fn write_history(
    archive: &Archive,
    least: u64,
    path: &Path,
    held_out: &dyn Fn(GameId) -> bool,
    stop: &dyn Fn() -> bool,
) -> Result<(u64, u64)> {
    let mut numbers: HashMap<PositionKey, u32, MapState> = HashMap::default();
    // No position has more games once some are passed over.
    let keys = archive.frequent_keys(least)?;
    for (number, key) in keys.iter().enumerate() {
        numbers.insert(*key, number as u32);
    }
    let mut seen = Seen::default();
    let mut through = vec![Through::default(); keys.len()];
    let (mut own, mut number_of_game) = (Vec::new(), 0);
    archive.for_each_game(&Filter::default(), |id| {
        if held_out(id) {
            return Ok(true);
        }
        number_of_game += 1;
        let game = archive.game(id)?;
        let mut replay = Replay::from_position(&game.start_position());
        let moves = game.moves();
        own.clear();
        for ply in 0..=moves.len().min(archive.plies()) {
            if let Some(&number) = numbers.get(&replay.key()) {
                through[number as usize].count(number_of_game);
                for (distance, m) in moves[ply..].iter().take(HISTORY_PLIES).enumerate() {
                    let squares = u64::from(m.bits()) & 0xfff;
                    own.push((u64::from(number) << 12 | squares, distance as u8));
                }
            }
            if let Some(&m) = moves.get(ply) {
                replay.play_packed(m);
            }
        }
        // The first of equal moves has the least distance.
        own.sort_unstable();
        own.dedup_by_key(|(place, _)| *place);
        for &(place, distance) in &own {
            let entry = seen.entry(place).or_insert((distance, 0));
            entry.0 = entry.0.min(distance);
            entry.1 += 1;
        }
        if id.game % 4096 == 0 && stop() {
            return Err(ArchiveError::Interrupted);
        }
        Ok(true)
    })?;
    let enough = |place: u64| through[(place >> 12) as usize].games >= least;
    let mut all: Vec<(u64, (u8, u32))> = seen.into_iter().collect();
    all.retain(|(place, _)| enough(*place));
    all.sort_unstable();
    beside(path, |part| write(&keys, &all, part))
}

/// Writes history tables that were read from others; they come sorted by key.
///
/// # Errors
///
/// When the file cannot be written.
pub fn write_history_tables(
    tables: &[(PositionKey, Vec<HistoryEntry>)],
    path: &Path,
) -> Result<()> {
    beside(path, |part| put_tables(tables.iter().cloned(), part))?;
    Ok(())
}

fn write(keys: &[PositionKey], all: &[(u64, (u8, u32))], path: &Path) -> Result<(u64, u64)> {
    let tables = all.chunk_by(|a, b| a.0 >> 12 == b.0 >> 12);
    let table = |table: &[(u64, (u8, u32))]| {
        let key = keys[(table[0].0 >> 12) as usize];
        (key, points(table).collect())
    };
    put_tables(tables.map(table), path)
}

/// Writes tables; how many there were, and how many entries.
fn put_tables(
    all: impl Iterator<Item = (PositionKey, Vec<HistoryEntry>)>,
    path: &Path,
) -> Result<(u64, u64)> {
    let mut out = BlockWriter::create(path, KIND)?;
    let mut index = Vec::new();
    let mut content = Vec::new();
    let (mut tables, mut entries) = (0, 0);
    let mut first = None;
    for (key, table) in all {
        first.get_or_insert(key);
        content.extend(key_bytes(key));
        put_number(&mut content, table.len() as u64);
        for entry in &table {
            content.extend([entry.from, entry.to, entry.points]);
        }
        tables += 1;
        entries += table.len() as u64;
        if (tables as usize).is_multiple_of(PER_BLOCK) {
            close(&mut out, &mut index, &mut content, first.take())?;
        }
    }
    close(&mut out, &mut index, &mut content, first.take())?;
    out.finish(&index)?;
    Ok((tables, entries))
}

fn close(
    out: &mut BlockWriter,
    index: &mut Vec<u8>,
    content: &mut Vec<u8>,
    first: Option<PositionKey>,
) -> Result<()> {
    if let Some(first) = first {
        index.extend(out.block(content)?.to_le_bytes());
        index.extend(key_bytes(first));
        content.clear();
    }
    Ok(())
}

/// The entries of one position's table.
fn points(table: &[(u64, (u8, u32))]) -> impl Iterator<Item = HistoryEntry> + '_ {
    let mut most = [0_u64; HISTORY_PLIES];
    for (_, (distance, games)) in table {
        let largest = &mut most[usize::from(*distance)];
        *largest = (*largest).max(u64::from(*games));
    }
    table.iter().map(move |(place, (distance, games))| {
        let distance = usize::from(*distance);
        HistoryEntry {
            from: (place & 63) as u8,
            to: (place >> 6 & 63) as u8,
            points: history_points(distance, u64::from(*games), most[distance]),
        }
    })
}

/// History tables of a file.
pub struct History {
    file: BlockFile,
}

impl History {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// When it cannot be read or is damaged.
    pub fn open(path: &Path) -> Result<History> {
        BlockFile::open(path, KIND).map(|file| History { file })
    }

    /// The table of a position; empty if it has none.
    ///
    /// # Errors
    ///
    /// When the file is damaged.
    pub fn table(&self, key: PositionKey) -> Result<Vec<HistoryEntry>> {
        let Some(at) = block_of(self.file.index()?.as_chunks().0, &key_bytes(key)) else {
            return Ok(Vec::new());
        };
        let tables = self.tables(at)?;
        let found = tables.into_iter().find(|(found, _)| *found == key);
        Ok(found.map(|(_, entries)| entries).unwrap_or_default())
    }

    /// The tables of a block.
    fn tables(&self, at: u64) -> Result<Vec<(PositionKey, Vec<HistoryEntry>)>> {
        let mut content = self.file.block(at)?;
        let damaged = || self.file.damaged(at, "a history table is cut off");
        let mut tables = Vec::new();
        while let Some((key, rest)) = content.split_at_checked(KEY_BYTES) {
            content = rest;
            let count = take_number(&mut content).ok_or_else(damaged)? as usize;
            let (entries, rest) = content
                .split_at_checked(count.saturating_mul(3))
                .ok_or_else(damaged)?;
            let entry = |bytes: &[u8]| HistoryEntry {
                from: bytes[0],
                to: bytes[1],
                points: bytes[2],
            };
            tables.push((key_from(key), entries.chunks_exact(3).map(entry).collect()));
            content = rest;
        }
        Ok(tables)
    }

    /// Whether a file has such tables, by its first bytes.
    #[must_use]
    pub fn is(path: &Path) -> bool {
        BlockFile::kind_of(path).as_ref() == Some(KIND)
    }

    /// All tables, in the order of the keys.
    ///
    /// # Errors
    ///
    /// When the file is damaged.
    pub fn all(&self) -> Result<Vec<(PositionKey, Vec<HistoryEntry>)>> {
        let mut all = Vec::new();
        let (index, _) = self.file.index()?.as_chunks::<INDEX_ENTRY>();
        for entry in index {
            all.extend(self.tables(u64_at(entry, 0))?);
        }
        Ok(all)
    }
}

impl Archive {
    /// The keys of all positions of at least so many games.
    pub(crate) fn frequent_keys(&self, least: u64) -> Result<Vec<PositionKey>> {
        let mut keys = Vec::new();
        for segment in &self.segments {
            for block in 0..segment.block_count()? {
                let (block, after) = segment.position_block(block)?;
                for place in 0..block.len() {
                    let found = segment.place(&block, place, after)?;
                    let mut games = segment.games_at(&found);
                    // A position may be frequent only in all segments together.
                    if games < least && self.segments.len() > 1 {
                        games = self.reached(block.key(place))?;
                    }
                    if games >= least {
                        keys.push(block.key(place));
                    }
                }
            }
        }
        keys.sort_unstable();
        keys.dedup();
        Ok(keys)
    }
}
