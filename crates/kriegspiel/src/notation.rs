//! Games as text: PGN's tags, then every try in coordinates.
//!
//! ```text
//! [Rules "wild16"]
//! [Result "0-1"]
//! [Termination "checkmate"]
//!
//! 1. f2f3 e7e5 2. f1a6? g2g4 d8h4 0-1
//! ```
//!
//! An accepted move stands alone, an illegal try has a question mark, nonsense has two; `any` is
//! the question, `unreadable` what could not be read. Comments in braces are skipped, move numbers are for people. *Invariant.* What is
//! read was umpired again: a text whose marks the umpire would not have given is refused, with
//! line and column. Reading what was written gives an equal game.

use std::fmt::{self, Write};

use zermelo_chess::Chess;
use zermelo_game::{Notation, ParseError, Side};

use crate::action::{Action, UNREADABLE};
use crate::announcement::{Cause, GameResult};
use crate::rules::Rules;
use crate::transcript::Transcript;
use crate::umpire::{Answer, Umpire};

/// A text that is no game, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong in it.
    pub error: ParseError,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.error)
    }
}

impl std::error::Error for NotationError {}

/// Tags that the game itself says.
const OWN_TAGS: [&str; 4] = ["Rules", "Result", "Termination", "FEN"];

/// Characters in a line of moves.
const WIDTH: usize = 80;

/// The value of a tag, read or to be written: control characters are blanks.
fn on_one_line(value: &str) -> String {
    value.replace(char::is_control, " ")
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tag = |f: &mut fmt::Formatter<'_>, name: &str, value: &str| {
            let value = on_one_line(value)
                .replace('\\', "\\\\")
                .replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")
        };
        for (name, value) in &self.tags {
            tag(f, name, value)?;
        }
        tag(f, "Rules", self.rules().name)?;
        if let Some(fen) = self.fen() {
            tag(f, "FEN", fen)?;
        }
        let points = self.result().map_or("*", GameResult::points);
        tag(f, "Result", points)?;
        if let Some(result) = self.result() {
            tag(f, "Termination", result.cause.word())?;
        }
        f.write_char('\n')?;
        let mut width = 0;
        for token in self.tokens().iter().map(String::as_str).chain([points]) {
            if width > 0 && width + 1 + token.len() > WIDTH {
                f.write_char('\n')?;
                width = 0;
            } else if width > 0 {
                f.write_char(' ')?;
                width += 1;
            }
            f.write_str(token)?;
            width += token.len();
        }
        f.write_char('\n')
    }
}

impl Transcript {
    /// The tries with their marks, and the numbers of moves.
    fn tokens(&self) -> Vec<String> {
        let start = self.start().unwrap_or_default();
        let mut number = start.fullmove_number();
        let mut numbered = None;
        let mut tokens = Vec::new();
        for entry in self.entries() {
            let turn = (entry.side, number);
            if entry.side == Side::First && numbered != Some(turn) {
                tokens.push(format!("{number}."));
            } else if numbered.is_none() {
                tokens.push(format!("{number}..."));
            }
            numbered = Some(turn);
            let mark = match entry.answer {
                Answer::Accepted => "",
                Answer::Illegal => "?",
                Answer::Nonsense => "??",
            };
            tokens.push(format!("{}{mark}", entry.action));
            if entry.completed().is_some() && entry.side == Side::Second {
                number += 1;
            }
        }
        tokens
    }

    /// Reads the only game of a text.
    ///
    /// # Errors
    ///
    /// Names the line and the text that is no part of a game, or that there is not one game.
    ///
    /// ```
    /// use zermelo_kriegspiel::Transcript;
    /// let game = Transcript::parse("[Rules \"wild16\"]\n\n1. e2e4 e7e5 2. e4e5? *").unwrap();
    /// assert_eq!(game.plies(), 2);
    /// assert_eq!(Transcript::parse(&game.to_string()).unwrap(), game);
    /// ```
    pub fn parse(text: &str) -> Result<Transcript, NotationError> {
        let mut games = Transcript::parse_all(text)?;
        match (games.pop(), games.is_empty()) {
            (Some(game), true) => Ok(game),
            (found, _) => Err(NotationError {
                line: 1,
                error: ParseError::new(
                    "",
                    1,
                    if found.is_some() {
                        "one game, not several"
                    } else {
                        "a game"
                    },
                ),
            }),
        }
    }

