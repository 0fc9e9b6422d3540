//! `kriegspiel`: blind chess.

mod contest;
mod goals;
mod play;
mod replay;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use zermelo_chess::Chess;
use zermelo_game::{Notation, Player, Side};
use zermelo_kriegspiel::bot::{BotSettings, converse};
use zermelo_kriegspiel::planner::GoalSet;
use zermelo_kriegspiel::players::{Equipment, player_named};
use zermelo_kriegspiel::{Rules, Umpire, answer_line, run_script, side_name};

use super::match_;
use crate::args::{
    KriegspielArgs, KriegspielBotArgs, KriegspielCommand, KriegspielUmpireArgs, MatchArgs,
};
use crate::{Failure, Io, interrupt};

pub use contest::run as run_match;
pub use play::run_from_play;

/// Runs the command.
pub fn run(args: &KriegspielArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    match &args.command {
        KriegspielCommand::Play(args) => play::run(args, io),
        KriegspielCommand::Match(args) => match_::run(
            &MatchArgs {
                game: "kriegspiel".to_string(),
                ..MatchArgs::clone(args)
            },
            io,
        ),
        KriegspielCommand::Umpire(args) => umpire(args, io),
        KriegspielCommand::Replay(args) => replay::run(args, io),
        KriegspielCommand::Bot(args) => bot(args, io),
        KriegspielCommand::Goals(args) => goals::run(args, io),
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
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    GoalSet::parse(&text).map_err(|error| wrong(error.to_string()))
}

fn player(name: &str, equipment: &Equipment) -> Result<Box<dyn Player<Umpire>>, Failure> {
    player_named(name, equipment).map_err(Failure::input)
}

/// Referees from a script.
fn umpire(args: &KriegspielUmpireArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let rules = rules(&args.rules)?;
    let mut umpire = match &args.fen {
        None => Umpire::new(rules),
        Some(fen) => {
            let position = Chess::parse(fen).map_err(|e| Failure::Input(format!("FEN: {e}")))?;
            Umpire::from_position(rules, position)
        }
    };
    if args.json {
        return run_script(&mut umpire, io.input, io.out).map_err(Failure::from);
    }
    let mut line = Vec::new();
    loop {
        line.clear();
        if io.input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
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
    let mut equipment = equipment(args.goals.as_deref())?;
    // Whoever started us ends us.
    equipment.stop = Arc::new(|| false);
    let mut player = player(&args.player, &equipment)?;
    let settings = BotSettings {
        movetime: args.movetime.map(Duration::from_millis),
        seed: args.seed,
    };
    converse(io.input, io.out, player.as_mut(), settings).map_err(Failure::from)
}
