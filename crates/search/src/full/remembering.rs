//! What nodes ask of the table and write into it.

use zermelo_game::{Game, Score};

use super::domain::{Domain, Known};
use super::node::Here;
use super::score::{DECIDED, from_position, from_root};
use super::table::Entry;
use super::worker::{NONE, Worker};
use crate::table::Bound;

impl<D: Domain> Worker<'_, D> {
    /// The static evaluation, or a bound of the table that says it is better or worse.
    #[inline]
    pub(super) fn refined(&self, evaluation: Score, entry: Option<Entry>, ply: usize) -> Score {
        let Some(entry) = entry.filter(|_| self.params.table_evaluation == 1) else {
            return evaluation;
        };
        let value = from_root(entry.value, ply);
        let better = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value > evaluation,
            Bound::Upper => value < evaluation,
        };
        if better && evaluation != NONE && value.abs() < DECIDED {
            value
        } else {
            evaluation
        }
    }

    /// Whether a table entry answers a node.
    #[inline]
    pub(super) fn settles(
        &self,
        entry: Entry,
        value: Score,
        depth: i32,
        (alpha, beta): (Score, Score),
    ) -> bool {
        let deep = if self.params.table_equal_depth == 1 {
            entry.depth == depth
        } else {
            entry.depth >= depth
        };
        let off_pv = alpha + 1 >= beta;
        // Without minimal windows a wide one does not mean the principal variation.
        let may_cut = off_pv || self.params.scout == 0;
        (entry.whole || deep)
            && match entry.bound {
                Bound::Exact => {
                    off_pv
                        || entry.whole && value.abs() < DECIDED
                        || may_cut && (value >= beta || value <= alpha)
                }
                Bound::Lower => may_cut && value >= beta,
                Bound::Upper => may_cut && value <= alpha,
            }
    }

    /// The value of a node that bounds from outside have settled, remembered if it was costly.
    #[inline]
    pub(super) fn keep_outside(
        &mut self,
        key: u64,
        depth: i32,
        (lower, upper): (Score, Score),
        (alpha, beta): (Score, Score),
        ply: usize,
        known: Known,
    ) -> Score {
        let (value, bound) = if lower == upper {
            (lower, Bound::Exact)
        } else if lower >= beta {
            (lower, Bound::Lower)
        } else {
            debug_assert!(upper <= alpha);
            (upper, Bound::Upper)
        };
        if known.nodes > 0 && depth >= self.params.table_min_depth as i32 {
            let entry = Entry {
                value: from_position(value, ply),
                bound,
                depth,
                whole: known.whole,
                place: 0,
            };
            self.table.put(key, entry);
        }
        value
    }

    /// Writes what a node found into the table and the correction history.
    #[inline]
    pub(super) fn remember(
        &mut self,
        here: &Here<'_, D>,
        depth: i32,
        (best, place): (Score, u16),
        (alpha, beta): (Score, Score),
        (key, uses_table, horizons): (u64, bool, u64),
    ) {
        let bound = Bound::of(best, alpha, beta);
        if uses_table {
            let counted_out = here.nature.counted_out;
            let entry = Entry {
                value: from_position(best, here.ply),
                bound,
                // Under another count of moves the value may be another: only the move counts.
                depth: if counted_out { 0 } else { depth },
                whole: self.horizons == horizons && !counted_out,
                place,
            };
            self.table.put(key, entry);
        }
        let evaluation = self.frames[here.ply].evaluation;
        let informs = match bound {
            Bound::Exact => true,
            Bound::Lower => best > evaluation,
            Bound::Upper => best < evaluation,
        };
        if self.params.correction == 1 && evaluation != NONE && informs && best.abs() < DECIDED {
            let error = best - evaluation;
            self.learnt
                .learn_correction(&here.structures, here.game.side(), error, depth);
        }
    }
}
