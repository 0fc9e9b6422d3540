//! UCT over umpire messages (approaches B and C).
//!
//! *Source.* Darkboard 2.0 (Ciancarini & Favini 2009) does not guess boards: a node is what we
//! believe, a move leads to one of the messages that the umpire may answer with, drawn by the
//! matrices, and then to one of the messages that the other side's move may cause. A leaf is valued
//! by the material after one step, each outcome weighed by its probability (C), or after four steps
//! by chance (B). The most visited move is played. *Ours.* A refused try leads back to our own turn
//! with what the refusal told: tries are free questions. Values are squashed to (-1, 1).
//!
//! *Cost.* A visit copies three matrices and spreads them once a level.

use zermelo_chess::{Kind, attacks};
use zermelo_game::random::Rng;

use super::Budget;
use super::reactions::worth;
use crate::action::Try;
use crate::announcement::Captured;
use crate::belief::Belief;
use crate::men::{Men, bit, squares};

/// The constants of the search, in one place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Params {
    /// How much UCT explores.
    pub exploration: f32,
    /// Material, in pawns, that a value of tanh(1) stands for.
    pub squash: f32,
    /// Own moves that a line of the tree may have.
    pub depth: u32,
    /// Steps of a leaf's simulation; one is valued by its expectation.
    pub steps: u32,
    /// Moves of a node that are looked at: the best by their one-step value.
    pub width: usize,
    /// The chance that the other side, which sees nothing, captures an attacked man by accident,
    /// made larger than it is: what we have won must last until the mate.
    pub accident: f32,
    /// The chance that a king takes an unprotected man that checks it from the next square.
    pub near: f32,
    /// How likely a pawn's capture is where the matrices give a pawn a chance of one. A side is told
    /// of its pawns' captures and makes them, and the matrices, which know nothing of pawns that
    /// stand together, say too little: docs/kriegspiel.md has what other numbers are worth.
    pub pawn_capture: f32,
    /// The chance that it recaptures when it can.
    pub recapture: f32,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            exploration: 0.35,
            squash: 5.0,
            depth: 4,
            steps: 1,
            width: 14,
            accident: 0.2,
            near: 0.4,
            pawn_capture: 2.0,
            recapture: 0.9,
        }
    }
}

/// What is believed at a node.
#[derive(Clone, Debug)]
pub struct State {
    /// Our men.
    pub men: Men,
    /// Theirs.
    pub belief: Belief,
    /// Material won since the root, in pawns.
    pub gain: f32,
    /// Our last move, which is not to be taken back without need.
    pub last: Option<Try>,
}

/// What can come of a try.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    /// The chance that it is legal.
    pub legal: f32,
    /// The chance that it captures, if legal.
    pub capture: f32,
    /// What the whole step is worth, if legal.
    pub value: f32,
}

impl State {
    /// The chances of a try.
    #[must_use]
    pub fn outlook(&self, tried: Try, covered: &[u8; 64], params: &Params) -> Outlook {
        let belief = &self.belief;
        let kind = self.men.kind_at(tried.from).unwrap_or(Kind::King);
        let takes_as_pawn = self.men.is_pawn_capture(tried);
        let between = attacks::between(tried.from, tried.to);
        let mut legal: f32 = squares(between).map(|s| 1.0 - belief.occupied(s)).product();
        let there = belief.occupied(tried.to);
        let mut capture = there;
        let attacked = belief.attacked(tried.to);
        match kind {
            Kind::Pawn if takes_as_pawn => (legal, capture) = (there, 1.0),
            Kind::Pawn => (legal, capture) = (legal * (1.0 - there), 0.0),
            Kind::King => legal *= 1.0 - attacked,
            _ => {}
        }
        let at = usize::from(tried.to);
        let prize = (belief.pawns[at] + 4.2 * belief.pieces[at]) / there.max(0.01);
        let by_pawn = belief.attacked_by_pawn(tried.to);
        // The moving man covers its own goal, unless it is a pawn that steps forward.
        let itself = u8::from(kind != Kind::Pawn || takes_as_pawn);
        let supported = covered[at] > itself;
        let mut by_accident = params.pawn_capture * by_pawn + params.accident * attacked;
        if !supported {
            by_accident += params.near * self.king_beside(tried, kind);
        }
        let loss = capture * attacked * params.recapture + (1.0 - capture) * by_accident.min(1.0);
        let loss = if kind == Kind::King { 0.0 } else { loss };
        let own = tried.promotion.map_or(worth(kind), worth);
        let revenge = if supported { 1.6 * loss } else { 0.0 };
        let promoted = tried.promotion.map_or(0.0, |kind| worth(kind) - 1.0);
        let value = capture * prize - loss * own
            + revenge
            + promoted * (1.0 - loss)
            + self.manners(tried, kind);
        Outlook {
            legal,
            capture,
            value,
        }
    }

