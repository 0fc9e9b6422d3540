//! Normal distributions of several numbers, and the ratio of two of them in closed form.
//!
//! *What.* Mean and covariance from samples, and `log(f_A/f_B)` of two normals as one quadratic
//! form. *Where from.* Formulas 8 and 9 of the source (6.1.2): with `D = B⁻¹ - A⁻¹`,
//! `l = A⁻¹a - B⁻¹b`, `z = bᵀB⁻¹b - aᵀA⁻¹a` and `k = |B|^½/|A|^½` the ratio is
//! `k·exp(½(xᵀDx + 2lᵀx + z))`. *How ours differs.* The halves and `log k` are folded into the
//! coefficients, and the logarithm is returned: the ratio itself overflows. *Cost.* For m numbers
//! m(m+3)/2 additions and as many multiplications.

use std::ops::{Add, Mul};

/// A square matrix.
pub type Matrix<const M: usize> = [[f64; M]; M];

/// Sums from which mean and covariance come.
#[derive(Clone, PartialEq, Debug)]
pub struct Moments<const M: usize> {
    /// How many samples.
    pub count: f64,
    sum: [f64; M],
    products: Matrix<M>,
}

impl<const M: usize> Default for Moments<M> {
    fn default() -> Moments<M> {
        Moments {
            count: 0.0,
            sum: [0.0; M],
            products: [[0.0; M]; M],
        }
    }
}

impl<const M: usize> Moments<M> {
    /// Adds a sample.
    pub fn add(&mut self, x: &[f64; M]) {
        self.count += 1.0;
        for i in 0..M {
            self.sum[i] += x[i];
            for j in 0..=i {
                self.products[i][j] += x[i] * x[j];
            }
        }
    }

    /// Adds all samples of another.
    pub fn join(&mut self, other: &Moments<M>) {
        self.count += other.count;
        for i in 0..M {
            self.sum[i] += other.sum[i];
            for j in 0..=i {
                self.products[i][j] += other.products[i][j];
            }
        }
    }

    /// The normal with the samples' mean and covariance; none without samples.
    #[must_use]
    pub fn normal(&self) -> Option<Normal<M>> {
        if self.count < 1.0 {
            return None;
        }
        let mean = self.sum.map(|sum| sum / self.count);
        let mut covariance = [[0.0; M]; M];
        for i in 0..M {
            for j in 0..=i {
                let value = self.products[i][j] / self.count - mean[i] * mean[j];
                covariance[i][j] = value;
                covariance[j][i] = value;
            }
        }
        Some(Normal { mean, covariance })
    }
}

/// A normal distribution.
#[derive(Clone, PartialEq, Debug)]
pub struct Normal<const M: usize> {
    /// The mean.
    pub mean: [f64; M],
    /// The covariance.
    pub covariance: Matrix<M>,
}

/// What is added to every variance, as a share of itself and in units: with it every covariance
/// of samples can be inverted.
const RIDGE_SHARE: f64 = 1e-4;
const RIDGE: f64 = 1e-2;

impl<const M: usize> Normal<M> {
    /// The same with independent numbers: the covariances are left out.
    #[must_use]
    pub fn independent(&self) -> Normal<M> {
        let mut normal = self.clone();
        for i in 0..M {
            for j in (0..M).filter(|j| *j != i) {
                normal.covariance[i][j] = 0.0;
            }
        }
        normal
    }

    /// The inverse of the covariance with a ridge, and the logarithm of its determinant.
    #[must_use]
    pub fn precision(&self) -> (Matrix<M>, f64) {
        let mut ridged = self.covariance;
        for (i, row) in ridged.iter_mut().enumerate() {
            row[i] += RIDGE_SHARE * row[i].abs() + RIDGE;
        }
        inverse(&ridged)
    }

    /// The logarithm of the density, up to a constant that all normals share.
    #[must_use]
    pub fn log_density(&self, x: &[f64; M]) -> f64 {
        let (inverse, log_determinant) = self.precision();
        let off: [f64; M] = std::array::from_fn(|i| x[i] - self.mean[i]);
        -0.5 * (form(&inverse, &off, &off) + log_determinant)
    }
}

