//! Othello as text and as a picture.
//!
//! A position is 64 squares from a1 to h8, row by row, of `X` (black), `O` (white) and `-`, then
//! the side to move: the first two fields of the FFO test set's lines. `*` is read as `X`, `.` as
//! `-`, and either case. Moves are `d3` or `pass`; `--` is read as a pass.

use std::fmt;

use zermelo_draw::{Board, Colour, Pattern, Picture, Piece};
use zermelo_game::{Game, Notation, Outcome, ParseError, Side};

use super::{Othello, Square};
use crate::Drawn;

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Square::PASS {
            f.write_str("pass")
        } else {
            write!(f, "{}{}", (b'a' + self.0 % 8) as char, self.0 / 8 + 1)
        }
    }
}

/// The side of a disc's letter.
fn side_of(letter: char) -> Option<Side> {
    match letter {
        'X' | 'x' | '*' => Some(Side::First),
        'O' | 'o' => Some(Side::Second),
        _ => None,
    }
}

fn letter_of(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

impl Othello {
    /// Discs of black and of white.
    fn discs_by_side(&self) -> [u64; 2] {
        let (own, opponent) = self.bitboards();
        match self.side() {
            Side::First => [own, opponent],
            Side::Second => [opponent, own],
        }
    }

    /// Who holds a square.
    fn holder(&self, square: usize) -> Option<Side> {
        let [black, white] = self.discs_by_side();
        match 1u64 << square {
            bit if black & bit != 0 => Some(Side::First),
            bit if white & bit != 0 => Some(Side::Second),
            _ => None,
        }
    }
}

impl Notation for Othello {
    fn parse(text: &str) -> Result<Othello, ParseError> {
        let skipped = text.chars().take_while(|c| c.is_whitespace()).count();
        let mut characters = text.trim().chars().zip(skipped + 1..);
        let mut discs = [0u64; 2];
        for square in 0..64 {
            let expected = "64 squares of `X`, `O` and `-`, row by row from a1";
            match characters.next() {
                Some(('-' | '.', _)) => {}
                Some((letter, place)) => match side_of(letter) {
                    Some(side) => discs[side.index()] |= 1 << square,
                    None => return Err(ParseError::new(letter, place, expected)),
                },
                None => return Err(ParseError::new("", skipped + square + 1, expected)),
            }
        }
        let mut rest = characters.skip_while(|(letter, _)| letter.is_whitespace());
        let expected = "`X` or `O`, the side to move";
        let side = match rest.next() {
            Some((letter, place)) => {
                side_of(letter).ok_or_else(|| ParseError::new(letter, place, expected))?
            }
            None => return Err(ParseError::new("", skipped + 65, expected)),
        };
        if let Some((letter, place)) = rest.next() {
            return Err(ParseError::new(letter, place, "the end of the text"));
        }
        let (own, opponent) = (discs[side.index()], discs[(!side).index()]);
        Ok(Othello {
            own,
            opponent,
            side,
        })
    }

    fn notation(&self) -> String {
        let mut text: String = (0..64)
            .map(|square| self.holder(square).map_or('-', letter_of))
            .collect();
        text.push(' ');
        text.push(letter_of(self.side()));
        text
    }

    fn move_text(&self, m: Square) -> String {
        format!("{m:?}")
    }

    fn parse_move(&self, text: &str) -> Result<Square, ParseError> {
        let wanted = match text.trim() {
            "--" => "pass",
            other => other,
        };
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let found = moves
            .iter()
            .find(|&&m| self.move_text(m).eq_ignore_ascii_case(wanted));
        found.copied().ok_or_else(|| {
            let legal: Vec<String> = moves.iter().map(|&m| self.move_text(m)).collect();
            let expected = match legal.len() {
                0 => "no move: the game is over".to_string(),
                _ => format!("one of {}", legal.join(" ")),
            };
            ParseError::new(wanted, 1, expected)
        })
    }
}

impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  a b c d e f g h")?;
        for row in 0..8 {
            write!(f, "{}", row + 1)?;
            for column in 0..8 {
                let holder = self.holder(row * 8 + column);
                write!(f, " {}", holder.map_or('-', letter_of))?;
            }
            writeln!(f)?;
        }
        match self.outcome() {
            None => write!(f, "{} to move", letter_of(self.side())),
            Some(Outcome::Draw) => f.write_str("a draw"),
            Some(Outcome::Win(side)) => write!(f, "{} has won", letter_of(side)),
        }
    }
}

impl Drawn for Othello {
    fn picture(&self) -> Picture {
        let legal = self.legal_mask();
        let disc = |colour| Piece::Disc {
            colour,
            crowned: false,
        };
        let squares = (0..64)
            .map(|square| match self.holder(square) {
                Some(Side::First) => disc(Colour::Dark),
                Some(Side::Second) => disc(Colour::Light),
                None if legal & (1 << square) != 0 => Piece::Hint,
                None => Piece::Empty,
            })
            .collect();
        let [black, white] = self.discs_by_side().map(u64::count_ones);
        let state = match (self.outcome(), self.side()) {
            (Some(Outcome::Win(Side::First)), _) => "Black has won",
            (Some(Outcome::Win(Side::Second)), _) => "White has won",
            (Some(Outcome::Draw), _) => "A draw",
            (None, Side::First) => "Black to move",
            (None, Side::Second) => "White to move",
        };
        Picture::Board(Board {
            columns: 8,
            rows: 8,
            squares,
            pattern: Pattern::Green,
            column_labels: ('a'..='h').map(String::from).collect(),
            row_labels: (1..=8).map(|row| row.to_string()).collect(),
            highlights: Vec::new(),
            caption: format!("{state}, black {black}, white {white}"),
        })
    }
}
