//! Any text as what a match is told: a player with options, a time control, a book of openings.
//!
//! Each is read or refused with a message, never with a panic; what is read of a book can be
//! played, and a time control reads back from what it prints. The first line says what the rest
//! is.

use zermelo_arena::clock::TimeControl;
use zermelo_arena::discipline::{BoardDiscipline, ChessDiscipline, Discipline};
use zermelo_arena::engine_spec::{EngineSpec, PlayerOptions};
use zermelo_arena::openings::{Book, OpeningFormat};
use zermelo_games::ConnectFour;

use crate::corpus::gist;

/// Plies taken from a game.
const PLIES: usize = 12;

/// Runs one input.
pub fn run(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let (kind, rest) = text.split_once('\n').unwrap_or((&text, ""));
    match kind.trim() {
        "player" => player(rest),
        "clock" => clock(rest),
        "pgn" => book(rest, OpeningFormat::Pgn, &ChessDiscipline::default()),
        "epd" => book(rest, OpeningFormat::Epd, &ChessDiscipline::default()),
        "chess" => book(rest, OpeningFormat::Moves, &ChessDiscipline::default()),
        _ => {
            let discipline = BoardDiscipline {
                name: "connect4".to_string(),
                start: ConnectFour::default(),
                max_plies: 42,
            };
            book(rest, OpeningFormat::Moves, &discipline)
        }
    }
}

fn player(text: &str) -> u64 {
    if EngineSpec::is_engine(text) {
        return match EngineSpec::parse(text) {
            Ok(spec) => spec.arguments.len() as u64 + 8 * spec.options.others.len() as u64,
            Err(error) => gist(&error.expected),
        };
    }
    match PlayerOptions::split(text) {
        Ok((_, options)) => 64 + options.others.len() as u64,
        Err(error) => gist(&error.expected),
    }
}

fn clock(text: &str) -> u64 {
    match TimeControl::parse(text) {
        Ok(control) => {
            let printed = control.to_string();
            assert_eq!(
                TimeControl::parse(&printed).as_ref(),
                Ok(&control),
                "{printed}"
            );
            1
        }
        Err(error) => gist(&error.expected),
    }
}

fn book<D: Discipline>(text: &str, format: OpeningFormat, discipline: &D) -> u64 {
    match Book::read(text, format, PLIES, discipline) {
        Ok(book) => {
            let playable = |opening| discipline.begin(opening).is_ok();
            assert!(!book.openings.is_empty() && book.openings.iter().all(playable));
            128 + (book.openings.len() + 4 * book.skipped.len()).min(100) as u64
        }
        Err(problem) => gist(problem.rsplit("expected ").next().unwrap_or_default()),
    }
}
