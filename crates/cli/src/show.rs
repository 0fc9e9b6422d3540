//! A recorded search as something to look at: which nodes to show, what stands in them, and a
//! sentence for every cut. One description serves text, SVG, DOT and JSON.

use std::collections::VecDeque;

use serde_json::{Map, Value, json};
use zermelo_draw::{Mark, Shape, Tree, TreeNode};
use zermelo_game::{INFINITY, Notation, Side};
use zermelo_search::observer::Purpose;
use zermelo_search::record::Recorder;
use zermelo_search::table::Bound;

use crate::report::number;
use crate::sentences::Sentences;

/// A node to show.
struct Shown {
    parent: Option<usize>,
    edge: String,
    /// Whether Max, the side whose values are shown, moves here.
    max: bool,
    shape: Shape,
    value: Option<String>,
    bound: Option<Bound>,
    window: Option<(String, String)>,
    cut: Option<(&'static str, String)>,
    not_searched: Vec<String>,
    notes: Vec<String>,
    mark: Mark,
    /// For an elided node: how many visits it stands for.
    elided: usize,
}

/// The searched tree, ready to be drawn or written.
pub struct SearchTree {
    nodes: Vec<Shown>,
    title: String,
    /// Passes from the root, of which the last is shown.
    pub passes: usize,
    /// The sentences of the passes before the last, each with its pass, from 1.
    earlier: Vec<(usize, String)>,
}

struct Builder<'a, G: Notation> {
    game: &'a G,
    recorder: &'a Recorder<G::Move>,
    say: Sentences<'a, G>,
    wanted: Vec<bool>,
    windows: bool,
    nodes: Vec<Shown>,
}

impl SearchTree {
    /// Describes the last pass of a recorded search of `game`, at most `most` of its nodes, with
    /// `variation` marked. `None` if nothing was recorded.
    pub fn new<G: Notation>(
        game: &G,
        recorder: &Recorder<G::Move>,
        variation: &[G::Move],
        reference: Side,
        most: usize,
        title: String,
    ) -> Option<SearchTree> {
        let root = *recorder.passes.last()?;
        let windows = recorder.nodes[root..]
            .iter()
            .any(|node| node.alpha > -INFINITY || node.beta < INFINITY);
        let mut builder = Builder::<G> {
            game,
            recorder,
            say: Sentences {
                game,
                recorder,
                reference,
            },
            wanted: nearest_the_root(recorder, root, most),
            windows,
            nodes: Vec::new(),
        };
        builder.build(root);
        let mut tree = SearchTree {
            nodes: builder.nodes,
            title,
            passes: recorder.passes.len(),
            earlier: earlier_sentences(&builder.say, most),
        };
        tree.mark_line(game, variation);
        Some(tree)
    }

    /// Marks the nodes on a line of moves from the root.
    fn mark_line<G: Notation>(&mut self, game: &G, line: &[G::Move]) {
        let mut position = game.clone();
        let mut at = 0;
        self.nodes[0].mark = Mark::Best;
        for &m in line {
            let edge = position.move_text(m);
            // After a re-search the last visit of the move is the one that counts.
            let next = (at + 1..self.nodes.len())
                .rfind(|&i| self.nodes[i].parent == Some(at) && self.nodes[i].edge == edge);
            let Some(next) = next.filter(|&i| self.nodes[i].mark != Mark::Cut) else {
                return;
            };
            self.nodes[next].mark = Mark::Best;
            position.play(m);
            at = next;
        }
    }

    /// A sentence for every cut: those of earlier passes, then those shown, in the order of the
    /// tree.
    pub fn sentences(&self) -> Vec<String> {
        let cuts = self.nodes.iter().filter_map(|node| node.cut.as_ref());
        let shown = cuts.map(|(_, sentence)| (self.passes, sentence));
        let earlier = self
            .earlier
            .iter()
            .map(|(pass, sentence)| (*pass, sentence));
        let told = earlier
            .chain(shown)
            .map(|(pass, sentence)| match self.passes {
                1 => sentence.clone(),
                all => format!("Pass {pass} of {all}: {sentence}"),
            });
        told.collect()
    }

    /// What a reader must know of a search that began more than once.
    fn remark(&self) -> Option<String> {
        let all = self.passes;
        let text = format!("Shown is the last of {all} passes; the figures are of all.");
        (all > 1).then_some(text)
    }

