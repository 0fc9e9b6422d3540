//! Answers as JSON and as text: the fields that others rely on, written in one place.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use zermelo_game::{Notation, Side};
use zermelo_games::Playable;
use zermelo_search::{Answer, Counts, Note};

use crate::setup;

/// A number of things: `1 game`, `2,000 games`.
pub fn counted(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", grouped(number))
}

/// How long something will go on: `40 s left`, `12 min left`, `3 h 5 min left`.
pub fn time_left(seconds: f64) -> String {
    match seconds.ceil() as u64 {
        seconds @ ..120 => format!("{seconds} s left"),
        seconds @ ..7200 => format!("{} min left", seconds.div_ceil(60)),
        seconds => format!("{} h {} min left", seconds / 3600, seconds % 3600 / 60),
    }
}

/// Paths in an object.
pub trait Paths {
    /// The paths; one that is no text is shown as well as can be.
    fn named(&self) -> Value;
}

impl Paths for Path {
    fn named(&self) -> Value {
        self.display().to_string().into()
    }
}

impl Paths for PathBuf {
    fn named(&self) -> Value {
        self.as_path().named()
    }
}

impl<P: Paths + ?Sized> Paths for &P {
    fn named(&self) -> Value {
        (**self).named()
    }
}

impl<P: Paths> Paths for Option<P> {
    fn named(&self) -> Value {
        self.as_ref().map_or(Value::Null, Paths::named)
    }
}

impl<P: Paths> Paths for [P] {
    fn named(&self) -> Value {
        self.iter().map(Paths::named).collect()
    }
}

impl<P: Paths, const N: usize> Paths for [P; N] {
    fn named(&self) -> Value {
        self.as_slice().named()
    }
}

impl<P: Paths> Paths for Vec<P> {
    fn named(&self) -> Value {
        self.as_slice().named()
    }
}

/// Paths for an object: to `json!` itself one that is no text is a reason to panic.
pub fn named(paths: &(impl Paths + ?Sized)) -> Value {
    paths.named()
}

/// The version that every object carries.
pub const VERSION: &str = concat!("zermelo ", env!("CARGO_PKG_VERSION"));

/// What a search was asked and what it answered, for printing.
pub struct Report<'a, G: Playable> {
    /// The game's name.
    pub game_name: &'a str,
    /// The position searched.
    pub game: &'a G,
    /// The side whose values are shown.
    pub reference: Side,
    /// The algorithm's name.
    pub algorithm: &'a str,
    /// The depth asked for.
    pub depth: Option<u32>,
    /// The seed, where chance plays.
    pub seed: Option<i64>,
    /// The answer.
    pub answer: &'a Answer<G::Move>,
    /// How long it took.
    pub seconds: f64,
}

impl<G: Playable> Report<'_, G> {
    /// Whether the search was stopped before it had any answer.
    pub fn is_unknown(&self) -> bool {
        self.answer.stopped.is_some() && self.answer.pv.is_empty()
    }

    /// The value as people write it, for the side whose values are shown.
    pub fn value_text(&self) -> String {
        if self.is_unknown() {
            return "unknown".to_string();
        }
        let value = self.answer.value;
        self.game.value_text(if self.reference == self.game.side() {
            value
        } else {
            -value
        })
    }

    /// The principal variation in the game's notation.
    pub fn variation(&self) -> Vec<String> {
        line_text(self.game, &self.answer.pv)
    }

    /// What the algorithm says about itself, in the game's notation and for the side whose values
    /// are shown.
    pub fn notes(&self) -> Vec<String> {
        let notes = self.answer.notes.iter();
        notes.map(|note| self.note(note)).collect()
    }

    fn note(&self, note: &Note<G::Move>) -> String {
        match note {
            Note::Text(text) => text.clone(),
            Note::Playouts { m, visits, mean } => {
                let mean = if self.reference == self.game.side() {
                    *mean
                } else {
                    -*mean
                };
                // Ranks have a mean, but no number of the tree need stand for it.
                let rank = if setup::is_ranked(self.game) {
                    "rank "
                } else {
                    ""
                };
                let text = self.game.move_text(*m);
                format!("move {text}: {visits} visits, mean {rank}{mean:.3}")
            }
        }
    }

    /// The object that `tree` and `solve` print, without their own additions.
    pub fn json(&self) -> Map<String, Value> {
        let counts = &self.answer.counts;
        let mut object = Map::new();
        let mut put = |name: &str, value: Value| object.insert(name.to_string(), value);
        put("algorithm", json!(self.algorithm));
        let known = (!self.is_unknown()).then(|| number(&self.value_text()));
        put("value", known.unwrap_or(Value::Null));
        put("principal_variation", json!(self.variation()));
        put("leaves", json!(counts.leaves));
        put("interior", json!(counts.interior));
        put("nodes", json!(counts.nodes()));
        put("evaluations", json!(counts.evaluations));
        put("cutoffs", cutoffs(counts));
        put("researches", json!(counts.researches));
        put("table_hits", json!(counts.table_hits));
        put("seconds", json!(self.seconds));
        if let Some(depth) = self.depth {
            put("depth", json!(depth));
        }
        if let Some(depth) = self.answer.depth {
            put("depth_reached", json!(depth));
        }
        if let Some(reason) = self.answer.stopped {
            put("stopped", json!(reason.to_string()));
        }
        if !self.answer.notes.is_empty() {
            put("notes", json!(self.notes()));
        }
        if let Some(seed) = self.seed {
            put("seed", json!(seed));
        }
        put(
            "input",
            json!({"game": self.game_name, "position": self.game.notation()}),
        );
        put("version", json!(VERSION));
        object
    }
}

fn cutoffs(counts: &Counts) -> Value {
    let cutoffs = &counts.cutoffs;
    json!({"shallow": cutoffs.shallow, "deep": cutoffs.deep, "window": cutoffs.window})
}

/// A value's text as a JSON number: whole where it is whole.
pub fn number(text: &str) -> Value {
    if let Ok(whole) = text.parse::<i64>() {
        return json!(whole);
    }
    text.parse::<f64>()
        .map_or_else(|_| json!(text), |real| json!(real))
}

/// A line of moves in the game's notation.
pub fn line_text<G: Notation>(game: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = game.clone();
    let mut texts = Vec::new();
    for &m in line {
        texts.push(position.move_text(m));
        position.play(m);
    }
    texts
}

/// A number with thin groups of three, as people read it.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
