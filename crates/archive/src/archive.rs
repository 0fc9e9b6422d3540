//! An archive, opened for questions.
//!
//! A folder of segments, each built at once and never changed; an answer adds up what the
//! segments say. Opening maps the files and checks their frames; blocks are checked when first
//! read.
//!
//! **Cost.** A look-up is two binary searches a segment and the check of one block of some nine
//! kilobytes.

use std::fmt;
use std::path::{Path, PathBuf};

use zermelo_chess::{PackedMove, PositionKey};

use crate::building::WORKSHOP;
use crate::checkpoint::Checkpoint;
use crate::error::{ArchiveError, Result};
use crate::filter::{Facts, Filter, names};
use crate::header::Header;
use crate::manifest::{Manifest, SegmentEntry, SourceEntry, TableRecord};
use crate::segment::Segment;
use crate::stored_game::StoredGame;
use crate::table::{self, Table};
use crate::tally::Tally;

/// A game of an archive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId {
    /// The segment's place.
    pub segment: u32,
    /// The game's number in the segment.
    pub game: u32,
}

impl GameId {
    /// Reads `0-17`: the segment's place and the game's number.
    #[must_use]
    pub fn parse(text: &str) -> Option<GameId> {
        let (segment, game) = text.split_once('-')?;
        Some(GameId {
            segment: segment.parse().ok()?,
            game: game.parse().ok()?,
        })
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.segment, self.game)
    }
}

/// What was played in a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PositionStats {
    /// All games that reached the position, each counted once.
    pub total: Tally,
    /// The moves with the games that played them here, the most played first. A game that came
    /// here twice may have played two moves.
    pub moves: Vec<MoveStats>,
    /// Games that ended here, or whose kept plies did.
    pub ended: Tally,
}

/// What became of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveStats {
    /// The move.
    pub played: PackedMove,
    /// The games that played it here.
    pub tally: Tally,
}

/// An archive.
pub struct Archive {
    folder: PathBuf,
    manifest: Manifest,
    pub(crate) segments: Vec<Segment>,
    pub(crate) tables: Vec<Table>,
}

impl Archive {
    /// Opens the archive in a folder.
    ///
    /// # Errors
    ///
    /// When there is none, or it is damaged or of another version.
    pub fn open(folder: &Path) -> Result<Archive> {
        if folder.is_file() {
            let problem = "a file; expected an archive: a folder made by `zermelo archive build`";
            return Err(ArchiveError::input(folder, problem));
        }
        let manifest = Manifest::read(folder)?;
        let manifest = manifest.ok_or_else(|| {
            let problem = if Checkpoint::read(&folder.join(WORKSHOP)).is_some() {
                "no archive yet: its build was interrupted, and goes on when the same command is \
                 given again"
            } else {
                "not an archive: expected a folder made by `zermelo archive build`"
            };
            ArchiveError::input(folder, problem)
        })?;
        Archive::open_with(folder, &manifest)
    }

    pub(crate) fn open_with(folder: &Path, manifest: &Manifest) -> Result<Archive> {
        let segments = manifest.segments.iter();
        let segments = segments
            .map(|entry| Segment::open(folder, entry))
            .collect::<Result<_>>()?;
        let tables = manifest.tables.iter();
        let tables = tables
            .map(|entry| Table::open(&Manifest::file(folder, &entry.name, table::ENDING)))
            .collect::<Result<_>>()?;
        Ok(Archive {
            folder: folder.to_path_buf(),
            manifest: manifest.clone(),
            segments,
            tables,
        })
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many games it has.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.manifest.segments.iter().map(|entry| entry.games).sum()
    }

