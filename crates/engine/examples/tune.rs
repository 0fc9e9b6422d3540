//! Makes games by self-play and fits the weights to them.
//!
//! `cargo run --release -p zermelo-engine --example tune -- play GAMES NODES SEED >> samples.txt`
//! writes lines of FEN, score and result (of the first side), one block per game;
//! `… -- fit samples.txt [EPOCHS] [START] > tuned.txt` fits and prints the set, progress on the
//! standard error.

use std::io::{BufRead, BufReader, Write};
use std::sync::Arc;

use zermelo_chess::Chess;
use zermelo_engine::evaluation::{Classical, Weights};
use zermelo_engine::tuning::fit::{Fit, FitParams};
use zermelo_engine::tuning::selfplay::{Sample, samples};
use zermelo_engine::{Engine, Settings};
use zermelo_game::Notation;
use zermelo_game::random::Rng;

fn play(games: u64, nodes: u64, seed: u64) -> std::io::Result<()> {
    let mut rng = Rng::new(seed);
    let mut engine = Engine::new(Settings::default());
    let mut other = Engine::new(Settings::default());
    let mut out = std::io::stdout().lock();
    for _ in 0..games {
        for sample in samples(&mut engine, &mut other, &mut rng, nodes) {
            let fen = sample.position.notation();
            writeln!(out, "{fen};{};{}", sample.score, sample.result)?;
        }
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

fn read(line: &str) -> Option<Sample> {
    let mut fields = line.split(';');
    Some(Sample {
        position: Chess::parse(fields.next()?).ok()?,
        score: fields.next()?.parse().ok()?,
        result: fields.next()?.parse().ok()?,
    })
}

fn fit(path: &str, epochs: i64, start: Option<&String>) -> Result<(), String> {
    let start = match start {
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
            Arc::new(Weights::parse(&text)?)
        }
        None => Weights::reference(),
    };
    let evaluator = Classical::new(start.clone());
    let params = FitParams {
        epochs,
        ..FitParams::default()
    };
    let mut fit = Fit::new(&start, params);
    let file = std::fs::File::open(path).map_err(|e| format!("{path}: {e}"))?;
    let mut games = 0;
    for line in BufReader::new(file).lines() {
        let line = line.map_err(|e| e.to_string())?;
        if line.is_empty() {
            games += 1;
        } else if let Some(sample) = read(&line) {
            fit.add(&evaluator, &sample, games % 20 == 0);
        }
    }
    eprintln!(
        "{games} games, {} positions, error {:.6}",
        fit.len(),
        fit.error()
    );
    let mut rng = Rng::new(1);
    for epoch in 0..params.epochs {
        let left = 1.0 - epoch as f32 / params.epochs as f32;
        fit.epoch(&mut rng, left);
        eprintln!("epoch {epoch}: error {:.6}", fit.error());
    }
    println!(
        "# The weights fitted to self-play: group, then pairs middlegame/ending in centipawns."
    );
    print!("{}", fit.weights().text());
    Ok(())
}

fn main() -> Result<(), String> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let number = |i: usize, or: u64| words.get(i).and_then(|w| w.parse().ok()).unwrap_or(or);
    match words.first().map(String::as_str) {
        Some("play") => {
            play(number(1, 100), number(2, 2_000), number(3, 1)).map_err(|e| e.to_string())
        }
        Some("fit") => fit(
            words.get(1).ok_or("which samples?")?,
            number(2, 30) as i64,
            words.get(3),
        ),
        _ => Err("`play GAMES NODES SEED` or `fit SAMPLES [EPOCHS] [START]`".to_string()),
    }
}
