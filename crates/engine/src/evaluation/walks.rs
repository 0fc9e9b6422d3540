//! Random games, for the tests of what is kept along a path.

use zermelo_chess::{Chess, Move};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation};

/// Visits every step of some random games from each start: the position before, after, the move.
pub fn along_games(seed: u64, starts: &[&str], mut visit: impl FnMut(&Chess, &Chess, Move)) {
    let mut rng = Rng::new(seed);
    for start in starts {
        for _ in 0..20 {
            let mut position = Chess::parse(start).unwrap();
            for _ in 0..120 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let Some(&m) = rng.pick(&moves) else { break };
                let before = position.clone();
                position.play(m);
                visit(&before, &position, m);
            }
        }
    }
}
