//! The full search: one search for every game, as strong as each game's [`Domain`] lets it be.
//!
//! Iterative deepening with aspiration windows (`deepening.rs`), principal-variation search with
//! forward pruning, reductions and extensions in numbered steps (`node.rs`), quiescence
//! (`quiescence.rs`), a table without locks that several threads share ([`Table`]), killers,
//! history and continuation history, several best lines, statistics of every step ([`Steps`]).
//!
//! *Where it comes from.* The alpha-beta programs of computer chess; the steps name their
//! sources. *How ours differs.* It knows no game, and every step that may change a value has a
//! switch: with [`Params::exact`] it returns the minimax value, which the tests hold it to.
//! *Invariants.* No clock, no input or output: a stop test and a callback per iteration are handed
//! in. One thread and equal memory give equal node counts.
//!
//! ```
//! use zermelo_games::TicTacToe;
//! use zermelo_search::Payoff;
//! use zermelo_search::full::{Memory, Params, Plain, Task, search};
//!
//! let params = Params::exact();
//! let mut memory = Memory::new::<Plain<'_, TicTacToe, Payoff>>(&params, 1);
//! let game = TicTacToe::default();
//! let report = search(&mut Plain::new(&Payoff), &Task::new(&game), &params, &mut memory, &mut |_| true);
//! assert_eq!(report.lines[0].score, 0);
//! assert!(report.solved);
//! ```

mod deepening;
mod domain;
mod hints;
mod learnt;
mod node;
mod ordering;
mod params;
mod plain;
mod pruning;
mod quiescence;
mod remembering;
mod score;
mod steps;
mod table;
mod worker;

use zermelo_game::{Game, Noisy, Score};

pub use domain::{
    ADVISED, About, Claim, Domain, Known, Moment, Nature, Parent, STRUCTURES, Select,
};
pub use hints::soon;
pub use learnt::{LIMIT, Learnt};
pub use params::Params;
pub use plain::Plain;
pub use score::{DECIDED, WIN, plies_to_end};
pub use steps::{MOVE_NUMBERS, Step, Steps};
pub use table::{Entry, Table};
pub use worker::MoveOf;

use crate::table::Bound;
use crate::{Answer, Counts, Evaluator, Limits, MAX_PLY, Stopped};
use deepening::Root;
use worker::{Shared, Worker};

/// What to search, and how far.
pub struct Task<'a, G: Game> {
    /// The position.
    pub game: &'a G,
    /// Keys of the positions before it in the game, the first first.
    pub history: &'a [u64],
    /// The largest nominal depth in plies.
    pub depth: u32,
    /// How many best lines are wanted.
    pub lines: usize,
    /// The moves to choose from; `None` for all.
    pub only: Option<&'a [G::Move]>,
    /// When to stop.
    pub limits: Limits<'a>,
    /// Told of each move of the root before it is searched: the depth, the move, its number.
    pub watch: Option<&'a (dyn Fn(u32, G::Move, usize) + Sync)>,
}

impl<'a, G: Game> Task<'a, G> {
    /// The best line of a position, without limits: the search ends when the game is solved.
    pub fn new(game: &'a G) -> Task<'a, G> {
        Task {
            game,
            history: &[],
            depth: MAX_PLY as u32,
            lines: 1,
            only: None,
            limits: Limits::default(),
            watch: None,
        }
    }
}

/// A line of play and its value for the side to move at the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// Its value.
    pub score: Score,
    /// `Exact`, or `Lower` if the search was stopped before it knew how good it is.
    pub bound: Bound,
    /// The moves.
    pub pv: Vec<M>,
}

/// A finished iteration, as told to the callback.
#[derive(Debug)]
pub struct Iteration<'a, M> {
    /// Its nominal depth.
    pub depth: u32,
    /// The longest line looked at so far, in plies.
    pub deepest: usize,
    /// Nodes so far, of all threads as far as they have told.
    pub nodes: u64,
    /// The share of this iteration's nodes that went into the best move, in thousandths.
    pub share: u32,
    /// The lines, best first.
    pub lines: &'a [Line<M>],
    /// How full the table is with this search's entries, in thousandths.
    pub permille: u32,
}

