//! How answers to exercises are written: the format that a sheet explains, the key has, and
//! `tree --grade` reads.
//!
//! ```text
//! # a remark
//! exercise 1
//! tree ((3 12 8)(2 4 6)(14 5 2))      copied from the sheet
//! leaves a b c d g h i                the leaves looked at, in order
//! A [-inf, inf] 3                     node, window on entry, value
//! B [-inf, inf] 3
//! C [3, inf] 2 cut e f                … and the children cut off there
//! D -                                 not visited (or no line at all)
//! value 3                             the value of the tree
//! ```
//!
//! `?` stands for what is not known. **Invariant.** Reading never panics; what cannot be read is
//! named with its line and column; what [`write()`] writes is read back as it was.

use std::collections::{BTreeMap, BTreeSet};

use zermelo_games::ExplicitTree;

use super::exercise_tree::{Exercise, Fact, written};

/// The answers to one exercise.
pub struct Answer {
    /// Its number.
    pub number: String,
    /// The tree.
    pub exercise: Exercise,
    /// The value of the tree; `None` if not filled in.
    pub value: Option<f64>,
    /// The leaves looked at; `None` if not filled in.
    pub leaves: Option<Vec<usize>>,
    /// What is said about interior nodes.
    pub nodes: BTreeMap<usize, Claim>,
    /// What has had its line: `value`, `leaves`, names of nodes.
    told: BTreeSet<String>,
}

/// What is said about an interior node that is visited.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Claim {
    /// The window it is entered with; an end is `None` if not filled in.
    pub window: (Option<f64>, Option<f64>),
    /// The value it is left with.
    pub value: Option<f64>,
    /// The children that are cut off; `None` if not filled in.
    pub cut: Option<Vec<usize>>,
}

/// Something that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// Its line, from 1.
    pub line: usize,
    /// Its column, in characters, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub what: String,
}

/// A word of a line and where it begins.
type Word<'a> = (usize, &'a str);

/// Reads a file of answers.
///
/// # Errors
///
/// The first thing that cannot be read.
pub fn read(text: &str) -> Result<Vec<Answer>, Unreadable> {
    let mut answers: Vec<Answer> = Vec::new();
    // The exercise whose tree has not come yet.
    let mut begun: Option<(usize, String)> = None;
    for (line, content) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let content = content.split('#').next().unwrap_or_default();
        let words = words(content);
        let Some(&(column, first)) = words.first() else {
            continue;
        };
        let at = |(column, what)| Unreadable { line, column, what };
        if first == "exercise" {
            let name = rest(&words, 1);
            begun = Some((line, name));
            continue;
        }
        if let Some((_, number)) = begun.take() {
            answers.push(begin(number, column, first, content).map_err(at)?);
            continue;
        }
        let Some(answer) = answers.last_mut() else {
            return Err(at((column, expected(first, "`exercise` and its number"))));
        };
        read_line(answer, &words).map_err(at)?;
    }
    if let Some((line, _)) = begun {
        let what = "end of text: expected `tree` and the tree of this exercise".to_string();
        return Err(Unreadable {
            line: line + 1,
            column: 1,
            what,
        });
    }
    if answers.is_empty() {
        let what = "end of text: expected `exercise` and its number".to_string();
        return Err(Unreadable {
            line: text.lines().count() + 1,
            column: 1,
            what,
        });
    }
    Ok(answers)
}

fn expected(found: &str, what: &str) -> String {
    let shown: String = found.chars().take(40).collect();
    format!("`{}`: expected {what}", shown.escape_debug())
}

/// The words of a line; brackets and commas are words of their own.
fn words(line: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    let letters = line.char_indices().chain([(line.len(), ' ')]);
    for (column, (byte, c)) in (1..).zip(letters) {
        let mark = matches!(c, '[' | ']' | ',');
        if !c.is_whitespace() && !mark {
            start = start.or(Some((column, byte)));
            continue;
        }
        if let Some((column, from)) = start.take() {
            words.push((column, &line[from..byte]));
        }
        if mark {
            words.push((column, &line[byte..=byte]));
        }
    }
    words
}

