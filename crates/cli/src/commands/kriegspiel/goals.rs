//! `kriegspiel goals`: the planner's goals, and the long run that moves them between levels.

use std::path::Path;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use zermelo_arena::clock::Control;
use zermelo_arena::events::Silent;
use zermelo_arena::run::{MatchConfig, run as run_match};
use zermelo_arena::summary::Summary;
use zermelo_kriegspiel::planner::{Change, GoalRun, GoalSet, Level, Means, Thresholds};
use zermelo_kriegspiel::players::{Equipment, SharedMeans};
use zermelo_kriegspiel::{KriegspielDiscipline, MAX_PLIES};

use super::contest::by_name;
use super::{chosen, equipment, goal_text, rules};
use crate::args::KriegspielGoalsArgs;
use crate::commands::match_::until_interrupted;
use crate::report::VERSION;
use crate::{Failure, Io, interrupt, output};

/// Runs the command.
pub fn run(args: &KriegspielGoalsArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let Some(path) = &args.file else {
        if args.json {
            let standard = GoalRun::new(GoalSet::standard());
            return io.json(&object(&standard, None, args));
        }
        return io.line(GoalSet::standard_text().trim_end());
    };
    let Some(rounds) = args.rounds else {
        return show(&read(path)?, None, args, io);
    };
    if path == Path::new("-") {
        return Err(Failure::Input(
            "`goals -`: a run is read and written again, expected a file".to_string(),
        ));
    }
    let (mut run, comments) = match path.exists() {
        true => (read(path)?, leading_comments(&goal_text(path)?)),
        false => {
            let standard = GoalRun::new(GoalSet::standard());
            (standard, leading_comments(GoalSet::standard_text()))
        }
    };
    chosen::player(
        &args.against,
        &Equipment::default(),
        chosen::Given::default(),
    )?;
    output::check(path)?;
    interrupt::install();
    let wanted = run.rounds.saturating_add(rounds);
    let mut points = (0.0, 0);
    while run.rounds < wanted {
        let Some((summary, seen)) = round(args, &run)? else {
            let left = wanted - run.rounds;
            return Err(Failure::Check(format!(
                "interrupted after {} rounds, which {} holds; to go on: the same command with \
                 --rounds {left}",
                run.rounds,
                path.display()
            )));
        };
        let changes = run.end_round(&seen, &Thresholds::default());
        output::write(path, &format!("{comments}{}", run.to_toml()))?;
        let tally = summary.tally();
        points = (points.0 + tally.points(), points.1 + args.games);
        if !args.json {
            tell(&run, &changes, tally.points(), args, io)?;
        }
    }
    show(&run, Some(points), args, io)
}

/// The run of a file.
pub(super) fn read(path: &Path) -> Result<GoalRun, Failure> {
    run_of(path, &goal_text(path)?)
}

/// The run of the text of a file.
pub fn run_of(path: &Path, text: &str) -> Result<GoalRun, Failure> {
    let wrong = |why: String| Failure::Input(format!("{}: {why}", path.display()));
    GoalRun::parse(text).map_err(|error| wrong(error.to_string()))
}

/// The comments at the beginning of a file, which survive when its goals are written anew.
pub fn leading_comments(text: &str) -> String {
    let is_comment = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let comments: String = text.split_inclusive('\n').take_while(is_comment).collect();
    if comments.trim().is_empty() {
        return String::new();
    }
    format!("{}\n\n", comments.trim_end())
}

