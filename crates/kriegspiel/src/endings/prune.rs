//! A small table that still proves what a large one does.
//!
//! *Computes*, from the sets that are to stay provable, the entries that their wins rest on, and
//! what these rest on in turn. *Ours.* Of the tries that win, one is taken that needs the fewest
//! entries that are not there yet. *Invariant.* Every entry that is kept is won by a try whose
//! outcomes are held by kept entries. *Cost.* Some look-ups for each entry kept.

use std::collections::BTreeSet;

use super::placement::{Force, Placement};
use super::table::{Atlas, Table};

/// An entry that is needed: moves first, so that the longest win is met first from behind.
type Need = (u8, Placement, u64);

/// What is left of a table when only these sets, with their placements, are to stay provable.
#[must_use]
pub fn pruned(atlas: &Atlas, full: &Table, roots: &[(Placement, u64)]) -> Table {
    let mut kept = Table::default();
    let mut open: BTreeSet<Need> = BTreeSet::new();
    for (placement, kings) in roots {
        let page = atlas.page(placement);
        if let Some(moves) = full.moves(placement.force, page, *kings)
            && kept.insert(placement.force, page, *kings, moves)
        {
            open.insert((moves, *placement, *kings));
        }
    }
    while let Some((moves, placement, kings)) = open.pop_last() {
        let page = atlas.page(&placement);
        if !kept.holds(placement.force, page, kings, moves) {
            continue;
        }
        let Some((_, needs)) = needed(atlas, full, &kept, &placement, kings, moves) else {
            continue;
        };
        for need in needs {
            let page = atlas.page(&need.1);
            if kept.insert(need.1.force, page, need.2, need.0) {
                open.insert(need);
            }
        }
    }
    kept
}

/// The sets that are worth keeping of a force: the largest of each placement, and for each square
/// the shortest win against a king that is known to stand there.
#[must_use]
pub fn roots(atlas: &Atlas, table: &Table, force: Force, known: bool) -> Vec<(Placement, u64)> {
    let mut roots = Vec::new();
    for placement in Placement::all(force) {
        if placement.canonical().0 != placement {
            continue;
        }
        let entries = table.entries(force, placement.index());
        let page = atlas.page(&placement);
        for entry in entries {
            let larger = |other: &super::Entry| {
                other.kings != entry.kings && entry.kings & !other.kings == 0
            };
            if !entries.iter().any(larger) {
                roots.push((placement, entry.kings));
            }
        }
        if known {
            let singles = crate::men::squares(page.room).map(crate::men::bit);
            roots.extend(singles.map(|square| (placement, square)));
        }
    }
    roots
}

/// How many entries are missing for a win in so many moves, and which, for the try that needs the
/// fewest.
fn needed(
    atlas: &Atlas,
    full: &Table,
    kept: &Table,
    at: &Placement,
    kings: u64,
    moves: u8,
) -> Option<(usize, Vec<Need>)> {
    let page = atlas.page(at);
    let below = moves.checked_sub(1)?;
    let mut best: Option<(usize, Vec<Need>)> = None;
    for step in &page.steps {
        let after = atlas.page(&step.after);
        let force = step.after.force;
        let legal = kings & !step.refused;
        if legal == 0 || legal & after.sight.spoilt != 0 {
            continue;
        }
        let mut needs = Vec::new();
        let won = after.sight.parts.iter().all(|part| {
            let moved = after.sight.moved(legal & part);
            if kept.is_won(force, after, moved, below) {
                return true;
            }
            let Some(wide) = full.widest(force, after, moved, below) else {
                return false;
            };
            let least = full.moves(force, after, wide).unwrap_or(below);
            needs.push((least, step.after, wide));
            true
        });
        if !won
            || best
                .as_ref()
                .is_some_and(|(count, _)| needs.len() >= *count)
        {
            continue;
        }
        let refused = kings & step.refused;
        if refused != 0 {
            let Some((_, more)) = needed(atlas, full, kept, at, refused, moves) else {
                continue;
            };
            needs.extend(more);
        }
        if best.as_ref().is_none_or(|(count, _)| needs.len() < *count) {
            best = Some((needs.len(), needs));
        }
        if best.as_ref().is_some_and(|(count, _)| *count == 0) {
            break;
        }
    }
    best
}
