//! Connect Four as text and as a picture.
//!
//! A position is read in two forms: the columns played so far as digits, `4453`, and the board,
//! six rows from the top of `x`, `o` and `.` with `/` between them. It is written in the second,
//! because a position does not know in which order its discs fell.

use std::fmt;

use zermelo_draw::{Board, Colour, Pattern, Picture, Piece};
use zermelo_game::{Game, Notation, Outcome, ParseError, Side};

use super::{COLUMN, Column, ConnectFour, HEIGHT, WIDTH, has_four};
use crate::Drawn;

/// The bit of a square, its row counted from the top.
fn square(column: u32, row_from_top: u32) -> u64 {
    1 << (column * COLUMN + HEIGHT - 1 - row_from_top)
}

impl ConnectFour {
    /// Discs of the player who began and of the other.
    fn discs_by_side(&self) -> [u64; 2] {
        match self.side() {
            Side::First => [self.mover_discs(), self.opponent_discs()],
            Side::Second => [self.opponent_discs(), self.mover_discs()],
        }
    }

    /// One of `x o .` for each square of a row.
    fn row_text(&self, row_from_top: u32) -> impl Iterator<Item = char> {
        let [first, second] = self.discs_by_side();
        (0..WIDTH).map(move |column| match square(column, row_from_top) {
            bit if first & bit != 0 => 'x',
            bit if second & bit != 0 => 'o',
            _ => '.',
        })
    }
}

/// Plays digits from the empty board; `skipped` characters stood before them.
fn parse_moves(digits: &str, skipped: usize) -> Result<ConnectFour, ParseError> {
    let mut position = ConnectFour::default();
    for (i, digit) in digits.chars().enumerate() {
        let wrong = |expected: &str| Err(ParseError::new(digit, skipped + i + 1, expected));
        let column = digit.to_digit(10).and_then(|number| {
            let index = (number as usize).checked_sub(1)?;
            Column::new(index)
        });
        let Some(column) = column else {
            return wrong("a column from 1 to 7, or a board of six rows of `x o .`");
        };
        if position.is_over() {
            return wrong("the end of the text, the game being over");
        }
        if !position.is_legal(column) {
            return wrong("a column that is not full");
        }
        position.play(column);
    }
    Ok(position)
}

/// Reads six rows; `skipped` characters stood before them.
fn parse_board(text: &str, skipped: usize) -> Result<ConnectFour, ParseError> {
    let mut discs = [0u64; 2];
    let mut characters = text.chars().enumerate();
    let mut end = skipped + 1;
    for row in 0..HEIGHT {
        for column in 0..=WIDTH {
            let expected = match (row, column) {
                (_, 0..WIDTH) => "one of `x o .`",
                (0..5, _) => "`/` after seven squares",
                _ => "the end of the text after six rows",
            };
            let Some((i, character)) = characters.next() else {
                if row == HEIGHT - 1 && column == WIDTH {
                    break;
                }
                return Err(ParseError::new("", end, expected));
            };
            end = skipped + i + 2;
            match (character, column < WIDTH) {
                ('x' | 'X', true) => discs[0] |= square(column, row),
                ('o' | 'O', true) => discs[1] |= square(column, row),
                ('.', true) => {}
                ('/', false) if row < HEIGHT - 1 => {}
                _ => return Err(ParseError::new(character, end - 1, expected)),
            }
        }
    }
    check_board(discs, text, skipped)
}

/// The position of these discs, if a game could look like it.
fn check_board(discs: [u64; 2], text: &str, skipped: usize) -> Result<ConnectFour, ParseError> {
    let [first, second] = discs;
    let mask = first | second;
    for row in 0..HEIGHT - 1 {
        for column in 0..WIDTH {
            if mask & square(column, row) != 0 && mask & square(column, row + 1) == 0 {
                let place = skipped + (row * (WIDTH + 1) + column + 1) as usize;
                let disc = if first & square(column, row) != 0 {
                    "x"
                } else {
                    "o"
                };
                return Err(ParseError::new(disc, place, "a disc or the floor under it"));
            }
        }
    }
    let whole = |expected: String| Err(ParseError::new(text, skipped + 1, expected));
    let (crosses, rings) = (first.count_ones(), second.count_ones());
    if crosses != rings && crosses != rings + 1 {
        return whole(format!(
            "as many `x` as `o` or one more, not {crosses} and {rings}"
        ));
    }
    let (mover, other) = if crosses == rings {
        (first, second)
    } else {
        (second, first)
    };
    if has_four(mover) {
        return whole("no four of the side to move: the game ended before".to_string());
    }
    debug_assert_eq!(mover & other, 0);
    Ok(ConnectFour {
        position: mover,
        mask,
    })
}

impl Notation for ConnectFour {
    fn parse(text: &str) -> Result<ConnectFour, ParseError> {
        let skipped = text.chars().take_while(|c| c.is_whitespace()).count();
        let text = text.trim();
        if text.contains(['/', '.', 'x', 'X', 'o', 'O']) {
            parse_board(text, skipped)
        } else {
            parse_moves(text, skipped)
        }
    }

    fn notation(&self) -> String {
        let rows: Vec<String> = (0..HEIGHT)
            .map(|row| self.row_text(row).collect())
            .collect();
        rows.join("/")
    }

    fn move_text(&self, m: Column) -> String {
        format!("{m:?}")
    }
}

impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..HEIGHT {
            for disc in self.row_text(row) {
                write!(f, "{disc} ")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "1 2 3 4 5 6 7")?;
        let mover = match self.side() {
            Side::First => 'x',
            Side::Second => 'o',
        };
        match self.outcome() {
            None => write!(f, "{mover} to move"),
            Some(Outcome::Draw) => f.write_str("a draw"),
            Some(Outcome::Win(Side::First)) => f.write_str("x has won"),
            Some(Outcome::Win(Side::Second)) => f.write_str("o has won"),
        }
    }
}

impl Drawn for ConnectFour {
    fn picture(&self) -> Picture {
        let squares = (0..HEIGHT)
            .flat_map(|row| self.row_text(row))
            .map(|disc| match disc {
                'x' => red_or_yellow(Colour::Red),
                'o' => red_or_yellow(Colour::Yellow),
                _ => Piece::Empty,
            })
            .collect();
        let caption = match (self.outcome(), self.side()) {
            (Some(zermelo_game::Outcome::Draw), _) => "A draw",
            (Some(_), Side::First) => "Yellow has won",
            (Some(_), Side::Second) => "Red has won",
            (None, Side::First) => "Red to move",
            (None, Side::Second) => "Yellow to move",
        };
        Picture::Board(Board {
            columns: WIDTH as usize,
            rows: HEIGHT as usize,
            squares,
            pattern: Pattern::Wall,
            column_labels: (1..=WIDTH).map(|column| column.to_string()).collect(),
            row_labels: Vec::new(),
            highlights: Vec::new(),
            caption: caption.to_string(),
        })
    }
}

fn red_or_yellow(colour: Colour) -> Piece {
    Piece::Disc {
        colour,
        crowned: false,
    }
}
