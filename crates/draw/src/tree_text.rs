//! Trees as text and as DOT.
//!
//! Text: one line per node, indented with box-drawing characters, at most 80 characters wide;
//! what was cut off says `✂ not searched` and is not followed further. Where the indentation
//! would leave no room, only its end is shown, behind the depth.
//!
//! DOT: the language of Graphviz. It has no arc across edges, so AND nodes have a double outline.
//!
//! **Cost.** Linear in the nodes for DOT; text adds the indentation, at most [`MAX_LEVELS`] levels
//! a line. No recursion.

use crate::layout::Family;
use crate::svg::{shorten, wrap};
use crate::tree_svg::faint;
use crate::{Mark, Shape, Tree, TreeNode};

/// The width of a page of text.
const COLUMNS: usize = 80;
/// Levels of indentation shown, three characters each.
const MAX_LEVELS: usize = 14;

impl Tree {
    /// The tree as lines of text of at most 80 characters.
    ///
    /// ```
    /// use zermelo_draw::{Mark, Shape, Tree, TreeNode};
    /// let root = TreeNode { text: "3".into(), ..TreeNode::default() };
    /// let leaf = TreeNode { parent: Some(0), edge: "a".into(), shape: Shape::Leaf,
    ///                       mark: Mark::Cut, ..TreeNode::default() };
    /// let tree = Tree { nodes: vec![root, leaf], ..Tree::default() };
    /// assert_eq!(tree.text(), "Max 3\n└─ a: ✂ not searched\n");
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let family = Family::new(self.nodes.iter().map(|node| node.parent));
        let mut lines = wrap_columns(&self.title, "");
        if !lines.is_empty() && !self.nodes.is_empty() {
            lines.push(String::new());
        }
        // For every level on the way to the present node: is it the last of its parent's?
        let mut last: Vec<bool> = Vec::new();
        let mut stack: Vec<(usize, bool)> = Vec::new();
        if !self.nodes.is_empty() {
            stack.push((0, true));
        }
        while let Some((node, is_last)) = stack.pop() {
            let depth = family.depths[node];
            last.truncate(depth.saturating_sub(1));
            if depth > 0 {
                last.push(is_last);
            }
            let line = indentation(&last) + &words(&self.nodes[node]);
            lines.push(shorten(&line, COLUMNS));
            if self.nodes[node].mark == Mark::Cut {
                continue;
            }
            let children = &family.children[node];
            for (place, &child) in children.iter().enumerate().rev() {
                stack.push((child, place + 1 == children.len()));
            }
        }
        if self.nodes.iter().any(|node| node.mark == Mark::Best) {
            lines.extend([String::new(), "* best play".to_string()]);
        }
        if !self.notes.is_empty() {
            lines.push(String::new());
        }
        for note in &self.notes {
            lines.extend(wrap_columns(note, "- "));
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The tree in the language of Graphviz (`dot -Tpdf`).
    #[must_use]
    pub fn dot(&self) -> String {
        let family = Family::new(self.nodes.iter().map(|node| node.parent));
        let faint = faint(self, &family);
        let mut out = format!(
            "digraph tree {{\n  graph [label={}, labelloc=t, fontname=\"Helvetica\"];\n  \
             node [fontname=\"Helvetica\", fontsize=11, margin=\"0.04,0.03\"];\n  \
             edge [fontname=\"Helvetica\", fontsize=10, arrowhead=none];\n",
            quoted(&self.title)
        );
        for (index, node) in self.nodes.iter().enumerate() {
            out += &format!("  n{index} [{}];\n", dot_node(node, faint[index]));
        }
        for (index, parent) in family.parents.iter().enumerate() {
            if let Some(parent) = parent {
                let node = &self.nodes[index];
                let look = match node.mark {
                    _ if faint[index] => ", style=dashed, color=gray70, fontcolor=gray60",
                    Mark::Best => ", penwidth=2.5, color=\"#0072b2\"",
                    _ => "",
                };
                let label = quoted(&node.edge);
                out += &format!("  n{parent} -> n{index} [label={label}{look}];\n");
            }
        }
        out + "}\n"
    }
}

/// The text under one another, the first line behind a mark, the others indented like it.
fn wrap_columns(text: &str, mark: &str) -> Vec<String> {
    let room = (COLUMNS - mark.len()) as f64;
    let lines = wrap(text, room, |line| line.chars().count() as f64);
    let blank = " ".repeat(mark.len());
    let lead = |place: usize| if place == 0 { mark } else { &blank };
    lines
        .iter()
        .enumerate()
        .map(|(place, line)| format!("{}{line}", lead(place)))
        .collect()
}

fn indentation(last: &[bool]) -> String {
    let hidden = last.len().saturating_sub(MAX_LEVELS);
    let mut text = String::new();
    if hidden > 0 {
        text += &format!("…{} ", last.len());
    }
    for (place, &is_last) in last.iter().enumerate().skip(hidden) {
        text += match (place + 1 == last.len(), is_last) {
            (false, true) => "   ",
            (false, false) => "│  ",
            (true, true) => "└─ ",
            (true, false) => "├─ ",
        };
    }
    text
}

/// What a line of text says about a node.
fn words(node: &TreeNode) -> String {
    let shape = match node.shape {
        _ if matches!(node.mark, Mark::Cut | Mark::Elided) => "",
        Shape::Max => "Max",
        Shape::Min => "Min",
        Shape::Leaf => "",
        Shape::Or => "or",
        Shape::And => "and",
    };
    let mark = match node.mark {
        Mark::Plain | Mark::Elided => "",
        Mark::Best => "*",
        Mark::Cut => "✂ not searched",
        Mark::Cutter => "✂ cuts",
    };
    let said: Vec<&str> = [shape, node.text.trim(), node.under.trim(), mark]
        .into_iter()
        .filter(|word| !word.is_empty())
        .collect();
    let said = if said.is_empty() {
        "·".to_string()
    } else {
        said.join(" ")
    };
    let line = if node.edge.is_empty() {
        said
    } else {
        format!("{}: {said}", node.edge.trim())
    };
    line.replace(char::is_control, " ")
}

fn dot_node(node: &TreeNode, faint: bool) -> String {
    let shape = match node.shape {
        _ if node.mark == Mark::Elided => "plaintext",
        Shape::Max => "triangle",
        Shape::Min => "invtriangle",
        Shape::Leaf => "box",
        Shape::Or => "ellipse",
        Shape::And => "ellipse, peripheries=2",
    };
    let look = match node.mark {
        _ if faint => ", style=dashed, color=gray70, fontcolor=gray60",
        Mark::Best => ", penwidth=2.5, color=\"#0072b2\"",
        Mark::Cutter => ", penwidth=2, color=\"#d55e00\"",
        _ => "",
    };
    let mut said = format!("label={}, shape={shape}{look}", quoted(&node.text));
    for (name, text) in [("xlabel", &node.under), ("tooltip", &node.tooltip)] {
        if !text.is_empty() {
            said += &format!(", {name}={}", quoted(&shorten(text, 300)));
        }
    }
    said
}

/// A quoted DOT string: only the quote and the backslash are special in it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out + "\""
}
