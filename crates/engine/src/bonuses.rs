//! The order of moves of GnuChess 4.0: a-priori bonuses, added up per move.
//!
//! Table A.1 of the thesis: captures the last moved piece 500; captures queen 1100, rook 550,
//! bishop 355, knight 350, pawn 100; promotes to queen 800, knight 600, rook 550, bishop 500; pawn
//! to the 7th rank 600, to the 6th 400. The principal variation (2000) is the remembered move,
//! which the search tries first anyway.

use zermelo_chess::{Chess, Kind, Move};
use zermelo_game::{Game, Score, Side};
use zermelo_search::full::About;

use crate::domain::PathState;

const LAST_MOVED: Score = 500;
const CAPTURED: [Score; 6] = [100, 350, 355, 550, 1100, 0];
const PROMOTED: [Score; 6] = [0, 600, 500, 550, 800, 0];
const SEVENTH: Score = 600;
const SIXTH: Score = 400;

/// What orders a move.
pub fn about<S>(game: &Chess, state: &PathState<S>, m: Move) -> About {
    let captured = m.captured().map_or(0, |kind| CAPTURED[kind.index()]);
    let promoted = m.promotion().map_or(0, |kind| PROMOTED[kind.index()]);
    let last = m.captured_square().is_some() && m.captured_square() == state.last();
    let rank = match game.side() {
        Side::First => m.to() >> 3,
        Side::Second => 7 - (m.to() >> 3),
    };
    let advance = match (m.kind(), rank) {
        (Kind::Pawn, 6) => SEVENTH,
        (Kind::Pawn, 5) => SIXTH,
        _ => 0,
    };
    About {
        noisy: m.is_unquiet(),
        bonus: captured + promoted + advance + if last { LAST_MOVED } else { 0 },
        ..About::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::Notation;

    #[test]
    fn bonuses_add_up() {
        let position = Chess::parse("1n5k/P2P4/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let state: PathState<()> = PathState::for_tests(Some(57));
        let bonus = |text: &str| {
            let m = position.parse_move(text).unwrap();
            about(&position, &state, m).bonus
        };
        assert_eq!(bonus("a7b8q"), 500 + 350 + 800);
        assert_eq!(bonus("a7a8n"), 600);
        assert_eq!(bonus("e1e2"), 0);
    }
}
