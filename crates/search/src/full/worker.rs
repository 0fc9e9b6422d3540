//! One thread of a search: its path, its moves, its counters, and when it stops.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use zermelo_game::random::mix;
use zermelo_game::{Game, MAX_PAYOFF, Score};

use super::domain::{Domain, Nature, Parent, STRUCTURES};
use super::learnt::{BACK, CONTEXTS, CORRECTIONS, Learnt, Reductions};
use super::node::Here;
use super::ordering::Candidate;
use super::params::Params;
use super::steps::Steps;
use super::table::Table;
use crate::{Counts, Limits, Stopped};

/// The moves of a domain's game.
pub type MoveOf<D> = <<D as Domain>::Game as Game>::Move;

/// How often the limits are looked at, in nodes.
const CHECK_EVERY: u64 = 1024;

/// Depth 1 is finished whatever the limits say, as long as it takes no more nodes than this: where
/// captures go on and on, quiescence alone may take minutes.
pub(super) const FIRST_NODES: u64 = 4096;

/// A static evaluation that was not made.
pub(super) const NONE: Score = Score::MIN;

/// What the threads of one search share beside the table.
#[derive(Default)]
pub(super) struct Shared {
    pub stop: AtomicBool,
    pub nodes: AtomicU64,
}

/// One ply of the current path.
pub(super) struct Frame<M> {
    pub killers: [Option<M>; 2],
    /// The move being searched, as a context of later ones; `None` after a null move.
    pub context: Option<usize>,
    pub null: bool,
    pub evaluation: Score,
    /// The place of the move that a singular search leaves out; 0 outside of such a search.
    pub excluded: u16,
    /// Moves on the path so far that were extended by two plies.
    pub doubles: u16,
    pub pv: Vec<M>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Frame {
            killers: [None, None],
            context: None,
            null: false,
            evaluation: NONE,
            excluded: 0,
            doubles: 0,
            pv: Vec::new(),
        }
    }
}

pub(super) struct Worker<'a, D: Domain> {
    pub domain: &'a mut D,
    pub params: &'a Params,
    pub table: &'a Table,
    pub learnt: &'a mut Learnt,
    pub reductions: Reductions,
    pub shared: &'a Shared,
    pub limits: Limits<'a>,
    /// Whether this is the thread whose answer counts; it alone asks the stop test.
    pub main: bool,
    /// Off until depth 1 is finished; then, or after [`FIRST_NODES`], the limits count.
    pub may_stop: bool,
    pub stopped: Option<Stopped>,
    pub nodes: u64,
    next_check: u64,
    reported: u64,
    pub counts: Counts,
    pub steps: Steps,
    /// Values so far that depended on the depth limit or on a guess rather than on the rules.
    pub horizons: u64,
    pub deepest: usize,
    pub frames: Vec<Frame<MoveOf<D>>>,
    pub stack: Vec<Candidate<MoveOf<D>>>,
    pub generated: Vec<MoveOf<D>>,
    /// Keys of the game before the root, then of the path.
    keys: Vec<u64>,
    before_root: usize,
    /// No null move above this ply: a verification is under way.
    pub null_from: usize,
    pub root_depth: i32,
    /// Whether some step in use wants the static evaluation of inner nodes.
    pub wants_evaluation: bool,
}