    /// The chance that a man checks a king that stands beside it.
    fn king_beside(&self, tried: Try, kind: Kind) -> f32 {
        let kind = tried.promotion.unwrap_or(kind);
        let beside = attacks::king(tried.to) & self.men.attacks(kind, tried.to, 0);
        let chances = squares(beside).map(|s| self.belief.king[usize::from(s)]);
        chances.sum()
    }

    /// What our men are in danger of losing, in pawns: a man that nobody covers is lost, a covered
    /// one is exchanged.
    fn exposure(&self, covered: &[u8; 64], params: &Params) -> f32 {
        let mut danger = 0.0;
        for kind in Kind::ALL {
            if kind == Kind::King {
                continue;
            }
            for square in squares(self.men.squares(kind)) {
                let attacked = self.belief.attacked(square);
                let by_pawn = self.belief.attacked_by_pawn(square);
                let share = if covered[usize::from(square)] > 0 {
                    0.4
                } else {
                    1.0
                };
                let net = (worth(kind) - 1.0).max(0.0);
                danger += params.accident * attacked * worth(kind) * share;
                danger += params.pawn_capture * by_pawn * (net + (1.0 - net).max(0.0) * share);
            }
        }
        danger
    }

    /// Small preferences between moves that win and lose nothing: come forward, look for the
    /// king, do not go back and forth.
    fn manners(&self, tried: Try, kind: Kind) -> f32 {
        let forward = |square: u8| match self.men.side() {
            zermelo_game::Side::First => f32::from(square >> 3),
            zermelo_game::Side::Second => f32::from(7 - (square >> 3)),
        };
        let gained = forward(tried.to) - forward(tried.from);
        let (pawns, pieces) = self.belief.counts();
        let late = 1.0 - ((pawns + pieces) / 15.0).min(1.0);
        let back = self
            .last
            .is_some_and(|last| (last.from, last.to) == (tried.to, tried.from));
        let own = self.men.occupied() & !bit(tried.from);
        let bears = match kind {
            Kind::Pawn | Kind::King => 0,
            _ => self
                .men
                .attacks(tried.promotion.unwrap_or(kind), tried.to, own),
        };
        let king: f32 = squares(bears)
            .map(|s| self.belief.king[usize::from(s)])
            .sum();
        let step = match kind {
            Kind::Pawn => 0.03 + 0.05 * late + 0.02 * forward(tried.to) * late,
            // A king that comes out among many men is mated by chance.
            Kind::King if pieces > 1.5 => -0.08,
            Kind::King => 0.04 * late - 0.06 * (1.0 - late),
            _ => 0.01,
        };
        let repeat = if back { 0.12 } else { 0.0 };
        step * gained + 0.12 * king + 0.002 * bears.count_ones() as f32 - repeat
    }

    /// The state after a refusal.
    fn refused(&self, tried: Try) -> State {
        let mut next = self.clone();
        next.belief.refused(&next.men, tried);
        next.belief.settle(&next.men);
        next
    }

