//! Means of gains with errors that know that gains of one game are alike.

/// A mean over uses of something, by games.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Gains {
    /// Times it was used.
    pub uses: u64,
    /// Games in which it was.
    pub games: u64,
    sum: f64,
    /// Over games: the squares of sums, of numbers, and their products.
    squares: (f64, f64, f64),
    /// What the variances of the uses' strata add up to.
    noise: f64,
}

impl Gains {
    /// Adds the uses of one game: how many, what they gained, and the sum of the variances that
    /// gains have where they were made.
    pub fn add_game(&mut self, uses: u64, sum: f64, noise: f64) {
        let number = uses as f64;
        self.uses += uses;
        self.games += 1;
        self.sum += sum;
        self.noise += noise;
        self.squares.0 += sum * sum;
        self.squares.1 += number * number;
        self.squares.2 += sum * number;
    }

    /// The mean of a use.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum / (self.uses.max(1)) as f64
    }

    /// The standard error of the mean; games are independent of each other, uses in one are not.
    /// It is never less than that of uses drawn by chance: moves of one opening line are all alike
    /// and prove nothing.
    #[must_use]
    pub fn error(&self) -> f64 {
        let (mean, (sums, numbers, products)) = (self.mean(), self.squares);
        let spread = sums - 2.0 * mean * products + mean * mean * numbers;
        let games = self.games as f64;
        let few = games / (games - 1.0).max(1.0);
        (spread * few).max(self.noise).sqrt() / self.uses.max(1) as f64
    }

    /// The mean in standard errors; nothing where there is no error to measure by.
    #[must_use]
    pub fn z(&self) -> f64 {
        let error = self.error();
        if error > 0.0 {
            self.mean() / error
        } else {
            0.0
        }
    }
}

/// The chance that a standard normal number is at least `z` (Abramowitz and Stegun 7.1.26; its
/// error is under 1e-7).
#[must_use]
pub fn tail(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = [
        0.254_829_592,
        -0.284_496_736,
        1.421_413_741,
        -1.453_152_027,
        1.061_405_429,
    ];
    let sum = series.iter().rev().fold(0.0, |sum, c| (sum + c) * t);
    let beyond = sum * (-x * x).exp() / 2.0;
    if z >= 0.0 { beyond } else { 1.0 - beyond }
}

/// Chances corrected for their number by Holm's method, in the order given.
#[must_use]
pub fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|&a, &b| chances[a].total_cmp(&chances[b]));
    let mut corrected = vec![1.0; chances.len()];
    let mut largest: f64 = 0.0;
    for (rank, &at) in order.iter().enumerate() {
        let left = (chances.len() - rank) as f64;
        largest = largest.max((chances[at] * left).min(1.0));
        corrected[at] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_the_tables() {
        for (z, expected) in [
            (0.0, 0.5),
            (1.0, 0.158_655),
            (1.96, 0.024_998),
            (-1.0, 0.841_345),
        ] {
            assert!((tail(z) - expected).abs() < 1e-5, "{z}: {}", tail(z));
        }
        assert!(tail(5.0) < 3e-7);
    }

    #[test]
    fn holm_multiplies_by_what_is_left_and_keeps_the_order() {
        let corrected = holm(&[0.04, 0.01, 0.03]);
        let expected = [0.06, 0.03, 0.06];
        for (found, expected) in corrected.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{corrected:?}");
        }
    }

    #[test]
    fn uses_of_one_game_count_as_one_witness() {
        let (mut spread, mut together) = (Gains::default(), Gains::default());
        for game in 0..100 {
            let gain = if game % 2 == 0 { 1.0 } else { 0.0 };
            spread.add_game(1, gain, 0.0);
            together.add_game(10, 10.0 * gain, 0.0);
        }
        assert!((spread.mean() - 0.5).abs() < 1e-12);
        assert!((together.mean() - 0.5).abs() < 1e-12);
        assert!((spread.error() - together.error()).abs() < 1e-9);
        assert!((spread.error() - 0.05).abs() < 0.001, "{}", spread.error());
        let mut alike = Gains::default();
        (0..100).for_each(|_| alike.add_game(1, 20.0, 2_500.0));
        assert!((alike.error() - 5.0).abs() < 1e-9, "{}", alike.error());
    }
}
