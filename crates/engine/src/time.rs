//! How long to think about a move.
//!
//! Two limits: the *hard* one ends the search wherever it is; the *soft* one ends it between
//! iterations, and stretches or shrinks with how sure the search is of its move.

use std::time::Duration;

use zermelo_game::Side;

use crate::order::SearchLimits;

zermelo_search::parameters! {
    /// How time is used.
    pub struct TimeParams {
        /// Moves that the remaining time is divided by when no control is told.
        moves "moves" = 24, 1..=200;
        /// How much of the increment is counted as ours, in hundredths.
        increment "increment" = 75, 0..=100;
        /// The most of the remaining time that the hard limit may take, in hundredths.
        most "most" = 45, 1..=100;
        /// Milliseconds of the remaining time that are not counted on, lest a machine that stalls
        /// costs the game; of a short clock a quarter.
        reserve "reserve" = 300, 0..=10000;
        /// The hard limit as a multiple of the soft one, in hundredths.
        hard "hard" = 400, 100..=2000;
        /// Switch: the soft limit follows how stable the best move is.
        stability "stability" = 1, 0..=1;
    }
}

/// The time for one move; `None` is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Budget {
    /// Ends the search between iterations.
    pub soft: Option<Duration>,
    /// Ends it at once.
    pub hard: Option<Duration>,
    /// Whether the soft limit may stretch and shrink.
    pub flexible: bool,
}

/// A clock that is nearly gone still leaves this much.
const LEAST: Duration = Duration::from_millis(1);

impl Budget {
    /// The budget of a side under some limits, with `overhead` lost per move to the connection.
    #[must_use]
    pub fn of(
        limits: &SearchLimits,
        side: Side,
        overhead: Duration,
        params: &TimeParams,
    ) -> Budget {
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(overhead.min(time / 2)).max(LEAST);
            return Budget {
                soft: None,
                hard: Some(time),
                flexible: false,
            };
        }
        let clock = limits.clock.map(|clock| (clock, clock.of(side)));
        let Some((clock, (Some(remaining), increment))) = clock else {
            return Budget::default();
        };
        let usable = remaining.saturating_sub(overhead).max(LEAST);
        let reserve = Duration::from_millis(params.reserve as u64).min(usable / 4);
        let free = usable - reserve;
        let moves = clock
            .moves_to_go
            .map_or(params.moves, |moves| i64::from(moves.clamp(1, 60)) + 1);
        let moves = moves.max(1) as u32;
        let most = free * params.most as u32 / 100;
        let most = if clock.moves_to_go == Some(1) {
            usable * 4 / 5
        } else {
            most
        };
        let soft = free / moves + increment * params.increment as u32 / 100;
        let soft = soft.min(most).max(LEAST);
        let hard = (soft * params.hard as u32 / 100).min(most).max(LEAST);
        Budget {
            soft: Some(soft),
            hard: Some(hard),
            flexible: params.stability == 1,
        }
    }
}

/// Follows the iterations of one search and says when to end it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Patience {
    stable: u32,
    last_score: Option<i32>,
}

impl Patience {
    /// After an iteration: the factor by which the soft limit is to be stretched, in hundredths.
    /// Told whether the best move stayed the same, its score, and the share of the nodes that
    /// went into it, in thousandths.
    pub fn factor(&mut self, same_move: bool, score: i32, share: u32) -> u32 {
        self.stable = if same_move {
            (self.stable + 1).min(8)
        } else {
            0
        };
        let fall = self
            .last_score
            .map_or(0, |last| (last - score).clamp(-30, 60));
        self.last_score = Some(score);
        let stability = 135 - 8 * self.stable;
        let effort = 160 - share.min(1000) / 10;
        let alarm = (100 + fall) as u32;
        stability * effort / 100 * alarm / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::GameClock;

    fn clock(remaining: u64, increment: u64, moves: Option<u32>) -> Budget {
        let limits = SearchLimits {
            clock: Some(GameClock {
                remaining: [Some(Duration::from_millis(remaining)), None],
                increment: [Duration::from_millis(increment); 2],
                moves_to_go: moves,
            }),
            ..SearchLimits::default()
        };
        let overhead = Duration::from_millis(10);
        Budget::of(&limits, Side::First, overhead, &TimeParams::default())
    }

    #[test]
    fn no_budget_exceeds_the_clock() {
        for remaining in [0, 1, 5, 20, 100, 8_000, 600_000] {
            for increment in [0, 80, 2_000] {
                for moves in [None, Some(1), Some(2), Some(40)] {
                    let hard = clock(remaining, increment, moves).hard.unwrap();
                    assert!(hard <= Duration::from_millis(remaining.max(1)));
                    assert!(hard >= Duration::from_millis(1));
                }
            }
        }
    }

    #[test]
    fn a_clock_with_an_increment_is_never_run_down() {
        let mut left = 8_000;
        for _ in 0..300 {
            // The longest that a move may take, each time.
            left -= clock(left, 80, None).hard.unwrap().as_millis() as u64;
            assert!(left > 150, "{left}");
            left += 80;
        }
    }

    #[test]
    fn a_side_without_a_clock_has_no_limit() {
        let limits = SearchLimits::default();
        let budget = Budget::of(&limits, Side::First, Duration::ZERO, &TimeParams::default());
        assert_eq!(budget, Budget::default());
    }

    #[test]
    fn a_sure_move_takes_less_time_than_a_doubtful_one() {
        let mut sure = Patience::default();
        let mut doubtful = Patience::default();
        let last = (0..8).map(|_| sure.factor(true, 10, 900)).last().unwrap();
        let long = (0..8)
            .map(|i| doubtful.factor(false, -10 * i, 300))
            .last()
            .unwrap();
        assert!(last < 80 && long > 150, "{last} {long}");
    }
}
