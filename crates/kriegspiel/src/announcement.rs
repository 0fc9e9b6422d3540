//! What the umpire says, as plain values, and as the lines of the protocol.
//!
//! *Invariant.* [`Announcement::parse`] reads what `Display` writes. A line never holds more than
//! the announcement: what is told of a try of the other side has no squares in it.

use std::fmt;

use zermelo_game::{Outcome, ParseError, Side};

use crate::action::{Action, Try, parse_square, square_name};

/// Where a check comes from, seen from the checked king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Along its rank.
    Rank,
    /// Along its file.
    File,
    /// Along the longer of its two diagonals.
    LongDiagonal,
    /// Along the shorter of its two diagonals.
    ShortDiagonal,
    /// From a knight.
    Knight,
}

impl Direction {
    /// All of them.
    pub const ALL: [Direction; 5] = [
        Direction::Rank,
        Direction::File,
        Direction::LongDiagonal,
        Direction::ShortDiagonal,
        Direction::Knight,
    ];

    /// The direction from a king's square to the man that checks it. No two diagonals of a
    /// square are equally long.
    #[must_use]
    pub fn between(king: u8, checker: u8) -> Direction {
        let (file, rank) = (king & 7, king >> 3);
        let (files, ranks) = (file.abs_diff(checker & 7), rank.abs_diff(checker >> 3));
        if ranks == 0 {
            Direction::Rank
        } else if files == 0 {
            Direction::File
        } else if files != ranks {
            Direction::Knight
        } else {
            let rising = (checker & 7 > file) == (checker >> 3 > rank);
            let (up, down) = (file.abs_diff(rank), (file + rank).abs_diff(7));
            // The length of a diagonal is eight less its distance from the middle one.
            if rising == (up < down) {
                Direction::LongDiagonal
            } else {
                Direction::ShortDiagonal
            }
        }
    }

    /// The word of the protocol.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Direction::Rank => "rank",
            Direction::File => "file",
            Direction::LongDiagonal => "long",
            Direction::ShortDiagonal => "short",
            Direction::Knight => "knight",
        }
    }
}

/// What was captured, where the dialect tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Captured {
    /// A pawn.
    Pawn,
    /// Another man.
    Piece,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// Mate.
    Checkmate,
    /// No legal move, no check.
    Stalemate,
    /// The third occurrence of a position.
    Repetition,
    /// Fifty moves by each side without capture or pawn move.
    FiftyMoves,
    /// Nobody can win.
    InsufficientMaterial,
    /// A player gave up.
    Resignation,
    /// A player's time was over.
    Time,
    /// A player crashed, stalled or talked nonsense.
    Forfeit,
    /// Longer than the match allows; never by the rules.
    MoveLimit,
}

impl Cause {
    /// All of them.
    pub const ALL: [Cause; 9] = [
        Cause::Checkmate,
        Cause::Stalemate,
        Cause::Repetition,
        Cause::FiftyMoves,
        Cause::InsufficientMaterial,
        Cause::Resignation,
        Cause::Time,
        Cause::Forfeit,
        Cause::MoveLimit,
    ];

    /// The word of the protocol.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Cause::Checkmate => "checkmate",
            Cause::Stalemate => "stalemate",
            Cause::Repetition => "repetition",
            Cause::FiftyMoves => "fifty-moves",
            Cause::InsufficientMaterial => "insufficient-material",
            Cause::Resignation => "resignation",
            Cause::Time => "time",
            Cause::Forfeit => "forfeit",
            Cause::MoveLimit => "move-limit",
        }
    }

    /// Whether it ends a game whatever the position.
    #[must_use]
    pub fn is_from_outside(self) -> bool {
        matches!(
            self,
            Cause::Resignation | Cause::Time | Cause::Forfeit | Cause::MoveLimit
        )
    }

    /// Whether what ends so is a draw; it is a win otherwise.
    #[must_use]
    pub fn is_draw(self) -> bool {
        match self {
            Cause::Checkmate | Cause::Resignation | Cause::Time | Cause::Forfeit => false,
            Cause::Stalemate
            | Cause::Repetition
            | Cause::FiftyMoves
            | Cause::InsufficientMaterial
            | Cause::MoveLimit => true,
        }
    }
}

/// How a game ended and why: `1-0 checkmate`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameResult {
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub cause: Cause,
}

