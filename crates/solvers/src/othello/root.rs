//! From a position to its score and a line of best play.

use zermelo_game::{Game, Score};
use zermelo_games::Othello;
use zermelo_games::othello::Square;

use super::search::Solver;
use super::squares::odd_quadrants;
use crate::{Limits, Solution};

/// The largest margin.
const MOST: Score = 64;
/// The longest step of the walk toward the score.
const LONGEST_STEP: Score = 8;

/// Solves a position within the limits. With more than some 26 empty squares that takes hours.
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
    let mut solver = Solver::new(position.empties(), limits);
    let (lower, upper) = solver.walk(position);
    let pv = if lower == upper {
        solver.line(position, lower)
    } else {
        Vec::new()
    };
    let stopped = solver.meter.stopped;
    Solution {
        lower,
        upper,
        // A line that a limit cut short is no line to the end.
        pv: if stopped.is_some() { Vec::new() } else { pv },
        counts: solver.meter.counts(),
        stopped,
    }
}

impl Solver<'_> {
    /// Whether the margin is at least `beta`: a lower bound if so, else an upper bound.
    fn ask(&mut self, position: &Othello, beta: Score) -> Score {
        let (own, opponent) = position.bitboards();
        let odd = odd_quadrants(!(own | opponent));
        self.at_least(own, opponent, beta, (position.empties(), odd))
    }

    /// The score as a range, a single number unless stopped: windows that move toward it with
    /// growing steps, and back with small ones.
    fn walk(&mut self, position: &Othello) -> (Score, Score) {
        let (mut lower, mut upper) = (-MOST, MOST);
        let (mut beta, mut step) = (0, 2);
        while lower < upper {
            beta = beta.clamp(lower + 2, upper);
            self.meter.windows += 1;
            let value = self.ask(position, beta);
            if self.meter.stopped.is_some() {
                break;
            }
            if value >= beta {
                lower = value;
                beta = value + step;
            } else {
                upper = value;
                beta = value + 2 - step;
            }
            step = (2 * step).min(LONGEST_STEP);
        }
        (lower, upper)
    }

    /// A line of best play from a position with this score.
    fn line(&mut self, position: &Othello, mut score: Score) -> Vec<Square> {
        let mut position = *position;
        let mut line = Vec::new();
        loop {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            // The remembered move is most likely to keep the score; the last needs no proof.
            let remembered = self.remembered(&position);
            if let Some(at) = moves.iter().position(|m| m.index() == remembered) {
                moves[..=at].rotate_right(1);
            }
            let Some((&last, others)) = moves.split_last() else {
                return line;
            };
            let keeps = |m: &&Square| {
                let child = position.after(**m);
                -self.ask(&child, 2 - score) >= score
            };
            let best = others.iter().find(keeps).copied().unwrap_or(last);
            if self.meter.stopped.is_some() {
                return line;
            }
            line.push(best);
            position.play(best);
            score = -score;
        }
    }
}
