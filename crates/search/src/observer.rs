//! How a search is watched. The silent observer `()` compiles to nothing.

use zermelo_game::Score;

/// Why a node is visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The root of a pass.
    Root,
    /// An ordinary visit with the window the node deserves.
    Normal,
    /// A minimal-window test of whether the move can improve the best so far.
    Scout,
    /// A second visit, because the scout said that the move may be better.
    Research,
    /// A shallow search that predicts a deep one (ProbCut).
    Probe,
    /// Past the nominal depth, unquiet moves only.
    Quiescence,
}

/// Who set the bound that caused a cut-off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The parent, by a move already searched.
    Parent,
    /// An ancestor farther up, at this ply.
    Ancestor(usize),
    /// The window given at the root, or a scout's minimal window: a guess.
    Window,
}

/// A cut-off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The value reached, for the side to move at the node.
    pub value: Score,
    /// The bound that it reached or passed.
    pub bound: Score,
    /// Who set that bound.
    pub origin: Origin,
}

/// Where a leaf's value came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafKind {
    /// The leaf table or the rules of the game.
    Rules,
    /// The static evaluation.
    Evaluation,
}

/// Something that watches a search. Values and windows are for the side to move at the node.
pub trait Observer<M> {
    /// A node is entered by a move (`None` at the root of a pass).
    fn enter(&mut self, _via: Option<M>, _alpha: Score, _beta: Score, _purpose: Purpose) {}
    /// The node entered last is a leaf.
    fn leaf(&mut self, _kind: LeafKind) {}
    /// The node entered last has these moves.
    fn expand(&mut self, _moves: &[M]) {}
    /// A move raised the node's best value.
    fn improve(&mut self, _m: M, _value: Score) {}
    /// The node is cut off; these moves are not searched.
    fn cut(&mut self, _cut: Cut, _skipped: &[M]) {}
    /// Moves are set aside without a proof (forward pruning); these are not searched.
    fn prune(&mut self, _skipped: &[M]) {}
    /// A remark about the node entered last; the text is made only if somebody reads it.
    fn note(&mut self, _text: impl FnOnce() -> String) {}
    /// The node is left with this value.
    fn leave(&mut self, _value: Score) {}
    /// The search was stopped inside the node.
    fn abandon(&mut self) {}
}

impl<M> Observer<M> for () {}
