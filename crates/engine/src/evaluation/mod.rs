//! What a position is worth, without searching.
//!
//! [`Evaluator`] is the door through which evaluations come: the classical one of eight terms
//! ([`Classical`]), and what learners make of the same terms ([`Termwise`]). The search keeps an
//! evaluator's state along its path and asks for a value where it needs one.

mod attack;
pub mod bayes;
pub mod calibrated;
mod classical;
mod endings;
mod explain;
mod king;
mod kpk;
pub mod network;
pub mod normal;
pub mod packed;
mod pawns;
mod placement;
mod relations;
mod scene;
mod sets;
mod space;
mod squares;
mod tally;
mod term_weights;
mod terms;
mod termwise;
#[cfg(test)]
mod walks;
pub mod weights;

use zermelo_chess::{Chess, Move};
use zermelo_game::Score;

pub use classical::{Classical, Features, stage};
pub use explain::Explanation;
pub use network::{Network, Networked};
pub(crate) use sets::pawn_attacks;
pub use term_weights::TermWeights;
pub use terms::Terms;
pub use termwise::{Model, Termwise};

use crate::keys::Keys;
pub use weights::{Term, Weights};

/// Where a position comes from: the one before, its state, and the move between.
pub struct Before<'a, S> {
    /// The position before.
    pub position: &'a Chess,
    /// Its state.
    pub state: &'a S,
    /// The move played in it.
    pub played: Move,
}

/// An evaluation of chess positions. Each thread of a search has its own clone.
pub trait Evaluator: Clone + Send {
    /// What is kept along the path; small, for every node has one.
    type State: Clone + Send;

    /// The state of a position, from scratch or from the one before.
    fn state(&mut self, position: &Chess, before: Option<Before<'_, Self::State>>) -> Self::State;

    /// Says that a position with these keys will be evaluated soon, to whoever keeps caches.
    #[inline]
    fn soon(&self, keys: &Keys) {
        let _ = keys;
    }

    /// The value in centipawns for the side to move; the side to move is not in check.
    fn evaluate(&mut self, position: &Chess, state: &Self::State, keys: &Keys) -> Score;
}

/// The tuned evaluation of a position for White, term by term.
///
/// ```
/// use zermelo_chess::Chess;
/// let explanation = zermelo_engine::evaluation::explain(&Chess::new());
/// assert_eq!(explanation.terms[0], 0);
/// assert_eq!(explanation.stage, 0);
/// ```
#[must_use]
pub fn explain(position: &Chess) -> Explanation {
    Classical::new(Weights::tuned()).explain(position)
}
