//! Matches that mean something.
pub mod adjudicate;
pub mod clock;
pub mod discipline;
pub mod log;
pub mod openings;
pub mod pairing;
pub mod pgn;
pub mod player;
pub mod rating;
pub mod record;
pub mod sprt;
pub mod statistics;
pub mod stop;
