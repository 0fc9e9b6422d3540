//! The search: "at least so much?", asked with ever narrower ranges.

use zermelo_game::{Game, Score};
use zermelo_games::ConnectFour;
use zermelo_games::connect_four::{Column, FollowUp, HEIGHT, WIDTH};

use super::table::{Known, Table};
use crate::meter::Meter;
use crate::{Limits, Solution};

/// Squares of the board.
const SQUARES: Score = (WIDTH * HEIGHT) as Score;
/// With fewer discs, a position and its mirror image share an entry; later both rarely occur.
const MIRROR_UNTIL: Score = 14;
/// From so many discs on the subtree is cheaper than a look at every child's entry.
const LOOK_AHEAD_UNTIL: Score = 36;
/// What a square that would win is worth in the order, beside a column's place.
const THREAT: Score = 8;
/// The worth of a column in the order.
const CENTRE: [Score; WIDTH as usize] = [0, 1, 2, 3, 2, 1, 0];

/// The score of a mover who wins at once with this many discs on the board.
#[must_use]
pub fn score_after_win(played: u32) -> Score {
    (SQUARES + 1 - played as Score) / 2
}

/// Solves a position, whatever its size, within the limits.
///
/// ```
/// use zermelo_game::Notation;
/// use zermelo_games::ConnectFour;
/// use zermelo_solvers::{Limits, solve_connect_four};
/// let position = ConnectFour::parse("4444443333332").expect("legal");
/// let solution = solve_connect_four(&position, Limits::default());
/// assert_eq!(solution.score(), Some(-14));
/// ```
#[must_use]
pub fn solve_connect_four(position: &ConnectFour, limits: Limits<'_>) -> Solution<Column> {
    let mut solver = Solver {
        table: Table::new(limits.memory),
        meter: Meter::new(limits),
    };
    let (lower, upper) = solver.narrow(*position);
    let pv = if lower == upper {
        solver.line(*position, lower)
    } else {
        Vec::new()
    };
    Solution {
        lower,
        upper,
        // A line that a limit cut short is no line to the end.
        pv: if solver.meter.stopped.is_some() {
            Vec::new()
        } else {
            pv
        },
        counts: solver.meter.counts(),
        stopped: solver.meter.stopped,
    }
}

/// A child of a node, with its place in the order.
#[derive(Clone, Copy)]
struct Child {
    order: Score,
    position: ConnectFour,
}

struct Solver<'a> {
    table: Table,
    meter: Meter<'a>,
}

/// What the table knows a position by.
#[inline]
fn key(position: &ConnectFour, played: Score) -> u64 {
    if played < MIRROR_UNTIL {
        position
            .perfect_key()
            .min(position.mirrored().perfect_key())
    } else {
        position.perfect_key()
    }
}

/// The children on these squares, best first.
#[inline]
fn children(position: &ConnectFour, mut squares: u64, list: &mut [Child; WIDTH as usize]) -> usize {
    let mut count = 0;
    while squares != 0 {
        let square = squares & squares.wrapping_neg();
        squares ^= square;
        let mut child = *position;
        child.play_square(square);
        let threats = position.completing_after(square) & !child.occupied();
        let centre = CENTRE[Column::of_square(square).index()];
        let order = THREAT * threats.count_ones() as Score + centre;
        let mut at = count;
        while at > 0 && list[at - 1].order < order {
            list[at] = list[at - 1];
            at -= 1;
        }
        list[at] = Child {
            order,
            position: child,
        };
        count += 1;
    }
    count
}

