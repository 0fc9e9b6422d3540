//! Pictures of games that are trees, and the reading of their moves: children counted from 1.

use zermelo_draw::{Mark, Picture, Shape, Tree, TreeNode};
use zermelo_game::{Game, Notation, ParseError, Side};

/// Nodes drawn before the rest is left out.
const MAX_DRAWN: usize = 400;
/// Children drawn of one node.
const MAX_CHILDREN: usize = 40;

/// The tree below a position, level by level, as far as [`MAX_DRAWN`] nodes go; `text` gives
/// what is written in a node.
pub(crate) fn tree_picture<G: Notation>(root: &G, text: impl Fn(&G) -> String) -> Picture {
    let mut nodes = vec![drawn(root, None, String::new(), &text)];
    let mut positions = vec![Some(root.clone())];
    let mut moves = Vec::new();
    for parent in 0.. {
        let Some(position) = positions.get(parent) else {
            break;
        };
        // What was left out has no children to draw.
        let Some(position) = position.clone() else {
            continue;
        };
        moves.clear();
        position.legal_moves(&mut moves);
        let room = MAX_DRAWN.saturating_sub(nodes.len());
        let shown = moves.len().min(MAX_CHILDREN).min(room);
        for &m in &moves[..shown] {
            let child = position.after(m);
            nodes.push(drawn(&child, Some(parent), position.move_text(m), &text));
            positions.push(Some(child));
        }
        if shown < moves.len() {
            nodes.push(TreeNode {
                parent: Some(parent),
                text: format!("{} more", moves.len() - shown),
                mark: Mark::Elided,
                ..TreeNode::default()
            });
            positions.push(None);
        }
    }
    Picture::Tree(Tree {
        nodes,
        title: match root.side() {
            Side::First => "Max to move".to_string(),
            Side::Second => "Min to move".to_string(),
        },
        notes: Vec::new(),
    })
}

fn drawn<G: Notation>(
    position: &G,
    parent: Option<usize>,
    edge: String,
    text: &impl Fn(&G) -> String,
) -> TreeNode {
    TreeNode {
        parent,
        edge,
        text: text(position),
        shape: match (position.outcome(), position.side()) {
            (Some(_), _) => Shape::Leaf,
            (None, Side::First) => Shape::Max,
            (None, Side::Second) => Shape::Min,
        },
        ..TreeNode::default()
    }
}

/// A leaf's value for Max as text; nothing for an inner node.
pub(crate) fn leaf_text<G: Game>(position: &G) -> String {
    match (position.payoff(), position.side()) {
        (None, _) => String::new(),
        (Some(payoff), Side::First) => payoff.to_string(),
        (Some(payoff), Side::Second) => (-payoff).to_string(),
    }
}

/// Reads the number of a child, from 1, as a move, from 0.
pub(crate) fn parse_child(text: &str, children: u32) -> Result<u32, ParseError> {
    let text = text.trim();
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let number: Option<u32> = text.parse().ok().filter(|_| plain);
    let number = number.filter(|number| (1..=children).contains(number));
    number.map(|number| number - 1).ok_or_else(|| {
        let expected = match children {
            0 => "no move: this is a leaf".to_string(),
            _ => format!("the number of a child from 1 to {children}"),
        };
        ParseError::new(text, 1, expected)
    })
}
