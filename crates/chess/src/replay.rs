//! A board for replaying games fast: what an archive needs of the rules and nothing more.
//!
//! Computes, for a game's moves one after the other, whether each is legal, its packed form and
//! the position's key of 96 bits. There is no move generator: a move in algebraic notation names
//! its square and its piece, so that only the pieces that reach this square are looked at, and
//! legality is one test of the king's square afterwards. Rules and keys are those of
//! [`crate::Chess`], against which tests hold it; it takes about a quarter of the time.
//!
//! **Invariant.** [`Replay::key`] equals the key computed afresh from the position: pieces, side
//! to move, castling rights, and the en passant file only where a capture is legal.
//!
//! **Cost.** About 40 ns a ply, reading the move's text included; no allocation.

use std::sync::LazyLock;

use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use shakmaty::zobrist::{Zobrist128, ZobristValue};
use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Color, EnPassantMode, File, Piece, Position, Rank, Role,
    Setup, Square,
};

use crate::{Chess, PackedMove};

/// The key of a position: 96 bits of a Zobrist hash.
///
/// The chance that a position that was never stored is taken for one of `n` stored ones is
/// n/2^96: under 2^-60 for any archive that fits on a disk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PositionKey(u128);

impl PositionKey {
    /// How many bits a key has.
    pub const BITS: u32 = 96;

    /// A key from its bits; those beyond 96 are dropped.
    #[must_use]
    pub const fn from_bits(bits: u128) -> PositionKey {
        PositionKey(bits & ((1 << PositionKey::BITS) - 1))
    }

    /// The key that is the upper part of a hash.
    #[inline]
    pub(crate) const fn of_hash(hash: u128) -> PositionKey {
        PositionKey(hash >> (128 - PositionKey::BITS))
    }

    /// The bits.
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }
}

/// Random numbers of the hash, read once into flat tables.
struct Keys {
    pieces: [[[u128; 64]; 6]; 2],
    castling: [u128; 4],
    files: [u128; 8],
    white: u128,
    /// Ranks and files, and diagonals, of each square on an empty board.
    straight: [Bitboard; 64],
    diagonal: [Bitboard; 64],
}

static KEYS: LazyLock<Box<Keys>> = LazyLock::new(|| {
    let value = |Zobrist128(bits)| bits;
    let mut keys = Box::new(Keys {
        pieces: [[[0; 64]; 6]; 2],
        castling: [0; 4],
        files: [0; 8],
        white: value(Zobrist128::zobrist_for_white_turn()),
        straight: Square::ALL.map(|square| rook_attacks(square, Bitboard::EMPTY)),
        diagonal: Square::ALL.map(|square| bishop_attacks(square, Bitboard::EMPTY)),
    });
    for color in Color::ALL {
        for role in Role::ALL {
            for square in Square::ALL {
                let piece = Piece { color, role };
                keys.pieces[color as usize][role as usize - 1][square as usize] =
                    value(Zobrist128::zobrist_for_piece(square, piece));
            }
        }
        for side in CastlingSide::ALL {
            keys.castling[castling_index(color, side)] =
                value(Zobrist128::zobrist_for_castling_right(color, side));
        }
    }
    for file in File::ALL {
        keys.files[file as usize] = value(Zobrist128::zobrist_for_en_passant_file(file));
    }
    keys
});

fn castling_index(color: Color, side: CastlingSide) -> usize {
    2 * color as usize + side as usize
}

/// A position in the course of a game.
#[derive(Clone)]
pub struct Replay {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
    /// The role on each square plus one, 0 where it is empty.
    squares: [u8; 64],
    kings: [Square; 2],
    pub(crate) turn: Color,
    /// Rooks that may castle, by [`castling_index`].
    rooks: [Option<Square>; 4],
    rook_set: Bitboard,
    /// Only where a capture is legal.
    en_passant: Option<Square>,
    chess960: bool,
    key: u128,
    keys: &'static Keys,
}

impl Default for Replay {
    fn default() -> Replay {
        Replay::new()
    }
}

