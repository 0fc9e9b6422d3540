//! Every position of an archive, with its board: what exports go through.
//!
//! Keys cannot be turned back into boards, but every position has a game that reached it:
//! replaying the first of them gives the board.
//!
//! **Cost.** About 4 µs a position.

use zermelo_chess::{Chess, PositionKey, Replay};

use crate::archive::{Archive, PositionStats};
use crate::error::{ArchiveError, Result};
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
                    let game = segment.first_game(&found)?;
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
