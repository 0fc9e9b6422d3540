//! Two set-ups of the engine play each other at fixed nodes, from random openings or those of a PGN
//! file, with colours changed; prints the score as it goes.
//!
//! `cargo run --release -p zermelo-engine --example duel -- NODES GAMES A B [SEED [PGN]]`, where A
//! and B are set-ups as in `support`.

#[path = "support/series.rs"]
mod series;
mod support;

use support::engine;

fn main() -> Result<(), String> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let number = |i: usize, or: u64| words.get(i).and_then(|w| w.parse().ok()).unwrap_or(or);
    let text = |i: usize| words.get(i).map_or("-", String::as_str);
    let (mut one, mut two) = (engine(text(2))?, engine(text(3))?);
    let book = series::book(words.get(5))?;
    let lengths = (number(0, 10_000), number(1, 100), number(4, 1));
    series::play([&mut one, &mut two], lengths, &book, |counts| {
        println!("{counts}");
    });
    Ok(())
}
