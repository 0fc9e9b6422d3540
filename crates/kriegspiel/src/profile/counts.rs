//! Where men have stood: how often each kind stood on each square after each move of its side.
//!
//! Counts add up, so that games can be added and taken away again; what they mean is decided by
//! [`Profile`](super::Profile). *Invariant.* A game that reached a move has one king then: the
//! kings' row says how many games a row rests on. The text is equal for equal counts.

use std::fmt;

use zermelo_chess::Kind;
use zermelo_game::Side;

use super::{LAST_MOVE, SQUARES};
use crate::announcement::{parse_side, side_name};
use crate::men::{Men, squares};
use crate::transcript::Transcript;

/// The first line of the text.
const HEADING: &str = "zermelo profile 1";

/// Kinds of men.
const KINDS: usize = Kind::ALL.len();

/// Rows of a side: one for every move and kind.
const ROWS: usize = (LAST_MOVE + 1) * KINDS;

/// How often men have stood where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// By side, move, kind and square.
    cells: Vec<u32>,
}

/// A text that holds no counts, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountsError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for CountsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}", self.line, self.expected)
    }
}

impl std::error::Error for CountsError {}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            cells: vec![0; 2 * ROWS * SQUARES],
        }
    }
}

fn start(side: Side, number: usize, kind: Kind) -> usize {
    (side.index() * ROWS + number.min(LAST_MOVE) * KINDS + kind.index()) * SQUARES
}

impl Counts {
    /// Counts the men of a side in a game, before its first move and after each of its moves.
    /// Games from a position of their own are not counted; whether this one was.
    pub fn add(&mut self, game: &Transcript, side: Side) -> bool {
        if game.fen().is_some() {
            return false;
        }
        self.stood(&Men::initial(side), 0);
        let own = game
            .boards()
            .into_iter()
            .filter(|(mover, _)| *mover == side);
        for (number, (_, board)) in own.enumerate().take(LAST_MOVE) {
            self.stood(&Men::of(&board, side), number + 1);
        }
        true
    }

    fn stood(&mut self, men: &Men, number: usize) {
        for kind in Kind::ALL {
            let row = start(men.side(), number, kind);
            for square in squares(men.squares(kind)) {
                let cell = &mut self.cells[row + usize::from(square)];
                *cell = cell.saturating_add(1);
            }
        }
    }

    /// How often men of a kind stood on each square after a move of their side.
    #[must_use]
    pub fn row(&self, side: Side, number: usize, kind: Kind) -> &[u32] {
        let at = start(side, number, kind);
        &self.cells[at..at + SQUARES]
    }

    /// Games in which a side has made so many moves.
    #[must_use]
    pub fn games(&self, side: Side, number: usize) -> u64 {
        let kings = self.row(side, number, Kind::King).iter();
        kings.map(|&count| u64::from(count)).sum()
    }

    /// Sides of games that were counted.
    #[must_use]
    pub fn sides(&self) -> u64 {
        Side::BOTH.into_iter().map(|side| self.games(side, 0)).sum()
    }

    /// Adds what somebody else has counted.
    pub fn merge(&mut self, other: &Counts) {
        for (cell, more) in self.cells.iter_mut().zip(&other.cells) {
            *cell = cell.saturating_add(*more);
        }
    }

    /// Takes counts away again; if they were never added, nothing changes and the answer is no.
    pub fn forget(&mut self, other: &Counts) -> bool {
        let pairs = self.cells.iter().zip(&other.cells);
        if pairs.clone().any(|(cell, less)| cell < less) {
            return false;
        }
        self.cells = pairs.map(|(cell, less)| cell - less).collect();
        true
    }

    /// Reads what [`Display`](fmt::Display) writes.
    ///
    /// # Errors
    ///
    /// Names the line that is no row of counts.
    pub fn parse(text: &str) -> Result<Counts, CountsError> {
        let mut counts = Counts::default();
        for (index, line) in text.lines().enumerate() {
            let wrong = |expected| CountsError {
                line: index + 1,
                expected,
            };
            if index == 0 {
                if line != HEADING {
                    return Err(wrong("`zermelo profile 1`"));
                }
                continue;
            }
            let row = counts.row_of(line);
            row.ok_or_else(|| wrong("a side, a move, a kind of man and 64 numbers"))?;
        }
        match text.is_empty() {
            true => Err(CountsError {
                line: 1,
                expected: "`zermelo profile 1`",
            }),
            false => Ok(counts),
        }
    }

