//! Names of openings: a table of our own and what files bring. Where they have none, the games'
//! own tags may (see [`crate::Archive::opening`]).
//!
//! A name belongs to a position, so that every order of moves finds it. `openings.tsv` holds
//! some three hundred lines: code, name, moves. Others can be read from tables in the form of
//! lichess-org/chess-openings (code, name, moves, separated by tabs) and from text books in the
//! form of the source (`[ECO B57 Sicilian: Sozin, Benkö variation]`, then moves without numbers).

use std::collections::HashMap;
use std::fmt;

use zermelo_chess::{PositionKey, Replay};

use crate::error::{ArchiveError, Result};
use crate::header::Eco;

/// An opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Its code, if it has one.
    pub eco: Eco,
    /// Its name.
    pub name: String,
}

impl fmt::Display for Opening {
    /// Its code, if it has one, and its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let eco = self.eco.to_string();
        let blank = if eco.is_empty() { "" } else { " " };
        write!(f, "{eco}{blank}{}", self.name)
    }
}

/// Names by position.
#[derive(Clone, Debug, Default)]
pub struct OpeningNames {
    by_key: HashMap<PositionKey, Opening>,
}

const OWN: &str = include_str!("openings.tsv");

impl OpeningNames {
    /// Our own table.
    #[must_use]
    pub fn built_in() -> OpeningNames {
        let mut names = OpeningNames::default();
        names.read_table(OWN).expect("our own table is tested");
        names
    }

    /// How many positions have names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.by_key.len()
    }

    /// Whether no position has a name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// The name of exactly this position.
    #[must_use]
    pub fn exact(&self, key: PositionKey) -> Option<Opening> {
        self.by_key.get(&key).cloned()
    }

    /// The name of the last named position of a line.
    #[must_use]
    pub fn last_of(&self, keys: &[PositionKey]) -> Option<Opening> {
        keys.iter().rev().find_map(|&key| self.exact(key))
    }

    /// Adds a table: code, name, moves, separated by tabs; a first line of headings is skipped.
    ///
    /// # Errors
    ///
    /// At the first line that is none, by its number.
    pub fn read_table(&mut self, text: &str) -> Result<()> {
        for (number, line) in text.lines().enumerate() {
            let mut fields = line.split('\t');
            let (Some(eco), Some(name), Some(moves)) =
                (fields.next(), fields.next(), fields.next())
            else {
                if line.trim().is_empty() || line.starts_with('#') {
                    continue;
                }
                let problem = "expected a code, a name and moves, separated by tabs";
                return Err(bad_line(number, problem));
            };
            if eco == "eco" {
                continue;
            }
            self.add(eco, name, moves)
                .map_err(|word| bad_line(number, &format!("`{word}` is no legal move here")))?;
        }
        Ok(())
    }

    /// Adds a text book of the source: a heading in brackets, then a line of moves.
    ///
    /// # Errors
    ///
    /// At the first line that is neither, by its number.
    pub fn read_text_book(&mut self, text: &str) -> Result<()> {
        let mut heading = None;
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            if let Some(inside) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
                let inside = inside.trim().strip_prefix("ECO").unwrap_or(inside).trim();
                let (eco, name) = inside.split_once(' ').unwrap_or((inside, ""));
                heading = Some((eco.to_string(), name.trim().to_string()));
                continue;
            }
            let Some((eco, name)) = &heading else {
                return Err(bad_line(
                    number,
                    "moves before a heading such as [ECO B57 …]",
                ));
            };
            self.add(eco, name, line)
                .map_err(|word| bad_line(number, &format!("`{word}` is no legal move here")))?;
        }
        Ok(())
    }

    /// Names the position after some moves; the word that is none is the error.
    fn add(&mut self, eco: &str, name: &str, moves: &str) -> std::result::Result<(), String> {
        let mut replay = Replay::new();
        for word in moves.split_whitespace() {
            let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            if word.is_empty() || word == "*" {
                continue;
            }
            if replay.play_san(word.as_bytes()).is_none() {
                return Err(word.to_string());
            }
        }
        let opening = Opening {
            eco: Eco::parse(eco.as_bytes()),
            name: name.to_string(),
        };
        self.by_key.insert(replay.key(), opening);
        Ok(())
    }
}

fn bad_line(number: usize, problem: &str) -> ArchiveError {
    ArchiveError::Usage(format!("line {}: {problem}", number + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(moves: &str) -> PositionKey {
        let mut replay = Replay::new();
        for word in moves.split(' ') {
            assert!(replay.play_san(word.as_bytes()).is_some(), "{word}");
        }
        replay.key()
    }

    #[test]
    fn our_own_table_names_positions_by_any_order() {
        let names = OpeningNames::built_in();
        assert!(names.len() > 200, "{}", names.len());
        let french = names.exact(key("e4 e6 d4 d5")).unwrap();
        assert_eq!(
            (french.eco.to_string().as_str(), french.name.as_str()),
            ("C00", "French Defence")
        );
        assert_eq!(names.exact(key("d4 e6 e4 d5")), Some(french));
        assert_eq!(names.exact(key("e4 e6 d4 d5 h4")), None);
        let line = [key("e4 e6 d4 d5"), key("e4 e6 d4 d5 h4")];
        assert!(names.last_of(&line).is_some());
    }

    #[test]
    fn text_books_of_the_source_are_read() {
        let mut names = OpeningNames::default();
        let text = "[ECO B57 Sicilian: Sozin, Benkö variation]\n\
            e4 c5 Nf3 Nc6 d4 cd Nd4 Nf6 Nc3 d6 Bc4 Qb6\n";
        names.read_text_book(text).unwrap();
        let found = names
            .exact(key("e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 d6 Bc4 Qb6"))
            .unwrap();
        assert_eq!(found.name, "Sicilian: Sozin, Benkö variation");
        let bad = names
            .read_text_book("[ECO B57 X]\ne4 c5 Nf6\n")
            .unwrap_err();
        assert!(bad.to_string().contains("line 2") && bad.to_string().contains("Nf6"));
        assert!(names.read_text_book("e4\n").is_err());
    }

    #[test]
    fn tables_say_which_line_is_wrong() {
        let mut names = OpeningNames::default();
        assert!(names.read_table("eco\tname\tpgn\nA00\tX\t1. g4\n").is_ok());
        assert_eq!(names.len(), 1);
        let bad = names.read_table("A00\tX\t1. g5\n").unwrap_err();
        assert!(bad.to_string().contains("line 1"));
        assert!(names.read_table("A00 X\n").is_err());
    }
}
