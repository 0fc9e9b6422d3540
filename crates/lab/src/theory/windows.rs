//! `windows`: what a narrower window at the root costs on an ideally ordered tree.
//!
//! To prove that the value is at least v, one move of every Max node and all moves of every Min
//! node are needed: `d^⌊h/2⌋` leaves; that it is at most v, `d^⌈h/2⌉`. The two proofs share the
//! principal variation, which is why the best case is their sum less one: the full window makes
//! both proofs at once.

use zermelo_draw::Axis;
use zermelo_game::{INFINITY, Score};
use zermelo_games::{Order, UniformTree};
use zermelo_search::alpha_beta::alpha_beta;
use zermelo_search::{Limits, Payoff, Search, WHOLE_TREE};

use super::counting::best_case;
use super::table::{Row, Table, bars_of, exact_finding};
use super::{Study, uniform};

/// Builds the table.
#[must_use]
pub fn table(study: &Study<'_>) -> Table {
    let mut rows = Vec::new();
    for (width, height) in [(2_u32, 8_u32), (3, 4), (3, 5), (4, 6), (6, 4)] {
        let tree = uniform(width, height, study.seed, Order::Best);
        let (value, _) = leaves(&tree, -INFINITY, INFINITY);
        let d = u64::from(width);
        let (long, short) = (d.pow(height.div_ceil(2)), d.pow(height / 2));
        let kinds = [
            ("(−∞, +∞)", (-INFINITY, INFINITY), best_case(d, height)),
            ("(v−1, v+1)", (value - 1, value + 1), best_case(d, height)),
            ("(v−1, v)", (value - 1, value), short),
            ("(v, v+1)", (value, value + 1), long),
        ];
        for (window, (alpha, beta), formula) in kinds {
            rows.push(Row {
                parameters: vec![
                    ("window", window.into()),
                    ("d", width.into()),
                    ("h", height.into()),
                ],
                formula: formula.into(),
                measured: leaves(&tree, alpha, beta).1.into(),
                error: Some(0.0),
                further: Vec::new(),
            });
        }
    }
    let mut findings = vec![exact_finding(&rows)];
    findings.push("The two minimal windows together cost the full window plus one leaf: best-first alpha-beta is one proof that the value is at least v and one that it is at most v, sharing the principal variation.".to_string());
    Table {
        claim: "On an ideally ordered tree of value v, the window (v−1, v) asks for a proof of “at least v”, d^⌊h/2⌋ leaves, and (v, v+1) for one of “at most v”, d^⌈h/2⌉ leaves; a right guess that leaves both questions open saves nothing. d: moves of each node; h: height.".to_string(),
        findings,
        charts: vec![bars_of(
            &rows[12..16],
            "Leaves by the window at the root, d = 4, h = 6",
            "window",
            Axis::linear("leaves visited"),
            &[("formula", |row| row.formula.number()), ("measured", |row| row.measured.number())],
        )],
        rows,
        seed: Some(study.seed),
        ..Table::default()
    }
}

/// Value and leaves of alpha-beta with a window at the root.
fn leaves(tree: &UniformTree, alpha: Score, beta: Score) -> (Score, u64) {
    let mut silent = ();
    let mut search = Search::new(&Payoff, Limits::default(), &mut silent);
    let result = search.root(tree, alpha, beta, |s, game| {
        alpha_beta(s, game, WHOLE_TREE, alpha, beta)
    });
    let answer = search.answer(result);
    (answer.value, answer.counts.leaves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimal_windows_cost_one_proof_each() {
        for seed in 1..=5 {
            for row in table(&Study {
                seed,
                ..Study::default()
            })
            .rows
            {
                assert_eq!(row.measured, row.formula, "seed {seed}: {row:?}");
            }
        }
    }
}
