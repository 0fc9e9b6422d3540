//! What a position of draughts promises: a man is worth 100.
//!
//! After Samuel (1959): material, kings worth half as much again and more as the board empties,
//! men that guard the own last row while the enemy still has men, the centre, how far men have
//! come, mobility; and being ahead counts more the fewer pieces are left, so that the stronger
//! side exchanges.
//!
//! **Invariant.** At most 9,000 in size, while a won game is worth 10,000.

use zermelo_game::{Game, Heuristic, Score, Side};

use super::{Draughts, LAST_ROW, spread};

const MAN: Score = 100;
/// A king's worth with all pieces on the board, and what is added as they go.
const KING: Score = 135;
const KING_LATE: Score = 30;
/// A man on its own first row, while the enemy has men that could king there.
const GUARD: Score = 8;
const CENTRE_MAN: Score = 4;
const CENTRE_KING: Score = 10;
/// Per row that a man has come.
const ADVANCE: Score = 2;
const STEP: Score = 3;
/// Having the move.
const TEMPO: Score = 3;
/// The lead is raised by this many parts of the pieces gone from 24.
const EXCHANGE: Score = 60;

const LARGEST: Score = 9_000;

/// Squares 10, 11, 14, 15, 18, 19, 22 and 23.
const CENTRE: u64 = spread(0b0110_0110_0110_0110 << 8);

/// The row of four squares at a place from the top.
const fn row(from_top: u32) -> u64 {
    0xf << (4 * from_top + from_top / 2)
}

fn count(squares: u64) -> Score {
    squares.count_ones() as Score
}

impl Draughts {
    fn material(&self, side: Side, total: Score) -> Score {
        let pieces = self.pieces[side.index()];
        let kings = count(pieces & self.kings);
        let king = KING + KING_LATE * (24 - total) / 24;
        MAN * (count(pieces) - kings) + king * kings
    }

    fn placement(&self, side: Side) -> Score {
        let pieces = self.pieces[side.index()];
        let (men, kings) = (pieces & !self.kings, pieces & self.kings);
        let enemy_men = self.pieces[(!side).index()] & !self.kings;
        let advance: Score = (0..8)
            .map(|from_top| {
                let come = match side {
                    Side::First => from_top,
                    Side::Second => 7 - from_top,
                };
                count(men & row(from_top)) * come as Score
            })
            .sum();
        let guards = match enemy_men {
            0 => 0,
            _ => count(men & LAST_ROW[(!side).index()]),
        };
        ADVANCE * advance
            + GUARD * guards
            + CENTRE_MAN * count(men & CENTRE)
            + CENTRE_KING * count(kings & CENTRE)
            + STEP * self.reach(side).step_count() as Score
    }
}

impl Heuristic for Draughts {
    fn evaluate(&self) -> Score {
        let (own, other) = (self.side(), !self.side());
        let total = self.piece_count() as Score;
        let lead = self.material(own, total) - self.material(other, total);
        let raised = lead + lead * EXCHANGE * (24 - total) / (24 * 100);
        let value = raised + self.placement(own) - self.placement(other) + TEMPO;
        value.clamp(-LARGEST, LARGEST)
    }
}
