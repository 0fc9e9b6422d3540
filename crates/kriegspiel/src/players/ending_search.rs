//! The search of an ending: own moves against every square where the king may be.
//!
//! *Computes* a ranking of tries. A state is our men and a set of squares for their king, at our
//! turn. A try leads to what the umpire may say: a refusal keeps the squares that explain it, an
//! acceptance splits the set by the checks that would be announced, and the king's answers spread
//! each part again. Mates, stalemates and lost men are counted on every square. *Source.* Darkboard
//! plays its endings so, with an evaluation that wants the set small and at the edge. *Ours.* What
//! ends the hopes of winning (stalemate, the loss of the last man that can mate) costs far more
//! than a mate earns: whoever has time to wait need not gamble, and gambles more the fewer of the
//! fifty moves are left. The region that the king could still reach counts beside the squares
//! where it may be. *Cost.* Two own moves for all tries, more for the best while there is time.

use std::cell::Cell;

use zermelo_chess::{Kind, attacks};

use super::Budget;
use super::reactions::worth;
use crate::action::Try;
use crate::announcement::Direction;
use crate::men::{Men, bit, squares};

/// What a mate is worth, in squares of room.
const MATE: f32 = 60.0;

/// What it costs to give the win away for good.
const RUIN: f32 = 300.0;

/// What a man costs, for each pawn of its worth, if the rest can still mate.
const LOST: f32 = 4.0;

/// What the squares count that the king can reach if nothing of ours moves.
const REGION: f32 = 0.35;

/// What the best move from a state counts beside the state itself.
const AHEAD: f32 = 0.7;

/// How sure a mate or a stalemate is when the king has company.
const COMPANY: f32 = 0.5;

/// Tries looked at in a state that is not the present one.
const WIDTH: usize = 6;

/// Tries of the present state that are looked at three and four own moves deep.
const DEEP: [usize; 2] = [10, 4];

/// Our men and the squares of their king, at our turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chase {
    /// Our men.
    pub men: Men,
    /// Where their king may be.
    pub kings: u64,
    /// Whether it has company that may capture, block and move in its place.
    pub loose: bool,
}

/// The squares that a king on these squares can come to, step by step, while our men stand still.
fn region(covered: u64, kings: u64) -> u64 {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = FILE_A << 7;
    let mut all = kings;
    loop {
        let row = all | all << 1 & !FILE_A | all >> 1 & !FILE_H;
        let next = all | (row | row << 8 | row >> 8) & !covered;
        if next == all {
            return all;
        }
        all = next;
    }
}

/// Whether a try of ours is legal when the other king stands on a square.
pub fn is_legal(men: &Men, tried: Try, king: u8) -> bool {
    let Some(kind) = men.kind_at(tried.from) else {
        return false;
    };
    let free = attacks::between(tried.from, tried.to) & bit(king) == 0 && tried.to != king;
    let apart = kind != Kind::King || attacks::king(king) & bit(tried.to) == 0;
    free && apart && !men.is_pawn_capture(tried)
}

/// Our men with the squares they bear on. Lines go through their king: it cannot hide behind
/// itself.
fn bearing(men: &Men) -> Vec<(u8, u64)> {
    let own = men.occupied();
    let mut all = Vec::with_capacity(8);
    for kind in Kind::ALL {
        all.extend(squares(men.squares(kind)).map(|from| (from, men.attacks(kind, from, own))));
    }
    all
}

/// The checks on a king, as a number: so many from each direction.
fn message(bearing: &[(u8, u64)], king: u8) -> u32 {
    bearing
        .iter()
        .filter(|(_, set)| set & bit(king) != 0)
        .map(|(from, _)| 1 << (4 * Direction::between(king, *from) as u32))
        .sum()
}

/// The number of the checks that were heard.
pub fn heard_message(checks: &[Direction]) -> u32 {
    checks.iter().map(|&check| 1 << (4 * check as u32)).sum()
}

/// The checks that our men give to a king on a square, as a number.
pub fn checks_on(men: &Men, king: u8) -> u32 {
    message(&bearing(men), king)
}

