//! Any text as an explicit tree.
//!
//! What parses has as many leaves as a walk finds, prints and reads back, and is itself again
//! when mirrored twice.

use zermelo_game::Game;
use zermelo_game::random::Rng;
use zermelo_games::ExplicitTree;

use super::positions;
use crate::corpus::{fingerprint, gist};

/// Runs one input.
pub fn run(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let tree = match ExplicitTree::parse(&text) {
        Ok(tree) => tree,
        Err(error) => {
            // A column past the end would point at nothing.
            let end = text.chars().count() + 1;
            assert!((1..=end).contains(&error.column), "{error} in {end}");
            return gist(&error.expected);
        }
    };
    let (nodes, leaves) = walk(&tree);
    assert_eq!(nodes, tree.node_count() as u64, "nodes of {text}");
    assert_eq!(leaves, tree.leaf_count() as u64, "leaves of {text}");
    let mirrored = tree.mirrored();
    assert_eq!(mirrored.leaf_count(), tree.leaf_count());
    assert!(mirrored.mirrored() == tree, "mirrored twice: {text}");
    let mut rng = Rng::new(fingerprint(input));
    let plies = positions::play(tree, &mut rng, 60);
    let plies = plies.checked_ilog2().unwrap_or(0);
    u64::from(nodes.ilog2()) << 16 | u64::from(leaves.ilog2()) << 8 | u64::from(plies)
}

/// All nodes and all leaves, without recursion: a tree may be as deep as the parser allows.
fn walk(tree: &ExplicitTree) -> (u64, u64) {
    let (mut nodes, mut leaves) = (0, 0);
    let mut open = vec![tree.clone()];
    let mut moves = Vec::new();
    while let Some(node) = open.pop() {
        nodes += 1;
        moves.clear();
        node.legal_moves(&mut moves);
        leaves += u64::from(moves.is_empty());
        open.extend(moves.iter().map(|&m| node.after(m)));
    }
    (nodes, leaves)
}
