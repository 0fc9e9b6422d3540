//! Who plays, who won, and what it is worth.

use std::fmt;
use std::ops::Not;

/// A value for the side to move: larger is better for it.
pub type Score = i32;

/// Larger than every score; its negation is smaller than every score. Adding or subtracting one
/// does not overflow.
pub const INFINITY: Score = 1 << 30;

/// The largest payoff or evaluation that a game may give, in absolute value.
pub const MAX_PAYOFF: Score = 1_000_000_000;

/// One of the two players: the one who moves first in the starting position, or the other.
///
/// The literature's Max, Plus, White, X are [`Side::First`]; Min, Minus, Black, O the second.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

impl Side {
    /// Both sides, the first first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 or 1, to index arrays by side.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}

/// How a game ended, seen from nobody's side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The outcome as +1, 0 or -1 for a side: the one place where the absolute becomes relative.
    ///
    /// ```
    /// use zermelo_game::{Outcome, Side};
    /// assert_eq!(Outcome::Win(Side::First).score_for(Side::Second), -1);
    /// assert_eq!(Outcome::Draw.score_for(Side::First), 0);
    /// ```
    #[must_use]
    pub fn score_for(self, side: Side) -> Score {
        match self {
            Outcome::Win(winner) if winner == side => 1,
            Outcome::Win(_) => -1,
            Outcome::Draw => 0,
        }
    }

    /// The outcome that a payoff for `side` means.
    #[must_use]
    pub fn from_payoff(payoff: Score, side: Side) -> Outcome {
        match payoff {
            1.. => Outcome::Win(side),
            0 => Outcome::Draw,
            _ => Outcome::Win(!side),
        }
    }
}
