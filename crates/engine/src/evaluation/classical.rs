//! The classical evaluation.

use std::sync::Arc;

use zermelo_chess::{Chess, Kind, Move};
use zermelo_game::{Game, Score, Side};

use super::packed::Packed;
use super::weights::{self, Weights};
use super::{Before, Evaluator};

/// What is kept along the path: material and squares, for the first side, and the material
/// without pawns by which stages are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct State {
    pub(super) squares: Packed,
    pub(super) pieces: i32,
}

/// What a kind is worth where stages are told apart (the source's values).
pub(super) const STAGE_WORTH: [i32; 6] = [0, 350, 355, 550, 1100, 0];

/// The first square weight of each kind.
const SQUARES: [usize; 6] = [
    weights::PAWN_SQUARE,
    weights::KNIGHT_SQUARE,
    weights::BISHOP_SQUARE,
    weights::ROOK_SQUARE,
    weights::QUEEN_SQUARE,
    weights::KING_SQUARE,
];

/// The evaluation of eight terms.
#[derive(Clone)]
pub struct Classical {
    weights: Arc<Weights>,
    /// Material and square of each kind for the first side.
    table: Arc<[[Packed; 64]; 6]>,
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
                let mut rest = position.squares(side, kind);
                while rest != 0 {
                    let square = rest.trailing_zeros() as u8;
                    rest &= rest - 1;
                    state.squares += self.on(side, kind, square);
                    state.pieces += STAGE_WORTH[kind.index()];
                }
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

    fn evaluate(&mut self, position: &Chess, state: &State) -> Score {
        let phase = ((state.pieces - 1400) * 256 / 5200).clamp(0, 256);
        let pair = state.squares;
        let score = (pair.middlegame() * phase + pair.ending() * (256 - phase)) / 256;
        let tempo = self.weights.get(weights::TEMPO).middlegame();
        match position.side() {
            Side::First => score + tempo,
            Side::Second => tempo - score,
        }
    }
}
