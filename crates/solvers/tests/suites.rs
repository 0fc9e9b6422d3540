//! The public test sets, found through `ZERMELO_DATA`: as much of them as takes a minute or two
//! in release. The example `solve_suites` runs them whole.

use std::path::PathBuf;

use zermelo_game::Notation;
use zermelo_games::{ConnectFour, Othello};
use zermelo_solvers::{Limits, solve_connect_four, solve_othello};

/// A file of the data folder, or `None`, said aloud, if there is no such folder.
fn data(file: &str) -> Option<String> {
    let Some(folder) = std::env::var_os("ZERMELO_DATA") else {
        eprintln!("skipped: ZERMELO_DATA is not set");
        return None;
    };
    let path = PathBuf::from(folder).join(file);
    let text = std::fs::read_to_string(&path);
    Some(text.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

fn connect_four(set: &str, positions: usize) {
    let Some(text) = data(&format!("connect4/Test_{set}")) else {
        return;
    };
    let mut solved = 0;
    for line in text.lines().take(positions) {
        let (moves, score) = line.split_once(' ').expect("moves and a score");
        let position = ConnectFour::parse(moves).expect("a legal game");
        let solution = solve_connect_four(&position, Limits::default());
        let expected = score.trim().parse().expect("a number");
        assert_eq!(solution.score(), Some(expected), "{line}");
        solved += 1;
    }
    assert_eq!(solved, positions);
}

#[test]
#[ignore = "a second in release"]
fn connect_four_late_and_easy_sets_are_solved() {
    for set in ["L3_R1", "L2_R1", "L1_R1"] {
        connect_four(set, 1000);
    }
}

#[test]
#[ignore = "seconds in release"]
fn connect_four_middle_sets_are_solved() {
    connect_four("L2_R2", 1000);
    connect_four("L1_R2", 20);
}

#[test]
#[ignore = "seconds in release"]
fn connect_four_early_positions_are_solved() {
    connect_four("L1_R3", 2);
}

/// The position, the best score and the squares that reach it, of a line such as
/// `… X; A2:+38; C7:+36;`.
fn ffo_line(line: &str) -> Option<(Othello, i32, Vec<String>)> {
    let (board, moves) = line.split_once(';')?;
    let mut scored = Vec::new();
    for entry in moves.split(';').filter(|entry| !entry.trim().is_empty()) {
        let (square, score) = entry.split_once(':')?;
        scored.push((square.trim().to_lowercase(), score.trim().parse().ok()?));
    }
    let best: i32 = scored.iter().map(|(_, score)| *score).max()?;
    let squares = scored.into_iter().filter(|(_, score)| *score == best);
    Some((
        Othello::parse(board).ok()?,
        best,
        squares.map(|(square, _)| square).collect(),
    ))
}

#[test]
#[ignore = "seven seconds in release"]
fn ffo_40_to_42_have_the_right_scores_and_moves() {
    let Some(text) = data("othello/ffo/fforum-40-59.obf") else {
        return;
    };
    for line in text.lines().take(3) {
        let (position, score, squares) = ffo_line(line).expect("a position with scored moves");
        let solution = solve_othello(&position, Limits::default());
        assert_eq!(solution.score(), Some(score), "{line}");
        let first = position.move_text(solution.pv[0]);
        assert!(squares.contains(&first.to_lowercase()), "{first}: {line}");
    }
}

#[test]
#[ignore = "a second in release"]
fn othello_endgames_with_13_to_16_empty_squares_have_the_right_margins() {
    for set in ["13_14", "15_16"] {
        let Some(text) = data(&format!("othello/endgame-flippy/eg_{set}.txt")) else {
            return;
        };
        let mut equal = 0;
        for line in text.lines().take(100) {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let [board, side, _, margin] = fields[..] else {
                panic!("`{line}` has not four fields");
            };
            let (letter, sign) = if side == "Black" { ("X", 1) } else { ("O", -1) };
            let position = Othello::parse(&format!("{board} {letter}")).expect("a position");
            let solution = solve_othello(&position, Limits::default());
            let score = sign * solution.score().expect("no limit");
            // The set gives black's margin and leaves empty squares to nobody, so that a winner
            // may get less, and mostly gets the same.
            let given: i32 = margin.parse().expect("a number");
            assert_eq!(score.signum(), given.signum(), "{line}");
            assert!(given.abs() <= score.abs(), "{line}");
            equal += usize::from(score == given);
        }
        assert!(equal >= 90, "only {equal} of 100 margins are equal");
    }
}
