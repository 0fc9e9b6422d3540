//! `learn inspect` and `learn diff`: what is in a player folder, and in what two differ.

use serde_json::{Map, Value, json};
use zermelo_archive::{HistoryEntry, Results};
use zermelo_engine::learned::folder::{PlayerFolder, TRAININGS};
use zermelo_engine::learned::{HISTORY_FILE, ROTE_FILE};
use zermelo_kriegspiel::replay::side_word;
use zermelo_learn::diff::{self, Compared, Difference, Differing, Which};
use zermelo_learn::inspect::{self, Insight};
use zermelo_learn::{LEARNT_FROM, TOLD, inside, profile};

use super::{learn_evaluator, learn_profile};
use crate::args::{LearnDiffArgs, LearnInspectArgs};
use crate::report::{VERSION, counted, grouped, named};
use crate::{Failure, Io, archive};

/// The folder in words.
pub(super) fn describe(folder: &PlayerFolder, io: &mut Io<'_>) -> Result<(), Failure> {
    let number = |name: &str| folder.origin.get(name).and_then(Value::as_u64);
    let held_out = number("held_out").unwrap_or(0);
    let forgotten = number("forgotten").map_or(String::new(), |games| {
        format!(" and {} forgotten since", grouped(games))
    });
    // What learnt only from its own games names these below.
    let games = number("games").map_or(String::new(), |games| {
        let of = number(LEARNT_FROM).map_or(String::new(), |some| format!("{} of ", grouped(some)));
        format!(
            ", from {of}{}, of which {} held out{forgotten}",
            counted(games, "game"),
            grouped(held_out)
        )
    });
    io.line(format!(
        "kind {}, made by {}{games}",
        folder.kind, folder.made_by
    ))?;
    if let Some(Value::Object(told)) = folder.origin.get(TOLD) {
        io.line(format!("told: {}", listed(told, &[])))?;
    }
    let trainings = folder.origin.get(TRAININGS).and_then(Value::as_array);
    for training in trainings.into_iter().flatten() {
        io.line(format!("  {}", in_words(training)))?;
    }
    for source in folder
        .origin
        .get("sources")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let name = source["file"].as_str().unwrap_or_default();
        io.line(format!(
            "  source {} {}",
            number_text(&source["games"]),
            name
        ))?;
    }
    for (name, value) in &folder.figures {
        match value {
            Value::Object(object) => {
                io.line(format!("{}: {}", words(name), listed(object, &[])))?;
            }
            Value::Array(list) if list.iter().all(Value::is_string) => {
                io.line(format!("{}:", words(name)))?;
                for sentence in list {
                    io.line(format!("  {}", sentence.as_str().unwrap_or_default()))?;
                }
            }
            Value::Null => io.line(format!("{}: no games were held out", words(name)))?,
            value => io.line(format!("{}: {}", words(name), number_text(value)))?,
        }
    }
    Ok(())
}

/// A training in a line.
fn in_words(training: &Value) -> String {
    let none = Map::new();
    let known = ["fingerprint", "games", "kind", "trainers"];
    format!(
        "{} of its own against {}, {}",
        counted(training["games"].as_u64().unwrap_or(0), "game"),
        number_text(&training["trainers"]),
        listed(training.as_object().unwrap_or(&none), &known),
    )
}

/// Names and values of an object, but for some.
fn listed(object: &Map<String, Value>, but: &[&str]) -> String {
    let shown = object
        .iter()
        .filter(|(name, value)| !but.contains(&name.as_str()) && !value.is_null());
    let shown: Vec<String> = shown
        .map(|(name, value)| format!("{} {}", words(name), number_text(value)))
        .collect();
    shown.join(", ")
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

fn number_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.as_u64().map_or_else(|| value.to_string(), grouped),
    }
}

/// A player folder, checked.
pub(super) fn open(path: &std::path::Path) -> Result<PlayerFolder, Failure> {
    PlayerFolder::open(path).map_err(Failure::input)
}

