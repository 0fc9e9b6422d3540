//! Playing by the table: the tries of one turn that lead to the shortest proven win.
//!
//! *Computes* a line of tries: each is made only if those before it were refused. *Invariant.*
//! After an accepted try the proven number of moves has become smaller by one at least, whatever
//! the umpire says and the king does. The squares that refuse a try are never looked up where they
//! came from, for the entry that holds them may rest on this very try: they are won by further
//! tries. *Cost.* A look-up for each part of each try.

use std::sync::OnceLock;

use zermelo_game::Side;

use super::placement::{Force, Placement};
use super::table::{Atlas, Table};
use crate::action::Try;
use crate::men::Men;

/// What to try in a turn, and how long the win takes at most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Moves of ours to the mate, this one included.
    pub moves: u8,
    /// The tries: each if those before it were refused.
    pub tries: Vec<Try>,
}

/// Tables of endings, ready to be asked.
#[derive(Debug, Default)]
pub struct Endings {
    atlas: Atlas,
    table: Table,
}

/// Squares of the king up to which there is time to look deeper.
const FEW: u32 = 6;

/// Own moves looked ahead before the table is asked, for few squares and for many.
const DEEP: u8 = 1;
const SHALLOW: u8 = 0;

/// The standard tables, as `zermelo kriegspiel endings --build` makes them.
const STANDARD: &[u8] = include_bytes!("standard.bin");

impl Endings {
    /// Endings with these proven sets.
    #[must_use]
    pub fn new(table: Table) -> Endings {
        Endings {
            atlas: Atlas::default(),
            table,
        }
    }

    /// The endings that are part of the program.
    #[must_use]
    pub fn standard() -> &'static Endings {
        static ENDINGS: OnceLock<Endings> = OnceLock::new();
        ENDINGS.get_or_init(|| Endings::new(Table::decode(STANDARD).unwrap_or_default()))
    }

    /// The proven sets.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The pages of placements.
    #[must_use]
    pub fn atlas(&self) -> &Atlas {
        &self.atlas
    }

    /// The shortest proven win of a side's men against a bare king on one of these squares. The men
    /// are not to come to stand as some have stood too often, which are placements seen from White.
    #[must_use]
    pub fn plan(&self, men: &Men, kings: u64, avoid: &[Placement]) -> Option<Plan> {
        let placement = Placement::of(men)?;
        let side = men.side();
        let seen = match side {
            Side::First => kings,
            Side::Second => kings.swap_bytes(),
        };
        let seen = seen & placement.room();
        let mut plan = self.plan_avoiding(&placement, seen, avoid)?;
        for tried in &mut plan.tries {
            *tried = Placement::try_for(*tried, side);
        }
        Some(plan)
    }

    /// The same for a placement, seen from White.
    #[must_use]
    pub fn plan_for(&self, placement: &Placement, kings: u64) -> Option<Plan> {
        self.plan_avoiding(placement, kings, &[])
    }

    fn plan_avoiding(
        &self,
        placement: &Placement,
        kings: u64,
        avoid: &[Placement],
    ) -> Option<Plan> {
        if kings == 0 {
            return None;
        }
        let look = Look {
            atlas: &self.atlas,
            table: &self.table,
            avoid,
        };
        let depth = match kings.count_ones() {
            0..=FEW => DEEP,
            _ => SHALLOW,
        };
        let (moves, steps) = look.best_line(placement, kings, u8::MAX, depth)?;
        let page = self.atlas.page(placement);
        let tries = steps.iter().map(|&step| page.steps[step].tried).collect();
        Some(Plan { moves, tries })
    }

    /// The moves within which a king on one of these squares is mated, as the table says.
    #[must_use]
    pub fn moves(&self, placement: &Placement, kings: u64) -> Option<u8> {
        let page = self.atlas.page(placement);
        self.table.moves(placement.force, page, kings)
    }

    /// Placements of a force, symmetric ones counted once, and those of them that are won wherever
    /// the king stands, with the longest such win.
    #[must_use]
    pub fn whole(&self, force: Force) -> (usize, usize, u8) {
        let (mut all, mut won, mut longest) = (0, 0, 0);
        for placement in Placement::all(force) {
            let room = placement.room();
            if placement.canonical().0 != placement || room == 0 {
                continue;
            }
            all += 1;
            if let Some(moves) = self.moves(&placement, room) {
                won += 1;
                longest = longest.max(moves);
            }
        }
        (all, won, longest)
    }
}

impl Endings {
    /// Placements of a force with a king that is known to stand on a square, symmetric ones counted
    /// once, and how many of them are proven won.
    #[must_use]
    pub fn known(&self, force: Force) -> (usize, usize) {
        let (mut all, mut won) = (0, 0);
        for placement in Placement::all(force) {
            if placement.canonical().0 != placement {
                continue;
            }
            let room = placement.room();
            let entries = self.table.entries(force, placement.index()).iter();
            let proven = entries.fold(0, |all, entry| all | entry.kings);
            all += room.count_ones() as usize;
            won += (proven & room).count_ones() as usize;
        }
        (all, won)
    }
}

/// A search of few own moves on top of a table.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    pub atlas: &'a Atlas,
    pub table: &'a Table,
    /// Placements that are not to be reached.
    pub avoid: &'a [Placement],
}

impl Look<'_> {
    /// The shortest win in at most `bound` moves, and the line of tries of this turn, looking
    /// `depth` own moves further before the table is asked.
    pub fn best_line(
        &self,
        at: &Placement,
        kings: u64,
        mut bound: u8,
        depth: u8,
    ) -> Option<(u8, Vec<usize>)> {
        let page = self.atlas.page(at);
        let mut best = None;
        for (index, step) in page.steps.iter().enumerate() {
            if self.avoid.contains(&step.after) {
                continue;
            }
            let legal = kings & !step.refused;
            let Some(mut moves) = self.longest(&step.after, legal, bound, depth) else {
                continue;
            };
            let mut line = vec![index];
            let refused = kings & step.refused;
            if refused != 0 {
                let Some((more, rest)) = self.best_line(at, refused, bound, depth) else {
                    continue;
                };
                moves = moves.max(more);
                line.extend(rest);
            }
            best = Some((moves, line));
            // Only what is shorter is better.
            bound = moves - 1;
        }
        best
    }

    /// The moves to the mate, this one included, when a move has led to a placement and the king
    /// was on one of these squares; `None` if they are more than the bound, or there is no mate.
    fn longest(&self, after: &Placement, kings: u64, bound: u8, depth: u8) -> Option<u8> {
        let page = self.atlas.page(after);
        if kings == 0 || kings & page.sight.spoilt != 0 {
            return None;
        }
        let below = bound.checked_sub(1)?;
        let mut longest = 0;
        for part in &page.sight.parts {
            let moved = page.sight.moved(kings & part);
            let known = self.table.moves(after.force, page, moved);
            let moves = match known {
                Some(moves) if moves <= longest => continue,
                _ if depth == 0 => known?,
                _ => {
                    let bound = known.map_or(below, |moves| below.min(moves.saturating_sub(1)));
                    let searched = self.best_line(after, moved, bound, depth - 1);
                    searched.map(|(moves, _)| moves).or(known)?
                }
            };
            if moves > below {
                return None;
            }
            longest = longest.max(moves);
        }
        Some(longest + 1)
    }
}
