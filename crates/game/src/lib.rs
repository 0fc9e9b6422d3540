//! What a game is.
//!
//! The traits every other crate builds on: [`Game`] (rules of a two-player, zero-sum game of
//! perfect information), the things only some games can do ([`Notation`], [`Noisy`],
//! [`Symmetry`], [`Heuristic`]), who plays ([`Player`]) and who keeps the rules ([`Referee`]).
//! Beside them the plain values [`Side`], [`Outcome`] and [`Score`], a counter of move
//! sequences ([`perft`]), a seeded generator ([`random::Rng`]) and the [`conformance`] kit that
//! every game must pass.
//!
//! The definition is that of a combinatorial game: an initial state, the player to move, the
//! legal actions, the transition, the terminal test and a payoff that is zero-sum.
//!
//! **Invariants.** No I/O, no clock, no randomness but from a generator handed in. Sides always
//! alternate: where a rule lets a player pass, the pass is a move.

pub mod conformance;
mod heuristic;
mod notation;
mod outcome;
mod perft;
mod player;
pub mod random;
mod reduced;
mod referee;
mod rules;

pub use heuristic::{Heuristic, Noisy};
pub use notation::{Notation, ParseError};
pub use outcome::{INFINITY, MAX_PAYOFF, Outcome, Score, Side};
pub use perft::{game_count, perft};
pub use player::{Choice, Clock, Failure, Player, Thought};
pub use reduced::{Reduced, Symmetry};
pub use referee::{BoardReferee, Cut, Ending, History, Reason, Referee, Refusal};
pub use rules::Game;
