//! A segment as it is read: five files, mapped into memory.

use std::path::Path;

use zermelo_chess::{PackedMove, PositionKey};

use crate::block_file::{BlockFile, FRAME};
use crate::bytes::{take_text, u32_at, u64_at};
use crate::error::{ArchiveError, At, Result};
use crate::header::{HEADER_BYTES, Header};
use crate::manifest::{Manifest, SegmentEntry};
use crate::position_writer;
use crate::record::{Entry, Fact, INDEX_ENTRY, PositionBlock, Record, block_of, key_bytes};
use crate::segment_writer::{
    FILES, GAMES, GAMES_PER_BLOCK, HASHES, HASHES_PER_BLOCK, HEADERS, HEADERS_PER_BLOCK,
};
use crate::strings::{self, Strings};
use crate::tally::Tally;

/// Bytes of the counts before the positions file's index.
const COUNTS: usize = 24;

/// The kinds of a segment's files, in the order of [`FILES`].
const KINDS: [&[u8; 4]; 5] = [strings::KIND, HEADERS, GAMES, HASHES, position_writer::KIND];

/// Opens a file of a segment, which must be as long as the manifest says.
fn open_file(
    folder: &Path,
    entry: &SegmentEntry,
    place: usize,
    kind: &[u8; 4],
) -> Result<BlockFile> {
    let path = Manifest::file(folder, &entry.name, FILES[place]);
    let length = std::fs::metadata(&path).reading(&path)?.len();
    if length != entry.lengths[place] {
        let what = format!("the file has {length} bytes, not {}", entry.lengths[place]);
        return Err(ArchiveError::damaged(&path, length, what));
    }
    BlockFile::open(&path, kind)
}

/// One segment of an archive.
pub(crate) struct Segment {
    pub games: u32,
    pub strings: Strings,
    headers: BlockFile,
    records: BlockFile,
    hashes: BlockFile,
    positions: BlockFile,
}

/// What is rarely asked for of a game, and its moves.
pub(crate) struct StoredRecord<'a> {
    pub start: &'a [u8],
    pub round: &'a [u8],
    pub time_control: &'a [u8],
    pub site: &'a [u8],
    pub codes: &'a [u8],
}

/// What a segment knows of a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub total: Tally,
    pub moves: Vec<(PackedMove, Tally)>,
}

/// A position where it was found.
pub(crate) struct Place<'a> {
    entry: Entry<'a>,
    /// Where long lists of the block begin.
    after: u64,
}

impl Segment {
    pub fn open(folder: &Path, entry: &SegmentEntry) -> Result<Segment> {
        let file = |place: usize, kind| open_file(folder, entry, place, kind);
        let segment = Segment {
            games: u32::try_from(entry.games).unwrap_or(u32::MAX),
            strings: Strings::open(file(0, KINDS[0])?)?,
            headers: file(1, KINDS[1])?,
            records: file(2, KINDS[2])?,
            hashes: file(3, KINDS[3])?,
            positions: file(4, KINDS[4])?,
        };
        let games = entry.games as usize;
        let blocks = |file: &BlockFile, per_block: usize, entry: usize| {
            let index = file.index()?;
            let whole = 8 + entry * games.div_ceil(per_block);
            if u64_at(index, 0) == games as u64 && index.len() == whole {
                Ok(())
            } else {
                Err(file.damaged(0, "the index does not fit the number of games"))
            }
        };
        blocks(&segment.headers, HEADERS_PER_BLOCK, 8)?;
        blocks(&segment.records, GAMES_PER_BLOCK, 8)?;
        blocks(&segment.hashes, HASHES_PER_BLOCK, 16)?;
        Ok(segment)
    }

    /// Adds what is wrong with any of the files of a segment by itself.
    pub fn damage(folder: &Path, entry: &SegmentEntry, damage: &mut Vec<ArchiveError>) {
        for (place, kind) in KINDS.iter().enumerate() {
            let opened = open_file(folder, entry, place, kind);
            // A file that cannot be opened is left at that; others are read whole by and by.
            damage.extend(opened.err());
        }
    }

