//! Positions and moves as text.

use std::fmt;

use crate::Game;

/// A game whose positions and moves can be written and read.
///
/// `parse` reads what `notation` writes, and the same for moves; the conformance kit checks the
/// round trip. [`std::fmt::Display`] is the picture for people: a board over several lines.
pub trait Notation: Game + fmt::Display {
    /// Reads a position.
    ///
    /// # Errors
    ///
    /// Names the offending text, its place and what was expected.
    fn parse(text: &str) -> Result<Self, ParseError>;

    /// The position in one line, as [`parse`](Notation::parse) reads it.
    fn notation(&self) -> String;

    /// A legal move as text, different for every legal move of the position, without spaces.
    fn move_text(&self, m: Self::Move) -> String;

    /// How a value of this game is written. Trees of real numbers, searched by rank, turn Max's
    /// rank back into the number here.
    fn value_text(&self, value: crate::Score) -> String {
        value.to_string()
    }

    /// The least score of Max that stands for `number` or more: what "at least `number`" asks of
    /// a search. Trees of real numbers, searched by rank, give the rank here.
    fn score_at_least(&self, number: f64) -> crate::Score {
        // The cast saturates: a number beyond all scores is a score beyond all payoffs.
        (number.ceil() as crate::Score).clamp(-crate::INFINITY + 1, crate::INFINITY - 1)
    }

    /// Reads a legal move of this position. The default accepts what
    /// [`move_text`](Notation::move_text) writes, in either case.
    ///
    /// # Errors
    ///
    /// If it is not a legal move here; the error lists what is legal.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseError> {
        let wanted = text.trim();
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let found = moves
            .iter()
            .copied()
            .find(|&m| self.move_text(m).eq_ignore_ascii_case(wanted));
        found.ok_or_else(|| {
            let legal: Vec<String> = moves.iter().map(|&m| self.move_text(m)).collect();
            let expected = if legal.is_empty() {
                "no move: the game is over".to_string()
            } else if legal.len() <= 20 {
                format!("one of {}", legal.join(" "))
            } else {
                format!(
                    "one of {} … ({} legal moves)",
                    legal[..20].join(" "),
                    legal.len()
                )
            };
            ParseError::new(wanted, 1, expected)
        })
    }
}

/// Text that could not be read: what it was, where, and what was expected instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The offending piece of the input.
    pub found: String,
    /// Where it starts, in characters, from 1.
    pub column: usize,
    /// What should have stood there.
    pub expected: String,
}

impl ParseError {
    /// An error at a column (from 1) of the input.
    pub fn new(found: impl Into<String>, column: usize, expected: impl Into<String>) -> ParseError {
        ParseError {
            found: found.into(),
            column,
            expected: expected.into(),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.found.is_empty() {
            write!(
                f,
                "end of text at column {}: expected {}",
                self.column, self.expected
            )
        } else {
            // A megabyte of rubbish is named by its beginning.
            let shown: String = self.found.chars().take(40).collect();
            let dots = if shown.len() < self.found.len() {
                "…"
            } else {
                ""
            };
            write!(
                f,
                "`{}{dots}` at column {}: expected {}",
                shown.escape_debug(),
                self.column,
                self.expected
            )
        }
    }
}

impl std::error::Error for ParseError {}