impl Replay {
    /// The starting position.
    #[must_use]
    pub fn new() -> Replay {
        static START: LazyLock<Replay> = LazyLock::new(|| Replay::from_position(&Chess::new()));
        START.clone()
    }

    /// A game that begins in a position.
    #[must_use]
    pub fn from_position(position: &Chess) -> Replay {
        let setup = position.board.to_setup(EnPassantMode::Legal);
        let mut squares = [0; 64];
        for (square, piece) in &setup.board {
            squares[square as usize] = piece.role as u8;
        }
        let board = position.board.board();
        let king = |color| board.king_of(color).expect("a legal position has kings");
        let mut rooks = [None; 4];
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                rooks[castling_index(color, side)] = position.board.castles().rook(color, side);
            }
        }
        let Zobrist128(key) = position.board.zobrist_hash(EnPassantMode::Legal);
        Replay {
            roles: Role::ALL.map(|role| board.by_role(role)),
            colors: [board.by_color(Color::Black), board.by_color(Color::White)],
            squares,
            kings: [king(Color::Black), king(Color::White)],
            turn: setup.turn,
            rooks,
            rook_set: rooks.iter().flatten().copied().collect(),
            en_passant: setup.ep_square,
            chess960: position.is_chess960(),
            key,
            keys: &KEYS,
        }
    }

    /// The position, its move counters at their beginnings.
    #[must_use]
    pub fn position(&self) -> Chess {
        let mut setup = Setup::empty();
        for color in Color::ALL {
            for square in self.colors[color as usize] {
                if let Some(role) = self.role_at(square) {
                    setup.board.set_piece_at(square, Piece { color, role });
                }
            }
        }
        setup.turn = self.turn;
        setup.castling_rights = self.rook_set;
        setup.ep_square = self.en_passant;
        let mode = if self.chess960 {
            CastlingMode::Chess960
        } else {
            CastlingMode::Standard
        };
        let board = setup
            .position::<shakmaty::Chess>(mode)
            .or_else(shakmaty::PositionError::ignore_too_much_material)
            .or_else(shakmaty::PositionError::ignore_impossible_check)
            .expect("legal moves lead to legal positions");
        Chess::from_board(board)
    }

    /// The position's key.
    #[must_use]
    #[inline]
    pub fn key(&self) -> PositionKey {
        PositionKey::of_hash(self.key)
    }

    /// Whether White is to move.
    #[must_use]
    pub fn is_white_to_move(&self) -> bool {
        self.turn == Color::White
    }

    #[inline]
    pub(crate) fn role_at(&self, square: Square) -> Option<Role> {
        let role = self.squares[square as usize];
        (role != 0).then(|| Role::ALL[role as usize - 1])
    }

    #[inline]
    pub(crate) fn own(&self) -> Bitboard {
        self.colors[self.turn as usize]
    }

    #[inline]
    fn enemies(&self) -> Bitboard {
        self.colors[!self.turn as usize]
    }

    #[inline]
    fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Own pieces of a role that reach a square, legality apart. Not for pawns.
    #[inline]
    pub(crate) fn reaching(&self, role: Role, to: Square) -> Bitboard {
        let pieces = self.own() & self.roles[role as usize - 1];
        let lines = match role {
            Role::Pawn => return Bitboard::EMPTY,
            Role::Knight => return knight_attacks(to) & pieces,
            Role::King => return king_attacks(to) & pieces,
            Role::Bishop => self.keys.diagonal[to as usize],
            Role::Rook => self.keys.straight[to as usize],
            Role::Queen => self.keys.straight[to as usize] | self.keys.diagonal[to as usize],
        };
        let mut reaching = lines & pieces;
        // One or two pieces are on the lines: looking between the squares is cheaper than a
        // table of attacks, which does not fit the nearest cache.
        for from in reaching {
            if (between(from, to) & self.occupied()).any() {
                reaching.discard(from);
            }
        }
        reaching
    }

    /// Whether a move is legal: the piece moves so, the target is free or hostile, and the own
    /// king is safe afterwards.
    pub(crate) fn is_legal(&self, m: PackedMove) -> bool {
        let (from, to) = (m.from(), m.to());
        let Some(role) = self.role_at(from) else {
            return false;
        };
        if !self.own().contains(from) || m.promotion().is_some() != promotes(role, to) {
            return false;
        }
        if role == Role::King && self.own().contains(to) {
            return self.is_castling_legal(to);
        }
        if self.own().contains(to) {
            return false;
        }
        if role == Role::Pawn {
            return self.is_pawn_move(from, to) && self.is_king_safe_after(from, to, role);
        }
        self.reaching(role, to).contains(from) && self.is_king_safe_after(from, to, role)
    }

    /// Whether a pawn goes so, the king's safety apart.
    #[inline]
    fn is_pawn_move(&self, from: Square, to: Square) -> bool {
        if from.file() != to.file() {
            let target = self.enemies().contains(to) || self.en_passant == Some(to);
            return target && pawn_attacks(self.turn, from).contains(to);
        }
        let forward = if self.turn == Color::White { 8 } else { -8 };
        let home = self.turn.relative_rank(Rank::Second);
        let step = from.offset(forward);
        let free = |square| !self.occupied().contains(square);
        let is_free_step = |square: Square| step == Some(square) && free(square);
        is_free_step(to)
            || (from.rank() == home
                && step.is_some_and(|step| free(step) && step.offset(forward) == Some(to))
                && free(to))
    }

    /// Whether no enemy attacks the own king once a piece has gone `from` - `to`.
    #[inline]
    pub(crate) fn is_king_safe_after(&self, from: Square, to: Square, role: Role) -> bool {
        let mut enemies = self.enemies().without(to);
        let mut occupied = self.occupied().without(from).with(to);
        if role == Role::Pawn && self.en_passant == Some(to) && from.file() != to.file() {
            let taken = behind(to, self.turn);
            enemies.discard(taken);
            occupied.discard(taken);
        }
        let king = if role == Role::King {
            to
        } else {
            self.kings[self.turn as usize]
        };
        !self.is_attacked(king, occupied, enemies)
    }

    #[inline]
    fn is_attacked(&self, square: Square, occupied: Bitboard, by: Bitboard) -> bool {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        let place = square as usize;
        let near = (pawn_attacks(self.turn, square) & pawns)
            | (knight_attacks(square) & knights)
            | (king_attacks(square) & kings);
        let far = (self.keys.straight[place] & (rooks | queens))
            | (self.keys.diagonal[place] & (bishops | queens));
        (near & by).any()
            || (far & by)
                .into_iter()
                .any(|from| (between(from, square) & occupied).is_empty())
    }

    /// Whether the king may castle with the rook on a square.
    pub(crate) fn is_castling_legal(&self, rook: Square) -> bool {
        if !self.rook_set.contains(rook) || !self.own().contains(rook) {
            return false;
        }
        let king = self.kings[self.turn as usize];
        let (king_to, rook_to) = castling_targets(king, rook);
        let others = self.occupied().without(king).without(rook);
        let span = |a: Square, b: Square| shakmaty::attacks::between(a, b).with(a).with(b);
        if ((span(king, king_to) | span(rook, rook_to)) & others).any() {
            return false;
        }
        let enemies = self.enemies();
        let without_king = self.occupied().without(king);
        let way = span(king, king_to).without(king_to);
        let attacked = |square| self.is_attacked(square, without_king, enemies);
        !way.into_iter().any(attacked) && !self.is_attacked(king_to, others.with(rook_to), enemies)
    }

    /// The rook with which the side to move may castle, if the right is left.
    pub(crate) fn castling_rook(&self, side: CastlingSide) -> Option<Square> {
        self.rooks[castling_index(self.turn, side)]
    }

    pub(crate) fn king(&self) -> Square {
        self.kings[self.turn as usize]
    }

    #[inline]
    fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.colors[color as usize].toggle(square);
        self.roles[role as usize - 1].toggle(square);
        self.key ^= self.keys.pieces[color as usize][role as usize - 1][square as usize];
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn play(&mut self, m: PackedMove) {
        let (from, to, turn) = (m.from(), m.to(), self.turn);
        let role = self.role_at(from).expect("a legal move has a piece");
        if let Some(square) = self.en_passant.take() {
            self.key ^= self.keys.files[square.file() as usize];
            if role == Role::Pawn && square == to && from.file() != to.file() {
                let taken = behind(to, turn);
                self.toggle(!turn, Role::Pawn, taken);
                self.squares[taken as usize] = 0;
            }
        }
        if role == Role::King && self.own().contains(to) {
            self.castle(to);
        } else {
            if let Some(taken) = self.role_at(to) {
                self.toggle(!turn, taken, to);
            }
            let becomes = m.promotion().unwrap_or(role);
            self.toggle(turn, role, from);
            self.toggle(turn, becomes, to);
            self.squares[from as usize] = 0;
            self.squares[to as usize] = becomes as u8;
            if role == Role::King {
                self.kings[turn as usize] = to;
                self.lose_castling(turn);
            } else if (self.rook_set.contains(from)) || self.rook_set.contains(to) {
                self.lose_rook(from);
                self.lose_rook(to);
            }
        }
        self.turn = !turn;
        self.key ^= self.keys.white;
        if role == Role::Pawn && (from as i32 - to as i32).abs() == 16 {
            self.set_en_passant(behind(to, turn));
        }
    }

    fn castle(&mut self, rook: Square) {
        let (turn, king) = (self.turn, self.king());
        let (king_to, rook_to) = castling_targets(king, rook);
        self.toggle(turn, Role::King, king);
        self.toggle(turn, Role::Rook, rook);
        self.toggle(turn, Role::King, king_to);
        self.toggle(turn, Role::Rook, rook_to);
        self.squares[king as usize] = 0;
        self.squares[rook as usize] = 0;
        self.squares[king_to as usize] = Role::King as u8;
        self.squares[rook_to as usize] = Role::Rook as u8;
        self.kings[turn as usize] = king_to;
        self.lose_castling(turn);
    }

    fn lose_castling(&mut self, color: Color) {
        for side in CastlingSide::ALL {
            if let Some(rook) = self.rooks[castling_index(color, side)] {
                self.lose_rook(rook);
            }
        }
    }

    fn lose_rook(&mut self, square: Square) {
        if let Some(index) = self.rooks.iter().position(|&rook| rook == Some(square)) {
            self.rooks[index] = None;
            self.rook_set.discard(square);
            self.key ^= self.keys.castling[index];
        }
    }

    /// Notes the square behind a double step if a pawn of the side to move may take there.
    fn set_en_passant(&mut self, square: Square) {
        let takers =
            pawn_attacks(!self.turn, square) & self.own() & self.roles[Role::Pawn as usize - 1];
        if takers.is_empty() {
            return;
        }
        self.en_passant = Some(square);
        let legal = |from| self.is_king_safe_after(from, square, Role::Pawn);
        if takers.into_iter().any(legal) {
            self.key ^= self.keys.files[square.file() as usize];
        } else {
            self.en_passant = None;
        }
    }
}

/// Whether a piece that arrives on a square must promote.
#[inline]
fn promotes(role: Role, to: Square) -> bool {
    role == Role::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth)
}

/// The square behind one, as a side that moves forward sees it.
#[inline]
fn behind(square: Square, color: Color) -> Square {
    let back = if color == Color::White { -8 } else { 8 };
    square.offset(back).unwrap_or(square)
}

/// Where king and rook stand after castling.
fn castling_targets(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) = if rook > king {
        (File::G, File::F)
    } else {
        (File::C, File::D)
    };
    (
        Square::from_coords(king_file, king.rank()),
        Square::from_coords(rook_file, king.rank()),
    )
}
