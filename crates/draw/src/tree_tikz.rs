//! Trees as TikZ pictures, for LaTeX documents that load nothing but `tikz`.
//!
//! The same layout as [`Tree::svg`], in points scaled to the width of a page: Max as triangles
//! pointing up, Min pointing down, leaves as boxes, a double stroke across an edge that was cut.
//! Coordinates are written out, so the picture needs no TikZ library. **Invariant.** Whatever the
//! texts, the result has balanced braces and no character that LaTeX would take for a command.

use crate::svg::{number, shorten};
use crate::tree_svg::{CUT_AT_BARE, Drawing, LABEL_AT, MAX_TEXT};
use crate::{Mark, Shape, Tree};

/// Wider pictures are scaled down to this many points, letters and all: what an A4 page has
/// between narrow margins.
const PAGE_WIDTH: f64 = 470.0;

/// Smaller pictures are not drawn larger than this, so that their letters match the text.
const LARGEST: f64 = 0.85;

impl Tree {
    /// The tree as a `tikzpicture` environment; title and notes are left to the document.
    #[must_use]
    pub fn tikz(&self) -> String {
        let mut drawing = Drawing::new(self);
        drawing.place_rows(0.0);
        let scale = (PAGE_WIDTH / drawing.reach().max(1.0)).min(LARGEST);
        let mut picture = format!(
            "\\begin{{tikzpicture}}[x=1pt,y=-1pt,scale={},transform shape,every node/.style={{inner sep=0pt}}]\n",
            number(scale)
        );
        for node in 0..self.nodes.len() {
            picture += &edge(&drawing, node);
        }
        for node in 0..self.nodes.len() {
            picture += &shape(&drawing, node);
        }
        picture + "\\end{tikzpicture}\n"
    }
}

fn place((x, y): (f64, f64)) -> String {
    format!("({},{})", number(x), number(y))
}

fn edge(drawing: &Drawing<'_>, node: usize) -> String {
    let Some(parent) = drawing.family.parents[node] else {
        return String::new();
    };
    let (from, to) = (drawing.foot(parent), drawing.head(node));
    let (style, cut) = match drawing.tree.nodes[node].mark {
        Mark::Cut => ("[dashed,gray]", true),
        Mark::Best => ("[very thick]", false),
        _ => ("", false),
    };
    let mut text = format!("\\draw{style} {} -- {};\n", place(from), place(to));
    let label = &drawing.tree.nodes[node].edge;
    if !label.is_empty() {
        let at = place(drawing.along(parent, node, LABEL_AT));
        text += &format!(
            "\\node[fill=white,font=\\small] at {at} {{{}}};\n",
            latex(label)
        );
    }
    if cut {
        for part in [CUT_AT_BARE - 0.03, CUT_AT_BARE + 0.03] {
            let (x, y) = drawing.along(parent, node, part);
            let ends = (place((x - 6.0, y + 2.0)), place((x + 6.0, y - 2.0)));
            text += &format!("\\draw[thick] {} -- {};\n", ends.0, ends.1);
        }
    }
    text
}

fn shape(drawing: &Drawing<'_>, node: usize) -> String {
    let shown = &drawing.tree.nodes[node];
    let (x, y) = (drawing.x[node], drawing.row(node));
    let room = &drawing.rooms[node];
    let (half, height) = (room.width / 2.0, room.height / 2.0);
    let style = match shown.mark {
        Mark::Cut => "[gray]",
        Mark::Best | Mark::Cutter => "[very thick]",
        Mark::Elided => "[dashed]",
        Mark::Plain => "",
    };
    let outline = match shown.shape {
        Shape::Max | Shape::Min => {
            let tip = if shown.shape == Shape::Max {
                -height
            } else {
                height
            };
            let corners = [(x, y + tip), (x + half, y - tip), (x - half, y - tip)].map(place);
            format!(
                "{} -- {} -- {} -- cycle",
                corners[0], corners[1], corners[2]
            )
        }
        Shape::Leaf | Shape::Or | Shape::And => {
            let corners = [(x - half, y - height), (x + half, y + height)].map(place);
            format!("{} rectangle {}", corners[0], corners[1])
        }
    };
    let mut text = format!("\\draw{style} {outline};\n");
    let inside = latex(&shorten(&shown.text, MAX_TEXT));
    if !inside.is_empty() {
        // The baseline of a picture is the bottom of its letters, TikZ puts their middle.
        let middle = place((x, drawing.baseline(node) - 4.5));
        text += &format!("\\node[font=\\large] at {middle} {{{inside}}};\n");
    }
    let under = latex(&shorten(&shown.under, MAX_TEXT));
    if !under.is_empty() {
        let below = place((x, y + height + 7.0));
        text += &format!("\\node[font=\\small] at {below} {{{under}}};\n");
    }
    text
}

/// Text as LaTeX sets it: special characters escaped, the signs of our own texts as formulas,
/// what else is not ASCII as a question mark, which plain LaTeX always has.
#[must_use]
pub fn latex(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => safe.extend(['\\', c]),
            '\\' => safe.push_str("\\textbackslash{}"),
            '~' => safe.push_str("\\textasciitilde{}"),
            '^' => safe.push_str("\\textasciicircum{}"),
            '<' | '>' => safe.push_str(&format!("${c}$")),
            '∞' => safe.push_str("$\\infty$"),
            '≤' => safe.push_str("$\\leq$"),
            '≥' => safe.push_str("$\\geq$"),
            '…' => safe.push_str("\\dots{}"),
            '\n' | '\r' | '\t' => safe.push(' '),
            // Two hyphens would become a dash.
            '-' if safe.ends_with('-') => safe.push_str("{}-"),
            ' '..='~' => safe.push(c),
            _ => safe.push('?'),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TreeNode;

    #[test]
    fn texts_cannot_break_out_of_their_braces() {
        assert_eq!(
            latex("{a}\\b %$&#_^~"),
            "\\{a\\}\\textbackslash{}b \\%\\$\\&\\#\\_\\textasciicircum{}\\textasciitilde{}"
        );
        assert_eq!(latex("tree --grade"), "tree -{}-grade");
        assert_eq!(latex("[-∞, ≤3] é"), "[-$\\infty$, $\\leq$3] ?");
    }

    #[test]
    fn a_tree_has_one_outline_a_node_and_a_double_stroke_for_a_cut() {
        let child = |mark, text: &str| TreeNode {
            parent: Some(0),
            shape: Shape::Leaf,
            text: text.to_string(),
            mark,
            ..TreeNode::default()
        };
        let nodes = vec![
            TreeNode::default(),
            child(Mark::Plain, "3}"),
            child(Mark::Cut, "4"),
        ];
        let picture = Tree {
            nodes,
            ..Tree::default()
        }
        .tikz();
        assert_eq!(picture.matches("cycle;").count(), 1);
        assert_eq!(picture.matches("rectangle").count(), 2);
        assert_eq!(picture.matches("\\draw[thick]").count(), 2);
        assert!(picture.contains("{3\\}};"));
        assert!(picture.ends_with("\\end{tikzpicture}\n"));
    }
}
