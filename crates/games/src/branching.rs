//! Trees of random branching: at every inner node the number of children is drawn from a range,
//! and every node but the root ends its line with a given probability.
//!
//! The trees of corollary 2 of Knuth & Moore 1975: a node at level j is non-terminal with
//! probability q_j and then has d_j children on average. Here q_0 = 1, q_j = 1 - stop below the
//! height and 0 at it, and d_j = (min + max) / 2 everywhere.
//!
//! Leaf values are independent and uniform over `values` scores around zero, all Max's. The
//! evaluation of an inner node is a hash, independent of the leaves. One move in four, by hash,
//! is unquiet, so that searches of unquiet moves have something to follow.

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
const DEFAULT_STOP: u32 = 10;

/// What else a node's hash decides, each with a stream of its own.
const STOPS: u64 = 1;
const CHILDREN: u64 = 2;
const EVALUATION: u64 = 3;
const UNQUIET: u64 = 4;

/// A node of a tree of random branching.
///
/// ```
/// use zermelo_game::{Game, Notation};
/// use zermelo_games::BranchingTree;
/// let tree = BranchingTree::new(2, 5, 6, 7).unwrap();
/// let text = tree.after(1).notation();
/// assert_eq!(text, "branching:2-5x6 seed=7 values=1000 stop=10 path=2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BranchingTree {
    fewest: u32,
    most: u32,
    height: u32,
    seed: u64,
    values: u32,
    /// Percentage of nodes that end their line before the full height.
    stop: u32,
    place: Place,
    /// Hash of the settings.
    tree: u64,
    /// Children of this node, 0 for a leaf.
    children: u32,
}

impl BranchingTree {
    /// The root of a tree with 1000 different values in which a tenth of the nodes are leaves
    /// before the full height.
    ///
    /// # Errors
    ///
    /// If the children are not a range within 1 to 1000, or the largest tree of this shape has
    /// more than 2^63 leaves.
    pub fn new(
        fewest: u32,
        most: u32,
        height: u32,
        seed: u64,
    ) -> Result<BranchingTree, ShapeError> {
        if !(1 <= fewest && fewest <= most && most <= MAX_WIDTH) {
            return Err(ShapeError(format!(
                "a range of children within 1 to {MAX_WIDTH}"
            )));
        }
        Place::check_room(most, height)?;
        let tree = BranchingTree {
            fewest,
            most,
            height,
            seed,
            values: DEFAULT_VALUES,
            stop: DEFAULT_STOP,
            place: Place::default(),
            tree: 0,
            children: 0,
        };
        Ok(tree.root())
    }

    /// The root of the tree with this many different values.
    ///
    /// # Errors
    ///
    /// If it is not 1 to 10^9.
    pub fn with_values(self, values: u32) -> Result<BranchingTree, ShapeError> {
        if !(1..=MAX_PAYOFF as u32).contains(&values) {
            return Err(ShapeError(format!("1 to {MAX_PAYOFF} values")));
        }
        Ok(BranchingTree { values, ..self }.root())
    }

    /// The root of the tree in which this percentage of the nodes end their line early.
    ///
    /// # Errors
    ///
    /// If it is over 100.
    pub fn with_stop(self, percent: u32) -> Result<BranchingTree, ShapeError> {
        if percent > 100 {
            return Err(ShapeError("a percentage of early leaves".to_string()));
        }
        let stop = percent;
        Ok(BranchingTree { stop, ..self }.root())
    }

    /// The root, after a change of settings.
    fn root(self) -> BranchingTree {
        let settings = [
            3,
            self.fewest.into(),
            self.most.into(),
            self.height.into(),
            self.seed,
            self.values.into(),
            self.stop.into(),
        ];
        let mut root = BranchingTree {
            place: Place::default(),
            tree: hash_settings(&settings),
            ..self
        };
        root.children = root.draw_children();
        root
    }

    /// A number in `0..bound` that belongs to this node.
    fn drawn(&self, stream: u64, bound: u32) -> u32 {
        below(mix(self.key().wrapping_add(stream)), bound)
    }

    fn draw_children(&self) -> u32 {
        let stops = self.place.depth > 0 && self.drawn(STOPS, 100) < self.stop;
        if stops || self.place.depth >= self.height {
            0
        } else {
            self.fewest + self.drawn(CHILDREN, self.most - self.fewest + 1)
        }
    }
}

impl Default for BranchingTree {
    /// One to four children, height 6, seed 1.
    fn default() -> BranchingTree {
        BranchingTree::new(1, 4, 6, 1).expect("4096 leaves are not too many")
    }
}

impl Game for BranchingTree {
    type Move = u32;

    const LARGEST_PAYOFF: Score = zermelo_game::MAX_PAYOFF;

    fn side(&self) -> Side {
        self.place.side()
    }

    fn legal_moves(&self, out: &mut Vec<u32>) {
        out.extend(0..self.children);
    }

    fn play(&mut self, m: u32) {
        self.place.descend(self.most, m);
        self.children = self.draw_children();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.payoff()
            .map(|payoff| Outcome::from_payoff(payoff, self.side()))
    }

