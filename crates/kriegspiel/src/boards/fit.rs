//! Fits the model of the opponent to moves that were played.
//!
//! *Computes* the weights under which the moves played are likely: the gradient of the logarithm
//! of a conditional logit, in steps that shrink for weights which have moved much (AdaGrad, Duchi,
//! Hazan & Singer 2011), drawn towards zero. *Invariant.* Equal samples and seeds give equal
//! weights. *Cost.* A pass looks at every legal move of every sample.

use zermelo_chess::{Chess, Move};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation};

use super::model::{MAX_FEATURES, Memory, Model, Sight, WEIGHTS};
use crate::transcript::Transcript;

/// A move that was played.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The board before it.
    pub board: Chess,
    /// What its mover remembered.
    pub memory: Memory,
    /// The move.
    pub played: Move,
}

/// The moves of a game, each with the board before it.
#[must_use]
pub fn samples_of(game: &Transcript) -> Vec<Sample> {
    let mut board = game.start().unwrap_or_default();
    let mut memories = [Memory::default(); 2];
    let mut samples = Vec::new();
    for tried in game.entries().iter().filter_map(|entry| entry.completed()) {
        // The umpire accepted it, so it is a move of the board.
        let Ok(played) = board.parse_move(&tried.to_string()) else {
            break;
        };
        let side = board.side();
        samples.push(Sample {
            board: board.clone(),
            memory: memories[side.index()],
            played,
        });
        let (own, other) = (side.index(), (!side).index());
        memories[own] = memories[own].after_own(played);
        memories[other] = memories[other].after_theirs(played.captured_square());
        board.play(played);
    }
    samples
}

/// How a model is fitted.
#[derive(Clone, Copy, Debug)]
pub struct FitParams {
    /// Passes over the samples.
    pub passes: usize,
    /// The length of the first steps.
    pub rate: f32,
    /// What draws a weight towards zero whenever it counts.
    pub shrink: f32,
    /// The seed of the order of the samples.
    pub seed: u64,
}

impl Default for FitParams {
    fn default() -> FitParams {
        FitParams {
            passes: 8,
            rate: 0.15,
            shrink: 0.0005,
            seed: 1,
        }
    }
}

/// What a weight has moved at the start, so that first steps are no leaps.
const CALM: f32 = 1.0;

/// The weights under which the samples are likely.
#[must_use]
pub fn fit(samples: &[Sample], params: FitParams) -> Model {
    let mut weights = vec![0.0f32; WEIGHTS];
    let mut moved = vec![CALM; WEIGHTS];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut rng = Rng::new(params.seed);
    let mut gradient: Vec<(usize, f32)> = Vec::new();
    for _ in 0..params.passes {
        rng.shuffle(&mut order);
        for &at in &order {
            gradient.clear();
            slope(&samples[at], &weights, &mut gradient);
            for &(index, by) in &gradient {
                let by = by - params.shrink * weights[index];
                moved[index] += by * by;
                weights[index] += params.rate * by / moved[index].sqrt();
            }
        }
    }
    Model::new(weights)
}

/// The gradient of the logarithm of the chance of the move played.
fn slope(sample: &Sample, weights: &[f32], out: &mut Vec<(usize, f32)>) {
    let mut moves = Vec::with_capacity(64);
    sample.board.legal_moves(&mut moves);
    let sight = Sight::of(&sample.board, sample.memory);
    let mut scores = Vec::with_capacity(moves.len());
    let mut found = Vec::with_capacity(moves.len() * MAX_FEATURES);
    for (number, &m) in moves.iter().enumerate() {
        let mut sum = 0.0;
        sight.features(&sample.board, m, |index| {
            sum += weights[index];
            found.push((number, index));
        });
        scores.push(sum);
    }
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let total: f32 = scores.iter().map(|score| (score - most).exp()).sum();
    for (number, index) in found {
        let chance = (scores[number] - most).exp() / total;
        let wanted = f32::from(u8::from(moves[number] == sample.played));
        let by = wanted - chance;
        match out.iter_mut().find(|(known, _)| *known == index) {
            Some((_, sum)) => *sum += by,
            None => out.push((index, by)),
        }
    }
}

/// The mean logarithm of the chance of the moves played.
#[must_use]
pub fn log_likelihood(model: &Model, samples: &[Sample]) -> f64 {
    let (mut moves, mut chances) = (Vec::new(), Vec::new());
    let mut sum = 0.0;
    for sample in samples {
        moves.clear();
        sample.board.legal_moves(&mut moves);
        let sight = Sight::of(&sample.board, sample.memory);
        model.chances(&sample.board, &sight, &moves, &mut chances);
        let at = moves.iter().position(|&m| m == sample.played);
        sum += at.map_or(0.0, |at| f64::from(chances[at].ln()));
    }
    sum / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fitted_model_finds_the_moves_played_likelier_than_chance_does() {
        let mut rng = Rng::new(9);
        let mut samples = Vec::new();
        for _ in 0..40 {
            let mut board = Chess::new();
            for _ in 0..30 {
                let mut moves = Vec::new();
                board.legal_moves(&mut moves);
                // Whoever plays here takes when it can.
                let takes: Vec<Move> = moves.iter().copied().filter(|m| m.is_capture()).collect();
                let from = if takes.is_empty() { &moves } else { &takes };
                let Some(&played) = rng.pick(from) else { break };
                let memory = Memory::default();
                samples.push(Sample {
                    board: board.clone(),
                    memory,
                    played,
                });
                board.play(played);
            }
        }
        let (held_out, known) = samples.split_at(samples.len() / 4);
        let fitted = fit(known, FitParams::default());
        let before = log_likelihood(&Model::default(), held_out);
        let after = log_likelihood(&fitted, held_out);
        assert!(after > before + 0.3, "{before} {after}");
    }
}
