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
//! **Cost.** One core of 2024, at most 64 MiB: microseconds with 28 discs, about 3 ms with 14 to
//! 28 discs, 0.15 s (L1_R2) and seconds (L1_R3) with fewer.

mod search;
mod table;

pub use search::{score_after_win, solve_connect_four};
