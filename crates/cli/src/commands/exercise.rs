//! `tree --exercise`: sheets of random trees to be searched by hand, with their key.
//!
//! A difficulty is a default size and a demand: easy trees are regular and have a cut-off, medium
//! ones have branches of different lengths and two cut-offs, hard ones also values of both signs
//! and, where the height allows it, a deep cut-off. Trees are drawn until one meets the demand;
//! where none does in [`TRIES`] draws (a tree of width 1 has no cut-offs), the one with the most
//! cut-offs is taken. The same seed gives the same sheet.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use zermelo_game::random::Rng;
use zermelo_games::ExplicitTree;

use super::exercise_answer::{key, solution};
use super::exercise_sheet::{self, Sheet};
use super::exercise_tree::{Exercise, written};
use crate::args::TreeArgs;
use crate::report::{VERSION, number};
use crate::{Failure, Io, output};

/// Trees drawn for one exercise.
const TRIES: usize = 400;

/// Nodes that a tree on a sheet may have: more cannot be drawn on a page.
const MOST_NODES: u64 = 300;

/// How hard exercises are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// Children of a node, at most.
    pub width: u32,
    /// Plies, at most.
    pub height: u32,
    /// Values of leaves: the smallest and how many.
    values: (i64, usize),
    /// Out of this many nodes one has fewer children or is a leaf too early; 0 for none.
    irregular: usize,
    /// Cut-offs wanted.
    cuts: usize,
    /// Deep cut-offs wanted.
    deep: u64,
}

const EASY: Level = Level {
    name: "easy",
    width: 3,
    height: 2,
    values: (1, 9),
    irregular: 0,
    cuts: 1,
    deep: 0,
};
const MEDIUM: Level = Level {
    name: "medium",
    width: 3,
    height: 3,
    values: (0, 20),
    irregular: 4,
    cuts: 2,
    deep: 0,
};
const HARD: Level = Level {
    name: "hard",
    width: 3,
    height: 4,
    values: (-9, 19),
    irregular: 3,
    cuts: 3,
    deep: 1,
};

/// The level that the arguments ask for.
fn level(args: &TreeArgs) -> Result<Level, Failure> {
    let wanted = args.exercise.difficulty.as_deref();
    let mut level = match wanted {
        Some("easy") => EASY,
        Some("hard") => HARD,
        _ => MEDIUM,
    };
    level.width = args.exercise.width.unwrap_or(level.width);
    level.height = args
        .exercise
        .height
        .or(args.limits.depth)
        .unwrap_or(level.height);
    let (width, height) = (u64::from(level.width), level.height);
    let sizes = (0..=height).map(|ply| width.saturating_pow(ply));
    let nodes = sizes.fold(0, u64::saturating_add);
    if height == 0 || nodes > MOST_NODES {
        return Err(Failure::Input(format!(
            "a tree of width {width} and height {height} has {nodes} nodes: exercises have at least one ply and at most \
             {MOST_NODES} nodes"
        )));
    }
    Ok(level)
}

/// The exercises of a seed.
pub fn exercises(level: &Level, count: u32, seed: u64) -> Vec<Exercise> {
    let mut rng = Rng::new(seed);
    (0..count).filter_map(|_| draw(level, &mut rng)).collect()
}

/// One exercise that meets the level's demand, or the nearest to it.
fn draw(level: &Level, rng: &mut Rng) -> Option<Exercise> {
    let mut best: Option<Exercise> = None;
    for _ in 0..TRIES {
        let mut text = String::new();
        grow(level, rng, 0, &mut text);
        let tree = ExplicitTree::parse(&text).ok()?;
        let exercise = Exercise::new(&tree).ok()?;
        let meets = exercise.cuts() >= level.cuts && exercise.deep_cuts >= level.deep;
        let rank = |exercise: &Exercise| (exercise.deep_cuts.min(level.deep), exercise.cuts());
        if best
            .as_ref()
            .is_none_or(|best| rank(&exercise) > rank(best))
        {
            best = Some(exercise);
        }
        if meets {
            break;
        }
    }
    best
}

