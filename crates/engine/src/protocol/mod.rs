//! What the protocols share: lines in, lines out, options, and a thread that searches while the
//! other one listens.
//!
//! A conversation has two threads. The one that called reads lines and never waits for a search;
//! the other owns the [`Engine`](crate::Engine) and does one [`Job`](worker::Job) after the other,
//! so that whatever was asked first is done first. Both write through one
//! [`Output`](output::Output).

mod announce;
pub mod bench;
pub mod book;
pub mod chances;
mod converse;
pub mod explain;
#[cfg(test)]
pub(crate) mod gui;
pub mod lines;
pub mod memory;
pub mod options;
pub mod output;
pub mod perft;
pub mod worker;

pub(crate) use converse::{Listener, converse, settings};
