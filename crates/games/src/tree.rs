//! Explicit trees: a game given by its whole tree, with the values of its leaves.
//!
//! Written as in the sources, `((3 12 8)(2 4 6)(14 5 2))`; the grammar is in `tree_text.rs`. The
//! root is Max's unless the text begins with `min`; all numbers are Max's, so the payoff of a
//! leaf at which Min would move is its negative. A node is a position of its own even where two
//! subtrees look alike: keys tell nodes apart, not contents.
//!
//! Minimal windows suppose integers, so real values are ranked: the payoff is then the rank of
//! the value among all numbers of the tree, counted from zero so that signs stay (the smallest
//! positive number is 1, the largest negative one -1), and [`ExplicitTree::value_text`] gives the
//! number back. Ranking preserves order, so every search finds the same moves.
//!
//! An inner node without an estimate of its own is judged by the mean of the leaves below it,
//! rounded. That does look ahead; nothing else in a bare tree can stand for a static value.
//!
//! The nodes lie level by level in one shared list, children side by side: a position is a
//! pointer and an index, and a clone costs one reference count.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use zermelo_draw::Picture;
use zermelo_game::random::mix;
use zermelo_game::{Game, Heuristic, Noisy, Notation, Outcome, ParseError, Score, Side};

use crate::Drawn;
use crate::tree_data::TreeData;
use crate::tree_picture::{parse_child, tree_picture};
use crate::tree_text;

/// A node of a tree given in full.
///
/// ```
/// use zermelo_game::{Game, Notation};
/// use zermelo_games::ExplicitTree;
/// let tree = ExplicitTree::parse("[3,12,8] [2,4,6] [14,5,2]").unwrap();
/// assert_eq!(tree.notation(), "((3 12 8)(2 4 6)(14 5 2))");
/// assert_eq!((tree.leaf_count(), tree.node_count()), (9, 13));
/// let leaf = tree.after(0).after(1);
/// assert_eq!(leaf.payoff(), Some(12));
/// assert_eq!(leaf.notation(), "((3 12 8)(2 4 6)(14 5 2)) at 1.2");
/// ```
#[derive(Clone)]
pub struct ExplicitTree {
    data: Arc<TreeData>,
    node: u32,
}

impl ExplicitTree {
    /// Reads a tree; the same as [`Notation::parse`].
    ///
    /// # Errors
    ///
    /// Names what was found, its column and what was expected.
    pub fn parse(text: &str) -> Result<ExplicitTree, ParseError> {
        let raw = tree_text::read(text)?;
        let path = raw.path.clone();
        let mut tree = ExplicitTree {
            data: Arc::new(TreeData::new(raw)),
            node: 0,
        };
        for (column, child) in path {
            let children = tree.child_count();
            if child > children {
                let expected = match children {
                    0 => "no more children: this is a leaf".to_string(),
                    _ => format!("a child from 1 to {children}"),
                };
                return Err(ParseError::new(child.to_string(), column, expected));
            }
            tree.play(child - 1);
        }
        Ok(tree)
    }

    /// Leaves below this node (1 for a leaf).
    #[must_use]
    pub fn leaf_count(&self) -> u64 {
        self.data.count_below(self.node, true)
    }

    /// Nodes of this subtree, its root included.
    #[must_use]
    pub fn node_count(&self) -> u64 {
        self.data.count_below(self.node, false)
    }

    /// Children of this node.
    #[must_use]
    pub fn child_count(&self) -> u32 {
        self.data.nodes[self.node as usize].children
    }

    /// The node's name, if the text gave one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.data.names.get(&self.node).map(String::as_str)
    }

    /// Whether the payoffs are ranks of real numbers rather than the numbers themselves.
    #[must_use]
    pub fn is_ranked(&self) -> bool {
        self.data.ranks.is_some()
    }

    /// A score of Max as the number that the text gave: itself, or the number of that rank.
    ///
    /// ```
    /// use zermelo_game::Game;
    /// use zermelo_games::ExplicitTree;
    /// let tree = ExplicitTree::parse("(0.5 -2 7)").unwrap();
    /// assert_eq!(tree.after(2).payoff(), Some(-2)); // Min's view of the second positive number
    /// assert_eq!(tree.value_text(2), "7");
    /// ```
    #[must_use]
    pub fn value_text(&self, score: Score) -> String {
        self.data.value_text(score)
    }

    /// The same tree with the children of every node in reverse order, so that a search from
    /// left to right visits it from right to left; at the mirrored node.
    #[must_use]
    pub fn mirrored(&self) -> ExplicitTree {
        let (data, places) = self.data.mirrored();
        ExplicitTree {
            data: Arc::new(data),
            node: places[self.node as usize],
        }
    }

    /// A leaf's value or an inner node's estimate, for Max.
    fn score_for_max(&self) -> Score {
        self.data.nodes[self.node as usize].score
    }

    fn for_mover(&self, score: Score) -> Score {
        match self.side() {
            Side::First => score,
            Side::Second => -score,
        }
    }
}

