//! Values that say how far away the end is.
//!
//! A won game is worth [`WIN`] less the plies to it, so that the search prefers the shorter way
//! to win and the longer way to lose. Inside the search these plies are counted from the root; in
//! the table and from outside, from the position itself, for it may be reached at different plies.
//! Margins and evaluations are smaller than [`DECIDED`] and are never touched.

use zermelo_game::{INFINITY, MAX_PAYOFF, Score};

use crate::MAX_PLY;

/// A game that is won here and now.
pub const WIN: Score = 1_070_000_000;

/// From here on a score is a win (negated: a loss) in `WIN - score` plies.
pub const DECIDED: Score = WIN - 2 * MAX_PLY as Score;

const _: () = assert!(DECIDED > MAX_PAYOFF && WIN < INFINITY);

/// From the position's count of plies to the root's.
#[must_use]
#[inline]
pub fn from_root(score: Score, ply: usize) -> Score {
    if score >= DECIDED {
        score - ply as Score
    } else if score <= -DECIDED {
        score + ply as Score
    } else {
        score
    }
}

/// From the root's count of plies to the position's.
#[must_use]
#[inline]
pub fn from_position(score: Score, ply: usize) -> Score {
    if score >= DECIDED {
        // A bound that the root could not reach may lie beyond winning at once.
        (score + ply as Score).min(WIN)
    } else if score <= -DECIDED {
        (score - ply as Score).max(-WIN)
    } else {
        score
    }
}

/// The plies to the end of a decided game, positive if the side to move wins, negative if it
/// loses; `None` of an undecided score.
///
/// ```
/// use zermelo_search::full::{WIN, plies_to_end};
/// assert_eq!(plies_to_end(WIN - 3), Some(3));
/// assert_eq!(plies_to_end(4 - WIN), Some(-4));
/// assert_eq!(plies_to_end(120), None);
/// ```
#[must_use]
pub fn plies_to_end(score: Score) -> Option<i32> {
    if score >= DECIDED {
        Some(WIN - score)
    } else if score <= -DECIDED {
        Some(-(WIN + score))
    } else {
        None
    }
}
