//! What the results of a match say about strength: Elo, normalised Elo, likelihood of
//! superiority, with error bars.
//!
//! Computed from game *pairs* (the pentanomial of Van den Bergh, as fishtest and fastchess use
//! it): the two games of a pair share their opening, so they are not independent, and treating
//! them as if they were overstates the variance. Until a pair is complete the three results of
//! single games serve instead. Normalised Elo is (µ - ½)/σ per game times 800/ln 10.
//!
//! Scores may be mixed points between 0 and 1: a game worth r ≥ ½ counts as 2r-1 of a win and
//! the rest of a draw, and mirrored below; a pair is shared between the two nearest of the five
//! classes. Both keep the mean exact and can only widen the error bars.
//!
//! Invariant: `score == (wins + draws / 2) / games`. Cost: constant per game.

/// 97.5% quantile of the standard normal distribution, for error bars of 95%.
const QUANTILE: f64 = 1.959_963_984_540_054;

/// Normalised Elo per unit of (µ - ½)/σ.
pub const NELO_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// From fewer pairs, or single games where none are paired, an interval or a likelihood of
/// superiority says nothing: what is measured to be reported leaves them out.
pub const FEWEST: usize = 5;

/// Results of one player against another.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Tally {
    /// Games finished.
    pub games: u64,
    /// Games won; fractions where points were mixed.
    pub wins: f64,
    /// Games drawn.
    pub draws: f64,
    /// Games lost.
    pub losses: f64,
    /// Complete pairs by points: 0, ½, 1, 1½, 2.
    pub pentanomial: [f64; 5],
}

/// An estimate with its 95% error bar. Values that do not exist (an Elo difference for a score of
/// 100%, a bar where nothing varied) are `None`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Points per game.
    pub score: f64,
    /// Half the width of its interval.
    pub score_error: Option<f64>,
    /// Elo difference.
    pub elo: Option<f64>,
    /// Half the width of its interval.
    pub elo_error: Option<f64>,
    /// Normalised Elo difference.
    pub nelo: Option<f64>,
    /// Half the width of its interval.
    pub nelo_error: Option<f64>,
    /// Likelihood of superiority: the probability of being the stronger one.
    pub los: f64,
}

impl Tally {
    /// Counts a game that brought `points` (0 to 1).
    pub fn add_game(&mut self, points: f64) {
        let points = points.clamp(0.0, 1.0);
        self.games += 1;
        let decided = (2.0 * points - 1.0).abs();
        if points > 0.5 {
            self.wins += decided;
        } else {
            self.losses += decided;
        }
        self.draws += 1.0 - decided;
    }

    /// Counts a complete pair by its two games' points together (0 to 2). The games are counted
    /// apart, by [`add_game`](Tally::add_game).
    pub fn add_pair(&mut self, points: f64) {
        let class = (points.clamp(0.0, 2.0) * 2.0).min(4.0);
        let below = class.floor();
        let share = class - below;
        self.pentanomial[below as usize] += 1.0 - share;
        if share > 0.0 {
            self.pentanomial[below as usize + 1] += share;
        }
    }

    /// The same results for the opponent.
    #[must_use]
    pub fn reversed(&self) -> Tally {
        let mut pentanomial = self.pentanomial;
        pentanomial.reverse();
        Tally {
            wins: self.losses,
            losses: self.wins,
            pentanomial,
            ..*self
        }
    }

    /// Points won.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins + self.draws / 2.0
    }

    /// Complete pairs.
    #[must_use]
    pub fn pairs(&self) -> f64 {
        self.pentanomial.iter().sum()
    }

    /// The three results as classes: losses, draws, wins.
    #[must_use]
    pub fn trinomial(&self) -> [f64; 3] {
        [self.losses, self.draws, self.wins]
    }

    /// Whether the results are enough for an interval and a likelihood of superiority.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        let pairs = self.pairs();
        let trials = if pairs > 0.0 {
            pairs
        } else {
            self.games as f64
        };
        trials >= FEWEST as f64
    }

    /// What the results say; `None` before the first game.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        if self.games == 0 {
            None
        } else if self.pairs() > 0.0 {
            Some(estimate(&self.pentanomial, 2.0))
        } else {
            Some(estimate(&self.trinomial(), 1.0))
        }
    }
}

/// Mean and variance of classes whose points run evenly from 0 to 1.
#[must_use]
pub fn moments(classes: &[f64]) -> (f64, f64) {
    let total: f64 = classes.iter().sum();
    let points = |i: usize| i as f64 / (classes.len() - 1) as f64;
    let weighted = |f: &dyn Fn(f64) -> f64| -> f64 {
        let terms = classes.iter().enumerate().map(|(i, n)| n * f(points(i)));
        terms.sum::<f64>() / total
    };
    let mean = weighted(&|x| x);
    (mean, weighted(&|x| (x - mean) * (x - mean)))
}

/// Elo difference of an expected score, if there is one.
#[must_use]
pub fn elo_of_score(score: f64) -> Option<f64> {
    // Adding zero turns the negative zero of an even score into a plain one.
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10() + 0.0)
}

/// Expected score of an Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

fn estimate(classes: &[f64], games_per_trial: f64) -> Estimate {
    let trials: f64 = classes.iter().sum();
    let (score, variance) = moments(classes);
    let deviation = (variance / trials).sqrt();
    let varies = variance > 0.0;
    let low = elo_of_score(score - QUANTILE * deviation);
    let high = elo_of_score(score + QUANTILE * deviation);
    let per_game = (games_per_trial * variance).sqrt();
    let half = |(low, high): (f64, f64)| (high - low) / 2.0;
    Estimate {
        score,
        score_error: varies.then_some(QUANTILE * deviation),
        elo: elo_of_score(score),
        elo_error: low.zip(high).filter(|_| varies).map(half),
        nelo: varies.then(|| (score - 0.5) / per_game * NELO_SCALE),
        nelo_error: varies.then(|| QUANTILE * deviation / per_game * NELO_SCALE),
        los: if varies {
            normal_cdf((score - 0.5) / deviation)
        } else {
            // All results alike: no deviation can be estimated. The largest that a game can have,
            // a half, stands for it, so that a single win is not called a proof.
            normal_cdf((2.0 * score - 1.0) * (trials * games_per_trial).sqrt())
        },
    }
}

/// The standard normal distribution function, to about twelve digits: Taylor series near the
/// middle, continued fraction (Lentz) in the tails.
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x.abs() < 5.0 {
        let mut term = x;
        let mut sum = x;
        let mut n = 1.0;
        while term.abs() > 1e-17 {
            n += 2.0;
            term *= x * x / n;
            sum += term;
        }
        0.5 + density * sum
    } else {
        let mut fraction = 0.0;
        for k in (1..60).rev() {
            fraction = f64::from(k) / (x.abs() + fraction);
        }
        let tail = density / (x.abs() + fraction);
        if x > 0.0 { 1.0 - tail } else { tail }
    }
}
