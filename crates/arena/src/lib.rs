//! Matches that mean something.
//!
//! [`run::run`] plays a match between contestants and says what it came to: colour-swapped
//! pairs from openings, clocks, adjudication, several games at a time, a log that survives being
//! killed, PGN and events as it goes, Elo with error bars and sequential tests at the end.
//!
//! What is played is a [`discipline::Discipline`]: any open game of ours, chess, and games kept
//! by an umpire. Who plays is a [`player::Contestant`]: a factory of players handed in by the
//! caller, or an engine at the end of a pipe ([`engine`], speaking [`uci`] or [`xboard`]).
//!
//! **Invariants.** A game has a result whatever its players do. A game is counted once, and only
//! when its record is complete. Time is measured around a player's answer and nowhere else. The
//! crate knows no search: it depends on `game` and `chess` only.

pub mod adjudicate;
mod books;
pub mod clock;
pub mod discipline;
pub mod engine;
pub mod engine_spec;
pub mod events;
pub mod files;
pub mod game_loop;
pub mod log;
pub mod openings;
pub mod pairing;
pub mod pgn;
pub mod player;
pub mod process;
pub mod random_openings;
pub mod rating;
pub mod record;
pub mod run;
pub mod sprt;
pub mod standings;
pub mod statistics;
pub mod stop;
pub mod summary;
pub mod uci;
mod worker;
pub mod xboard;
mod xboard_text;
