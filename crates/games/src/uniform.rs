//! Uniform trees: every inner node has the same number of children, every leaf the same depth.
//!
//! The trees of Knuth & Moore 1975. [`Order`] says how the leaves get their values, all Max's:
//!
//! * `random`: independent and uniform over `values` scores around zero;
//! * `best`: the children of every node are sorted best first, with ties, so that alpha-beta
//!   visits exactly w^⌈h/2⌉ + w^⌊h/2⌋ − 1 leaves. A node's value is drawn before its subtree:
//!   the first child inherits it, the others get values from there to the mover's worst end of
//!   the scale, in order;
//! * `worst`: alpha-beta visits every leaf. Each subtree owns an interval of the scale, and the
//!   intervals of siblings improve for the mover from the first to the last, so every leaf lies
//!   strictly inside every window that reaches it. All leaves differ, so `values` is their number.
//!
//! The evaluation of an inner node is a hash, independent of the leaves below it: tests of
//! searches with a depth limit want values, not knowledge. No move is unquiet.

use std::fmt;

use zermelo_draw::Picture;
use zermelo_game::random::mix;
use zermelo_game::{
    Game, Heuristic, MAX_PAYOFF, Noisy, Notation, Outcome, ParseError, Score, Side,
};

use crate::Drawn;
use crate::synthetic::{MAX_WIDTH, Place, Settings, ShapeError, below, centred, hash_settings};
use crate::tree_picture::{leaf_text, parse_child, tree_picture};

const DEFAULT_VALUES: u32 = 1000;

/// How the leaves of a uniform tree get their values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// Independently at random.
    Random,
    /// Best child first everywhere.
    Best,
    /// So that nothing can be pruned.
    Worst,
}

impl Order {
    const ALL: [Order; 3] = [Order::Random, Order::Best, Order::Worst];

    fn name(self) -> &'static str {
        match self {
            Order::Random => "random",
            Order::Best => "best",
            Order::Worst => "worst",
        }
    }
}

/// A node of a uniform tree.
///
/// ```
/// use zermelo_game::{Game, Notation};
/// use zermelo_games::{Order, UniformTree};
/// let tree = UniformTree::new(3, 4, 7).unwrap().with_values(10).unwrap();
/// let node = tree.after(0).after(1);
/// assert_eq!(node.notation(), "uniform:3x4 seed=7 values=10 order=random path=1.2");
/// assert!(tree.with_order(Order::Best).is_ok());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UniformTree {
    width: u32,
    height: u32,
    seed: u64,
    values: u32,
    order: Order,
    place: Place,
    /// Hash of the settings.
    tree: u64,
    /// Order `best`: the index of the node's value; `worst`: of the node's interval among those
    /// of its level; `random`: 0.
    value: u32,
}

impl UniformTree {
    /// The root of a random tree with 1000 different values.
    ///
    /// # Errors
    ///
    /// If the width is not 1 to 1000 or the tree has more than 2^63 leaves.
    pub fn new(width: u32, height: u32, seed: u64) -> Result<UniformTree, ShapeError> {
        if !(1..=MAX_WIDTH).contains(&width) {
            return Err(ShapeError(format!("a width from 1 to {MAX_WIDTH}")));
        }
        Place::check_room(width, height)?;
        let tree = UniformTree {
            width,
            height,
            seed,
            values: DEFAULT_VALUES,
            order: Order::Random,
            place: Place::default(),
            tree: 0,
            value: 0,
        };
        Ok(tree.root())
    }

    /// The root of the tree with this many different values.
    ///
    /// # Errors
    ///
    /// If it is not 1 to 10^9, or not the number of leaves of a tree in the worst order.
    pub fn with_values(self, values: u32) -> Result<UniformTree, ShapeError> {
        if !(1..=MAX_PAYOFF as u32).contains(&values) {
            return Err(ShapeError(format!("1 to {MAX_PAYOFF} values")));
        }
        if self.order == Order::Worst && values != self.values {
            let expected = format!("{} values, one for each leaf", self.values);
            return Err(ShapeError(expected));
        }
        Ok(UniformTree { values, ..self }.root())
    }

    /// The root of the tree with its leaves in this order.
    ///
    /// # Errors
    ///
    /// If the order is the worst and there are more than 10^9 leaves.
    pub fn with_order(self, order: Order) -> Result<UniformTree, ShapeError> {
        let mut values = self.values;
        if order == Order::Worst {
            let leaves = u64::from(self.width).checked_pow(self.height);
            let leaves = leaves.filter(|&leaves| leaves <= MAX_PAYOFF as u64);
            let expected = format!("at most {MAX_PAYOFF} leaves in the worst order");
            values = leaves.ok_or(ShapeError(expected))? as u32;
        }
        let tree = UniformTree {
            order,
            values,
            ..self
        };
        Ok(tree.root())
    }

