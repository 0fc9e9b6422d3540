//! `horizon`, `quiescence` and `forward-pruning`: where a search that stops or selects goes
//! wrong, first on trees of a few nodes with given estimates, then in a game.
//!
//! The horizon effect is Berliner's (1973, in one of our sources); quiescence and selection are
//! Shannon's: Shannon 1950. The game positions were found by a seeded search over random games and are ours.
//! [`super::chess_figures`] has the horizon effect in chess.

use std::fmt::Debug;

use zermelo_draw::Axis;
use zermelo_game::{Heuristic, INFINITY, Noisy, Notation};
use zermelo_games::{ConnectFour, Draughts, ExplicitTree};
use zermelo_search::alpha_beta::alpha_beta;
use zermelo_search::beam::beam;
use zermelo_search::quiescence::alpha_beta_quiescence;
use zermelo_search::{Answer, Params, Static, WHOLE_TREE};

use super::Study;
use super::counting::searched;
use super::figure::position_figure;
use super::table::{Heads, Row, Table, bars_of};

/// Max loses 3 now, or delays: for three plies nothing seems to happen, then it costs 5.
const DELAY: &str = "(accept=-3 delay=0:(0:(0:(-5))))";
/// A quiet move keeps 1; a capture seems to win 9 until it is answered.
const GRAB: &str = "(quiet=1 grab=9:(!-5 8))";
/// A quiet move is worth 1; a sacrifice looks like −4 and wins 9.
const SACRIFICE: &str = "(quiet=1:(1 2) sacrifice=-4:(9 9))";
/// White to move: 17-14 seems level after three plies, in the middle of an exchange.
const EXCHANGE: &str = "W:W17,23,26,28,29:B1,4,5,15,16";
/// The deep search by which moves of draughts are judged.
const JUDGE: u32 = 9;
/// The player to move wins with 7, which looks worse than three other moves.
const HIDDEN: &str = "725276366564";
/// The depth at which the win is seen.
const WINS_AT: u32 = 5;

fn read<G: Notation>(text: &str) -> G {
    G::parse(text).expect("the positions of this module are legal")
}

/// What a search said.
struct Said {
    value: i32,
    first: String,
    line: String,
    leaves: u64,
}

fn said<G: Notation<Move: Debug>>(game: &G, answer: &Answer<G::Move>) -> Said {
    let mut position = game.clone();
    let mut words = Vec::new();
    for &m in &answer.pv {
        words.push(position.move_text(m));
        position.play(m);
    }
    Said {
        value: answer.value,
        first: words.first().cloned().unwrap_or_default(),
        line: words.join(" "),
        leaves: answer.counts.leaves,
    }
}

fn plain<G: Notation + Heuristic>(game: &G, depth: u32) -> Said {
    let answer = searched(game, &Static, &mut (), |s, game| {
        alpha_beta(s, game, depth, -INFINITY, INFINITY)
    });
    said(game, &answer)
}

fn quiet<G: Notation + Heuristic + Noisy>(game: &G, depth: u32) -> Said {
    let extra = Params::default().quiescence_plies as u32;
    let answer = searched(game, &Static, &mut (), |s, game| {
        alpha_beta_quiescence(s, game, depth, (-INFINITY, INFINITY), extra)
    });
    said(game, &answer)
}

fn selective<G: Notation + Heuristic>(game: &G, depth: u32, width: usize) -> Said {
    let answer = searched(game, &Static, &mut (), |s, game| {
        beam(s, game, depth, (-INFINITY, INFINITY), width)
    });
    said(game, &answer)
}

/// What a move is worth by a deeper search.
fn worth<G: Notation + Heuristic>(game: &G, first: &str, depth: u32) -> i32 {
    let chosen = game.parse_move(first).ok();
    chosen.map_or(0, |m| -plain(&game.after(m), depth).value)
}

/// The name of a root move of an explicit tree.
fn name(tree: &ExplicitTree, first: &str) -> String {
    let child = tree
        .parse_move(first)
        .ok()
        .map(|m| zermelo_game::Game::after(tree, m));
    let name = child.as_ref().and_then(|child| child.name());
    name.unwrap_or(first).to_string()
}

fn row(position: &str, search: String, worth: i32, said: &Said, chosen: String) -> Row {
    Row {
        parameters: vec![("search", search.into()), ("position", position.into())],
        formula: worth.into(),
        measured: said.value.into(),
        error: Some(0.0),
        further: vec![
            ("move", chosen.into()),
            ("line", said.line.clone().into()),
            ("leaves", said.leaves.into()),
        ],
    }
}

const HEADS: Heads = Heads {
    formula: "the move's worth",
    measured: "search's value",
};

fn chart(rows: &[Row], title: &str) -> super::table::Chart {
    bars_of(
        rows,
        title,
        "search",
        Axis::linear("value"),
        &[
            ("search's value", |row| row.measured.number()),
            ("the move's worth", |row| row.formula.number()),
        ],
    )
}

/// A row of an explicit tree.
fn tree_row(text: &str, search: String, said: &Said) -> Row {
    let tree: ExplicitTree = read(text);
    let worth = worth(&tree, &said.first, WHOLE_TREE);
    row("tree", search, worth, said, name(&tree, &said.first))
}

/// `horizon`.
#[must_use]
pub fn effect(_study: &Study<'_>) -> Table {
    let tree: ExplicitTree = read(DELAY);
    let rows: Vec<Row> = (1..=4)
        .map(|depth| tree_row(DELAY, format!("depth {depth}"), &plain(&tree, depth)))
        .collect();
    Table {
        claim: "What lies behind the depth limit does not exist for the search. Max can accept the loss of 3 or delay: the estimates on the way say 0, and after three more plies it costs 5. The table figure-6 shows the same in chess.".to_string(),
        heads: HEADS,
        findings: vec!["Up to depth 3 the search delays, believing that nothing is lost, and loses 5; at depth 4 it accepts 3.".to_string()],
        charts: vec![chart(&rows, "The horizon effect")],
        rows,
        figures: vec![position_figure("tree", &tree, format!("The tree {DELAY}; the numbers before colons are estimates."))],
        ..Table::default()
    }
}

