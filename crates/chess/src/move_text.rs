//! Moves from text, as many ways as they are written.
//!
//! UCI coordinates first, then standard algebraic notation, then what neither allows but people
//! and old programs write: castling with zeros, captures without `x`, long notation (`Qd2-g5`,
//! `Ng1f3`), promotions without `=`. *Invariant.* Only a text that fits
//! exactly one legal move is one. *Cost.* The third way walks through the legal moves.

use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Position, Role, Square};

use crate::{Chess, Move};

/// The legal move that a text means, if it means exactly one.
pub(crate) fn read(position: &Chess, text: &str) -> Option<Move> {
    let wanted = text.trim().trim_end_matches(['!', '?', '+', '#']);
    // No move is written with more, and a megabyte of text need not be looked at.
    if wanted.len() > 16 || !wanted.is_ascii() {
        return None;
    }
    let uci = UciMove::from_ascii(wanted.as_bytes())
        .ok()
        .and_then(|uci| uci.to_move(&position.board).ok());
    let san = || {
        let san = San::from_ascii(wanted.as_bytes()).ok()?;
        san.to_move(&position.board).ok()
    };
    uci.or_else(san)
        .map(Move::new)
        .or_else(|| freely(position, wanted))
}

/// The one legal move that agrees with everything a text says, however it says it.
fn freely(position: &Chess, text: &str) -> Option<Move> {
    let castling = text.replace('0', "O").replace("o", "O");
    if castling == "O-O" || castling == "O-O-O" {
        let king_side = castling == "O-O";
        return only(position, |m| {
            m.is_castle() && m.from().is_some_and(|from| (from < m.to()) == king_side)
        });
    }
    let takes = text.contains(['x', ':']);
    let bare: String = text.chars().filter(|c| !"-x:=()".contains(*c)).collect();
    let (role, rest) = match bare.chars().next()? {
        letter @ ('K' | 'Q' | 'R' | 'B' | 'N' | 'P') => (Role::from_char(letter)?, &bare[1..]),
        _ => (Role::Pawn, bare.as_str()),
    };
    let last = rest.chars().last()?;
    let (squares, promotion) = match Role::from_char(last) {
        // A `b` at the end is a file only in a text that ends too early.
        Some(piece) if rest.len() > 2 => (&rest[..rest.len() - 1], Some(piece)),
        _ => (rest, None),
    };
    let (from, to) = squares.split_at_checked(squares.len().checked_sub(2)?)?;
    let to = Square::from_ascii(to.as_bytes()).ok()?;
    only(position, |m| {
        m.role() == role
            && m.to() == to
            && m.promotion() == promotion
            && !m.is_castle()
            && (m.is_capture() || !takes)
            && m.from().is_some_and(|square| agrees(square, from))
    })
}

/// Whether a square is the one named, wholly or by its file or rank alone.
fn agrees(square: Square, named: &str) -> bool {
    let whole = square.to_string();
    named.is_empty() || whole == named || (named.len() == 1 && whole.contains(named))
}

fn only(position: &Chess, fits: impl Fn(&shakmaty::Move) -> bool) -> Option<Move> {
    let moves = position.board.legal_moves();
    let mut fitting = moves.iter().filter(|m| fits(m));
    match (fitting.next(), fitting.next()) {
        (Some(&m), None) => Some(Move::new(m)),
        _ => None,
    }
}
