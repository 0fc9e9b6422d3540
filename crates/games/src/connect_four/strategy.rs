//! What can be said of a position of Connect Four without searching it.
//!
//! **Source.** The rule *claimeven* of Allis 1988: when every column has an even number of empty
//! squares, the second player can answer each move in the same column and so gets every square
//! of an even row.
//!
//! **Ours.** Columns with an odd number of empty squares need not forbid it. Together they hold
//! an even number of them, so the second player can also answer every move in an odd column by
//! one in an odd column; who gets which of those squares is left open, and all of them are
//! counted for the first player and none for the second.
//!
//! **Invariant.** The bound is never under the value of the position.
//!
//! **Cost.** Two looks for four, some forty operations.

use super::{BOARD, BOTTOM, ConnectFour, HEIGHT, completing, has_four};

/// Rows two, four and six from the bottom.
const EVEN_ROWS: u64 = BOTTOM * 0b10_1010;

/// How far following up is certain to hold the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FollowUp {
    /// Nothing is certain.
    Open,
    /// The first player cannot win.
    NoWin,
    /// The first player loses.
    Loss,
}

impl ConnectFour {
    /// The squares, occupied or not, that complete a four of the mover after a disc on `square`.
    #[must_use]
    #[inline]
    pub fn completing_after(&self, square: u64) -> u64 {
        completing(self.position | square)
    }

    /// What the second player reaches by following up, the first player being to move.
    #[must_use]
    #[inline]
    pub fn follow_up(&self) -> FollowUp {
        let empty = BOARD & !self.mask;
        // Columns whose open square is on an even row have an odd number of empty squares.
        let odd = column_bottoms((self.mask + BOTTOM) & EVEN_ROWS) * ((1 << HEIGHT) - 1);
        let first = self.position | (empty & (odd | !EVEN_ROWS));
        if has_four(first) {
            return FollowUp::Open;
        }
        let second = (self.position ^ self.mask) | (empty & EVEN_ROWS & !odd);
        if has_four(second) {
            FollowUp::Loss
        } else {
            FollowUp::NoWin
        }
    }
}

/// The lowest squares of the columns in which some squares of even rows, at most one a column, lie.
#[inline]
fn column_bottoms(squares: u64) -> u64 {
    ((squares >> 1) | (squares >> 3) | (squares >> 5)) & BOTTOM
}

#[cfg(test)]
mod tests {
    use zermelo_game::random::Rng;
    use zermelo_game::{Game, Score, Side};

    use super::*;

    /// Plain alpha-beta to the end of the game.
    fn value(game: &ConnectFour, alpha: Score, beta: Score) -> Score {
        if let Some(payoff) = game.payoff() {
            return payoff;
        }
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let mut best = alpha;
        for m in moves {
            best = best.max(-value(&game.after(m), -beta, -best));
            if best >= beta {
                break;
            }
        }
        best
    }

    #[test]
    fn following_up_never_promises_too_much() {
        let mut rng = Rng::new(4);
        let mut seen = [0; 3];
        while seen.iter().any(|&count| count < 40) {
            let mut game = ConnectFour::default();
            let mut moves = Vec::new();
            while game.moves_played() < 30 && game.outcome().is_none() {
                moves.clear();
                game.legal_moves(&mut moves);
                game.play(*rng.pick(&moves).expect("the game is not over"));
            }
            if game.outcome().is_some() || game.side() == Side::Second {
                continue;
            }
            let (at, most) = match game.follow_up() {
                FollowUp::Open => (0, 1),
                FollowUp::NoWin => (1, 0),
                FollowUp::Loss => (2, -1),
            };
            seen[at] += 1;
            assert!(value(&game, -1, 1) <= most, "{game:?}");
        }
    }

    #[test]
    fn squares_completed_by_a_disc_include_those_of_three_in_a_row() {
        use zermelo_game::Notation;
        let game = ConnectFour::parse("3344").expect("a position");
        let square = game.open_squares() & (0x3f << 28);
        assert_ne!(game.completing_after(square) & (1 << 35), 0);
        assert_ne!(game.completing_after(square) & (1 << 7), 0);
    }
}
