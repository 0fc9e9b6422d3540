//! Exact values: Connect Four, Othello endgames and draughts endings, solved to the end.
//!
//! [`solve_othello`] is the full search with hooks; [`solve_connect_four`] a search of its own;
//! [`solve_draughts_ending`] looks up tables made by retrograde analysis.
//!
//! **Why Connect Four has a loop of its own.** It was measured against the full search with
//! Pons's hooks (only moves that do not lose at once, his order, bounds from the rules and from
//! following up, the last eight to twelve squares solved without a table, unsound steps, killers
//! and history off; one thread, 64 MiB): the full search took 6.4 times the CPU time on the first
//! hundred positions of Pons's set L2_R2 and 5.5 times on the first twenty of L1_R2. Asking only
//! "at least so much?" needs no depth and no iterations, and keeps both bounds of a position,
//! with its whole key, in one word. The same comparison for Othello gave 1.2 to 1.3, and there
//! the full search was kept.
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
