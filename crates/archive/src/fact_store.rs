//! Facts on their way to the positions file: distributed by their keys, sorted part by part.
//!
//! A fact is one word of 128 bits: the key without its first 12 bits, the game, the move. The
//! first 12 bits choose one of 4096 parts, in which facts gather in small chunks; when they take
//! more memory than allowed, all parts are written to a file, one after the other (a *run*).
//! At the end each part is read from all runs, sorted by itself, and the parts in their order
//! are the sorted whole: a distribution sort, which writes and reads each fact at most once,
//! however little memory there is, where merging sorted runs would compare them again.
//!
//! **Invariant.** The result does not depend on when runs were written.
//!
//! **Cost.** 16 bytes a fact; sorting takes some 25 ns a fact because parts fit the cache.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use zermelo_chess::{PackedMove, PositionKey};

use crate::error::{At, Result};
use crate::record::Fact;

/// Bits of a key that choose the part.
const PART_BITS: u32 = 12;
/// Parts.
pub(crate) const PARTS: usize = 1 << PART_BITS;
/// Bits of a game's number.
const GAME_BITS: u32 = 28;
/// Bits of a move.
const MOVE_BITS: u32 = 16;
/// Facts in a chunk.
const CHUNK: usize = 128;

/// No segment holds more games.
pub(crate) const MAX_GAMES: u32 = 1 << GAME_BITS;

/// The bits of a key that a part's facts hold.
const REST_BITS: u32 = PositionKey::BITS - PART_BITS;

/// The key and the fact of a word of a part.
#[inline]
pub(crate) fn unpack(part: usize, word: u128) -> (PositionKey, Fact) {
    let rest = word >> (GAME_BITS + MOVE_BITS);
    let key = PositionKey::from_bits((part as u128) << REST_BITS | rest);
    let fact = Fact {
        game: (word >> MOVE_BITS) as u32 & (MAX_GAMES - 1),
        played: PackedMove::from_bits(word as u16),
    };
    (key, fact)
}

/// Whether two words of a part have the same key.
#[inline]
pub(crate) fn same_key(a: u128, b: u128) -> bool {
    (a ^ b) >> (GAME_BITS + MOVE_BITS) == 0
}

/// A chunk's number where there is none.
const NONE: u32 = u32::MAX;

/// Chunks in a slab.
const SLAB: usize = 512;

/// Facts in memory: chunks out of a few large slabs, those of a part in a chain.
struct Chunks {
    slabs: Vec<Vec<u128>>,
    /// The chunk before each chunk in its chain.
    before: Vec<u32>,
    /// The last chunk of each part, and how many facts are in it.
    last: Vec<(u32, u32)>,
}

impl Chunks {
    fn new() -> Chunks {
        Chunks {
            slabs: Vec::new(),
            before: Vec::new(),
            last: vec![(NONE, CHUNK as u32); PARTS],
        }
    }

    #[inline]
    fn push(&mut self, part: usize, word: u128) {
        let (mut chunk, mut used) = self.last[part];
        if used as usize == CHUNK {
            let next = self.before.len();
            if next.is_multiple_of(SLAB) {
                self.slabs.push(vec![0; SLAB * CHUNK]);
            }
            self.before.push(chunk);
            (chunk, used) = (next as u32, 0);
        }
        let (slab, place) = (chunk as usize / SLAB, chunk as usize % SLAB);
        self.slabs[slab][place * CHUNK + used as usize] = word;
        self.last[part] = (chunk, used + 1);
    }

    /// How many facts a part has.
    fn count(&self, part: usize) -> usize {
        let (mut chunk, used) = self.last[part];
        if chunk == NONE {
            return 0;
        }
        let mut count = used as usize;
        while self.before[chunk as usize] != NONE {
            chunk = self.before[chunk as usize];
            count += CHUNK;
        }
        count
    }

