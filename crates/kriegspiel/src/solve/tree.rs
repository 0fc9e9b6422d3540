//! A guaranteed mate as a tree of decisions: text and JSON.

use serde_json::{Value, json};

use super::told::Told;
use crate::action::Try;

/// A mate that is certain: what to do for everything that may be heard before the first try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// What the umpire may say when it becomes our turn, and what to do then.
    pub parts: Vec<Reply>,
}

/// What to do in a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The try.
    pub tried: Try,
    /// Boards that are possible.
    pub boards: usize,
    /// Boards on which the try mates.
    pub mated: usize,
    /// What else may be heard if it is accepted.
    pub accepted: Vec<Accepted>,
    /// What to do if it is refused, where that may be.
    pub refused: Option<Box<Plan>>,
}

/// Something that may be heard after a try was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// What the umpire says.
    pub told: Told,
    /// Boards that are possible then.
    pub boards: usize,
    /// What may be heard after the other side's answer.
    pub replies: Vec<Reply>,
}

/// Something that may be heard when it becomes our turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// What the umpire says.
    pub told: Told,
    /// What to do then.
    pub plan: Plan,
}

fn boards(count: usize) -> String {
    match count {
        1 => "1 board".to_string(),
        _ => format!("{count} boards"),
    }
}

impl Solution {
    /// The trees as lines of text; what is heard first is said where it tells boards apart.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        for part in &self.parts {
            let depth = usize::from(self.parts.len() > 1);
            if depth > 0 {
                out.push_str(&format!("heard: {}\n", part.told));
            }
            part.plan.write(1, depth, &mut out);
        }
        out
    }

    /// The trees as JSON, each with what is heard first.
    #[must_use]
    pub fn json(&self) -> Value {
        self.parts.iter().map(Reply::json).collect()
    }

    /// The only tree, where nothing that is heard first tells boards apart.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan> {
        match &self.parts[..] {
            [only] => Some(&only.plan),
            _ => None,
        }
    }
}

impl Reply {
    fn json(&self) -> Value {
        json!({ "heard": self.told.to_string(), "plan": self.plan.json() })
    }
}

impl Plan {
    fn write(&self, number: usize, depth: usize, out: &mut String) {
        let pad = "  ".repeat(depth);
        let line = format!("{pad}{number}. {} ({})\n", self.tried, boards(self.boards));
        out.push_str(&line);
        if self.mated > 0 {
            out.push_str(&format!("{pad}   mate ({})\n", boards(self.mated)));
        }
        for part in &self.accepted {
            let count = boards(part.boards);
            out.push_str(&format!("{pad}   umpire: {} ({count})\n", part.told));
            for reply in &part.replies {
                out.push_str(&format!("{pad}     answer: {}\n", reply.told));
                reply.plan.write(number + 1, depth + 3, out);
            }
        }
        if let Some(plan) = &self.refused {
            out.push_str(&format!("{pad}   refused\n"));
            plan.write(number, depth, out);
        }
    }

    /// The tree as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let accepted = |part: &Accepted| {
            json!({
                "heard": part.told.to_string(),
                "boards": part.boards,
                "answers": part.replies.iter().map(Reply::json).collect::<Vec<_>>(),
            })
        };
        json!({
            "try": self.tried.to_string(),
            "boards": self.boards,
            "mated": self.mated,
            "accepted": self.accepted.iter().map(accepted).collect::<Vec<_>>(),
            "refused": self.refused.as_ref().map(|plan| plan.json()),
        })
    }
}
