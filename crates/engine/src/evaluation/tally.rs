//! Where the terms add up what they find.
//!
//! The terms say "this weight, so many times, for this side"; what becomes of it depends on who
//! asks: a sum while searching, sums per term to explain a position, counts to tune weights. One
//! code serves all three, so they cannot disagree.

use zermelo_game::Side;

use super::packed::Packed;
use super::weights::{COUNT, GROUPS, Term, Weights};

/// Takes note of what the terms find.
pub trait Tally {
    /// A weight, so many times, for a side.
    fn add(&mut self, side: Side, weight: usize, times: i32);
}

/// The sum, for the first side.
pub struct Sum<'a> {
    weights: &'a Weights,
    sums: [Packed; 2],
}

impl<'a> Sum<'a> {
    /// Nothing yet.
    #[inline]
    pub fn new(weights: &'a Weights) -> Sum<'a> {
        Sum {
            weights,
            sums: [Packed::default(); 2],
        }
    }

    /// The first side's sum less the second's.
    #[inline]
    pub fn total(&self) -> Packed {
        self.sums[0] - self.sums[1]
    }
}

impl Tally for Sum<'_> {
    #[inline]
    fn add(&mut self, side: Side, weight: usize, times: i32) {
        self.sums[side.index()] += self.weights.get(weight) * times;
    }
}

/// How often each weight counts, for the first side.
pub struct Counted(pub Vec<i16>);

impl Default for Counted {
    fn default() -> Counted {
        Counted(vec![0; COUNT])
    }
}

impl Tally for Counted {
    fn add(&mut self, side: Side, weight: usize, times: i32) {
        let times = if side == Side::First { times } else { -times };
        self.0[weight] += times as i16;
    }
}

impl Counted {
    /// The sum of one term under a set of weights.
    pub fn term(&self, term: Term, weights: &Weights) -> Packed {
        let mut sum = Packed::default();
        for group in GROUPS.iter().filter(|group| group.term == term) {
            for weight in group.start..group.start + group.len {
                sum += weights.get(weight) * i32::from(self.0[weight]);
            }
        }
        sum
    }
}
