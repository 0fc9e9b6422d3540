//! Proof-number search, depth-first: df-pn.
//!
//! Nagai 2002, after Allis 1994: at every node the least number of leaves that would have to be
//! proved (φ) or refuted (δ) for the side to move; the search always works on the leaf that is
//! cheapest to settle, depth-first within thresholds, with a table of all nodes met. A position
//! that repeats on the path counts as a draw, which is right on that path but is remembered for
//! others too (the graph-history problem): proofs in games with cycles are therefore verified
//! against the rules before they are believed. *Invariant.* φ = 0 means proved, δ = 0 refuted.
//! *Cost.* One table entry per position met; when the table would outgrow its memory the search
//! stops and says so.

use std::collections::HashMap;

use zermelo_game::{Game, INFINITY, Score};

use crate::proof::{Proof, Solution, SolutionNode};
use crate::{Counts, Limits, MAX_PLY, Stopped};

/// Larger than any sum of proof numbers that matters.
const ENDLESS: u32 = u32::MAX / 2;

/// Nodes of a solution tree that are kept; a larger one is truncated.
const LARGEST_SOLUTION: usize = 200_000;

#[derive(Clone, Copy)]
struct Numbers {
    phi: u32,
    delta: u32,
}

const PROVED: Numbers = Numbers {
    phi: 0,
    delta: ENDLESS,
};
const REFUTED: Numbers = Numbers {
    phi: ENDLESS,
    delta: 0,
};
const UNKNOWN: Numbers = Numbers { phi: 1, delta: 1 };

/// A df-pn search in progress.
struct Dfpn<'a, 'l> {
    table: HashMap<u64, Numbers>,
    path: Vec<u64>,
    limits: &'a Limits<'l>,
    counts: &'a mut Counts,
}

/// Tries to prove that the side to move gets at least `at_least`.
///
/// # Errors
///
/// When a limit was reached.
pub fn proof_number<G: Game>(
    game: &G,
    at_least: Score,
    limits: &Limits<'_>,
    counts: &mut Counts,
) -> Result<Proof<G::Move>, Stopped> {
    let mut search = Dfpn {
        table: HashMap::new(),
        path: Vec::new(),
        limits,
        counts,
    };
    let root = match settled(game, at_least) {
        Some(numbers) => {
            search.counts.leaves += 1;
            numbers
        }
        None => {
            search.settle(
                game,
                at_least,
                Numbers {
                    phi: ENDLESS,
                    delta: ENDLESS,
                },
            )?;
            search.table.get(&game.key()).copied().unwrap_or(UNKNOWN)
        }
    };
    let proved = root.phi == 0;
    let (solution, worst) = search.solution(game, at_least, proved);
    Ok(Proof {
        lower: if proved { worst } else { -INFINITY },
        upper: if proved { INFINITY } else { -worst },
        solution,
    })
}

/// The numbers of a finished game.
fn settled<G: Game>(game: &G, target: Score) -> Option<Numbers> {
    let payoff = game.payoff()?;
    Some(if payoff >= target { PROVED } else { REFUTED })
}

impl Dfpn<'_, '_> {
    /// Works under a node until its numbers reach the thresholds (procedure MID).
    fn settle<G: Game>(&mut self, game: &G, target: Score, limit: Numbers) -> Result<(), Stopped> {
        self.check_limits()?;
        self.counts.interior += 1;
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        self.path.push(game.key());
        let result = loop {
            let (numbers, best, second_delta) = self.sum_up(game, &moves, target);
            if numbers.phi >= limit.phi || numbers.delta >= limit.delta {
                self.table.insert(game.key(), numbers);
                break Ok(());
            }
            let (m, child) = best.expect("an unsettled node has an unsettled move");
            let below = Numbers {
                phi: (limit.delta - numbers.delta)
                    .saturating_add(child.phi)
                    .min(ENDLESS),
                delta: limit.phi.min(second_delta.saturating_add(1)),
            };
            if let Err(reason) = self.settle(&game.after(m), 1 - target, below) {
                break Err(reason);
            }
        };
        self.path.pop();
        result
    }

