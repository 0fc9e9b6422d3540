//! A recorded search as the steps of a page: one for every node entered, improved, cut and left,
//! each with its sentence; a leaf is one step.
//!
//! Windows are shown as they are at the step: a node's own improvements narrow its window, which
//! the recorder keeps only as it was on entry.

use zermelo_draw::{Step, StepKind};
use zermelo_game::{INFINITY, Notation, Score};
use zermelo_search::observer::Purpose;
use zermelo_search::record::{Event, Recorder};
use zermelo_search::table::Bound;

use super::tree_steps::Place;
use crate::sentences::{Sentences, place_name};

/// The steps of a search as far as it stays on the places, and how many nodes and leaves it
/// visited in all.
pub fn replay<G: Notation>(places: &[Place<G>], say: Sentences<'_, G>) -> (Vec<Step>, (u64, u64)) {
    let recorder = say.recorder;
    let mut replay = Replay {
        places,
        say,
        spots: spots(places, recorder),
        windows: shows_windows(recorder).then(|| vec![(0, 0); recorder.nodes.len()]),
        left: None,
        passes: 0,
        counted: (0, 0),
        steps: Vec::new(),
    };
    for &event in &recorder.events {
        replay.event(event);
    }
    (replay.steps, replay.counted)
}

/// The place of every recorded visit, `None` outside the picture.
fn spots<G: Notation>(places: &[Place<G>], recorder: &Recorder<G::Move>) -> Vec<Option<usize>> {
    let mut spots: Vec<Option<usize>> = Vec::with_capacity(recorder.nodes.len());
    for node in &recorder.nodes {
        let spot = match node.parent {
            None => Some(0),
            Some(parent) => spots[parent].and_then(|above| {
                let children = places[above].children.iter().copied();
                children.into_iter().find(|&c| places[c].via == node.via)
            }),
        };
        spots.push(spot);
    }
    spots
}

/// Whether the algorithm has windows at all.
fn shows_windows<M>(recorder: &Recorder<M>) -> bool {
    let mut nodes = recorder.nodes.iter();
    nodes.any(|node| node.alpha > -INFINITY || node.beta < INFINITY)
}

/// A search being turned into steps.
struct Replay<'a, G: Notation> {
    places: &'a [Place<G>],
    say: Sentences<'a, G>,
    spots: Vec<Option<usize>>,
    /// The window of every visit as it is now, for the side to move, if there are windows.
    windows: Option<Vec<(Score, Score)>>,
    /// The visit that ended last.
    left: Option<usize>,
    passes: usize,
    /// Nodes and leaves so far.
    counted: (u64, u64),
    steps: Vec<Step>,
}

