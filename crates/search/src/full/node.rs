//! The full search of one node, in numbered steps.
//!
//! Principal-variation search (fail-soft, minimal windows everywhere) with the forward pruning,
//! reductions and extensions of present chess programs, each behind a switch of [`super::Params`].
//! A step that may change the value counts in `horizons` whenever it decides something; a subtree
//! in which that counter did not move saw the whole game, and its value holds at every depth.
//! *Invariant.* With [`super::Params::exact`] the value is that of fail-soft alpha-beta to the
//! same depth. *Cost.* One clone of the position per move; no allocation once the stack has grown.
//!
//! The worth of a step is given as the nodes to a fixed depth without it, relative to the search
//! with everything on, for Connect Four, Othello and draughts in this order, as measured by
//! `cargo run --release -p zermelo-players --example worth`.

use zermelo_game::{Game, INFINITY, Score};

use super::domain::{Domain, Moment, Nature};
use super::learnt::CORRECTIONS;
use super::ordering::Candidate;
use super::pruning::Singular;
use super::score::{DECIDED, WIN, from_position, from_root};
use super::steps::Step;
use super::worker::{NONE, Worker};
use crate::MAX_PLY;

/// A position on the path: what every step looks at.
pub(super) struct Here<'g, D: Domain> {
    pub game: &'g D::Game,
    pub state: &'g D::State,
    pub nature: Nature,
    /// By what the error of its evaluation is remembered.
    pub structures: [u64; CORRECTIONS],
    pub ply: usize,
}

impl<D: Domain> Clone for Here<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain> Copy for Here<'_, D> {}

