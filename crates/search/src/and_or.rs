//! AND/OR proof: reduction of a game to sub-problems.
//!
//! To prove that Plus gets at least V: if Plus moves, prove one successor (OR); if Minus moves,
//! prove all (AND); a finished game is a primitive problem. From the first source, after Nilsson
//! 1971. Depth-first, left to right. When the proof fails, the opponent's refutation is a
//! solution tree too, for the opposite claim. *Invariant.* The solution verifies against the
//! rules alone. *Cost.* At worst every node; memory for the solution only, and no more than
//! the limits allow.

use zermelo_game::{Game, INFINITY, Score};

use crate::observer::{Observer, Purpose};
use crate::proof::{Kind, Proof, Solution, SolutionNode};
use crate::{Evaluator, Search, Stopped};

/// A piece of solution tree under construction, children after parents.
type Branch<M> = Vec<SolutionNode<M>>;

/// Tries to prove that the side to move gets at least `at_least`.
///
/// # Errors
///
/// When the search was stopped.
pub fn and_or<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    at_least: Score,
) -> Result<Proof<G::Move>, Stopped>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    let mut branch = Vec::new();
    let room = s.limits().memory / size_of::<SolutionNode<G::Move>>();
    let value = s.root(game, at_least - 1, at_least, |s, game| {
        let (value, found) = prove(s, game, at_least, &mut { room })?;
        branch = found;
        Ok(value)
    })?;
    let proved = value >= at_least;
    Ok(Proof {
        lower: if proved { value } else { -INFINITY },
        upper: if proved { INFINITY } else { value },
        solution: Solution {
            nodes: branch,
            prover_moves: proved,
            // The refutation proves for the opponent that the mover gets at most the value.
            at_least: if proved { value } else { -value },
            truncated: false,
        },
    })
}

/// The value for the side to move at the node, as good a bound as the proof gives, and the
/// solution tree of the side that succeeded. `target` is what the side to move must reach; `room`
/// how many more nodes of solution trees, finished or not, may be kept.
fn prove<G, E, O>(
    s: &mut Search<'_, G, E, O>,
    game: &G,
    target: Score,
    room: &mut usize,
) -> Result<(Score, Branch<G::Move>), Stopped>
where
    G: Game,
    E: Evaluator<G>,
    O: Observer<G::Move>,
{
    *room = room.checked_sub(1).ok_or(Stopped::Memory)?;
    if let Some(value) = s.leaf(game, u32::MAX)? {
        return Ok((value, vec![primitive(value, value >= target)]));
    }
    let mut best = -INFINITY;
    let mut answers: Vec<(G::Move, Branch<G::Move>)> = Vec::new();
    let mut moves = s.expand(game);
    while let Some(m) = s.next(&mut moves) {
        let mut below = Vec::new();
        // The opponent, to refute, must keep us under the target: it gets at least 1 - target.
        let window = (-target, 1 - target);
        let value = -s.visit(game, m, window, Purpose::Normal, |s, child| {
            let (value, branch) = prove(s, child, 1 - target, room)?;
            below = branch;
            Ok(value)
        })?;
        if value >= target {
            s.improve(m, value);
            s.cut(&moves, value);
            *room += answers
                .iter()
                .map(|(_, branch)| branch.len())
                .sum::<usize>();
            return Ok((value, join(Kind::Or, vec![(m, below)])));
        }
        if value > best {
            best = value;
            s.improve(m, best);
        }
        answers.push((m, below));
    }
    Ok((best, join(Kind::And, answers)))
}

/// A finished game; the payoff is for the side that succeeded.
fn primitive<M>(value: Score, mover_succeeds: bool) -> SolutionNode<M> {
    SolutionNode {
        parent: None,
        via: None,
        kind: Kind::Primitive,
        payoff: Some(if mover_succeeds { value } else { -value }),
    }
}

/// A node above branches, each reached by its move.
fn join<M>(kind: Kind, branches: Vec<(M, Branch<M>)>) -> Branch<M> {
    let mut nodes = vec![SolutionNode {
        parent: None,
        via: None,
        kind,
        payoff: None,
    }];
    for (m, branch) in branches {
        let offset = nodes.len();
        let mut via = Some(m);
        nodes.extend(branch.into_iter().map(|node| SolutionNode {
            parent: Some(node.parent.map_or(0, |parent| parent + offset)),
            via: node.via.or_else(|| via.take()),
            ..node
        }));
    }
    nodes
}
