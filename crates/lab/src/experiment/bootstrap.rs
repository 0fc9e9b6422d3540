//! Intervals by drawing the sample again and again (Efron 1979).

use zermelo_arena::statistics::FEWEST;
use zermelo_game::random::Rng;

/// How often the sample is drawn again.
const DRAWS: usize = 2000;
/// The share of draws within the interval.
const WITHIN: f64 = 0.95;

/// By how much the second numbers are larger than the first in sum, as a share of the first
/// (−0.25: a quarter less), with the ends of its 95% interval over the pairs: none where they are
/// too few, or the first numbers of a draw may all be nothing.
#[must_use]
pub fn change(pairs: &[(f64, f64)], seed: u64) -> Option<(f64, Option<[f64; 2]>)> {
    let ratio = |sums: (f64, f64)| sums.1 / sums.0 - 1.0;
    let add = |sum: (f64, f64), pair: &(f64, f64)| (sum.0 + pair.0, sum.1 + pair.1);
    let whole = pairs.iter().fold((0.0, 0.0), add);
    if whole.0 <= 0.0 {
        return None;
    }
    let mut rng = Rng::new(seed);
    let mut drawn: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let again = (0..pairs.len()).map(|_| &pairs[rng.below(pairs.len())]);
            ratio(again.fold((0.0, 0.0), add))
        })
        .collect();
    drawn.sort_by(f64::total_cmp);
    let outside = ((1.0 - WITHIN) / 2.0 * DRAWS as f64) as usize;
    let ends = [drawn[outside], drawn[DRAWS - 1 - outside]];
    let sound = pairs.len() >= FEWEST && drawn.iter().all(|draw| draw.is_finite());
    Some((ratio(whole), sound.then_some(ends)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_saving_has_no_width_and_a_scattered_one_has() {
        let even: Vec<(f64, f64)> = (1..50)
            .map(|n| (f64::from(n), f64::from(n) * 0.75))
            .collect();
        let (change_of, ends) = change(&even, 1).unwrap();
        let ends = ends.unwrap();
        for value in [change_of, ends[0], ends[1]] {
            assert!((value + 0.25).abs() < 1e-9);
        }
        let odd: Vec<(f64, f64)> = (0..50).map(|n| (1.0, f64::from(n % 2))).collect();
        let (change_of, ends) = change(&odd, 1).unwrap();
        assert!((change_of + 0.5).abs() < 1e-9);
        let ends = ends.unwrap();
        assert!(ends[0] < -0.6 && ends[0] > -0.8, "{ends:?}");
        assert!(ends[1] > -0.4 && ends[1] < -0.2, "{ends:?}");
        assert_eq!(change(&[], 1), None);
    }

    #[test]
    fn too_few_pairs_and_pairs_of_nothing_have_no_interval() {
        assert_eq!(change(&[(2.0, 1.0); 4], 1), Some((-0.5, None)));
        let mut nothing = [(0.0, 1.0); 6];
        nothing[0] = (6.0, 0.0);
        let (value, ends) = change(&nothing, 1).unwrap();
        assert!(value.is_finite());
        assert_eq!(ends, None);
    }
}
