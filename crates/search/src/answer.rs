//! What a search answers.

use zermelo_game::Score;

use crate::{Counts, Stopped};

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<M> {
    /// The value of the root for the side to move.
    pub value: Score,
    /// The line that leads to it, best move first; empty at a leaf.
    pub pv: Vec<M>,
    /// What it cost.
    pub counts: Counts,
    /// `None` if the search came to its end; otherwise why it did not, the rest being the best
    /// answer so far.
    pub stopped: Option<Stopped>,
    /// The deepest finished iteration, for the algorithms that iterate.
    pub depth: Option<u32>,
    /// What the algorithm has to say about itself: a fitted model, visits of the root's moves.
    pub notes: Vec<String>,
}

impl<M> Default for Answer<M> {
    /// Nothing known, nothing done.
    fn default() -> Self {
        Answer {
            value: 0,
            pv: Vec::new(),
            counts: Counts::default(),
            stopped: None,
            depth: None,
            notes: Vec::new(),
        }
    }
}
