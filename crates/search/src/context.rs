//! The ground under every textbook algorithm: one move stack, one path, one set of counters.
//!
//! An algorithm is a recursive function over a [`Search`]. It asks [`Search::leaf`] whether the
//! node ends the line, opens it with [`Search::expand`], descends with [`Search::visit`] and
//! reports what it finds with [`Search::improve`] and [`Search::cut`]; counting, the principal
//! variation, stopping and observation happen here, so that the algorithms stay as short as in
//! the literature and are all instrumented alike.
//!
//! *Invariant.* `frames` holds one entry per ply of the current path; `visit` pushes and pops it
//! whatever happens below. *Cost.* One clone of the position per move; no allocation per node
//! once the stack has grown.

use zermelo_game::{Game, INFINITY, Score};

use crate::fail_soft::fail_soft;
use crate::observer::{Cut, LeafKind, Observer, Origin, Purpose};
use crate::{Answer, Counts, Evaluator, Limits, MAX_PLY, Stopped};

/// How often the stop test is asked, in nodes (a power of two).
const STOP_EVERY: u64 = 1024;

/// One node of the current path.
struct Frame {
    alpha: Score,
    beta: Score,
    /// The larger of alpha and the best value so far.
    reached: Score,
    /// Whether the node itself raised its alpha.
    raised: bool,
    /// Whether its alpha is a guess of the parent's rather than the negated beta of the parent.
    alpha_is_guess: bool,
    /// Whether its beta is a guess of the parent's rather than what the parent has reached.
    beta_is_guess: bool,
    /// What its own subtree proves, whatever the windows were.
    proved: Proved,
}

/// What the moves of a node searched so far, or its being a leaf, prove of its value.
struct Proved {
    /// It is at least this…
    least: Score,
    /// … and at most this, once all moves have been searched.
    most: Score,
    /// Whether the node is a leaf, or was opened and none of its moves left out.
    complete: bool,
}

impl Proved {
    fn nothing() -> Proved {
        Proved {
            least: -INFINITY,
            most: -INFINITY,
            complete: false,
        }
    }

    /// Takes in the value of a leaf, or of standing still.
    fn value(&mut self, value: Score) {
        self.least = self.least.max(value);
        self.most = self.most.max(value);
        self.complete = true;
    }

    /// Takes in what was proved of the node below a move.
    fn below(&mut self, child: &Proved) {
        let most = if child.complete { child.most } else { INFINITY };
        self.least = self.least.max(-most);
        self.most = self.most.max(-child.least);
    }
}

/// The moves of one node, as a stretch of the search's move stack.
pub struct Moves {
    first: usize,
    next: usize,
    end: usize,
}

/// A search in progress.
pub struct Search<'a, G: Game, E, O> {
    evaluator: &'a E,
    observer: &'a mut O,
    limits: Limits<'a>,
    /// What was done so far.
    pub counts: Counts,
    /// Values so far that depended on the depth limit rather than on the rules alone.
    pub horizons: u64,
    stack: Vec<G::Move>,
    frames: Vec<Frame>,
    lines: Vec<Vec<G::Move>>,
    best: Option<(Score, Vec<G::Move>)>,
}

impl<'a, G: Game, E: Evaluator<G>, O: Observer<G::Move>> Search<'a, G, E, O> {
    /// A search that has not begun.
    pub fn new(evaluator: &'a E, limits: Limits<'a>, observer: &'a mut O) -> Self {
        Search {
            evaluator,
            observer,
            limits,
            counts: Counts::default(),
            horizons: 0,
            stack: Vec::new(),
            frames: Vec::new(),
            lines: vec![Vec::new()],
            best: None,
        }
    }

    /// Plies from the root.
    pub fn ply(&self) -> usize {
        self.frames.len() - 1
    }

