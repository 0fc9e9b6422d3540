//! How long exploring takes on a warm archive: `explore_speed FOLDER`.
//!
//! Ten thousand positions, drawn from random games at random plies; each is explored twice and
//! the second time counts. Prints the median, the 99th percentile and the slowest.

use std::path::PathBuf;
use std::time::Instant;

use zermelo_archive::{Archive, Filter, GameId, OpeningNames, Result};
use zermelo_chess::{Chess, Replay};
use zermelo_game::random::Rng;

const POSITIONS: usize = 10_000;

fn random_position(archive: &Archive, random: &mut Rng) -> Result<Chess> {
    let game = archive.game(GameId {
        segment: 0,
        game: random.below(archive.games() as usize) as u32,
    })?;
    let moves = game.moves();
    let mut replay = Replay::from_position(&game.start_position());
    for &m in &moves[..random.below(moves.len().min(archive.plies()) + 1)] {
        replay.play_packed(m);
    }
    Ok(replay.position())
}

fn main() -> Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_default());
    let archive = Archive::open(&folder)?;
    let names = OpeningNames::built_in();
    let filter = Filter::default();
    let mut random = Rng::new(1);
    let mut times = Vec::new();
    for _ in 0..POSITIONS {
        let position = random_position(&archive, &mut random)?;
        archive.explore(&position, &filter, &names)?;
        let start = Instant::now();
        let explored = archive.explore(&position, &filter, &names)?;
        times.push(start.elapsed().as_secs_f64() * 1e6);
        assert!(explored.stats.total.games() > 0, "a game was here");
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{POSITIONS} positions: median {:.0} µs, 99th percentile {:.0} µs, slowest {:.0} µs",
        times[POSITIONS / 2],
        times[POSITIONS * 99 / 100],
        times[POSITIONS - 1]
    );
    Ok(())
}
