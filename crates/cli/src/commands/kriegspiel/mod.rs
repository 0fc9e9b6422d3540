//! `kriegspiel`: blind chess.

mod chosen;
mod contest;
mod endings;
mod goals;
mod heard;
mod play;
mod replay;
mod solve;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use zermelo_game::Side;
use zermelo_kriegspiel::bot::{BotSettings, converse};
use zermelo_kriegspiel::planner::GoalSet;
use zermelo_kriegspiel::players::Equipment;
use zermelo_kriegspiel::profile::Profile;
use zermelo_kriegspiel::{Rules, Umpire, answer_line, next_line, run_script, side_name};

use super::match_;
use crate::args::{KriegspielArgs, KriegspielBotArgs, KriegspielCommand, KriegspielUmpireArgs};
use crate::{Failure, Io, interrupt};

pub use contest::run as run_match;
pub(super) use goals::{leading_comments, run_of};
pub use play::run_from_play;

/// Runs the command.
pub fn run(args: &KriegspielArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    match &args.command {
        KriegspielCommand::Play(args) => play::run(args, io),
        KriegspielCommand::Match(args) if !args.game.eq_ignore_ascii_case("kriegspiel") => {
            let game = &args.game;
            Err(Failure::Input(format!(
                "`--game {game}`: `kriegspiel match` plays kriegspiel; see `zermelo match --help`"
            )))
        }
        KriegspielCommand::Match(args) => match_::run(args, io),
        KriegspielCommand::Umpire(args) => umpire(args, io),
        KriegspielCommand::Replay(args) => replay::run(args, io),
        KriegspielCommand::Bot(args) => bot(args, io),
        KriegspielCommand::Goals(args) => goals::run(args, io),
        KriegspielCommand::Solve(args) => solve::run(args, io),
        KriegspielCommand::Endings(args) => endings::run(args, io),
    }
}

fn rules(name: &str) -> Result<&'static Rules, Failure> {
    Rules::named(name).map_err(Failure::input)
}

/// What players are given: the goals of a file, or the standard ones.
fn equipment(goals: Option<&Path>) -> Result<Equipment, Failure> {
    let mut equipment = Equipment {
        stop: Arc::new(interrupt::asked),
        ..Equipment::default()
    };
    if let Some(path) = goals {
        equipment.goals = Arc::new(goal_set(path)?);
    }
    Ok(equipment)
}

/// The goals of a file.
fn goal_set(path: &Path) -> Result<GoalSet, Failure> {
    let wrong = |why: String| Failure::Input(format!("{}: {why}", path.display()));
    GoalSet::parse(&goal_text(path)?).map_err(|error| wrong(error.to_string()))
}

/// The text of a file of goals; `-` is standard input.
pub(super) fn goal_text(path: &Path) -> Result<String, Failure> {
    let text = if path == Path::new("-") {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(path)
    };
    text.map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

/// Goals cannot come from standard input where that is somebody's who plays.
fn goals_from_a_file(goals: Option<&Path>) -> Result<(), Failure> {
    if goals == Some(Path::new("-")) {
        return Err(Failure::Input(
            "`--goals -`: standard input is the game's here, expected a file".to_string(),
        ));
    }
    Ok(())
}

/// A seed that nobody can know beforehand.
fn unforeseen() -> u64 {
    use std::hash::BuildHasher;
    std::hash::RandomState::new().hash_one(std::time::Instant::now())
}

/// The profile of a folder.
fn profile(path: &Path) -> Result<Arc<Profile>, Failure> {
    let profile = zermelo_learn::profile::open(path);
    profile.map(Arc::new).map_err(Failure::input)
}

/// Referees from a script.
fn umpire(args: &KriegspielUmpireArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let rules = rules(&args.rules)?;
    let mut umpire = match &args.fen {
        None => Umpire::new(rules),
        Some(fen) => {
            let position =
                Umpire::position(fen).map_err(|e| Failure::Input(format!("FEN: {e}")))?;
            Umpire::from_position(rules, position)
        }
    };
    if args.json {
        return run_script(&mut umpire, io.input, io.out).map_err(Failure::from);
    }
    let mut line = Vec::new();
    loop {
        if !next_line(io.input, &mut line)? {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        if umpire.result().is_some() {
            io.line("the game is over")?;
            io.flush()?;
            continue;
        }
        let said = answer_line(&mut umpire, text.trim());
        for side in Side::BOTH {
            let told = said[format!("to_{}", side_name(side))].as_array();
            for line in told.into_iter().flatten().filter_map(|line| line.as_str()) {
                io.line(format!("{}: {line}", side_name(side)))?;
            }
        }
        io.flush()?;
    }
}

/// Plays through the line protocol.
fn bot(args: &KriegspielBotArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    goals_from_a_file(args.goals.as_deref())?;
    let mut equipment = equipment(args.goals.as_deref())?;
    equipment.profile = args.profile.as_deref().map(profile).transpose()?;
    // Whoever started us ends us.
    equipment.stop = Arc::new(|| false);
    let given = chosen::Given {
        goals: args.goals.is_some(),
        profile: args.profile.is_some(),
    };
    let mut player = chosen::player(&args.player, &equipment, given)?;
    let settings = BotSettings {
        movetime: args.movetime.map(Duration::from_millis),
        seed: args.seed.unwrap_or_else(unforeseen),
    };
    converse(io.input, io.out, player.as_mut(), settings).map_err(Failure::from)
}
