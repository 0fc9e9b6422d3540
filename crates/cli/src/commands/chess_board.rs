//! A chess board for terminals.

use zermelo_chess::{Chess, Move};
use zermelo_game::{Game, Side};
use zermelo_games::chess_sign;

/// How to draw it.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Chessmen instead of letters.
    pub unicode: bool,
    /// Coloured squares.
    pub colour: bool,
    /// Black at the bottom.
    pub flipped: bool,
}

/// Backgrounds of light, dark and last-move squares, of 256 colours.
const LIGHT: u8 = 180;
const DARK: u8 = 137;
const MOVED: u8 = 143;

/// The board, with the squares of the last move marked.
pub fn draw(position: &Chess, last: Option<Move>, look: Look) -> String {
    let order = |index: usize| if look.flipped { 7 - index } else { index };
    let marked = |square: usize| {
        last.is_some_and(|m| usize::from(m.from()) == square || usize::from(m.to()) == square)
    };
    let mut text = String::new();
    for row in 0..8 {
        let rank = 7 - order(row);
        text += &format!("{} ", rank + 1);
        for column in 0..8 {
            let square = rank * 8 + order(column);
            let letter = position.piece_letter(square);
            let sign = letter.map(|c| if look.unicode { chess_sign(c) } else { c });
            if look.colour {
                let ground = match (marked(square), (rank + square) % 2) {
                    (true, _) => MOVED,
                    (false, 1) => LIGHT,
                    (false, _) => DARK,
                };
                let sign = sign.unwrap_or(' ');
                text += &format!("\u{1b}[48;5;{ground}m\u{1b}[38;5;16m {sign} \u{1b}[0m");
            } else {
                let mark = if marked(square) { '>' } else { ' ' };
                text += &format!("{mark}{}", sign.unwrap_or('.'));
            }
        }
        text.push('\n');
    }
    text.push_str("  ");
    let gap = if look.colour { " " } else { "" };
    for column in 0..8 {
        let file = (b'a' + order(column) as u8) as char;
        text += &format!(" {file}{gap}");
    }
    let side = match position.side() {
        Side::First => "White",
        Side::Second => "Black",
    };
    text += &format!("   {side} to move");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::Notation;

    #[test]
    fn boards_are_drawn_in_both_directions_and_both_alphabets() {
        let look = Look {
            unicode: false,
            colour: false,
            flipped: false,
        };
        let start = Chess::new();
        let m = start.parse_move("e4").expect("legal");
        let position = start.after(m);
        let text = draw(&position, Some(m), look);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "8  r n b q k b n r");
        assert_eq!(lines[4], "4  . . . .>P . . .");
        assert_eq!(lines[8], "   a b c d e f g h   Black to move");
        let flipped = Look {
            flipped: true,
            unicode: true,
            ..look
        };
        let text = draw(&position, None, flipped);
        assert!(text.starts_with("1  ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖"), "{text}");
        let coloured = Look {
            colour: true,
            ..look
        };
        assert!(draw(&position, None, coloured).contains("\u{1b}[48;5;180m"));
    }
}