impl Default for ExplicitTree {
    /// The textbook tree of three times three leaves, of value 3.
    fn default() -> ExplicitTree {
        ExplicitTree::parse("((3 12 8)(2 4 6)(14 5 2))").expect("the textbook tree is a tree")
    }
}

impl PartialEq for ExplicitTree {
    fn eq(&self, other: &ExplicitTree) -> bool {
        self.node == other.node && (Arc::ptr_eq(&self.data, &other.data) || self.data == other.data)
    }
}

impl Eq for ExplicitTree {}

impl Hash for ExplicitTree {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Debug for ExplicitTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ExplicitTree(node {}: {self})", self.node)
    }
}

impl Game for ExplicitTree {
    type Move = u32;

    const LARGEST_PAYOFF: Score = zermelo_game::MAX_PAYOFF;

    fn side(&self) -> Side {
        if self.data.nodes[self.node as usize].depth.is_multiple_of(2) {
            self.data.side
        } else {
            !self.data.side
        }
    }

    fn legal_moves(&self, out: &mut Vec<u32>) {
        out.extend(0..self.child_count());
    }

    fn play(&mut self, m: u32) {
        self.node = self.data.nodes[self.node as usize].first_child + m;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.payoff()
            .map(|payoff| Outcome::from_payoff(payoff, self.side()))
    }

    fn payoff(&self) -> Option<Score> {
        (self.child_count() == 0).then(|| self.for_mover(self.score_for_max()))
    }

    fn is_legal(&self, m: u32) -> bool {
        m < self.child_count()
    }

    fn key(&self) -> u64 {
        mix(self.data.hash ^ mix(u64::from(self.node) + 1))
    }
}

impl Heuristic for ExplicitTree {
    fn evaluate(&self) -> Score {
        self.for_mover(self.score_for_max())
    }

    /// Leaf values and estimates are on one scale.
    fn decided(payoff: Score) -> Score {
        payoff
    }
}

impl Noisy for ExplicitTree {
    /// The moves into nodes marked with `!`.
    fn noisy_moves(&self, out: &mut Vec<u32>) {
        let first = self.data.nodes[self.node as usize].first_child;
        let noisy = |&m: &u32| self.data.nodes[(first + m) as usize].noisy;
        out.extend((0..self.child_count()).filter(noisy));
    }
}

impl Notation for ExplicitTree {
    fn parse(text: &str) -> Result<Self, ParseError> {
        ExplicitTree::parse(text)
    }

    fn notation(&self) -> String {
        let mut text = match self.data.side {
            Side::First => String::new(),
            Side::Second => "min ".to_string(),
        };
        self.data.write(0, usize::MAX, &mut text);
        if self.node != 0 {
            text.push_str(" at ");
            text.push_str(&self.data.path(self.node));
        }
        text
    }

    fn value_text(&self, value: Score) -> String {
        ExplicitTree::value_text(self, value)
    }

    fn score_at_least(&self, number: f64) -> Score {
        self.data.score_at_least(number)
    }

    fn move_text(&self, m: u32) -> String {
        (u64::from(m) + 1).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<u32, ParseError> {
        parse_child(text, self.child_count())
    }
}

/// Characters of a subtree's text shown to people before it is cut short.
const SHOWN: usize = 500;

impl fmt::Display for ExplicitTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.data.write(self.node, SHOWN, &mut text);
        match (self.payoff(), self.side()) {
            (Some(_), _) => write!(f, "leaf {text}"),
            (None, Side::First) => write!(f, "{text}\nMax to move"),
            (None, Side::Second) => write!(f, "{text}\nMin to move"),
        }
    }
}

impl Drawn for ExplicitTree {
    fn picture(&self) -> Picture {
        tree_picture(self, |node| {
            if node.child_count() == 0 {
                node.value_text(node.score_for_max())
            } else {
                node.name().unwrap_or_default().to_string()
            }
        })
    }
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