    /// The root, after a change of settings.
    fn root(self) -> UniformTree {
        let settings = [
            self.width.into(),
            self.height.into(),
            self.seed,
            self.values.into(),
            self.order as u64,
        ];
        let tree = hash_settings(&settings);
        let place = Place::default();
        let value = match self.order {
            Order::Best => below(place.hash(tree), self.values),
            Order::Random | Order::Worst => 0,
        };
        UniformTree {
            place,
            tree,
            value,
            ..self
        }
    }

    /// Children of this node.
    fn children(&self) -> u32 {
        if self.place.depth < self.height {
            self.width
        } else {
            0
        }
    }

    /// What [`UniformTree::value`] becomes for a child.
    fn value_of_child(&self, child: u32) -> u32 {
        let max_moves = self.place.side() == Side::First;
        match self.order {
            Order::Random => 0,
            Order::Best if child == 0 => self.value,
            Order::Best => {
                // One value from each of equal parts of what lies on the mover's bad side.
                let room = if max_moves {
                    self.value
                } else {
                    self.values - 1 - self.value
                };
                let bits = mix(self.place.hash(self.tree) ^ u64::from(child));
                let part = (u64::from(child) - 1) << 16 | bits >> 48;
                let whole = u64::from(self.width - 1) << 16;
                let loss = (u64::from(room) * part / whole) as u32;
                if max_moves {
                    self.value - loss
                } else {
                    self.value + loss
                }
            }
            Order::Worst => {
                let digit = if max_moves {
                    child
                } else {
                    self.width - 1 - child
                };
                self.value * self.width + digit
            }
        }
    }

    /// The value of a leaf for Max.
    fn leaf_value(&self) -> Score {
        let index = match self.order {
            Order::Random => below(self.place.hash(self.tree), self.values),
            Order::Best | Order::Worst => self.value,
        };
        centred(index, self.values)
    }
}

impl Default for UniformTree {
    /// Width 3, height 4, seed 1.
    fn default() -> UniformTree {
        UniformTree::new(3, 4, 1).expect("81 leaves are not too many")
    }
}

impl Game for UniformTree {
    type Move = u32;

    const LARGEST_PAYOFF: Score = zermelo_game::MAX_PAYOFF;

    fn side(&self) -> Side {
        self.place.side()
    }

    fn legal_moves(&self, out: &mut Vec<u32>) {
        out.extend(0..self.children());
    }

    fn play(&mut self, m: u32) {
        self.value = self.value_of_child(m);
        self.place.descend(self.width, m);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.payoff()
            .map(|payoff| Outcome::from_payoff(payoff, self.side()))
    }

    fn payoff(&self) -> Option<Score> {
        (self.children() == 0).then(|| self.place.for_mover(self.leaf_value()))
    }

    fn is_legal(&self, m: u32) -> bool {
        m < self.children()
    }

    fn key(&self) -> u64 {
        self.place.hash(self.tree)
    }
}

impl Heuristic for UniformTree {
    fn evaluate(&self) -> Score {
        // Mixed once more: the key itself draws values.
        centred(below(mix(self.key()), self.values), self.values)
    }

    /// Leaf values and evaluations are on one scale.
    fn decided(payoff: Score) -> Score {
        payoff
    }
}

impl Noisy for UniformTree {
    fn noisy_moves(&self, _out: &mut Vec<u32>) {}
}

impl Notation for UniformTree {
    fn parse(text: &str) -> Result<Self, ParseError> {
        let example = "uniform:3x4 seed=7 values=10 order=best";
        let settings = Settings::read(text, "uniform", example, &["seed", "values", "order"])?;
        let (width, height) = settings.width_and_height()?;
        let width = width.number("a width", 1, MAX_WIDTH.into())? as u32;
        let height = height.number("a height", 0, 63)? as u32;
        let seed = settings.number("seed", 1, 0, u64::MAX)?;
        let mut tree = UniformTree::new(width, height, seed)
            .map_err(|ShapeError(expected)| settings.shape.error(expected))?;
        if let Some(word) = settings.get("order") {
            let order = Order::ALL.into_iter().find(|o| o.name() == word.text);
            let order = order.ok_or_else(|| word.error("random, best or worst"))?;
            tree = tree
                .with_order(order)
                .map_err(|ShapeError(expected)| word.error(expected))?;
        }
        if let Some(word) = settings.get("values") {
            let values = word.number("a number", 1, MAX_PAYOFF as u64)? as u32;
            tree = tree
                .with_values(values)
                .map_err(|ShapeError(expected)| word.error(expected))?;
        }
        settings.follow(tree, UniformTree::children, |tree, m| tree.play(m))
    }

