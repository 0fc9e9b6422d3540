//! Endings in which counting is not enough.
//!
//! Solved: king and pawn against king. Known methods: mate with bishop and knight in the right
//! corner, mating a bare king at the edge, with pawns as without. Known draws: two knights, a rook
//! pawn with the wrong bishop or alone with the king before it. Else the ending's half of the score
//! is scaled: bishops of opposite colours, few pawns, and no winning material without pawns (zero
//! unless there is a rook, a queen or two minor pieces; little when not above a rook more).

use zermelo_chess::{Chess, Kind};
use zermelo_game::{Game, Score, Side};

use super::kpk;
use super::sets::{FILE_A, FILE_H, LIGHT, count, distance, each, file, only, rank};

/// What an ending says about the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This, for the first side, whatever the terms say.
    Value(Score),
    /// The ending's half counts so many 64ths.
    Scale(i32),
}

/// The whole of the ending's half.
pub const FULL: i32 = 64;

/// A bare king is worth at least this much to the other side.
const BARE_KING: Score = 200;
/// A won ending: more than material says, less than a mate.
const WON: Score = 1000;
/// A piece and a pawn, or two pawns, against a bare king.
const MOSTLY_WON: Score = 400;
const WORTH: [Score; 6] = [100, 350, 355, 550, 1100, 0];

/// What a side has without pawns and king.
pub fn pieces_worth(position: &Chess, side: Side) -> Score {
    let kinds = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
    let worth = |kind: Kind| count(position.squares(side, kind)) * WORTH[kind.index()];
    kinds.map(worth).iter().sum()
}

/// The verdict on a position with a score of this sign for the first side.
pub fn verdict(position: &Chess, score: Score) -> Verdict {
    for strong in Side::BOTH {
        let weak = position.side_squares(!strong);
        if weak == position.squares(!strong, Kind::King) {
            let sign = if strong == Side::First { 1 } else { -1 };
            return Verdict::Value(sign * against_bare_king(position, strong));
        }
    }
    let strong = if score >= 0 {
        Side::First
    } else {
        Side::Second
    };
    Verdict::Scale(scale(position, strong))
}

/// The value for the side whose opponent has only his king.
fn against_bare_king(position: &Chess, strong: Side) -> Score {
    let number = |kind| count(position.squares(strong, kind));
    let pawns = position.squares(strong, Kind::Pawn);
    let bishops = position.squares(strong, Kind::Bishop);
    let (king, other) = (position.king_square(strong), position.king_square(!strong));
    let pieces = pieces_worth(position, strong);
    let helped = pawns_worth(pawns, strong);
    let (knights, all_bishops) = (number(Kind::Knight), count(bishops));
    let heavy = number(Kind::Rook) + number(Kind::Queen);
    let one_colour = bishops & LIGHT == 0 || bishops & !LIGHT == 0;
    let mates = heavy > 0
        || all_bishops >= 1 && knights >= 1
        || all_bishops >= 2 && !one_colour
        || knights >= 3;
    if !mates {
        if pawns == 0 || rook_pawns_draw(pawns, bishops, pieces, strong, other) {
            return 0;
        }
        let mut queens = false;
        each(pawns, |pawn| {
            queens |= kpk::wins(strong, king, pawn, other, position.side());
        });
        let alone = pieces == 0 && count(pawns) == 1;
        return if queens {
            WON / 2 + pieces + helped
        } else if alone {
            0
        } else {
            MOSTLY_WON + pieces + helped
        };
    }
    let near = 20 * (7 - distance(king, other) as Score);
    let drive = if heavy == 0 && all_bishops == 1 && knights == 1 {
        to_corner(other, bishops & LIGHT != 0)
    } else {
        to_edge(other)
    };
    WON + BARE_KING + pieces + helped + near + drive
}

/// What pawns are worth that nobody stops: one is as good as won, the others are more.
fn pawns_worth(pawns: u64, strong: Side) -> Score {
    let mut most = 0;
    each(pawns, |pawn| most = most.max(rank(strong, pawn)));
    20 * most as Score + WORTH[0] * (count(pawns) - 1).max(0)
}

/// More the nearer a king is to the edge and to a corner.
fn to_edge(king: u8) -> Score {
    let off = |line: u8| Score::from(line.min(7 - line));
    let (file, rank) = (off(king & 7), off(king >> 3));
    30 * (6 - file - rank) + 30 * (3 - file.min(rank))
}

/// More the nearer a king is to a corner of the bishop's colour.
fn to_corner(king: u8, light: bool) -> Score {
    let corners = if light { [7, 56] } else { [0, 63] };
    let apart = |corner: u8| {
        let files = (corner & 7).abs_diff(king & 7);
        let ranks = (corner >> 3).abs_diff(king >> 3);
        Score::from(files + ranks)
    };
    let nearest = corners.map(apart).into_iter().min().unwrap_or(0);
    40 * (14 - nearest)
}

/// Whether only rook pawns of one file are left that cannot be helped to queen.
fn rook_pawns_draw(pawns: u64, bishops: u64, pieces: Score, strong: Side, other: u8) -> bool {
    if pawns & !FILE_A != 0 && pawns & !FILE_H != 0 {
        return false;
    }
    let last_rank = if strong == Side::First { 56 } else { 0 };
    let corner = last_rank + if pawns & FILE_A != 0 { 0 } else { 7 };
    let wrong = if LIGHT & only(corner) != 0 {
        bishops & LIGHT == 0
    } else {
        bishops & !LIGHT == 0
    };
    let only_bishops = pieces == count(bishops) * WORTH[Kind::Bishop.index()];
    wrong && only_bishops && distance(other, corner) <= 1
}

