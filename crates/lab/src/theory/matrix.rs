//! The matrices behind random trees, and their largest eigenvalues.
//!
//! Knuth & Moore 1975, §6: while F1 searches a random tree, move j of move i of a node is looked
//! at with probability `p_ij = 1 / C(i-1+(j-1)/d, i-1)`. The largest eigenvalue of `(√p_ij)`
//! bounds the growth of the leaves from above (r*), that of `(p_ij)` from below. Both matrices
//! are positive, so that the eigenvalue largest in size is real and simple (Perron).
//!
//! *How ours differs.* The source leaves the constant c* open. With M v = r v, v > 0, the sum of
//! all entries of M^(h-1) is at most `Σv / min v · r^(h-1)`, so `c* = Σv / (r · min v)` will do.

use nalgebra::{DMatrix, DVector};

/// A positive matrix with its growth.
pub struct Growth {
    matrix: DMatrix<f64>,
    /// The largest eigenvalue.
    pub rate: f64,
    /// The least constant known by which `constant · rate^h` is at least [`Growth::walks`].
    pub constant: f64,
}

/// The probability `p_ij` for a tree of width d, i and j from 1.
#[must_use]
pub fn probability(width: u32, i: u32, j: u32) -> f64 {
    let x = f64::from(j - 1) / f64::from(width);
    // C(n+x, n) = Π (k+x)/k over k = 1..n, with n = i-1.
    (1..i).map(|k| f64::from(k) / (f64::from(k) + x)).product()
}

impl Growth {
    /// The matrix `(√p_ij)`, an upper bound.
    #[must_use]
    pub fn upper(width: u32) -> Growth {
        Growth::of(width, |i, j| probability(width, i, j).sqrt())
    }

    /// The matrix `(p_ij)`, a lower bound.
    #[must_use]
    pub fn lower(width: u32) -> Growth {
        Growth::of(width, |i, j| probability(width, i, j))
    }

    fn of(width: u32, entry: impl Fn(u32, u32) -> f64) -> Growth {
        let size = width as usize;
        let matrix = DMatrix::from_fn(size, size, |i, j| entry(i as u32 + 1, j as u32 + 1));
        let eigenvalues = matrix.complex_eigenvalues();
        let rate = eigenvalues.iter().map(|value| value.re).fold(0.0, f64::max);
        let right = constant(&matrix, rate);
        let left = constant(&matrix.transpose(), rate);
        Growth {
            matrix,
            rate,
            constant: right.min(left),
        }
    }

    /// The sum over all paths of `h` moves of the product of the entries between consecutive
    /// moves: the sum of the entries of the matrix to the power h-1.
    #[must_use]
    pub fn walks(&self, height: u32) -> f64 {
        let mut sums = DVector::from_element(self.matrix.nrows(), 1.0);
        for _ in 1..height {
            sums = &self.matrix * sums;
        }
        sums.sum()
    }
}

/// `Σv / (r · min v)` for the positive eigenvector v of the eigenvalue r.
fn constant(matrix: &DMatrix<f64>, rate: f64) -> f64 {
    let size = matrix.nrows();
    // Inverse iteration: a shift close to the eigenvalue makes its vector outgrow all others.
    let shift = rate * (1.0 + 1e-9);
    let shifted = matrix - DMatrix::identity(size, size) * shift;
    let decomposed = shifted.lu();
    let mut vector = DVector::from_element(size, 1.0);
    for _ in 0..3 {
        if let Some(solved) = decomposed.solve(&vector) {
            vector = solved.normalize();
        }
    }
    let vector = vector.map(f64::abs);
    vector.sum() / (rate * vector.min())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rates_are_those_of_knuth_and_moore() {
        let upper = [
            (2, 1.912),
            (3, 2.722),
            (4, 3.473),
            (8, 6.176),
            (16, 10.913),
            (32, 19.30),
        ];
        for (width, rate) in upper {
            let half_a_digit = if rate < 19.0 { 0.000_5 } else { 0.005 };
            assert!(
                (Growth::upper(width).rate - rate).abs() < half_a_digit,
                "d = {width}"
            );
        }
        for (width, rate) in [(2, 1.847), (3, 2.534), (4, 3.1420)] {
            assert!(
                (Growth::lower(width).rate - rate).abs() < 0.000_5,
                "d = {width}"
            );
        }
    }

    #[test]
    fn the_constant_keeps_the_power_above_the_sum_over_all_paths() {
        for width in [2, 3, 4, 8, 16, 32] {
            let growth = Growth::upper(width);
            for height in 1..=12 {
                let bound = growth.constant * growth.rate.powi(height as i32);
                let walks = growth.walks(height);
                assert!(bound >= walks * 0.999_999, "d = {width}, h = {height}");
                assert!(
                    bound < 3.0 * walks,
                    "d = {width}, h = {height}: {bound} for {walks}"
                );
            }
        }
    }

    #[test]
    fn probabilities_are_inverse_binomial_coefficients() {
        assert_eq!(probability(4, 1, 3), 1.0);
        assert_eq!(probability(4, 3, 1), 1.0);
        // C(1 + 1/2, 1) = 3/2.
        assert!((probability(2, 2, 2) - 2.0 / 3.0).abs() < 1e-12);
    }
}