    /// The state after an accepted try and the other side's answer, both drawn by chance; and
    /// which messages they were: whether we captured, and where a man of ours was captured.
    fn step(&self, tried: Try, outlook: &Outlook, rng: &mut Rng, params: &Params) -> (State, u8) {
        let mut next = self.clone();
        let mut message = 0;
        next.men.play(tried);
        next.last = Some(tried);
        next.belief.clear(attacks::between(tried.from, tried.to));
        let drawn = rng.unit() as f32;
        let captured = drawn < outlook.capture;
        if captured {
            let at = usize::from(tried.to);
            let pawn = self.belief.pawns[at] / self.belief.occupied(tried.to).max(0.01);
            let is_pawn = (rng.unit() as f32) < pawn;
            let what = if is_pawn {
                Captured::Pawn
            } else {
                Captured::Piece
            };
            next.gain += if is_pawn { 1.0 } else { 4.2 };
            next.belief.captured(tried.to, Some(what));
            message |= 1;
        }
        next.belief.clear(bit(tried.to));
        next.gain += tried.promotion.map_or(0.0, |kind| worth(kind) - 1.0);
        let attacked = self.belief.attacked(tried.to);
        let by_pawn = self.belief.attacked_by_pawn(tried.to);
        let chance = if captured {
            attacked * params.recapture
        } else {
            params.pawn_capture * by_pawn + params.accident * attacked
        };
        let kind = next.men.kind_at(tried.to).unwrap_or(Kind::King);
        next.belief.spread(&next.men);
        if kind != Kind::King && (rng.unit() as f32) < chance {
            next.gain -= worth(kind);
            next.men.remove(tried.to);
            next.belief.enemy_at(tried.to);
            message |= 2;
        }
        (next, message)
    }
}

/// A move at a node.
#[derive(Clone, Debug)]
struct Edge {
    tried: Try,
    outlook: Outlook,
    visits: u32,
    sum: f32,
    children: Vec<(u8, usize)>,
}

struct Node {
    state: State,
    edges: Vec<Edge>,
    visits: u32,
}

/// A move as the search ranks it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ranked {
    /// The move.
    pub tried: Try,
    /// How often it was visited.
    pub visits: u32,
    /// Its mean value, between -1 and 1.
    pub value: f32,
}

/// The tree.
pub struct Tree<'a> {
    nodes: Vec<Node>,
    params: Params,
    rng: &'a mut Rng,
}

/// The message of a refusal, among those of an accepted try.
const REFUSED: u8 = 4;

/// Nodes that a tree may have; each holds three matrices.
const MOST_NODES: usize = 40_000;