    fn notation(&self) -> String {
        format!(
            "uniform:{}x{} seed={} values={} order={}{}",
            self.width,
            self.height,
            self.seed,
            self.values,
            self.order.name(),
            self.place.setting(self.width)
        )
    }

    fn move_text(&self, m: u32) -> String {
        (u64::from(m) + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u32, ParseError> {
        parse_child(text, self.children())
    }
}

impl fmt::Display for UniformTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.notation())
    }
}

impl Drawn for UniformTree {
    fn picture(&self) -> Picture {
        tree_picture(self, leaf_text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::oracle::{leaves_visited, negamax};
    use zermelo_game::conformance;

    fn tree(text: &str) -> UniformTree {
        UniformTree::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn keeps_the_contract_of_a_game() {
        for text in [
            "3x4",
            "5x3 seed=9 values=2",
            "4x5 order=best values=7",
            "3x4 order=worst",
            "1x63",
            "2x0",
            "1000x2 seed=18446744073709551615",
        ] {
            let report = conformance::check(&tree(text), 20, 70, 1);
            assert_eq!(report.finished, 20, "{text}");
        }
    }

    #[test]
    fn the_first_child_is_the_best_and_the_others_are_sorted() {
        fn check(node: &UniformTree) {
            let mut moves = Vec::new();
            node.legal_moves(&mut moves);
            let values: Vec<_> = moves.iter().map(|&m| -negamax(&node.after(m))).collect();
            assert!(values.is_sorted_by(|a, b| a >= b), "{node}: {values:?}");
            moves.iter().for_each(|&m| check(&node.after(m)));
        }
        for seed in 0..5 {
            check(&tree(&format!("4x4 order=best values=50 seed={seed}")));
            check(&tree(&format!("3x5 order=best values=3 seed={seed}")));
        }
    }

    #[test]
    fn best_first_trees_have_exactly_the_minimal_number_of_leaves() {
        for width in 2..=6_u64 {
            for height in 1..=6 {
                let root = tree(&format!("{width}x{height} order=best seed={width}"));
                let minimal = width.pow(height / 2) + width.pow(height.div_ceil(2)) - 1;
                assert_eq!(leaves_visited(&root), minimal, "{root}");
            }
        }
    }

    #[test]
    fn worst_first_trees_are_visited_in_full() {
        for (width, height) in [(2, 8), (3, 6), (5, 4), (7, 1)] {
            let root = tree(&format!("{width}x{height} order=worst"));
            assert_eq!(leaves_visited(&root), u64::pow(width, height), "{root}");
        }
    }

    #[test]
    fn random_leaves_take_every_value_about_equally_often() {
        let root = tree("1000x1 values=5");
        let mut counts = [0; 5];
        for m in 0..1000 {
            let value = -root.after(m).payoff().unwrap();
            counts[(value + 2) as usize] += 1;
        }
        // Mean 200, standard deviation 12.6.
        assert!(counts.iter().all(|n| (140..260).contains(n)), "{counts:?}");
    }

    #[test]
    fn different_seeds_are_different_trees() {
        assert_ne!(negamax(&tree("4x4 seed=1")), negamax(&tree("4x4 seed=2")));
        assert_ne!(tree("4x4 seed=1").key(), tree("4x4 seed=2").key());
    }

    #[test]
    fn errors_name_the_column_and_what_was_expected() {
        for (text, column, expected) in [
            ("", 1, "a tree such as uniform:3x4"),
            ("dependent:3x4", 1, "a tree such as uniform:3x4"),
            ("uniform:3", 9, "width and height"),
            ("uniform:0x4", 9, "a width from 1 to 1000"),
            ("3x64", 3, "a height from 0 to 63"),
            ("1000x7", 1, "at most 2^63"),
            ("3x4 seed=-1", 10, "a number from 0"),
            ("3x4 colour=1", 5, "one of seed= values= order= path="),
            ("3x4 seed=1 seed=2", 12, "only once"),
            ("3x4 order=up", 11, "random, best or worst"),
            ("3x4 order=worst values=5", 24, "81 values"),
            ("3x30 order=worst", 12, "at most 1000000000 leaves"),
            ("3x4 values=0", 12, "from 1 to 1000000000"),
            ("3x4 path=1.4", 12, "a child from 1 to 3"),
            ("3x1 path=1.1", 12, "no further child"),
            ("3x1 path=", 10, "a child from 1 to 3"),
        ] {
            let error = UniformTree::parse(text).unwrap_err();
            assert_eq!(error.column, column, "{text}: {error}");
            assert!(error.expected.contains(expected), "{text}: {error}");
        }
    }
}
