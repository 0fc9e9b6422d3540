//! Players of the games beside chess: the full search, with what each game can tell it.
//!
//! A [`Domain`](zermelo_search::full::Domain) per game ([`ConnectFourDomain`], [`OthelloDomain`],
//! [`DraughtsDomain`], and [`AnyGame`] for all others), strength in ten [`levels`](Level), the
//! use of time ([`Budget`]), and [`FullPlayer`], which puts them together behind
//! [`zermelo_game::Player`]. [`TextbookPlayer`] does the same for any textbook algorithm, and
//! [`player_of`] makes a player of any game of the registry from a name.
//!
//! **Invariant.** Here, not in the search, is the clock read.

mod any_game;
mod budget;
mod by_name;
mod connect_four;
mod draughts;
mod level;
mod ordered;
mod othello;
mod player;
mod searchable;
mod solving;
pub mod textbook;
mod tuned;

pub use any_game::AnyGame;
pub use budget::Budget;
pub use by_name::{Equipment, PlayerKind, UnknownPlayer, player_kind, player_of};
pub use connect_four::ConnectFourDomain;
pub use draughts::DraughtsDomain;
pub use level::{Level, LevelError, level};
pub use ordered::Order;
pub use othello::OthelloDomain;
pub use player::{Boxed, FullPlayer, full_player};
pub use searchable::{SearchVisitor, Searchable, read_position, with_searchable};
pub use textbook::TextbookPlayer;
pub use tuned::tuned;
