//! What is asked of a build, and what it says it did.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::batch::{Problem, Reason};
use crate::filter::Filter;

/// Plies of a game that are kept unless told otherwise: 35 moves, as in the source.
pub const DEFAULT_PLIES: usize = 70;

/// Games of a segment unless told otherwise: what is kept per game then takes at most half a
/// gigabyte of memory, however many games there are.
pub const SEGMENT_GAMES: usize = 1 << 24;

/// Memory for facts unless told otherwise.
pub const DEFAULT_MEMORY: usize = 1 << 30;

/// What to build, and how.
pub struct BuildOptions<'a> {
    /// Which games.
    pub filter: Filter,
    /// How many plies of each game give positions; `None` is what the archive has, for a new one
    /// [`DEFAULT_PLIES`].
    pub plies: Option<usize>,
    /// Bytes of memory for facts.
    pub memory: usize,
    /// Threads that resolve games.
    pub threads: usize,
    /// A segment is closed after so many games.
    pub segment_games: usize,
    /// Whether games that are there already are stored again.
    pub keep_duplicates: bool,
    /// Whether an unfinished build is thrown away rather than continued.
    pub fresh: bool,
    /// Told of every game that could not be used.
    pub on_problem: &'a mut dyn FnMut(&Path, &Problem),
    /// Told now and then how far the work is; says whether to stop.
    pub on_progress: &'a mut dyn FnMut(&Progress) -> bool,
}

/// How far a build is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Games taken so far.
    pub games: u64,
    /// Bytes of the sources read so far.
    pub bytes: u64,
    /// Bytes of all sources, 0 if unknown.
    pub total_bytes: u64,
    /// The share of the positions written, once all sources are read.
    pub writing: Option<f64>,
}

/// What a build did.
#[derive(Clone, Debug, Default)]
pub struct BuildReport {
    /// Games taken.
    pub games: u64,
    /// Games left out, by reason.
    pub skipped: BTreeMap<Reason, u64>,
    /// Positions of the new games, counted once a game.
    pub visits: u64,
    /// Different positions of the new games.
    pub positions: u64,
    /// Positions of at least 20 of the new games.
    pub frequent: u64,
    /// Bytes of the whole archive.
    pub bytes: u64,
    /// Sources that end in the middle of a game.
    pub cut_off: Vec<PathBuf>,
    /// Games that an earlier, interrupted run had taken.
    pub resumed_games: u64,
    /// Games in the archive before.
    pub games_before: u64,
    /// The source that is no longer what an unfinished build had read: that build was thrown away
    /// and this one began anew.
    pub began_anew: Option<PathBuf>,
}
