//! What the other side is likely to play on a board: a softmax over features of its legal moves.
//!
//! *Computes* the chance of each legal move. The mover sees its own men and hears messages, not
//! our men: what it takes, it mostly takes by accident, so that the weight of a capture is what
//! accidents are worth, and only a capture on a square of which it was told is a decision.
//! *Source.* Conditional logit; a model of the opponent in a filter of boards, as
//! Parker, Nau & Subrahmanian found it to pay. *Ours.* The weights are fitted to games of our own players
//! (`cargo run --release -p zermelo-kriegspiel --example opponent_model`) and ship in `model.txt`,
//! one a line. *Invariant.* No legal move has the chance zero. *Cost.* Two attack maps a board, a
//! dozen table entries a move.

use std::sync::LazyLock;

use zermelo_chess::{Checks, Chess, Kind, Move, attacks};
use zermelo_game::{Game, Side};

use crate::men::{bit, squares};

/// The part of every chance that is spread evenly over the legal moves.
const EVEN: f32 = 0.03;

/// The last move of each phase but the last.
const PHASES: [u32; 2] = [8, 24];
const PHASE_COUNT: usize = PHASES.len() + 1;

const TO: usize = 0;
const FROM: usize = TO + PHASE_COUNT * 6 * 64;
const CAPTURE: usize = FROM + PHASE_COUNT * 6 * 64;
const CHECK: usize = CAPTURE + 6 * 5 * TOLD;
const EVADE: usize = CHECK + 6 * 2;
const PROMOTION: usize = EVADE + 6 * 2;
const AGAIN: usize = PROMOTION + 6;
const SAFETY: usize = AGAIN + 2 * PHASE_COUNT;
const LENGTH: usize = SAFETY + 6 * 4;
const FLIGHT: usize = LENGTH + 6 * 8;

/// The number of weights.
pub const WEIGHTS: usize = FLIGHT + 6 * 2;

/// The features of one move: indices of weights that count once each.
pub const MAX_FEATURES: usize = 9;

/// What the mover remembers: where its last move went from and to, and where it was last told that
/// a man of its own was taken. The man that took it may well stand there still.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Memory {
    /// Its own last move.
    pub last: Option<(u8, u8)>,
    /// Where the other side last captured, and how many moves of the mover's own ago; not after it
    /// has captured there itself.
    pub told: Option<(u8, u8)>,
}

/// Squares of which one was told: not, just now, one or two moves ago, earlier.
const TOLD: usize = 4;

impl Memory {
    /// What is remembered after a move of the other side, which captured there.
    #[must_use]
    pub fn after_theirs(self, captured: Option<u8>) -> Memory {
        let older = self
            .told
            .map(|(square, age)| (square, age.saturating_add(1)));
        Memory {
            told: captured.map(|square| (square, 0)).or(older),
            ..self
        }
    }

    /// What is remembered after a move of one's own.
    #[must_use]
    pub fn after_own(self, m: Move) -> Memory {
        let avenged = |told: &(u8, u8)| m.captured_square() == Some(told.0);
        Memory {
            last: Some((m.from(), m.to())),
            told: self.told.filter(|told| !avenged(told)),
        }
    }

    /// How much the mover knows of a man on a square, from 0 to [`TOLD`] less one.
    fn knows(self, square: u8) -> usize {
        match self.told {
            Some((told, age)) if told == square => match age {
                0 => 1,
                1 | 2 => 2,
                _ => 3,
            },
            _ => 0,
        }
    }
}

/// A board as its mover's features need it.
pub struct Sight {
    side: Side,
    phase: usize,
    in_check: bool,
    memory: Memory,
    /// Squares that the other side's men bear on.
    theirs: u64,
    /// Squares that one's own men bear on, and those that two bear on.
    once: u64,
    twice: u64,
    checks: Checks,
}

