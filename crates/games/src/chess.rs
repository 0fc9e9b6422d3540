//! Chess among the games: its picture. The rules are in `zermelo-chess`.

use zermelo_chess::Chess;
use zermelo_draw::{Board, Pattern, Picture, Piece};
use zermelo_game::{Game, Outcome, Side};

use crate::Drawn;

/// The sign of a chess piece, by its letter in FEN.
#[must_use]
pub fn chess_sign(letter: char) -> char {
    match letter {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        'P' => '♙',
        'k' => '♚',
        'q' => '♛',
        'r' => '♜',
        'b' => '♝',
        'n' => '♞',
        'p' => '♟',
        other => other,
    }
}

impl Drawn for Chess {
    fn picture(&self) -> Picture {
        let square = |place: usize| {
            // Pictures begin at the top left, squares at the bottom left.
            let letter = self.piece_letter((7 - place / 8) * 8 + place % 8);
            letter.map_or(Piece::Empty, |letter| {
                Piece::Text(chess_sign(letter).to_string())
            })
        };
        let caption = match (self.outcome(), self.side()) {
            (Some(Outcome::Draw), _) => "Stalemate",
            (Some(Outcome::Win(Side::First)), _) => "White has won",
            (Some(Outcome::Win(Side::Second)), _) => "Black has won",
            (None, Side::First) => "White to move",
            (None, Side::Second) => "Black to move",
        };
        Picture::Board(Board {
            columns: 8,
            rows: 8,
            squares: (0..64).map(square).collect(),
            pattern: Pattern::Chequered,
            column_labels: ('a'..='h').map(String::from).collect(),
            row_labels: ('1'..='8').rev().map(String::from).collect(),
            highlights: Vec::new(),
            caption: caption.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_shows_white_at_the_bottom() {
        let Picture::Board(board) = Chess::new().picture() else {
            panic!("a board");
        };
        assert_eq!(board.squares[0], Piece::Text("♜".to_string()));
        assert_eq!(board.squares[60], Piece::Text("♔".to_string()));
        assert_eq!(board.squares[32], Piece::Empty);
    }
}