/// Plays a round; what was seen in it, or nothing if it was interrupted.
fn round(args: &KriegspielGoalsArgs, run: &GoalRun) -> Result<Option<(Summary, Means)>, Failure> {
    let means = SharedMeans::default();
    let own = Equipment {
        goals: Arc::new(run.goals.clone()),
        means: Arc::clone(&means),
        ..equipment(None)?
    };
    let against = chosen::chosen(&args.against, &equipment(None)?)?;
    let players = [
        by_name("strategic", "strategic", own),
        by_name(&args.against, against.name, against.equipment),
    ];
    let discipline = KriegspielDiscipline {
        rules: rules(&args.rules)?,
        max_plies: MAX_PLIES,
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let config = MatchConfig {
        games: args.games,
        control: Control {
            movetime: match args.nodes {
                None => Some(Duration::from_millis(args.movetime)),
                Some(_) => None,
            },
            nodes: args.nodes,
            ..Control::default()
        },
        // The clock of a round proves nothing: nobody loses by it.
        margin: Duration::from_secs(60),
        concurrency: args.concurrency.map_or(cores, |n| n as usize),
        // Every round has games of its own.
        seed: args.seed.wrapping_add(run.rounds.wrapping_mul(0x9e37_79b9)),
        ..MatchConfig::default()
    };
    let summary = until_interrupted(|stop| {
        run_match(&discipline, &players, None, &config, &mut Silent, stop)
    });
    let summary = summary.map_err(Failure::input)?;
    let seen = means.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok((!summary.interrupted).then_some((summary, seen)))
}

/// A change of level, in words.
pub fn sentence(change: &Change) -> String {
    let word = if change.to < change.from {
        "rises"
    } else {
        "falls"
    };
    format!(
        "`{}` {word} from level {} to level {}: mean {:+.1} after {} uses",
        change.name,
        change.from.number(),
        change.to.number(),
        change.mean,
        change.uses
    )
}

/// What a round came to.
fn tell(
    run: &GoalRun,
    changes: &[Change],
    points: f64,
    args: &KriegspielGoalsArgs,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let trusted = |level| {
        let goals = run.goals.goals.iter();
        goals.filter(|goal| goal.level == level).count()
    };
    io.line(format!(
        "round {}: {points} of {} against {}; {} goals trusted, {} watched",
        run.rounds,
        args.games,
        args.against,
        trusted(Level::Trusted),
        trusted(Level::Untrusted)
    ))?;
    for change in changes {
        io.line(format!("  {}", sentence(change)))?;
    }
    io.flush()
}

/// The goals as they stand, and what has moved.
fn show(
    run: &GoalRun,
    points: Option<(f64, u64)>,
    args: &KriegspielGoalsArgs,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if args.json {
        return io.json(&object(run, points, args));
    }
    let widest = run.goals.goals.iter().map(|goal| goal.name.chars().count());
    let width = widest.max().unwrap_or(0).max(4);
    let blank = if args.rounds.is_some() { "\n" } else { "" };
    io.line(format!(
        "{blank}{:width$}  level  rate  uses      mean",
        "goal"
    ))?;
    for goal in &run.goals.goals {
        let gain = run.means.0.get(&goal.name).copied().unwrap_or_default();
        let mean = gain
            .mean()
            .map_or("-".to_string(), |mean| format!("{mean:+.1}"));
        let (level, rate) = (goal.level.number(), goal.rate);
        let rate = match goal.level {
            Level::Priority => "-".to_string(),
            _ => rate.to_string(),
        };
        let uses = gain.uses;
        io.line(format!(
            "{:width$}  {level:>5}  {rate:>4}  {uses:>4}  {mean:>8}",
            goal.name
        ))?;
    }
    io.line(format!(
        "\n{} rounds played, {} moves between levels",
        run.rounds,
        run.moved.len()
    ))?;
    for (round, change) in &run.moved {
        io.line(format!("  round {round}: {}", sentence(change)))?;
    }
    match points {
        Some((points, games)) => io.line(format!(
            "strategic scored {points} of {games} against {} in this run",
            args.against
        )),
        None => Ok(()),
    }
}

fn object(run: &GoalRun, points: Option<(f64, u64)>, args: &KriegspielGoalsArgs) -> Value {
    let goals = run.goals.goals.iter().map(|goal| {
        let gain = run.means.0.get(&goal.name).copied().unwrap_or_default();
        json!({
            "name": goal.name, "level": goal.level.number(), "rate": goal.rate,
            "uses": gain.uses, "mean": gain.mean(),
        })
    });
    let moved = run.moved.iter().map(|(round, change)| {
        json!({
            "round": round, "goal": change.name, "from": change.from.number(),
            "to": change.to.number(), "mean": change.mean, "uses": change.uses,
        })
    });
    json!({
        "version": VERSION,
        "file": args.file.as_ref().map(|path| path.display().to_string()),
        "seed": args.seed,
        "rounds": run.rounds,
        "goals": goals.collect::<Vec<_>>(),
        "moved": moved.collect::<Vec<_>>(),
        "points": points.map(|(points, _)| points),
        "games": points.map(|(_, games)| games),
    })
}
