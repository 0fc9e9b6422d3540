//! `kriegspiel match`: the arena with an umpire.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use zermelo_arena::engine_spec::PlayerOptions;
use zermelo_arena::log::fingerprint;
use zermelo_arena::openings::Book;
use zermelo_arena::player::Contestant;
use zermelo_arena::stop::Stop;
use zermelo_game::{Failure as Fault, Player};
use zermelo_kriegspiel::planner::{GoalRun, GoalSet, Means, Thresholds};
use zermelo_kriegspiel::players::{Equipment, LineSink, player_named};
use zermelo_kriegspiel::{
    BotPatience, KriegspielDiscipline, MAX_PLIES, Rules, Umpire, bot_contestant, bot_spec,
};

use super::chosen::{Chosen, chosen};
use super::goals::{read, sentence};
use super::{equipment, rules};
use crate::args::MatchArgs;
use crate::commands::match_::{control, play};
use crate::{Failure, Io, interrupt, output};

/// Runs the command.
pub fn run(args: &MatchArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    check(args)?;
    let rules = rules(args.rules.as_deref().unwrap_or(Rules::wild16().name))?;
    let discipline = KriegspielDiscipline {
        rules,
        max_plies: args.max_moves.map_or(MAX_PLIES, |moves| 2 * moves as usize),
    };
    let has_planner = |text: &String| text.split('[').next() == Some("strategic");
    if args.planner_log.is_some() && !args.players.iter().any(has_planner) {
        return Err(Failure::Input(
            "--planner-log: nobody in this match is strategic".to_string(),
        ));
    }
    let mut equipment = equipment(args.goals.as_deref())?;
    equipment.on_decision = planner_log(args.planner_log.as_deref(), is_resumed(args))?;
    let mut goals = Vec::new();
    let mut players = Vec::new();
    for text in &args.players {
        players.push(contestant(text, rules, &equipment, args, &mut goals)?);
    }
    let counted = counted(args, &goals, &equipment, io)?;
    let args_without_limit = MatchArgs {
        max_moves: None,
        ..args.clone()
    };
    let book = Book::default();
    let played = play(&args_without_limit, io, &discipline, &players, None, book);
    // What an interrupted match has counted is wanted when it goes on.
    if let (Ok(()) | Err(Failure::Check(_)), Some((path, set))) = (&played, counted) {
        write_means(path, set, &equipment, io)?;
    }
    played
}

/// Refuses what Kriegspiel has no use for.
fn check(args: &MatchArgs) -> Result<(), Failure> {
    if args.openings.is_some() || args.random_plies.is_some() {
        return Err(Failure::Input(
            "Kriegspiel has no openings or random plies: its players open by themselves"
                .to_string(),
        ));
    }
    if args.judge.is_some() || args.adjudicate != "none" {
        return Err(Failure::Input(
            "Kriegspiel has no judges and no adjudication: its games end by the umpire's word"
                .to_string(),
        ));
    }
    if args.opening_plies.is_some() || args.player_dir.is_some() {
        return Err(Failure::Input(
            "Kriegspiel has no --opening-plies and no --player-dir: its players open by \
             themselves and are named by what they are"
                .to_string(),
        ));
    }
    if args.depth.is_some() {
        return Err(Failure::Input(
            "Kriegspiel has no --depth: its players take --tc, --movetime or --nodes".to_string(),
        ));
    }
    let to_stdout = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
    if to_stdout(&args.planner_log) && (args.json || args.events || to_stdout(&args.pgn)) {
        return Err(Failure::Input(
            "`--planner-log -` and --json, --events or `--pgn -` all write to standard output"
                .to_string(),
        ));
    }
    Ok(())
}

/// Whether the match goes on from a log.
fn is_resumed(args: &MatchArgs) -> bool {
    let known = args.log.as_deref().and_then(|path| path.metadata().ok());
    known.is_some_and(|known| known.len() > 0)
}

/// Where the means of which goals are to be written, if they are; those of the part of the match
/// that was played before are taken up again.
fn counted<'a>(
    args: &'a MatchArgs,
    goals: &[Arc<GoalSet>],
    equipment: &Equipment,
    io: &mut Io<'_>,
) -> Result<Option<(&'a Path, GoalSet)>, Failure> {
    let Some(path) = args.goal_means.as_deref() else {
        return Ok(None);
    };
    let Some((first, others)) = goals.split_first() else {
        return Err(Failure::Input(
            "--goal-means: nobody in this match is strategic and has goals".to_string(),
        ));
    };
    if others.iter().any(|other| other != first) {
        return Err(Failure::Input(
            "--goal-means: the strategic players have different goals, whose means cannot be \
             written to one file"
                .to_string(),
        ));
    }
    output::check(path)?;
    if is_resumed(args) && path.is_file() {
        let mut means = equipment
            .means
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        means.merge(&read(path)?.seen());
    } else if is_resumed(args) {
        let path = path.display();
        io.message(format!(
            "zermelo: the means will be those of the games still to be played: there is no {path} \
             with those of the others"
        ));
    }
    Ok(Some((path, GoalSet::clone(first))))
}