/// The squares that a side's men bear on: at all, and twice.
fn cover(board: &Chess, side: Side) -> (u64, u64) {
    let occupied = board.occupied();
    let (mut once, mut twice) = (0, 0);
    let mut add = |set: u64| {
        twice |= once & set;
        once |= set;
    };
    for kind in Kind::ALL {
        for square in squares(board.squares(side, kind)) {
            add(match kind {
                Kind::Pawn => attacks::pawn(side, square),
                Kind::Knight => attacks::knight(square),
                Kind::Bishop => attacks::bishop(square, occupied),
                Kind::Rook => attacks::rook(square, occupied),
                Kind::Queen => attacks::queen(square, occupied),
                Kind::King => attacks::king(square),
            });
        }
    }
    (once, twice)
}

impl Sight {
    /// The board before its mover.
    #[must_use]
    pub fn of(board: &Chess, memory: Memory) -> Sight {
        let side = board.side();
        let number = board.fullmove_number();
        let (once, twice) = cover(board, side);
        Sight {
            side,
            phase: PHASES.iter().filter(|&&last| number > last).count(),
            in_check: board.is_check(),
            memory,
            theirs: cover(board, !side).0,
            once,
            twice,
            checks: board.checks(),
        }
    }

    /// Whether a move of the board gives check.
    #[must_use]
    pub fn gives_check(&self, board: &Chess, m: Move) -> bool {
        board.gives_check(m, &self.checks)
    }

    /// Calls `add` with the weights that count for a move.
    #[inline]
    pub fn features(&self, board: &Chess, m: Move, mut add: impl FnMut(usize)) {
        let mirror = [0, 56][self.side.index()];
        let kind = m.kind().index();
        let (from, to) = (m.from(), m.to());
        let by_phase = (self.phase * 6 + kind) * 64;
        if self.in_check {
            let taking = usize::from(m.is_capture());
            add(EVADE + kind * 2 + taking);
        } else {
            add(TO + by_phase + usize::from(to ^ mirror));
            add(FROM + by_phase + usize::from(from ^ mirror));
        }
        if let Some(taken) = m.captured() {
            let told = self.memory.knows(to);
            add(CAPTURE + (kind * 5 + taken.index().min(4)) * TOLD + told);
        }
        if board.gives_check(m, &self.checks) {
            add(CHECK + kind * 2 + usize::from(m.is_capture()));
        }
        if let Some(kind) = m.promotion() {
            add(PROMOTION + kind.index());
        }
        if let Some((before, now)) = self.memory.last
            && from == now
        {
            add(AGAIN + 2 * self.phase + usize::from(to == before));
        }
        let attacked = usize::from(self.theirs & bit(to) != 0);
        // A pawn's push does not cover where it goes.
        let alone = if kind == 0 && !m.is_capture() {
            self.once
        } else {
            self.twice
        };
        let safe = usize::from(alone & bit(to) != 0);
        add(SAFETY + kind * 4 + attacked * 2 + safe);
        let length = (from & 7)
            .abs_diff(to & 7)
            .max((from >> 3).abs_diff(to >> 3));
        add(LENGTH + kind * 8 + usize::from(length));
        if self.theirs & bit(from) != 0 {
            add(FLIGHT + kind * 2 + usize::from(self.once & bit(from) != 0));
        }
    }
}

/// The weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    weights: Vec<f32>,
}

/// Weights are written in thousandths.
const UNIT: f32 = 1000.0;

static FITTED: LazyLock<Model> = LazyLock::new(|| Model::parse(include_str!("model.txt")));

impl Default for Model {
    /// A model by which all moves are equal.
    fn default() -> Model {
        Model {
            weights: vec![0.0; WEIGHTS],
        }
    }
}

