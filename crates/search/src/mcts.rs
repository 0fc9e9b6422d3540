//! Monte Carlo tree search with UCT.
//!
//! Kocsis & Szepesvári 2006, Coulom 2006: select by `U_i = V_i + c·sqrt(ln N / n_i)`, unvisited
//! children first; expand one node; play out at random; back up. Payoffs are kept as they come
//! and scaled to `[0, 1]`, when children are compared, by the least and largest payoff met so
//! far, so that any game fits; a playout that was broken off counts as the middle. The most
//! visited child is played. *Invariant.* A parent's visits are one more than the sum of its
//! children's. *Cost.* One playout and one new node per iteration.

use zermelo_game::random::Rng;
use zermelo_game::{Game, Score};

use crate::{Answer, Counts, Limits, Note, Params, Stopped};

/// One node of the Monte Carlo tree.
struct Node<M> {
    via: Option<M>,
    parent: Option<usize>,
    children: Vec<usize>,
    untried: Vec<M>,
    visits: u64,
    /// The sum of the payoffs of playouts that came to their end, for the root's side.
    total: f64,
    /// Playouts that came to their end.
    ended: u64,
    /// Whether the root's side moved into it.
    by_root_side: bool,
}

struct Tree<'a, G: Game> {
    nodes: Vec<Node<G::Move>>,
    params: &'a Params,
    rng: Rng,
    counts: Counts,
    /// The least and largest payoff met, for the side to move at the root.
    range: (Score, Score),
    /// The moves of a playout's position.
    playout: Vec<G::Move>,
}

/// Searches by random playouts until a limit is reached or the iterations are done.
pub fn mcts<G: Game>(game: &G, params: &Params, limits: Limits<'_>) -> Answer<G::Move> {
    let mut tree = Tree::<G> {
        nodes: Vec::new(),
        params,
        rng: Rng::new(params.seed as u64),
        counts: Counts::default(),
        range: (0, 0),
        playout: Vec::new(),
    };
    tree.add(game, None, None);
    if let Some(payoff) = game.payoff() {
        tree.counts.leaves += 1;
        return tree.answer(payoff, None);
    }
    tree.measure_range(game);
    let bytes_per_node = size_of::<Node<G::Move>>() + 8 * size_of::<G::Move>() + 16;
    let mut stopped = None;
    for iteration in 0..params.mcts_iterations {
        let memory = tree.nodes.len() * bytes_per_node;
        if memory > limits.memory {
            stopped = Some(Stopped::Memory);
        } else if tree.counts.nodes() >= limits.nodes {
            stopped = Some(Stopped::Nodes);
        } else if iteration > 0 && iteration % 16 == 0 && limits.stop.is_some_and(|stop| stop()) {
            stopped = Some(Stopped::Asked);
        }
        if stopped.is_some() {
            break;
        }
        tree.iterate(game);
    }
    let value = tree.value();
    tree.answer(value, stopped)
}

