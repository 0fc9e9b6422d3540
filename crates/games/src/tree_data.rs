//! The nodes of an explicit tree, level by level, children side by side, parents first.
//!
//! That order makes a child an addition (`first_child + m`), a pass from the leaves up a walk
//! from the end of the list, and the nodes of a subtree one run per level.

use std::collections::HashMap;

use zermelo_game::random::mix;
use zermelo_game::{INFINITY, Score, Side};

use crate::tree_text::{RawNode, RawTree};

/// One node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    pub parent: u32,
    pub first_child: u32,
    /// Number of children; 0 for a leaf.
    pub children: u32,
    /// A leaf's value or an inner node's estimate, for Max.
    pub score: Score,
    pub depth: u16,
    /// Whether the move into the node is unquiet.
    pub noisy: bool,
    /// Whether an inner node's estimate was given rather than computed.
    pub estimated: bool,
}

/// A whole tree.
#[derive(PartialEq, Debug)]
pub(crate) struct TreeData {
    /// Compared first: equal trees have equal hashes.
    pub hash: u64,
    pub side: Side,
    pub nodes: Vec<Node>,
    pub names: HashMap<u32, String>,
    pub ranks: Option<Ranks>,
}

/// The numbers of a tree that are not all integers, sorted, each once.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Ranks {
    values: Vec<f64>,
    negatives: usize,
    has_zero: bool,
}

impl Ranks {
    fn new(mut values: Vec<f64>) -> Ranks {
        values.sort_unstable_by(f64::total_cmp);
        values.dedup();
        let negatives = values.partition_point(|&value| value < 0.0);
        Ranks {
            has_zero: values.get(negatives) == Some(&0.0),
            values,
            negatives,
        }
    }

    /// The rank of a number of the tree, which has the number's sign; of any other number, that
    /// of the next larger one, beyond all if there is none.
    fn rank(&self, value: f64) -> Score {
        let index = self.values.partition_point(|&other| other < value);
        let skipped_zero = value > 0.0 && !self.has_zero;
        index as Score - self.negatives as Score + Score::from(skipped_zero)
    }

    /// The number of a rank, if there is one.
    fn value(&self, rank: Score) -> Option<f64> {
        let skipped_zero = rank > 0 && !self.has_zero;
        let index = i64::from(rank) + self.negatives as i64 - i64::from(skipped_zero);
        let value = *usize::try_from(index)
            .ok()
            .and_then(|i| self.values.get(i))?;
        (rank != 0 || self.has_zero).then_some(value)
    }
}

impl TreeData {
    /// Puts the nodes in order, ranks the values if they are real, fills in estimates.
    pub fn new(raw: RawTree) -> TreeData {
        let given = || raw.nodes.iter().filter_map(|node| node.value);
        let ranks = given()
            .any(|value| value.fract() != 0.0)
            .then(|| Ranks::new(given().collect()));
        let (places, nodes) = by_levels(&raw.nodes, ranks.as_ref());
        let names = raw.names.into_iter();
        let mut tree = TreeData {
            hash: 0,
            side: raw.side,
            nodes,
            names: names
                .map(|(node, name)| (places[node as usize], name))
                .collect(),
            ranks,
        };
        tree.estimate();
        tree.rehash();
        tree
    }

    /// Gives every inner node without an estimate the rounded mean of the leaves below it.
    fn estimate(&mut self) {
        let mut sums = vec![(0_i64, 0_i64); self.nodes.len()];
        for i in (0..self.nodes.len()).rev() {
            let node = self.nodes[i];
            if node.children == 0 {
                sums[i] = (node.score.into(), 1);
            } else if !node.estimated {
                let (sum, count) = sums[i];
                self.nodes[i].score = (sum as f64 / count as f64).round() as Score;
            }
            if i > 0 {
                let (sum, count) = sums[i];
                let above = &mut sums[node.parent as usize];
                *above = (above.0 + sum, above.1 + count);
            }
        }
    }

    fn rehash(&mut self) {
        let side = match self.side {
            Side::First => 1,
            Side::Second => 2,
        };
        let mut hash = mix(side);
        for (i, node) in self.nodes.iter().enumerate() {
            let marks = u64::from(node.noisy) | u64::from(node.estimated) << 1;
            let word = u64::from(node.children) << 32 | u64::from(node.score as u32);
            hash = mix(hash.wrapping_add(mix(word)).wrapping_add(marks << 1 | 1));
            if let Some(name) = self.names.get(&(i as u32)) {
                let bytes = name.bytes();
                hash = bytes.fold(hash, |hash, byte| mix(hash.wrapping_add(byte.into())));
            }
        }
        if let Some(ranks) = &self.ranks {
            let values = ranks.values.iter();
            hash = values.fold(hash, |hash, value| mix(hash.wrapping_add(value.to_bits())));
        }
        self.hash = hash;
    }

