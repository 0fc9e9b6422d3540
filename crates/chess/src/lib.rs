//! Chess: rules, notations and draws.
//!
//! [`Chess`] is the game as [`zermelo_game::Game`] sees it, [`ChessReferee`] adds the draws that
//! depend on the game's history. Moves are read and written as UCI coordinates and SAN,
//! positions as FEN; openings are read from PGN ([`read_pgn_lines`]) and EPD
//! ([`read_epd_lines`]); games are written as PGN in export format ([`GameText`]).
//!
//! **Invariant.** This is the only crate that names the rules library (`shakmaty`): its types do
//! not appear in any public signature, so that the board can be replaced.

mod chess_move;
mod lines;
mod pgn_reader;
mod pgn_writer;
mod position;
mod referee;

pub use chess_move::Move;
pub use lines::{BadLine, Line, read_epd_lines};
pub use pgn_reader::read_pgn_lines;
pub use pgn_writer::GameText;
pub use position::Chess;
pub use referee::{ChessReferee, DEFAULT_MAX_PLIES};
