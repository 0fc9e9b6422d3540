//! Material (m) and the squares of the pieces: kings (k), minor pieces (c), rooks and queens (b),
//! pawns (p). The search keeps their sum along the path; here they are told apart.

use zermelo_chess::Kind;
use zermelo_game::Side;

use super::scene::Scene;
use super::sets::{each, seen};
use super::tally::Tally;
use super::weights;

/// The first square weight of each kind.
pub const SQUARES: [usize; 6] = [
    weights::PAWN_SQUARE,
    weights::KNIGHT_SQUARE,
    weights::BISHOP_SQUARE,
    weights::ROOK_SQUARE,
    weights::QUEEN_SQUARE,
    weights::KING_SQUARE,
];

/// Material and squares.
pub fn squares<T: Tally>(scene: &Scene<'_>, tally: &mut T) {
    for side in Side::BOTH {
        for kind in Kind::ALL {
            each(scene.pieces(side, kind), |square| {
                tally.add(side, SQUARES[kind.index()] + seen(side, square), 1);
                if kind != Kind::King {
                    tally.add(side, weights::MATERIAL + kind.index(), 1);
                }
            });
        }
    }
}
