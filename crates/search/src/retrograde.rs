//! Retrograde analysis: from the finished games backwards to every position.
//!
//! Ströhlein 1970, Thompson 1986. All positions reachable from the start are enumerated with the
//! edges between them; the finished ones get their payoff; a position is settled when one of its
//! moves reaches the best payoff there is, or when all its moves are settled. What is never
//! settled goes round in circles and is a draw (0). *Invariant.* Exact for games without cycles,
//! whatever the payoffs; with cycles, exact for won, drawn and lost. *Cost.* One record per
//! reachable position, which is what limits it.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use zermelo_game::{Game, Score};

use crate::proof::{Kind, Solution, SolutionNode, Solved};
use crate::{Answer, Counts, Limits, MAX_PLY, Note, Stopped};

/// Nodes of a solution tree that are kept, nearest the root: the database answers for the rest.
const LARGEST_SOLUTION: usize = 20_000;

/// The value of every position reachable from a start.
pub struct Database<G: Game> {
    index: HashMap<G, u32>,
    records: Vec<Record>,
    /// What it cost: interior nodes and leaves are distinct positions.
    pub counts: Counts,
}

struct Record {
    value: Option<Score>,
    /// Plies to the end with best play, for settled positions.
    distance: u32,
    unsettled: u32,
    predecessors: Vec<u32>,
}

impl<G: Game + Eq + Hash> Database<G> {
    /// Enumerates and settles everything reachable from `start`.
    ///
    /// # Errors
    ///
    /// When a limit is reached; nothing is known then.
    pub fn build(start: &G, limits: Limits<'_>) -> Result<Database<G>, Stopped> {
        Database::build_counted(start, limits).map_err(|(reason, _)| reason)
    }

    /// As [`Database::build`]; a stop tells what had been done.
    fn build_counted(start: &G, limits: Limits<'_>) -> Result<Database<G>, (Stopped, Counts)> {
        let mut database = Database {
            index: HashMap::new(),
            records: Vec::new(),
            counts: Counts::default(),
        };
        match database.enumerate(start, limits) {
            Ok(leaves) => database.settle(leaves),
            Err(reason) => return Err((reason, database.counts)),
        }
        Ok(database)
    }

    /// Finds all positions and their predecessors; returns the finished ones with payoffs.
    fn enumerate(&mut self, start: &G, limits: Limits<'_>) -> Result<Vec<(u32, Score)>, Stopped> {
        // A position is kept twice (as a key and in the queue) beside its record and its edges.
        let bytes_each = 2 * size_of::<G>() + size_of::<Record>() + 64;
        let mut leaves = Vec::new();
        let mut queue = VecDeque::from([start.clone()]);
        self.intern(start);
        let mut moves = Vec::new();
        while let Some(position) = queue.pop_front() {
            let at = self.index[&position];
            if at.is_multiple_of(1024) && limits.stop.is_some_and(|stop| stop()) {
                return Err(Stopped::Asked);
            }
            if let Some(payoff) = position.payoff() {
                self.counts.leaves += 1;
                leaves.push((at, payoff));
                continue;
            }
            self.counts.interior += 1;
            moves.clear();
            position.legal_moves(&mut moves);
            self.records[at as usize].unsettled = moves.len() as u32;
            for &m in &moves {
                let child = position.after(m);
                let (to, new) = self.intern(&child);
                self.records[to as usize].predecessors.push(at);
                if new {
                    queue.push_back(child);
                }
            }
            if self.records.len() * bytes_each > limits.memory {
                return Err(Stopped::Memory);
            }
            if self.records.len() as u64 > limits.nodes {
                return Err(Stopped::Nodes);
            }
        }
        Ok(leaves)
    }

    fn intern(&mut self, position: &G) -> (u32, bool) {
        if let Some(&at) = self.index.get(position) {
            return (at, false);
        }
        let at = self.records.len() as u32;
        self.index.insert(position.clone(), at);
        self.records.push(Record {
            value: None,
            distance: 0,
            unsettled: 0,
            predecessors: Vec::new(),
        });
        (at, true)
    }

    /// Works backwards. A position's value is only final when no unsettled move can beat it:
    /// at once if it is the best payoff there is, otherwise when all moves are settled.
    fn settle(&mut self, leaves: Vec<(u32, Score)>) {
        let best_payoff = leaves
            .iter()
            .map(|&(_, payoff)| payoff.abs())
            .max()
            .unwrap_or(0);
        let mut best_so_far: Vec<Option<(Score, u32)>> = vec![None; self.records.len()];
        let mut queue: VecDeque<u32> = VecDeque::new();
        for (at, payoff) in leaves {
            self.records[at as usize].value = Some(payoff);
            queue.push_back(at);
        }
        while let Some(at) = queue.pop_front() {
            let record = &self.records[at as usize];
            let Some(value) = record.value else { continue };
            let distance = record.distance + 1;
            for parent in record.predecessors.clone() {
                let record = &mut self.records[parent as usize];
                if record.value.is_some() {
                    continue;
                }
                record.unsettled -= 1;
                let best = &mut best_so_far[parent as usize];
                *best = Some(match *best {
                    Some(old) => better(old, (-value, distance)),
                    None => (-value, distance),
                });
                let (value, distance) = best.expect("just set");
                if value == best_payoff || record.unsettled == 0 {
                    record.value = Some(value);
                    record.distance = distance;
                    queue.push_back(parent);
                }
            }
        }
    }

