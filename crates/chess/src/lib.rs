//! Chess: rules, notations and draws.
//!
//! [`Chess`] is the game as [`zermelo_game::Game`] sees it, [`ChessReferee`] adds the draws that
//! depend on the game's history. Moves are read and written as UCI coordinates and SAN,
//! positions as FEN; openings are read from PGN ([`read_pgn_lines`]) and EPD
//! ([`read_epd_lines`]); test positions from EPD with its operations ([`Epd`], [`read_tests`]);
//! book moves from Polyglot books ([`PolyglotBook`]); games are written as PGN in export format
//! ([`GameText`]). [`count_leaves`] and [`divide`] check the moves.
//!
//! **Invariant.** This is the only crate that names the rules library (`shakmaty`): its types do
//! not appear in any public signature, so that the board can be replaced.

pub mod attacks;
mod bits;
mod checks;
mod chess960;
mod chess_move;
mod encoding;
mod epd;
mod exchange;
mod fen;
mod generate;
mod lines;
mod move_code;
mod move_text;
mod packed_move;
mod perft;
mod pgn_aside;
mod pgn_reader;
mod pgn_stream;
mod pgn_tokens;
mod pgn_writer;
mod polyglot;
mod position;
mod referee;
mod replay;
mod replay_san;
mod syzygy;

pub use bits::Kind;
pub use checks::Checks;
pub use chess_move::Move;
pub use chess960::CHESS960_POSITIONS;
pub use encoding::Encoding;
pub use epd::{Epd, Operation, TestLine, read_tests};
pub use lines::{BadLine, Line, read_epd_lines};
pub use packed_move::PackedMove;
pub use perft::{count_leaves, divide};
pub use pgn_aside::Aside;
pub use pgn_reader::{
    PgnGame, read_pgn_games, read_pgn_lines, read_pgn_texts, read_pgn_variations,
};
pub use pgn_stream::{GameMoves, GameResult, MovesEnd, PgnStream, RawTag, tag_text};
pub use pgn_writer::GameText;
pub use polyglot::{BookEntry, BookError, PolyglotBook};
pub use position::{Chess, FIFTY_MOVES};
pub use referee::{ChessReferee, DEFAULT_MAX_PLIES};
pub use replay::{PositionKey, Replay};
pub use syzygy::{EndingValue, Rank, Tablebase};
