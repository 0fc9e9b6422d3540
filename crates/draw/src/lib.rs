//! Pictures as SVG, DOT, text and HTML: pure functions over plain values.
//!
//! Knows no game and no algorithm: others describe what they want to show as a [`Picture`] (a
//! board, piles, a tree), a [`Plot`], [`Bars`] or a [`HeatMap`], and this crate draws it;
//! [`html_page`] puts several on a page, and a [`Stepper`] is a page that steps through a search.
//!
//! **Invariants.** No I/O and no dependencies; the same value gives the same bytes; every output
//! is well-formed whatever the texts and numbers in it; light and dark pages are both served.

mod bars;
mod board;
mod board_svg;
mod chessmen;
mod frame;
mod heat_map;
mod layout;
mod page;
mod picture;
mod piles;
mod plot;
mod scale;
mod stepper;
mod stepper_svg;
mod svg;
mod tree;
mod tree_svg;
mod tree_text;
mod tree_tikz;

pub use bars::{BarGroup, Bars};
pub use board::{Board, Colour, Pattern, Piece};
pub use chessmen::men_sprite;
pub use heat_map::HeatMap;
pub use page::{Block, Section, html_page};
pub use picture::Picture;
pub use plot::{Label, Plot, Point, Series, Style};
pub use scale::{Axis, Scale};
pub use stepper::{Run, Step, StepKind, Stepper};
pub use tree::{Mark, Shape, Tree, TreeNode};
pub use tree_tikz::latex;
