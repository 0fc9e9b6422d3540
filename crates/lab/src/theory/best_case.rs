//! `best-case`: what alpha-beta visits when the best move always comes first.
//!
//! Knuth & Moore 1975, theorem 1 and its first corollary: F2 examines exactly the critical
//! positions, `d^⌈l/2⌉ + d^⌊l/2⌋ - 1` at level l. Ours also classifies every leaf visited by its
//! Dewey coordinates. *Cost.* Proportional to the formula.

use zermelo_draw::{Axis, Plot, Point, Series, Style};
use zermelo_games::{Order, UniformTree};

use super::counting::{Leaves, best_case, watched};
use super::table::{Row, Table, exact_finding};
use super::{Study, uniform};

/// Builds the table.
#[must_use]
pub fn table(study: &Study<'_>) -> Table {
    let mut rows = Vec::new();
    for width in 2..=6_u32 {
        for height in 1..=8 {
            rows.push(row(
                &uniform(width, height, study.seed, Order::Best),
                width,
                height,
            ));
        }
    }
    let critical = rows.iter().all(|row| {
        let visited = row.further.iter().map(|(_, cell)| cell.number());
        row.measured.number() == visited.sum()
    });
    let mut findings = vec![exact_finding(&rows)];
    findings.push(if critical {
        "Every leaf visited is a critical position: of type 1 the one on the principal variation, the others of type 2 or 3.".to_string()
    } else {
        "Some leaves visited are not critical positions.".to_string()
    });
    Table {
        claim: "On a tree whose first move is always best, alpha-beta examines exactly the critical positions: those whose coordinates are 1 in every even or in every odd place, d^⌈h/2⌉ + d^⌊h/2⌋ − 1 of them at level h (Knuth & Moore 1975, theorem 1 and corollary 1). d: moves of each node; h: height; type 1, 2, 3: leaves visited by their kind.".to_string(),
        findings,
        charts: vec![plot(&rows).into()],
        rows,
        seed: Some(study.seed),
        ..Table::default()
    }
}

fn row(tree: &UniformTree, width: u32, height: u32) -> Row {
    let mut leaves = Leaves::default();
    let answer = watched(tree, &mut leaves);
    let mut kinds = [0_u64; 3];
    for (path, _) in &leaves.visited {
        if let Some(kind) = critical_type(path) {
            kinds[kind - 1] += 1;
        }
    }
    Row {
        parameters: vec![("d", width.into()), ("h", height.into())],
        formula: best_case(width.into(), height).into(),
        measured: answer.counts.leaves.into(),
        error: Some(0.0),
        further: vec![
            ("type 1", kinds[0].into()),
            ("type 2", kinds[1].into()),
            ("type 3", kinds[2].into()),
        ],
    }
}

/// The type of a critical position, given its moves from the root (the first move is 0); `None`
/// if it is not critical.
fn critical_type(path: &[u32]) -> Option<usize> {
    let first_everywhere = |start: usize| path.iter().skip(start).step_by(2).all(|&m| m == 0);
    if !first_everywhere(0) && !first_everywhere(1) {
        return None;
    }
    match path.iter().position(|&m| m > 0) {
        None => Some(1),
        // The source counts coordinates from 1: this is its entry j = place + 1.
        Some(place) if (path.len() - place - 1).is_multiple_of(2) => Some(2),
        Some(_) => Some(3),
    }
}

fn plot(rows: &[Row]) -> Plot {
    let series = (2..=6).map(|width| {
        let own = rows
            .iter()
            .filter(|row| row.parameters[0].1 == i32::into(width));
        let point = |row: &Row| {
            Some(Point::new(
                row.parameters[1].1.number()?,
                row.measured.number()?,
            ))
        };
        Series {
            name: format!("d = {width}"),
            points: own.filter_map(point).collect(),
            style: Style::LineAndPoints,
        }
    });
    Plot {
        title: "Leaves in the best case".to_string(),
        x: Axis::linear("height h (plies)"),
        y: Axis::log("leaves visited"),
        series: series.collect(),
        notes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measured_equals_the_formula_for_widths_2_to_6_and_depths_1_to_8() {
        for seed in 1..=3 {
            let table = table(&Study {
                seed,
                ..Study::default()
            });
            assert_eq!(table.rows.len(), 40);
            for row in &table.rows {
                assert_eq!(row.measured, row.formula, "{row:?}");
                let kinds = row.further.iter().filter_map(|(_, cell)| cell.number());
                assert_eq!(row.measured.number(), Some(kinds.sum()), "{row:?}");
            }
        }
    }

    #[test]
    fn critical_positions_have_the_types_of_the_source() {
        assert_eq!(critical_type(&[0, 0, 0]), Some(1));
        assert_eq!(critical_type(&[0, 0, 2]), Some(2));
        assert_eq!(critical_type(&[0, 1, 0]), Some(3));
        assert_eq!(critical_type(&[1, 0, 1]), Some(2));
        assert_eq!(critical_type(&[1, 1, 0]), None);
    }
}
