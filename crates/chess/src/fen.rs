//! Positions from FEN, with what is wrong named where it stands.
//!
//! Forsyth-Edwards notation as the PGN standard of 1994 has it, and its extensions for Chess960:
//! X-FEN (`KQkq` are the outermost rooks, files where that is ambiguous) and Shredder-FEN (always
//! files, `HAha`). The last two fields may be absent, as in EPD.
//!
//! *How ours differs.* Composed positions with too many pieces or impossible checks are accepted,
//! and an en passant square without a pawn behind it is forgotten, as programs write it after
//! every double step. Castling rights without their king and rook are not, but by
//! [`Chess::parse_without_false_rights`], which drops them. *Invariant.* The
//! column of an error points into the text given, whatever the text. *Cost.* One pass.

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{CastlingMode, EnPassantMode, FromSetup, Position, PositionErrorKinds};
use zermelo_game::ParseError;

use crate::Chess;

impl Chess {
    /// Reads a position as [`Notation::parse`](zermelo_game::Notation::parse) does, but drops
    /// castling rights without their king and rook, which programs write beside composed positions.
    ///
    /// # Errors
    ///
    /// If it is none: the error names the field and what is wrong with it.
    pub fn parse_without_false_rights(text: &str) -> Result<Chess, ParseError> {
        read_with(
            text,
            shakmaty::PositionError::ignore_invalid_castling_rights,
        )
        .map(Chess::from_board)
    }

    /// The position in Shredder-FEN: castling rights by the files of their rooks, as some
    /// Chess960 programs want them.
    ///
    /// ```
    /// use zermelo_chess::Chess;
    /// assert_eq!(
    ///     Chess::new().shredder_fen(),
    ///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
    /// );
    /// ```
    #[must_use]
    pub fn shredder_fen(&self) -> String {
        let fen = Fen::from_position(&self.board, EnPassantMode::Legal).to_string();
        let mut words: Vec<String> = fen.split(' ').map(str::to_string).collect();
        let rights = self.board.castles().castling_rights();
        let mut castling = String::new();
        for white in [true, false] {
            let rank = if white { '1' } else { '8' };
            // Squares come from the a-file on; the king's side is written first.
            let files = rights
                .into_iter()
                .filter(|square| square.rank().char() == rank);
            let mut files: Vec<char> = files.map(|square| square.file().char()).collect();
            files.reverse();
            let cased = |c: char| if white { c.to_ascii_uppercase() } else { c };
            castling.extend(files.into_iter().map(cased));
        }
        if !castling.is_empty() {
            words[2] = castling;
        }
        words.join(" ")
    }
}

/// A word of the text and the column where it starts, from 1.
type Word<'a> = (&'a str, usize);

/// Reads a position.
///
/// # Errors
///
/// If it is none: the error names the field and what is wrong with it.
pub(crate) fn read(text: &str) -> Result<shakmaty::Chess, ParseError> {
    read_with(text, Err)
}

/// A position, or what is wrong with it.
type Checked = Result<shakmaty::Chess, shakmaty::PositionError<shakmaty::Chess>>;

/// The same, with what else than the usual is forgiven.
fn read_with(
    text: &str,
    forgive: fn(shakmaty::PositionError<shakmaty::Chess>) -> Checked,
) -> Result<shakmaty::Chess, ParseError> {
    let words = words(text);
    let Some(&board) = words.first() else {
        return Err(ParseError::new(
            "",
            text.chars().count() + 1,
            "a position in FEN",
        ));
    };
    if board.0 == "startpos" && words.len() == 1 {
        return Ok(shakmaty::Chess::default());
    }
    check_board(board)?;
    if let Some(&(word, column)) = words.get(6) {
        return Err(ParseError::new(
            word,
            column,
            "nothing after the move number",
        ));
    }
    let joined = words
        .iter()
        .map(|word| word.0)
        .collect::<Vec<_>>()
        .join(" ");
    let fen = Fen::from_ascii(joined.as_bytes()).map_err(|e| field_error(text, &words, &e))?;
    let setup = fen.into_setup();
    let mode = CastlingMode::detect(&setup);
    shakmaty::Chess::from_setup(setup, mode)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .or_else(shakmaty::PositionError::ignore_invalid_ep_square)
        .or_else(forgive)
        .map_err(|e| illegal(&words, e.kinds()))
}

