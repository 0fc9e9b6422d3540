//! What a player may do in its turn: try a move, or ask "any?".

use std::fmt;

use zermelo_chess::Kind;
use zermelo_game::ParseError;

/// A move as a player tries it, who sees only its own men: `e2e4`, `a7a8q`, castling `e1g1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Try {
    /// From this square (0 is a1, 63 is h8).
    pub from: u8,
    /// To this square.
    pub to: u8,
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
}

/// What a player submits. Giving up is not an action: it ends the game from outside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Tries a move.
    Try(Try),
    /// Asks whether a pawn can capture.
    AskAny,
    /// Says what cannot be read. It is refused like a try that no man can make.
    Unreadable,
}

/// How games are written in which a player said what cannot be read.
pub(crate) const UNREADABLE: &str = "unreadable";

/// The name of a square.
#[must_use]
pub fn square_name(square: u8) -> String {
    let file = char::from(b'a' + (square & 7));
    let rank = char::from(b'1' + (square >> 3 & 7));
    format!("{file}{rank}")
}

/// The square of a name.
#[must_use]
pub fn parse_square(text: &str) -> Option<u8> {
    match *text.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + (file - b'a')),
        _ => None,
    }
}

impl Try {
    /// A try that promotes nothing.
    #[must_use]
    pub fn new(from: u8, to: u8) -> Try {
        Try {
            from,
            to,
            promotion: None,
        }
    }

    /// Reads coordinates such as `e2e4` or `a7a8q`.
    ///
    /// # Errors
    ///
    /// If the text is none.
    pub fn parse(text: &str) -> Result<Try, ParseError> {
        Try::read(text).ok_or_else(|| ParseError::new(text, 1, "a try such as e2e4 or a7a8q"))
    }

    fn read(text: &str) -> Option<Try> {
        let promotion = match text.get(4..)? {
            "" => None,
            "q" | "Q" => Some(Kind::Queen),
            "r" | "R" => Some(Kind::Rook),
            "b" | "B" => Some(Kind::Bishop),
            "n" | "N" => Some(Kind::Knight),
            _ => return None,
        };
        let squares = text.get(..4)?.to_ascii_lowercase();
        Some(Try {
            from: parse_square(squares.get(..2)?)?,
            to: parse_square(squares.get(2..)?)?,
            promotion,
        })
    }
}

/// The letter of a kind, as in FEN for Black.
#[must_use]
pub fn kind_letter(kind: Kind) -> char {
    ['p', 'n', 'b', 'r', 'q', 'k'][kind.index()]
}

impl fmt::Display for Try {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", square_name(self.from), square_name(self.to))?;
        match self.promotion {
            Some(kind) => write!(f, "{}", kind_letter(kind)),
            None => Ok(()),
        }
    }
}

impl Action {
    /// Reads a try or `any`.
    ///
    /// # Errors
    ///
    /// If the text is neither.
    pub fn parse(text: &str) -> Result<Action, ParseError> {
        if text.eq_ignore_ascii_case("any") {
            return Ok(Action::AskAny);
        }
        Try::parse(text).map(Action::Try)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Try(tried) => tried.fmt(f),
            Action::AskAny => f.write_str("any"),
            Action::Unreadable => f.write_str(UNREADABLE),
        }
    }
}

impl From<Try> for Action {
    fn from(tried: Try) -> Action {
        Action::Try(tried)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_read_as_they_are_written() {
        for text in ["e2e4", "a7a8q", "h2h1n", "e1g1"] {
            assert_eq!(Try::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Try::parse("A7A8Q").unwrap().to_string(), "a7a8q");
        assert_eq!(Action::parse("any").unwrap(), Action::AskAny);
    }

    #[test]
    fn what_is_no_try_is_refused_without_a_panic() {
        for text in [
            "", "e2", "e2e9", "i2i4", "e7e8k", "e2e4e5", "é2e4", "e7e8é", "€€",
        ] {
            assert!(Action::parse(text).is_err(), "{text}");
        }
    }
}
