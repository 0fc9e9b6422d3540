//! The solver's memory: both bounds and two moves a position.
//!
//! Buckets of four entries of 16 bytes, one cache line. The place and the stored key come from
//! two different hashes of the 128 bits of a board, so that two boards are confused only if both
//! agree: with 2^20 buckets, one pair in 2^84.
//!
//! **Replacement.** The same board; else the entry that took least work to find, if not more
//! than the new one; else the bucket's last.

/// Entries of a bucket.
const BUCKET: usize = 4;
/// No move is known.
pub(super) const NO_MOVE: u8 = 64;
/// The table has 2 to this power of buckets with no empty squares; each empty square doubles it
/// from 8 on, up to the largest size.
const MOST_BITS: u32 = 21;

#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    key: u64,
    pub lower: i8,
    pub upper: i8,
    /// The best move, and the one it replaced.
    pub moves: [u8; 2],
    /// One more than the logarithm of the nodes; 0 in an empty entry.
    work: u8,
}

/// Where a board is kept, and what it is known by there.
#[derive(Clone, Copy)]
pub(super) struct Place {
    index: u64,
    key: u64,
}

#[inline]
pub(super) fn place(own: u64, opponent: u64) -> Place {
    let own = own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let opponent = opponent.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let sum = (own ^ own >> 32).wrapping_add(opponent.rotate_left(32) ^ opponent);
    let key = sum.wrapping_mul(0x94d0_49bb_1331_11eb);
    let index = (own.rotate_left(23) ^ opponent).wrapping_mul(0xd6e8_feb8_6659_fd93);
    Place {
        index: index ^ index >> 32,
        key: key ^ key >> 29,
    }
}

pub(super) struct Table {
    buckets: Vec<[Entry; BUCKET]>,
}

impl Table {
    /// A table for positions with so many empty squares, of at most so many bytes.
    pub fn new(empties: u32, bytes: usize) -> Table {
        let allowed = (bytes / size_of::<[Entry; BUCKET]>()).max(1).ilog2();
        let bits = empties.saturating_sub(2).min(MOST_BITS).min(allowed);
        Table {
            buckets: vec![[Entry::default(); BUCKET]; 1 << bits],
        }
    }

    #[inline]
    fn index(&self, place: Place) -> usize {
        place.index as usize & (self.buckets.len() - 1)
    }

    #[inline]
    pub fn get(&self, place: Place) -> Option<Entry> {
        let bucket = &self.buckets[self.index(place)];
        let same = |entry: &&Entry| entry.key == place.key && entry.work > 0;
        bucket.iter().find(same).copied()
    }

    /// Remembers bounds and a best move that so many nodes found.
    #[inline]
    pub fn put(&mut self, place: Place, (lower, upper): (i32, i32), best: u8, nodes: u64) {
        let index = self.index(place);
        let bucket = &mut self.buckets[index];
        let mut new = Entry {
            key: place.key,
            lower: lower as i8,
            upper: upper as i8,
            moves: [best, NO_MOVE],
            work: (65 - nodes.leading_zeros()) as u8,
        };
        let mut victim = (BUCKET - 1, new.work);
        for (at, old) in bucket.iter().enumerate() {
            if old.key == place.key && old.work > 0 {
                new.moves[1] = old.moves[usize::from(old.moves[0] == best)];
                victim.0 = at;
                break;
            }
            if old.work <= victim.1 {
                victim = (at, old.work);
            }
        }
        bucket[victim.0] = new;
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::random::Rng;

    use super::*;

    #[test]
    fn what_was_put_last_is_found_with_its_last_two_moves() {
        let mut table = Table::new(10, usize::MAX);
        let mut rng = Rng::new(3);
        for n in 0..10_000 {
            let (own, opponent) = (rng.next_u64(), rng.next_u64());
            let place = place(own, opponent & !own);
            assert!(table.get(place).is_none(), "never seen");
            table.put(place, (-64, 2), 5, n);
            table.put(place, (-2, 2), 6, n);
            let entry = table.get(place).expect("just put");
            assert_eq!((entry.lower, entry.upper, entry.moves), (-2, 2, [6, 5]));
        }
    }

    #[test]
    fn costly_entries_outlive_cheap_ones() {
        let mut table = Table::new(0, 0);
        let places: Vec<Place> = (0..100).map(|n| place(n, n << 32)).collect();
        for (n, &place) in places.iter().enumerate() {
            let nodes = if n < 3 { 1 << 20 } else { 1 };
            table.put(place, (0, 0), 1, nodes);
        }
        assert!(places[..3].iter().all(|&place| table.get(place).is_some()));
    }
}
