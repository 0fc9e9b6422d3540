//! What a try is worth on one board.
//!
//! *Computes* the balance of material after the try, after what the other side is likely to
//! answer: its captures and mates by the model of the opponent, mixed with the best capture of one
//! who sees everything; then a part of what we may take next. *Ours.* Material first: an earlier
//! attempt let the safety of kings on imagined boards drown it, so that only a small part of the
//! engine's evaluation counts. *Cost.* Some microseconds: one list of replies, no tree.

use zermelo_chess::{Chess, FIFTY_MOVES, Kind, Move};
use zermelo_engine::evaluation::{Classical, Evaluator, Weights};
use zermelo_engine::keys::Keys;
use zermelo_game::{Game, Side};

use super::exchange::exchange;
use crate::boards::{Memory, Model, Possible, Sight};
use crate::players::reactions::worth;

/// The constants of the values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueParams {
    /// How much the other side is taken to see, from 0 (by its model) to 1 (everything).
    pub sighted: f32,
    /// The part of what we could take next that counts.
    pub threat: f32,
    /// The part of the engine's evaluation that counts.
    pub position: f32,
    /// What a mate is worth, in pawns.
    pub mate: f32,
}

impl Default for ValueParams {
    fn default() -> ValueParams {
        ValueParams {
            sighted: 0.3,
            threat: 0.2,
            position: 0.08,
            mate: 40.0,
        }
    }
}

/// A pawn, in the engine's units.
const PAWN: f32 = 100.0;

/// Values tries on boards.
pub struct Valuer {
    params: ValueParams,
    side: Side,
    fifty: bool,
    classical: Classical,
    legal: Vec<Move>,
    chances: Vec<f32>,
    replies: Vec<(Move, f32)>,
}

/// What the other side is told of our move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Said {
    captured: Option<u8>,
    check: bool,
}

/// What makes the value of a move on a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parts {
    /// The value if the other side's answer won nothing.
    pub calm: f32,
    /// What its answer wins on average, by its model.
    pub likely: f32,
    /// What its best answer wins.
    pub best: f32,
    /// What it is told.
    pub said: Said,
}

/// The material of a side less the other's, in pawns.
#[must_use]
pub fn balance(board: &Chess, side: Side) -> f32 {
    let sum = |side| -> f32 {
        [
            Kind::Pawn,
            Kind::Knight,
            Kind::Bishop,
            Kind::Rook,
            Kind::Queen,
        ]
        .into_iter()
        .map(|kind| worth(kind) * board.squares(side, kind).count_ones() as f32)
        .sum()
    };
    sum(side) - sum(!side)
}

impl Valuer {
    /// A valuer for a side.
    #[must_use]
    pub fn new(params: ValueParams, side: Side, fifty: bool) -> Valuer {
        Valuer {
            params,
            side,
            fifty,
            classical: Classical::new(Weights::tuned()),
            legal: Vec::with_capacity(64),
            chances: Vec::with_capacity(64),
            replies: Vec::new(),
        }
    }

    /// What a legal move of ours is worth on a board, in pawns.
    pub fn value(&mut self, possible: &Possible, m: Move) -> f32 {
        let parts = self.parts(possible, m);
        let seen = parts.likely + self.params.sighted * (parts.best - parts.likely);
        parts.calm - seen
    }

    /// The parts of what a legal move of ours is worth on a board.
    pub fn parts(&mut self, possible: &Possible, m: Move) -> Parts {
        let mut after = possible.board.clone();
        after.play(m);
        self.legal.clear();
        self.replies.clear();
        after.legal_moves(&mut self.legal);
        let said = Said {
            captured: m.captured_square(),
            check: after.is_check(),
        };
        let mut parts = Parts {
            calm: 0.0,
            likely: 0.0,
            best: 0.0,
            said,
        };
        if self.legal.is_empty() {
            parts.calm = if said.check { self.params.mate } else { 0.0 };
            return parts;
        }
        let fifty = self.fifty && after.halfmove_clock() >= FIFTY_MOVES;
        if fifty || after.is_insufficient_material() {
            return parts;
        }
        let memory = possible.memory.after_theirs(said.captured);
        self.answers(&after, memory, &mut parts);
        let material = (1.0 - self.params.position) * balance(&after, self.side);
        parts.calm = material + self.positional(&after) + self.params.threat * self.next(&after);
        parts
    }

    /// The answers that won something in the last [`Valuer::parts`], with what they won.
    #[must_use]
    pub fn replies(&self) -> &[(Move, f32)] {
        &self.replies
    }

    /// What the other side's answer is likely to win for it, and at best.
    fn answers(&mut self, after: &Chess, memory: Memory, parts: &mut Parts) {
        let sight = Sight::of(after, memory);
        Model::fitted().chances(after, &sight, &self.legal, &mut self.chances);
        for (&m, &chance) in self.legal.iter().zip(&self.chances) {
            let mut gain = 0.0;
            if m.is_capture() || m.is_promotion() {
                gain = exchange(after, m);
            }
            if sight.gives_check(after, m) {
                let mut then = after.clone();
                then.play(m);
                if then.outcome().is_some() {
                    gain = self.params.mate;
                }
            }
            parts.likely += chance * gain;
            if gain > 0.0 {
                parts.best = parts.best.max(gain);
                self.replies.push((m, gain));
            }
        }
    }

    /// What we could take if the other side did nothing.
    fn next(&mut self, after: &Chess) -> f32 {
        let Some(passed) = after.passed() else {
            return 0.0;
        };
        self.legal.clear();
        passed.unquiet_moves(&mut self.legal);
        let gains = self.legal.iter().map(|&m| exchange(&passed, m));
        gains.fold(0.0, f32::max)
    }

    /// The part of the engine's evaluation that counts.
    fn positional(&mut self, board: &Chess) -> f32 {
        if self.params.position == 0.0 || board.is_check() {
            return self.params.position * balance(board, self.side);
        }
        let state = self.classical.state(board, None);
        let value = self.classical.evaluate(board, &state, &Keys::of(board));
        let own = if board.side() == self.side {
            value
        } else {
            -value
        };
        self.params.position * own as f32 / PAWN
    }
}
