//! The planner's vocabulary as numbers: every relation between own men, in its place or anywhere.
//!
//! *Invariant.* A number is among those that hold if and only if its relation holds. *Cost.* One
//! pass over the men and their attacks, whatever the number of relations.

use zermelo_chess::Kind;
use zermelo_kriegspiel::planner::{Relation, other_half, own_square};
use zermelo_kriegspiel::{Men, bit, squares};

/// Kinds of men.
const KINDS: usize = Kind::ALL.len();

/// Pairs of kinds.
const PAIRS: usize = KINDS * KINDS;

/// Where the numbers of relations in their places begin.
const PLACED: usize = 2 * PAIRS + KINDS;

/// Squares of a board.
const SQUARES: usize = 64;

/// How many relations there are.
pub const RELATIONS: usize = PLACED + 2 * PAIRS * SQUARES;

fn pair(of: Kind, by: Kind) -> usize {
    of.index() * KINDS + by.index()
}

/// The relation of a number.
#[must_use]
pub fn relation(number: usize) -> Relation {
    let kind = |index: usize| Kind::ALL[index % KINDS];
    let kinds = |pair: usize| (kind(pair / KINDS), kind(pair));
    if number < PAIRS {
        let (of, by) = kinds(number);
        return Relation::Connection(of, by);
    }
    if number < 2 * PAIRS {
        let (of, by) = kinds(number - PAIRS);
        return Relation::Activity(of, by);
    }
    if number < PLACED {
        return Relation::Ground(kind(number - 2 * PAIRS));
    }
    let (pair, at) = (
        (number - PLACED) / SQUARES,
        ((number - PLACED) % SQUARES) as u8,
    );
    let (of, by) = kinds(pair % PAIRS);
    if pair < PAIRS {
        Relation::ConnectionAt(of, by, at)
    } else {
        Relation::ActivityAt(of, by, at)
    }
}

/// The numbers of the relations that hold, in order.
#[must_use]
pub fn held(men: &Men) -> Vec<usize> {
    let own = men.occupied();
    // Every man with its kind, its square and what it bears on.
    let mut all: Vec<(Kind, u8, u64)> = Vec::new();
    for kind in Kind::ALL {
        let each = squares(men.squares(kind));
        all.extend(each.map(|square| (kind, square, men.attacks(kind, square, own))));
    }
    let mut found = Vec::new();
    for &(of, square, bears) in &all {
        let place = usize::from(own_square(men.side(), square));
        if bears & other_half(men.side()) != 0 {
            found.push(2 * PAIRS + of.index());
        }
        for &(by, from, reaches) in &all {
            if from == square {
                continue;
            }
            let pair = pair(of, by);
            if reaches >> square & 1 == 1 {
                found.extend([pair, PLACED + pair * SQUARES + place]);
            }
            if reaches & !own & bears != 0 {
                let placed = PLACED + (PAIRS + pair) * SQUARES + place;
                found.extend([PAIRS + pair, placed]);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The squares of the men that make a relation hold.
#[must_use]
pub fn taking_part(relation: &Relation, men: &Men) -> u64 {
    let own = men.occupied();
    let bears = |kind: Kind, square: u8| men.attacks(kind, square, own);
    let (of, by, at, moves) = match *relation {
        Relation::Connection(of, by) => (of, by, None, false),
        Relation::ConnectionAt(of, by, at) => (of, by, Some(at), false),
        Relation::Activity(of, by) => (of, by, None, true),
        Relation::ActivityAt(of, by, at) => (of, by, Some(at), true),
        Relation::Ground(by) => {
            let half = other_half(men.side());
            let there = squares(men.squares(by)).filter(|&square| bears(by, square) & half != 0);
            return there.fold(0, |all, square| all | bit(square));
        }
        _ => return 0,
    };
    let place = at.map_or(u64::MAX, |at| bit(own_square(men.side(), at)));
    let mut part = 0;
    for square in squares(men.squares(of) & place) {
        for from in squares(men.squares(by) & !bit(square)) {
            let reaches = bears(by, from);
            let fits = match moves {
                true => reaches & !own & bears(of, square) != 0,
                false => reaches & bit(square) != 0,
            };
            part |= if fits { bit(square) | bit(from) } else { 0 };
        }
    }
    part
}

#[cfg(test)]
mod tests {
    use zermelo_chess::Chess;
    use zermelo_game::random::Rng;
    use zermelo_game::{Game, Side};

    use super::*;

    #[test]
    fn numbers_hold_exactly_when_their_relations_do() {
        let mut rng = Rng::new(5);
        for _ in 0..4 {
            let mut position = Chess::default();
            for _ in 0..30 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let Some(&m) = rng.pick(&moves) else { break };
                position.play(m);
            }
            for side in Side::BOTH {
                let men = Men::of(&position, side);
                let expected: Vec<usize> = (0..RELATIONS)
                    .filter(|&number| relation(number).holds(&men))
                    .collect();
                assert_eq!(held(&men), expected);
                for number in 0..RELATIONS {
                    let part = taking_part(&relation(number), &men);
                    assert_eq!(part != 0, expected.binary_search(&number).is_ok());
                }
            }
        }
    }
}
