//! A chess position: the rules of the game as [`Game`] wants them.
//!
//! Rules: FIDE, and Chess960 where the position's castling rights need it. Over are only
//! positions without legal moves (mate, stalemate); the draws by repetition, fifty moves and
//! lack of material are the referee's.
//!
//! Two positions are equal, and their keys, if pieces, side to move, castling rights and a
//! *legal* en passant capture agree; the move counters do not matter.

use std::fmt;
use std::hash::{Hash, Hasher};

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Color, EnPassantMode, Position, PositionError, Role};
use zermelo_game::{
    Game, Heuristic, MAX_PAYOFF, Noisy, Notation, Outcome, ParseError, Score, Side,
};

use crate::Move;

/// A chess position.
#[derive(Clone, Debug)]
pub struct Chess {
    board: shakmaty::Chess,
    key: u64,
}

impl Default for Chess {
    fn default() -> Chess {
        Chess::from_board(shakmaty::Chess::default())
    }
}

impl PartialEq for Chess {
    fn eq(&self, other: &Chess) -> bool {
        self.board == other.board
    }
}

impl Eq for Chess {}

impl Hash for Chess {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl Chess {
    /// The starting position.
    ///
    /// ```
    /// use zermelo_chess::Chess;
    /// assert_eq!(zermelo_game::perft(&Chess::new(), 3), 8_902);
    /// ```
    #[must_use]
    pub fn new() -> Chess {
        Chess::default()
    }

    fn from_board(board: shakmaty::Chess) -> Chess {
        let Zobrist64(key) = board.zobrist_hash(EnPassantMode::Legal);
        Chess { board, key }
    }

    /// A move as UCI writes it: `e2e4`, `e7e8q`, `e1g1`; king takes rook in Chess960.
    #[must_use]
    pub fn uci(&self, m: Move) -> String {
        m.0.to_uci(self.board.castles().mode()).to_string()
    }

    /// A legal move in standard algebraic notation, with `+` or `#`.
    #[must_use]
    pub fn san(&self, m: Move) -> String {
        SanPlus::from_move(self.board.clone(), m.0).to_string()
    }

    /// Whether castling needs the Chess960 rules here.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        self.board.castles().mode() == CastlingMode::Chess960
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.board.is_check()
    }

    /// Plies since the last capture or pawn move.
    #[must_use]
    pub fn halfmove_clock(&self) -> u32 {
        self.board.halfmoves()
    }

    /// The number of the next move, from 1.
    #[must_use]
    pub fn fullmove_number(&self) -> u32 {
        self.board.fullmoves().get()
    }

    /// Whether neither side can mate with any help.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        self.board.is_insufficient_material()
    }
}

impl Game for Chess {
    type Move = Move;

    fn side(&self) -> Side {
        match self.board.turn() {
            Color::White => Side::First,
            Color::Black => Side::Second,
        }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        out.extend(self.board.legal_moves().into_iter().map(Move));
    }

    fn play(&mut self, m: Move) {
        let kept = self
            .board
            .update_zobrist_hash(Zobrist64(self.key), m.0, EnPassantMode::Legal);
        self.board.play_unchecked(m.0);
        let Zobrist64(key) = kept.unwrap_or_else(|| self.board.zobrist_hash(EnPassantMode::Legal));
        self.key = key;
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.board.legal_moves().is_empty() {
            None
        } else if self.board.is_check() {
            Some(Outcome::Win(!self.side()))
        } else {
            Some(Outcome::Draw)
        }
    }

