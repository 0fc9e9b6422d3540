//! The parts of the XBoard protocol that are only text: features, levels, thinking lines.

use std::fmt::Write;
use std::time::Duration;

use zermelo_game::{Clock, Thought};

/// Scores from here on are mates.
const MATE: i64 = 100_000;

/// What an engine can do; the defaults are those of version 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Features {
    /// Answers `ping`.
    pub ping: bool,
    /// Can begin from a position.
    pub setboard: bool,
    /// Wants moves marked as such.
    pub usermove: bool,
    /// Wants algebraic notation.
    pub san: bool,
    /// Wants to be told the time left.
    pub time: bool,
    /// Can play more than one game.
    pub reuse: bool,
    /// Has asked for more time.
    pub wants_time: bool,
    /// Has said everything.
    pub done: bool,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            ping: false,
            setboard: false,
            usermove: false,
            san: false,
            time: true,
            reuse: true,
            wants_time: false,
            done: false,
        }
    }
}

impl Features {
    /// Takes a `feature` line, without its first word; the answer that accepts each feature.
    pub fn read(&mut self, line: &str) -> String {
        let mut accepted = String::new();
        for (name, value) in settings(line) {
            let on = value == "1";
            match name {
                "ping" => self.ping = on,
                "setboard" => self.setboard = on,
                "usermove" => self.usermove = on,
                "san" => self.san = on,
                "time" => self.time = on,
                "reuse" => self.reuse = on,
                "done" => {
                    self.done = on;
                    self.wants_time = !on;
                }
                _ => {}
            }
            let _ = writeln!(accepted, "accepted {name}");
        }
        accepted
    }
}

/// `name=value` pairs, values perhaps in quotes.
fn settings(line: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = line.trim();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, remaining) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        found.push((name.trim(), value));
        rest = remaining.trim_start();
    }
    found
}

/// The commands that set a control. Clocks are told in minutes and seconds; what is finer than a
/// second reaches the engine with `time` before each move.
#[must_use]
pub fn level_text(clock: &Clock) -> String {
    let mut text = String::new();
    if let Some(left) = clock.remaining {
        let moves = clock.moves_to_go.unwrap_or(0);
        let base = left.as_secs().max(1);
        let increment = clock.increment.unwrap_or(Duration::ZERO).as_secs_f64();
        let _ = writeln!(
            text,
            "level {moves} {}:{:02} {increment}",
            base / 60,
            base % 60
        );
    } else if let Some(movetime) = clock.movetime {
        let _ = writeln!(text, "st {}", movetime.as_secs_f64());
    } else if clock.depth.is_none() {
        // Without any limit an engine would think forever.
        text.push_str("st 1\n");
    }
    if let Some(depth) = clock.depth {
        let _ = writeln!(text, "sd {depth}");
    }
    text
}

/// Takes a thinking line: `ply score time nodes pv`.
pub fn read_thinking(line: &str, thought: &mut Thought) {
    let mut words = line.split_ascii_whitespace();
    // GnuChess and others mark the depth: `12.`, `12&`, `12+`.
    let depth = words
        .next()
        .map(|w| w.trim_end_matches(|c: char| !c.is_ascii_digit()));
    let mut number = || words.next().and_then(|w| w.parse::<i64>().ok());
    let depth = depth.and_then(|w| w.parse::<u32>().ok());
    let (Some(depth), Some(score), Some(_), Some(nodes)) = (depth, number(), number(), number())
    else {
        return;
    };
    thought.depth = Some(depth);
    thought.nodes = u64::try_from(nodes).ok();
    let mate = i32::try_from(score.abs() - MATE).ok().filter(|&n| n >= 0);
    match mate {
        Some(moves) => {
            thought.score = None;
            thought.mate = Some(if score > 0 { moves.max(1) } else { -moves });
        }
        None => {
            thought.score = i32::try_from(score).ok();
            thought.mate = None;
        }
    }
    thought.variation = words.take(64).map(str::to_string).collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_with_their_quotes() {
        let mut features = Features::default();
        let line =
            "ping=1 myname=\"A = B 1.0\" setboard=1 san=0 colors=0 usermove=1 reuse=0 done=0";
        let accepted = features.read(line);
        assert!(features.ping && features.setboard && features.usermove && features.wants_time);
        assert!(!features.reuse && !features.done && !features.san);
        assert!(accepted.contains("accepted setboard\n"));
        features.read("done=1");
        assert!(features.done);
        assert!(settings("done").is_empty());
    }

    #[test]
    fn levels_are_minutes_and_seconds() {
        let clock = Clock {
            remaining: Some(Duration::from_millis(125_900)),
            increment: Some(Duration::from_millis(80)),
            moves_to_go: Some(40),
            ..Clock::default()
        };
        assert_eq!(level_text(&clock), "level 40 2:05 0.08\n");
        assert_eq!(level_text(&Clock::default()), "st 1\n");
    }

    #[test]
    fn thinking_lines_are_read_and_others_left_alone() {
        let mut thought = Thought::default();
        read_thinking("9. -31 123 4567\te2e4 e7e5", &mut thought);
        assert_eq!(
            (thought.depth, thought.score, thought.nodes),
            (Some(9), Some(-31), Some(4567))
        );
        read_thinking("10 100004 123 9999 Qh5#", &mut thought);
        assert_eq!((thought.score, thought.mate), (None, Some(4)));
        read_thinking("Hello 1 2 3", &mut thought);
        read_thinking("11 12", &mut thought);
        assert_eq!(thought.depth, Some(10));
    }
}
