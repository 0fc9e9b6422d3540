//! Contestants of matches by name.

use std::path::PathBuf;
use std::sync::Arc;

use zermelo_arena::clock::Control;
use zermelo_arena::engine_spec::PlayerOptions;
use zermelo_arena::player::{Contestant, from_fn};
use zermelo_arena::stop::Stop;
use zermelo_chess::{Chess, ChessReferee};
use zermelo_engine::protocol::options::{ELO, MAX_THREADS};
use zermelo_engine::{EnginePlayer, PlayerError, Settings, player_settings};
use zermelo_game::random::Rng;
use zermelo_game::{BoardReferee, Choice, Failure as Fault, Game, History, Player, Referee};
use zermelo_kriegspiel::players::PLAYERS as KRIEGSPIEL_PLAYERS;
use zermelo_players::{
    Equipment, PlayerKind, Searchable, TextbookPlayer, UnknownPlayer, player_kind, textbook,
};
use zermelo_search::Params;

use crate::Failure;

/// A player made anew for every worker of a match.
type Made<R> = Result<Box<dyn Player<R>>, Fault>;

/// A contestant of a game of the registry from a text such as `mcts`, `full:5` or
/// `minimax[depth=3]`. Options that the arena does not know are parameters of the algorithm.
///
/// # Errors
///
/// If there is no such player or parameter, or nothing under the match's control would end its
/// search.
pub fn board<G: Searchable>(
    text: &str,
    control: Control,
) -> Result<Contestant<'static, BoardReferee<G>>, Failure> {
    contestant(text, control, |kind, equipment| {
        Ok(G::player(kind, equipment))
    })
}

/// A contestant of chess: the engine with some weights and profile, a textbook algorithm, or
/// chance.
///
/// # Errors
///
/// If there is no such player or parameter, or nothing under the match's control would end its
/// search.
pub fn chess(
    text: &str,
    control: Control,
    player_dir: Option<PathBuf>,
) -> Result<Contestant<'static, ChessReferee>, Failure> {
    let (name, mut options) = options_of(text)?;
    let level = match player_kind(name) {
        Ok(PlayerKind::Full(level)) => Some(level.number),
        _ => None,
    };
    let known = if level.is_some() { "tuned" } else { name };
    let mut others = Settings {
        player_dir,
        ..Settings::default()
    };
    options.others.retain(|(option, value)| {
        let is_folder = option.eq_ignore_ascii_case("dir");
        if is_folder {
            others.player_dir = Some(PathBuf::from(value));
        }
        !is_folder
    });
    match player_settings(known, others) {
        Ok(mut settings) => {
            settings.limit_elo = level.and_then(elo_of_level);
            return chess_engine(text, settings, options);
        }
        Err(error @ PlayerError::Folder(_)) => return Err(Failure::input(error)),
        Err(unknown) if player_kind(name).is_err() => {
            return Err(Failure::Input(format!(
                "{unknown}; or full, full:LEVEL (1 to 10), random, an algorithm, uci:COMMAND or \
                 xboard:COMMAND{}",
                hint_of_kriegspiel(name)
            )));
        }
        Err(_) => {}
    }
    contestant(text, control, |kind, equipment| match kind {
        PlayerKind::Textbook(algorithm) => Ok(Box::new(TextbookPlayer::<Chess>::new(
            algorithm,
            equipment.textbook,
            equipment.stop.clone(),
        ))),
        PlayerKind::Random => Ok(from_fn("random", |view: &History<Chess>, _, seed| {
            let mut moves = Vec::new();
            view.position().legal_moves(&mut moves);
            let mut rng = Rng::new(seed ^ view.position().key());
            let action = rng.pick(&moves).copied();
            action.map_or_else(Choice::resign, Choice::from)
        })),
        PlayerKind::Full(_) => Err(Fault::Crashed("it does not play chess".to_string())),
    })
}

/// Where a player plays that does not play chess.
fn hint_of_kriegspiel(name: &str) -> &'static str {
    let is_known = KRIEGSPIEL_PLAYERS.iter().any(|(known, _)| *known == name);
    match is_known || name.starts_with("bot:") {
        true => "; with --game kriegspiel it plays Kriegspiel",
        false => "",
    }
}

/// A player's name and options; only engines of others think on the opponent's time.
fn options_of(text: &str) -> Result<(&str, PlayerOptions), Failure> {
    let (name, options) = PlayerOptions::split(text).map_err(Failure::input)?;
    if options.ponder {
        return Err(Failure::Input(format!(
            "`{text}`: only uci: and xboard: engines ponder"
        )));
    }
    Ok((name, options))
}

