//! Othello endgames, solved: the exact disc margin.
//!
//! **What it computes.** The margin for the side to move with best play, the empty squares given
//! to the winner, as the FFO test set counts.
//!
//! **Source.** What Edax (Richard Delorme) does at the end of a game: moves that leave the
//! opponent few answers first (fastest first), squares of odd regions first (parity), bounds
//! from stable discs, the last squares written out.
//!
//! **Ours.** The full search with all unsound steps off, and hooks: the order ([`Endgame`]'s
//! `about`) and the value of positions with few empty squares (`outside`, by `Last`). A loop of
//! its own, with minimal windows only and both bounds in the table, was measured beside it: it
//! took 0.8 of the CPU time on FFO 40 to 43, which is not worth a second search. Killers and
//! history are off: with them the full search needed 2.3 times the nodes (FFO 40 to 42).
//!
//! **Invariant.** Scores are even; in `Last` `beta` is too, and a value under it is at most
//! `beta - 2`.
//!
//! **Cost.** Some 30 million nodes a second, most of them in `Last`. FFO 40 to 44 (20 to 23
//! empty squares) take some 20 s of CPU time together; the example `solve_suites` measures.

mod endgame;
mod last;
mod root;
mod shallow;
mod squares;
mod stability;

pub use endgame::{Endgame, bound};
pub use root::solve_othello;
pub use shallow::MOST_EMPTY;
