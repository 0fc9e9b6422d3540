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
//! **Cost.** Some 30 to 40 million nodes a second, most of them in `Last`. CPU seconds on one
//! core of a busy machine, at most 256 MiB (`solve_suites --only FFO --ffo-until 49`); 22 s for
//! FFO 40 to 44 together, 327 s for all ten. Built for x86-64-v3 it takes two thirds of that.
//!
//! | FFO | 40 | 41 | 42 | 43 | 44 | 45 | 46 | 47 | 48 | 49 |
//! |---|---|---|---|---|---|---|---|---|---|---|
//! | empty squares | 20 | 22 | 22 | 23 | 23 | 24 | 24 | 25 | 25 | 26 |
//! | seconds | 1.8 | 3.6 | 3.7 | 7.7 | 5.5 | 39 | 20 | 6.8 | 51 | 189 |

mod endgame;
mod last;
mod root;
mod shallow;
mod squares;
mod stability;

pub use endgame::{Endgame, bound};
pub use root::solve_othello;
pub use shallow::MOST_EMPTY;
