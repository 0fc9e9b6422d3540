//! How much time one move may take.
//!
//! Sudden death after the sources: a twentieth of the time left, and most of the increment. With
//! moves to a control, the time left over those moves. A move is begun to be thought about only
//! while the soft limit lasts, and broken off at the hard one.

use std::time::Duration;

use zermelo_game::Clock;

/// The part of the time left that one move may take.
const PART: u32 = 20;
/// The share of the increment that is counted on, in quarters.
const INCREMENT_QUARTERS: u32 = 3;
/// The hard limit is this many times the soft one …
const PATIENCE: u32 = 4;
/// … but never more than one part in so many of what is left.
const RESERVE: u32 = 3;
/// Kept back for whoever carries the answer …
const LAG: Duration = Duration::from_millis(5);
/// … but never more than one part in so many of a fixed time.
const LAG_PART: u32 = 4;

/// The time for one move. Absent values set no limit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Budget {
    /// No new iteration is begun after this.
    pub soft: Option<Duration>,
    /// The search is stopped at this.
    pub hard: Option<Duration>,
}

impl Budget {
    /// The budget that a clock allows.
    ///
    /// ```
    /// use std::time::Duration;
    /// use zermelo_game::Clock;
    /// use zermelo_players::Budget;
    /// let clock = Clock { remaining: Some(Duration::from_secs(60)), ..Clock::default() };
    /// assert_eq!(Budget::of(&clock).soft, Some(Duration::from_secs(3)));
    /// ```
    #[must_use]
    pub fn of(clock: &Clock) -> Budget {
        if let Some(time) = clock.movetime {
            // Time that is not used for this move is lost: nothing is gained by ending early.
            return Budget {
                soft: None,
                hard: Some(time - LAG.min(time / LAG_PART)),
            };
        }
        let Some(left) = clock.remaining else {
            return Budget::default();
        };
        let part = clock.moves_to_go.map_or(PART, |moves| moves.clamp(1, PART));
        let increment = clock.increment.unwrap_or_default() * INCREMENT_QUARTERS / 4;
        // With one move to the control all but the reserve may go.
        let most = if part == 1 { left } else { left / 2 };
        let most = most.saturating_sub(LAG);
        let soft = (left / part + increment).min(most);
        let hard = (soft * PATIENCE).min(left / RESERVE).max(soft).min(most);
        Budget {
            soft: Some(soft),
            hard: Some(hard),
        }
    }
}
