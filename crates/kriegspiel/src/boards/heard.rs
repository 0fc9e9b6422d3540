//! What the umpire said between two turns, held against a board.
//!
//! *Computes* whether a move on a board explains what was heard. *Invariant.* The answer is the
//! umpire's own: a move fits exactly if he would have said the same, in the dialect of the game.
//! Draws are the exception: repetition is not looked at, for boards have no past, and while the
//! game goes on neither are fifty moves nor material that cannot win, so that a board on which the
//! umpire would have called a draw stays; nor is a stalemate of a side with more than four men,
//! which hardly occurs. *Cost.* Most moves are judged without being played: by
//! what they take, whether they give check, and how many men would then stand where pawns capture.

use zermelo_chess::{Chess, Kind, Move, attacks};
use zermelo_game::{Game, Side};

use super::model::Sight;
use crate::action::Try;
use crate::announcement::{Captured, Cause, Direction};
use crate::men::squares;

/// What was said of a completed move, up to whose turn it then was.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Heard {
    /// The square of a capture, and what was taken if it was told.
    pub captured: Option<(u8, Option<Captured>)>,
    /// The checks, in the order of their kinds.
    pub checks: Vec<Direction>,
    /// The pawn tries of the side then to move, where they are counted.
    pub tries: Option<u8>,
    /// How the game ended with the move, if it did.
    pub end: Option<Cause>,
}

/// Whether a legal move is the one tried.
pub fn is_move(m: Move, tried: Try) -> bool {
    m.from() == tried.from && m.to() == tried.to && m.promotion() == tried.promotion
}

/// The captures that pawns of the side to move could make on occupied squares, en passant apart,
/// pins and checks not looked at.
fn raw_tries(pawns: u64, side: Side, enemies: u64) -> u32 {
    let each = squares(pawns).map(|square| (attacks::pawn(side, square) & enemies).count_ones());
    each.sum()
}

/// Whether a capture en passant could be possible.
fn may_pass(board: &Chess) -> bool {
    const A: u64 = 0x0101_0101_0101_0101;
    let side = board.side();
    let rank = [0xff << 32, 0xff << 24][side.index()];
    let own = board.squares(side, Kind::Pawn) & rank;
    let theirs = board.squares(!side, Kind::Pawn) & rank;
    own & ((theirs & !A) >> 1 | (theirs & !(A << 7)) << 1) != 0
}

/// The legal captures by pawns; a promoting one counts once.
fn count(legal: &[Move]) -> u8 {
    let counted = |m: &&Move| {
        let once = m.promotion().is_none_or(|kind| kind == Kind::Queen);
        m.kind() == Kind::Pawn && m.is_capture() && once
    };
    legal.iter().filter(counted).count() as u8
}

/// The pawn tries of the side to move.
pub fn pawn_tries(board: &Chess) -> u8 {
    let side = board.side();
    let pawns = board.squares(side, Kind::Pawn);
    let raw = raw_tries(pawns, side, board.side_squares(!side));
    let passing = may_pass(board);
    if raw == 0 && !passing {
        return 0;
    }
    if !passing && !board.is_check() && board.pinned() & pawns == 0 {
        return raw as u8;
    }
    let mut legal = Vec::with_capacity(64);
    board.legal_moves(&mut legal);
    count(&legal)
}

/// The checks on the side to move, as the umpire orders them.
fn checks(board: &Chess) -> Vec<Direction> {
    let king = board.king_square(board.side());
    let mut found: Vec<Direction> = squares(board.checkers())
        .map(|checker| Direction::between(king, checker))
        .collect();
    found.sort_unstable();
    found
}

/// With so few men a side may have no move though it is not in check.
const FEW: u32 = 4;

/// Whether the game goes on.
fn goes_on(board: &Chess) -> bool {
    let own = board.side_squares(board.side()).count_ones();
    (!board.is_check() && own > FEW) || has_move(board)
}

