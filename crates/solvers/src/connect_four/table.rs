//! The solver's memory: one word a position, both bounds in it.
//!
//! A perfect key has 49 bits. A bijection scrambles it; its highest bits choose a bucket of four
//! words and the rest is stored, so that nothing is ever taken for another position. Doubling
//! the buckets moves bits from the word to the place: the table can grow without recomputing.
//!
//! **Replacement.** The same position; an empty word; the word that took least work to find, if
//! not more than the new one; else the bucket's last.

use zermelo_game::Score;

/// Bits of a perfect key.
const KEY_BITS: u32 = 49;
const KEY_MASK: u64 = (1 << KEY_BITS) - 1;
/// Words that one position may go to.
const BUCKET: usize = 4;
/// Buckets of a new table, as a power of two: 64 KiB.
const FIRST_BITS: u32 = 11;
/// Larger tables cost more in missed caches than they save in nodes.
const MOST_BYTES: usize = 64 << 20;
/// The table grows so many doublings at once.
const GROWTH: u32 = 2;

// A word: rest of the key (at most 38 bits), work 6 bits, lower bound 6 bits, upper bound 6 bits.
const BOUND_BITS: u32 = 6;
const BOUND_MASK: u64 = (1 << BOUND_BITS) - 1;
const WORK_SHIFT: u32 = 2 * BOUND_BITS;
const WORK_MASK: u64 = 63;
const REST_SHIFT: u32 = WORK_SHIFT + 6;
const _: () = assert!(REST_SHIFT + KEY_BITS - FIRST_BITS <= 64);
/// Added to bounds (-21 to 21), so that they are stored as positive numbers and no word is 0.
const OFFSET: Score = 22;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub lower: Score,
    pub upper: Score,
}

pub(super) struct Table {
    words: Vec<u64>,
    bits: u32,
    most_bits: u32,
    filled: usize,
}

/// A bijection of 49-bit words: odd factors and shifts to the right can be undone.
#[inline]
fn scramble(key: u64) -> u64 {
    let key = key ^ (key >> 25);
    let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & KEY_MASK;
    let key = key ^ (key >> 24);
    let key = key.wrapping_mul(0xbf58_476d_1ce4_e5b9) & KEY_MASK;
    key ^ (key >> 26)
}

impl Table {
    /// An empty table that will not grow beyond these bytes.
    pub fn new(bytes: usize) -> Table {
        let most = bytes.min(MOST_BYTES) / (BUCKET * size_of::<u64>());
        Table {
            words: vec![0; BUCKET << FIRST_BITS],
            bits: FIRST_BITS,
            most_bits: most.max(1 << FIRST_BITS).ilog2(),
            filled: 0,
        }
    }

    /// Where a key's bucket begins, and what is stored of it.
    #[inline]
    fn place(&self, key: u64) -> (usize, u64) {
        let mixed = scramble(key);
        let rest_bits = KEY_BITS - self.bits;
        let bucket = (mixed >> rest_bits) as usize * BUCKET;
        (bucket, mixed & ((1 << rest_bits) - 1))
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<Known> {
        let (bucket, rest) = self.place(key);
        let words = &self.words[bucket..bucket + BUCKET];
        let word = words
            .iter()
            .find(|&&word| word >> REST_SHIFT == rest && word != 0)?;
        Some(Known {
            lower: (word >> BOUND_BITS & BOUND_MASK) as Score - OFFSET,
            upper: (word & BOUND_MASK) as Score - OFFSET,
        })
    }

    /// Remembers what so many nodes found.
    #[inline]
    pub fn put(&mut self, key: u64, known: Known, nodes: u64) {
        let (bucket, rest) = self.place(key);
        let work = u64::from(64 - nodes.leading_zeros()).min(WORK_MASK);
        let word = rest << REST_SHIFT
            | work << WORK_SHIFT
            | ((known.lower + OFFSET) as u64) << BOUND_BITS
            | (known.upper + OFFSET) as u64;
        let words = &mut self.words[bucket..bucket + BUCKET];
        let mut victim = (BUCKET - 1, work);
        for (at, &old) in words.iter().enumerate() {
            if old == 0 || old >> REST_SHIFT == rest {
                words[at] = word;
                self.filled += usize::from(old == 0);
                if self.filled > self.words.len() / 2 && self.bits < self.most_bits {
                    self.grow();
                }
                return;
            }
            let old_work = old >> WORK_SHIFT & WORK_MASK;
            if old_work <= victim.1 {
                victim = (at, old_work);
            }
        }
        words[victim.0] = word;
    }

    /// More buckets: the next bits of each key choose among those that come of one.
    #[cold]
    fn grow(&mut self) {
        let bits = (self.bits + GROWTH).min(self.most_bits);
        let rest_bits = KEY_BITS - bits;
        let fields = (1 << REST_SHIFT) - 1;
        let old = std::mem::replace(&mut self.words, vec![0; BUCKET << bits]);
        for (at, word) in old.into_iter().enumerate().filter(|&(_, word)| word != 0) {
            let rest = word >> REST_SHIFT;
            let bucket = (at / BUCKET) << (bits - self.bits) | (rest >> rest_bits) as usize;
            let kept = (rest & ((1 << rest_bits) - 1)) << REST_SHIFT | word & fields;
            let words = &mut self.words[bucket * BUCKET..(bucket + 1) * BUCKET];
            let free = words.iter_mut().find(|word| **word == 0);
            *free.expect("four words of one bucket fit into any bucket they go to") = kept;
        }
        self.bits = bits;
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::random::Rng;

    use super::*;

    #[test]
    fn a_growing_table_forgets_nothing_while_there_is_room() {
        let mut table = Table::new(MOST_BYTES);
        let mut rng = Rng::new(1);
        let keys: Vec<u64> = (0..100_000).map(|_| rng.next_u64() & KEY_MASK).collect();
        let mut missing = 0;
        for (n, &key) in keys.iter().enumerate() {
            let known = Known {
                lower: (n % 21) as Score - 21,
                upper: (n % 20) as Score,
            };
            table.put(key, known, n as u64);
            assert_eq!(table.get(key), Some(known), "just put");
        }
        for (n, &key) in keys.iter().enumerate() {
            match table.get(key) {
                None => missing += 1,
                Some(known) => assert_eq!(known.upper, (n % 20) as Score),
            }
        }
        assert!(table.bits > FIRST_BITS, "it has grown");
        // At most half full, buckets of four overflow a little.
        assert!(missing < keys.len() / 20, "{missing} missing");
    }

    #[test]
    fn scrambling_is_reversible_in_its_low_and_high_bits() {
        let mut seen = std::collections::HashSet::new();
        for low in 0..1000 {
            assert!(seen.insert(scramble(low)));
            assert!(seen.insert(scramble(KEY_MASK - low)));
            assert!(scramble(low) <= KEY_MASK);
        }
    }
}
