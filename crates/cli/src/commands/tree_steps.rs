//! The stepping page of `tree -o FILE.html`: recorded searches laid over one tree.
//!
//! The tree is the game's own, nearest the root first, up to [`SHOWN`] nodes, whoever visits
//! them; every algorithm's recorded visits are put on it by the moves that lead there, so that
//! two searches can be compared node by node. Visits outside the picture are counted but make no
//! step.

use std::collections::VecDeque;

use zermelo_draw::{Mark, Run, Shape, StepKind, Stepper, Tree, TreeNode};
use zermelo_game::{Notation, Side};
use zermelo_search::record::Recorder;
use zermelo_search::{Algorithm, Answer};

use super::tree_replay::{replay, sentence};
use crate::report::grouped;
use crate::sentences::{Sentences, place_name};

/// Nodes of the tree on a page.
pub const SHOWN: usize = 300;

/// Steps of one search on a page.
const STEPS: usize = 5_000;

/// The longest position in a title.
const TITLE: usize = 80;

/// A node of the picture.
pub(super) struct Place<G: Notation> {
    /// The position there.
    pub position: G,
    parent: Option<usize>,
    /// The move that leads there.
    pub via: Option<G::Move>,
    /// The moves that lead there, as text with blanks between.
    pub path: String,
    /// The nodes below.
    pub children: Vec<usize>,
    /// Whether its children did not fit.
    closed: bool,
}

/// The part of a game's tree that a page shows, and what is recorded on it.
pub struct Page<G: Notation> {
    places: Vec<Place<G>>,
    reference: Side,
    depth: Option<u32>,
    runs: Vec<Run>,
    /// The value of each leaf, as far as known.
    leaves: Vec<String>,
    notes: Vec<String>,
}

impl<G: Notation> Page<G> {
    /// The tree of a game, to a depth or whole, without any search yet.
    pub fn new(game: &G, reference: Side, depth: Option<u32>) -> Page<G> {
        let places = nearest_the_root(game, depth);
        let mut leaves = vec![String::new(); places.len()];
        for (place, text) in places.iter().zip(&mut leaves) {
            // To a depth, finished games count on the scale of the evaluation: the search says.
            if let Some(payoff) = place.position.payoff().filter(|_| depth.is_none()) {
                let max = if place.position.side() == reference {
                    payoff
                } else {
                    -payoff
                };
                *text = place.position.value_text(max);
            }
        }
        Page {
            places,
            reference,
            depth,
            runs: Vec::new(),
            leaves,
            notes: Vec::new(),
        }
    }

    /// Says something under the tree.
    pub fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    /// Adds a recorded search.
    pub fn add(
        &mut self,
        algorithm: Algorithm,
        answer: &Answer<G::Move>,
        recorder: &Recorder<G::Move>,
    ) {
        let say = Sentences {
            game: &self.places[0].position,
            recorder,
            reference: self.reference,
        };
        let value = say.value(say.game, answer.value);
        let (mut steps, (nodes, leaves)) = replay(&self.places, say);
        let mut notes = Vec::new();
        if steps.len() > STEPS || recorder.elided > 0 {
            let left_out = steps.len().saturating_sub(STEPS);
            steps.truncate(STEPS);
            notes.push(format!(
                "The page holds {} steps of this search; {} later ones and {} visits are left out.",
                grouped(steps.len() as u64),
                grouped(left_out as u64),
                grouped(recorder.elided)
            ));
        }
        let unseen = answer
            .counts
            .nodes()
            .saturating_sub(nodes + recorder.elided);
        if unseen > 0 {
            notes.push(format!(
                "{} nodes more were visited by searches that are not shown.",
                grouped(unseen)
            ));
        }
        for (text, step) in steps.iter().filter_map(|step| match &step.kind {
            StepKind::Leaf(value) => Some((value, step)),
            _ => None,
        }) {
            if self.leaves[step.node].is_empty() {
                self.leaves[step.node].clone_from(text);
            }
        }
        self.runs.push(Run {
            name: algorithm.name().to_string(),
            summary: format!(
                "{}: value {value}, {} nodes, {} of them leaves.",
                algorithm.summary(),
                grouped(nodes),
                grouped(leaves)
            ),
            line: self.line(&answer.pv),
            steps,
            notes,
        });
    }

    /// The places of a line of moves, as far as the picture goes.
    fn line(&self, moves: &[G::Move]) -> Vec<usize> {
        let mut line = vec![0];
        let mut at = 0;
        for &m in moves {
            let children = self.places[at].children.iter().copied();
            let Some(next) = children
                .into_iter()
                .find(|&c| self.places[c].via == Some(m))
            else {
                break;
            };
            line.push(next);
            at = next;
        }
        line
    }