/// The words of a text with their columns.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    for (column, (offset, c)) in text.char_indices().enumerate() {
        match (start, c.is_whitespace()) {
            (None, false) => start = Some((offset, column + 1)),
            (Some((from, at)), true) => {
                words.push((&text[from..offset], at));
                start = None;
            }
            _ => {}
        }
    }
    if let Some((from, at)) = start {
        words.push((&text[from..], at));
    }
    words
}

/// Looks at the first field: eight ranks of eight squares, one king a side, no pawns at the ends.
fn check_board((board, column): Word<'_>) -> Result<(), ParseError> {
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != 8 {
        let expected = format!("eight ranks with `/` between them, not {}", ranks.len());
        return Err(ParseError::new(board, column, expected));
    }
    let mut kings = [0, 0];
    let mut at = column;
    for (row, rank) in ranks.iter().enumerate() {
        let number = 8 - row;
        let mut squares = 0;
        for (i, c) in rank.chars().enumerate() {
            let wrong = |expected: String| Err(ParseError::new(c, at + i, expected));
            match c {
                '1'..='8' => squares += c as usize - '0' as usize,
                'k' | 'K' => {
                    kings[usize::from(c == 'k')] += 1;
                    squares += 1;
                }
                'p' | 'P' if number == 1 || number == 8 => {
                    return wrong(format!("no pawn on rank {number}"));
                }
                'p' | 'P' | 'n' | 'N' | 'b' | 'B' | 'r' | 'R' | 'q' | 'Q' => squares += 1,
                _ => return wrong("a piece (KQRBNP, kqrbnp) or a number of empty squares".into()),
            }
        }
        if squares != 8 {
            let expected = format!("eight squares on rank {number}, not {squares}");
            return Err(ParseError::new(*rank, at, expected));
        }
        at += rank.chars().count() + 1;
    }
    for (count, name) in kings.into_iter().zip(["white", "black"]) {
        if count != 1 {
            let expected = format!("one {name} king, not {count}");
            return Err(ParseError::new(board, column, expected));
        }
    }
    Ok(())
}

/// Names the field that could not be read.
fn field_error(text: &str, words: &[Word<'_>], error: &ParseFenError) -> ParseError {
    let (field, expected) = match error {
        ParseFenError::InvalidTurn => (1, "`w` or `b`"),
        ParseFenError::InvalidCastling => (2, "castling rights such as `KQkq`, `HAha` or `-`"),
        ParseFenError::InvalidEpSquare => (3, "an en passant square such as `e3`, or `-`"),
        ParseFenError::InvalidHalfmoveClock => (4, "the number of plies since the last capture"),
        ParseFenError::InvalidFullmoves => (5, "the number of the move"),
        _ => (0, "a FEN: eight ranks, side to move, castling, en passant"),
    };
    match words.get(field) {
        Some(&(word, column)) => ParseError::new(word, column, expected),
        None => ParseError::new("", text.chars().count() + 1, expected),
    }
}

/// Names what makes a readable position illegal.
fn illegal(words: &[Word<'_>], kinds: PositionErrorKinds) -> ParseError {
    let (field, expected) = if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
        (
            2,
            "castling rights whose king and rooks stand on their first squares",
        )
    } else if kinds.contains(PositionErrorKinds::OPPOSITE_CHECK) {
        (
            1,
            "the other side to move: the king of the side that has moved is in check",
        )
    } else {
        (0, "a legal position")
    };
    let &(word, column) = words.get(field).or(words.first()).unwrap_or(&("", 1));
    ParseError::new(word, column, expected)
}
