//! Where games begin: openings from PGN, EPD and lists of moves.
//!
//! A list has one opening a line: moves separated by blanks, or `position TEXT moves …` with
//! another start; `#` begins a comment. An opening that is no line of the game is skipped, and
//! counted with its reason; it never ends a match.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use zermelo_chess::{BadLine, Line, read_epd_lines, read_pgn_lines};
use zermelo_game::random::Rng;

use crate::discipline::Discipline;
use crate::random_openings::RandomOpenings;

/// A start and the first moves, as text.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// What it is called; may be empty.
    pub name: String,
    /// The starting position, if not the usual one.
    pub position: Option<String>,
    /// The moves from it.
    pub moves: Vec<String>,
}

/// The openings of a match: a list, or made as they are needed.
#[derive(Clone, Debug)]
pub struct Book {
    /// Those of a list that can be played, at least one.
    pub openings: Vec<Opening>,
    /// Those that cannot, each in a sentence that names its line.
    pub skipped: Vec<String>,
    /// Where they come from instead of a list.
    pub random: Option<RandomOpenings>,
}

impl Default for Book {
    /// The usual start, without any moves.
    fn default() -> Book {
        Book {
            openings: vec![Opening::default()],
            skipped: Vec::new(),
            random: None,
        }
    }
}

/// How the openings of a file are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningFormat {
    /// Games.
    Pgn,
    /// Positions, one a line.
    Epd,
    /// Moves, one opening a line.
    Moves,
}

impl OpeningFormat {
    /// The format that a file's name promises: `.pgn`, `.epd` or `.fen`, else moves.
    #[must_use]
    pub fn of(path: &Path) -> OpeningFormat {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("pgn") => OpeningFormat::Pgn,
            Some("epd" | "fen") => OpeningFormat::Epd,
            _ => OpeningFormat::Moves,
        }
    }

    /// The format that a text of unknown name is in: games begin with a tag or with the number
    /// of a move, positions are written with slashes.
    ///
    /// ```
    /// use zermelo_arena::openings::OpeningFormat;
    /// assert_eq!(OpeningFormat::of_text("\n[Event \"x\"]\n"), OpeningFormat::Pgn);
    /// assert_eq!(OpeningFormat::of_text("# hard\n8/8/8/8/8/8/8/K1k5 w - -"), OpeningFormat::Epd);
    /// assert_eq!(OpeningFormat::of_text("e2e4 e7e5\n"), OpeningFormat::Moves);
    /// ```
    #[must_use]
    pub fn of_text(text: &str) -> OpeningFormat {
        let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(['#', '%']));
        let first = lines.next().unwrap_or_default();
        let word = first.split_whitespace().next().unwrap_or_default();
        let number = word.split('.').next().unwrap_or_default();
        let numbered = word.contains('.') && number.parse::<u32>().is_ok();
        if first.starts_with(['[', '{', ';']) || numbered {
            OpeningFormat::Pgn
        } else if word.matches('/').count() >= 7 {
            OpeningFormat::Epd
        } else {
            OpeningFormat::Moves
        }
    }
}

