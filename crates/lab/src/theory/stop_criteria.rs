//! `stop-criteria`: five reasons to stop looking deeper, each at work.
//!
//! The slides among our sources list them for minimax: has a side won, how many plies were
//! searched, how promising is the path, how much time is left, how stable is the position. Here:
//! the rules, a depth limit, Floyd's probability (told in Knuth & Moore 1975), a stop test as a
//! clock would give it (a number of questions, so that the row is the same on every machine), and
//! quiescence.

use std::sync::atomic::{AtomicU64, Ordering};

use zermelo_draw::Axis;
use zermelo_game::{INFINITY, Notation, Score};
use zermelo_games::{Draughts, TicTacToe};
use zermelo_search::alpha_beta::alpha_beta;
use zermelo_search::floyd::{Floyd, floyd};
use zermelo_search::iterative_deepening::iterative_deepening;
use zermelo_search::observer::{LeafKind, Observer, Purpose};
use zermelo_search::quiescence::alpha_beta_quiescence;
use zermelo_search::{Answer, Limits, Params, Payoff, Static, WHOLE_TREE};

use super::Study;
use super::counting::searched;
use super::figure::position_figure;
use super::table::{Cell, Heads, Row, Table, bars_of};

/// A middle game of draughts, and the nominal depth.
const POSITION: &str = "B:W18,21,22,24,26,28,30:B3,6,8,10,12,13,16";
const DEPTH: u32 = 4;

/// An observer of how deep the leaves lie and why they are leaves.
#[derive(Default)]
struct Ends {
    open: usize,
    shallowest: Option<usize>,
    deepest: usize,
    by_rules: u64,
    at_leaf: bool,
    rules: bool,
}

impl<M> Observer<M> for Ends {
    fn enter(&mut self, _via: Option<M>, _alpha: Score, _beta: Score, _purpose: Purpose) {
        self.open += 1;
        self.at_leaf = false;
    }

    fn leaf(&mut self, kind: LeafKind) {
        self.at_leaf = true;
        self.rules = kind == LeafKind::Rules;
    }

    fn expand(&mut self, _moves: &[M]) {
        self.at_leaf = false;
    }

    fn leave(&mut self, _value: Score) {
        self.open -= 1;
        if self.at_leaf {
            let shallowest = self.shallowest.unwrap_or(self.open);
            self.shallowest = Some(shallowest.min(self.open));
            self.deepest = self.deepest.max(self.open);
            self.by_rules += u64::from(self.rules);
        }
        self.at_leaf = false;
    }

    fn abandon(&mut self) {
        self.open -= 1;
        self.at_leaf = false;
    }
}

/// Builds the table.
#[must_use]
pub fn table(_study: &Study<'_>) -> Table {
    let draughts = Draughts::parse(POSITION).expect("the position is legal");
    let rows = vec![
        won(),
        depth(&draughts),
        promise(&draughts),
        time(&draughts),
        stability(&draughts),
    ];
    Table {
        claim: format!(
            "When is deep enough? Has a side won (tic-tac-toe to the end); how many plies ({DEPTH}); how promising is the path (it ends when the product of its moves' probabilities, all moves alike, falls under 1/1000); how much time is left (iterative deepening, stopped); how stable is the position (depth {DEPTH}, then captures only). All but the first on the same position of draughts. shallowest, deepest: plies to the nearest and farthest leaf; by rules: leaves where the game was over."
        ),
        heads: Heads {
            formula: "formula",
            measured: "leaves",
        },
        findings: findings(&rows),
        charts: vec![bars_of(
            &rows,
            "How deep the leaves lie, by the reason to stop",
            "criterion",
            Axis::linear("plies"),
            &[
                ("shallowest leaf", |row| row.further[1].1.number()),
                ("deepest leaf", |row| row.further[2].1.number()),
            ],
        )],
        rows,
        figures: vec![position_figure("draughts", &draughts, "Black to move.")],
        ..Table::default()
    }
}

