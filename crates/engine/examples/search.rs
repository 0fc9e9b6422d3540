//! Searches one position and prints what is reported.
//!
//! `cargo run --release -p zermelo-engine --example search -- DEPTH FEN`

use zermelo_chess::Chess;
use zermelo_engine::{Control, Engine, Order, SearchLimits, Settings};
use zermelo_game::{Game, Notation};

fn main() {
    let mut words = std::env::args().skip(1);
    let depth = words.next().and_then(|word| word.parse().ok());
    let fen = words.collect::<Vec<_>>().join(" ");
    let fen = if fen.is_empty() { "startpos" } else { &fen };
    let position = match Chess::parse(fen) {
        Ok(position) => position,
        Err(error) => return eprintln!("{error}"),
    };
    let limits = SearchLimits {
        depth: Some(depth.unwrap_or(10)),
        ..SearchLimits::default()
    };
    let mut engine = Engine::new(Settings::default());
    let order = Order::new(position.clone(), limits);
    engine.search(&order, &Control::default(), &mut |report| {
        let mut game = position.clone();
        let mut texts = Vec::new();
        for &m in &report.pv {
            texts.push(game.uci(m));
            game.play(m);
        }
        println!(
            "depth {} seldepth {} {:?} nodes {} nps {} {}",
            report.depth,
            report.seldepth,
            report.value,
            report.nodes,
            report.nps(),
            texts.join(" ")
        );
    });
}
