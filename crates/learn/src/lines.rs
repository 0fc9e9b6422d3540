//! First moves of games as starting points of training games and matches.
//!
//! A thematic line is the beginning of a game of an archive whose opening code lies in a range. It
//! is drawn in proportion to how often it was played, and each line comes once: players that
//! always answer alike would otherwise repeat their games.

use std::collections::HashSet;

use zermelo_archive::{Archive, ArchiveError, Eco, Filter, GameId};
use zermelo_arena::openings::Opening;
use zermelo_game::Game;
use zermelo_game::random::Rng;

/// Different beginnings of so many plies, drawn by a seed from the games with opening codes of a
/// range, or from all; fewer than wanted if there are no more.
///
/// # Errors
///
/// When the archive is damaged.
pub fn thematic_lines(
    archive: &Archive,
    codes: Option<(Eco, Eco)>,
    plies: usize,
    wanted: usize,
    seed: u64,
) -> Result<Vec<Opening>, ArchiveError> {
    let filter = Filter {
        eco: codes,
        ..Filter::default()
    };
    let mut games: Vec<GameId> = Vec::new();
    archive.for_each_game(&filter, |id| {
        games.push(id);
        Ok(true)
    })?;
    let mut rng = Rng::new(seed);
    let mut seen: HashSet<Vec<String>> = HashSet::new();
    let mut lines = Vec::new();
    while lines.len() < wanted && !games.is_empty() {
        let id = games.swap_remove(rng.below(games.len()));
        if let Some(opening) = beginning(archive, id, plies)?
            && seen.insert(opening.moves.clone())
        {
            lines.push(opening);
        }
    }
    Ok(lines)
}

/// The first moves of a game that began as usual and went on after them.
fn beginning(archive: &Archive, id: GameId, plies: usize) -> Result<Option<Opening>, ArchiveError> {
    let game = archive.game(id)?;
    let packed = game.moves();
    if !game.start.is_empty() || packed.len() <= plies {
        return Ok(None);
    }
    let mut position = game.start_position();
    let mut moves = Vec::new();
    for &m in &packed[..plies] {
        let Some(m) = position.unpacked(m) else {
            return Ok(None);
        };
        moves.push(position.uci(m));
        position.play(m);
    }
    Ok(Some(Opening {
        name: game.eco.to_string(),
        position: None,
        moves,
    }))
}