/// The answer of a full search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The best lines, best first; none if the game is over.
    pub lines: Vec<Line<M>>,
    /// The deepest finished iteration.
    pub depth: u32,
    /// Whether no value depended on a depth limit: the lines are final.
    pub solved: bool,
    /// Why it ended before its time, if it did.
    pub stopped: Option<Stopped>,
    /// Nodes visited by all threads, quiescence included.
    pub nodes: u64,
    /// The longest line looked at, in plies.
    pub deepest: usize,
    /// Counters of all threads.
    pub counts: Counts,
    /// What each step did, all threads together.
    pub steps: Steps,
}

/// What searches remember from move to move: the table, and what each thread learnt.
pub struct Memory {
    table: Table,
    learnt: Vec<Learnt>,
}

impl Memory {
    /// Nothing yet: a table of the size that the parameters say, for this many threads.
    #[must_use]
    pub fn new<D: Domain>(params: &Params, threads: usize) -> Memory {
        let learnt = || Learnt::new(D::MOVES);
        Memory {
            table: Table::new(params.table_kilobytes as usize * 1024),
            learnt: std::iter::repeat_with(learnt)
                .take(threads.max(1))
                .collect(),
        }
    }

    /// Forgets everything, for a new game: the next search is as if with new memory.
    pub fn clear(&mut self) {
        self.table.clear();
        self.learnt.iter_mut().for_each(Learnt::clear);
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }
}