    fn is_legal(&self, m: Move) -> bool {
        self.board.is_legal(m.0)
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl Noisy for Chess {
    fn noisy_moves(&self, out: &mut Vec<Move>) {
        let noisy = |m: &shakmaty::Move| m.is_capture() || m.is_promotion();
        out.extend(self.board.legal_moves().into_iter().filter(noisy).map(Move));
    }
}

/// What a piece is worth in centipawns.
fn worth(role: Role) -> Score {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

impl Heuristic for Chess {
    /// Material alone, in centipawns. The engine has its own evaluation; this one lets the
    /// textbook algorithms play.
    fn evaluate(&self) -> Score {
        let pieces = self.board.board().iter();
        let mine = |color| if color == self.board.turn() { 1 } else { -1 };
        pieces
            .map(|(_, piece)| mine(piece.color) * worth(piece.role))
            .sum()
    }

    fn decided(payoff: Score) -> Score {
        (payoff * 100_000).clamp(-MAX_PAYOFF, MAX_PAYOFF)
    }
}

impl Notation for Chess {
    /// Reads FEN, with four to six fields, or `startpos`.
    fn parse(text: &str) -> Result<Chess, ParseError> {
        let trimmed = text.trim();
        if trimmed == "startpos" {
            return Ok(Chess::new());
        }
        let fen = Fen::from_ascii(trimmed.as_bytes()).map_err(|e| fen_error(text, &e))?;
        let mode = CastlingMode::detect(fen.as_setup());
        let board = fen
            .into_position::<shakmaty::Chess>(mode)
            // Odd but playable: composed positions, and FENs of programs that always name the
            // square behind a double step.
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_invalid_ep_square)
            .map_err(|e| ParseError::new(trimmed, 1, format!("a legal position: {e}")))?;
        Ok(Chess::from_board(board))
    }

    fn notation(&self) -> String {
        Fen::from_position(&self.board, EnPassantMode::Legal).to_string()
    }

    fn move_text(&self, m: Move) -> String {
        self.uci(m)
    }

    /// Reads UCI or SAN.
    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        let wanted = text.trim().trim_end_matches(['!', '?']);
        let uci = UciMove::from_ascii(wanted.as_bytes())
            .ok()
            .and_then(|uci| uci.to_move(&self.board).ok());
        let san = || {
            let san = San::from_ascii(wanted.trim_end_matches(['+', '#']).as_bytes()).ok()?;
            san.to_move(&self.board).ok()
        };
        uci.or_else(san).map(Move).ok_or_else(|| {
            let expected = format!("a legal move in {}", self.notation());
            ParseError::new(text.trim(), 1, expected)
        })
    }
}

/// Names the field of a FEN that could not be read.
fn fen_error(text: &str, error: &ParseFenError) -> ParseError {
    let (field, expected) = match error {
        ParseFenError::InvalidTurn => (1, "`w` or `b`"),
        ParseFenError::InvalidCastling => (2, "castling rights such as `KQkq` or `-`"),
        ParseFenError::InvalidEpSquare => (3, "an en passant square such as `e3`, or `-`"),
        ParseFenError::InvalidHalfmoveClock => (4, "the number of plies since the last capture"),
        ParseFenError::InvalidFullmoves => (5, "the number of the move"),
        _ => (
            0,
            "a FEN: eight ranks, the side to move, castling, en passant",
        ),
    };
    let Some(word) = text.split_ascii_whitespace().nth(field) else {
        return ParseError::new("", text.chars().count() + 1, expected);
    };
    let offset = word.as_ptr() as usize - text.as_ptr() as usize;
    let column = text
        .get(..offset)
        .map_or(1, |before| before.chars().count() + 1);
    ParseError::new(word, column, expected)
}

impl fmt::Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, rank) in self
            .board
            .board()
            .board_fen()
            .to_string()
            .split('/')
            .enumerate()
        {
            write!(f, "{} ", 8 - row)?;
            for letter in rank.chars() {
                match letter.to_digit(10) {
                    Some(empty) => write!(f, "{}", " .".repeat(empty as usize))?,
                    None => write!(f, " {letter}")?,
                }
            }
            writeln!(f)?;
        }
        let side = if self.side() == Side::First {
            "White"
        } else {
            "Black"
        };
        write!(f, "   a b c d e f g h   {side} to move")
    }
}
