//! King safety (k) beyond what pawns and squares say: castling rights and guards.

use zermelo_chess::Kind;
use zermelo_game::Side;

use super::scene::Scene;
use super::sets::count;
use super::tally::Tally;
use super::weights as w;

/// Looks at what is near the king of a side.
#[inline(always)]
pub fn king<T: Tally>(scene: &Scene<'_>, side: Side, tally: &mut T) {
    let rights = scene.position.castling_rooks(side);
    tally.add(side, w::CASTLING, count(rights));
    let minors = scene.pieces(side, Kind::Knight) | scene.pieces(side, Kind::Bishop);
    tally.add(
        side,
        w::KING_GUARD,
        count(minors & scene.ring[side.index()]),
    );
}
