//! Anything that can be drawn.

use crate::piles::piles_svg;
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

impl Picture {
    /// The picture as an SVG document that can also stand inside an HTML page.
    ///
    /// ```
    /// let svg = zermelo_draw::Picture::Piles(vec![4, 3]).svg();
    /// assert!(svg.contains("Piles of 4 and 3"));
    /// ```
    #[must_use]
    pub fn svg(&self) -> String {
        match self {
            Picture::Board(board) => board.svg(),
            Picture::Piles(piles) => piles_svg(piles),
            Picture::Tree(tree) => tree.svg(),
        }
    }
}
