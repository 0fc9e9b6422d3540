//! The engine as a player of matches, test suites and games in the terminal.
//!
//! Players are named by their weights, `tuned` or `reference`, or by what they have learnt from games
//! (see [`crate::learned`]), and after an `@` by their search, `modern` or `classic`.

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use zermelo_chess::{Chess, ChessReferee, Move};
use zermelo_game::random::Rng;
use zermelo_game::{Choice, Clock, Failure, Game, History, Notation, Player, Side, Thought};

use crate::learned::folder::{FolderError, PlayerFolder};
use crate::learned::{Learned, RECIPES, Recipe};
use crate::{Control, Engine, GameClock, Order, PLAYERS, Profile, SearchLimits, Settings, Value};

/// How often a search looks whether it is wanted any longer.
const LOOK: Duration = Duration::from_millis(20);

/// A test that ends a player's thought, beside its clock.
pub type StopTest = Arc<dyn Fn() -> bool + Send + Sync>;

/// Why there is no such player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerError {
    /// The name is no player's.
    Unknown(String),
    /// It is, but what it has learnt cannot be had.
    Folder(FolderError),
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerError::Unknown(name) => {
                let shown: String = name.chars().take(40).collect();
                let learned: Vec<&str> = RECIPES.iter().map(|recipe| recipe.name).collect();
                write!(
                    f,
                    "no chess player is called `{}`: expected {}, {}, perhaps with @modern or \
                     @classic",
                    shown.escape_debug(),
                    PLAYERS.join(", "),
                    learned.join(", ")
                )
            }
            PlayerError::Folder(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayerError {}

/// The settings of a player by name, the others as given: one of ours, a learned one, whose
/// folder is looked for in [`Settings::player_dir`], or the name of a folder there.
///
/// # Errors
///
/// If nobody is called that, or what it has learnt cannot be had.
///
/// ```
/// use zermelo_engine::{Profile, Settings, player_settings};
/// let settings = player_settings("reference@classic", Settings::default()).unwrap();
/// assert_eq!(settings.profile, Profile::Classic);
/// assert!(player_settings("nobody", Settings::default()).is_err());
/// assert!(player_settings("opta3", Settings::default()).is_err(), "it has learnt nothing yet");
/// ```
pub fn player_settings(name: &str, others: Settings) -> Result<Settings, PlayerError> {
    let unknown = || PlayerError::Unknown(name.to_string());
    let (player, profile) = name.split_once('@').unwrap_or((name, "modern"));
    let profile = Profile::named(profile).ok_or_else(unknown)?;
    let place = others.player_dir.as_deref();
    let learned = if PLAYERS.contains(&player) {
        None
    } else {
        let is_folder = place.is_some_and(|place| PlayerFolder::is_named(player, place));
        if !is_folder && Recipe::named(player).is_none() {
            return Err(unknown());
        }
        Some(Learned::find(player, place).map_err(PlayerError::Folder)?)
    };
    Ok(Settings {
        player: player.to_string(),
        profile,
        learned,
        ..others
    })
}

/// The engine as a player.
pub struct EnginePlayer {
    name: String,
    engine: Engine,
    stop: StopTest,
    /// Chance for the book.
    rng: Rng,
}

impl EnginePlayer {
    /// A player with a name to show, which ends its thought when `stop` says so.
    #[must_use]
    pub fn new(name: impl Into<String>, settings: Settings, stop: StopTest) -> EnginePlayer {
        EnginePlayer {
            name: name.into(),
            engine: Engine::new(settings),
            stop,
            rng: Rng::new(0),
        }
    }

    /// The engine.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Searches under the eye of the stop test; `None` if that ended it.
    fn search(&mut self, order: &Order) -> Option<crate::Answer> {
        let control = Control::default();
        let (done, waiting) = channel::<()>();
        let (stop, hand) = (self.stop.clone(), control.clone());
        let answer = std::thread::scope(|scope| {
            scope.spawn(move || {
                while waiting.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                    if stop() {
                        return hand.stop();
                    }
                }
            });
            let answer = self.engine.search(order, &control, &mut |_| ());
            drop(done);
            answer
        });
        (!(self.stop)()).then_some(answer)
    }
}

/// The limits that a clock sets for a side.
fn limits(clock: &Clock, side: Side) -> SearchLimits {
    let mut game = GameClock {
        moves_to_go: clock.moves_to_go,
        ..GameClock::default()
    };
    game.remaining[side.index()] = clock.remaining;
    game.remaining[(!side).index()] = clock.opponent_remaining;
    game.increment[side.index()] = clock.increment.unwrap_or_default();
    game.increment[(!side).index()] = clock.opponent_increment.unwrap_or_default();
    SearchLimits {
        depth: clock.depth,
        nodes: clock.nodes,
        move_time: clock.movetime,
        clock: clock.remaining.map(|_| game),
        ..SearchLimits::default()
    }
}

/// The texts of a line of moves.
fn line_text(position: &Chess, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &m in line {
        texts.push(position.move_text(m));
        position.play(m);
    }
    texts
}

impl Player<ChessReferee> for EnginePlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, _side: Side, seed: u64) -> Result<(), Failure> {
        self.engine.new_game();
        self.rng = Rng::new(seed);
        Ok(())
    }

    fn choose(&mut self, view: &History<Chess>, clock: &Clock) -> Result<Choice<Move>, Failure> {
        let position = view.position();
        let learned = self.engine.settings().learned.as_ref();
        if let Some(m) = learned.and_then(|learned| learned.book_move(position, &mut self.rng)) {
            return Ok(Choice::from(m));
        }
        let order = Order {
            start: view.start().clone(),
            moves: view.moves().to_vec(),
            only: None,
            limits: limits(clock, position.side()),
        };
        let answer = self.search(&order).ok_or(Failure::Stopped)?;
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let action = answer.best.or(moves.first().copied());
        let action = action.ok_or_else(|| Failure::Illegal("the game is over".to_string()))?;
        let best = answer.lines.first();
        Ok(Choice {
            action: Some(action),
            thought: Thought {
                score: best.and_then(|line| match line.value {
                    Value::Centipawns(score) => Some(score),
                    Value::Mate(_) => None,
                }),
                mate: best.and_then(|line| match line.value {
                    Value::Mate(moves) => Some(moves),
                    Value::Centipawns(_) => None,
                }),
                depth: best.map(|line| line.depth),
                nodes: Some(answer.nodes),
                variation: best.map_or(Vec::new(), |line| line_text(position, &line.pv)),
                elapsed: None,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(stop: StopTest) -> EnginePlayer {
        EnginePlayer::new("tuned", Settings::default(), stop)
    }

    #[test]
    fn a_player_moves_within_its_nodes_and_says_what_it_thinks() {
        let mut player = player(Arc::new(|| false));
        let clock = Clock {
            nodes: Some(2_000),
            ..Clock::default()
        };
        let view = History::new(Chess::new());
        let choice = player.choose(&view, &clock).unwrap();
        assert!(choice.action.is_some());
        assert!(choice.thought.nodes.unwrap() <= 2_200);
        assert!(!choice.thought.variation.is_empty());
    }

    #[test]
    fn a_player_that_is_told_to_stop_stops() {
        let mut player = player(Arc::new(|| true));
        let view = History::new(Chess::new());
        let begun = std::time::Instant::now();
        let choice = player.choose(&view, &Clock::default());
        assert_eq!(choice, Err(Failure::Stopped));
        assert!(begun.elapsed() < Duration::from_secs(2));
    }
}
