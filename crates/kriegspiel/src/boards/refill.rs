//! More boards for a set that runs low.

use std::collections::HashSet;
use std::time::Instant;

use zermelo_chess::{Chess, Kind, attacks};
use zermelo_game::{Game, Notation, Side};

use super::{Boards, Memory, Possible, heard, is_legal};
use crate::men::{bit, squares};
use crate::players::ending::Hunt;
use crate::players::whole_boards;
use crate::view::View;

/// Boards as they were at an earlier turn of ours.
#[derive(Clone, Debug)]
pub struct Earlier {
    known: View,
    list: Vec<Possible>,
    memory: heard::Heard,
}

/// Turns that are remembered.
const TURNS: usize = 5;

/// Boards that are remembered of a turn.
const REMEMBERED: usize = 2_000;

/// The weight of all boards that are not exact, beside exact ones.
const INEXACT: f32 = 0.2;

/// Attempts to displace or to place men, for each board wanted.
const ATTEMPTS: usize = 8;

/// Weights below this are taken to be this.
const TINY: f32 = 1e-30;

/// Halvings of the interval in which the power lies that draws weights together.
const HALVINGS: usize = 12;

/// Displaced men of a board, at most.
const DISPLACED: usize = 3;

impl Boards {
    /// Keeps the boards of this turn.
    pub(super) fn remember(&mut self) {
        if self.complete || self.list.is_empty() {
            return;
        }
        let list = self.sample(REMEMBERED);
        if self.earlier.len() >= TURNS {
            self.earlier.remove(0);
        }
        self.earlier.push(Earlier {
            known: self.known.clone(),
            list,
            memory: self.heard.clone(),
        });
    }

    fn is_low(&self) -> bool {
        !self.complete && self.list.len() < self.params.floor
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Looks for more boards if there are few.
    pub(super) fn refill(&mut self) {
        if !self.is_low() && !self.list.is_empty() {
            return;
        }
        self.refills += 1;
        if self.is_low() {
            self.come_again();
        }
        if self.is_low() && self.known.enemy().men == 1 {
            self.place_bare_king();
        }
        if self.is_low() && !self.is_late() {
            self.displace();
        }
        if self.list.is_empty() {
            self.complete = false;
            self.place();
        }
        self.normalise();
    }

    /// Draws weights together until enough boards count: the model of the opponent is no more than
    /// a model, and some boards that it finds likely are not everything.
    pub(super) fn temper(&mut self) {
        let wanted = self.params.effective;
        self.untempered = self.effective();
        if self.complete || self.untempered >= wanted || (self.list.len() as f64) < 1.2 * wanted {
            return;
        }
        let logs: Vec<f64> = self
            .list
            .iter()
            .map(|b| f64::from(b.weight.max(TINY)).ln())
            .collect();
        let most = logs.iter().copied().fold(f64::MIN, f64::max);
        let effective = |power: f64| {
            let (mut sum, mut squares) = (0.0, 0.0);
            for log in &logs {
                let weight = (power * (log - most)).exp();
                sum += weight;
                squares += weight * weight;
            }
            sum * sum / squares
        };
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if effective(middle) >= wanted {
                low = middle;
            } else {
                high = middle;
            }
        }
        for (possible, log) in self.list.iter_mut().zip(&logs) {
            possible.weight = (low * (log - most)).exp() as f32;
        }
        self.normalise();
    }

    /// Goes back to boards of earlier turns and comes forward again.
    fn come_again(&mut self) {
        let mut keys: HashSet<u64> = self.list.iter().map(|b| b.board.key()).collect();
        for back in (0..self.earlier.len().saturating_sub(1)).rev() {
            if !self.is_low() || self.is_late() {
                return;
            }
            let earlier = &self.earlier[back];
            let mut again = Boards {
                known: earlier.known.clone(),
                list: earlier.list.clone(),
                heard: earlier.memory.clone(),
                earlier: Vec::new(),
                tracker: crate::tracker::Tracker::new(&earlier.known),
                ..self.clone_without_lists()
            };
            let heard = earlier.known.heard().len();
            for &said in &self.known.heard()[heard..] {
                again.hear(said);
                if again.list.is_empty() {
                    break;
                }
            }
            self.rng = again.rng;
            self.weighed = again.weighed;
            let share =
                again.list.len() as f32 / (again.list.len() + self.list.len()).max(1) as f32;
            self.list.iter_mut().for_each(|b| b.weight *= 1.0 - share);
            for mut possible in again.list {
                if keys.insert(possible.board.key()) {
                    possible.weight *= share;
                    self.list.push(possible);
                }
            }
            self.normalise();
        }
    }

