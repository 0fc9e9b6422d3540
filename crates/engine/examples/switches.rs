//! What each switch of the search is worth in chess: the engine as it is against the engine with
//! one switch turned over, at fixed nodes with colours changed, and the nodes that either needs to
//! a depth.
//!
//! `cargo run --release -p zermelo-engine --example switches -- NODES GAMES LOG [PGN]`
//!
//! Every switch that is done is a line of the log; the same command goes on after the last of
//! them, and prints them all as a table.

#[path = "support/series.rs"]
mod series;
mod support;

use std::fs::OpenOptions;
use std::io::Write;

use support::engine;
use zermelo_chess::Chess;
use zermelo_engine::{Control, Order, Profile, SearchLimits};
use zermelo_game::Notation;
use zermelo_search::full::Params;

/// How deep nodes are compared.
const DEPTH: u32 = 12;

/// Nodes to the depth over the positions of the fingerprint.
fn nodes_of(change: &str) -> Result<u64, String> {
    let limits = SearchLimits {
        depth: Some(DEPTH),
        ..SearchLimits::default()
    };
    let mut nodes = 0;
    for fen in zermelo_engine::protocol::bench::POSITIONS {
        let position = Chess::parse(fen).map_err(|e| e.to_string())?;
        let order = Order::new(position, limits);
        nodes += engine(change)?
            .search(&order, &Control::default(), &mut |_| ())
            .nodes;
    }
    Ok(nodes)
}

fn main() -> Result<(), String> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let number = |i: usize| words.get(i).and_then(|word| word.parse().ok());
    let (Some(nodes), Some(games), Some(log)) = (number(0), number(1), words.get(2)) else {
        return Err("expected NODES GAMES LOG [PGN]".to_string());
    };
    let book = series::book(words.get(3))?;
    let done = std::fs::read_to_string(log).unwrap_or_default();
    let usual = Profile::default().params();
    let mut base = None;
    println!("| switch | usually | nodes turned over | worth as it is |\n|---|---|---|---|");
    print!("{done}");
    for (seed, switch) in (1..).zip(Params::switches()) {
        let name = switch.name;
        if done.contains(&format!("| {name} |")) {
            continue;
        }
        let on = usual.get(name) == Some(1);
        let change = format!("{name}={}", i64::from(!on));
        let all = match base {
            Some(all) => all,
            None => *base.insert(nodes_of("-")?),
        };
        let ratio = nodes_of(&change)? as f64 / all as f64;
        let (mut one, mut two) = (engine("-")?, engine(&change)?);
        let counts = series::play([&mut one, &mut two], (nodes, games, seed), &book, |_| ());
        let usually = if on { "on" } else { "off" };
        let row = format!("| {name} | {usually} | {ratio:.2} | {counts} |\n");
        let file = OpenOptions::new().create(true).append(true).open(log);
        file.and_then(|mut file| file.write_all(row.as_bytes()))
            .map_err(|e| format!("{log}: {e}"))?;
        print!("{row}");
    }
    Ok(())
}