/// Writes the decisions of planners to a file, if one is wanted.
/// A match that goes on adds to what is there. `-` is standard output.
pub(super) fn planner_log(path: Option<&Path>, resumed: bool) -> Result<LineSink, Failure> {
    use std::io::Write;
    let Some(path) = path else {
        return Ok(Arc::new(|_| ()));
    };
    if path == Path::new("-") {
        // A reader that went away does not end the match.
        return Ok(Arc::new(|game: &str| {
            let _ = writeln!(std::io::stdout(), "{game}\n");
        }));
    }
    output::check(path)?;
    let path = path.to_path_buf();
    // Made with the first text: a command that fails before that leaves an older log alone.
    let file = Mutex::new(None);
    let failed = AtomicBool::new(false);
    Ok(Arc::new(move |game: &str| {
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let file = file.get_or_insert_with(|| {
            let mut options = std::fs::File::options();
            options.create(true).write(true);
            options.append(resumed).truncate(!resumed).open(&path)
        });
        // A full disk does not end the match, but is said, once.
        let written = match file {
            Ok(file) => writeln!(file, "{game}\n"),
            Err(error) => Err(std::io::Error::new(error.kind(), error.to_string())),
        };
        if let Err(error) = written
            && !failed.swap(true, Ordering::Relaxed)
        {
            eprintln!("zermelo: cannot write {}: {error}", path.display());
        }
    }))
}

/// Writes the goals as they come out of the match, with their means, and says which moved.
fn write_means(
    path: &Path,
    goals: GoalSet,
    equipment: &Equipment,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let means = equipment
        .means
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    // A match is a run of one round.
    let mut run = GoalRun::new(goals);
    for change in run.end_round(&means, &Thresholds::default()) {
        io.message(format!("zermelo: goal {}", sentence(&change)));
    }
    output::write(path, &run.to_toml())
}

/// Who takes part by a text; the goals of those who are strategic are added to `goals`.
fn contestant(
    text: &str,
    rules: &'static Rules,
    equipment: &Equipment,
    args: &MatchArgs,
    goals: &mut Vec<Arc<GoalSet>>,
) -> Result<Contestant<'static, Umpire>, Failure> {
    if text.starts_with("bot:") {
        let spec = bot_spec(text).map_err(Failure::input)?;
        let mut patience = BotPatience {
            answer: Duration::from_secs(args.patience),
            ..BotPatience::default()
        };
        patience.overtime += Duration::from_millis(args.margin);
        let control = control(args, false)?;
        return bot_contestant(spec, rules, patience, control).map_err(Failure::Input);
    }
    let (name, _) = PlayerOptions::split(text).map_err(Failure::input)?;
    player_named(name, equipment)
        .map_err(|unknown| Failure::Input(format!("{unknown}, or bot:COMMAND")))?;
    let who = chosen(text, equipment)?;
    let identity = identity(text, &who);
    let Chosen {
        name,
        options,
        equipment: own,
    } = who;
    if options
        .control
        .is_some_and(|control| control.depth.is_some())
    {
        return Err(Failure::Input(format!(
            "`{text}`: {name} has no option `depth`; every player has name, tc, movetime and nodes"
        )));
    }
    if name == "strategic" {
        goals.push(Arc::clone(&own.goals));
    }
    let shown = options.name.clone().unwrap_or_else(|| text.to_string());
    let mut contestant = by_name(&shown, name, own);
    contestant.identity = identity;
    contestant.control = options.control;
    Ok(contestant)
}

/// What tells a player from others when a match goes on: another file under the same name, or
/// another --goals, is another player.
fn identity(text: &str, who: &Chosen<'_>) -> String {
    let (mut identity, own) = (text.to_string(), &who.equipment);
    if who.has_goals() {
        let print = fingerprint(&own.goals.to_toml(&Means::default()));
        identity += &format!(" with goals {print}");
    }
    if let Some(profile) = &own.profile {
        // All its chances, exactly.
        identity += &format!(" with profile {}", fingerprint(&format!("{profile:?}")));
    }
    if let Some(endings) = &own.endings {
        let print = fingerprint(&endings.table().encode());
        identity += &format!(" with endings {print}");
    }
    identity
}

/// One of our players, under the name to be shown.
pub(super) fn by_name(
    shown: &str,
    name: &str,
    equipment: Equipment,
) -> Contestant<'static, Umpire> {
    let name = name.to_string();
    let factory = move |stop: &Stop| -> Result<Box<dyn Player<Umpire>>, Fault> {
        let stop = stop.clone();
        let equipment = Equipment {
            stop: Arc::new(move || stop.is_now()),
            ..equipment.clone()
        };
        player_named(&name, &equipment).map_err(|error| Fault::Crashed(error.to_string()))
    };
    Contestant::new(shown, factory)
}