impl Book {
    /// Reads the openings of a text, of PGN games the first `max_plies` plies.
    ///
    /// # Errors
    ///
    /// If none of them can be played; the sentence names the first reason.
    pub fn read<D: Discipline>(
        text: &str,
        format: OpeningFormat,
        max_plies: usize,
        discipline: &D,
    ) -> Result<Book, String> {
        if format != OpeningFormat::Moves && discipline.name() != "chess" {
            return Err(format!(
                "PGN and EPD hold chess; openings of {} are lists of moves, one a line",
                discipline.name()
            ));
        }
        let read = match format {
            OpeningFormat::Moves => read_moves(text),
            OpeningFormat::Pgn => {
                let games = (1..).map(|number| format!("game {number}"));
                of_chess(read_pgn_lines(text, max_plies), games)
            }
            OpeningFormat::Epd => {
                let used = |line: &str| !line.is_empty() && !line.starts_with('#');
                let lines = text.lines().enumerate();
                let lines = lines.filter(|(_, line)| used(line.trim()));
                let lines = lines.map(|(i, _)| format!("line {}", i + 1));
                of_chess(read_epd_lines(text), lines)
            }
        };
        let mut book = Book {
            openings: Vec::new(),
            skipped: Vec::new(),
            random: None,
        };
        for opening in read {
            match opening.and_then(|(place, opening)| playable(discipline, &place, opening)) {
                Ok(opening) => book.openings.push(opening),
                Err(problem) => book.skipped.push(problem),
            }
        }
        if book.openings.is_empty() {
            let first = book
                .skipped
                .first()
                .map_or("there are none", String::as_str);
            return Err(format!("no opening can be played: {first}"));
        }
        Ok(book)
    }

    /// Puts the openings in an order of chance.
    pub fn shuffle(&mut self, seed: u64) {
        Rng::new(seed).shuffle(&mut self.openings);
    }

    /// Keeps the openings whose name carries an ECO code of a range such as `C00-C19`, or of one
    /// code such as `C45`.
    ///
    /// # Errors
    ///
    /// If it is no range of codes, or no opening is left.
    pub fn keep_eco(&mut self, range: &str) -> Result<(), String> {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last) = (first.trim(), last.trim());
        if !is_eco(first) || !is_eco(last) || first > last {
            return Err(format!(
                "`{range}` is no range of ECO codes such as C00-C19"
            ));
        }
        let within = |word: &str| is_eco(word) && (first..=last).contains(&word);
        let wanted = |opening: &Opening| opening.name.split_whitespace().any(within);
        self.openings.retain(wanted);
        if self.openings.is_empty() {
            return Err(format!("no opening has an ECO code in {range}"));
        }
        Ok(())
    }

    /// Openings of random moves, made as they are needed.
    #[must_use]
    pub fn random(openings: RandomOpenings) -> Book {
        Book {
            random: Some(openings),
            ..Book::default()
        }
    }

    /// The opening of a round; from the first again when they run out.
    #[must_use]
    pub fn opening(&self, round: u64) -> Opening {
        let random = self.random.as_ref().and_then(|r| r.opening(round));
        let listed = || {
            let count = self.openings.len().max(1) as u64;
            let place = usize::try_from(round % count).unwrap_or(0);
            self.openings.get(place).cloned()
        };
        random.or_else(listed).unwrap_or_default()
    }

    /// How many different openings there are, as far as the first `wanted` go.
    #[must_use]
    pub fn different(&self, wanted: u64) -> u64 {
        match &self.random {
            Some(random) => random.make(wanted),
            None => wanted.min(self.openings.len() as u64),
        }
    }

    /// What the openings are, for the fingerprint of a match: of a list everything, else how
    /// they are made.
    #[must_use]
    pub fn description(&self) -> Value {
        match &self.random {
            Some(random) => json!(random.recipe()),
            None => json!(self.openings),
        }
    }
}

/// A letter from A to E and two digits.
fn is_eco(word: &str) -> bool {
    matches!(word.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9'])
}

/// An opening with its place in the file, or what is wrong with it.
type Found = Result<(String, Opening), String>;

/// The openings of a chess file, with their places in it.
fn of_chess(
    lines: impl Iterator<Item = Result<Line, BadLine>>,
    places: impl Iterator<Item = String>,
) -> Vec<Found> {
    let placed = lines.zip(places).map(|(line, place)| match line {
        Ok(line) => Ok((place, Opening::from(&line))),
        Err(problem) => Err(problem.to_string()),
    });
    placed.collect()
}

/// The openings of a list of moves, by their line.
fn read_moves(text: &str) -> Vec<Found> {
    let lines = text.lines().enumerate();
    let lines = lines.map(|(i, line)| (i + 1, line.split('#').next().unwrap_or("").trim()));
    lines
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let (position, moves) = match words.split_first() {
                Some((&"position", rest)) => {
                    let end = rest.iter().position(|word| *word == "moves");
                    let (position, moves) = rest.split_at(end.unwrap_or(rest.len()));
                    (Some(position.join(" ")), moves.get(1..).unwrap_or_default())
                }
                _ => (None, &words[..]),
            };
            let place = format!("line {number}");
            if position.as_deref() == Some("") {
                return Err(format!("{place}: expected a position after `position`"));
            }
            let opening = Opening {
                name: String::new(),
                position,
                moves: moves.iter().map(ToString::to_string).collect(),
            };
            Ok((place, opening))
        })
        .collect()
}