impl<'a> Tree<'a> {
    /// A tree of one node, in which these tries are possible.
    pub fn new(state: State, tries: &[Try], params: Params, rng: &'a mut Rng) -> Tree<'a> {
        let mut tree = Tree {
            nodes: Vec::new(),
            params,
            rng,
        };
        let edges = tree.edges(&state, tries, usize::MAX);
        tree.nodes.push(Node {
            state,
            edges,
            visits: 0,
        });
        tree
    }

    /// Visits the tree until the budget is spent; all moves of the root, the most visited first.
    pub fn search(&mut self, budget: &Budget) -> Vec<Ranked> {
        let mut steps = 0;
        // The clock is looked at every few visits.
        while steps & 7 != 0 || !budget.is_spent(steps) {
            self.visit(0, self.params.depth);
            steps += 1;
        }
        let mut ranked: Vec<Ranked> = self.nodes[0]
            .edges
            .iter()
            .map(|edge| Ranked {
                tried: edge.tried,
                visits: edge.visits,
                value: edge.sum / edge.visits.max(1) as f32,
            })
            .collect();
        ranked.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        ranked
    }

    fn edges(&self, state: &State, tries: &[Try], width: usize) -> Vec<Edge> {
        let covered = state.men.cover_counts();
        let mut edges: Vec<Edge> = tries
            .iter()
            .map(|&tried| Edge {
                tried,
                outlook: state.outlook(tried, &covered, &self.params),
                visits: 0,
                sum: 0.0,
                children: Vec::new(),
            })
            .collect();
        let promise = |edge: &Edge| edge.outlook.value * edge.outlook.legal;
        edges.sort_by(|a, b| promise(b).total_cmp(&promise(a)));
        edges.truncate(width);
        edges
    }

    fn squash(&self, pawns: f32) -> f32 {
        (pawns / self.params.squash).tanh()
    }

    /// One visit of a node; the value it gave.
    fn visit(&mut self, node: usize, depth: u32) -> f32 {
        self.nodes[node].visits += 1;
        let Some(chosen) = self.select(node) else {
            return self.squash(self.nodes[node].state.gain);
        };
        let edge = &self.nodes[node].edges[chosen];
        let (tried, outlook) = (edge.tried, edge.outlook);
        let legal = (self.rng.unit() as f32) < outlook.legal;
        let state = &self.nodes[node].state;
        let value = if legal {
            let (next, message) = state.step(tried, &outlook, self.rng, &self.params);
            self.follow(node, chosen, message, next, depth.saturating_sub(1))
        } else {
            let next = state.refused(tried);
            self.follow(node, chosen, REFUSED, next, depth)
        };
        let edge = &mut self.nodes[node].edges[chosen];
        edge.visits += 1;
        edge.sum += value;
        value
    }

    /// Goes on to the child of a message, making it if it is new.
    fn follow(&mut self, node: usize, edge: usize, message: u8, next: State, depth: u32) -> f32 {
        let known = &self.nodes[node].edges[edge].children;
        let child = known.iter().find(|(said, _)| *said == message);
        match child {
            Some(&(_, child)) if depth > 0 => return self.visit(child, depth),
            Some(_) => return self.leaf(&next),
            None if self.nodes.len() >= MOST_NODES => return self.leaf(&next),
            None => {}
        }
        let tries: Vec<Try> = if message == REFUSED {
            let before = &self.nodes[node].edges;
            let left = before.iter().enumerate().filter(|(at, _)| *at != edge);
            left.map(|(_, edge)| edge.tried).collect()
        } else {
            let mut tries = Vec::new();
            next.men.tries(true, true, &mut tries);
            tries
        };
        let value = self.leaf(&next);
        let edges = self.edges(&next, &tries, self.params.width);
        self.nodes.push(Node {
            state: next,
            edges,
            visits: 0,
        });
        let child = self.nodes.len() - 1;
        self.nodes[node].edges[edge].children.push((message, child));
        value
    }

    /// The move of a node with the highest bound; each is visited once first, in their order.
    fn select(&self, node: usize) -> Option<usize> {
        let node = &self.nodes[node];
        if let Some(new) = node.edges.iter().position(|edge| edge.visits == 0) {
            return Some(new);
        }
        let all = (node.visits.max(1) as f32).ln();
        let bound = |edge: &Edge| {
            let visits = edge.visits as f32;
            edge.sum / visits + self.params.exploration * (all / visits).sqrt()
        };
        let numbered = node.edges.iter().enumerate();
        numbered
            .max_by(|a, b| bound(a.1).total_cmp(&bound(b.1)))
            .map(|(at, _)| at)
    }

    /// The value of a leaf: one step by its expectation, or several by chance.
    fn leaf(&mut self, state: &State) -> f32 {
        if self.params.steps <= 1 {
            let mut tries = Vec::new();
            state.men.tries(true, true, &mut tries);
            let covered = state.men.cover_counts();
            let best = tries
                .iter()
                .map(|&tried| {
                    let outlook = state.outlook(tried, &covered, &self.params);
                    outlook.value * outlook.legal
                })
                .fold(0.0, f32::max);
            let danger = state.exposure(&covered, &self.params);
            return self.squash(state.gain + best - danger);
        }
        let mut state = state.clone();
        let mut tries = Vec::new();
        for _ in 0..self.params.steps {
            tries.clear();
            state.men.tries(true, true, &mut tries);
            let covered = state.men.cover_counts();
            // A few draws find a legal try, or the step is lost.
            for _ in 0..4 {
                let Some(&tried) = self.rng.pick(&tries) else {
                    break;
                };
                let outlook = state.outlook(tried, &covered, &self.params);
                if (self.rng.unit() as f32) < outlook.legal {
                    state = state.step(tried, &outlook, self.rng, &self.params).0;
                    break;
                }
            }
        }
        self.squash(state.gain)
    }
}
