//! Writing a search down: the tree as it was visited, with windows, cuts and remarks.

use zermelo_game::Score;

use crate::observer::{Cut, LeafKind, Observer, Origin, Purpose};
use crate::table::Bound;

/// One visit of a node.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedNode<M> {
    /// The node above; `None` at the root of a pass.
    pub parent: Option<usize>,
    /// The move that leads here; `None` at the root of a pass.
    pub via: Option<M>,
    /// Plies from the root.
    pub ply: usize,
    /// The window it was entered with, for the side to move.
    pub alpha: Score,
    /// See `alpha`.
    pub beta: Score,
    /// Why it was visited.
    pub purpose: Purpose,
    /// Whether it is a leaf, and of which kind.
    pub leaf: Option<LeafKind>,
    /// Its value for the side to move; `None` if the search was stopped inside.
    pub value: Option<Score>,
    /// The move that gave the best value so far.
    pub best: Option<M>,
    /// Nodes visited below, in order.
    pub children: Vec<usize>,
    /// The cut-off, if there was one.
    pub cut: Option<Cut>,
    /// The move by which the bound of the cut-off was set, at the node that set it.
    pub refuted_by: Option<M>,
    /// Moves that were not searched: cut off, or set aside.
    pub skipped: Vec<M>,
    /// Remarks of the algorithm.
    pub notes: Vec<String>,
}

impl<M> RecordedNode<M> {
    /// What the value says, by the window the node was entered with.
    pub fn bound(&self) -> Option<Bound> {
        let value = self.value?;
        Some(if self.leaf.is_some() {
            Bound::Exact
        } else {
            Bound::of(value, self.alpha, self.beta)
        })
    }
}

/// What happened, in order: for stepping through a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A node was entered.
    Enter(usize),
    /// A node's best value rose to this.
    Improve(usize, Score),
    /// A node was cut off.
    Cut(usize),
    /// A node was left.
    Leave(usize),
}

/// An observer that writes everything down, up to a number of nodes.
#[derive(Clone, PartialEq, Debug)]
pub struct Recorder<M> {
    /// The nodes, parents before children.
    pub nodes: Vec<RecordedNode<M>>,
    /// The roots of the passes, in order.
    pub passes: Vec<usize>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Visits that were not written down for lack of space.
    pub elided: u64,
    open: Vec<Option<usize>>,
    /// Whether the node entered last has been looked at.
    looked_at: bool,
    most: usize,
}

impl<M: Copy> Recorder<M> {
    /// A recorder of at most this many nodes.
    #[must_use]
    pub fn new(most: usize) -> Recorder<M> {
        Recorder {
            nodes: Vec::new(),
            passes: Vec::new(),
            events: Vec::new(),
            elided: 0,
            open: Vec::new(),
            looked_at: false,
            most,
        }
    }

    /// The move by which a node set the bound of a cut-off below it: its best, or, if it only
    /// equalled a bound from above, the first that did.
    fn setter_move(&self, at: usize, bound: Score) -> Option<M> {
        let node = &self.nodes[at];
        let equal = || {
            let children = node.children.iter().map(|&child| &self.nodes[child]);
            let mut good = children.filter(|child| child.value.is_some_and(|v| v <= bound));
            good.next()?.via
        };
        node.best.or_else(equal)
    }

    /// Takes back the node that was entered last.
    fn forget_last(&mut self) {
        let Some(node) = self.nodes.pop() else { return };
        match node.parent {
            Some(parent) => drop(self.nodes[parent].children.pop()),
            None => drop(self.passes.pop()),
        }
        self.events.pop();
    }

    fn current(&mut self) -> Option<(usize, &mut RecordedNode<M>)> {
        let at = self.open.last().copied().flatten()?;
        Some((at, &mut self.nodes[at]))
    }
}

impl<M: Copy> Observer<M> for Recorder<M> {
    fn enter(&mut self, via: Option<M>, alpha: Score, beta: Score, purpose: Purpose) {
        self.looked_at = false;
        let ply = self.open.len();
        let parent = self.open.last().copied().flatten();
        // Below a node that was not written down nothing is written either.
        let room = self.nodes.len() < self.most && (ply == 0 || parent.is_some());
        if !room {
            self.elided += 1;
            self.open.push(None);
            return;
        }
        let at = self.nodes.len();
        self.nodes.push(RecordedNode {
            parent,
            via,
            ply,
            alpha,
            beta,
            purpose,
            leaf: None,
            value: None,
            best: None,
            children: Vec::new(),
            cut: None,
            refuted_by: None,
            skipped: Vec::new(),
            notes: Vec::new(),
        });
        match parent {
            Some(parent) => self.nodes[parent].children.push(at),
            None => self.passes.push(at),
        }
        self.open.push(Some(at));
        self.events.push(Event::Enter(at));
    }

    fn leaf(&mut self, kind: LeafKind) {
        self.looked_at = true;
        if let Some((_, node)) = self.current() {
            node.leaf = Some(kind);
        }
    }

    fn expand(&mut self, _moves: &[M]) {
        self.looked_at = true;
        if let Some((_, node)) = self.current() {
            node.leaf = None;
        }
    }

    fn improve(&mut self, m: M, value: Score) {
        if let Some((at, node)) = self.current() {
            node.best = Some(m);
            self.events.push(Event::Improve(at, value));
        }
    }

    fn cut(&mut self, cut: Cut, skipped: &[M]) {
        let setter = match cut.origin {
            Origin::Parent => self.open.len().checked_sub(2),
            Origin::Ancestor(ply) => Some(ply),
            Origin::Window => None,
        };
        let setter = setter.and_then(|ply| self.open.get(ply).copied().flatten());
        let refuted_by = setter.and_then(|at| self.setter_move(at, cut.bound));
        if let Some((at, node)) = self.current() {
            node.cut = Some(cut);
            node.refuted_by = refuted_by;
            node.skipped.extend_from_slice(skipped);
            self.events.push(Event::Cut(at));
        }
    }

    fn prune(&mut self, skipped: &[M]) {
        if let Some((_, node)) = self.current() {
            node.skipped.extend_from_slice(skipped);
            let count = skipped.len();
            node.notes
                .push(format!("{count} moves are set aside without a proof"));
        }
    }

    fn note(&mut self, text: impl FnOnce() -> String) {
        if let Some((_, node)) = self.current() {
            node.notes.push(text());
        }
    }

    fn leave(&mut self, value: Score) {
        self.looked_at = true;
        if let Some((at, node)) = self.current() {
            node.value = Some(value);
            self.events.push(Event::Leave(at));
        }
        self.open.pop();
    }

    fn abandon(&mut self) {
        let looked_at = std::mem::replace(&mut self.looked_at, true);
        match self.open.pop().flatten() {
            // The search stopped before it looked: it is as if it had not come here.
            Some(at) if !looked_at && at + 1 == self.nodes.len() => self.forget_last(),
            Some(at) => {
                let notes = &mut self.nodes[at].notes;
                notes.push("the search was stopped here".to_string());
            }
            None => {}
        }
    }
}
