//! Totally dependent trees: the value of a leaf is the sum of what the moves on its path are
//! worth, early moves outweighing all later ones.
//!
//! Knuth & Moore 1975, section 8. Every node carries a random permutation of 0..w-1 on its w
//! moves; a leaf's value, Max's, is the base-w number of the digits on its path, the root's
//! first. Values are 0 to w^h - 1, all different.
//!
//! The evaluation of an inner node is the middle of the values below it, which its digits so far
//! determine. No move is unquiet.

use std::fmt;

use zermelo_draw::Picture;
use zermelo_game::random::Rng;
use zermelo_game::{
    Game, Heuristic, MAX_PAYOFF, Noisy, Notation, Outcome, ParseError, Score, Side,
};

use crate::Drawn;
use crate::synthetic::{Place, Settings, ShapeError, hash_settings};
use crate::tree_picture::{leaf_text, parse_child, tree_picture};

/// Widest branching: a permutation is kept in bytes.
const MAX_WIDTH: u32 = 256;

/// A node of a totally dependent tree.
///
/// ```
/// use zermelo_game::{Game, Notation};
/// use zermelo_games::DependentTree;
/// let tree = DependentTree::new(3, 2, 7).unwrap();
/// assert_eq!(tree.after(2).notation(), "dependent:3x2 seed=7 path=3");
/// assert!(tree.after(2).after(0).payoff().unwrap() < 9);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DependentTree {
    width: u32,
    height: u32,
    seed: u64,
    place: Place,
    /// Hash of the settings.
    tree: u64,
    /// The digits of the path.
    value: u32,
}

impl DependentTree {
    /// The root of a tree.
    ///
    /// # Errors
    ///
    /// If the width is not 1 to 256 or the tree has more than 10^9 leaves.
    pub fn new(width: u32, height: u32, seed: u64) -> Result<DependentTree, ShapeError> {
        if !(1..=MAX_WIDTH).contains(&width) {
            return Err(ShapeError(format!("a width from 1 to {MAX_WIDTH}")));
        }
        Place::check_room(width, height)?;
        let leaves = u64::from(width).checked_pow(height);
        if leaves.is_none_or(|leaves| leaves > MAX_PAYOFF as u64) {
            return Err(ShapeError(format!("at most {MAX_PAYOFF} leaves")));
        }
        Ok(DependentTree {
            width,
            height,
            seed,
            place: Place::default(),
            tree: hash_settings(&[2, width.into(), height.into(), seed]),
            value: 0,
        })
    }

    /// Children of this node.
    fn children(&self) -> u32 {
        if self.place.depth < self.height {
            self.width
        } else {
            0
        }
    }

    /// What the node's permutation puts on a move.
    fn digit(&self, child: u32) -> u32 {
        let mut digits = [0; MAX_WIDTH as usize];
        let digits = &mut digits[..self.width as usize];
        for (digit, number) in digits.iter_mut().zip(0..=u8::MAX) {
            *digit = number;
        }
        Rng::new(self.place.hash(self.tree)).shuffle(digits);
        digits.get(child as usize).copied().unwrap_or(0).into()
    }
}

impl Default for DependentTree {
    /// Width 3, height 4, seed 1.
    fn default() -> DependentTree {
        DependentTree::new(3, 4, 1).expect("81 leaves are not too many")
    }
}

impl Game for DependentTree {
    type Move = u32;

    const LARGEST_PAYOFF: Score = zermelo_game::MAX_PAYOFF;

    fn side(&self) -> Side {
        self.place.side()
    }

    fn legal_moves(&self, out: &mut Vec<u32>) {
        out.extend(0..self.children());
    }

    fn play(&mut self, m: u32) {
        self.value = self.value * self.width + self.digit(m);
        self.place.descend(self.width, m);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.payoff()
            .map(|payoff| Outcome::from_payoff(payoff, self.side()))
    }

    fn payoff(&self) -> Option<Score> {
        (self.children() == 0).then(|| self.place.for_mover(self.value as Score))
    }

    fn is_legal(&self, m: u32) -> bool {
        m < self.children()
    }

