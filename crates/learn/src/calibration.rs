//! How steep an expected score rises, and how frequent draws are, from games that nobody learnt from.
//!
//! Platt 1999, for three classes. *How ours differs.* What is believed beforehand counts as so many
//! positions ([`BELIEF`]), because few games have many positions that are much alike, and a stage
//! where none of them happened to be drawn would forbid draws.

use crate::positions::{Class, Labelled};

/// Steps of the calibration: Newton's method needs few.
const STEPS: usize = 30;
/// For how many positions the belief stands: those of a dozen games.
const BELIEF: f64 = 500.0;

/// What a calibration says: how steep the logarithm of wins to losses rises, and the logarithm of
/// draws.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Calibration {
    pub(crate) steep: f64,
    pub(crate) draws: f64,
}

impl Calibration {
    /// What the positions learnt from say: as steep as they are, and as many draws.
    pub(crate) fn of(learning: &[Labelled]) -> Calibration {
        // One of each class is believed in before any is seen.
        let drawn = |position: &&Labelled| position.class == Class::Draw;
        let draws = learning.iter().filter(drawn).count() as f64;
        let decided = learning.len() as f64 - draws;
        Calibration {
            steep: 1.0,
            draws: (2.0 * (draws + 1.0) / (decided + 2.0)).ln(),
        }
    }

    /// How much [`BELIEF`] positions say of the two where the terms are even, but for a `t` of one.
    fn belief(self) -> [f64; 2] {
        let drawn = self.draws.exp() / (2.0 + self.draws.exp());
        [(1.0 - drawn) / 4.0, drawn * (1.0 - drawn)].map(|one| BELIEF * one)
    }
}

/// The calibration that makes what happened most likely together with what was believed: `t` times
/// the steepness, and draws, by Newton's method on a concave function.
pub(crate) fn calibrate(pairs: &[(f64, Class)], believed: Calibration) -> Calibration {
    let belief = believed.belief();
    let mut now = believed;
    for _ in 0..STEPS {
        let apart = [now.steep - believed.steep, now.draws - believed.draws];
        let mut gradient = [-belief[0] * apart[0], -belief[1] * apart[1]];
        let mut curve = [belief[0], 0.0, belief[1]];
        for &(t, class) in pairs {
            let logs = [now.steep * t, now.draws + now.steep * t / 2.0, 0.0];
            let most = logs.into_iter().fold(0.0, f64::max);
            let parts = logs.map(|log| (log - most).exp());
            let all: f64 = parts.iter().sum();
            let [won, drawn, _] = parts.map(|part| part / all);
            // The derivatives of the three logarithms are (t, 0), (t/2, 1) and (0, 0).
            let mean = won * t + drawn * t / 2.0;
            let own = match class {
                Class::Win => [t, 0.0],
                Class::Draw => [t / 2.0, 1.0],
                Class::Loss => [0.0, 0.0],
            };
            gradient[0] += own[0] - mean;
            gradient[1] += own[1] - drawn;
            curve[0] += won * t * t + drawn * t * t / 4.0 - mean * mean;
            curve[1] += drawn * t / 2.0 - mean * drawn;
            curve[2] += drawn * (1.0 - drawn);
        }
        let determinant = curve[0] * curve[2] - curve[1] * curve[1];
        let step = [
            (curve[2] * gradient[0] - curve[1] * gradient[1]) / determinant,
            (curve[0] * gradient[1] - curve[1] * gradient[0]) / determinant,
        ];
        if !step.iter().all(|part| part.is_finite()) {
            break;
        }
        now.steep = (now.steep + step[0].clamp(-0.5, 0.5)).max(0.01);
        now.draws += step[1].clamp(-1.0, 1.0);
    }
    now
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_positions_overrule_what_was_believed() {
        let believed = Calibration {
            steep: 1.0,
            draws: 0.0,
        };
        // Three of four games at t = 1 are won, none is drawn.
        let pairs: Vec<(f64, Class)> = (0..100_000)
            .map(|number| match number % 4 {
                0 => (1.0, Class::Loss),
                _ => (1.0, Class::Win),
            })
            .collect();
        let found = calibrate(&pairs, believed);
        assert!((found.steep - 3f64.ln()).abs() < 0.02, "{found:?}");
        assert!(found.draws < -3.0, "{found:?}");
        assert_eq!(calibrate(&[], believed), believed);
        let few = calibrate(&pairs[..40], believed);
        assert!(
            few.draws > -0.5,
            "forty positions do not forbid draws: {few:?}"
        );
    }
}
