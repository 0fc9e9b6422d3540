//! The classical evaluation: eight terms, tapered between middlegame and ending.
//!
//! *What.* Material, placement, space, king safety, centre, pawn structure, attack, relations
//! (m b x k c p a r), each in its own file, each a sum of weights times counts. *Where from.* The
//! evaluation of GnuChess 4.0 as the thesis describes it, with what engines have found since.
//! *How ours differs.* Eleven stages by material become one continuous taper with the same ends
//! ([`stage`] still names them); every number is a weight that can be tuned. *Cost.* Material
//! and squares are kept along the path, pawns are cached, and a position that is far from even
//! by these alone is not looked at further ([`LAZY`]).

use std::sync::Arc;

use zermelo_chess::{Chess, Kind, Move};
use zermelo_game::{Game, Score, Side};
use zermelo_search::full::soon;

use super::endings::{FULL, Verdict, pieces_worth, verdict};
use super::explain::Explanation;
use super::packed::Packed;
use super::scene::Scene;
use super::squares::{SQUARES, squares};
use super::tally::{Counted, Sum, Tally};
use super::weights::{self, Term, Weights};
use super::{Before, Evaluator, attack, king, pawns, placement, relations, space};
use crate::keys::Keys;

/// What is kept along the path: material and squares, for the first side, and the material
/// without pawns by which stages are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct State {
    squares: Packed,
    pieces: i32,
}

/// What a kind is worth where stages are told apart.
pub(super) const STAGE_WORTH: [i32; 6] = [0, 350, 355, 550, 1100, 0];
/// Above this it is all middlegame, below [`ENDING`] all ending.
const MIDDLEGAME: i32 = 6600;
const ENDING: i32 = 1400;
/// The whole of the taper.
pub(super) const PHASES: i32 = 256;
/// Material, squares and pawns this far from even are not looked at further.
pub const LAZY: Score = 1500;
/// With so few pieces on the board the ending may be special.
const FEW: u32 = 7;
/// The most that men may be worth for the halves of a score to hold it: no game has more.
const MOST_MEN: Score = 25_000;

/// The stage of a position, 0 to 10, by both sides' material without pawns and kings.
#[must_use]
pub fn stage(pieces: i32) -> u32 {
    if pieces > MIDDLEGAME {
        0
    } else if pieces < ENDING {
        10
    } else {
        ((MIDDLEGAME - pieces) / 520) as u32
    }
}

/// How much of the middlegame is left, of [`PHASES`].
#[inline]
pub(super) fn phase(pieces: i32) -> i32 {
    ((pieces - ENDING) * PHASES / (MIDDLEGAME - ENDING)).clamp(0, PHASES)
}

#[inline]
pub(super) fn taper(pair: Packed, phase: i32, scale: i32) -> Score {
    let ending = pair.ending() * scale / FULL;
    (pair.middlegame() * phase + ending * (PHASES - phase)) / PHASES
}

/// What the pawns of a position are worth, and what they leave behind for other terms. Small, so
/// that the cache leaves room for the others: four entries to a line of memory.
#[derive(Clone, Copy, Default)]
struct PawnEntry {
    /// The passed pawns of both sides.
    passed: u64,
    /// The upper half of the key; the lower bits are the place.
    key: u32,
    score: Packed,
}

/// Entries of the pawn cache (a power of two).
const PAWN_ENTRIES: usize = 1 << 13;

/// The evaluation of eight terms.
#[derive(Clone)]
pub struct Classical {
    weights: Arc<Weights>,
    /// Material and square of each kind for the first side.
    table: Arc<[[Packed; 64]; 6]>,
    pawns: Vec<PawnEntry>,
}

/// How often each weight counts in a position, and how its pairs become one score.
pub struct Features {
    /// Times of each weight, for the first side.
    pub times: Vec<i16>,
    /// How much of the middlegame is left, from 0 to 1.
    pub middlegame: f32,
    /// How much of the ending's half counts, from 0 to 1.
    pub scale: f32,
}

