//! The ending against a bare king: every square where it may stand, kept exactly; against a king
//! with one or two men the same, kept loosely.
//!
//! *Source.* Darkboard's endings are played on metapositions: the set of squares on which the king
//! may be, searched with an evaluation that wants the set small and at the edge. *Ours.* Two moves
//! of ours and all answers of the king, for every square of the set, which the umpire's messages
//! split; mates, stalemates and lost men are counted exactly. *Invariant.* A bare king is always in
//! the set. *Cost.* Tries squared times squares.

use zermelo_chess::{Kind, attacks};

use super::Budget;
use super::reactions::worth;
use crate::action::{Action, Try};
use crate::announcement::{Announcement, Direction};
use crate::men::{Men, bit, squares};
use crate::view::View;

/// Where a bare king may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hunt {
    men: Men,
    kings: u64,
    /// Whether the king has company, so that not every message is about it.
    loose: bool,
}

/// With so few men, the king included, the other side is hunted already.
const FEW: u8 = 3;

/// What we must have to hunt a king in company: a rook is enough to mate with.
fn is_strong(men: &Men) -> bool {
    men.squares(Kind::Queen) != 0 || men.squares(Kind::Rook).count_ones() >= 2
}

/// Where a king on a square can go: not into attacks, on an unprotected man if it likes. It does
/// not hide behind itself: only our own men stop our lines.
fn escapes(covered: u64, king: u8) -> u64 {
    attacks::king(king) & !covered
}

/// The directions from which our men check a king on a square, in order.
fn checks(men: &Men, king: u8) -> Vec<Direction> {
    let blocked = men.occupied() | bit(king);
    let mut found = Vec::new();
    for kind in Kind::ALL {
        for square in squares(men.squares(kind)) {
            if men.attacks(kind, square, blocked) & bit(king) != 0 {
                found.push(Direction::between(king, square));
            }
        }
    }
    found.sort_unstable();
    found
}

/// Whether a try of ours is legal when the other king stands on a square.
fn is_legal(men: &Men, tried: Try, king: u8) -> bool {
    let Some(kind) = men.kind_at(tried.from) else {
        return false;
    };
    let free = attacks::between(tried.from, tried.to) & bit(king) == 0 && tried.to != king;
    let apart = kind != Kind::King || attacks::king(king) & bit(tried.to) == 0;
    free && apart && !men.is_pawn_capture(tried)
}

impl Hunt {
    /// The squares on which the king may be, from everything a side has heard; `None` if the
    /// other side has more than a few men, or we too little to mate with.
    #[must_use]
    pub fn of(view: &View) -> Option<Hunt> {
        match view.enemy().men {
            0 | 1 => {}
            2..=FEW if is_strong(view.men()) => {}
            _ => return None,
        }
        let mut known = view.beginning();
        let mut hunt: Option<Hunt> = None;
        for &said in view.heard() {
            let men = *known.men();
            if let Some(hunt) = &mut hunt {
                hunt.hear(said, &known);
            }
            known.hear(said);
            let few = known.enemy().men <= FEW;
            if hunt.is_none() && few && matches!(said, Announcement::Captured(..)) {
                hunt = Some(Hunt {
                    men,
                    kings: !men.occupied(),
                    loose: true,
                });
            }
            if let Some(hunt) = &mut hunt {
                if hunt.kings == 0 {
                    // Company explained more than we knew: begin again.
                    hunt.kings = !known.men().occupied();
                }
                hunt.loose = known.enemy().men > 1;
            }
        }
        let mut hunt = hunt?;
        hunt.men = *known.men();
        hunt.kings &= !hunt.men.occupied();
        (hunt.kings != 0).then_some(hunt)
    }

    /// Takes an announcement in; `known` is what was known before it.
    fn hear(&mut self, said: Announcement, known: &View) {
        let own = known.side();
        let mut men = *known.men();
        match said {
            Announcement::Accepted(tried) => {
                self.keep(|king| is_legal(&men, tried, king) || men.is_pawn_capture(tried));
                men.play(tried);
            }
            Announcement::Illegal(Action::Try(tried)) if !self.loose => {
                self.keep(|king| !is_legal(&men, tried, king));
            }
            Announcement::ToMove(turn, _) if turn != own => {
                let heard = known.checks().to_vec();
                self.keep(|king| checks(&men, king) == heard);
            }
            Announcement::Moved(_) => {
                let covered = men.covered();
                let moved = squares(self.kings).map(|king| escapes(covered, king));
                let stayed = if self.loose { self.kings } else { 0 };
                self.kings = moved.fold(stayed, |all, set| all | set);
            }
            Announcement::Captured(square, _) if known.last_mover() != Some(own) && !self.loose => {
                self.kings &= bit(square);
            }
            Announcement::ToMove(..) => self.kings &= !men.occupied(),
            _ => {}
        }
        self.men = men;
    }

