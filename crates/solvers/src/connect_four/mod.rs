//! Connect Four, solved: who wins and how soon.
//!
//! **What it computes.** The score of Pons's test sets: if the mover wins, one more than the
//! discs it has left after its winning one; if it loses, that number for the opponent, negated;
//! 0 for a draw. A win with the last of 21 discs is 1.
//!
//! **Source.** Pascal Pons's solver (blog.gamesolver.org, 2015): moves that do not lose at once,
//! ordered by the squares that would then win; minimal windows that halve the range of the
//! score; bounds from the discs left. Enhanced transposition cut-offs: Schaeffer & Plaat 1996.
//!
//! **Ours.** Both bounds in one word of the table; children's entries are looked at before any
//! is searched (23% fewer nodes on the first hundred positions of set L1_R2); following up
//! ([`FollowUp`](zermelo_games::connect_four::FollowUp)) bounds the first player (4% fewer); a
//! table that begins small and grows, for a large one costs more in first touches than most
//! positions cost to solve. A history of cut-offs in the order was tried: 20 to 90% more nodes.
//!
//! **Invariant.** The search is entered only where the mover cannot win at once.
//!
//! **Cost.** CPU time per position on one core of a busy machine, at most 64 MiB, the line of
//! best play included:
//!
//! | set | discs | positions | mean | worst | nodes |
//! |---|---|---|---|---|---|
//! | L3_R1 | 28 to 41 | 1000 | 14 µs | 4 ms | 40 |
//! | L2_R1 | 14 to 28 | 1000 | 35 µs | 4 ms | 378 |
//! | L2_R2 | 14 to 28 | 1000 | 3.1 ms | 0.12 s | 28,907 |
//! | L1_R1 | up to 14 | 1000 | 0.27 ms | 8 ms | 2,928 |
//! | L1_R2 | up to 14 | 1000 | 0.18 s | 5.0 s | 856,048 |
//! | L1_R3 | up to 14 | first 50 | 6.1 s | 49 s | 24,672,704 |

mod search;
mod table;

pub use search::{score_after_win, solve_connect_four};
