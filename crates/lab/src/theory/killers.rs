//! `killers`: one reply that refutes nearly every move.
//!
//! Akl & Newborn 1977: a move that cut off in one line often does so in another at the same ply,
//! because it carries out a threat that few moves meet. A thesis among our sources shows it with
//! a diagram in which Black's Qg2 mates after every White move but Rg1; the position here is our
//! own with that property. Each ply remembers one killer, tried first; nothing else is ordered.

use zermelo_chess::{Chess, Move};
use zermelo_draw::Axis;
use zermelo_game::{Game, INFINITY, Notation, Score};
use zermelo_search::observer::{Observer, Purpose};
use zermelo_search::record::Recorder;
use zermelo_search::{Answer, Search, Static, Stopped, below};

use super::Study;
use super::counting::searched;
use super::figure::chess_figure;
use super::table::{Cell, Heads, Row, Table, bars_of};

/// White to move; Black threatens Qg2 mate.
pub const POSITION: &str = "6k1/5ppp/8/1N4q1/2P5/7p/PP3P1P/R6K w - - 0 1";

/// Remembered killers by ply; `None`: the heuristic is off.
type Killers = Option<Vec<Option<Move>>>;

/// Builds the table.
#[must_use]
pub fn table(_study: &Study<'_>) -> Table {
    let position = Chess::parse(POSITION).expect("the position is legal");
    let replies = |killers: bool| -> Vec<(Move, usize)> {
        let mut recorder = Recorder::new(10_000);
        search(&position, 2, killers, &mut recorder);
        let root = &recorder.nodes[0];
        let searched = root.children.iter().map(|&child| &recorder.nodes[child]);
        searched
            .filter_map(|node| Some((node.via?, node.children.len())))
            .collect()
    };
    let rows: Vec<Row> = replies(false)
        .iter()
        .zip(replies(true))
        .map(|(&(m, without), (_, with))| {
            let after = position.after(m);
            let mates = after
                .parse_move("g5g2")
                .is_ok_and(|reply| after.after(reply).outcome().is_some());
            Row {
                parameters: vec![("White's move", position.san(m).into())],
                formula: Cell::Empty,
                measured: (with as u64).into(),
                error: Some(0.0),
                further: vec![
                    ("without killers", (without as u64).into()),
                    ("Qg2 mates", if mates { "yes" } else { "no" }.into()),
                ],
            }
        })
        .collect();
    let mated = rows
        .iter()
        .filter(|row| row.further[1].1 == "yes".into())
        .count();
    let mut findings = vec![format!("Qg2 mates after {mated} of {} moves.", rows.len())];
    for depth in [2, 3, 4] {
        let [without, with] =
            [false, true].map(|killers| search(&position, depth, killers, &mut ()).counts.leaves);
        findings.push(format!(
            "Depth {depth}: {without} leaves without killers, {with} with them."
        ));
    }
    Table {
        claim: "A killer is a move that cut off elsewhere at the same ply; it is tried first (Akl & Newborn 1977). In this position, our own after a thesis's diagram, Black's Qg2 mates after every White move but Rg1. Black's replies searched after each White move, two plies deep, in White's natural order.".to_string(),
        heads: Heads { formula: "formula", measured: "with killers" },
        findings,
        charts: vec![bars_of(
            &rows,
            "Replies searched before White's move was refuted",
            "White's move",
            Axis::linear("replies"),
            &[("with killers", |row| row.measured.number()), ("without", |row| row.further[0].1.number())],
        )],
        rows,
        figures: vec![chess_figure(POSITION, "Black threatens Qg2 mate; only Rg1 meets it.")],
        ..Table::default()
    }
}

fn search<O: Observer<Move>>(
    position: &Chess,
    depth: u32,
    killers: bool,
    observer: &mut O,
) -> Answer<Move> {
    let mut killers: Killers = killers.then(|| vec![None; depth as usize]);
    searched(position, &Static, observer, |s, game| {
        alpha_beta_with_killers(s, &mut killers, game, depth, (-INFINITY, INFINITY))
    })
}

/// Alpha-beta that tries the ply's killer first.
fn alpha_beta_with_killers<O: Observer<Move>>(
    s: &mut Search<'_, Chess, Static, O>,
    killers: &mut Killers,
    game: &Chess,
    depth: u32,
    (alpha, beta): (Score, Score),
) -> Result<Score, Stopped> {
    if let Some(value) = s.leaf(game, depth)? {
        return Ok(value);
    }
    let ply = s.ply();
    let mut best = alpha;
    let mut moves = s.expand(game);
    let killer = killers.as_ref().and_then(|killers| killers[ply]);
    let order = s.order(&moves);
    if let Some(place) = order.iter().position(|&m| Some(m) == killer) {
        order[..=place].rotate_right(1);
    }
    while let Some(m) = s.next(&mut moves) {
        let window = (-beta, -best);
        let value = -s.visit(game, m, window, Purpose::Normal, |s, child| {
            alpha_beta_with_killers(s, killers, child, below(depth), window)
        })?;
        if value > best {
            best = value;
            s.improve(m, best);
            if best >= beta {
                s.cut(&moves, best);
                if let Some(killers) = killers {
                    killers[ply] = Some(m);
                }
                break;
            }
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_but_rg1_is_refuted_by_the_killer() {
        let table = table(&Study::default());
        assert_eq!(table.rows.len(), 19);
        for row in &table.rows {
            let saved = row.parameters[0].1 == "Rg1".into();
            assert_eq!(row.further[1].1 == "no".into(), saved, "{row:?}");
        }
        // From the third move on the killer is known and comes first.
        let first_try = table
            .rows
            .iter()
            .skip(2)
            .filter(|row| row.measured == 1.into())
            .count();
        assert_eq!(first_try, 16);
    }

    #[test]
    fn killers_save_leaves_and_change_no_value() {
        let position = Chess::parse(POSITION).unwrap();
        for depth in 1..=4 {
            let [without, with] =
                [false, true].map(|killers| search(&position, depth, killers, &mut ()));
            assert_eq!(without.value, with.value, "depth {depth}");
            assert!(
                depth < 2 || with.counts.leaves < without.counts.leaves,
                "depth {depth}"
            );
        }
    }
}
