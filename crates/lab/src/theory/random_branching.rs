//! `random-branching`: the best case when the number of moves is random.
//!
//! Knuth & Moore 1975, corollary 2: if a position at level j is non-terminal with probability
//! q_j and has d_j moves on average (terminal ones counted with none), and the first move is
//! always best, alpha-beta examines at level l on average
//! `d0 q1 d2 q3 … + q0 d1 q2 d3 … - q0 q1 … q_{l-1}` positions; the last factors are
//! `d_{l-2} q_{l-1}` and `q_{l-2} d_{l-1}` for even l, the other way round for odd l.
//!
//! The corollary wants the number of moves independent of the order, so the trees cannot be
//! sorted by value afterwards: `OrderedTree` draws values downwards, the first child's being
//! its parent's.

use zermelo_draw::{Axis, Plot, Point, Series, Style};
use zermelo_game::random::mix;
use zermelo_game::{Game, Outcome, Score, Side};

use super::Study;
use super::counting::{Levels, watched};
use super::study::Estimate;
use super::table::{Row, Table, statistical_finding};

/// The moves of a level: the chance in percent that there are any, then fewest and most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Level {
    open: u32,
    fewest: u32,
    most: u32,
}

impl Level {
    /// The chance that a position has moves.
    fn q(self) -> f64 {
        f64::from(self.open) / 100.0
    }

    /// The mean number of moves, positions without any included.
    fn d(self) -> f64 {
        self.q() * f64::from(self.fewest + self.most) / 2.0
    }
}

const fn level(open: u32, fewest: u32, most: u32) -> Level {
    Level { open, fewest, most }
}

/// Two kinds of trees: alike at all levels, and different from level to level.
const KINDS: [(&str, [Level; 8]); 2] = [
    ("even", [level(90, 1, 5); 8]),
    (
        "uneven",
        [
            level(100, 2, 6),
            level(95, 1, 3),
            level(80, 1, 7),
            level(90, 2, 2),
            level(85, 1, 4),
            level(95, 2, 5),
            level(75, 1, 3),
            level(90, 1, 5),
        ],
    ),
];

/// Trees of each kind, unless somebody asks for more.
const TREES: u64 = 20_000;

/// Positions expected at a level, by the corollary.
fn expected(levels: &[Level], depth: usize) -> f64 {
    let product = |factor: &dyn Fn(usize, Level) -> f64| -> f64 {
        levels[..depth]
            .iter()
            .enumerate()
            .map(|(j, &level)| factor(j, level))
            .product()
    };
    let chosen = |all_moves_at: usize| {
        product(&|j, level| {
            if j % 2 == all_moves_at {
                level.d()
            } else {
                level.q()
            }
        })
    };
    chosen(0) + chosen(1) - product(&|_, level| level.q())
}

/// Builds the table.
#[must_use]
pub fn table(study: &Study<'_>) -> Table {
    let mut rows = Vec::new();
    for (kind, (name, levels)) in KINDS.iter().enumerate() {
        let mut estimates = [Estimate::default(); 9];
        for sample in 0..study.samples.unwrap_or(TREES).max(2) {
            if sample >= 2 && (study.stop)() {
                break;
            }
            let tree = OrderedTree::new(levels, study.seed_of(kind as u64, sample));
            let mut visits = Levels::default();
            watched(&tree, &mut visits);
            for (depth, estimate) in estimates.iter_mut().enumerate() {
                estimate.add(visits.visits.get(depth).copied().unwrap_or(0) as f64);
            }
        }
        for (depth, estimate) in estimates.iter().enumerate().skip(1) {
            let parity = if depth % 2 == 0 { "even" } else { "odd" };
            rows.push(Row {
                parameters: vec![
                    ("trees", (*name).into()),
                    ("l", (depth as u32).into()),
                    ("parity of l", parity.into()),
                ],
                formula: expected(levels, depth).into(),
                measured: estimate.mean.into(),
                error: Some(estimate.error()),
                further: vec![("samples", estimate.samples.into())],
            });
        }
    }
    Table {
        claim: "If a position at level j has moves with probability q_j and d_j of them on average, and the first is always best, alpha-beta examines d0·q1·d2·q3… + q0·d1·q2·d3… − q0·q1…q_{l−1} positions at level l on average, the last factors being d_{l−2}·q_{l−1} and q_{l−2}·d_{l−1} for even l, q_{l−2}·d_{l−1} and d_{l−2}·q_{l−1} for odd l (Knuth & Moore 1975, corollary 2). Trees “even”: 1 to 5 moves in 90% of the positions of every level; “uneven”: other numbers at every level.".to_string(),
        findings: vec![statistical_finding(&rows)],
        charts: vec![plot(&rows).into()],
        rows,
        seed: Some(study.seed),
        ..Table::default()
    }
}

