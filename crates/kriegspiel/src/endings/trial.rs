//! Games by the tables against a king that sees everything and resists best.
//!
//! Starts are random placements; all that is known of the king is that it is not in check. It
//! stands where it holds out longest. The umpire of Wild 16 decides how the games end.

use std::collections::BTreeMap;

use zermelo_chess::{Chess, Kind};
use zermelo_game::random::Rng;
use zermelo_game::{Notation, Side};

use super::choose::Endings;
use super::placement::{Force, Placement};
use super::resist::Resistance;
use crate::action::{Action, Try, kind_letter};
use crate::announcement::Cause;
use crate::players::ending::Hunt;
use crate::rules::Rules;
use crate::umpire::Umpire;
use crate::view::View;

/// What came of the games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trial {
    /// Random starts.
    pub starts: u64,
    /// Starts that the tables prove won, which were played.
    pub proven: u64,
    /// Games that ended in mate.
    pub won: u64,
    /// Our moves in the longest of them.
    pub longest: usize,
    /// Our moves in all of them.
    pub moves: u64,
    /// How the others ended.
    pub failures: BTreeMap<&'static str, u64>,
}

/// Plays so many starts of a force; `stop` may end it early.
pub fn trial(
    endings: &Endings,
    force: Force,
    games: u64,
    seed: u64,
    stop: impl Fn() -> bool,
) -> Trial {
    let mut rng = Rng::new(seed);
    let mut resistance = Resistance::new(endings);
    let mut trial = Trial::default();
    while trial.starts < games && !stop() {
        let mut square = || rng.below(64) as u8;
        let men = [square(), square()];
        let placement = Placement::new(force, square(), &men[..force.kinds().len()]);
        let Some(placement) = placement.filter(|placement| placement.room() != 0) else {
            continue;
        };
        trial.starts += 1;
        let room = placement.room();
        if endings.plan_for(&placement, room).is_none() {
            continue;
        }
        trial.proven += 1;
        let Some((king, _)) = resistance.worst(&placement, room) else {
            continue;
        };
        match play(endings, &mut resistance, placement, king) {
            Ok(moves) => {
                trial.won += 1;
                trial.longest = trial.longest.max(moves);
                trial.moves += moves as u64;
            }
            Err(why) => *trial.failures.entry(why).or_default() += 1,
        }
    }
    trial
}

/// The position with a black king on a square, White to move.
fn position(placement: &Placement, king: u8) -> Option<Chess> {
    let mut board = ['1'; 64];
    board[usize::from(king)] = 'k';
    board[usize::from(placement.king)] = 'K';
    for (kind, square) in placement.pieces() {
        board[usize::from(square)] = kind_letter(kind).to_ascii_uppercase();
    }
    let rank = |rank: usize| board[rank * 8..rank * 8 + 8].iter().collect::<String>();
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    Chess::parse(&format!("{} w - - 0 1", ranks.join("/"))).ok()
}

/// Plays a game to its end; our moves to the mate, or how it ended otherwise.
fn play(
    endings: &Endings,
    resistance: &mut Resistance<'_>,
    start: Placement,
    mut king: u8,
) -> Result<usize, &'static str> {
    let position = position(&start, king).ok_or("not a position")?;
    let mut umpire = Umpire::from_position(Rules::wild16(), position);
    let mut known = (start, start.room());
    loop {
        if let Some(result) = umpire.result() {
            return match result.cause {
                Cause::Checkmate => Ok(umpire.transcript().plies().div_ceil(2)),
                cause => Err(cause.word()),
            };
        }
        let tried = if umpire.to_move() == Side::First {
            let view = umpire.view_of(Side::First);
            if view.refused().is_empty() {
                let hunt = Hunt::of(view).ok_or("no hunt")?;
                let placement = Placement::of(view.men()).ok_or("other men")?;
                known = (placement, hunt.kings());
            }
            next_try(endings, view, known).ok_or("nothing to try")?
        } else {
            let to = resistance.answer(&known.0, known.1, king);
            let to = to.ok_or("no answer of the king")?;
            let tried = Try::new(king, to);
            king = to;
            tried
        };
        umpire.answer(Action::Try(tried));
    }
}

/// The first try of the plan that has not been refused.
fn next_try(endings: &Endings, view: &View, known: (Placement, u64)) -> Option<Try> {
    let plan = endings.plan_for(&known.0, known.1)?;
    let is_new = |tried: &Try| {
        let kind = view.men().kind_at(tried.from);
        kind.is_some_and(|kind| kind != Kind::Pawn || !view.men().is_pawn_capture(*tried))
            && view.is_possible(*tried)
    };
    plan.tries.into_iter().find(is_new)
}
