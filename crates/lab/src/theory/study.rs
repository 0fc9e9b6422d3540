//! How an experiment is run: its seed, how many samples, and the arithmetic of means.

use zermelo_game::random::mix;

/// The settings of one experiment.
#[derive(Clone, Copy)]
pub struct Study<'a> {
    /// The seed of everything random.
    pub seed: u64,
    /// Samples of each random row; `None`: as many as take a fraction of a second.
    pub samples: Option<u64>,
    /// Asked before each sample; `true` ends the sampling with what there is.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Default for Study<'_> {
    /// Seed 1, the table's own number of samples, never stopped.
    fn default() -> Self {
        Study {
            seed: 1,
            samples: None,
            stop: &|| false,
        }
    }
}

/// At least so many samples stand behind every mean, so that its error means something.
const FEWEST: u64 = 60;

/// At most so many samples are drawn unless more are asked for.
const MOST: u64 = 20_000;

impl Study<'_> {
    /// How many samples a row gets whose samples each cost about `cost`, when about `budget` may
    /// be spent on it.
    #[must_use]
    pub fn samples(&self, cost: f64, budget: f64) -> u64 {
        let affordable = (budget / cost.max(1.0)) as u64;
        self.samples
            .unwrap_or(affordable.clamp(FEWEST, MOST))
            .max(2)
    }

    /// A seed for one sample of one row, different for every pair.
    #[must_use]
    pub fn seed_of(&self, row: u64, sample: u64) -> u64 {
        mix(mix(self.seed.wrapping_add(mix(row))).wrapping_add(sample))
    }

    /// Draws samples; at least two, whatever the stop test says.
    pub fn sample(&self, row: u64, samples: u64, mut draw: impl FnMut(u64) -> f64) -> Estimate {
        let mut estimate = Estimate::default();
        for sample in 0..samples {
            if sample >= 2 && (self.stop)() {
                break;
            }
            estimate.add(draw(self.seed_of(row, sample)));
        }
        estimate
    }
}

/// A mean and how sure it is, by Welford's recurrence.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate {
    /// Samples so far.
    pub samples: u64,
    /// Their mean.
    pub mean: f64,
    /// The sum of squared distances from the mean.
    squares: f64,
}

impl Estimate {
    /// Adds a sample.
    pub fn add(&mut self, value: f64) {
        self.samples += 1;
        let before = value - self.mean;
        self.mean += before / self.samples as f64;
        self.squares += before * (value - self.mean);
    }

    /// The standard error of the mean; 0 with fewer than two samples.
    #[must_use]
    pub fn error(&self) -> f64 {
        if self.samples < 2 {
            return 0.0;
        }
        let samples = self.samples as f64;
        (self.squares / (samples - 1.0) / samples).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_error_are_those_of_the_textbook() {
        let mut estimate = Estimate::default();
        for value in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            estimate.add(value);
        }
        assert_eq!(estimate.mean, 5.0);
        assert!((estimate.error() - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_stopped_study_still_has_two_samples() {
        let study = Study {
            stop: &|| true,
            ..Study::default()
        };
        assert_eq!(study.sample(0, 1000, |_| 1.0).samples, 2);
    }

    #[test]
    fn the_samples_asked_for_are_drawn_and_differ_by_row_and_seed() {
        let study = Study {
            samples: Some(7),
            ..Study::default()
        };
        assert_eq!(study.samples(1e9, 1.0), 7);
        assert_ne!(study.seed_of(1, 0), study.seed_of(0, 1));
        let other = Study { seed: 2, ..study };
        assert_ne!(study.seed_of(1, 0), other.seed_of(1, 0));
    }
}
