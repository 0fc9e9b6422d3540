//! Trees as SVG, in the manner of the textbooks: Max as triangles pointing up, Min pointing down,
//! leaves as boxes, AND/OR nodes as circles with an arc across the edges of the ANDs, a double
//! stroke across an edge that was cut, and the principal variation heavy and in colour.
//!
//! A node is a shape and, under it, its small line; edges leave from below that line, so they
//! never cross it. What was cut is drawn faint, all the way down. Text in a node longer than
//! [`MAX_TEXT`] characters is shortened there and given in full in the tooltip.
//!
//! **Invariant.** Valid for every [`Tree`], an empty one included, and linear in its size.

use crate::layout::{Family, centres};
use crate::svg::{Rule, Svg, escape, number, shorten, text_width, wrap};
use crate::{Mark, Shape, Tree, TreeNode};

/// The longest text inside a node and under it.
pub(crate) const MAX_TEXT: usize = 24;
/// The longest tooltip.
const MAX_TOOLTIP: usize = 300;
/// Notes drawn under the tree; the others are only counted.
const MAX_NOTES: usize = 40;

pub(crate) const MARGIN: f64 = 20.0;
const TRIANGLE: f64 = 36.0;
const TEXT_SIZE: f64 = 13.0;
pub(crate) const SMALL_SIZE: f64 = 11.0;
const UNDER_HEIGHT: f64 = 14.0;
/// How far along an edge its label stands, and the stroke that cuts it: near the child, where
/// the edges of a fan are well apart.
pub(crate) const LABEL_AT: f64 = 0.56;
pub(crate) const CUT_AT: f64 = 0.86;
/// The stroke on an edge without label.
pub(crate) const CUT_AT_BARE: f64 = 0.62;
/// Notes are set at least this wide.
const NOTE_WIDTH: f64 = 460.0;

const RULES: &[Rule] = &[
    (
        ".edge",
        "fill:none;stroke:#6a737d;stroke-width:1.1",
        "stroke:#7d8894",
    ),
    (
        ".cutedge",
        "fill:none;stroke:#b4bbc3;stroke-width:1.1;stroke-dasharray:3 3",
        "stroke:#505a66",
    ),
    (
        ".bestedge",
        "fill:none;stroke:#0072b2;stroke-width:2.8",
        "stroke:#56b4e9",
    ),
    (
        ".stroke",
        "fill:none;stroke:#d55e00;stroke-width:1.8",
        "stroke:#f28e4a",
    ),
    (".node", "stroke:#57606a;stroke-width:1.2", "stroke:#8b949e"),
    (".max", "fill:#e8f1fa", "fill:#1d2f42"),
    (".min", "fill:#fcefe3", "fill:#3d2b1d"),
    (".leaf", "fill:#f6f7f9", "fill:#22272e"),
    (".goal", "fill:#fff", "fill:#1b2027"),
    (".best", "stroke:#0072b2;stroke-width:2.4", "stroke:#56b4e9"),
    (
        ".cutter",
        "stroke:#d55e00;stroke-width:2.2",
        "stroke:#f28e4a",
    ),
    (
        ".cut",
        "fill:none;stroke:#c3c9d0;stroke-width:1.1",
        "stroke:#48515c",
    ),
    (
        ".elided",
        "fill:none;stroke:#8b949e;stroke-width:1;stroke-dasharray:2 3",
        "",
    ),
    (".value", "font-size:13px;text-anchor:middle", ""),
    (".strong", "font-weight:700", ""),
    (".gone", "fill:#9aa2ab", "fill:#66707b"),
    (".ondash", "font-style:italic", ""),
];

/// What one node needs: its shape's size and half of the width that is kept free for it.
pub(crate) struct Room {
    pub width: f64,
    pub height: f64,
    half: f64,
}

/// A tree with the places of its nodes; other pictures of trees start from it too.
pub(crate) struct Drawing<'a> {
    pub tree: &'a Tree,
    pub family: Family,
    pub rooms: Vec<Room>,
    pub x: Vec<f64>,
    /// The vertical centre of each depth.
    rows: Vec<f64>,
    /// Whether the node, or one above it, was cut off.
    faint: Vec<bool>,
    pub svg: Svg,
}

impl Tree {
    /// The tree as an SVG document.
    ///
    /// ```
    /// use zermelo_draw::{Tree, TreeNode};
    /// let root = TreeNode { text: "3".to_string(), ..TreeNode::default() };
    /// let tree = Tree { nodes: vec![root], title: "One node".to_string(), notes: vec![] };
    /// assert!(tree.svg().starts_with("<svg"));
    /// ```
    #[must_use]
    pub fn svg(&self) -> String {
        Drawing::new(self).draw()
    }
}