impl GameResult {
    /// The points as PGN writes them.
    #[must_use]
    pub fn points(self) -> &'static str {
        match self.outcome {
            Outcome::Win(Side::First) => "1-0",
            Outcome::Win(Side::Second) => "0-1",
            Outcome::Draw => "1/2-1/2",
        }
    }

    fn read(points: &str, cause: &str) -> Option<GameResult> {
        let outcome = match points {
            "1-0" => Outcome::Win(Side::First),
            "0-1" => Outcome::Win(Side::Second),
            "1/2-1/2" => Outcome::Draw,
            _ => return None,
        };
        let cause = Cause::ALL.into_iter().find(|c| c.word() == cause)?;
        Some(GameResult { outcome, cause })
    }

    /// Reads what `Display` writes.
    ///
    /// # Errors
    ///
    /// If the text is no result.
    pub fn parse(text: &str) -> Result<GameResult, ParseError> {
        let read = text.split_once(' ').and_then(|(p, c)| Self::read(p, c));
        read.ok_or_else(|| ParseError::new(text, 1, "a result such as 1-0 checkmate"))
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.points(), self.cause.word())
    }
}

/// `white` or `black`.
#[must_use]
pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "white",
        Side::Second => "black",
    }
}

/// The side of a name.
#[must_use]
pub fn parse_side(text: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| side_name(side) == text)
}

/// Something the umpire says to a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Announcement {
    /// Whose turn it is, with the number of pawn tries where the dialect counts them.
    ToMove(Side, Option<u8>),
    /// A man was captured on a square, by whoever moved last.
    Captured(u8, Option<Captured>),
    /// The side to move is in check.
    Check(Direction),
    /// Whether the side to move can capture with a pawn.
    Tries(bool),
    /// The answer to "any?".
    Any(bool),
    /// One's own try was accepted.
    Accepted(Try),
    /// One's own try was refused.
    Illegal(Action),
    /// One's own try was refused, and one should have known.
    Nonsense(Action),
    /// The other side has completed a move.
    Moved(Side),
    /// The other side tried in vain.
    Refused(Side),
    /// The game is over.
    Result(GameResult),
}

impl fmt::Display for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let yes = |said| if said { "yes" } else { "no" };
        match *self {
            Announcement::ToMove(side, None) => write!(f, "to-move {}", side_name(side)),
            Announcement::ToMove(side, Some(tries)) => {
                write!(f, "to-move {} tries {tries}", side_name(side))
            }
            Announcement::Captured(square, what) => {
                let what = match what {
                    None => "",
                    Some(Captured::Pawn) => "pawn ",
                    Some(Captured::Piece) => "piece ",
                };
                write!(f, "captured {what}{}", square_name(square))
            }
            Announcement::Check(direction) => write!(f, "check {}", direction.word()),
            Announcement::Tries(any) => write!(f, "tries {}", yes(any)),
            Announcement::Any(any) => write!(f, "any {}", yes(any)),
            Announcement::Accepted(tried) => write!(f, "accepted {tried}"),
            Announcement::Illegal(action) => write!(f, "illegal {action}"),
            Announcement::Nonsense(action) => write!(f, "nonsense {action}"),
            Announcement::Moved(side) => write!(f, "moved {}", side_name(side)),
            Announcement::Refused(side) => write!(f, "refused {}", side_name(side)),
            Announcement::Result(result) => write!(f, "result {result}"),
        }
    }
}

impl Announcement {
    /// The announcement for whoever tried in these words, should they have been unreadable.
    pub(crate) fn text_for(self, words: &str) -> String {
        match self {
            Announcement::Illegal(Action::Unreadable) => format!("illegal {words}"),
            Announcement::Nonsense(Action::Unreadable) => format!("nonsense {words}"),
            readable => readable.to_string(),
        }
    }

    /// The announcement for a person who plays a side.
    #[must_use]
    pub fn spoken_to(self, own: Side) -> String {
        match self {
            Announcement::ToMove(side, tries) => {
                let who = if side == own {
                    "your move"
                } else {
                    "the other side's move"
                };
                match tries {
                    Some(1) => format!("{who}, 1 pawn try"),
                    Some(tries) => format!("{who}, {tries} pawn tries"),
                    None => who.to_string(),
                }
            }
            Announcement::Moved(_) => "the other side has moved".to_string(),
            Announcement::Refused(_) => "the other side tried in vain".to_string(),
            other => other.to_string(),
        }
    }

