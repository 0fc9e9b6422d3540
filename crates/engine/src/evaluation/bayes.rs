//! The Bayesian evaluation of the source: terms distributed normally in games won, drawn and lost.
//!
//! *What.* The expected score of the side to move, given the eight terms: one normal distribution
//! per class of result and per stage, equal priors, `(f1 + f2/2)/(f1 + f2 + 1)` with `f1 = fW/fL` and
//! `f2 = fD/fL`, and as a value `round(512·(score - ½))`. *Where from.* Lee and Mahajan's Othello
//! program Bill; chapter 6.1 of the source for chess. *How ours differs.* The ratios are computed as
//! logarithms, and rules of special endings have the last word as they have with the sum of the
//! terms. *Invariant.* The value lies within ±256. It is not monotone in material: two normals of
//! different width cross twice, and beyond the second crossing more material counts as a loss
//! ([`super::calibrated`] does not have that).

use zermelo_chess::Chess;
use zermelo_game::Score;

use super::normal::{Normal, Ratio};
use super::{TermWeights, Terms};

/// Stages of the game.
pub const STAGES: usize = TermWeights::LAST_STAGE as usize + 1;

/// What the whole range of expected scores spans, as a value.
const SPAN: f64 = 512.0;
/// Mixed with the sum of the terms, Bayes speaks where that is within this.
const EVEN: Score = 100;

/// Where the Bayesian evaluation speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mixture {
    /// Everywhere.
    Alone,
    /// Where the sum of the terms is within ±100. There it may say more than 100: the value jumps
    /// at the border, as in the source.
    Even,
    /// The same, shrunk to ±100, so that nothing even is worth more than what is not.
    Scaled,
}

/// The distributions of one stage.
#[derive(Clone, PartialEq, Debug)]
pub struct Classes {
    /// In games that the side to move won, drew (unless draws were dropped) and lost.
    pub normals: [Option<Normal<8>>; 3],
}

/// The distributions of all stages.
#[derive(Clone, PartialEq, Debug)]
pub struct Bayes {
    stages: Vec<(Ratio<8>, Option<Ratio<8>>)>,
    mixture: Mixture,
}

impl Bayes {
    /// The evaluation from the distributions of each stage. None if a class of a stage has none,
    /// but for draws, which may be missing everywhere.
    #[must_use]
    pub fn new(stages: &[Classes], mixture: Mixture) -> Option<Bayes> {
        let ratios = |classes: &Classes| {
            let [won, drawn, lost] = &classes.normals;
            let lost = lost.as_ref()?;
            let drawn = drawn.as_ref().map(|drawn| Ratio::new(drawn, lost));
            Some((Ratio::new(won.as_ref()?, lost), drawn))
        };
        let stages: Option<Vec<_>> = stages.iter().map(ratios).collect();
        let stages = stages.filter(|stages| stages.len() == STAGES)?;
        Some(Bayes { stages, mixture })
    }

    /// The same, speaking elsewhere.
    #[must_use]
    pub fn mixed(self, mixture: Mixture) -> Bayes {
        Bayes { mixture, ..self }
    }

    /// The expected score of the side to move, given the terms at a stage.
    #[must_use]
    pub fn expected(&self, stage: usize, features: &[f64; 8]) -> f64 {
        let (won, drawn) = &self.stages[stage.min(STAGES - 1)];
        let won = won.log(features);
        let drawn = drawn.as_ref().map(|drawn| drawn.log(features));
        expected_score(won, drawn)
    }

    /// The value of the terms alone: no mixture, no special endings.
    #[must_use]
    pub fn unmixed(&self, terms: &Terms) -> Score {
        let expected = self.expected(terms.stage(), &terms.features());
        (SPAN * (expected - 0.5)).round() as Score
    }

    /// The value of a position for the side to move.
    #[must_use]
    pub fn value(&self, position: &Chess, terms: &Terms) -> Score {
        let bayes = || terms.judged(position, self.unmixed(terms));
        if self.mixture == Mixture::Alone {
            return bayes();
        }
        let sum = terms.sum(position, &TermWeights::ONES);
        if sum.abs() > EVEN {
            return sum;
        }
        match self.mixture {
            Mixture::Scaled => bayes() * EVEN * 2 / SPAN as Score,
            _ => bayes(),
        }
    }
}

/// `(f1 + f2/2)/(f1 + f2 + 1)` from the logarithms of `f1` and `f2`; without draws `f1/(f1 + 1)`.
#[must_use]
pub fn expected_score(won: f64, drawn: Option<f64>) -> f64 {
    let most = won.max(drawn.unwrap_or(0.0)).max(0.0);
    let part = |log: f64| (log - most).exp();
    let (won, lost) = (part(won), part(0.0));
    let drawn = drawn.map_or(0.0, part);
    (won + drawn / 2.0) / (won + drawn + lost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_the_sources_formula_and_never_overflows() {
        for (won, drawn) in [(0.3f64, 1.2f64), (-2.0, 0.0), (4.0, -1.0)] {
            let (f1, f2) = (won.exp(), drawn.exp());
            let expected = (f1 + f2 / 2.0) / (f1 + f2 + 1.0);
            assert!((expected_score(won, Some(drawn)) - expected).abs() < 1e-12);
            assert!((expected_score(won, None) - f1 / (f1 + 1.0)).abs() < 1e-12);
        }
        assert!((expected_score(5000.0, Some(10.0)) - 1.0).abs() < 1e-12);
        assert!(expected_score(-5000.0, Some(-10.0)) < 1e-4);
    }

    fn classes(width: f64) -> Classes {
        let normal = |mean: f64, width: f64| {
            let mut covariance = [[0.0; 8]; 8];
            for (i, row) in covariance.iter_mut().enumerate() {
                row[i] = width * width;
            }
            let mut means = [0.0; 8];
            means[0] = mean;
            Some(Normal {
                mean: means,
                covariance,
            })
        };
        Classes {
            normals: [normal(60.0, 100.0), normal(0.0, 80.0), normal(-60.0, width)],
        }
    }

    #[test]
    fn equal_widths_are_monotone_in_material_and_unequal_ones_turn_back() {
        let equal = Bayes::new(&vec![classes(100.0); STAGES], Mixture::Alone).unwrap();
        let unequal = Bayes::new(&vec![classes(130.0); STAGES], Mixture::Alone).unwrap();
        let score = |bayes: &Bayes, material: f64| {
            let mut features = [0.0; 8];
            features[0] = material;
            bayes.expected(3, &features)
        };
        assert!(score(&equal, 1500.0) > score(&equal, 300.0));
        assert!(score(&unequal, 1500.0) < 0.05, "as in the source");
        assert!(score(&unequal, 150.0) > 0.5);
    }

    #[test]
    fn a_stage_without_wins_makes_no_evaluation() {
        let mut stages = vec![classes(100.0); STAGES];
        stages[4].normals[0] = None;
        assert_eq!(Bayes::new(&stages, Mixture::Alone), None);
        assert_eq!(Bayes::new(&stages[..3], Mixture::Alone), None);
    }
}
