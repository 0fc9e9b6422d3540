//! Extended position description: a position and operations on it, one to a line.
//!
//! The PGN standard of 1994, section 16.2: four fields of FEN, then operations, each an opcode,
//! operands and a semicolon (`bm Qg6; id "WAC.001";`). *How ours differs.* The two counters of a
//! FEN may follow the four fields; semicolons may be missing at the end or doubled (files of
//! perft counts write `;D1 20 ;D2 400`); operands are texts, and become moves only when asked.
//!
//! The older test lines of GnuChess are read too: `2b1qr2/…/R5K1/w Qd2g5`, every rank ended by
//! a slash, the side to move, the right moves, and a comment in brackets there or on the next
//! line. They do not name castling rights: who stands at home may castle.

use std::fmt;

use zermelo_game::{Game, Notation, ParseError, Side};

use crate::{BadLine, Chess, Move};

/// Opcodes whose operand is written in quotation marks.
const TEXTS: [&str; 14] = [
    "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "id", "eco", "nic", "v0",
];

/// One operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// What it says: `bm`, `id`, `acd`, …
    pub opcode: String,
    /// Its operands, without quotation marks.
    pub operands: Vec<String>,
}

/// A position with operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position, with its counters if the line gave them.
    pub position: Chess,
    /// The operations in the order of the line.
    pub operations: Vec<Operation>,
}

impl Epd {
    /// A position without operations.
    #[must_use]
    pub fn new(position: Chess) -> Epd {
        Epd {
            position,
            operations: Vec::new(),
        }
    }

    /// Reads a line.
    ///
    /// # Errors
    ///
    /// If its position or an operation cannot be read; moves are not looked at.
    ///
    /// ```
    /// use zermelo_chess::Epd;
    /// let epd = Epd::parse("7k/8/8/8/8/8/R7/K7 w - - bm Ra8+; id \"a rook\";").unwrap();
    /// assert_eq!(epd.id(), Some("a rook"));
    /// assert_eq!(epd.moves("bm").unwrap().len(), 1);
    /// ```
    pub fn parse(line: &str) -> Result<Epd, ParseError> {
        let (fen, rest) = split_position(line);
        let mut position = Chess::parse(fen)?;
        let operations = read_operations(line, rest)?;
        let counter = |opcode: &str, usual: u32| {
            let found = operations.iter().find(|o| o.opcode == opcode);
            let value = found.and_then(|o| o.operands.first()?.parse().ok());
            value.unwrap_or(usual)
        };
        let halfmoves = counter("hmvc", position.halfmove_clock());
        let number = counter("fmvn", position.fullmove_number()).max(1);
        if (halfmoves, number) != (position.halfmove_clock(), position.fullmove_number()) {
            let fields = position.epd_fields();
            position = Chess::parse(&format!("{fields} {halfmoves} {number}"))?;
        }
        Ok(Epd {
            position,
            operations,
        })
    }

