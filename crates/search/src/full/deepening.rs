//! The root: deeper and deeper, with narrow windows, for one best line or several.
//!
//! Iterative deepening (Slate & Atkin 1977), aspiration windows that widen on the side on which
//! they fail, the root's moves re-sorted after each pass. *Invariants.* Depth 1 is
//! finished unless it takes more nodes than most searches need for it (`FIRST_NODES`); there is a
//! move even then, and `Root::depth` is 0. An interrupted iteration replaces a finished one's move only with a move that it has
//! proved better: the old move is searched first, and nothing counts before its value is known.
//! It ends early when no value depended on a depth limit any more, or when a win or loss is nearer
//! than what was searched.

use zermelo_game::{Game, INFINITY, Score};

use super::domain::{ADVISED, Domain, Select};
use super::learnt::Learnt;
use super::score::{DECIDED, plies_to_end};
use super::worker::{MoveOf, Worker};
use super::{Iteration, Line, Params};
use crate::table::Bound;

/// The depth for which advice about the root's moves is asked: some.
const ROOT_DEPTH: i32 = 1;

/// A move of the root, and what is known of it.
struct RootMove<M> {
    m: M,
    context: Option<usize>,
    noisy: bool,
    /// Whether an adviser knows it.
    advised: bool,
    /// Nodes that the current iteration spent on it.
    nodes: u64,
    score: Score,
    bound: Bound,
    pv: Vec<M>,
}

/// A search in progress, seen from the root.
pub(super) struct Root<'g, D: Domain> {
    game: &'g D::Game,
    state: D::State,
    moves: Vec<RootMove<MoveOf<D>>>,
    /// The lines of the last finished iteration, best first.
    pub lines: Vec<Line<MoveOf<D>>>,
    pub depth: u32,
    pub solved: bool,
    pub watch: Option<&'g (dyn Fn(u32, MoveOf<D>, usize) + Sync)>,
}

impl<'g, D: Domain> Root<'g, D> {
    /// The root's moves: all, or those asked for.
    pub fn new(
        game: &'g D::Game,
        domain: &mut D,
        learnt: &Learnt,
        only: Option<&[MoveOf<D>]>,
    ) -> Root<'g, D> {
        let mut generated = Vec::new();
        match only {
            Some(moves) => generated.extend(moves.iter().filter(|&&m| game.is_legal(m))),
            None => domain.moves(game, Select::All, &mut generated),
        }
        if generated.is_empty() {
            // A filter may find nothing worth a search in a lost position; a player must move.
            game.legal_moves(&mut generated);
        }
        let state = domain.state(game, None);
        // Without an adviser all are equal, and the order stays.
        generated.sort_by_cached_key(|&m| {
            std::cmp::Reverse(domain.about(game, &state, m, ROOT_DEPTH).advice)
        });
        let describe = |&m: &MoveOf<D>| RootMove {
            m,
            context: learnt.pattern(&domain.about(game, &state, m, 0)),
            noisy: domain.about(game, &state, m, 0).noisy,
            advised: domain.about(game, &state, m, ROOT_DEPTH).advice >= ADVISED,
            nodes: 0,
            score: -INFINITY,
            bound: Bound::Upper,
            pv: vec![m],
        };
        let moves: Vec<_> = generated.iter().map(describe).collect();
        // Until an iteration is finished, any move will do.
        let line = |root: &RootMove<_>| Line {
            score: 0,
            bound: Bound::Exact,
            pv: root.pv.clone(),
        };
        Root {
            lines: moves.iter().take(1).map(line).collect(),
            game,
            state,
            moves,
            depth: 0,
            solved: false,
            watch: None,
        }
    }

    /// Whether the game is over here.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    fn lines_of(&self, count: usize) -> Vec<Line<MoveOf<D>>> {
        let line = |root: &RootMove<MoveOf<D>>| Line {
            score: root.score,
            bound: root.bound,
            pv: root.pv.clone(),
        };
        self.moves.iter().take(count).map(line).collect()
    }
}

