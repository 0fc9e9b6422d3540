//! Opening lines: a start and the moves played from it, one by one from a file.
//!
//! A line that cannot be used is an error of its own; the next ones are still read.

use std::fmt;

use zermelo_game::{Game, Notation};

use crate::{Chess, Move, PositionKey};

/// Moves from a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What the file calls it; may be empty.
    pub name: String,
    /// Where it starts.
    pub start: Chess,
    /// The moves, all legal.
    pub moves: Vec<Move>,
}

impl Line {
    /// Moves written one after the other from a FEN, or from the usual position.
    ///
    /// They may be in coordinates or algebraic, separated by commas or blanks; their numbers say
    /// nothing, and castling may be written with zeros.
    ///
    /// # Errors
    ///
    /// A sentence that names the FEN's mistake, or the first move that is not legal.
    ///
    /// ```
    /// use zermelo_chess::Line;
    /// assert_eq!(Line::read(None, "1. e4 e5 2. g1f3").unwrap().moves.len(), 3);
    /// assert!(Line::read(None, "e2e4,e2e4").unwrap_err().contains("move 2"));
    /// ```
    pub fn read(fen: Option<&str>, moves: &str) -> Result<Line, String> {
        let start = match fen {
            Some(fen) => Chess::parse(fen).map_err(|error| error.to_string())?,
            None => Chess::new(),
        };
        let mut line = Line {
            name: String::new(),
            moves: Vec::new(),
            start: start.clone(),
        };
        let mut position = start;
        let words = moves.split([',', ' ']).map(without_number);
        for word in words.filter(|word| !word.is_empty()) {
            let m = position.parse_move(&word).map_err(|_| {
                let number = line.moves.len() + 1;
                format!(
                    "move {number}, `{}`, is not legal there",
                    word.escape_debug()
                )
            })?;
            position.play(m);
            line.moves.push(m);
        }
        Ok(line)
    }

    /// The keys, as archives know positions, of all positions from the start to the end.
    #[must_use]
    pub fn archive_keys(&self) -> Vec<PositionKey> {
        let mut position = self.start.clone();
        let mut keys = vec![position.archive_key()];
        for &m in &self.moves {
            position.play(m);
            keys.push(position.archive_key());
        }
        keys
    }

    /// The position at its end.
    #[must_use]
    pub fn end(&self) -> Chess {
        self.moves
            .iter()
            .fold(self.start.clone(), |position, &m| position.after(m))
    }
}

/// A word without the number of its move; castling with letters.
fn without_number(word: &str) -> String {
    let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    match word.starts_with("-0") {
        true => word.replacen("-0", "O-O", 1).replacen("-0", "-O", 1),
        false => word.to_string(),
    }
}

/// An opening that could not be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLine {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for BadLine {}

/// Reads one opening from each line of an EPD or FEN file: four fields, or six when the next two
/// are numbers, then operations of which `id`, `hmvc` and `fmvn` are used. Empty lines and lines that begin
/// with `#` are passed over.
pub fn read_epd_lines(text: &str) -> impl Iterator<Item = Result<Line, BadLine>> + '_ {
    let numbered = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim()));
    let used = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    used.map(|(number, line)| {
        let start = read_epd(line).map_err(|problem| BadLine {
            line: number,
            problem,
        })?;
        let id = line
            .split("id \"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        Ok(Line {
            name: id.unwrap_or("").to_string(),
            start,
            moves: Vec::new(),
        })
    })
}

fn read_epd(line: &str) -> Result<Chess, String> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let counters = words.iter().skip(4).take(2);
    let counters = counters
        .take_while(|word| word.parse::<u32>().is_ok())
        .count();
    let fields = if counters == 2 { 6 } else { 4 };
    let mut fen = words[..fields.min(words.len())].join(" ");
    if fields == 4 && words.len() > 4 {
        // The counters of FEN are operations of EPD.
        let operations = words[4..].join(" ");
        let counter = |name: &str| {
            let mut found = operations.split(';').map(str::trim);
            let value = found.find_map(|op| op.strip_prefix(name)?.strip_prefix(' '));
            value.and_then(|value| value.trim().parse::<u32>().ok())
        };
        let (plies, number) = (counter("hmvc"), counter("fmvn"));
        fen = format!("{fen} {} {}", plies.unwrap_or(0), number.unwrap_or(1));
    }
    let start = Chess::parse(&fen).map_err(|e| e.to_string())?;
    if start.outcome().is_some() {
        return Err(format!("`{fen}` is over before it begins"));
    }
    Ok(start)
}