/// The engine's strength at a level from 1 to 9, in even steps; the tenth is not limited.
fn elo_of_level(level: u8) -> Option<u32> {
    const STEP: u32 = 200;
    let weakest = u32::try_from(ELO.0).unwrap_or(0);
    (level < 10).then(|| weakest + STEP * u32::from(level.saturating_sub(1)))
}

/// A number within a range.
fn within(option: &str, number: u64, (least, most): (u64, u64)) -> Result<u64, Failure> {
    if (least..=most).contains(&number) {
        Ok(number)
    } else {
        Err(Failure::Input(format!(
            "`{option}={number}`: expected {least} to {most}"
        )))
    }
}

/// The engine as a contestant, with its options.
fn chess_engine(
    text: &str,
    mut settings: Settings,
    options: PlayerOptions,
) -> Result<Contestant<'static, ChessReferee>, Failure> {
    // Nothing is lost on the way to a clock in the same process.
    settings.move_overhead_ms = 1;
    for (option, value) in &options.others {
        let number: u64 = value
            .parse()
            .map_err(|_| Failure::Input(format!("`{option}={value}`: expected a whole number")))?;
        let within = |least, most| within(option, number, (least, most));
        match option.to_ascii_lowercase().as_str() {
            "hash" => settings.hash_mb = within(1, 65_536)? as usize,
            "threads" => settings.threads = within(1, MAX_THREADS as u64)? as usize,
            "overhead" => settings.move_overhead_ms = within(0, 60_000)?,
            "elo" => {
                let elo = within(ELO.0 as u64, ELO.1 as u64)?;
                settings.limit_elo = Some(elo as u32);
            }
            _ => {
                return Err(Failure::Input(format!(
                    "`{option}`: expected hash, threads, overhead, elo or dir"
                )));
            }
        }
    }
    let shown = options.name.clone().unwrap_or_else(|| text.to_string());
    let name = shown.clone();
    // A player that has learnt something else since, or searches otherwise, is somebody else.
    let identity = settings.identity(text);
    let factory = move |stop: &Stop| -> Made<ChessReferee> {
        let stop = stop.clone();
        let asked = Arc::new(move || stop.is_now());
        Ok(Box::new(EnginePlayer::new(
            name.as_str(),
            settings.clone(),
            asked,
        )))
    };
    let mut contestant = Contestant::new(shown, factory);
    contestant.identity = identity;
    contestant.control = options.control;
    Ok(contestant)
}

/// Whether something ends the searches of a player: some algorithms know no depth.
fn ends(name: &str, kind: PlayerKind, control: Control) -> Result<(), Failure> {
    let limited = control.time.is_some() || control.movetime.is_some() || control.nodes.is_some();
    match kind {
        PlayerKind::Textbook(algorithm) if algorithm.needs_whole_tree() && !limited => {
            Err(Failure::Input(format!(
                "{name} searches to the end of the game whatever the depth: give nodes or a time, \
                 as in {name}[nodes=100000]"
            )))
        }
        _ => Ok(()),
    }
}

fn contestant<R: Referee + 'static>(
    text: &str,
    control: Control,
    make: impl Fn(PlayerKind, &Equipment) -> Made<R> + Sync + 'static,
) -> Result<Contestant<'static, R>, Failure> {
    let (name, options) = options_of(text)?;
    let kind = player_kind(name).map_err(Failure::input)?;
    ends(name, kind, options.control.unwrap_or(control))?;
    let mut equipment = Equipment {
        textbook: textbook::playing(Params::default()),
        textbook_as_given: true,
        ..Equipment::default()
    };
    for (option, value) in &options.others {
        let number = value
            .parse()
            .map_err(|_| Failure::Input(format!("`{option}={value}`: expected a whole number")))?;
        let set = match kind {
            PlayerKind::Full(_) if option == "threads" => {
                let number = u64::try_from(number).unwrap_or(0);
                equipment.threads = within(option, number, (1, MAX_THREADS as u64))? as usize;
                Ok(())
            }
            PlayerKind::Full(_) => equipment.full.set(option, number),
            PlayerKind::Textbook(_) => equipment.textbook.set(option, number),
            PlayerKind::Random => return Err(Failure::input(UnknownPlayer(text.to_string()))),
        };
        set.map_err(Failure::input)?;
    }
    let shown = options.name.clone().unwrap_or_else(|| text.to_string());
    let factory = move |stop: &Stop| -> Made<R> {
        let stop = stop.clone();
        let stop = Arc::new(move || stop.is_now());
        make(
            kind,
            &Equipment {
                stop,
                ..equipment.clone()
            },
        )
    };
    let mut contestant = Contestant::new(shown, factory);
    contestant.identity = text.to_string();
    contestant.control = options.control;
    Ok(contestant)
}
