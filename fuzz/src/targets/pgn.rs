//! Any text as games.
//!
//! Games that are read are written in export format and read back with the same moves, tags and
//! result. Read with variations, every line is one of legal moves.

use zermelo_chess::{GameText, PgnGame, read_pgn_games, read_pgn_variations};
use zermelo_game::{Game, Side};

use crate::corpus::gist;

/// Runs one input.
pub fn run(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let mut print = 0;
    for game in read_pgn_games(&text).take(20) {
        print ^= match game {
            Err(bad) => {
                assert!(bad.line >= 1 && !bad.problem.is_empty());
                gist(bad.problem.rsplit("expected ").next().unwrap_or_default())
            }
            Ok(game) => {
                round_trip(&game);
                let commented = game
                    .comments
                    .iter()
                    .filter(|c| !c.is_empty())
                    .count()
                    .min(3);
                let plies = game.line.moves.len().min(31);
                ((plies << 8 | game.tags.len().min(15) << 4 | commented) as u64) << 1 | 1
            }
        };
    }
    for lines in read_pgn_variations(&text, 60).take(20).flatten() {
        print = print.rotate_left(5) ^ lines.len().min(7) as u64;
        for line in lines {
            let mut position = line.start.clone();
            for m in line.moves {
                assert!(position.is_legal(m));
                position.play(m);
            }
        }
    }
    print
}

fn round_trip(game: &PgnGame) {
    let start = &game.line.start;
    let mut position = start.clone();
    let mut moves = Vec::new();
    for (&m, comment) in game.line.moves.iter().zip(&game.comments) {
        moves.push((position.san(m), comment.clone()));
        position.play(m);
    }
    let text = GameText {
        tags: game.tags.clone(),
        first_number: start.fullmove_number(),
        second_begins: start.side() == Side::Second,
        opening: game.opening.clone(),
        moves,
        asides: game.asides.clone(),
        result: game.result.clone(),
        ..GameText::default()
    }
    .to_string();
    let mut again = read_pgn_games(&text);
    match again.next() {
        Some(Ok(read)) => {
            assert_eq!(read.line.moves, game.line.moves, "{text}");
            assert_eq!(read.result, game.result, "{text}");
            assert_eq!(read.asides, game.asides, "{text}");
        }
        other => panic!("written but not read: {other:?}: {text}"),
    }
}
