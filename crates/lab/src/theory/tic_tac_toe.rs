//! `tic-tac-toe`: the first move by counting open lines, two plies deep.
//!
//! Nilsson 1971: e(p) is the lines still open to X less those open to O. With mirror images
//! searched once, the empty board has 3 first moves and 12 positions after two plies.

use zermelo_game::{Game, INFINITY, Notation, Reduced, Score, Side};
use zermelo_games::TicTacToe;
use zermelo_search::alpha_beta::alpha_beta;
use zermelo_search::minimax::max_value;
use zermelo_search::record::Recorder;

use super::Study;
use super::counting::searched;
use super::figure::{position_figure, search_tree};
use super::table::{Figure, Heads, Row, Table};

/// The lines for the side to move.
fn open_lines(game: &Reduced<TicTacToe>) -> Score {
    let lines = game.0.open_lines();
    if game.side() == Side::First {
        lines
    } else {
        -lines
    }
}

/// A first move of each kind: its name, its square and what the source gives it.
const FIRST_MOVES: [(&str, u8, Score); 3] = [("corner", 0, -1), ("side", 1, -2), ("centre", 4, 1)];

/// Builds the table.
#[must_use]
pub fn table(_study: &Study<'_>) -> Table {
    let start = Reduced(TicTacToe::default());
    let evaluate = |game: &Reduced<TicTacToe>| open_lines(game);
    let rows: Vec<Row> = FIRST_MOVES
        .iter()
        .map(|&(name, square, source)| {
            let after = start.after(square);
            let answer = searched(&after, &evaluate, &mut (), |s, game| {
                alpha_beta(s, game, 1, -INFINITY, INFINITY)
            });
            Row {
                parameters: vec![("first move", name.into())],
                formula: source.into(),
                measured: (-answer.value).into(),
                error: Some(0.0),
                further: vec![("O's answers", answer.counts.leaves.into())],
            }
        })
        .collect();
    let mut recorder = Recorder::new(100);
    let whole = searched(&start, &evaluate, &mut recorder, |s, game| {
        max_value(s, game, 2)
    });
    let pruned = searched(&start, &evaluate, &mut (), |s, game| {
        alpha_beta(s, game, 2, -INFINITY, INFINITY)
    });
    let mut example = start.0;
    example.play(4);
    example.play(1);
    let best = whole.pv.first().copied().unwrap_or_default();
    let best = FIRST_MOVES.iter().find(|(_, square, _)| *square == best);
    Table {
        claim: "e(p) counts the lines still open to X less those still open to O. Two plies deep, mirror images once, the empty board has 12 leaves; by minimax a corner is worth −1, a side −2, the centre 1 (Nilsson 1971).".to_string(),
        heads: Heads { formula: "source", measured: "value" },
        findings: vec![
            format!(
                "Minimax evaluates {} leaves, alpha-beta {}; the value is {} and X plays the {}.",
                whole.counts.leaves,
                pruned.counts.leaves,
                whole.value,
                best.map_or("?", |(name, _, _)| name)
            ),
            format!("With X in the centre and O on a side, e(p) = 6 − 4 = {}.", example.open_lines()),
        ],
        rows,
        figures: vec![
            Figure {
                caption: "The tree of two plies, mirror images once, values X's.".to_string(),
                game: "tictactoe",
                position: start.notation(),
                board: String::new(),
                picture: search_tree(&start, &recorder, &whole.pv, Side::First),
            },
            position_figure("tictactoe", &example, "e(p) = 6 − 4 = 2: six lines are open to X, four to O."),
        ],
        ..Table::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_leaves_say_that_the_centre_is_best() {
        let table = table(&Study::default());
        for row in &table.rows {
            assert_eq!(row.measured, row.formula, "{row:?}");
        }
        let answers: f64 = table
            .rows
            .iter()
            .filter_map(|row| row.further[0].1.number())
            .sum();
        assert_eq!(answers, 12.0);
        assert!(table.findings[0].starts_with("Minimax evaluates 12 leaves"));
        assert!(table.findings[0].ends_with("the value is 1 and X plays the centre."));
        assert!(table.findings[1].ends_with("= 2."));
    }
}
