//! Pictures as SVG, DOT and HTML: pure functions over plain values.
//!
//! Knows no game and no algorithm: others describe what they want to show as a [`Picture`], and
//! this crate draws it.

mod board;
mod picture;
mod tree;

pub use board::{Board, Colour, Pattern, Piece};
pub use picture::Picture;
pub use tree::{Mark, Shape, Tree, TreeNode};
