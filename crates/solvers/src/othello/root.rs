//! From a position to its score and a line of best play.

use zermelo_game::{Game, Score};
use zermelo_games::Othello;
use zermelo_games::othello::Square;
use zermelo_search::full::{Memory, Params, Task, search};
use zermelo_search::{Counts, Stopped};

use super::endgame::Endgame;
use super::shallow::MOST_EMPTY;
use crate::{Limits, Solution};

/// The largest margin.
const MOST: Score = 64;
/// The size of the table in kilobytes, as a power of two: with few empty squares, and at most.
const LEAST_TABLE: u32 = 6;
const LARGEST_TABLE: u32 = 18;
/// The first window around the last iteration's value, in discs.
const ASPIRATION: i64 = 3;

/// Solves a position within the limits. With more than some 26 empty squares that takes hours.
/// A stopped solver knows nothing but that no margin is beyond 64.
///
/// ```
/// use zermelo_game::Notation;
/// use zermelo_games::Othello;
/// use zermelo_solvers::{Limits, solve_othello};
/// let board = "-XXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOOOOOOO- O";
/// let position = Othello::parse(board).expect("a position");
/// let solution = solve_othello(&position, Limits::default());
/// assert_eq!(solution.score(), Some(-38));
/// ```
#[must_use]
pub fn solve_othello(position: &Othello, limits: Limits<'_>) -> Solution<Square> {
    let params = params(position.empties(), limits.memory);
    let mut solver = Solver {
        domain: Endgame::default(),
        memory: Memory::new::<Endgame>(&params, 1),
        params,
        limits,
        counts: Counts::default(),
    };
    let mut solution = Solution {
        lower: -MOST,
        upper: MOST,
        pv: Vec::new(),
        counts: Counts::default(),
        stopped: None,
    };
    match solver.line(position) {
        Ok((score, line)) => {
            (solution.lower, solution.upper) = (score, score);
            solution.pv = line;
        }
        Err(stopped) => solution.stopped = Some(stopped),
    }
    solution.counts = solver.counts;
    solution
}

/// The full search as a solver: nothing unsound, and the order by the domain alone.
fn params(empties: u32, bytes: usize) -> Params {
    let kilobytes = (bytes / 1024).max(1).ilog2();
    let wanted = empties.saturating_sub(4).clamp(LEAST_TABLE, LARGEST_TABLE);
    Params {
        table_kilobytes: 1 << wanted.min(kilobytes),
        table_equal_depth: 0,
        aspiration_width: ASPIRATION,
        killers: 0,
        history: 0,
        continuation_history: 0,
        ..Params::exact()
    }
}

struct Solver<'a> {
    domain: Endgame,
    memory: Memory,
    params: Params,
    limits: Limits<'a>,
    counts: Counts,
}

impl Solver<'_> {
    /// The score of a position and a line of best play to the end of the game.
    fn line(&mut self, position: &Othello) -> Result<(Score, Vec<Square>), Stopped> {
        let mut at = *position;
        let mut line = Vec::new();
        let mut score = None;
        while at.payoff().is_none() {
            let few = at.empties() <= MOST_EMPTY;
            let (value, moves) = if few {
                self.last_move(&at)
            } else {
                self.search(&at)?
            };
            score = score.or(Some(value));
            for m in moves {
                line.push(m);
                at.play(m);
            }
        }
        Ok((score.unwrap_or(at.final_margin()), line))
    }

    /// The score of a position and the line as far as the full search knows it, which is at
    /// least one move.
    fn search(&mut self, position: &Othello) -> Result<(Score, Vec<Square>), Stopped> {
        let mut task = Task::new(position);
        task.limits = self.limits;
        task.limits.nodes = self.limits.nodes.saturating_sub(self.counts.nodes());
        let (params, memory) = (&self.params, &mut self.memory);
        let report = search(&mut self.domain, &task, params, memory, &mut |_| true);
        self.counts += report.counts;
        // What the hook visited are leaves to the search.
        self.counts.leaves += report.nodes.saturating_sub(report.counts.nodes());
        if let Some(stopped) = report.stopped {
            return Err(stopped);
        }
        let best = report.lines.into_iter().next();
        let best = best.expect("a position that is not over has a line");
        Ok((best.score, best.pv))
    }

    /// The score of a position with few empty squares, and a best move.
    fn last_move(&mut self, position: &Othello) -> (Score, Vec<Square>) {
        let (score, _) = self.domain.settle(position, (-MOST - 1, MOST + 1));
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let keeps = |m: &Square| {
            let (_, upper) = self.domain.ask(&position.after(*m), 2 - score);
            -upper >= score
        };
        let best = moves.into_iter().find(keeps);
        self.counts.leaves += self.domain.take_nodes();
        (score, best.into_iter().collect())
    }
}