impl Classical {
    /// The evaluation with a set of weights.
    #[must_use]
    pub fn new(weights: Arc<Weights>) -> Classical {
        let mut table = [[Packed::default(); 64]; 6];
        for kind in Kind::ALL {
            for (square, entry) in table[kind.index()].iter_mut().enumerate() {
                *entry = weights.get(SQUARES[kind.index()] + square);
                if kind != Kind::King {
                    *entry += weights.get(weights::MATERIAL + kind.index());
                }
            }
        }
        Classical {
            weights,
            table: Arc::new(table),
            pawns: vec![PawnEntry::default(); PAWN_ENTRIES],
        }
    }

    #[inline]
    fn on(&self, side: Side, kind: Kind, square: u8) -> Packed {
        match side {
            Side::First => self.table[kind.index()][usize::from(square)],
            Side::Second => -self.table[kind.index()][usize::from(square ^ 56)],
        }
    }

    fn whole(&self, position: &Chess) -> State {
        let mut state = State::default();
        for side in Side::BOTH {
            for kind in Kind::ALL {
                super::sets::each(position.squares(side, kind), |square| {
                    state.squares += self.on(side, kind, square);
                    state.pieces += STAGE_WORTH[kind.index()];
                });
            }
        }
        state
    }

    #[inline]
    fn after(&self, state: &State, us: Side, m: Move) -> State {
        let mut next = *state;
        let kind = m.kind();
        next.squares -= self.on(us, kind, m.from());
        next.squares += self.on(us, m.promotion().unwrap_or(kind), m.to());
        if let Some(promotion) = m.promotion() {
            next.pieces += STAGE_WORTH[promotion.index()];
        }
        if let (Some(taken), Some(square)) = (m.captured(), m.captured_square()) {
            next.squares -= self.on(!us, taken, square);
            next.pieces -= STAGE_WORTH[taken.index()];
        }
        if let Some((from, to)) = m.castling_rook() {
            next.squares -= self.on(us, Kind::Rook, from);
            next.squares += self.on(us, Kind::Rook, to);
        }
        next
    }

    /// The pawns' part, from the cache if it is there.
    #[inline]
    fn pawn_part(&mut self, scene: &mut Scene<'_>, keys: &Keys) -> Packed {
        let key = pawn_key(keys);
        let entry = &mut self.pawns[key as usize & (PAWN_ENTRIES - 1)];
        let upper = (key >> 32) as u32;
        if entry.key == upper {
            scene.passed = scene.pawns.map(|pawns| pawns & entry.passed);
            return entry.score;
        }
        let mut sum = Sum::new(&self.weights);
        pawns::pawns(scene, &mut sum);
        *entry = PawnEntry {
            passed: scene.passed[0] | scene.passed[1],
            key: upper,
            score: sum.total(),
        };
        sum.total()
    }

    /// The value for the first side.
    fn value(&mut self, position: &Chess, state: &State, keys: &Keys) -> Score {
        if state.pieces > MOST_MEN {
            return pieces_worth(position, Side::First) - pieces_worth(position, Side::Second);
        }
        let phase = phase(state.pieces);
        let mut scene = Scene::new(position);
        let mut pair = state.squares + self.pawn_part(&mut scene, keys);
        let rough = taper(pair, phase, FULL);
        let few = position.occupied().count_ones() <= FEW;
        if rough.abs() > LAZY && !few {
            return rough;
        }
        let mut sum = Sum::new(&self.weights);
        pieces(&mut scene, &mut sum);
        pair += sum.total();
        let ahead = pair.ending();
        match verdict(position, ahead) {
            Verdict::Value(value) => value,
            Verdict::Scale(scale) => taper(pair, phase, scale),
        }
    }

    /// The value of a position for the side to move.
    #[must_use]
    pub fn of_mover(&mut self, position: &Chess) -> Score {
        let state = self.whole(position);
        self.evaluate(position, &state, &Keys::of(position))
    }

