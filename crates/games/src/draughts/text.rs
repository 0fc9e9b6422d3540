//! Draughts as text and as a picture.
//!
//! Positions are the FEN of Portable Draughts Notation: the side to move, then the squares of
//! each colour, kings marked, `B:W21,22,K23:B1,2,K5`. The colours may come in either order and a
//! full stop may end it. Moves name every square the piece lands on, `11-15` or `15x22x29`; a
//! capture may be given by its ends alone where only one has them, and with `-` for `x`.

use std::fmt;

use zermelo_draw::{Board, Colour, Pattern, Picture, Piece};
use zermelo_game::{Game, Notation, ParseError, Side};

use super::{Draughts, MOST_PIECES, Move};
use crate::Drawn;

/// The parts of a text between separators, each with the column it starts at.
fn parts(text: &str, separator: char, first: usize) -> impl Iterator<Item = (&str, usize)> {
    text.split(separator).scan(first, |next, part| {
        let column = *next;
        *next += part.chars().count() + 1;
        Some((part, column))
    })
}

fn side_of(letter: &str) -> Option<Side> {
    match letter {
        "B" | "b" => Some(Side::First),
        "W" | "w" => Some(Side::Second),
        _ => None,
    }
}

fn letter_of(side: Side) -> char {
    match side {
        Side::First => 'B',
        Side::Second => 'W',
    }
}

/// A square number from 1 to 32, as a bit of 32.
fn square_bit(text: &str) -> Option<u32> {
    let digits = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let number: u32 = text.parse().ok().filter(|_| digits)?;
    (1..=32).contains(&number).then(|| 1 << (number - 1))
}

/// What has been read of a position: men and kings of each side.
#[derive(Default)]
struct Squares {
    pieces: [u32; 2],
    kings: u32,
}

impl Squares {
    /// Reads `21,22,K23`.
    fn read(&mut self, list: &str, first: usize, side: Side) -> Result<(), ParseError> {
        if list.is_empty() {
            return Ok(());
        }
        for (item, column) in parts(list, ',', first) {
            let wrong = |expected: &str| Err(ParseError::new(item, column, expected));
            let number = item.strip_prefix(['K', 'k']);
            let Some(bit) = square_bit(number.unwrap_or(item)) else {
                return wrong("a square from 1 to 32, `K` before it for a king");
            };
            if (self.pieces[0] | self.pieces[1]) & bit != 0 {
                return wrong("a square not named before");
            }
            let last_row = [0xf000_0000, 0xf][side.index()];
            if number.is_none() && bit & last_row != 0 {
                return wrong("`K` before it, this being its last row");
            }
            self.pieces[side.index()] |= bit;
            if number.is_some() {
                self.kings |= bit;
            }
            if self.pieces[side.index()].count_ones() > MOST_PIECES {
                return wrong("at most twelve pieces a side");
            }
        }
        Ok(())
    }
}

impl Draughts {
    /// `21,22,K23`
    fn list(&self, side: Side) -> String {
        let (men, kings) = (self.men(side), self.kings(side));
        let pieces = (0..32).filter(|square| (men | kings) & (1 << square) != 0);
        let texts: Vec<String> = pieces
            .map(|square| {
                let king = if kings & (1 << square) != 0 { "K" } else { "" };
                format!("{king}{}", square + 1)
            })
            .collect();
        texts.join(",")
    }

    /// What stands on a square of the 8x8 board: `None` on light squares, else the piece, if any,
    /// and whether it is a king.
    fn at(&self, row: usize, column: usize) -> Option<Option<(Side, bool)>> {
        if (row + column).is_multiple_of(2) {
            return None;
        }
        let bit = 1 << (row * 4 + column / 2);
        let holder = Side::BOTH
            .into_iter()
            .find(|&side| (self.men(side) | self.kings(side)) & bit != 0);
        Some(holder.map(|side| (side, self.kings(side) & bit != 0)))
    }
}