impl<G: Notation> Replay<'_, G> {
    fn event(&mut self, event: Event) {
        match event {
            Event::Enter(at) => self.enter(at),
            Event::Improve(at, value) => self.improve(at, value),
            Event::Cut(at) => self.cut(at),
            Event::Leave(at) => self.leave(at),
        }
    }

    fn push(&mut self, node: usize, kind: StepKind, text: &str) {
        self.steps.push(Step {
            node,
            kind,
            nodes: self.counted.0,
            leaves: self.counted.1,
            sentence: sentence(text),
        });
    }

    /// The window of a visit as Max's.
    fn window(&self, at: usize, position: &G) -> Option<(String, String)> {
        let (alpha, beta) = *self.windows.as_ref()?.get(at)?;
        let (low, high) = if self.say.is_max(position) {
            (alpha, beta)
        } else {
            (beta, alpha)
        };
        Some((
            self.say.value(position, low),
            self.say.value(position, high),
        ))
    }

    fn enter(&mut self, at: usize) {
        let node = &self.say.recorder.nodes[at];
        // A node answered by the table has neither moves nor a leaf's value: it is not counted.
        self.counted.0 += u64::from(node.leaf.is_some() || !node.children.is_empty());
        self.counted.1 += u64::from(node.leaf.is_some());
        if let Some(windows) = &mut self.windows {
            windows[at] = (node.alpha, node.beta);
        }
        self.passes += usize::from(node.parent.is_none());
        let Some(spot) = self.spots[at] else { return };
        let place = &self.places[spot];
        let here = place_name(&place.path);
        if let (Some(_), Some(value)) = (node.leaf, node.value) {
            let value = self.say.value(&place.position, value);
            let text = format!("{here} there is a leaf: {value}.");
            self.push(spot, StepKind::Leaf(value), &text);
            return;
        }
        let window = self.window(at, &place.position);
        let with = match &window {
            Some((alpha, beta)) => format!(", with the window [{alpha}, {beta}]"),
            None => String::new(),
        };
        let mover = if self.say.is_max(&place.position) {
            "Max"
        } else {
            "Min"
        };
        let how = match node.purpose {
            Purpose::Scout => " to see whether it passes a minimal window",
            Purpose::Research => " again, because it did pass the minimal window",
            Purpose::Quiescence => " past the depth limit",
            Purpose::Root | Purpose::Normal | Purpose::Probe => "",
        };
        let text = match (node.parent, self.passes) {
            (None, 1) => format!("the search begins at the root, {mover} to move{with}."),
            (None, pass) => format!("pass {pass} begins at the root{with}."),
            _ => format!("{here} {mover} moves: the search goes down{how}{with}."),
        };
        self.push(spot, StepKind::Enter(window), &text);
    }

    fn improve(&mut self, at: usize, value: Score) {
        if let Some(windows) = &mut self.windows {
            windows[at].0 = windows[at].0.max(value);
        }
        let Some(spot) = self.spots[at] else { return };
        let place = &self.places[spot];
        let max = self.say.is_max(&place.position);
        let by = self.left.and_then(|child| {
            let m = self.say.recorder.nodes[child].via?;
            Some(format!(" by {}", place.position.move_text(m)))
        });
        let by = by.unwrap_or_default();
        let here = place_name(&place.path);
        let value = self.say.value(&place.position, value);
        let window = self.window(at, &place.position);
        let so = match (&window, max) {
            (None, _) => "",
            (Some(_), true) => "; this is its alpha",
            (Some(_), false) => "; this is its beta",
        };
        let text = if max {
            format!("{here} Max now has {value}{by}{so}.")
        } else {
            format!("{here} Min now holds Max to {value}{by}{so}.")
        };
        self.push(spot, StepKind::Improve(value, window), &text);
    }

    fn cut(&mut self, at: usize) {
        let Some(spot) = self.spots[at] else { return };
        let place = &self.places[spot];
        let skipped = &self.say.recorder.nodes[at].skipped;
        let children = place.children.iter().copied().filter(|&child| {
            let via = self.places[child].via;
            via.is_some_and(|m| skipped.contains(&m))
        });
        let children = children.collect();
        let why = self.say.cut(at, &place.position, &place.path);
        let text = why.map(|(_, text)| text).unwrap_or_default();
        self.push(spot, StepKind::Cut(children), &text);
    }

    fn leave(&mut self, at: usize) {
        self.left = Some(at);
        let node = &self.say.recorder.nodes[at];
        let (Some(spot), Some(value), None) = (self.spots[at], node.value, node.leaf) else {
            return;
        };
        let place = &self.places[spot];
        let value = self.say.value(&place.position, value);
        let (sign, words) = match self.say.bound(at, &place.position) {
            Some(Bound::Lower) => ("≥", "at least "),
            Some(Bound::Upper) => ("≤", "at most "),
            _ => ("", ""),
        };
        let mut text = format!("{} the value is {words}{value}", place_name(&place.path));
        if !node.notes.is_empty() {
            text += &format!(" ({})", node.notes.join("; "));
        }
        text += match node.parent {
            Some(_) => ": the search goes back up.",
            None => ".",
        };
        self.push(spot, StepKind::Leave(format!("{sign}{value}")), &text);
    }
}

/// A text with a capital at its beginning.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
