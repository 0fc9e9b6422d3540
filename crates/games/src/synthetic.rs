//! What the synthetic trees share: their notation, the place of a node, the scale of values.
//!
//! A synthetic tree is never stored. A node is its path from the root, packed into one number
//! with the widest branching as base; everything at a node (values, permutations, numbers of
//! children) is a hash of tree and path, so a node looks the same however it was reached.
//!
//! Notation: the shape, then `key=value` settings in any order, among them `path=1.2` (children
//! count from one) if the node is not the root: `uniform:3x4 seed=7 values=10 path=1.2`. The kind
//! before the colon may be left out where it is known.

use std::error::Error;
use std::fmt;

use zermelo_game::random::mix;
use zermelo_game::{ParseError, Score, Side};

/// Widest branching of a synthetic tree.
pub(crate) const MAX_WIDTH: u32 = 1000;

/// A synthetic tree that cannot be: what would have been right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeError(pub String);

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a tree: expected {}", self.0)
    }
}

impl Error for ShapeError {}

/// Where a node is: its depth and its path as a number in base `radix`, the root's child first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Place {
    pub depth: u32,
    pub path: u64,
}

impl Place {
    /// Checks that all paths of a tree fit.
    pub fn check_room(radix: u32, height: u32) -> Result<(), ShapeError> {
        let paths = u64::from(radix).checked_pow(height);
        let fits = height < 64 && paths.is_some_and(|paths| paths <= 1 << 63);
        let expected = format!("a height of at most 63 and {radix} to its power at most 2^63");
        fits.then_some(()).ok_or(ShapeError(expected))
    }

    pub fn descend(&mut self, radix: u32, child: u32) {
        self.depth += 1;
        self.path = self
            .path
            .wrapping_mul(radix.into())
            .wrapping_add(child.into());
    }

    /// Max moves at even depths.
    pub fn side(self) -> Side {
        if self.depth.is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    /// A score of Max for the side to move.
    pub fn for_mover(self, score: Score) -> Score {
        match self.side() {
            Side::First => score,
            Side::Second => -score,
        }
    }

    /// A hash of the node in the tree with this hash.
    pub fn hash(self, tree: u64) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let depth = u64::from(self.depth + 1).wrapping_mul(ODD);
        mix(tree ^ mix(self.path.wrapping_add(depth)))
    }

    /// ` path=1.2`, or nothing at the root.
    pub fn setting(self, radix: u32) -> String {
        let (mut rest, radix) = (self.path, u64::from(radix));
        let mut children = Vec::new();
        for _ in 0..self.depth {
            children.push((rest % radix + 1).to_string());
            rest /= radix;
        }
        children.reverse();
        if children.is_empty() {
            String::new()
        } else {
            format!(" path={}", children.join("."))
        }
    }
}

/// A hash of a tree's settings.
pub(crate) fn hash_settings(settings: &[u64]) -> u64 {
    settings
        .iter()
        .fold(1, |hash, &word| mix(mix(hash).wrapping_add(word)))
}

/// A number in `0..bound` from 64 random bits.
pub(crate) fn below(bits: u64, bound: u32) -> u32 {
    ((u128::from(bits) * u128::from(bound)) >> 64) as u32
}

/// The `index`-th of `values` scores around zero: -1 0 1 of three; zero is left out of an even
/// number, so that two are loss and win.
pub(crate) fn centred(index: u32, values: u32) -> Score {
    let score = index as Score - (values / 2) as Score;
    let skips_zero = values.is_multiple_of(2) && score >= 0;
    score + Score::from(skips_zero)
}

/// A word of the notation and its column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    pub text: &'a str,
    pub column: usize,
}

impl Word<'_> {
    /// An error about this word.
    pub fn error(self, expected: impl Into<String>) -> ParseError {
        ParseError::new(self.text, self.column, expected)
    }

    /// The word as a number of a range.
    pub fn number(self, what: &str, least: u64, most: u64) -> Result<u64, ParseError> {
        let plain = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.text.parse().ok().filter(|_| plain);
        number
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| self.error(format!("{what} from {least} to {most}")))
    }

    /// The parts around the first occurrence of a separator.
    pub fn split(self, separator: char) -> Option<(Self, Self)> {
        let (before, after) = self.text.split_once(separator)?;
        let column = self.column + before.chars().count() + 1;
        let before = Word {
            text: before,
            column: self.column,
        };
        let after = Word {
            text: after,
            column,
        };
        Some((before, after))
    }
}

/// A notation taken apart.
pub(crate) struct Settings<'a> {
    /// The shape, such as `3x4`.
    pub shape: Word<'a>,
    values: Vec<(&'a str, Word<'a>)>,
}

