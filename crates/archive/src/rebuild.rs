//! New archives out of old ones: merging, forgetting, packing segments together.
//!
//! All three feed stored games through the same [`SegmentWriter`] that builds an archive from
//! PGN, so that what comes out is what building from the games themselves would give. Games
//! need not be read from text again: replaying their codes takes a third of the time.

use std::collections::HashSet;
use std::path::Path;

use zermelo_chess::{PackedMove, PositionKey, Replay};

use crate::archive::{Archive, GameId};
use crate::building::Building;
use crate::error::{ArchiveError, Result};
use crate::import_table::combined;
use crate::manifest::{Manifest, SourceEntry, TableRecord};
use crate::segment_writer::{NewGame, SegmentWriter};
use crate::stored_game::StoredGame;

/// More segments than this are packed together after adding games.
const MAX_SEGMENTS: usize = 8;

/// Stored games on their way into a new segment.
struct Feeder {
    writer: SegmentWriter,
    plies: usize,
    memory: usize,
    keys: Vec<PositionKey>,
    moves: Vec<PackedMove>,
    duplicates: u64,
}

impl Feeder {
    fn push(&mut self, game: &StoredGame, source: u16) -> Result<bool> {
        let mut replay = if game.start.is_empty() {
            Replay::new()
        } else {
            Replay::from_position(&game.start_position())
        };
        self.keys.clear();
        self.moves.clear();
        self.keys.push(replay.key());
        let mut codes = game.codes.as_slice();
        while self.moves.len() < self.plies
            && let Some((m, rest)) = replay.play_code(codes)
        {
            self.moves.push(m);
            self.keys.push(replay.key());
            codes = rest;
        }
        let new = NewGame {
            source,
            keys: &self.keys,
            moves: &self.moves,
            ..as_new(game)
        };
        let hash = new.hash();
        if self.writer.knows(hash) {
            self.duplicates += 1;
            return Ok(false);
        }
        self.writer.push(&new, hash)?;
        if self.writer.memory() >= self.memory {
            self.writer.checkpoint()?;
        }
        Ok(true)
    }
}

/// How the work is done.
pub struct RebuildOptions<'a> {
    /// Bytes of memory for facts.
    pub memory: usize,
    /// Threads that sort and write.
    pub threads: usize,
    /// Whether an unfinished build in the archive is thrown away rather than respected.
    pub fresh: bool,
    /// Says whether to stop.
    pub stop: &'a dyn Fn() -> bool,
}

/// What came of merging or forgetting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rebuilt {
    /// Games of the new archive.
    pub games: u64,
    /// Games that were in more than one of the old ones.
    pub duplicates: u64,
    /// Games left out on request.
    pub forgotten: u64,
}

/// Merges archives into a new one.
///
/// # Errors
///
/// When one cannot be read, they keep different numbers of plies, or the new one cannot be
/// written; then nothing of it is left.
pub fn merge(
    archives: &[&Archive],
    output: &Path,
    options: &RebuildOptions<'_>,
) -> Result<Rebuilt> {
    let plies = archives.first().map_or(0, |archive| archive.plies());
    if let Some(other) = archives.iter().find(|archive| archive.plies() != plies) {
        return Err(ArchiveError::Usage(format!(
            "{} keeps {} plies and {} keeps {plies}: build them alike",
            other.folder().display(),
            other.plies(),
            archives[0].folder().display()
        )));
    }
    if Manifest::read(output)?.is_some() {
        let problem = "an archive is here already; expected a new name";
        return Err(ArchiveError::input(output, problem));
    }
    let building = Building::open(output, plies)?;
    write(building, archives, |_, _| Ok(true), options)
}

/// Leaves games out of an archive: those that `forget` says yes to.
///
/// # Errors
///
/// When it cannot be read or written; then it is as it was before.
pub fn forget(
    folder: &Path,
    mut forget: impl FnMut(&StoredGame) -> bool,
    options: &RebuildOptions<'_>,
) -> Result<Rebuilt> {
    let archive = Archive::open(folder)?;
    let building = Building::open(folder, archive.plies())?;
    write(building, &[&archive], |_, game| Ok(!forget(game)), options)
}

/// Leaves tables without games out of an archive: those that `forget` says yes to; how many.
///
/// # Errors
///
/// When it cannot be read or written; then it is as it was before.
pub fn forget_tables(folder: &Path, forget: impl Fn(&TableRecord) -> bool) -> Result<usize> {
    let archive = Archive::open(folder)?;
    let mut building = Building::open(folder, archive.plies())?;
    building.refuse_unfinished()?;
    let before = building.manifest.tables.len();
    building.manifest.tables.retain(|table| !forget(table));
    let forgotten = before - building.manifest.tables.len();
    if forgotten > 0 {
        building.commit()?;
    }
    Ok(forgotten)
}

/// Packs the segments of an archive into one if there are many; whether it did.
///
/// # Errors
///
/// When it cannot be read or written; then it is as it was before.
pub fn pack(folder: &Path, always: bool, options: &RebuildOptions<'_>) -> Result<bool> {
    let archive = Archive::open(folder)?;
    let many = archive.segment_count() > MAX_SEGMENTS || (always && archive.segment_count() > 1);
    if many {
        let building = Building::open(folder, archive.plies())?;
        write(building, &[&archive], |_, _| Ok(true), options)?;
    }
    Ok(many)
}