    fn keep(&mut self, fits: impl Fn(u8) -> bool) {
        self.kings = squares(self.kings)
            .filter(|&king| fits(king))
            .map(bit)
            .fold(0, |all, set| all | set);
    }

    /// The squares on which the king may be.
    #[must_use]
    pub fn kings(&self) -> u64 {
        self.kings
    }

    /// All possible tries, best first: looking one move ahead, then two while there is time.
    #[must_use]
    pub fn ranked(&self, view: &View, budget: &Budget) -> Vec<Try> {
        let mut tries = Vec::new();
        view.tries(&mut tries);
        let last = view.heard().iter().rev().find_map(|said| match said {
            Announcement::Accepted(tried) => Some(*tried),
            _ => None,
        });
        let manners = |tried: Try| {
            let back = last.is_some_and(|l| (l.from, l.to) == (tried.to, tried.from));
            if back { -0.6 } else { 0.0 }
        };
        let order = |a: &(f32, Try), b: &(f32, Try)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        let mut near: Vec<(f32, Try)> = tries
            .into_iter()
            .filter(|&tried| !self.men.is_pawn_capture(tried))
            .map(|tried| (self.value(tried, 0) + manners(tried), tried))
            .collect();
        near.sort_by(order);
        let mut far: Vec<(f32, Try)> = Vec::new();
        for &(_, tried) in &near {
            if budget.is_spent(far.len() as u64) {
                break;
            }
            far.push((self.value(tried, 1) + manners(tried), tried));
        }
        let rest = near.split_off(far.len());
        far.sort_by(order);
        far.into_iter()
            .chain(rest)
            .map(|(_, tried)| tried)
            .collect()
    }

    /// What a try is worth, looking `depth` own moves ahead: the mean, over all squares of the
    /// king, of what follows, where messages tell some squares from others.
    fn value(&self, tried: Try, depth: u32) -> f32 {
        let mut men = self.men;
        men.play(tried);
        let covered = men.covered();
        let mut total = 0.0;
        let mut classes: Vec<(Vec<Direction>, f32, u64)> = Vec::new();
        let mut refused = 0;
        for king in squares(self.kings) {
            if !is_legal(&self.men, tried, king) {
                refused |= bit(king);
                continue;
            }
            let escapes = escapes(covered, king);
            let message = checks(&men, king);
            total += match (escapes, message.is_empty()) {
                (0, false) => 60.0,
                (0, true) => -80.0,
                _ => 0.0,
            };
            let dearest = squares(escapes & men.occupied())
                .filter_map(|square| men.kind_at(square))
                .map(worth)
                .fold(0.0, f32::max);
            total -= 4.0 * dearest;
            let stays = if self.loose { bit(king) } else { 0 };
            let free = (escapes | stays) & !men.occupied();
            match classes.iter_mut().find(|(said, _, _)| *said == message) {
                Some((_, count, kings)) => {
                    *count += 1.0;
                    *kings |= free;
                }
                None => classes.push((message, 1.0, free)),
            }
        }
        if classes.is_empty() {
            return -1_000.0;
        }
        let own = men.king().unwrap_or(0);
        let all = self.kings.count_ones() as f32;
        for (_, count, kings) in classes {
            let loose = self.loose;
            total += count * Hunt { men, kings, loose }.prospects(own, depth);
        }
        let home = self.men.king().unwrap_or(0);
        let here = Hunt {
            men: self.men,
            kings: refused,
            loose: self.loose,
        };
        total += refused.count_ones() as f32 * here.prospects(home, 0);
        total / all + progress(&men)
    }