impl Model {
    /// The model that ships with the program.
    #[must_use]
    pub fn fitted() -> &'static Model {
        &FITTED
    }

    /// A model with these weights; missing ones are zero.
    #[must_use]
    pub fn new(mut weights: Vec<f32>) -> Model {
        weights.resize(WEIGHTS, 0.0);
        Model { weights }
    }

    /// Reads whole numbers, thousandths of weights; what is none counts as zero.
    #[must_use]
    pub fn parse(text: &str) -> Model {
        let numbers = text.lines().filter(|line| !line.starts_with('#'));
        let words = numbers.flat_map(str::split_ascii_whitespace);
        Model::new(
            words
                .map(|word| word.parse().map_or(0.0, |n: f32| n / UNIT))
                .collect(),
        )
    }

    /// The text that [`Model::parse`] reads.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::from(
            "# Thousandths of the weights of boards/model.rs, as examples/opponent_model.rs \
             fitted them.\n",
        );
        for row in self.weights.chunks(16) {
            let words: Vec<String> = row
                .iter()
                .map(|weight| format!("{}", (weight * UNIT).round() as i32))
                .collect();
            text += &words.join(" ");
            text.push('\n');
        }
        text
    }

    /// The weights.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The chances of these legal moves.
    pub fn chances(&self, board: &Chess, sight: &Sight, moves: &[Move], out: &mut Vec<f32>) {
        out.clear();
        let mut most = f32::MIN;
        for &m in moves {
            let mut sum = 0.0;
            sight.features(board, m, |index| sum += self.weights[index]);
            most = most.max(sum);
            out.push(sum);
        }
        let mut total = 0.0;
        for chance in out.iter_mut() {
            *chance = (*chance - most).exp();
            total += *chance;
        }
        let even = EVEN / moves.len().max(1) as f32;
        let share = (1.0 - EVEN) / total.max(f32::MIN_POSITIVE);
        out.iter_mut()
            .for_each(|chance| *chance = *chance * share + even);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_one_and_none_is_zero() {
        let mut rng = zermelo_game::random::Rng::new(3);
        let mut board = Chess::new();
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        for _ in 0..200 {
            moves.clear();
            board.legal_moves(&mut moves);
            let sight = Sight::of(&board, Memory::default());
            Model::fitted().chances(&board, &sight, &moves, &mut chances);
            let Some(&m) = rng.pick(&moves) else { break };
            assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert!(chances.iter().all(|&chance| chance > 0.0));
            board.play(m);
        }
    }

    #[test]
    fn a_model_written_is_read_again() {
        let weights = (0..WEIGHTS).map(|at| (at as f32 - 900.0) / UNIT).collect();
        let model = Model::new(weights);
        assert_eq!(Model::parse(&model.text()), model);
    }

    #[test]
    fn the_fitted_model_expects_a_capture_that_was_told_to_be_avenged() {
        use zermelo_game::Notation;
        let text = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2";
        let board = Chess::parse(text).unwrap();
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        let takes = moves.iter().position(|m| m.is_capture()).unwrap();
        let [told, unseen] = [Some(35), None].map(|captured| {
            let memory = Memory::default().after_theirs(captured);
            let mut chances = Vec::new();
            let sight = Sight::of(&board, memory);
            Model::fitted().chances(&board, &sight, &moves, &mut chances);
            chances[takes]
        });
        assert!(told > 3.0 * unseen, "{told} {unseen}");
    }

    #[test]
    fn a_square_of_which_one_was_told_is_remembered_until_one_has_captured_there() {
        use zermelo_game::Notation;
        let board = Chess::parse("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1").unwrap();
        let [takes, steps] = ["c3d5", "e1e2"].map(|text| board.parse_move(text).unwrap());
        let told = Memory::default().after_theirs(Some(35));
        assert_eq!((told.knows(35), told.knows(36)), (1, 0));
        let later = told.after_own(steps).after_theirs(None);
        assert_eq!(later.knows(35), 2);
        let mut old = later;
        for _ in 0..300 {
            old = old.after_theirs(None);
        }
        assert_eq!(old.knows(35), 3);
        assert_eq!(later.after_own(takes).knows(35), 0);
        assert_eq!(later.after_theirs(Some(20)).knows(35), 0);
    }

    #[test]
    fn who_was_told_of_a_queen_some_moves_ago_still_expects_her() {
        use zermelo_game::Notation;
        let board = Chess::parse("4k3/8/8/3Q4/2b5/8/8/4K3 b - - 0 30").unwrap();
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        let takes = moves.iter().position(|m| m.is_capture()).unwrap();
        let [told, unseen] = [Some(35), None].map(|captured| {
            let memory = Memory::default().after_theirs(captured).after_theirs(None);
            let mut chances = Vec::new();
            let sight = Sight::of(&board, memory);
            Model::fitted().chances(&board, &sight, &moves, &mut chances);
            chances[takes]
        });
        assert!(told > 1.5 * unseen, "{told} {unseen}");
    }
}