fn write(
    building: Building,
    archives: &[&Archive],
    keep: impl FnMut(GameId, &StoredGame) -> Result<bool>,
    options: &RebuildOptions<'_>,
) -> Result<Rebuilt> {
    let mut building = building;
    if !options.fresh {
        building.refuse_unfinished()?;
    }
    match fill(&mut building, archives, keep, options) {
        Ok(rebuilt) => Ok(rebuilt),
        Err(error) => {
            building.abandon();
            Err(error)
        }
    }
}

fn fill(
    building: &mut Building,
    archives: &[&Archive],
    mut keep: impl FnMut(GameId, &StoredGame) -> Result<bool>,
    options: &RebuildOptions<'_>,
) -> Result<Rebuilt> {
    building.throw_away_unfinished()?;
    let mut feeder = Feeder {
        writer: building.begin()?,
        plies: building.manifest.plies,
        memory: options.memory,
        keys: Vec::new(),
        moves: Vec::new(),
        duplicates: 0,
    };
    let mut rebuilt = Rebuilt::default();
    let mut sources: Vec<SourceEntry> = Vec::new();
    for archive in archives {
        let first = sources.len();
        sources.extend(archive.sources().iter().map(|source| SourceEntry {
            games: 0,
            ..source.clone()
        }));
        let everything = crate::Filter::default();
        archive.for_each_game(&everything, |id| {
            let game = archive.game(id)?;
            if !keep(id, &game)? {
                rebuilt.forgotten += 1;
                return Ok(true);
            }
            let source = first + usize::from(game.source);
            if feeder.push(&game, u16::try_from(source).unwrap_or(u16::MAX))? {
                rebuilt.games += 1;
                if let Some(entry) = sources.get_mut(source) {
                    entry.games += 1;
                }
            }
            if id.game % 4096 == 0 && (options.stop)() {
                return Err(ArchiveError::Interrupted);
            }
            Ok(true)
        })?;
    }
    rebuilt.duplicates = feeder.duplicates;
    building.manifest.segments.clear();
    if rebuilt.games > 0 {
        let counts = feeder
            .writer
            .finish(options.threads, |_| (options.stop)())?;
        building.adopt(&counts)?;
    }
    building.manifest.sources = sources;
    carry_tables(building, archives)?;
    building.commit()?;
    Ok(rebuilt)
}

/// Puts the tables of archives that are merged into one; an archive's own stay where they are.
fn carry_tables(building: &mut Building, archives: &[&Archive]) -> Result<()> {
    let mut others = archives.iter();
    if others.any(|archive| archive.folder() == building.folder) {
        return Ok(());
    }
    let tables = archives.iter().flat_map(|archive| archive.tables());
    let mut names: Vec<&str> = tables.map(|table| table.source.as_str()).collect();
    names.dedup();
    if names.is_empty() {
        return Ok(());
    }
    let tables = archives.iter().flat_map(|archive| &archive.tables);
    let record = TableRecord {
        source: names.join(" + "),
        ..TableRecord::default()
    };
    building.add_table(record, &combined(tables)?)?;
    Ok(())
}

/// How two archives differ.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Difference {
    /// Games that both have.
    pub common: u64,
    /// Games that only the first has.
    pub only_first: Vec<GameId>,
    /// Games that only the second has.
    pub only_second: Vec<GameId>,
}

/// Compares the games of two archives: by moves, result and players.
///
/// # Errors
///
/// When one is damaged.
pub fn difference(first: &Archive, second: &Archive) -> Result<Difference> {
    let hashes = |archive: &Archive| -> Result<HashSet<u64>> {
        let mut all = HashSet::new();
        for segment in &archive.segments {
            all.extend(segment.all_hashes()?);
        }
        Ok(all)
    };
    let only = |archive: &Archive, others: &HashSet<u64>| -> Result<Vec<GameId>> {
        let mut games = Vec::new();
        archive.for_each_game(&crate::Filter::default(), |id| {
            if !others.contains(&hash_of(&archive.game(id)?)) {
                games.push(id);
            }
            Ok(true)
        })?;
        Ok(games)
    };
    let (of_first, of_second) = (hashes(first)?, hashes(second)?);
    Ok(Difference {
        common: of_first.intersection(&of_second).count() as u64,
        only_first: only(first, &of_second)?,
        only_second: only(second, &of_first)?,
    })
}

fn hash_of(game: &StoredGame) -> u64 {
    as_new(game).hash()
}

/// A stored game as one to be stored, without the keys and moves of its positions.
fn as_new(game: &StoredGame) -> NewGame<'_> {
    NewGame {
        white: game.white.as_bytes(),
        black: game.black.as_bytes(),
        event: game.event.as_bytes(),
        site: game.site.as_bytes(),
        opening: game.opening.as_bytes(),
        round: game.round.as_bytes(),
        time_control: game.time_control.as_bytes(),
        white_rating: game.white_rating,
        black_rating: game.black_rating,
        date: game.date,
        eco: game.eco,
        result: game.result,
        source: game.source,
        start: game.start.as_bytes(),
        plies: game.plies,
        codes: &game.codes,
        keys: &[],
        moves: &[],
    }
}
