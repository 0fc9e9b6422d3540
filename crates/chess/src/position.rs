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

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{
    CastlingMode, CastlingSide, Color, EnPassantMode, Position, PositionError, Role, Square,
};
use zermelo_game::{
    Game, Heuristic, MAX_PAYOFF, Noisy, Notation, Outcome, ParseError, Score, Side,
};

use crate::bits::role_of;
use crate::{Kind, Move, fen, move_text};

/// Plies without a capture or a pawn move that make a draw.
pub const FIFTY_MOVES: u32 = 100;

/// A chess position.
#[derive(Clone, Debug)]
pub struct Chess {
    pub(crate) board: shakmaty::Chess,
    key: u64,
    /// The pieces that give check, which a search asks for several times at every node.
    checkers: u64,
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

    pub(crate) fn from_board(board: shakmaty::Chess) -> Chess {
        let Zobrist64(key) = board.zobrist_hash(EnPassantMode::Legal);
        let checkers = board.checkers().0;
        Chess {
            board,
            key,
            checkers,
        }
    }

    /// The rules library's position.
    #[inline]
    pub(crate) fn board(&self) -> &shakmaty::Chess {
        &self.board
    }

    /// The part of the key that castling rights and a legal en passant capture make.
    #[inline]
    fn key_of_rights(&self) -> u64 {
        let mut key = Zobrist64(0);
        let castles = self.board.castles();
        if !castles.is_empty() {
            for color in Color::ALL {
                for wing in CastlingSide::ALL {
                    if castles.has(color, wing) {
                        key ^= Zobrist64::zobrist_for_castling_right(color, wing);
                    }
                }
            }
        }
        // Seldom is a pawn placed to take; only then is it worth asking whether it may.
        if let Some(square) = self.board.maybe_ep_square() {
            let takers = shakmaty::attacks::pawn_attacks(!self.board.turn(), square);
            if (takers & self.board.our(Role::Pawn)).any() && self.board.legal_ep_square().is_some()
            {
                key ^= Zobrist64::zobrist_for_en_passant_file(square.file());
            }
        }
        key.0
    }

    /// The part of the key that a move's pieces change.
    #[inline]
    fn key_of_pieces(&self, m: Move) -> u64 {
        let us = self.board.turn();
        let mut key = Zobrist64::zobrist_for_white_turn();
        let mut piece = |square: u8, kind: Kind, color: Color| {
            let square = Square::new(u32::from(square & 63));
            key ^= Zobrist64::zobrist_for_piece(square, role_of(kind).of(color));
        };
        piece(m.from(), m.kind(), us);
        piece(m.to(), m.promotion().unwrap_or(m.kind()), us);
        if let (Some(taken), Some(square)) = (m.captured(), m.captured_square()) {
            piece(square, taken, !us);
        }
        if let Some((from, to)) = m.castling_rook() {
            piece(from, Kind::Rook, us);
            piece(to, Kind::Rook, us);
        }
        key.0
    }

    /// The position with the other side to move, as if a move had been given up; `None` in check.
    #[must_use]
    pub fn passed(&self) -> Option<Chess> {
        let board = self
            .board
            .clone()
            .swap_turn()
            .or_else(PositionError::ignore_too_much_material)
            .ok()?;
        // Whoever could pass leaves nobody in check.
        let passed = Chess {
            board,
            key: 0,
            checkers: 0,
        };
        let Zobrist64(turn) = Zobrist64::zobrist_for_white_turn();
        let key = self.key ^ turn ^ self.key_of_rights() ^ passed.key_of_rights();
        Some(Chess { key, ..passed })
    }

    /// A move as UCI writes it: `e2e4`, `e7e8q`, `e1g1`; king takes rook in Chess960.
    #[must_use]
    pub fn uci(&self, m: Move) -> String {
        m.rules().to_uci(self.board.castles().mode()).to_string()
    }

    /// A move as UCI writes it with `UCI_Chess960` set: castling is king takes rook, `e1h1`,
    /// whatever the position.
    #[must_use]
    pub fn uci_chess960(&self, m: Move) -> String {
        m.rules().to_uci(CastlingMode::Chess960).to_string()
    }

    /// A legal move in standard algebraic notation, with `+` or `#`.
    #[must_use]
    pub fn san(&self, m: Move) -> String {
        SanPlus::from_move(self.board.clone(), m.rules()).to_string()
    }

    /// The piece on a square (0 is a1, 7 is h1, 63 is h8) as FEN writes it; `None` if it is empty.
    #[must_use]
    pub fn piece_letter(&self, square: usize) -> Option<char> {
        let square = shakmaty::Square::try_from(u8::try_from(square).ok()?).ok()?;
        self.board
            .board()
            .piece_at(square)
            .map(shakmaty::Piece::char)
    }

    /// Whether castling needs the Chess960 rules here.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        self.board.castles().mode() == CastlingMode::Chess960
    }

    /// Whether the side to move is in check.
    #[must_use]
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers != 0
    }

    /// The pieces that give check to the side to move.
    #[must_use]
    #[inline]
    pub fn checkers(&self) -> u64 {
        self.checkers
    }

    /// Plies since the last capture or pawn move; a position read from a text may claim any number.
    #[must_use]
    #[inline]
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
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        self.board.is_insufficient_material()
    }
}

impl Game for Chess {
    type Move = Move;

    #[inline]
    fn side(&self) -> Side {
        match self.board.turn() {
            Color::White => Side::First,
            Color::Black => Side::Second,
        }
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        out.extend(self.board.legal_moves().into_iter().map(Move::new));
    }

    fn play(&mut self, m: Move) {
        let rights = self.board.castles().castling_rights();
        let passing = self.board.maybe_ep_square().is_some();
        self.key ^= self.key_of_pieces(m);
        // Mostly nothing but pieces changes: then the rights need not be looked at.
        let kept = !passing && !m.may_change_rights(rights.0);
        if kept {
            self.board.play_unchecked(m.rules());
        } else {
            self.key ^= self.key_of_rights();
            self.board.play_unchecked(m.rules());
            self.key ^= self.key_of_rights();
        }
        self.checkers = self.board.checkers().0;
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.board.legal_moves().is_empty() {
            None
        } else if self.is_check() {
            Some(Outcome::Win(!self.side()))
        } else {
            Some(Outcome::Draw)
        }
    }

    fn is_legal(&self, m: Move) -> bool {
        self.board.is_legal(m.rules())
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

impl Noisy for Chess {
    fn noisy_moves(&self, out: &mut Vec<Move>) {
        let noisy = |m: &shakmaty::Move| m.is_capture() || m.is_promotion();
        out.extend(
            self.board
                .legal_moves()
                .into_iter()
                .filter(noisy)
                .map(Move::new),
        );
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
    /// Reads FEN (X-FEN and Shredder-FEN too) with four to six fields, or `startpos`.
    fn parse(text: &str) -> Result<Chess, ParseError> {
        fen::read(text).map(Chess::from_board)
    }

    fn notation(&self) -> String {
        Fen::from_position(&self.board, EnPassantMode::Legal).to_string()
    }

    fn move_text(&self, m: Move) -> String {
        self.uci(m)
    }

    /// Reads UCI coordinates, SAN, and the longer forms people and old programs write.
    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        move_text::read(self, text).ok_or_else(|| {
            let expected = format!("a legal move in {}", self.notation());
            ParseError::new(text.trim(), 1, expected)
        })
    }
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
