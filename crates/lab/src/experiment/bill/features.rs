//! The four features of Bill, seen from the side to move.
//!
//! Mobility, potential mobility, stability of the edges from the corners, weighted squares (Lee &
//! Mahajan 1990, as the source of the learners sums it up). Ours are plain differences: what the side
//! to move has less what the other side has.

use zermelo_games::Othello;

/// The names of the features.
pub const NAMES: [&str; 4] = [
    "mobility",
    "potential mobility",
    "stable edges",
    "weighted squares",
];

/// What a square is worth, for one corner of the board: rows and columns from the edge inwards.
const CORNER: [[i32; 4]; 4] = [
    [100, -20, 10, 5],
    [-20, -50, -2, -2],
    [10, -2, 1, 1],
    [5, -2, 1, 0],
];

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The squares next to those of a set.
fn around(set: u64) -> u64 {
    let sides = (set & !FILE_H) << 1 | (set & !FILE_A) >> 1;
    let row = set | sides;
    sides | row << 8 | row >> 8
}

/// The squares that one worth has.
fn worth(set: u64) -> i32 {
    let (mut rest, mut sum) = (set, 0);
    while rest != 0 {
        let square = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let from_edge = |line: usize| line.min(7 - line);
        sum += CORNER[from_edge(square / 8)][from_edge(square % 8)];
    }
    sum
}

/// Discs on edges that are joined to a corner of their own colour.
fn stable_edges(own: u64) -> u32 {
    let mut stable = 0u64;
    for (corner, steps) in [(0, [1, 8]), (7, [-1, 8]), (56, [1, -8]), (63, [-1, -8i32])] {
        for step in steps {
            let mut square = corner;
            for _ in 0..8 {
                if own >> square & 1 == 0 {
                    break;
                }
                stable |= 1 << square;
                square += step;
            }
        }
    }
    stable.count_ones()
}

/// The features of a position.
#[must_use]
pub fn features(game: &Othello) -> [f64; 4] {
    let (own, other) = game.bitboards();
    let empty = !(own | other);
    let less = |a: u32, b: u32| f64::from(a) - f64::from(b);
    [
        less(
            game.legal_mask().count_ones(),
            game.opponent_legal_mask().count_ones(),
        ),
        less(
            (around(other) & empty).count_ones(),
            (around(own) & empty).count_ones(),
        ),
        less(stable_edges(own), stable_edges(other)),
        f64::from(worth(own) - worth(other)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::{Game, Notation};

    #[test]
    fn the_start_is_even_and_a_turned_board_has_opposite_features() {
        assert_eq!(features(&Othello::default()), [0.0; 4]);
        let game = Othello::default();
        let game = ["d3", "c3", "c4"]
            .iter()
            .fold(game, |game, m| game.after(game.parse_move(m).unwrap()));
        let (own, other) = game.bitboards();
        let turned = Othello::from_bitboards(other, own, !game.side()).unwrap();
        assert_eq!(features(&turned), features(&game).map(|x| -x));
    }

    #[test]
    fn edges_count_from_their_own_corner_on() {
        assert_eq!(stable_edges(0b0000_0111), 3);
        assert_eq!(stable_edges(0b0000_0110), 0);
        assert_eq!(stable_edges(1 | 1 << 8 | 1 << 24), 2);
        assert_eq!(stable_edges(0xff), 8);
        assert_eq!(around(1), 1 << 1 | 1 << 8 | 1 << 9);
    }
}
