//! What is proven: for each placement, sets of squares from which the king is mated for certain.
//!
//! *Invariant.* Every entry is won in at most so many moves of ours, whatever the king does; a set
//! is won as soon as some entry holds all of it, for whoever knows more can play as if he did not.
//! Entries that another one makes superfluous are thrown out. *Cost.* A look-up reads the entries
//! of a placement from the shortest win up.

use std::sync::OnceLock;

use super::choose::Look;
use super::file::placement_of;
use super::placement::{Force, Placement, Sight, Step};
use super::symmetry::Symmetry;

/// A set of squares and the moves within which a king on one of them is mated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entry {
    /// Moves of ours.
    pub moves: u8,
    /// The squares.
    pub kings: u64,
}

/// What a placement is like, worked out when it is first met.
#[derive(Debug)]
pub struct Page {
    /// Its tries.
    pub steps: Vec<Step>,
    /// What is seen of the king after a move that leads to it.
    pub sight: Sight,
    /// Where the king can stand at our turn.
    pub room: u64,
    canonical: usize,
    symmetry: Symmetry,
    /// The other symmetries that lead to the same placement.
    twins: Vec<Symmetry>,
}

const PLACES: usize = 1 << 18;

/// The pages of all forces.
#[derive(Debug)]
pub struct Atlas {
    pages: [OnceLock<Vec<OnceLock<Box<Page>>>>; 5],
}

impl Default for Atlas {
    fn default() -> Atlas {
        Atlas {
            pages: std::array::from_fn(|_| OnceLock::new()),
        }
    }
}

impl Atlas {
    /// The page of a placement.
    pub fn page(&self, placement: &Placement) -> &Page {
        let of_force = self.pages[placement.force as usize]
            .get_or_init(|| (0..PLACES).map(|_| OnceLock::new()).collect());
        of_force[placement.index() % PLACES].get_or_init(|| Box::new(Page::new(placement)))
    }
}

impl Page {
    fn new(placement: &Placement) -> Page {
        let (canonical, symmetry) = placement.canonical();
        let twin = |other: &Symmetry| placement.seen(*other) == canonical && *other != symmetry;
        let all = placement.force.symmetries().iter().copied();
        Page {
            steps: placement.tries(),
            sight: placement.sight(),
            room: placement.room(),
            canonical: canonical.index(),
            symmetry,
            twins: all.filter(twin).collect(),
        }
    }
}

/// The proven sets of all forces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    entries: [Vec<Vec<Entry>>; 5],
}

impl Table {
    /// The entries of a placement that is the least of those that look alike.
    #[must_use]
    pub fn entries(&self, force: Force, index: usize) -> &[Entry] {
        self.entries[force as usize]
            .get(index)
            .map_or(&[], Vec::as_slice)
    }

    /// The numbers of all placements of a force with entries.
    pub fn places(&self, force: Force) -> impl Iterator<Item = (usize, &[Entry])> {
        let all = self.entries[force as usize].iter().enumerate();
        all.map(|(index, entries)| (index, entries.as_slice()))
            .filter(|(_, entries)| !entries.is_empty())
    }

    /// The entries of a force.
    #[must_use]
    pub fn len(&self, force: Force) -> usize {
        self.entries[force as usize].iter().map(Vec::len).sum()
    }

    /// The longest win of a force.
    #[must_use]
    pub fn longest(&self, force: Force) -> u8 {
        let entries = self.entries[force as usize].iter().flatten();
        entries.map(|entry| entry.moves).max().unwrap_or(0)
    }

    /// The shortest proven win against a king on one of these squares.
    #[must_use]
    #[inline]
    pub fn moves(&self, force: Force, page: &Page, kings: u64) -> Option<u8> {
        if kings == 0 {
            return Some(0);
        }
        let seen = page.symmetry.set(kings);
        let holds = |entry: &&Entry| seen & !entry.kings == 0;
        let found = self.entries(force, page.canonical).iter().find(holds);
        found.map(|entry| entry.moves)
    }

    /// Whether a king on one of these squares is mated within so many moves; on none of them it is
    /// mated already.
    #[must_use]
    #[inline]
    pub fn is_won(&self, force: Force, page: &Page, kings: u64, moves: u8) -> bool {
        let seen = page.symmetry.set(kings);
        let entries = self.entries(force, page.canonical).iter();
        let mut near = entries.take_while(|entry| entry.moves <= moves);
        kings == 0 || near.any(|entry| seen & !entry.kings == 0)
    }

    /// Whether exactly this set, won in so many moves, is an entry.
    #[must_use]
    pub fn holds(&self, force: Force, page: &Page, kings: u64, moves: u8) -> bool {
        let kings = page.symmetry.set(kings);
        let entries = self.entries(force, page.canonical);
        entries.contains(&Entry { moves, kings })
    }

    /// The largest entry within so many moves that holds these squares, as seen on the page.
    #[must_use]
    pub fn widest(&self, force: Force, page: &Page, kings: u64, moves: u8) -> Option<u64> {
        let seen = page.symmetry.set(kings);
        let entries = self.entries(force, page.canonical).iter();
        let near = entries.take_while(|entry| entry.moves <= moves);
        near.filter(|entry| seen & !entry.kings == 0)
            .map(|entry| page.symmetry.back(entry.kings))
            .max_by_key(|set| set.count_ones())
    }

    /// Enters a proven set; false if it was known.
    pub fn insert(&mut self, force: Force, page: &Page, kings: u64, moves: u8) -> bool {
        let all = &mut self.entries[force as usize];
        if all.is_empty() {
            all.resize(PLACES, Vec::new());
        }
        let Some(list) = all.get_mut(page.canonical) else {
            return false;
        };
        let mut new = false;
        for symmetry in page.twins.iter().chain([&page.symmetry]) {
            let kings = symmetry.set(kings);
            let known = |entry: &Entry| entry.moves <= moves && kings & !entry.kings == 0;
            if list.iter().any(known) {
                continue;
            }
            list.retain(|entry| entry.moves < moves || entry.kings & !kings != 0);
            let entry = Entry { moves, kings };
            // In order, so that equal tables are equal whatever the way they were made.
            let at = list.partition_point(|other| *other < entry);
            list.insert(at, entry);
            new = true;
        }
        new
    }

    /// Whether every entry of a force is won by a try whose outcomes the table holds: then, by
    /// induction over the moves, every entry is true. The first that is not, if any.
    #[must_use]
    pub fn check(&self, atlas: &Atlas, force: Force) -> Option<(Placement, Entry)> {
        let look = Look {
            atlas,
            table: self,
            avoid: &[],
        };
        for (index, entries) in self.places(force) {
            let Some(placement) = placement_of(force, index) else {
                let entry = entries.first()?;
                let nowhere = Placement::new(force, 0, &[9, 10][..force.kinds().len()])?;
                return Some((nowhere, *entry));
            };
            let is_false = |entry: &&Entry| {
                look.best_line(&placement, entry.kings, entry.moves, 0)
                    .is_none()
            };
            if let Some(entry) = entries.iter().find(is_false) {
                return Some((placement, *entry));
            }
        }
        None
    }
}
