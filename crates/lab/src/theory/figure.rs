//! Pictures for the tables: searched trees with what was cut, and chess boards.

use zermelo_chess::Chess;
use zermelo_draw::{Board, Mark, Pattern, Picture, Piece, Shape, Tree, TreeNode};
use zermelo_game::{INFINITY, Notation, Score, Side};
use zermelo_games::{Drawn, ExplicitTree};
use zermelo_search::observer::Origin;
use zermelo_search::record::{RecordedNode, Recorder};
use zermelo_search::table::Bound;

use super::counting::watched;
use super::table::Figure;

/// Nodes drawn at most.
const MOST: usize = 400;

/// An explicit tree as alpha-beta searched it; `None` if the text is no tree.
#[must_use]
pub fn searched_figure(text: &str) -> Option<Figure> {
    let tree = ExplicitTree::parse(text).ok()?;
    let mut recorder = Recorder::new(MOST);
    let answer = watched(&tree, &mut recorder);
    let caption = format!(
        "Alpha-beta on {}: value {}, {} of {} leaves.",
        tree.notation(),
        answer.value,
        answer.counts.leaves,
        tree.leaf_count()
    );
    let picture = search_tree(&tree, &recorder, &answer.pv, Side::First);
    Some(Figure {
        caption,
        game: "tree",
        position: tree.notation(),
        board: String::new(),
        picture,
    })
}

/// The recorded search as a tree to draw, values those of `reference`: the last pass, with the
/// principal variation and the cut branches marked.
pub fn search_tree<G: Notation>(
    game: &G,
    recorder: &Recorder<G::Move>,
    variation: &[G::Move],
    reference: Side,
) -> Picture {
    let mut drawing = Drawing {
        recorder,
        reference,
        tree: Tree::default(),
    };
    if let Some(&root) = recorder.passes.last() {
        drawing.add(root, None, game, Some(variation));
    }
    Picture::Tree(drawing.tree)
}

/// A recorded search on its way to a picture.
struct Drawing<'a, M> {
    recorder: &'a Recorder<M>,
    reference: Side,
    tree: Tree,
}

impl<M: Copy + Eq> Drawing<'_, M> {
    /// Adds a node and all below it. `line` is what is left of the principal variation if the
    /// node is on it.
    fn add<G: Notation<Move = M>>(
        &mut self,
        at: usize,
        parent: Option<usize>,
        game: &G,
        line: Option<&[M]>,
    ) {
        let place = self.tree.nodes.len();
        let mut node = describe(&self.recorder.nodes[at], game, self.reference);
        node.parent = parent;
        if line.is_some() {
            node.mark = Mark::Best;
        }
        self.tree.nodes.push(node);
        for &child in &self.recorder.nodes[at].children {
            let Some(via) = self.recorder.nodes[child].via else {
                continue;
            };
            let rest = line.and_then(|line| line.strip_prefix(&[via]));
            let added = self.tree.nodes.len();
            self.add(child, Some(place), &game.after(via), rest);
            self.tree.nodes[added].edge = game.move_text(via);
        }
        for &m in &self.recorder.nodes[at].skipped {
            let max = game.side() == self.reference;
            self.tree.nodes.push(unsearched(game, m, place, max));
        }
    }
}

/// What is written at a node.
fn describe<G: Notation>(node: &RecordedNode<G::Move>, game: &G, reference: Side) -> TreeNode {
    let max = game.side() == reference;
    let value = |score: Score| match if max { score } else { -score } {
        v if v >= INFINITY => "∞".to_string(),
        v if v <= -INFINITY => "-∞".to_string(),
        v => game.value_text(v),
    };
    let (low, high) = if max {
        (node.alpha, node.beta)
    } else {
        (node.beta, node.alpha)
    };
    let leaf = node.leaf.is_some();
    let sign = bound_sign(node.bound(), max);
    TreeNode {
        text: node
            .value
            .map_or(String::new(), |v| format!("{sign}{}", value(v))),
        under: if leaf {
            String::new()
        } else {
            format!("[{}, {}]", value(low), value(high))
        },
        tooltip: match node.cut.map(|cut| cut.origin) {
            None => String::new(),
            Some(Origin::Parent) => "shallow cut-off".to_string(),
            Some(Origin::Ancestor(_)) => "deep cut-off".to_string(),
            Some(Origin::Window) => "cut-off by the window".to_string(),
        },
        shape: match (leaf, max) {
            (true, _) => Shape::Leaf,
            (false, true) => Shape::Max,
            (false, false) => Shape::Min,
        },
        mark: node.cut.map_or(Mark::Plain, |_| Mark::Cutter),
        ..TreeNode::default()
    }
}

