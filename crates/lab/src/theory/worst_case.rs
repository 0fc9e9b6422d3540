//! `worst-case`: leaf values for which alpha-beta prunes nothing.
//!
//! Knuth & Moore 1975, §6: for every finite tree there are such values; every leaf then lies
//! strictly inside every window that reaches it.

use zermelo_draw::{Axis, Plot, Point, Series, Style};
use zermelo_games::Order;

use super::counting::{best_case, with_deep_cutoffs};
use super::table::{Row, Table, exact_finding};
use super::{Study, uniform};

/// Builds the table.
#[must_use]
pub fn table(study: &Study<'_>) -> Table {
    let mut rows = Vec::new();
    for width in 2..=6_u32 {
        for height in 1..=6 {
            let tree = uniform(width, height, study.seed, Order::Worst);
            let answer = with_deep_cutoffs(&tree);
            let cutoffs = answer.counts.cutoffs;
            rows.push(Row {
                parameters: vec![("d", width.into()), ("h", height.into())],
                formula: u64::from(width).pow(height).into(),
                measured: answer.counts.leaves.into(),
                error: Some(0.0),
                further: vec![
                    ("cut-offs", (cutoffs.shallow + cutoffs.deep).into()),
                    ("best case", best_case(width.into(), height).into()),
                ],
            });
        }
    }
    Table {
        claim: "There are leaf values for which alpha-beta visits every leaf, d^h of them (Knuth & Moore 1975, §6). d: moves of each node; h: height.".to_string(),
        findings: vec![exact_finding(&rows)],
        charts: vec![plot(&rows).into()],
        rows,
        seed: Some(study.seed),
        ..Table::default()
    }
}

fn plot(rows: &[Row]) -> Plot {
    let own = || {
        rows.iter()
            .filter(|row| row.parameters[0].1 == 3_u32.into())
    };
    let series = |name: &str, value: fn(&Row) -> Option<f64>| Series {
        name: name.to_string(),
        points: own()
            .filter_map(|row| Some(Point::new(row.parameters[1].1.number()?, value(row)?)))
            .collect(),
        style: Style::LineAndPoints,
    };
    Plot {
        title: "Worst and best case, d = 3".to_string(),
        x: Axis::linear("height h (plies)"),
        y: Axis::log("leaves visited"),
        series: vec![
            series("worst case, measured", |row| row.measured.number()),
            series("best case", |row| row.further[1].1.number()),
        ],
        notes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_pruned_in_the_worst_case() {
        for row in table(&Study::default()).rows {
            assert_eq!(row.measured, row.formula, "{row:?}");
            assert_eq!(row.further[0].1, 0_u32.into(), "{row:?}");
        }
    }
}
