//! The steps of the full search that leave something out or look deeper: null move, cuts by
//! children, quiet moves and exchanges left out, singular moves, reductions.
//!
//! Each decides for one step of [`super::node`], where its reason and its risk stand.

use zermelo_game::{Game, Score};

use super::domain::{Claim, Domain, Select};
use super::node::Here;
use super::ordering::Candidate;
use super::score::{DECIDED, from_position, from_root};
use super::steps::Step;
use super::table::Entry;
use super::worker::{MoveOf, NONE, Worker};
use crate::table::Bound;

/// What is to be done with a remembered move.
pub(super) enum Singular {
    /// So many plies more, or less.
    Extend(i32),
    /// The node is cut with this value: several moves reach beta.
    Cut(Score),
}

/// The most moves of a path that are extended by two plies.
const MOST_DOUBLES: u16 = 6;

impl<D: Domain> Worker<'_, D> {
    /// Gives up a move and searches shallower; the value if that is above beta and, at large
    /// depths, confirmed.
    pub(super) fn null_move(
        &mut self,
        here: &Here<'_, D>,
        depth: i32,
        beta: Score,
        evaluation: Score,
        expect_cut: bool,
    ) -> Option<Score> {
        let p = self.params;
        let ply = here.ply;
        if ply < self.null_from || ply > 0 && self.frames[ply - 1].null {
            return None;
        }
        let child = self.domain.null(here.game)?;
        self.table.soon(child.key());
        let surplus = ((evaluation - beta) / p.null_move_margin as Score).min(3);
        let reduction = p.null_move_reduction as i32 + depth / p.null_move_divisor as i32 + surplus;
        let reduced = depth - 1 - reduction;
        self.frames[ply].context = None;
        self.frames[ply].null = true;
        let window = (-beta, 1 - beta);
        let value = -self.node(&child, here.state, reduced, window, ply + 1, !expect_cut);
        self.frames[ply].null = false;
        if !self.steps.count(Step::NullMove, value >= beta) || self.stopped.is_some() {
            return None;
        }
        // A win after a pass is no proof of a win.
        let value = if value >= DECIDED { beta } else { value };
        self.horizons += 1;
        if depth < p.null_move_verification as i32 || self.null_from > 0 {
            return Some(value);
        }
        self.null_from = ply + 1 + (3 * reduced.max(1) / 4) as usize;
        let game = (here.game, here.state);
        let verified = self.node(game.0, game.1, reduced.max(1), (beta - 1, beta), ply, false);
        self.null_from = 0;
        let confirmed = self.steps.count(Step::Verification, verified >= beta);
        (confirmed && self.stopped.is_none()).then_some(value)
    }

    /// The value of a node that some child's table entry already proves to reach beta (enhanced
    /// transposition cut-off, Plaat et al. 1996). Sound as far as the table is.
    #[inline]
    pub(super) fn child_cut(
        &mut self,
        game: &D::Game,
        depth: i32,
        beta: Score,
        first: usize,
        ply: usize,
    ) -> Option<Score> {
        for at in first..self.stack.len() {
            let key = game.after(self.stack[at].m).key();
            let Some(entry) = self.table.get(key) else {
                continue;
            };
            let value = from_root(entry.value, ply + 1);
            let window = (-beta, 1 - beta);
            if -value >= beta && self.settles(entry, value, depth - 1, window) {
                self.steps.count(Step::Child, true);
                self.horizons += u64::from(!entry.whole);
                self.counts.table_hits += 1;
                return Some(-value);
            }
        }
        self.steps.count(Step::Child, false);
        None
    }

    /// The value of a node that an unquiet move holds far above beta, by quiescence and then by
    /// a shallow search.
    pub(super) fn probcut(
        &mut self,
        here: &Here<'_, D>,
        depth: i32,
        beta: Score,
        evaluation: Score,
        entry: Option<Entry>,
    ) -> Option<Score> {
        let p = self.params;
        let wall = beta + p.probcut_margin as Score;
        let shallow = depth - 4;
        let refuted =
            |entry: Entry| entry.depth > shallow && from_root(entry.value, here.ply) < wall;
        if wall >= DECIDED || entry.is_some_and(refuted) {
            return None;
        }
        let first = self.generate(here, (Select::Noisy, 0), 0);
        let end = self.stack.len();
        let mut found = None;
        for at in first..end {
            self.pick(here.game, at, end);
            let candidate = self.stack[at];
            if candidate.score() < 0 || !candidate.noisy {
                break;
            }
            if !self
                .domain
                .holds(here.game, candidate.m, Claim::Wins(wall - evaluation))
            {
                continue;
            }
            self.enter_move(&candidate, here.ply);
            let child = here.game.after(candidate.m);
            self.table.soon(child.key());
            let state = self.child_state(&child, here.game, here.state, candidate.m);
            let below = self.here(&child, &state, here.ply + 1);
            let window = (-wall, 1 - wall);
            let mut value = -self.quiescence(below, window, p.quiescence_plies);
            if value >= wall && shallow > 0 && self.stopped.is_none() {
                value = -self.node(&child, &state, shallow, window, here.ply + 1, false);
            }
            if self.stopped.is_some() {
                break;
            }
            if self.steps.count(Step::ProbCut, value >= wall) {
                self.horizons += 1;
                let counted_out = here.nature.counted_out;
                let entry = Entry {
                    value: from_position(value, here.ply),
                    bound: Bound::Lower,
                    depth: if counted_out { 0 } else { shallow + 1 },
                    whole: false,
                    place: candidate.place,
                };
                // Places among unquiet moves hold among all where quiescence uses the table.
                if p.quiescence_table == 1 {
                    self.table.put(here.game.key(), entry);
                }
                found = Some(value);
                break;
            }
        }
        self.stack.truncate(first);
        found
    }

    /// Whether a quiet move has failed too often to be searched at this depth.
    #[inline]
    pub(super) fn has_bad_history(&mut self, candidate: &Candidate<MoveOf<D>>, depth: i32) -> bool {
        let p = self.params;
        p.history_pruning == 1
            && depth <= p.history_pruning_depth as i32
            && self.steps.count(
                Step::HistoryPruning,
                candidate.score() < -(p.history_pruning_slope as i32) * depth,
            )
    }

    /// Whether the quiet moves from this number on are left out, at a depth and the depth to
    /// which this move would be reduced.
    #[inline]
    pub(super) fn leaves_quiets(
        &mut self,
        (depth, reduced): (i32, i32),
        number: usize,
        evaluation: Score,
        alpha: Score,
        improving: bool,
    ) -> bool {
        let p = self.params;
        let late = p.late_move_pruning == 1 && depth <= p.late_move_pruning_depth as i32 && {
            let allowed = p.late_move_pruning_base as i32 + depth * depth;
            number as i32 >= allowed / (2 - i32::from(improving))
        };
        if late {
            return self.steps.count(Step::LateMovePruning, true);
        }
        if p.futility == 1 && reduced <= p.futility_depth as i32 && evaluation != NONE {
            let hope =
                evaluation + (p.futility_base + p.futility_margin * i64::from(reduced)) as Score;
            return self.steps.count(Step::Futility, hope <= alpha);
        }
        false
    }

    /// Whether a move loses too much in the exchange it begins to be searched at this depth.
    #[inline]
    pub(super) fn loses_exchange(
        &mut self,
        game: &D::Game,
        candidate: &Candidate<MoveOf<D>>,
        (depth, reduced): (i32, i32),
    ) -> bool {
        let p = self.params;
        let counts = if candidate.noisy { depth } else { reduced };
        if p.exchange_pruning == 0 || counts > p.exchange_pruning_depth as i32 {
            return false;
        }
        let noisy = p.exchange_noisy as Score * depth;
        let margin = if candidate.noisy {
            noisy
        } else {
            (p.exchange_quiet as Score + p.exchange_square as Score * reduced) * reduced
        };
        let holds = |claim| self.domain.holds(game, candidate.m, claim);
        let mut loses = !holds(Claim::Wins(-margin));
        if loses && !candidate.noisy && p.exchange_forcing == 1 && holds(Claim::Forces) {
            loses = noisy > margin && !holds(Claim::Wins(-noisy));
        }
        self.steps.count(Step::ExchangePruning, loses)
    }

    /// What a search without the remembered move says: a ply more if it alone holds its value, two
    /// if by far; a cut if others reach beta too; else perhaps less.
    pub(super) fn singular(
        &mut self,
        here: &Here<'_, D>,
        entry: Entry,
        depth: i32,
        (beta, pv): (Score, bool),
        expect_cut: bool,
    ) -> Singular {
        let p = self.params;
        let ply = here.ply;
        let value = from_root(entry.value, ply);
        if p.singular_extension == 0
            || depth < p.singular_depth as i32
            || self.frames[ply].excluded != 0
            || entry.bound == Bound::Upper
            || entry.depth < depth - 3
            || value.abs() >= DECIDED
            || ply as i32 >= 2 * self.root_depth
        {
            return Singular::Extend(0);
        }
        let wall = value - p.singular_margin as Score * depth;
        self.frames[ply].excluded = entry.place;
        let half = (depth - 1) / 2;
        let window = (wall - 1, wall);
        let others = self.node(here.game, here.state, half, window, ply, expect_cut);
        self.frames[ply].excluded = 0;
        if self.steps.count(Step::Singular, others < wall) {
            let far = p.singular_double == 1
                && !pv
                && others < wall - p.singular_double_margin as Score
                && self.frames[ply].doubles < MOST_DOUBLES;
            return Singular::Extend(1 + i32::from(far));
        }
        if p.singular_negative == 1 && !pv {
            if wall >= beta {
                return Singular::Cut(wall);
            }
            if value >= beta {
                return Singular::Extend(-2);
            }
            if expect_cut {
                return Singular::Extend(-1);
            }
        }
        Singular::Extend(0)
    }

    /// By how many plies a late move is searched shallower.
    #[inline]
    pub(super) fn reduction(
        &self,
        candidate: &Candidate<MoveOf<D>>,
        depth: i32,
        number: usize,
        (pv, improving, expect_cut): (bool, bool, bool),
        ply: usize,
    ) -> i32 {
        let p = self.params;
        let early = number < p.reduction_moves as usize + usize::from(pv);
        // Unquiet moves keep their depth unless they lose in the exchange, or lose little of it.
        let sharp = candidate.noisy && candidate.score() > 0;
        let kept = sharp && p.reduction_noisy == 0;
        if p.late_move_reductions == 0 || depth < p.reduction_depth as i32 || early || kept {
            return 0;
        }
        let mut plies = self.reductions.get(depth, number);
        if sharp {
            return (plies / 2 - i32::from(pv)).max(0);
        }
        plies += i32::from(expect_cut) - i32::from(pv) - i32::from(improving);
        let killers = &self.frames[ply].killers;
        let killer = killers[0] == Some(candidate.m) || killers[1] == Some(candidate.m);
        plies -= i32::from(killer);
        if !candidate.noisy {
            plies -= (candidate.score() / p.reduction_history as i32).clamp(-2, 2);
        }
        plies.max(0)
    }
}
