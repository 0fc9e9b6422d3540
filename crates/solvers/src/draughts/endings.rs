//! The tables that were made so far, and what they say.

use std::collections::HashMap;
use std::fmt;

use zermelo_game::{Game, Score};
use zermelo_games::Draughts;
use zermelo_games::draughts::Move;
use zermelo_search::{Counts, Limits, Stopped};

use super::class::{Class, Groups, groups};
use super::retrograde::{self, DRAWN, Values};
use crate::Solution;

/// Most pieces of both sides that the tables are made for.
pub const MOST_PIECES: u32 = 4;

/// How an ending ends for the side to move, with best play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Won in so many plies.
    Win(u32),
    /// Neither side can force a win.
    Draw,
    /// Lost in so many plies.
    Loss(u32),
}

impl Ending {
    fn of(value: i16) -> Ending {
        let plies = u32::from(value.unsigned_abs()).saturating_sub(1);
        match value {
            DRAWN => Ending::Draw,
            1.. => Ending::Win(plies),
            _ => Ending::Loss(plies),
        }
    }

    /// 1, 0 or -1.
    #[must_use]
    pub fn value(self) -> Score {
        match self {
            Ending::Win(_) => 1,
            Ending::Draw => 0,
            Ending::Loss(_) => -1,
        }
    }
}

/// Why an ending was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndingError {
    /// The board has so many pieces.
    TooManyPieces(u32),
    /// A limit was reached.
    Stopped(Stopped),
}

impl fmt::Display for EndingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndingError::TooManyPieces(pieces) => write!(
                f,
                "{pieces} pieces on the board: endings are solved with at most {MOST_PIECES}"
            ),
            EndingError::Stopped(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for EndingError {}

/// Tables of draughts endings, empty at first.
#[derive(Default)]
pub struct Endings {
    tables: HashMap<Class, Values>,
}

impl Endings {
    /// Makes the tables that a position needs, if they are not there. All positions with up to
    /// four pieces are 8.5 million ranks of two bytes and take 4 s of CPU time.
    ///
    /// # Errors
    ///
    /// With more than [`MOST_PIECES`] pieces, or when a limit is reached.
    pub fn build(&mut self, position: &Draughts, limits: Limits<'_>) -> Result<(), EndingError> {
        let pieces = position.piece_count();
        if pieces > MOST_PIECES {
            return Err(EndingError::TooManyPieces(pieces));
        }
        self.ensure(Class::of(groups(position)), limits)
    }

    fn ensure(&mut self, class: Class, limits: Limits<'_>) -> Result<(), EndingError> {
        if self.tables.contains_key(&class) {
            return Ok(());
        }
        for exit in class.exits().into_iter().chain(class.turned().exits()) {
            self.ensure(exit, limits)?;
        }
        if limits.stop.is_some_and(|stop| stop()) {
            return Err(EndingError::Stopped(Stopped::Asked));
        }
        // Two tables in the making, with what is pending.
        let working = 2 * class.size() * 4 * size_of::<i16>();
        if self.ranks() * size_of::<i16>() + working > limits.memory {
            return Err(EndingError::Stopped(Stopped::Memory));
        }
        if (self.ranks() + 2 * class.size()) as u64 > limits.nodes {
            return Err(EndingError::Stopped(Stopped::Nodes));
        }
        let solved = retrograde::solve(class, |groups| self.value(groups).unwrap_or(DRAWN));
        self.tables.extend(solved);
        Ok(())
    }

    /// How many values the tables hold.
    #[must_use]
    pub fn ranks(&self) -> usize {
        self.tables.values().map(Vec::len).sum()
    }

    fn value(&self, groups: Groups) -> Option<i16> {
        let class = Class::of(groups);
        self.tables.get(&class)?.get(class.rank(groups)).copied()
    }

    /// How a position ends, if its table was made.
    #[must_use]
    pub fn probe(&self, position: &Draughts) -> Option<Ending> {
        self.value(groups(position)).map(Ending::of)
    }

    /// The first of the best moves: the quickest win, a draw, or the slowest loss. `None` if the
    /// game is over or a table is missing.
    #[must_use]
    pub fn best_move(&self, position: &Draughts) -> Option<Move> {
        let wanted = self.value(groups(position))?;
        // One ply nearer to the end, for the other side.
        let after = match wanted {
            DRAWN => DRAWN,
            1.. => 1 - wanted,
            _ => -wanted - 1,
        };
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let leads = |m: &Move| self.value(groups(&position.after(*m))) == Some(after);
        moves.into_iter().find(leads)
    }

    /// The outcome of a position and a line of best play, making tables where needed.
    ///
    /// # Errors
    ///
    /// As [`Endings::build`].
    pub fn solve(
        &mut self,
        position: &Draughts,
        limits: Limits<'_>,
    ) -> Result<Solution<Move>, EndingError> {
        self.build(position, limits)?;
        let ending = self.probe(position).unwrap_or(Ending::Draw);
        let mut pv = Vec::new();
        let mut at = *position;
        while let Some(m) = self.best_move(&at) {
            pv.push(m);
            at.play(m);
            if ending == Ending::Draw {
                break;
            }
        }
        Ok(Solution {
            lower: ending.value(),
            upper: ending.value(),
            pv,
            counts: Counts {
                interior: self.ranks() as u64,
                ..Counts::default()
            },
            stopped: None,
        })
    }
}

/// Solves an ending: 1, 0 or -1 for the side to move, and a line as long as the ending lasts, or
/// one move of a draw.
///
/// ```
/// use zermelo_game::Notation;
/// use zermelo_games::Draughts;
/// use zermelo_solvers::{Limits, solve_draughts_ending};
/// let jump = Draughts::parse("B:W18:BK14").expect("a position");
/// let solution = solve_draughts_ending(&jump, Limits::default()).expect("two pieces");
/// assert_eq!((solution.score(), solution.pv.len()), (Some(1), 1));
/// ```
///
/// # Errors
///
/// With more than [`MOST_PIECES`] pieces, or when a limit is reached.
pub fn solve_draughts_ending(
    position: &Draughts,
    limits: Limits<'_>,
) -> Result<Solution<Move>, EndingError> {
    Endings::default().solve(position, limits)
}