    fn key(&self) -> u64 {
        self.place.hash(self.tree)
    }
}

impl Heuristic for DependentTree {
    fn evaluate(&self) -> Score {
        let below = self.width.pow(self.height - self.place.depth);
        let middle = self.value * below + (below - 1) / 2;
        self.place.for_mover(middle as Score)
    }

    /// Leaf values and evaluations are on one scale.
    fn decided(payoff: Score) -> Score {
        payoff
    }
}

impl Noisy for DependentTree {
    fn noisy_moves(&self, _out: &mut Vec<u32>) {}
}

impl Notation for DependentTree {
    fn parse(text: &str) -> Result<Self, ParseError> {
        let settings = Settings::read(text, "dependent", "dependent:3x4 seed=7", &["seed"])?;
        let (width, height) = settings.width_and_height()?;
        let width = width.number("a width", 1, MAX_WIDTH.into())? as u32;
        let height = height.number("a height", 0, 63)? as u32;
        let seed = settings.number("seed", 1, 0, u64::MAX)?;
        let tree = DependentTree::new(width, height, seed)
            .map_err(|ShapeError(expected)| settings.shape.error(expected))?;
        settings.follow(tree, DependentTree::children, |tree, m| tree.play(m))
    }

    fn notation(&self) -> String {
        format!(
            "dependent:{}x{} seed={}{}",
            self.width,
            self.height,
            self.seed,
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

impl fmt::Display for DependentTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.notation())
    }
}

impl Drawn for DependentTree {
    fn picture(&self) -> Picture {
        tree_picture(self, leaf_text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::oracle::leaves_visited;
    use zermelo_game::conformance;

    #[test]
    fn keeps_the_contract_of_a_game() {
        for text in ["3x4", "2x29 seed=3", "256x3", "1x63", "7x0"] {
            let tree = DependentTree::parse(text).unwrap();
            let report = conformance::check(&tree, 10, 70, 1);
            assert_eq!(report.finished, 10, "{text}");
        }
    }

    #[test]
    fn the_leaves_are_all_numbers_once() {
        fn collect(node: &DependentTree, out: &mut Vec<Score>) {
            if let Some(payoff) = node.payoff() {
                out.push(node.place.for_mover(payoff));
            }
            for m in 0..node.children() {
                collect(&node.after(m), out);
            }
        }
        let mut values = Vec::new();
        collect(&DependentTree::new(4, 5, 3).unwrap(), &mut values);
        assert!(!values.is_sorted());
        values.sort_unstable();
        assert!(values.into_iter().eq(0..1024));
    }

    #[test]
    fn the_evaluation_is_the_middle_of_the_leaves_below() {
        let root = DependentTree::new(3, 3, 5).unwrap();
        assert_eq!(root.evaluate(), 13);
        let node = root.after(1);
        let values = (0..9).map(|i| node.after(i / 3).after(i % 3).value as Score);
        assert_eq!(-node.evaluate(), values.sum::<Score>() / 9);
    }

    #[test]
    fn alpha_beta_visits_the_expected_number_of_leaves() {
        let trees = 4000;
        for (width, height, expected) in [
            (2, 1, 2.0),
            (2, 2, 3.5),
            (2, 3, 6.25),
            (2, 4, 10.375),
            (3, 2, 20.0 / 3.0),
            (3, 3, 15.722),
            (3, 4, 32.324),
        ] {
            let leaves: u64 = (0..trees)
                .map(|seed| leaves_visited(&DependentTree::new(width, height, seed).unwrap()))
                .sum();
            let mean = leaves as f64 / trees as f64;
            // Within 2 %: about four standard errors of the widest spread here.
            let error = (mean / expected - 1.0).abs();
            assert!(error < 0.02, "{width}x{height}: {mean} for {expected}");
        }
    }

    #[test]
    fn trees_with_too_many_leaves_are_refused() {
        for text in ["2x30", "10x10", "257x1", "0x3"] {
            assert!(DependentTree::parse(text).is_err(), "{text}");
        }
        assert!(DependentTree::parse("10x9").is_ok());
    }
}
