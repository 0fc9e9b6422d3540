//! The ending against a bare king: every square where it may stand, kept exactly; against a king
//! with one or two men the same, kept loosely.
//!
//! *Source.* Darkboard's endings are played on metapositions: the set of squares on which the king
//! may be. *Ours.* The set is a fold over the announcements; `ending_search.rs` plays with it.
//! *Invariant.* A bare king is always in the set: when the last of its company is taken, the set
//! begins anew. *Cost.* A look at every announcement since the game's start.

use std::collections::HashMap;

use zermelo_chess::{Kind, attacks};

use super::ending_search::{Chase, Search, checks_on, heard_message, is_legal};
use super::{Budget, REPEATS, formations};
use crate::action::{Action, Try};
use crate::announcement::Announcement;
use crate::endings::{Endings, Placement};
use crate::men::{Men, bit, squares};
use crate::view::View;

/// Where a bare king may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hunt {
    kings: u64,
    /// Whether the king has company, so that not every message is about it.
    loose: bool,
}

/// With so few men, the king included, the other side is hunted already.
const FEW: u8 = 3;

/// Moves of ours without capture or pawn move after which we begin to hurry, and after which
/// nothing is left to wait for, where fifty of them are a draw.
const HURRY: (f32, f32) = (25.0, 48.0);

/// Moves of ours that may pass without capture or pawn move, where that is so.
const FIFTY: usize = 50;

/// What a formation costs for each time that our men have stood so, and what it costs if it may
/// be the third time.
const STALE: (f32, f32) = (0.8, 8.0);

/// What we must have to hunt a king in company: a rook is enough to mate with.
fn is_strong(men: &Men) -> bool {
    men.squares(Kind::Queen) != 0 || men.squares(Kind::Rook).count_ones() >= 2
}

/// How much may still be waited for, from 1 to 0, after so many moves without capture or pawn move.
fn patience(quiet: usize) -> f32 {
    let (begin, end) = HURRY;
    ((end - quiet as f32) / (end - begin)).clamp(0.0, 1.0)
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
        let men = known.enemy().men;
        let mut hunt = (men <= FEW).then_some(Hunt {
            kings: !known.men().occupied(),
            loose: men > 1,
        });
        for &said in view.heard() {
            if let Some(hunt) = &mut hunt {
                hunt.hear(said, &known);
            }
            known.hear(said);
            let men = known.enemy().men;
            let loose = men > 1;
            match &mut hunt {
                None if men <= FEW && matches!(said, Announcement::Captured(..)) => {
                    hunt = Some(Hunt { kings: !0, loose });
                }
                Some(hunt) if hunt.loose != loose => *hunt = Hunt { kings: !0, loose },
                // Company explained more than we knew: begin again.
                Some(hunt) if hunt.kings == 0 => hunt.kings = !0,
                _ => {}
            }
            if let Some(hunt) = &mut hunt {
                hunt.kings &= !known.men().occupied();
            }
        }
        hunt.filter(|hunt| hunt.kings != 0)
    }

    /// Takes an announcement in; `known` is what was known before it.
    fn hear(&mut self, said: Announcement, known: &View) {
        let own = known.side();
        let men = *known.men();
        match said {
            Announcement::Accepted(tried) => {
                self.keep(|king| is_legal(&men, tried, king) || men.is_pawn_capture(tried));
            }
            Announcement::Illegal(Action::Try(tried)) if !self.loose => {
                self.keep(|king| !is_legal(&men, tried, king));
            }
            Announcement::ToMove(turn, _) if turn != own => {
                let heard = heard_message(known.checks());
                self.keep(|king| checks_on(&men, king) == heard);
            }
            Announcement::ToMove(..) if !self.loose => self.kings &= !men.covered(),
            Announcement::Moved(_) => {
                let covered = men.covered();
                let moved = squares(self.kings).map(|king| attacks::king(king) & !covered);
                let stayed = if self.loose { self.kings } else { 0 };
                self.kings = moved.fold(stayed, |all, set| all | set);
            }
            Announcement::Captured(square, _) if known.last_mover() != Some(own) && !self.loose => {
                self.kings &= bit(square);
            }
            _ => {}
        }
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

    /// The tries that lead to a proven win, within the fifty moves where they count: each if those
    /// before it were refused. No third time do our men come to stand alike where that may be a
    /// draw, lest a king that sees it repeat the position.
    fn proven(
        &self,
        view: &View,
        stood: &HashMap<Men, usize>,
        quiet: usize,
        budget: &Budget,
    ) -> Option<Vec<Try>> {
        if self.loose {
            return None;
        }
        let rules = view.rules();
        let stale = |times: usize| rules.repetition && times >= REPEATS;
        let stale = stood.iter().filter(|(_, times)| stale(**times));
        let avoid: Vec<Placement> = stale.filter_map(|(men, _)| Placement::of(men)).collect();
        let plan = |endings: &Endings| endings.plan(view.men(), self.kings, &avoid);
        let plan = budget.endings().find_map(plan)?;
        let pawns = view.men().squares(Kind::Pawn) != 0;
        let in_time = quiet + usize::from(plan.moves) <= FIFTY;
        (pawns || in_time || !rules.fifty_moves).then_some(plan.tries)
    }

    /// All possible tries but pawn captures, best first.
    #[must_use]
    pub fn ranked(&self, view: &View, budget: &Budget) -> Vec<Try> {
        let men = *view.men();
        let mut tries = Vec::new();
        view.tries(&mut tries);
        tries.retain(|&tried| !men.is_pawn_capture(tried));
        let stood = formations(view);
        let quiet: usize = stood.values().sum();
        if let Some(mut sure) = self.proven(view, &stood, quiet, budget) {
            tries.retain(|tried| !sure.contains(tried));
            sure.extend(tries);
            return sure;
        }
        let patience = match view.rules().fifty_moves {
            true => patience(quiet),
            false => 1.0,
        };
        let stale = |tried: Try| {
            let mut after = men;
            after.play(tried);
            let times = stood.get(&after).copied().unwrap_or(0);
            let third = if times >= 2 { STALE.1 } else { 0.0 };
            -STALE.0 * times as f32 - third
        };
        let chase = Chase {
            men,
            kings: self.kings,
            loose: self.loose,
        };
        Search::new(&chase, patience, budget).ranked(&chase, tries, stale)
    }
}

