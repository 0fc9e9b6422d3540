//! `lower-bound`: no algorithm gets by with fewer leaves.
//!
//! Knuth & Moore 1975, corollary 3: every algorithm that finds the value of a uniform tree of
//! width d and height h examines at least `d^⌈h/2⌉ + d^⌊h/2⌋ - 1` leaves. Measured: the fewest
//! leaves that each exact algorithm of ours visited, over many trees, half of them ideally
//! ordered. Leaves visited again in a re-search count again.

use zermelo_game::{Notation, Side};
use zermelo_games::{Order, UniformTree};
use zermelo_search::record::Recorder;
use zermelo_search::{Algorithm, Limits, Params, Payoff, WHOLE_TREE, algorithm};

use super::counting::{best_case, watched};
use super::figure::search_tree;
use super::table::{Figure, Heads, Row, Table};
use super::{Study, distinct, uniform};

const WIDTH: u32 = 3;
const HEIGHT: u32 = 4;
/// Trees searched by each algorithm, unless somebody asks for more.
const TREES: u64 = 60;

/// Builds the table.
#[must_use]
pub fn table(study: &Study<'_>) -> Table {
    let bound = best_case(WIDTH.into(), HEIGHT);
    let trees = study.samples.unwrap_or(TREES);
    let exact = Algorithm::ALL.iter().filter(|a| a.is_exact());
    let rows: Vec<Row> = exact
        .map(|&algorithm| {
            let leaves = (0..trees).map(|sample| {
                let seed = study.seed_of(0, sample);
                let tree = if sample.is_multiple_of(2) {
                    uniform(WIDTH, HEIGHT, seed, Order::Best)
                } else {
                    distinct(WIDTH, HEIGHT, seed, Order::Random)
                };
                leaves(algorithm, &tree)
            });
            let fewest = leaves.min().unwrap_or(0);
            Row {
                parameters: vec![("algorithm", algorithm.name().into())],
                formula: bound.into(),
                measured: fewest.into(),
                error: Some(0.0),
                further: vec![("more than needed", (fewest - bound.min(fewest)).into())],
            }
        })
        .collect();
    let below = rows
        .iter()
        .filter(|row| row.measured.number() < row.formula.number());
    let below = below.count();
    let reach = rows
        .iter()
        .filter(|row| row.measured == row.formula)
        .count();
    Table {
        claim: format!(
            "Every algorithm that finds the value of a uniform tree of width d and height h examines at least d^⌈h/2⌉ + d^⌊h/2⌋ − 1 leaves: {bound} for d = {WIDTH}, h = {HEIGHT} (Knuth & Moore 1975, corollary 3). Measured: the fewest leaves visited in {trees} trees, half of them ideally ordered, half random."
        ),
        heads: Heads {
            formula: "at least",
            measured: "fewest",
        },
        findings: vec![format!(
            "{below} of {} algorithms visited fewer; {reach} reached the bound.",
            rows.len()
        )],
        figures: vec![ideal(study.seed)],
        rows,
        seed: Some(study.seed),
        ..Table::default()
    }
}

/// An ideally ordered tree as alpha-beta searches it.
fn ideal(seed: u64) -> Figure {
    let tree = uniform(WIDTH, HEIGHT, seed, Order::Best);
    let mut recorder = Recorder::new(200);
    let answer = watched(&tree, &mut recorder);
    Figure {
        caption: format!(
            "The {} leaves of an ideally ordered tree that settle its value, as alpha-beta visits them.",
            answer.counts.leaves
        ),
        game: "uniform",
        position: tree.notation(),
        board: String::new(),
        picture: search_tree(&tree, &recorder, &answer.pv, Side::First),
    }
}

fn leaves(algorithm: Algorithm, tree: &UniformTree) -> u64 {
    let params = Params {
        table_kilobytes: 64,
        ..Params::default()
    };
    let limits = Limits::default();
    let answer = algorithm::run(
        algorithm,
        tree,
        WHOLE_TREE,
        &params,
        &Payoff,
        limits,
        &mut (),
    );
    answer.counts.leaves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_algorithm_visits_fewer_leaves_than_needed() {
        let table = table(&Study {
            samples: Some(20),
            ..Study::default()
        });
        for row in &table.rows {
            assert!(row.measured.number() >= row.formula.number(), "{row:?}");
        }
        let alpha_beta = &table
            .rows
            .iter()
            .find(|row| row.parameters[0].1 == "alpha-beta".into());
        assert_eq!(alpha_beta.unwrap().measured, 17_u32.into());
    }
}
