//! Solving a position: by a proof procedure, or by the game's own solver.

use std::any::Any;
use std::time::Instant;

use zermelo_game::{Game, INFINITY, Score};
use zermelo_games::{ConnectFour, Draughts, Othello};
use zermelo_players::Searchable;
use zermelo_search::proof::{Solution, SolutionNode, Solved as Found};
use zermelo_search::record::Recorder;
use zermelo_search::{Algorithm, Answer, Counts, Limits, Note, Stopped};
use zermelo_solvers as solvers;

use crate::report::grouped;
use crate::{Failure, setup};

/// A solved position.
pub struct Solved<G: Game> {
    /// What solved it, by name.
    pub method: &'static str,
    /// The answer: its value is the payoff, or what the proof found about it.
    pub answer: Answer<G::Move>,
    /// What the side to move gets at least and at most.
    pub bounds: (Score, Score),
    /// The tree that proves it.
    pub solution: Option<Solution<G::Move>>,
    /// Whether that tree is one line of best play and proves nothing.
    pub line_only: bool,
    /// How long it took.
    pub seconds: f64,
}

impl<G: Game> Solved<G> {
    fn new(method: &'static str, answer: Answer<G::Move>) -> Solved<G> {
        Solved {
            method,
            answer,
            bounds: (-INFINITY, INFINITY),
            solution: None,
            line_only: false,
            seconds: 0.0,
        }
    }
}

/// How to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// By a proof procedure.
    Proof(Algorithm),
    /// By the game's own solver.
    Solver,
    /// By an AND/OR proof, and if that grows too large by what remembers positions.
    Suitable,
}

/// Nodes of an AND/OR proof before something else is tried: tic-tac-toe takes 17,125.
const FIRST_NODES: u64 = 200_000;

/// The method asked for, or the one that suits the game.
///
/// # Errors
///
/// When there is none of that name for this game.
pub fn method(game: &str, asked: Option<&str>, question: bool) -> Result<Method, Failure> {
    let has_solver = matches!(game, "connect4" | "othello" | "draughts");
    let refused = |why: String| Err(Failure::Input(why));
    match asked {
        Some("solver") if !has_solver => refused(format!(
            "there is a solver for connect4, othello and draughts, not for {game}"
        )),
        Some("solver") if question => {
            refused("the solver gives the score itself: it takes no `--at-least`".to_string())
        }
        Some("retrograde") if question => {
            refused("retrograde gives the value itself: it takes no `--at-least`".to_string())
        }
        Some("solver") => Ok(Method::Solver),
        Some(name) => match setup::algorithm_named(name)? {
            algorithm if algorithm.needs_whole_tree() => Ok(Method::Proof(algorithm)),
            algorithm => refused(format!(
                "`solve` takes and-or, proof-number, retrograde or solver, not {algorithm} (`tree` does)"
            )),
        },
        // Small games are proved outright; large ones need a proof that finds its own way. The
        // positions of a tree never meet again: there is nothing to remember.
        None if has_solver && question => Ok(Method::Proof(Algorithm::ProofNumber)),
        None if has_solver => Ok(Method::Solver),
        None if setup::is_tree(game) => Ok(Method::Proof(Algorithm::AndOr)),
        None => Ok(Method::Suitable),
    }
}

/// Solves a position; `at_least` asks only whether the side to move gets that much.
pub fn solve<G: Searchable>(
    game: &G,
    method: Method,
    at_least: Option<Score>,
    guess: Score,
    limits: Limits<'_>,
) -> Solved<G> {
    let begun = Instant::now();
    let mut solved = match method {
        // A solver may refuse (a draughts position of many pieces): then a proof may succeed.
        Method::Solver => by_solver(game, limits).unwrap_or_else(|reason| {
            let mut solved = by_proof(game, Algorithm::ProofNumber, at_least, guess, limits);
            let text = format!("not by the solver: {reason}");
            solved.answer.notes.push(Note::Text(text));
            solved
        }),
        Method::Proof(algorithm) => by_proof(game, algorithm, at_least, guess, limits),
        Method::Suitable => suitably(game, at_least, guess, limits),
    };
    solved.seconds = begun.elapsed().as_secs_f64();
    solved
}