impl<G: Game> Tree<'_, G> {
    fn add(&mut self, game: &G, via: Option<G::Move>, parent: Option<usize>) -> usize {
        let mut untried = Vec::new();
        game.legal_moves(&mut untried);
        // Taken from the end: reversed, children are first tried in natural order.
        untried.reverse();
        let above = parent.map(|parent| self.nodes[parent].by_root_side);
        self.nodes.push(Node {
            via,
            parent,
            children: Vec::new(),
            untried,
            visits: 0,
            total: 0.0,
            ended: 0,
            by_root_side: above.is_some_and(|above| !above),
        });
        self.nodes.len() - 1
    }

    /// The range of payoffs, from a few random playouts; later playouts may widen it.
    fn measure_range(&mut self, game: &G) {
        const PLAYOUTS: usize = 32;
        if self.params.mcts_outcome == 1 {
            self.range = (-1, 1);
            return;
        }
        let payoffs: Vec<Score> = (0..PLAYOUTS)
            .filter_map(|_| self.play_out(game, 0))
            .collect();
        self.range.0 = payoffs.iter().copied().min().unwrap_or(-1);
        self.range.1 = payoffs.iter().copied().max().unwrap_or(1);
    }

    fn iterate(&mut self, game: &G) {
        let mut position = game.clone();
        let mut node = 0;
        let mut ply = 0;
        while self.nodes[node].untried.is_empty() && !self.nodes[node].children.is_empty() {
            self.counts.interior += 1;
            node = self.select(node);
            position.play(self.nodes[node].via.expect("only the root has no move"));
            ply += 1;
        }
        if let Some(m) = self.nodes[node].untried.pop() {
            self.counts.interior += 1;
            position.play(m);
            let child = self.add(&position, Some(m), Some(node));
            self.nodes[node].children.push(child);
            node = child;
            ply += 1;
        }
        let payoff = self.play_out(&position, ply);
        let payoff = payoff.map(|payoff| self.measured(payoff));
        let mut at = Some(node);
        while let Some(i) = at {
            let node = &mut self.nodes[i];
            node.visits += 1;
            if let Some(payoff) = payoff {
                node.total += f64::from(payoff);
                node.ended += 1;
            }
            at = node.parent;
        }
    }

    /// The child with the largest upper confidence bound; the first of equals.
    fn select(&self, node: usize) -> usize {
        let c = self.params.mcts_exploration as f64 / 100.0;
        let log = (self.nodes[node].visits as f64).ln();
        let mut best = (f64::NEG_INFINITY, self.nodes[node].children[0]);
        for &i in &self.nodes[node].children {
            let child = &self.nodes[i];
            let visits = child.visits as f64;
            let bound = self.scaled(child) + c * (log / visits).sqrt();
            if bound > best.0 {
                best = (bound, i);
            }
        }
        best.1
    }

    /// Plays random moves to the end. The payoff is the root side's; `ply` tells whose move the
    /// position is. `None` if the playout was broken off.
    fn play_out(&mut self, from: &G, ply: usize) -> Option<Score> {
        let mut position = from.clone();
        let mut sign = if ply.is_multiple_of(2) { 1 } else { -1 };
        for _ in 0..self.params.mcts_playout_plies {
            if let Some(payoff) = position.payoff() {
                self.counts.leaves += 1;
                return Some(sign * payoff);
            }
            self.playout.clear();
            position.legal_moves(&mut self.playout);
            let m = *self
                .rng
                .pick(&self.playout)
                .expect("an unfinished game has a move");
            position.play(m);
            sign = -sign;
        }
        self.counts.leaves += 1;
        None
    }

    /// The root side's payoff as it counts; the range is widened by it.
    fn measured(&mut self, payoff: Score) -> Score {
        let payoff = if self.params.mcts_outcome == 1 {
            payoff.signum()
        } else {
            payoff
        };
        self.range.0 = self.range.0.min(payoff);
        self.range.1 = self.range.1.max(payoff);
        payoff
    }

    fn span(&self) -> f64 {
        f64::from(self.range.1) - f64::from(self.range.0)
    }

    /// The mean of a node's playouts scaled to `[0, 1]`, for the side that moved into it.
    fn scaled(&self, node: &Node<G::Move>) -> f64 {
        let span = self.span();
        if span == 0.0 {
            return 0.5;
        }
        let (ended, low) = (node.ended as f64, f64::from(self.range.0));
        let broken_off = (node.visits - node.ended) as f64;
        let mean = ((node.total - ended * low) / span + 0.5 * broken_off) / node.visits as f64;
        if node.by_root_side { mean } else { 1.0 - mean }
    }

    fn most_visited(&self, node: usize) -> Option<usize> {
        // The first of equals, so that the answer does not depend on the order of a map.
        let children = self.nodes[node].children.iter().copied();
        children.rev().max_by_key(|&i| self.nodes[i].visits)
    }

    /// The mean payoff of the most visited child, in units of payoff, rounded.
    fn value(&self) -> Score {
        self.most_visited(0)
            .map_or(0, |child| self.mean(child).round() as Score)
    }

    /// The mean payoff of a child of the root, for the root's side.
    fn mean(&self, child: usize) -> f64 {
        let node = &self.nodes[child];
        let middle = f64::from(self.range.0) + 0.5 * self.span();
        let broken_off = (node.visits - node.ended) as f64;
        (node.total + broken_off * middle) / node.visits as f64
    }

    fn answer(self, value: Score, stopped: Option<Stopped>) -> Answer<G::Move> {
        let mut pv = Vec::new();
        let mut at = self.most_visited(0);
        while let Some(i) = at {
            pv.extend(self.nodes[i].via);
            at = self.most_visited(i);
        }
        let mut notes = Vec::new();
        let mut root: Vec<usize> = self.nodes[0].children.clone();
        root.sort_by_key(|&i| std::cmp::Reverse(self.nodes[i].visits));
        for i in root {
            let node = &self.nodes[i];
            notes.push(Note::Playouts {
                m: node.via.expect("a child has a move"),
                visits: node.visits,
                mean: self.mean(i),
            });
        }
        Answer {
            value,
            pv,
            counts: self.counts,
            stopped,
            depth: None,
            notes,
            ..Answer::default()
        }
    }
}
