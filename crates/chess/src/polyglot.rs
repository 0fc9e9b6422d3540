//! Polyglot keys and books: the format that most programs read openings from.
//!
//! A book is a list of 16-byte entries, big-endian, sorted by key: position key, move, weight,
//! learning data. The key is the usual Zobrist sum over the published table of 781 numbers, with
//! the file of a double step only if an enemy pawn stands beside it, whether or not it may take.
//!
//! *How ours differs from many.* Entries with weight 0 are read but never played; moves that are
//! illegal in the position (a key met by chance, a spoilt file) are left out. *Cost.* A look-up is
//! a binary search.

use std::fmt;
use std::fs;
use std::path::Path;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, File, Position, Rank, Role, Square};
use zermelo_game::Game;
use zermelo_game::random::Rng;

use crate::{Chess, Move};

/// Bytes of an entry.
const ENTRY: usize = 16;

/// The largest file that is read as a book.
const LARGEST: u64 = 4 << 30;

/// The pieces a pawn can become, by their number in an entry.
const PROMOTIONS: [Option<Role>; 5] = [
    None,
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::Queen),
];

impl Chess {
    /// The position's key in Polyglot books.
    ///
    /// ```
    /// use zermelo_chess::Chess;
    /// assert_eq!(Chess::new().polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        let Zobrist64(key) = self.board.zobrist_hash(EnPassantMode::PseudoLegal);
        key
    }

    /// A move as Polyglot books write it: castling as king takes rook.
    #[must_use]
    pub fn polyglot_move(&self, m: Move) -> u16 {
        let from = u16::from(m.from());
        // A castling move goes to the rook's square there.
        let to = u16::from(m.rules().to());
        let promotion = PROMOTIONS
            .iter()
            .position(|&role| role == m.promotion_role());
        to | from << 6 | (promotion.unwrap_or(0) as u16) << 12
    }

    /// The legal move that an entry of a Polyglot book means.
    #[must_use]
    pub fn read_polyglot_move(&self, raw: u16) -> Option<Move> {
        let square = |bits: u16| {
            let (file, rank) = (u32::from(bits & 7), u32::from(bits >> 3 & 7));
            Square::from_coords(File::new(file), Rank::new(rank))
        };
        let (from, to) = (square(raw >> 6), square(raw));
        let promotion = *PROMOTIONS.get(usize::from(raw >> 12 & 7))?;
        let mut moves = self.board.legal_moves();
        moves.retain(|m| m.from() == Some(from) && m.promotion() == promotion);
        let castling = |m: &&shakmaty::Move| {
            // Some old books write the king's own step of two squares.
            m.is_castle() && from.distance(to) == 2 && (from.file() < to.file()) == (from < m.to())
        };
        let exact = moves.iter().find(|m| m.to() == to);
        exact
            .or_else(|| moves.iter().find(castling))
            .copied()
            .map(Move::new)
    }
}

/// One entry of a book.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BookEntry {
    /// The position.
    pub key: u64,
    /// The move, as [`Chess::polyglot_move`] writes it.
    pub raw_move: u16,
    /// How often to play it, relative to the others; 0 for never.
    pub weight: u16,
    /// Whatever a learning program keeps there.
    pub learn: u32,
}

impl BookEntry {
    /// The entry as it stands in a file.
    #[must_use]
    pub fn to_bytes(self) -> [u8; ENTRY] {
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.raw_move.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes[12..].copy_from_slice(&self.learn.to_be_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; ENTRY]) -> BookEntry {
        let [a, b, c, d, e, f, g, h, m0, m1, w0, w1, l0, l1, l2, l3] = *bytes;
        BookEntry {
            key: u64::from_be_bytes([a, b, c, d, e, f, g, h]),
            raw_move: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
            learn: u32::from_be_bytes([l0, l1, l2, l3]),
        }
    }
}

/// Why a file is no book.
#[derive(Debug)]
pub enum BookError {
    /// It cannot be read.
    Unreadable(std::io::Error),
    /// It is no ordinary file, or larger than any book.
    NoBook,
    /// Its length is no multiple of an entry's.
    Length(usize),
    /// An entry (from 1) stands before one with a smaller key.
    Unsorted(usize),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Unreadable(error) => error.fmt(f),
            BookError::NoBook => write!(f, "expected a file of at most {LARGEST} bytes"),
            BookError::Length(bytes) => write!(
                f,
                "{bytes} bytes: expected a Polyglot book, a multiple of {ENTRY} bytes"
            ),
            BookError::Unsorted(entry) => write!(
                f,
                "entry {entry}: expected a Polyglot book, its entries sorted by key"
            ),
        }
    }
}

impl std::error::Error for BookError {}

/// A Polyglot book in memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PolyglotBook {
    entries: Vec<BookEntry>,
}

impl PolyglotBook {
    /// Reads a book from a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is no book.
    pub fn open(path: &Path) -> Result<PolyglotBook, BookError> {
        let about = fs::metadata(path).map_err(BookError::Unreadable)?;
        if !about.is_file() || about.len() > LARGEST {
            // A device never ends, a folder holds no moves.
            return Err(BookError::NoBook);
        }
        PolyglotBook::read(&fs::read(path).map_err(BookError::Unreadable)?)
    }

    /// Reads a book from bytes.
    ///
    /// # Errors
    ///
    /// If they are no book.
    pub fn read(bytes: &[u8]) -> Result<PolyglotBook, BookError> {
        let (chunks, rest) = bytes.as_chunks::<ENTRY>();
        if !rest.is_empty() || chunks.is_empty() {
            return Err(BookError::Length(bytes.len()));
        }
        let entries: Vec<BookEntry> = chunks.iter().map(BookEntry::from_bytes).collect();
        let unsorted = entries
            .windows(2)
            .position(|pair| pair[0].key > pair[1].key);
        match unsorted {
            Some(place) => Err(BookError::Unsorted(place + 1)),
            None => Ok(PolyglotBook { entries }),
        }
    }

    /// All entries, sorted by key.
    #[must_use]
    pub fn entries(&self) -> &[BookEntry] {
        &self.entries
    }

    /// The legal moves that the book has here with their weights, the heaviest first.
    #[must_use]
    pub fn moves(&self, position: &Chess) -> Vec<(Move, u16)> {
        let key = position.polyglot_key();
        let first = self.entries.partition_point(|entry| entry.key < key);
        let here = self.entries[first..]
            .iter()
            .take_while(|entry| entry.key == key);
        let mut moves: Vec<(Move, u16)> = here
            .filter_map(|entry| Some((position.read_polyglot_move(entry.raw_move)?, entry.weight)))
            .collect();
        moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        moves
    }

    /// One of the book's moves here, chosen with the chances that its weights say.
    pub fn pick(&self, position: &Chess, rng: &mut Rng) -> Option<Move> {
        let moves = self.moves(position);
        let total: usize = moves.iter().map(|&(_, weight)| usize::from(weight)).sum();
        let mut lot = rng.below(total);
        moves.into_iter().find_map(|(m, weight)| {
            let weight = usize::from(weight);
            let chosen = lot < weight;
            lot = lot.saturating_sub(weight);
            (chosen && position.is_legal(m)).then_some(m)
        })
    }
}