/// Searches with one thread.
pub fn search<D: Domain>(
    domain: &mut D,
    task: &Task<'_, D::Game>,
    params: &Params,
    memory: &mut Memory,
    on_iteration: &mut dyn FnMut(&Iteration<'_, MoveOf<D>>) -> bool,
) -> Report<MoveOf<D>> {
    memory.table.grow_older();
    let shared = Shared::default();
    let Memory { table, learnt } = memory;
    let learnt = &mut learnt[0];
    lead(domain, task, params, (table, learnt, &shared), on_iteration)
}

/// Searches with as many threads as the memory was made for. They share the table and nothing
/// else (lazy SMP): each deepens for itself, and what one has found shortens the others' work.
/// The first thread's answer counts. Node counts differ from run to run.
pub fn search_parallel<D>(
    domain: &mut D,
    task: &Task<'_, D::Game>,
    params: &Params,
    memory: &mut Memory,
    on_iteration: &mut dyn FnMut(&Iteration<'_, MoveOf<D>>) -> bool,
) -> Report<MoveOf<D>>
where
    D: Domain + Clone + Send,
    D::Game: Sync,
    MoveOf<D>: Send + Sync,
{
    memory.table.grow_older();
    let shared = Shared::default();
    let Memory { table, learnt } = memory;
    let (table, shared) = (&*table, &shared);
    let (first, others) = learnt
        .split_first_mut()
        .expect("memory is for one thread at least");
    std::thread::scope(|scope| {
        let mut helpers = Vec::new();
        for (number, learnt) in others.iter_mut().enumerate() {
            let mut domain = domain.clone();
            let thread = std::thread::Builder::new().stack_size(STACK);
            let work = move || {
                let domain = &mut domain;
                help(domain, task, params, (table, learnt, shared), number)
            };
            // A thread that cannot be had is done without.
            helpers.extend(thread.spawn_scoped(scope, work));
        }
        let mut report = lead(domain, task, params, (table, first, shared), on_iteration);
        shared
            .stop
            .store(true, std::sync::atomic::Ordering::Relaxed);
        for (nodes, counts, steps) in helpers.into_iter().filter_map(|h| h.join().ok()) {
            report.nodes += nodes;
            report.counts += counts;
            report.steps += steps;
        }
        report
    })
}

/// The stack of a helping thread: room for a line of `MAX_PLY` plies.
const STACK: usize = 16 << 20;

type Means<'a> = (&'a Table, &'a mut Learnt, &'a Shared);

/// The thread whose answer counts.
fn lead<D: Domain>(
    domain: &mut D,
    task: &Task<'_, D::Game>,
    params: &Params,
    (table, learnt, shared): Means<'_>,
    on_iteration: &mut dyn FnMut(&Iteration<'_, MoveOf<D>>) -> bool,
) -> Report<MoveOf<D>> {
    let mut root = Root::new(task.game, domain, learnt, task.only);
    let limits = task.limits;
    let mut worker = Worker::new(
        domain,
        params,
        table,
        learnt,
        shared,
        limits,
        task.history,
        true,
    );
    root.watch = task.watch;
    if root.is_empty() {
        root.solved = true;
    } else {
        let depths = (1, task.depth.clamp(1, MAX_PLY as u32));
        worker.deepen(&mut root, depths, task.lines, on_iteration);
    }
    Report {
        lines: root.lines,
        depth: root.depth,
        solved: root.solved,
        stopped: worker.stopped,
        nodes: worker.nodes,
        deepest: worker.deepest,
        counts: worker.counts,
        steps: worker.steps,
    }
}

/// A thread that fills the table until the first one is done.
fn help<D: Domain>(
    domain: &mut D,
    task: &Task<'_, D::Game>,
    params: &Params,
    (table, learnt, shared): Means<'_>,
    number: usize,
) -> (u64, Counts, Steps) {
    let mut root = Root::new(task.game, domain, learnt, task.only);
    let limits = task.limits;
    let mut worker = Worker::new(
        domain,
        params,
        table,
        learnt,
        shared,
        limits,
        task.history,
        false,
    );
    if !root.is_empty() {
        // Every second helper begins a ply deeper, so that they do not all do the same.
        let depths = (
            1 + u32::from(number.is_multiple_of(2)),
            task.depth.clamp(1, MAX_PLY as u32),
        );
        worker.deepen(&mut root, depths, task.lines, &mut |_| true);
    }
    (worker.nodes, worker.counts, worker.steps)
}

/// The exact value by the full search over any game, as an answer like the textbook algorithms'.
pub fn exact<G: Noisy, E: Evaluator<G>>(
    game: &G,
    depth: u32,
    params: &crate::Params,
    evaluator: &E,
    limits: Limits<'_>,
) -> Answer<G::Move> {
    if depth == 0 || game.payoff().is_some() {
        return leaf(game, evaluator);
    }
    // A large table takes longer to clear than a small game to search: the small one first.
    let small = Limits {
        nodes: limits.nodes.min(FEW_NODES),
        ..limits
    };
    let kilobytes = params.table_kilobytes.min((limits.memory / 1024) as i64);
    let report = exact_with(game, depth, kilobytes.min(SMALL_TABLE), evaluator, small);
    let whole = report.stopped != Some(Stopped::Nodes) || limits.nodes <= FEW_NODES;
    let report = if whole {
        report
    } else {
        exact_with(game, depth, kilobytes, evaluator, limits)
    };
    let line = report.lines.into_iter().next();
    let (value, pv) = line.map_or((0, Vec::new()), |line| (line.score, line.pv));
    Answer {
        value,
        pv,
        counts: report.counts,
        stopped: report.stopped,
        depth: Some(report.depth),
        notes: Vec::new(),
        ..Answer::default()
    }
}

/// Searches of fewer nodes make do with a table of so many kilobytes.
const FEW_NODES: u64 = 5_000;
const SMALL_TABLE: i64 = 128;

fn exact_with<G: Noisy, E: Evaluator<G>>(
    game: &G,
    depth: u32,
    table_kilobytes: i64,
    evaluator: &E,
    limits: Limits<'_>,
) -> Report<G::Move> {
    let params = Params {
        table_kilobytes,
        ..Params::exact()
    };
    let mut domain: Plain<'_, G, E> = Plain::new(evaluator);
    let mut memory = Memory::new::<Plain<'_, G, E>>(&params, 1);
    let task = Task {
        depth,
        limits,
        ..Task::new(game)
    };
    search(&mut domain, &task, &params, &mut memory, &mut |_| true)
}

/// The answer about a root that is itself a leaf.
fn leaf<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E) -> Answer<G::Move> {
    let (value, evaluations) = match game.payoff() {
        Some(payoff) => (evaluator.terminal(payoff), 0),
        None => (evaluator.evaluate(game), 1),
    };
    Answer {
        value,
        pv: Vec::new(),
        counts: Counts {
            leaves: 1,
            evaluations,
            ..Counts::default()
        },
        stopped: None,
        depth: Some(0),
        notes: Vec::new(),
        ..Answer::default()
    }
}
