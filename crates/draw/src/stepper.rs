//! A page that steps through searches of one tree, forwards and backwards, two side by side.
//!
//! The page holds the tree once, as a picture whose nodes have elements of their own, and every
//! search as a list of [`Step`]s in JSON; its script replays them. Nothing on it comes from
//! elsewhere, so it works from a file, offline, and can be mailed. The fragment of its address
//! chooses what it shows: `#step=12&left=alpha-beta&right=minimax`.
//!
//! **How ours differs** from the applets of the textbooks: the steps are those of a real search,
//! written down by it, and the page computes no value of its own. **Invariant.** The same value
//! gives the same bytes; texts are escaped, so that no node or move can end the script. **Cost.**
//! Some hundred bytes a step.

use std::fmt::Write;

use crate::Tree;
use crate::stepper_svg::steppable;
use crate::svg::escape;

const SCRIPT: &str = include_str!("stepper.js");
const STYLE: &str = include_str!("stepper.css");

/// Searches of one tree, to be stepped through.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stepper {
    /// The page's title.
    pub title: String,
    /// The tree. Leaves show their `text`; in other nodes `text` and `under` only say how much
    /// room their values and windows need. Marks other than [`crate::Mark::Elided`] are ignored.
    pub tree: Tree,
    /// The searches, in the order in which they can be chosen.
    pub runs: Vec<Run>,
    /// Which searches stand left and right at first.
    pub first: (usize, usize),
    /// Paragraphs under the tree: what was left out, and why.
    pub notes: Vec<String>,
}

/// One search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Run {
    /// The algorithm's name.
    pub name: String,
    /// One line about it.
    pub summary: String,
    /// What happened, in order.
    pub steps: Vec<Step>,
    /// The nodes of the principal variation, marked at the last step.
    pub line: Vec<usize>,
    /// Sentences about this search alone.
    pub notes: Vec<String>,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The node, an index into the tree.
    pub node: usize,
    /// What happened there.
    pub kind: StepKind,
    /// Nodes visited so far, this one included.
    pub nodes: u64,
    /// Leaves visited so far.
    pub leaves: u64,
    /// The step as a sentence.
    pub sentence: String,
}

/// What happened at a node. Values and windows are Max's, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// The search came to the node, with a window if the algorithm has one.
    Enter(Option<(String, String)>),
    /// The node is a leaf of this value.
    Leaf(String),
    /// The node's best value became this, and its window this.
    Improve(String, Option<(String, String)>),
    /// These children are cut off.
    Cut(Vec<usize>),
    /// The search left the node with this value, written with ≤ or ≥ if it is a bound.
    Leave(String),
}

impl Stepper {
    /// The page.
    ///
    /// ```
    /// use zermelo_draw::Stepper;
    /// let page = Stepper { title: "1 < 2".to_string(), ..Stepper::default() }.page();
    /// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>1 &lt; 2</h1>"));
    /// ```
    #[must_use]
    pub fn page(&self) -> String {
        let title = escape(&self.title);
        let picture = steppable(&self.tree);
        let notes: String = self
            .notes
            .iter()
            .map(|note| format!("<p class=\"note\">{}</p>\n", escape(note)))
            .collect();
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
             <h1>{title}</h1>\n<div id=\"controls\"></div>\n<div id=\"panels\"><figure>\n{picture}</figure></div>\n\
             <noscript><p>Stepping needs the script of this page.</p></noscript>\n\
             {notes}{HELP}</main>\n\
             <script type=\"application/json\" id=\"data\">{}</script>\n\
             <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
            self.json()
        )
    }

    /// The searches as the JSON that the page's script reads.
    ///
    /// `{"tree": {"parents": […], "leaves": {"3": "12"}}, "first": [0, 1], "runs": [{"name",
    /// "summary", "line", "notes", "steps": [{"kind", "node", "nodes", "leaves", "sentence",
    /// and by kind "window", "value", "children"}]}]}`.
    #[must_use]
    pub fn json(&self) -> String {
        let parents = self.tree.nodes.iter().enumerate().map(|(node, shown)| {
            let parent = shown.parent.filter(|&parent| parent < node);
            parent.map_or("null".to_string(), |parent| parent.to_string())
        });
        let runs = self.runs.iter().map(run_json);
        format!(
            r#"{{"parents":[{}],"first":[{},{}],"runs":[{}]}}"#,
            joined(parents),
            self.first.0,
            self.first.1,
            joined(runs)
        )
    }
}

