//! The text form of explicit trees: from characters to a list of nodes.
//!
//! ```text
//! text   = [ "max" | "min" ] item { item } [ "at" path ]
//! item   = [ "!" ] [ name "=" ] ( number | [ number ":" ] "(" item { item } ")" )
//! path   = child { "." child }                 children count from 1
//! ```
//!
//! Square brackets serve as well as round ones, commas as well as blanks. Several items at the
//! top are the children of a root of their own: `[3,12,8] [2,4,6]` is `((3 12 8)(2 4 6))`. The
//! number before a colon is an inner node's static estimate; `!` marks the move into a node as
//! unquiet. All numbers are Max's.
//!
//! One pass with a stack of open brackets, no recursion: time and memory grow with the text, the
//! nesting stops at [`MAX_NESTING`] and the nodes at [`MAX_NODES`].

use std::collections::HashMap;

use zermelo_game::{MAX_PAYOFF, ParseError, Side};

/// Deepest nesting of brackets: searches recurse, and their stacks are finite.
const MAX_NESTING: usize = 500;
/// Most nodes of one tree.
const MAX_NODES: usize = 5_000_000;
const MAX_NAME: usize = 40;

/// A node as read. Nodes stand in the order of the text, parents before children.
pub(crate) struct RawNode {
    /// Index of the parent (of the root: 0).
    pub parent: u32,
    pub depth: u16,
    pub is_leaf: bool,
    pub noisy: bool,
    /// A leaf's value or an inner node's estimate.
    pub value: Option<f64>,
}

/// A tree as read.
pub(crate) struct RawTree {
    pub side: Side,
    pub nodes: Vec<RawNode>,
    pub names: HashMap<u32, String>,
    /// Which node is meant: children from 1, with the column of each number.
    pub path: Vec<(usize, u32)>,
}

/// What stood before an item's number or bracket.
#[derive(Default)]
struct Prefix {
    noisy: bool,
    name: Option<String>,
    estimate: Option<f64>,
}

impl Prefix {
    fn is_empty(&self) -> bool {
        !self.noisy && self.name.is_none() && self.estimate.is_none()
    }
}

struct Reader<'a> {
    rest: &'a str,
    column: usize,
    tree: RawTree,
    /// Open brackets: the node, the bracket that closes it, its column.
    open: Vec<(u32, char, usize)>,
    side_given: bool,
}

/// Reads a tree.
pub(crate) fn read(text: &str) -> Result<RawTree, ParseError> {
    let root = RawNode {
        parent: 0,
        depth: 0,
        is_leaf: false,
        noisy: false,
        value: None,
    };
    let mut reader = Reader {
        rest: text,
        column: 1,
        tree: RawTree {
            side: Side::First,
            nodes: vec![root],
            names: HashMap::new(),
            path: Vec::new(),
        },
        open: Vec::new(),
        side_given: false,
    };
    reader.items()?;
    Ok(reader.finish())
}

impl<'a> Reader<'a> {
    fn items(&mut self) -> Result<(), ParseError> {
        let mut prefix = Prefix::default();
        while let Some(c) = self.rest.chars().next() {
            match c {
                c if c.is_whitespace() || c == ',' => {
                    self.nothing_before(&prefix)?;
                    self.skip(c);
                }
                '!' => {
                    self.nothing_before(&prefix)?;
                    prefix.noisy = true;
                    self.skip(c);
                }
                '(' | '[' => self.open_bracket(c, std::mem::take(&mut prefix))?,
                ')' | ']' => {
                    self.nothing_before(&prefix)?;
                    self.close_bracket(c)?;
                }
                _ => self.word(&mut prefix)?,
            }
        }
        self.nothing_before(&prefix)?;
        if let Some(&(_, closing, column)) = self.open.last() {
            let expected = format!("`{closing}` for the bracket opened at column {column}");
            return Err(ParseError::new("", self.column, expected));
        }
        if self.tree.nodes.len() == 1 {
            let expected = "a tree such as ((3 12 8)(2 4 6)(14 5 2))";
            return Err(ParseError::new("", self.column, expected));
        }
        Ok(())
    }

    /// An error if something waits for its number or bracket.
    fn nothing_before(&self, prefix: &Prefix) -> Result<(), ParseError> {
        if prefix.is_empty() {
            Ok(())
        } else if prefix.estimate.is_some() {
            Err(self.error_here("an opening bracket after an estimate"))
        } else {
            Err(self.error_here("a number or an opening bracket"))
        }
    }

    fn error_here(&self, expected: impl Into<String>) -> ParseError {
        let found: String = self.rest.chars().take(1).collect();
        ParseError::new(found, self.column, expected)
    }

    fn skip(&mut self, c: char) {
        self.rest = &self.rest[c.len_utf8()..];
        self.column += 1;
    }

    fn open_bracket(&mut self, c: char, prefix: Prefix) -> Result<(), ParseError> {
        if self.open.len() == MAX_NESTING {
            let expected = format!("brackets nested at most {MAX_NESTING} deep");
            return Err(self.error_here(expected));
        }
        let closing = if c == '(' { ')' } else { ']' };
        let estimate = prefix.estimate;
        let node = self.add(prefix, false, estimate)?;
        self.open.push((node, closing, self.column));
        self.skip(c);
        Ok(())
    }

