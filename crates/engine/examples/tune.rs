//! Makes games by self-play and fits the weights to them.
//!
//! `cargo run --release -p zermelo-engine --example tune -- play GAMES NODES SEED [WEIGHTS]` writes
//! lines of FEN, score and result (of the first side) to the standard output, an empty line after
//! each game; `… -- label EPD NODES [WEIGHTS]` does the same for positions whose operation `c9` is a
//! result; `… -- fit SAMPLES [START] [NAME=VALUE …]` fits weights, beginning with those of a file or
//! with the reference, and prints the set, progress on the standard error. The names are those of
//! `FitParams`.

use std::io::{BufRead, BufReader, Write};
use std::sync::Arc;

use zermelo_chess::Chess;
use zermelo_engine::evaluation::{Classical, Weights};
use zermelo_engine::tuning::fit::{Fit, FitParams};
use zermelo_engine::tuning::selfplay::{Sample, samples};
use zermelo_engine::{Control, Engine, Order, SearchLimits, Settings};
use zermelo_game::random::Rng;
use zermelo_game::{Game, Notation, Side};

fn weights(path: Option<&String>) -> Result<Option<Arc<Weights>>, String> {
    let Some(path) = path else { return Ok(None) };
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    Ok(Some(Arc::new(Weights::parse(&text)?)))
}

fn play(numbers: [u64; 3], weights: Option<Arc<Weights>>) -> std::io::Result<()> {
    let [games, nodes, seed] = numbers;
    let mut rng = Rng::new(seed);
    let mut engine = Engine::new(Settings::default());
    let mut other = Engine::new(Settings::default());
    if let Some(weights) = weights {
        engine.set_weights(weights.clone());
        other.set_weights(weights);
    }
    let mut out = std::io::stdout().lock();
    for _ in 0..games {
        for sample in samples(&mut engine, &mut other, &mut rng, nodes) {
            let fen = sample.position.notation();
            let result = sample.result.unwrap_or(0.5);
            writeln!(out, "{fen};{};{result}", sample.score)?;
        }
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

/// Scores positions of an EPD file by a search; each counts as a game of its own.
fn label(path: &str, nodes: u64, weights: Option<Arc<Weights>>) -> Result<(), String> {
    let settings = Settings {
        hash_mb: 1,
        ..Settings::default()
    };
    let mut engine = Engine::new(settings);
    if let Some(weights) = weights {
        engine.set_weights(weights);
    }
    let file = std::fs::File::open(path).map_err(|e| format!("{path}: {e}"))?;
    let mut out = std::io::stdout().lock();
    for line in BufReader::new(file).lines() {
        let line = line.map_err(|e| e.to_string())?;
        let Some((fen, result)) = line.split_once(" c9 ") else {
            continue;
        };
        let result = match result.trim_matches([';', '"', ' ']) {
            "1-0" => 1.0,
            "0-1" => 0.0,
            _ => 0.5,
        };
        let Ok(position) = Chess::parse(fen) else {
            continue;
        };
        let limits = SearchLimits {
            nodes: Some(nodes),
            ..SearchLimits::default()
        };
        let order = Order::new(position.clone(), limits);
        let answer = engine.search_on_this_thread(&order, &Control::default(), &mut |_| ());
        let score = answer.lines.first().map_or(0, |line| line.score);
        let score = match position.side() {
            Side::First => score,
            Side::Second => -score,
        };
        writeln!(out, "{};{score};{result}\n", position.notation()).map_err(|e| e.to_string())?;
    }
    Ok(())
}

fn read(line: &str) -> Option<Sample> {
    let mut fields = line.split(';');
    Some(Sample {
        position: Chess::parse(fields.next()?).ok()?,
        score: fields.next()?.parse().ok()?,
        result: fields.next()?.parse().ok(),
    })
}

fn fit(path: &str, start: &Arc<Weights>, params: FitParams) -> Result<(), String> {
    let evaluator = Classical::new(start.clone());
    let mut fit = Fit::new(start, params);
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
    let positions = fit.len();
    eprintln!(
        "{games} games, {positions} positions, error {:.6}",
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
    let mut params = FitParams::default();
    for (name, value) in words.iter().filter_map(|word| word.split_once('=')) {
        let number = value
            .parse()
            .map_err(|_| format!("`{value}` is no number"))?;
        params.set(name, number).map_err(|e| e.to_string())?;
    }
    let words: Vec<_> = words
        .into_iter()
        .filter(|word| !word.contains('='))
        .collect();
    let number = |i: usize, or: u64| words.get(i).and_then(|w| w.parse().ok()).unwrap_or(or);
    match words.first().map(String::as_str) {
        Some("play") => {
            let numbers = [number(1, 100), number(2, 1_000), number(3, 1)];
            play(numbers, weights(words.get(4))?).map_err(|e| e.to_string())
        }
        Some("label") => {
            let path = words.get(1).ok_or("which positions?")?;
            label(path, number(2, 3_000), weights(words.get(3))?)
        }
        Some("fit") => {
            let path = words.get(1).ok_or("which samples?")?;
            let start = weights(words.get(2))?.unwrap_or_else(Weights::reference);
            fit(path, &start, params)
        }
        _ => Err(
            "`play GAMES NODES SEED [WEIGHTS]`, `label EPD NODES [WEIGHTS]` or `fit SAMPLES [START] \
                 [NAME=VALUE …]`"
                .into(),
        ),
    }
}
