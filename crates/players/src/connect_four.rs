//! Connect Four for the full search.
//!
//! Wins are counted in plies. A move that wins at once, and a position in which every move loses
//! at once, are known without a search; moves that lose at once are left out; a threat to win at
//! once forces the answer. Moves are ordered by the squares that would then win (Pons 2015) and
//! the centre. No null move: having to move is half of this game.

use zermelo_game::{Game, Heuristic, Score, Side};
use zermelo_games::ConnectFour;
use zermelo_games::connect_four::{Column, HEIGHT, WIDTH};
use zermelo_search::full::{About, Domain, Known, Nature, Parent, Select, WIN};

/// Squares of the layout with its empty top row, per side.
const SQUARES: usize = ((HEIGHT + 1) * WIDTH) as usize;
/// What a square that would win is worth in the order.
const THREAT: Score = 2_000;
/// What a column is worth per step towards the centre.
const CENTRE: Score = 100;

/// The domain of Connect Four.
#[derive(Clone, Copy, Default, Debug)]
pub struct ConnectFourDomain;

/// The bit of the square that a disc in a column falls on.
#[inline]
fn square(game: &ConnectFour, column: Column) -> u64 {
    game.open_squares() & column.squares()
}

impl ConnectFourDomain {
    /// What of the search's parameters differs for this game: one evaluation in the order is
    /// worth more than history, and even depths judge like even ones.
    pub const TUNED: &[(&str, i64)] = &[
        ("deepening-step", 2),
        ("look-depth", 3),
        ("look-weight", 200),
        ("child-cut-depth", 3),
        ("killer-bonus", 4_000),
    ];
}

impl Domain for ConnectFourDomain {
    type Game = ConnectFour;
    type State = ();

    const MOVES: (usize, usize) = (2 * SQUARES, 2 * SQUARES);

    #[inline]
    fn state(&mut self, _game: &ConnectFour, _from: Option<Parent<'_, ConnectFour, ()>>) {}

    #[inline]
    fn evaluate(&mut self, game: &ConnectFour, _state: &()) -> Score {
        game.evaluate()
    }

    #[inline]
    fn moves(&self, game: &ConnectFour, select: Select, out: &mut Vec<Column>) {
        if select != Select::All {
            return;
        }
        let safe = game.possible_non_losing_moves();
        let mut squares = if game.can_win_next() {
            game.open_squares() & game.winning_squares(game.side())
        } else if safe != 0 {
            safe
        } else {
            game.open_squares()
        };
        while squares != 0 {
            out.push(Column::of_square(squares));
            squares &= squares - 1;
        }
    }

    #[inline]
    fn about(&self, game: &ConnectFour, _state: &(), m: Column, depth: i32) -> About {
        let square = square(game, m);
        let side = game.side();
        let threats = if depth > 1 {
            let next = game.after(m);
            next.winning_squares(side).count_ones() as Score
        } else {
            0
        };
        let from_centre = (m.index() as Score - (WIDTH / 2) as Score).abs();
        About {
            index: side.index() * SQUARES + square.trailing_zeros() as usize,
            noisy: false,
            bonus: THREAT * threats - CENTRE * from_centre,
            ..About::default()
        }
    }

    #[inline]
    fn nature(&self, game: &ConnectFour, _state: &()) -> Nature {
        let opponent = match game.side() {
            Side::First => Side::Second,
            Side::Second => Side::First,
        };
        Nature {
            forced: game.winning_squares(opponent) & game.open_squares() != 0,
            ..Nature::default()
        }
    }

    #[inline]
    fn outside(&mut self, game: &ConnectFour, _depth: i32, _window: (Score, Score)) -> Known {
        if game.can_win_next() {
            return Known::exactly(WIN - 1);
        }
        if game.possible_non_losing_moves() == 0 {
            return Known::exactly(2 - WIN);
        }
        // Neither side wins before its next move but one, nor after the last disc.
        let left = (WIDTH * HEIGHT - game.moves_played()) as Score;
        Known {
            lower: if left < 4 { 0 } else { 4 - WIN },
            upper: if left < 3 { 0 } else { WIN - 3 },
            ..Known::NOTHING
        }
    }
}