    /// The page's content: two searches by name first.
    pub fn stepper(mut self, name: &str, left: Algorithm, right: Algorithm) -> Stepper {
        let find = |wanted: Algorithm| {
            let found = self.runs.iter().position(|run| run.name == wanted.name());
            found.unwrap_or(0)
        };
        let first = (find(left), find(right));
        let closed = self.places.iter().filter(|place| place.closed).count();
        if closed > 0 {
            self.notes.push(format!(
                "The picture shows the {} nodes nearest the root. What lies below the {closed} dashed ones is \
                 searched and counted, but neither drawn nor stepped through.",
                self.places.len(),
            ));
        }
        let text = self.places[0].position.notation();
        let shortened: String = text.chars().take(TITLE).collect();
        let dots = if shortened.len() < text.len() {
            "…"
        } else {
            ""
        };
        // Synthetic trees name their kind themselves.
        let name = if text.starts_with(name) { "" } else { name };
        let title = format!("{name} {shortened}{dots}, step by step");
        let title = title.trim_start().to_string();
        Stepper {
            tree: Tree {
                nodes: self.tree_nodes(),
                title: title.clone(),
                notes: Vec::new(),
            },
            title,
            runs: self.runs,
            first,
            notes: self.notes,
        }
    }

    /// The nodes to draw, each with room for the widest texts that a step puts there.
    fn tree_nodes(&self) -> Vec<TreeNode> {
        let mut values = self.leaves.clone();
        let mut windows = vec![String::new(); self.places.len()];
        let widen = |slot: &mut String, text: String| {
            if text.chars().count() > slot.chars().count() {
                *slot = text;
            }
        };
        for step in self.runs.iter().flat_map(|run| &run.steps) {
            let (value, window) = match &step.kind {
                StepKind::Enter(window) => (None, window.as_ref()),
                StepKind::Improve(value, window) => (Some(value), window.as_ref()),
                // A leaf's own value is what it shows from the beginning.
                StepKind::Leaf(value) | StepKind::Leave(value) => (Some(value), None),
                StepKind::Cut(_) => (None, None),
            };
            if let Some(value) = value.filter(|_| !self.is_leaf(step.node)) {
                widen(&mut values[step.node], value.clone());
            }
            if let Some((alpha, beta)) = window {
                widen(&mut windows[step.node], format!("[{alpha}, {beta}]"));
            }
        }
        let nodes = self.places.iter().zip(values).zip(windows);
        nodes
            .enumerate()
            .map(|(i, ((place, text), under))| TreeNode {
                parent: place.parent,
                edge: place
                    .path
                    .rsplit(' ')
                    .next()
                    .unwrap_or_default()
                    .to_string(),
                text,
                under,
                tooltip: sentence(&place_name(&place.path)),
                shape: match (self.is_leaf(i), place.position.side() == self.reference) {
                    (true, _) => Shape::Leaf,
                    (false, true) => Shape::Max,
                    (false, false) => Shape::Min,
                },
                mark: if place.closed {
                    Mark::Elided
                } else {
                    Mark::Plain
                },
            })
            .collect()
    }

    fn is_leaf(&self, node: usize) -> bool {
        let place = &self.places[node];
        let ply = place.path.split(' ').filter(|m| !m.is_empty()).count();
        place.position.payoff().is_some() || self.depth.is_some_and(|depth| ply >= depth as usize)
    }
}

/// The nodes of a game's tree in order of distance from the root, siblings all or none.
fn nearest_the_root<G: Notation>(game: &G, depth: Option<u32>) -> Vec<Place<G>> {
    let mut places = vec![Place {
        position: game.clone(),
        parent: None,
        via: None,
        path: String::new(),
        children: Vec::new(),
        closed: false,
    }];
    let mut queue = VecDeque::from([(0, 0)]);
    let mut moves = Vec::new();
    while let Some((at, ply)) = queue.pop_front() {
        if depth.is_some_and(|depth| ply >= depth) {
            continue;
        }
        moves.clear();
        places[at].position.legal_moves(&mut moves);
        if places.len() + moves.len() > SHOWN {
            places[at].closed = true;
            continue;
        }
        for &m in &moves {
            let above = &places[at];
            let edge = above.position.move_text(m);
            let path = format!("{} {edge}", above.path).trim_start().to_string();
            let position = above.position.after(m);
            let child = places.len();
            places[at].children.push(child);
            places.push(Place {
                position,
                parent: Some(at),
                via: Some(m),
                path,
                children: Vec::new(),
                closed: false,
            });
            queue.push_back((child, ply + 1));
        }
    }
    places
}