fn plot(rows: &[Row]) -> Plot {
    let mut series = Vec::new();
    for (name, _) in KINDS {
        let own = || rows.iter().filter(|row| row.parameters[0].1 == name.into());
        let points = |value: fn(&Row) -> Option<f64>| -> Vec<Point> {
            own()
                .filter_map(|row| Some(Point::new(row.parameters[1].1.number()?, value(row)?)))
                .collect()
        };
        let measured = points(|row| row.measured.number());
        series.push(Series {
            name: format!("measured, {name}"),
            points: measured,
            style: Style::Points,
        });
        let formula = points(|row| row.formula.number());
        series.push(Series {
            name: format!("formula, {name}"),
            points: formula,
            style: Style::Dashed,
        });
    }
    Plot {
        title: "Positions examined at each level, random numbers of moves".to_string(),
        x: Axis::linear("level l"),
        y: Axis::log("positions"),
        series,
        notes: Vec::new(),
    }
}

/// A node of a tree of random shape whose first move is always best.
#[derive(Clone, Debug)]
struct OrderedTree<'a> {
    levels: &'a [Level],
    depth: usize,
    /// A hash of the tree and of the path from its root.
    hash: u64,
    /// The node's value for Max.
    value: Score,
    children: u32,
}

impl<'a> OrderedTree<'a> {
    fn new(levels: &'a [Level], seed: u64) -> OrderedTree<'a> {
        let mut root = OrderedTree {
            levels,
            depth: 0,
            hash: mix(seed),
            value: 0,
            children: 0,
        };
        root.children = root.draw_children();
        root
    }

    /// A number in `0..bound` that belongs to this node.
    fn drawn(&self, stream: u64, bound: u32) -> u32 {
        let bits = mix(self.hash.wrapping_add(stream));
        ((u128::from(bits) * u128::from(bound)) >> 64) as u32
    }

    fn draw_children(&self) -> u32 {
        match self.levels.get(self.depth) {
            Some(level) if self.drawn(1, 100) < level.open => {
                level.fewest + self.drawn(2, level.most - level.fewest + 1)
            }
            _ => 0,
        }
    }
}

impl Game for OrderedTree<'_> {
    type Move = u32;

    const LARGEST_PAYOFF: Score = zermelo_game::MAX_PAYOFF;

    fn side(&self) -> Side {
        Side::BOTH[self.depth % 2]
    }

    fn legal_moves(&self, out: &mut Vec<u32>) {
        out.extend(0..self.children);
    }

    fn play(&mut self, m: u32) {
        let side = self.side();
        self.hash = mix(self.hash ^ mix(u64::from(m) + 1));
        if m > 0 {
            // Worse for the mover than the first move, by 1 to 1000.
            let loss = 1 + self.drawn(3, 1000) as Score;
            self.value -= if side == Side::First { loss } else { -loss };
        }
        self.depth += 1;
        self.children = self.draw_children();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.payoff()
            .map(|payoff| Outcome::from_payoff(payoff, self.side()))
    }

    fn payoff(&self) -> Option<Score> {
        let sign = if self.side() == Side::First { 1 } else { -1 };
        (self.children == 0).then_some(sign * self.value)
    }

    fn key(&self) -> u64 {
        self.hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::counting::everything;
    use crate::theory::table::deviation;

    #[test]
    fn the_first_move_is_best_everywhere() {
        for seed in 0..200 {
            let tree = OrderedTree::new(&KINDS[1].1[..5], seed);
            let answer = everything(&tree);
            assert_eq!(answer.value, 0, "seed {seed}");
            assert!(
                answer.pv.iter().all(|&m| m == 0),
                "seed {seed}: {:?}",
                answer.pv
            );
        }
    }

    #[test]
    fn fixed_numbers_of_moves_give_corollary_1() {
        let levels = [level(100, 3, 3); 8];
        let counts: Vec<f64> = (0..=4).map(|l| expected(&levels, l)).collect();
        assert_eq!(counts, [1.0, 3.0, 5.0, 11.0, 17.0]);
    }

    #[test]
    fn measured_is_within_four_standard_errors_at_both_parities() {
        let study = Study {
            samples: Some(4_000),
            ..Study::default()
        };
        for row in table(&study).rows {
            assert!(deviation(&row).unwrap() <= 4.0, "{row:?}");
        }
    }
}