    /// A node's numbers from its children's, the child to work on, and the second least δ.
    #[allow(clippy::type_complexity)]
    fn sum_up<G: Game>(
        &mut self,
        game: &G,
        moves: &[G::Move],
        target: Score,
    ) -> (Numbers, Option<(G::Move, Numbers)>, u32) {
        let mut total = Numbers {
            phi: ENDLESS,
            delta: 0,
        };
        let mut best: Option<(G::Move, Numbers)> = None;
        let mut second = ENDLESS;
        for &m in moves {
            let child = self.numbers(&game.after(m), 1 - target);
            total.delta = (total.delta + child.phi).min(ENDLESS);
            if child.delta < total.phi {
                second = total.phi;
                total.phi = child.delta;
                best = Some((m, child));
            } else {
                second = second.min(child.delta);
            }
        }
        // A proved node needs no refutation count, whatever its other moves say.
        if total.phi == 0 {
            total.delta = ENDLESS;
        }
        (total, best, second)
    }

    /// What is known of a child.
    fn numbers<G: Game>(&mut self, game: &G, target: Score) -> Numbers {
        if let Some(numbers) = settled(game, target) {
            self.counts.leaves += 1;
            return numbers;
        }
        let key = game.key();
        if self.path.contains(&key) || self.path.len() >= MAX_PLY {
            return if target <= 0 { PROVED } else { REFUTED };
        }
        match self.table.get(&key) {
            Some(&numbers) => {
                self.counts.table_hits += 1;
                numbers
            }
            None => UNKNOWN,
        }
    }

    fn check_limits(&self) -> Result<(), Stopped> {
        let nodes = self.counts.nodes();
        // A hash map keeps some space free: about twice its entries.
        if self.table.len() * 2 * size_of::<(u64, Numbers)>() > self.limits.memory {
            return Err(Stopped::Memory);
        }
        if nodes >= self.limits.nodes {
            return Err(Stopped::Nodes);
        }
        let due = self.counts.interior.is_multiple_of(256);
        let asked = due && self.limits.stop.is_some_and(|stop| stop());
        if asked { Err(Stopped::Asked) } else { Ok(()) }
    }

    /// The solution tree of the side that succeeded, from the table, and what that side gets at
    /// least by it.
    fn solution<G: Game>(
        &mut self,
        game: &G,
        target: Score,
        proved: bool,
    ) -> (Solution<G::Move>, Score) {
        let mut solution = Solution {
            prover_moves: proved,
            ..Solution::default()
        };
        let mut worst = INFINITY;
        let mut pending = vec![(None, None, game.clone(), target, proved, 0usize)];
        while let Some((parent, via, position, target, prover_moves, ply)) = pending.pop() {
            if solution.nodes.len() >= LARGEST_SOLUTION || ply > MAX_PLY {
                solution.truncated = true;
                break;
            }
            let at = solution.nodes.len();
            let node = SolutionNode::of(&position, prover_moves, (parent, via));
            let payoff = node.payoff;
            worst = worst.min(payoff.unwrap_or(INFINITY));
            solution.nodes.push(node);
            if payoff.is_some() {
                continue;
            }
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            if prover_moves {
                // The first move whose result the opponent cannot hold.
                moves.retain(|&m| self.known(&position.after(m), 1 - target).delta == 0);
                moves.truncate(1);
                solution.truncated |= moves.is_empty();
            }
            for &m in moves.iter().rev() {
                pending.push((
                    Some(at),
                    Some(m),
                    position.after(m),
                    1 - target,
                    !prover_moves,
                    ply + 1,
                ));
            }
        }
        if solution.truncated {
            // What the tree shows may not be the worst; what was proved still holds.
            worst = if proved { target } else { 1 - target };
        }
        solution.at_least = worst;
        (solution, worst)
    }

    fn known<G: Game>(&self, game: &G, target: Score) -> Numbers {
        settled(game, target)
            .or_else(|| self.table.get(&game.key()).copied())
            .unwrap_or(UNKNOWN)
    }
}