/// Which nodes are cut, themselves or by a node above.
pub(crate) fn faint(tree: &Tree, family: &Family) -> Vec<bool> {
    let mut faint: Vec<bool> = tree.nodes.iter().map(|n| n.mark == Mark::Cut).collect();
    for node in 0..faint.len() {
        if let Some(parent) = family.parents[node] {
            faint[node] |= faint[parent];
        }
    }
    faint
}

fn room(node: &TreeNode) -> Room {
    let text = text_width(&shorten(&node.text, MAX_TEXT), TEXT_SIZE);
    let (width, height) = match (node.mark, node.shape) {
        (Mark::Elided, _) => ((text + 14.0).max(26.0), 24.0),
        // At the height of the text a triangle is three fifths as wide as at its base.
        (_, Shape::Max | Shape::Min) => ((text / 0.6 + 6.0).max(42.0), TRIANGLE),
        (_, Shape::Leaf) => ((text + 10.0).max(26.0), 24.0),
        (_, Shape::Or | Shape::And) => ((text + 16.0).max(30.0), 30.0),
    };
    let under = text_width(&shorten(&node.under, MAX_TEXT), SMALL_SIZE);
    // Labels of neighbouring edges are nearer to each other than the nodes they lead to.
    let label = text_width(&shorten(&node.edge, MAX_TEXT), SMALL_SIZE) / LABEL_AT + 4.0;
    let label = if node.edge.is_empty() { 0.0 } else { label };
    Room {
        width,
        height,
        half: width.max(under).max(label) / 2.0,
    }
}

