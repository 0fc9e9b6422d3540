//! The moves of a node, best first.
//!
//! The remembered move, moves that an adviser knows (see [`super::ADVISED`]), unquiet moves by
//! bonus and history, quiet ones by history, killers and perhaps the evaluation after them, losing
//! exchanges last. The best is picked when its turn comes, for most nodes end with the first.

use std::ops::Range;

use zermelo_game::Game;

use super::domain::{ADVISED, Claim, Domain, Moment, Select};
use super::learnt::LIMIT;
use super::node::Here;
use super::worker::{MoveOf, Worker};

/// A generated move, and what decides when it is tried.
#[derive(Clone, Copy)]
pub(super) struct Candidate<M> {
    pub m: M,
    /// The score, and below it the place: of equal scores the natural order decides.
    order: i64,
    pub index: u32,
    /// In continuation history.
    pub pattern: u16,
    /// In the generated list, from 1.
    pub place: u16,
    pub noisy: bool,
    /// Whether it was searched rather than left out.
    pub searched: bool,
}

impl<M> Candidate<M> {
    /// What decides when it is tried.
    #[inline]
    pub fn score(&self) -> i32 {
        (self.order >> PLACE_BITS) as i32
    }
}

/// Room for the place of a move under its score.
const PLACE_BITS: u32 = 16;

/// A score and a place as one number.
#[inline]
fn order(score: i32, place: u16) -> i64 {
    i64::from(score) << PLACE_BITS | i64::from(u16::MAX - place)
}

/// Tiers of the order; within a tier history and bonus decide.
const REMEMBERED: i32 = 1 << 30;
const NOISY: i32 = 1 << 28;
const LOSING: i32 = -(1 << 28);
/// Advice beyond this would leave its tier.
const MOST_ADVICE: i32 = 2 * ADVISED - 1;

/// Places beyond what the table can hold are not remembered.
fn place_of(number: usize) -> u16 {
    u16::try_from(number + 1).unwrap_or(0)
}

