//! `ordering`: best first is not always the order that prunes most.
//!
//! Knuth & Moore 1975, §5: `(3 ((0 1 1) 2))` has its moves best first and costs 4 leaves, while
//! `(3 (2 (0 1 1)))`, the same tree, costs 2; and (theorem 2) some order of every tree lets
//! alpha-beta visit no leaf that any other algorithm could spare. Ours tries every order of small
//! trees, and computes beside it the smallest set of leaves that proves the value: one move of
//! one side, all of the other, the smallest choice everywhere.
//!
//! *Cost.* The product of the factorials of the numbers of moves; trees are kept small enough.

use zermelo_game::random::Rng;
use zermelo_game::{Score, Side};
use zermelo_games::ExplicitTree;

use super::Study;
use super::counting::with_deep_cutoffs;
use super::figure::searched_figure;
use super::table::{Heads, Row, Table, exact_finding};

/// The source's tree, the textbook tree and the slides' tree.
const KNOWN: [&str; 4] = [
    "(3 ((0 1 1) 2))",
    "(3 (2 (0 1 1)))",
    "((3 12 8)(2 4 6)(14 5 2))",
    "((3 5)(((0 9) 5)(7 8)(9)))",
];

/// Random trees beside them.
const RANDOM: u64 = 6;
/// Orders tried of one tree, at most.
const MOST_ORDERS: u64 = 20_000;

/// A tree that can be put into another order.
#[derive(Clone, PartialEq, Debug)]
enum Node {
    Leaf(Score),
    Inner(Vec<Node>),
}

/// Builds the table.
#[must_use]
pub fn table(study: &Study<'_>) -> Table {
    let mut trees: Vec<Node> = KNOWN.iter().filter_map(|text| read(text)).collect();
    trees.extend((0..RANDOM).map(|sample| random_tree(study.seed_of(0, sample))));
    let rows: Vec<Row> = trees.iter().map(row).collect();
    let worse = rows
        .iter()
        .filter(|row| row.further[1].1.number() > row.measured.number());
    let findings = vec![
        exact_finding(&rows)
            .replace("Measured", "The best order")
            .replace("formula", "the smallest proof"),
        format!(
            "Best first costs more than the best order in {} of {} trees.",
            worse.count(),
            rows.len()
        ),
    ];
    Table {
        claim: "Some order of the moves lets alpha-beta visit no more leaves than the smallest proof of the value needs (Knuth & Moore 1975, theorem 2), but that order is not always best first. smallest proof: the fewest leaves that settle the value; best order: the fewest leaves that alpha-beta visits over all orders of the tree; as given, best first: leaves in those orders.".to_string(),
        heads: Heads { formula: "smallest proof", measured: "best order" },
        findings,
        rows,
        figures: KNOWN[..2].iter().filter_map(|text| searched_figure(text)).collect(),
        seed: Some(study.seed),
        ..Table::default()
    }
}

fn row(tree: &Node) -> Row {
    let text = write(tree);
    let (best, orders) = best_order(tree);
    Row {
        parameters: vec![("tree", text.into()), ("orders", orders.into())],
        formula: smallest_proof(tree).into(),
        measured: best.into(),
        error: Some(0.0),
        further: vec![
            ("as given", cost(tree).into()),
            ("best first", cost(&best_first(tree, Side::First).0).into()),
        ],
    }
}

fn read(text: &str) -> Option<Node> {
    let mut stack: Vec<Vec<Node>> = vec![Vec::new()];
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    for word in spaced.split_whitespace() {
        match word {
            "(" => stack.push(Vec::new()),
            ")" => {
                let children = stack.pop()?;
                stack.last_mut()?.push(Node::Inner(children));
            }
            number => stack.last_mut()?.push(Node::Leaf(number.parse().ok()?)),
        }
    }
    stack.pop()?.pop()
}

fn write(tree: &Node) -> String {
    match tree {
        Node::Leaf(value) => value.to_string(),
        Node::Inner(children) => {
            let texts: Vec<String> = children.iter().map(write).collect();
            format!("({})", texts.join(" ")).replace(") (", ")(")
        }
    }
}

/// A random tree with few enough orders.
fn random_tree(seed: u64) -> Node {
    let mut rng = Rng::new(seed);
    loop {
        let tree = random_node(&mut rng, 4);
        if (100..=MOST_ORDERS).contains(&orders(&tree)) {
            return tree;
        }
    }
}

fn random_node(rng: &mut Rng, height: u32) -> Node {
    if height == 0 || (height < 3 && rng.below(4) == 0) {
        return Node::Leaf(rng.below(10) as Score);
    }
    let children = 2 + rng.below(2);
    Node::Inner(
        (0..children)
            .map(|_| random_node(rng, height - 1))
            .collect(),
    )
}

/// The number of orders of a tree.
fn orders(tree: &Node) -> u64 {
    match tree {
        Node::Leaf(_) => 1,
        Node::Inner(children) => {
            let own: u64 = (1..=children.len() as u64).product();
            let below = children.iter().map(orders);
            below.fold(own, u64::saturating_mul)
        }
    }
}

