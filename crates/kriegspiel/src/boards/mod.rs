//! Whole boards that agree with everything a side has heard since the first move.
//!
//! *Computes* a weighted set of boards: every announcement takes away the boards that it
//! contradicts, every unseen move replaces a board by those it may have led to, each weighing as
//! much as a model of the other side finds its move likely. *Source.* Particle filters for
//! Kriegspiel: Parker, Nau & Subrahmanian 2005; POMCP, Silver & Veness 2010. *Ours.* The moves of
//! a board are weighed one and all, not drawn: a move that contradicts what was heard costs
//! nothing, and equal boards are one, with the memory of the first. While there are fewer boards than wanted the set is the
//! exact posterior under the model; after that `resample.rs` keeps some for many. A set that runs
//! low goes back to boards of some turns ago and comes forward again; if that is not enough, men
//! of boards that fit are displaced so that they agree with what was heard last; if there is
//! nothing left, men are placed by the chances of the matrices.
//!
//! *Invariant.* Every board that is marked exact agrees with every announcement, and there is
//! always a board at our turn. *Cost.* About two microseconds for each board and unseen move.

mod asked;
mod fit;
mod heard;
mod model;
mod refill;
mod resample;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use zermelo_chess::{Chess, Kind, Move};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Side};

use crate::action::{Action, Try};
use crate::announcement::Announcement;
use crate::men::Men;
use crate::profile::Profile;
use crate::rules::PawnTries;
use crate::tracker::Tracker;
use crate::view::View;

pub use fit::{FitParams, Sample, fit, log_likelihood, samples_of};
pub use heard::{Heard, is_move};
pub use model::{Memory, Model, Sight};
pub use resample::resample;

/// A board that is possible.
#[derive(Clone, Debug)]
pub struct Possible {
    /// The board.
    pub board: Chess,
    /// Its weight; those of a set sum to one.
    pub weight: f32,
    /// Whether it agrees with everything heard, not only with what was heard last.
    pub exact: bool,
    /// What the other side remembers on it.
    pub memory: Memory,
}

/// How many boards are kept.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BoardsParams {
    /// The most boards that are kept.
    pub most: usize,
    /// With fewer boards than this, more are looked for.
    pub floor: usize,
    /// Boards that must count, as if equally heavy: weights are drawn together until they do.
    pub effective: f64,
}

impl Default for BoardsParams {
    fn default() -> BoardsParams {
        BoardsParams {
            most: 10_000,
            floor: 1_000,
            effective: 520.0,
        }
    }
}

/// Whose completed move is being told of.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Pending {
    None,
    Own(Try),
    Theirs,
}

/// The boards that are possible for a side.
#[derive(Clone, Debug)]
pub struct Boards {
    params: BoardsParams,
    /// What is usual for the opponent, if that is known.
    profile: Option<Arc<Profile>>,
    known: View,
    tracker: Tracker,
    list: Vec<Possible>,
    /// Whether every board that is possible is in the list.
    complete: bool,
    pending: Pending,
    heard: Heard,
    earlier: Vec<refill::Earlier>,
    rng: Rng,
    /// When an unseen move must have been looked at.
    deadline: Option<Instant>,
    /// Boards whose moves were weighed so far.
    weighed: u64,
    /// Times that more boards were looked for.
    refills: u64,
    /// The boards that counted at our turn before their weights were drawn together.
    untempered: f64,
}

/// A board and a move on it.
struct Child {
    parent: u32,
    played: Move,
    weight: f32,
}

/// Boards whose moves are weighed between two looks at the clock.
const LOOK: usize = 128;

/// The power of what a profile says of a move.
const USUAL: f32 = 0.1;

/// Chances of a profile below this are taken to be this.
const RARE: f32 = 0.001;

/// Boards that can be kept in no time.
const QUICK: usize = 20_000;

