//! Time controls and the clocks of one game.
//!
//! A control is written `10+0.1` (seconds and increment), `50/1500` (moves in seconds),
//! `40/5:00+2` (minutes and seconds), or `inf`. Nothing here reads the time: whoever runs the
//! game measures how long a move took and says so.

use std::fmt;
use std::time::Duration;

use zermelo_game::{Clock, ParseError, Side};

/// What a player may use in a game. The default sets no limit at all.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Control {
    /// Time for the game or for a number of moves.
    pub time: Option<TimeControl>,
    /// Time for each move.
    pub movetime: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth of each search.
    pub depth: Option<u32>,
}

/// A clock that runs down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The base time is given anew after this many moves; `None`: once for the game.
    pub moves: Option<u32>,
    /// The base time.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// Reads a control such as `10+0.1`, `40/60`, `50/25:00+1`.
    ///
    /// # Errors
    ///
    /// Names the part that could not be read.
    pub fn parse(text: &str) -> Result<TimeControl, ParseError> {
        let expected = "a time control such as 10+0.1, 40/60 or 50/25:00+1";
        let error = |part: &str, at: usize| ParseError::new(part, at + 1, expected);
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let count = moves.parse().ok().filter(|&n: &u32| n > 0);
                (Some(count.ok_or_else(|| error(moves, 0))?), rest)
            }
            None => (None, text),
        };
        let offset = text.len() - rest.len();
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base_time = parse_time(base).filter(|time| !time.is_zero());
        Ok(TimeControl {
            moves,
            base: base_time.ok_or_else(|| error(base, offset))?,
            increment: parse_time(increment)
                .ok_or_else(|| error(increment, offset + base.len() + 1))?,
        })
    }
}

/// Seconds, perhaps with a fraction, or minutes and seconds with a colon. At most a year.
fn parse_time(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let well_formed = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_digit())
            && part.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    if !well_formed(minutes) || !well_formed(seconds) {
        return None;
    }
    let total = 60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?;
    (total <= 366.0 * 86_400.0).then(|| Duration::from_secs_f64(total))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl fmt::Display for Control {
    /// As the `TimeControl` tag of a PGN writes it, `-` without any limit of time.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.time, self.movetime) {
            (Some(time), _) => write!(f, "{time}"),
            (None, Some(movetime)) => write!(f, "1/{}", movetime.as_secs_f64()),
            (None, None) => f.write_str("-"),
        }
    }
}

/// The clocks of both sides.
#[derive(Clone, Debug)]
pub struct GameClock {
    controls: [Control; 2],
    remaining: [Option<Duration>; 2],
    moves: [u32; 2],
    margin: Duration,
}

impl GameClock {
    /// Clocks at the start. A player may overstep by `margin` without losing.
    #[must_use]
    pub fn new(controls: [Control; 2], margin: Duration) -> GameClock {
        GameClock {
            controls,
            remaining: controls.map(|control| control.time.map(|time| time.base)),
            moves: [0; 2],
            margin,
        }
    }

    /// What `side` may use for its move, of which it has already used `spent` (on refused
    /// tries).
    #[must_use]
    pub fn for_move(&self, side: Side, spent: Duration) -> Clock {
        let (own, other) = (side.index(), (!side).index());
        let control = self.controls[own];
        Clock {
            remaining: self.remaining[own].map(|left| left.saturating_sub(spent)),
            increment: control.time.map(|time| time.increment),
            opponent_remaining: self.remaining[other],
            opponent_increment: self.controls[other].time.map(|time| time.increment),
            moves_to_go: control
                .time
                .and_then(|time| time.moves)
                .map(|moves| moves - self.moves[own] % moves),
            movetime: control.movetime.map(|time| time.saturating_sub(spent)),
            nodes: control.nodes,
            depth: control.depth,
        }
    }

    /// By how much a side that has used `spent` on its move is over time, if it is.
    #[must_use]
    pub fn overstepped(&self, side: Side, spent: Duration) -> Option<Duration> {
        let own = side.index();
        let limits = [self.remaining[own], self.controls[own].movetime];
        let limit = limits.into_iter().flatten().min()?;
        let over = spent.checked_sub(limit)?;
        (over > self.margin).then_some(over)
    }

    /// A side has completed its move in time.
    pub fn moved(&mut self, side: Side, spent: Duration) {
        let own = side.index();
        self.moves[own] += 1;
        let (Some(left), Some(time)) = (self.remaining[own], self.controls[own].time) else {
            return;
        };
        let mut left = left.saturating_sub(spent) + time.increment;
        if time
            .moves
            .is_some_and(|moves| self.moves[own].is_multiple_of(moves))
        {
            left += time.base;
        }
        self.remaining[own] = Some(left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(s: f64) -> Duration {
        Duration::from_secs_f64(s)
    }

    #[test]
    fn controls_read_as_they_are_written() {
        for text in ["10+0.1", "40/60", "50/1500+2", "0.5"] {
            assert_eq!(TimeControl::parse(text).unwrap().to_string(), text);
        }
        let thesis = TimeControl::parse("50/25:00").unwrap();
        assert_eq!((thesis.moves, thesis.base), (Some(50), seconds(1500.0)));
    }

    #[test]
    fn a_wrong_control_is_named_with_its_place() {
        for (text, found, column) in [
            ("40/x+1", "x", 4),
            ("10+y", "y", 4),
            ("0/10", "0", 1),
            ("", "", 1),
            ("0", "0", 1),
            ("inf", "inf", 1),
            ("1e9", "1e9", 1),
            ("-5", "-5", 1),
        ] {
            let error = TimeControl::parse(text).unwrap_err();
            assert_eq!(
                (error.found.as_str(), error.column),
                (found, column),
                "{text}"
            );
        }
    }

    #[test]
    fn clocks_count_moves_increments_and_new_periods() {
        let control = Control {
            time: Some(TimeControl::parse("2/10+1").unwrap()),
            ..Control::default()
        };
        let mut clock = GameClock::new([control; 2], Duration::ZERO);
        clock.moved(Side::First, seconds(4.0));
        let first = clock.for_move(Side::First, Duration::ZERO);
        assert_eq!(
            (first.remaining, first.moves_to_go),
            (Some(seconds(7.0)), Some(1))
        );
        clock.moved(Side::First, seconds(5.0));
        let first = clock.for_move(Side::First, seconds(1.0));
        assert_eq!(
            (first.remaining, first.moves_to_go),
            (Some(seconds(12.0)), Some(2))
        );
        assert_eq!(first.opponent_remaining, Some(seconds(10.0)));
    }

    #[test]
    fn overstepping_counts_only_beyond_the_margin() {
        let control = Control {
            movetime: Some(seconds(1.0)),
            ..Control::default()
        };
        let clock = GameClock::new([control; 2], seconds(0.5));
        assert_eq!(clock.overstepped(Side::First, seconds(1.5)), None);
        assert_eq!(
            clock.overstepped(Side::First, seconds(1.75)),
            Some(seconds(0.75))
        );
        let free = GameClock::new([Control::default(); 2], Duration::ZERO);
        assert_eq!(free.overstepped(Side::First, seconds(1e6)), None);
    }
}
