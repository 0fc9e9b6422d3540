//! Positions just out of book, from games that nobody learnt from.
//!
//! A game is followed until criterion 3 of the source finds no move in the opening table: there
//! the player begins to think. The moves that led there are kept, for the player goes by the last
//! book position on the way.

use std::collections::HashSet;

use zermelo_archive::{Archive, ArchiveError, GameId, StoredGame};
use zermelo_chess::{Chess, Move, PositionKey};
use zermelo_engine::learned::Learned;
use zermelo_game::Game;
use zermelo_game::random::Rng;

/// A position with the moves that led to it.
#[derive(Clone, Debug)]
pub struct Beyond {
    /// The game that it comes from.
    pub game: GameId,
    /// Where the game began.
    pub start: Chess,
    /// The moves up to the position.
    pub moves: Vec<Move>,
}

impl Beyond {
    /// The position.
    #[must_use]
    pub fn position(&self) -> Chess {
        let begin = self.start.clone();
        self.moves
            .iter()
            .fold(begin, |position, &m| position.after(m))
    }
}

/// Plies that a game must have before and after the position: no freaks, no last moves.
const LEAST_BEFORE: usize = 6;
const LEAST_AFTER: usize = 10;

/// Different positions just out of book, drawn by a seed from some games, of those that pass a
/// test; fewer than wanted if there are no more.
///
/// # Errors
///
/// When the archive is damaged.
pub fn beyond_the_book(
    archive: &Archive,
    learned: &Learned,
    mut games: Vec<GameId>,
    wanted: usize,
    seed: u64,
    test: &dyn Fn(&StoredGame) -> bool,
) -> Result<Vec<Beyond>, ArchiveError> {
    let mut rng = Rng::new(seed);
    let mut seen: HashSet<PositionKey> = HashSet::new();
    let mut found = Vec::new();
    while found.len() < wanted && !games.is_empty() {
        let id = games.swap_remove(rng.below(games.len()));
        let game = archive.game(id)?;
        if test(&game)
            && let Some(beyond) = follow(learned, id, &game)
            && seen.insert(beyond.position().archive_key())
        {
            found.push(beyond);
        }
    }
    Ok(found)
}

fn follow(learned: &Learned, id: GameId, game: &StoredGame) -> Option<Beyond> {
    let packed = game.moves();
    let start = game.start_position();
    let mut position = start.clone();
    let mut moves = Vec::new();
    // Which move the noise of the criterion would choose does not matter here.
    let mut rng = Rng::new(0);
    for &m in &packed {
        if learned.candidates(&position, &mut rng).is_empty() {
            let deep = moves.len() >= LEAST_BEFORE && moves.len() + LEAST_AFTER <= packed.len();
            return deep.then_some(Beyond {
                game: id,
                start,
                moves,
            });
        }
        let m = position.unpacked(m)?;
        position.play(m);
        moves.push(m);
    }
    None
}