/// A step between boards by which any part of a visit to all of them is a fair sample: a prime, so
/// that it visits all of them unless their number is its multiple.
const STRIDE: usize = 7_919;

impl Boards {
    /// The boards before anything was heard of the game of a view.
    #[must_use]
    pub fn new(view: &View, params: BoardsParams, seed: u64) -> Boards {
        Boards::guided(view, params, seed, None)
    }

    /// The same, drawn towards what is usual for an opponent.
    #[must_use]
    pub fn guided(
        view: &View,
        params: BoardsParams,
        seed: u64,
        profile: Option<Arc<Profile>>,
    ) -> Boards {
        let known = view.beginning();
        let tracker = Tracker::guided(&known, profile.clone());
        let mut boards = Boards {
            params,
            profile,
            tracker,
            list: Vec::new(),
            complete: true,
            pending: Pending::None,
            heard: Heard::default(),
            earlier: Vec::new(),
            rng: Rng::new(seed),
            deadline: None,
            weighed: 0,
            refills: 0,
            untempered: 0.0,
            known,
        };
        boards.begin();
        boards
    }

    fn begin(&mut self) {
        let view = &self.known;
        let usual = *view.start() == Men::initial(view.side()) && view.enemy().men == 16;
        if usual {
            self.list.push(Possible {
                board: Chess::new(),
                weight: 1.0,
                exact: true,
                memory: Memory::default(),
            });
        } else {
            self.complete = false;
        }
    }

    /// Takes in everything of a view that is new; a view of another game starts anew. A thought
    /// that has a deadline looks at fewer boards rather than miss it.
    pub fn follow(&mut self, view: &View, deadline: Option<Instant>) {
        let heard = self.known.heard().len();
        let same = view.heard().get(..heard) == Some(self.known.heard());
        if !same || view.side() != self.known.side() || view.start() != self.known.start() {
            let seed = self.rng.next_u64();
            *self = Boards::guided(view, self.params, seed, self.profile.take());
        }
        self.deadline = deadline;
        let heard = self.known.heard().len();
        for &said in &view.heard()[heard..] {
            self.hear(said);
        }
        self.tracker.follow(&self.known);
        let own_turn = view.turn() == view.side() && view.result().is_none();
        if own_turn {
            self.refill();
            self.temper();
        }
        self.deadline = None;
    }

    fn hear(&mut self, said: Announcement) {
        match said {
            Announcement::Accepted(tried) => {
                self.pending = Pending::Own(tried);
                self.heard = Heard::default();
            }
            Announcement::Moved(_) => {
                self.pending = Pending::Theirs;
                self.heard = Heard::default();
            }
            Announcement::Captured(square, what) => self.heard.captured = Some((square, what)),
            Announcement::Check(direction) => self.heard.checks.push(direction),
            Announcement::ToMove(turn, tries) => self.turn(turn, tries),
            Announcement::Tries(any) | Announcement::Any(any) => {
                self.list
                    .retain(|b| (heard::pawn_tries(&b.board) > 0) == any);
            }
            Announcement::Illegal(Action::Try(tried)) => self.refused(tried),
            Announcement::Refused(_) => self.they_were_refused(),
            Announcement::Result(result) if self.pending != Pending::None => {
                self.heard.end = Some(result.cause);
                self.turn(!self.known.turn(), None);
            }
            _ => {}
        }
        self.known.hear(said);
        if let Announcement::ToMove(turn, _) = said
            && turn == self.known.side()
        {
            self.remember();
        }
        self.normalise();
    }