/// `aᵀMb`.
#[must_use]
pub fn form<const M: usize>(matrix: &Matrix<M>, a: &[f64; M], b: &[f64; M]) -> f64 {
    let times = apply(matrix, b);
    (0..M).map(|i| a[i] * times[i]).sum()
}

/// `Mx`.
#[must_use]
pub fn apply<const M: usize>(matrix: &Matrix<M>, x: &[f64; M]) -> [f64; M] {
    std::array::from_fn(|i| (0..M).map(|j| matrix[i][j] * x[j]).sum())
}

/// The smallest pivot: what is less is no variance but rounding.
const LEAST_PIVOT: f64 = 1e-9;

/// The inverse of a symmetric positive matrix and the logarithm of its determinant, by Cholesky's
/// decomposition. Where the matrix is not positive, pivots are kept above zero.
fn inverse<const M: usize>(matrix: &Matrix<M>) -> (Matrix<M>, f64) {
    let mut root = [[0.0; M]; M];
    let mut log_determinant = 0.0;
    for i in 0..M {
        for j in 0..=i {
            let before: f64 = (0..j).map(|k| root[i][k] * root[j][k]).sum();
            let rest = matrix[i][j] - before;
            root[i][j] = if i == j {
                rest.max(LEAST_PIVOT).sqrt()
            } else {
                rest / root[j][j]
            };
        }
        log_determinant += 2.0 * root[i][i].ln();
    }
    let mut inverse = [[0.0; M]; M];
    for (column, row) in inverse.iter_mut().enumerate() {
        let mut x = [0.0; M];
        for i in 0..M {
            let unit = f64::from(u8::from(i == column));
            let before: f64 = (0..i).map(|k| root[i][k] * x[k]).sum();
            x[i] = (unit - before) / root[i][i];
        }
        for i in (0..M).rev() {
            let after: f64 = (i + 1..M).map(|k| root[k][i] * x[k]).sum();
            x[i] = (x[i] - after) / root[i][i];
        }
        // The inverse is symmetric: a column is a row.
        *row = x;
    }
    (inverse, log_determinant)
}

/// What the ratio of two normals is computed with: numbers, or something that counts.
pub trait Number:
    Copy + Add<Output = Self> + Add<f64, Output = Self> + Mul<Output = Self> + Mul<f64, Output = Self>
{
}

impl Number for f64 {}

/// The logarithm of the ratio of two normals, ready to be computed.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratio<const M: usize> {
    /// Half of `D` on the diagonal, all of it below.
    quadratic: Matrix<M>,
    linear: [f64; M],
    /// `z/2 + log k`.
    constant: f64,
}

impl<const M: usize> Ratio<M> {
    /// The ratio of the first to the second.
    #[must_use]
    pub fn new(first: &Normal<M>, second: &Normal<M>) -> Ratio<M> {
        let (a, log_a) = first.precision();
        let (b, log_b) = second.precision();
        let (toward_a, toward_b) = (apply(&a, &first.mean), apply(&b, &second.mean));
        let z = form(&b, &second.mean, &second.mean) - form(&a, &first.mean, &first.mean);
        let mut quadratic = [[0.0; M]; M];
        for i in 0..M {
            for j in 0..=i {
                let share = if i == j { 0.5 } else { 1.0 };
                quadratic[i][j] = share * (b[i][j] - a[i][j]);
            }
        }
        Ratio {
            quadratic,
            linear: std::array::from_fn(|i| toward_a[i] - toward_b[i]),
            constant: 0.5 * (z + log_b - log_a),
        }
    }