impl Solver<'_> {
    /// The score of any position as a range, a single number unless stopped.
    fn narrow(&mut self, position: ConnectFour) -> (Score, Score) {
        let played = position.moves_played() as Score;
        if let Some(payoff) = position.payoff() {
            self.meter.enter();
            self.meter.leaves += 1;
            // The opponent's last disc has won, or the board is full.
            let score = payoff * ((SQUARES + 2 - played) / 2);
            return (score, score);
        }
        if position.can_win_next() {
            self.meter.enter();
            let score = score_after_win(played as u32);
            return (score, score);
        }
        let (mut lower, mut upper) = (-(SQUARES - played) / 2, (SQUARES + 1 - played) / 2);
        while lower < upper {
            // The half nearer to a draw first: short wins are refuted quickly.
            let mut middle = lower + (upper - lower) / 2;
            if middle <= 0 && lower / 2 < middle {
                middle = lower / 2;
            } else if middle >= 0 && upper / 2 > middle {
                middle = upper / 2;
            }
            self.meter.windows += 1;
            let value = self.at_least(position, played, middle + 1);
            if self.meter.stopped.is_some() {
                break;
            }
            if value > middle {
                lower = value;
            } else {
                upper = value;
            }
        }
        (lower, upper)
    }

    /// A lower bound of the score if it is at least `beta`, else an upper bound. The mover cannot
    /// win at once.
    fn at_least(&mut self, position: ConnectFour, played: Score, beta: Score) -> Score {
        if self.meter.enter() {
            return 0;
        }
        // Every move may lose at once; or the last two discs decide nothing; or what the discs
        // left allow, now that nobody wins with the next two, is not about this window.
        let squares = position.possible_non_losing_moves();
        let (mut lower, mut upper) = (-(SQUARES - 2 - played) / 2, (SQUARES - 1 - played) / 2);
        if squares == 0 {
            self.meter.leaves += 1;
            return -(SQUARES - played) / 2;
        }
        if played >= SQUARES - 2 {
            self.meter.leaves += 1;
            return 0;
        }
        if played % 2 == 0 && beta >= 0 {
            upper = match position.follow_up() {
                FollowUp::Open => upper,
                FollowUp::NoWin => upper.min(0),
                FollowUp::Loss => upper.min(-1),
            };
        }
        if lower >= beta || upper < beta {
            self.meter.leaves += 1;
            return if lower >= beta { lower } else { upper };
        }
        let key = key(&position, played);
        if let Some(known) = self.table.get(key) {
            (lower, upper) = (lower.max(known.lower), upper.min(known.upper));
            if lower >= beta || upper < beta {
                self.meter.table_hits += 1;
                return if lower >= beta { lower } else { upper };
            }
        }
        let before = self.meter.nodes;
        let mut list = [Child { order: 0, position }; WIDTH as usize];
        let count = children(&position, squares, &mut list);
        let list = &list[..count];
        if played < LOOK_AHEAD_UNTIL
            && let Some(value) = self.settled_by_child(list, played, beta)
        {
            return value;
        }
        let mut best = -SQUARES;
        for child in list {
            best = best.max(-self.at_least(child.position, played + 1, 1 - beta));
            if self.meter.stopped.is_some() {
                return 0;
            }
            if best >= beta {
                break;
            }
        }
        if best >= beta {
            lower = best;
        } else {
            upper = upper.min(best);
            best = upper;
        }
        let nodes = self.meter.nodes - before;
        self.table.put(key, Known { lower, upper }, nodes);
        best
    }

    /// A lower bound that reaches `beta`, if the table has one through some child.
    #[inline]
    fn settled_by_child(&mut self, list: &[Child], played: Score, beta: Score) -> Option<Score> {
        let found = list.iter().find_map(|child| {
            let known = self.table.get(key(&child.position, played + 1))?;
            (-known.upper >= beta).then_some(-known.upper)
        });
        self.meter.table_hits += u64::from(found.is_some());
        found
    }

    /// A line of best play from a position with this score.
    fn line(&mut self, mut position: ConnectFour, mut score: Score) -> Vec<Column> {
        let mut line = Vec::new();
        while !position.is_over() && self.meter.stopped.is_none() {
            let square = self.best_square(&position, score);
            line.push(Column::of_square(square));
            position.play_square(square);
            score = -score;
        }
        line
    }

    /// The square of a move that keeps this score.
    fn best_square(&mut self, position: &ConnectFour, score: Score) -> u64 {
        let open = position.open_squares();
        let wins = open & position.winning_squares(position.side());
        if wins != 0 {
            return wins & wins.wrapping_neg();
        }
        let played = position.moves_played() as Score;
        let squares = position.possible_non_losing_moves();
        let mut list = [Child {
            order: 0,
            position: *position,
        }; WIDTH as usize];
        let count = children(position, squares, &mut list);
        let square = |child: &Child| child.position.occupied() ^ position.occupied();
        // What the table knows costs nothing; the last candidate needs no proof.
        for child in &list[..count] {
            let known = self.table.get(key(&child.position, played + 1));
            if known.is_some_and(|known| -known.upper >= score) {
                return square(child);
            }
        }
        for child in &list[..count.saturating_sub(1)] {
            if -self.at_least(child.position, played + 1, 1 - score) >= score {
                return square(child);
            }
        }
        let last = list[..count].last().map(square);
        // Every move loses at once: any will do, but blocking is the decent thing.
        let threats = open & position.winning_squares(!position.side());
        let any = if threats != 0 { threats } else { open };
        last.unwrap_or(any & any.wrapping_neg())
    }
}
