//! Contestants of matches by name.

use std::sync::Arc;

use zermelo_arena::engine_spec::PlayerOptions;
use zermelo_arena::player::{Contestant, from_fn};
use zermelo_arena::stop::Stop;
use zermelo_chess::{Chess, ChessReferee};
use zermelo_engine::{EnginePlayer, Settings, player_settings};
use zermelo_game::random::Rng;
use zermelo_game::{BoardReferee, Choice, Failure as Fault, Game, History, Player, Referee};
use zermelo_players::{
    Equipment, PlayerKind, Searchable, TextbookPlayer, UnknownPlayer, player_kind,
};

use crate::Failure;

/// A player made anew for every worker of a match.
type Made<R> = Result<Box<dyn Player<R>>, Fault>;

/// A contestant of a game of the registry from a text such as `mcts`, `full:5` or
/// `minimax[depth=3]`. Options that the arena does not know are parameters of the algorithm.
///
/// # Errors
///
/// If there is no such player or parameter.
pub fn board<G: Searchable>(text: &str) -> Result<Contestant<'static, BoardReferee<G>>, Failure> {
    contestant(text, |kind, equipment| Ok(G::player(kind, equipment)))
}

/// A contestant of chess: the engine with some weights and profile, a textbook algorithm, or
/// chance.
///
/// # Errors
///
/// If there is no such player or parameter.
pub fn chess(text: &str) -> Result<Contestant<'static, ChessReferee>, Failure> {
    let (name, options) = PlayerOptions::split(text).map_err(Failure::input)?;
    let name = if name == "full" { "tuned" } else { name };
    match player_settings(name, Settings::default()) {
        Ok(settings) => return chess_engine(text, settings, options),
        Err(unknown) if player_kind(name).is_err() => {
            return Err(Failure::Input(format!(
                "{unknown}; or an algorithm, uci:COMMAND, xboard:COMMAND"
            )));
        }
        Err(_) => {}
    }
    contestant(text, |kind, equipment| match kind {
        PlayerKind::Textbook(algorithm) => Ok(Box::new(TextbookPlayer::<Chess>::new(
            algorithm,
            zermelo_players::textbook::playing(equipment.textbook),
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
        let size = usize::try_from(number).unwrap_or(usize::MAX);
        match option.to_ascii_lowercase().as_str() {
            "hash" => settings.hash_mb = size.clamp(1, 65_536),
            "threads" => settings.threads = size.clamp(1, 256),
            "overhead" => settings.move_overhead_ms = number,
            "elo" => settings.limit_elo = u32::try_from(number).ok(),
            _ => {
                return Err(Failure::Input(format!(
                    "`{option}`: expected hash, threads, overhead or elo"
                )));
            }
        }
    }
    let shown = options.name.clone().unwrap_or_else(|| text.to_string());
    let name = shown.clone();
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
    contestant.identity = text.to_string();
    contestant.control = options.control;
    Ok(contestant)
}

fn contestant<R: Referee + 'static>(
    text: &str,
    make: impl Fn(PlayerKind, &Equipment) -> Made<R> + Sync + 'static,
) -> Result<Contestant<'static, R>, Failure> {
    let (name, options) = PlayerOptions::split(text).map_err(Failure::input)?;
    let kind = player_kind(name).map_err(Failure::input)?;
    let mut equipment = Equipment::default();
    for (option, value) in &options.others {
        let number = value
            .parse()
            .map_err(|_| Failure::Input(format!("`{option}={value}`: expected a whole number")))?;
        let set = match kind {
            PlayerKind::Full(_) if option == "threads" => {
                equipment.threads = usize::try_from(number).unwrap_or(1).clamp(1, 256);
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