    /// A completed move has been told of.
    fn turn(&mut self, turn: Side, tries: Option<u8>) {
        self.heard.tries = tries;
        let heard = std::mem::take(&mut self.heard);
        match std::mem::replace(&mut self.pending, Pending::None) {
            Pending::Own(tried) => {
                let mut legal = Vec::with_capacity(64);
                let captured = heard.captured.map(|(square, _)| square);
                self.list.retain_mut(|possible| {
                    let after = heard.after_own(&possible.board, tried, &mut legal);
                    possible.memory = possible.memory.after_theirs(captured);
                    after.map(|after| possible.board = after).is_some()
                });
            }
            Pending::Theirs => self.their_move(&heard),
            Pending::None => {
                self.list
                    .retain(|b| b.board.side() == turn && heard.fits_after(&b.board));
            }
        }
        self.heard = heard;
    }

    /// Whether the other side was bound to capture with a pawn.
    fn they_must_capture(&self) -> bool {
        let asked = self.known.turn() != self.known.side() && self.known.must_capture();
        match self.known.rules().pawn_tries {
            PawnTries::AskedBinding => asked,
            PawnTries::AskedOnce => asked && self.known.enemy_refused() == 0,
            _ => false,
        }
    }

    /// Replaces every board by those that an unseen move may have led to.
    fn their_move(&mut self, heard: &Heard) {
        let bound = self.they_must_capture();
        let mut children: Vec<Child> = Vec::with_capacity(self.list.len() * 8);
        let (mut legal, mut chances) = (Vec::with_capacity(64), Vec::with_capacity(64));
        let model = Model::fitted();
        let moves = self.known.moves(!self.known.side()) + 1;
        let size = self.list.len();
        let (mut index, mut weighed) = (0, 0);
        for done in 0..size {
            if done % LOOK == LOOK - 1 && self.deadline.is_some_and(|end| Instant::now() >= end) {
                self.complete = false;
                break;
            }
            self.weighed += 1;
            weighed += 1;
            index = match size % STRIDE {
                0 => done,
                _ => (index + STRIDE) % size,
            };
            let possible = &self.list[index];
            legal.clear();
            possible.board.legal_moves(&mut legal);
            let sight = Sight::of(&possible.board, possible.memory);
            model.chances(&possible.board, &sight, &legal, &mut chances);
            for (&played, &chance) in legal.iter().zip(&chances) {
                let by_pawn = played.kind() == Kind::Pawn && played.is_capture();
                if (by_pawn || !bound) && heard.fits(&possible.board, &sight, played) {
                    children.push(Child {
                        parent: index as u32,
                        played,
                        weight: possible.weight * chance * self.usual(played, moves),
                    });
                }
            }
        }
        let most = self.affordable(weighed);
        if children.len() > most {
            self.complete = false;
            resample(&mut children, most, |c| &mut c.weight, &mut self.rng);
        }
        self.list = self.grown(&children);
    }

    /// How much more usual it is for the opponent to have the man that moves where it goes than
    /// where it comes from, to a small power: over a game that makes the chances of its places.
    fn usual(&self, m: Move, moves: u32) -> f32 {
        let Some(profile) = &self.profile else {
            return 1.0;
        };
        let them = !self.known.side();
        let chance = |kind, square| profile.kind_chance(them, kind, square, moves).max(RARE);
        let kind = m.promotion().unwrap_or(m.kind());
        (chance(kind, m.to()) / chance(m.kind(), m.from())).powf(USUAL)
    }

    /// How many boards may be kept when so many have been weighed: with a deadline not many times
    /// more, for playing a move takes a good part of the time that weighing all of them takes.
    fn affordable(&self, weighed: usize) -> usize {
        match self.deadline {
            Some(_) => self.params.most.min((2 * weighed).max(QUICK)),
            None => self.params.most,
        }
    }

    /// The boards after moves, equal ones once.
    fn grown(&self, children: &[Child]) -> Vec<Possible> {
        let mut grown: Vec<Possible> = Vec::with_capacity(children.len());
        let mut places: HashMap<u64, usize> = HashMap::with_capacity(children.len());
        for child in children {
            let parent = &self.list[child.parent as usize];
            let mut board = parent.board.clone();
            board.play(child.played);
            match places.get(&board.key()) {
                Some(&place) => {
                    grown[place].weight += child.weight;
                    grown[place].exact |= parent.exact;
                }
                None => {
                    places.insert(board.key(), grown.len());
                    grown.push(Possible {
                        board,
                        weight: child.weight,
                        exact: parent.exact,
                        memory: parent.memory.after_own(child.played),
                    });
                }
            }
        }
        grown
    }

