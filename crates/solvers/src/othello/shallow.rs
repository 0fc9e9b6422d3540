//! From eight empty squares down to two: parity instead of a table and an order.

use zermelo_games::othello::flips::{flips, legal_mask};

use super::last::solve_1;
use super::squares::{NEIGHBOURS, QUADRANT, QUADRANTS, final_margin};
use super::stability::Stability;

/// Most empty squares that are searched without a table.
pub const MOST_EMPTY: u32 = 8;
/// Less than any margin.
const NONE: i32 = -65;
/// From this beta on, by empty squares, counting stable discs pays (the thresholds of Edax).
#[rustfmt::skip]
const STABILITY_FROM: [i32; 24] = [
    99, 99, 99, 99, 8, 10, 12, 14, 16, 18, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 42, 44, 44,
];
const STABILITY_LATER: i32 = 46;

/// The search of the last empty squares.
#[derive(Clone)]
pub(super) struct Last {
    stability: &'static Stability,
    /// Positions visited.
    pub nodes: u64,
}

impl Default for Last {
    fn default() -> Last {
        Last {
            stability: Stability::shared(),
            nodes: 0,
        }
    }
}

impl Last {
    /// An upper bound under `beta` from the opponent's stable discs, if there are so many.
    #[inline]
    pub fn stable_bound(&self, own: u64, opponent: u64, beta: i32, empties: u32) -> Option<i32> {
        let from = STABILITY_FROM.get(empties as usize);
        if beta < *from.unwrap_or(&STABILITY_LATER) {
            return None;
        }
        let upper = 64 - 2 * self.stability.count(opponent, own);
        (upper < beta).then_some(upper)
    }

    /// A lower bound of the margin if it is at least `beta`, else an upper bound. `rest` holds
    /// the number of empty squares, at most [`MOST_EMPTY`], and the quadrants with an odd number
    /// of them. It ends soon by itself and looks at no limit.
    pub fn at_least(&mut self, own: u64, opponent: u64, beta: i32, rest: (u32, u8)) -> i32 {
        let (empties, odd) = rest;
        if empties <= 4 {
            return self.last(own, opponent, beta, rest);
        }
        self.nodes += 1;
        if let Some(upper) = self.stable_bound(own, opponent, beta, empties) {
            return upper;
        }
        let legal = legal_mask(own, opponent);
        if legal == 0 {
            if legal_mask(opponent, own) == 0 {
                return final_margin(own, opponent);
            }
            return -self.at_least(opponent, own, 2 - beta, rest);
        }
        let odd_squares = QUADRANTS[usize::from(odd)];
        let mut best = NONE;
        for mut squares in [legal & odd_squares, legal & !odd_squares] {
            while squares != 0 {
                let square = squares.trailing_zeros() as usize;
                squares &= squares - 1;
                let turned = flips(own, opponent, square);
                let rest = (empties - 1, odd ^ QUADRANT[square]);
                let (next, other) = (opponent ^ turned, own | turned | 1 << square);
                best = best.max(-self.at_least(next, other, 2 - beta, rest));
                if best >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// Up to four empty squares, those of odd quadrants first.
    #[inline]
    fn last(&mut self, own: u64, opponent: u64, beta: i32, (empties, odd): (u32, u8)) -> i32 {
        let empty = !(own | opponent);
        let odd_squares = QUADRANTS[usize::from(odd)];
        let mut squares = [0; 4];
        let mut count = 0;
        for mut group in [empty & odd_squares, empty & !odd_squares] {
            while group != 0 {
                squares[count] = group.trailing_zeros() as usize;
                count += 1;
                group &= group - 1;
            }
        }
        let [a, b, c, _] = squares;
        match empties {
            4 => self.solve_4(own, opponent, beta, squares, false),
            3 => self.solve_3(own, opponent, beta, [a, b, c], false),
            2 => self.solve_2(own, opponent, beta, [a, b], false),
            1 => {
                self.nodes += 1;
                solve_1(own, a)
            }
            _ => final_margin(own, opponent),
        }
    }

    fn solve_4(
        &mut self,
        own: u64,
        opponent: u64,
        beta: i32,
        squares: [usize; 4],
        passed: bool,
    ) -> i32 {
        self.nodes += 1;
        if let Some(upper) = self.stable_bound(own, opponent, beta, 4) {
            return upper;
        }
        let [a, b, c, d] = squares;
        let mut best = NONE;
        for (square, others) in [
            (a, [b, c, d]),
            (b, [a, c, d]),
            (c, [a, b, d]),
            (d, [a, b, c]),
        ] {
            if let Some((next, other)) = played(own, opponent, square) {
                best = best.max(-self.solve_3(next, other, 2 - beta, others, false));
                if best >= beta {
                    return best;
                }
            }
        }
        if best > NONE {
            return best;
        }
        if passed {
            return final_margin(own, opponent);
        }
        -self.solve_4(opponent, own, 2 - beta, squares, true)
    }

    #[inline]
    fn solve_3(
        &mut self,
        own: u64,
        opponent: u64,
        beta: i32,
        squares: [usize; 3],
        passed: bool,
    ) -> i32 {
        self.nodes += 1;
        // Alone in its quadrant first.
        let [a, b, c] = squares;
        let [qa, qb, qc] = squares.map(|square| QUADRANT[square]);
        let [a, b, c] = if qa == qb && qa != qc {
            [c, a, b]
        } else if qa == qc && qa != qb {
            [b, a, c]
        } else {
            [a, b, c]
        };
        let mut best = NONE;
        for (square, others) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if let Some((next, other)) = played(own, opponent, square) {
                best = best.max(-self.solve_2(next, other, 2 - beta, others, false));
                if best >= beta {
                    return best;
                }
            }
        }
        if best > NONE {
            return best;
        }
        if passed {
            return final_margin(own, opponent);
        }
        -self.solve_3(opponent, own, 2 - beta, squares, true)
    }

    #[inline]
    fn solve_2(
        &mut self,
        own: u64,
        opponent: u64,
        beta: i32,
        squares: [usize; 2],
        passed: bool,
    ) -> i32 {
        self.nodes += 1;
        let [a, b] = squares;
        let mut best = NONE;
        for (square, last) in [(a, b), (b, a)] {
            if let Some((next, _)) = played(own, opponent, square) {
                self.nodes += 1;
                best = best.max(-solve_1(next, last));
                if best >= beta {
                    return best;
                }
            }
        }
        if best > NONE {
            return best;
        }
        if passed {
            return final_margin(own, opponent);
        }
        -self.solve_2(opponent, own, 2 - beta, squares, true)
    }
}

/// The discs of who moves next and of the other after a disc on an empty square, if it is legal.
#[inline]
fn played(own: u64, opponent: u64, square: usize) -> Option<(u64, u64)> {
    if NEIGHBOURS[square] & opponent == 0 {
        return None;
    }
    let turned = flips(own, opponent, square);
    (turned != 0).then(|| (opponent ^ turned, own | turned | 1 << square))
}
