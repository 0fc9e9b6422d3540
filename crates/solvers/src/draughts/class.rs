//! Material, and the rank of a position among those of its material.

use zermelo_game::{Game, Side};
use zermelo_games::Draughts;

/// Squares of the board.
const SQUARES: u32 = 32;
/// The squares on which the mover's men may stand (not the last row), and the opponent's.
const MOVER_MEN: u32 = 0x0fff_ffff;
const OTHER_MEN: u32 = 0xffff_fff0;

/// A position seen from the mover, who is black: men and kings of the mover, then of the other,
/// as sets of squares.
pub(super) type Groups = [u32; 4];

/// How many men and kings the mover has, then the other; at most four of each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Class(pub [u8; 4]);

/// The groups of a position, the board turned if white is to move.
pub(super) fn groups(position: &Draughts) -> Groups {
    let (mover, other) = (position.side(), !position.side());
    let groups = [
        position.men(mover),
        position.kings(mover),
        position.men(other),
        position.kings(other),
    ];
    match mover {
        Side::First => groups,
        Side::Second => groups.map(u32::reverse_bits),
    }
}

/// The same pieces with the other side to move.
pub(super) fn turned([a, b, c, d]: Groups) -> Groups {
    [c, d, a, b].map(u32::reverse_bits)
}

/// The position of these groups, unless squares are held twice.
pub(super) fn position([men, kings, other_men, other_kings]: Groups) -> Option<Draughts> {
    if men & kings != 0 || other_men & other_kings != 0 {
        return None;
    }
    let (own, other) = (men | kings, other_men | other_kings);
    Draughts::from_squares(own, other, kings | other_kings, Side::First)
}

/// Most pieces of one kind and side, plus one.
const COUNTS: usize = 5;

/// Pascal's triangle: ways to choose so many (second index) of so many squares (first).
static WAYS: [[u32; COUNTS]; SQUARES as usize + 1] = {
    let mut table = [[0; COUNTS]; SQUARES as usize + 1];
    table[0][0] = 1;
    let mut n = 1;
    while n <= SQUARES as usize {
        table[n][0] = 1;
        let mut count = 1;
        while count < COUNTS {
            table[n][count] = table[n - 1][count - 1] + table[n - 1][count];
            count += 1;
        }
        n += 1;
    }
    table
};

/// Ways to choose so many of `n` squares.
#[inline]
fn choose(n: u32, count: u32) -> u32 {
    WAYS[n as usize][count as usize]
}

/// The rank of a set among those of its size, by its highest square first.
fn rank(mut set: u32) -> u32 {
    let mut rank = 0;
    let mut count = 0;
    while set != 0 {
        count += 1;
        rank += choose(set.trailing_zeros(), count);
        set &= set - 1;
    }
    rank
}

/// The set of so many squares with a rank.
fn unrank(mut rank: u32, count: u32) -> u32 {
    let mut set = 0;
    let mut above = SQUARES;
    for count in (1..=count).rev() {
        let square = (0..above)
            .rev()
            .find(|&square| choose(square, count) <= rank)
            .unwrap_or(0);
        rank -= choose(square, count);
        set |= 1 << square;
        above = square;
    }
    set
}

impl Class {
    pub fn of(groups: Groups) -> Class {
        Class(groups.map(|group| group.count_ones() as u8))
    }

    /// The class with the other side to move.
    pub fn turned(self) -> Class {
        let [a, b, c, d] = self.0;
        Class([c, d, a, b])
    }

    /// Squares that each group may stand on: men lack a row.
    fn rooms() -> [u32; 4] {
        [SQUARES - 4, SQUARES, SQUARES - 4, SQUARES]
    }

    /// Ranks of the class, some of which put two pieces on one square.
    pub fn size(self) -> usize {
        let counts = self.0.iter().zip(Class::rooms());
        counts
            .map(|(&count, room)| choose(room, count.into()) as usize)
            .product()
    }

    /// The rank of a position of this class.
    pub fn rank(self, [men, kings, other_men, other_kings]: Groups) -> usize {
        debug_assert!(men & !MOVER_MEN == 0 && other_men & !OTHER_MEN == 0);
        let parts = [men, kings, other_men >> 4, other_kings];
        let counts = self.0.iter().zip(Class::rooms());
        counts.zip(parts).fold(0, |index, ((&count, room), part)| {
            index * choose(room, count.into()) as usize + rank(part) as usize
        })
    }

    /// The groups with a rank.
    pub fn unrank(self, mut index: usize) -> Groups {
        let mut groups = [0; 4];
        for at in (0..4).rev() {
            let count = u32::from(self.0[at]);
            let ways = choose(Class::rooms()[at], count) as usize;
            groups[at] = unrank((index % ways) as u32, count);
            index /= ways;
        }
        groups[2] <<= 4;
        groups
    }

    /// The classes that a move of this one may lead to beside its own turned, seen from who then
    /// moves: one or more of the other's pieces less, or a man crowned, or both.
    pub fn exits(self) -> Vec<Class> {
        let [men, kings, other_men, other_kings] = self.0;
        let mut exits = Vec::new();
        for crowned in 0..=men.min(1) {
            for fewer_men in 0..=other_men {
                for fewer_kings in 0..=other_kings {
                    if crowned + fewer_men + fewer_kings > 0 {
                        exits.push(Class([
                            other_men - fewer_men,
                            other_kings - fewer_kings,
                            men - crowned,
                            kings + crowned,
                        ]));
                    }
                }
            }
        }
        exits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_is_the_rank_of_its_groups() {
        for class in [
            [1, 0, 0, 1],
            [0, 2, 1, 0],
            [2, 0, 1, 1],
            [1, 1, 1, 1],
            [0, 0, 0, 3],
        ] {
            let class = Class(class);
            let step = class.size() / 5000 + 1;
            for index in (0..class.size()).step_by(step).chain([class.size() - 1]) {
                let groups = class.unrank(index);
                assert_eq!(Class::of(groups), class);
                assert_eq!(class.rank(groups), index, "{class:?}");
            }
        }
    }

    #[test]
    fn classes_are_as_large_as_the_ways_to_place_their_pieces() {
        assert_eq!(Class([0, 2, 0, 2]).size(), 496 * 496);
        assert_eq!(Class([1, 1, 1, 1]).size(), 28 * 32 * 28 * 32);
        assert_eq!(Class([4, 0, 0, 0]).size(), 20_475);
    }

    #[test]
    fn a_turned_position_is_the_same_with_colours_changed() {
        use zermelo_game::Notation;
        let black = Draughts::parse("B:W18,K27:B14,K1").expect("a position");
        let white = Draughts::parse("W:W19,K32:B15,K6").expect("a position");
        assert_eq!(groups(&black), groups(&white));
        assert_eq!(turned(turned(groups(&black))), groups(&black));
        assert_eq!(position(groups(&black)), Some(black));
    }
}