    /// The operands of an operation.
    #[must_use]
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        let found = self.operations.iter().find(|o| o.opcode == opcode);
        found.map(|operation| operation.operands.as_slice())
    }

    /// The first operand of an operation.
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode)?.first().map(String::as_str)
    }

    /// What the position is called.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.text("id")
    }

    /// The first operand as a number: `acd`, `acn`, `ce`, `dm`, …
    #[must_use]
    pub fn number(&self, opcode: &str) -> Option<i64> {
        self.text(opcode)?.parse().ok()
    }

    /// The operands as moves of the position (`bm`, `am`, `sm`); none without the operation.
    ///
    /// # Errors
    ///
    /// If one is not legal.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, ParseError> {
        let operands = self.operands(opcode).unwrap_or_default();
        operands
            .iter()
            .map(|text| self.position.parse_move(text))
            .collect()
    }

    /// The operands as a line of moves one after the other (`pv`).
    ///
    /// # Errors
    ///
    /// If one is not legal.
    pub fn line(&self, opcode: &str) -> Result<Vec<Move>, ParseError> {
        let mut position = self.position.clone();
        let operands = self.operands(opcode).unwrap_or_default();
        let mut moves = Vec::new();
        for text in operands {
            let m = position.parse_move(text)?;
            position.play(m);
            moves.push(m);
        }
        Ok(moves)
    }

    /// Points for moves, as the Strategic Test Suite has them: moves in `c9` or `c7`, points in
    /// `c8`; or both in `c0 "f5=10, Be5+=2"`. Empty where there are none.
    #[must_use]
    pub fn points(&self) -> Vec<(Move, u32)> {
        let read = |text: &str| self.position.parse_move(text).ok();
        if let Some(points) = self.text("c8") {
            let moves = self
                .text("c9")
                .or_else(|| self.text("c7"))
                .unwrap_or_default();
            let pairs = moves.split_whitespace().zip(points.split_whitespace());
            return pairs
                .filter_map(|(m, p)| Some((read(m)?, p.parse().ok()?)))
                .collect();
        }
        let pairs = self.text("c0").unwrap_or_default().split(',');
        let pair = |text: &str| {
            let (m, points) = text.trim().rsplit_once('=')?;
            Some((read(m)?, points.parse().ok()?))
        };
        pairs.filter_map(pair).collect()
    }

    /// Sets an operation, in place of one with the same opcode.
    pub fn set(&mut self, opcode: &str, operands: Vec<String>) {
        let operation = Operation {
            opcode: opcode.to_string(),
            operands,
        };
        match self.operations.iter_mut().find(|o| o.opcode == opcode) {
            Some(found) => *found = operation,
            None => self.operations.push(operation),
        }
    }
}

impl Chess {
    /// The first four fields of the FEN: what EPD calls the position.
    #[must_use]
    pub fn epd_fields(&self) -> String {
        let fen = self.notation();
        fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position.epd_fields())?;
        let counters = [
            ("hmvc", self.position.halfmove_clock(), 0),
            ("fmvn", self.position.fullmove_number(), 1),
        ];
        for (opcode, value, usual) in counters {
            if value != usual && self.operands(opcode).is_none() {
                write!(f, " {opcode} {value};")?;
            }
        }
        for operation in &self.operations {
            write!(f, " {}", operation.opcode)?;
            for operand in &operation.operands {
                let text = TEXTS.contains(&operation.opcode.as_str());
                let breaks = |c: char| c.is_whitespace() || c == ';';
                if !operand.contains('"')
                    && (text || operand.is_empty() || operand.contains(breaks))
                {
                    write!(f, " \"{operand}\"")?;
                } else {
                    write!(f, " {operand}")?;
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

/// Splits a line after its four fields, or six if two numbers follow.
fn split_position(line: &str) -> (&str, &str) {
    let mut ends = Vec::new();
    let mut offset = 0;
    for word in line.split_inclusive(char::is_whitespace) {
        offset += word.len();
        let bare = word.trim();
        if bare.is_empty() {
            continue;
        }
        if ends.len() >= 4 {
            // The number may carry the semicolon of the first operation: `0 1;`.
            let number = bare.trim_end_matches(';');
            if number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
                break;
            }
            ends.push(offset - word.len() + word.find(bare).unwrap_or(0) + number.len());
            if number.len() < bare.len() || ends.len() == 6 {
                break;
            }
        } else {
            ends.push(offset);
        }
    }
    let fields = if ends.len() == 6 {
        6
    } else {
        ends.len().min(4)
    };
    let end = fields.checked_sub(1).map_or(line.len(), |last| ends[last]);
    line.split_at(end)
}

/// Reads the operations in `rest`, the end of `line`.
fn read_operations(line: &str, rest: &str) -> Result<Vec<Operation>, ParseError> {
    let column = |tail: &str| line[..line.len() - tail.len()].chars().count() + 1;
    let mut operations = Vec::new();
    let mut open: Option<Operation> = None;
    let mut tail = rest.trim_start();
    while let Some(first) = tail.chars().next() {
        if first == ';' {
            operations.extend(open.take());
            tail = tail[1..].trim_start();
            continue;
        }
        let (token, after) = if let Some(quoted) = tail.strip_prefix('"') {
            let Some((text, after)) = quoted.split_once('"') else {
                let expected = "a closing quotation mark";
                return Err(ParseError::new(tail, column(tail), expected));
            };
            (text, after)
        } else {
            let end = tail.find(|c: char| c.is_whitespace() || c == ';');
            tail.split_at(end.unwrap_or(tail.len()))
        };
        match &mut open {
            Some(operation) => operation.operands.push(token.to_string()),
            None if is_opcode(token) && first != '"' => {
                open = Some(Operation {
                    opcode: token.to_string(),
                    operands: Vec::new(),
                });
            }
            None => {
                let expected = "an operation such as `bm Nf3;` or `id \"name\";`";
                return Err(ParseError::new(token, column(tail), expected));
            }
        }
        tail = after.trim_start();
    }
    operations.extend(open);
    Ok(operations)
}

fn is_opcode(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic())
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && word.len() <= 15
}

/// A test position and the line of the file where it stands, from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestLine {
    /// The line, from 1.
    pub line: usize,
    /// The position with its operations; the comment of an old test line is `c0`.
    pub epd: Epd,
}

/// Reads the test positions of a file: EPD, or the test lines of GnuChess. Empty lines and lines
/// that begin with `#` are passed over.
pub fn read_tests(text: &str) -> Vec<Result<TestLine, BadLine>> {
    let mut tests: Vec<Result<TestLine, BadLine>> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let trimmed = line.trim().trim_start_matches('\u{feff}');
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if let Some(comment) = trimmed.strip_prefix('(') {
            if let Some(Ok(last)) = tests.last_mut() {
                let comment = comment.trim_end_matches(')').replace('"', "'");
                last.epd.set("c0", vec![comment]);
            }
            continue;
        }
        let read = read_old(trimmed).unwrap_or_else(|| Epd::parse(trimmed));
        tests.push(match read {
            Ok(epd) => Ok(TestLine { line: i + 1, epd }),
            Err(error) => Err(BadLine {
                line: i + 1,
                problem: error.to_string(),
            }),
        });
    }
    tests
}