    /// Reads all games of a text.
    ///
    /// # Errors
    ///
    /// Names the line and the text that is no part of a game.
    pub fn parse_all(text: &str) -> Result<Vec<Transcript>, NotationError> {
        Transcript::parse_first(text, usize::MAX)
    }

    /// Reads the first games of a text, at most `count`; what comes after them is not looked at.
    ///
    /// # Errors
    ///
    /// Names the line and the text that is no part of a game.
    pub fn parse_first(text: &str, count: usize) -> Result<Vec<Transcript>, NotationError> {
        let mut reading = Reading::default();
        let mut comment = false;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (index, line) in text.lines().enumerate() {
            let at = |error| NotationError {
                line: index + 1,
                error,
            };
            if reading.games.len() >= count {
                return Ok(reading.games);
            }
            if !comment && line.trim_start().starts_with('[') {
                let read = reading.tag(line);
                // The tag of another game ends the one before.
                if reading.games.len() < count {
                    read.map_err(at)?;
                }
                continue;
            }
            for word in words(line, &mut comment) {
                if reading.games.len() >= count {
                    return Ok(reading.games);
                }
                reading.word(word).map_err(|expected| {
                    let offset = word.as_ptr() as usize - line.as_ptr() as usize;
                    let column = line[..offset].chars().count() + 1;
                    at(ParseError::new(word, column, expected))
                })?;
            }
        }
        if reading.games.len() >= count {
            return Ok(reading.games);
        }
        let cut_off = |expected: &str| NotationError {
            line: text.lines().count().max(1),
            error: ParseError::new("", 1, expected),
        };
        if comment {
            return Err(cut_off("the end of a comment, `}`"));
        }
        if reading.is_unfinished() {
            return Err(cut_off("the result that its tag says"));
        }
        reading.end();
        Ok(reading.games)
    }
}

/// The words of a line outside comments, which may begin and end on other lines; a move's number
/// is a word of its own.
fn words<'a>(line: &'a str, comment: &mut bool) -> Vec<&'a str> {
    let mut words = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let (part, after) = match (*comment, rest.find(['{', '}'][usize::from(*comment)])) {
            (true, None) => ("", ""),
            (true, Some(end)) => {
                *comment = false;
                ("", &rest[end + 1..])
            }
            (false, None) => (rest, ""),
            (false, Some(begin)) => {
                *comment = true;
                (&rest[..begin], &rest[begin + 1..])
            }
        };
        for word in part.split_whitespace() {
            let digits = word.bytes().take_while(u8::is_ascii_digit).count();
            let number = digits + word[digits..].bytes().take_while(|b| *b == b'.').count();
            let cut = if digits > 0 && number > digits {
                number
            } else {
                0
            };
            let (number, word) = word.split_at(cut);
            words.extend([number, word].into_iter().filter(|word| !word.is_empty()));
        }
        rest = after;
    }
    words
}

#[derive(Default)]
struct Reading {
    tags: Vec<(String, String)>,
    umpire: Option<Umpire>,
    games: Vec<Transcript>,
}

impl Reading {
    fn tag(&mut self, line: &str) -> Result<(), ParseError> {
        if self.umpire.is_some() {
            if self.is_unfinished() {
                return Err(ParseError::new(
                    line.trim(),
                    1,
                    "the result of the game before",
                ));
            }
            self.end();
        }
        let expected = || ParseError::new(line.trim(), 1, "a tag such as [Rules \"wild16\"]");
        let inside = line.trim().strip_prefix('[').and_then(|rest| {
            let rest = rest.strip_suffix("\"]")?;
            rest.split_once(" \"")
        });
        let (name, value) = inside.ok_or_else(expected)?;
        let value = on_one_line(&unescaped(value).ok_or_else(expected)?);
        match name {
            "Rules" => {
                Rules::named(&value).map_err(|_| ParseError::new(&value, 1, Rules::names()))?;
            }
            "FEN" => {
                Umpire::position(&value)?;
            }
            "Result" if !["1-0", "0-1", "1/2-1/2", "*"].contains(&value.as_str()) => {
                return Err(ParseError::new(value, 1, "1-0, 0-1, 1/2-1/2 or *"));
            }
            _ => {}
        }
        if self.find(name).is_some() {
            return Err(ParseError::new(name, 2, "every tag once"));
        }
        self.tags.push((name.to_string(), value));
        Ok(())
    }

