//! `learn`: from an archive to a player folder, and what is in one.

use std::path::PathBuf;
use std::time::Instant;

use serde_json::{Map, Value, json};
use zermelo_archive::{Archive, ArchiveError, HistoryEntry, Results};
use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_engine::learned::{HISTORY_FILE, ROTE_FILE};
use zermelo_kriegspiel::replay::side_word;
use zermelo_learn::diff::{self, Compared};
use zermelo_learn::inspect::{self, Insight};
use zermelo_learn::{Histories, LearnError, Learner, Ophista, Opta, Samples, learn, profile};

use super::{learn_folders, learn_goals, learn_profile, learn_training};
use crate::args::{
    LearnArgs, LearnCommand, LearnDiffArgs, LearnHistoryArgs, LearnInspectArgs, LearnTableArgs,
    LearnWorkArgs,
};
use crate::commands::{learn_evaluator, learn_plot};
use crate::report::{VERSION, counted, grouped, named};
use crate::steps::{self, Steps};
use crate::{Failure, Io, archive, folders, interrupt};

/// Runs the command.
pub fn run(args: &LearnArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    match &args.command {
        LearnCommand::Opta(args) => {
            let learner = Opta {
                least: args.min_games,
            };
            table(&learner, args, io)
        }
        LearnCommand::Ophista(args) => {
            let opta = Opta {
                least: args.min_games,
            };
            let learner = Ophista {
                opta,
                ..Ophista::default()
            };
            table(&learner, args, io)
        }
        LearnCommand::History(args) => history(args, io),
        LearnCommand::Bayes(args) => learn_evaluator::bayes(args, io),
        LearnCommand::Genetic(args) => learn_evaluator::genetic(args, io),
        LearnCommand::Weights(args) => learn_evaluator::weights(args, io),
        LearnCommand::Network(args) => learn_evaluator::network(args, io),
        LearnCommand::Selfplay(args) => learn_evaluator::selfplay(args, io),
        LearnCommand::Plot(args) => learn_plot::run(args, io),
        LearnCommand::Feedback(args) => learn_training::feedback(args, io),
        LearnCommand::Rote(args) => learn_training::rote(args, io),
        LearnCommand::Merge(args) => learn_folders::merge(args, io),
        LearnCommand::Forget(args) => learn_folders::forget(args, io),
        LearnCommand::Inspect(args) => inspect(args, io),
        LearnCommand::Diff(args) => diff(args, io),
        LearnCommand::Profile(args) => learn_profile::run(args, io),
        LearnCommand::Goals(args) => learn_goals::run(args, io),
    }
}

/// What went wrong with a learner, as the program's failure.
pub fn failure(error: LearnError) -> Failure {
    match error {
        LearnError::Archive(ArchiveError::Interrupted) => Failure::Check(
            "interrupted; the same command goes on with what was kept, or learns again".to_string(),
        ),
        LearnError::Archive(error @ ArchiveError::Damaged { .. }) => {
            Failure::Check(error.to_string())
        }
        error => Failure::input(error),
    }
}

fn table(learner: &dyn Learner, args: &LearnTableArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    Work {
        args: &args.work,
        name: learner.kind(),
    }
    .done_by(learner, io)
}

fn history(args: &LearnHistoryArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let learner = Histories {
        least: args.min_games,
    };
    Work {
        args: &args.work,
        name: learner.kind(),
    }
    .done_by(&learner, io)
}

/// From what to what a learner works.
pub struct Work<'a> {
    /// The archive and the folder.
    pub args: &'a LearnWorkArgs,
    /// What the folder is called among the user's players, if none is named.
    pub name: &'a str,
}

