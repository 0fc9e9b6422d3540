//! What a thread learns about moves while it searches, and keeps for the rest of the game.
//!
//! *History* (Schaeffer 1983): how often a move cut off, wherever it was played. *Continuation
//! history*: the same in the context of the moves 1, 2 and 4 plies before. *Correction history*: by
//! how much the static evaluation was wrong, by slow-changing structure and by the last moves. Every
//! counter decays as it grows, so that it stays within its limit and forgets:
//! `h += bonus - h * |bonus| / limit`.
//!
//! *Cost.* Two bytes a counter; the contexts take the square of the number of quiet moves.

use zermelo_game::{Score, Side};

use super::domain::{About, STRUCTURES};
use super::hints;
use super::params::Params;

/// The largest size of a history counter.
pub const LIMIT: i32 = 16_384;
/// Contexts: the moves so many plies before.
pub(super) const BACK: [usize; CONTEXTS] = [1, 2, 4];
pub(super) const CONTEXTS: usize = 3;
/// Corrections: by each structure of the position, and by the last moves.
pub(super) const CORRECTIONS: usize = STRUCTURES + 1;
/// Values of a structure told apart, per side (a power of two).
const VALUES: usize = 16_384;
/// Corrections are kept in these parts of an evaluation point.
const GRAIN: i32 = 256;
/// The largest correction, in evaluation points.
const MOST_CORRECTION: i32 = 64;

/// The counters of one thread.
pub struct Learnt {
    patterns: usize,
    history: Vec<i16>,
    /// Each made when it is first used.
    continuation: [Vec<i16>; CONTEXTS],
    /// The counters where there is no context: all nothing.
    blank: Vec<i16>,
    correction: [Vec<i16>; CORRECTIONS],
}

/// Moves a counter towards the limit of the bonus's sign.
#[inline]
fn learn(counter: &mut i16, bonus: i32) {
    let old = i32::from(*counter);
    *counter = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

impl Learnt {
    /// Knows nothing yet of moves with these numbers of indices (see `Domain::MOVES`).
    #[must_use]
    pub fn new((patterns, moves): (usize, usize)) -> Learnt {
        Learnt {
            patterns,
            history: vec![0; moves.max(patterns)],
            continuation: Default::default(),
            blank: vec![0; patterns],
            correction: Default::default(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.history.fill(0);
        self.continuation.iter_mut().for_each(|table| table.fill(0));
        self.correction.iter_mut().for_each(|table| table.fill(0));
    }

    /// Whether continuation history is kept at all.
    #[inline]
    pub(super) fn has_patterns(&self) -> bool {
        self.patterns > 0
    }

    /// Where a move stands in continuation history, as a move and as the context of others.
    #[inline]
    pub(super) fn pattern(&self, about: &About) -> Option<usize> {
        let index = about.pattern.unwrap_or(about.index);
        // Most are small enough, and a division costs as much as the rest of the scoring.
        if index < self.patterns {
            Some(index)
        } else {
            index.checked_rem(self.patterns)
        }
    }

    #[inline]
    pub(super) fn history(&self, index: usize) -> i32 {
        self.history.get(index).copied().unwrap_or(0).into()
    }

    /// The counters of quiet moves in the contexts given, one for every pattern; all nothing where
    /// there is no context.
    #[inline]
    pub(super) fn rows(&self, contexts: [Option<usize>; CONTEXTS]) -> [&[i16]; CONTEXTS] {
        std::array::from_fn(|i| {
            let row = contexts[i].map(|context| context * self.patterns);
            row.and_then(|row| self.continuation[i].get(row..row + self.patterns))
                .unwrap_or(&self.blank)
        })
    }

    #[inline]
    pub(super) fn learn_history(&mut self, index: usize, bonus: i32) {
        if let Some(counter) = self.history.get_mut(index) {
            learn(counter, bonus);
        }
    }

    #[inline]
    pub(super) fn learn_continuation(
        &mut self,
        contexts: [Option<usize>; CONTEXTS],
        pattern: usize,
        bonus: i32,
    ) {
        let patterns = self.patterns;
        for (table, context) in self.continuation.iter_mut().zip(contexts) {
            let Some(context) = context else { continue };
            if table.is_empty() {
                table.resize(patterns * patterns, 0);
            }
            if let Some(counter) = table.get_mut(context * patterns + pattern) {
                learn(counter, bonus);
            }
        }
    }

    #[inline]
    fn structure_place(structure: u64, side: Side) -> usize {
        side.index() * VALUES + (structure as usize & (VALUES - 1))
    }

    /// Says that the corrections of a position will be asked for soon.
    #[inline]
    pub(super) fn soon(&self, structures: &[u64; CORRECTIONS], side: Side) {
        for (table, &structure) in self.correction.iter().zip(structures) {
            if let Some(counter) = table.get(Learnt::structure_place(structure, side)) {
                hints::soon(counter);
            }
        }
    }

    /// What to add to a static evaluation.
    #[inline]
    pub(super) fn correction(&self, structures: &[u64; CORRECTIONS], side: Side) -> Score {
        let mut sum = 0;
        for (table, &structure) in self.correction.iter().zip(structures) {
            if structure != 0 {
                let place = Learnt::structure_place(structure, side);
                sum += table.get(place).map_or(0, |counter| i32::from(*counter));
            }
        }
        sum / GRAIN
    }

    /// Learns that the evaluation was this much too low, from a search of some depth.
    #[inline]
    pub(super) fn learn_correction(
        &mut self,
        structures: &[u64; CORRECTIONS],
        side: Side,
        error: Score,
        depth: i32,
    ) {
        let weight = (depth + 1).min(16);
        let most = MOST_CORRECTION * GRAIN;
        let error = error.clamp(-4 * MOST_CORRECTION, 4 * MOST_CORRECTION) * GRAIN;
        for (table, &structure) in self.correction.iter_mut().zip(structures) {
            if structure == 0 {
                continue;
            }
            if table.is_empty() {
                table.resize(2 * VALUES, 0);
            }
            let counter = &mut table[Learnt::structure_place(structure, side)];
            let moved = (i32::from(*counter) * (GRAIN - weight) + error * weight) / GRAIN;
            *counter = moved.clamp(-most, most) as i16;
        }
    }
}

/// By how many plies late moves are reduced: by depth and move number.
pub(super) struct Reductions(Vec<u8>);

const MOST: usize = 64;

impl Reductions {
    pub(super) fn new(params: &Params) -> Reductions {
        let (base, divisor) = (
            params.reduction_base as f64,
            params.reduction_divisor as f64,
        );
        // A search may be shorter than computing four thousand logarithms.
        let logarithms: [f64; MOST] = std::array::from_fn(|i| (i.max(1) as f64).ln());
        let entry = |i: usize| {
            let (depth, number) = (logarithms[i / MOST], logarithms[i % MOST]);
            (base / 100.0 + depth * number * 100.0 / divisor) as u8
        };
        Reductions((0..MOST * MOST).map(entry).collect())
    }

    #[inline]
    pub(super) fn get(&self, depth: i32, number: usize) -> i32 {
        let depth = (depth.max(0) as usize).min(MOST - 1);
        i32::from(self.0[depth * MOST + number.min(MOST - 1)])
    }
}