#[cfg(test)]
mod tests {
    use zermelo_chess::Chess;
    use zermelo_game::random::Rng;
    use zermelo_game::{Clock, Game, Notation, Side};

    use super::*;
    use crate::endings::build::{BuildParams, build};
    use crate::endings::{Atlas, Force, Table};
    use crate::players::{Equipment, Ranking};
    use crate::rules::{DIALECTS, Rules};
    use crate::umpire::Umpire;

    /// Plays White by the hunt against a king that moves by chance, from a capture on.
    fn mates(fen: &str, first: &str, seed: u64) -> bool {
        let mut umpire = Umpire::from_position(Rules::wild16(), Chess::parse(fen).unwrap());
        let mut rng = Rng::new(seed);
        let few = Clock {
            nodes: Some(4_000),
            ..Clock::default()
        };
        let budget = Budget::new(&few, &Equipment::default());
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
    fn heavy_men_mate_a_bare_king_and_never_lose_it() {
        for (fen, first, least) in [
            ("8/8/8/3k4/8/8/1n6/RR2K3 w - - 0 1", "b1b2", 18),
            ("8/8/8/3k4/8/8/1n6/1Q2K3 w - - 0 1", "b1b2", 18),
            ("8/8/8/3k4/8/8/1n6/1R2K3 w - - 0 1", "b1b2", 16),
            ("8/8/8/3k4/8/8/1n6/1Q2K2R w - - 0 1", "b1b2", 19),
        ] {
            let won = (0..20).filter(|&seed| mates(fen, first, seed)).count();
            assert!(won >= least, "{fen}: {won} of 20");
        }
    }

    #[test]
    fn a_proven_win_is_played_after_fifty_moves_where_they_are_no_draw() {
        let position = Chess::parse("7k/8/8/8/8/8/5K2/3Q4 w - - 0 1").unwrap();
        let budget = Budget::new(&Clock::default(), &Equipment::default());
        let tries = |rules: &'static Rules, quiet: usize, times: usize| {
            let view = View::from_position(&position, Side::First, rules);
            let men = *view.men();
            let hunt = Hunt {
                kings: !men.covered() & !men.occupied(),
                loose: false,
            };
            let mut then = men;
            let first = hunt.proven(&view, &HashMap::new(), 0, &budget).unwrap()[0];
            then.play(first);
            let stood = HashMap::from([(then, times)]);
            hunt.proven(&view, &stood, quiet, &budget)
        };
        for rules in &DIALECTS {
            let fresh = tries(rules, 0, 0);
            let late = fresh.clone().filter(|_| !rules.fifty_moves);
            assert_eq!(tries(rules, 60, 0), late, "{}", rules.name);
            // Where a position may come back as often as it likes, the same win is played again.
            let again = tries(rules, 0, REPEATS);
            assert_eq!(again == fresh, !rules.repetition, "{}", rules.name);
        }
    }

