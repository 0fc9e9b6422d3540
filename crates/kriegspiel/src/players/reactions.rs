//! Critical situations and their answers: what a player does without thinking.
//!
//! Level 0 of the planner: a check is answered, a capture avenged, a pawn within reach promoted, a
//! pawn try taken. Each reaction is an ordered list of tries; those that are refused disappear.

use zermelo_chess::{Kind, attacks};

use crate::action::Try;
use crate::announcement::Announcement;
use crate::belief::Belief;
use crate::men::{Men, bit};
use crate::tracker::passed_over;
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
            .filter(|tried| tried.to == square || Some(tried.to) == passed_over(view, square))
            .filter(|tried| is_capture_like(view, *tried))
            .filter(|tried| pays(view, kind(*tried), tried.to, belief))
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

/// Whether to take a man back with one of ours is likely to gain: what stands there against what
/// ours is worth if it is taken in its turn, and what we then take with another.
fn pays(view: &View, kind: Kind, square: u8, belief: &Belief) -> bool {
    if kind == Kind::King {
        return true;
    }
    let at = usize::from(square);
    let there = (belief.pawns[at] + belief.pieces[at]).max(0.01);
    let prize = (belief.pawns[at] + 4.2 * belief.pieces[at]) / there;
    let again = view.men().cover_counts()[at] > 1;
    let revenge = if again { 1.6 } else { 0.0 };
    prize > RETAKEN * belief.attacked(square) * (worth(kind) - revenge)
}

/// The chance that the other side takes back what it can.
const RETAKEN: f32 = 0.9;

fn promotion_bonus(tried: Try) -> f32 {
    match tried.promotion {
        Some(Kind::Queen) => 0.5,
        Some(_) => -1.0,
        None => 0.0,
    }
}

/// The chance of a stalemate above which a try is left for later.
const RISKY: f32 = 0.08;

/// Puts tries last that may well stalemate a side that we beat: with almost nothing left it has
/// almost no moves, and a draw is all it hopes for.
#[must_use]
pub fn without_stalemates(view: &View, belief: &Belief, tries: Vec<Try>) -> Vec<Try> {
    let own: f32 = Kind::ALL
        .into_iter()
        .filter(|&kind| kind != Kind::King)
        .map(|kind| worth(kind) * view.men().squares(kind).count_ones() as f32)
        .sum();
    if view.enemy().men > MANY || own <= belief.material() {
        return tries;
    }
    let risky = |tried: &Try| stalemate_chance(view.men(), belief, *tried) > RISKY;
    let (last, mut first): (Vec<Try>, Vec<Try>) = tries.into_iter().partition(risky);
    first.extend(last);
    first
}

/// With more men than this a side is hardly ever stalemated.
const MANY: u8 = 6;

/// The chance that a try leaves the other side without a move.
fn stalemate_chance(men: &Men, belief: &Belief, tried: Try) -> f32 {
    let mut after = *men;
    after.play(tried);
    let at = usize::from(tried.to);
    let (pawns, pieces) = belief.counts();
    let (pawns, pieces) = (pawns - belief.pawns[at], pieces - belief.pieces[at]);
    // A piece nearly always has a move; a pawn may be blocked.
    let stuck = 0.05f32.powf(pieces.max(0.0)) * 0.5f32.powf(pawns.max(0.0));
    let covered = after.covered();
    let shut = |king: &u8| {
        covered & bit(*king) == 0 && attacks::king(*king) & !covered == 0 && *king != tried.to
    };
    let kings: f32 = (0..64)
        .filter(shut)
        .map(|king| belief.king[usize::from(king)])
        .sum();
    stuck * kings
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

#[cfg(test)]
mod tests {
    use zermelo_chess::Chess;
    use zermelo_game::{Notation, Side};

    use super::*;
    use crate::rules::Rules;

    fn view(fen: &str) -> View {
        let position = Chess::parse(fen).unwrap();
        View::from_position(&position, Side::First, Rules::wild16())
    }

    #[test]
    fn a_try_that_stalemates_a_king_where_it_is_believed_comes_last() {
        let view = view("7k/8/8/6K1/8/8/8/5Q2 w - - 0 1");
        let mut belief = Belief::new(&view);
        belief.king = [0.0; 64];
        belief.king[63] = 1.0;
        let tries = ["f1f7", "f1f6", "f1a1"].map(|word| Try::parse(word).unwrap());
        let order = without_stalemates(&view, &belief, tries.to_vec());
        assert_eq!(order, [tries[1], tries[2], tries[0]]);
    }

    #[test]
    fn a_queen_does_not_take_back_where_many_may_take_her() {
        let view = view("rnbqkbnr/8/8/8/8/8/8/3QK3 w - - 0 1");
        let mut belief = Belief::new(&view);
        let square = 35;
        assert!(belief.attacked(square) > 0.5);
        belief.pieces[usize::from(square)] = 0.9;
        assert!(!pays(&view, Kind::Queen, square, &belief));
        assert!(pays(&view, Kind::Pawn, square, &belief));
        assert!(pays(&view, Kind::King, square, &belief));
    }
}