    /// How a position's value comes about.
    #[must_use]
    pub fn features(&self, position: &Chess) -> Features {
        let counted = count(position);
        let pieces = self.whole(position).pieces;
        let mut sum = Packed::default();
        for (weight, times) in counted.0.iter().enumerate() {
            sum += self.weights.get(weight) * i32::from(*times);
        }
        let scale = match verdict(position, sum.ending()) {
            Verdict::Value(_) => 0,
            Verdict::Scale(scale) => scale,
        };
        Features {
            times: counted.0,
            middlegame: phase(pieces) as f32 / PHASES as f32,
            scale: scale as f32 / FULL as f32,
        }
    }

    /// The value of a position for White, term by term.
    #[must_use]
    pub fn explain(&mut self, position: &Chess) -> Explanation {
        let counted = count(position);
        let state = self.whole(position);
        let phase = phase(state.pieces);
        let (mut so_far, mut before) = (Packed::default(), 0);
        // Differences of running totals, so that the terms add up in spite of rounding.
        let terms = Term::ALL.map(|(_, _, term)| {
            so_far += counted.term(term, &self.weights);
            let value = taper(so_far, phase, FULL) - before;
            before += value;
            value
        });
        let total = self.value(position, &state, &Keys::of(position));
        Explanation {
            terms,
            stage: stage(state.pieces),
            ending: total - terms.iter().sum::<Score>(),
            total,
        }
    }
}

/// By what the pawns' part is cached.
#[inline]
fn pawn_key(keys: &Keys) -> u64 {
    keys.pawns ^ keys.kings
}

/// All terms that need more than pawns and kings.
#[inline]
pub(super) fn pieces<T: Tally>(scene: &mut Scene<'_>, tally: &mut T) {
    space::pieces(scene, tally);
    of_side(scene, Side::First, tally);
    of_side(scene, Side::Second, tally);
}

#[inline(always)]
fn of_side<T: Tally>(scene: &Scene<'_>, side: Side, tally: &mut T) {
    placement::placement(scene, side, tally);
    king::king(scene, side, tally);
    pawns::blocked_centre(scene, side, tally);
    attack::attack(scene, side, tally);
    relations::relations(scene, side, tally);
}

/// Every weight's count in a position.
fn count(position: &Chess) -> Counted {
    let mut counted = Counted::default();
    let mut scene = Scene::new(position);
    squares(&scene, &mut counted);
    pawns::pawns(&mut scene, &mut counted);
    pieces(&mut scene, &mut counted);
    counted
}

impl Evaluator for Classical {
    type State = State;

    #[inline]
    fn state(&mut self, position: &Chess, before: Option<Before<'_, State>>) -> State {
        match before {
            Some(before) => self.after(before.state, before.position.side(), before.played),
            None => self.whole(position),
        }
    }

    #[inline]
    fn soon(&self, keys: &Keys) {
        soon(&self.pawns[pawn_key(keys) as usize & (PAWN_ENTRIES - 1)]);
    }

