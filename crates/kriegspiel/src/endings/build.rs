//! Retrograde analysis: the sets won in n moves from those won in n - 1.
//!
//! *Computes* one level after the other. A set is won in n moves if some try is such that every
//! part of it that the umpire's words tell apart leads, after the king's answer, into a set won in
//! n - 1; and the squares that refuse the try are won in n by other tries. A set found is widened
//! by every square that the same reasons win, then grown by one square after the other, near ones
//! first, until no square can be added. *Source.* The generalisation is that of explanation-based
//! learning. *Invariant.* Everything entered is proven. *Cost.* Grows with `seeds` and `starts`,
//! which make it more complete.

use zermelo_game::random::Rng;

use super::placement::{Force, Placement};
use super::symmetry::dilate;
use super::table::{Atlas, Table};
use crate::men::{bit, squares};

/// How thorough to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildParams {
    /// Single squares from which sets are grown, at each level and placement.
    pub seeds: usize,
    /// Sets won in fewer moves that are grown further, the largest first.
    pub starts: usize,
    /// The longest win looked for, in moves.
    pub limit: u8,
    /// The seed of the order in which squares are added.
    pub seed: u64,
}

/// Moves without capture that are allowed.
pub const FIFTY: u8 = 50;

impl BuildParams {
    /// What is enough for a force in minutes.
    #[must_use]
    pub fn usual(force: Force) -> BuildParams {
        let (seeds, starts) = match force {
            Force::Queen => (40, 400),
            Force::Rook => (40, 400),
            Force::Bishops | Force::BishopKnight => (4, 12),
            Force::Pawn => (20, 100),
        };
        BuildParams {
            seeds,
            starts,
            limit: FIFTY,
            seed: 1,
        }
    }
}

/// What a level brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The moves within which its sets are won.
    pub moves: u8,
    /// Entries of the force after it.
    pub entries: usize,
    /// Whether it brought anything new.
    pub is_new: bool,
    /// Placements that are won wherever the king stands.
    pub whole: usize,
    /// All placements, symmetric ones counted once.
    pub placements: usize,
}

/// Levels without anything new after which nothing more is to be hoped for.
const IDLE: u8 = 4;

/// Adds the wins of a force to a table; those of what its pawn may become are in it. `heed` hears
/// of every level; `stop` may end the building at any placement, and what is in the table then is
/// proven all the same.
pub fn build(
    atlas: &Atlas,
    table: &mut Table,
    force: Force,
    params: &BuildParams,
    stop: impl Fn() -> bool,
    mut heed: impl FnMut(&Level),
) {
    let mut builder = Builder {
        atlas,
        table,
        params: *params,
        rng: Rng::new(params.seed),
    };
    let all: Vec<Placement> = Placement::all(force)
        .filter(|placement| placement.canonical().0 == *placement)
        .collect();
    let mut idle = 0;
    for moves in 1..=params.limit {
        let is_new = builder.level(&all, moves, &stop);
        let page = |placement: &&Placement| {
            let page = atlas.page(placement);
            builder.table.is_won(force, page, page.room, moves)
        };
        let level = Level {
            moves,
            entries: builder.table.len(force),
            is_new,
            whole: all.iter().filter(page).count(),
            placements: all.len(),
        };
        idle = if is_new { 0 } else { idle + 1 };
        heed(&level);
        if stop() || idle == IDLE || level.whole == all.len() {
            return;
        }
    }
}

struct Builder<'a> {
    atlas: &'a Atlas,
    table: &'a mut Table,
    params: BuildParams,
    rng: Rng,
}

impl Builder<'_> {
    /// The sets won in so many moves; whether any of them is new.
    fn level(&mut self, all: &[Placement], moves: u8, stop: &impl Fn() -> bool) -> bool {
        let mut is_new = false;
        for placement in all {
            if stop() {
                break;
            }
            let page = self.atlas.page(placement);
            if self.table.is_won(placement.force, page, page.room, moves) {
                continue;
            }
            for start in self.starts(placement, page.room) {
                is_new |= self.grow(placement, start, moves);
            }
        }
        is_new
    }

    /// What to grow sets from: sets of the levels before, and single squares.
    fn starts(&mut self, placement: &Placement, room: u64) -> Vec<u64> {
        let entries = self.table.entries(placement.force, placement.index());
        let mut starts: Vec<u64> = entries.iter().map(|entry| entry.kings).collect();
        starts.sort_by_key(|set| std::cmp::Reverse(set.count_ones()));
        starts.truncate(self.params.starts);
        let mut singles: Vec<u64> = squares(room).map(bit).collect();
        self.rng.shuffle(&mut singles);
        starts.extend(singles.into_iter().take(self.params.seeds));
        starts
    }

    /// Grows a set as far as it is won in so many moves, and enters it; whether it is new.
    fn grow(&mut self, placement: &Placement, start: u64, moves: u8) -> bool {
        let page = self.atlas.page(placement);
        let Some(mut step) = self.winning(placement, start, moves, 0) else {
            return false;
        };
        let mut set = self.widened(placement, start, step, moves);
        let mut left = page.room & !set;
        while left != 0 {
            let mut near = dilate(set) & left;
            if near == 0 {
                near = left;
            }
            let chosen = self.rng.below(near.count_ones() as usize);
            let square = squares(near).nth(chosen).map_or(near, bit);
            left &= !square;
            if let Some(found) = self.winning(placement, set | square, moves, step) {
                step = found;
                set = self.widened(placement, set | square, step, moves);
                left &= !set;
            }
        }
        self.table.insert(placement.force, page, set, moves)
    }

    /// A try that wins in so many moves by what is in the table, looked for from one of them on.
    fn winning(&self, at: &Placement, kings: u64, moves: u8, first: usize) -> Option<usize> {
        let count = self.atlas.page(at).steps.len();
        let mut order = (first..count).chain(0..first);
        order.find(|&step| self.wins(at, kings, step, moves))
    }

    fn wins(&self, at: &Placement, kings: u64, step: usize, moves: u8) -> bool {
        let page = self.atlas.page(at);
        let step = &page.steps[step];
        let after = self.atlas.page(&step.after);
        let legal = kings & !step.refused;
        if legal == 0 || legal & after.sight.spoilt != 0 {
            return false;
        }
        let table = &self.table;
        after.sight.parts.iter().all(|part| {
            let moved = after.sight.moved(legal & part);
            table.is_won(step.after.force, after, moved, moves - 1)
        }) && table.is_won(at.force, page, kings & step.refused, moves)
    }

    /// A set with every square that the same try wins for the same reasons.
    fn widened(&self, at: &Placement, kings: u64, step: usize, moves: u8) -> u64 {
        let page = self.atlas.page(at);
        let step = &page.steps[step];
        let after = self.atlas.page(&step.after);
        let mut wide = kings;
        for &part in &after.sight.parts {
            let moved = after.sight.moved(kings & !step.refused & part);
            let aim = self
                .table
                .widest(step.after.force, after, moved, moves - 1)
                .unwrap_or(0);
            let others = part & page.room & !step.refused & !after.sight.spoilt & !wide;
            wide |= squares(others)
                .map(bit)
                .filter(|&square| after.sight.moved(square) & !aim == 0)
                .fold(0, |all, square| all | square);
        }
        let refused = step.refused & page.room;
        if refused != 0 {
            let aim = self
                .table
                .widest(at.force, page, kings & refused, moves)
                .unwrap_or(0);
            wide |= aim & refused;
        }
        wide
    }
}