impl Drawing<'_> {
    /// The tree with its nodes side by side, from 0 to the right; rows are not yet placed.
    pub fn new(tree: &Tree) -> Drawing<'_> {
        let family = Family::new(tree.nodes.iter().map(|node| node.parent));
        let rooms: Vec<Room> = tree.nodes.iter().map(room).collect();
        let halves: Vec<f64> = rooms.iter().map(|room| room.half).collect();
        Drawing {
            tree,
            x: centres(&family, &halves),
            faint: faint(tree, &family),
            family,
            rooms,
            rows: Vec::new(),
            svg: Svg::default(),
        }
    }

    /// How far the nodes reach to the right.
    pub fn reach(&self) -> f64 {
        let sides = (0..self.x.len()).map(|node| self.x[node] + self.rooms[node].half);
        sides.fold(0.0, f64::max)
    }

    fn draw(&mut self) -> String {
        let content = self.reach();
        let text_width_wanted = self.text_width_wanted();
        let inner = content.max(text_width_wanted);
        // The tree stands in the middle if its notes are wider.
        let left = MARGIN + (inner - content) / 2.0;
        self.x.iter_mut().for_each(|x| *x += left);

        let mut y = MARGIN - 4.0;
        for line in wrap(&self.tree.title, inner, |line| text_width(line, 15.0)) {
            y += 19.0;
            self.svg.text(MARGIN, y, "title ink", &line);
        }
        y = self.place_rows(y + 14.0);
        self.draw_edges();
        self.draw_arcs();
        self.draw_labels();
        for node in 0..self.tree.nodes.len() {
            self.draw_node(node);
        }
        y = self.draw_notes(y, inner);
        let title = if self.tree.title.is_empty() {
            "Game tree"
        } else {
            &self.tree.title
        };
        std::mem::take(&mut self.svg).finish("zt", RULES, (inner + 2.0 * MARGIN, y + MARGIN), title)
    }

    /// The width that title and notes would like, within reason.
    fn text_width_wanted(&self) -> f64 {
        let title = text_width(&self.tree.title, 15.0);
        let notes = self.tree.notes.iter().take(MAX_NOTES);
        notes
            .map(|note| text_width(note, 12.0) + 12.0)
            .fold(title, f64::max)
            .min(NOTE_WIDTH)
    }

    /// Chooses the height of every row of nodes, from `top` down; gives the lowest point.
    pub fn place_rows(&mut self, top: f64) -> f64 {
        let depth = self
            .family
            .depths
            .iter()
            .max()
            .map_or(0, |deepest| deepest + 1);
        let mut spans = vec![0.0f64; depth];
        let mut under = vec![0.0f64; depth];
        let mut labelled = vec![0.0f64; depth + 1];
        for (node, children) in self.family.children.iter().enumerate() {
            let level = self.family.depths[node];
            if let [first, .., last] = children[..] {
                spans[level] = spans[level].max(self.x[last] - self.x[first]);
            }
            if !self.tree.nodes[node].under.is_empty() {
                under[level] = UNDER_HEIGHT;
            }
            if !self.tree.nodes[node].edge.is_empty() {
                labelled[level] = 20.0;
            }
        }
        let mut y = top + TRIANGLE / 2.0;
        for level in 0..depth {
            self.rows.push(y);
            // Wide fans get more height, so that their outer edges do not lie flat.
            let gap = 30.0 + labelled[level + 1] + (spans[level] * 0.07).min(70.0);
            y += TRIANGLE + under[level];
            if level + 1 < depth {
                y += gap;
            }
        }
        if depth == 0 { top } else { y - TRIANGLE / 2.0 }
    }

    pub fn row(&self, node: usize) -> f64 {
        self.rows[self.family.depths[node]]
    }

    /// Where a node's edges start: under its shape and its small line.
    pub fn foot(&self, node: usize) -> (f64, f64) {
        let shape = self.row(node) + self.rooms[node].height / 2.0;
        let under = if self.tree.nodes[node].under.is_empty() {
            0.0
        } else {
            UNDER_HEIGHT
        };
        (self.x[node], shape + under)
    }

    pub fn head(&self, node: usize) -> (f64, f64) {
        (self.x[node], self.row(node) - self.rooms[node].height / 2.0)
    }

    /// A point on the edge that leads to a node: 0 at the parent, 1 at the node.
    pub fn along(&self, parent: usize, node: usize, part: f64) -> (f64, f64) {
        let (from, to) = (self.foot(parent), self.head(node));
        (
            from.0 + (to.0 - from.0) * part,
            from.1 + (to.1 - from.1) * part,
        )
    }

    /// All edges in four paths, the principal variation on top.
    fn draw_edges(&mut self) {
        let [mut plain, mut cut, mut best, mut strokes] = [const { String::new() }; 4];
        for (node, parent) in self.family.parents.iter().enumerate() {
            let Some(parent) = *parent else { continue };
            let (from, to) = (self.foot(parent), self.head(node));
            let path = if self.faint[node] {
                &mut cut
            } else if self.tree.nodes[node].mark == Mark::Best {
                &mut best
            } else {
                &mut plain
            };
            *path += &format!("M{}L{}", point(from), point(to));
            if self.faint[node] && !self.faint[parent] {
                let bare = self.tree.nodes[node].edge.is_empty();
                let part = if bare { CUT_AT_BARE } else { CUT_AT };
                strokes += &double_stroke(from, to, part);
            }
        }
        self.svg.path(&plain, "edge");
        self.svg.path(&cut, "cutedge");
        self.svg.path(&best, "bestedge");
        self.svg.path(&strokes, "stroke");
    }

    /// The arcs across the edges of AND nodes.
    fn draw_arcs(&mut self) {
        let [mut plain, mut best] = [const { String::new() }; 2];
        for (node, children) in self.family.children.iter().enumerate() {
            let (Shape::And, [first, .., last]) = (self.tree.nodes[node].shape, &children[..])
            else {
                continue;
            };
            let from = self.foot(node);
            let ends = [first, last].map(|&child| {
                let to = self.head(child);
                let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                let length = dx.hypot(dy).max(1.0);
                point((from.0 + 17.0 * dx / length, from.1 + 17.0 * dy / length))
            });
            let path = match self.tree.nodes[node].mark {
                _ if self.faint[node] => continue,
                Mark::Best => &mut best,
                _ => &mut plain,
            };
            *path += &format!("M{}A17 17 0 0 0 {}", ends[0], ends[1]);
        }
        self.svg.path(&plain, "edge");
        self.svg.path(&best, "bestedge");
    }

    fn draw_labels(&mut self) {
        for (node, parent) in self.family.parents.iter().enumerate() {
            let label = shorten(&self.tree.nodes[node].edge, MAX_TEXT);
            let Some(parent) = parent.filter(|_| !label.is_empty()) else {
                continue;
            };
            let (x, y) = self.along(parent, node, LABEL_AT);
            let width = text_width(&label, SMALL_SIZE) + 3.0;
            self.svg
                .rectangle([x - width / 2.0, y - 7.0, width, 14.0], "card", "");
            let classes = match self.tree.nodes[node].mark {
                _ if self.faint[node] => "small mid gone",
                Mark::Best => "small mid ink strong",
                _ => "small mid muted",
            };
            self.svg.text(x, y + 4.0, classes, &label);
        }
    }

    fn draw_node(&mut self, index: usize) {
        let node = &self.tree.nodes[index];
        let shown = shorten(&node.text, MAX_TEXT);
        let tooltip = match (node.tooltip.as_str(), shown == node.text) {
            ("", true) => String::new(),
            ("", false) => node.text.clone(),
            (tooltip, _) => tooltip.to_string(),
        };
        if !tooltip.is_empty() {
            let tooltip = escape(&shorten(&tooltip, MAX_TOOLTIP));
            self.svg.put(format_args!("<g><title>{tooltip}</title>"));
        }
        self.draw_shape(index);
        self.draw_texts(index, &shown);
        if !tooltip.is_empty() {
            self.svg.put(format_args!("</g>"));
        }
    }

    pub fn draw_shape(&mut self, index: usize) {
        let node = &self.tree.nodes[index];
        let (x, y) = (self.x[index], self.row(index));
        let (width, height) = (self.rooms[index].width, self.rooms[index].height);
        let elided = node.mark == Mark::Elided;
        let classes = classes(node, self.faint[index]);
        match node.shape {
            Shape::Max | Shape::Min if !elided => {
                let (apex, base) = match node.shape {
                    Shape::Max => (y - height / 2.0, y + height / 2.0),
                    _ => (y + height / 2.0, y - height / 2.0),
                };
                let half = width / 2.0;
                let corners = [(x, apex), (x + half, base), (x - half, base)].map(point);
                let data = format!("M{}L{}L{}Z", corners[0], corners[1], corners[2]);
                self.svg.path(&data, &classes);
            }
            _ => {
                let radius = match node.shape {
                    Shape::Leaf if !elided => 3.0,
                    _ => height / 2.0,
                };
                let place = [x - width / 2.0, y - height / 2.0, width, height];
                let radius = format!(r#"rx="{}""#, number(radius));
                self.svg.rectangle(place, &classes, &radius);
            }
        }
    }

    /// Where the text in a node stands: where a triangle is wide, in the middle of other shapes.
    pub fn baseline(&self, index: usize) -> f64 {
        let (node, y) = (&self.tree.nodes[index], self.row(index));
        match node.shape {
            _ if node.mark == Mark::Elided => y + 4.5,
            Shape::Max => y + 13.0,
            Shape::Min => y - 4.5,
            _ => y + 4.5,
        }
    }

    fn draw_texts(&mut self, index: usize, shown: &str) {
        let node = &self.tree.nodes[index];
        let (x, y) = (self.x[index], self.row(index));
        let baseline = self.baseline(index);
        let value = match node.mark {
            _ if self.faint[index] => "value gone",
            Mark::Best | Mark::Cutter => "value ink strong",
            Mark::Elided => "value muted ondash",
            _ => "value ink",
        };
        self.svg.text(x, baseline, value, shown);
        let under = shorten(&node.under, MAX_TEXT);
        let colour = if self.faint[index] {
            "small mid gone"
        } else {
            "small mid muted"
        };
        let below = y + self.rooms[index].height / 2.0 + 11.0;
        self.svg.text(x, below, colour, &under);
    }

    /// The notes, wrapped to `width`, from `y` down; gives the lowest point.
    fn draw_notes(&mut self, mut y: f64, width: f64) -> f64 {
        let notes = &self.tree.notes;
        let rest = notes.len().saturating_sub(MAX_NOTES);
        let more = (rest > 0).then(|| format!("… and {rest} more."));
        if !notes.is_empty() {
            y += 12.0;
        }
        for note in notes.iter().take(MAX_NOTES).chain(&more) {
            y += 4.0;
            let width = width.max(120.0) - 12.0;
            for (i, line) in wrap(note, width, |line| text_width(line, 12.0))
                .iter()
                .enumerate()
            {
                y += 16.0;
                if i == 0 {
                    self.svg.circle(MARGIN + 3.0, y - 4.0, 1.8, "muted");
                }
                self.svg.text(MARGIN + 12.0, y, "label muted", line);
            }
        }
        y
    }
}

