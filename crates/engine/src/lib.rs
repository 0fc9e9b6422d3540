//! The chess player: an evaluation, chess in the full search, the use of time.
//!
//! [`Engine`] searches one [`Order`] after another and reports as it goes; protocols and commands
//! talk to it. The search itself is `zermelo_search::full`, over [`ChessDomain`]; the evaluation
//! comes through [`evaluation::Evaluator`].
//!
//! ```
//! use zermelo_chess::Chess;
//! use zermelo_engine::{Control, Engine, Order, SearchLimits, Settings};
//!
//! let mut engine = Engine::new(Settings::default());
//! let limits = SearchLimits { depth: Some(5), ..SearchLimits::default() };
//! let order = Order::new(Chess::new(), limits);
//! let answer = engine.search(&order, &Control::default(), &mut |_| ());
//! assert!(answer.best.is_some());
//! ```

mod bonuses;
mod control;
mod domain;
mod engine;
pub mod evaluation;
pub mod handicap;
pub mod keys;
pub mod learned;
mod mind;
mod order;
mod player;
mod profile;
pub mod protocol;
mod reports;
mod threats;
mod time;
pub mod tuning;
pub mod uci;
pub mod xboard;

/// What tells the search of this program from that of others: the nodes of its `bench`.
#[must_use]
pub fn fingerprint() -> &'static str {
    let known = include_str!("../../../testdata/bench.txt");
    known.lines().next().unwrap_or_default()
}

pub use control::Control;
pub use domain::{ChessDomain, PathState};
pub use engine::{Engine, PLAYERS, Settings};
pub use order::{Answer, GameClock, Known, Order, Report, SearchLimits, Value};
pub use player::{EnginePlayer, PlayerError, StopTest, player_settings};
pub use profile::Profile;
pub use time::{Budget, TimeParams};