/// A random tree as text.
fn grow(level: &Level, rng: &mut Rng, ply: u32, text: &mut String) {
    let odd = |rng: &mut Rng| level.irregular > 0 && rng.below(level.irregular) == 0;
    if ply == level.height || (ply > 1 && odd(rng)) {
        let value = level.values.0 + rng.below(level.values.1) as i64;
        text.push_str(&value.to_string());
        return;
    }
    let most = level.width as usize;
    let children = if ply > 0 && most > 2 && odd(rng) {
        2 + rng.below(most - 2)
    } else {
        most
    };
    text.push('(');
    for child in 0..children {
        if child > 0 {
            text.push(' ');
        }
        grow(level, rng, ply + 1, text);
    }
    text.push(')');
}

/// What a file of a sheet holds, by the end of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Text,
    Html,
    Latex,
}

fn format_of(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        _ if path == Path::new("-") => Ok(Format::Text),
        Some("txt") => Ok(Format::Text),
        Some("html" | "htm") => Ok(Format::Html),
        Some("tex") => Ok(Format::Latex),
        _ => Err(Failure::Input(format!(
            "`{}`: expected a file name ending in .txt, .html or .tex, or `-`",
            path.display()
        ))),
    }
}

/// Runs the command.
pub fn run(args: &TreeArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let level = level(args)?;
    let (count, seed) = (
        args.exercise.count.unwrap_or(4),
        args.limits.seed.unwrap_or(1),
    );
    let on_stdout = PathBuf::from("-");
    let path = args.output.as_ref().unwrap_or(&on_stdout);
    let key_path = args.exercise.key.as_ref();
    let formats = (
        format_of(path)?,
        key_path.map(|key| format_of(key)).transpose()?,
    );
    if key_path.is_some_and(|key| key == path && path != Path::new("-")) {
        return Err(Failure::Input(format!(
            "`--key {}` is the file of the sheet itself",
            path.display()
        )));
    }
    [Some(path), key_path]
        .into_iter()
        .flatten()
        .try_for_each(|path| output::check(path))?;
    let exercises = exercises(&level, count, seed);
    if args.json {
        return io.json(&object(&exercises, &level, seed));
    }
    let sheet = Sheet {
        title: format!(
            "Alpha-beta by hand: {count} exercise{} ({}, seed {seed})",
            if count == 1 { "" } else { "s" },
            level.name
        ),
        exercises: &exercises,
    };
    let mut files = vec![(path, formats.0, (true, key_path.is_none()))];
    files.extend(
        key_path
            .zip(formats.1)
            .map(|(key, format)| (key, format, (false, true))),
    );
    // Files before the screen, whose reader may have gone: a sheet never lacks its key.
    files.sort_by_key(|(path, ..)| path.as_path() == Path::new("-"));
    for (path, format, (forms, answers)) in files {
        let text = match format {
            Format::Text => exercise_sheet::text(&sheet, forms, answers),
            Format::Html => exercise_sheet::html(&sheet, forms, answers),
            Format::Latex => exercise_sheet::latex(&sheet, forms, answers),
        };
        if path == Path::new("-") {
            io.line(text.trim_end())?;
        } else {
            output::write(path, &text)?;
        }
    }
    Ok(())
}

fn object(exercises: &[Exercise], level: &Level, seed: u64) -> Value {
    let list: Vec<Value> = (1..)
        .zip(exercises)
        .map(|(place, exercise): (usize, _)| {
            let (leaves, claims) = solution(exercise);
            let names = |nodes: &[usize]| -> Vec<&str> {
                nodes
                    .iter()
                    .map(|&node| exercise.nodes[node].name.as_str())
                    .collect()
            };
            let shown = |value: Option<f64>| value.map_or(Value::Null, |v| number(&written(v)));
            let nodes: Map<String, Value> = claims
                .iter()
                .map(|(&node, claim)| {
                    let cut = names(claim.cut.as_deref().unwrap_or_default());
                    let (alpha, beta) = claim.window;
                    let object = json!({
                        "alpha": shown(alpha),
                        "beta": shown(beta),
                        "value": shown(claim.value),
                        "cut": cut,
                    });
                    (exercise.nodes[node].name.clone(), object)
                })
                .collect();
            json!({
                "exercise": place,
                "tree": exercise.text,
                "value": shown(Some(exercise.value)),
                "leaves": names(&leaves),
                "nodes": nodes,
                "key": key(&place.to_string(), exercise),
            })
        })
        .collect();
    json!({
        "exercises": list,
        "difficulty": level.name,
        "width": level.width,
        "height": level.height,
        "seed": seed,
        "version": VERSION,
    })
}

#[cfg(test)]
#[path = "exercise_tests.rs"]
mod tests;