    /// Quiet moves of either side before the queen is to mate.
    const LATE: usize = 72;

    /// White plays as the players do against a king that moves by chance.
    #[test]
    fn a_queen_is_not_thrown_away_where_fifty_moves_are_no_draw() {
        (0..10).for_each(a_queen_mates_late);
    }

    fn a_queen_mates_late(seed: u64) {
        let berkeley = &DIALECTS[1];
        let start = Chess::parse("7k/8/8/8/8/8/5K2/3Q4 w - - 0 1").unwrap();
        let mut umpire = Umpire::from_position(berkeley, start);
        let mut rng = Rng::new(seed);
        let few = Clock {
            nodes: Some(2_000),
            ..Clock::default()
        };
        let budget = Budget::new(&few, &Equipment::default());
        let round = ["f2g2", "g2g3", "g3f3", "f3e3", "e3e2", "e2f2"];
        let shuffle = ["g8h8", "h8g8"];
        let (mut quiet, mut ranking) = (0, Ranking::default());
        while umpire.result().is_none() {
            let view = umpire.view_of(umpire.to_move());
            let mut tries = Vec::new();
            view.tries(&mut tries);
            let side = view.side();
            let waits = match side {
                Side::First => round[quiet % round.len()],
                Side::Second => shuffle[quiet % shuffle.len()],
            };
            let action = if quiet < LATE {
                Action::parse(waits).unwrap()
            } else if side == Side::Second {
                (*rng.pick(&tries).unwrap()).into()
            } else {
                let next = ranking.next(view).unwrap_or_else(|| {
                    let hunt = Hunt::of(view).unwrap();
                    ranking.set(view, hunt.ranked(view, &budget));
                    ranking.next(view).unwrap()
                });
                next.into()
            };
            if umpire.answer(action).word() == "accepted" {
                quiet += usize::from(side == Side::First);
            }
        }
        assert_eq!(umpire.result().unwrap().cause, crate::Cause::Checkmate);
        assert!(quiet <= LATE + 19, "{quiet} moves");
    }

    /// White's view of a placement of two bishops.
    fn view_of(placement: &Placement, king: u8) -> View {
        let mut board = ["1"; 64];
        board[usize::from(king)] = "k";
        board[usize::from(placement.king)] = "K";
        for (_, square) in placement.pieces() {
            board[usize::from(square)] = "B";
        }
        let ranks: Vec<String> = board.chunks(8).rev().map(<[&str]>::concat).collect();
        let position = Chess::parse(&format!("{} w - - 0 1", ranks.join("/"))).unwrap();
        View::from_position(&position, Side::First, Rules::wild16())
    }

    #[test]
    fn wins_that_given_tables_prove_are_played() {
        let (atlas, mut table) = (Atlas::default(), Table::default());
        let params = BuildParams {
            seeds: 2,
            starts: 4,
            limit: 6,
            seed: 1,
        };
        let force = Force::Bishops;
        build(&atlas, &mut table, force, &params, || false, |_| ());
        let canonical = |at: &Placement| at.canonical().0 == *at;
        let mut unknown = Placement::all(force).filter(canonical).flat_map(|at| {
            let entries = table.entries(force, at.index()).iter();
            entries.map(move |entry| (at, entry.kings))
        });
        let standard = Endings::standard();
        let (placement, kings) = unknown
            .find(|(at, kings)| standard.plan_for(at, *kings).is_none())
            .unwrap();
        let view = view_of(&placement, kings.trailing_zeros() as u8);
        let hunt = Hunt {
            kings,
            loose: false,
        };
        let proven = |equipment: &Equipment| {
            let budget = Budget::new(&Clock::default(), equipment);
            hunt.proven(&view, &HashMap::new(), 0, &budget)
        };
        assert_eq!(proven(&Equipment::default()), None);
        let given = Equipment {
            endings: Some(std::sync::Arc::new(Endings::new(table.clone()))),
            ..Equipment::default()
        };
        assert!(proven(&given).is_some_and(|tries| !tries.is_empty()));
    }
}