    fn clone_without_lists(&self) -> Boards {
        Boards {
            params: self.params,
            profile: self.profile.clone(),
            known: self.known.beginning(),
            tracker: crate::tracker::Tracker::new(&self.known),
            list: Vec::new(),
            complete: false,
            pending: super::Pending::None,
            heard: heard::Heard::default(),
            earlier: Vec::new(),
            rng: self.rng.clone(),
            deadline: self.deadline,
            weighed: self.weighed,
            refills: 0,
            untempered: 0.0,
        }
    }

    /// Puts a bare king on every square where it may stand: then no board is missing.
    fn place_bare_king(&mut self) {
        let Some(hunt) = Hunt::of(&self.known) else {
            return;
        };
        let (men, them) = (*self.known.men(), !self.known.side());
        let past = whole_boards::Past {
            clock: self.list.first().map_or(0, |b| b.board.halfmove_clock()),
            number: self.known.moves(self.known.side()) + 1,
            ..whole_boards::Past::default()
        };
        let there = self.list.iter().map(|b| bit(b.board.king_square(them)));
        let missing = hunt.kings() & !there.fold(0, |all, king| all | king);
        let layout = |king: u8| {
            let man = |at: u8| match at == king {
                true => Some((them, Kind::King)),
                false => men.kind_at(at).map(|kind| (!them, kind)),
            };
            std::array::from_fn(|at| man(at as u8))
        };
        let more: Vec<Possible> = squares(missing)
            .filter_map(|king| Chess::parse(&whole_boards::fen(&layout(king), &men, past)).ok())
            .filter(|board| self.fits_now(board))
            .map(|board| Possible {
                board,
                weight: 1.0,
                exact: false,
                memory: Memory::default(),
            })
            .collect();
        let count = more.len();
        self.add_inexact(more, count);
        self.complete = !self.list.is_empty();
    }

    /// Whether a board agrees with what was heard since the other side's last move.
    fn fits_now(&self, board: &Chess) -> bool {
        let last = heard::Heard {
            captured: None,
            checks: self.known.checks().to_vec(),
            tries: self.known.pawn_tries(),
            end: None,
        };
        let any = self.known.any_pawn_capture();
        last.fits_after(board)
            && any.is_none_or(|any| (heard::pawn_tries(board) > 0) == any)
            && !self
                .known
                .refused()
                .iter()
                .any(|&tried| is_legal(board, tried))
    }

    /// Displaces some men of boards that fit.
    fn displace(&mut self) {
        if self.list.is_empty() {
            return;
        }
        let mut keys: HashSet<u64> = self.list.iter().map(|b| b.board.key()).collect();
        let found = self.list.len();
        let wanted = self.params.floor - found;
        let mut more: Vec<Possible> = Vec::new();
        for attempt in 0..wanted * ATTEMPTS {
            if more.len() >= wanted || (attempt % 64 == 63 && self.is_late()) {
                break;
            }
            let from = &self.list[self.rng.below(found)];
            let mut rng = self.rng.clone();
            let board = displaced(&from.board, 1 + rng.below(DISPLACED), &mut rng);
            self.rng = rng;
            let fits = board.filter(|board| self.fits_now(board));
            if let Some(board) = fits.filter(|board| keys.insert(board.key())) {
                more.push(Possible {
                    board,
                    weight: from.weight,
                    exact: false,
                    memory: from.memory,
                });
            }
        }
        self.add_inexact(more, wanted);
    }

    /// Adds boards that agree only with what was heard last; fewer weigh less.
    fn add_inexact(&mut self, mut more: Vec<Possible>, wanted: usize) {
        let total: f32 = more.iter().map(|b| b.weight).sum();
        let share = match self.list.is_empty() {
            true => 1.0,
            false => INEXACT * more.len() as f32 / wanted.max(1) as f32,
        };
        self.list.iter_mut().for_each(|b| b.weight *= 1.0 - share);
        more.iter_mut()
            .for_each(|b| b.weight *= share / total.max(f32::MIN_POSITIVE));
        self.list.append(&mut more);
    }

