//! Tic-tac-toe (filetto): three in a row on a board of nine squares.
//!
//! The sources' running example, with its evaluation e(p) = lines still open to X minus lines
//! still open to O, and its symmetry: [`zermelo_game::Reduced`] searches one of each set of
//! mirror images. A position is two sets of nine bits; the side to move follows from their
//! counts, so it is not stored. X always moves first.
//!
//! Squares count from 0 at the top left, row by row, which is also the natural order of moves.
//! A square is written as in chess, `a3` the top left and `c1` the bottom right; when a move is
//! read, the digits 1 to 9 do as well, row by row.

use std::fmt;

use zermelo_draw::{Board, Pattern, Picture, Piece};
use zermelo_game::random::mix;
use zermelo_game::{Game, Heuristic, Noisy, Notation, Outcome, ParseError, Score, Side, Symmetry};

use crate::Drawn;

const FULL: u16 = 0b1_1111_1111;

/// The eight lines: rows, columns, diagonals.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// The eight symmetries of the square: where each square goes.
const SYMMETRIES: [[usize; 9]; 8] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
    [2, 5, 8, 1, 4, 7, 0, 3, 6],
    [8, 7, 6, 5, 4, 3, 2, 1, 0],
    [6, 3, 0, 7, 4, 1, 8, 5, 2],
    [2, 1, 0, 5, 4, 3, 8, 7, 6],
    [6, 7, 8, 3, 4, 5, 0, 1, 2],
    [0, 3, 6, 1, 4, 7, 2, 5, 8],
    [8, 5, 2, 7, 4, 1, 6, 3, 0],
];

/// A position of tic-tac-toe.
///
/// ```
/// use zermelo_game::{Game, Notation, Side};
/// use zermelo_games::TicTacToe;
/// let position = TicTacToe::parse("x...o....").unwrap();
/// assert_eq!(position.side(), Side::First);
/// assert_eq!(position.move_text(2), "c3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct TicTacToe {
    crosses: u16,
    rings: u16,
}

impl TicTacToe {
    /// The eight images of the position under the symmetries of the square, itself first.
    #[must_use]
    pub fn images(&self) -> Vec<TicTacToe> {
        SYMMETRIES
            .iter()
            .map(|symmetry| TicTacToe {
                crosses: moved(self.crosses, symmetry),
                rings: moved(self.rings, symmetry),
            })
            .collect()
    }

    /// Lines still open to X minus lines still open to O, the sources' e(p).
    #[must_use]
    pub fn open_lines(&self) -> Score {
        let open = |other: u16| LINES.iter().filter(|&&line| line & other == 0).count() as Score;
        open(self.rings) - open(self.crosses)
    }

    fn empty(&self) -> u16 {
        FULL & !(self.crosses | self.rings)
    }

    /// The squares of the mover and of the opponent.
    fn own_and_other(&self) -> (u16, u16) {
        match self.side() {
            Side::First => (self.crosses, self.rings),
            Side::Second => (self.rings, self.crosses),
        }
    }

    fn packed(&self) -> u64 {
        u64::from(self.crosses) | u64::from(self.rings) << 9
    }

    fn sign_at(&self, square: usize) -> char {
        if self.crosses >> square & 1 == 1 {
            'x'
        } else if self.rings >> square & 1 == 1 {
            'o'
        } else {
            '.'
        }
    }
}

impl Game for TicTacToe {
    type Move = u8;

    fn side(&self) -> Side {
        if self.crosses.count_ones() == self.rings.count_ones() {
            Side::First
        } else {
            Side::Second
        }
    }

