//! The search while there is enough to order and remember.

use zermelo_games::Othello;
use zermelo_games::othello::flips::{flips, legal_mask};

use super::order::{Child, FIRST, order};
use super::squares::{QUADRANT, final_margin};
use super::stability::Stability;
use super::table::{NO_MOVE, Place, Table, place};
use crate::Limits;
use crate::meter::Meter;

/// With fewer empty squares the table and the order cost more than they save.
const TABLE_FROM: u32 = 8;
/// From so many empty squares on the children's entries are looked at before one is searched.
const LOOK_AHEAD_FROM: u32 = 14;
/// More moves than a position ever had.
const MOST_MOVES: usize = 34;
/// From this beta on, by empty squares, counting stable discs pays (the thresholds of Edax).
#[rustfmt::skip]
const STABILITY_FROM: [i32; 24] = [
    99, 99, 99, 99, 8, 10, 12, 14, 16, 18, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 42, 44, 44,
];
const STABILITY_LATER: i32 = 46;

pub(super) struct Solver<'a> {
    pub table: Table,
    pub stability: &'static Stability,
    pub meter: Meter<'a>,
}

impl<'a> Solver<'a> {
    pub fn new(empties: u32, limits: Limits<'a>) -> Solver<'a> {
        Solver {
            table: Table::new(empties, limits.memory),
            stability: Stability::shared(),
            meter: Meter::new(limits),
        }
    }

    /// A lower bound of the margin if it is at least `beta`, else an upper bound. `rest` holds
    /// the number of empty squares and the quadrants with an odd number of them.
    pub fn at_least(&mut self, own: u64, opponent: u64, beta: i32, rest: (u32, u8)) -> i32 {
        let (empties, odd) = rest;
        if empties < TABLE_FROM {
            return self.shallow(own, opponent, beta, rest);
        }
        if self.meter.enter() {
            return 0;
        }
        if let Some(upper) = self.stable_bound(own, opponent, beta, empties) {
            return upper;
        }
        let here = place(own, opponent);
        let (mut lower, mut upper, mut remembered) = (-64, 64, [NO_MOVE; 2]);
        if let Some(entry) = self.table.get(here) {
            (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
            if lower >= beta || upper < beta {
                self.meter.table_hits += 1;
                return if lower >= beta { lower } else { upper };
            }
            remembered = entry.moves;
        }
        let legal = legal_mask(own, opponent);
        if legal == 0 {
            if legal_mask(opponent, own) == 0 {
                self.meter.leaves += 1;
                return final_margin(own, opponent);
            }
            return -self.at_least(opponent, own, 2 - beta, rest);
        }
        let before = self.meter.nodes;
        let mut list = [Child::default(); MOST_MOVES];
        let list = match self.children((own, opponent), legal, beta, rest, remembered, &mut list) {
            Children::Settled(value) => return value,
            Children::Listed(count) => &list[..count],
        };
        let (mut best, mut best_square) = (-65, NO_MOVE);
        for child in list {
            let odd = odd ^ QUADRANT[usize::from(child.square)];
            let value = -self.at_least(child.own, child.opponent, 2 - beta, (empties - 1, odd));
            if self.meter.stopped.is_some() {
                return 0;
            }
            if value > best {
                (best, best_square) = (value, child.square);
                if value >= beta {
                    break;
                }
            }
        }
        if best >= beta {
            lower = lower.max(best);
        } else {
            upper = upper.min(best);
        }
        let nodes = self.meter.nodes - before;
        self.table.put(here, (lower, upper), best_square, nodes);
        best
    }

    /// The children, best first, unless one of them settles the node without a search.
    #[inline]
    fn children(
        &mut self,
        (own, opponent): (u64, u64),
        mut legal: u64,
        beta: i32,
        (empties, odd): (u32, u8),
        remembered: [u8; 2],
        list: &mut [Child; MOST_MOVES],
    ) -> Children {
        let mut count = 0;
        while legal != 0 {
            let square = legal.trailing_zeros();
            legal &= legal - 1;
            let turned = flips(own, opponent, square as usize);
            if turned == opponent {
                self.meter.leaves += 1;
                return Children::Settled(64);
            }
            let mut child = Child {
                order: 0,
                own: opponent ^ turned,
                opponent: own | turned | 1 << square,
                square: square as u8,
            };
            child.order = if child.square == remembered[0] {
                2 * FIRST
            } else if child.square == remembered[1] {
                FIRST
            } else {
                order(&child, empties, odd)
            };
            if empties >= LOOK_AHEAD_FROM
                && let Some(entry) = self.table.get(place(child.own, child.opponent))
            {
                let (least, most) = (-i32::from(entry.upper), -i32::from(entry.lower));
                if least >= beta {
                    self.meter.table_hits += 1;
                    return Children::Settled(least);
                }
                // Known not to reach beta: last, where it costs one more look.
                if most < beta {
                    child.order -= FIRST;
                }
            }
            let mut at = count;
            while at > 0 && list[at - 1].order < child.order {
                list[at] = list[at - 1];
                at -= 1;
            }
            list[at] = child;
            count += 1;
        }
        Children::Listed(count)
    }

    /// An upper bound under `beta` from the opponent's stable discs, if there are so many.
    #[inline]
    pub fn stable_bound(
        &mut self,
        own: u64,
        opponent: u64,
        beta: i32,
        empties: u32,
    ) -> Option<i32> {
        let from = STABILITY_FROM.get(empties as usize);
        if beta < *from.unwrap_or(&STABILITY_LATER) {
            return None;
        }
        let upper = 64 - 2 * self.stability.count(opponent, own);
        self.meter.leaves += u64::from(upper < beta);
        (upper < beta).then_some(upper)
    }

    /// The square of the move that the table remembers, 64 if none.
    pub fn remembered(&self, position: &Othello) -> usize {
        let (own, opponent) = position.bitboards();
        let here: Place = place(own, opponent);
        let entry = self.table.get(here);
        usize::from(entry.map_or(NO_MOVE, |entry| entry.moves[0]))
    }
}

/// The children of a node, or why they need not be searched.
enum Children {
    Settled(i32),
    Listed(usize),
}