    /// How many plies of each game give positions.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.manifest.plies
    }

    /// Where the games came from.
    #[must_use]
    pub fn sources(&self) -> &[SourceEntry] {
        &self.manifest.sources
    }

    /// Tables of statistics that came without their games.
    #[must_use]
    pub fn tables(&self) -> &[TableRecord] {
        &self.manifest.tables
    }

    /// What tells it from other archives: a checksum of what the manifest says of its parts.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        self.manifest.fingerprint()
    }

    /// Bytes on the disk, the manifest apart.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.manifest.bytes()
    }

    pub(crate) fn segment_entries(&self) -> &[SegmentEntry] {
        &self.manifest.segments
    }

    /// How many segments it has.
    #[must_use]
    pub fn segment_count(&self) -> usize {
        self.segments.len()
    }

    pub(crate) fn has_hash(&self, hash: u64) -> Result<bool> {
        for segment in &self.segments {
            if segment.has_hash(hash)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What was played in a position.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn position(&self, key: PositionKey) -> Result<PositionStats> {
        let mut stats = PositionStats::default();
        for segment in &self.segments {
            if let Some(place) = segment.find(key)? {
                let found = segment.tally(&place)?;
                stats.merge(&found.total, &found.moves);
            }
        }
        for table in &self.tables {
            if let Some(found) = table.find(key)? {
                stats.merge(&found.total, &found.moves);
            }
        }
        stats.sort();
        Ok(stats)
    }

    /// What was played in a position in games that pass a filter. Tables without games have
    /// nothing to say to a filter.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn position_filtered(&self, key: PositionKey, filter: &Filter) -> Result<PositionStats> {
        if filter.is_empty() {
            return self.position(key);
        }
        let mut stats = PositionStats::default();
        for segment in &self.segments {
            if let Some(place) = segment.find(key)? {
                let facts = segment.facts(&place)?;
                let wanted = Wanted::new(segment, filter)?;
                let found = segment.count(&facts, |game, header| wanted.test(game, header))?;
                stats.merge(&found.total, &found.moves);
            }
        }
        stats.sort();
        Ok(stats)
    }

    /// How many games reached a position.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn reached(&self, key: PositionKey) -> Result<u64> {
        let mut games = 0;
        for segment in &self.segments {
            if let Some(place) = segment.find(key)? {
                games += segment.games_at(&place);
            }
        }
        for table in &self.tables {
            games += table.find(key)?.map_or(0, |found| found.total.games());
        }
        Ok(games)
    }

    /// The games that reached a position, with the move each played, in the order of the archive.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn games_at(&self, key: PositionKey) -> Result<Vec<(GameId, PackedMove)>> {
        let mut games = Vec::new();
        for (number, segment) in (0..).zip(&self.segments) {
            if let Some(place) = segment.find(key)? {
                let facts = segment.facts(&place)?;
                games.extend(facts.into_iter().map(|fact| {
                    let id = GameId {
                        segment: number,
                        game: fact.game,
                    };
                    (id, fact.played)
                }));
            }
        }
        Ok(games)
    }

    /// Every game that passes a filter, in the order of the archive, until `visit` says to stop.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn for_each_game(
        &self,
        filter: &Filter,
        mut visit: impl FnMut(GameId) -> Result<bool>,
    ) -> Result<()> {
        for (number, segment) in (0..).zip(&self.segments) {
            let wanted = Wanted::new(segment, filter)?;
            for game in 0..segment.games {
                if wanted.test(game, &segment.header(game)?)? {
                    let id = GameId {
                        segment: number,
                        game,
                    };
                    if !visit(id)? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Those of some games that pass a filter.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn select(&self, games: &[GameId], filter: &Filter) -> Result<Vec<GameId>> {
        let mut wanted = Vec::new();
        for segment in &self.segments {
            wanted.push(Wanted::new(segment, filter)?);
        }
        let mut selected = Vec::new();
        for &id in games {
            let place = id.segment as usize;
            let header = self.header(id)?;
            if wanted[place].test(id.game, &header)? {
                selected.push(id);
            }
        }
        Ok(selected)
    }

    fn segment(&self, id: GameId) -> Result<&Segment> {
        self.segments
            .get(id.segment as usize)
            .ok_or_else(|| ArchiveError::Usage("there is no such game in the archive".to_string()))
    }

    pub(crate) fn header(&self, id: GameId) -> Result<Header> {
        self.segment(id)?.header(id.game)
    }

    pub(crate) fn text(&self, segment: u32, number: u32) -> Result<String> {
        let bytes = self.segments[segment as usize].strings.get(number)?;
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }

    /// A game.
    ///
    /// # Errors
    ///
    /// When the archive is damaged or has no such game.
    pub fn game(&self, id: GameId) -> Result<StoredGame> {
        let segment = self.segment(id)?;
        let header = segment.header(id.game)?;
        let record = segment.record(id.game)?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let site = match record.site {
            b"" => self.text(id.segment, header.site)?,
            far => text(far),
        };
        Ok(StoredGame {
            white: self.text(id.segment, header.white)?,
            black: self.text(id.segment, header.black)?,
            white_rating: header.white_rating,
            black_rating: header.black_rating,
            event: self.text(id.segment, header.event)?,
            site,
            round: text(record.round),
            date: header.date,
            eco: header.eco,
            opening: self.text(id.segment, header.opening)?,
            time_control: text(record.time_control),
            result: header.result,
            start: text(record.start),
            plies: header.plies,
            source: header.source,
            codes: record.codes.to_vec(),
        })
    }
}

impl PositionStats {
    fn merge(&mut self, total: &Tally, moves: &[(PackedMove, Tally)]) {
        self.total.merge(total);
        for (played, tally) in moves {
            if *played == PackedMove::NONE {
                self.ended.merge(tally);
                continue;
            }
            match self.moves.iter_mut().find(|m| m.played == *played) {
                Some(m) => m.tally.merge(tally),
                None => self.moves.push(MoveStats {
                    played: *played,
                    tally: *tally,
                }),
            }
        }
    }

    fn sort(&mut self) {
        self.moves
            .sort_by_key(|m| (std::cmp::Reverse(m.tally.games()), m.played));
    }
}

/// A filter made ready for a segment: which of its names are meant is looked up once.
struct Wanted<'a> {
    filter: &'a Filter,
    segment: &'a Segment,
    /// Of `player`, `white` and `black`: by number, which names are meant.
    names: [Option<Vec<bool>>; 3],
}

impl<'a> Wanted<'a> {
    fn new(segment: &'a Segment, filter: &'a Filter) -> Result<Wanted<'a>> {
        let lookup = |part: &Option<String>| -> Result<Option<Vec<bool>>> {
            let Some(part) = part else { return Ok(None) };
            let mut wanted = Vec::with_capacity(segment.strings.len());
            for number in 0..segment.strings.len() {
                wanted.push(names(segment.strings.get(number as u32)?, part));
            }
            Ok(Some(wanted))
        };
        Ok(Wanted {
            filter,
            segment,
            names: [
                lookup(&filter.player)?,
                lookup(&filter.white)?,
                lookup(&filter.black)?,
            ],
        })
    }

    fn test(&self, game: u32, header: &Header) -> Result<bool> {
        let named = |place: usize, number: u32| match &self.names[place] {
            None => true,
            Some(wanted) => wanted.get(number as usize).copied().unwrap_or(false),
        };
        if !(named(0, header.white) || named(0, header.black))
            || !named(1, header.white)
            || !named(2, header.black)
        {
            return Ok(false);
        }
        let record;
        let time_control = if self.filter.time_control.is_some() {
            record = self.segment.record(game)?;
            record.time_control
        } else {
            b""
        };
        let facts = Facts {
            white: b"",
            black: b"",
            white_rating: header.white_rating,
            black_rating: header.black_rating,
            date: header.date,
            eco: header.eco,
            time_control,
        };
        Ok(self.filter.allows_but_player(&facts)
            && self.filter.allows_outcome(header.result, header.plies))
    }
}