    /// The limits of this search.
    pub fn limits(&self) -> &Limits<'a> {
        &self.limits
    }

    /// Changes the limits from now on.
    pub fn set_limits(&mut self, limits: Limits<'a>) {
        self.limits = limits;
    }

    /// The evaluator of this search.
    pub fn evaluator(&self) -> &'a E {
        self.evaluator
    }

    /// Runs one pass from the root with a window.
    ///
    /// # Errors
    ///
    /// When the search was stopped; [`Search::answer`] then gives the best so far.
    pub fn root(
        &mut self,
        game: &G,
        alpha: Score,
        beta: Score,
        pass: impl FnOnce(&mut Self, &G) -> Result<Score, Stopped>,
    ) -> Result<Score, Stopped> {
        self.frames.clear();
        self.stack.clear();
        self.enter(None, alpha, beta, Purpose::Root);
        let result = pass(self, game);
        self.leave(result)
    }

    /// Plays a move and searches the child with its own window, by `below`. The value is the
    /// child's: the caller negates it.
    ///
    /// # Errors
    ///
    /// When the search was stopped.
    pub fn visit(
        &mut self,
        game: &G,
        m: G::Move,
        (alpha, beta): (Score, Score),
        purpose: Purpose,
        below: impl FnOnce(&mut Self, &G) -> Result<Score, Stopped>,
    ) -> Result<Score, Stopped> {
        let child = game.after(m);
        self.enter(Some(m), alpha, beta, purpose);
        let result = below(self, &child);
        self.leave(result)
    }

    /// Searches the same node to a smaller depth with a minimal window, by fail-soft
    /// alpha-beta, unobserved but counted.
    ///
    /// # Errors
    ///
    /// When the search was stopped.
    pub fn probe(
        &mut self,
        game: &G,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let mut silent = ();
        let mut probe = Search::new(self.evaluator, self.limits, &mut silent);
        probe.counts = self.counts;
        let result = probe.root(game, alpha, beta, |s, g| {
            fail_soft(s, g, depth, alpha, beta)
        });
        self.counts = probe.counts;
        self.horizons += probe.horizons;
        result
    }

    fn enter(&mut self, via: Option<G::Move>, alpha: Score, beta: Score, purpose: Purpose) {
        let parent = self.frames.last();
        let alpha_is_guess = parent.is_some_and(|parent| alpha > -parent.beta);
        let beta_is_guess = parent.is_some_and(|parent| beta < -parent.reached);
        self.frames.push(Frame {
            alpha,
            beta,
            reached: alpha,
            raised: false,
            alpha_is_guess,
            beta_is_guess,
            proved: Proved::nothing(),
        });
        let ply = self.ply();
        if self.lines.len() <= ply {
            self.lines.push(Vec::new());
        }
        self.lines[ply].clear();
        self.observer.enter(via, alpha, beta, purpose);
    }

    fn leave(&mut self, result: Result<Score, Stopped>) -> Result<Score, Stopped> {
        match result {
            Ok(value) => self.observer.leave(value),
            Err(_) => self.observer.abandon(),
        }
        if let (Some(child), Some(parent)) = (self.frames.pop(), self.frames.last_mut()) {
            parent.proved.below(&child.proved);
        }
        result
    }

    /// The node's value if it ends the line: by the rules, or because no depth is left. Counts
    /// the node, and is the place where a search notices that it must stop.
    ///
    /// # Errors
    ///
    /// When the search must stop.
    pub fn leaf(&mut self, game: &G, depth: u32) -> Result<Option<Score>, Stopped> {
        self.check_limits()?;
        if let Some(payoff) = game.payoff() {
            self.counts.leaves += 1;
            self.observer.leaf(LeafKind::Rules);
            let value = self.evaluator.terminal(payoff);
            self.prove(|proved| proved.value(value));
            return Ok(Some(value));
        }
        if depth == 0 || self.ply() >= MAX_PLY {
            self.counts.leaves += 1;
            return Ok(Some(self.evaluate(game)));
        }
        Ok(None)
    }

    /// The static value of an unfinished position, counted.
    pub fn evaluate(&mut self, game: &G) -> Score {
        self.counts.evaluations += 1;
        self.horizons += 1;
        self.observer.leaf(LeafKind::Evaluation);
        let value = self.evaluator.evaluate(game);
        self.prove(|proved| proved.value(value));
        value
    }

    /// Notes what is proved of the current node.
    fn prove(&mut self, note: impl FnOnce(&mut Proved)) {
        if let Some(frame) = self.frames.last_mut() {
            note(&mut frame.proved);
        }
    }

    fn check_limits(&self) -> Result<(), Stopped> {
        let nodes = self.counts.nodes();
        if nodes >= self.limits.nodes {
            return Err(Stopped::Nodes);
        }
        let asked = nodes.is_multiple_of(STOP_EVERY) && self.limits.stop.is_some_and(|stop| stop());
        if asked { Err(Stopped::Asked) } else { Ok(()) }
    }

    /// Opens an interior node: its moves, in natural order.
    pub fn expand(&mut self, game: &G) -> Moves {
        self.expand_with(|out| game.legal_moves(out))
    }

    /// Opens an interior node with the moves that `generate` appends.
    pub fn expand_with(&mut self, generate: impl FnOnce(&mut Vec<G::Move>)) -> Moves {
        self.counts.interior += 1;
        self.prove(|proved| proved.complete = true);
        let first = self.stack.len();
        generate(&mut self.stack);
        self.observer.expand(&self.stack[first..]);
        Moves {
            first,
            next: first,
            end: self.stack.len(),
        }
    }

    /// The next move of the node to search.
    pub fn next(&mut self, moves: &mut Moves) -> Option<G::Move> {
        // What the children pushed is dropped here: the stack ends where this node's moves do.
        self.stack.truncate(moves.end);
        let m = self.stack[..moves.end].get(moves.next).copied();
        moves.next += 1;
        m
    }

    /// The moves of the node, to be put into another order before the first is searched.
    pub fn order(&mut self, moves: &Moves) -> &mut [G::Move] {
        &mut self.stack[moves.first..moves.end]
    }

    /// The static value, for the side to move here, of the position after each move; finished
    /// games by their payoff. Counts the evaluations.
    pub fn static_values(&mut self, game: &G, moves: &Moves) -> Vec<(G::Move, Score)> {
        let list = self.order(moves).to_vec();
        list.into_iter()
            .map(|m| {
                let child = game.after(m);
                let value = match child.payoff() {
                    Some(payoff) => self.evaluator.terminal(payoff),
                    None => {
                        self.counts.evaluations += 1;
                        self.evaluator.evaluate(&child)
                    }
                };
                (m, -value)
            })
            .collect()
    }

    /// Sets aside all but the first `kept` moves of the node, without a proof.
    pub fn keep(&mut self, moves: &mut Moves, kept: usize) {
        let end = moves.end.min(moves.first + kept);
        if end < moves.end {
            self.observer.prune(&self.stack[end..moves.end]);
            self.stack.truncate(end);
            moves.end = end;
        }
    }

    /// Records that a move raised the node's best value: it and the line below become the
    /// node's line.
    pub fn improve(&mut self, m: G::Move, value: Score) {
        let ply = self.ply();
        let frame = &mut self.frames[ply];
        let raises = value > frame.alpha;
        frame.raised |= raises;
        frame.reached = frame.reached.max(value);
        self.observer.improve(m, value);
        if self.lines.len() <= ply + 1 {
            self.lines.push(Vec::new());
        }
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&lower[0]);
        if ply == 0 && raises {
            self.best = Some((value, self.lines[0].clone()));
        }
    }

    /// Records that the node's value reached beta and the rest of its moves are left out.
    pub fn cut(&mut self, moves: &Moves, value: Score) {
        if moves.next >= moves.end {
            return; // nothing is left to cut
        }
        self.prove(|proved| proved.complete = false);
        let origin = self.origin_of_beta();
        match origin {
            Origin::Parent => self.counts.cutoffs.shallow += 1,
            Origin::Ancestor(_) => self.counts.cutoffs.deep += 1,
            Origin::Window => self.counts.cutoffs.window += 1,
        }
        let bound = self.frames[self.ply()].beta;
        let cut = Cut {
            value,
            bound,
            origin,
        };
        self.observer.cut(cut, &self.stack[moves.next..moves.end]);
    }

    /// Who set the beta of the current node. Beta at a ply is minus the alpha of the parent; if
    /// the parent did not raise its alpha, it is the beta of the grandparent; and so on upwards.
    /// A parent whose own moves prove just as much counts as having set it: one bound would have
    /// cut there too.
    fn origin_of_beta(&self) -> Origin {
        let here = self.ply();
        let mut ply = here;
        while ply >= 1 && !self.frames[ply].beta_is_guess {
            let parent = &self.frames[ply - 1];
            if parent.raised || parent.proved.least >= -self.frames[ply].beta {
                let set_by = ply - 1;
                return if ply == here {
                    Origin::Parent
                } else {
                    Origin::Ancestor(set_by)
                };
            }
            if parent.alpha_is_guess || ply == 1 {
                break;
            }
            ply -= 2;
        }
        Origin::Window
    }

    /// Counts a second search of the same node.
    pub fn research(&mut self) {
        self.counts.researches += 1;
    }

    /// Counts a node answered by the transposition table, with its line of one move.
    pub fn table_hit(&mut self, m: Option<G::Move>) {
        self.counts.table_hits += 1;
        let ply = self.ply();
        self.lines[ply].clear();
        self.lines[ply].extend(m);
    }

    /// A remark for the observer.
    pub fn note(&mut self, text: impl FnOnce() -> String) {
        self.observer.note(text);
    }

    /// The principal variation of the pass just finished.
    pub fn line(&self) -> &[G::Move] {
        &self.lines[0]
    }

    /// Turns the end of the search into an answer: the value and line of the last pass, or, if
    /// it was stopped, the best that a pass had found.
    pub fn answer(self, result: Result<Score, Stopped>) -> Answer<G::Move> {
        let (value, pv, stopped) = match (result, self.best) {
            (Ok(value), _) => (value, self.lines[0].clone(), None),
            (Err(reason), Some((value, line))) => (value, line, Some(reason)),
            (Err(reason), None) => (0, Vec::new(), Some(reason)),
        };
        Answer {
            value,
            pv,
            counts: self.counts,
            stopped,
            depth: None,
            notes: Vec::new(),
            ..Answer::default()
        }
    }
}
