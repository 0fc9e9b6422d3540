//! Draughts for the full search.
//!
//! Captures are compulsory: a position with one is forced, is not evaluated, and has all its
//! moves in quiescence. Positions repeat once there are kings. The men are the slow-changing
//! structure. No null move: the opposition ("the move") makes passing a gain too often.

use zermelo_game::random::mix;
use zermelo_game::{Game, Heuristic, Score, Side};
use zermelo_games::Draughts;
use zermelo_games::draughts::Move;
use zermelo_search::full::{About, Domain, Nature, Parent, Select};

/// Squares of the board.
const SQUARES: usize = 32;
/// What each captured piece is worth in the order.
const CAPTURED: Score = 1_000;

/// The domain of draughts.
#[derive(Clone, Copy, Default, Debug)]
pub struct DraughtsDomain;

impl Domain for DraughtsDomain {
    type Game = Draughts;
    type State = ();

    const MOVES: (usize, usize) = (SQUARES * SQUARES, SQUARES * SQUARES);

    #[inline]
    fn state(&mut self, _game: &Draughts, _from: Option<Parent<'_, Draughts, ()>>) {}

    #[inline]
    fn evaluate(&mut self, game: &Draughts, _state: &()) -> Score {
        game.evaluate()
    }

    #[inline]
    fn moves(&self, game: &Draughts, select: Select, out: &mut Vec<Move>) {
        // Unquiet moves are all moves of a forced position, and only those.
        if select == Select::All {
            game.legal_moves(out);
        }
    }

    #[inline]
    fn about(&self, _game: &Draughts, _state: &(), m: Move, _depth: i32) -> About {
        About {
            index: (m.from() as usize - 1) * SQUARES + m.to() as usize - 1,
            noisy: m.is_capture(),
            bonus: CAPTURED * m.captures() as Score,
            ..About::default()
        }
    }

    #[inline]
    fn nature(&self, game: &Draughts, _state: &()) -> Nature {
        let kings = game.kings(Side::First) | game.kings(Side::Second);
        let men = u64::from(game.men(Side::First)) << 32 | u64::from(game.men(Side::Second));
        Nature {
            forced: game.must_capture(),
            reversible: if kings == 0 { 0 } else { usize::MAX },
            structures: [mix(men), 0, 0],
            ..Nature::default()
        }
    }
}