    fn payoff(&self) -> Option<Score> {
        let value = || centred(below(self.key(), self.values), self.values);
        (self.children == 0).then(|| self.place.for_mover(value()))
    }

    fn is_legal(&self, m: u32) -> bool {
        m < self.children
    }

    fn key(&self) -> u64 {
        self.place.hash(self.tree)
    }
}

impl Heuristic for BranchingTree {
    fn evaluate(&self) -> Score {
        centred(self.drawn(EVALUATION, self.values), self.values)
    }

    /// Leaf values and evaluations are on one scale.
    fn decided(payoff: Score) -> Score {
        payoff
    }
}

impl Noisy for BranchingTree {
    fn noisy_moves(&self, out: &mut Vec<u32>) {
        let unquiet = |&m: &u32| self.after(m).drawn(UNQUIET, 4) == 0;
        out.extend((0..self.children).filter(unquiet));
    }
}

impl Notation for BranchingTree {
    fn parse(text: &str) -> Result<Self, ParseError> {
        let example = "branching:2-5x6 seed=7 values=10 stop=25";
        let keys = ["seed", "values", "stop"];
        let settings = Settings::read(text, "branching", example, &keys)?;
        let (children, height) = settings.width_and_height()?;
        let height = height.number("a height", 0, 63)? as u32;
        let (fewest, most) = children.split('-').unwrap_or((children, children));
        let fewest = fewest.number("children", 1, MAX_WIDTH.into())? as u32;
        let most = most.number("children", fewest.into(), MAX_WIDTH.into())? as u32;
        let seed = settings.number("seed", 1, 0, u64::MAX)?;
        let values = settings.number("values", DEFAULT_VALUES.into(), 1, MAX_PAYOFF as u64)?;
        let stop = settings.number("stop", DEFAULT_STOP.into(), 0, 100)?;
        let tree = BranchingTree::new(fewest, most, height, seed)
            .and_then(|tree| tree.with_values(values as u32))
            .and_then(|tree| tree.with_stop(stop as u32))
            .map_err(|ShapeError(expected)| settings.shape.error(expected))?;
        settings.follow(tree, |tree| tree.children, |tree, m| tree.play(m))
    }

    fn notation(&self) -> String {
        format!(
            "branching:{}-{}x{} seed={} values={} stop={}{}",
            self.fewest,
            self.most,
            self.height,
            self.seed,
            self.values,
            self.stop,
            self.place.setting(self.most)
        )
    }

    fn move_text(&self, m: u32) -> String {
        (u64::from(m) + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u32, ParseError> {
        parse_child(text, self.children)
    }
}

impl fmt::Display for BranchingTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.notation())
    }
}

impl Drawn for BranchingTree {
    fn picture(&self) -> Picture {
        tree_picture(self, leaf_text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::conformance;

    fn tree(text: &str) -> BranchingTree {
        BranchingTree::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Nodes on each level.
    fn levels(node: &BranchingTree, counts: &mut [f64]) {
        counts[node.place.depth as usize] += 1.0;
        for m in 0..node.children {
            levels(&node.after(m), counts);
        }
    }

    #[test]
    fn keeps_the_contract_of_a_game() {
        for text in [
            "1-4x6",
            "2-5x6 seed=7 values=2 stop=40",
            "3x4 stop=0",
            "1x63 stop=1",
            "1-1000x6",
            "2x0",
        ] {
            let report = conformance::check(&tree(text), 30, 70, 1);
            assert_eq!(report.finished, 30, "{text}");
        }
    }

    #[test]
    fn levels_grow_as_range_and_stop_say() {
        let (trees, mut counts) = (3000, [0.0; 5]);
        for seed in 0..trees {
            let root = tree(&format!("1-4x4 stop=20 seed={seed}"));
            levels(&root, &mut counts);
        }
        // The root has 2.5 children on average, every other inner node 0.8 times that.
        for (level, expected) in [1.0, 2.5, 5.0, 10.0, 20.0].into_iter().enumerate() {
            let mean = counts[level] / f64::from(trees);
            assert!(
                (mean / expected - 1.0).abs() < 0.06,
                "level {level}: {mean}"
            );
        }
    }

    #[test]
    fn about_one_move_in_four_is_unquiet() {
        let mut noisy = Vec::new();
        tree("1000x1").noisy_moves(&mut noisy);
        // Mean 250, standard deviation 13.7.
        assert!((190..310).contains(&noisy.len()), "{}", noisy.len());
    }

    #[test]
    fn errors_name_the_column_and_what_was_expected() {
        for (text, column, expected) in [
            ("5-2x3", 3, "children from 5 to 1000"),
            ("0-2x3", 1, "children from 1 to 1000"),
            ("1-2", 1, "width and height"),
            ("1-2x64", 5, "a height from 0 to 63"),
            ("1-1000x9", 1, "at most 2^63"),
            ("1-2x3 stop=101", 12, "from 0 to 100"),
        ] {
            let error = BranchingTree::parse(text).unwrap_err();
            assert_eq!(error.column, column, "{text}: {error}");
            assert!(error.expected.contains(expected), "{text}: {error}");
        }
    }
}
