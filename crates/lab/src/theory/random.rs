//! `random`: random uniform trees without deep cut-offs.
//!
//! Knuth & Moore 1975, §6: the expected number of leaves T(d,h) that F1 examines on a uniform
//! tree of independent leaf values is under `c*(d)·r*(d)^h`; see [`super::matrix`] for r* and for
//! the constant, which the source leaves open. Values here are drawn from 10^9, so that equal
//! leaves are too rare to matter. *Cost.* A few hundred thousand leaves a row.

use zermelo_draw::{Axis, Plot, Point, Series, Style};
use zermelo_games::Order;

use super::counting::without_deep_cutoffs;
use super::matrix::Growth;
use super::table::{Cell, Heads, Row, Table};
use super::{Study, distinct};

/// Width and greatest height.
const SHAPES: [(u32, u32); 6] = [(2, 14), (3, 10), (4, 8), (8, 5), (16, 4), (32, 3)];

/// Leaves that may be spent on a row.
const BUDGET: f64 = 1_000_000.0;

/// Builds the table.
#[must_use]
pub fn table(study: &Study<'_>) -> Table {
    let mut rows = Vec::new();
    let mut rates = Vec::new();
    for (width, tallest) in SHAPES {
        let (upper, lower) = (Growth::upper(width), Growth::lower(width));
        let mut means: Vec<f64> = vec![1.0];
        for height in 1..=tallest {
            let samples = study.samples(upper.walks(height), BUDGET);
            let row = u64::from(width) << 32 | u64::from(height);
            let estimate = study.sample(row, samples, |seed| {
                let tree = distinct(width, height, seed, Order::Random);
                without_deep_cutoffs(&tree).counts.leaves as f64
            });
            means.push(estimate.mean);
            rows.push(Row {
                parameters: vec![("d", width.into()), ("h", height.into())],
                formula: (upper.constant * upper.rate.powi(height as i32)).into(),
                measured: estimate.mean.into(),
                error: Some(estimate.error()),
                further: vec![
                    ("growth", growth(&means).map_or(Cell::Empty, Cell::from)),
                    ("lower bound", lower.rate.into()),
                    ("r*", upper.rate.into()),
                    ("samples", estimate.samples.into()),
                ],
            });
        }
        rates.push((
            width,
            lower.rate,
            growth(&means).unwrap_or(f64::NAN),
            upper.rate,
        ));
    }
    Table {
        claim: "Without deep cut-offs alpha-beta examines T(d,h) < c*(d)·r*(d)^h leaves of a random uniform tree on average; r* is the largest eigenvalue of the matrix √p_ij with p_ij = 1/C(i−1+(j−1)/d, i−1), and the largest eigenvalue of p_ij itself is a lower bound of the growth, which is of the order of d / log d (Knuth & Moore 1975, §6). d: moves of each node; h: height; bound: c*·r*^h with our constant c*; growth: the factor for one more ply, √(T(d,h)/T(d,h−2)).".to_string(),
        heads: Heads { formula: "bound", ..Heads::default() },
        findings: findings(&rows, &rates),
        charts: vec![growth_plot(&rates).into(), leaves_plot(&rows).into()],
        rows,
        seed: Some(study.seed),
        ..Table::default()
    }
}

/// The factor by which one more ply multiplies the leaves, over the last two.
fn growth(means: &[f64]) -> Option<f64> {
    match means {
        [.., before, _, last] => Some((last / before).sqrt()),
        _ => None,
    }
}

type Rates = (u32, f64, f64, f64);

fn findings(rows: &[Row], rates: &[Rates]) -> Vec<String> {
    let above = rows
        .iter()
        .filter(|row| row.measured.number() > row.formula.number());
    let mut findings = vec![match above.count() {
        0 => format!("Never above the bound, in {} rows.", rows.len()),
        count => format!("Above the bound in {count} of {} rows.", rows.len()),
    }];
    findings.extend(rates.iter().map(|(width, lower, growth, upper)| {
        format!("d = {width}: lower bound {lower:.3}, growth {growth:.3}, r* = {upper:.3}.")
    }));
    findings
}

fn growth_plot(rates: &[Rates]) -> Plot {
    let series = |name: &str, style, value: fn(&Rates) -> f64| Series {
        name: name.to_string(),
        points: rates
            .iter()
            .map(|rate| Point::new(rate.0.into(), value(rate)))
            .collect(),
        style,
    };
    Plot {
        title: "Growth per ply of alpha-beta without deep cut-offs".to_string(),
        x: Axis::log("moves of each node, d"),
        y: Axis::log("growth"),
        series: vec![
            series("measured", Style::Points, |rate| rate.2),
            series("r*(d)", Style::Line, |rate| rate.3),
            series("lower bound", Style::Line, |rate| rate.1),
            series("d / ln d", Style::Dashed, |rate| {
                f64::from(rate.0) / f64::from(rate.0).ln()
            }),
        ],
        notes: vec![
            "The growth of wide trees is measured over the few plies that are affordable."
                .to_string(),
        ],
    }
}

fn leaves_plot(rows: &[Row]) -> Plot {
    let mut series = Vec::new();
    for width in [2_u32, 3, 4] {
        let own = || {
            rows.iter()
                .filter(move |row| row.parameters[0].1 == width.into())
        };
        let line = |name: String, style, value: fn(&Row) -> Option<f64>| Series {
            name,
            points: own()
                .filter_map(|row| Some(Point::new(row.parameters[1].1.number()?, value(row)?)))
                .collect(),
            style,
        };
        series.push(line(
            format!("measured, d = {width}"),
            Style::Points,
            |row| row.measured.number(),
        ));
        series.push(line(format!("bound, d = {width}"), Style::Dashed, |row| {
            row.formula.number()
        }));
    }
    Plot {
        title: "Leaves of random trees and their bound".to_string(),
        x: Axis::linear("height h (plies)"),
        y: Axis::log("leaves"),
        series,
        notes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_trees_stay_between_the_bounds() {
        let table = table(&Study {
            samples: Some(100),
            ..Study::default()
        });
        for row in &table.rows {
            let [mean, bound] = [&row.measured, &row.formula].map(|cell| cell.number().unwrap());
            assert!(mean < bound, "{row:?}");
            let (width, height) = (
                row.parameters[0].1.number().unwrap(),
                row.parameters[1].1.number().unwrap(),
            );
            let least = Growth::lower(width as u32).walks(height as u32);
            assert!(
                mean + 4.0 * row.error.unwrap() >= least * 0.999_999,
                "{row:?}: {least}"
            );
            // At two plies every pair of moves is looked at with probability p_ij: no bound,
            // but the expectation.
            if height == 2.0 {
                assert!(
                    (mean - least).abs() <= 4.0 * row.error.unwrap(),
                    "{row:?}: {least}"
                );
            }
        }
    }

    #[test]
    fn the_growth_of_narrow_trees_is_that_of_the_simulations_known() {
        let table = table(&Study {
            samples: Some(400),
            ..Study::default()
        });
        for (width, known, tolerance) in [(2, 1.86, 0.03), (3, 2.59, 0.05), (4, 3.3, 0.1)] {
            let last = table
                .rows
                .iter()
                .rfind(|row| row.parameters[0].1 == i32::into(width))
                .unwrap();
            let growth = last.further[0].1.number().unwrap();
            assert!((growth - known).abs() < tolerance, "d = {width}: {growth}");
        }
    }
}
