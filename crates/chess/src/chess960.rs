//! The 960 starting positions of Fischer's chess, by their numbers.
//!
//! Scharnagl's numbering: 518 is the usual one. The number's remainders place, in turn, the
//! bishop on light squares, the one on dark squares, the queen on one of the six squares left and
//! the knights on two of the five left by one of ten choices; rook, king and rook take the rest.

use zermelo_game::Notation;

use crate::Chess;

/// How many starting positions there are.
pub const CHESS960_POSITIONS: u16 = 960;

/// Where the knights go among the five squares left.
const KNIGHTS: [(usize, usize); 10] = [
    (0, 1),
    (0, 2),
    (0, 3),
    (0, 4),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 3),
    (2, 4),
    (3, 4),
];

/// The pieces of the first rank, from the a-file on; `None` past the last number.
fn first_rank(number: u16) -> Option<String> {
    if number >= CHESS960_POSITIONS {
        return None;
    }
    let mut rest = usize::from(number);
    let mut take = |choices: usize| {
        let choice = rest % choices;
        rest /= choices;
        choice
    };
    let mut rank = [' '; 8];
    rank[2 * take(4) + 1] = 'B';
    rank[2 * take(4)] = 'B';
    let free = |rank: &[char; 8], place: usize| {
        let mut squares = (0..8).filter(|&file| rank[file] == ' ');
        squares
            .nth(place)
            .expect("fewer pieces are placed than there are squares")
    };
    let queen = free(&rank, take(6));
    rank[queen] = 'Q';
    let (first, second) = KNIGHTS[take(10)];
    let (first, second) = (free(&rank, first), free(&rank, second));
    (rank[first], rank[second]) = ('N', 'N');
    for piece in ['R', 'K', 'R'] {
        let square = free(&rank, 0);
        rank[square] = piece;
    }
    Some(rank.iter().collect())
}

impl Chess {
    /// A starting position of Chess960 by its number; `None` from 960 on.
    ///
    /// ```
    /// use zermelo_chess::Chess;
    /// assert_eq!(Chess::chess960(518), Some(Chess::new()));
    /// ```
    #[must_use]
    pub fn chess960(number: u16) -> Option<Chess> {
        let white = first_rank(number)?;
        let black = white.to_ascii_lowercase();
        let rooks: Vec<usize> = (0..8).filter(|&i| white.as_bytes()[i] == b'R').collect();
        let files = [rooks[1], rooks[0]].map(|file| (b'A' + file as u8) as char);
        let [king, queen] = files;
        let rights = format!("{king}{queen}{king}{queen}");
        let (upper, lower) = rights.split_at(2);
        let castling = format!("{upper}{}", lower.to_ascii_lowercase());
        let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {castling} - 0 1");
        Some(Chess::parse(&fen).expect("every starting position is legal"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_give_960_different_positions_with_the_king_between_the_rooks() {
        let mut seen = std::collections::HashSet::new();
        for number in 0..CHESS960_POSITIONS {
            let rank = first_rank(number).unwrap();
            let at = |piece| rank.find(piece).unwrap();
            assert!(
                at('R') < at('K') && at('K') < rank.rfind('R').unwrap(),
                "{rank}"
            );
            assert_ne!(at('B') % 2, rank.rfind('B').unwrap() % 2, "{rank}");
            assert!(seen.insert(rank));
            assert!(Chess::chess960(number).is_some());
        }
        assert_eq!(Chess::chess960(CHESS960_POSITIONS), None);
    }

    #[test]
    fn published_numbers_name_their_positions() {
        // Scharnagl's table: the first, the last and the usual one.
        let rank = |number| first_rank(number).unwrap();
        assert_eq!(rank(0), "BBQNNRKR");
        assert_eq!(rank(518), "RNBQKBNR");
        assert_eq!(rank(959), "RKRNNQBB");
    }
}