    /// Places men by the chances of the matrices.
    fn place(&mut self) {
        let men = *self.known.men();
        let belief = self.tracker.belief().clone();
        let past = whole_boards::Past {
            number: self.known.moves(self.known.side()) + 1,
            ..whole_boards::Past::default()
        };
        let mut fitting: Vec<Possible> = Vec::new();
        let mut any = None;
        for attempt in 0..self.params.floor * ATTEMPTS {
            let late = attempt % 64 == 63 && self.is_late() && any.is_some();
            if fitting.len() >= self.params.floor || late {
                break;
            }
            let Some(board) = whole_boards::draw(&men, &belief, past, &mut self.rng) else {
                continue;
            };
            let possible = Possible {
                weight: 1.0,
                exact: false,
                memory: Memory::default(),
                board,
            };
            if self.fits_now(&possible.board) {
                fitting.push(possible);
            } else {
                any = Some(possible);
            }
        }
        if fitting.is_empty() {
            // What was heard contradicts itself, or is too rare: any board is better than none.
            fitting.extend(any);
        }
        let count = fitting.len();
        self.add_inexact(fitting, count);
    }
}

/// A board with some of the men of the side not to move elsewhere.
fn displaced(board: &Chess, men: usize, rng: &mut zermelo_game::random::Rng) -> Option<Chess> {
    let them = !board.side();
    let mut layout: [Option<(Side, Kind)>; 64] = [None; 64];
    for side in Side::BOTH {
        for kind in Kind::ALL {
            for square in squares(board.squares(side, kind)) {
                layout[usize::from(square)] = Some((side, kind));
            }
        }
    }
    let mut occupied = board.occupied();
    for _ in 0..men {
        let theirs: Vec<u8> = (0..64)
            .filter(|&at| layout[usize::from(at)].is_some_and(|(side, _)| side == them))
            .collect();
        let &from = rng.pick(&theirs)?;
        let kind = layout[usize::from(from)].map_or(Kind::Pawn, |(_, kind)| kind);
        let ways: Vec<u8> = squares(ways(kind, from, occupied) & !occupied).collect();
        let Some(&to) = rng.pick(&ways) else {
            continue;
        };
        layout[usize::from(to)] = layout[usize::from(from)].take();
        occupied = occupied & !bit(from) | bit(to);
    }
    let own = crate::men::Men::of(board, board.side());
    // Who has moved his king or this rook cannot castle any more.
    let still = |square: u8| {
        let before = board.kind_at(square).map(|kind| (them, kind));
        layout[usize::from(square)] == before
    };
    let rooks = squares(board.castling_rooks(them)).filter(|&rook| still(rook));
    let rooks = rooks.fold(0, |all, rook| all | bit(rook));
    let past = whole_boards::Past {
        rooks: if still(board.king_square(them)) {
            rooks
        } else {
            0
        },
        clock: board.halfmove_clock(),
        number: board.fullmove_number(),
    };
    Chess::parse(&whole_boards::fen(&layout, &own, past)).ok()
}

/// Where a man may have gone, or come from, in a move.
fn ways(kind: Kind, from: u8, occupied: u64) -> u64 {
    match kind {
        Kind::Pawn => (bit(from) << 8 | bit(from) >> 8) & 0x00ff_ffff_ffff_ff00,
        Kind::Knight => attacks::knight(from),
        Kind::Bishop => attacks::bishop(from, occupied),
        Kind::Rook => attacks::rook(from, occupied),
        Kind::Queen => attacks::queen(from, occupied),
        Kind::King => attacks::king(from),
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::random::Rng;

    use super::*;

    #[test]
    fn displaced_men_leave_the_number_of_the_move_and_rights_that_still_hold() {
        let fen = "r3k2r/pppq1ppp/2n2n2/3pp3/8/2N2N2/PPPQ1PPP/R3K2R w KQkq - 7 31";
        let board = Chess::parse(fen).unwrap();
        let (mut rng, mut castles) = (Rng::new(4), 0);
        for _ in 0..200 {
            let Some(other) = displaced(&board, 2, &mut rng) else {
                continue;
            };
            assert_eq!((other.halfmove_clock(), other.fullmove_number()), (7, 31));
            let rooks = other.castling_rooks(Side::Second);
            castles += usize::from(rooks != 0);
            let stand = other.squares(Side::Second, Kind::Rook);
            assert_eq!(rooks & !stand, 0, "{}", other.notation());
        }
        assert!(castles > 20, "{castles}");
    }
}