    fn legal_moves(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            let empty = self.empty();
            out.extend((0..9).filter(|square| empty >> square & 1 == 1));
        }
    }

    fn play(&mut self, m: u8) {
        match self.side() {
            Side::First => self.crosses |= 1 << m,
            Side::Second => self.rings |= 1 << m,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if wins(self.crosses) {
            Some(Outcome::Win(Side::First))
        } else if wins(self.rings) {
            Some(Outcome::Win(Side::Second))
        } else if self.empty() == 0 {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn is_legal(&self, m: u8) -> bool {
        m < 9 && self.empty() >> m & 1 == 1 && self.outcome().is_none()
    }

    fn key(&self) -> u64 {
        mix(self.packed() + 1)
    }
}

impl Symmetry for TicTacToe {
    fn canonical_key(&self) -> u64 {
        let least = SYMMETRIES
            .iter()
            .map(|s| u64::from(moved(self.crosses, s)) | u64::from(moved(self.rings, s)) << 9)
            .min()
            .unwrap_or(self.packed());
        mix(least + 1)
    }
}

impl Heuristic for TicTacToe {
    fn evaluate(&self) -> Score {
        match self.side() {
            Side::First => self.open_lines(),
            Side::Second => -self.open_lines(),
        }
    }

    fn decided(payoff: Score) -> Score {
        payoff * 1000
    }
}

impl Noisy for TicTacToe {
    /// Moves that win at once or stop the opponent from winning at once.
    fn noisy_moves(&self, out: &mut Vec<u8>) {
        let (own, other) = self.own_and_other();
        let first = out.len();
        self.legal_moves(out);
        let mut kept = first;
        for i in first..out.len() {
            let square = 1 << out[i];
            if wins(own | square) || wins(other | square) {
                out[kept] = out[i];
                kept += 1;
            }
        }
        out.truncate(kept);
    }
}

impl Notation for TicTacToe {
    fn parse(text: &str) -> Result<Self, ParseError> {
        let skipped = text.chars().take_while(|c| c.is_whitespace()).count();
        let text = text.trim();
        let mut position = TicTacToe::default();
        let mut squares = 0;
        for sign in text.chars() {
            let column = skipped + squares + 1;
            if squares == 9 {
                let rest: String = text.chars().skip(9).take(41).collect();
                return Err(ParseError::new(rest, column, "nothing after nine squares"));
            }
            match sign {
                'x' | 'X' => position.crosses |= 1 << squares,
                'o' | 'O' => position.rings |= 1 << squares,
                '.' => {}
                other => {
                    let expected = "x, o or . for each of nine squares, row by row";
                    return Err(ParseError::new(other, column, expected));
                }
            }
            squares += 1;
        }
        if squares < 9 {
            let expected = format!("{} more squares of x, o or .", 9 - squares);
            return Err(ParseError::new("", skipped + squares + 1, expected));
        }
        position
            .possible()
            .map_err(|expected| ParseError::new(text, skipped + 1, expected))?;
        Ok(position)
    }

    fn notation(&self) -> String {
        (0..9).map(|square| self.sign_at(square)).collect()
    }

    fn move_text(&self, m: u8) -> String {
        format!("{}{}", char::from(b'a' + m % 3), 3 - m / 3)
    }

    fn parse_move(&self, text: &str) -> Result<u8, ParseError> {
        let text = text.trim();
        let found = match *text.as_bytes() {
            [digit @ b'1'..=b'9'] => Some(digit - b'1'),
            [column, row @ b'1'..=b'3'] => match column.to_ascii_lowercase() {
                column @ b'a'..=b'c' => Some((b'3' - row) * 3 + (column - b'a')),
                _ => None,
            },
            _ => None,
        };
        found.filter(|&m| self.is_legal(m)).ok_or_else(|| {
            let mut moves = Vec::new();
            self.legal_moves(&mut moves);
            let legal: Vec<String> = moves.iter().map(|&m| self.move_text(m)).collect();
            let expected = if legal.is_empty() {
                "no move: the game is over".to_string()
            } else {
                format!("one of {}", legal.join(" "))
            };
            ParseError::new(text, 1, expected)
        })
    }
}

impl TicTacToe {
    /// Whether play can reach the position; if not, what would have been right.
    fn possible(&self) -> Result<(), &'static str> {
        let (crosses, rings) = (self.crosses.count_ones(), self.rings.count_ones());
        if crosses != rings && crosses != rings + 1 {
            return Err("as many x as o, or one more: x moves first");
        }
        match (wins(self.crosses), wins(self.rings)) {
            (true, true) => Err("only one side with three in a row"),
            (true, false) if crosses == rings => Err("no move after x has three in a row"),
            (false, true) if crosses != rings => Err("no move after o has three in a row"),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..3 {
            write!(f, "{}", 3 - row)?;
            for column in 0..3 {
                write!(f, " {}", self.sign_at(3 * row + column))?;
            }
            writeln!(f)?;
        }
        writeln!(f, "  a b c")?;
        f.write_str(caption(self))
    }
}

impl Drawn for TicTacToe {
    fn picture(&self) -> Picture {
        let piece = |square| match self.sign_at(square) {
            'x' => Piece::Cross,
            'o' => Piece::Ring,
            _ => Piece::Empty,
        };
        Picture::Board(Board {
            columns: 3,
            rows: 3,
            squares: (0..9).map(piece).collect(),
            pattern: Pattern::Lines,
            column_labels: ["a", "b", "c"].map(String::from).to_vec(),
            row_labels: ["3", "2", "1"].map(String::from).to_vec(),
            highlights: Vec::new(),
            caption: caption(self).to_string(),
        })
    }
}

fn caption(position: &TicTacToe) -> &'static str {
    match (position.outcome(), position.side()) {
        (Some(Outcome::Win(Side::First)), _) => "x has won",
        (Some(Outcome::Win(Side::Second)), _) => "o has won",
        (Some(Outcome::Draw), _) => "a draw",
        (None, Side::First) => "x to move",
        (None, Side::Second) => "o to move",
    }
}

fn wins(squares: u16) -> bool {
    LINES.iter().any(|line| squares & line == *line)
}

fn moved(squares: u16, symmetry: &[usize; 9]) -> u16 {
    (0..9).fold(0, |image, square| {
        image | (squares >> square & 1) << symmetry[square]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::{Reduced, conformance, game_count};

    fn nodes(position: &TicTacToe) -> u64 {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        1 + moves
            .iter()
            .map(|&m| nodes(&position.after(m)))
            .sum::<u64>()
    }

    fn negamax(position: &TicTacToe) -> Score {
        if let Some(payoff) = position.payoff() {
            return payoff;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let values = moves.iter().map(|&m| -negamax(&position.after(m)));
        values.max().expect("an unfinished game has moves")
    }

    #[test]
    fn keeps_the_contract_of_a_game() {
        let report = conformance::check(&TicTacToe::default(), 300, 9, 1);
        assert_eq!((report.finished, report.longest), (300, 9));
    }

    #[test]
    fn images_share_the_canonical_key() {
        conformance::check_symmetry(&TicTacToe::default(), TicTacToe::images, 100, 3);
        let mut images = TicTacToe::parse("xo.......").unwrap().images();
        images.dedup();
        assert_eq!(images.len(), 8, "a position without symmetry has 8 images");
    }

    #[test]
    fn there_are_255168_games_and_549946_nodes() {
        assert_eq!(game_count(&TicTacToe::default()), 255_168);
        assert_eq!(nodes(&TicTacToe::default()), 549_946);
    }

    #[test]
    fn the_value_of_the_game_is_a_draw() {
        assert_eq!(negamax(&TicTacToe::default()), 0);
    }

    #[test]
    fn a_cross_in_the_centre_against_a_side_is_worth_two() {
        let position = TicTacToe::parse(".o..x....").unwrap();
        assert_eq!(position.open_lines(), 2);
        assert_eq!(position.evaluate(), 2);
        assert_eq!(TicTacToe::parse("....x....").unwrap().evaluate(), -4);
    }

    #[test]
    fn two_plies_with_symmetry_have_twelve_leaves_and_prefer_the_centre() {
        let start = Reduced(TicTacToe::default());
        let mut firsts = Vec::new();
        start.legal_moves(&mut firsts);
        let mut leaves = 0;
        let mut values = Vec::new();
        for &first in &firsts {
            let next = start.after(first);
            let mut replies = Vec::new();
            next.legal_moves(&mut replies);
            leaves += replies.len();
            let value = replies.iter().map(|&m| next.after(m).evaluate()).min();
            values.push((start.move_text(first), value.unwrap()));
        }
        assert_eq!(leaves, 12);
        let expected = [("a3", -1), ("b3", -2), ("b2", 1)].map(|(m, v)| (m.to_string(), v));
        assert_eq!(values, expected);
    }

    #[test]
    fn winning_and_stopping_a_win_are_unquiet() {
        let position = TicTacToe::parse("xx.oo....").unwrap();
        let mut noisy = Vec::new();
        position.noisy_moves(&mut noisy);
        assert_eq!(noisy, [2, 5]);
    }

    #[test]
    fn impossible_positions_are_refused_with_their_reason() {
        for (text, reason) in [
            ("xx.......", "as many x as o"),
            ("o........", "as many x as o"),
            ("xxxooo...", "only one side"),
            ("xxxoo.o..", "no move after x"),
            ("ooox.xx.x", "no move after o"),
            ("xo", "7 more squares"),
            ("x?.......", "x, o or ."),
            ("..........", "nothing after nine"),
            ("", "9 more squares"),
        ] {
            let error = TicTacToe::parse(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        assert_eq!(TicTacToe::parse("..x.é....").unwrap_err().column, 5);
    }

    #[test]
    fn moves_are_squares_or_digits() {
        let start = TicTacToe::default();
        for (text, square) in [("a3", 0), ("C1", 8), ("b2", 4), ("1", 0), ("6", 5)] {
            assert_eq!(start.parse_move(text), Ok(square), "{text}");
        }
        for text in ["a4", "d1", "0", "10", "", "é"] {
            assert!(start.parse_move(text).is_err(), "{text}");
        }
    }
}
