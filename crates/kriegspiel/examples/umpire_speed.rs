//! How fast the umpire is: games of uniformly random tries, in one thread.
//!
//! `cargo run --release -p zermelo-kriegspiel --example umpire_speed [seconds]` prints one JSON object;
//! `bench/umpires.py` runs it beside other umpires.

use std::time::{Duration, Instant};

use zermelo_game::random::Rng;
use zermelo_kriegspiel::{Action, Rules, Umpire};

fn main() {
    let seconds: f64 = std::env::args()
        .nth(1)
        .and_then(|word| word.parse().ok())
        .unwrap_or(5.0);
    let begun = Instant::now();
    let end = begun + Duration::from_secs_f64(seconds);
    let mut rng = Rng::new(1);
    let (mut games, mut tries, mut moves) = (0u64, 0u64, 0u64);
    let mut possible = Vec::new();
    while Instant::now() < end {
        let mut umpire = Umpire::new(Rules::wild16());
        while umpire.result().is_none() {
            possible.clear();
            umpire.view_of(umpire.to_move()).tries(&mut possible);
            let Some(&tried) = rng.pick(&possible) else {
                break;
            };
            umpire.answer(Action::Try(tried));
            tries += 1;
        }
        moves += umpire.transcript().plies() as u64;
        games += 1;
    }
    let elapsed = begun.elapsed().as_secs_f64();
    println!(
        "{{\"games\":{games},\"tries\":{tries},\"moves\":{moves},\"games_per_second\":{:.1},\
         \"tries_per_second\":{:.0}}}",
        games as f64 / elapsed,
        tries as f64 / elapsed
    );
}
