//! What a solver answers.

use zermelo_game::Score;
use zermelo_search::{Counts, Stopped};

/// A solved position, or what is known of it if the solver was stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// The score for the side to move is at least this …
    pub lower: Score,
    /// … and at most this.
    pub upper: Score,
    /// A line of best play to the end, or in a drawn ending that could go on for ever its first
    /// move. Empty if the game is over or the solver was stopped.
    pub pv: Vec<M>,
    /// What it cost. Researches are windows after the first.
    pub counts: Counts,
    /// Why it ended before its time, if it did.
    pub stopped: Option<Stopped>,
}

impl<M> Solution<M> {
    /// The score for the side to move, unless the solver was stopped before it knew.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }
}
