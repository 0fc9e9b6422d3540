//! Othello for the full search.
//!
//! The heuristic's scale throughout: a finished game is worth its margin and something for
//! winning. Corners are unquiet. A fixed table of squares orders the moves, and where depth is left
//! the evaluation after them. No null move: having to move is often what hurts.

use zermelo_game::{Game, Heuristic, Noisy, Score};
use zermelo_games::Othello;
use zermelo_games::othello::Square;
use zermelo_search::full::{About, Domain, Moment, Parent, Select};

/// Squares and the pass.
const MOVES: usize = 65;

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

impl OthelloDomain {
    /// What of the search's parameters differs for this game: positions are seldom reached by
    /// two ways, and a move that was good elsewhere says little.
    pub const TUNED: &[(&str, i64)] = &[
        ("deepening-step", 2),
        ("look-depth", 3),
        ("look-weight", 64),
        ("child-cut", 0),
        ("killers", 0),
        ("continuation-history", 0),
    ];
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
            Select::Noisy | Select::Forcing => game.noisy_moves(out),
            Select::Quiet => {}
        }
    }

    #[inline]
    fn about(&self, game: &Othello, _state: &(), m: Square, _depth: i32) -> About {
        let index = game.side().index() * MOVES + m.index();
        if m == Square::PASS {
            return About {
                index,
                ..About::default()
            };
        }
        let bonus = CORNER[from_edge(m.index() / 8)][from_edge(m.index() % 8)];
        About {
            index,
            bonus,
            ..About::default()
        }
    }
}
