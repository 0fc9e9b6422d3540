//! Playing at a given strength: fewer nodes, and errors of judgement.
//!
//! A weak player sees less and misjudges what he sees. Nodes halve with every so many points of
//! Elo, and each of the best lines is felt to be better or worse by a random error that grows as
//! the strength falls. The error depends on the position alone, so that the same game is played
//! twice the same way. The numbers were set by matches against the levels of Stockfish 15.1, with
//! time enough for these: at 2200 it wants depth 10 of four lines.

use std::time::Duration;

use zermelo_game::Score;
use zermelo_game::random::Rng;

/// Nodes a move at each level from 1; the last one has only the time to keep to.
const LEVEL_NODES: [u64; 9] = [
    20, 80, 300, 1_000, 4_000, 16_000, 60_000, 250_000, 1_000_000,
];

/// The levels, from 1.
pub const LEVELS: usize = LEVEL_NODES.len() + 1;

/// The time for a move where neither a level nor a clock limits it.
pub const LONGEST_MOVE: Duration = Duration::from_secs(5);

/// A program this far behind, in centipawns, takes a draw.
pub const GLAD_OF_A_DRAW: Score = -30;

/// The nodes a move of a level; `None` at the last one.
#[must_use]
pub fn level_nodes(level: usize) -> Option<u64> {
    LEVEL_NODES.get(level.saturating_sub(1)).copied()
}

/// The weakest and the strongest Elo.
pub const ELO: (u32, u32) = (1000, 2800);

/// What a level allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// Nodes per move.
    pub nodes: u64,
    /// The largest error in judging a line, in centipawns.
    pub error: Score,
    /// Lines that are compared.
    pub lines: usize,
}

/// A level, and its nodes; points of Elo that double them, and fewer points from a level on.
const BASE: f64 = 1400.0;
const NODES: f64 = 1000.0;
const DOUBLING: f64 = 185.0;
const STEEPER: f64 = 1800.0;
const STEEP_DOUBLING: f64 = 96.0;
/// The error at that level, in centipawns; points that halve it; the largest; none from a level on.
const ERROR: f64 = 175.0;
const HALVING: f64 = 225.0;
const MOST_ERROR: f64 = 300.0;
const SURE: f64 = 2600.0;
/// Lines that are compared where errors are large, and where they are small: each costs nodes, and
/// a line that is worse by more than twice the error cannot be preferred.
const LINES: usize = 6;
const FEW_LINES: usize = 2;
const SMALL_ERROR: Score = 20;

impl Handicap {
    /// The handicap of a level.
    #[must_use]
    pub fn of(elo: u32) -> Handicap {
        let elo = f64::from(elo.clamp(ELO.0, ELO.1));
        let doublings = (elo.min(STEEPER) - BASE) / DOUBLING;
        let steep = (elo - STEEPER).max(0.0) / STEEP_DOUBLING;
        let nodes = NODES * 2f64.powf(doublings + steep);
        let error = ERROR * 0.5f64.powf((elo - BASE) / HALVING);
        let error = if elo < SURE {
            error.min(MOST_ERROR) as Score
        } else {
            0
        };
        Handicap {
            nodes: nodes as u64,
            error,
            lines: match error {
                0 => 1,
                1..SMALL_ERROR => FEW_LINES,
                _ => LINES,
            },
        }
    }

    /// Which of the lines, by their scores, is felt to be best in the position of this key.
    #[must_use]
    pub fn choose(&self, scores: &[Score], key: u64) -> usize {
        let mut rng = Rng::new(key);
        let mut felt = |score: Score| {
            // The sum of two dice: small errors are more common than large ones.
            let die = |rng: &mut Rng| rng.below(self.error as usize + 1) as Score;
            score.saturating_add(die(&mut rng) - die(&mut rng))
        };
        let best = scores.iter().enumerate().map(|(i, s)| (felt(*s), i));
        best.max_by_key(|(value, place)| (*value, usize::MAX - place))
            .map_or(0, |(_, place)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stronger_level_sees_more_and_errs_less() {
        let levels: Vec<_> = (1000..=2800).step_by(100).map(Handicap::of).collect();
        assert!(levels.is_sorted_by_key(|level| level.nodes));
        assert!(levels.is_sorted_by_key(|level| -level.error));
        assert_eq!(levels.last().map(|level| level.error), Some(0));
    }

    #[test]
    fn errors_are_bounded_and_repeat() {
        let level = Handicap::of(1400);
        for key in 0..1000 {
            let place = level.choose(&[0, -2 * level.error - 1], key);
            assert_eq!(place, 0);
            let near = [0, -10, -20];
            assert_eq!(level.choose(&near, key), level.choose(&near, key));
        }
        let wrong = (0..1000).filter(|key| level.choose(&[0, -20], *key) == 1);
        assert!((100..500).contains(&wrong.count()));
    }
}
