//! What some games add to their rules: a static evaluation, and a notion of unquiet moves.

use crate::{Game, MAX_PAYOFF, Score};

/// A game that can judge an unfinished position.
pub trait Heuristic: Game {
    /// An estimate of the position for the side to move, on any scale, without looking ahead.
    /// Smaller in size than what [`decided`](Heuristic::decided) gives to a won game.
    fn evaluate(&self) -> Score;

    /// A finished game's payoff on the scale of [`evaluate`](Heuristic::evaluate), so that a
    /// won game is worth more than any promising one.
    fn decided(payoff: Score) -> Score {
        (payoff * 10_000).clamp(-MAX_PAYOFF, MAX_PAYOFF)
    }
}

/// A game that can tell its unquiet moves, those after which a static evaluation means little.
pub trait Noisy: Game {
    /// Appends the legal moves that are unquiet (captures, promotions, immediate wins and the
    /// like), a subset of [`Game::legal_moves`] in the same order.
    fn noisy_moves(&self, out: &mut Vec<Self::Move>);
}