impl Notation for Draughts {
    fn parse(text: &str) -> Result<Draughts, ParseError> {
        let first = 1 + text.chars().take_while(|c| c.is_whitespace()).count();
        let text = text.trim();
        let text = text.strip_suffix('.').unwrap_or(text);
        let mut fields = parts(text, ':', first);
        let (mover, column) = fields.next().unwrap_or(("", first));
        let Some(side) = side_of(mover) else {
            return Err(ParseError::new(
                mover,
                column,
                "`B` or `W`, the side to move",
            ));
        };
        let end = first + text.chars().count();
        let mut squares = Squares::default();
        let mut seen = [false; 2];
        for _ in 0..2 {
            let expected = "`:W` and `:B`, each once, with the squares of that colour";
            let Some((field, column)) = fields.next() else {
                return Err(ParseError::new("", end, expected));
            };
            let letter = field.get(..1).unwrap_or("");
            let colour = side_of(letter).filter(|colour| !seen[colour.index()]);
            let Some(colour) = colour else {
                return Err(ParseError::new(field, column, expected));
            };
            seen[colour.index()] = true;
            squares.read(&field[1..], column + 1, colour)?;
        }
        if let Some((field, column)) = fields.next() {
            let found = format!(":{field}");
            return Err(ParseError::new(found, column - 1, "the end of the text"));
        }
        let [black, white] = squares.pieces;
        Draughts::from_squares(black, white, squares.kings, side)
            .ok_or_else(|| ParseError::new(text, first, "a position of draughts"))
    }

    fn notation(&self) -> String {
        let (white, black) = (self.list(Side::Second), self.list(Side::First));
        format!("{}:W{white}:B{black}", letter_of(self.side()))
    }

    fn move_text(&self, m: Move) -> String {
        m.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let wanted = text.trim();
        // Ten squares are the longest path: one more is enough to see that a text is too long.
        let squares: Vec<Option<u32>> = wanted
            .split(['-', 'x', 'X'])
            .take(11)
            .map(|number| square_bit(number).map(|bit| bit.trailing_zeros() + 1))
            .collect();
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let path = |m: &Move| m.squares().into_iter().map(Some).collect::<Vec<_>>();
        if let Some(&exact) = moves.iter().find(|m| path(m) == squares) {
            return Ok(exact);
        }
        let ends = |m: &&Move| squares == [Some(m.from()), Some(m.to())];
        let short: Vec<Move> = moves.iter().filter(ends).copied().collect();
        let list = |moves: &[Move]| {
            let texts: Vec<String> = moves.iter().take(40).map(Move::to_string).collect();
            format!("one of {}", texts.join(" "))
        };
        let expected = match (&short[..], &moves[..]) {
            (&[only], _) => return Ok(only),
            ([], []) => "no move: the game is over".to_string(),
            ([], legal) => list(legal),
            (several, _) => list(several),
        };
        Err(ParseError::new(wanted, 1, expected))
    }
}

impl fmt::Display for Draughts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..8 {
            for column in 0..8 {
                let letter = match self.at(row, column) {
                    None => ' ',
                    Some(None) => '.',
                    Some(Some((side, true))) => letter_of(side),
                    Some(Some((side, false))) => letter_of(side).to_ascii_lowercase(),
                };
                write!(f, "{letter} ")?;
            }
            writeln!(f, "  {:>2} to {:>2}", row * 4 + 1, row * 4 + 4)?;
        }
        let mover = match self.side() {
            Side::First => "black",
            Side::Second => "white",
        };
        if self.outcome().is_some() {
            return write!(f, "{mover} cannot move and has lost");
        }
        write!(f, "{mover} to move")
    }
}

impl Drawn for Draughts {
    fn picture(&self) -> Picture {
        let places = (0..64).map(|place| self.at(place / 8, place % 8).flatten());
        let squares = places
            .map(|piece| match piece {
                None => Piece::Empty,
                Some((side, crowned)) => Piece::Disc {
                    colour: match side {
                        Side::First => Colour::Dark,
                        Side::Second => Colour::Light,
                    },
                    crowned,
                },
            })
            .collect();
        let caption = match (self.outcome(), self.side()) {
            (Some(_), Side::First) => "White has won",
            (Some(_), Side::Second) => "Black has won",
            (None, Side::First) => "Black to move",
            (None, Side::Second) => "White to move",
        };
        Picture::Board(Board {
            columns: 8,
            rows: 8,
            squares,
            pattern: Pattern::Chequered,
            column_labels: Vec::new(),
            row_labels: Vec::new(),
            highlights: Vec::new(),
            caption: caption.to_string(),
        })
    }
}