    /// A try of ours was refused: boards on which it is legal are none.
    fn refused(&mut self, tried: Try) {
        let capture = self.known.men().is_pawn_capture(tried);
        // Who must capture with a pawn is refused all else, whatever the board.
        if self.known.must_capture() && !capture {
            return;
        }
        // Of more boards than can be looked at in time the rest is left out.
        let (end, mut looked, mut late) = (self.deadline, 0, false);
        self.list.retain(|possible| {
            late |= looked >= QUICK
                && looked % LOOK == 0
                && end.is_some_and(|end| Instant::now() >= end);
            looked += usize::from(!late);
            !late && !is_legal(&possible.board, tried)
        });
        self.complete &= !late;
    }

    /// A try of theirs was refused: there must be one that nobody can make.
    fn they_were_refused(&mut self) {
        // Where nonsense is told in the same words, no man need be able to try it; and who must
        // capture with a pawn is refused all else, whatever the board.
        if !self.known.rules().has_nonsense || self.known.must_capture() {
            return;
        }
        // A capture by a pawn is nonsense after a no, but may have been refused before it.
        let captures = self.known.any_pawn_capture() != Some(false);
        let is_before =
            |said: &Announcement| matches!(said, Announcement::ToMove(..) | Announcement::Any(_));
        let since = self.known.heard().iter().rev();
        let since = since.take_while(|said| !is_before(said));
        let refused = since.filter(|said| matches!(said, Announcement::Refused(_)));
        let count = 1 + refused.count();
        let (mut legal, mut tries) = (Vec::with_capacity(64), Vec::with_capacity(64));
        self.list.retain(|possible| {
            legal.clear();
            tries.clear();
            possible.board.legal_moves(&mut legal);
            Men::of(&possible.board, possible.board.side()).tries(true, captures, &mut tries);
            tries.len() >= legal.len() + count
        });
    }

    fn normalise(&mut self) {
        let total: f64 = self.list.iter().map(|b| f64::from(b.weight)).sum();
        if total > 0.0 {
            let factor = (1.0 / total) as f32;
            self.list.iter_mut().for_each(|b| b.weight *= factor);
        } else if !self.list.is_empty() {
            let even = 1.0 / self.list.len() as f32;
            self.list.iter_mut().for_each(|b| b.weight = even);
        }
    }
}

/// Whether a try is a legal move of a board.
#[must_use]
pub fn is_legal(board: &Chess, tried: Try) -> bool {
    let mut legal = Vec::with_capacity(64);
    board.legal_moves(&mut legal);
    legal.iter().any(|&m| is_move(m, tried))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::rules::Rules;
    use crate::umpire::Umpire;

    #[test]
    fn of_more_boards_than_can_be_looked_at_in_time_the_rest_is_left_out() {
        let umpire = Umpire::new(Rules::wild16());
        let mut boards = Boards::new(umpire.view_of(Side::First), BoardsParams::default(), 1);
        boards.list = vec![boards.list[0].clone(); QUICK + 2 * LOOK];
        let refused = |boards: &Boards, late: bool| {
            let mut boards = boards.clone();
            boards.deadline = late.then(|| Instant::now() - Duration::from_millis(1));
            boards.refused(Try::parse("e2e5").unwrap());
            (boards.list.len(), boards.complete)
        };
        assert_eq!(refused(&boards, false), (QUICK + 2 * LOOK, true));
        let (left, complete) = refused(&boards, true);
        assert!((QUICK..=QUICK + LOOK).contains(&left) && !complete);
    }
}
