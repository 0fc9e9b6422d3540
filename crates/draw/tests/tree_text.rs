//! Trees as text and as DOT.

mod common;

use common::{node, random_tree};
use zermelo_draw::{Mark, Shape, Tree, TreeNode};
use zermelo_game::random::Rng;

/// Reads DOT as far as we write it: statements `n3 [key=value, …];` and `n0 -> n3 […];`, values
/// plain words or quoted. Gives the numbers of nodes and edges.
fn read_dot(text: &str) -> (usize, usize) {
    let (mut nodes, mut edges) = (0, 0);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "digraph tree {");
    assert_eq!(lines.last(), Some(&"}"));
    for line in &lines[1..lines.len() - 1] {
        let (subject, attributes) = line.trim().split_once(" [").expect("attributes");
        let attributes = attributes.strip_suffix("];").expect("an end");
        let (mut quoted, mut escaped, mut outside) = (false, false, String::new());
        for c in attributes.chars() {
            match c {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                _ if !quoted => outside.push(c),
                _ => {}
            }
        }
        assert!(!quoted && !escaped, "an open quote in {line}");
        for attribute in outside.split(", ") {
            let (key, value) = attribute.split_once('=').expect("key=value");
            let word = |c: char| c.is_ascii_alphanumeric() || c == '.';
            assert!(!key.is_empty() && key.chars().all(word), "{line}");
            assert!(value.chars().all(word), "{line}");
        }
        if subject.contains(" -> ") {
            edges += 1;
        } else if subject.starts_with('n') && subject != "node" {
            nodes += 1;
        }
    }
    (nodes, edges)
}

#[test]
fn dot_has_a_statement_for_every_node_and_edge() {
    let mut rng = Rng::new(3);
    for _ in 0..100 {
        let count = 1 + rng.below(60);
        let tree = random_tree(&mut rng, count, 9);
        assert_eq!(read_dot(&tree.dot()), (count, count - 1));
    }
    assert_eq!(read_dot(&Tree::default().dot()), (0, 0));
}

#[test]
fn text_lines_fit_the_page_and_show_every_searched_node() {
    let mut rng = Rng::new(4);
    for _ in 0..100 {
        let count = 1 + rng.below(200);
        let mut tree = random_tree(&mut rng, count, 3);
        tree.notes.clear();
        tree.title.clear();
        for node in &mut tree.nodes {
            node.mark = Mark::Plain;
        }
        let text = tree.text();
        assert_eq!(text.lines().count(), count, "one line a node:\n{text}");
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn what_hangs_under_a_cut_node_is_not_listed() {
    let tree = Tree {
        nodes: vec![
            TreeNode::default(),
            node(0, "a", "", Shape::Min, Mark::Cut),
            node(1, "b", "7", Shape::Leaf, Mark::Cut),
            node(0, "c", "5", Shape::Leaf, Mark::Plain),
        ],
        ..Tree::default()
    };
    assert_eq!(tree.text(), "Max\n├─ a: ✂ not searched\n└─ c: 5\n");
}

#[test]
fn line_breaks_in_texts_do_not_break_lines() {
    let mut tree = common::textbook_tree();
    let lines = tree.text().lines().count();
    tree.nodes[1].text = "3\n\"4\"\t\\".to_string();
    assert_eq!(tree.text().lines().count(), lines);
    assert_eq!(read_dot(&tree.dot()), (13, 12));
}

#[test]
fn deep_nodes_keep_their_move_and_value_behind_a_short_indentation() {
    let mut nodes = vec![TreeNode::default()];
    for depth in 1..=400 {
        let (edge, value) = (format!("move{depth}"), format!("value{depth}"));
        nodes.push(node(depth - 1, &edge, &value, Shape::Min, Mark::Plain));
    }
    let text = Tree {
        nodes,
        ..Tree::default()
    }
    .text();
    for (depth, line) in text.lines().enumerate().skip(1) {
        let said = format!("└─ move{depth}: Min value{depth}");
        assert!(line.ends_with(&said), "{line}");
        assert_eq!(
            line.starts_with(&format!("…{depth} ")),
            depth > 14,
            "{line}"
        );
    }
}

#[test]
fn an_empty_tree_is_an_empty_text() {
    assert_eq!(Tree::default().text(), "");
}