    /// The value of a position for the side to move, and the plies to its end (`None` for play
    /// that never ends). `None` if the position is not in the database.
    pub fn value(&self, position: &G) -> Option<(Score, Option<u32>)> {
        let record = &self.records[*self.index.get(position)? as usize];
        Some(match record.value {
            Some(value) => (value, Some(record.distance)),
            None => (0, None),
        })
    }

    /// A move that keeps the position's value, the quickest way to a win and the slowest to a
    /// loss. `None` at the end of the game.
    pub fn best_move(&self, position: &G) -> Option<G::Move> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut best: Option<((Score, u32), G::Move)> = None;
        for m in moves {
            let (value, distance) = self.value(&position.after(m))?;
            let candidate = (-value, distance.map_or(u32::MAX, |d| d + 1));
            if best.is_none_or(|(old, _)| better(old, candidate) != old) {
                best = Some((candidate, m));
            }
        }
        best.map(|(_, m)| m)
    }

    /// Distinct positions.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are none; never true of a database that was built.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }
}

/// The better of two values with distances: a larger value; of equal wins the quicker, of equal
/// others the slower; the first of equals.
fn better(old: (Score, u32), new: (Score, u32)) -> (Score, u32) {
    let quicker = if old.0 > 0 {
        new.1 < old.1
    } else {
        new.1 > old.1
    };
    if new.0 > old.0 || (new.0 == old.0 && quicker) {
        new
    } else {
        old
    }
}

impl<G: Game + Eq + Hash> Database<G> {
    /// How a side gets at least `at_least`, which the database says it does, as a tree: nearest
    /// the root first, so that of a tree too large to keep the beginning is kept. In games with
    /// cycles only wins have such trees.
    fn solution(&self, game: &G, prover_moves: bool, at_least: Score) -> Solution<G::Move> {
        let mut solution = Solution {
            nodes: Vec::new(),
            prover_moves,
            at_least,
            truncated: false,
        };
        let mut queue = VecDeque::from([(None, None, game.clone(), prover_moves)]);
        while let Some((parent, via, position, prover_moves)) = queue.pop_front() {
            if solution.nodes.len() >= LARGEST_SOLUTION {
                solution.truncated = true;
                break;
            }
            let at = solution.nodes.len();
            let node = SolutionNode::of(&position, prover_moves, (parent, via));
            let over = node.kind == Kind::Primitive;
            solution.nodes.push(node);
            let mut moves = Vec::new();
            if !over && prover_moves {
                moves.extend(self.best_move(&position));
            } else if !over {
                position.legal_moves(&mut moves);
            }
            for m in moves {
                queue.push_back((Some(at), Some(m), position.after(m), !prover_moves));
            }
        }
        solution
    }
}

/// The value and best line of a position by retrograde analysis of all that it can reach.
pub fn retrograde<G: Game + Eq + Hash>(game: &G, limits: Limits<'_>) -> Answer<G::Move> {
    analyse(game, limits).0
}

/// As [`retrograde`], with the solution trees unless play never ends.
pub fn solve<G: Game + Eq + Hash>(
    game: &G,
    limits: Limits<'_>,
) -> (Answer<G::Move>, Option<Solved<G::Move>>) {
    let (answer, database) = analyse(game, limits);
    let solved = database.and_then(|database| {
        let (value, distance) = database.value(game)?;
        distance?;
        Some(Solved {
            value,
            at_least: database.solution(game, true, value),
            at_most: database.solution(game, false, -value),
            proofs: 1,
        })
    });
    (answer, solved)
}

fn analyse<G: Game + Eq + Hash>(
    game: &G,
    limits: Limits<'_>,
) -> (Answer<G::Move>, Option<Database<G>>) {
    let mut answer = Answer::default();
    let database = match Database::build_counted(game, limits) {
        Ok(database) => database,
        Err((reason, counts)) => {
            answer.stopped = Some(reason);
            answer.counts = counts;
            return (answer, None);
        }
    };
    let (value, distance) = database
        .value(game)
        .expect("the start is in its own database");
    answer.value = value;
    answer.counts = database.counts;
    let mut position = game.clone();
    while let Some(m) = database
        .best_move(&position)
        .filter(|_| answer.pv.len() < MAX_PLY)
    {
        answer.pv.push(m);
        position.play(m);
        if distance.is_none() {
            break; // a draw by going round: one move says all
        }
    }
    answer.notes.push(Note::Text(match distance {
        Some(plies) => format!(
            "{} distinct positions; {plies} plies to the end",
            database.len()
        ),
        None => format!("{} distinct positions; play never ends", database.len()),
    }));
    (answer, Some(database))
}
