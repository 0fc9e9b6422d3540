//! Relations between pieces (r): pairs, and pieces whose worth depends on the pawns.

use zermelo_chess::Kind;
use zermelo_game::Side;

use super::scene::Scene;
use super::sets::count;
use super::tally::Tally;
use super::weights as w;

/// Looks at what a side's pieces are worth together.
#[inline(always)]
pub fn relations<T: Tally>(scene: &Scene<'_>, side: Side, tally: &mut T) {
    let number = |kind| count(scene.pieces(side, kind));
    let pawns = count(scene.pawns[side.index()]).min(8) as usize;
    let knights = number(Kind::Knight);
    let bishops = number(Kind::Bishop);
    let rooks = number(Kind::Rook);
    tally.add(side, w::BISHOP_PAIR, i32::from(bishops >= 2));
    tally.add(side, w::KNIGHT_PAIR, i32::from(knights >= 2));
    tally.add(side, w::ROOK_PAIR, i32::from(rooks >= 2));
    tally.add(side, w::KNIGHT_PAWNS + pawns, knights);
    tally.add(side, w::ROOK_PAWNS + pawns, rooks);
    if number(Kind::Queen) > 0 {
        tally.add(side, w::QUEEN_PIECES, knights + bishops + rooks);
    }
}
