//! The referee of a game of chess: the rules, and the draws that need the game's history.
//!
//! Draws are declared as soon as they could be claimed, as is usual between engines: the third
//! occurrence of a position, fifty moves by each side without capture or pawn move, no material
//! to mate with, and a limit on the length of the game. Mate on the hundredth ply counts.

use zermelo_game::{BoardReferee, Ending, History, Outcome, Reason, Referee, Refusal, Side};

use crate::{Chess, FIFTY_MOVES, Move};

/// The length at which a game is drawn unless told otherwise: longer than any game that makes
/// progress once in fifty moves is likely to be.
pub const DEFAULT_MAX_PLIES: usize = 2_000;

/// The keeper of one game of chess.
#[derive(Clone, Debug)]
pub struct ChessReferee(BoardReferee<Chess>);

impl ChessReferee {
    /// A referee for a game from this position, drawn after `max_plies` plies.
    #[must_use]
    pub fn new(start: Chess, max_plies: usize) -> ChessReferee {
        ChessReferee(BoardReferee::new(start, max_plies))
    }

    /// The game so far.
    #[must_use]
    pub fn history(&self) -> &History<Chess> {
        self.0.history()
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Chess {
        self.0.position()
    }
}

impl Referee for ChessReferee {
    type View = History<Chess>;
    type Action = Move;

    fn turn(&self) -> Side {
        self.0.turn()
    }

    fn view(&self, side: Side) -> History<Chess> {
        self.0.view(side)
    }

    fn submit(&mut self, action: Move) -> Result<(), Refusal> {
        if self.ending().is_some() {
            return Err(Refusal::Illegal("the game is over".to_string()));
        }
        self.0.submit(action)
    }

    fn ending(&self) -> Option<Ending> {
        let by_history = self.0.ending();
        if let Some(ending) = by_history
            && ending.reason == Reason::Rules
        {
            return by_history;
        }
        let reason = if self.position().is_insufficient_material() {
            Reason::Material
        } else if by_history.is_some_and(|ending| ending.reason == Reason::Repetition) {
            Reason::Repetition
        } else if self.position().halfmove_clock() >= FIFTY_MOVES {
            Reason::NoProgress
        } else {
            return by_history;
        };
        Some(Ending {
            outcome: Outcome::Draw,
            reason,
        })
    }
}
