//! `perft`: counts of legal moves, in one position, over a suite, or against another engine.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use serde_json::{Map, Value, json};
use zermelo_chess::{Chess, Move, count_leaves, read_tests};
use zermelo_engine::protocol::perft::divide_until;
use zermelo_game::{Game, Notation};

use super::perft_against;
use crate::args::PerftArgs;
use crate::report::{VERSION, grouped};
use crate::{Failure, Io, interrupt};

/// Runs the command.
pub fn run(args: &PerftArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let (depth, fen) = args.words.split_last().expect("the parser wants one word");
    let depth: u32 = depth
        .parse()
        .map_err(|_| Failure::Input(format!("`{depth}`: expected the depth in plies")))?;
    if let Some(file) = &args.suite {
        let shown = file.display();
        let text = std::fs::read(file).map_err(|e| Failure::Input(format!("{shown}: {e}")))?;
        return suite(args, &String::from_utf8_lossy(&text), depth, io);
    }
    let fen = fen.join(" ");
    let position = match fen.as_str() {
        "" => Chess::new(),
        fen => Chess::parse(fen).map_err(|e| Failure::Input(format!("FEN: {e}")))?,
    };
    if let Some(engine) = &args.against {
        return perft_against::run(args, &position, depth, engine, io);
    }
    let begun = Instant::now();
    let parts = divide(&position, depth, args.threads as usize);
    let Some(parts) = parts else {
        return Err(Failure::Check("interrupted".to_string()));
    };
    // Without plies there is one position: this one.
    let nodes = if depth == 0 {
        1
    } else {
        parts.iter().map(|&(_, nodes)| nodes).sum()
    };
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        let divided: Map<String, Value> = parts
            .iter()
            .map(|&(m, nodes)| (position.uci(m), json!(nodes)))
            .collect();
        let mut object = json!({"nodes": nodes, "seconds": seconds, "depth": depth,
            "position": position.notation(), "version": VERSION});
        if args.divide {
            object["divide"] = Value::Object(divided);
        }
        return io.json(&object);
    }
    if args.divide {
        for &(m, nodes) in &parts {
            io.line(format!("{}: {nodes}", position.uci(m)))?;
        }
    }
    let rate = nodes as f64 / seconds.max(1e-9);
    io.line(format!(
        "{} nodes in {seconds:.3} s, {} a second",
        grouped(nodes),
        grouped(rate as u64)
    ))
}

/// The counts below each move, by several threads; `None` if interrupted.
fn divide(position: &Chess, depth: u32, threads: usize) -> Option<Vec<(Move, u64)>> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(&m) = moves.get(place).filter(|_| !interrupt::asked()) else {
                return done;
            };
            let Some(nodes) = count(&position.after(m), depth.saturating_sub(1)) else {
                return done;
            };
            done.push((place, nodes));
        }
    };
    let mut counts: Vec<(usize, u64)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut counts = work();
        for worker in workers {
            counts.extend(worker.join().unwrap_or_default());
        }
        counts
    });
    counts.sort_unstable();
    (counts.len() == moves.len())
        .then(|| counts.iter().map(|&(i, nodes)| (moves[i], nodes)).collect())
}

/// The leaves below a position; `None` if interrupted.
fn count(position: &Chess, depth: u32) -> Option<u64> {
    match depth {
        // Too short to be interrupted, and counted faster in one go.
        0 | 1 => Some(count_leaves(position, depth)),
        _ => divide_until(position, depth, &interrupt::asked, &mut |_, _| ()),
    }
}

/// Compares the counts of a file up to a depth.
fn suite(args: &PerftArgs, text: &str, deepest: u32, io: &mut Io<'_>) -> Result<(), Failure> {
    let begun = Instant::now();
    let (mut compared, mut total, mut wrong) = (0u64, 0u64, Vec::new());
    for test in read_tests(text) {
        let test = test.map_err(Failure::input)?;
        for depth in 1..=deepest {
            let Some(expected) = test.epd.number(&format!("D{depth}")) else {
                continue;
            };
            let position = &test.epd.position;
            let Some(parts) = divide(position, depth, args.threads as usize) else {
                return Err(Failure::Check(format!(
                    "interrupted after {compared} counts"
                )));
            };
            let nodes: u64 = parts.iter().map(|&(_, nodes)| nodes).sum();
            compared += 1;
            total += nodes;
            if i64::try_from(nodes) != Ok(expected) {
                let fen = position.notation();
                let line = test.line;
                wrong.push(format!(
                    "line {line}: {fen} depth {depth}: {nodes}, not {expected}"
                ));
            }
        }
        if io.terminal {
            let _ = write!(io.err, "\r{compared} counts, {} wrong ", wrong.len());
        }
    }
    if io.terminal {
        io.message("");
    }
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        io.json(
            &json!({"nodes": total, "seconds": seconds, "counts": compared,
            "wrong": wrong, "version": VERSION}),
        )?;
    } else {
        for line in &wrong {
            io.line(line)?;
        }
        io.line(format!(
            "{compared} counts compared, {} wrong, {} nodes in {seconds:.1} s",
            wrong.len(),
            grouped(total)
        ))?;
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Failure::Check(format!("{} counts are wrong", wrong.len())))
    }
}
