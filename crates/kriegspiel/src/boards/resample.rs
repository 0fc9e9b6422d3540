//! Fewer boards that stand for many.
//!
//! *Source.* Fearnhead & Clifford 2003: weights above a threshold are kept as they are, the others
//! are drawn systematically and weigh as much as the threshold. *Invariant.* The expected weight
//! of every item is what it was, no item is drawn twice, and no more are kept than wanted. *Cost.*
//! Some passes over the weights.

use zermelo_game::random::Rng;

/// Halvings of the interval in which the threshold lies.
const HALVINGS: usize = 30;

/// Keeps about `wanted` of the items; `weight` reads and writes a weight.
pub fn resample<T>(
    items: &mut Vec<T>,
    wanted: usize,
    weight: impl Fn(&mut T) -> &mut f32,
    rng: &mut Rng,
) {
    if items.len() <= wanted || wanted == 0 {
        return;
    }
    let threshold = threshold(items, wanted, &weight);
    let mut left = rng.unit() as f32 * threshold;
    items.retain_mut(|item| {
        let weight = weight(item);
        if *weight >= threshold {
            return true;
        }
        left -= *weight;
        if left < 0.0 {
            left += threshold;
            *weight = threshold;
            return true;
        }
        false
    });
    items.truncate(wanted);
}

/// The threshold by which the expected number of items kept is the one wanted.
fn threshold<T>(items: &mut [T], wanted: usize, weight: &impl Fn(&mut T) -> &mut f32) -> f32 {
    let mut total = 0.0f64;
    let mut weights = Vec::with_capacity(items.len());
    for item in items {
        let weight = *weight(item);
        total += f64::from(weight);
        weights.push(weight);
    }
    let (mut low, mut high) = (0.0f32, (total / wanted as f64) as f32 * 1.000_01);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        let kept: f64 = weights
            .iter()
            .map(|&weight| f64::from((weight / middle).min(1.0)))
            .sum();
        if kept > wanted as f64 {
            low = middle;
        } else {
            high = middle;
        }
        if high - low < 1e-4 * high {
            break;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_weights_stay_and_none_is_drawn_twice() {
        let mut sums = vec![0.0f64; 200];
        let rounds = 2_000;
        for seed in 0..rounds {
            let mut items: Vec<(usize, f32)> = (0..200)
                .map(|at| (at, 1.0 + at as f32 * at as f32))
                .collect();
            resample(&mut items, 40, |item| &mut item.1, &mut Rng::new(seed));
            assert!((38..=40).contains(&items.len()), "{}", items.len());
            assert!(items.windows(2).all(|pair| pair[0].0 < pair[1].0));
            items
                .iter()
                .for_each(|&(at, weight)| sums[at] += f64::from(weight));
        }
        for at in [20usize, 100, 150, 199] {
            let mean = sums[at] / rounds as f64;
            let wanted = 1.0 + (at * at) as f64;
            assert!((mean / wanted - 1.0).abs() < 0.25, "{at}: {mean} {wanted}");
        }
    }
}
