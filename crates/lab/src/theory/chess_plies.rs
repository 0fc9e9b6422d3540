//! `chess-plies`: how far a program sees in a minute of chess. Formula only.
//!
//! One of our sources after Russell & Norvig: 35 moves a position and 10^6 positions a second
//! give minimax about 5 plies a minute; alpha-beta with tables about 14. The first is
//! log(6·10^7)/log 35; a perfect order doubles it; 14 plies in the same nodes mean an effective
//! branching of 3.6, which takes tables and pruning beyond alpha-beta's.

use zermelo_draw::Axis;

use super::Study;
use super::counting::best_case;
use super::table::{Cell, Row, Table, bars_of};

const MOVES: u64 = 35;
const NODES: u64 = 60_000_000;

/// Builds the table.
#[must_use]
pub fn table(_study: &Study<'_>) -> Table {
    let nodes = NODES as f64;
    let minimax = nodes.ln() / (MOVES as f64).ln();
    // The last whole ply of the best case that fits, and the ply that would fill the nodes.
    let whole = (1..40)
        .take_while(|&plies| best_case(MOVES, plies) <= NODES)
        .count();
    let ideal = 2.0 * (nodes / 2.0).ln() / (MOVES as f64).ln();
    let row = |method: &str, plies: f64, branching: f64, source: Cell| Row {
        parameters: vec![("method", method.into())],
        formula: plies.into(),
        measured: Cell::Empty,
        error: None,
        further: vec![
            ("effective branching", branching.into()),
            ("source says", source),
        ],
    };
    let effective = |plies: f64| nodes.powf(1.0 / plies);
    let rows = vec![
        row("minimax", minimax, MOVES as f64, 5_u32.into()),
        row("perfect order", ideal, effective(ideal), Cell::Empty),
        row("with tables", 14.0, effective(14.0), 14_u32.into()),
    ];
    Table {
        claim: "Chess has about 35 moves a position; at a million positions a second a minute holds 6·10^7 of them. Plies that fit, by formula: for minimax, for alpha-beta in perfect order, and the 14 that a source gives to alpha-beta with tables; effective branching: the number whose power by the plies gives the nodes.".to_string(),
        findings: vec![
            format!("Minimax sees {minimax:.1} plies, alpha-beta in perfect order at most {whole} whole ones."),
            format!("14 plies are beyond alpha-beta alone: they mean an effective branching of {:.1}, under √35 = {:.1}; transposition tables and further pruning must give the rest.", effective(14.0), (MOVES as f64).sqrt()),
        ],
        charts: vec![bars_of(
            &rows,
            "Plies of chess in a minute",
            "method",
            Axis::linear("plies"),
            &[("formula", |row| row.formula.number())],
        )],
        rows,
        ..Table::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimax_sees_five_plies_and_perfect_order_nearly_ten() {
        let rows = table(&Study::default()).rows;
        let plies = |i: usize| rows[i].formula.number().unwrap();
        assert!((plies(0) - 5.037).abs() < 0.001, "{}", plies(0));
        assert!((plies(1) - 9.685).abs() < 0.001, "{}", plies(1));
    }
}
