//! Checking all of an archive: every checksum, and that the parts fit together.

use std::path::Path;

use zermelo_chess::{PositionKey, Replay};

use crate::archive::{Archive, GameId};
use crate::error::{ArchiveError, Result};
use crate::manifest::Manifest;
use crate::segment::Segment;
use crate::table::{self, Table};

/// What was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// Files.
    pub files: u64,
    /// Bytes.
    pub bytes: u64,
    /// Games replayed.
    pub games: u64,
    /// Positions whose order was checked.
    pub positions: u64,
}

/// Every sample of so many games is looked up in the positions by all its keys.
const SAMPLE: usize = 97;

/// Checks the archive in a folder, even one that is too damaged to be opened: what of it can be
/// read is checked as [`Archive::verify`] does, and all damage is listed, one sentence each.
///
/// # Errors
///
/// When there is no archive, or it is of another version.
pub fn verify(folder: &Path) -> Result<(Verified, Vec<ArchiveError>)> {
    let mut manifest = match Manifest::read(folder) {
        Ok(Some(manifest)) => manifest,
        Ok(None) => return Archive::open(folder).map(|archive| archive.verify()),
        Err(error @ ArchiveError::Damaged { .. }) => {
            return Ok((Verified::default(), vec![error]));
        }
        Err(error) => return Err(error),
    };
    let mut damage = Vec::new();
    manifest.segments.retain(|entry| {
        let before = damage.len();
        Segment::damage(folder, entry, &mut damage);
        if damage.len() == before {
            // The files are whole by themselves; they may still not fit each other.
            damage.extend(Segment::open(folder, entry).err());
        }
        damage.len() == before
    });
    manifest.tables.retain(|entry| {
        let path = Manifest::file(folder, &entry.name, table::ENDING);
        let opened = Table::open(&path);
        let sound = opened.is_ok();
        damage.extend(opened.err());
        sound
    });
    let (verified, more) = Archive::open_with(folder, &manifest)?.verify();
    damage.extend(more);
    Ok((verified, damage))
}

impl Archive {
    /// Checks every byte of every file, that keys are in order and games can be replayed, and
    /// of a sample of games that every position knows them. All damage found is listed, one
    /// sentence each; a file is left at its first.
    #[must_use]
    pub fn verify(&self) -> (Verified, Vec<ArchiveError>) {
        let mut verified = Verified::default();
        let mut damage = Vec::new();
        for (number, segment) in (0..).zip(&self.segments) {
            let before = damage.len();
            for file in segment.files() {
                verified.files += 1;
                let check = file.verify(|_, content| {
                    verified.bytes += content.len() as u64;
                    Ok(())
                });
                damage.extend(check.err());
            }
            if damage.len() > before {
                continue;
            }
            let games = self.verify_games(number, segment);
            let positions = verify_order(segment);
            match (games, positions) {
                (Ok(games), Ok(positions)) => {
                    verified.games += games;
                    verified.positions += positions;
                }
                (Err(error), _) | (_, Err(error)) => damage.push(error),
            }
        }
        for table in &self.tables {
            verified.files += 1;
            let check = table.file().verify(|_, content| {
                verified.bytes += content.len() as u64;
                Ok(())
            });
            match check.and_then(|()| table.verify()) {
                Ok(positions) => verified.positions += positions,
                Err(error) => damage.push(error),
            }
        }
        (verified, damage)
    }

    fn verify_games(&self, number: u32, segment: &Segment) -> Result<u64> {
        for game in 0..segment.games {
            let id = GameId {
                segment: number,
                game,
            };
            let stored = self.game(id)?;
            let moves = stored.moves();
            if moves.len() != usize::from(stored.plies) {
                let sentence = format!(
                    "game {game} of segment {number} has {} plies, but {} can be replayed",
                    stored.plies,
                    moves.len()
                );
                return Err(ArchiveError::Usage(sentence));
            }
            if (game as usize).is_multiple_of(SAMPLE) {
                let mut replay = Replay::from_position(&stored.start_position());
                let mut keys = vec![replay.key()];
                for m in moves.into_iter().take(self.plies()) {
                    replay.play_packed(m);
                    keys.push(replay.key());
                }
                self.verify_keys(id, &keys)?;
            }
        }
        Ok(u64::from(segment.games))
    }

    fn verify_keys(&self, id: GameId, keys: &[PositionKey]) -> Result<()> {
        let segment = &self.segments[id.segment as usize];
        for (ply, &key) in keys.iter().enumerate() {
            let place = segment.find(key)?;
            let games = place.as_ref().map_or(0, |place| segment.games_at(place));
            // Long lists are not searched for every game that began with them.
            let known = games > 5000
                || match &place {
                    None => false,
                    Some(place) => segment
                        .facts(place)?
                        .iter()
                        .any(|fact| fact.game == id.game),
                };
            if !known {
                let sentence = format!(
                    "game {} of segment {} is missing in the position after ply {ply}",
                    id.game, id.segment
                );
                return Err(ArchiveError::Usage(sentence));
            }
        }
        Ok(())
    }
}

fn verify_order(segment: &Segment) -> Result<u64> {
    let mut last = None;
    let mut positions = 0;
    for number in 0..segment.block_count()? {
        let (block, after) = segment.position_block(number)?;
        for place in 0..block.len() {
            let key = block.key(place);
            if last.is_some_and(|last| last >= key) {
                let sentence =
                    format!("the keys of block {number} of the positions are not sorted");
                return Err(ArchiveError::Usage(sentence));
            }
            last = Some(key);
            let found = segment.place(&block, place, after)?;
            if segment.games_at(&found) == 0 {
                let sentence = format!("a position of block {number} has no games");
                return Err(ArchiveError::Usage(sentence));
            }
            positions += 1;
        }
    }
    Ok(positions)
}
