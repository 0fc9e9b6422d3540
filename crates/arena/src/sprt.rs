//! The sequential probability ratio test: play until the question is answered, no longer.
//!
//! The generalised test of fishtest (Van den Bergh, "Normalized Elo, practical", sections 4.1
//! and 4.2, and "Comments on normalized Elo"): the log-likelihood ratio of the two hypotheses,
//! each represented by its most likely distribution over the five pair results. Hypotheses are
//! differences in normalised Elo (a t-value, so that the length of a test does not depend on the
//! share of draws) or in ordinary, logistic Elo.
//!
//! Classes that never occurred are given a thousandth of a trial, as fishtest does, so that the
//! distributions exist. Cost: some microseconds a call.

use std::fmt;

use crate::statistics::{NELO_SCALE, score_of_elo};

/// A test of `elo0` against `elo1`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference under the null hypothesis.
    pub elo0: f64,
    /// The difference under the alternative, larger than `elo0`.
    pub elo1: f64,
    /// The probability of accepting the alternative when the null hypothesis holds.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis when the alternative holds.
    pub beta: f64,
    /// What the differences measure.
    pub model: EloModel,
}

/// What a difference in Elo measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloModel {
    /// Units of the standard deviation of a game.
    Normalized,
    /// Expected score, on the usual scale.
    Logistic,
}

impl Default for Sprt {
    /// Is it stronger? 0 against 5 normalised Elo with 5% errors either way: some 26,000 games
    /// if one of the two is true (simulated; the number falls with the square of the distance).
    fn default() -> Sprt {
        Sprt {
            elo0: 0.0,
            elo1: 5.0,
            alpha: 0.05,
            beta: 0.05,
            model: EloModel::Normalized,
        }
    }
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More games are needed.
    Undecided,
    /// `elo1` is accepted.
    Stronger,
    /// `elo0` is accepted.
    NotStronger,
}

impl Verdict {
    /// One word for machines.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Undecided => "undecided",
            Verdict::Stronger => "H1",
            Verdict::NotStronger => "H0",
        }
    }
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EloModel::Normalized => "normalised Elo",
            EloModel::Logistic => "Elo",
        })
    }
}

impl Sprt {
    /// What is wrong with the test, if anything.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        let rate = |p: f64| p > 0.0 && p < 0.5;
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            Some(format!(
                "elo0 {} must be below elo1 {}",
                self.elo0, self.elo1
            ))
        } else if !rate(self.alpha) || !rate(self.beta) {
            let (a, b) = (self.alpha, self.beta);
            Some(format!(
                "alpha {a} and beta {b} must be above 0 and below 0.5"
            ))
        } else {
            None
        }
    }

    /// The ratio at or below which `elo0`, and that at or above which `elo1` is accepted.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio of five pair classes (or three game classes), worst first.
    #[must_use]
    pub fn llr(&self, classes: &[f64]) -> f64 {
        if classes.len() < 2 || classes.iter().sum::<f64>() <= 0.0 {
            return 0.0;
        }
        let filled = classes.iter().map(|&n| if n == 0.0 { 1e-3 } else { n });
        let filled: Vec<f64> = filled.collect();
        let trials: f64 = filled.iter().sum();
        let last = (filled.len() - 1) as f64;
        let observed = filled.iter().enumerate();
        let observed: Vec<(f64, f64)> = observed
            .map(|(i, n)| (i as f64 / last, n / trials))
            .collect();
        let fit = |elo: f64| match self.model {
            EloModel::Logistic => with_mean(&observed, score_of_elo(elo)),
            EloModel::Normalized => {
                let per_trial = if classes.len() == 5 { 2f64.sqrt() } else { 1.0 };
                with_t_value(&observed, elo / NELO_SCALE * per_trial)
            }
        };
        let (null, alternative) = (fit(self.elo0), fit(self.elo1));
        let terms = observed.iter().zip(null.iter().zip(&alternative));
        trials
            * terms
                .map(|((_, p), (p0, p1))| p * (p1 / p0).ln())
                .sum::<f64>()
    }

    /// Where a test with this ratio stands.
    #[must_use]
    pub fn verdict(&self, llr: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Verdict::Stronger
        } else if llr <= lower {
            Verdict::NotStronger
        } else {
            Verdict::Undecided
        }
    }

    /// The verdict in a sentence.
    #[must_use]
    pub fn sentence(&self, llr: f64, a: &str, b: &str) -> String {
        let (lower, upper) = self.bounds();
        let ratio = format!("log-likelihood ratio {llr:.2} in ({lower:.2}, {upper:.2})");
        let (elo0, elo1, model) = (self.elo0, self.elo1, self.model);
        match self.verdict(llr) {
            Verdict::Stronger => format!(
                "{a} passes against {b}: a difference of at least {elo1} {model} is accepted over \
                 {elo0}, wrong in at most {}% of such tests ({ratio}).",
                percent(self.alpha)
            ),
            Verdict::NotStronger => format!(
                "{a} fails against {b}: a difference of at most {elo0} {model} is accepted over \
                 {elo1}, wrong in at most {}% of such tests ({ratio}).",
                percent(self.beta)
            ),
            Verdict::Undecided => format!(
                "Undecided between {elo0} and {elo1} {model} for {a} against {b} ({ratio}): \
                 more games are needed."
            ),
        }
    }
}

