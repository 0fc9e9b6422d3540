//! `figure-5` and `figure-6`: two chess positions on which searches go wrong.
//!
//! After the figures 5 and 6 of a seminar paper among our sources (its own after Russell &
//! Norvig). The boards are our own equivalents: the paper's text has no positions.

use std::collections::HashMap;

use zermelo_chess::{Chess, Move};
use zermelo_draw::Axis;
use zermelo_game::{Game, Heuristic, INFINITY, Notation};
use zermelo_search::quiescence::alpha_beta_quiescence;
use zermelo_search::{Answer, Params, Static};

use super::Study;
use super::counting::searched;
use super::figure::chess_figure;
use super::table::{Heads, Row, Table, bars_of};

/// Two boards that differ in the place of one rook: lost for White, and won.
const ROOKS: [(&str, &str); 2] = [
    ("rook on f1", "6k1/p4pp1/7p/3q4/8/8/P4PPP/5RK1 w - - 0 1"),
    ("rook on d1", "6k1/p4pp1/7p/3q4/8/8/P4PPP/3R2K1 w - - 0 1"),
];

/// Black to move: the bishop is lost in three moves of the rook, whatever Black does.
const TRAPPED: &str = "8/b1p2k1p/1pP3p1/1P6/5K1P/8/5PP1/2R5 b - - 0 1";

/// The depth at which captures are followed and the loss of the bishop is seen in every line.
const SEES: u32 = 9;

/// The deepest search shown.
const DEEPEST: u32 = 7;

/// Alpha-beta to a depth, captures followed to their end; values by material.
fn search(position: &Chess, depth: u32) -> Answer<Move> {
    let extra = Params::default().quiescence_plies as u32;
    searched(position, &Static, &mut (), |s, game| {
        alpha_beta_quiescence(s, game, depth, (-INFINITY, INFINITY), extra)
    })
}

/// A line of moves as players write it.
fn line(position: &Chess, moves: &[Move]) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    for &m in moves {
        words.push(position.san(m));
        position.play(m);
    }
    words.join(" ")
}

fn chess(fen: &str) -> Chess {
    Chess::parse(fen).expect("the positions of this module are legal")
}

/// `figure-5`.
#[must_use]
pub fn material(_study: &Study<'_>) -> Table {
    let rows: Vec<Row> = ROOKS
        .iter()
        .map(|(name, fen)| {
            let position = chess(fen);
            let answer = search(&position, 3);
            Row {
                parameters: vec![("board", (*name).into())],
                formula: answer.value.into(),
                measured: position.evaluate().into(),
                error: Some(0.0),
                further: vec![
                    ("captures followed", search(&position, 0).value.into()),
                    ("best line", line(&position, &answer.pv).into()),
                ],
            }
        })
        .collect();
    Table {
        claim: "Two boards that differ in the place of one rook look the same to an evaluation that adds up material: White has a rook for a queen. With the rook on f1 White is lost; with the rook on d1 it takes the queen. Values in centipawns for White; three plies: alpha-beta to depth 3, then captures only; captures followed: captures only.".to_string(),
        heads: Heads { formula: "three plies", measured: "material" },
        findings: vec![format!(
            "Material says {} of both boards; following the captures tells them apart: {} and {}.",
            rows[0].measured, rows[0].further[0].1, rows[1].further[0].1
        )],
        charts: vec![bars_of(
            &rows,
            "One evaluation, two boards",
            "board",
            Axis::linear("centipawns for White"),
            &[("material", |row| row.measured.number()), ("captures followed", |row| row.further[0].1.number())],
        )],
        rows,
        figures: ROOKS.iter().map(|(name, fen)| chess_figure(fen, format!("The {name}."))).collect(),
        ..Table::default()
    }
}

/// `figure-6`.
#[must_use]
pub fn horizon(_study: &Study<'_>) -> Table {
    let position = chess(TRAPPED);
    let mut worths: HashMap<Move, i32> = HashMap::new();
    let rows: Vec<Row> = (1..=DEEPEST)
        .map(|depth| {
            let answer = search(&position, depth);
            let first = answer.pv.first().copied();
            // What the move chosen is really worth.
            let worth = first.map_or(answer.value, |m| {
                *worths
                    .entry(m)
                    .or_insert_with(|| -search(&position.after(m), SEES - 1).value)
            });
            Row {
                parameters: vec![("depth", depth.into())],
                formula: worth.into(),
                measured: answer.value.into(),
                error: Some(0.0),
                further: vec![
                    (
                        "move",
                        first.map_or(String::new(), |m| position.san(m)).into(),
                    ),
                    ("expected line", line(&position, &answer.pv).into()),
                ],
            }
        })
        .collect();
    Table {
        claim: "The black bishop is lost to three moves of the rook (Ra1, Ra8, Rxb8). A search that cannot see so far thinks that nothing happens; one that nearly can gives away a pawn, then two, with moves that push the loss behind its horizon, and loses the bishop all the same. Alpha-beta, captures followed; values in centipawns for Black, who is to move and three pawns behind.".to_string(),
        heads: Heads { formula: "the move's worth", measured: "search's value" },
        findings: vec![
            "Depths 1 to 4 see nothing; depths 5 and 6 throw a pawn and depth 7 two, to save a bishop that cannot be saved.".to_string(),
            format!("From depth {SEES} on the search sees that every quiet move loses the bishop only, and that g5+ loses a pawn more."),
        ],
        charts: vec![bars_of(
            &rows,
            "What the search believes and what its move is worth",
            "depth (plies)",
            Axis::linear("centipawns for Black"),
            &[("search's value", |row| row.measured.number()), ("the move's worth", |row| row.formula.number())],
        )],
        rows,
        figures: vec![chess_figure(TRAPPED, "The bishop on a7 has no way out: Ra1, Ra8 and Rxb8 win it.")],
        ..Table::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_cannot_tell_the_boards_apart_but_captures_can() {
        let rows = material(&Study::default()).rows;
        assert_eq!(rows[0].measured, rows[1].measured);
        assert_eq!(rows[0].further[0].1, (-400).into());
        assert_eq!(rows[1].further[0].1, 500.into());
    }

    #[test]
    fn the_deeper_the_horizon_the_more_pawns_are_thrown_away() {
        let position = chess(TRAPPED);
        let values: Vec<i32> = (1..=7)
            .map(|depth| search(&position, depth).value)
            .collect();
        assert_eq!(values, [-300, -300, -300, -300, -400, -400, -500]);
        let check = position.parse_move("g6g5").unwrap();
        assert_eq!(search(&position, 5).pv[0], check);
        assert_eq!(-search(&position.after(check), SEES - 1).value, -700);
        let quiet = position.parse_move("h7h6").unwrap();
        assert_eq!(-search(&position.after(quiet), SEES - 1).value, -600);
    }
}