fn rest(words: &[Word<'_>], from: usize) -> String {
    let words: Vec<&str> = words.iter().skip(from).map(|&(_, word)| word).collect();
    words.join(" ")
}

type Complaint = (usize, String);

fn begin(number: String, column: usize, first: &str, line: &str) -> Result<Answer, Complaint> {
    if first != "tree" {
        let wanted = "`tree` and the tree of this exercise";
        return Err((column, expected(first, wanted)));
    }
    let skipped = line
        .chars()
        .take(column - 1 + "tree".len())
        .map(char::len_utf8)
        .sum();
    let text = &line[skipped..];
    let before = column - 1 + "tree".len();
    let tree = ExplicitTree::parse(text).map_err(|error| {
        let what = match error.found.as_str() {
            "" => format!("end of the tree: expected {}", error.expected),
            found => expected(found, &error.expected),
        };
        (before + error.column, what)
    })?;
    let exercise = Exercise::new(&tree).map_err(|wanted| (column, expected("tree", &wanted)))?;
    Ok(Answer {
        number,
        exercise,
        value: None,
        leaves: None,
        nodes: BTreeMap::new(),
        told: BTreeSet::new(),
    })
}

fn read_line(answer: &mut Answer, words: &[Word<'_>]) -> Result<(), Complaint> {
    let mut words = words.iter().copied();
    let Some((column, first)) = words.next() else {
        return Ok(());
    };
    let end = column + first.chars().count();
    let mut reader = Reader { words, end };
    if !answer.told.insert(first.to_string()) {
        let wanted = match first {
            "value" | "leaves" => format!("only one `{first}` line for each exercise"),
            _ => "one line only for each node".to_string(),
        };
        return Err((column, expected(first, &wanted)));
    }
    match first {
        "value" => {
            answer.value = reader.number("the value of the tree")?;
            reader.done()
        }
        "leaves" => {
            answer.leaves =
                reader.nodes(&answer.exercise, |e, n| e.nodes[n].leaf.is_some(), "a leaf")?;
            Ok(())
        }
        name => {
            let node = answer.exercise.named(name);
            let interior = node.filter(|&node| answer.exercise.nodes[node].leaf.is_none());
            let Some(node) = interior else {
                let wanted = "`value`, `leaves`, `exercise`, or the name of an interior node";
                return Err((column, expected(name, wanted)));
            };
            if let Some(claim) = reader.claim(&answer.exercise, node)? {
                answer.nodes.insert(node, claim);
            }
            Ok(())
        }
    }
}

/// Reads the words of one line.
struct Reader<I> {
    words: I,
    /// The column after the last word read.
    end: usize,
}

impl<'a, I: Iterator<Item = Word<'a>>> Reader<I> {
    fn next(&mut self, wanted: &str) -> Result<Word<'a>, Complaint> {
        let word = self.words.next();
        let (column, text) =
            word.ok_or_else(|| (self.end, format!("end of line: expected {wanted}")))?;
        self.end = column + text.chars().count();
        Ok((column, text))
    }

    fn mark(&mut self, mark: &str) -> Result<(), Complaint> {
        let wanted = format!("`{mark}`");
        let (column, text) = self.next(&wanted)?;
        if text == mark {
            Ok(())
        } else {
            Err((column, expected(text, &wanted)))
        }
    }

    /// A number, or `None` for `?`.
    fn number(&mut self, what: &str) -> Result<Option<f64>, Complaint> {
        let wanted = format!("{what}: a number, inf, -inf or ?");
        let (column, text) = self.next(&wanted)?;
        if text == "?" {
            return Ok(None);
        }
        let plain = text.replace('−', "-").replace('∞', "inf").to_lowercase();
        let number = plain.parse::<f64>().ok().filter(|number| !number.is_nan());
        let number = number.ok_or_else(|| (column, expected(text, &wanted)))?;
        // Adding zero turns -0 into 0.
        Ok(Some(number + 0.0))
    }

    /// Names until the end of the line, or `None` for `?`.
    fn nodes(
        &mut self,
        exercise: &Exercise,
        fits: impl Fn(&Exercise, usize) -> bool,
        what: &str,
    ) -> Result<Option<Vec<usize>>, Complaint> {
        let mut nodes = Vec::new();
        while let Some((column, text)) = self.words.next() {
            match text {
                "," => {}
                "?" if nodes.is_empty() => {
                    self.end = column + 1;
                    return self.done().map(|()| None);
                }
                name => {
                    let node = exercise.named(name).filter(|&node| fits(exercise, node));
                    nodes.push(node.ok_or_else(|| (column, expected(name, what)))?);
                }
            }
        }
        Ok(Some(nodes))
    }

    fn done(&mut self) -> Result<(), Complaint> {
        match self.words.next() {
            Some((column, text)) => Err((column, expected(text, "the end of the line"))),
            None => Ok(()),
        }
    }

    /// What a line says about a node; `None` if it says that it is not visited.
    fn claim(&mut self, exercise: &Exercise, node: usize) -> Result<Option<Claim>, Complaint> {
        let wanted = "`[`, or `-` for a node that is not visited";
        let (column, text) = self.next(wanted)?;
        match text {
            "-" => return self.done().map(|()| None),
            "[" => {}
            _ => return Err((column, expected(text, wanted))),
        }
        let alpha = self.number("alpha")?;
        self.mark(",")?;
        let beta = self.number("beta")?;
        self.mark("]")?;
        let value = self.number("the node's value")?;
        let cut = match self.words.next() {
            None => Some(Vec::new()),
            Some((_, "cut")) => {
                let child = |e: &Exercise, n: usize| e.nodes[n].parent == Some(node);
                self.nodes(
                    exercise,
                    child,
                    &format!("a child of {}", exercise.nodes[node].name),
                )?
            }
            Some((column, text)) => {
                return Err((column, expected(text, "`cut` or the end of the line")));
            }
        };
        Ok(Some(Claim {
            window: (alpha, beta),
            value,
            cut,
        }))
    }
}

/// The right answers to an exercise.
pub fn solution(exercise: &Exercise) -> (Vec<usize>, BTreeMap<usize, Claim>) {
    let mut nodes: BTreeMap<usize, Claim> = BTreeMap::new();
    for fact in &exercise.facts {
        match fact {
            Fact::Enter(node, (alpha, beta)) => {
                let claim = Claim {
                    window: (Some(*alpha), Some(*beta)),
                    value: None,
                    cut: Some(Vec::new()),
                };
                nodes.insert(*node, claim);
            }
            Fact::Cut(node, children, _) => {
                nodes.entry(*node).or_default().cut = Some(children.clone());
            }
            Fact::Leave(node, value) => nodes.entry(*node).or_default().value = Some(*value),
            Fact::Leaf(_) => {}
        }
    }
    (exercise.leaves(), nodes)
}

/// Writes answers; what is `None` is left open.
pub fn write(
    number: &str,
    exercise: &Exercise,
    leaves: Option<&[usize]>,
    nodes: &BTreeMap<usize, Claim>,
    value: Option<f64>,
) -> String {
    let number_text = |number: Option<f64>| number.map_or("?".to_string(), written);
    let names = |nodes: &[usize]| -> String {
        let names = nodes
            .iter()
            .map(|&n| format!(" {}", exercise.nodes[n].name));
        names.collect()
    };
    let leaves = leaves.map_or(" ?".to_string(), names);
    let mut text = format!(
        "exercise {number}\ntree {}\nleaves{leaves}\n",
        exercise.text
    );
    for (at, node) in exercise.nodes.iter().enumerate() {
        if node.leaf.is_some() {
            continue;
        }
        let Some(claim) = nodes.get(&at) else {
            text += &format!("{} -\n", node.name);
            continue;
        };
        let [alpha, beta, value] = [claim.window.0, claim.window.1, claim.value].map(number_text);
        let cut = match &claim.cut {
            None => " cut ?".to_string(),
            Some(cut) if cut.is_empty() => String::new(),
            Some(cut) => format!(" cut{}", names(cut)),
        };
        text += &format!("{} [{alpha}, {beta}] {value}{cut}\n", node.name);
    }
    text + &format!("value {}\n", number_text(value))
}

/// The form of an exercise, everything open.
pub fn form(number: &str, exercise: &Exercise) -> String {
    let interior = exercise
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| node.leaf.is_none());
    let open = interior.map(|(at, _)| (at, Claim::default())).collect();
    write(number, exercise, None, &open, None)
}

/// The key of an exercise.
pub fn key(number: &str, exercise: &Exercise) -> String {
    let (leaves, nodes) = solution(exercise);
    write(
        number,
        exercise,
        Some(&leaves),
        &nodes,
        Some(exercise.value),
    )
}
