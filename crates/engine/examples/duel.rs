//! Two set-ups of the engine play each other at fixed nodes, from random openings or those of a PGN
//! file, with colours changed; prints the score as it goes.
//!
//! `cargo run --release -p zermelo-engine --example duel -- NODES GAMES A B [SEED [PGN]]`, where A
//! and B are set-ups as in `support`.

mod support;

use support::engine;
use zermelo_chess::read_pgn_lines;
use zermelo_engine::tuning::selfplay::{game, opening};
use zermelo_game::random::Rng;
use zermelo_game::{Outcome, Side};

fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10()
}

fn main() -> Result<(), String> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let number = |i: usize, or: u64| words.get(i).and_then(|w| w.parse().ok()).unwrap_or(or);
    let (nodes, games, seed) = (number(0, 10_000), number(1, 100), number(4, 1));
    let text = |i: usize| words.get(i).map_or("-", String::as_str);
    let (mut one, mut two) = (engine(text(2))?, engine(text(3))?);
    let mut rng = Rng::new(seed);
    let mut counts = [0u32; 3];
    let book = match words.get(5) {
        None => Vec::new(),
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
            read_pgn_lines(&text, 40).flatten().collect()
        }
    };
    for pair in 0..games / 2 {
        let line = match rng.pick(&book) {
            Some(line) => line.moves.clone(),
            None => opening(&mut one, &mut rng),
        };
        for colour in Side::BOTH {
            let players = match colour {
                Side::First => [&mut one, &mut two],
                Side::Second => [&mut two, &mut one],
            };
            match game(players, &line, nodes, |_, _, _| ()) {
                Outcome::Draw => counts[1] += 1,
                Outcome::Win(side) if side == colour => counts[0] += 1,
                Outcome::Win(_) => counts[2] += 1,
            }
        }
        if (pair + 1) % 10 == 0 || pair + 1 == games / 2 {
            let [wins, draws, losses] = counts.map(f64::from);
            let played = wins + draws + losses;
            let score = (wins + draws / 2.0) / played;
            let spread = (wins * (1.0 - score).powi(2)
                + draws * (0.5 - score).powi(2)
                + losses * score.powi(2))
                / played;
            let error = 1.96 * (spread / played).sqrt();
            println!(
                "+{} ={} -{}  {:.1}%  Elo {:+.0} ± {:.0}",
                counts[0],
                counts[1],
                counts[2],
                100.0 * score,
                elo(score),
                (elo(score + error) - elo(score - error)) / 2.0
            );
        }
    }
    Ok(())
}
