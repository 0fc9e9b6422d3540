//! The games that stand beside chess, each a `Game` with notation, evaluation and a picture.

use zermelo_draw::Picture;

/// A game whose positions can be drawn.
pub trait Drawn {
    /// The position as a picture.
    fn picture(&self) -> Picture;
}
