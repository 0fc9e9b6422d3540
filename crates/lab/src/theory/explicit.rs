//! `deep-cutoff`, `eighteen` and `right-to-left`: small trees that a reader can follow by hand.
//!
//! The tree with the deep cut-off is the slides' of one of our sources; the textbook tree is
//! Russell & Norvig's. The slides also show a tree of which alpha-beta evaluates 18 leaves and
//! minimax 41, but not its values: [`EIGHTEEN`] is a tree of our own with that ratio, the third
//! that a seeded search over random trees of height 4 found.

use zermelo_draw::Axis;
use zermelo_game::{Game, Score, Side};
use zermelo_games::ExplicitTree;

use super::Study;
use super::counting::{Leaves, everything, watched, with_deep_cutoffs};
use super::figure::searched_figure;
use super::ordering::smallest_proof_of;
use super::table::{Heads, Row, Table, bars_of, exact_finding};

/// The slides' tree with a deep cut-off.
pub const SLIDES: &str = "((3 5)(((0 9) 5)(7 8)(9)))";
/// The tree of every textbook.
pub const TEXTBOOK: &str = "((3 12 8)(2 4 6)(14 5 2))";
/// Our own tree of 41 leaves, 18 of them visited.
pub const EIGHTEEN: &str = "((((8 4)(2 2))((2 0)(4 8)(2 0))((6 7)(9 2)))((7 (4 4 9)(3 6))((0 1)(1 5 9))((9 3)(7 7)))(((3 9 6)(6 5 1))((3 5 1)(7 8 1))))";

fn tree(text: &str) -> ExplicitTree {
    ExplicitTree::parse(text).expect("the trees of this module are trees")
}

/// The values for Max of the leaves that alpha-beta visits, in order.
fn visited(tree: &ExplicitTree) -> Vec<Score> {
    let mut leaves = Leaves::default();
    watched(tree, &mut leaves);
    let for_max = |(path, value): &(Vec<u32>, Score)| {
        let leaf = path.iter().fold(tree.clone(), |node, &m| node.after(m));
        if leaf.side() == Side::First {
            *value
        } else {
            -value
        }
    };
    leaves.visited.iter().map(for_max).collect()
}

/// `deep-cutoff`.
#[must_use]
pub fn deep_cutoff(_study: &Study<'_>) -> Table {
    let row = |name: &str, text: &str, value: Score| {
        let tree = tree(text);
        let answer = with_deep_cutoffs(&tree);
        let leaves: Vec<String> = visited(&tree).iter().map(Score::to_string).collect();
        Row {
            parameters: vec![("tree", text.into()), ("from", name.into())],
            formula: value.into(),
            measured: answer.value.into(),
            error: Some(0.0),
            further: vec![
                ("leaves visited", leaves.join(" ").into()),
                ("shallow", answer.counts.cutoffs.shallow.into()),
                ("deep", answer.counts.cutoffs.deep.into()),
            ],
        }
    };
    let rows = vec![
        row("the slides", SLIDES, 5),
        row("the textbook", TEXTBOOK, 3),
    ];
    Table {
        claim: "In the slides' tree the leaf 9 beside the 0 is cut off by the bound 3, which was set at the root, three plies above, and not by the parent: a deep cut-off, which branch and bound would not have made. In the textbook tree the second move is cut after its first leaf. shallow, deep: cut-offs by who set the bound.".to_string(),
        heads: Heads { formula: "source's value", measured: "value" },
        findings: vec![exact_finding(&rows).replace("formula", "the source's value")],
        rows,
        figures: [SLIDES, TEXTBOOK].iter().filter_map(|text| searched_figure(text)).collect(),
        ..Table::default()
    }
}

