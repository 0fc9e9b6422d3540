//! A segment being made: games come in one by one, five files come out.
//!
//! Everything that grows with the games goes to raw files as it comes; [`checkpoint`] makes
//! what there is safe, and a build that was killed goes on from its last one. The facts stay in
//! memory as long as they may.
//!
//! | file | content |
//! |---|---|
//! | `strings` | names |
//! | `headers` | tags as numbers, 36 bytes a game |
//! | `games` | what is rarely asked for, and the moves in one byte each |
//! | `hashes` | a hash of each game, sorted: duplicates are found in it |
//! | `positions` | keys, statistics, lists of games |
//!
//! [`checkpoint`]: SegmentWriter::checkpoint

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

use zermelo_chess::{GameResult, PackedMove, PositionKey};

use crate::block_file::BlockWriter;
use crate::bytes::{MapState, StableHash, put_text, u32_at, u64_at};
use crate::error::{At, Result};
use crate::fact_store::FactStore;
use crate::header::{Date, Eco, HEADER_BYTES, Header};
use crate::position_writer::{self, PositionCounts};
use crate::strings::{self, StringTable};
use crate::tally::Brief;

/// Games in a block of headers.
pub(crate) const HEADERS_PER_BLOCK: usize = 256;
/// Games in a block of games.
pub(crate) const GAMES_PER_BLOCK: usize = 128;
/// Hashes in a block.
pub(crate) const HASHES_PER_BLOCK: usize = 1024;
pub(crate) const HEADERS: &[u8; 4] = b"HEAD";
pub(crate) const GAMES: &[u8; 4] = b"GAME";
pub(crate) const HASHES: &[u8; 4] = b"HASH";

/// The names of a segment's files.
pub(crate) const FILES: [&str; 5] = ["strings", "headers", "games", "hashes", "positions"];

/// A game to be stored.
pub(crate) struct NewGame<'a> {
    pub white: &'a [u8],
    pub black: &'a [u8],
    pub event: &'a [u8],
    pub site: &'a [u8],
    pub opening: &'a [u8],
    pub round: &'a [u8],
    pub time_control: &'a [u8],
    pub white_rating: u16,
    pub black_rating: u16,
    pub date: Date,
    pub eco: Eco,
    pub result: GameResult,
    pub source: u16,
    /// The start in FEN; empty for the usual one.
    pub start: &'a [u8],
    pub plies: u16,
    pub codes: &'a [u8],
    /// The keys of the positions kept, and the moves between them.
    pub keys: &'a [PositionKey],
    pub moves: &'a [PackedMove],
}

impl NewGame<'_> {
    /// Equal for games of equal moves, result and players.
    pub fn hash(&self) -> u64 {
        let mut hash = StableHash::new();
        hash.bytes(self.codes);
        hash.bytes(self.start);
        // Games without a name are written with `?`: read again they are the same.
        for name in [self.white, self.black] {
            hash.bytes(if name == b"?" { b"" } else { name });
        }
        hash.word(self.result as u64);
        hash.finish()
    }

    /// What stands in the games file.
    fn record(&self, site: &[u8]) -> Vec<u8> {
        let mut record = Vec::with_capacity(self.codes.len() + 16);
        for text in [self.start, self.round, self.time_control, site] {
            put_text(&mut record, text);
        }
        record.extend_from_slice(self.codes);
        record
    }
}

/// Bytes that only grow: in memory until they are made safe, then in a file.
struct Raw {
    path: PathBuf,
    held: Vec<u8>,
    /// How much of it is in the file.
    saved: u64,
}

impl Raw {
    /// Goes on with a file of this length; what stands beyond is cut off.
    fn open(path: PathBuf, saved: u64) -> Result<Raw> {
        if saved > 0 {
            let file = File::options().write(true).open(&path).writing(&path)?;
            file.set_len(saved).writing(&path)?;
        } else if path.exists() {
            fs::remove_file(&path).writing(&path)?;
        }
        Ok(Raw {
            path,
            held: Vec::new(),
            saved,
        })
    }

    fn put(&mut self, bytes: &[u8]) {
        self.held.extend_from_slice(bytes);
    }

    fn length(&self) -> u64 {
        self.saved + self.held.len() as u64
    }

    /// Makes all safe; gives the length.
    fn save(&mut self) -> Result<u64> {
        let mut options = File::options();
        let file = options.create(true).append(true).open(&self.path);
        let mut file = file.writing(&self.path)?;
        file.write_all(&self.held).writing(&self.path)?;
        file.sync_data().writing(&self.path)?;
        self.saved = self.length();
        self.held = Vec::new();
        Ok(self.saved)
    }

