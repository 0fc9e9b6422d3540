//! `equality`: cut on `>= beta`, not on `> beta`.
//!
//! Knuth & Moore 1975 cut when the value reaches beta; two of our sources only when it exceeds
//! it. On a tree whose leaves are all equal that is the difference between the best case and
//! every leaf: 17 or 81 at width 3 and height 4. Ours cuts on `>=` everywhere; the strict form
//! lives here only, to be counted.

use zermelo_draw::{Axis, Plot, Point, Series, Style};
use zermelo_game::{Game, INFINITY, Score};
use zermelo_games::Order;
use zermelo_search::observer::{Observer, Purpose};
use zermelo_search::{Evaluator, Search, Stopped, WHOLE_TREE, below};

use super::counting::{best_case, observed, with_deep_cutoffs};
use super::table::{Row, Table, exact_finding};
use super::{Study, uniform};

/// Builds the table.
#[must_use]
pub fn table(study: &Study<'_>) -> Table {
    let mut rows = Vec::new();
    for width in 2..=4_u32 {
        for height in 1..=6 {
            let tree = uniform(width, height, study.seed, Order::Random)
                .with_values(1)
                .expect("one value is enough");
            let strict = observed(&tree, &mut (), |s, game| {
                strict_alpha_beta(s, game, WHOLE_TREE, -INFINITY, INFINITY)
            });
            rows.push(Row {
                parameters: vec![("d", width.into()), ("h", height.into())],
                formula: best_case(width.into(), height).into(),
                measured: with_deep_cutoffs(&tree).counts.leaves.into(),
                error: Some(0.0),
                further: vec![("cut on > beta only", strict.counts.leaves.into())],
            });
        }
    }
    let mut findings = vec![exact_finding(&rows)];
    findings.push(
        "Cut on > beta only, alpha-beta visits every leaf: at d = 3, h = 4 that is 81 instead of 17."
            .to_string(),
    );
    Table {
        claim: "On a tree whose leaves are all equal, cutting when the value reaches beta (≥) visits the best case; cutting only when it exceeds beta (>), as two sources write it, visits every leaf. d: moves of each node; h: height.".to_string(),
        findings,
        charts: vec![plot(&rows).into()],
        rows,
        ..Table::default()
    }
}

/// Alpha-beta with the sources' strict comparison.
fn strict_alpha_beta<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    depth: u32,
    alpha: Score,
    beta: Score,
) -> Result<Score, Stopped>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    if let Some(value) = s.leaf(game, depth)? {
        return Ok(value);
    }
    let mut best = alpha;
    let mut moves = s.expand(game);
    while let Some(m) = s.next(&mut moves) {
        let window = (-beta, -best);
        let value = -s.visit(game, m, window, Purpose::Normal, |s, child| {
            strict_alpha_beta(s, child, below(depth), -beta, -best)
        })?;
        if value > best {
            best = value;
            s.improve(m, best);
            if best > beta {
                s.cut(&moves, best);
                break;
            }
        }
    }
    Ok(best)
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
        title: "A tree of equal leaves, d = 3".to_string(),
        x: Axis::linear("height h (plies)"),
        y: Axis::log("leaves visited"),
        series: vec![
            series("cut on ≥ beta", |row| row.measured.number()),
            series("cut on > beta only", |row| row.further[0].1.number()),
        ],
        notes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_leaves_cost_17_with_equality_and_81_without() {
        let table = table(&Study::default());
        for row in &table.rows {
            assert_eq!(row.measured, row.formula, "{row:?}");
            let [d, h] = [0, 1].map(|i| row.parameters[i].1.number().unwrap());
            assert_eq!(row.further[0].1.number(), Some(d.powf(h)), "{row:?}");
        }
        let row = table
            .rows
            .iter()
            .find(|row| row.parameters == [("d", 3_u32.into()), ("h", 4_u32.into())]);
        assert_eq!(row.unwrap().measured, 17_u32.into());
        assert_eq!(row.unwrap().further[0].1, 81_u32.into());
    }
}
