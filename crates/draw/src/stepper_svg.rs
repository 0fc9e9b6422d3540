//! The tree of a stepping page: every node and every edge an element of its own, which the
//! page's script finds by `data-node` and restyles by class.
//!
//! A node is `<g class="zn" data-node="3">` with its label, shape, value and window; the edge
//! that leads to it is `<g class="ze" data-node="3">`, drawn first, with the double stroke of a
//! cut that only shows when the node is cut. Layout is that of [`crate::Tree::svg`], with room
//! for the widest texts that any step puts there.
//!
//! **Invariant.** Well-formed for every tree; no `id`, so that the page may hold it twice.

use crate::svg::{Rule, escape, number, shorten, text_width};
use crate::tree_svg::{
    CUT_AT, CUT_AT_BARE, Drawing, LABEL_AT, MARGIN, MAX_TEXT, SMALL_SIZE, double_stroke, point,
};
use crate::{Mark, Shape, Tree};

const RULES: &[Rule] = &[
    (
        ".edge",
        "fill:none;stroke:#6a737d;stroke-width:1.1;opacity:.4",
        "stroke:#7d8894",
    ),
    (
        ".stroke",
        "fill:none;stroke:#d55e00;stroke-width:1.9;visibility:hidden",
        "stroke:#f28e4a",
    ),
    (
        ".stub",
        "fill:none;stroke:#6a737d;stroke-width:1.1;opacity:.4",
        "stroke:#7d8894",
    ),
    (".windowed .stub", "visibility:hidden", ""),
    (".ze.seen .edge,.ze.open .edge", "opacity:1", ""),
    (".ze.open .edge", "stroke-width:2.2", ""),
    (".ze.pruned .edge", "stroke-dasharray:3 3", ""),
    (".ze.cut .stroke", "visibility:visible", ""),
    (
        ".ze.best .edge",
        "stroke:#0072b2;stroke-width:2.8",
        "stroke:#56b4e9",
    ),
    (".node", "stroke:#57606a;stroke-width:1.2", "stroke:#8b949e"),
    (".max", "fill:#e8f1fa", "fill:#1d2f42"),
    (".min", "fill:#fcefe3", "fill:#3d2b1d"),
    (".leaf", "fill:#f6f7f9", "fill:#22272e"),
    (".goal", "fill:#fff", "fill:#1b2027"),
    (
        ".elided",
        "fill:none;stroke:#8b949e;stroke-width:1.2;stroke-dasharray:2 3",
        "",
    ),
    (".zn", "cursor:pointer", ""),
    (".zn .shape,.zn .value", "opacity:.5", ""),
    (".zn.seen .shape,.zn.seen .value", "opacity:1", ""),
    (".zn.open .shape,.zn.open .value", "opacity:1", ""),
    (".zn.open .node", "stroke-width:2", ""),
    (".zn.pruned .shape,.zn.pruned .value", "opacity:.35", ""),
    (
        ".zn.best .node",
        "stroke:#0072b2;stroke-width:2.6",
        "stroke:#56b4e9",
    ),
    (
        ".zn.now .node,.zn.now .elided",
        "fill:#ffe680;stroke:#1f2328;stroke-width:3.2",
        "fill:#6b5600;stroke:#fff",
    ),
    (".value", "font-size:13px;text-anchor:middle", ""),
    (".zn.now .value,.zn.best .value", "font-weight:700", ""),
];

/// The picture that a stepping page's script works on.
pub(crate) fn steppable(tree: &Tree) -> String {
    let mut drawing = Drawing::new(tree);
    let width = drawing.reach() + 2.0 * MARGIN;
    drawing.x.iter_mut().for_each(|x| *x += MARGIN);
    let bottom = drawing.place_rows(MARGIN - 6.0);
    for node in 0..tree.nodes.len() {
        draw_edge(&mut drawing, node);
    }
    for node in 0..tree.nodes.len() {
        draw_node(&mut drawing, node);
    }
    let title = if tree.title.is_empty() {
        "Game tree"
    } else {
        &tree.title
    };
    let svg = std::mem::take(&mut drawing.svg);
    svg.finish("zs", RULES, (width, bottom + MARGIN), title)
}

fn draw_edge(drawing: &mut Drawing<'_>, node: usize) {
    let Some(parent) = drawing.family.parents[node] else {
        return;
    };
    let (from, to) = (drawing.foot(parent), drawing.head(node));
    let bare = drawing.tree.nodes[node].edge.is_empty();
    let strokes = double_stroke(from, to, if bare { CUT_AT_BARE } else { CUT_AT });
    let svg = &mut drawing.svg;
    svg.put(format_args!(r#"<g class="ze" data-node="{node}">"#));
    svg.path(&format!("M{}L{}", point(from), point(to)), "edge");
    svg.path(&strokes, "stroke");
    svg.put(format_args!("</g>"));
}

fn draw_node(drawing: &mut Drawing<'_>, node: usize) {
    let (tree, x, row) = (drawing.tree, drawing.x[node], drawing.row(node));
    let shown = &tree.nodes[node];
    drawing
        .svg
        .put(format_args!(r#"<g class="zn" data-node="{node}">"#));
    let tooltip = escape(&shown.tooltip);
    drawing.svg.put(format_args!("<title>{tooltip}</title>"));
    let label = shorten(&shown.edge, MAX_TEXT);
    if let Some(parent) = drawing.family.parents[node].filter(|_| !label.is_empty()) {
        let (x, y) = drawing.along(parent, node, LABEL_AT);
        let width = text_width(&label, SMALL_SIZE) + 3.0;
        let place = [x - width / 2.0, y - 7.0, width, 14.0];
        drawing.svg.rectangle(place, "card", "");
        drawing.svg.text(x, y + 4.0, "small mid muted", &label);
    }
    if !drawing.family.children[node].is_empty() {
        // Edges start below the window; while there is none, this bridges the gap.
        let (x, foot) = drawing.foot(node);
        let bottom = row + drawing.rooms[node].height / 2.0;
        let data = format!("M{}L{}", point((x, bottom)), point((x, foot)));
        drawing.svg.path(&data, "stub");
    }
    drawing.svg.put(format_args!(r#"<g class="shape">"#));
    drawing.draw_shape(node);
    drawing.svg.put(format_args!("</g>"));
    // Leaves show their value from the beginning; what a search finds out comes with the steps.
    let known = shown.shape == Shape::Leaf && shown.mark != Mark::Elided;
    let text = if known {
        shorten(&shown.text, MAX_TEXT)
    } else {
        String::new()
    };
    let below = row + drawing.rooms[node].height / 2.0 + 11.0;
    let baseline = drawing.baseline(node);
    for (y, class, text) in [
        (baseline, "value ink", text.as_str()),
        (below, "window small mid muted", ""),
    ] {
        drawing.svg.put(format_args!(
            r#"<text x="{}" y="{}" class="{class}">{}</text>"#,
            number(x),
            number(y),
            escape(text)
        ));
    }
    drawing.svg.put(format_args!("</g>"));
}
