//! What a proof is: a question about a position, and the solution tree that answers it.

use zermelo_game::{Game, INFINITY, Score};

use crate::Stopped;

/// The kind of a node in a solution tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The prover moves: one move is given, and it suffices.
    Or,
    /// The opponent moves: every move is answered.
    And,
    /// The game is over, as the prover wants: a primitive problem.
    Primitive,
}

/// A node of a solution tree.
#[derive(Clone, PartialEq, Debug)]
pub struct SolutionNode<M> {
    /// The node above; `None` at the root.
    pub parent: Option<usize>,
    /// The move that leads here; `None` at the root.
    pub via: Option<M>,
    /// Which kind.
    pub kind: Kind,
    /// The payoff for the prover, at a primitive problem.
    pub payoff: Option<Score>,
}

impl<M> SolutionNode<M> {
    /// The node of a position, reached by a move from the node above.
    pub fn of<G: Game<Move = M>>(
        position: &G,
        prover_moves: bool,
        (parent, via): (Option<usize>, Option<M>),
    ) -> SolutionNode<M> {
        let payoff = position.payoff().map(|v| if prover_moves { v } else { -v });
        SolutionNode {
            parent,
            via,
            kind: match payoff {
                Some(_) => Kind::Primitive,
                None if prover_moves => Kind::Or,
                None => Kind::And,
            },
            payoff,
        }
    }
}

/// A solution tree: the root first, every parent before its children. It proves that the prover
/// gets at least `at_least`: at OR nodes it has one move, at AND nodes all of them, and every
/// leaf is a primitive problem.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<M> {
    /// The nodes.
    pub nodes: Vec<SolutionNode<M>>,
    /// Whether the prover is the side to move at the root.
    pub prover_moves: bool,
    /// What the prover gets at least.
    pub at_least: Score,
    /// Whether branches were left out because the tree would have been too large to keep.
    pub truncated: bool,
}

impl<M> Default for Solution<M> {
    fn default() -> Self {
        Solution {
            nodes: Vec::new(),
            prover_moves: true,
            at_least: 0,
            truncated: false,
        }
    }
}

impl<M: Copy + Eq> Solution<M> {
    /// The children of a node, in order.
    pub fn children(&self, of: usize) -> impl Iterator<Item = usize> + '_ {
        (of + 1..self.nodes.len()).filter(move |&i| self.nodes[i].parent == Some(of))
    }

    /// The move that the solution gives at the root, if its prover moves there.
    pub fn first_move(&self) -> Option<M> {
        let first = self
            .prover_moves
            .then(|| self.children(0).next())
            .flatten()?;
        self.nodes[first].via
    }

    /// Checks the solution against the rules, node by node: nothing of the search that found it
    /// is believed.
    ///
    /// # Errors
    ///
    /// A sentence that says which node fails and why.
    pub fn verify<G: Game<Move = M>>(&self, game: &G) -> Result<(), String> {
        if self.truncated || self.nodes.is_empty() {
            return Err("the tree is not complete".to_string());
        }
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                if parent >= i {
                    return Err(format!("node {i} stands before its parent"));
                }
                children[parent].push(i);
            }
        }
        let mut pending = vec![(0, game.clone(), self.prover_moves)];
        while let Some((i, position, prover_moves)) = pending.pop() {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            let given: Vec<M> = children[i]
                .iter()
                .filter_map(|&c| self.nodes[c].via)
                .collect();
            let right = match (position.payoff(), self.nodes[i].kind) {
                (Some(payoff), Kind::Primitive) => {
                    let payoff = if prover_moves { payoff } else { -payoff };
                    given.is_empty() && payoff >= self.at_least
                }
                (None, Kind::Or) => prover_moves && given.len() == 1 && legal.contains(&given[0]),
                (None, Kind::And) => {
                    !prover_moves
                        && given.len() == legal.len()
                        && legal.iter().all(|m| given.contains(m))
                }
                _ => false,
            };
            if !right {
                return Err(format!(
                    "node {i} ({:?}) proves nothing",
                    self.nodes[i].kind
                ));
            }
            for &child in &children[i] {
                let via = self.nodes[child].via.expect("a child has a move");
                pending.push((child, position.after(via), !prover_moves));
            }
        }
        Ok(())
    }
}