    /// All bytes, from the file and from memory.
    fn read(&self) -> Result<impl Read + '_> {
        let file: Box<dyn Read> = if self.saved > 0 {
            let file = File::open(&self.path).reading(&self.path)?;
            Box::new(BufReader::with_capacity(1 << 18, file.take(self.saved)))
        } else {
            Box::new(std::io::empty())
        };
        Ok(file.chain(self.held.as_slice()))
    }
}

/// How long each raw file was when all was safe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lengths {
    pub strings: u64,
    pub headers: u64,
    pub games: u64,
    pub hashes: u64,
    pub facts: u64,
}

/// What came of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SegmentCounts {
    pub games: u64,
    pub positions: PositionCounts,
    pub bytes: u64,
}

/// A segment being made.
pub(crate) struct SegmentWriter {
    folder: PathBuf,
    table: StringTable,
    strings_saved: usize,
    strings: Raw,
    headers: Raw,
    games: Raw,
    hashes: Raw,
    known: HashSet<u64, MapState>,
    briefs: Vec<Brief>,
    facts: FactStore,
    scratch: Vec<u8>,
}

impl SegmentWriter {
    /// Begins a segment in a folder, or goes on from a checkpoint.
    pub fn open(folder: &Path, from: Lengths) -> Result<SegmentWriter> {
        let raw = |name: &str, length| Raw::open(folder.join(format!("{name}.raw")), length);
        let facts = folder.join("facts.raw");
        if from.facts == 0 && facts.exists() {
            fs::remove_file(&facts).writing(&facts)?;
        }
        let mut writer = SegmentWriter {
            folder: folder.to_path_buf(),
            table: StringTable::default(),
            strings_saved: 1,
            strings: raw("strings", from.strings)?,
            headers: raw("headers", from.headers)?,
            games: raw("games", from.games)?,
            hashes: raw("hashes", from.hashes)?,
            known: HashSet::default(),
            briefs: Vec::new(),
            facts: FactStore::resume(&facts, from.facts)?,
            scratch: Vec::new(),
        };
        writer.reload()?;
        Ok(writer)
    }

    /// Reads back what the raw files hold.
    fn reload(&mut self) -> Result<()> {
        let path = self.strings.path.clone();
        let mut text = Vec::new();
        self.strings.read()?.read_to_end(&mut text).reading(&path)?;
        let mut rest = text.as_slice();
        while let Some(name) = crate::bytes::take_text(&mut rest) {
            self.table.number(name);
        }
        self.strings_saved = self.table.len();
        let path = self.headers.path.clone();
        let headers = &self.headers;
        let mut source = headers.read()?;
        let mut bytes = [0; HEADER_BYTES];
        for _ in 0..headers.length() / HEADER_BYTES as u64 {
            source.read_exact(&mut bytes).reading(&path)?;
            self.briefs.push(Header::take(&bytes).brief());
        }
        let path = self.hashes.path.clone();
        let mut source = self.hashes.read()?;
        let mut word = [0; 8];
        for _ in 0..self.hashes.length() / 8 {
            source.read_exact(&mut word).reading(&path)?;
            self.known.insert(u64::from_le_bytes(word));
        }
        Ok(())
    }

    /// Games so far.
    pub fn len(&self) -> usize {
        self.briefs.len()
    }

    /// Bytes of memory that grow with the games and can be moved to the disk.
    pub fn memory(&self) -> usize {
        let raw = [&self.strings, &self.headers, &self.games, &self.hashes];
        self.facts.memory() + raw.iter().map(|raw| raw.held.len()).sum::<usize>()
    }

    /// Whether a game of this hash is here already.
    pub fn knows(&self, hash: u64) -> bool {
        self.known.contains(&hash)
    }

    /// Stores a game.
    pub fn push(&mut self, game: &NewGame<'_>, hash: u64) -> Result<()> {
        let number = self.briefs.len() as u32;
        // Sites that are addresses differ from game to game: the table of names is not for them.
        let far = game.site.starts_with(b"http");
        let (near_site, far_site): (&[u8], &[u8]) = if far {
            (b"", game.site)
        } else {
            (game.site, b"")
        };
        let header = Header {
            white: self.table.number(game.white),
            black: self.table.number(game.black),
            event: self.table.number(game.event),
            site: self.table.number(near_site),
            opening: self.table.number(game.opening),
            white_rating: game.white_rating,
            black_rating: game.black_rating,
            date: game.date,
            eco: game.eco,
            plies: game.plies,
            result: game.result,
            source: game.source,
        };
        self.scratch.clear();
        header.put(&mut self.scratch);
        self.headers.put(&self.scratch);
        let record = game.record(far_site);
        self.games.put(&(record.len() as u32).to_le_bytes());
        self.games.put(&record);
        self.hashes.put(&hash.to_le_bytes());
        self.known.insert(hash);
        self.briefs.push(header.brief());
        let ends = std::iter::once(&PackedMove::NONE);
        for (&key, &played) in game.keys.iter().zip(game.moves.iter().chain(ends)) {
            self.facts.push(key, number, played);
        }
        Ok(())
    }

