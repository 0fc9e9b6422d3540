//! Othello for the full search.
//!
//! The heuristic's scale throughout: a finished game is worth its margin and something for
//! winning. Corners are unquiet. Where depth is left, moves that leave the opponent few answers
//! come first; nearer the leaves a fixed table of squares orders as well for less. No null move:
//! having to move is often what hurts.

use zermelo_game::{Game, Heuristic, Noisy, Score};
use zermelo_games::Othello;
use zermelo_games::othello::Square;
use zermelo_search::full::{About, Domain, Moment, Parent, Select};

/// Squares and the pass.
const MOVES: usize = 65;
/// From this depth on moves are ordered by the answers they leave.
const MOBILITY_DEPTH: i32 = 3;
/// What one answer less is worth in the order.
const ANSWER: Score = 500;

/// The worth of a square in the order, for one corner of the board: rows and columns from the
/// edge to the centre.
const CORNER: [[Score; 4]; 4] = [
    [3000, -1500, 400, 300],
    [-1500, -2500, -200, -200],
    [400, -200, 100, 50],
    [300, -200, 50, 0],
];

/// The domain of Othello, to play.
#[derive(Clone, Copy, Default, Debug)]
pub struct OthelloDomain;

#[inline]
fn from_edge(line: usize) -> usize {
    line.min(7 - line)
}

impl Domain for OthelloDomain {
    type Game = Othello;
    type State = ();

    const MOVES: (usize, usize) = (2 * MOVES, 2 * MOVES);

    #[inline]
    fn state(&mut self, _game: &Othello, _from: Option<Parent<'_, Othello, ()>>) {}

    #[inline]
    fn evaluate(&mut self, game: &Othello, _state: &()) -> Score {
        game.evaluate()
    }

    #[inline]
    fn finished(&self, game: &Othello, _moment: Moment) -> Option<Score> {
        Some(Othello::decided(game.payoff()?))
    }

    #[inline]
    fn moves(&self, game: &Othello, select: Select, out: &mut Vec<Square>) {
        match select {
            Select::All => game.legal_moves(out),
            Select::Noisy => game.noisy_moves(out),
        }
    }

    #[inline]
    fn about(&self, game: &Othello, _state: &(), m: Square, depth: i32) -> About {
        let index = game.side().index() * MOVES + m.index();
        if m == Square::PASS {
            return About {
                index,
                ..About::default()
            };
        }
        let place = CORNER[from_edge(m.index() / 8)][from_edge(m.index() % 8)];
        let answers = if depth >= MOBILITY_DEPTH {
            game.after(m).legal_mask().count_ones() as Score
        } else {
            0
        };
        About {
            index,
            noisy: false,
            bonus: place - ANSWER * answers,
        }
    }
}