/// AND/OR first; where that does not end soon, retrograde analysis, which looks at each position
/// once, and where that does not fit into memory, proof-number search.
fn suitably<G: Searchable>(
    game: &G,
    at_least: Option<Score>,
    guess: Score,
    limits: Limits<'_>,
) -> Solved<G> {
    let first = Limits {
        nodes: limits.nodes.min(FIRST_NODES),
        ..limits
    };
    let mut solved = by_proof(game, Algorithm::AndOr, at_least, guess, first);
    // Retrograde analysis gives the value, not the answer to a question about it.
    let others: &[Algorithm] = match at_least {
        None => &[Algorithm::Retrograde, Algorithm::ProofNumber],
        Some(_) => &[Algorithm::ProofNumber],
    };
    for &algorithm in others {
        let spent = solved.answer.counts;
        let left = limits.nodes.saturating_sub(spent.nodes());
        let gave_up = match solved.answer.stopped {
            Some(Stopped::Nodes) => left > 0,
            Some(Stopped::Memory) => true,
            _ => false,
        };
        if !gave_up {
            break;
        }
        let rest = Limits {
            nodes: left,
            ..limits
        };
        let text = format!(
            "{} gave up after {} nodes, which are counted",
            solved.method,
            grouped(spent.nodes())
        );
        solved = by_proof(game, algorithm, at_least, guess, rest);
        solved.answer.counts += spent;
        solved.answer.notes.push(Note::Text(text));
    }
    solved
}

fn by_proof<G: Searchable>(
    game: &G,
    algorithm: Algorithm,
    at_least: Option<Score>,
    guess: Score,
    limits: Limits<'_>,
) -> Solved<G> {
    let name = algorithm.name();
    let mut watcher = Recorder::new(0);
    let Some(target) = at_least else {
        let (answer, found) = game.solve(algorithm, guess, limits);
        let mut solved = Solved::new(name, answer);
        solved.bounds = if solved.answer.stopped.is_none() {
            (solved.answer.value, solved.answer.value)
        } else {
            solved.answer.bounds
        };
        solved.solution = found.map(Found::into_decisive);
        return solved;
    };
    let mut counts = Counts::default();
    let proof = game.prove(algorithm, target, limits, &mut counts, &mut watcher);
    let answer = Answer {
        counts,
        ..Answer::default()
    };
    let mut solved = Solved::new(name, answer);
    match proof {
        Ok(proof) => {
            solved.bounds = (proof.lower, proof.upper);
            let proved = proof.lower > -INFINITY;
            solved.answer.value = if proved { proof.lower } else { proof.upper };
            solved.answer.pv = proof.solution.first_move().into_iter().collect();
            solved.solution = Some(proof.solution);
        }
        Err(reason) => solved.answer.stopped = Some(reason),
    }
    solved
}

/// The game's own solver.
///
/// # Errors
///
/// A sentence why it does not take the position.
fn by_solver<G: Searchable>(game: &G, limits: Limits<'_>) -> Result<Solved<G>, String> {
    let any: &dyn Any = game;
    let mut solved: Solved<G> = if let Some(game) = any.downcast_ref::<ConnectFour>() {
        adopt(solvers::solve_connect_four(game, limits))
    } else if let Some(game) = any.downcast_ref::<Othello>() {
        adopt(solvers::solve_othello(game, limits))
    } else {
        let game = any.downcast_ref::<Draughts>();
        let game = game.ok_or("this game has none")?;
        adopt(solvers::solve_draughts_ending(game, limits).map_err(|e| e.to_string())?)
    };
    if solved.answer.stopped.is_none() {
        solved.solution = Some(line(game, &solved.answer));
        solved.line_only = true;
    }
    Ok(solved)
}

/// A line of best play as a tree without branches, seen by the side that does not lose.
fn line<G: Searchable>(game: &G, answer: &Answer<G::Move>) -> Solution<G::Move> {
    let mut prover_moves = answer.value >= 0;
    let mut solution = Solution {
        nodes: Vec::new(),
        prover_moves,
        at_least: answer.value.abs(),
        truncated: true,
    };
    let mut position = game.clone();
    let mut moves = answer.pv.iter().copied();
    let mut via = None;
    loop {
        let above = solution.nodes.len().checked_sub(1);
        let node = SolutionNode::of(&position, prover_moves, (above, via));
        solution.nodes.push(node);
        via = moves.next();
        let Some(m) = via else { return solution };
        position.play(m);
        prover_moves = !prover_moves;
    }
}

/// A solver's answer as that of a game `G`, whose moves the solver's are.
fn adopt<G: Searchable, M: 'static>(found: solvers::Solution<M>) -> Solved<G> {
    let pv: Box<dyn Any> = Box::new(found.pv);
    let answer = Answer {
        value: found.lower,
        pv: pv
            .downcast::<Vec<G::Move>>()
            .map(|pv| *pv)
            .unwrap_or_default(),
        counts: found.counts,
        stopped: found.stopped,
        ..Answer::default()
    };
    let mut solved = Solved::new("solver", answer);
    solved.bounds = (found.lower, found.upper);
    solved
}