    /// The tree to draw.
    pub fn drawing(&self) -> Tree {
        let nodes = self.nodes.iter().map(|node| TreeNode {
            parent: node.parent,
            edge: node.edge.clone(),
            text: node.text(),
            under: match &node.window {
                Some((alpha, beta)) => format!("[{alpha}, {beta}]"),
                None => String::new(),
            },
            tooltip: node.tooltip(),
            shape: node.shape,
            mark: match (&node.cut, node.mark) {
                (Some(_), Mark::Plain) => Mark::Cutter,
                (_, mark) => mark,
            },
        });
        Tree {
            nodes: nodes.collect(),
            title: self.title.clone(),
            notes: self.remark().into_iter().chain(self.sentences()).collect(),
        }
    }

    /// The tree as nested JSON objects.
    pub fn json(&self) -> Value {
        // Children stand after their parents: built from the end, each is complete when used.
        let mut built: Vec<Vec<Value>> = vec![Vec::new(); self.nodes.len()];
        for i in (0..self.nodes.len()).rev() {
            let mut children = std::mem::take(&mut built[i]);
            children.reverse();
            let object = self.nodes[i].json(children);
            match self.nodes[i].parent {
                Some(parent) => built[parent].push(object),
                None => return object,
            }
        }
        Value::Null
    }
}

/// A sentence for every cut of the passes before the last, at most `most`.
fn earlier_sentences<G: Notation>(say: &Sentences<'_, G>, most: usize) -> Vec<(usize, String)> {
    let recorder = say.recorder;
    let mut told = Vec::new();
    for (pass, bounds) in (1..).zip(recorder.passes.windows(2)) {
        let mut pending = vec![(bounds[0], say.game.clone(), String::new())];
        while let Some((at, position, path)) = pending.pop() {
            if told.len() >= most {
                return told;
            }
            let cut = say.cut(at, &position, &path);
            told.extend(cut.map(|(_, sentence)| (pass, sentence)));
            for &child in recorder.nodes[at].children.iter().rev() {
                let Some(via) = recorder.nodes[child].via else {
                    continue;
                };
                let path = format!("{path} {}", position.move_text(via));
                let path = path.trim_start().to_string();
                pending.push((child, position.after(via), path));
            }
        }
    }
    told
}

/// Which recorded nodes to show: breadth first from the root.
fn nearest_the_root<M>(recorder: &Recorder<M>, root: usize, most: usize) -> Vec<bool> {
    let mut wanted = vec![false; recorder.nodes.len()];
    let mut queue = VecDeque::from([root]);
    for _ in 0..most.max(1) {
        let Some(at) = queue.pop_front() else { break };
        wanted[at] = true;
        queue.extend(&recorder.nodes[at].children);
    }
    wanted
}

