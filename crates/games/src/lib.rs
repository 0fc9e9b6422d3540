//! The games, chess among them by its rules from `zermelo-chess`, each a `Game` with notation, evaluation and a picture.

mod branching;
mod chess;
mod dependent;
mod grundy;
mod nim;
mod piles;
mod registry;
mod synthetic;
mod tic_tac_toe;
mod tree;
mod tree_data;
mod tree_picture;
mod tree_text;
mod uniform;

pub use branching::BranchingTree;
pub use chess::chess_sign;
pub use dependent::DependentTree;
pub use grundy::{Grundy, Split, grundy_value};
pub use nim::{Nim, Take};
pub use registry::{GAMES, GameError, GameInfo, Playable, Visitor, find_game, with_game};
pub use synthetic::ShapeError;
pub use tic_tac_toe::TicTacToe;
pub use tree::ExplicitTree;
pub use uniform::{Order, UniformTree};

pub mod connect_four;
pub mod draughts;
pub mod othello;

use zermelo_draw::Picture;

pub use connect_four::ConnectFour;
pub use draughts::Draughts;
pub use othello::Othello;
use zermelo_game::Reduced;

/// A game whose positions can be drawn.
pub trait Drawn {
    /// The position as a picture.
    fn picture(&self) -> Picture;
}

impl<G: Drawn> Drawn for Reduced<G> {
    fn picture(&self) -> Picture {
        self.0.picture()
    }
}
