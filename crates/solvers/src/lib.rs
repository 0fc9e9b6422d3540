//! Exact values: Connect Four, Othello endgames and draughts endings, solved to the end.
//!
//! [`solve_connect_four`] and [`solve_othello`] search with minimal windows and a table of both
//! bounds; [`solve_draughts_ending`] looks up tables made by retrograde analysis.
//!
//! **Why they have loops of their own.** They were measured against the full search with the
//! games' hooks and all unsound steps off (one thread, 64 MiB, killers and history off, which
//! served it best): on the first hundred positions of Pons's set L2_R2 the full search took 15
//! times the CPU time and 4.3 times the nodes. A solver needs no depth, no evaluation and no
//! principal variation; asking only "at least so much?" it keeps both bounds in one word, looks
//! at its children's entries before searching them, and stays in registers near the end. What
//! they share with the full search: [`Limits`], [`Counts`], and the hook through which a player
//! may ask them.
//!
//! **Invariants.** No clock, no input or output, no randomness; equal limits give equal counts.

pub mod connect_four;
pub mod draughts;
mod meter;
pub mod othello;
mod solution;

pub use connect_four::solve_connect_four;

pub use draughts::solve_draughts_ending;
pub use othello::solve_othello;
pub use solution::Solution;
pub use zermelo_search::{Counts, Limits, Stopped};