/// Reads a test line of GnuChess; `None` if it is not one.
fn read_old(line: &str) -> Option<Result<Epd, ParseError>> {
    let (board, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (ranks, side) = board.rsplit_once('/')?;
    if !matches!(side, "w" | "b") {
        return None;
    }
    Some(old_position(ranks, side).map(|position| {
        let mut epd = Epd::new(position);
        let (moves, comment) = rest.split_once('(').unwrap_or((rest, ""));
        let moves: Vec<String> = moves
            .split(|c: char| c.is_whitespace() || ",;\"".contains(c))
            .filter(|word| !word.is_empty())
            .map(str::to_string)
            .collect();
        if !moves.is_empty() {
            epd.set("bm", moves);
        }
        let comment = comment.trim().trim_end_matches(')').replace('"', "'");
        if !comment.is_empty() {
            epd.set("c0", vec![comment]);
        }
        epd
    }))
}

/// The position, with every castling right that the squares of kings and rooks allow.
fn old_position(ranks: &str, side: &str) -> Result<Chess, ParseError> {
    let bare = Chess::parse(&format!("{ranks} {side} - -"))?;
    let stands = |square: usize, piece: char| bare.piece_letter(square) == Some(piece);
    let mut rights = String::new();
    for (side, home) in [(Side::First, 0), (Side::Second, 56)] {
        for (letter, rook) in [('K', 7), ('Q', 0)] {
            let cased = |piece: char| match side {
                Side::First => piece,
                Side::Second => piece.to_ascii_lowercase(),
            };
            if stands(home + 4, cased('K')) && stands(home + rook, cased('R')) {
                rights.push(cased(letter));
            }
        }
    }
    if rights.is_empty() {
        return Ok(bare);
    }
    Chess::parse(&format!("{ranks} {side} {rights} -"))
}