impl<D: Domain> Worker<'_, D> {
    /// Searches from `from` to `depth` plies, or until stopped or told to end.
    pub(super) fn deepen(
        &mut self,
        root: &mut Root<'_, D>,
        (from, depth): (u32, u32),
        lines: usize,
        on_iteration: &mut dyn FnMut(&Iteration<'_, MoveOf<D>>) -> bool,
    ) {
        let wanted = lines.clamp(1, root.moves.len());
        for depth in depths(from, depth, self.params.deepening_step as u32) {
            self.root_depth = depth as i32;
            let (horizons, nodes) = (self.horizons, self.nodes);
            root.moves.iter_mut().for_each(|root| root.nodes = 0);
            for first in 0..wanted {
                self.aspire(root, depth as i32, first);
                if self.stopped.is_some() {
                    break;
                }
            }
            if self.stopped.is_some() {
                // What was proved better than the finished iteration's move stands.
                if root.moves[0].bound != Bound::Upper {
                    let mut best = root.lines_of(1).remove(0);
                    let known = root
                        .lines
                        .iter()
                        .position(|line| line.pv.first() == best.pv.first());
                    root.lines[..=known.unwrap_or(0)].rotate_right(1);
                    // A bound has no line but its move: what was expected to follow still is.
                    if known.is_some() && best.pv.len() < root.lines[0].pv.len() {
                        best.pv.clone_from(&root.lines[0].pv);
                    }
                    root.lines[0] = best;
                }
                return;
            }
            root.moves[..wanted].sort_by_key(|root| std::cmp::Reverse(root.score));
            root.lines = root.lines_of(wanted);
            root.depth = depth;
            root.solved = self.horizons == horizons;
            self.may_stop = true;
            self.look_soon();
            let goes_on = on_iteration(&Iteration {
                depth,
                deepest: self.deepest,
                nodes: self.all_nodes(),
                share: (root.moves[0].nodes * 1000 / (self.nodes - nodes).max(1)) as u32,
                lines: &root.lines,
                permille: self.table.permille(),
            });
            if !goes_on || root.solved || self.decided(root, depth) {
                return;
            }
        }
    }

    /// Whether every line ends well within what was searched: deeper will not change it.
    fn decided(&self, root: &Root<'_, D>, depth: u32) -> bool {
        // With forward pruning a nearer win may hide: look twice as far.
        let exact = Params::UNSOUND
            .iter()
            .all(|name| self.params.get(name) == Some(0));
        let factor = if exact { 1 } else { 2 };
        root.lines.iter().all(|line| {
            plies_to_end(line.score).is_some_and(|plies| plies.unsigned_abs() * factor <= depth)
        })
    }

    /// One line of an iteration: narrow windows first, wider on the side that failed.
    fn aspire(&mut self, root: &mut Root<'_, D>, depth: i32, first: usize) {
        let p = self.params;
        let estimate = root.moves[first].score;
        let narrow =
            p.aspiration == 1 && depth >= p.aspiration_depth as i32 && estimate.abs() < DECIDED;
        let mut width = p.aspiration_width;
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        if narrow {
            (alpha, beta) = (lowered(estimate, width), raised(estimate, width));
        }
        let full = depth;
        let mut depth = depth;
        let mut proved = first;
        loop {
            for other in &mut root.moves[proved..] {
                other.bound = Bound::Upper;
            }
            let value = self.root_moves(root, depth, (alpha, beta), first);
            if self.stopped.is_some() {
                break;
            }
            width = (width * p.aspiration_growth / 100).min(i64::from(INFINITY));
            if value <= alpha {
                alpha = lowered(value, width);
                depth = full;
                proved = first;
            } else if value >= beta {
                beta = raised(value, width);
                // The move that was better than the window comes first, and is better than the
                // others until its value is known.
                sort_found(&mut root.moves[first..]);
                proved = first + 1;
                if p.aspiration_shallower == 1 && value < DECIDED {
                    depth = (depth - 1).max(full - 3).max(1);
                }
            } else {
                break;
            }
            self.counts.researches += 1;
        }
        sort_found(&mut root.moves[first..]);
    }

    /// One pass over the root's moves from `first` on.
    fn root_moves(
        &mut self,
        root: &mut Root<'_, D>,
        depth: i32,
        (alpha, beta): (Score, Score),
        first: usize,
    ) -> Score {
        if self.enter(0) {
            return 0;
        }
        self.counts.interior += 1;
        let (game, key) = (root.game, root.game.key());
        self.repeats(key, 0, 0);
        let here = self.here(game, &root.state, 0);
        let sees = self.wants_evaluation && !here.nature.forced;
        self.frames[0].evaluation = if sees {
            self.evaluate(&here)
        } else {
            super::worker::NONE
        };
        let advised = root.moves.iter().any(|root| root.advised);
        let mut best = -INFINITY;
        for i in first..root.moves.len() {
            let m = root.moves[i].m;
            if let Some(watch) = root.watch {
                watch(depth as u32, m, i + 1);
            }
            let child = game.after(m);
            let state = self.child_state(&child, game, &root.state, m);
            self.frames[0].context = root.moves[i].context;
            let nodes = self.nodes;
            let lower = alpha.max(best);
            let mut value = lower + 1;
            let unknown = advised && !root.moves[i].advised;
            let plies = self.root_reduction((root.moves[i].noisy, unknown), depth, i);
            let whole = self.params.scout == 0;
            let open = i == first || whole && plies == 0;
            if !open {
                let scout = (-lower - 1, -lower);
                value = -self.node(&child, &state, depth - 1 - plies, scout, 1, true);
                if plies > 0 && value > lower && !whole && self.stopped.is_none() {
                    value = -self.node(&child, &state, depth - 1, scout, 1, true);
                }
                self.counts.researches += u64::from(value > lower && value < beta);
            }
            if value > lower && (open || whole || value < beta) && self.stopped.is_none() {
                value = -self.node(&child, &state, depth - 1, (-beta, -lower), 1, false);
            }
            if self.stopped.is_some() {
                return best;
            }
            let this = &mut root.moves[i];
            this.nodes += self.nodes - nodes;
            if i == first {
                this.bound = Bound::Upper;
            }
            if value > best {
                best = value;
                if value > alpha {
                    this.bound = Bound::of(value, alpha, beta);
                    self.frames[0].pv.clear();
                    self.keep_line(m, 0);
                    this.pv.clone_from(&self.frames[0].pv);
                }
            }
            if i == first || value > alpha && value >= best {
                this.score = value;
            }
            if value >= beta {
                break;
            }
        }
        best
    }
}