fn findings(rows: &[Row]) -> Vec<String> {
    let further = |i: usize, column: usize| rows[i].further[column].1.to_string();
    vec![
        "Win: every leaf is a finished game; only small games can be searched so.".to_string(),
        format!(
            "Depth: every line ends at ply {}, however wild the position.",
            further(1, 2)
        ),
        format!(
            "Promise: lines of few moves go on to ply {}, lines of many end at ply {}.",
            further(2, 2),
            further(2, 1)
        ),
        format!(
            "Time: the stop came in an iteration; the move is from the last one finished, depth {}.",
            further(3, 5)
        ),
        format!(
            "Stability: exchanges are followed past depth {DEPTH}, up to ply {}.",
            further(4, 2)
        ),
    ]
}

fn row<G: Notation>(criterion: &str, game: &G, ends: &Ends, answer: &Answer<G::Move>) -> Row {
    let first = answer
        .pv
        .first()
        .map_or(String::new(), |&m| game.move_text(m));
    let plies = |ply: usize| Cell::from(ply as u64);
    Row {
        parameters: vec![("criterion", criterion.into())],
        formula: Cell::Empty,
        measured: answer.counts.leaves.into(),
        error: Some(0.0),
        further: vec![
            ("by rules", ends.by_rules.into()),
            ("shallowest", ends.shallowest.map_or(Cell::Empty, plies)),
            ("deepest", plies(ends.deepest)),
            ("value", answer.value.into()),
            ("move", first.into()),
            (
                "finished depth",
                answer.depth.map_or(Cell::Empty, Cell::from),
            ),
        ],
    }
}

fn won() -> Row {
    let game = TicTacToe::default();
    let mut ends = Ends::default();
    let answer = searched(&game, &Payoff, &mut ends, |s, game| {
        alpha_beta(s, game, WHOLE_TREE, -INFINITY, INFINITY)
    });
    row("win", &game, &ends, &answer)
}

fn depth(game: &Draughts) -> Row {
    let mut ends = Ends::default();
    let answer = searched(game, &Static, &mut ends, |s, game| {
        alpha_beta(s, game, DEPTH, -INFINITY, INFINITY)
    });
    row("depth", game, &ends, &answer)
}

fn promise(game: &Draughts) -> Row {
    let mut ends = Ends::default();
    let rule = Floyd {
        threshold: 0.001,
        temperature: 0.0,
    };
    let answer = searched(game, &Static, &mut ends, |s, game| {
        floyd(s, game, 20, (-INFINITY, INFINITY), 1.0, rule)
    });
    row("promise", game, &ends, &answer)
}

/// The stop test is asked every thousand nodes or so; this many questions are a second of a slow
/// machine.
const QUESTIONS: u64 = 20;

fn time(game: &Draughts) -> Row {
    let mut ends = Ends::default();
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= QUESTIONS;
    let limits = Limits {
        stop: Some(&stop),
        ..Limits::default()
    };
    let params = Params::default();
    let answer = iterative_deepening(game, WHOLE_TREE - 1, &params, &Static, limits, &mut ends);
    row("time", game, &ends, &answer)
}

fn stability(game: &Draughts) -> Row {
    let mut ends = Ends::default();
    let extra = Params::default().quiescence_plies as u32;
    let answer = searched(game, &Static, &mut ends, |s, game| {
        alpha_beta_quiescence(s, game, DEPTH, (-INFINITY, INFINITY), extra)
    });
    row("stability", game, &ends, &answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_criterion_ends_lines_where_it_says() {
        let rows = table(&Study::default()).rows;
        let further = |i: usize, column: usize| rows[i].further[column].1.number().unwrap();
        assert_eq!(
            rows[0].measured.number(),
            rows[0].further[0].1.number(),
            "every leaf is a finished game"
        );
        assert_eq!(
            (further(1, 1), further(1, 2)),
            (f64::from(DEPTH), f64::from(DEPTH))
        );
        assert!(
            further(2, 1) < further(2, 2),
            "promise gives lines of different length"
        );
        assert!(
            further(3, 5) >= 1.0,
            "a stopped search has finished depth 1"
        );
        assert!(
            further(4, 2) > f64::from(DEPTH),
            "captures are followed past the depth"
        );
    }

    #[test]
    fn the_stopped_search_says_the_same_every_time() {
        let game = Draughts::parse(POSITION).unwrap();
        assert_eq!(time(&game), time(&game));
    }
}
