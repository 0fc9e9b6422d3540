//! A tree to be searched by hand, and what the search does on it.
//!
//! Interior nodes are named A, B, C … and leaves a, b, c …, level by level from the left. The
//! search is alpha-beta, fail-soft, from left to right: a node's value is the best of its searched
//! children's, which is what one writes down by hand. What it does is taken from the recorder and
//! kept as [`Fact`]s in the order of the search, so that "the first mistake" has a meaning.
//!
//! **Invariant.** Numbers are Max's, as the tree's text gives them (`f64`, so that infinities and
//! trees of real numbers need no special case); they are compared only, never computed with.

use std::collections::VecDeque;

use zermelo_game::{Game, INFINITY, Score, Side};
use zermelo_games::ExplicitTree;
use zermelo_players::Searchable;
use zermelo_search::observer::Origin;
use zermelo_search::record::{Event, Recorder};
use zermelo_search::{Algorithm, Limits, Params};

/// Nodes that a tree for exercises may have.
pub const MOST_NODES: u64 = 2_000;

/// A node of an exercise.
pub struct Node {
    /// Its name: capitals for interior nodes, small letters for leaves.
    pub name: String,
    /// The node above.
    pub parent: Option<usize>,
    /// The nodes below, from the left.
    pub children: Vec<usize>,
    /// A leaf's value.
    pub leaf: Option<f64>,
    /// Whether Max moves here.
    pub max: bool,
}

/// One thing the search does.
#[derive(Clone, PartialEq, Debug)]
pub enum Fact {
    /// It enters an interior node with this window.
    Enter(usize, (f64, f64)),
    /// It looks at a leaf.
    Leaf(usize),
    /// It cuts off these children, for this reason.
    Cut(usize, Vec<usize>, String),
    /// It leaves an interior node with this value.
    Leave(usize, f64),
}

/// A tree and its search.
pub struct Exercise {
    /// The tree as text.
    pub text: String,
    /// The nodes, level by level; the first is the root.
    pub nodes: Vec<Node>,
    /// What the search does, in order.
    pub facts: Vec<Fact>,
    /// The value of the tree.
    pub value: f64,
    /// Cut-offs whose bound comes from farther than the parent.
    pub deep_cuts: u64,
    /// The nodes of the principal variation.
    pub line: Vec<usize>,
}

impl Exercise {
    /// Searches a tree; an error if it has too many nodes.
    pub fn new(tree: &ExplicitTree) -> Result<Exercise, String> {
        let count = tree.node_count();
        if count > MOST_NODES {
            return Err(format!("a tree of at most {MOST_NODES} nodes, not {count}"));
        }
        let nodes = named_nodes(tree);
        let mut recorder = Recorder::new(usize::MAX);
        let (params, limits) = (Params::default(), Limits::default());
        let answer = tree.search(Algorithm::FailSoft, None, &params, limits, &mut recorder);
        let mut line = vec![0];
        for &m in &answer.pv {
            let last = line[line.len() - 1];
            line.push(nodes[last].children[m as usize]);
        }
        let scale = Scale { tree };
        Ok(Exercise {
            text: zermelo_game::Notation::notation(tree),
            facts: facts(&nodes, &recorder, &scale),
            value: scale.number(answer.value, tree.side() == Side::First),
            deep_cuts: answer.counts.cutoffs.deep,
            line,
            nodes,
        })
    }

    /// The node of a name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.name == name)
    }

    /// The leaves in the order in which the search looks at them.
    pub fn leaves(&self) -> Vec<usize> {
        let leaf = |fact: &Fact| match fact {
            Fact::Leaf(node) => Some(*node),
            _ => None,
        };
        self.facts.iter().filter_map(leaf).collect()
    }

    /// How many cut-offs there are.
    pub fn cuts(&self) -> usize {
        let cut = |fact: &&Fact| matches!(fact, Fact::Cut(..));
        self.facts.iter().filter(cut).count()
    }

    /// Names in a sentence: "e and f".
    pub fn names(&self, nodes: &[usize]) -> String {
        let names: Vec<&str> = nodes.iter().map(|&n| self.nodes[n].name.as_str()).collect();
        match names[..] {
            [ref first @ .., last] if !first.is_empty() => {
                format!("{} and {last}", first.join(", "))
            }
            _ => names.concat(),
        }
    }
}

/// Numbers of a search as numbers of the tree.
struct Scale<'a> {
    tree: &'a ExplicitTree,
}

impl Scale<'_> {
    /// A score of the side to move as Max's number.
    fn number(&self, score: Score, max: bool) -> f64 {
        let score = if max { score } else { -score };
        match score {
            v if v >= INFINITY => f64::INFINITY,
            v if v <= -INFINITY => f64::NEG_INFINITY,
            v => self.tree.value_text(v).parse().unwrap_or(f64::from(v)),
        }
    }
}

