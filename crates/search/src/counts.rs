//! What a search did, counted alike by every algorithm.

use std::ops::AddAssign;

/// Counters of one search.
///
/// *Convention.* The root is an interior node. A leaf is a node whose value comes from the leaf
/// table, the rules or the evaluator; `evaluations` counts the last kind apart. Nodes visited
/// again in a re-search count again. A cut-off is counted when it leaves at least one move
/// unsearched.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Nodes whose moves were generated.
    pub interior: u64,
    /// Nodes whose value came from a table of leaves, the rules or the evaluator.
    pub leaves: u64,
    /// Calls of the static evaluation.
    pub evaluations: u64,
    /// Cut-offs, by who set the bound.
    pub cutoffs: Cutoffs,
    /// Searches repeated with another window.
    pub researches: u64,
    /// Nodes answered by the transposition table.
    pub table_hits: u64,
}

/// Cut-offs by the origin of the bound that caused them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cutoffs {
    /// The bound was set by the parent: branch and bound finds these too.
    pub shallow: u64,
    /// The bound was set by an ancestor three or more plies above: only alpha-beta finds these.
    pub deep: u64,
    /// The bound was a guess: a scout's minimal window or the window given at the root.
    pub window: u64,
}

impl Cutoffs {
    /// All of them.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.shallow + self.deep + self.window
    }
}

impl Counts {
    /// Leaves and interior nodes together.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.interior + self.leaves
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.interior += other.interior;
        self.leaves += other.leaves;
        self.evaluations += other.evaluations;
        self.cutoffs.shallow += other.cutoffs.shallow;
        self.cutoffs.deep += other.cutoffs.deep;
        self.cutoffs.window += other.cutoffs.window;
        self.researches += other.researches;
        self.table_hits += other.table_hits;
    }
}
