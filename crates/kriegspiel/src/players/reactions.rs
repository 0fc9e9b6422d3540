//! Critical situations and their answers: what a player does without thinking.
//!
//! Level 0 of the planner: a check is answered, a capture avenged, a pawn within reach promoted, a
//! pawn try taken. Each reaction is an ordered list of tries; those that are refused disappear.

use zermelo_chess::Kind;

use crate::action::Try;
use crate::announcement::Announcement;
use crate::belief::Belief;
use crate::men::bit;
use crate::view::View;

/// What a man is worth, in pawns.
#[must_use]
pub fn worth(kind: Kind) -> f32 {
    [1.0, 3.0, 3.2, 5.0, 9.0, 40.0][kind.index()]
}

/// A critical situation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Situation {
    /// The king is in check.
    Check,
    /// A man was captured on this square.
    Captured(u8),
    /// A pawn stands before its promotion.
    Promotion,
    /// A pawn can capture.
    PawnTry,
}

impl Situation {
    /// Its name, as goal files and logs write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Situation::Check => "check",
            Situation::Captured(_) => "recapture",
            Situation::Promotion => "promotion",
            Situation::PawnTry => "pawn-try",
        }
    }
}

/// Where the other side's last move captured, if it did.
#[must_use]
pub fn captured_at(view: &View) -> Option<u8> {
    let mut captured = None;
    for said in view.heard().iter().rev() {
        match *said {
            Announcement::Captured(square, _) => captured = Some(square),
            Announcement::Moved(_) => return captured,
            Announcement::Accepted(_) => return None,
            _ => {}
        }
    }
    None
}

/// The critical situations of a view, the most urgent first.
#[must_use]
pub fn situations(view: &View) -> Vec<Situation> {
    let mut found = Vec::new();
    if !view.checks().is_empty() && view.turn() == view.side() {
        found.push(Situation::Check);
    }
    found.extend(captured_at(view).map(Situation::Captured));
    if view.any_pawn_capture() == Some(true) {
        found.push(Situation::PawnTry);
    }
    let seventh = [0xff << 48, 0xff00][view.side().index()];
    if view.men().squares(Kind::Pawn) & seventh != 0 {
        found.push(Situation::Promotion);
    }
    found
}

/// The answers to a situation, best first; none if nothing fits.
#[must_use]
pub fn answers(view: &View, situation: Situation, belief: &Belief) -> Vec<Try> {
    let mut tries = Vec::new();
    view.tries(&mut tries);
    let men = view.men();
    let kind = |tried: Try| men.kind_at(tried.from).unwrap_or(Kind::King);
    let mut ranked: Vec<(f32, Try)> = match situation {
        Situation::Check => tries
            .into_iter()
            .map(|tried| (check_answer(view, tried, belief), tried))
            .collect(),
        Situation::Captured(square) => tries
            .into_iter()
            .filter(|tried| tried.to == square && is_capture_like(view, *tried))
            .map(|tried| (-worth(kind(tried)), tried))
            .collect(),
        Situation::PawnTry => tries
            .into_iter()
            .filter(|&tried| men.is_pawn_capture(tried))
            .map(|tried| (belief.occupied(tried.to) + promotion_bonus(tried), tried))
            .collect(),
        Situation::Promotion => tries
            .into_iter()
            .filter(|tried| tried.promotion == Some(Kind::Queen) && !men.is_pawn_capture(*tried))
            .map(|tried| (1.0 - belief.occupied(tried.to), tried))
            .collect(),
    };
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.into_iter().map(|(_, tried)| tried).collect()
}

fn promotion_bonus(tried: Try) -> f32 {
    match tried.promotion {
        Some(Kind::Queen) => 0.5,
        Some(_) => -1.0,
        None => 0.0,
    }
}

/// A pawn's push takes nothing.
fn is_capture_like(view: &View, tried: Try) -> bool {
    let pawn = view.men().squares(Kind::Pawn) & bit(tried.from) != 0;
    !pawn || view.men().is_pawn_capture(tried)
}

/// How well a try answers a check: taking the checker, then the king's way out, then a block.
fn check_answer(view: &View, tried: Try, belief: &Belief) -> f32 {
    let men = view.men();
    let kind = men.kind_at(tried.from).unwrap_or(Kind::King);
    let taking = if is_capture_like(view, tried) {
        belief.occupied(tried.to)
    } else {
        0.0
    };
    let promotion = promotion_bonus(tried).min(0.0);
    if kind == Kind::King {
        return 2.0 * taking + 1.0 - 2.0 * belief.attacked(tried.to) + promotion;
    }
    let danger = belief.attacked(tried.to) * worth(kind) / 9.0;
    3.0 * taking - danger - 0.2 * worth(kind) / 9.0 + promotion
}
