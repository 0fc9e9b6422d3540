//! Positions on the disk: many in one block, most of them a key and one game.
//!
//! ```text
//! count (2), shared key bytes (1), first key (12)
//! the rest of each key, big-endian, sorted
//! for each key six bytes: one game and its move, or where its record begins
//! records: games, facts, moves; from 17 facts on their tallies; the list of facts
//! ```
//!
//! A *fact* is a game and the move it played here. Most positions of an archive were reached
//! once: they have no record at all. Up to [`WITHOUT_TALLY`] facts are tallied when asked for,
//! from the games' headers. Lists that would swell a block stand in a block of their own
//! after it.

use zermelo_chess::{PackedMove, PositionKey};

use crate::bytes::{put_number, take_number, u16_at, u64_at};
use crate::tally::{Brief, Tally};

/// Up to so many facts a record has no tallies.
pub(crate) const WITHOUT_TALLY: usize = 16;
/// Longer lists get a block of their own.
const LONGEST_LIST: usize = 4096;
/// Keys in a block.
pub(crate) const BLOCK_KEYS: usize = 512;
/// Bytes of records after which a block is closed.
pub(crate) const BLOCK_RECORDS: usize = 1 << 14;
/// Bytes of a key.
pub(crate) const KEY_BYTES: usize = 12;

/// Bytes of an entry of the index of a file sorted by key: a block's place and its first key.
pub(crate) const INDEX_ENTRY: usize = 8 + KEY_BYTES;

/// The place of the block that has a key, if any block has it.
pub(crate) fn block_of(index: &[[u8; INDEX_ENTRY]], key: &[u8; KEY_BYTES]) -> Option<u64> {
    let after = index.partition_point(|entry| entry[8..] <= key[..]);
    Some(u64_at(index.get(after.checked_sub(1)?)?, 0))
}
/// Bytes of what stands beside a key.
const VALUE_BYTES: usize = 6;
const HEAD: usize = 3 + KEY_BYTES;
/// Marks a value as the place of a record.
const RECORD: u64 = 1 << 47;

/// The bytes of a key in the order of the file.
pub(crate) fn key_bytes(key: PositionKey) -> [u8; KEY_BYTES] {
    let mut bytes = [0; KEY_BYTES];
    bytes.copy_from_slice(&key.bits().to_be_bytes()[4..]);
    bytes
}

/// A key from its bytes.
pub(crate) fn key_from(bytes: &[u8]) -> PositionKey {
    let mut whole = [0; 16];
    let length = bytes.len().min(KEY_BYTES);
    whole[4..4 + length].copy_from_slice(&bytes[..length]);
    PositionKey::from_bits(u128::from_be_bytes(whole))
}

/// A game that was here, and the move it played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fact {
    /// The game's number in its segment.
    pub game: u32,
    /// The move, [`PackedMove::NONE`] at the end of the game or of the plies kept.
    pub played: PackedMove,
}

/// Collects positions into the bytes of a block.
#[derive(Default)]
pub(crate) struct BlockBuilder {
    keys: Vec<[u8; KEY_BYTES]>,
    values: Vec<u64>,
    records: Vec<u8>,
    moves: Vec<(PackedMove, Tally)>,
    list: Vec<u8>,
}

impl BlockBuilder {
    pub fn is_full(&self) -> bool {
        self.keys.len() >= BLOCK_KEYS || self.records.len() >= BLOCK_RECORDS
    }

    /// The first key, unless the block is empty.
    pub fn first_key(&self) -> Option<[u8; KEY_BYTES]> {
        self.keys.first().copied()
    }