/// What a value says of the true one, for the reference side: a bound of Min's value is the
/// opposite bound of Max's.
fn bound_sign(bound: Option<Bound>, max: bool) -> &'static str {
    match (bound, max) {
        (Some(Bound::Lower), true) | (Some(Bound::Upper), false) => "≥",
        (Some(Bound::Upper), true) | (Some(Bound::Lower), false) => "≤",
        (Some(Bound::Exact) | None, _) => "",
    }
}

/// A branch that was cut off.
fn unsearched<G: Notation>(game: &G, m: G::Move, parent: usize, max: bool) -> TreeNode {
    let shape = match (game.after(m).payoff(), max) {
        (Some(_), _) => Shape::Leaf,
        (None, true) => Shape::Min,
        (None, false) => Shape::Max,
    };
    TreeNode {
        parent: Some(parent),
        edge: game.move_text(m),
        shape,
        mark: Mark::Cut,
        ..TreeNode::default()
    }
}

/// A position of a game that draws itself, the game's name being `name`.
#[must_use]
pub fn position_figure<G: Notation + Drawn>(
    name: &'static str,
    game: &G,
    caption: impl Into<String>,
) -> Figure {
    Figure {
        caption: caption.into(),
        game: name,
        position: game.notation(),
        board: match name {
            "tree" => String::new(),
            _ => game.to_string(),
        },
        picture: game.picture(),
    }
}

/// A chess board from the first field of a FEN.
#[must_use]
pub fn chess_figure(fen: &str, caption: impl Into<String>) -> Figure {
    let mut squares = Vec::new();
    for letter in fen.split(' ').next().unwrap_or_default().chars() {
        match (letter.to_digit(10), letter) {
            (Some(empty), _) => squares.extend((0..empty).map(|_| Piece::Empty)),
            (None, '/') => {}
            (None, letter) => squares.push(Piece::Text(chess_symbol(letter).to_string())),
        }
    }
    squares.resize(64, Piece::Empty);
    let side = if fen.split(' ').nth(1) == Some("b") {
        "Black"
    } else {
        "White"
    };
    let board = Board {
        columns: 8,
        rows: 8,
        squares,
        pattern: Pattern::Chequered,
        column_labels: ('a'..='h').map(String::from).collect(),
        row_labels: ('1'..='8').rev().map(String::from).collect(),
        highlights: Vec::new(),
        caption: format!("{side} to move"),
    };
    let letters = Chess::parse(fen).map(|position| position.to_string());
    Figure {
        caption: caption.into(),
        game: "chess",
        position: fen.to_string(),
        board: letters.unwrap_or_default(),
        picture: Picture::Board(board),
    }
}

fn chess_symbol(letter: char) -> char {
    const LETTERS: &str = "KQRBNPkqrbnp";
    const SYMBOLS: [char; 12] = ['♔', '♕', '♖', '♗', '♘', '♙', '♚', '♛', '♜', '♝', '♞', '♟'];
    LETTERS.find(letter).map_or(letter, |place| SYMBOLS[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_textbook_tree_is_drawn_with_its_cut() {
        let figure = searched_figure("((3 12 8)(2 4 6)(14 5 2))").unwrap();
        assert_eq!(
            figure.caption,
            "Alpha-beta on ((3 12 8)(2 4 6)(14 5 2)): value 3, 7 of 9 leaves."
        );
        let Picture::Tree(tree) = figure.picture else {
            panic!("not a tree")
        };
        let marked = |mark: Mark| tree.nodes.iter().filter(|node| node.mark == mark).count();
        assert_eq!(
            (marked(Mark::Cut), marked(Mark::Cutter), marked(Mark::Best)),
            (2, 1, 3)
        );
        assert_eq!(tree.nodes.len(), 13);
        let cutter = tree.nodes.iter().find(|node| node.mark == Mark::Cutter);
        assert_eq!(cutter.unwrap().text, "≤2");
    }

    #[test]
    fn a_board_has_its_pieces_where_the_fen_says() {
        let figure = chess_figure("6k1/8/8/8/8/8/8/R6K w - - 0 1", "");
        let Picture::Board(board) = figure.picture else {
            panic!("not a board")
        };
        assert_eq!(board.squares[6], Piece::Text("♚".to_string()));
        assert_eq!(board.squares[56], Piece::Text("♖".to_string()));
        assert_eq!(board.caption, "White to move");
    }
}