const HELP: &str = "<p class=\"note\">Keys: <kbd>→</kbd> and <kbd>←</kbd> step, <kbd>End</kbd> and <kbd>Home</kbd> go to \
the end and the beginning, <kbd>space</kbd> plays and pauses. A click on a node goes to the next step there. \
Values and windows are Max’s; Max’s nodes point up, Min’s down; a double stroke marks what was cut.</p>\n";

fn run_json(run: &Run) -> String {
    let steps = run.steps.iter().map(step_json);
    format!(
        r#"{{"name":{},"summary":{},"line":[{}],"notes":[{}],"steps":[{}]}}"#,
        string(&run.name),
        string(&run.summary),
        joined(run.line.iter().map(usize::to_string)),
        joined(run.notes.iter().map(|note| string(note))),
        joined(steps)
    )
}

fn step_json(step: &Step) -> String {
    let window = |window: &Option<(String, String)>| match window {
        Some((alpha, beta)) => format!(r#","window":[{},{}]"#, string(alpha), string(beta)),
        None => String::new(),
    };
    let (kind, more) = match &step.kind {
        StepKind::Enter(entered) => ("enter", window(entered)),
        StepKind::Leaf(value) => ("leaf", format!(r#","value":{}"#, string(value))),
        StepKind::Improve(value, now) => (
            "improve",
            format!(r#","value":{}{}"#, string(value), window(now)),
        ),
        StepKind::Cut(children) => (
            "cut",
            format!(
                r#","children":[{}]"#,
                joined(children.iter().map(usize::to_string))
            ),
        ),
        StepKind::Leave(value) => ("leave", format!(r#","value":{}"#, string(value))),
    };
    format!(
        r#"{{"kind":"{kind}","node":{},"nodes":{},"leaves":{},"sentence":{}{more}}}"#,
        step.node,
        step.nodes,
        step.leaves,
        string(&step.sentence)
    )
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

/// A JSON string that is also safe inside a script element.
fn string(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '<' | '>' | '&' | '\0'..='\u{1f}' | '\u{2028}' | '\u{2029}' => {
                write!(quoted, "\\u{:04x}", u32::from(c)).expect("writing to a string cannot fail");
            }
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, TreeNode};

    fn small(sentence: &str) -> Stepper {
        let node = |parent, shape, text: &str| TreeNode {
            parent,
            shape,
            text: text.to_string(),
            ..TreeNode::default()
        };
        let step = |node, kind| Step {
            node,
            kind,
            nodes: 1,
            leaves: 0,
            sentence: sentence.to_string(),
        };
        let whole = Some(("-∞".to_string(), "∞".to_string()));
        Stepper {
            tree: Tree {
                nodes: vec![
                    node(None, Shape::Max, "10"),
                    node(Some(0), Shape::Leaf, "7"),
                ],
                ..Tree::default()
            },
            runs: vec![Run {
                name: "alpha-beta".to_string(),
                steps: vec![
                    step(0, StepKind::Enter(whole)),
                    step(1, StepKind::Leaf("7".to_string())),
                    step(0, StepKind::Cut(vec![1])),
                ],
                line: vec![0, 1],
                ..Run::default()
            }],
            ..Stepper::default()
        }
    }

    #[test]
    fn no_text_can_end_the_script_or_break_its_data() {
        let page = small("</script><b> \"quoted\" \\ \u{2028}\n").page();
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.contains(r#"\u003c/script\u003e\u003cb\u003e \"quoted\" \\ \u2028\u000a"#));
    }

    #[test]
    fn leaves_show_their_value_and_other_nodes_wait_for_the_search() {
        let picture = steppable(&small("").tree);
        assert!(picture.contains(r#"class="value ink">7</text>"#));
        assert!(!picture.contains(">10<"));
        assert_eq!(picture.matches(r#"class="zn" data-node="#).count(), 2);
        assert_eq!(picture.matches(r#"class="ze" data-node="1""#).count(), 1);
    }

    #[test]
    fn the_page_asks_for_nothing_from_outside() {
        let page = small("x").page();
        for word in ["http://", "https://", "src=", "@import", "url(", "<link"] {
            let allowed = page
                .matches("http://www.w3.org/2000/svg")
                .count()
                .min(usize::from(word == "http://") * page.matches(word).count());
            assert_eq!(page.matches(word).count(), allowed, "{word}");
        }
    }
}
