//! `tree --grade`: marks answers to exercises and explains the first mistake of each.
//!
//! The tree stands in the answer, so nothing else is needed: the search is made again and every
//! claim is held against it, in the order in which the search meets it. The first mistake is
//! therefore the one from which the later ones may follow.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::exercise_answer::{Answer, Claim, read};
use super::exercise_tree::{Fact, written};
use crate::args::TreeArgs;
use crate::report::{VERSION, number};
use crate::{Failure, Io};

/// A wrong answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// Where: `leaves`, `value`, or the name of a node.
    pub place: String,
    /// What is right, and why.
    pub sentence: String,
}

/// Runs the command.
pub fn run(path: &Path, args: &TreeArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let stdin = path == Path::new("-");
    let source = if stdin {
        "standard input".to_string()
    } else {
        path.display().to_string()
    };
    let bytes = if stdin {
        let mut bytes = Vec::new();
        io.input.read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    let bytes = bytes.map_err(|error| Failure::Input(format!("{source}: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        Failure::Input(format!("{source}, byte {byte}: this is no text"))
    })?;
    let answers = read(&text).map_err(|error| {
        Failure::Input(format!(
            "{source}, line {}, column {}: {}",
            error.line, error.column, error.what
        ))
    })?;
    let marked: Vec<Vec<Mistake>> = answers.iter().map(mistakes).collect();
    let right = marked.iter().filter(|mistakes| mistakes.is_empty()).count();
    if args.json {
        io.json(&object(&answers, &marked, &source))?;
    } else {
        for (answer, mistakes) in answers.iter().zip(&marked) {
            io.line(verdict(answer, mistakes))?;
        }
        io.line(format!("{right} of {} right", answers.len()))?;
    }
    match answers.len() - right {
        0 => Ok(()),
        1 => Err(Failure::Check("1 exercise is not right".to_string())),
        wrong => Err(Failure::Check(format!("{wrong} exercises are not right"))),
    }
}

fn verdict(answer: &Answer, mistakes: &[Mistake]) -> String {
    let number = &answer.number;
    match mistakes {
        [] => format!("exercise {number}: right"),
        [first] => format!(
            "exercise {number}: one mistake, at {}: {}",
            first.place, first.sentence
        ),
        [first, ..] => format!(
            "exercise {number}: {} mistakes, the first at {}: {}",
            mistakes.len(),
            first.place,
            first.sentence
        ),
    }
}

fn object(answers: &[Answer], marked: &[Vec<Mistake>], source: &str) -> Value {
    let exercises: Vec<Value> = answers
        .iter()
        .zip(marked)
        .map(|(answer, mistakes)| {
            let list: Vec<Value> = mistakes
                .iter()
                .map(|mistake| json!({"place": mistake.place, "sentence": mistake.sentence}))
                .collect();
            json!({
                "exercise": number(&answer.number),
                "tree": answer.exercise.text,
                "right": mistakes.is_empty(),
                "mistakes": list,
            })
        })
        .collect();
    json!({
        "right": marked.iter().filter(|mistakes| mistakes.is_empty()).count(),
        "total": answers.len(),
        "exercises": exercises,
        "input": source,
        "version": VERSION,
    })
}

/// Everything wrong in an answer, in the order of the search.
pub fn mistakes(answer: &Answer) -> Vec<Mistake> {
    let mut marking = Marking {
        answer,
        best: vec![None; answer.exercise.nodes.len()],
        looked_at: 0,
        leaves_wrong: false,
        found: Vec::new(),
    };
    for fact in &answer.exercise.facts {
        marking.check(fact);
    }
    marking.check_end();
    marking.found
}

/// An answer being marked.
struct Marking<'a> {
    answer: &'a Answer,
    /// The best value so far of every node that is being searched.
    best: Vec<Option<f64>>,
    /// Leaves so far.
    looked_at: usize,
    /// Whether the list of leaves is known to be wrong: what follows there says nothing more.
    leaves_wrong: bool,
    found: Vec<Mistake>,
}

impl Marking<'_> {
    fn wrong(&mut self, place: &str, sentence: String) {
        self.found.push(Mistake {
            place: place.to_string(),
            sentence,
        });
    }

    fn name(&self, node: usize) -> &str {
        &self.answer.exercise.nodes[node].name
    }

    /// A node's own claim, if it is said to be visited.
    fn claim(&self, node: usize) -> Option<&Claim> {
        self.answer.nodes.get(&node)
    }

    fn check(&mut self, fact: &Fact) {
        match fact {
            Fact::Enter(node, window) => self.check_entry(*node, *window),
            Fact::Leaf(node) => {
                self.check_leaf(*node);
                let value = self.answer.exercise.nodes[*node].leaf.unwrap_or_default();
                self.hand_up(*node, value);
            }
            Fact::Cut(node, children, why) => self.check_cut(*node, children, why),
            Fact::Leave(node, value) => {
                self.check_value(*node, *value);
                self.hand_up(*node, *value);
            }
        }
    }

    /// A node's value becomes known to its parent.
    fn hand_up(&mut self, node: usize, value: f64) {
        let Some(parent) = self.answer.exercise.nodes[node].parent else {
            return;
        };
        let better = match (self.best[parent], self.answer.exercise.nodes[parent].max) {
            (None, _) => true,
            (Some(best), true) => value > best,
            (Some(best), false) => value < best,
        };
        if better {
            self.best[parent] = Some(value);
        }
    }

    fn check_entry(&mut self, node: usize, (alpha, beta): (f64, f64)) {
        let name = self.name(node).to_string();
        let right = format!("[{}, {}]", written(alpha), written(beta));
        let Some(claim) = self.claim(node) else {
            let text = format!("{name} is visited, with the window {right}: nothing cuts it off.");
            return self.wrong(&name, text);
        };
        let (Some(low), Some(high)) = claim.window else {
            let text = format!("the window is not filled in: it is {right}.");
            return self.wrong(&name, text);
        };
        if (low, high) != (alpha, beta) {
            let claimed = format!("[{}, {}]", written(low), written(high));
            let whence = self.whence(node, alpha, beta);
            let text =
                format!("{name} is entered with the window {right}, not {claimed}: {whence}.");
            self.wrong(&name, text);
        }
    }

    /// Where the ends of a window come from.
    fn whence(&self, node: usize, alpha: f64, beta: f64) -> String {
        let holder = |max: bool, bound: f64| {
            let mut above = self.answer.exercise.nodes[node].parent;
            while let Some(at) = above {
                let here = &self.answer.exercise.nodes[at];
                if here.max == max && self.best[at] == Some(bound) {
                    return Some(here.name.as_str());
                }
                above = here.parent;
            }
            None
        };
        let alpha = match holder(true, alpha) {
            Some(at) => format!("Max already has {} at {at}", written(alpha)),
            None => "Max has nothing yet on the way here".to_string(),
        };
        let beta = match holder(false, beta) {
            Some(at) => format!("Min already holds Max to {} at {at}", written(beta)),
            None => "Min has nothing yet".to_string(),
        };
        format!("{alpha}, {beta}")
    }

    fn check_leaf(&mut self, node: usize) {
        let place = self.looked_at;
        self.looked_at += 1;
        if self.leaves_wrong {
            return;
        }
        let Some(leaves) = &self.answer.leaves else {
            self.leaves_wrong = true;
            let all = self.answer.exercise.names(&self.answer.exercise.leaves());
            let text = format!("not filled in: the leaves looked at are {all}.");
            return self.wrong("leaves", text);
        };
        let claimed = leaves.get(place).copied();
        if claimed == Some(node) {
            return;
        }
        self.leaves_wrong = true;
        let name = self.name(node);
        let number = place + 1;
        let text = match claimed {
            None => format!(
                "the list ends too early: leaf number {number} is {name}, which nothing cuts off."
            ),
            Some(other) => {
                let why = match self.why_cut(other) {
                    Some(why) => format!("{} is cut off, because {why}", self.name(other)),
                    None => {
                        "the search goes from left to right, and nothing cuts it off".to_string()
                    }
                };
                format!(
                    "leaf number {number} is {name}, not {}: {why}.",
                    self.name(other)
                )
            }
        };
        self.wrong("leaves", text);
    }

    /// Why a node is never visited.
    fn why_cut(&self, node: usize) -> Option<&str> {
        let mut above = Some(node);
        while let Some(at) = above {
            let cut = self
                .answer
                .exercise
                .facts
                .iter()
                .find_map(|fact| match fact {
                    Fact::Cut(_, children, why) if children.contains(&at) => Some(why.as_str()),
                    _ => None,
                });
            if cut.is_some() {
                return cut;
            }
            above = self.answer.exercise.nodes[at].parent;
        }
        None
    }

    fn check_cut(&mut self, node: usize, children: &[usize], why: &str) {
        let name = self.name(node).to_string();
        let right = self.answer.exercise.names(children);
        let are = if children.len() == 1 { "is" } else { "are" };
        if let Some(claim) = self.claim(node) {
            let mut claimed = claim.cut.clone().unwrap_or_default();
            claimed.sort_unstable();
            if claim.cut.is_none() {
                let text =
                    format!("what is cut off is not filled in: {right} {are}, because {why}.");
                self.wrong(&name, text);
            } else if claimed != children {
                let text = match claimed.is_empty() {
                    true => format!("{right} {are} cut off here, because {why}."),
                    false => format!(
                        "{right} {are} cut off here, not {}, because {why}.",
                        self.answer.exercise.names(&claimed)
                    ),
                };
                self.wrong(&name, text);
            }
        }
        // Whatever lies below is not visited either.
        let mut below: Vec<usize> = children.to_vec();
        while let Some(at) = below.pop() {
            below.extend(self.answer.exercise.nodes[at].children.iter().rev());
            if self.claim(at).is_some() {
                let name = self.name(at).to_string();
                let text = format!("{name} is not visited: it is cut off, because {why}.");
                self.wrong(&name, text);
            }
        }
    }

    fn check_value(&mut self, node: usize, value: f64) {
        let Some(claim) = self.claim(node).cloned() else {
            return;
        };
        let name = self.name(node).to_string();
        let was_cut = |fact: &Fact| matches!(fact, Fact::Cut(at, ..) if *at == node);
        if !self.answer.exercise.facts.iter().any(was_cut) {
            match &claim.cut {
                None => self.wrong(
                    &name,
                    "what is cut off is not filled in: nothing is.".to_string(),
                ),
                Some(cut) if !cut.is_empty() => {
                    let all = self.answer.exercise.names(cut);
                    let why = self.why_not_cut(node, value);
                    let text = format!("nothing is cut off here, so not {all}: {why}.");
                    self.wrong(&name, text);
                }
                Some(_) => {}
            }
        }
        let right = written(value);
        if claim.value.is_none() {
            self.wrong(&name, format!("the value is not filled in: it is {right}."));
        } else if claim.value != Some(value) {
            let best = if self.answer.exercise.nodes[node].max {
                "largest"
            } else {
                "smallest"
            };
            let claimed = claim.value.map(written).unwrap_or_default();
            let text = format!(
                "the value of {name} is {right}, not {claimed}: the {best} of its searched children's."
            );
            self.wrong(&name, text);
        }
    }

    /// Why nothing is cut off at a node of this value.
    fn why_not_cut(&self, node: usize, value: f64) -> String {
        let mut facts = self.answer.exercise.facts.iter();
        let window = facts.find_map(|fact| match fact {
            Fact::Enter(at, window) if *at == node => Some(*window),
            _ => None,
        });
        let here = &self.answer.exercise.nodes[node];
        let left = window.is_some_and(|(alpha, beta)| match here.max {
            true => value >= beta,
            false => value <= alpha,
        });
        match here.children.last() {
            Some(&last) if left => format!(
                "the value leaves the window only at {}, the last child, after which nothing is left to cut",
                self.name(last)
            ),
            _ => "the value stays inside the window to the end".to_string(),
        }
    }

    fn check_end(&mut self) {
        let answer = self.answer;
        let extra = answer.leaves.iter().flatten().nth(self.looked_at);
        if let Some(&extra) = extra.filter(|_| !self.leaves_wrong) {
            let name = self.name(extra).to_string();
            let why = match self.why_cut(extra) {
                Some(why) => format!("{name} is cut off, because {why}"),
                None => format!("{name} has been looked at before"),
            };
            self.wrong("leaves", format!("the list is too long: {why}."));
        }
        let right = written(answer.exercise.value);
        match answer.value {
            None => self.wrong(
                "value",
                format!("not filled in: the value of the tree is {right}."),
            ),
            Some(value) if value != answer.exercise.value => {
                let text = format!("the value of the tree is {right}, not {}.", written(value));
                self.wrong("value", text);
            }
            Some(_) => {}
        }
    }
}

#[cfg(test)]
#[path = "grade_tests.rs"]
mod tests;