impl<'a, D: Domain> Worker<'a, D> {
    #[allow(clippy::too_many_arguments)]
    pub fn new(
        domain: &'a mut D,
        params: &'a Params,
        table: &'a Table,
        learnt: &'a mut Learnt,
        shared: &'a Shared,
        limits: Limits<'a>,
        history: &[u64],
        main: bool,
    ) -> Worker<'a, D> {
        let p = params;
        let static_steps = [
            p.correction,
            p.reverse_futility,
            p.razoring,
            p.null_move,
            p.futility,
            p.late_move_pruning,
            p.late_move_reductions,
            p.probcut,
        ];
        Worker {
            domain,
            params,
            table,
            learnt,
            reductions: Reductions::new(params),
            shared,
            limits,
            main,
            may_stop: !main,
            stopped: None,
            nodes: 0,
            next_check: 0,
            reported: 0,
            counts: Counts::default(),
            steps: Steps::default(),
            horizons: 0,
            deepest: 0,
            frames: Vec::new(),
            stack: Vec::new(),
            generated: Vec::new(),
            keys: history.to_vec(),
            before_root: history.len(),
            null_from: 0,
            root_depth: 0,
            wants_evaluation: static_steps.contains(&1),
        }
    }

    /// Counts a node and makes its frame; `true` if the search must end.
    #[inline]
    pub fn enter(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        if self.frames.len() <= ply + 1 {
            self.frames.resize_with(ply + 2, Frame::default);
        }
        self.frames[ply].pv.clear();
        self.deepest = self.deepest.max(ply);
        self.nodes >= self.next_check && self.look_at_limits()
    }

    #[cold]
    fn look_at_limits(&mut self) -> bool {
        let all = self
            .shared
            .nodes
            .fetch_add(self.nodes - self.reported, Relaxed)
            + self.nodes
            - self.reported;
        self.reported = self.nodes;
        let left = self.limits.nodes.saturating_sub(all).max(1);
        self.next_check = self.nodes + CHECK_EVERY.min(left);
        if !self.may_stop && self.nodes < FIRST_NODES {
            return false;
        }
        if self.shared.stop.load(Relaxed) {
            self.stopped = self.stopped.or(Some(Stopped::Asked));
        } else if all > self.limits.nodes {
            self.stopped = Some(Stopped::Nodes);
        } else if self.main && self.limits.stop.is_some_and(|stop| stop()) {
            self.stopped = Some(Stopped::Asked);
        }
        self.stopped.is_some()
    }

    /// The move about to be searched becomes the context of later ones.
    #[inline]
    pub fn enter_move(&mut self, candidate: &Candidate<MoveOf<D>>, ply: usize) {
        let known = self.learnt.has_patterns();
        self.frames[ply].context = known.then_some(candidate.pattern.into());
        self.frames[ply].null = false;
    }

    /// Nodes of all threads, as far as they have told.
    pub fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes - self.reported
    }

    /// Looks at the limits before the next node.
    pub fn look_soon(&mut self) {
        self.next_check = self.nodes;
    }

    /// The static evaluation of an unfinished position, corrected by what was learnt.
    #[inline]
    pub fn evaluate(&mut self, here: &Here<'_, D>) -> Score {
        self.counts.evaluations += 1;
        let mut value = self.domain.evaluate(here.game, here.state);
        if self.params.correction == 1 {
            value += self.learnt.correction(&here.structures, here.game.side());
        }
        value.clamp(-MAX_PAYOFF, MAX_PAYOFF)
    }

    /// By what the error of the evaluation is remembered at a node: the structures of its
    /// position, and the last two moves.
    #[inline]
    fn structures(&self, nature: &Nature, ply: usize) -> [u64; CORRECTIONS] {
        let mut structures = [0; CORRECTIONS];
        structures[..STRUCTURES].copy_from_slice(&nature.structures);
        if self.params.correction_moves == 1 && ply >= 2 {
            let (last, before) = (self.frames[ply - 1].context, self.frames[ply - 2].context);
            if let (Some(last), Some(before)) = (last, before) {
                structures[STRUCTURES] = mix((last << 16 | before) as u64 + 1);
            }
        }
        structures
    }

    /// A position on the path, as every step looks at it. The corrections of its evaluation are
    /// asked for now: they arrive while it is held against the rules and the table.
    #[inline]
    pub fn here<'g>(&self, game: &'g D::Game, state: &'g D::State, ply: usize) -> Here<'g, D> {
        let nature = self.domain.nature(game, state);
        let mut structures = [0; CORRECTIONS];
        if self.params.correction == 1 {
            structures = self.structures(&nature, ply);
            self.learnt.soon(&structures, game.side());
        }
        Here {
            game,
            state,
            nature,
            structures,
            ply,
        }
    }

    /// The evaluation state after a move.
    #[inline]
    pub fn child_state(
        &mut self,
        child: &D::Game,
        game: &D::Game,
        state: &D::State,
        played: MoveOf<D>,
    ) -> D::State {
        let parent = Parent {
            game,
            state,
            played,
        };
        self.domain.state(child, Some(parent))
    }

    /// Puts a position on the path; `true` if it has occurred before, in the game or on the path.
    #[inline]
    pub fn repeats(&mut self, key: u64, ply: usize, reversible: usize) -> bool {
        let here = self.before_root + ply;
        self.keys.truncate(here);
        self.keys.push(key);
        // Each side must take a move back, so four plies are the shortest way round.
        let farthest = reversible.min(here);
        let mut distance = 4;
        while distance <= farthest {
            if self.keys[here - distance] == key {
                return true;
            }
            distance += 2;
        }
        false
    }

    /// The moves before this ply, as contexts.
    #[inline]
    pub fn contexts(&self, ply: usize) -> [Option<usize>; CONTEXTS] {
        std::array::from_fn(|i| {
            let above = ply.checked_sub(BACK[i])?;
            let wanted = (i as i64) < self.params.continuation_contexts;
            self.frames[above].context.filter(|_| wanted)
        })
    }

    /// Learns from a move that cut off, at the end of the moves tried so far: it, and against
    /// those before it.
    #[inline]
    pub fn learn_cut(&mut self, first: usize, cut: usize, depth: i32, ply: usize) {
        let best = self.stack[cut];
        let bonus = (depth * self.params.history_slope as i32).min(self.params.history_most as i32);
        let contexts = self.contexts(ply);
        if !best.noisy {
            let killers = &mut self.frames[ply].killers;
            if self.params.killers == 1 && killers[0] != Some(best.m) {
                *killers = [Some(best.m), killers[0]];
            }
            self.learnt
                .learn_continuation(contexts, best.pattern.into(), bonus);
        }
        self.learnt.learn_history(best.index as usize, bonus);
        for i in first..cut {
            let other = self.stack[i];
            if !other.searched || best.noisy && !other.noisy {
                continue;
            }
            self.learnt.learn_history(other.index as usize, -bonus);
            if !other.noisy {
                self.learnt
                    .learn_continuation(contexts, other.pattern.into(), -bonus);
            }
        }
    }

    /// Makes a move the beginning of the best line at a ply, followed by the line below it.
    #[inline]
    pub fn keep_line(&mut self, m: MoveOf<D>, ply: usize) {
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let line = &mut above[ply].pv;
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0].pv);
    }
}
