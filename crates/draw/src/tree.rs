//! Trees.

/// A tree to draw, as a list of nodes; the first is the root and every parent stands before its
/// children.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<TreeNode>,
    /// A line above the tree; also the accessible title.
    pub title: String,
    /// Lines under the tree (for instance a sentence for every cut).
    pub notes: Vec<String>,
}

/// One node of a [`Tree`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TreeNode {
    /// Index of the parent; `None` for the root.
    pub parent: Option<usize>,
    /// The move that leads here, written on the edge.
    pub edge: String,
    /// What is written in the node: its value.
    pub text: String,
    /// A small line under the node, such as its window.
    pub under: String,
    /// A longer explanation, shown as a tooltip.
    pub tooltip: String,
    /// Its outline.
    pub shape: Shape,
    /// How it stands out.
    pub mark: Mark,
}

/// A node's outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    /// A triangle pointing up: Max moves.
    #[default]
    Max,
    /// A triangle pointing down: Min moves.
    Min,
    /// A box: a leaf.
    Leaf,
    /// A circle: some successor suffices.
    Or,
    /// A circle whose edges are joined by an arc: all successors are needed.
    And,
}

/// How a node stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mark {
    /// Searched.
    #[default]
    Plain,
    /// On the principal variation, or in the solution.
    Best,
    /// Cut off: generated but never searched; drawn faint with a stroke across its edge.
    Cut,
    /// Searched, and where the cut-off happened.
    Cutter,
    /// Left out of the picture for lack of space; `text` says how many.
    Elided,
}