/// Runs `learn inspect`.
pub(super) fn run(args: &LearnInspectArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let folder = open(&args.folder)?;
    if folder.kind == profile::KIND {
        return learn_profile::inspect(&folder, args, io);
    }
    if args.output.is_some() {
        return Err(Failure::Input(
            "`-o`: only a profile is written as a picture".to_string(),
        ));
    }
    let position = archive::position(&args.position)?.0;
    let insight = inspect::position(&folder, &position).map_err(Failure::input)?;
    let sentences = inside::sentences(&folder).map_err(Failure::input)?;
    let men = inside::men(&folder).map_err(Failure::input)?;
    if args.json {
        let results = |r: &Results| json!({"white": r.white, "draws": r.draws, "black": r.black});
        let moves: Vec<Value> = insight
            .moves
            .iter()
            .map(|known| {
                let mut object = results(&known.results);
                object["uci"] = json!(position.uci(known.m));
                object["san"] = json!(position.san(known.m));
                object["score"] = json!(known.score);
                object
            })
            .collect();
        let history: Vec<Value> = insight
            .history
            .iter()
            .map(|entry| json!({"squares": squares(entry), "points": entry.points}))
            .collect();
        return io.json(&json!({
            "kind": folder.kind,
            "made_by": folder.made_by,
            "origin": folder.origin,
            "figures": folder.figures,
            "position": insight.results.as_ref().map(results),
            "moves": moves,
            "history": history,
            "evaluation": insight.evaluation.as_ref().map(learn_evaluator::object),
            "value_cp": insight.value,
            "inside": sentences,
            "men": men.iter().map(|(man, cost)| ((*man).to_string(), json!(cost))).collect::<Value>(),
            "remembered": insight.remembered
                .map(|found| json!({"depth": found.depth, "value_cp": found.score})),
            "input": named(&args.folder),
            "version": VERSION,
        }));
    }
    describe(&folder, io)?;
    for sentence in sentences {
        io.line(sentence)?;
    }
    if !men.is_empty() {
        let men: Vec<String> = men
            .iter()
            .map(|(man, cost)| format!("{man} {cost}"))
            .collect();
        io.line(format!(
            "a man less in the first position costs, in centipawns: {}",
            men.join(", ")
        ))?;
    }
    if let Some(evaluated) = &insight.evaluation {
        learn_evaluator::lines(evaluated, io)?;
    }
    position_lines(&folder, &insight, args.moves, &position, io)
}

fn position_lines(
    folder: &PlayerFolder,
    insight: &Insight,
    most: usize,
    position: &zermelo_chess::Chess,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if let Some(value) = insight.value {
        io.line(format!("value for the side to move: {value} centipawns"))?;
    }
    io.line("")?;
    if folder.has(ROTE_FILE) {
        io.line(match insight.remembered {
            None => "no value of the position is remembered".to_string(),
            Some(found) => format!(
                "remembered: {} centipawns for the side to move, by a search {} plies deep",
                found.score, found.depth
            ),
        })?;
    }
    match &insight.results {
        None if insight.has_table => io.line("the position is not in the opening table")?,
        None => {}
        Some(results) => io.line(format!(
            "the position: {}, White scores {:.1}%",
            counted(results.games(), "game"),
            100.0 * results.score(true)
        ))?,
    }
    for known in insight.moves.iter().take(most) {
        io.line(format!(
            "  {:7} {:>9} {:>6.1}% for the mover",
            position.san(known.m),
            grouped(known.results.games()),
            100.0 * known.score
        ))?;
    }
    if insight.history.is_empty() && folder.has(HISTORY_FILE) {
        io.line("the position has no history table")?;
    } else if !insight.history.is_empty() {
        let shown = insight.history.iter().take(most);
        let shown: Vec<String> = shown
            .map(|entry| format!("{} {}", squares(entry), entry.points))
            .collect();
        io.line(format!("history table: {}", shown.join(", ")))?;
    }
    Ok(())
}

