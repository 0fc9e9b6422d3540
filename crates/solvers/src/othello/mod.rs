//! Othello endgames, solved: the exact disc margin.
//!
//! **What it computes.** The margin for the side to move with best play, the empty squares given
//! to the winner, as the FFO test set counts.
//!
//! **Source.** The endgame search of Edax (Richard Delorme): moves that leave the opponent few
//! answers first (fastest first), squares of odd regions first (parity), bounds from stable
//! discs, the last four squares written out, a table of both bounds, children's entries looked
//! at before any is searched (Schaeffer & Plaat 1996).
//!
//! **Ours.** Only minimal windows: a walk from 0 toward the score in steps of 2, 4 and then 8
//! (MTD(f), Plaat et al. 1996), so there is one search and no window to carry. No evaluation: no
//! patterns, no shallow searches. Edax orders better and needs fewer nodes from 24 empty squares
//! on.
//!
//! **Invariant.** Scores are even; `beta` is always even, and a value under it is at most
//! `beta - 2`.
//!
//! **Cost.** 15 to 20 million nodes a second. FFO 40 to 44 (20 to 23 empty squares) took 20 s of
//! CPU time together, FFO 45 to 49 (24 to 26) 280 s, on one core of a loaded machine.

mod last;
mod order;
mod root;
mod search;
mod shallow;
mod squares;
mod stability;
mod table;

pub use root::solve_othello;