    fn evaluate(&mut self, position: &Chess, state: &State, keys: &Keys) -> Score {
        let value = self.value(position, state, keys);
        match position.side() {
            Side::First => value,
            Side::Second => -value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::walks;
    use super::*;
    use zermelo_game::Notation;

    const STARTS: &[&str] = &[
        "startpos",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/5k2/8/2b5/8/3B4/PP3PPP/6K1 w - - 0 1",
    ];

    fn along_games(visit: impl FnMut(&Chess, &Chess, Move)) {
        walks::along_games(17, STARTS, visit);
    }

    /// The same position with colours exchanged.
    fn mirrored(position: &Chess) -> Chess {
        let fen = position.notation();
        let fields: Vec<_> = fen.split(' ').collect();
        let swap = |text: &str| -> String {
            let turn = |c: char| {
                if c.is_ascii_uppercase() {
                    c.to_ascii_lowercase()
                } else {
                    c.to_ascii_uppercase()
                }
            };
            text.chars().map(turn).collect()
        };
        let ranks: Vec<_> = fields[0].split('/').rev().map(swap).collect();
        let side = if fields[1] == "w" { "b" } else { "w" };
        let passing = fields[3]
            .replace('3', "x")
            .replace('6', "3")
            .replace('x', "6");
        let text = format!(
            "{} {side} {} {passing} 0 1",
            ranks.join("/"),
            swap(fields[2])
        );
        Chess::parse(&text).unwrap()
    }

    #[test]
    fn a_position_kept_along_the_path_is_worth_what_it_is_from_scratch() {
        let mut evaluator = Classical::new(Weights::tuned());
        along_games(|before, after, m| {
            let kept = evaluator.after(&evaluator.whole(before), before.side(), m);
            assert_eq!(kept, evaluator.whole(after), "{}", after.notation());
            let mut fresh = Classical::new(Weights::tuned());
            let keys = Keys::of(after);
            let value = evaluator.value(after, &kept, &keys);
            assert_eq!(value, fresh.value(after, &kept, &keys));
        });
    }

    #[test]
    fn more_men_than_any_game_has_are_counted() {
        let mut evaluator = Classical::new(Weights::tuned());
        let fen = "qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/8/8/8/K6k w - - 0 1";
        assert!(evaluator.of_mover(&Chess::parse(fen).unwrap()) < -20_000);
    }

    #[test]
    fn exchanging_colours_changes_nothing_for_the_side_to_move() {
        let mut evaluator = Classical::new(Weights::tuned());
        along_games(|_, position, _| {
            let other = mirrored(position);
            let mut value = |position: &Chess| {
                let state = evaluator.whole(position);
                evaluator.evaluate(position, &state, &Keys::of(position))
            };
            let (one, two) = (value(position), value(&other));
            assert_eq!(one, two, "{}", position.notation());
        });
    }

    #[test]
    fn terms_and_the_ending_add_up_to_the_total_and_the_counts_to_the_search_value() {
        let mut evaluator = Classical::new(Weights::tuned());
        along_games(|_, position, _| {
            let explanation = evaluator.explain(position);
            let sum: Score = explanation.terms.iter().sum();
            assert_eq!(sum + explanation.ending, explanation.total);
            let state = evaluator.whole(position);
            let scaled = evaluator.features(position).scale;
            let material = taper(state.squares, phase(state.pieces), FULL).abs();
            if scaled == 1.0 && material < LAZY / 2 && sum.abs() < LAZY / 2 {
                assert_eq!(explanation.ending, 0, "{}", position.notation());
            }
        });
    }

    #[test]
    fn an_explanation_is_for_white_whoever_is_to_move() {
        for turn in ["w", "b"] {
            let fen = format!("4k3/8/8/8/8/8/8/QQ2K3 {turn} - - 0 1");
            let explanation = super::super::explain(&Chess::parse(&fen).unwrap());
            assert!(explanation.total > 1500, "{fen}: {}", explanation.total);
            assert!(explanation.terms[0] > 1500);
        }
    }

    #[test]
    fn the_worked_example_is_even_in_material_and_relations() {
        let fen = "3rr1k1/1pqb1pp1/p1nb2np/3p4/3N4/4BNPP/PPPQ1PB1/3RR1K1 w - -";
        let mut evaluator = Classical::new(Weights::reference());
        let explanation = evaluator.explain(&Chess::parse(fen).unwrap());
        assert_eq!(explanation.terms[0], 0);
        assert_eq!(explanation.terms[7], 0);
        assert_eq!(
            explanation.stage,
            stage(2 * (350 * 2 + 355 * 2 + 1100 + 1100))
        );
    }

    #[test]
    fn stages_are_those_of_the_source() {
        assert_eq!(stage(7220), 0);
        assert_eq!(stage(6600), 0);
        assert_eq!(stage(6080), 1);
        assert_eq!(stage(1400), 10);
        assert_eq!(stage(0), 10);
    }
}
