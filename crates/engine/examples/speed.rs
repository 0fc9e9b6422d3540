//! Searches fixed positions to a depth and prints nodes, speed and time: a quick fingerprint of
//! search and evaluation.
//!
//! `cargo run --release -p zermelo-engine --example speed -- [DEPTH] [SET-UP]`, with a set-up as
//! in `support`.

mod support;

use std::time::Instant;

use support::engine;
use zermelo_chess::Chess;
use zermelo_engine::{Control, Order, SearchLimits};
use zermelo_game::Notation;

const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 11",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "rq3rk1/ppp2ppp/1bnpb3/3N2B1/3NP3/7P/PPPQ1PP1/2KR3R w - - 7 14",
    "r1bq1r1k/1pp1n1pp/1p1p4/4p2Q/4Pp2/1BNP4/PPP2PPP/3R1RK1 w - - 2 14",
    "r3r1k1/2p2ppp/p1p1bn2/8/1q2P3/2NPQN2/PPP3PP/R4RK1 b - - 2 15",
    "1rbqk2r/4bppp/p2p1n2/1p2p3/4P3/1BN1BN2/PPP2PPP/R2Q1RK1 w k - 0 12",
    "6k1/6p1/6Pp/ppp5/3pn2P/1P3K2/1PP2P2/3N4 b - - 0 1",
    "3b4/5kp1/1p1p1p1p/pP1PpP1P/P1P1P3/3KN3/8/8 w - - 0 1",
    "2K5/p7/7P/5pR1/8/5k2/r7/8 w - - 0 1",
    "8/6pk/1p6/8/PP3p1p/5P2/4KP1q/3Q4 w - - 0 1",
];

fn main() -> Result<(), String> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let depth = words.first().and_then(|word| word.parse().ok());
    let mut engine = engine(words.get(1).map_or("-", String::as_str))?;
    let limits = SearchLimits {
        depth: depth.or(Some(12)),
        ..SearchLimits::default()
    };
    let (mut nodes, begun) = (0, Instant::now());
    for fen in POSITIONS {
        let position = Chess::parse(fen).map_err(|e| e.to_string())?;
        engine.new_game();
        let order = Order::new(position.clone(), limits);
        let answer = engine.search(&order, &Control::default(), &mut |_| ());
        let best = answer.best.map_or(String::new(), |m| position.uci(m));
        let value = answer.lines.first().map(|line| line.value);
        println!("{best:6} {:>10} nodes {value:?}", answer.nodes);
        nodes += answer.nodes;
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{nodes} nodes {:.0} nps {seconds:.2} s",
        nodes as f64 / seconds
    );
    Ok(())
}