fn named_nodes(tree: &ExplicitTree) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut queue = VecDeque::from([(tree.clone(), None)]);
    let (mut interior, mut leaves) = (0, 0);
    while let Some((position, parent)) = queue.pop_front() {
        let at = nodes.len();
        let max = position.side() == Side::First;
        let leaf = position
            .payoff()
            .map(|score| Scale { tree }.number(score, max));
        let name = if leaf.is_some() {
            leaves += 1;
            letters(leaves - 1, b'a')
        } else {
            interior += 1;
            letters(interior - 1, b'A')
        };
        nodes.push(Node {
            name,
            parent,
            children: Vec::new(),
            leaf,
            max,
        });
        if let Some(parent) = parent {
            nodes[parent].children.push(at);
        }
        queue.extend((0..position.child_count()).map(|m| (position.after(m), Some(at))));
    }
    nodes
}

/// a … z, aa, ab …
fn letters(mut number: usize, first: u8) -> String {
    let mut name = Vec::new();
    loop {
        name.push(char::from(first + (number % 26) as u8));
        number /= 26;
        if number == 0 {
            return name.iter().rev().collect();
        }
        number -= 1;
    }
}

fn facts(nodes: &[Node], recorder: &Recorder<u32>, scale: &Scale<'_>) -> Vec<Fact> {
    let mut spots: Vec<usize> = Vec::with_capacity(recorder.nodes.len());
    for visit in &recorder.nodes {
        spots.push(match (visit.parent, visit.via) {
            (Some(parent), Some(m)) => nodes[spots[parent]].children[m as usize],
            _ => 0,
        });
    }
    let mut facts = Vec::new();
    for event in &recorder.events {
        match *event {
            Event::Enter(at) => {
                let (visit, node) = (&recorder.nodes[at], spots[at]);
                if nodes[node].leaf.is_some() {
                    facts.push(Fact::Leaf(node));
                    continue;
                }
                let max = nodes[node].max;
                let ends = [visit.alpha, visit.beta].map(|end| scale.number(end, max));
                let window = if max {
                    (ends[0], ends[1])
                } else {
                    (ends[1], ends[0])
                };
                facts.push(Fact::Enter(node, window));
            }
            Event::Cut(at) => facts.extend(cut(nodes, recorder, &spots, at, scale)),
            Event::Leave(at) if nodes[spots[at]].leaf.is_none() => {
                if let Some(value) = recorder.nodes[at].value {
                    let value = scale.number(value, nodes[spots[at]].max);
                    facts.push(Fact::Leave(spots[at], value));
                }
            }
            Event::Leave(_) | Event::Improve(..) => {}
        }
    }
    facts
}

fn cut(
    nodes: &[Node],
    recorder: &Recorder<u32>,
    spots: &[usize],
    at: usize,
    scale: &Scale<'_>,
) -> Option<Fact> {
    let (visit, node) = (&recorder.nodes[at], spots[at]);
    let cut = visit.cut?;
    let here = &nodes[node];
    let name = |node: usize| nodes[node].name.clone();
    let skipped: Vec<usize> = visit
        .skipped
        .iter()
        .map(|&m| here.children[m as usize])
        .collect();
    let above = match cut.origin {
        Origin::Ancestor(ply) => visit.ply - ply,
        Origin::Parent | Origin::Window => 1,
    };
    let mut setter = node;
    for _ in 0..above {
        setter = nodes[setter].parent?;
    }
    let by = visit.best.map(|m| name(here.children[m as usize]));
    let by = by.unwrap_or_default();
    let from = visit
        .refuted_by
        .map(|m| name(nodes[setter].children[m as usize]));
    let from = from.map(|name| format!(" by {name}")).unwrap_or_default();
    let [value, bound] = [cut.value, cut.bound].map(|v| written(scale.number(v, here.max)));
    let (at, setter) = (&here.name, name(setter));
    let why = if here.max {
        format!(
            "at {at} Max can get {value} by {by}, but Min already holds Max to {bound} at {setter}{from}"
        )
    } else {
        format!(
            "at {at} Min can hold Max to {value} by {by}, but Max already has {bound} at {setter}{from}"
        )
    };
    Some(Fact::Cut(node, skipped, why))
}

/// A number as people write it.
pub fn written(number: f64) -> String {
    if number == f64::INFINITY {
        "inf".to_string()
    } else if number == f64::NEG_INFINITY {
        "-inf".to_string()
    } else {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_on_after_z() {
        let names = [0, 25, 26, 27, 51, 52, 701, 702].map(|number| letters(number, b'a'));
        assert_eq!(names, ["a", "z", "aa", "ab", "az", "ba", "zz", "aaa"]);
    }

    #[test]
    fn the_textbook_tree_has_one_cut() {
        let tree = ExplicitTree::parse("((3 12 8)(2 4 6)(14 5 2))").expect("a tree");
        let exercise = Exercise::new(&tree).expect("small enough");
        assert_eq!(exercise.names(&exercise.leaves()), "a, b, c, d, g, h and i");
        let cut = exercise.facts.iter().find_map(|fact| match fact {
            Fact::Cut(node, children, why) => Some((*node, children.clone(), why.clone())),
            _ => None,
        });
        let (node, children, why) = cut.expect("a cut");
        assert_eq!(
            (
                exercise.nodes[node].name.as_str(),
                exercise.names(&children)
            ),
            ("C", "e and f".to_string())
        );
        assert_eq!(
            why,
            "at C Min can hold Max to 2 by d, but Max already has 3 at A by B"
        );
        assert_eq!(exercise.value, 3.0);
    }
}
