//! Fuzzing on stable Rust: the targets, and a driver that needs nothing but the standard library.
//!
//! `cargo run -p zermelo-fuzz` runs every target for a minute. A panic, or an input that takes
//! longer than ten seconds, is a find: it is made small, written to `fuzz/found/<target>/`, and
//! the exit status is 1. Once fixed, the input moves to `fuzz/corpus/<target>/`, whose inputs all
//! run as an ordinary test.
//!
//! **Cost.** Run in the development profile, which here is optimised and checks arithmetic.

pub mod corpus;
pub mod driver;
mod mutate;
mod targets;

pub use targets::TARGETS;

/// Something to throw inputs at.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, and that of its corpus folder.
    pub name: &'static str,
    /// Pieces of text that mean something to it.
    pub tokens: &'static [&'static str],
    /// Runs one input, panics if an invariant is broken, and returns a fingerprint of how the
    /// input was treated: inputs with new fingerprints are built upon.
    pub run: fn(&[u8]) -> u64,
}
