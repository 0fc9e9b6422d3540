//! Placement (b): what hangs, what is threatened, what stands where no pawn can drive it away.

use zermelo_chess::Kind;
use zermelo_game::Side;

use super::scene::Scene;
use super::sets::{ahead, count, pawn_attacks, rank_set};
use super::tally::Tally;
use super::weights as w;

/// Looks at threats and outposts of a side.
#[inline(always)]
pub fn placement<T: Tally>(scene: &Scene<'_>, side: Side, tally: &mut T) {
    outposts(scene, side, tally);
    threats(scene, side, tally);
}

#[inline(always)]
fn outposts<T: Tally>(scene: &Scene<'_>, side: Side, tally: &mut T) {
    let (us, them) = (side.index(), (!side).index());
    let ranks = rank_set(side, 3) | rank_set(side, 4) | rank_set(side, 5);
    let safe = ranks & !scene.pawn_reach[them];
    let defended = scene.pawn_attacks[us];
    let knights = scene.pieces(side, Kind::Knight);
    let bishops = scene.pieces(side, Kind::Bishop);
    tally.add(side, w::OUTPOST, count(knights & safe & !defended));
    tally.add(side, w::OUTPOST + 1, count(knights & safe & defended));
    tally.add(side, w::OUTPOST + 2, count(bishops & safe & !defended));
    tally.add(side, w::OUTPOST + 3, count(bishops & safe & defended));
    let pawns = scene.pawns[0] | scene.pawns[1];
    let behind = (knights | bishops) & ahead(!side, pawns);
    tally.add(side, w::SHELTERED_MINOR, count(behind));
}

#[inline(always)]
fn threats<T: Tally>(scene: &Scene<'_>, side: Side, tally: &mut T) {
    let (us, them) = (side.index(), (!side).index());
    let by = &scene.by_kind[us];
    let victims = scene.own[them] & !scene.pieces(!side, Kind::King);
    let defended = scene.attacked[them];
    let by_pawn = scene.pawn_attacks[us] & victims;
    let weak = victims & !scene.pawn_attacks[them];
    let minors = by[Kind::Knight.index()] | by[Kind::Bishop.index()];
    let rooks = by[Kind::Rook.index()];
    if (by_pawn | (minors | rooks) & weak) != 0 {
        for kind in [
            Kind::Pawn,
            Kind::Knight,
            Kind::Bishop,
            Kind::Rook,
            Kind::Queen,
        ] {
            let of = scene.position.kind_squares(kind);
            if kind != Kind::Pawn {
                tally.add(side, w::PAWN_THREAT + kind.index(), count(by_pawn & of));
            }
            tally.add(
                side,
                w::MINOR_THREAT + kind.index(),
                count(minors & weak & of),
            );
            tally.add(
                side,
                w::ROOK_THREAT + kind.index(),
                count(rooks & weak & of),
            );
        }
    }
    let hanging = weak & !defended & scene.attacked[us];
    let pawns = scene.pawns[them];
    tally.add(side, w::HANGING, count(hanging & pawns));
    tally.add(side, w::HANGING + 1, count(hanging & !pawns));
    let king = by[Kind::King.index()] & weak & !defended;
    tally.add(side, w::KING_THREAT, i32::from(king != 0));
    let queen = by[Kind::Queen.index()] & weak & !defended;
    tally.add(side, w::QUEEN_THREAT, count(queen));
    let contested = scene.attacked[us] & defended;
    let held = scene.pawn_attacks[them] | scene.twice[them] & !scene.twice[us];
    tally.add(side, w::RESTRICTED, count(contested & !held));
    // A pawn's step that no enemy pawn answers and that is not simply lost.
    let free = !scene.occupied;
    let mut steps = ahead(side, scene.pawns[us]) & free;
    steps |= ahead(side, steps & rank_set(side, 2)) & free;
    steps &= !scene.pawn_attacks[them] & (scene.attacked[us] | !defended);
    let pieces = victims & !pawns & !by_pawn;
    tally.add(
        side,
        w::PUSH_THREAT,
        count(pawn_attacks(side, steps) & pieces),
    );
}
