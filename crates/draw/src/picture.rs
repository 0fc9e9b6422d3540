//! Anything that can be drawn.

use crate::{Board, Tree};

/// A thing to draw.
#[derive(Clone, PartialEq, Debug)]
pub enum Picture {
    /// A board with pieces.
    Board(Board),
    /// Heaps of counters.
    Piles(Vec<u32>),
    /// A tree.
    Tree(Tree),
}
