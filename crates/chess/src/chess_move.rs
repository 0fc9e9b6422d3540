//! A chess move.

use std::fmt;

/// A legal move of some position. Its texts (UCI, SAN) depend on the position: see
/// [`crate::Chess::uci`] and [`crate::Chess::san`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(pub(crate) shakmaty::Move);

impl Move {
    /// Whether it takes a piece.
    #[must_use]
    pub fn is_capture(self) -> bool {
        self.0.is_capture()
    }

    /// Whether a pawn promotes.
    #[must_use]
    pub fn is_promotion(self) -> bool {
        self.0.is_promotion()
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