/// `eighteen`.
#[must_use]
pub fn eighteen(_study: &Study<'_>) -> Table {
    let tree = tree(EIGHTEEN);
    let row = |algorithm: &str, formula: u32, leaves: u64| Row {
        parameters: vec![("algorithm", algorithm.into())],
        formula: formula.into(),
        measured: leaves.into(),
        error: Some(0.0),
        further: Vec::new(),
    };
    let rows = vec![
        row("minimax", 41, everything(&tree).counts.leaves),
        row("alpha-beta", 18, with_deep_cutoffs(&tree).counts.leaves),
    ];
    Table {
        claim: "The slides show a tree of which alpha-beta evaluates 18 leaves against minimax's 41, without its leaf values. This tree is our own, found by a seeded search over random trees, and shows the same ratio.".to_string(),
        heads: Heads { formula: "slides' leaves", measured: "leaves" },
        findings: vec![format!("Both values are {}.", everything(&tree).value)],
        rows,
        figures: searched_figure(EIGHTEEN).into_iter().collect(),
        ..Table::default()
    }
}

/// `right-to-left`.
#[must_use]
pub fn right_to_left(_study: &Study<'_>) -> Table {
    let trees = [
        ("the textbook", TEXTBOOK),
        ("the slides", SLIDES),
        ("ours of 41 leaves", EIGHTEEN),
    ];
    let rows: Vec<Row> = trees
        .iter()
        .map(|(name, text)| {
            let tree = tree(text);
            Row {
                parameters: vec![("tree", (*name).into())],
                formula: smallest_proof_of(text).unwrap_or(0).into(),
                measured: with_deep_cutoffs(&tree).counts.leaves.into(),
                error: Some(0.0),
                further: vec![
                    (
                        "right to left",
                        with_deep_cutoffs(&tree.mirrored()).counts.leaves.into(),
                    ),
                    ("all", tree.leaf_count().into()),
                ],
            }
        })
        .collect();
    Table {
        claim: "What is cut depends on the order of the visit: the same trees from left to right and from right to left. fewest: the smallest number of leaves that settles the value, which the best order would visit.".to_string(),
        heads: Heads { formula: "fewest", measured: "left to right" },
        findings: rows
            .iter()
            .map(|row| {
                let name = &row.parameters[0].1;
                format!("{name}: {} leaves from the left, {} from the right, {} suffice, {} there are.", row.measured, row.further[0].1, row.formula, row.further[1].1)
            })
            .collect(),
        charts: vec![bars_of(
            &rows,
            "Leaves by the order of the visit",
            "tree",
            Axis::linear("leaves visited"),
            &[
                ("fewest", |row| row.formula.number()),
                ("left to right", |row| row.measured.number()),
                ("right to left", |row| row.further[0].1.number()),
                ("all", |row| row.further[1].1.number()),
            ],
        )],
        figures: [SLIDES.to_string(), zermelo_game::Notation::notation(&tree(SLIDES).mirrored())]
            .iter()
            .filter_map(|text| searched_figure(text))
            .collect(),
        rows,
        ..Table::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slides_tree_is_visited_as_the_slides_say() {
        let rows = deep_cutoff(&Study::default()).rows;
        assert_eq!(rows[0].further[0].1, "3 5 0 5 7 9".into());
        assert_eq!(
            (&rows[0].measured, &rows[0].further[2].1),
            (&5.into(), &1.into())
        );
        assert_eq!(rows[1].further[0].1, "3 12 8 2 14 5 2".into());
        assert_eq!(rows[1].measured, 3.into());
    }

    #[test]
    fn our_tree_has_41_leaves_and_18_are_visited() {
        for row in eighteen(&Study::default()).rows {
            assert_eq!(row.measured, row.formula);
        }
    }

    #[test]
    fn the_order_of_the_visit_matters_but_never_beats_the_smallest_proof() {
        let rows = right_to_left(&Study::default()).rows;
        for row in &rows {
            assert!(row.measured.number() >= row.formula.number(), "{row:?}");
            assert!(row.further[0].1.number() >= row.formula.number(), "{row:?}");
        }
        assert_eq!(
            (&rows[2].measured, &rows[2].further[0].1),
            (&18.into(), &26.into())
        );
    }
}
