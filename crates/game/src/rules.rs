//! The rules of a game.

use std::fmt::Debug;

use crate::{Outcome, Score, Side};

/// A two-player, zero-sum game of perfect information, as one position of it.
///
/// A value is a position; [`play`](Game::play) turns it into the next one. Searches clone
/// positions, so keep them small.
///
/// # Contract
///
/// * The side to move changes with every move. A pass is a move.
/// * A position is over (`outcome` and `payoff` are `Some`) exactly when it has no legal moves.
/// * Equal positions have equal keys. What happened before (repetitions) is not part of a
///   position: a search keeps the keys of its path, a referee those of the game.
/// * Moves come in the game's natural order, always the same for the same position.
///
/// The kit in [`crate::conformance`] checks all of it.
pub trait Game: Clone {
    /// A move; small, and meaningful only in the position that generated it.
    type Move: Copy + Eq + Debug;

    /// The largest payoff in size: 1 in games that are won, lost or drawn.
    const LARGEST_PAYOFF: Score = 1;

    /// The side to move.
    fn side(&self) -> Side;

    /// Appends the legal moves, in natural order. Nothing is appended when the game is over.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a move. The caller guarantees that it is legal; the result is otherwise unspecified.
    fn play(&mut self, m: Self::Move);

    /// Who won, if the game is over by the position alone.
    fn outcome(&self) -> Option<Outcome>;

    /// The payoff *for the side to move* if the game is over: ±1 or 0 in a game that is won,
    /// lost or drawn, a margin or a leaf value in others. At most [`crate::MAX_PAYOFF`] in size.
    fn payoff(&self) -> Option<Score> {
        self.outcome().map(|outcome| outcome.score_for(self.side()))
    }

    /// Whether a move, perhaps of another position, is legal here, so that a remembered move can
    /// be tried before moves are generated.
    fn is_legal(&self, m: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&m)
    }

    /// A hash of the position, side to move included.
    fn key(&self) -> u64;

    /// The position after a move.
    #[must_use]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(m);
        next
    }
}