    /// What a set of squares promises: little room for the king, and the best move from there.
    fn prospects(&self, own: u8, depth: u32) -> f32 {
        let room: f32 = squares(self.kings).map(|square| room(square, own)).sum();
        if depth == 0 || self.kings == 0 {
            return -room;
        }
        let mut tries = Vec::new();
        self.men.tries(true, false, &mut tries);
        let next = tries
            .into_iter()
            .filter(|tried| tried.promotion.is_none_or(|kind| kind == Kind::Queen))
            .map(|tried| self.value(tried, depth - 1))
            .fold(-1_000.0, f32::max);
        0.3 * -room + 0.7 * next
    }
}

/// How little we like the king on a square: the middle is worse than the edge, far from our king
/// is worse than near.
fn room(square: u8, own: u8) -> f32 {
    let (file, rank) = (square & 7, square >> 3);
    let centre = file.min(7 - file).min(rank.min(7 - rank));
    let far = (own & 7).abs_diff(file).max((own >> 3).abs_diff(rank));
    0.5 + 0.22 * f32::from(centre) + 0.06 * f32::from(far)
}

/// A queen is worth having: pawns run, and are promoted to queens and rooks.
fn progress(men: &Men) -> f32 {
    let rank = |square: u8| match men.side() {
        zermelo_game::Side::First => square >> 3,
        zermelo_game::Side::Second => 7 - (square >> 3),
    };
    let heavy = men.squares(Kind::Queen).count_ones() + men.squares(Kind::Rook).count_ones();
    let hurry = if heavy >= 2 { 0.3 } else { 2.0 };
    let pawns: f32 = squares(men.squares(Kind::Pawn))
        .map(|square| hurry * f32::from(rank(square)))
        .sum();
    let pieces: f32 = Kind::ALL
        .into_iter()
        .filter(|&kind| kind != Kind::King && kind != Kind::Pawn)
        .map(|kind| worth(kind) * men.squares(kind).count_ones() as f32)
        .sum();
    pawns + 2.5 * pieces.min(19.0)
}

#[cfg(test)]
mod tests {
    use zermelo_chess::Chess;
    use zermelo_game::random::Rng;
    use zermelo_game::{Clock, Game, Notation, Side};

    use super::*;
    use crate::players::Equipment;
    use crate::rules::Rules;
    use crate::umpire::Umpire;

    /// Plays White by the hunt against a king that moves by chance, from a capture on.
    fn mates(fen: &str, first: &str, seed: u64) -> bool {
        let mut umpire = Umpire::from_position(Rules::wild16(), Chess::parse(fen).unwrap());
        let mut rng = Rng::new(seed);
        let free = Clock {
            nodes: Some(u64::MAX),
            ..Clock::default()
        };
        let budget = Budget::new(&free, &Equipment::default());
        umpire.answer(Action::parse(first).unwrap());
        let mut truth = Chess::parse(fen).unwrap();
        let play = |truth: &mut Chess, word: &str| {
            let m = truth.parse_move(word).unwrap();
            truth.play(m);
        };
        play(&mut truth, first);
        while umpire.result().is_none() {
            let view = umpire.view_of(umpire.to_move());
            let tried = if view.side() == Side::First {
                let hunt = Hunt::of(view).unwrap();
                let king = truth.king_square(Side::Second);
                assert_ne!(
                    hunt.kings() & bit(king),
                    0,
                    "the king escaped the set: {truth}"
                );
                hunt.ranked(view, &budget)[0]
            } else {
                let mut tries = Vec::new();
                view.tries(&mut tries);
                *rng.pick(&tries).unwrap()
            };
            if umpire.answer(tried.into()).word() == "accepted" {
                play(&mut truth, &tried.to_string());
            }
        }
        umpire.result().unwrap().cause == crate::Cause::Checkmate
    }

    #[test]
    fn two_rooks_mate_a_bare_king_and_never_lose_it() {
        let won = (0..20)
            .filter(|&seed| mates("8/8/8/3k4/8/8/1n6/RR2K3 w - - 0 1", "b1b2", seed))
            .count();
        assert!(won >= 15, "{won} of 20");
    }

    #[test]
    fn a_queen_mates_a_bare_king() {
        let won = (0..20)
            .filter(|&seed| mates("8/8/8/3k4/8/8/1n6/1Q2K3 w - - 0 1", "b1b2", seed))
            .count();
        assert!(won >= 14, "{won} of 20");
    }
}
