//! The genetic algorithm's operators, over 64 bits: eight weights of eight bits.
//!
//! As the source writes them (6.2.1). Cross-over: with probability `PC` a child has the bits between
//! two cut points of its first parent and the others of its second, else all of its first; the
//! second child has its parents swapped. Mutation: every bit is turned with probability `PM`. Parents
//! are drawn in proportion to their fitness. No elitism. Cut points and the draw for cross-over are
//! drawn once for a pair, the draw for mutation for every bit (the source does not say).

use zermelo_game::random::Rng;

/// The code of an individual: the first weight in the lowest eight bits.
pub type Code = u64;

/// Bits of a code.
pub const BITS: usize = 64;
/// The probability of cross-over.
pub const CROSS_OVER: f64 = 0.6;
/// The probability that a bit is turned.
pub const MUTATION: f64 = 0.05;

/// The weights of a code, in 64ths.
#[must_use]
pub fn weights(code: Code) -> [u8; 8] {
    code.to_le_bytes()
}

/// The bits that lie strictly between two cut points.
#[must_use]
pub fn between(first: usize, second: usize) -> Code {
    let (low, high) = (first.min(second), first.max(second));
    let below = |end: usize| if end >= BITS { !0 } else { (1u64 << end) - 1 };
    below(high) & !below(low + 1)
}

/// The two children of a pair after cross-over.
pub fn crossed(parents: [Code; 2], rng: &mut Rng) -> [Code; 2] {
    let crosses = rng.unit() < CROSS_OVER;
    let inside = between(rng.below(BITS + 1), rng.below(BITS + 1));
    let [first, second] = parents;
    if crosses {
        let child = |one: Code, two: Code| one & inside | two & !inside;
        [child(first, second), child(second, first)]
    } else {
        parents
    }
}

/// A code after mutation.
pub fn mutated(code: Code, rng: &mut Rng) -> Code {
    let turned = (0..BITS).filter(|_| rng.unit() < MUTATION);
    turned.fold(code, |code, bit| code ^ (1 << bit))
}

/// One of a population, drawn in proportion to fitness.
pub fn drawn(fitness: &[f64], rng: &mut Rng) -> usize {
    let all: f64 = fitness.iter().sum();
    let mut rest = rng.unit() * all;
    for (place, value) in fitness.iter().enumerate() {
        rest -= value;
        if rest < 0.0 {
            return place;
        }
    }
    fitness.len().saturating_sub(1)
}

/// The next generation, as large as this one.
pub fn next(codes: &[Code], fitness: &[f64], rng: &mut Rng) -> Vec<Code> {
    let mut children = Vec::new();
    while children.len() < codes.len() {
        let parents = [0, 1].map(|_| codes[drawn(fitness, rng)]);
        children.extend(crossed(parents, rng).map(|child| mutated(child, rng)));
    }
    children.truncate(codes.len());
    children
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_have_every_bit_from_one_parent_and_siblings_from_the_other() {
        let mut rng = Rng::new(1);
        let mut crosses = 0;
        for _ in 0..2000 {
            let [one, two] = crossed([0, !0], &mut rng);
            assert_eq!(one, !two);
            // Two cut points: a run of the first parent's bits inside the second's, or none.
            let changes = (one ^ (one << 1)) >> 1;
            assert!(changes.count_ones() <= 2, "{one:b}");
            crosses += u32::from(one != 0);
        }
        // Without cross-over the first child is its first parent.
        assert!((1100..1300).contains(&crosses), "{crosses}");
    }

    #[test]
    fn cut_points_themselves_are_outside() {
        assert_eq!(between(3, 6), 0b11_0000);
        assert_eq!(between(6, 3), 0b11_0000);
        assert_eq!(between(4, 5), 0);
        assert_eq!(between(0, 64), !1);
        assert_eq!(between(64, 64), 0);
    }

    #[test]
    fn a_twentieth_of_the_bits_is_turned() {
        let mut rng = Rng::new(2);
        let turned: u32 = (0..2000).map(|_| mutated(0, &mut rng).count_ones()).sum();
        let share = f64::from(turned) / (2000.0 * 64.0);
        assert!((share - MUTATION).abs() < 0.003, "{share}");
    }

    #[test]
    fn parents_are_drawn_in_proportion_to_fitness() {
        let mut rng = Rng::new(3);
        let mut counts = [0i32; 3];
        for _ in 0..30_000 {
            counts[drawn(&[1.0, 2.0, 3.0], &mut rng)] += 1;
        }
        for (count, expected) in counts.into_iter().zip([5_000, 10_000, 15_000]) {
            assert!((count - expected).abs() < 400, "{counts:?}");
        }
        assert_eq!(drawn(&[], &mut rng), 0);
    }

    #[test]
    fn equal_seeds_give_equal_generations() {
        let codes: Vec<Code> = (0..30).collect();
        let fitness = vec![1.0; 30];
        let once = next(&codes, &fitness, &mut Rng::new(4));
        assert_eq!(once, next(&codes, &fitness, &mut Rng::new(4)));
        assert_eq!(once.len(), 30);
        assert_ne!(once, next(&codes, &fitness, &mut Rng::new(5)));
    }
}