impl<D: Domain> Worker<'_, D> {
    /// Generates moves onto the stack, each with its score; returns where they begin. Staged, only
    /// the remembered move is scored and comes first: if it cuts off, the rest need not be, and if
    /// not, [`Worker::score`] does it.
    #[inline]
    pub fn generate(
        &mut self,
        here: &Here<'_, D>,
        (select, depth): (Select, i32),
        remembered: u16,
        staged: bool,
    ) -> usize {
        let first = self.stack.len();
        let mut generated = std::mem::take(&mut self.generated);
        generated.clear();
        self.domain.moves(here.game, select, &mut generated);
        self.stack.reserve(generated.len());
        for (number, &m) in generated.iter().enumerate() {
            let place = place_of(number);
            self.stack.push(Candidate {
                m,
                order: 0,
                index: 0,
                pattern: 0,
                place,
                noisy: false,
                searched: false,
            });
        }
        let known = usize::from(remembered).wrapping_sub(1);
        if staged && known < generated.len() {
            self.stack.swap(first, first + known);
            self.score(here, depth, remembered, first..first + 1);
        } else {
            self.score(here, depth, remembered, first..self.stack.len());
        }
        self.generated = generated;
        first
    }

    /// Scores some of the moves on the stack.
    #[inline]
    pub fn score(&mut self, here: &Here<'_, D>, depth: i32, remembered: u16, which: Range<usize>) {
        let killers = self.frames[here.ply].killers;
        let contexts = self.contexts(here.ply);
        let p = self.params;
        let rows = if p.continuation_history == 1 {
            self.learnt.rows(contexts)
        } else {
            Default::default()
        };
        for candidate in &mut self.stack[which.clone()] {
            let (m, place) = (candidate.m, candidate.place);
            let about = self.domain.about(here.game, here.state, m, depth);
            let pattern = self.learnt.pattern(&about).unwrap_or(0);
            let mut score = about.bonus + about.advice;
            if p.history == 1 {
                score += self.learnt.history(about.index);
            }
            if about.advice >= ADVISED && p.advice_first == 1 {
                score = REMEMBERED + about.advice.min(MOST_ADVICE);
            } else if place == remembered && place != 0 {
                score = REMEMBERED;
            } else if about.advice >= ADVISED {
                score = about.advice.min(MOST_ADVICE);
            } else if about.noisy {
                if p.exchange_order == 1 {
                    score += NOISY;
                }
            } else {
                if p.escape_order == 1 {
                    score += about.escape;
                }
                for row in rows {
                    score += row.get(pattern).map_or(0, |counter| i32::from(*counter));
                }
                if killers[0] == Some(m) || killers[1] == Some(m) {
                    score += p.killer_bonus as i32;
                }
            }
            candidate.order = order(score, place);
            candidate.index = about.index as u32;
            candidate.pattern = pattern as u16;
            candidate.noisy = about.noisy;
        }
        if depth >= p.look_depth as i32 {
            self.look(here.game, here.state, which);
        }
    }

    /// Orders quiet moves by the evaluation after them too.
    fn look(&mut self, game: &D::Game, state: &D::State, which: Range<usize>) {
        for at in which {
            let Candidate { m, noisy, .. } = self.stack[at];
            if !noisy && self.stack[at].score() < ADVISED {
                let score = self.stack[at].score() + self.looks_like(game, state, m);
                self.stack[at].order = order(score, self.stack[at].place);
            }
        }
    }

    /// What the evaluation after a move adds to its place in the order.
    fn looks_like(&mut self, game: &D::Game, state: &D::State, m: MoveOf<D>) -> i32 {
        let child = game.after(m);
        let child_state = self.child_state(&child, game, state, m);
        let value = match self.domain.finished(&child, Moment::Leaf) {
            Some(value) => value,
            None => self.domain.evaluate(&child, &child_state),
        };
        let weight = self.params.look_weight as i32;
        // As much as four histories at most: below the tiers.
        let most = 4 * LIMIT / weight;
        -value.clamp(-most, most) * weight
    }

    /// Brings the best of the moves from `at` on to `at`. Unquiet moves that lose in the
    /// exchange wait until the quiet ones are done: found out only when their turn comes. `first`
    /// says that the best is already there.
    #[inline]
    pub fn pick(&mut self, game: &D::Game, at: usize, first: bool) -> Candidate<MoveOf<D>> {
        if first {
            return self.stack[at];
        }
        loop {
            let rest = &self.stack[at..];
            let mut best = (rest[0].order, 0);
            for (i, candidate) in rest.iter().enumerate().skip(1) {
                if candidate.order > best.0 {
                    best = (candidate.order, i);
                }
            }
            self.stack.swap(at, at + best.1);
            let candidate = &mut self.stack[at];
            let score = candidate.score();
            let hopeful = candidate.noisy && (NOISY / 2..ADVISED).contains(&score);
            if hopeful && !self.domain.holds(game, candidate.m, Claim::Wins(0)) {
                candidate.order = order(score + LOSING - NOISY, candidate.place);
                continue;
            }
            return *candidate;
        }
    }

    /// Puts the quiet moves of a part of the stack behind the others, but for those that are
    /// spared; where they begin.
    pub fn drop_quiets(&mut self, game: &D::Game, from: usize, end: usize) -> usize {
        let mut kept = from;
        for at in from..end {
            if self.stack[at].noisy || self.is_spared(game, self.stack[at].m) {
                self.stack.swap(kept, at);
                kept += 1;
            }
        }
        kept
    }

    /// Whether a quiet move is searched however late or hopeless, because it forces the opponent.
    #[inline]
    pub fn is_spared(&self, game: &D::Game, m: MoveOf<D>) -> bool {
        self.params.forcing_spared == 1 && self.domain.holds(game, m, Claim::Forces)
    }
}