    fn close_bracket(&mut self, c: char) -> Result<(), ParseError> {
        let Some((node, closing, column)) = self.open.pop() else {
            return Err(self.error_here("no more closing brackets than opening ones"));
        };
        if c != closing {
            let expected = format!("`{closing}` for the bracket opened at column {column}");
            return Err(self.error_here(expected));
        }
        if node as usize + 1 == self.tree.nodes.len() {
            return Err(self.error_here("at least one number in the brackets"));
        }
        self.skip(c);
        Ok(())
    }

    /// A word: a number, a name with its `=`, an estimate with its `:`, or one of the words that
    /// may stand around a tree.
    fn word(&mut self, prefix: &mut Prefix) -> Result<(), ParseError> {
        let ends = |c: char| c.is_whitespace() || ",()[]:=!".contains(c);
        let length = self.rest.find(ends).unwrap_or(self.rest.len());
        let (word, after) = self.rest.split_at(length);
        let column = self.column;
        if word.is_empty() {
            return Err(self.error_here("a number or an opening bracket"));
        }
        let top = self.open.is_empty() && prefix.is_empty();
        let nodes = self.tree.nodes.len();
        self.rest = after;
        self.column += word.chars().count();
        match after.chars().next() {
            Some('=') if prefix.name.is_none() && prefix.estimate.is_none() => {
                prefix.name = Some(name(word, column)?);
                self.skip('=');
            }
            Some(':') if prefix.estimate.is_none() => {
                prefix.estimate = Some(number(word, column)?);
                self.skip(':');
            }
            _ if top && nodes == 1 && !self.side_given && side_named(word).is_some() => {
                self.side_given = true;
                self.tree.side = side_named(word).unwrap_or(Side::First);
            }
            _ if top && nodes > 1 && word.eq_ignore_ascii_case("at") => self.path()?,
            _ if prefix.estimate.is_some() => {
                let expected = "an opening bracket after an estimate";
                return Err(ParseError::new(word, column, expected));
            }
            _ => {
                let value = number(word, column)?;
                self.add(std::mem::take(prefix), true, Some(value))?;
            }
        }
        Ok(())
    }

    /// The rest of the text: `1.2.1`.
    fn path(&mut self) -> Result<(), ParseError> {
        let blank = self.rest.len() - self.rest.trim_start().len();
        let mut column = self.column + self.rest[..blank].chars().count();
        for word in self.rest.trim().split('.') {
            let child = word.parse().ok().filter(|&child| child > 0);
            let expected = "the numbers of children from 1, such as 1.2";
            let child = child.ok_or_else(|| ParseError::new(word, column, expected))?;
            if self.tree.path.len() > MAX_NESTING {
                return Err(ParseError::new(word, column, "a shorter path"));
            }
            self.tree.path.push((column, child));
            column += word.chars().count() + 1;
        }
        self.rest = "";
        Ok(())
    }

    fn add(
        &mut self,
        prefix: Prefix,
        is_leaf: bool,
        value: Option<f64>,
    ) -> Result<u32, ParseError> {
        let index = self.tree.nodes.len();
        if index > MAX_NODES {
            return Err(self.error_here(format!("at most {MAX_NODES} nodes")));
        }
        let index = index as u32;
        self.tree.nodes.push(RawNode {
            parent: self.open.last().map_or(0, |&(node, ..)| node),
            depth: self.open.len() as u16 + 1,
            is_leaf,
            noisy: prefix.noisy,
            value,
        });
        if let Some(name) = prefix.name {
            self.tree.names.insert(index, name);
        }
        Ok(index)
    }

    /// The tree, without the extra root if it has a single child.
    fn finish(self) -> RawTree {
        let mut tree = self.tree;
        let at_the_top = tree.nodes.iter().filter(|node| node.depth == 1).count();
        if at_the_top == 1 {
            tree.nodes.remove(0);
            for node in &mut tree.nodes {
                node.parent = node.parent.saturating_sub(1);
                node.depth -= 1;
            }
            let names = tree.names.into_iter();
            tree.names = names.map(|(node, name)| (node - 1, name)).collect();
        }
        tree
    }
}

fn side_named(word: &str) -> Option<Side> {
    match word.to_ascii_lowercase().as_str() {
        "max" => Some(Side::First),
        "min" => Some(Side::Second),
        _ => None,
    }
}

fn name(word: &str, column: usize) -> Result<String, ParseError> {
    let starts = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if starts && word.chars().count() <= MAX_NAME {
        Ok(word.to_string())
    } else {
        let expected = format!("a name of at most {MAX_NAME} characters, a letter first");
        Err(ParseError::new(word, column, expected))
    }
}

fn number(word: &str, column: usize) -> Result<f64, ParseError> {
    // The standard parser also takes `inf` and `nan`, in words.
    let plain = word
        .chars()
        .all(|c| "+-.eE".contains(c) || c.is_ascii_digit());
    let value = word.parse::<f64>().ok().filter(|_| plain);
    let value = value.ok_or_else(|| ParseError::new(word, column, "a number"))?;
    if value.abs() > f64::from(MAX_PAYOFF) {
        let expected = format!("a number of at most {MAX_PAYOFF} in size");
        return Err(ParseError::new(word, column, expected));
    }
    // Adding zero turns -0 into 0.
    Ok(value + 0.0)
}