    /// Appends the facts of a part, in no particular order.
    fn read(&self, part: usize, words: &mut Vec<u128>) {
        let (mut chunk, mut used) = self.last[part];
        while chunk != NONE {
            let (slab, place) = (chunk as usize / SLAB, chunk as usize % SLAB);
            let start = place * CHUNK;
            words.extend_from_slice(&self.slabs[slab][start..start + used as usize]);
            (chunk, used) = (self.before[chunk as usize], CHUNK as u32);
        }
    }
}

/// Facts in memory and on the disk.
pub(crate) struct FactStore {
    chunks: Chunks,
    /// Facts in memory.
    held: usize,
    /// Facts in all.
    total: u64,
    path: PathBuf,
    /// The runs in the file.
    runs: Vec<Run>,
}

/// Where a run stands and how many facts it has of each part.
#[derive(Clone)]
struct Run {
    at: u64,
    counts: Vec<u32>,
}

/// Bytes of a run's table of counts.
const TABLE: usize = 4 * PARTS;

impl FactStore {
    /// An empty store that writes its runs to a file.
    pub fn new(path: &Path) -> FactStore {
        FactStore {
            chunks: Chunks::new(),
            held: 0,
            total: 0,
            path: path.to_path_buf(),
            runs: Vec::new(),
        }
    }

    /// Goes on with the runs of a file of this length; what stands beyond is cut off.
    pub fn resume(path: &Path, length: u64) -> Result<FactStore> {
        let mut store = FactStore::new(path);
        if length == 0 {
            return Ok(store);
        }
        let mut file = File::options().read(true).write(true).open(path);
        let file = file
            .as_mut()
            .map_err(|e| std::io::Error::new(e.kind(), e.to_string()));
        let file = file.reading(path)?;
        file.set_len(length).writing(path)?;
        let mut at = 0;
        while at < length {
            let mut table = vec![0; TABLE];
            file.seek(SeekFrom::Start(at)).reading(path)?;
            file.read_exact(&mut table).reading(path)?;
            let counts: Vec<u32> = table
                .as_chunks::<4>()
                .0
                .iter()
                .map(|bytes| u32::from_le_bytes(*bytes))
                .collect();
            let facts: u64 = counts.iter().map(|&count| u64::from(count)).sum();
            store.total += facts;
            store.runs.push(Run { at, counts });
            at += TABLE as u64 + 16 * facts;
        }
        Ok(store)
    }

    #[inline]
    pub fn push(&mut self, key: PositionKey, game: u32, played: PackedMove) {
        let part = (key.bits() >> REST_BITS) as usize;
        let word = key.bits() << (GAME_BITS + MOVE_BITS)
            | u128::from(game) << MOVE_BITS
            | u128::from(played.bits());
        self.chunks.push(part, word);
        self.held += 1;
        self.total += 1;
    }

    /// Bytes of the facts in memory.
    pub fn memory(&self) -> usize {
        self.held * 16
    }

    /// Whether something was written to the disk.
    pub fn has_runs(&self) -> bool {
        !self.runs.is_empty()
    }

    /// Writes what is in memory as a run; gives the file's length.
    pub fn spill(&mut self) -> Result<u64> {
        let path = self.path.clone();
        let mut options = File::options();
        let file = options
            .append(true)
            .create(true)
            .open(&path)
            .writing(&path)?;
        let at = file.metadata().writing(&path)?.len();
        let mut out = BufWriter::with_capacity(1 << 18, file);
        let counts: Vec<u32> = (0..PARTS)
            .map(|part| self.chunks.count(part) as u32)
            .collect();
        for count in &counts {
            out.write_all(&count.to_le_bytes()).writing(&path)?;
        }
        let (mut words, mut bytes) = (Vec::new(), Vec::new());
        for part in 0..PARTS {
            words.clear();
            bytes.clear();
            self.chunks.read(part, &mut words);
            words
                .iter()
                .for_each(|word| bytes.extend(word.to_le_bytes()));
            out.write_all(&bytes).writing(&path)?;
        }
        out.flush().writing(&path)?;
        out.get_ref().sync_data().writing(&path)?;
        self.held = 0;
        self.chunks = Chunks::new();
        let facts: u64 = counts.iter().map(|&count| u64::from(count)).sum();
        self.runs.push(Run { at, counts });
        Ok(at + TABLE as u64 + 16 * facts)
    }

