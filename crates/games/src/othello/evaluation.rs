//! What a position of Othello promises, in hundredths of a disc.
//!
//! The classical terms (Rosenbloom's Iago 1982; Lee & Mahajan's Bill 1990), set by hand: mobility,
//! potential mobility (empty squares beside enemy discs), corners, the squares that give corners
//! away while they are empty, and edge discs that hang together with an own corner and can never
//! be turned. Over the last squares it passes into the disc difference.
//!
//! **Invariant.** At most 6,400 in size, while a won game is worth more than 10,000.
//!
//! **Cost.** Two mobility fills and some twenty population counts.

use zermelo_game::{Heuristic, Score};

use super::{CORNERS, Othello};

/// What each term is worth, in hundredths of a disc.
const MOBILITY: Score = 70;
const POTENTIAL_MOBILITY: Score = 25;
const CORNER: Score = 700;
const STABLE_EDGE: Score = 120;
/// A disc diagonally beside an empty corner.
const X_SQUARE: Score = -350;
/// A disc on the edge beside an empty corner.
const C_SQUARE: Score = -120;
/// Having the last move of the game, as far as parity tells.
const PARITY: Score = 100;

/// From this many empty squares on, discs begin to count.
const TAPER: Score = 14;

const LARGEST: Score = 6_400;
/// What winning is worth beside the margin.
const WIN: Score = 10_000;

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = 0x8080_8080_8080_8080;
const TOP_AND_BOTTOM: u64 = 0xff00_0000_0000_00ff;
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

fn count(squares: u64) -> Score {
    squares.count_ones() as Score
}

/// The squares beside these, in all eight directions.
fn neighbours(squares: u64) -> u64 {
    let sideways = (squares & !RIGHT) << 1 | (squares & !LEFT) >> 1;
    let row = squares | sideways;
    sideways | row << 8 | row >> 8
}

/// Discs on edges that reach an own corner without a gap.
fn stable_edges(own: u64) -> u64 {
    let mut stable = own & CORNERS;
    if stable == 0 {
        return 0;
    }
    for _ in 0..6 {
        let sideways = ((stable & !RIGHT) << 1 | (stable & !LEFT) >> 1) & TOP_AND_BOTTOM;
        let along = (stable << 8 | stable >> 8) & (LEFT | RIGHT);
        stable |= own & (sideways | along);
    }
    stable
}

fn places(own: u64, empty: u64) -> Score {
    let empty_corners = empty & CORNERS;
    let beside = neighbours(empty_corners);
    CORNER * count(own & CORNERS)
        + STABLE_EDGE * count(stable_edges(own))
        + X_SQUARE * count(own & beside & X_SQUARES)
        + C_SQUARE * count(own & beside & !X_SQUARES)
}

impl Heuristic for Othello {
    fn evaluate(&self) -> Score {
        let (own, opponent) = self.bitboards();
        let empty = !(own | opponent);
        let empties = count(empty);
        let mobility = count(self.legal_mask()) - count(self.opponent_legal_mask());
        let potential = count(neighbours(opponent) & empty) - count(neighbours(own) & empty);
        let parity = if empties % 2 == 1 { PARITY } else { -PARITY };
        let position = MOBILITY * mobility + POTENTIAL_MOBILITY * potential + places(own, empty)
            - places(opponent, empty)
            + parity;
        let discs = 100 * (count(own) - count(opponent));
        let weight = empties.min(TAPER);
        let blended = (position * weight + discs * (TAPER - weight)) / TAPER;
        blended.clamp(-LARGEST, LARGEST)
    }

    fn decided(payoff: Score) -> Score {
        payoff * 100 + payoff.signum() * WIN
    }
}
