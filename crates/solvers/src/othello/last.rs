//! The last empty square.
//!
//! How many discs a last move turns needs no search for their places: when every other square
//! is filled, each of the four lines through the square is eight bits of the mover's discs, and
//! a table tells how many enemy discs lie between the square and the nearest own disc.

use super::squares::LEFT;

/// Discs turned on a line of eight, by place of the move and the mover's discs, twice the count:
/// what the margin gains.
static LINE_TURNS: [[u8; 256]; 8] = line_turns();

const fn line_turns() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut turned = 0;
            let mut at = place + 1;
            while at < 8 {
                if own >> at & 1 == 1 {
                    turned += at - place - 1;
                    break;
                }
                at += 1;
            }
            let mut at = place;
            while at > 0 {
                at -= 1;
                if own >> at & 1 == 1 {
                    turned += place - 1 - at;
                    break;
                }
            }
            table[place][own] = 2 * turned as u8;
            own += 1;
        }
        place += 1;
    }
    table
}

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

const fn diagonals() -> [[u64; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = ((square % 8) as i32, (square / 8) as i32);
        let mut other = 0;
        while other < 64 {
            let (right, down) = (other % 8 - column, other / 8 - row);
            if right == down {
                table[square][0] |= 1 << other;
            }
            if right == -down {
                table[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
}

/// Twice the number of discs that a move on the only empty square turns.
#[inline]
pub(super) fn last_turns(own: u64, square: usize) -> i32 {
    let (column, row) = (square & 7, square >> 3);
    // Multiplications gather the bits of a line into the highest byte, by column or, for the
    // file, by row.
    let along_row = (own >> (square & 56)) as usize & 255;
    let file = (((own >> column) & LEFT).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize;
    let down = ((own & DIAGONALS[square][0]).wrapping_mul(LEFT) >> 56) as usize;
    let up = ((own & DIAGONALS[square][1]).wrapping_mul(LEFT) >> 56) as usize;
    i32::from(LINE_TURNS[column][along_row])
        + i32::from(LINE_TURNS[row][file])
        + i32::from(LINE_TURNS[column][down])
        + i32::from(LINE_TURNS[column][up])
}

/// The margin with one empty square.
#[inline]
pub(super) fn solve_1(own: u64, square: usize) -> i32 {
    let discs = own.count_ones() as i32;
    let turned = last_turns(own, square);
    if turned != 0 {
        return 2 * discs + turned + 2 - 64;
    }
    let opponent = !own & !(1 << square);
    let turned = last_turns(opponent, square);
    let others = 63 - discs;
    if turned != 0 {
        64 - (2 * others + turned + 2)
    } else {
        let margin = discs - others;
        margin + margin.signum()
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::random::Rng;
    use zermelo_games::othello::flips::flips;

    use super::*;
    use crate::othello::squares::final_margin;

    #[test]
    fn the_last_move_turns_what_the_rules_say() {
        let mut rng = Rng::new(8);
        for _ in 0..20_000 {
            let square = rng.below(64);
            let own = rng.next_u64() & !(1 << square);
            let opponent = !own & !(1 << square);
            let turned = flips(own, opponent, square);
            assert_eq!(last_turns(own, square), 2 * turned.count_ones() as i32);
            let back = flips(opponent, own, square);
            let expected = if turned != 0 {
                final_margin(own | turned | 1 << square, opponent ^ turned)
            } else if back != 0 {
                final_margin(own ^ back, opponent | back | 1 << square)
            } else {
                final_margin(own, opponent)
            };
            assert_eq!(solve_1(own, square), expected);
        }
    }
}