/// Leaves that alpha-beta visits.
fn cost(tree: &Node) -> u64 {
    let tree = ExplicitTree::parse(&write(tree)).expect("what is written can be read");
    with_deep_cutoffs(&tree).counts.leaves
}

/// The fewest leaves over all orders, and how many orders there are.
fn best_order(tree: &Node) -> (u64, u64) {
    let all = all_orders(tree);
    let best = all.iter().map(cost).min().unwrap_or(0);
    (best, all.len() as u64)
}

fn all_orders(tree: &Node) -> Vec<Node> {
    let Node::Inner(children) = tree else {
        return vec![tree.clone()];
    };
    // All orders of all children, then all orders among them.
    let mut chosen: Vec<Vec<Node>> = vec![Vec::new()];
    for child in children {
        let variants = all_orders(child);
        chosen = chosen
            .iter()
            .flat_map(|list| {
                variants
                    .iter()
                    .map(move |variant| [&list[..], std::slice::from_ref(variant)].concat())
            })
            .collect();
    }
    let places = permutations(children.len());
    chosen
        .iter()
        .flat_map(|list| {
            places
                .iter()
                .map(move |order| order.iter().map(|&i| list[i].clone()).collect())
        })
        .map(Node::Inner)
        .collect()
}

fn permutations(length: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for number in 0..length {
        all = all
            .iter()
            .flat_map(|shorter: &Vec<usize>| {
                (0..=shorter.len()).map(move |place| {
                    let mut longer = shorter.clone();
                    longer.insert(place, number);
                    longer
                })
            })
            .collect();
    }
    all
}

/// The tree with the best move of every node first, and its value for Max.
fn best_first(tree: &Node, side: Side) -> (Node, Score) {
    match tree {
        Node::Leaf(value) => (tree.clone(), *value),
        Node::Inner(children) => {
            let mut sorted: Vec<(Node, Score)> = children
                .iter()
                .map(|child| best_first(child, !side))
                .collect();
            sorted.sort_by_key(|&(_, value)| if side == Side::First { -value } else { value });
            let value = sorted[0].1;
            (
                Node::Inner(sorted.into_iter().map(|(node, _)| node).collect()),
                value,
            )
        }
    }
}

/// The fewest leaves that settle the value of a tree; `None` if the text is no tree.
#[must_use]
pub fn smallest_proof_of(text: &str) -> Option<u64> {
    read(text).map(|tree| smallest_proof(&tree))
}

/// The fewest leaves that settle the value.
fn smallest_proof(tree: &Node) -> u64 {
    let (_, value) = best_first(tree, Side::First);
    settle(tree, Side::First, value).expect("a tree has its own value")
}

/// The fewest leaves that prove the value to be exactly this; `None` if it is not.
fn settle(tree: &Node, side: Side, value: Score) -> Option<u64> {
    match tree {
        Node::Leaf(own) => (*own == value).then_some(1),
        Node::Inner(children) => {
            // One move is worth the value; that all others are not better must be proved too.
            let costs: Option<Vec<u64>> = children
                .iter()
                .map(|child| bound(child, !side, value, side))
                .collect();
            let all: u64 = costs.as_ref()?.iter().sum();
            let choices = children.iter().zip(costs?);
            choices
                .filter_map(|(child, own)| Some(all - own + settle(child, !side, value)?))
                .min()
        }
    }
}

/// The fewest leaves that prove the value to be no better for `against` than this.
fn bound(tree: &Node, side: Side, value: Score, against: Side) -> Option<u64> {
    match tree {
        Node::Leaf(own) => {
            let holds = if against == Side::First {
                *own <= value
            } else {
                *own >= value
            };
            holds.then_some(1)
        }
        Node::Inner(children) => {
            let costs = children
                .iter()
                .map(|child| bound(child, !side, value, against));
            if side == against {
                costs.sum()
            } else {
                costs.flatten().min()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_orders_of_the_source_cost_4_and_2() {
        let table = table(&Study::default());
        let given = |i: usize| table.rows[i].further[0].1.number().unwrap();
        let best_first = |i: usize| table.rows[i].further[1].1.number().unwrap();
        assert_eq!((given(0), best_first(0)), (4.0, 4.0));
        assert_eq!((given(1), best_first(1)), (2.0, 4.0));
        assert_eq!(table.rows[0].measured, 2_u32.into());
    }

    #[test]
    fn the_best_order_visits_the_smallest_proof() {
        for seed in 1..=3 {
            for row in table(&Study {
                seed,
                ..Study::default()
            })
            .rows
            {
                assert_eq!(row.measured, row.formula, "{row:?}");
            }
        }
    }

    #[test]
    fn there_are_as_many_orders_as_the_factorials_say() {
        let tree = read("((1 2)(3 4 5) 6)").unwrap();
        assert_eq!(orders(&tree), 6 * 2 * 6);
        assert_eq!(all_orders(&tree).len(), 72);
        assert_eq!(write(&tree), "((1 2)(3 4 5) 6)");
    }
}
