//! Tests of explicit trees: reading, ranks, values, mirror.

use super::*;
use zermelo_game::{INFINITY, conformance};

fn tree(text: &str) -> ExplicitTree {
    ExplicitTree::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn negamax(position: &ExplicitTree) -> Score {
    let moves = 0..position.child_count();
    let values = moves.map(|m| -negamax(&position.after(m)));
    values.max().or(position.payoff()).unwrap()
}

fn leaves(position: &ExplicitTree, out: &mut Vec<Score>) {
    if position.child_count() == 0 {
        out.push(position.score_for_max());
    }
    for m in 0..position.child_count() {
        leaves(&position.after(m), out);
    }
}

#[test]
fn keeps_the_contract_of_a_game() {
    for text in [
        "((3 12 8)(2 4 6)(14 5 2))",
        "min ((3 5)(((0 9) 5)(7 8)(9)))",
        "((0.5 -1.25)(3 0)(-7 2e-3))",
        "(a=5:(1 !b=2 !(3 4)) -3:(0 0) 7)",
        "5",
        "(1 1 (1 1))",
    ] {
        conformance::check(&tree(text), 40, 10, 1);
    }
}

#[test]
fn texts_read_alike_and_print_in_one_way() {
    for (text, printed) in [
        ("[3,12,8] [2,4,6]", "((3 12 8)(2 4 6))"),
        ("  ( 3((0,1 1)2)) ", "(3 ((0 1 1) 2))"),
        ("MAX (1 2)", "(1 2)"),
        ("Min [1 2] AT 2", "min (1 2) at 2"),
        ("1 2", "(1 2)"),
        ("((((5))))", "((((5))))"),
        ("7", "7"),
        ("x=(5:(1 2)!3)", "x=(5:(1 2) !3)"),
        ("(+1.0 -0 1e2)", "(1 0 100)"),
        ("(0.50 -.5)", "(0.5 -0.5)"),
    ] {
        assert_eq!(tree(text).notation(), printed, "{text}");
    }
}

#[test]
fn values_of_the_sources_trees() {
    for (text, value) in [
        ("((3 12 8)(2 4 6)(14 5 2))", 3),
        ("((3 5)(((0 9) 5)(7 8)(9)))", 5),
        ("(3 ((0 1 1) 2))", 3),
        ("min (4 (2 9))", 4),
    ] {
        let root = tree(text);
        assert_eq!(root.for_mover(negamax(&root)), value, "{text}");
        assert_eq!(root.mirrored().for_mover(negamax(&root.mirrored())), value);
    }
}

#[test]
fn errors_name_the_column_and_what_was_expected() {
    let deep = "(".repeat(600);
    for (text, column, expected) in [
        ("", 1, "a tree such as"),
        ("min", 4, "a tree such as"),
        ("((3 4)", 7, "`)` for the bracket opened at column 1"),
        ("(3 4]", 5, "`)` for the bracket opened at column 1"),
        ("(3 4))", 6, "no more closing brackets"),
        ("(3 ())", 5, "at least one number"),
        ("(3 é)", 4, "a number"),
        ("(é 3 x)", 2, "a number"),
        ("(3 nan)", 4, "a number"),
        ("(3 1e10)", 4, "at most 1000000000"),
        ("(3 -1000000001)", 4, "at most 1000000000"),
        ("(5: 3)", 4, "an opening bracket after an estimate"),
        ("(5:3)", 4, "an opening bracket after an estimate"),
        ("(a= 3)", 4, "a number or an opening bracket"),
        ("(! 3)", 3, "a number or an opening bracket"),
        ("(1a=3)", 2, "a name"),
        ("(3 =)", 4, "a number or an opening bracket"),
        ("(3 4) at 3", 10, "a child from 1 to 2"),
        ("(3 4) at 1.1", 12, "no more children"),
        ("(3 4) at 0", 10, "numbers of children"),
        ("(3 4) at", 9, "numbers of children"),
        ("(3 4) at 1 2", 10, "numbers of children"),
        ("(3 at 1)", 4, "a number"),
        ("(3 4) max", 7, "a number"),
        (&deep, 501, "at most 500 deep"),
    ] {
        let error = ExplicitTree::parse(text).unwrap_err();
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
}

#[test]
fn real_values_are_ranked_in_order_with_their_signs() {
    let root = tree("(0.5 -2 7 -2.5 0.5)");
    assert!(root.is_ranked());
    let mut ranks = Vec::new();
    leaves(&root, &mut ranks);
    assert_eq!(ranks, [1, -1, 2, -2, 1]);
    let texts: Vec<String> = ranks.iter().map(|&rank| root.value_text(rank)).collect();
    assert_eq!(texts, ["0.5", "-2", "7", "-2.5", "0.5"]);
    let mut with_zero = Vec::new();
    leaves(&tree("(0.5 0 -0.5 -0.0)"), &mut with_zero);
    assert_eq!(with_zero, [1, 0, -1, 0]);
    assert!(!tree("(1 2.0 -3)").is_ranked());
}

#[test]
fn scores_outside_the_ranks_print_as_they_are() {
    let root = tree("(0.5 -2)");
    assert_eq!(root.value_text(0), "0");
    assert_eq!(root.value_text(2), "2");
    assert_eq!(root.value_text(-1_000_000), "-1000000");
}

#[test]
fn estimates_are_those_given_or_the_mean_of_the_leaves() {
    let root = tree("(5:(1 2) ((3 4) 8))");
    assert_eq!(root.evaluate(), 4, "mean of 1 2 3 4 8 is 3.6");
    assert_eq!(root.after(0).evaluate(), -5, "Min moves there");
    assert_eq!(root.after(1).evaluate(), -5);
    assert_eq!(root.after(1).after(0).evaluate(), 4, "3.5 is rounded up");
}

#[test]
fn marked_moves_are_unquiet() {
    let mut noisy = Vec::new();
    tree("(1 !2 !(3 4) 5)").noisy_moves(&mut noisy);
    assert_eq!(noisy, [1, 2]);
}

#[test]
fn counts_are_those_of_the_subtree() {
    let root = tree("((3 5)(((0 9) 5)(7 8)(9)))");
    assert_eq!((root.leaf_count(), root.node_count()), (8, 15));
    let second = root.after(1);
    assert_eq!((second.leaf_count(), second.node_count()), (6, 11));
    let leaf = root.after(0).after(1);
    assert_eq!((leaf.leaf_count(), leaf.node_count()), (1, 1));
}

#[test]
fn the_mirror_reverses_the_leaves_and_is_its_own_inverse() {
    let root = tree("(a=(3 5) 2:(((0 9) 5)!(7 8)(9)) 4)");
    let (mut forward, mut backward) = (Vec::new(), Vec::new());
    leaves(&root, &mut forward);
    leaves(&root.mirrored(), &mut backward);
    backward.reverse();
    assert_eq!(forward, backward);
    let node = root.after(1).after(0);
    assert_eq!(node.mirrored().notation(), {
        "(4 2:((9) !(8 7)(5 (9 0))) a=(5 3)) at 2.3"
    });
    assert_eq!(node.mirrored().mirrored(), node);
    assert_eq!(node.mirrored().mirrored().key(), node.key());
}

#[test]
fn equal_subtrees_are_different_positions() {
    let root = tree("((1 2)(1 2))");
    assert_ne!(root.after(0), root.after(1));
    assert_ne!(root.after(0).key(), root.after(1).key());
    assert_ne!(root, tree("min ((1 2)(1 2))"));
    assert_eq!(root, tree("[1 2] [1,2]"));
}

#[test]
fn a_tree_of_a_million_leaves_reads_and_writes() {
    let inner = format!("({})", vec!["7"; 1000].join(" "));
    let text = format!("({})", vec![inner; 1000].join(""));
    let root = tree(&text);
    assert_eq!(root.leaf_count(), 1_000_000);
    assert_eq!(root.notation(), text);
    assert!(root.to_string().len() < 2 * SHOWN);
}

#[test]
fn at_least_a_number_asks_for_the_next_larger_rank() {
    let tree = tree("(0.5 -2 7 -3.5)");
    let asked = [-9.0, -3.5, -3.0, -2.0, -1.0, 0.0, 0.5, 0.75, 7.0, 8.0];
    let scores = asked.map(|number| tree.score_at_least(number));
    assert_eq!(scores, [-2, -2, -1, -1, 0, 0, 1, 2, 2, 3]);
    let whole = ExplicitTree::default();
    let scores = [2.5, 3.0, -2.5, 1e300].map(|number| whole.score_at_least(number));
    assert_eq!(scores, [3, 3, -2, INFINITY - 1]);
}
