//! Weights from games that the engine plays against itself.
//!
//! [`selfplay`] plays games from random openings at a fixed number of nodes and notes quiet
//! positions with the score of the search and the result; [`fit`] moves the weights so that the
//! evaluation predicts them. Nothing from outside enters.

pub mod fit;
pub mod selfplay;