    /// Reads what `Display` writes.
    ///
    /// # Errors
    ///
    /// If the text is no announcement.
    ///
    /// ```
    /// use zermelo_kriegspiel::Announcement;
    /// let line = "captured pawn e5";
    /// assert_eq!(Announcement::parse(line).unwrap().to_string(), line);
    /// ```
    pub fn parse(text: &str) -> Result<Announcement, ParseError> {
        let words: Vec<&str> = text.split_ascii_whitespace().take(5).collect();
        read(&words).ok_or_else(|| ParseError::new(text, 1, "an announcement of the umpire"))
    }
}

fn read(words: &[&str]) -> Option<Announcement> {
    let yes = |word: &str| match word {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    };
    Some(match *words {
        ["to-move", side] => Announcement::ToMove(parse_side(side)?, None),
        ["to-move", side, "tries", tries] => {
            Announcement::ToMove(parse_side(side)?, Some(tries.parse().ok()?))
        }
        ["captured", square] => Announcement::Captured(parse_square(square)?, None),
        ["captured", "pawn", square] => {
            Announcement::Captured(parse_square(square)?, Some(Captured::Pawn))
        }
        ["captured", "piece", square] => {
            Announcement::Captured(parse_square(square)?, Some(Captured::Piece))
        }
        ["check", word] => {
            Announcement::Check(Direction::ALL.into_iter().find(|d| d.word() == word)?)
        }
        ["tries", word] => Announcement::Tries(yes(word)?),
        ["any", word] => Announcement::Any(yes(word)?),
        ["accepted", tried] => Announcement::Accepted(Try::parse(tried).ok()?),
        ["illegal", action] => Announcement::Illegal(Action::parse(action).ok()?),
        ["nonsense", action] => Announcement::Nonsense(Action::parse(action).ok()?),
        ["moved", side] => Announcement::Moved(parse_side(side)?),
        ["refused", side] => Announcement::Refused(parse_side(side)?),
        ["result", points, cause] => Announcement::Result(GameResult::read(points, cause)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn direction(king: &str, checker: &str) -> &'static str {
        let [king, checker] = [king, checker].map(|name| parse_square(name).unwrap());
        Direction::between(king, checker).word()
    }

    #[test]
    fn directions_are_seen_from_the_king() {
        assert_eq!(direction("e1", "e8"), "file");
        assert_eq!(direction("e1", "a1"), "rank");
        assert_eq!(direction("e1", "d3"), "knight");
        // From e1 the diagonal to a5 has five squares, the one to h4 four.
        assert_eq!(direction("e1", "b4"), "long");
        assert_eq!(direction("e1", "g3"), "short");
        assert_eq!(direction("h8", "a1"), "long");
        assert_eq!(direction("d4", "g1"), "short");
        assert_eq!(direction("d4", "a1"), "long");
        assert_eq!(direction("c6", "a4"), "short");
    }

    #[test]
    fn the_longer_diagonal_is_the_one_with_more_squares() {
        let squares_on = |king: u8, step: (i8, i8)| {
            let walk = |sign: i8| {
                (1..8)
                    .take_while(|&n| {
                        let file = (king & 7) as i8 + sign * n * step.0;
                        let rank = (king >> 3) as i8 + sign * n * step.1;
                        (0..8).contains(&file) && (0..8).contains(&rank)
                    })
                    .count()
            };
            walk(1) + walk(-1)
        };
        for king in 0..64u8 {
            let (rising, falling) = (squares_on(king, (1, 1)), squares_on(king, (1, -1)));
            assert_ne!(rising, falling);
            for checker in 0..64u8 {
                let files = (checker & 7) as i8 - (king & 7) as i8;
                let ranks = (checker >> 3) as i8 - (king >> 3) as i8;
                if files != 0 && files.abs() == ranks.abs() {
                    let on_rising = files == ranks;
                    let long = on_rising == (rising > falling);
                    let said = Direction::between(king, checker);
                    assert_eq!(said == Direction::LongDiagonal, long, "{king} {checker}");
                }
            }
        }
    }

    #[test]
    fn announcements_read_as_they_are_written() {
        for line in [
            "to-move white tries 3",
            "to-move black",
            "captured e5",
            "captured piece a1",
            "check short",
            "tries yes",
            "any no",
            "accepted a7a8q",
            "illegal any",
            "nonsense e2e5",
            "moved black",
            "refused white",
            "result 1/2-1/2 insufficient-material",
        ] {
            assert_eq!(Announcement::parse(line).unwrap().to_string(), line);
        }
        for line in [
            "",
            "to-move",
            "captured e9",
            "result 1-0",
            "check",
            "go",
            "any maybe",
        ] {
            assert!(Announcement::parse(line).is_err(), "{line}");
        }
    }
}