    /// Takes over a line.
    fn row_of(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        let side = parse_side(words.next()?)?;
        let number: usize = words.next()?.parse().ok()?;
        let name = words.next()?;
        let kind = Kind::ALL
            .into_iter()
            .find(|&kind| kind_word(kind) == name)?;
        if number > LAST_MOVE {
            return None;
        }
        let numbers: Option<Vec<u32>> = words.map(|word| word.parse().ok()).collect();
        let numbers = numbers.filter(|numbers| numbers.len() == SQUARES)?;
        let at = start(side, number, kind);
        self.cells[at..at + SQUARES].copy_from_slice(&numbers);
        Some(())
    }
}

/// What a kind is called in the text.
fn kind_word(kind: Kind) -> &'static str {
    ["pawn", "knight", "bishop", "rook", "queen", "king"][kind.index()]
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING}")?;
        for side in Side::BOTH {
            for number in 0..=LAST_MOVE {
                for kind in Kind::ALL {
                    let row = self.row(side, number, kind);
                    if row.iter().all(|&count| count == 0) {
                        continue;
                    }
                    write!(f, "{} {number} {}", side_name(side), kind_word(kind))?;
                    row.iter().try_for_each(|count| write!(f, " {count}"))?;
                    writeln!(f)?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(text: &str) -> Counts {
        let mut counts = Counts::default();
        for game in Transcript::parse_all(text).unwrap() {
            for side in Side::BOTH {
                counts.add(&game, side);
            }
        }
        counts
    }

    #[test]
    fn men_are_counted_after_each_move_of_their_side() {
        let counts = counted("1. e2e4 d7d5 2. e4e6? e4d5 d8d5 *\n\n1. e2e4 *\n");
        let pawns = |side, number, square: usize| counts.row(side, number, Kind::Pawn)[square];
        assert_eq!(pawns(Side::First, 0, 12), 2);
        assert_eq!(pawns(Side::First, 1, 28), 2);
        assert_eq!(pawns(Side::First, 2, 35), 1);
        assert_eq!(counts.row(Side::Second, 2, Kind::Queen)[35], 1);
        // The pawn on d5 was gone when Black had moved again.
        assert_eq!(
            counts.row(Side::Second, 2, Kind::Pawn).iter().sum::<u32>(),
            7
        );
        let games = |side, number| counts.games(side, number);
        assert_eq!((games(Side::First, 1), games(Side::Second, 1)), (2, 1));
        assert_eq!((counts.sides(), games(Side::First, 3)), (4, 0));
    }

    #[test]
    fn what_was_added_can_be_taken_away_and_nothing_else() {
        let (first, second) = (counted("1. e2e4 *\n"), counted("1. d2d4 d7d5 *\n"));
        let mut both = first.clone();
        both.merge(&second);
        assert_eq!(both.sides(), 4);
        assert!(both.forget(&second));
        assert_eq!(both, first);
        assert!(!both.forget(&second));
        assert_eq!(both, first);
    }

    #[test]
    fn counts_read_as_they_are_written_and_wrong_lines_are_named() {
        let counts = counted("1. e2e4 d7d5 2. e4d5 *\n");
        let text = counts.to_string();
        assert_eq!(Counts::parse(&text).unwrap(), counts);
        assert_eq!(text, Counts::parse(&text).unwrap().to_string());
        for (text, line) in [
            ("", 1),
            ("counts\n", 1),
            ("zermelo profile 1\nwhite 0 pawn 1 2 3\n", 2),
            ("zermelo profile 1\nwhite 999 pawn 1\n", 2),
        ] {
            assert_eq!(Counts::parse(text).unwrap_err().line, line, "{text}");
        }
    }

    #[test]
    fn a_game_from_a_position_of_its_own_is_not_counted() {
        let text = "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n1. h1h8 *\n";
        assert_eq!(counted(text), Counts::default());
    }
}
