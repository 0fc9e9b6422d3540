//! What a recorded search says in words: its values as Max's, and a sentence for every cut.

use zermelo_game::{INFINITY, Notation, Score, Side};
use zermelo_search::observer::Origin;
use zermelo_search::record::Recorder;
use zermelo_search::table::Bound;

/// A recorded search of a game, and whose values are told.
pub struct Sentences<'a, G: Notation> {
    /// The position at the root.
    pub game: &'a G,
    /// What was recorded.
    pub recorder: &'a Recorder<G::Move>,
    /// The side that counts as Max.
    pub reference: Side,
}

impl<G: Notation> Sentences<'_, G> {
    /// Whether Max moves.
    pub fn is_max(&self, position: &G) -> bool {
        position.side() == self.reference
    }

    /// A value of the node's mover, as Max's.
    pub fn value(&self, position: &G, value: Score) -> String {
        let max = if position.side() == self.reference {
            value
        } else {
            -value
        };
        match max {
            v if v >= INFINITY => "∞".to_string(),
            v if v <= -INFINITY => "-∞".to_string(),
            v => position.value_text(v),
        }
    }

    /// What the value of a recorded node says about Max's.
    pub fn bound(&self, at: usize, position: &G) -> Option<Bound> {
        // A bound of Min's value is the opposite bound of Max's.
        let bound = self.recorder.nodes[at].bound()?;
        Some(match (bound, self.is_max(position)) {
            (Bound::Lower, false) => Bound::Upper,
            (Bound::Upper, false) => Bound::Lower,
            (bound, _) => bound,
        })
    }

    /// Why the node was cut off, in one sentence, and of which kind the cut-off is.
    pub fn cut(&self, at: usize, position: &G, path: &str) -> Option<(&'static str, String)> {
        let node = &self.recorder.nodes[at];
        let cut = node.cut?;
        let max = position.side() == self.reference;
        let here = place_name(path);
        let by = node
            .best
            .map(|m| format!(" by {}", position.move_text(m)))
            .unwrap_or_default();
        let value = self.value(position, cut.value);
        let bound = self.value(position, cut.bound);
        let gets = if max {
            format!("{here} Max can get {value}{by}")
        } else {
            format!("{here} Min can hold Max to {value}{by}")
        };
        let moves: Vec<&str> = path.split(' ').filter(|m| !m.is_empty()).collect();
        let set_at = |ply: usize| {
            let place = place_name(&moves[..ply.min(moves.len())].join(" "));
            let via = self.setter_move(at, ply);
            if max {
                format!("Min already holds Max to {bound} {place}{via} and will not come here")
            } else {
                format!("Max already has {bound} {place}{via} and will not come here")
            }
        };
        let (kind, why) = match cut.origin {
            Origin::Parent => ("shallow", set_at(moves.len().saturating_sub(1))),
            Origin::Ancestor(ply) => {
                let above = moves.len() - ply;
                (
                    "deep",
                    format!(
                        "{} (a deep cut-off: the bound comes from {above} plies above)",
                        set_at(ply)
                    ),
                )
            }
            Origin::Window => (
                "window",
                format!("the search only asked whether the value passes {bound}"),
            ),
        };
        let skipped: Vec<String> = node
            .skipped
            .iter()
            .map(|&m| position.move_text(m))
            .collect();
        let are = if skipped.len() == 1 { "is" } else { "are" };
        let list = listed(&skipped);
        let sentence = format!("{gets}; {why}: {list} {are} not searched.");
        Some((kind, sentence.replacen('a', "A", 1)))
    }

    /// " by MOVE", the move that set the bound of a cut-off, at its ancestor of ply `ply`.
    fn setter_move(&self, at: usize, ply: usize) -> String {
        let Some(m) = self.recorder.nodes[at].refuted_by else {
            return String::new();
        };
        let mut path = Vec::new();
        let mut ancestor = Some(at);
        while let Some(i) = ancestor {
            let node = &self.recorder.nodes[i];
            if node.ply <= ply {
                path.extend(node.via);
            }
            ancestor = node.parent;
        }
        let mut position = self.game.clone();
        path.iter().rev().for_each(|&m| position.play(m));
        format!(" by {}", position.move_text(m))
    }
}

/// Words in a sentence: "a, b and c", or the first few and how many more.
fn listed(words: &[String]) -> String {
    const MOST: usize = 8;
    match words {
        [] => String::new(),
        [one] => one.clone(),
        _ if words.len() > MOST => {
            format!(
                "{} and {} more",
                words[..MOST].join(", "),
                words.len() - MOST
            )
        }
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A node's name in a sentence, by the moves that lead to it.
pub fn place_name(path: &str) -> String {
    if path.is_empty() {
        "at the root".to_string()
    } else {
        format!("after {}", path.replace(' ', ", "))
    }
}