    /// The logarithm of the ratio at a point.
    #[must_use]
    pub fn log<T: Number>(&self, x: &[T; M]) -> T {
        let row = |i: usize| {
            let inner = (1..=i).fold(x[0] * self.quadratic[i][0], |sum, j| {
                sum + x[j] * self.quadratic[i][j]
            });
            x[i] * (inner + self.linear[i])
        };
        (1..M).fold(row(0), |sum, i| sum + row(i)) + self.constant
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use zermelo_game::random::Rng;

    fn samples(rng: &mut Rng, count: usize) -> Moments<8> {
        let mut moments = Moments::default();
        let skew: [f64; 8] = std::array::from_fn(|_| rng.unit());
        for _ in 0..count {
            let common = rng.unit();
            let x = std::array::from_fn(|i| 40.0 * (rng.unit() + skew[i] * common) - 15.0);
            moments.add(&x);
        }
        moments
    }

    /// The density written out, with a determinant and an inverse by elimination.
    fn direct(normal: &Normal<8>, x: &[f64; 8]) -> f64 {
        let mut rows = [[0.0; 9]; 8];
        let off: [f64; 8] = std::array::from_fn(|i| x[i] - normal.mean[i]);
        for i in 0..8 {
            rows[i][..8].copy_from_slice(&normal.covariance[i]);
            rows[i][i] += RIDGE_SHARE * rows[i][i] + RIDGE;
            rows[i][8] = off[i];
        }
        let mut determinant = 1.0;
        for i in 0..8 {
            determinant *= rows[i][i];
            for k in (0..8).filter(|k| *k != i) {
                let factor = rows[k][i] / rows[i][i];
                let pivot = rows[i];
                for (entry, own) in rows[k].iter_mut().zip(pivot) {
                    *entry -= factor * own;
                }
            }
        }
        let square: f64 = (0..8).map(|i| off[i] * rows[i][8] / rows[i][i]).sum();
        let circle = std::f64::consts::TAU.powi(8) * determinant;
        (-0.5 * square).exp() / circle.sqrt()
    }

    #[test]
    fn the_closed_form_is_the_ratio_of_the_densities() {
        let mut rng = Rng::new(5);
        for _ in 0..20 {
            let [a, b] = [0, 1].map(|_| samples(&mut rng, 200).normal().unwrap());
            let ratio = Ratio::new(&a, &b);
            for _ in 0..20 {
                let x = std::array::from_fn(|_| 60.0 * rng.unit() - 20.0);
                let expected = (direct(&a, &x) / direct(&b, &x)).ln();
                let slack = 1e-6 * expected.abs().max(1.0);
                assert!((ratio.log(&x) - expected).abs() < slack, "{expected}");
                let densities = a.log_density(&x) - b.log_density(&x);
                assert!((densities - expected).abs() < slack);
            }
        }
    }

    #[test]
    fn a_number_that_never_changes_does_no_harm() {
        let mut rng = Rng::new(6);
        let mut moments = Moments::<8>::default();
        for _ in 0..50 {
            let mut x: [f64; 8] = std::array::from_fn(|_| rng.unit());
            x[3] = 7.0;
            x[5] = 2.0 * x[4];
            moments.add(&x);
        }
        let normal = moments.normal().unwrap();
        let ratio = Ratio::new(&normal, &normal.independent());
        assert!(ratio.log(&[1.0; 8]).is_finite());
    }

    thread_local! {
        static OPERATIONS: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
    }

    #[derive(Clone, Copy)]
    struct Counting;

    fn count(additions: u32, multiplications: u32) -> Counting {
        let (a, m) = OPERATIONS.get();
        OPERATIONS.set((a + additions, m + multiplications));
        Counting
    }

    impl Add for Counting {
        type Output = Counting;
        fn add(self, _other: Counting) -> Counting {
            count(1, 0)
        }
    }
    impl Add<f64> for Counting {
        type Output = Counting;
        fn add(self, _other: f64) -> Counting {
            count(1, 0)
        }
    }
    impl Mul for Counting {
        type Output = Counting;
        fn mul(self, _other: Counting) -> Counting {
            count(0, 1)
        }
    }
    impl Mul<f64> for Counting {
        type Output = Counting;
        fn mul(self, _other: f64) -> Counting {
            count(0, 1)
        }
    }
    impl Number for Counting {}

    #[test]
    fn an_evaluation_costs_no_more_than_the_source_counts() {
        let normal = samples(&mut Rng::new(1), 50).normal().unwrap();
        let ratio = Ratio::new(&normal, &normal.independent());
        let _ = ratio.log(&[Counting; 8]);
        let _ = ratio.log(&[Counting; 8]);
        // The score of the two ratios takes three additions and a multiplication more.
        let (additions, multiplications) = OPERATIONS.get();
        assert!(additions + 3 <= 93, "{additions}");
        assert!(multiplications < 115, "{multiplications}");
        assert_eq!((additions, multiplications), (88, 88));
    }
}