    /// Adds a position with its facts, sorted and without repetitions. A list too long for a
    /// block is handed to `long_list`, which says how far after the end of this block it stands.
    pub fn add(
        &mut self,
        key: PositionKey,
        facts: &[Fact],
        briefs: &[Brief],
        long_list: impl FnOnce(&[u8]) -> u64,
    ) {
        self.keys.push(key_bytes(key));
        if let [fact] = facts {
            let played = u64::from(fact.played.bits());
            self.values.push(u64::from(fact.game) << 15 | played);
            return;
        }
        self.values.push(RECORD | self.records.len() as u64);
        self.moves.clear();
        let mut whole = Tally::default();
        let mut games = 0;
        let with_tally = facts.len() > WITHOUT_TALLY;
        let mut last = None;
        for fact in facts {
            let is_new = last != Some(fact.game);
            games += u64::from(is_new);
            last = Some(fact.game);
            let place = self.moves.iter().position(|(m, _)| *m == fact.played);
            let place = place.unwrap_or_else(|| {
                self.moves.push((fact.played, Tally::default()));
                self.moves.len() - 1
            });
            if with_tally {
                let brief = briefs[fact.game as usize];
                self.moves[place].1.add(brief);
                if is_new {
                    whole.add(brief);
                }
            }
        }
        // Most played first, so that frequent moves get small numbers in the list.
        if with_tally {
            self.moves
                .sort_by_key(|(m, tally)| (std::cmp::Reverse(tally.games()), *m));
        }
        self.put_record(facts, games, with_tally.then_some(&whole), long_list);
    }

    fn put_record(
        &mut self,
        facts: &[Fact],
        games: u64,
        tally: Option<&Tally>,
        long_list: impl FnOnce(&[u8]) -> u64,
    ) {
        let out = &mut self.records;
        put_number(out, games);
        put_number(out, facts.len() as u64 - games);
        put_number(out, self.moves.len() as u64);
        for (m, _) in &self.moves {
            out.extend(m.bits().to_le_bytes());
        }
        if let Some(whole) = tally {
            whole.put(out);
            for (_, tally) in self.moves.iter().filter(|_| self.moves.len() > 1) {
                tally.put(out);
            }
        }
        self.list.clear();
        let mut last = 0;
        for fact in facts {
            let place = self.moves.iter().position(|(m, _)| *m == fact.played);
            let place = place.unwrap_or(0) as u64;
            let delta = u64::from(fact.game - last) * self.moves.len() as u64;
            put_number(&mut self.list, delta + place);
            last = fact.game;
        }
        if tally.is_some() {
            // Zero: the list stands here. Otherwise: one more than its distance from the block.
            if self.list.len() <= LONGEST_LIST {
                put_number(out, 0);
            } else {
                put_number(out, 1 + long_list(&self.list));
                self.list.clear();
            }
        }
        out.extend_from_slice(&self.list);
    }

    /// The bytes of the block; the builder is empty again.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        let (Some(first), Some(last)) = (self.keys.first(), self.keys.last()) else {
            return;
        };
        let shared = first.iter().zip(last).take_while(|(a, b)| a == b).count();
        let shared = shared.min(KEY_BYTES - 1);
        out.extend((self.keys.len() as u16).to_le_bytes());
        out.push(shared as u8);
        out.extend(first);
        for key in &self.keys {
            out.extend(&key[shared..]);
        }
        for value in &self.values {
            out.extend(&value.to_le_bytes()[..VALUE_BYTES]);
        }
        out.extend(&self.records);
        self.keys.clear();
        self.values.clear();
        self.records.clear();
    }
}

/// A block of positions as it is read.
#[derive(Clone, Copy)]
pub(crate) struct PositionBlock<'a> {
    bytes: &'a [u8],
    count: usize,
    shared: usize,
}

/// What a block says of a position.
pub(crate) enum Entry<'a> {
    /// One game was here.
    Single(Fact),
    /// Several facts.
    Record(Record<'a>),
}

impl<'a> PositionBlock<'a> {
    /// A block from its bytes; `None` if they cannot be one.
    pub fn new(bytes: &'a [u8]) -> Option<PositionBlock<'a>> {
        let count = usize::from(u16_at(bytes, 0));
        let shared = usize::from(*bytes.get(2)?);
        let block = PositionBlock {
            bytes,
            count,
            shared,
        };
        let sound = shared < KEY_BYTES && bytes.len() >= block.records_at();
        sound.then_some(block)
    }

    pub fn len(&self) -> usize {
        self.count
    }

    fn width(&self) -> usize {
        KEY_BYTES - self.shared
    }

    fn values_at(&self) -> usize {
        HEAD + self.count * self.width()
    }

    fn records_at(&self) -> usize {
        self.values_at() + self.count * VALUE_BYTES
    }

    fn key_rest(&self, place: usize) -> &'a [u8] {
        &self.bytes[HEAD + place * self.width()..][..self.width()]
    }