    /// Makes all that came so far safe on the disk.
    pub fn checkpoint(&mut self) -> Result<Lengths> {
        self.put_strings();
        Ok(Lengths {
            strings: self.strings.save()?,
            headers: self.headers.save()?,
            games: self.games.save()?,
            hashes: self.hashes.save()?,
            facts: self.facts.spill()?,
        })
    }

    /// Puts new names into their raw file.
    fn put_strings(&mut self) {
        self.scratch.clear();
        for number in self.strings_saved..self.table.len() {
            put_text(&mut self.scratch, self.table.get(number));
        }
        self.strings_saved = self.table.len();
        self.strings.put(&self.scratch);
    }

    /// Whether something of this segment had to be written to the disk for lack of memory.
    pub fn has_spilled(&self) -> bool {
        self.facts.has_runs()
    }

    /// Writes the segment's files into its folder. `report` is told how far the work is, and
    /// says whether to stop; then all can still be made safe. No games can be added any more.
    pub fn finish(
        &mut self,
        threads: usize,
        report: impl FnMut(f64) -> bool,
    ) -> Result<SegmentCounts> {
        self.put_strings();
        let folder = &self.folder;
        let create = |name: &str, kind| BlockWriter::create(&folder.join(name), kind);
        let count = self.briefs.len();
        // What is needed no longer makes room for what follows.
        self.known = HashSet::default();
        let table = std::mem::take(&mut self.table);
        let mut bytes = table.write(create("strings", strings::KIND)?)?;
        drop(table);
        let out = create("headers", HEADERS)?;
        bytes += write_fixed(out, &self.headers, HEADER_BYTES, HEADERS_PER_BLOCK, count)?;
        bytes += write_games(create("games", GAMES)?, &self.games, count)?;
        bytes += write_hashes(create("hashes", HASHES)?, &self.hashes)?;
        let path = folder.join("positions");
        let (positions, length) = position_writer::write_positions(
            &path,
            &self.facts.parts(),
            &self.briefs,
            threads,
            report,
        )?;
        // The raw files stay until the segment is part of the archive: a build that is killed
        // before needs them.
        Ok(SegmentCounts {
            games: count as u64,
            positions,
            bytes: bytes + length,
        })
    }
}

/// Writes blocks of things of one size.
fn write_fixed(
    mut out: BlockWriter,
    raw: &Raw,
    size: usize,
    per_block: usize,
    count: usize,
) -> Result<u64> {
    let path = raw.path.clone();
    let mut source = raw.read()?;
    let mut index = (count as u64).to_le_bytes().to_vec();
    let mut left = count;
    let mut content = Vec::new();
    while left > 0 {
        let here = left.min(per_block);
        content.resize(here * size, 0);
        source.read_exact(&mut content).reading(&path)?;
        index.extend(out.block(&content)?.to_le_bytes());
        left -= here;
    }
    out.finish(&index)
}

fn write_games(mut out: BlockWriter, raw: &Raw, count: usize) -> Result<u64> {
    let path = raw.path.clone();
    let mut source = raw.read()?;
    let mut index = (count as u64).to_le_bytes().to_vec();
    let (mut ends, mut records) = (Vec::new(), Vec::new());
    for game in 0..count {
        let mut length = [0; 4];
        source.read_exact(&mut length).reading(&path)?;
        let start = records.len();
        records.resize(start + u32_at(&length, 0) as usize, 0);
        source.read_exact(&mut records[start..]).reading(&path)?;
        ends.extend((records.len() as u32).to_le_bytes());
        if (game + 1).is_multiple_of(GAMES_PER_BLOCK) || game + 1 == count {
            ends.append(&mut records);
            index.extend(out.block(&ends)?.to_le_bytes());
            ends.clear();
        }
    }
    out.finish(&index)
}

fn write_hashes(mut out: BlockWriter, raw: &Raw) -> Result<u64> {
    let path = raw.path.clone();
    let mut bytes = Vec::new();
    raw.read()?.read_to_end(&mut bytes).reading(&path)?;
    let mut hashes: Vec<u64> = bytes.chunks_exact(8).map(|word| u64_at(word, 0)).collect();
    hashes.sort_unstable();
    let mut index = (hashes.len() as u64).to_le_bytes().to_vec();
    let mut content = Vec::new();
    for hashes in hashes.chunks(HASHES_PER_BLOCK) {
        content.clear();
        hashes
            .iter()
            .for_each(|hash| content.extend(hash.to_le_bytes()));
        index.extend(out.block(&content)?.to_le_bytes());
        index.extend(hashes[0].to_le_bytes());
    }
    out.finish(&index)
}
