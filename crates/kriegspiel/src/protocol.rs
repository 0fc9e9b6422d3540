//! The lines between the umpire and a program that plays.
//!
//! One line at a time, words separated by blanks. What the umpire sends is a [`ToBot`], what it
//! may be answered with a [`FromBot`]; both read what they write.

use std::fmt;
use std::io::{self, BufRead};

use zermelo_game::{ParseError, Side};

use crate::action::Action;
use crate::announcement::{Announcement, parse_side, side_name};
use crate::rules::Rules;

/// A line from the umpire to a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToBot {
    /// Do you speak this?
    Hello,
    /// A game begins.
    NewGame {
        /// The program's side.
        side: Side,
        /// The dialect.
        rules: &'static Rules,
        /// Milliseconds for the game and added with each move.
        clock: Option<(u64, u64)>,
    },
    /// Something the program is entitled to hear.
    Umpire(Announcement),
    /// It is your turn; milliseconds left to White and to Black.
    Go(Option<(u64, u64)>),
    /// Good-bye.
    Quit,
}

/// A line from a program to the umpire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FromBot {
    /// Its name.
    Name(String),
    /// Yes, I do.
    Ready,
    /// A try or a question.
    Action(Action),
    /// A try that cannot be read; the text.
    Unreadable(String),
    /// It gives up.
    Resign,
}

impl fmt::Display for ToBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToBot::Hello => f.write_str("ksp"),
            ToBot::NewGame { side, rules, clock } => {
                write!(f, "newgame {} {}", side_name(*side), rules.name)?;
                match clock {
                    Some((base, increment)) => write!(f, " clock {base} {increment}"),
                    None => Ok(()),
                }
            }
            ToBot::Umpire(said) => write!(f, "umpire {said}"),
            ToBot::Go(None) => f.write_str("go"),
            ToBot::Go(Some((white, black))) => write!(f, "go wtime {white} btime {black}"),
            ToBot::Quit => f.write_str("quit"),
        }
    }
}

impl ToBot {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// If it is none of the protocol's.
    ///
    /// ```
    /// use zermelo_kriegspiel::ToBot;
    /// let line = "newgame black wild16 clock 1500000 10000";
    /// assert_eq!(ToBot::parse(line).unwrap().to_string(), line);
    /// ```
    pub fn parse(line: &str) -> Result<ToBot, ParseError> {
        let line = line.trim();
        if let Some(said) = line.strip_prefix("umpire ") {
            return Announcement::parse(said).map(ToBot::Umpire);
        }
        let words: Vec<&str> = line.split_ascii_whitespace().take(8).collect();
        ToBot::read(&words)
            .ok_or_else(|| ParseError::new(line, 1, "ksp, newgame, umpire, go or quit"))
    }

    fn read(words: &[&str]) -> Option<ToBot> {
        let game = |side: &str, rules: &str, clock| {
            Some(ToBot::NewGame {
                side: parse_side(side)?,
                rules: Rules::named(rules).ok()?,
                clock,
            })
        };
        match *words {
            ["ksp"] => Some(ToBot::Hello),
            ["newgame", side, rules] => game(side, rules, None),
            ["newgame", side, rules, "clock", base, increment] => game(
                side,
                rules,
                Some((base.parse().ok()?, increment.parse().ok()?)),
            ),
            ["go"] => Some(ToBot::Go(None)),
            ["go", "wtime", white, "btime", black] => {
                Some(ToBot::Go(Some((white.parse().ok()?, black.parse().ok()?))))
            }
            ["quit"] => Some(ToBot::Quit),
            _ => None,
        }
    }
}

impl fmt::Display for FromBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FromBot::Name(name) => write!(f, "id name {name}"),
            FromBot::Ready => f.write_str("kspok"),
            FromBot::Action(Action::Try(tried)) => write!(f, "try {tried}"),
            FromBot::Action(Action::AskAny) => f.write_str("any"),
            FromBot::Action(action @ Action::Unreadable) => write!(f, "try {action}"),
            FromBot::Unreadable(text) => write!(f, "try {text}"),
            FromBot::Resign => f.write_str("resign"),
        }
    }
}

/// Bytes of a line that are read; what is beyond them is skipped.
const LONGEST: usize = 1 << 16;

/// Reads the next line, without its end; false if there is none.
///
/// # Errors
///
/// If the stream fails.
pub fn next_line(input: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut begun = false;
    loop {
        let part = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            part => part?,
        };
        if part.is_empty() {
            return Ok(begun);
        }
        begun = true;
        let end = part.iter().position(|&byte| byte == b'\n');
        let text = &part[..end.unwrap_or(part.len())];
        line.extend_from_slice(&text[..text.len().min(LONGEST - line.len())]);
        let read = text.len() + usize::from(end.is_some());
        input.consume(read);
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// Characters of a try that cannot be read which are repeated to whoever made it.
const SHOWN: usize = 20;

impl FromBot {
    /// Reads a line; `None` if it is none of the protocol's.
    #[must_use]
    pub fn parse(line: &str) -> Option<FromBot> {
        let line = line.trim();
        if let Some(name) = line.strip_prefix("id name ") {
            return Some(FromBot::Name(name.trim().to_string()));
        }
        if let Some(tried) = line.strip_prefix("try ") {
            let tried = tried.trim();
            return Some(match Action::parse(tried) {
                Ok(Action::Try(tried)) => FromBot::Action(Action::Try(tried)),
                _ => FromBot::Unreadable(shown(tried)),
            });
        }
        match line {
            "kspok" => Some(FromBot::Ready),
            "any" => Some(FromBot::Action(Action::AskAny)),
            "resign" => Some(FromBot::Resign),
            _ => None,
        }
    }
}

/// A text as it may be repeated on a line: short, printable, one word.
#[must_use]
pub fn shown(text: &str) -> String {
    let printable = |c: char| {
        if c.is_ascii_graphic() { c } else { '?' }
    };
    let text: String = text.chars().take(SHOWN).map(printable).collect();
    if text.is_empty() {
        "?".to_string()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_as_they_are_written() {
        for line in [
            "ksp",
            "newgame white cincinnati",
            "umpire to-move white tries 0",
            "umpire accepted e2e4",
            "go",
            "go wtime 1500 btime 20",
            "quit",
        ] {
            assert_eq!(ToBot::parse(line).unwrap().to_string(), line);
        }
        for line in [
            "id name A b",
            "kspok",
            "try a7a8q",
            "any",
            "resign",
            "try zz",
        ] {
            assert_eq!(FromBot::parse(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn what_is_no_line_is_refused() {
        for line in [
            "",
            "newgame",
            "newgame green wild16",
            "go wtime x btime 1",
            "umpire hello",
        ] {
            assert!(ToBot::parse(line).is_err(), "{line}");
        }
        for line in ["", "e2e4", "hello", "go", "trye2e4"] {
            assert_eq!(FromBot::parse(line), None, "{line}");
        }
        let long = FromBot::parse(&format!("try {}\u{1}", "é x".repeat(100))).unwrap();
        assert_eq!(long.to_string().len(), "try ".len() + SHOWN);
    }
}
