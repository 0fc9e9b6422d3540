//! Every position of an archive, with its board: what exports go through.
//!
//! Keys cannot be turned back into boards, but every position has a game that reached it:
//! replaying the first of them gives the board.
//!
//! **Cost.** About 4 µs a position; counting them without boards 30 ns.

use zermelo_chess::{Chess, PositionKey, Replay};

use crate::archive::{Archive, PositionStats};
use crate::error::{ArchiveError, Result};
use crate::position_writer::FREQUENT;
use crate::record::PositionBlock;
use crate::segment::Segment;

/// A position of an archive with its board.
#[derive(Clone, Debug)]
pub struct ArchivedPosition {
    /// Its key.
    pub key: PositionKey,
    /// Its board; the move counters are at their beginnings.
    pub position: Chess,
    /// What was played in it.
    pub stats: PositionStats,
}

impl Archive {
    /// Visits every position of at least so many games, in the order of the keys of each
    /// segment, until `visit` says to stop.
    ///
    /// # Errors
    ///
    /// When the archive is damaged, or whatever `visit` returns.
    pub fn for_each_position(
        &self,
        least: u64,
        mut visit: impl FnMut(ArchivedPosition) -> Result<bool>,
    ) -> Result<()> {
        for (number, segment) in self.segments.iter().enumerate() {
            for block in 0..segment.block_count()? {
                let (block, after) = segment.position_block(block)?;
                for place in 0..block.len() {
                    let found = segment.place(&block, place, after)?;
                    let key = block.key(place);
                    let alone = self.segments.len() == 1;
                    let games = if alone {
                        segment.games_at(&found)
                    } else {
                        self.reached(key)?
                    };
                    if games < least || self.is_in_earlier(number, key)? {
                        continue;
                    }
                    let game = segment.first_games(&found, 1)?[0];
                    let archived = ArchivedPosition {
                        key,
                        position: board(segment, game, key)?,
                        stats: self.position(key)?,
                    };
                    if !visit(archived)? {
                        return Ok(());
                    }
                }
            }
        }
        for (number, table) in self.tables.iter().enumerate() {
            let go_on = table.for_each(|entry| {
                let known = self.is_in_earlier(self.segments.len(), entry.key)?
                    || self.is_in_table(number, entry.key)?;
                let stats = self.position(entry.key)?;
                let board = entry.position();
                match board.filter(|_| !known && stats.total.games() >= least) {
                    None => Ok(true),
                    Some(position) => visit(ArchivedPosition {
                        key: entry.key,
                        position,
                        stats,
                    }),
                }
            })?;
            if !go_on {
                return Ok(());
            }
        }
        Ok(())
    }

    fn is_in_earlier(&self, number: usize, key: PositionKey) -> Result<bool> {
        for segment in &self.segments[..number] {
            if segment.find(key)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_in_table(&self, number: usize, key: PositionKey) -> Result<bool> {
        for table in &self.tables[..number] {
            if table.find(key)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Different positions, the sum of their games, and those of at least 20 games.
    ///
    /// Of one segment that is known; positions of several are counted by walking through all of
    /// them side by side.
    ///
    /// # Errors
    ///
    /// When the archive is damaged.
    pub fn position_counts(&self) -> Result<(u64, u64, u64)> {
        if let ([only], []) = (self.segment_entries(), self.tables.as_slice()) {
            return Ok((only.positions, only.visits, only.frequent));
        }
        let mut walkers = Vec::new();
        for segment in &self.segments {
            walkers.push(Walker::new(segment)?);
        }
        let mut extra = Vec::new();
        for table in &self.tables {
            table.for_each(|entry| {
                extra.push((entry.key, entry.found.total.games()));
                Ok(true)
            })?;
        }
        extra.sort_unstable();
        let mut extra = extra.into_iter().peekable();
        let (mut positions, mut visits, mut frequent) = (0, 0, 0);
        loop {
            let heads = walkers.iter().filter_map(|walker| walker.head);
            let least = heads.chain(extra.peek().copied()).map(|(key, _)| key).min();
            let Some(key) = least else {
                return Ok((positions, visits, frequent));
            };
            let mut games = 0;
            for walker in &mut walkers {
                if let Some((_, here)) = walker.head.filter(|head| head.0 == key) {
                    games += here;
                    walker.step()?;
                }
            }
            while let Some((_, here)) = extra.next_if(|head| head.0 == key) {
                games += here;
            }
            positions += 1;
            visits += games;
            frequent += u64::from(games >= FREQUENT);
        }
    }
}

/// Goes through the positions of a segment in the order of their keys.
struct Walker<'a> {
    segment: &'a Segment,
    block: Option<(PositionBlock<'a>, u64)>,
    next_block: usize,
    next_place: usize,
    /// The position it stands at, with its games; `None` at the end.
    head: Option<(PositionKey, u64)>,
}

impl<'a> Walker<'a> {
    fn new(segment: &'a Segment) -> Result<Walker<'a>> {
        let mut walker = Walker {
            segment,
            block: None,
            next_block: 0,
            next_place: 0,
            head: None,
        };
        walker.step()?;
        Ok(walker)
    }

    fn step(&mut self) -> Result<()> {
        loop {
            if let Some((block, after)) = &self.block
                && self.next_place < block.len()
            {
                let found = self.segment.place(block, self.next_place, *after)?;
                let key = block.key(self.next_place);
                self.head = Some((key, self.segment.games_at(&found)));
                self.next_place += 1;
                return Ok(());
            }
            if self.next_block == self.segment.block_count()? {
                self.head = None;
                return Ok(());
            }
            self.block = Some(self.segment.position_block(self.next_block)?);
            self.next_block += 1;
            self.next_place = 0;
        }
    }
}

/// The board of a key that a game reached.
fn board(segment: &Segment, game: u32, key: PositionKey) -> Result<Chess> {
    use zermelo_game::Notation;
    let record = segment.record(game)?;
    let mut replay = if record.start.is_empty() {
        Replay::new()
    } else {
        let start = String::from_utf8_lossy(record.start);
        Replay::from_position(&Chess::parse(&start).unwrap_or_default())
    };
    let mut codes = record.codes;
    while replay.key() != key {
        let Some((_, rest)) = replay.play_code(codes) else {
            return Err(ArchiveError::Usage(format!(
                "game {game} does not reach a position that lists it: the archive is damaged"
            )));
        };
        codes = rest;
    }
    Ok(replay.position())
}
