//! Players by name: every textbook algorithm, the full search at a level, and chance.

use std::fmt;

use zermelo_game::random::Rng;
use zermelo_game::{BoardReferee, Choice, Clock, Failure, Game, History, Player, Side};
use zermelo_games::Playable;
use zermelo_search::{Algorithm, Params, full};

use crate::player::Boxed;
use crate::textbook::{StopTest, TextbookPlayer, playing};
use crate::{Level, full_player, level};

/// What a player's name means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// The full search at a level.
    Full(Level),
    /// A textbook algorithm.
    Textbook(Algorithm),
    /// Any legal move, all equally likely.
    Random,
}

/// A name that is no player's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPlayer(pub String);

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Algorithm::ALL.iter().map(|a| a.name()).collect();
        let shown: String = self.0.chars().take(40).collect();
        write!(
            f,
            "no player is called `{}`: expected full, full:LEVEL (1 to 10), random or one of {}",
            shown.escape_debug(),
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownPlayer {}

/// The strongest level.
const STRONGEST: u8 = 10;

/// What a name means: `full`, `full:3`, `random`, or an algorithm's name.
///
/// # Errors
///
/// If it means nothing.
///
/// ```
/// use zermelo_players::player_kind;
/// assert!(player_kind("full:3").is_ok());
/// assert!(player_kind("mcts").is_ok());
/// assert!(player_kind("full:11").unwrap_err().to_string().contains("`full:11`"));
/// ```
pub fn player_kind(name: &str) -> Result<PlayerKind, UnknownPlayer> {
    let unknown = || UnknownPlayer(name.to_string());
    if name == "random" {
        return Ok(PlayerKind::Random);
    }
    let number = match name.strip_prefix("full") {
        Some("") => Some(STRONGEST),
        Some(rest) => Some(
            rest.strip_prefix(':')
                .and_then(|n| n.parse().ok())
                .ok_or_else(unknown)?,
        ),
        None => None,
    };
    match number {
        Some(number) => Ok(PlayerKind::Full(level(number).map_err(|_| unknown())?)),
        None => Ok(PlayerKind::Textbook(name.parse().map_err(|_| unknown())?)),
    }
}

/// What a player of a kind may be given beside its clock.
#[derive(Clone)]
pub struct Equipment {
    /// Parameters of the textbook algorithms.
    pub textbook: Params,
    /// Whether these are used as they are. Otherwise what was left at its default becomes what
    /// suits a player ([`playing`]).
    pub textbook_as_given: bool,
    /// Parameters of the full search.
    pub full: full::Params,
    /// Threads of the full search.
    pub threads: usize,
    /// Ends a long thought.
    pub stop: StopTest,
}

impl Default for Equipment {
    fn default() -> Self {
        Equipment {
            textbook: Params::default(),
            textbook_as_given: false,
            full: full::Params::default(),
            threads: 1,
            stop: std::sync::Arc::new(|| false),
        }
    }
}

/// A player of any game of the registry.
#[must_use]
pub fn player_of<G: Playable>(kind: PlayerKind, equipment: &Equipment) -> Boxed<G> {
    match kind {
        PlayerKind::Full(level) => {
            full_player::<G>(level, equipment.full, equipment.threads, &equipment.stop)
        }
        PlayerKind::Textbook(algorithm) => {
            let params = if equipment.textbook_as_given {
                equipment.textbook
            } else {
                playing(equipment.textbook)
            };
            let stop = equipment.stop.clone();
            Box::new(TextbookPlayer::<G>::new(algorithm, params, stop))
        }
        PlayerKind::Random => Box::new(RandomPlayer { rng: Rng::new(0) }),
    }
}

/// Plays any legal move.
struct RandomPlayer {
    rng: Rng,
}

impl<G: Game> Player<BoardReferee<G>> for RandomPlayer {
    fn name(&self) -> String {
        "random".to_string()
    }

    fn new_game(&mut self, side: Side, seed: u64) -> Result<(), Failure> {
        // Two random players of one game must not play the same numbers.
        self.rng = Rng::new(seed ^ (side.index() as u64) << 63);
        Ok(())
    }

    fn choose(&mut self, view: &History<G>, _clock: &Clock) -> Result<Choice<G::Move>, Failure> {
        let mut moves = Vec::new();
        view.position().legal_moves(&mut moves);
        let action = self.rng.pick(&moves).copied();
        action
            .map(Choice::from)
            .ok_or_else(|| Failure::Illegal("the game is over".to_string()))
    }
}
