//! How many games a second the PGN reader resolves: `pgn_speed FILE.pgn`.

use std::time::Instant;

use zermelo_chess::{GameMoves, PgnStream, Replay};

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_default();
    let text = std::fs::read(path)?;
    let (mut tags, mut moves) = (Vec::new(), GameMoves::default());
    let mut stream = PgnStream::new(&text);
    let (mut games, mut plies, mut sum) = (0_u64, 0_u64, 0_u128);
    let start = Instant::now();
    while stream.next_tags(&mut tags) {
        stream.read_moves(Replay::new(), 70, &mut moves);
        games += 1;
        plies += moves.plies as u64;
        sum ^= moves.keys.last().map_or(0, |key| key.bits());
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{games} games, {plies} plies, {seconds:.2} s, {:.0} games/s, {sum:x}",
        games as f64 / seconds
    );
    Ok(())
}