/// An opening that can be played. A word that is no move may be a position: in Connect Four the
/// columns played so far are written together.
fn playable<D: Discipline>(
    discipline: &D,
    place: &str,
    opening: Opening,
) -> Result<Opening, String> {
    let Err(error) = discipline.begin(&opening) else {
        return Ok(opening);
    };
    if let (None, [word]) = (&opening.position, opening.moves.as_slice()) {
        let position = Opening {
            position: Some(word.clone()),
            ..Opening::default()
        };
        if discipline.begin(&position).is_ok() {
            return Ok(position);
        }
    }
    Err(format!("{place}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::ChessDiscipline;

    const PGN: &str = "[ECO \"C11\"]\n\n1. e4 e6 2. d4 d5 *\n\n[ECO \"B20\"]\n\n1. e4 c5 *\n\n\
                       [ECO \"C00\"]\n\n1. e4 e6 2. Ke3 *\n";

    #[test]
    fn wrong_openings_are_skipped_and_counted() {
        let discipline = ChessDiscipline::default();
        let book = Book::read(PGN, OpeningFormat::Pgn, 8, &discipline).unwrap();
        assert_eq!((book.openings.len(), book.skipped.len()), (2, 1));
        assert_eq!(book.openings[1].moves, ["e2e4", "c7c5"]);
        let moves = "e4 e5 # open\n\n# nothing\nposition 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves O-O-O\n\
                     e4 e4\nposition\nposition x moves e4\nf3 e5 g4 Qh4#\n\
                     position moves\nposition moves e4\n";
        let book = Book::read(moves, OpeningFormat::Moves, 8, &discipline).unwrap();
        assert_eq!(
            (book.openings.len(), book.skipped.len()),
            (2, 6),
            "{:?}",
            book.skipped
        );
        assert!(
            book.skipped[0].starts_with("line 5: "),
            "{:?}",
            book.skipped
        );
        for skipped in &book.skipped[4..] {
            assert!(skipped.contains("expected a position"), "{skipped}");
        }
        assert!(Book::read("", OpeningFormat::Epd, 8, &discipline).is_err());
    }

    #[test]
    fn openings_are_chosen_by_their_codes() {
        let mut book = Book::read(PGN, OpeningFormat::Pgn, 8, &ChessDiscipline::default()).unwrap();
        book.keep_eco("C00-C19").unwrap();
        assert_eq!(book.openings.len(), 1);
        assert!(book.keep_eco("B00-B99").unwrap_err().contains("no opening"));
        for bad in ["C19-C00", "X00", "C0", ""] {
            assert!(book.keep_eco(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_position_that_is_over_is_named_by_its_line() {
        let text = "# three lines\n\n8/8/8/8/8/8/8/K1k5 w - - 0 1\n4k3/8/8/8/8/8/8/R3K3 w Q -\n";
        let book = Book::read(text, OpeningFormat::Epd, 8, &ChessDiscipline::default()).unwrap();
        assert_eq!((book.openings.len(), book.skipped.len()), (1, 1));
        assert!(
            book.skipped[0].starts_with("line 3: "),
            "{:?}",
            book.skipped
        );
    }
}
