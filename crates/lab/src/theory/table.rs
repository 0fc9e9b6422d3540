//! A table of the theory as plain data: what is claimed, what was measured, what to draw.

use std::fmt;

use zermelo_draw::{Axis, BarGroup, Bars, Picture, Plot};

/// A table, or a demonstration where there is no formula.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What is claimed or shown, by whom, and what the columns mean.
    pub claim: String,
    /// How the columns of [`Row::formula`] and [`Row::measured`] are headed.
    pub heads: Heads,
    /// The rows.
    pub rows: Vec<Row>,
    /// What came out, one sentence each.
    pub findings: Vec<String>,
    /// The rows as charts; the first one is the table's own.
    pub charts: Vec<Chart>,
    /// Pictures of the trees and boards that the rows speak of.
    pub figures: Vec<Figure>,
    /// The seed, where chance played.
    pub seed: Option<u64>,
}

/// How two of the columns are headed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heads {
    /// Over [`Row::formula`].
    pub formula: &'static str,
    /// Over [`Row::measured`].
    pub measured: &'static str,
}

impl Default for Heads {
    fn default() -> Heads {
        Heads {
            formula: "formula",
            measured: "measured",
        }
    }
}

/// One row of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Row {
    /// What it is about.
    pub parameters: Vec<(&'static str, Cell)>,
    /// What the formula, the source or the rules of the game say.
    pub formula: Cell,
    /// What was measured.
    pub measured: Cell,
    /// The standard error of the measurement: 0 for an exact count, `None` if nothing was
    /// measured.
    pub error: Option<f64>,
    /// Further columns.
    pub further: Vec<(&'static str, Cell)>,
}

/// What stands in one place of a table.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// A whole number.
    Whole(i64),
    /// A number.
    Real(f64),
    /// Words.
    Text(String),
}

impl Cell {
    /// The number in it, if there is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match *self {
            Cell::Whole(number) => Some(number as f64),
            Cell::Real(number) => Some(number),
            Cell::Empty | Cell::Text(_) => None,
        }
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        i64::try_from(number).map_or(Cell::Real(number as f64), Cell::Whole)
    }
}

impl From<u32> for Cell {
    fn from(number: u32) -> Cell {
        Cell::Whole(number.into())
    }
}

impl From<i32> for Cell {
    fn from(number: i32) -> Cell {
        Cell::Whole(number.into())
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Cell {
        Cell::Real(number)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_string())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl fmt::Display for Cell {
    /// Whole numbers whole, others with at least four digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Empty => Ok(()),
            Cell::Whole(number) => write!(f, "{number}"),
            Cell::Real(number) => f.write_str(&real_text(*number)),
            Cell::Text(text) => f.write_str(text),
        }
    }
}

/// A number with four digits, or with as many as stand before the point.
#[must_use]
pub fn real_text(number: f64) -> String {
    if number == 0.0 || !number.is_finite() {
        return number.to_string();
    }
    let before = number.abs().log10().floor() as i32 + 1;
    let decimals = (4 - before).clamp(0, 6) as usize;
    format!("{number:.decimals$}")
}

/// Numbers drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Chart {
    /// Points and lines.
    Plot(Plot),
    /// Bars.
    Bars(Bars),
}

impl Chart {
    /// The chart as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        match self {
            Chart::Plot(plot) => plot.svg(),
            Chart::Bars(bars) => bars.svg(),
        }
    }
}

impl From<Plot> for Chart {
    fn from(plot: Plot) -> Chart {
        Chart::Plot(plot)
    }
}

impl From<Bars> for Chart {
    fn from(bars: Bars) -> Chart {
        Chart::Bars(bars)
    }
}

/// A picture with its caption, and what it shows in words for those who see no pictures.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// What it shows.
    pub caption: String,
    /// The game, by its name on the command line.
    pub game: &'static str,
    /// The position or tree, in the game's notation.
    pub position: String,
    /// The position as a board of letters; empty for trees.
    pub board: String,
    /// The picture.
    pub picture: Picture,
}

impl Table {
    /// The table's own picture: its first chart, or else its first figure.
    #[must_use]
    pub fn svg(&self) -> Option<String> {
        let chart = self.charts.first().map(Chart::svg);
        chart.or_else(|| self.figures.first().map(|figure| figure.picture.svg()))
    }
}

/// One bar for each row, over the text of its first parameter.
#[must_use]
pub fn bars_of(
    rows: &[Row],
    title: &str,
    x_label: &str,
    y: Axis,
    series: &[(&str, Column)],
) -> Chart {
    let groups = rows.iter().map(|row| BarGroup {
        label: row
            .parameters
            .first()
            .map(|(_, cell)| cell.to_string())
            .unwrap_or_default(),
        values: series
            .iter()
            .filter_map(|(_, value)| Some((value(row)?, None)))
            .collect(),
    });
    Chart::Bars(Bars {
        title: title.to_string(),
        x_label: x_label.to_string(),
        y,
        series: series.iter().map(|(name, _)| (*name).to_string()).collect(),
        groups: groups.collect(),
        notes: Vec::new(),
    })
}

/// A number of a row.
pub type Column = fn(&Row) -> Option<f64>;

/// Says whether measured and formula agree in every row, as exact counts.
#[must_use]
pub fn exact_finding(rows: &[Row]) -> String {
    let compared = rows.iter().filter(|row| row.formula != Cell::Empty);
    let (equal, all) = compared.fold((0, 0), |(equal, all), row| {
        (equal + usize::from(row.formula == row.measured), all + 1)
    });
    if equal == all {
        format!("Measured equals formula in all {all} rows.")
    } else {
        format!("Measured equals formula in only {equal} of {all} rows.")
    }
}

/// Says how far measured means lie from the formula, in standard errors.
#[must_use]
pub fn statistical_finding(rows: &[Row]) -> String {
    let furthest = rows.iter().filter_map(deviation).fold(0.0, f64::max);
    format!(
        "Over {} rows the largest distance between measured and formula is {furthest:.1} standard errors.",
        rows.len()
    )
}

/// The distance between measured and formula in standard errors; infinite if an exact count
/// differs, `None` without both numbers.
#[must_use]
pub fn deviation(row: &Row) -> Option<f64> {
    let distance = (row.measured.number()? - row.formula.number()?).abs();
    let error = row.error?;
    // A sum of equal samples carries a rounding error of the last digits.
    let rounding = 1e-9 * row.measured.number()?.abs();
    Some(if distance <= rounding {
        0.0
    } else {
        distance / error
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_with_four_digits_or_more() {
        assert_eq!(real_text(1.911_93), "1.912");
        assert_eq!(real_text(19.304), "19.30");
        assert_eq!(real_text(123_456.7), "123457");
        assert_eq!(real_text(0.012_345_6), "0.01235");
        assert_eq!(real_text(-2.5), "-2.500");
    }

    #[test]
    fn a_wrong_count_is_infinitely_far_away_and_is_told() {
        let row = Row {
            formula: 3_u64.into(),
            measured: 4_u64.into(),
            error: Some(0.0),
            ..Row::default()
        };
        assert_eq!(deviation(&row), Some(f64::INFINITY));
        assert_eq!(
            exact_finding(&[row]),
            "Measured equals formula in only 0 of 1 rows."
        );
    }
}
