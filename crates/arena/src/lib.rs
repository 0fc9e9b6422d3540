//! Matches that mean something.
pub mod sprt;
pub mod statistics;
