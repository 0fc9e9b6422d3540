//! Attack (a): on the enemy king, and by passed pawns.
//!
//! The attack on a king is counted in units: attackers and their weight, hits on the squares
//! round it, weak squares there, safe checks; fewer without a queen. The weight of a number of
//! units is a table, because an attack grows faster than its parts.

use zermelo_chess::{Kind, attacks};
use zermelo_game::{Game, Side};

use super::scene::Scene;
use super::sets::{ahead, count, distance, each, file, front, only, rank};
use super::tally::Tally;
use super::weights as w;

/// Units per hit, per weak square, and per safe check of each kind.
const HIT: i32 = 3;
const WEAK: i32 = 3;
const CHECK: [i32; 6] = [0, 8, 5, 8, 7, 0];
/// What a missing queen takes away, and what is always taken away.
const NO_QUEEN: i32 = 18;
const BASE: i32 = 5;

/// Looks at a side's attack.
#[inline(always)]
pub fn attack<T: Tally>(scene: &Scene<'_>, side: Side, tally: &mut T) {
    on_king(scene, side, tally);
    if scene.passed[side.index()] != 0 {
        passed(scene, side, tally);
    }
}

#[inline(always)]
fn on_king<T: Tally>(scene: &Scene<'_>, side: Side, tally: &mut T) {
    let (us, them) = (side.index(), (!side).index());
    let queen = scene.pieces(side, Kind::Queen) != 0;
    if scene.attackers[us] < 2 - i32::from(queen) {
        return;
    }
    let by = &scene.by_kind[us];
    let theirs = &scene.by_kind[them];
    let poorly = theirs[Kind::Queen.index()] | theirs[Kind::King.index()];
    let weak = scene.attacked[us] & !scene.twice[them] & (!scene.attacked[them] | poorly);
    let mut units = scene.attack_weight[us] + HIT * scene.hits[us] - BASE;
    units += WEAK * count(weak & scene.ring[them]);
    let safe = !scene.own[us] & (!scene.attacked[them] | weak & scene.twice[us]);
    let king = scene.king[them];
    let straight = attacks::rook(king, scene.occupied & !scene.pieces(!side, Kind::Queen));
    let diagonal = attacks::bishop(king, scene.occupied & !scene.pieces(!side, Kind::Queen));
    let checks = [
        (Kind::Knight, attacks::knight(king)),
        (Kind::Bishop, diagonal),
        (Kind::Rook, straight),
        (Kind::Queen, straight | diagonal),
    ];
    for (kind, from) in checks {
        let number = count(from & safe & by[kind.index()]).min(2);
        units += CHECK[kind.index()] * (number + 1) / 2 * i32::from(number > 0);
    }
    if !queen {
        units -= NO_QUEEN;
    }
    tally.add(side, w::KING_DANGER + units.clamp(0, 63) as usize, 1);
}

fn passed<T: Tally>(scene: &Scene<'_>, side: Side, tally: &mut T) {
    let (us, them) = (side.index(), (!side).index());
    let enemy = scene.own[them];
    let bare = enemy & !scene.pawns[them] == only(scene.king[them]);
    each(scene.passed[us], |square| {
        let rank = rank(side, square);
        let way = front(side, only(square));
        let stop = ahead(side, only(square));
        let next = stop.trailing_zeros() as u8 & 63;
        if rank >= 3 {
            let (own, other) = (scene.king[us], scene.king[them]);
            tally.add(side, w::PASSED_OWN_KING + distance(own, next), 1);
            tally.add(side, w::PASSED_ENEMY_KING + distance(other, next), 1);
        }
        if stop & scene.occupied == 0 {
            tally.add(side, w::PASSED_FREE + rank, 1);
            if stop & scene.attacked[them] & !scene.pawn_attacks[us] == 0 {
                tally.add(side, w::PASSED_SAFE + rank, 1);
            }
        }
        if way & (enemy | scene.attacked[them]) == 0 {
            tally.add(side, w::PASSED_PATH + rank, 1);
        }
        let behind = file(square) & !way;
        let seen = attacks::rook(square, scene.occupied) & behind;
        let rooks = scene.position.kind_squares(Kind::Rook) & seen;
        if rooks & scene.own[us] != 0 {
            tally.add(side, w::PASSED_ROOK, 1);
        } else if rooks & enemy != 0 {
            tally.add(side, w::PASSED_ROOK + 1, 1);
        }
        if bare && way & scene.occupied == 0 {
            let goal = (63 - way.leading_zeros()) as u8;
            let goal = if side == Side::First {
                goal
            } else {
                square & 7
            };
            let steps = (7 - rank).min(5);
            let answer = usize::from(scene.position.side() != side);
            if distance(scene.king[them], goal) > steps + answer {
                tally.add(side, w::UNSTOPPABLE, 1);
            }
        }
    });
}