/// A finished proof search: what the side to move gets, as far as it was asked.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof<M> {
    /// The side to move at the root gets at least this…
    pub lower: Score,
    /// … and at most this.
    pub upper: Score,
    /// The tree that proves it for the side that succeeded.
    pub solution: Solution<M>,
}

/// The exact value by repeated proofs, and the trees that prove it from both sides.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved<M> {
    /// The value for the side to move.
    pub value: Score,
    /// How the side to move gets at least the value.
    pub at_least: Solution<M>,
    /// How its opponent holds it to at most the value.
    pub at_most: Solution<M>,
    /// Proof searches made.
    pub proofs: u64,
}

impl<M> Solved<M> {
    /// The tree worth showing: the winner's, or in a draw that of the side to move.
    pub fn decisive(&self) -> &Solution<M> {
        if self.value >= 0 {
            &self.at_least
        } else {
            &self.at_most
        }
    }

    /// The same tree, the other one dropped.
    #[must_use]
    pub fn into_decisive(self) -> Solution<M> {
        if self.value >= 0 {
            self.at_least
        } else {
            self.at_most
        }
    }
}

/// Finds the exact value with a procedure that proves or refutes "at least V", from a first
/// guess. Each answer is a bound; the proofs end when the bounds meet, as in MTD(f), or at the
/// largest payoff in size, which needs no proof of its own: the other solution tree is then empty.
///
/// # Errors
///
/// When a proof was stopped, with the bounds known by then.
pub fn solve_by_proofs<M>(
    guess: Score,
    largest: Score,
    mut prove: impl FnMut(Score) -> Result<Proof<M>, Stopped>,
) -> Result<Solved<M>, (Stopped, Score, Score)> {
    let (mut lower, mut upper) = (-INFINITY, INFINITY);
    let (mut at_least, mut at_most) = (Solution::default(), Solution::default());
    let mut target = guess;
    let mut proofs = 0;
    loop {
        proofs += 1;
        let proof = prove(target).map_err(|reason| (reason, lower, upper))?;
        if proof.lower > -INFINITY {
            lower = proof.lower;
            at_least = proof.solution;
            target = lower + 1;
        } else {
            upper = proof.upper;
            at_most = proof.solution;
            target = upper;
        }
        let (won, lost) = (lower >= largest, upper <= -largest);
        if lower >= upper || won || lost {
            return Ok(Solved {
                value: if lost { upper } else { lower },
                at_least,
                at_most,
                proofs,
            });
        }
    }
}

impl<M: Copy + Eq> Solved<M> {
    /// A line of best play: each side follows its own solution tree, which the other's tree
    /// answers.
    #[must_use]
    pub fn line(&self) -> Vec<M> {
        let mut line = Vec::new();
        if self.at_least.nodes.is_empty() || self.at_most.nodes.is_empty() {
            // One tree alone: the other side's moves are any.
            let (tree, mut here) = (self.decisive(), 0);
            while let Some(next) = tree.children(here).next() {
                line.extend(tree.nodes[next].via);
                here = next;
            }
            return line;
        }
        let (mut mover, mut other) = (&self.at_least, &self.at_most);
        let (mut here, mut there) = (0, 0);
        loop {
            // The side to move has one move in its own tree; the other's tree answers all.
            let Some(next) = mover.children(here).next() else {
                return line;
            };
            let via = mover.nodes[next].via.expect("a child has a move");
            line.push(via);
            let Some(answer) = other
                .children(there)
                .find(|&i| other.nodes[i].via == Some(via))
            else {
                return line;
            };
            (mover, other) = (other, mover);
            (here, there) = (answer, next);
        }
    }
}
