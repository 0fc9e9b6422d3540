//! Pawn structure (p), the part of king safety (k) that pawns make, and passed pawns by rank (a):
//! all that depends on pawns and kings alone, and is therefore cached.

use zermelo_chess::attacks;
use zermelo_game::Side;

use super::scene::Scene;
use super::sets::{
    ahead, beside, count, each, file, front, only, pawn_attacks, rank, rank_set, sideways,
};
use super::tally::Tally;
use super::weights as w;

/// Looks at pawns and kings; fills in the passed pawns.
pub fn pawns<T: Tally>(scene: &mut Scene<'_>, tally: &mut T) {
    for side in Side::BOTH {
        structure(scene, side, tally);
        shelter(scene, side, tally);
    }
}

fn structure<T: Tally>(scene: &mut Scene<'_>, side: Side, tally: &mut T) {
    let (us, them) = (side.index(), (!side).index());
    let (own, enemy) = (scene.pawns[us], scene.pawns[them]);
    let enemy_attacks = scene.pawn_attacks[them];
    let mut passed = 0;
    each(own, |square| {
        let pawn = only(square);
        let rank = rank(side, square);
        let neighbours = own & beside(square);
        let way = front(side, pawn);
        let opposed = enemy & way != 0;
        let stop = ahead(side, pawn);
        let supporters = pawn_attacks(!side, pawn) & own;
        let phalanx = sideways(pawn) & own;
        let guards = enemy & (way | sideways(way));
        let doubled = own & way != 0;
        if guards == 0 && !doubled {
            passed |= pawn;
        } else if !opposed && !doubled {
            // More helpers than guards: it may become passed.
            let levers = guards & attacks::pawn(side, square);
            let helpers = count(supporters) + count(phalanx);
            let ahead_guards = count(guards & sideways(stop | ahead(side, stop)));
            if guards & !sideways(stop | ahead(side, stop)) == 0
                && (helpers >= ahead_guards || count(supporters) >= count(levers) && levers != 0)
            {
                tally.add(side, w::CANDIDATE + rank, 1);
            }
        }
        if doubled {
            tally.add(side, w::DOUBLED, 1);
        }
        let behind = neighbours & !front(side, rank_of(square));
        if neighbours == 0 {
            tally.add(side, w::ISOLATED + usize::from(!opposed), 1);
        } else if behind == 0 && (stop & (enemy_attacks | enemy)) != 0 {
            tally.add(side, w::BACKWARD + usize::from(!opposed), 1);
        }
        if phalanx != 0 {
            tally.add(side, w::PHALANX + rank, 1);
        }
        if supporters != 0 {
            tally.add(side, w::SUPPORTED + rank, count(supporters));
        }
        if stop & enemy != 0 {
            tally.add(side, w::BLOCKED_PAWN + rank, 1);
        }
        if passed & pawn != 0 {
            tally.add(side, w::PASSED + rank, 1);
            if supporters | phalanx != 0 {
                tally.add(side, w::PASSED_SUPPORTED + rank, 1);
            }
        }
    });
    scene.passed[us] = passed;
    let control = scene.pawn_attacks[us] & super::sets::CENTRE;
    tally.add(side, w::CENTRE_CONTROL, count(control));
}

/// The rank of a square as a set.
fn rank_of(square: u8) -> u64 {
    0xff << (square & 56)
}

/// The pawns before the king, and those that come against him.
fn shelter<T: Tally>(scene: &Scene<'_>, side: Side, tally: &mut T) {
    let (us, them) = (side.index(), (!side).index());
    let king = scene.king[us];
    let before = rank_and_front(side, king);
    let own = scene.pawns[us] & before;
    let enemy = scene.pawns[them] & before;
    let centre = (king & 7).clamp(1, 6);
    for f in centre - 1..=centre + 1 {
        let file = file(f);
        let edge = usize::from(f.min(7 - f));
        // The rearmost own pawn, the foremost enemy pawn.
        let shield = nearest(side, own & file).map_or(0, |square| rank(side, square));
        let storm = nearest(side, enemy & file).map_or(0, |square| rank(side, square));
        tally.add(side, w::SHELTER + edge * 8 + shield, 1);
        if storm > 0 && shield > 0 && storm == shield + 1 {
            tally.add(side, w::BLOCKED_STORM + storm, 1);
        } else {
            tally.add(side, w::STORM + edge * 8 + storm, 1);
        }
    }
    let king_file = file(king);
    let (no_own, no_enemy) = (
        scene.pawns[us] & king_file == 0,
        scene.pawns[them] & king_file == 0,
    );
    match (no_own, no_enemy) {
        (true, true) => tally.add(side, w::KING_FILE + 2, 1),
        (true, false) => tally.add(side, w::KING_FILE, 1),
        (false, true) => tally.add(side, w::KING_FILE + 1, 1),
        (false, false) => (),
    }
    let wing = wing(king);
    if (scene.pawns[0] | scene.pawns[1]) & wing == 0 {
        tally.add(side, w::PAWNLESS_FLANK, 1);
    }
}

/// The files of the wing on which a king stands.
fn wing(king: u8) -> u64 {
    let a = super::sets::FILE_A;
    match king & 7 {
        0..=2 => a | a << 1 | a << 2 | a << 3,
        3 | 4 => a << 2 | a << 3 | a << 4 | a << 5,
        _ => a << 4 | a << 5 | a << 6 | a << 7,
    }
}

/// The ranks from that of a square on, towards the other side.
fn rank_and_front(side: Side, square: u8) -> u64 {
    let rank = rank_of(square);
    rank | front(side, rank)
}

/// The square of a set nearest to a side.
fn nearest(side: Side, set: u64) -> Option<u8> {
    (set != 0).then(|| match side {
        Side::First => set.trailing_zeros() as u8,
        Side::Second => 63 - set.leading_zeros() as u8,
    })
}

/// Unmoved centre pawns that are blocked: they depend on more than pawns.
#[inline(always)]
pub fn blocked_centre<T: Tally>(scene: &Scene<'_>, side: Side, tally: &mut T) {
    let home = rank_set(side, 1) & (file(3) | file(4)) & scene.pawns[side.index()];
    let blocked = ahead(side, home) & scene.occupied;
    tally.add(side, w::BLOCKED_CENTRE, count(blocked));
}