fn has_move(board: &Chess) -> bool {
    let mut legal = Vec::with_capacity(64);
    board.legal_moves(&mut legal);
    !legal.is_empty()
}

impl Heard {
    /// Whether what a move takes is what was said.
    #[inline]
    fn fits_capture(&self, m: Move) -> bool {
        match (self.captured, m.captured_square()) {
            (None, None) => true,
            (Some((square, what)), Some(taken)) => {
                let kind = what.is_none_or(|what| {
                    (what == Captured::Pawn) == (m.captured() == Some(Kind::Pawn))
                });
                square == taken && kind
            }
            _ => false,
        }
    }

    /// Whether a board just reached is one of which this would be said.
    #[must_use]
    pub fn fits_after(&self, board: &Chess) -> bool {
        if let Some(cause) = self.end {
            return self.fits_end(board, cause);
        }
        let checked = board.is_check();
        checked != self.checks.is_empty()
            && (!checked || checks(board) == self.checks)
            && self.tries.is_none_or(|tries| pawn_tries(board) == tries)
            && goes_on(board)
    }

    /// Whether a board just reached ends the game so. The checks of a last move are not said.
    fn fits_end(&self, board: &Chess, cause: Cause) -> bool {
        let told = self.checks.is_empty() || checks(board) == self.checks;
        told && match cause {
            Cause::Checkmate => board.is_check() && !has_move(board),
            Cause::Stalemate => !board.is_check() && !has_move(board),
            Cause::InsufficientMaterial => board.is_insufficient_material() && has_move(board),
            _ => has_move(board),
        }
    }

    /// Whether a legal move on a board explains what was heard.
    #[must_use]
    pub fn fits(&self, board: &Chess, sight: &Sight, m: Move) -> bool {
        if !self.fits_capture(m) {
            return false;
        }
        if self.end.is_some() {
            return self.fits_after(&board.after(m));
        }
        let gives = sight.gives_check(board, m);
        if gives == self.checks.is_empty() {
            return false;
        }
        let waiting = !board.side();
        let few = board.side_squares(waiting).count_ones() <= FEW;
        let passing = m.kind() == Kind::Pawn && m.from().abs_diff(m.to()) == 16;
        if !gives && !few && !passing && !m.is_en_passant() {
            let men = board.side_squares(board.side()) & !(1 << m.from()) | 1 << m.to();
            let men = m
                .castling_rook()
                .map_or(men, |(from, to)| men & !(1 << from) | 1 << to);
            let pawns = board.squares(waiting, Kind::Pawn) & !(1 << m.to());
            let raw = raw_tries(pawns, waiting, men);
            match self.tries {
                None => return true,
                Some(0) if raw == 0 => return true,
                Some(tries) if raw < u32::from(tries) => return false,
                _ => {}
            }
        }
        let mut after = board.clone();
        after.play(m);
        self.fits_after(&after)
    }

    /// Whether this may be the beginning of what is said of a legal move.
    #[must_use]
    pub fn may_begin(&self, board: &Chess, m: Move) -> bool {
        let silent = self.captured.is_none() && self.checks.is_empty();
        if silent {
            return true;
        }
        let all = checks(&board.after(m));
        let said = |check| self.checks.iter().filter(|c| *c == check).count();
        let given = |check| all.iter().filter(|c| *c == check).count();
        self.fits_capture(m) && self.checks.iter().all(|check| said(check) <= given(check))
    }

    /// The board after our own try, if the try is legal there and this would be said of it.
    #[must_use]
    pub fn after_own(&self, board: &Chess, tried: Try, legal: &mut Vec<Move>) -> Option<Chess> {
        legal.clear();
        board.legal_moves(legal);
        let m = legal.iter().copied().find(|&m| is_move(m, tried))?;
        if !self.fits_capture(m) {
            return None;
        }
        let mut after = board.clone();
        after.play(m);
        self.fits_after(&after).then_some(after)
    }
}