impl Work<'_> {
    /// The folder that is written.
    pub fn folder(&self) -> Result<PathBuf, Failure> {
        match &self.args.output {
            Some(output) => Ok(output.clone()),
            None => user_folder(self.name),
        }
    }

    /// Learns, and says what.
    pub fn done_by(&self, learner: &dyn Learner, io: &mut Io<'_>) -> Result<(), Failure> {
        interrupt::install();
        let begun = Instant::now();
        let path = match &self.args.archive {
            Some(path) => path.clone(),
            None => archive::user_archive()?,
        };
        let output = self.folder()?;
        let archive = Archive::open(&path).map_err(|error| failure(error.into()))?;
        let steps = Steps::new(self.args.form, io);
        let samples = Samples {
            archive: &archive,
            hold_out: self.args.hold_out,
            stop: &interrupt::asked,
            tell: &|step| steps.tell(step),
        };
        let learnt = learn(learner, &samples, &output);
        drop(steps);
        let folder = learnt.map_err(failure)?;
        let seconds = begun.elapsed().as_secs_f64();
        let object = json!({
            "samples": folder.origin.get("games"),
            "kind": folder.kind,
            "seconds": seconds,
            "figures": folder.figures,
            "held_out": folder.figures.get("held_out"),
            "output": named(&output),
            "input": named(&path),
            "version": VERSION,
        });
        if steps::printed(self.args.form, object, io)? {
            return Ok(());
        }
        io.line(format!("{} in {seconds:.1} s", output.display()))?;
        describe(&folder, io)
    }
}

/// Where a player folder goes that nobody named.
pub(super) fn user_folder(kind: &str) -> Result<PathBuf, Failure> {
    let players = folders::of_user("players");
    let players = players.ok_or_else(|| Failure::Input("expected `-o FOLDER`".to_string()))?;
    std::fs::create_dir_all(&players)
        .map_err(|error| Failure::Input(format!("cannot write {}: {error}", players.display())))?;
    Ok(players.join(kind))
}

/// The folder in words.
pub(super) fn describe(folder: &PlayerFolder, io: &mut Io<'_>) -> Result<(), Failure> {
    let number = |map: &Map<String, Value>, name: &str| map.get(name).and_then(Value::as_u64);
    let games = number(&folder.origin, "games").unwrap_or(0);
    let held_out = number(&folder.origin, "held_out").unwrap_or(0);
    let forgotten = number(&folder.origin, "forgotten");
    let forgotten = forgotten.map_or(String::new(), |games| {
        format!(" and {} forgotten since", grouped(games))
    });
    io.line(format!(
        "kind {}, made by {}, from {}, of which {} held out{forgotten}",
        folder.kind,
        folder.made_by,
        counted(games, "game"),
        grouped(held_out)
    ))?;
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
                // A figure of nothing is not said.
                let parts: Vec<String> = object
                    .iter()
                    .filter(|(_, value)| !value.is_null())
                    .map(|(name, value)| format!("{} {}", words(name), number_text(value)))
                    .collect();
                io.line(format!("{}: {}", words(name), parts.join(", ")))?;
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

fn inspect(args: &LearnInspectArgs, io: &mut Io<'_>) -> Result<(), Failure> {
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
            "remembered": insight.remembered
                .map(|found| json!({"depth": found.depth, "value_cp": found.score})),
            "input": named(&args.folder),
            "version": VERSION,
        }));
    }
    describe(&folder, io)?;
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

fn diff(args: &LearnDiffArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let (first, second) = (open(&args.first)?, open(&args.second)?);
    let difference = diff::folders(&first, &second).map_err(Failure::input)?;
    let parts = [
        ("opening table", difference.openings),
        ("history tables", difference.history),
    ];
    if args.json {
        let object = |c: Compared| {
            json!({"equal": c.equal, "different": c.different, "only_first": c.only_first,
                "only_second": c.only_second})
        };
        let figures = difference.figures.iter();
        let figures: Vec<Value> = figures
            .map(|(name, a, b)| json!({"figure": name, "first": a, "second": b}))
            .collect();
        return io.json(&json!({
            "kinds": [first.kind, second.kind],
            "openings": difference.openings.map(object),
            "history": difference.history.map(object),
            "men": learn_profile::men_json(&difference.men),
            "figures": figures,
            "input": named(&[&args.first, &args.second]),
            "version": VERSION,
        }));
    }
    if first.kind != second.kind {
        io.line(format!("kinds: {} and {}", first.kind, second.kind))?;
    }
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
    for (name, a, b) in &difference.figures {
        io.line(format!("{}: {a} and {b}", words(name)))?;
    }
    if difference.figures.is_empty() {
        io.line("their figures are equal")?;
    }
    Ok(())
}
