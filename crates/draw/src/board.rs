//! Boards.

/// A rectangular board, its squares row by row from the top left.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// Squares in a row.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// What stands on each square; `columns * rows` of them.
    pub squares: Vec<Piece>,
    /// What the board looks like.
    pub pattern: Pattern,
    /// Labels under the columns, from the left (may be empty).
    pub column_labels: Vec<String>,
    /// Labels beside the rows, from the top (may be empty).
    pub row_labels: Vec<String>,
    /// Squares to highlight (the last move), by index.
    pub highlights: Vec<usize>,
    /// A line of text under the board, such as who is to move; also the accessible title.
    pub caption: String,
}

/// The look of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Light and dark squares, the top left one light.
    Chequered,
    /// Green squares with lines (Othello).
    Green,
    /// A blue wall with round holes (Connect Four).
    Wall,
    /// Only inner lines (tic-tac-toe).
    Lines,
}

/// What stands on a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Nothing.
    Empty,
    /// A disc, crowned or not.
    Disc {
        /// Its colour.
        colour: Colour,
        /// Whether it is crowned.
        crowned: bool,
    },
    /// A cross.
    Cross,
    /// A ring.
    Ring,
    /// A small dot: somebody may move here.
    Hint,
    /// A text, such as a chess piece's letter.
    Text(String),
}

/// A disc's colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// White or ivory.
    Light,
    /// Black.
    Dark,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
}