fn classes(node: &TreeNode, faint: bool) -> String {
    let shape = match node.shape {
        Shape::Max => "max",
        Shape::Min => "min",
        Shape::Leaf => "leaf",
        Shape::Or | Shape::And => "goal",
    };
    match node.mark {
        _ if faint => "cut".to_string(),
        Mark::Elided => "elided".to_string(),
        Mark::Best => format!("node {shape} best"),
        Mark::Cutter => format!("node {shape} cutter"),
        Mark::Plain | Mark::Cut => format!("node {shape}"),
    }
}

pub(crate) fn point((x, y): (f64, f64)) -> String {
    format!("{} {}", number(x), number(y))
}

/// Two short strokes across the edge, the textbook's sign of a cut.
pub(crate) fn double_stroke(from: (f64, f64), to: (f64, f64), part: f64) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let (x, y) = (from.0 + dx * part, from.1 + dy * part);
    [-2.0, 2.0]
        .map(|step| {
            let (cx, cy) = (x + ux * step, y + uy * step);
            let ends = [
                (cx - 6.0 * uy, cy + 6.0 * ux),
                (cx + 6.0 * uy, cy - 6.0 * ux),
            ]
            .map(point);
            format!("M{}L{}", ends[0], ends[1])
        })
        .concat()
}