    /// All facts, for several threads to read.
    pub fn parts(&self) -> Parts<'_> {
        Parts {
            starts: self.runs.iter().map(Run::starts).collect(),
            store: self,
        }
    }
}

impl Run {
    /// Where each part begins.
    fn starts(&self) -> Vec<u64> {
        let mut at = self.at + TABLE as u64;
        let start = |&count: &u32| {
            let start = at;
            at += 16 * u64::from(count);
            start
        };
        self.counts.iter().map(start).collect()
    }
}

/// All facts, part by part.
pub(crate) struct Parts<'a> {
    store: &'a FactStore,
    starts: Vec<Vec<u64>>,
}

impl Parts<'_> {
    pub fn total(&self) -> u64 {
        self.store.total
    }

    /// The facts of a part, sorted, through a file opened by [`Parts::file`].
    pub fn read(&self, part: usize, file: Option<&mut File>, words: &mut Vec<u128>) -> Result<()> {
        words.clear();
        let path = &self.store.path;
        if let Some(file) = file {
            let mut bytes = Vec::new();
            for (run, starts) in self.store.runs.iter().zip(&self.starts) {
                bytes.resize(16 * run.counts[part] as usize, 0);
                file.seek(SeekFrom::Start(starts[part])).reading(path)?;
                file.read_exact(&mut bytes).reading(path)?;
                let read = bytes.as_chunks::<16>().0.iter();
                words.extend(read.map(|word| u128::from_le_bytes(*word)));
            }
        }
        self.store.chunks.read(part, words);
        words.sort_unstable();
        words.dedup();
        Ok(())
    }

    /// The file of the runs, if there are any.
    pub fn file(&self) -> Result<Option<File>> {
        if self.store.runs.is_empty() {
            return Ok(None);
        }
        let path = &self.store.path;
        File::open(path).reading(path).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::random::Rng;

    fn facts(seed: u64, count: usize) -> Vec<(PositionKey, u32, PackedMove)> {
        let mut random = Rng::new(seed);
        let fact = |_| {
            // Few keys, so that many facts share one.
            let high = u128::from(random.below(50) as u64) << 90;
            let key = PositionKey::from_bits(high | random.below(4) as u128);
            let played = PackedMove::from_bits(random.below(1 << 15) as u16);
            (key, random.below(1000) as u32, played)
        };
        (0..count).map(fact).collect()
    }

    fn collect(store: FactStore) -> Vec<(PositionKey, Fact)> {
        let parts = store.parts();
        let mut file = parts.file().unwrap();
        let (mut words, mut all) = (Vec::new(), Vec::new());
        for part in 0..PARTS {
            parts.read(part, file.as_mut(), &mut words).unwrap();
            all.extend(words.iter().map(|&word| unpack(part, word)));
        }
        all
    }

    #[test]
    fn facts_come_out_sorted_whatever_was_written_when() {
        let folder = std::env::temp_dir().join(format!("zermelo-facts-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut expected: Vec<(PositionKey, Fact)> = facts(1, 5000)
            .into_iter()
            .map(|(key, game, played)| (key, Fact { game, played }))
            .collect();
        expected.sort();
        expected.dedup();
        for spills in 0..3 {
            let path = folder.join(format!("facts-{spills}"));
            let mut store = FactStore::new(&path);
            let mut length = 0;
            for (i, (key, game, played)) in facts(1, 5000).into_iter().enumerate() {
                store.push(key, game, played);
                if i % 1700 == 1699 && i / 1700 < spills {
                    length = store.spill().unwrap();
                }
            }
            assert_eq!(collect(store), expected);
            // Only what had been written comes back, though the file has more.
            if spills > 0 {
                let mut file = File::options().append(true).open(&path).unwrap();
                file.write_all(&[1; 99]).unwrap();
                let resumed = FactStore::resume(&path, length).unwrap();
                assert_eq!(resumed.total, 1700 * spills as u64);
                collect(resumed);
            }
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
