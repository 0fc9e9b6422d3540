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
/// second reaches the engine with `time` before each move. `st` knows whole seconds only: any
/// other time for a move is told as a clock for one move.
#[must_use]
pub fn level_text(clock: &Clock) -> String {
    let mut text = String::new();
    let minutes = |seconds: u64| format!("{}:{:02}", seconds / 60, seconds % 60);
    if let Some(left) = clock.remaining {
        let moves = clock.moves_to_go.unwrap_or(0);
        let base = minutes(left.as_secs().max(1));
        let increment = clock.increment.unwrap_or(Duration::ZERO).as_secs_f64();
        let _ = writeln!(text, "level {moves} {base} {increment}");
    } else if let Some(movetime) = clock.movetime {
        let seconds = movetime.as_secs();
        let _ = if movetime == Duration::from_secs(seconds) {
            writeln!(text, "st {seconds}")
        } else {
            writeln!(text, "level 1 {} 0", minutes(seconds + 1))
        };
    } else if clock.depth.is_none() {
        // Without any limit an engine would think forever.
        text.push_str("st 1\n");
    }
    if let Some(depth) = clock.depth {
        let _ = writeln!(text, "sd {depth}");
    }
    text
}

/// The commands that tell the time left before a move, in hundredths of a second.
#[must_use]
pub fn time_text(clock: &Clock) -> String {
    let centis = |time: Duration| (time.as_millis() / 10).max(1);
    let one_move = clock.movetime.filter(|time| time.subsec_nanos() != 0);
    match clock.remaining.or(one_move) {
        Some(left) => {
            let opponent = clock.opponent_remaining.unwrap_or(left);
            format!("time {}\notim {}\n", centis(left), centis(opponent))
        }
        None => String::new(),
    }
}

/// What an engine refuses, if a line says that it refuses something: the command or the move.
#[must_use]
pub fn refused(line: &str) -> Option<&str> {
    let first = line.split_ascii_whitespace().next()?;
    if !first.starts_with("Illegal") && !first.starts_with("Error") {
        return None;
    }
    line.rsplit_once(':').map(|(_, what)| what.trim())
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
        assert_eq!(time_text(&clock), "time 12590\notim 12590\n");
    }

    #[test]
    fn a_time_for_a_move_is_told_in_what_the_engine_can_count() {
        let clock = |millis| Clock {
            movetime: Some(Duration::from_millis(millis)),
            ..Clock::default()
        };
        assert_eq!(level_text(&clock(2_000)), "st 2\n");
        assert_eq!(time_text(&clock(2_000)), "");
        assert_eq!(level_text(&clock(100)), "level 1 0:01 0\n");
        assert_eq!(time_text(&clock(100)), "time 10\notim 10\n");
        assert_eq!(level_text(&clock(61_500)), "level 1 1:02 0\n");
    }

    #[test]
    fn refusals_name_what_is_refused() {
        assert_eq!(refused("Illegal move: sd 2"), Some("sd 2"));
        assert_eq!(refused("Illegal move (pinned): e2e4"), Some("e2e4"));
        assert_eq!(refused("Error (unknown command): st 1"), Some("st 1"));
        assert_eq!(refused("Illegal"), None);
        assert_eq!(refused("Thinking: e2e4"), None);
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