/// A rate in per cent, without the digits that binary fractions add.
fn percent(rate: f64) -> f64 {
    (rate * 1e8).round() / 1e6
}

/// The most likely distribution with a given mean (Proposition 1.1 of Van den Bergh's note on
/// multinomial likelihoods).
fn with_mean(observed: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let shifted: Vec<(f64, f64)> = observed.iter().map(|&(a, p)| (a - mean, p)).collect();
    reweighted(&shifted)
}

/// The most likely distribution with a given (µ - ½)/σ: a fixed point, reached in a
/// few steps, in some dozens where nearly all results are alike.
fn with_t_value(observed: &[(f64, f64)], t: f64) -> Vec<f64> {
    let mut fitted = vec![1.0 / observed.len() as f64; observed.len()];
    for _ in 0..200 {
        let values = || observed.iter().map(|&(a, _)| a).zip(&fitted);
        let mean: f64 = values().map(|(a, p)| a * p).sum();
        let variance: f64 = values().map(|(a, p)| p * (a - mean) * (a - mean)).sum();
        let sigma = variance.sqrt();
        let bent = |a: f64| a - 0.5 - t * sigma * (1.0 + ((mean - a) / sigma).powi(2)) / 2.0;
        let shifted: Vec<(f64, f64)> = observed.iter().map(|&(a, p)| (bent(a), p)).collect();
        let next = reweighted(&shifted);
        let moved = next.iter().zip(&fitted).map(|(a, b)| (a - b).abs());
        let moved = moved.fold(0.0, f64::max);
        fitted = next;
        if moved < 1e-9 {
            break;
        }
    }
    fitted
}

/// Weights p/(1 + x a) where x solves the secular equation Σ p a / (1 + x a) = 0, so that the
/// reweighted mean of the values a is zero.
fn reweighted(values: &[(f64, f64)]) -> Vec<f64> {
    let least = values.iter().map(|v| v.0).fold(f64::INFINITY, f64::min);
    let most = values.iter().map(|v| v.0).fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        // No distribution over these classes has the wanted mean; the observed one stays.
        return values.iter().map(|v| v.1).collect();
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    // Newton's step where it stays inside, bisection where it does not: the function falls.
    for _ in 0..100 {
        let (mut f, mut slope) = (0.0, 0.0);
        for &(a, p) in values {
            let q = a / (1.0 + x * a);
            f += p * q;
            slope -= p * q * q;
        }
        if f > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - f / slope;
        let next = if newton > low && newton < high {
            newton
        } else {
            f64::midpoint(low, high)
        };
        if (next - x).abs() < 1e-13 * (1.0 + x.abs()) {
            break;
        }
        x = next;
    }
    values.iter().map(|&(a, p)| p / (1.0 + x * a)).collect()
}
