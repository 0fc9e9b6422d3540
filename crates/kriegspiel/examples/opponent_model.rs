//! Plays games between our players, fits the model of the opponent to their moves, and writes it.
//!
//! `cargo run --release -p zermelo-kriegspiel --example opponent_model -- GAMES NODES FILE [PLAYER…]`
//!
//! A tenth of the games is held out; the mean logarithm of the chance of the move played is
//! printed for chance, for the model that ships, and for the new one.

mod support;

use support::play;
use zermelo_game::random::Rng;
use zermelo_kriegspiel::boards::{FitParams, Model, Sample, fit, log_likelihood, samples_of};

/// Games of more plies are cut.
const PLIES: usize = 300;

/// One game of this many is held out.
const HELD_OUT: u64 = 10;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, usual: u64| words.get(at).and_then(|w| w.parse().ok()).unwrap_or(usual);
    let (games, nodes) = (number(0, 200), number(1, 200));
    let file = words.get(2).map_or("model.txt", String::as_str);
    let mut players: Vec<&str> = words.iter().skip(3).map(String::as_str).collect();
    if players.is_empty() {
        players = vec!["random", "metaposition", "montecarlo", "strategic"];
    }
    let (mut known, mut held_out): (Vec<Sample>, Vec<Sample>) = (Vec::new(), Vec::new());
    let mut rng = Rng::new(1);
    for game in 0..games {
        let pair = [0, 1].map(|_| players[rng.below(players.len())]);
        let Some(played) = play(pair, nodes, game, PLIES) else {
            eprintln!("no game of {pair:?}");
            return;
        };
        let samples = samples_of(&played);
        let part = if game % HELD_OUT == 0 {
            &mut held_out
        } else {
            &mut known
        };
        part.extend(samples);
        if game % 20 == 19 {
            eprintln!("{} games, {} moves", game + 1, known.len() + held_out.len());
        }
    }
    let fitted = fit(&known, FitParams::default());
    println!("{} moves fitted, {} held out", known.len(), held_out.len());
    for (name, model) in [
        ("chance", &Model::default()),
        ("shipped", Model::fitted()),
        ("fitted", &fitted),
    ] {
        println!(
            "{name}: {:.3} a move held out",
            log_likelihood(model, &held_out)
        );
    }
    println!(
        "fitted: {:.3} a move fitted",
        log_likelihood(&fitted, &known)
    );
    if let Err(error) = std::fs::write(file, fitted.text()) {
        eprintln!("{file}: {error}");
    }
}