    fn find(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.as_str())
    }

    fn umpire(&mut self) -> &mut Umpire {
        let rules = self.find("Rules").and_then(|name| Rules::named(name).ok());
        let rules = rules.unwrap_or(Rules::wild16());
        let position = self.find("FEN").and_then(|fen| Chess::parse(fen).ok());
        self.umpire.get_or_insert_with(|| match position {
            Some(position) => Umpire::from_position(rules, position),
            None => Umpire::new(rules),
        })
    }

    /// Takes a word of the moves; what was expected instead, if it is none.
    fn word(&mut self, word: &str) -> Result<(), String> {
        let number = word.trim_end_matches('.');
        if number.len() < word.len() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(());
        }
        if ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) {
            return self.result(word);
        }
        let bare = word.trim_end_matches('?');
        let marked = match word.len() - bare.len() {
            0 => Answer::Accepted,
            1 => Answer::Illegal,
            2 => Answer::Nonsense,
            _ => return Err("at most two question marks".to_string()),
        };
        let action = match bare {
            // Not a try that anybody can make on purpose: only games that are written have it.
            UNREADABLE => Action::Unreadable,
            tried => Action::parse(tried).map_err(|error| error.expected)?,
        };
        let umpire = self.umpire();
        if umpire.result().is_some() {
            return Err("no move: the game is over".to_string());
        }
        let answer = umpire.answer(action);
        if answer == marked {
            return Ok(());
        }
        let mark = ["without a mark", "with one `?`", "with `??`"];
        Err(format!(
            "the try {}: the umpire's answer is {}",
            mark[answer as usize],
            answer.word()
        ))
    }

    /// Whether a tag tells of a result that the moves have not reached.
    fn is_unfinished(&self) -> bool {
        let told = self.find("Result").is_some_and(|points| points != "*");
        let ended = |umpire: &Umpire| umpire.result().is_some();
        told && !self.umpire.as_ref().is_some_and(ended)
    }

    fn result(&mut self, points: &str) -> Result<(), String> {
        let cause = self.find("Termination").map(str::to_string);
        if let Some(told) = self.find("Result").filter(|told| *told != points) {
            return Err(format!("{told}, as the tag Result says"));
        }
        let umpire = self.umpire();
        match umpire.result() {
            Some(result) if result.points() == points => {
                let word = result.cause.word();
                if cause.as_deref().is_some_and(|told| told != word) {
                    return Err(format!("the tag Termination to be {word}"));
                }
            }
            Some(result) => return Err(format!("{} ({})", result.points(), result.cause.word())),
            None if points == "*" => {}
            None => {
                let usual = if points == "1/2-1/2" {
                    Cause::MoveLimit
                } else {
                    Cause::Resignation
                };
                let cause = cause.as_deref().unwrap_or(usual.word());
                let result = GameResult::parse(&format!("{points} {cause}"));
                let result = result.map_err(|_| "a known Termination".to_string())?;
                umpire.declare(result)?;
            }
        }
        self.end();
        Ok(())
    }

    /// Puts a game away.
    fn end(&mut self) {
        if self.umpire.is_none() && self.tags.is_empty() {
            return;
        }
        let mut game = self.umpire().transcript().clone();
        self.umpire = None;
        game.tags = std::mem::take(&mut self.tags);
        game.tags
            .retain(|(name, _)| !OWN_TAGS.contains(&name.as_str()));
        self.games.push(game);
    }
}

/// A tag's value without its backslashes; `None` if it has a quote that ends it early.
fn unescaped(value: &str) -> Option<String> {
    let mut text = String::new();
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => text.push(characters.next()?),
            '"' => return None,
            other => text.push(other),
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests;
