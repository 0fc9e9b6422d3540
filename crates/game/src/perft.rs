//! Counting move sequences: the classic check of move generation.

use crate::Game;

/// The number of move sequences of exactly `depth` plies. A game that ends earlier counts
/// nothing; [`game_count`] is the one that counts finished games.
///
/// One growing list of moves serves the whole recursion: a fresh list per node was measured at
/// twice the time.
#[must_use]
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    fn count<G: Game>(game: &G, depth: u32, moves: &mut Vec<G::Move>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let first = moves.len();
        game.legal_moves(moves);
        let nodes = if depth == 1 {
            (moves.len() - first) as u64
        } else {
            (first..moves.len())
                .map(|i| count(&game.after(moves[i]), depth - 1, moves))
                .sum()
        };
        moves.truncate(first);
        nodes
    }
    count(game, depth, &mut Vec::new())
}

/// The number of different games, that is of move sequences that end by the rules.
#[must_use]
pub fn game_count<G: Game>(game: &G) -> u64 {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    if moves.is_empty() {
        return 1;
    }
    moves.iter().map(|&m| game_count(&game.after(m))).sum()
}
