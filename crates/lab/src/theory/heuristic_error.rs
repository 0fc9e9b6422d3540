//! `heuristic-error`: an evaluation that is believed, and wrong.
//!
//! Alpha-beta takes the evaluation of its leaves for the truth (Junghanns's list of its problems,
//! in one of our sources). Tic-tac-toe shows it where the truth is known: X has opposite
//! corners, O the centre. Counting open lines (see [`super::tic_tac_toe`]) sends O into a corner,
//! where X forks; a side would have drawn.

use zermelo_draw::Axis;
use zermelo_game::{Game, Notation};
use zermelo_games::TicTacToe;

use super::Study;
use super::counting::with_deep_cutoffs;
use super::figure::position_figure;
use super::table::{Heads, Row, Table, bars_of};

/// X in opposite corners, O in the centre and to move.
const POSITION: &str = "x...o...x";

/// Builds the table.
#[must_use]
pub fn table(_study: &Study<'_>) -> Table {
    let position = TicTacToe::parse(POSITION).expect("the position is legal");
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let rows: Vec<Row> = moves
        .iter()
        .map(|&m| {
            let after = position.after(m);
            let kind = if [2, 6].contains(&m) {
                "corner"
            } else {
                "side"
            };
            Row {
                parameters: vec![
                    ("O's move", position.move_text(m).into()),
                    ("kind", kind.into()),
                ],
                formula: (-with_deep_cutoffs(&after).value).into(),
                measured: (-after.open_lines()).into(),
                error: Some(0.0),
                further: Vec::new(),
            }
        })
        .collect();
    Table {
        claim: "Alpha-beta takes its evaluation for the truth. O, to move, counts open lines one ply deep. evaluation: lines open to O less those open to X after the move; truth: what perfect play then gives O (1 wins, 0 draws, −1 loses).".to_string(),
        heads: Heads { formula: "truth", measured: "evaluation" },
        findings: vec!["The evaluation prefers the corners, after which X makes two threats at once and wins; every side draws.".to_string()],
        charts: vec![bars_of(
            &rows,
            "Open lines and the truth",
            "O's move",
            Axis::linear("for O"),
            &[("evaluation", |row| row.measured.number()), ("truth", |row| row.formula.number())],
        )],
        rows,
        figures: vec![
            position_figure("tictactoe", &position, "O to move: a side draws, a corner loses."),
            position_figure("tictactoe", &position.after(2).after(6), "After the corner X blocks and has two threats."),
        ],
        ..Table::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_that_look_best_are_the_ones_that_lose() {
        let rows = table(&Study::default()).rows;
        let best = rows
            .iter()
            .filter_map(|row| row.measured.number())
            .fold(f64::MIN, f64::max);
        assert_eq!(rows.len(), 6);
        for row in &rows {
            let looks_best = row.measured.number() == Some(best);
            assert_eq!(
                row.formula,
                if looks_best { -1 } else { 0 }.into(),
                "{row:?}"
            );
        }
    }
}
