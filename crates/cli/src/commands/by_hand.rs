//! For tests only: alpha-beta written once more, with its own reader of trees and its own names of
//! nodes (level by level), sharing nothing with what it judges.

use std::collections::VecDeque;

/// One thing a search does; values are Max's.
#[derive(Clone, PartialEq, Debug)]
pub enum Done {
    Enter(usize, (f64, f64)),
    Leaf(usize, f64),
    Cut(usize, Vec<usize>),
    Leave(usize, f64),
}

enum Tree {
    Leaf(f64),
    Inner(Vec<Tree>),
}

/// A finished search.
pub struct ByHand {
    pub done: Vec<Done>,
    pub value: f64,
    /// The parent of every node.
    pub parents: Vec<Option<usize>>,
    /// Whether a node is a leaf.
    pub leaves: Vec<bool>,
}

impl ByHand {
    /// Searches a tree whose root is Max's.
    pub fn search(text: &str) -> ByHand {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace().peekable();
        let first = words.next().unwrap();
        let tree = parse(first, &mut words);
        let mut found = ByHand {
            done: Vec::new(),
            value: 0.0,
            parents: Vec::new(),
            leaves: Vec::new(),
        };
        let numbers = found.number(&tree);
        found.value = found.visit(&numbers, true, f64::NEG_INFINITY, f64::INFINITY);
        found
    }

    fn number(&mut self, tree: &Tree) -> Numbered {
        // First the numbers, level by level, then the nested form with them.
        let mut queue = VecDeque::from([(tree, None)]);
        let mut flat: Vec<(&Tree, Vec<usize>)> = Vec::new();
        while let Some((tree, parent)) = queue.pop_front() {
            let at = flat.len();
            flat.push((tree, Vec::new()));
            self.parents.push(parent);
            self.leaves.push(matches!(tree, Tree::Leaf(_)));
            if let Some(parent) = parent {
                flat[parent].1.push(at);
            }
            if let Tree::Inner(children) = tree {
                queue.extend(children.iter().map(|child| (child, Some(at))));
            }
        }
        nest(&flat, 0)
    }

    fn visit(&mut self, node: &Numbered, max: bool, mut alpha: f64, mut beta: f64) -> f64 {
        if let Some(value) = node.value {
            self.done.push(Done::Leaf(node.number, value));
            return value;
        }
        self.done.push(Done::Enter(node.number, (alpha, beta)));
        let mut best = if max {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        for (place, child) in node.children.iter().enumerate() {
            let value = self.visit(child, !max, alpha, beta);
            if max {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            let rest: Vec<usize> = node.children[place + 1..]
                .iter()
                .map(|c| c.number)
                .collect();
            if alpha >= beta && !rest.is_empty() {
                self.done.push(Done::Cut(node.number, rest));
                break;
            }
        }
        self.done.push(Done::Leave(node.number, best));
        best
    }
}

struct Numbered {
    number: usize,
    value: Option<f64>,
    children: Vec<Numbered>,
}

fn nest(flat: &[(&Tree, Vec<usize>)], at: usize) -> Numbered {
    Numbered {
        number: at,
        value: match flat[at].0 {
            Tree::Leaf(value) => Some(*value),
            Tree::Inner(_) => None,
        },
        children: flat[at].1.iter().map(|&child| nest(flat, child)).collect(),
    }
}

fn parse<'a>(word: &str, rest: &mut impl Iterator<Item = &'a str>) -> Tree {
    if word != "(" {
        return Tree::Leaf(word.parse().unwrap());
    }
    let mut children = Vec::new();
    loop {
        match rest.next().unwrap() {
            ")" => return Tree::Inner(children),
            word => children.push(parse(word, rest)),
        }
    }
}