/// How many 64ths of the ending's half count for the side that is ahead.
fn scale(position: &Chess, strong: Side) -> i32 {
    let pawns = position.squares(strong, Kind::Pawn);
    // Counted only where it matters, which is seldom.
    let worths = || {
        (
            pieces_worth(position, strong),
            pieces_worth(position, !strong),
        )
    };
    let bishop = WORTH[Kind::Bishop.index()];
    if pawns == 0 {
        let (ours, theirs) = worths();
        if ours - theirs <= bishop {
            if ours < WORTH[Kind::Rook.index()] {
                return 0;
            }
            let rook_more = ours - theirs > 0 && theirs <= bishop;
            return if rook_more { 10 } else { 16 };
        }
    }
    if pawns != 0 && (pawns & !FILE_A == 0 || pawns & !FILE_H == 0) {
        let bishops = position.squares(strong, Kind::Bishop);
        let other = position.king_square(!strong);
        let pieces = pieces_worth(position, strong);
        if rook_pawns_draw(pawns, bishops, pieces, strong, other) {
            return 4;
        }
    }
    // Few pawns are hard to win with, on one wing harder.
    let wings = file(0) | file(1) | file(2) | file(3);
    let both = (pawns & wings != 0) && (pawns & !wings != 0);
    let few = (38 + 6 * count(pawns) + 4 * i32::from(both)).min(FULL);
    if !opposite_bishops(position) {
        return few;
    }
    let (ours, theirs) = worths();
    if ours == bishop && theirs == bishop {
        24 + 2 * count(pawns)
    } else {
        few.min(50)
    }
}

/// Whether each side has one bishop, on different colours.
fn opposite_bishops(position: &Chess) -> bool {
    let bishops = position.kind_squares(Kind::Bishop);
    count(bishops) == 2
        && count(bishops & LIGHT) == 1
        && count(position.squares(Side::First, Kind::Bishop)) == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::Notation;

    fn of(fen: &str) -> Verdict {
        verdict(&Chess::parse(fen).unwrap(), 1)
    }

    fn value(fen: &str) -> Score {
        match of(fen) {
            Verdict::Value(value) => value,
            Verdict::Scale(_) => panic!("the king is bare"),
        }
    }

    fn scaled(fen: &str) -> i32 {
        match of(fen) {
            Verdict::Scale(scale) => scale,
            Verdict::Value(_) => panic!("no king is bare"),
        }
    }

    #[test]
    fn known_draws_are_worth_nothing() {
        for fen in [
            "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
            "k7/8/8/8/8/8/P7/2B1K3 w - - 0 1",
            "k7/8/8/8/8/8/P7/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/B3K1B1 b - - 0 1",
        ] {
            assert_eq!(of(fen), Verdict::Value(0), "{fen}");
        }
        assert_eq!(of("2b1k3/8/8/8/8/8/8/2N1K3 w - - 0 1"), Verdict::Scale(0));
    }

    #[test]
    fn bishop_and_knight_drive_the_king_to_the_right_corner() {
        // The bishop on f1 is light: a8 and h1 are its corners.
        let right = value("k7/8/2K5/8/8/8/8/2N2B2 w - - 0 1");
        let wrong = value("7k/8/5K2/8/8/8/8/2N2B2 w - - 0 1");
        assert!(right > wrong + 50);
    }

    #[test]
    fn against_a_bare_king_a_pawn_is_worth_having() {
        for (with, without) in [
            (
                "8/8/2k5/2P5/8/8/4RK2/8 w - - 0 1",
                "8/8/2k5/8/8/8/4RK2/8 w - - 0 1",
            ),
            (
                "8/8/2k5/2P5/8/8/3BNK2/8 w - - 0 1",
                "8/8/2k5/8/8/8/3BNK2/8 w - - 0 1",
            ),
            (
                "8/8/2k5/2P5/8/8/4QK2/8 w - - 0 1",
                "8/8/2k5/8/8/8/4QK2/8 w - - 0 1",
            ),
            (
                "8/8/8/3k4/8/8/PP3K2/8 w - - 0 1",
                "8/8/8/3k4/8/8/P4K2/8 w - - 0 1",
            ),
            (
                "7k/8/8/8/8/7P/8/5B1K w - - 0 1",
                "7k/8/8/8/8/8/8/5B1K w - - 0 1",
            ),
        ] {
            assert!(value(with) >= value(without), "{with}");
        }
        assert!(value("8/8/8/3k4/8/8/PP3K2/8 w - - 0 1") > 300);
    }

    #[test]
    fn opposite_bishops_never_raise_the_score() {
        let opposite = scaled("r5k1/8/2b5/8/4P3/8/8/R1B3K1 w - - 0 1");
        let same = scaled("r5k1/8/3b4/8/4P3/8/8/R1B3K1 w - - 0 1");
        assert!(opposite <= same);
        assert_eq!(scaled("7k/6b1/8/8/8/7P/8/5B1K w - - 0 1"), 4);
    }

    #[test]
    fn opposite_bishops_count_for_less() {
        let opposite = scaled("2b1k3/5p2/8/8/8/8/4PP2/2B1K3 w - - 0 1");
        let same = scaled("5bk1/5p2/8/8/8/8/4PP2/2B1K3 w - - 0 1");
        assert!(opposite < same);
    }
}