    pub fn key(&self, place: usize) -> PositionKey {
        let mut key = [0; KEY_BYTES];
        key[..self.shared].copy_from_slice(&self.bytes[3..3 + self.shared]);
        key[self.shared..].copy_from_slice(self.key_rest(place));
        key_from(&key)
    }

    /// The place of a key, if it is here.
    pub fn find(&self, key: &[u8; KEY_BYTES]) -> Option<usize> {
        if key[..self.shared] != self.bytes[3..3 + self.shared] {
            return None;
        }
        let wanted = &key[self.shared..];
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = (low + high) / 2;
            match self.key_rest(middle).cmp(wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    /// What stands beside a key; `None` if the bytes make no sense.
    pub fn entry(&self, place: usize) -> Option<Entry<'a>> {
        let at = self.values_at() + place * VALUE_BYTES;
        let value = self.bytes.get(at..at + VALUE_BYTES)?;
        let value = value.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b));
        if value & RECORD == 0 {
            return Some(Entry::Single(Fact {
                game: u32::try_from(value >> 15).ok()?,
                played: PackedMove::from_bits((value & 0x7fff) as u16),
            }));
        }
        let start = self.records_at() + (value & (RECORD - 1)) as usize;
        Record::new(self.bytes.get(start..)?).map(Entry::Record)
    }
}

/// A position of several facts as it is read.
pub(crate) struct Record<'a> {
    pub games: u64,
    facts: u64,
    /// Never empty.
    pub moves: Vec<PackedMove>,
    /// Of the position and of each move, where the record has them.
    pub tallies: Option<(Tally, Vec<Tally>)>,
    /// How far after the end of the block the list's block begins, if not here.
    pub far_list: Option<u64>,
    list: &'a [u8],
}

impl<'a> Record<'a> {
    fn new(mut bytes: &'a [u8]) -> Option<Record<'a>> {
        let games = take_number(&mut bytes)?;
        let facts = games.checked_add(take_number(&mut bytes)?)?;
        let count = usize::try_from(take_number(&mut bytes)?).ok()?;
        if count == 0 {
            return None;
        }
        let (codes, mut bytes) = bytes.split_at_checked(count.checked_mul(2)?)?;
        let moves: Vec<PackedMove> = (0..count)
            .map(|i| PackedMove::from_bits(u16_at(codes, 2 * i)))
            .collect();
        let mut tallies = None;
        let mut far_list = None;
        if facts > WITHOUT_TALLY as u64 {
            let whole = Tally::take(&mut bytes)?;
            let mut each = vec![whole; 1];
            if count > 1 {
                each = (0..count)
                    .map(|_| Tally::take(&mut bytes))
                    .collect::<Option<_>>()?;
            }
            tallies = Some((whole, each));
            far_list = take_number(&mut bytes)?.checked_sub(1);
        }
        Some(Record {
            games,
            facts,
            moves,
            tallies,
            far_list,
            list: bytes,
        })
    }

    /// The facts, from the record's own list or from the block of a long one.
    pub fn facts(&self, long_list: Option<&'a [u8]>) -> impl Iterator<Item = Fact> + '_ {
        let mut bytes = long_list.unwrap_or(self.list);
        let moves = &self.moves;
        let mut game = 0_u32;
        (0..self.facts).map_while(move |_| {
            let number = take_number(&mut bytes)?;
            let delta = u32::try_from(number / moves.len() as u64).ok()?;
            game = game.checked_add(delta)?;
            let played = moves[(number % moves.len() as u64) as usize];
            Some(Fact { game, played })
        })
    }

    pub fn fact_count(&self) -> u64 {
        self.facts
    }
}
