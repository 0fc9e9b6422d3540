//! Kriegspiel: chess in which each side sees only its own men and an umpire sees all.
//!
//! [`Umpire`] keeps the true position to itself and gives each side a [`View`]; [`Rules`] are the
//! dialects, [`Announcement`] what the umpire says; [`Transcript`] is a whole game with every try,
//! as text and back.
//!
//! **Invariants.** No player can reach the true board: a view is made of announcements and
//! nothing else. Nothing here prints; conversations talk to a reader and a writer handed in.

mod action;
mod announcement;
pub mod belief;
pub mod boards;
pub mod bot;
mod bot_player;
mod discipline;
pub mod endings;
mod men;
mod notation;
pub mod planner;
pub mod players;
pub mod profile;
mod protocol;
pub mod record;
pub mod replay;
mod rules;
mod script;
pub mod solve;
pub mod tracker;
mod transcript;
mod umpire;
mod view;

pub use action::{Action, Try, kind_letter, parse_square, square_name};
pub use announcement::{
    Announcement, Captured, Cause, Direction, GameResult, parse_side, side_name,
};
pub use bot_player::{BotPatience, BotPlayer, bot_contestant, bot_spec};
pub use discipline::{KriegspielDiscipline, MAX_PLIES};
pub use men::{Men, bit, squares};
pub use notation::NotationError;
pub use protocol::{FromBot, ToBot, next_line};
pub use rules::{Audience, DIALECTS, PawnTries, Rules, UnknownRules};
pub use script::{answer_line, run_script};
pub use transcript::{Entry, Transcript};
pub use umpire::{Answer, MAX_REFUSALS, Umpire};
pub use view::{Enemy, View};
