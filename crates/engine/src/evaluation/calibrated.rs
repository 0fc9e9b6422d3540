//! A Bayesian evaluation that is monotone in material at each stage and means what it says.
//!
//! *What.* The expected score of the side to move, given the eight terms. Games won, drawn and lost
//! share one covariance per stage, and what is good for one side is bad for the other, so that the
//! logarithms of the ratios are linear: with `t = w·x` the ratio of wins to losses is `exp(t)`, that
//! of draws to losses `ρ·exp(t/2)`, ρ from the share of draws at the stage. Weights change gradually
//! between stages. *Where from.* Fisher 1936 for the shared covariance; the three classes are those of
//! the source (6.1). *How it differs from* [`super::bayes`]: linear, not quadratic; terms other than
//! material are bent (`s·asinh(x/s)`) so that normals fit their tails; the priors are the stage's;
//! the steepness is calibrated on games that were not learnt from. *Invariant.* More of a term whose
//! weight is not negative never lowers the expected score at a stage; between stages weights and
//! draws differ, and nothing is promised. The value is the logarithm of
//! the odds of the expected score, in centipawns.

use zermelo_game::Score;

use super::Terms;
use super::bayes::{STAGES, expected_score};

/// One stage.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CalibratedStage {
    /// What a centipawn of each term adds to the logarithm of wins to losses.
    pub weights: [f64; 8],
    /// The logarithm of ρ: of draws to the mean of wins and losses, all terms even.
    pub draws: f64,
}

/// All stages.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibrated {
    /// The stages.
    pub stages: [CalibratedStage; STAGES],
    /// Where each term is bent, in centipawns; infinite for one that is not.
    pub bends: [f64; 8],
    /// Centipawns for which the odds of the expected score grow e-fold.
    pub centipawns: f64,
}

/// The material from which stages count, and the width of one.
const FIRST: f64 = 6600.0;
const WIDTH: f64 = 520.0;

/// The largest value: less than a won ending's, as no count of terms proves a win.
const MOST: f64 = 8000.0;

impl Calibrated {
    /// A term as it counts.
    #[must_use]
    pub fn bent(x: f64, bend: f64) -> f64 {
        if bend.is_finite() && bend > 0.0 {
            bend * (x / bend).asinh()
        } else {
            x
        }
    }

    /// Weights and draws between the two nearest stages' middles.
    #[must_use]
    fn between(&self, pieces: i32) -> (usize, f64) {
        let place = ((FIRST - f64::from(pieces)) / WIDTH - 0.5).clamp(0.0, (STAGES - 1) as f64);
        let low = (place as usize).min(STAGES - 2);
        (low, place - low as f64)
    }

    /// The logarithms of wins to losses and of draws to losses.
    #[must_use]
    pub fn logs(&self, pieces: i32, features: &[f64; 8]) -> (f64, f64) {
        let (low, share) = self.between(pieces);
        let [a, b] = [&self.stages[low], &self.stages[low + 1]];
        let mix = |a: f64, b: f64| a + share * (b - a);
        let term = |i: usize| {
            mix(a.weights[i], b.weights[i]) * Calibrated::bent(features[i], self.bends[i])
        };
        let won: f64 = (0..8).map(term).sum();
        (won, mix(a.draws, b.draws) + won / 2.0)
    }

    /// The expected score of the side to move.
    #[must_use]
    pub fn expected(&self, pieces: i32, features: &[f64; 8]) -> f64 {
        let (won, drawn) = self.logs(pieces, features);
        expected_score(won, Some(drawn))
    }

    /// The value for the side to move, in centipawns.
    #[must_use]
    pub fn value(&self, terms: &Terms) -> Score {
        let (won, drawn) = self.logs(terms.pieces, &terms.features());
        // The odds of (1 + ρe^(-t/2)/2) to (e^(-t) + ρe^(-t/2)/2), without overflow.
        let odds = log_sum(won, drawn - HALF) - log_sum(0.0, drawn - HALF);
        (self.centipawns * odds).clamp(-MOST, MOST).round() as Score
    }
}

/// The logarithm of two.
const HALF: f64 = std::f64::consts::LN_2;

/// `log(exp(a) + exp(b))`.
fn log_sum(a: f64, b: f64) -> f64 {
    let most = a.max(b);
    most + ((a - most).exp() + (b - most).exp()).ln()
}
