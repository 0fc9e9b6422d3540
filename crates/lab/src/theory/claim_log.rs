//! `claim-log`: the claim that unordered alpha-beta visits about B^(D/2)·log2 B leaves.
//!
//! One of our sources (a thesis on learning chess from games) says so of moves in arbitrary
//! order. For B = 2 it is less than what every algorithm must visit (Knuth & Moore 1975,
//! corollary 3), and measured it falls behind by a factor that grows with the depth: the true
//! growth is of the order of B / log B a ply, not √B.

use zermelo_draw::{Axis, Plot, Point, Series, Style};
use zermelo_games::Order;

use super::counting::{best_case, with_deep_cutoffs};
use super::table::{Heads, Row, Table};
use super::{Study, distinct};

/// Moves of each node and the greatest depth.
const SHAPES: [(u32, u32); 5] = [(2, 12), (3, 10), (4, 8), (8, 6), (16, 4)];

/// Leaves that may be spent on a row.
const BUDGET: f64 = 400_000.0;

/// Builds the table.
#[must_use]
pub fn table(study: &Study<'_>) -> Table {
    let mut rows = Vec::new();
    for (width, deepest) in SHAPES {
        for depth in (2..=deepest).step_by(2) {
            let claim = f64::from(width).powf(f64::from(depth) / 2.0) * f64::from(width).log2();
            // A rough guess of the cost, only to choose how many trees are affordable.
            let cost = f64::from(width).powf(0.75 * f64::from(depth));
            let number = u64::from(width) << 32 | u64::from(depth);
            let estimate = study.sample(number, study.samples(cost, BUDGET), |seed| {
                let tree = distinct(width, depth, seed, Order::Random);
                with_deep_cutoffs(&tree).counts.leaves as f64
            });
            rows.push(Row {
                parameters: vec![("B", width.into()), ("D", depth.into())],
                formula: claim.into(),
                measured: estimate.mean.into(),
                error: Some(estimate.error()),
                further: vec![
                    ("measured / claim", (estimate.mean / claim).into()),
                    ("best case", best_case(width.into(), depth).into()),
                    ("all leaves", u64::from(width).pow(depth).into()),
                    ("samples", estimate.samples.into()),
                ],
            });
        }
    }
    Table {
        claim: "A source says that with moves in arbitrary order alpha-beta visits about B^(D/2)·log2 B leaves. B: moves of each node; D: depth; best case: what every algorithm must visit.".to_string(),
        heads: Heads { formula: "claim", ..Heads::default() },
        findings: findings(&rows),
        charts: vec![plot(&rows).into()],
        rows,
        seed: Some(study.seed),
        ..Table::default()
    }
}

fn findings(rows: &[Row]) -> Vec<String> {
    let below = rows
        .iter()
        .filter(|row| row.formula.number() < row.further[1].1.number());
    let ratios = rows.iter().filter_map(|row| row.further[0].1.number());
    vec![
        format!(
            "The claim is wrong: it is under the best case, which no algorithm can beat, in {} of {} rows.",
            below.count(),
            rows.len()
        ),
        format!(
            "Measured exceeds it by a factor that grows with the depth, up to {:.0}.",
            ratios.fold(0.0, f64::max)
        ),
    ]
}

fn plot(rows: &[Row]) -> Plot {
    let own = || {
        rows.iter()
            .filter(|row| row.parameters[0].1 == 3_u32.into())
    };
    let series = |name: &str, style, value: fn(&Row) -> Option<f64>| Series {
        name: name.to_string(),
        points: own()
            .filter_map(|row| Some(Point::new(row.parameters[1].1.number()?, value(row)?)))
            .collect(),
        style,
    };
    Plot {
        title: "Unordered alpha-beta against the claim, B = 3".to_string(),
        x: Axis::linear("depth D (plies)"),
        y: Axis::log("leaves"),
        series: vec![
            series("measured, random order", Style::LineAndPoints, |row| {
                row.measured.number()
            }),
            series("the claim", Style::Dashed, |row| row.formula.number()),
            series("best case", Style::Line, |row| row.further[1].1.number()),
            series("all leaves", Style::Line, |row| row.further[2].1.number()),
        ],
        notes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_claim_is_far_too_low_and_the_more_so_the_deeper() {
        let table = table(&Study {
            samples: Some(50),
            ..Study::default()
        });
        for rows in table
            .rows
            .chunk_by(|a, b| a.parameters[0] == b.parameters[0])
        {
            let ratios: Vec<f64> = rows
                .iter()
                .filter_map(|row| row.further[0].1.number())
                .collect();
            assert!(
                ratios.windows(2).all(|pair| pair[0] < pair[1]),
                "{ratios:?}"
            );
        }
        let last = |width: u32| {
            table
                .rows
                .iter()
                .rfind(|row| row.parameters[0].1 == width.into())
                .unwrap()
        };
        assert!(last(2).further[0].1.number().unwrap() > 10.0);
        assert!(last(2).formula.number() < last(2).further[1].1.number());
    }
}
