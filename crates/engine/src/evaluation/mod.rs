//! What a position is worth, without searching.
//!
//! [`Evaluator`] is the door through which evaluations come: the classical one of eight terms
//! ([`Classical`]), and whatever learners make later. The search keeps an evaluator's state
//! along its path and asks for a value where it needs one.

mod classical;
pub mod packed;
pub mod weights;

use zermelo_chess::{Chess, Move};
use zermelo_game::Score;

pub use classical::Classical;
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

    /// The value in centipawns for the side to move; the side to move is not in check.
    fn evaluate(&mut self, position: &Chess, state: &Self::State) -> Score;
}
