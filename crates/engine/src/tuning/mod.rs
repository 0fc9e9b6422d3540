//! Evaluations from games: weights of the terms, and networks.
//!
//! [`selfplay`] plays games from random openings at a fixed number of nodes and notes quiet
//! positions with the score of the search and the result; [`fit`] moves the weights of the terms so
//! that the evaluation predicts them, [`train`] those of a network. What is predicted is the same
//! for both: a mixture of the result and of what the search expected.

pub mod fit;
pub mod selfplay;
pub mod train;

use selfplay::Sample;

/// The score expected from centipawns, where `scale` of them expect ten to one.
fn expected(score: f32, scale: i64) -> f32 {
    1.0 / (1.0 + 10f32.powf(-score / scale as f32))
}

/// What is to be predicted of a position, for the first side: the result, a share of it in
/// hundredths, and what the search expects; that alone where there is no result.
fn target(sample: &Sample, result: i64, scale: i64) -> f32 {
    let believed = expected(sample.score as f32, scale);
    let share = result as f32 / 100.0;
    sample
        .result
        .map_or(believed, |result| share * result + (1.0 - share) * believed)
}
