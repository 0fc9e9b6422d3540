//! Othello as the full search sees it when the end is to be known exactly.

use zermelo_game::{Game, Score};
use zermelo_games::Othello;
use zermelo_games::othello::Square;
use zermelo_games::othello::flips::legal_mask;
use zermelo_search::full::{About, Domain, Known, Moment, Parent};

use super::shallow::{Last, MOST_EMPTY};
use super::squares::{CORNERS, QUADRANT, WORTH, odd_quadrants};

/// What each thing is worth in the order, in the proportions of Edax: an answer less for the
/// opponent, a disc that hangs on a corner, an empty square less beside own discs.
const ANSWER: Score = 1 << 15;
const CORNER_DISC: Score = 1 << 11;
const LIBERTY: Score = 1 << 5;
/// A square in an odd quadrant, by how many squares are empty.
const PARITY: [(u32, Score); 3] = [(12, 8), (21, 4), (u32::MAX, 2)];
/// The largest margin.
const MOST: Score = 64;

/// The domain of Othello endgames: values are margins in discs.
#[derive(Clone, Default)]
pub struct Endgame {
    last: Last,
}

/// A bound of the margin on one side of `beta`: the first number reaches it, or the second does
/// not. `None` with more than [`MOST_EMPTY`] empty squares, which want a table.
///
/// ```
/// use zermelo_game::Notation;
/// use zermelo_games::Othello;
/// use zermelo_solvers::othello;
/// let board = "-XXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOOOOOOO- O";
/// let position = Othello::parse(board).expect("a position");
/// let (_, upper) = othello::bound(&position, 0).expect("two empty squares");
/// assert!(upper < 0);
/// ```
#[must_use]
pub fn bound(position: &Othello, beta: Score) -> Option<(Score, Score)> {
    let few = position.empties() <= MOST_EMPTY;
    few.then(|| Endgame::default().ask(position, beta))
}

impl Endgame {
    /// A bound on one side of `beta`, with few empty squares.
    #[inline]
    pub(super) fn ask(&mut self, position: &Othello, beta: Score) -> (Score, Score) {
        let (own, opponent) = position.bitboards();
        let rest = (position.empties(), odd_quadrants(!(own | opponent)));
        // Margins are even, and none is beyond the board.
        let beta = (beta + (beta & 1)).clamp(2 - MOST, MOST);
        let value = self.last.at_least(own, opponent, beta, rest);
        if value >= beta {
            (value, MOST)
        } else {
            (-MOST, value)
        }
    }

    /// Nodes visited since this was last asked.
    pub(super) fn take_nodes(&mut self) -> u64 {
        std::mem::take(&mut self.last.nodes)
    }

    /// Bounds that settle a window, with few empty squares.
    pub(super) fn settle(
        &mut self,
        position: &Othello,
        (alpha, beta): (Score, Score),
    ) -> (Score, Score) {
        let (mut lower, mut upper) = (-MOST, MOST);
        while lower < upper && lower < beta && upper > alpha {
            // From the middle of what is open: mostly one question is enough.
            let open = (lower.max(alpha), upper.min(beta));
            let middle = (open.0 + open.1 + 1).div_euclid(2).clamp(lower + 1, upper);
            let (low, high) = self.ask(position, middle);
            (lower, upper) = (lower.max(low), upper.min(high));
        }
        (lower, upper)
    }
}

impl Domain for Endgame {
    type Game = Othello;
    type State = ();

    #[inline]
    fn state(&mut self, _game: &Othello, _from: Option<Parent<'_, Othello, ()>>) {}

    #[inline]
    fn evaluate(&mut self, game: &Othello, _state: &()) -> Score {
        // Only the order of shallow iterations and the first window hang on it.
        let (own, opponent) = (game.legal_mask(), game.opponent_legal_mask());
        own.count_ones() as Score - opponent.count_ones() as Score
    }

    #[inline]
    fn finished(&self, game: &Othello, moment: Moment) -> Option<Score> {
        match moment {
            Moment::Leaf => game.payoff(),
            // The moves will tell.
            Moment::Node => None,
            Moment::Stuck => Some(game.final_margin()),
        }
    }

    #[inline]
    fn about(&self, game: &Othello, _state: &(), m: Square, _depth: i32) -> About {
        if m == Square::PASS {
            return About::default();
        }
        let square = m.index();
        let (own, opponent) = game.after(m).bitboards();
        let empty = !(own | opponent);
        // The square itself was empty, and its quadrant odd if it is even now.
        let parity = if odd_quadrants(empty) & QUADRANT[square] == 0 {
            let stage = PARITY.iter().find(|(until, _)| game.empties() < *until);
            stage.map_or(0, |stage| stage.1)
        } else {
            0
        };
        let bonus = WORTH[square] + parity + CORNER_DISC * corner_discs(opponent)
            - ANSWER * twice_at_corners(legal_mask(own, opponent))
            - LIBERTY * twice_at_corners(beside(opponent) & empty);
        About {
            bonus,
            ..About::default()
        }
    }

    #[inline]
    fn outside(&mut self, game: &Othello, _depth: i32, window: (Score, Score)) -> Known {
        let empties = game.empties();
        let before = self.last.nodes;
        let (lower, upper) = if empties <= MOST_EMPTY {
            self.settle(game, window)
        } else {
            let (own, opponent) = game.bitboards();
            let bound = self.last.stable_bound(own, opponent, window.1, empties);
            (-MOST, bound.unwrap_or(MOST))
        };
        Known {
            lower,
            upper,
            nodes: self.last.nodes - before,
            ..Known::NOTHING
        }
    }
}

#[inline]
fn twice_at_corners(squares: u64) -> Score {
    (squares.count_ones() + (squares & CORNERS).count_ones()) as Score
}

/// The squares beside these discs on lines along which they might be turned: an edge disc not
/// across its edge.
#[inline]
fn beside(discs: u64) -> u64 {
    let columns = discs & 0x7e7e_7e7e_7e7e_7e7e;
    let rows = discs & 0x00ff_ffff_ffff_ff00;
    let inner = columns & rows;
    let straight = columns << 1 | columns >> 1 | rows << 8 | rows >> 8;
    straight | inner << 7 | inner >> 7 | inner << 9 | inner >> 9
}

/// Discs on corners, and on edges beside own corners.
#[inline]
fn corner_discs(own: u64) -> Score {
    let beside = (own & 0x0100_0000_0000_0001) << 1
        | (own & 0x8000_0000_0000_0080) >> 1
        | (own & 0x0000_0000_0000_0081) << 8
        | (own & 0x8100_0000_0000_0000) >> 8;
    (own & (CORNERS | beside)).count_ones() as Score
}