impl<D: Domain> Worker<'_, D> {
    /// By how many plies a move of the root is searched shallower first, because it is late, or
    /// because an adviser knows others and not this one.
    fn root_reduction(&self, (noisy, unknown): (bool, bool), depth: i32, number: usize) -> i32 {
        let p = self.params;
        let on = p.root_reduction == 1 && p.late_move_reductions == 1;
        let early = noisy || depth < p.reduction_depth as i32 || number < 3;
        let mut plies = 0;
        if on && !early {
            plies = (self.reductions.get(depth, number) - 1).max(0);
        }
        if unknown {
            plies += p.advice_reduction as i32;
        }
        plies.min(depth - 2).max(0)
    }
}

/// Moves whose value was found come first, by value; those that were only bounded keep their order.
fn sort_found<M>(moves: &mut [RootMove<M>]) {
    let key = |root: &RootMove<M>| (root.bound != Bound::Upper).then_some(root.score);
    moves.sort_by_key(|root| std::cmp::Reverse(key(root)));
}

/// The nominal depths of the iterations: the first, then in steps up to the last.
fn depths(first: u32, last: u32, step: u32) -> impl Iterator<Item = u32> {
    let offset = last.saturating_sub(first) % step;
    let odd = (offset > 0).then_some(first);
    odd.into_iter()
        .chain((first + offset..=last).step_by(step as usize))
}

fn lowered(score: Score, width: i64) -> Score {
    let low = (i64::from(score) - width).max(-i64::from(INFINITY));
    // A window about winning is not worth being careful.
    if low <= -i64::from(DECIDED) {
        -INFINITY
    } else {
        low as Score
    }
}

fn raised(score: Score, width: i64) -> Score {
    -lowered(-score, width)
}