impl<G: Notation> Builder<'_, G> {
    /// Describes the wanted nodes in depth-first order, without recursion.
    fn build(&mut self, root: usize) {
        let mut pending = vec![(root, None, self.game.clone(), String::new())];
        while let Some((at, parent, position, path)) = pending.pop() {
            let shown = self.describe(at, parent, &position, &path);
            let place = self.nodes.len();
            self.nodes.push(shown);
            let node = &self.recorder.nodes[at];
            let elided: usize = node.children.iter().filter(|&&c| !self.wanted[c]).count();
            // Unsearched moves are drawn after the searched ones, which the stack reverses: they
            // are pushed as finished nodes only once their place in the order has come.
            for &m in &node.skipped {
                let mut cut = self.unsearched(place, position.move_text(m), &position);
                if position.after(m).payoff().is_some() {
                    cut.shape = Shape::Leaf;
                }
                self.nodes.push(cut);
            }
            if elided > 0 {
                let mut rest = self.unsearched(place, String::new(), &position);
                rest.mark = Mark::Elided;
                rest.elided = elided;
                self.nodes.push(rest);
            }
            for &child in node.children.iter().rev().filter(|&&c| self.wanted[c]) {
                let Some(via) = self.recorder.nodes[child].via else {
                    continue;
                };
                let edge = position.move_text(via);
                let path = if path.is_empty() {
                    edge
                } else {
                    format!("{path} {edge}")
                };
                pending.push((child, Some(place), position.after(via), path));
            }
        }
        self.put_unsearched_last();
    }

    /// Moves the unsearched children behind the searched ones of the same node.
    fn put_unsearched_last(&mut self) {
        let count = self.nodes.len();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (i, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(i);
            }
        }
        for list in &mut children {
            list.sort_by_key(|&i| matches!(self.nodes[i].mark, Mark::Cut | Mark::Elided));
        }
        let mut order = Vec::new();
        let mut pending = vec![0];
        while let Some(at) = pending.pop() {
            order.push(at);
            pending.extend(children[at].iter().rev());
        }
        let mut place = vec![0; count];
        for (new, &old) in order.iter().enumerate() {
            place[old] = new;
        }
        let mut nodes: Vec<Option<Shown>> = std::mem::take(&mut self.nodes)
            .into_iter()
            .map(Some)
            .collect();
        self.nodes = order.iter().filter_map(|&old| nodes[old].take()).collect();
        for node in &mut self.nodes {
            node.parent = node.parent.map(|parent| place[parent]);
        }
    }

    fn describe(&self, at: usize, parent: Option<usize>, position: &G, path: &str) -> Shown {
        let node = &self.recorder.nodes[at];
        let max = position.side() == self.say.reference;
        let edge = path.rsplit(' ').next().unwrap_or_default().to_string();
        let (low, high) = if max {
            (node.alpha, node.beta)
        } else {
            (node.beta, node.alpha)
        };
        let window = (self.windows && node.leaf.is_none()).then(|| {
            (
                self.say.value(position, low),
                self.say.value(position, high),
            )
        });
        let mut notes = node.notes.clone();
        match node.purpose {
            Purpose::Scout => notes.insert(0, "minimal window".to_string()),
            Purpose::Research => notes.insert(0, "searched again".to_string()),
            Purpose::Quiescence => notes.insert(0, "past the depth limit".to_string()),
            Purpose::Root | Purpose::Normal | Purpose::Probe => {}
        }
        Shown {
            parent,
            edge,
            max,
            shape: match (node.leaf, max) {
                (Some(_), _) => Shape::Leaf,
                (None, true) => Shape::Max,
                (None, false) => Shape::Min,
            },
            value: node.value.map(|v| self.say.value(position, v)),
            bound: self.say.bound(at, position),
            window,
            cut: self.say.cut(at, position, path),
            not_searched: node
                .skipped
                .iter()
                .map(|&m| position.move_text(m))
                .collect(),
            notes,
            mark: Mark::Plain,
            elided: 0,
        }
    }

    fn unsearched(&self, parent: usize, edge: String, position: &G) -> Shown {
        let max = position.side() != self.say.reference;
        Shown {
            parent: Some(parent),
            edge,
            max,
            shape: if max { Shape::Max } else { Shape::Min },
            value: None,
            bound: None,
            window: None,
            cut: None,
            not_searched: Vec::new(),
            notes: Vec::new(),
            mark: Mark::Cut,
            elided: 0,
        }
    }
}

impl Shown {
    fn text(&self) -> String {
        if self.mark == Mark::Elided {
            return format!("{} more", self.elided);
        }
        let Some(value) = &self.value else {
            return String::new();
        };
        match self.bound {
            Some(Bound::Lower) => format!("≥{value}"),
            Some(Bound::Upper) => format!("≤{value}"),
            _ => value.clone(),
        }
    }

    fn tooltip(&self) -> String {
        let mut parts = self.notes.clone();
        parts.extend(self.cut.iter().map(|(_, sentence)| sentence.clone()));
        parts.join("; ")
    }

    fn json(&self, children: Vec<Value>) -> Value {
        let mut object = Map::new();
        let mut put = |name: &str, value: Value| object.insert(name.to_string(), value);
        if self.parent.is_some() {
            put("move", json!(self.edge));
        }
        match self.mark {
            Mark::Cut => {
                put("searched", json!(false));
                return Value::Object(object);
            }
            Mark::Elided => return json!({"elided": self.elided}),
            _ => {}
        }
        let kind = match (self.shape, self.max) {
            (Shape::Leaf, _) => "leaf",
            (_, true) => "max",
            (_, false) => "min",
        };
        put("kind", json!(kind));
        put("value", self.value.as_deref().map_or(Value::Null, number));
        if let Some(bound) = self.bound {
            let bound = match bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            };
            put("bound", json!(bound));
        }
        if let Some((alpha, beta)) = &self.window {
            put("alpha", number(alpha));
            put("beta", number(beta));
        }
        if let Some((kind, sentence)) = &self.cut {
            put(
                "cut",
                json!({"kind": kind, "not_searched": self.not_searched, "sentence": sentence}),
            );
        }
        if !self.notes.is_empty() {
            put("notes", json!(self.notes));
        }
        if self.mark == Mark::Best {
            put("principal_variation", json!(true));
        }
        if !children.is_empty() {
            put("children", Value::Array(children));
        }
        Value::Object(object)
    }
}