impl<D: Domain> Worker<'_, D> {
    /// The value of a position for the side to move, within a window; a bound outside it.
    /// `expect_cut` says that the parent expects this node to fail high.
    ///
    /// Step 1, apart because most nodes go no further. Depth limit: a forced position (check, a
    /// compulsory capture) has few moves and no meaningful evaluation, so it is searched a ply
    /// deeper; at depth 0 the rest is quiescence. Risk: long forced lines, so none beyond twice
    /// the nominal depth. Worth: 0.71, 1.00, 0.14, for an extension costs nodes and buys sight.
    #[inline]
    pub(super) fn node(
        &mut self,
        game: &D::Game,
        state: &D::State,
        mut depth: i32,
        window: (Score, Score),
        ply: usize,
        expect_cut: bool,
    ) -> Score {
        let here = self.here(game, state, ply);
        let extends = self.params.forced_extension == 1 && (ply as i32) < 2 * self.root_depth;
        depth += i32::from(here.nature.forced && extends);
        if depth <= 0 {
            self.quiescence(here, window, self.params.quiescence_plies)
        } else {
            self.inner_node(here, depth, window, expect_cut)
        }
    }

    /// Steps 2 to 18: a node with depth left.
    ///
    /// `expect_cut`, the guess of the parent: after its first move it expects every child to refute
    /// the move, hence the scouts' `true`; the child of a node that expects to be cut off is expected
    /// to fail low, and the other way round; on the principal variation nothing is expected.
    fn inner_node(
        &mut self,
        here: Here<'_, D>,
        mut depth: i32,
        (mut alpha, mut beta): (Score, Score),
        expect_cut: bool,
    ) -> Score {
        let on = |switch: i64| switch == 1;
        let p = self.params;
        let Here {
            game,
            state,
            nature,
            ply,
            ..
        } = here;

        // Step 2. The node is counted, the limits are looked at now and then, and a finished game
        // has its value. A line as long as recursion allows is evaluated where it stands.
        if self.enter(ply) {
            return 0;
        }
        if let Some(value) = self.domain.finished(game, Moment::Node) {
            self.steps.count(Step::Finished, true);
            self.counts.leaves += 1;
            self.horizons += u64::from(self.domain.finished_by_count(game));
            return from_root(value, ply);
        }
        if ply >= MAX_PLY {
            self.horizons += 1;
            self.counts.leaves += 1;
            return self.evaluate(&here);
        }

        // Step 3. A position that has occurred before is a draw: whoever wants more had a better
        // move the first time round. Sound for cycles on the path, but the value then depends on
        // the path, while the table is shared between paths (the graph-history problem). Worth: 1.00,
        // 1.00, 1.00, since the positions measured seldom repeat; without it a won ending need
        // never be won.
        let excluded = self.frames[ply].excluded;
        let pv = alpha + 1 < beta;
        let (asks_table, horizons) = (depth >= p.table_min_depth as i32, self.horizons);
        let key = if asks_table || nature.reversible > 0 {
            game.key()
        } else {
            0
        };
        let repeated = excluded == 0 && self.repeats(key, ply, nature.reversible);
        if on(p.repetition) && repeated && self.steps.count(Step::Repetition, true) {
            self.horizons += 1;
            self.counts.leaves += 1;
            return 0;
        }

        // Step 4. Distance to the end. The soonest win from here is one ply away, the soonest loss
        // is here and now; a window beyond either is empty. Sound.
        let window = (alpha, beta);
        let (mut lower, mut upper) = (from_root(-WIN, ply), from_root(WIN - 1, ply));
        if on(p.win_distance) && (lower >= beta || upper <= alpha) {
            return if lower >= beta { lower } else { upper };
        }

        // Step 5. The table answers if its entry is deep enough and its bound settles the window;
        // otherwise it gives the move to try first. On the principal variation, whose line is
        // wanted, only an exact entry whose subtree saw the whole game answers, unless it is won or
        // lost (without the minimal windows of step 16, values outside the window do too). Where a
        // count of moves is about to end the game it only gives the move. Risk: an entry
        // deeper than asked makes the value depend on what was searched before. Worth: 1.15,
        // 1.42, 1.29.
        let entry = if asks_table {
            self.table.get(key)
        } else {
            None
        };
        let remembered = entry.map_or(0, |entry| entry.place);
        let answers = excluded == 0 && !nature.counted_out;
        if let Some(entry) = entry.filter(|_| answers && on(p.table_cut)) {
            let value = from_root(entry.value, ply);
            if self
                .steps
                .count(Step::Table, self.settles(entry, value, depth, window))
            {
                self.horizons += u64::from(!entry.whole);
                self.counts.table_hits += 1;
                return value;
            }
        }

        // Step 6. What is known from outside: a tablebase, an exact solver, bounds by the rules.
        // Sound as far as the domain is.
        let asked = (from_position(alpha, ply), from_position(beta, ply));
        let known = self.domain.outside(game, depth, asked);
        self.nodes += known.nodes;
        self.horizons += u64::from(!known.whole);
        lower = lower.max(from_root(known.lower, ply));
        upper = upper.min(from_root(known.upper, ply));
        if lower >= beta || upper <= alpha || lower == upper {
            self.steps.count(Step::Outside, true);
            self.counts.leaves += 1;
            return self.keep_outside(key, depth, (lower, upper), window, ply, known);
        }
        // One below the bound, so that a value equal to it still has a best move.
        alpha = alpha.max(lower - 1);
        beta = beta.min(upper);

        // Step 7. Without a remembered move the order is poor and the node expensive: it is
        // searched a ply shallower, and the next iteration finds a move in the table. Only where a
        // good first move saves most: on the principal variation and where a cut is expected.
        // Risk: a ply. Worth: 1.47, 1.74, 1.52.
        if on(p.internal_reduction)
            && remembered == 0
            && excluded == 0
            && depth >= p.internal_reduction_depth as i32
            && (pv || expect_cut)
        {
            depth -= 1;
        }

        // Step 8. Static evaluation, and whether it has improved since our last move (it has where
        // there was none then, and has not where there is none now): while we improve, cuts above beta need a smaller margin and
        // fewer moves are left out below alpha. The table may know better than the evaluation.
        let evaluation = if nature.forced || !self.wants_evaluation {
            NONE
        } else {
            self.evaluate(&here)
        };
        self.frames[ply].evaluation = evaluation;
        let improving = on(p.improving)
            && evaluation != NONE
            && ply >= 2
            && evaluation > self.frames[ply - 2].evaluation;
        let evaluation = self.refined(evaluation, entry, ply);
        if ply > 0 && excluded == 0 {
            // Double extensions on the path so far; step 15 allows only a few.
            self.frames[ply].doubles = self.frames[ply - 1].doubles;
        }

        // Steps 9 to 12 cut whole nodes by the evaluation: only off the principal variation, not
        // when forced or inside a singular search, and not when the window is about winning.
        if !pv && evaluation != NONE && excluded == 0 && alpha > -DECIDED && beta < DECIDED {
            // Step 9. Reverse futility: above beta by a margin that grows with the depth and is
            // a ply smaller while we improve, so that a few plies will hardly bring it down.
            // Risk: a threat the evaluation does not see. Worth: 3.05, 3.44, 2.06.
            let margin = p.reverse_futility_margin as Score * (depth - i32::from(improving));
            if on(p.reverse_futility)
                && depth <= p.reverse_futility_depth as i32
                && self
                    .steps
                    .count(Step::ReverseFutility, evaluation - margin >= beta)
            {
                self.horizons += 1;
                return evaluation;
            }

            // Step 10. Razoring: so far below alpha that only unquiet moves could help; if
            // quiescence agrees, that is the value. Risk: a quiet move that saves the day.
            // Worth: 0.99, 0.96, 0.88: nothing in these games; it is here for chess.
            if on(p.razoring)
                && depth <= p.razoring_depth as i32
                && evaluation + p.razoring_margin as Score * depth <= alpha
            {
                let value = self.quiescence(here, (alpha, beta), p.quiescence_plies);
                if self.steps.count(Step::Razoring, value <= alpha) || self.stopped.is_some() {
                    return value;
                }
            }

            // Step 11. Null move (Donninger 1993): if giving up a move still leaves us above
            // beta, some move will too. Wrong in zugzwang: the domain then offers no null move,
            // and from some depth on a search without null moves must confirm the cut. None of the
            // three games has a pass that is safe to suppose.
            if on(p.null_move)
                && depth >= p.null_move_depth as i32
                && evaluation >= beta
                && let Some(value) = self.null_move(&here, depth, beta, evaluation, expect_cut)
            {
                return value;
            }

            // Step 12. ProbCut (Buro 1995, as chess programs do it): an unquiet move that
            // quiescence and a shallow search hold far above beta will do so deeper. Risk: a
            // shallow refutation missed. It is here for chess.
            if on(p.probcut)
                && depth >= p.probcut_depth as i32
                && let Some(value) = self.probcut(&here, depth, beta, evaluation, entry)
            {
                return value;
            }
        }
        if self.stopped.is_some() {
            return 0;
        }

        // Step 13. Moves, best first: the remembered one, unquiet ones by bonus and history,
        // killers, quiet ones by history, continuation history and the threats they leave or enter (in
        // chess +54 ± 40 Elo: step 14 must not leave out the move that saves a queen), losing exchanges
        // last (without `exchange-order` bonuses alone decide). Order
        // changes no value by itself, only how soon it is found; steps 14 and 16 rely on it when
        // they leave out or reduce what comes late. Worth of killers: 1.04, 1.00, 0.88; of
        // history: 1.09, 1.14, 1.11; of continuation history: 0.95, 1.00, 1.05. Then a child that
        // the table already knows to be bad for the opponent ends the node: 1.51, 1.00, 1.33; as
        // sound as step 5. Staged, the remembered move is searched before the others have their
        // places in the order, and unquiet moves before quiet ones are generated: where one cuts,
        // the others are not needed.
        let child_cut = on(p.child_cut) && !pv && answers && depth >= p.child_cut_depth as i32;
        let staged = on(p.staged) && !child_cut;
        let mut moves = self.moves(&here, depth, remembered, staged);
        let first = moves.first;
        if !self.has_moves(&moves) {
            self.counts.leaves += 1;
            if let Some(value) = self.domain.finished(game, Moment::Stuck) {
                return from_root(value, ply);
            }
            self.horizons += 1;
            return self.evaluate(&here);
        }
        self.counts.interior += 1;
        // Killers are moves that refuted siblings: those of another node's grandchildren are none.
        if let Some(child) = self.frames.get_mut(ply + 2) {
            child.killers = [None; 2];
        }
        if child_cut && let Some(value) = self.child_cut(game, depth, beta, first, ply) {
            self.stack.truncate(first);
            return value;
        }
        let advised = p.advice_reduction > 0 && self.stack[first..].iter().any(|c| c.advised);
        let (mut best, mut best_place) = (-INFINITY, 0);
        let mut number = 0;
        let doubles = self.frames[ply].doubles;
        let mut next = first;
        while self.pick_next(&here, depth, remembered, &mut moves, next) {
            let at = next;
            let candidate = self.stack[at];
            next += 1;
            let Candidate { m, noisy, .. } = candidate;
            if excluded != 0 && candidate.place == excluded {
                continue;
            }
            let unknown = i32::from(advised && !candidate.advised);
            let reduction =
                self.reduction(&candidate, depth, number, (pv, improving, expect_cut), ply)
                    + unknown * p.advice_reduction as i32;

            // Step 14. Moves left out, once one has been searched that does not lose: late and
            // hopeless quiet moves, those with a bad history, and losing exchanges (which these
            // games do not have); quiet moves that force the opponent may be spared. How much must
            // be missing grows with the depth, which is the one the move would be reduced to (step
            // 16) where `reduced-pruning` is on: what is searched shallowly is judged so. Not when
            // forced; on the principal variation too. Risk: the point of a move may come late.
            // Worth of late-move pruning: 1.25, 1.32, 1.66; of futility: 1.03, 0.98, 0.96.
            if best > -DECIDED && !nature.forced {
                let reduced = if on(p.reduced_pruning) {
                    (depth - reduction).max(1)
                } else {
                    depth
                };
                if !moves.skips_quiets
                    && self.leaves_quiets((depth, reduced), number, evaluation, alpha, improving)
                {
                    self.drop_quiets(game, &mut moves, next);
                }
                let skipped = !noisy
                    && (moves.skips_quiets || self.has_bad_history(&candidate, reduced))
                    && candidate.place != remembered
                    && !self.is_spared(game, m);
                if skipped || self.loses_exchange(game, &candidate, (depth, reduced)) {
                    self.horizons += 1;
                    continue;
                }
            }
            self.stack[at].searched = true;

            // Step 15. Singular extension (Anantharaman et al. 1990): if a shallower search without
            // the remembered move stays well below its value, the move is the only one, and the
            // position deserves a ply more, or two if they stay far below. If instead the others
            // reach beta too, several moves refute and the node is cut; if the move's own value
            // was a refutation or one is expected, it is not the only one and gets less. Risk: of
            // the extensions only time; of the rest a shallow search believed. Worth: 0.41, 0.71,
            // 0.38: nodes that buy sight.
            let mut extension = 0;
            if let Some(entry) = entry.filter(|_| candidate.place == remembered) {
                let found = self.singular(&here, entry, depth, (beta, pv), expect_cut);
                if self.stopped.is_some() {
                    self.stack.truncate(first);
                    return 0;
                }
                match found {
                    Singular::Extend(plies) => extension = plies,
                    Singular::Cut(value) => {
                        self.horizons += 1;
                        self.stack.truncate(first);
                        return value;
                    }
                }
            }

            // Step 16. The move is searched: the first with the whole window; later ones
            // shallower by how late and how unpromising they are (less where they force the
            // opponent), with a minimal window that only asks whether they are better; then, if
            // they are, again to the full depth (a ply more or less by how much better they
            // looked), and with the whole window on the principal variation. Reductions risk
            // overlooking what only the full depth shows; the windows are sound. Worth of
            // reductions: 3.52, 1.43, 1.98. Where an adviser knows some of the moves, the others
            // are searched `advice-reduction` plies shallower first.
            self.enter_move(&candidate, ply);
            self.frames[ply].doubles = doubles + u16::from(extension > 1);
            let child = game.after(m);
            self.table.soon(child.key());
            let child_state = self.child_state(&child, game, state, m);
            let lower_bound = alpha.max(best);
            let window = (lower_bound, beta);
            let mut below = depth - 1 + extension;
            let mut value = 0;
            let mut full = number == 0 || !on(p.scout) && reduction == 0;
            if !full {
                let forces = p.reduction_forcing > 0
                    && reduction > 0
                    && self.domain.nature(&child, &child_state).forced;
                let eased = if forces {
                    p.reduction_forcing as i32
                } else {
                    0
                };
                let reduced = (below - (reduction - eased).max(0)).max(1).min(below);
                let scout = (-lower_bound - 1, -lower_bound);
                value = -self.node(&child, &child_state, reduced, scout, ply + 1, true);
                if on(p.scout)
                    && reduced < below
                    && !self.steps.count(Step::Reduction, value <= lower_bound)
                    && self.stopped.is_none()
                {
                    self.counts.researches += 1;
                    if on(p.reduction_deeper) {
                        let far = p.reduction_deeper_margin as Score + 2 * depth;
                        below += i32::from(value > best + far);
                        below -= i32::from(value < best + depth);
                    }
                    value = -self.node(&child, &child_state, below, scout, ply + 1, !expect_cut);
                }
                full = if on(p.scout) {
                    let settled = value <= lower_bound || value >= beta;
                    pv && !self.steps.count(Step::Scout, settled)
                } else {
                    value > lower_bound
                };
                self.counts.researches += u64::from(full);
            }
            if full && self.stopped.is_none() {
                let (low, high) = (-window.1, -window.0);
                let cut = !pv && !expect_cut;
                value = -self.node(&child, &child_state, below, (low, high), ply + 1, cut);
            }
            if self.stopped.is_some() {
                self.stack.truncate(first);
                return 0;
            }
            number += 1;

            // Step 17. A better value is the new lower end of the window for the moves to come;
            // one that reaches beta ends the node, and the order learns from it.
            if value > best {
                best = value;
                if value > alpha {
                    best_place = candidate.place;
                    if pv {
                        self.keep_line(m, ply);
                    }
                    if value >= beta {
                        self.counts.cutoffs.window += 1;
                        self.steps.cut_by_move(number - 1);
                        self.learn_cut(first, at, depth, ply);
                        break;
                    }
                }
            }
        }
        self.stack.truncate(first);
        if excluded != 0 {
            // Without the excluded move there may have been none: that is as singular as can be.
            return if best == -INFINITY { alpha } else { best };
        }

        // Step 18. What was found is remembered: in the table, with the bound it is, and as the
        // error of the evaluation, if the value is exact or the evaluation lies on the wrong side
        // of the bound.
        best = best.clamp(lower, upper);
        self.remember(
            &here,
            depth,
            (best, best_place),
            window,
            (key, asks_table, horizons),
        );
        best
    }
}
