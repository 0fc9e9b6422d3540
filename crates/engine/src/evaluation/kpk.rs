//! King and pawn against king, solved: one bit per position, won or not.
//!
//! Computed on first use by going over all positions until nothing changes, as retrograde
//! analysis does (about ten milliseconds). The pawn is White's and stands on the files a to d;
//! other positions are turned and mirrored onto these. *Invariant.* A bit is set exactly if White
//! wins with best play; a test counts them against the known number.

use std::sync::LazyLock;

use zermelo_chess::attacks;
use zermelo_game::Side;

use super::sets::{ahead, distance, only, pawn_attacks};

/// Pawn squares on files a to d, ranks 2 to 7.
const PAWNS: usize = 24;
const POSITIONS: usize = 2 * PAWNS * 64 * 64;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Unknown,
    Illegal,
    Drawn,
    Won,
}

struct Position {
    white_moves: bool,
    pawn: u8,
    white: u8,
    black: u8,
}

fn index(position: &Position) -> usize {
    let pawn = usize::from(position.pawn & 7) + 4 * (usize::from(position.pawn >> 3) - 1);
    let kings = usize::from(position.white) << 6 | usize::from(position.black);
    (usize::from(position.white_moves) * PAWNS + pawn) << 12 | kings
}

fn position(index: usize) -> Position {
    let pawn = (index >> 12) % PAWNS;
    Position {
        white_moves: index >> 12 >= PAWNS,
        pawn: (pawn % 4 + 8 * (pawn / 4 + 1)) as u8,
        white: (index >> 6 & 63) as u8,
        black: (index & 63) as u8,
    }
}

/// What is known without looking further.
fn at_once(p: &Position) -> Known {
    let checks = pawn_attacks(Side::First, only(p.pawn));
    let crowded = p.white == p.pawn || p.black == p.pawn || distance(p.white, p.black) <= 1;
    if crowded || p.white_moves && checks & only(p.black) != 0 {
        return Known::Illegal;
    }
    let stop = p.pawn + 8;
    if p.white_moves {
        // It queens safely.
        let free = stop != p.white && stop != p.black;
        let lost = distance(p.black, stop) <= 1 && distance(p.white, stop) > 1;
        if p.pawn >> 3 == 6 && free && !lost {
            return Known::Won;
        }
        return Known::Unknown;
    }
    let guarded = attacks::king(p.white) | checks;
    let free = attacks::king(p.black) & !guarded;
    if free & only(p.pawn) != 0 {
        return Known::Drawn;
    }
    if free == 0 && checks & only(p.black) == 0 {
        return Known::Drawn;
    }
    Known::Unknown
}

fn solve() -> Vec<u64> {
    let mut known: Vec<Known> = (0..POSITIONS).map(|i| at_once(&position(i))).collect();
    loop {
        let mut changed = false;
        for i in 0..POSITIONS {
            if known[i] != Known::Unknown {
                continue;
            }
            let found = look(&position(i), &known);
            changed |= found != Known::Unknown;
            known[i] = found;
        }
        if !changed {
            break;
        }
    }
    let mut bits = vec![0; POSITIONS / 64];
    for (i, _) in known.iter().enumerate().filter(|(_, k)| **k == Known::Won) {
        bits[i / 64] |= 1 << (i % 64);
    }
    bits
}

/// What the moves of a position say.
fn look(p: &Position, known: &[Known]) -> Known {
    let (mut won, mut drawn, mut unknown) = (false, false, false);
    let mut take = |found: Known| match found {
        Known::Won => won = true,
        Known::Drawn => drawn = true,
        Known::Unknown => unknown = true,
        Known::Illegal => (),
    };
    let mover = if p.white_moves { p.white } else { p.black };
    super::sets::each(attacks::king(mover), |to| {
        let next = Position {
            white_moves: !p.white_moves,
            white: if p.white_moves { to } else { p.white },
            black: if p.white_moves { p.black } else { to },
            ..*p
        };
        take(known[index(&next)]);
    });
    if p.white_moves {
        let step = ahead(Side::First, only(p.pawn)) & !only(p.white) & !only(p.black);
        let mut steps = if p.pawn >> 3 < 6 { step } else { 0 };
        if p.pawn >> 3 == 1 {
            steps |= ahead(Side::First, step) & !only(p.white) & !only(p.black);
        }
        super::sets::each(steps, |pawn| {
            let next = Position {
                white_moves: false,
                pawn,
                ..*p
            };
            take(known[index(&next)]);
        });
        if won {
            return Known::Won;
        }
    } else if drawn {
        return Known::Drawn;
    }
    let settled = if p.white_moves {
        Known::Drawn
    } else {
        Known::Won
    };
    if unknown { Known::Unknown } else { settled }
}

static TABLE: LazyLock<Vec<u64>> = LazyLock::new(solve);

/// Whether the side with the pawn wins: its side, its king and pawn, the other king, who moves.
pub fn wins(strong: Side, king: u8, pawn: u8, other: u8, to_move: Side) -> bool {
    let turn = if strong == Side::First { 0 } else { 56 };
    let mirror = if pawn & 7 > 3 { 7 } else { 0 };
    let seen = |square: u8| square ^ turn ^ mirror;
    let position = Position {
        white_moves: to_move == strong,
        pawn: seen(pawn),
        white: seen(king),
        black: seen(other),
    };
    // A pawn on its last rank is none.
    if !(1..=6).contains(&(position.pawn >> 3)) {
        return false;
    }
    let i = index(&position);
    TABLE[i / 64] >> (i % 64) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_won_positions_is_the_known_one() {
        let won: u32 = TABLE.iter().map(|word| word.count_ones()).sum();
        assert_eq!(won, 111_282);
    }

    #[test]
    fn textbook_positions_are_right() {
        // King on the sixth before the pawn wins whoever moves; opposition decides lower down.
        assert!(wins(Side::First, 44, 36, 60, Side::First));
        assert!(wins(Side::First, 44, 36, 60, Side::Second));
        assert!(!wins(Side::First, 28, 20, 44, Side::First));
        assert!(wins(Side::First, 28, 20, 44, Side::Second));
        // The same for the other side, and a rook pawn is drawn.
        assert!(wins(Side::Second, 20, 28, 4, Side::First));
        assert!(!wins(Side::First, 41, 32, 57, Side::First));
    }
}
