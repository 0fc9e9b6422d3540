//! Draughts endings, solved: won, drawn or lost, and how soon.
//!
//! **What it computes.** For every position with up to four pieces, the outcome with best play
//! and the plies to the end: the winner hurries, the loser delays. Repetition and the referee's
//! move limits are left out.
//!
//! **Source.** Retrograde analysis: Ströhlein 1970; for draughts the Chinook databases
//! (Lake et al. 1994).
//!
//! **Ours.** Positions are seen from the mover, who goes down the board; a position and the one
//! with colours and board turned are the same. Tables are made when a position first needs them,
//! and only those that its captures and promotions can reach. [`zermelo_search::retrograde`] does
//! the same for any game from one starting position, with a hash map; ranking pieces on squares
//! needs two bytes a position instead.
//!
//! **Invariant.** A won position has a move to a lost one of one ply less and none to a nearer
//! one; a lost position's moves all lead to won ones, the farthest one ply less; a drawn one has
//! a move to a drawn one and none to a lost one.
//!
//! **Cost.** See [`Endings::build`].

mod class;
mod endings;
mod retrograde;

pub use endings::{Ending, EndingError, Endings, MOST_PIECES, solve_draughts_ending};
