//! What a search answers.

use zermelo_game::{INFINITY, Score};

use crate::{Counts, Stopped};

/// What an algorithm says about itself.
#[derive(Clone, PartialEq, Debug)]
pub enum Note<M> {
    /// A sentence: a fitted model, a count.
    Text(String),
    /// What random playouts say of a move at the root.
    Playouts {
        /// The move.
        m: M,
        /// Playouts through it.
        visits: u64,
        /// Their mean payoff, for the side to move at the root.
        mean: f64,
    },
}

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
    /// What proofs that were stopped know of the value: at least this, at most that.
    pub bounds: (Score, Score),
    /// The deepest finished iteration, for the algorithms that iterate.
    pub depth: Option<u32>,
    /// What the algorithm has to say about itself.
    pub notes: Vec<Note<M>>,
}

impl<M> Default for Answer<M> {
    /// Nothing known, nothing done.
    fn default() -> Self {
        Answer {
            value: 0,
            pv: Vec::new(),
            counts: Counts::default(),
            stopped: None,
            bounds: (-INFINITY, INFINITY),
            depth: None,
            notes: Vec::new(),
        }
    }
}
