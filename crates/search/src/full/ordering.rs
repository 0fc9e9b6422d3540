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
    /// Whether an adviser knows it.
    pub advised: bool,
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

/// The moves of a node on the stack, and what has not been done with them yet.
pub(super) struct Moves {
    /// Where they begin.
    pub first: usize,
    /// Where those end that may be picked.
    end: usize,
    /// Where those end that have their places in the order.
    scored: usize,
    /// Whether the first is the remembered one, to be picked without looking at the others.
    known: bool,
    /// Whether quiet moves wait, behind `end` …
    waiting: bool,
    /// … or to be generated.
    generated: bool,
    /// Whether quiet moves are left out from now on.
    pub skips_quiets: bool,
}

impl<D: Domain> Worker<'_, D> {
    /// Generates moves onto the stack, each with its score; returns where they begin.
    #[inline]
    pub fn generate(
        &mut self,
        here: &Here<'_, D>,
        (select, depth): (Select, i32),
        remembered: u16,
    ) -> usize {
        let first = self.stack.len();
        self.push_moves(here.game, select, first);
        self.score(here, depth, remembered, first..self.stack.len());
        first
    }

    /// Generates moves onto the stack; the first move of the node is at `first`.
    #[inline]
    fn push_moves(&mut self, game: &D::Game, select: Select, first: usize) {
        let mut generated = std::mem::take(&mut self.generated);
        generated.clear();
        self.domain.moves(game, select, &mut generated);
        let before = self.stack.len() - first;
        let unscored = |(number, &m): (usize, &MoveOf<D>)| Candidate {
            m,
            order: 0,
            index: 0,
            pattern: 0,
            place: place_of(before + number),
            noisy: false,
            advised: false,
            searched: false,
        };
        self.stack
            .extend(generated.iter().enumerate().map(unscored));
        self.generated = generated;
    }

    /// The moves of a node. Staged, each is generated and scored as late as can be: the remembered
    /// move comes first; if it does not cut off, the unquiet ones are scored; when these are done,
    /// the quiet ones are generated and scored. [`Worker::pick_next`] sees to that.
    #[inline]
    pub fn moves(
        &mut self,
        here: &Here<'_, D>,
        depth: i32,
        remembered: u16,
        staged: bool,
    ) -> Moves {
        let first = self.stack.len();
        let waiting = staged
            && self.domain.staged()
            && self.params.exchange_order == 1
            && !here.nature.forced;
        let select = if waiting { Select::Noisy } else { Select::All };
        self.push_moves(here.game, select, first);
        let mut end = self.stack.len();
        let place = usize::from(remembered);
        let generated = !waiting || place > end - first || end == first;
        if waiting && generated {
            self.push_moves(here.game, Select::Quiet, first);
        }
        let known = staged && place != 0 && place <= self.stack.len() - first;
        let scored = if known {
            // A quiet move leaves its place to the first quiet one, and that to the first of all.
            let at = first + place - 1;
            let through = at.min(end);
            self.stack.swap(at, through);
            self.stack.swap(through, first);
            end = end.max(through + 1);
            first + 1
        } else if waiting {
            first
        } else {
            end
        };
        self.score(here, depth, remembered, first..scored);
        Moves {
            first,
            end,
            scored,
            known,
            waiting,
            generated,
            skips_quiets: false,
        }
    }

    /// Whether a node has a move at all.
    pub fn has_moves(&self, moves: &Moves) -> bool {
        self.stack.len() > moves.first
    }

    /// Brings the best of the moves from `at` on to `at`; whether there is one.
    #[inline]
    pub fn pick_next(
        &mut self,
        here: &Here<'_, D>,
        depth: i32,
        remembered: u16,
        moves: &mut Moves,
        at: usize,
    ) -> bool {
        if moves.known && at == moves.first {
            return true;
        }
        loop {
            if moves.scored < moves.end {
                self.score(here, depth, remembered, moves.scored..moves.end);
                moves.scored = moves.end;
            }
            if at < moves.end {
                self.pick(here.game, at, moves.end);
                // Exchanges that lose come after the quiet moves.
                if !moves.waiting || self.stack[at].score() >= 0 {
                    return true;
                }
            } else if !moves.waiting {
                return false;
            }
            self.let_quiets_in(here.game, moves);
        }
    }

    /// Lets the quiet moves in that wait.
    fn let_quiets_in(&mut self, game: &D::Game, moves: &mut Moves) {
        if !moves.generated {
            self.push_moves(game, Select::Quiet, moves.first);
        }
        (moves.waiting, moves.generated) = (false, true);
        let from = std::mem::replace(&mut moves.end, self.stack.len());
        if moves.skips_quiets {
            self.drop_quiets(game, moves, from);
        }
    }

    /// Scores some of the moves on the stack.
    #[inline]
    pub fn score(&mut self, here: &Here<'_, D>, depth: i32, remembered: u16, which: Range<usize>) {
        if which.is_empty() {
            return;
        }
        let p = self.params;
        let killers = self.frames[here.ply].killers;
        let contexts = if p.continuation_history == 1 {
            self.contexts(here.ply)
        } else {
            Default::default()
        };
        // Cut to one length, so that it is compared once a move and not once a row.
        let [first, second, third] = self.learnt.rows(contexts);
        let length = first.len();
        let (second, third) = (&second[..length], &third[..length]);
        let (history, escape_order) = (p.history == 1, p.escape_order == 1);
        let noisy_history = history && p.noisy_history == 1;
        let (exchange_order, killer_bonus) = (p.exchange_order == 1, p.killer_bonus as i32);
        let advice_first = p.advice_first == 1;
        // Places are those among all moves; in quiescence only unquiet moves have them.
        let all = depth > 0 || here.nature.forced;
        for candidate in &mut self.stack[which.clone()] {
            let (m, place) = (candidate.m, candidate.place);
            let about = self.domain.about(here.game, here.state, m, depth);
            let pattern = self.learnt.pattern(&about).unwrap_or(0);
            let mut score = about.bonus + about.advice;
            let counts = if about.noisy { noisy_history } else { history };
            if counts {
                score += self.learnt.history(about.index);
            }
            if about.advice >= ADVISED && advice_first {
                score = REMEMBERED + about.advice.min(MOST_ADVICE);
            } else if place == remembered && place != 0 && (all || about.noisy) {
                score = REMEMBERED;
            } else if about.advice >= ADVISED {
                score = about.advice.min(MOST_ADVICE);
            } else if about.noisy {
                if exchange_order {
                    score += NOISY;
                }
            } else {
                if escape_order {
                    score += about.escape;
                }
                if pattern < length {
                    let counters = [first[pattern], second[pattern], third[pattern]];
                    score += counters.map(i32::from).iter().sum::<i32>();
                }
                if killers[0] == Some(m) || killers[1] == Some(m) {
                    score += killer_bonus;
                }
            }
            candidate.order = order(score, place);
            candidate.index = about.index as u32;
            candidate.pattern = pattern as u16;
            candidate.noisy = about.noisy;
            candidate.advised = about.advice >= ADVISED;
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

    /// Brings the best of the moves from `at` to `end` to `at`. Unquiet moves that lose in the
    /// exchange wait until the quiet ones are done: found out only when their turn comes.
    #[inline]
    pub fn pick(&mut self, game: &D::Game, at: usize, end: usize) {
        loop {
            let (mut best, mut most) = (at, i64::MIN);
            for (i, candidate) in self.stack[..end].iter().enumerate().skip(at) {
                let better = candidate.order > most;
                best = if better { i } else { best };
                most = most.max(candidate.order);
            }
            self.stack.swap(at, best);
            let candidate = &mut self.stack[at];
            let score = candidate.score();
            let hopeful = candidate.noisy && (NOISY / 2..ADVISED).contains(&score);
            if hopeful && !self.domain.holds(game, candidate.m, Claim::Wins(0)) {
                candidate.order = order(score + LOSING - NOISY, candidate.place);
                continue;
            }
            return;
        }
    }

    /// Leaves out the quiet moves from a place on, but for those that are spared, and those that
    /// wait.
    pub fn drop_quiets(&mut self, game: &D::Game, moves: &mut Moves, from: usize) {
        moves.skips_quiets = true;
        let mut kept = from;
        for at in from..moves.end {
            if self.stack[at].noisy || self.is_spared(game, self.stack[at].m) {
                self.stack.swap(kept, at);
                kept += 1;
            }
        }
        self.horizons += u64::from(kept < moves.end);
        moves.end = kept;
        moves.scored = moves.scored.min(kept);
    }

    /// Whether a quiet move is searched however late or hopeless, because it forces the opponent.
    #[inline]
    pub fn is_spared(&self, game: &D::Game, m: MoveOf<D>) -> bool {
        self.params.forcing_spared == 1 && self.domain.holds(game, m, Claim::Forces)
    }
}
