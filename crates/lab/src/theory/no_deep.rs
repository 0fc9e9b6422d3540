//! `no-deep`: what deep cut-offs are worth when the best move comes first.
//!
//! Knuth & Moore 1975, §7: ideally ordered, F1 examines `A_0 = 1, A_1 = d,
//! A_{n+2} = A_{n+1} + (d-1) A_n` leaves, which grow by `√(d-3/4) + 1/2` a ply instead of √d.

use zermelo_draw::{Axis, Plot, Point, Series, Style};
use zermelo_games::Order;

use super::counting::{with_deep_cutoffs, without_deep_cutoffs};
use super::table::{Row, Table, exact_finding};
use super::{Study, uniform};

/// `A_n` of the recurrence.
fn recurrence(width: u64, height: u32) -> u64 {
    let (mut this, mut next) = (1, width);
    for _ in 0..height {
        (this, next) = (next, next + (width - 1) * this);
    }
    this
}

/// Builds the table.
#[must_use]
pub fn table(study: &Study<'_>) -> Table {
    let mut rows = Vec::new();
    for width in 2..=6_u32 {
        for height in 0..=8 {
            let tree = uniform(width, height, study.seed, Order::Best);
            rows.push(Row {
                parameters: vec![("d", width.into()), ("h", height.into())],
                formula: recurrence(width.into(), height).into(),
                measured: without_deep_cutoffs(&tree).counts.leaves.into(),
                error: Some(0.0),
                further: vec![(
                    "with deep cut-offs",
                    with_deep_cutoffs(&tree).counts.leaves.into(),
                )],
            });
        }
    }
    let mut findings = vec![exact_finding(&rows)];
    for width in [3.0_f64, 6.0] {
        findings.push(format!(
            "d = {width}: growth √(d−3/4) + 1/2 = {:.3} a ply without deep cut-offs, √d = {:.3} with them.",
            (width - 0.75).sqrt() + 0.5,
            width.sqrt()
        ));
    }
    Table {
        claim: "Ideally ordered, alpha-beta without deep cut-offs examines A_h leaves, A_0 = 1, A_1 = d, A_{n+2} = A_{n+1} + (d−1)·A_n (Knuth & Moore 1975, §7). d: moves of each node; h: height.".to_string(),
        findings,
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
    let points = |value: fn(&Row) -> Option<f64>| -> Vec<Point> {
        own()
            .filter_map(|row| Some(Point::new(row.parameters[1].1.number()?, value(row)?)))
            .collect()
    };
    let series = |name: &str, style, value| Series {
        name: name.to_string(),
        points: points(value),
        style,
    };
    Plot {
        title: "Best case with and without deep cut-offs, d = 3".to_string(),
        x: Axis::linear("height h (plies)"),
        y: Axis::log("leaves visited"),
        series: vec![
            series("recurrence", Style::Dashed, |row| row.formula.number()),
            series("without deep cut-offs", Style::Points, |row| {
                row.measured.number()
            }),
            series("with deep cut-offs", Style::LineAndPoints, |row| {
                row.further[0].1.number()
            }),
        ],
        notes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(table: &Table, width: u32, value: fn(&Row) -> Option<f64>) -> Vec<f64> {
        let own = table
            .rows
            .iter()
            .filter(|row| row.parameters[0].1 == width.into());
        own.map(|row| value(row).unwrap()).collect()
    }

    #[test]
    fn three_moves_a_node_give_the_numbers_of_the_source() {
        let table = table(&Study::default());
        let without = column(&table, 3, |row| row.measured.number());
        assert_eq!(without[..8], [1.0, 3.0, 5.0, 11.0, 21.0, 43.0, 85.0, 171.0]);
        let with = column(&table, 3, |row| row.further[0].1.number());
        assert_eq!(with[..8], [1.0, 3.0, 5.0, 11.0, 17.0, 35.0, 53.0, 107.0]);
    }

    #[test]
    fn the_recurrence_holds_for_all_widths() {
        for row in table(&Study {
            seed: 9,
            ..Study::default()
        })
        .rows
        {
            assert_eq!(row.measured, row.formula, "{row:?}");
        }
    }
}