fn squares(entry: &HistoryEntry) -> String {
    let square = |number: u8| format!("{}{}", char::from(b'a' + number % 8), number / 8 + 1);
    format!("{}{}", square(entry.from), square(entry.to))
}

/// Runs `learn diff`.
pub(super) fn diff(args: &LearnDiffArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let (first, second) = (open(&args.first)?, open(&args.second)?);
    let difference = diff::folders(&first, &second).map_err(Failure::input)?;
    if args.json {
        let object = |c: Compared| {
            json!({"equal": c.equal, "different": c.different, "only_first": c.only_first,
                "only_second": c.only_second})
        };
        let list = |all: &[Differing], name: &str| -> Value {
            let all = all.iter();
            all.map(|(what, a, b)| json!({name: what, "first": a, "second": b}))
                .collect()
        };
        let files = difference.files.iter();
        let files: Vec<Value> = files
            .map(|(name, which)| {
                json!({"file": name, "only_in": match which {
                    Which::Both => Value::Null,
                    Which::First => json!("first"),
                    Which::Second => json!("second"),
                }})
            })
            .collect();
        return io.json(&json!({
            "kinds": [first.kind, second.kind],
            "openings": difference.openings.map(object),
            "history": difference.history.map(object),
            "men": learn_profile::men_json(&difference.men),
            "origin": list(&difference.origin, "origin"),
            "figures": list(&difference.figures, "figure"),
            "files": files,
            "input": named(&[&args.first, &args.second]),
            "version": VERSION,
        }));
    }
    if first.kind != second.kind {
        io.line(format!("kinds: {} and {}", first.kind, second.kind))?;
    }
    diff_lines(&difference, io)
}

fn diff_lines(difference: &Difference, io: &mut Io<'_>) -> Result<(), Failure> {
    let parts = [
        ("opening table", difference.openings),
        ("history tables", difference.history),
    ];
    for (name, compared) in parts {
        if let Some(c) = compared {
            io.line(format!(
                "{name}: {} equal, {} different, {} only in the first, {} only in the second",
                grouped(c.equal),
                grouped(c.different),
                grouped(c.only_first),
                grouped(c.only_second)
            ))?;
        }
    }
    for (side, class, men) in &difference.men {
        io.line(format!(
            "{}'s {}: {men:.2} men stand elsewhere",
            side_word(*side),
            class.word()
        ))?;
    }
    for (name, a, b) in difference.origin.iter().chain(&difference.figures) {
        let (a, b) = (shown(a.as_ref()), shown(b.as_ref()));
        io.line(match (a, b) {
            (Some(a), Some(b)) => format!("{}: {a} and {b}", words(name)),
            _ => format!("{}: different", words(name)),
        })?;
    }
    for (name, which) in &difference.files {
        let how = match which {
            Which::Both => "different",
            Which::First => "only in the first",
            Which::Second => "only in the second",
        };
        io.line(format!("file {name}: {how}"))?;
    }
    if difference.is_none() {
        io.line("their files, figures and origins are equal")?;
    }
    Ok(())
}

/// A value in words; nothing for a list of lists or sentences, which would fill pages.
fn shown(value: Option<&Value>) -> Option<String> {
    match value {
        None => Some("not known".to_string()),
        Some(Value::Null) => Some("none".to_string()),
        Some(Value::Bool(true)) => Some("yes".to_string()),
        Some(Value::Bool(false)) => Some("no".to_string()),
        Some(Value::Object(object)) => Some(listed(object, &[])),
        Some(Value::Array(list)) if !list.iter().all(Value::is_number) => None,
        Some(Value::Array(list)) => {
            let parts: Vec<String> = list.iter().map(number_text).collect();
            Some(format!("({})", parts.join(", ")))
        }
        Some(value) => Some(number_text(value)),
    }
}