    /// The tree with every node's children reversed, and where each node went.
    pub fn mirrored(&self) -> (TreeData, Vec<u32>) {
        // The new order of the old nodes: level by level, children reversed.
        let mut order: Vec<u32> = vec![0];
        let mut nodes = Vec::with_capacity(self.nodes.len());
        let mut places = vec![0; self.nodes.len()];
        for i in 0..self.nodes.len() {
            let old = order[i] as usize;
            places[old] = i as u32;
            let node = self.nodes[old];
            nodes.push(Node {
                parent: places[node.parent as usize],
                first_child: order.len() as u32,
                ..node
            });
            order.extend((node.first_child..node.first_child + node.children).rev());
        }
        let names = self.names.iter();
        let mut tree = TreeData {
            hash: 0,
            side: self.side,
            nodes,
            names: names
                .map(|(&node, name)| (places[node as usize], name.clone()))
                .collect(),
            ranks: self.ranks.clone(),
        };
        tree.rehash();
        (tree, places)
    }

    /// Nodes, or only leaves, of the subtree of a node.
    pub fn count_below(&self, node: u32, only_leaves: bool) -> u64 {
        let (mut first, mut end) = (node as usize, node as usize + 1);
        let mut count = 0;
        while first < end {
            let level = &self.nodes[first..end];
            let counted = |node: &&Node| !only_leaves || node.children == 0;
            count += level.iter().filter(counted).count() as u64;
            let below: usize = level.iter().map(|node| node.children as usize).sum();
            first = self.nodes[first].first_child as usize;
            end = first + below;
        }
        count
    }

    /// The children that lead to a node, from 1, with dots.
    pub fn path(&self, mut node: u32) -> String {
        let mut children = Vec::new();
        while node != 0 {
            let parent = self.nodes[node as usize].parent;
            let number = node - self.nodes[parent as usize].first_child + 1;
            children.push(number.to_string());
            node = parent;
        }
        children.reverse();
        children.join(".")
    }

    /// A score of Max as the number that the text gave.
    pub fn value_text(&self, score: Score) -> String {
        match &self.ranks {
            None => score.to_string(),
            Some(ranks) => ranks
                .value(score)
                .map_or_else(|| score.to_string(), |value| value.to_string()),
        }
    }

    /// The least score of Max that stands for a number or more.
    pub fn score_at_least(&self, number: f64) -> Score {
        match &self.ranks {
            None => (number.ceil() as Score).clamp(-INFINITY + 1, INFINITY - 1),
            Some(ranks) => ranks.rank(number),
        }
    }

    /// Appends a subtree's text; with an ellipsis instead of the rest once `limit` is passed.
    /// Recurses as deep as brackets may nest.
    pub fn write(&self, node: u32, limit: usize, out: &mut String) {
        let place = self.nodes[node as usize];
        if place.noisy {
            out.push('!');
        }
        if let Some(name) = self.names.get(&node) {
            out.push_str(name);
            out.push('=');
        }
        if place.children == 0 {
            out.push_str(&self.value_text(place.score));
            return;
        }
        if place.estimated {
            out.push_str(&self.value_text(place.score));
            out.push(':');
        }
        out.push('(');
        for child in place.first_child..place.first_child + place.children {
            if out.len() > limit {
                out.push('…');
                break;
            }
            let brackets_meet = out.ends_with(')') && self.begins_with_bracket(child);
            if child > place.first_child && !brackets_meet {
                out.push(' ');
            }
            self.write(child, limit, out);
        }
        out.push(')');
    }

    fn begins_with_bracket(&self, node: u32) -> bool {
        let place = self.nodes[node as usize];
        let bare = !place.noisy && !place.estimated && !self.names.contains_key(&node);
        bare && place.children > 0
    }
}

/// Sorts nodes by depth, keeping their order within a level; also gives each node's new place.
fn by_levels(raw: &[RawNode], ranks: Option<&Ranks>) -> (Vec<u32>, Vec<Node>) {
    let deepest = raw.iter().map(|node| node.depth).max().unwrap_or(0);
    let mut next = vec![0_u32; usize::from(deepest) + 2];
    for node in raw {
        next[usize::from(node.depth) + 1] += 1;
    }
    for level in 1..next.len() {
        next[level] += next[level - 1];
    }
    let mut places = Vec::with_capacity(raw.len());
    for node in raw {
        let place = &mut next[usize::from(node.depth)];
        places.push(*place);
        *place += 1;
    }
    let empty = Node {
        parent: 0,
        first_child: 0,
        children: 0,
        score: 0,
        depth: 0,
        noisy: false,
        estimated: false,
    };
    let mut nodes = vec![empty; raw.len()];
    for (node, &place) in raw.iter().zip(&places) {
        let score = |value| ranks.map_or(value as Score, |ranks| ranks.rank(value));
        nodes[place as usize] = Node {
            parent: places[node.parent as usize],
            score: node.value.map_or(0, score),
            depth: node.depth,
            noisy: node.noisy,
            estimated: !node.is_leaf && node.value.is_some(),
            ..nodes[place as usize]
        };
        if place > 0 {
            nodes[places[node.parent as usize] as usize].children += 1;
        }
    }
    // The children of each level's nodes follow one another.
    let mut first_child = 1;
    for node in &mut nodes {
        node.first_child = first_child;
        first_child += node.children;
    }
    (places, nodes)
}
