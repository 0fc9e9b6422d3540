//! Contestants of matches by name.

use std::sync::Arc;

use zermelo_arena::engine_spec::PlayerOptions;
use zermelo_arena::player::Contestant;
use zermelo_arena::stop::Stop;
use zermelo_chess::{Chess, ChessReferee};
use zermelo_game::{BoardReferee, Failure as Fault, Player, Referee};
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

/// A contestant of chess: a textbook algorithm.
///
/// # Errors
///
/// If there is no such algorithm or parameter.
pub fn chess(text: &str) -> Result<Contestant<'static, ChessReferee>, Failure> {
    contestant(text, |kind, equipment| match kind {
        PlayerKind::Textbook(algorithm) => Ok(Box::new(TextbookPlayer::<Chess>::new(
            algorithm,
            equipment.textbook,
            equipment.stop.clone(),
        ))),
        PlayerKind::Full(_) | PlayerKind::Random => {
            Err(Fault::Crashed("it does not play chess".to_string()))
        }
    })
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
