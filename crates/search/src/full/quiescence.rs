//! Past the depth limit: unquiet moves only, until the evaluation can be believed.
//!
//! The side to move may stand pat on its evaluation or play an unquiet move; a forced position
//! may not stand pat and has all its moves. Risk: quiet threats are not seen, and a line ends
//! after a number of plies. *Invariant.* With the switch off, the value is the static evaluation.

use zermelo_game::{Game, INFINITY, Score};

use super::domain::{Claim, Domain, Moment, Select};
use super::node::Here;
use super::ordering::Candidate;
use super::score::{DECIDED, from_position, from_root};
use super::steps::Step;
use super::table::Entry;
use super::worker::{MoveOf, Worker};
use crate::MAX_PLY;
use crate::table::Bound;

impl<D: Domain> Worker<'_, D> {
    /// The value at the depth limit, within a window; a bound outside it. Most nodes end in
    /// this part, with the rules, what is known from outside, or the evaluation.
    #[inline]
    pub(super) fn quiescence(
        &mut self,
        here: Here<'_, D>,
        (mut alpha, mut beta): (Score, Score),
        left: i64,
    ) -> Score {
        let Here {
            game, nature, ply, ..
        } = here;
        if self.enter(ply) {
            return 0;
        }
        if let Some(value) = self.domain.finished(game, Moment::Leaf) {
            self.steps.count(Step::Finished, true);
            self.counts.leaves += 1;
            self.horizons += u64::from(self.domain.finished_by_count(game));
            return from_root(value, ply);
        }
        let asked = (from_position(alpha, ply), from_position(beta, ply));
        let known = self.domain.outside(game, 0, asked);
        self.nodes += known.nodes;
        self.horizons += u64::from(!known.whole);
        let (lower, upper) = (from_root(known.lower, ply), from_root(known.upper, ply));
        if lower == upper || lower >= beta || upper <= alpha {
            self.steps.count(Step::Outside, true);
            self.counts.leaves += 1;
            return if upper <= alpha { upper } else { lower };
        }
        alpha = alpha.max(lower - 1);
        beta = beta.min(upper);
        self.horizons += 1;
        let entry = if self.params.quiescence_table == 1 {
            self.table.get(game.key())
        } else {
            None
        };
        let answers = self.params.table_cut == 1 && !nature.counted_out;
        if let Some(entry) = entry.filter(|_| answers) {
            let value = from_root(entry.value, ply);
            if self
                .steps
                .count(Step::Table, self.settles(entry, value, 0, (alpha, beta)))
            {
                self.counts.table_hits += 1;
                return value;
            }
        }
        let last = self.params.quiescence == 0 || left == 0 || ply >= MAX_PLY;
        let mut best = -INFINITY;
        let forced = nature.forced && self.params.quiescence_forced == 1;
        if last || !forced {
            best = self.evaluate(&here);
            best = self.refined(best, entry, ply).clamp(lower, upper);
            if last || self.steps.count(Step::StandPat, best >= beta) {
                self.counts.leaves += 1;
                return best;
            }
        }
        self.unquiet_moves(
            here,
            (best, forced),
            ((alpha, beta), (lower, upper)),
            left,
            entry.map_or(0, |e| e.place),
        )
    }

    /// The rest of quiescence: the best of standing pat and the unquiet moves, within a window and
    /// within what is known from outside.
    fn unquiet_moves(
        &mut self,
        here: Here<'_, D>,
        (mut best, forced): (Score, bool),
        ((alpha, beta), (lower, upper)): ((Score, Score), (Score, Score)),
        left: i64,
        remembered: u16,
    ) -> Score {
        let Here {
            game, state, ply, ..
        } = here;
        let p = self.params;
        let stand = best;
        let begun = p.quiescence_plies - left;
        let select = if forced {
            Select::All
        } else if begun < p.quiescence_forcing {
            Select::Forcing
        } else {
            Select::Noisy
        };
        let first = self.generate(&here, (select, 0), remembered);
        let end = self.stack.len();
        if first == end {
            self.counts.leaves += 1;
            // Without a choice and without a move the game is over after all.
            let over = if forced {
                self.domain.finished(game, Moment::Stuck)
            } else {
                None
            };
            return over.map_or(best, |value| from_root(value, ply));
        }
        self.counts.interior += 1;
        let mut best_place = 0;
        for at in first..end {
            self.pick(game, at, end);
            let candidate = self.stack[at];
            // The order puts losing exchanges last: after the first, only such are left.
            let loses = candidate.noisy && candidate.score() < 0;
            if loses && !forced && best > -DECIDED && self.params.quiescence_exchange == 1 {
                break;
            }
            if !forced && best > -DECIDED && self.is_hopeless(game, &candidate, stand, alpha) {
                if candidate.noisy {
                    // It might be worth more than standing pat, but not more than alpha.
                    best = best.max(alpha);
                }
                continue;
            }
            self.stack[at].searched = true;
            let child = game.after(candidate.m);
            self.table.soon(child.key());
            let child_state = self.child_state(&child, game, state, candidate.m);
            self.enter_move(&candidate, ply);
            let below = self.here(&child, &child_state, ply + 1);
            let value = -self.quiescence(below, (-beta, -alpha.max(best)), left - 1);
            if self.stopped.is_some() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha && (candidate.noisy || forced) {
                    best_place = candidate.place;
                }
                if value > alpha && alpha + 1 < beta {
                    self.keep_line(candidate.m, ply);
                }
                if value >= beta {
                    self.counts.cutoffs.window += 1;
                    self.steps.cut_by_move(at - first);
                    break;
                }
            }
        }
        self.stack.truncate(first);
        best = best.clamp(lower, upper);
        if p.quiescence_table == 1 && self.stopped.is_none() {
            let entry = Entry {
                value: from_position(best, ply),
                bound: if best >= beta {
                    Bound::Lower
                } else {
                    Bound::Upper
                },
                depth: 0,
                whole: false,
                place: best_place,
            };
            self.table.put(game.key(), entry);
        }
        best
    }

    /// Whether even what a move wins in the exchange leaves the value far below alpha, or a quiet
    /// move loses in it. What forces the opponent may be worth more than it wins.
    #[inline]
    fn is_hopeless(
        &mut self,
        game: &D::Game,
        candidate: &Candidate<MoveOf<D>>,
        stand: Score,
        alpha: Score,
    ) -> bool {
        let p = self.params;
        let holds = |claim| self.domain.holds(game, candidate.m, claim);
        if !candidate.noisy {
            return !holds(Claim::Wins(0));
        }
        let needed = alpha.saturating_sub(stand) - p.quiescence_margin as Score;
        p.quiescence_futility == 1
            && needed > 0
            && alpha.abs() < DECIDED
            && !holds(Claim::Wins(needed))
            && !holds(Claim::Forces)
    }
}
