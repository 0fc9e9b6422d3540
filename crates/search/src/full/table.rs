//! The transposition table that all threads share, without locks.
//!
//! Two words per entry: what is known, and the key exclusive-or that (Hyatt & Mann 2002). A reader
//! that catches half of one write and half of another finds a key that is not the one it asks for,
//! so a torn entry is a missing entry; no lock and no `unsafe`. Four entries fill one line of 64
//! bytes. Values count plies from the position (see [`super::score`]). *Replacement.* The same
//! position's entry, else the one of least depth, each search of age counting as some plies.
//! *Moves* are stored as their place in the generated list: it is the same for the same position,
//! and a place that does not exist is only ignored. *Cost.* One cache line per probe.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use zermelo_game::Score;

use super::hints;
use crate::table::Bound;

/// Entries that share a cache line.
const WAYS: usize = 4;
/// An entry is worth this many plies less for every search since it was written.
const AGE_PLIES: i32 = 4;
/// How many plies shallower a bound may be that replaces an entry of the same position.
const KEEP_DEEPER: i32 = 3;
/// Ages that are told apart.
const AGES: u64 = 8;
/// The largest depth that is stored.
const MAX_DEPTH: i32 = 1023;

#[repr(align(64))]
#[derive(Default)]
struct Bucket([[AtomicU64; 2]; WAYS]);

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its value or a bound of it, plies counted from the position.
    pub value: Score,
    /// Which.
    pub bound: Bound,
    /// The depth searched.
    pub depth: i32,
    /// Whether no line ended at the depth limit: then it holds at every depth.
    pub whole: bool,
    /// The place of the best move in the generated list, from 1; 0 if none is known.
    pub place: u16,
}

impl Entry {
    // Bits: value 32, place 16, depth 10, bound 2, whole 1, age 3.
    fn pack(self, age: u64) -> u64 {
        let bound = match self.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        u64::from(self.value as u32)
            | u64::from(self.place) << 32
            | (self.depth.clamp(0, MAX_DEPTH) as u64) << 48
            | bound << 58
            | u64::from(self.whole) << 60
            | age << 61
    }

    fn unpack(data: u64) -> Option<Entry> {
        let bound = match data >> 58 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            value: data as u32 as Score,
            bound,
            depth: (data >> 48 & MAX_DEPTH as u64) as i32,
            whole: data >> 60 & 1 == 1,
            place: (data >> 32) as u16,
        })
    }
}

/// The table.
pub struct Table {
    buckets: Vec<Bucket>,
    age: u64,
}

impl Table {
    /// A table of about this many bytes, at least one line; a smaller one where that much memory
    /// is not to be had.
    #[must_use]
    pub fn new(bytes: usize) -> Table {
        let mut count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets: Vec<Bucket> = Vec::new();
        while count > 1 && buckets.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        hints::large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        Table { buckets, age: 0 }
    }

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Forgets everything, as if new.
    pub fn clear(&mut self) {
        self.age = 0;
        for word in self.buckets.iter_mut().flat_map(|b| b.0.as_flattened_mut()) {
            *word.get_mut() = 0;
        }
    }

    /// Another search begins: what is there grows older.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// How full it is with entries of the current search, in thousandths, from a sample.
    #[must_use]
    pub fn permille(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let words = sample.iter().flat_map(|bucket| &bucket.0);
        let current = words.filter(|[_, data]| {
            let data = data.load(Relaxed);
            data >> 58 & 3 != 0 && data >> 61 == self.age
        });
        (current.count() * 1000 / (sample.len() * WAYS)) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Says that a position will be asked for soon.
    #[inline]
    pub fn soon(&self, key: u64) {
        hints::soon(self.bucket(key));
    }

    /// What is known of a position.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        for [lock, data] in &self.bucket(key).0 {
            let data = data.load(Relaxed);
            if lock.load(Relaxed) ^ data == key {
                return Entry::unpack(data);
            }
        }
        None
    }

    /// Remembers what is known of a position. A shallower bound does not replace a deeper
    /// entry of the same position and search; a new entry without a move keeps the old move.
    #[inline]
    pub fn put(&self, key: u64, mut entry: Entry) {
        let mut victim = (0, i32::MAX);
        let ways = &self.bucket(key).0;
        for (way, [lock, data]) in ways.iter().enumerate() {
            let data = data.load(Relaxed);
            let old = Entry::unpack(data);
            if lock.load(Relaxed) ^ data == key
                && let Some(old) = old
            {
                let kept = old.whole && !entry.whole && old.bound == Bound::Exact
                    || old.whole == entry.whole
                        && entry.bound != Bound::Exact
                        && data >> 61 == self.age
                        && old.depth > entry.depth + KEEP_DEEPER;
                if kept {
                    return;
                }
                if entry.place == 0 {
                    entry.place = old.place;
                }
                victim = (way, i32::MIN);
                break;
            }
            let searches_ago = (self.age + AGES - (data >> 61)) % AGES;
            let worth = old.map_or(i32::MIN + 1, |old| {
                old.depth - AGE_PLIES * searches_ago as i32
            });
            if worth < victim.1 {
                victim = (way, worth);
            }
        }
        let data = entry.pack(self.age);
        let [lock, word] = &ways[victim.0];
        lock.store(key ^ data, Relaxed);
        word.store(data, Relaxed);
    }
}
