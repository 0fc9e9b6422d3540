//! The transposition table of the textbook algorithms.
//!
//! Remembers, for a position, a value, the depth it was searched to, whether it is exact or a
//! bound, and the best move. Which of two entries gives way is a parameter: the schemes of
//! Breuker, Uiterwijk & van den Herik 1994, *old* (first come), *new*, *deep*, *big* (the larger
//! subtree), and the two-level forms of the last two, which keep the newest beside the best.
//! *Invariant.* An entry ends a node only if its depth suffices and it is exact, a lower bound
//! `>= beta` or an upper bound `<= alpha`; otherwise only its move is used.

use zermelo_game::Score;

use crate::Params;

/// What a value says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

impl Bound {
    /// What a fail-soft value says, given the window it was searched with.
    #[must_use]
    pub fn of(value: Score, alpha: Score, beta: Score) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<M> {
    /// The whole key of the position.
    pub key: u64,
    /// Its value or a bound of it.
    pub value: Score,
    /// Which.
    pub bound: Bound,
    /// The depth searched; [`crate::WHOLE_TREE`] if no line ended at the depth limit.
    pub depth: u32,
    /// The move that gave the value.
    pub best: Option<M>,
    /// Nodes searched to find it.
    pub nodes: u64,
}

impl<M> Entry<M> {
    /// Whether the entry ends a node searched to `depth` with this window.
    #[must_use]
    pub fn settles(&self, depth: u32, alpha: Score, beta: Score) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value >= beta,
                Bound::Upper => self.value <= alpha,
            }
    }
}

/// Which of two entries gives way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// The entry that is there stays.
    Old,
    /// The new entry replaces.
    New,
    /// The new entry replaces if it was searched at least as deep.
    Deep,
    /// The new entry replaces if its subtree was at least as large.
    Big,
    /// Two places: the deeper of the two, and the newest.
    TwoDeep,
    /// Two places: the larger of the two, and the newest.
    TwoBig,
}

impl Replacement {
    /// All schemes with their names, in the order of the parameter `table-replacement`.
    pub const ALL: [(&'static str, Replacement); 6] = [
        ("old", Replacement::Old),
        ("new", Replacement::New),
        ("deep", Replacement::Deep),
        ("big", Replacement::Big),
        ("two-deep", Replacement::TwoDeep),
        ("two-big", Replacement::TwoBig),
    ];

    /// Whether `new` may take the place of `old`, another position's entry.
    fn replaces<M>(self, new: &Entry<M>, old: &Entry<M>) -> bool {
        match self {
            Replacement::Old => false,
            Replacement::New => true,
            Replacement::Deep | Replacement::TwoDeep => new.depth >= old.depth,
            Replacement::Big | Replacement::TwoBig => new.nodes >= old.nodes,
        }
    }
}

/// A table of fixed size: pairs of places, chosen by the key.
pub struct Table<M> {
    pairs: Vec<[Option<Entry<M>>; 2]>,
    replacement: Replacement,
    min_depth: u32,
}

impl<M: Copy> Table<M> {
    /// A table of about this many bytes.
    #[must_use]
    pub fn new(bytes: usize, replacement: Replacement, min_depth: u32) -> Table<M> {
        let mut wanted = (bytes / size_of::<[Option<Entry<M>>; 2]>()).max(1);
        let mut pairs = Vec::new();
        // Where there is not so much memory, half of it may do.
        while pairs.try_reserve_exact(wanted).is_err() && wanted > 1 {
            wanted /= 2;
        }
        pairs.resize(wanted, [None; 2]);
        Table {
            pairs,
            replacement,
            min_depth,
        }
    }

    /// The table that the parameters describe.
    #[must_use]
    pub fn from_params(params: &Params) -> Table<M> {
        let scheme = Replacement::ALL[params.table_replacement.clamp(0, 5) as usize].1;
        let bytes = params.table_kilobytes as usize * 1024;
        Table::new(bytes, scheme, params.table_min_depth as u32)
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.pairs.len() as u128) >> 64) as usize
    }

    /// What is known of a position.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<&Entry<M>> {
        let pair = &self.pairs[self.index(key)];
        pair.iter().flatten().find(|entry| entry.key == key)
    }

    /// Remembers an entry, if the scheme lets it in.
    pub fn put(&mut self, entry: Entry<M>) {
        if entry.depth < self.min_depth {
            return;
        }
        let index = self.index(entry.key);
        let pair = &mut self.pairs[index];
        // The same position: the newer analysis wins unless it is shallower.
        if let Some(place) = pair
            .iter_mut()
            .find(|p| p.is_some_and(|e| e.key == entry.key))
        {
            if place.is_some_and(|old| entry.depth >= old.depth) {
                *place = Some(entry);
            }
            return;
        }
        let two = matches!(self.replacement, Replacement::TwoDeep | Replacement::TwoBig);
        match pair[0] {
            None => pair[0] = Some(entry),
            Some(old) if self.replacement.replaces(&entry, &old) => {
                if two {
                    pair[1] = Some(old);
                }
                pair[0] = Some(entry);
            }
            Some(_) if two => pair[1] = Some(entry),
            Some(_) => {}
        }
    }
}
