//! The fingerprint of the chess search: fixed positions to a fixed depth, one thread, a fresh
//! table for each. *Invariant.* The same build gives the same number of nodes every time.

use zermelo_chess::Chess;
use zermelo_game::Notation;

use crate::{Control, Engine, Order, SearchLimits, Settings};

/// How deep, unless told otherwise.
pub const BENCH_DEPTH: u32 = 10;

/// Openings, middle games, endings, mates, zugzwangs, and one position of Chess960.
pub const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rn1qkb1r/pp2pppp/5n2/3p1b2/3P4/2N1P3/PP3PPP/R1BQKBNR w KQkq - 0 1",
    "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R w KQkq - 2 7",
    "r2q1rk1/ppp2ppp/2n1bn2/2bpp3/4P3/2PP1N2/PPB2PPP/RNBQ1RK1 b - - 3 9",
    "3rr1k1/1pqb1pp1/p1nb2np/3p4/3N4/4BNPP/PPPQ1PB1/3RR1K1 w - - 0 1",
    "2b1qr2/pr3k2/1p2pn2/4Bp2/2pP4/2P4R/PP1Q1PB1/R5K1 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "5rk1/1p2bppp/p3pn2/2q5/P1r5/2N1BQ2/1PP2PPP/R4RK1 b - - 4 20",
    "4k2r/1pb2ppp/1p2p3/1R1p4/3P4/2r1PN2/P4PPP/1R4K1 b k - 3 22",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "8/p3k1p1/4n3/4pPPP/1p1pP3/3P4/PP1K4/4B3 w - - 0 40",
    "6k1/4pp1p/3p2p1/P1pPb3/R7/1r2P1PP/3B1P2/6K1 w - - 0 30",
    "8/8/8/5N2/8/p7/8/2NK3k w - - 0 1",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/// Searches every position to a depth, unless stopped, and calls `each` with its FEN and nodes;
/// the sum of nodes.
pub fn bench(depth: u32, control: &Control, each: &mut dyn FnMut(&str, u64)) -> u64 {
    let limits = SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    };
    let mut total = 0;
    for fen in POSITIONS {
        let Ok(position) = Chess::parse(fen) else {
            continue;
        };
        let mut engine = Engine::new(Settings::default());
        let order = Order::new(position, limits);
        let nodes = engine.search(&order, control, &mut |_| ()).nodes;
        if control.is_stopped() {
            break;
        }
        each(fen, nodes);
        total += nodes;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_legal_and_the_count_repeats() {
        let mut seen = 0;
        let control = Control::default();
        let first = bench(4, &control, &mut |_, _| seen += 1);
        assert_eq!(seen, POSITIONS.len());
        assert_eq!(first, bench(4, &control, &mut |_, _| ()));
        control.stop();
        assert_eq!(bench(30, &control, &mut |_, _| ()), 0);
    }
}
