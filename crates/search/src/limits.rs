//! When to stop. The crate reads no clock: whoever calls hands in a test.

use std::fmt;

/// Depth for "to the end of the game".
pub const WHOLE_TREE: u32 = u32::MAX;

/// No line is searched deeper than this; a game that goes on counts as undecided there and is
/// evaluated. Keeps recursion within a thread's stack.
pub const MAX_PLY: usize = 1000;

/// The depth left after one more ply.
#[must_use]
pub fn below(depth: u32) -> u32 {
    if depth == WHOLE_TREE {
        WHOLE_TREE
    } else {
        depth - 1
    }
}

/// What one search may use.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// At most this many nodes.
    pub nodes: u64,
    /// At most about this many bytes, for the algorithms that remember positions.
    pub memory: usize,
    /// Asked now and then; `true` ends the search.
    pub stop: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits {
            nodes: u64::MAX,
            memory: 1 << 30,
            stop: None,
        }
    }
}

/// Why a search ended before its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The limit of nodes was reached.
    Nodes,
    /// The stop test said so: time is up, or somebody interrupted.
    Asked,
    /// It would not fit into the memory allowed.
    Memory,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::Nodes => "the node limit was reached",
            Stopped::Asked => "the time was up or the search was interrupted",
            Stopped::Memory => "the search would not fit into the memory allowed",
        })
    }
}