/// Whether these men can force a mate, or become such.
fn can_mate(men: &Men) -> bool {
    let count = |kind| men.squares(kind).count_ones();
    let minor = count(Kind::Bishop) + count(Kind::Knight);
    count(Kind::Queen) + count(Kind::Rook) + count(Kind::Pawn) > 0
        || (count(Kind::Bishop) > 0 && minor > 1)
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

/// What can come of a try: the parts of the set that the umpire's words tell apart, and what ends
/// or costs the game.
struct Prospect {
    men: Men,
    /// Squares that would explain a refusal.
    refused: u64,
    /// Message, number of squares before, squares after the king's answer.
    parts: Vec<(u32, f32, u64)>,
    /// The sum over all squares of what is certain.
    certain: f32,
}

impl Chase {
    fn prospect(&self, tried: Try, patience: f32) -> Prospect {
        let mut men = self.men;
        men.play(tried);
        let bearing = bearing(&men);
        let covered = bearing.iter().fold(0, |all, (_, set)| all | set);
        let own = men.occupied();
        let (mut refused, mut certain) = (0, 0.0);
        let mut parts: Vec<(u32, f32, u64)> = Vec::new();
        let sure = if self.loose { COMPANY } else { 1.0 };
        for king in squares(self.kings) {
            if !is_legal(&self.men, tried, king) {
                refused |= bit(king);
                continue;
            }
            let escapes = attacks::king(king) & !covered;
            let said = message(&bearing, king);
            if escapes == 0 {
                certain += sure * if said == 0 { -RUIN * patience } else { MATE };
                if !self.loose {
                    continue;
                }
            }
            certain -= patience * self.captured(&men, escapes & own);
            let stays = if self.loose { bit(king) } else { 0 };
            let free = (escapes | stays) & !own;
            match parts.iter_mut().find(|part| part.0 == said) {
                Some(part) => {
                    part.1 += 1.0;
                    part.2 |= free;
                }
                None => parts.push((said, 1.0, free)),
            }
        }
        Prospect {
            men,
            refused,
            parts,
            certain,
        }
    }

    /// What it costs that the king can capture on one of these squares.
    fn captured(&self, men: &Men, hanging: u64) -> f32 {
        squares(hanging)
            .filter_map(|square| {
                let kind = men.kind_at(square)?;
                let mut left = *men;
                left.remove(square);
                let ruined = can_mate(men) && !can_mate(&left);
                Some(if ruined { RUIN } else { LOST * worth(kind) })
            })
            .fold(0.0, f32::max)
    }

    /// How little room the king has: where it may be, and where it could come to.
    fn still(&self) -> f32 {
        let own = self.men.king().unwrap_or(0);
        let sum = |set: u64| -> f32 { squares(set).map(|square| room(square, own)).sum() };
        let reach = region(self.men.covered(), self.kings) & !self.men.occupied();
        -sum(self.kings) - REGION * sum(reach & !self.kings)
    }
}

/// A search and its constants.
pub struct Search<'a> {
    /// When it must end.
    pub budget: &'a Budget,
    /// How much of the fifty moves is left, from 1 down to 0: who has no time must gamble.
    pub patience: f32,
    /// The progress of the present state, which is nobody's merit.
    base: f32,
    /// Tries valued so far.
    nodes: Cell<u64>,
}

impl Search<'_> {
    /// A search from a state.
    pub fn new<'a>(chase: &Chase, patience: f32, budget: &'a Budget) -> Search<'a> {
        Search {
            budget,
            patience,
            base: progress(&chase.men),
            nodes: Cell::new(0),
        }
    }

    /// Tries, best first; `bias` is added to the value of each.
    pub fn ranked(&self, chase: &Chase, tries: Vec<Try>, bias: impl Fn(Try) -> f32) -> Vec<Try> {
        let mut ranked: Vec<(f32, Try)> = tries
            .into_iter()
            .map(|tried| (self.value(chase, tried, 0) + bias(tried), tried))
            .collect();
        let order = |a: &(f32, Try), b: &(f32, Try)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        ranked.sort_by(order);
        let widths = [ranked.len(), DEEP[0], DEEP[1]];
        for (depth, width) in widths.into_iter().enumerate() {
            let width = width.min(ranked.len());
            let mut deeper = Vec::with_capacity(width);
            for &(_, tried) in &ranked[..width] {
                let value = self.value(chase, tried, depth as u32 + 1);
                deeper.push((value + bias(tried), tried));
                if self.is_over() {
                    // Half a pass says nothing: its values do not compare with the others.
                    return ranked.into_iter().map(|(_, tried)| tried).collect();
                }
            }
            deeper.sort_by(order);
            ranked[..width].copy_from_slice(&deeper);
        }
        ranked.into_iter().map(|(_, tried)| tried).collect()
    }

    fn is_over(&self) -> bool {
        self.budget.is_spent(self.nodes.get())
    }

    /// What a try is worth, looking `depth` own moves further ahead.
    fn value(&self, chase: &Chase, tried: Try, depth: u32) -> f32 {
        self.nodes.set(self.nodes.get() + 1);
        let prospect = chase.prospect(tried, self.patience);
        let all = chase.kings.count_ones().max(1) as f32;
        let refused = prospect.refused.count_ones() as f32;
        if refused >= all {
            return -2.0 * RUIN;
        }
        let mut total = prospect.certain;
        for &(_, count, kings) in &prospect.parts {
            let next = Chase {
                men: prospect.men,
                kings,
                loose: chase.loose,
            };
            total += count * self.best(&next, depth);
        }
        let here = Chase {
            kings: prospect.refused,
            ..*chase
        };
        total += refused * self.best(&here, 0);
        total / all
    }

    /// What a state is worth at our turn.
    fn best(&self, chase: &Chase, depth: u32) -> f32 {
        let still = chase.still() + progress(&chase.men) - self.base;
        if depth == 0 || chase.kings == 0 || self.is_over() {
            return still;
        }
        let mut tries = Vec::new();
        chase.men.tries(true, false, &mut tries);
        tries.retain(|tried| tried.promotion.is_none_or(|kind| kind == Kind::Queen));
        let mut near: Vec<(f32, Try)> = tries
            .into_iter()
            .map(|tried| (self.value(chase, tried, 0), tried))
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let next = if depth == 1 {
            near.first().map(|best| best.0)
        } else {
            let deeper = near.iter().take(WIDTH);
            let values = deeper.map(|&(_, tried)| self.value(chase, tried, depth - 1));
            values.reduce(f32::max)
        };
        (1.0 - AHEAD) * still + AHEAD * next.unwrap_or(-RUIN)
    }
}
