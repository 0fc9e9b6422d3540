//! Pictures of a comparison: how the node counts grow with the depth, and what ordering does.

use zermelo_draw::{Axis, BarGroup, Bars, Block, Plot, Point, Section, Series, Style, html_page};
use zermelo_search::Algorithm;

use super::compare::{Table, orders};

/// What the plot shows of the many searches: a line per pair.
const LINES: [(Algorithm, &str); 7] = [
    (Algorithm::Minimax, "natural"),
    (Algorithm::AlphaBeta, "reversed"),
    (Algorithm::AlphaBeta, "random"),
    (Algorithm::AlphaBeta, "natural"),
    (Algorithm::AlphaBeta, "static"),
    (Algorithm::Pvs, "static"),
    (Algorithm::IterativeDeepening, "natural"),
];

/// What the bars show, at the deepest depth.
const BARS: [Algorithm; 5] = [
    Algorithm::BranchAndBound,
    Algorithm::AlphaBeta,
    Algorithm::Pvs,
    Algorithm::Mtdf,
    Algorithm::IterativeDeepening,
];

/// Nodes by depth, as an SVG document.
pub fn plot(table: &Table) -> String {
    let series = LINES.iter().map(|&(algorithm, order)| Series {
        name: match algorithm {
            Algorithm::Minimax => algorithm.to_string(),
            _ => format!("{algorithm}, {order}"),
        },
        points: (1..=table.deepest())
            .filter_map(|depth| {
                let row = table.row(depth, order, algorithm)?;
                row.finished
                    .then(|| Point::new(f64::from(depth), row.nodes as f64))
            })
            .collect(),
        style: Style::LineAndPoints,
    });
    let plot = Plot {
        title: format!("{}: nodes by depth", table.game),
        x: Axis::linear("depth"),
        y: Axis::log("nodes"),
        series: series.collect(),
        notes: vec!["After the comma: the order in which the moves are tried.".to_string()],
    };
    plot.svg()
}

/// Nodes by the order of the moves, as an SVG document.
fn bars(table: &Table) -> String {
    let deepest = table.deepest();
    let groups = orders(0).map(|order| {
        let label = order.to_string();
        let nodes = |&algorithm: &Algorithm| {
            let row = table.row(deepest, &label, algorithm);
            (row.map_or(0.0, |row| row.nodes as f64), None)
        };
        BarGroup {
            values: BARS.iter().map(nodes).collect(),
            label,
        }
    });
    let bars = Bars {
        title: format!(
            "{}: nodes to depth {deepest} by the order of the moves",
            table.game
        ),
        y: Axis::linear("nodes"),
        series: BARS.iter().map(|algorithm| algorithm.to_string()).collect(),
        groups: groups.to_vec(),
        ..Bars::default()
    };
    bars.svg()
}

/// A page with both pictures and the tables of every game.
pub fn page(tables: &[Table], text: impl Fn(&Table) -> String) -> String {
    let sections: Vec<Section> = tables
        .iter()
        .map(|table| Section {
            heading: table.game.to_string(),
            blocks: vec![
                Block::Svg(plot(table)),
                Block::Svg(bars(table)),
                Block::Preformatted(text(table)),
            ],
        })
        .collect();
    html_page(
        "What a search costs: algorithms, orders and depths",
        &sections,
    )
}
