//! Space and mobility (x): where the pieces may go, open files, trapped rooks, bishops behind
//! their own pawns, safe squares in the centre, and having the move.
//!
//! Fills in what the pieces attack, which the later terms use.

use zermelo_chess::{Kind, attacks};
use zermelo_game::{Game, Side};

use super::scene::Scene;
use super::sets::{
    CENTRE, FILE_A, LIGHT, ahead, count, each, file, front, only, pawn_double_attacks, rank,
    rank_set,
};
use super::tally::Tally;
use super::weights as w;

/// Weights of the pieces that attack a king's ring.
const ATTACK_WEIGHT: [i32; 6] = [0, 4, 3, 3, 3, 0];

/// Looks at all pieces but pawns.
pub fn pieces<T: Tally>(scene: &mut Scene<'_>, tally: &mut T) {
    for side in Side::BOTH {
        let us = side.index();
        let king = attacks::king(scene.king[us]);
        scene.attack(side, Kind::King, king);
        let pawns = scene.pawn_attacks[us];
        scene.attack(side, Kind::Pawn, pawns);
        scene.twice[us] |= pawn_double_attacks(side, scene.pawns[us]);
    }
    of_side(scene, Side::First, tally);
    of_side(scene, Side::Second, tally);
    tally.add(scene.position.side(), w::TEMPO, 1);
}

/// Looks at a side's pieces.
#[inline(always)]
fn of_side<T: Tally>(scene: &mut Scene<'_>, side: Side, tally: &mut T) {
    let area = scene.worth_going(side);
    let pinned = pins(scene, side);
    tally.add(!side, w::PINNED, count(pinned));
    let given = (area, pinned);
    each_piece::<T, KNIGHT>(scene, side, given, tally);
    each_piece::<T, BISHOP>(scene, side, given, tally);
    each_piece::<T, ROOK>(scene, side, given, tally);
    each_piece::<T, QUEEN>(scene, side, given, tally);
    room(scene, side, tally);
}

/// Kinds as numbers known when compiling: each has code of its own, without asking at every piece
/// of which kind it is.
const KNIGHT: usize = Kind::Knight as usize;
const BISHOP: usize = Kind::Bishop as usize;
const ROOK: usize = Kind::Rook as usize;
const QUEEN: usize = Kind::Queen as usize;

#[inline(always)]
fn each_piece<T: Tally, const KIND: usize>(
    scene: &mut Scene<'_>,
    side: Side,
    given: (u64, u64),
    tally: &mut T,
) {
    let kind = Kind::ALL[KIND];
    // A loop and not a closure, so that it is compiled in place.
    let mut rest = scene.pieces(side, kind);
    while rest != 0 {
        piece(scene, side, kind, rest.trailing_zeros() as u8, given, tally);
        rest &= rest - 1;
    }
}

#[inline(always)]
fn piece<T: Tally>(
    scene: &mut Scene<'_>,
    side: Side,
    kind: Kind,
    square: u8,
    (area, pinned): (u64, u64),
    tally: &mut T,
) {
    let (us, them) = (side.index(), (!side).index());
    let queens = scene.position.kind_squares(Kind::Queen);
    let mut reach = match kind {
        Kind::Knight => attacks::knight(square),
        // Sliders see through the pieces they would support.
        Kind::Bishop => attacks::bishop(square, scene.occupied & !queens),
        Kind::Rook => {
            let rooks = scene.pieces(side, Kind::Rook);
            attacks::rook(square, scene.occupied & !queens & !rooks)
        }
        _ => attacks::queen(square, scene.occupied),
    };
    if pinned & only(square) != 0 {
        reach &= attacks::line(scene.king[us], square);
    }
    scene.attack(side, kind, reach);
    let ring = scene.ring[them] & reach;
    if ring != 0 {
        scene.attackers[us] += 1;
        scene.attack_weight[us] += ATTACK_WEIGHT[kind.index()];
        scene.hits[us] += count(ring);
    }
    let moves = (reach & area).count_ones() as usize;
    match kind {
        Kind::Knight => tally.add(side, w::KNIGHT_MOBILITY + moves, 1),
        Kind::Bishop => {
            tally.add(side, w::BISHOP_MOBILITY + moves.min(13), 1);
            bishop(scene, side, square, reach, tally);
        }
        Kind::Rook => {
            tally.add(side, w::ROOK_MOBILITY + moves.min(14), 1);
            rook(scene, side, square, moves, tally);
        }
        _ => tally.add(side, w::QUEEN_MOBILITY + moves.min(27), 1),
    }
}

#[inline(always)]
fn bishop<T: Tally>(scene: &Scene<'_>, side: Side, square: u8, reach: u64, tally: &mut T) {
    let own = scene.pawns[side.index()];
    let colour = if LIGHT & only(square) != 0 {
        LIGHT
    } else {
        !LIGHT
    };
    tally.add(side, w::BISHOP_PAWNS, count(own & colour));
    let middle = FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5;
    let blocked = own & middle & ahead(!side, scene.occupied);
    tally.add(side, w::BISHOP_BLOCKED_PAWNS, count(blocked & colour));
    if count(reach & CENTRE) >= 2 {
        tally.add(side, w::LONG_DIAGONAL, 1);
    }
}

#[inline(always)]
fn rook<T: Tally>(scene: &Scene<'_>, side: Side, square: u8, moves: usize, tally: &mut T) {
    let (us, them) = (side.index(), (!side).index());
    let file = file(square);
    if scene.pawns[us] & file == 0 {
        let open = scene.pawns[them] & file == 0;
        tally.add(side, w::ROOK_FILE + usize::from(open), 1);
    } else if moves <= 3 && rank(side, square) == 0 && rank(side, scene.king[us]) == 0 {
        let (king, rook) = (scene.king[us] & 7, square & 7);
        if king >= 4 && rook > king || king < 4 && rook < king {
            tally.add(side, w::TRAPPED_ROOK, 1);
        }
    }
    if rank(side, square) == 6 {
        let targets = scene.pawns[them] & rank_set(side, 6);
        if targets != 0 || rank(side, scene.king[them]) == 7 {
            tally.add(side, w::SEVENTH_RANK, 1);
        }
    }
}

/// Safe squares of the centre files on the own side, those behind a pawn twice.
#[inline(always)]
fn room<T: Tally>(scene: &Scene<'_>, side: Side, tally: &mut T) {
    let (us, them) = (side.index(), (!side).index());
    let middle = FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5;
    let ranks = rank_set(side, 1) | rank_set(side, 2) | rank_set(side, 3);
    let safe = middle & ranks & !scene.pawns[us] & !scene.pawn_attacks[them];
    let behind = safe & front(!side, scene.pawns[us]);
    tally.add(side, w::SPACE, count(safe) + count(behind));
}

/// A side's pieces that are pinned to its king.
#[inline(always)]
fn pins(scene: &Scene<'_>, side: Side) -> u64 {
    let them = !side;
    let king = scene.king[side.index()];
    let queens = scene.pieces(them, Kind::Queen);
    let diagonal = scene.pieces(them, Kind::Bishop) | queens;
    let straight = scene.pieces(them, Kind::Rook) | queens;
    let snipers = attacks::diagonals(king) & diagonal | attacks::straights(king) & straight;
    let mut pinned = 0;
    each(snipers, |square| {
        let between = attacks::between(king, square) & scene.occupied;
        if between.is_power_of_two() && between & scene.own[side.index()] != 0 {
            pinned |= between;
        }
    });
    pinned
}