/// `quiescence`.
#[must_use]
pub fn quiescence(_study: &Study<'_>) -> Table {
    let tree: ExplicitTree = read(GRAB);
    let draughts: Draughts = read(EXCHANGE);
    let game_row = |search: &str, said: &Said| {
        let worth = worth(&draughts, &said.first, JUDGE);
        row(
            "draughts",
            format!("{search} 3"),
            worth,
            said,
            said.first.clone(),
        )
    };
    let rows = vec![
        tree_row(GRAB, "depth 1".to_string(), &plain(&tree, 1)),
        tree_row(GRAB, "quiescence 1".to_string(), &quiet(&tree, 1)),
        game_row("depth", &plain(&draughts, 3)),
        game_row("quiescence", &quiet(&draughts, 3)),
    ];
    Table {
        claim: format!("An evaluation in the middle of an exchange means nothing; quiescence goes on with unquiet moves until the position is calm. In the tree the unquiet move is the answer to a capture that seems to win 9. In draughts White, to move, three plies deep (a man is worth 100); the moves' worth is by a search of {JUDGE} more plies."),
        heads: HEADS,
        findings: vec![
            "In the tree the plain search grabs and loses; with quiescence it plays the quiet move.".to_string(),
            format!("In draughts the plain search plays {}, worth {}, and quiescence {}, worth {}.", rows[2].further[0].1, rows[2].formula, rows[3].further[0].1, rows[3].formula),
        ],
        charts: vec![chart(&rows[2..], "Draughts, three plies with and without quiescence")],
        rows,
        figures: vec![
            position_figure("tree", &tree, format!("The tree {GRAB}; the move marked with ! is unquiet.")),
            position_figure("draughts", &draughts, format!("White to move: {EXCHANGE}.")),
        ],
        ..Table::default()
    }
}

/// `forward-pruning`.
#[must_use]
pub fn forward_pruning(_study: &Study<'_>) -> Table {
    let tree: ExplicitTree = read(SACRIFICE);
    let game: ConnectFour = read(HIDDEN);
    let mut rows = vec![
        tree_row(
            SACRIFICE,
            "beam of 1".to_string(),
            &selective(&tree, WHOLE_TREE, 1),
        ),
        tree_row(
            SACRIFICE,
            "all moves".to_string(),
            &plain(&tree, WHOLE_TREE),
        ),
    ];
    for width in 1..=7 {
        let said = selective(&game, WINS_AT, width);
        let worth = worth(&game, &said.first, WINS_AT - 1);
        rows.push(row(
            "Connect Four",
            format!("beam of {width}"),
            worth,
            &said,
            said.first.clone(),
        ));
    }
    let misses = rows[2..]
        .iter()
        .filter(|row| row.measured.number() < Some(10_000.0))
        .count();
    Table {
        claim: format!(
            "Searching only the moves that look best (Shannon's type B, a beam) is fast and unsafe. In the tree a sacrifice looks like −4 and wins 9. In Connect Four the player to move wins in {WINS_AT} plies, by a move that looks worse than three others; a won game is worth 10000."
        ),
        heads: HEADS,
        findings: vec![
            "In the tree a beam of one move never sees the sacrifice.".to_string(),
            format!(
                "In Connect Four beams of up to {misses} of 7 moves miss the win, and nothing in their answer says so."
            ),
        ],
        charts: vec![chart(
            &rows[2..],
            "Connect Four: value by the width of the beam",
        )],
        rows,
        figures: vec![
            position_figure("tree", &tree, format!("The tree {SACRIFICE}.")),
            position_figure(
                "connect4",
                &game,
                format!("Connect Four after {HIDDEN}: the player to move wins with column 7."),
            ),
        ],
        ..Table::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(rows: &[Row], value: fn(&Row) -> String) -> Vec<String> {
        rows.iter().map(value).collect()
    }

    #[test]
    fn the_horizon_hides_the_loss_up_to_depth_3() {
        let rows = effect(&Study::default()).rows;
        let moves = column(&rows, |row| row.further[0].1.to_string());
        assert_eq!(moves, ["delay", "delay", "delay", "accept"]);
        let worth = column(&rows, |row| row.formula.to_string());
        assert_eq!(worth, ["-5", "-5", "-5", "-3"]);
    }

    #[test]
    fn quiescence_finds_the_better_move() {
        let rows = quiescence(&Study::default()).rows;
        assert_eq!(
            column(&rows[..2], |row| row.further[0].1.to_string()),
            ["grab", "quiet"]
        );
        let worth = |i: usize| rows[i].formula.number().unwrap();
        assert!(worth(3) - worth(2) >= 100.0, "{} {}", worth(2), worth(3));
    }

    #[test]
    fn a_beam_misses_the_win_that_the_full_width_finds() {
        let rows = forward_pruning(&Study::default()).rows;
        assert_eq!(
            column(&rows[..2], |row| row.further[0].1.to_string()),
            ["quiet", "sacrifice"]
        );
        assert_eq!(rows[8].measured, 10_000.into());
        // Beams of 1 to 3 play a move that does not win and do not know of one that does.
        let misses = |row: &Row| row.measured != 10_000.into() && row.formula != 10_000.into();
        assert!(rows[2..5].iter().all(misses));
        assert!(rows[5..].iter().all(|row| row.further[0].1 == "7".into()));
    }
}
