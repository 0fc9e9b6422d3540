//! `dependent`: totally dependent trees, where early moves outweigh all later ones.
//!
//! Knuth & Moore 1975, §8: with H = 1 + 1/2 + … + 1/d, alpha-beta examines
//! `(d-H)/(d-H²)·(d^⌈h/2⌉ + H·d^⌊h/2⌋ - H^(h+1) - H^h) + H^h` leaves on average. One of our
//! sources writes H as a sum of 1/d and claims a constant multiple of the optimum for every
//! d >= 3; but H² > d for d = 2 to 6, where the leaves grow as H^h. The constant exists for
//! d >= 7: `(d-H)(1+H) / (2(d-H²))` for even h, `(d-H)(d+H) / ((d+1)(d-H²))` for odd h.

use zermelo_draw::{Axis, Plot, Point, Series, Style};
use zermelo_games::DependentTree;

use super::Study;
use super::counting::{best_case, with_deep_cutoffs};
use super::table::{Cell, Row, Table, statistical_finding};

const WIDTHS: [u32; 5] = [2, 3, 5, 7, 8];
const TALLEST: u32 = 8;

/// Leaves that may be spent on a row.
const BUDGET: f64 = 300_000.0;

fn harmonic(width: u32) -> f64 {
    (1..=width).map(|i| 1.0 / f64::from(i)).sum()
}

/// The expected number of leaves.
#[must_use]
pub fn expected(width: u32, height: u32) -> f64 {
    let (d, h) = (f64::from(width), harmonic(width));
    let (long, short) = (height.div_ceil(2) as i32, (height / 2) as i32);
    let whole = height as i32;
    let inner = d.powi(long) + h * d.powi(short) - h.powi(whole + 1) - h.powi(whole);
    (d - h) / (d - h * h) * inner + h.powi(whole)
}

/// The factor over the optimum that high trees approach, where there is one.
fn limit(width: u32, height: u32) -> Option<f64> {
    let (d, h) = (f64::from(width), harmonic(width));
    let factor = if height.is_multiple_of(2) {
        (d - h) * (1.0 + h) / (2.0 * (d - h * h))
    } else {
        (d - h) * (d + h) / ((d + 1.0) * (d - h * h))
    };
    (h * h < d).then_some(factor)
}

/// Builds the table.
#[must_use]
pub fn table(study: &Study<'_>) -> Table {
    let mut rows = Vec::new();
    for width in WIDTHS {
        for height in 1..=TALLEST {
            rows.push(row(study, width, height));
        }
    }
    let mut findings = vec![statistical_finding(&rows)];
    findings.push("The factor over the optimum stays bounded for d = 7 and 8 only: for d = 2 to 6, H² > d and the leaves grow as H^h, so the source's claim for every d ≥ 3 is wrong.".to_string());
    Table {
        claim: "In a totally dependent tree every node carries a random permutation of 0..d−1 on its moves and a leaf's value is the number that the digits on its path spell, so that an early move outweighs all later ones. Alpha-beta then examines (d−H)/(d−H²)·(d^⌈h/2⌉ + H·d^⌊h/2⌋ − H^(h+1) − H^h) + H^h leaves on average, H = 1 + 1/2 + … + 1/d (Knuth & Moore 1975, §8; corrected: our source writes Σ 1/d). times optimum: measured over d^⌈h/2⌉ + d^⌊h/2⌋ − 1; limit: what that factor approaches in high trees of this parity.".to_string(),
        findings,
        charts: vec![plot(&rows).into()],
        rows,
        seed: Some(study.seed),
        ..Table::default()
    }
}

fn row(study: &Study<'_>, width: u32, height: u32) -> Row {
    let formula = expected(width, height);
    let samples = study.samples(formula, BUDGET);
    let number = u64::from(width) << 32 | u64::from(height);
    let estimate = study.sample(number, samples, |seed| {
        let tree = DependentTree::new(width, height, seed).expect("8^8 leaves are not too many");
        with_deep_cutoffs(&tree).counts.leaves as f64
    });
    let optimum = best_case(width.into(), height) as f64;
    Row {
        parameters: vec![("d", width.into()), ("h", height.into())],
        formula: formula.into(),
        measured: estimate.mean.into(),
        error: Some(estimate.error()),
        further: vec![
            ("times optimum", (estimate.mean / optimum).into()),
            (
                "limit",
                limit(width, height).map_or(Cell::Empty, Cell::from),
            ),
            ("samples", estimate.samples.into()),
        ],
    }
}

fn plot(rows: &[Row]) -> Plot {
    let mut series = Vec::new();
    for width in [2_u32, 5, 8] {
        let own = || {
            rows.iter()
                .filter(move |row| row.parameters[0].1 == width.into())
        };
        let height = |row: &Row| row.parameters[1].1.number();
        series.push(Series {
            name: format!("measured, d = {width}"),
            points: own()
                .filter_map(|row| {
                    let error = 4.0 * row.error?;
                    Some(Point::with_error(
                        height(row)?,
                        row.measured.number()?,
                        error,
                    ))
                })
                .collect(),
            style: Style::Points,
        });
        series.push(Series {
            name: format!("formula, d = {width}"),
            points: own()
                .filter_map(|row| Some(Point::new(height(row)?, row.formula.number()?)))
                .collect(),
            style: Style::Dashed,
        });
    }
    Plot {
        title: "Leaves of totally dependent trees".to_string(),
        x: Axis::linear("height h (plies)"),
        y: Axis::log("leaves visited"),
        series,
        notes: vec!["Error bars: four standard errors.".to_string()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::table::deviation;

    #[test]
    fn the_formula_gives_the_values_known_by_hand() {
        for (height, value) in [(1, 2.0), (2, 3.5), (3, 6.25), (4, 10.375)] {
            assert!((expected(2, height) - value).abs() < 1e-9, "h = {height}");
        }
        for (height, value) in [(1, 3.0), (2, 20.0 / 3.0), (3, 15.722), (4, 32.324)] {
            assert!((expected(3, height) - value).abs() < 5e-4, "h = {height}");
        }
    }

    #[test]
    fn the_constant_is_approached_where_h_squared_is_under_d_and_nowhere_else() {
        assert_eq!(
            WIDTHS.map(|width| limit(width, 8).is_some()),
            [false, false, false, true, true]
        );
        for height in [200, 201] {
            let factor = expected(8, height)
                / (8_f64.powi(height.div_ceil(2) as i32) + 8_f64.powi((height / 2) as i32));
            assert!(
                (factor / limit(8, height).unwrap() - 1.0).abs() < 0.01,
                "h = {height}: {factor}"
            );
        }
    }

    #[test]
    fn measured_is_within_four_standard_errors() {
        for row in table(&Study::default()).rows {
            assert!(deviation(&row).unwrap() <= 4.0, "{row:?}");
        }
    }
}