    /// All files.
    pub fn files(&self) -> [&BlockFile; 5] {
        [
            self.strings.file(),
            &self.headers,
            &self.records,
            &self.hashes,
            &self.positions,
        ]
    }

    fn no_game(&self, file: &BlockFile) -> ArchiveError {
        file.damaged(0, "there is no game of this number")
    }

    /// The header of a game.
    #[inline]
    pub fn header(&self, game: u32) -> Result<Header> {
        let (block, place) = (
            game as usize / HEADERS_PER_BLOCK,
            game as usize % HEADERS_PER_BLOCK,
        );
        if game >= self.games {
            return Err(self.no_game(&self.headers));
        }
        let at = u64_at(self.headers.index()?, 8 + 8 * block);
        let content = self.headers.block(at)?;
        let bytes = content.get(place * HEADER_BYTES..(place + 1) * HEADER_BYTES);
        let bytes = bytes.ok_or_else(|| self.no_game(&self.headers))?;
        Ok(Header::take(bytes))
    }

    /// The moves of a game and what goes with them.
    pub fn record(&self, game: u32) -> Result<StoredRecord<'_>> {
        if game >= self.games {
            return Err(self.no_game(&self.records));
        }
        let (block, place) = (
            game as usize / GAMES_PER_BLOCK,
            game as usize % GAMES_PER_BLOCK,
        );
        let at = u64_at(self.records.index()?, 8 + 8 * block);
        let content = self.records.block(at)?;
        let here = GAMES_PER_BLOCK.min(self.games as usize - block * GAMES_PER_BLOCK);
        let end = u32_at(content, 4 * place) as usize;
        let start = match place {
            0 => 0,
            place => u32_at(content, 4 * (place - 1)) as usize,
        };
        let take = || {
            let mut bytes = content.get(4 * here..)?.get(start..end)?;
            let [start, round, time_control, site] = [
                take_text(&mut bytes)?,
                take_text(&mut bytes)?,
                take_text(&mut bytes)?,
                take_text(&mut bytes)?,
            ];
            Some(StoredRecord {
                start,
                round,
                time_control,
                site,
                codes: bytes,
            })
        };
        take().ok_or_else(|| self.records.damaged(at, "a game's record is cut off"))
    }

    /// Whether a game of this hash is here.
    pub fn has_hash(&self, hash: u64) -> Result<bool> {
        let index = self.hashes.index()?;
        let entries = index.get(8..).unwrap_or_default();
        let (entries, _) = entries.as_chunks::<16>();
        let block = entries.partition_point(|entry| u64_at(entry, 8) <= hash);
        let Some(entry) = block.checked_sub(1).and_then(|block| entries.get(block)) else {
            return Ok(false);
        };
        let content = self.hashes.block(u64_at(entry, 0))?;
        let (words, _) = content.as_chunks::<8>();
        let found = words.binary_search_by_key(&hash, |word| u64::from_le_bytes(*word));
        Ok(found.is_ok())
    }

    /// All hashes, sorted.
    pub fn all_hashes(&self) -> Result<Vec<u64>> {
        let mut hashes = Vec::with_capacity(self.games as usize);
        self.hashes.verify(|_, content| {
            let (words, _) = content.as_chunks::<8>();
            hashes.extend(words.iter().map(|word| u64::from_le_bytes(*word)));
            Ok(())
        })?;
        Ok(hashes)
    }

    fn position_index(&self) -> Result<&[[u8; INDEX_ENTRY]]> {
        let index = self.positions.index()?;
        Ok(index.get(COUNTS..).unwrap_or_default().as_chunks().0)
    }

    /// Blocks of positions.
    pub fn block_count(&self) -> Result<usize> {
        Ok(self.position_index()?.len())
    }

    /// A block of positions by its number, and its place.
    pub fn position_block(&self, number: usize) -> Result<(PositionBlock<'_>, u64)> {
        let entry = self.position_index()?.get(number);
        let at = entry.map_or(0, |entry| u64_at(entry, 0));
        self.block_at(at)
    }

    fn block_at(&self, at: u64) -> Result<(PositionBlock<'_>, u64)> {
        let content = self.positions.block(at)?;
        let block = PositionBlock::new(content).ok_or_else(|| {
            self.positions
                .damaged(at, "a block of positions makes no sense")
        })?;
        Ok((block, at + (FRAME + content.len()) as u64))
    }

    /// Looks a position up.
    pub fn find(&self, key: PositionKey) -> Result<Option<Place<'_>>> {
        let key = key_bytes(key);
        let Some(at) = block_of(self.position_index()?, &key) else {
            return Ok(None);
        };
        let (block, after) = self.block_at(at)?;
        match block.find(&key) {
            None => Ok(None),
            Some(place) => self.place(&block, place, after).map(Some),
        }
    }

    /// What stands at a place of a block.
    pub fn place<'a>(
        &self,
        block: &PositionBlock<'a>,
        place: usize,
        after: u64,
    ) -> Result<Place<'a>> {
        let entry = block.entry(place).ok_or_else(|| {
            self.positions
                .damaged(after, "a position's record makes no sense")
        })?;
        Ok(Place { entry, after })
    }

    /// How many games reached a position.
    pub fn games_at(&self, place: &Place<'_>) -> u64 {
        match &place.entry {
            Entry::Single(_) => 1,
            Entry::Record(record) => record.games,
        }
    }

    /// The games that reached a position, with the move each played.
    pub fn facts(&self, place: &Place<'_>) -> Result<Vec<Fact>> {
        let record = match &place.entry {
            Entry::Single(fact) => return Ok(vec![*fact]),
            Entry::Record(record) => record,
        };
        let list = self.far_list(record, place.after)?;
        let facts: Vec<Fact> = record.facts(list).collect();
        if facts.len() as u64 == record.fact_count() {
            Ok(facts)
        } else {
            Err(self
                .positions
                .damaged(place.after, "a list of games is cut off"))
        }
    }

    /// The first games, at most so many, that reached a position; at least one.
    pub fn first_games(&self, place: &Place<'_>, most: usize) -> Result<Vec<u32>> {
        let record = match &place.entry {
            Entry::Single(fact) => return Ok(vec![fact.game]),
            Entry::Record(record) => record,
        };
        let list = self.far_list(record, place.after)?;
        let facts = record.facts(list).take(most);
        let games: Vec<u32> = facts.map(|fact| fact.game).collect();
        match games.as_slice() {
            [] => Err(self
                .positions
                .damaged(place.after, "a list of games is empty")),
            _ => Ok(games),
        }
    }

    /// The block of a list that stands in one of its own.
    fn far_list(&self, record: &Record<'_>, after: u64) -> Result<Option<&[u8]>> {
        let far = record.far_list;
        far.map(|distance| self.positions.block(after + distance))
            .transpose()
    }

    /// The statistics of a position.
    pub fn tally(&self, place: &Place<'_>) -> Result<Found> {
        if let Entry::Record(Record {
            tallies: Some((total, each)),
            moves,
            ..
        }) = &place.entry
        {
            let moves = moves.iter().copied().zip(each.iter().copied()).collect();
            return Ok(Found {
                total: *total,
                moves,
            });
        }
        self.count(&self.facts(place)?, |_, _| Ok(true))
    }

    /// Counts facts, only those of games that a test wants.
    pub fn count(
        &self,
        facts: &[Fact],
        mut wanted: impl FnMut(u32, &Header) -> Result<bool>,
    ) -> Result<Found> {
        let mut found = Found::default();
        let mut last = None;
        for fact in facts {
            let header = self.header(fact.game)?;
            if !wanted(fact.game, &header)? {
                continue;
            }
            let brief = header.brief();
            if last != Some(fact.game) {
                found.total.add(brief);
            }
            last = Some(fact.game);
            match found.moves.iter_mut().find(|(m, _)| *m == fact.played) {
                Some((_, tally)) => tally.add(brief),
                None => {
                    let mut tally = Tally::default();
                    tally.add(brief);
                    found.moves.push((fact.played, tally));
                }
            }
        }
        Ok(found)
    }
}
