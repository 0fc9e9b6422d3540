//! What the umpire would say about a move on a board, as a value that can be compared.

use std::fmt;

use zermelo_chess::{Chess, FIFTY_MOVES, Kind, Move};
use zermelo_game::Game;

use crate::action::square_name;
use crate::announcement::Direction;
use crate::men::squares;

/// What both sides are told after a move, by the rules of Wild 16.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Told {
    /// The square of a captured man, and whether it was a pawn.
    pub captured: Option<(u8, bool)>,
    /// The checks on the side to move, in a fixed order.
    pub checks: Vec<Direction>,
    /// The pawn tries of the side to move.
    pub tries: u8,
}

/// How a board is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// The side to move is mated.
    Mate,
    /// Nobody wins.
    Draw,
}

/// Whether the game is over on a board with these legal moves. A repetition is not seen: boards
/// have no past.
pub fn over(board: &Chess, legal: &[Move]) -> Option<Over> {
    if legal.is_empty() {
        return Some(if board.is_check() {
            Over::Mate
        } else {
            Over::Draw
        });
    }
    let drawn = board.is_insufficient_material() || board.halfmove_clock() >= FIFTY_MOVES;
    drawn.then_some(Over::Draw)
}

impl Told {
    /// What is said when a move has led to a board with these legal moves.
    pub fn after(m: Move, board: &Chess, legal: &[Move]) -> Told {
        let captured = m.captured().zip(m.captured_square());
        Told {
            captured: captured.map(|(kind, square)| (square, kind == Kind::Pawn)),
            ..Told::at(board, legal)
        }
    }

    /// What is said of a board to whoever has not seen the last move.
    pub fn at(board: &Chess, legal: &[Move]) -> Told {
        let king = board.king_square(board.side());
        let mut checks: Vec<Direction> = squares(board.checkers())
            .map(|checker| Direction::between(king, checker))
            .collect();
        checks.sort_unstable();
        let is_try = |m: &&Move| {
            let once = m.promotion().is_none_or(|kind| kind == Kind::Queen);
            m.kind() == Kind::Pawn && m.is_capture() && once
        };
        Told {
            captured: None,
            checks,
            tries: legal.iter().filter(is_try).count() as u8,
        }
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        if let Some((square, is_pawn)) = self.captured {
            let man = if is_pawn { "pawn" } else { "piece" };
            words.push(format!("captured {man} {}", square_name(square)));
        }
        words.extend(self.checks.iter().map(|c| format!("check {}", c.word())));
        if self.tries > 0 {
            words.push(format!("tries {}", self.tries));
        }
        if words.is_empty() {
            words.push("nothing".to_string());
        }
        f.write_str(&words.join(", "))
    }
}
