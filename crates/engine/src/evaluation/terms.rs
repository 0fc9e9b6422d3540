//! The eight terms of a position as numbers, for evaluations that put them together differently.
//!
//! *What.* Each term as a pair for middlegame and ending, seen from the side to move, with the
//! stage and the verdict on special endings. *How it differs from* [`super::Classical`]: nothing is
//! kept along the path, no pawns are cached, and no position is too lopsided to be looked at.
//! *Invariant.* The terms add up to what [`super::Classical`] adds up. *Cost.* About twice that of
//! [`super::Classical`].

use zermelo_chess::{Chess, Kind};
use zermelo_game::{Game, Score, Side};

use super::classical::{PHASES, STAGE_WORTH, phase, pieces, stage, taper};
use super::endings::{FULL, Verdict, verdict};
use super::packed::Packed;
use super::scene::Scene;
use super::sets::count;
use super::squares::squares;
use super::tally::Tally;
use super::weights::{COUNT, GROUPS, Weights};
use super::{TermWeights, pawns};

/// The term of each weight, by its place in [`super::Term::ALL`].
static TERM: [u8; COUNT] = terms_of_weights();

const fn terms_of_weights() -> [u8; COUNT] {
    let mut terms = [0; COUNT];
    let mut group = 0;
    while group < GROUPS.len() {
        let mut weight = 0;
        while weight < GROUPS[group].len {
            terms[GROUPS[group].start + weight] = GROUPS[group].term as u8;
            weight += 1;
        }
        group += 1;
    }
    terms
}

/// Sums by side and term.
struct ByTerm<'a> {
    weights: &'a Weights,
    sums: [[Packed; 8]; 2],
}

impl Tally for ByTerm<'_> {
    #[inline]
    fn add(&mut self, side: Side, weight: usize, times: i32) {
        self.sums[side.index()][usize::from(TERM[weight] & 7)] += self.weights.get(weight) * times;
    }
}

/// A position taken apart, seen from the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The terms in the order of [`super::Term::ALL`].
    pub pairs: [Packed; 8],
    /// Both sides' material without pawns and kings, by which stages are told apart.
    pub pieces: i32,
}

impl Terms {
    /// The terms of a position under a set of weights.
    #[must_use]
    pub fn of(position: &Chess, weights: &Weights) -> Terms {
        let mut tally = ByTerm {
            weights,
            sums: [[Packed::default(); 8]; 2],
        };
        let mut scene = Scene::new(position);
        squares(&scene, &mut tally);
        pawns::pawns(&mut scene, &mut tally);
        pieces(&mut scene, &mut tally);
        let (us, them) = (position.side().index(), (!position.side()).index());
        let of_kind = |kind: Kind| count(position.kind_squares(kind)) * STAGE_WORTH[kind.index()];
        Terms {
            pairs: std::array::from_fn(|term| tally.sums[us][term] - tally.sums[them][term]),
            pieces: Kind::ALL.map(of_kind).iter().sum(),
        }
    }

    /// The stage, from 0 (opening) to 10 (ending).
    #[must_use]
    pub fn stage(&self) -> usize {
        stage(self.pieces) as usize
    }

    /// The terms as numbers, tapered, in centipawns for the side to move.
    #[must_use]
    pub fn features(&self) -> [f64; 8] {
        let middlegame = phase(self.pieces);
        self.pairs.map(|pair| {
            let sum = pair.middlegame() * middlegame + pair.ending() * (PHASES - middlegame);
            f64::from(sum) / f64::from(PHASES)
        })
    }

    /// The sum of the terms, each so many 64ths, as special endings judge it; for the side to move.
    #[must_use]
    pub fn sum(&self, position: &Chess, weights: &TermWeights) -> Score {
        let factors = weights.at(self.stage());
        let (mut middlegame, mut ending) = (0, 0);
        for (pair, factor) in self.pairs.iter().zip(factors) {
            middlegame += pair.middlegame() * i32::from(factor);
            ending += pair.ending() * i32::from(factor);
        }
        let whole = i32::from(TermWeights::WHOLE);
        let pair = Packed::new(middlegame / whole, ending / whole);
        match self.verdict(position, pair.ending()) {
            Verdict::Value(value) => value,
            Verdict::Scale(scale) => taper(pair, phase(self.pieces), scale),
        }
    }

    /// A value for the side to move after the rules of special endings have had their say.
    #[must_use]
    pub fn judged(&self, position: &Chess, value: Score) -> Score {
        match self.verdict(position, value) {
            Verdict::Value(value) => value,
            Verdict::Scale(scale) => {
                let middlegame = phase(self.pieces);
                (value * middlegame + value * scale / FULL * (PHASES - middlegame)) / PHASES
            }
        }
    }

    fn verdict(&self, position: &Chess, ahead: Score) -> Verdict {
        let sign = match position.side() {
            Side::First => 1,
            Side::Second => -1,
        };
        match verdict(position, sign * ahead) {
            Verdict::Value(value) => Verdict::Value(sign * value),
            scale => scale,
        }
    }
}
