//! A solution tree as something to look at: text, picture and JSON from one description.

use std::collections::VecDeque;

use serde_json::{Map, Value, json};
use zermelo_draw::{Mark, Shape, Tree, TreeNode};
use zermelo_game::{Notation, Side};
use zermelo_search::proof::{Kind, Solution};

use crate::report::number;

/// The children of every node of a solution.
fn children<M>(solution: &Solution<M>) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); solution.nodes.len()];
    for (i, node) in solution.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(i);
        }
    }
    children
}

/// A payoff of the prover as the side `reference` sees it.
fn payoff_text<G: Notation>(position: &G, prover: Side, reference: Side, payoff: i32) -> String {
    position.value_text(if prover == reference { payoff } else { -payoff })
}

/// Who proves: the side to move, or the other.
pub fn prover<G: Notation>(game: &G, solution: &Solution<G::Move>) -> Side {
    if solution.prover_moves {
        game.side()
    } else {
        !game.side()
    }
}

/// The solution tree to draw, at most `most` of its nodes, nearest the root.
pub fn drawing<G: Notation>(
    game: &G,
    solution: &Solution<G::Move>,
    reference: Side,
    most: usize,
    title: String,
) -> Tree {
    let children = children(solution);
    let prover = prover(game, solution);
    let mut wanted = vec![false; solution.nodes.len()];
    let mut queue = VecDeque::from([0]);
    for _ in 0..most.max(1) {
        let Some(at) = queue.pop_front() else { break };
        wanted[at] = true;
        queue.extend(&children[at]);
    }
    let mut nodes: Vec<TreeNode> = Vec::new();
    let mut pending = vec![(0, None, game.clone(), String::new())];
    while let Some((at, parent, position, edge)) = pending.pop() {
        let node = &solution.nodes[at];
        let place = nodes.len();
        nodes.push(TreeNode {
            parent,
            edge,
            text: match node.payoff {
                Some(payoff) => payoff_text(&position, prover, reference, payoff),
                None => short_position(&position),
            },
            under: String::new(),
            tooltip: position.notation(),
            shape: match node.kind {
                Kind::Or => Shape::Or,
                Kind::And => Shape::And,
                Kind::Primitive => Shape::Leaf,
            },
            mark: Mark::Plain,
        });
        let hidden = children[at].iter().filter(|&&child| !wanted[child]).count();
        // A tree that was too large to keep ends in problems that are not primitive.
        let left_out = node.kind != Kind::Primitive && children[at].is_empty();
        if hidden > 0 || left_out {
            nodes.push(TreeNode {
                parent: Some(place),
                text: match hidden {
                    0 => "more".to_string(),
                    _ => format!("{hidden} more"),
                },
                mark: Mark::Elided,
                shape: Shape::Leaf,
                ..TreeNode::default()
            });
        }
        for &child in children[at].iter().rev().filter(|&&child| wanted[child]) {
            let Some(via) = solution.nodes[child].via else {
                continue;
            };
            let edge = position.move_text(via);
            pending.push((child, Some(place), position.after(via), edge));
        }
    }
    Tree {
        nodes,
        title,
        notes: Vec::new(),
    }
}

/// A position short enough to stand in a node; longer ones are left to the tooltip.
fn short_position<G: Notation>(position: &G) -> String {
    const LONGEST: usize = 12;
    let text = position.notation();
    let text = text.trim_end_matches(" second");
    if text.len() <= LONGEST {
        text.to_string()
    } else {
        String::new()
    }
}

/// The solution tree as nested JSON objects, at most `most` nodes of it.
pub fn json<G: Notation>(
    game: &G,
    solution: &Solution<G::Move>,
    reference: Side,
    most: usize,
) -> Value {
    let prover = prover(game, solution);
    // Positions from the root down, objects from the leaves up.
    let shown = solution.nodes.len().min(most.max(1));
    let mut positions: Vec<G> = Vec::with_capacity(shown);
    for node in &solution.nodes[..shown] {
        positions.push(match (node.parent, node.via) {
            (Some(parent), Some(via)) => positions[parent].after(via),
            _ => game.clone(),
        });
    }
    let mut built: Vec<Vec<Value>> = vec![Vec::new(); solution.nodes.len()];
    for i in (0..shown).rev() {
        let node = &solution.nodes[i];
        let mut object = Map::new();
        let mut put = |name: &str, value: Value| object.insert(name.to_string(), value);
        if let (Some(parent), Some(via)) = (node.parent, node.via) {
            put("move", json!(positions[parent].move_text(via)));
        }
        put("position", json!(positions[i].notation()));
        put(
            "kind",
            json!(match node.kind {
                Kind::Or => "or",
                Kind::And => "and",
                Kind::Primitive => "primitive",
            }),
        );
        if let Some(payoff) = node.payoff {
            put(
                "value",
                number(&payoff_text(&positions[i], prover, reference, payoff)),
            );
        }
        let mut below = std::mem::take(&mut built[i]);
        below.reverse();
        if !below.is_empty() {
            put("children", Value::Array(below));
        }
        match node.parent {
            Some(parent) => built[parent].push(Value::Object(object)),
            None => return Value::Object(object),
        }
    }
    Value::Null
}
