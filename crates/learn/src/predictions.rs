//! How well expected scores hold on games that nobody learnt from.

use serde_json::{Value, json};

use crate::positions::Class;

/// Parts into which expected scores are sorted.
const PARTS: usize = 10;

/// The smallest probability that counts: one that was never expected is not infinitely wrong.
const LEAST: f64 = 1e-9;

/// Expected scores beside results.
#[derive(Clone, Debug, Default)]
pub struct Predictions {
    /// Expected score and points.
    pairs: Vec<(f64, f64)>,
    log_loss: f64,
    counts: [f64; 3],
}

impl Predictions {
    /// Adds a prediction: probabilities of the classes, and what happened.
    pub fn add(&mut self, probabilities: [f64; 3], class: Class) {
        let expected = probabilities[0] + probabilities[1] / 2.0;
        self.pairs.push((expected, class.points()));
        self.log_loss -= probabilities[class as usize].max(LEAST).ln();
        self.counts[class as usize] += 1.0;
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The mean of minus the logarithm of the probability of what happened.
    #[must_use]
    pub fn log_loss(&self) -> f64 {
        self.log_loss / self.pairs.len().max(1) as f64
    }

    /// The same when only the shares of the classes are known.
    #[must_use]
    pub fn log_loss_of_shares(&self) -> f64 {
        let all: f64 = self.counts.iter().sum();
        let part = |count: &f64| {
            if *count > 0.0 {
                -count / all * (count / all).ln()
            } else {
                0.0
            }
        };
        self.counts.iter().map(part).sum()
    }

    /// A sentence where the predictions are worse than the shares of the classes alone.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let (own, shares) = (self.log_loss(), self.log_loss_of_shares());
        (!self.is_empty() && own > shares).then(|| {
            format!(
                "on games held out it foretells results worse than their shares alone do (log loss \
                 {own:.4} and {shares:.4}): learn from more games"
            )
        })
    }

    /// The mean square by which the expected score misses the points.
    #[must_use]
    pub fn squared_error(&self) -> f64 {
        let square = |(expected, points): &(f64, f64)| (expected - points).powi(2);
        self.pairs.iter().map(square).sum::<f64>() / self.pairs.len().max(1) as f64
    }

    /// The predictions in ten parts of equal size, from the lowest expected score to the highest:
    /// the mean expected score, the mean of the points, and how many.
    #[must_use]
    pub fn deciles(&self) -> Vec<(f64, f64, usize)> {
        let mut sorted = self.pairs.clone();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let size = sorted.len().div_ceil(PARTS).max(1);
        let part = |part: &[(f64, f64)]| {
            let count = part.len() as f64;
            let mean = |of: fn(&(f64, f64)) -> f64| part.iter().map(of).sum::<f64>() / count;
            (mean(|pair| pair.0), mean(|pair| pair.1), part.len())
        };
        sorted.chunks(size).map(part).collect()
    }

    /// The mean distance between what is expected and what happens, over the ten parts.
    #[must_use]
    pub fn calibration_error(&self) -> f64 {
        let apart = |(expected, points, count): &(f64, f64, usize)| {
            (expected - points).abs() * *count as f64
        };
        self.deciles().iter().map(apart).sum::<f64>() / self.pairs.len().max(1) as f64
    }

    /// All that as a figure of a folder; null without predictions.
    #[must_use]
    pub fn json(&self) -> Value {
        if self.is_empty() {
            return Value::Null;
        }
        // Four digits are more than these samples tell.
        let rounded = |value: f64| (value * 1e4).round() / 1e4;
        let deciles: Vec<Value> = self
            .deciles()
            .into_iter()
            .map(|(expected, points, count)| json!([rounded(expected), rounded(points), count]))
            .collect();
        json!({
            "positions": self.pairs.len(),
            "log_loss": rounded(self.log_loss()),
            "log_loss_of_shares": rounded(self.log_loss_of_shares()),
            "squared_error": rounded(self.squared_error()),
            "calibration_error": rounded(self.calibration_error()),
            "deciles": deciles,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_a_small_example() {
        let mut predictions = Predictions::default();
        assert!(predictions.json().is_null());
        for (probabilities, class) in [
            ([0.5, 0.25, 0.25], Class::Win),
            ([0.5, 0.25, 0.25], Class::Loss),
        ] {
            predictions.add(probabilities, class);
        }
        let expected = -(0.5f64.ln() + 0.25f64.ln()) / 2.0;
        assert!((predictions.log_loss() - expected).abs() < 1e-12);
        assert!((predictions.log_loss_of_shares() - 2f64.ln()).abs() < 1e-12);
        let error = (0.375f64.powi(2) + 0.625f64.powi(2)) / 2.0;
        assert!((predictions.squared_error() - error).abs() < 1e-12);
        assert_eq!(predictions.deciles().len(), 2);
    }

    #[test]
    fn what_is_expected_and_happens_is_calibrated() {
        let mut predictions = Predictions::default();
        for number in 0..1000 {
            let class = if number % 4 == 0 {
                Class::Loss
            } else {
                Class::Win
            };
            predictions.add([0.75, 0.0, 0.25], class);
        }
        assert!(predictions.calibration_error() < 1e-9);
        let mut bold = Predictions::default();
        for number in 0..1000 {
            let class = if number % 4 == 0 {
                Class::Loss
            } else {
                Class::Win
            };
            bold.add([0.95, 0.0, 0.05], class);
        }
        assert!((bold.calibration_error() - 0.2).abs() < 1e-9);
    }
}