impl<'a> Settings<'a> {
    /// Takes a notation apart: `kind:` may stand before the shape, only `keys` after it.
    pub fn read(
        text: &'a str,
        kind: &str,
        example: &str,
        keys: &[&str],
    ) -> Result<Settings<'a>, ParseError> {
        let mut words = words(text);
        let expected = || format!("a tree such as {example}");
        let Some(first) = words.next() else {
            return Err(ParseError::new("", 1, expected()));
        };
        let shape = match first.split(':') {
            None => first,
            Some((named, shape)) if named.text.eq_ignore_ascii_case(kind) => shape,
            Some(_) => return Err(first.error(expected())),
        };
        let mut values: Vec<(&str, Word)> = Vec::new();
        for word in words {
            let (key, value) = word
                .split('=')
                .filter(|(key, _)| keys.contains(&key.text) || key.text == "path")
                .ok_or_else(|| word.error(format!("one of {}= path=", keys.join("= "))))?;
            if values.iter().any(|(known, _)| *known == key.text) {
                return Err(word.error(format!("{}= only once", key.text)));
            }
            values.push((key.text, value));
        }
        Ok(Settings { shape, values })
    }

    /// The value of a setting, if it is given.
    pub fn get(&self, key: &str) -> Option<Word<'a>> {
        let mut values = self.values.iter();
        values
            .find(|(known, _)| *known == key)
            .map(|&(_, word)| word)
    }

    /// A setting that is a number of a range.
    pub fn number(
        &self,
        key: &str,
        default: u64,
        least: u64,
        most: u64,
    ) -> Result<u64, ParseError> {
        self.get(key)
            .map_or(Ok(default), |word| word.number("a number", least, most))
    }

    /// The shape's width and height, written `WxH`.
    pub fn width_and_height(&self) -> Result<(Word<'a>, Word<'a>), ParseError> {
        self.shape
            .split('x')
            .ok_or_else(|| self.shape.error("width and height, such as 3x4"))
    }

    /// Follows the path through a tree; `step` plays a child, from 0, of as many as `children`
    /// says.
    pub fn follow<G>(
        &self,
        mut node: G,
        children: impl Fn(&G) -> u32,
        step: impl Fn(&mut G, u32),
    ) -> Result<G, ParseError> {
        let mut rest = self.get("path");
        while let Some(word) = rest {
            let (child, after) = match word.split('.') {
                Some((child, after)) => (child, Some(after)),
                None => (word, None),
            };
            let most = children(&node);
            if most == 0 {
                return Err(child.error("no further child: the path is at a leaf"));
            }
            let number = child.number("the number of a child", 1, most.into())?;
            step(&mut node, number as u32 - 1);
            rest = after;
        }
        Ok(node)
    }
}

fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut column = 1;
    text.split(char::is_whitespace).filter_map(move |word| {
        let start = column;
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some(Word {
            text: word,
            column: start,
        })
    })
}

/// Judges for the tests of the trees: plain negamax, and alpha-beta with a count of leaves.
#[cfg(test)]
pub(crate) mod oracle {
    use zermelo_game::{Game, INFINITY, Score};

    pub fn negamax<G: Game>(node: &G) -> Score {
        if let Some(payoff) = node.payoff() {
            return payoff;
        }
        let mut moves = Vec::new();
        node.legal_moves(&mut moves);
        let values = moves.iter().map(|&m| -negamax(&node.after(m)));
        values.max().expect("an inner node has children")
    }

    /// The leaves that alpha-beta (F2 of Knuth and Moore) visits.
    pub fn leaves_visited<G: Game>(root: &G) -> u64 {
        fn search<G: Game>(node: &G, alpha: Score, beta: Score, leaves: &mut u64) -> Score {
            if let Some(payoff) = node.payoff() {
                *leaves += 1;
                return payoff;
            }
            let mut moves = Vec::new();
            node.legal_moves(&mut moves);
            let mut best = alpha;
            for m in moves {
                best = best.max(-search(&node.after(m), -beta, -best, leaves));
                if best >= beta {
                    break;
                }
            }
            best
        }
        let mut leaves = 0;
        search(root, -INFINITY, INFINITY, &mut leaves);
        leaves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_around_zero_and_even_numbers_of_them_leave_it_out() {
        let all = |values| (0..values).map(|i| centred(i, values)).collect::<Vec<_>>();
        assert_eq!(all(1), [0]);
        assert_eq!(all(2), [-1, 1]);
        assert_eq!(all(3), [-1, 0, 1]);
        assert_eq!(all(4), [-2, -1, 1, 2]);
    }

    #[test]
    fn paths_print_as_children_from_one() {
        let mut place = Place::default();
        assert_eq!(place.setting(10), "");
        for child in [0, 9, 3] {
            place.descend(10, child);
        }
        assert_eq!(place.setting(10), " path=1.10.4");
    }

    #[test]
    fn settings_are_named_with_their_columns() {
        let settings = Settings::read(" é:3x4  seed=7", "é", "", &["seed"]).unwrap();
        assert_eq!((settings.shape.text, settings.shape.column), ("3x4", 4));
        let seed = settings.get("seed").unwrap();
        assert_eq!((seed.text, seed.column), ("7", 14));
    }
}
