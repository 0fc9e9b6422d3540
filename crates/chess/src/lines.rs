//! Opening lines: a start and the moves played from it, one by one from a file.
//!
//! A line that cannot be used is an error of its own; the next ones are still read.

use std::fmt;

use zermelo_game::{Game, Notation};

use crate::{Chess, Move};

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
    /// The position at its end.
    #[must_use]
    pub fn end(&self) -> Chess {
        self.moves
            .iter()
            .fold(self.start.clone(), |position, &m| position.after(m))
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
