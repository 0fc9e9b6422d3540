//! `perft`: counts of legal moves, in one position, over a suite, or against another engine.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use serde_json::{Map, Value, json};
use zermelo_chess::{Chess, Move, count_leaves, read_tests};
use zermelo_engine::protocol::perft::divide_until;
use zermelo_game::{Game, Notation};

use super::perft_against;
use crate::args::PerftArgs;
use crate::report::{VERSION, counted, grouped, time_left};
use crate::{Failure, Io, interrupt};

/// What is counted of a position.
#[derive(Clone, Copy, Default)]
struct Count {
    nodes: u64,
    /// How many moves are counted, of how many.
    done: usize,
    of: usize,
}

impl Count {
    /// What to say of a count that was interrupted.
    fn check(self) -> Result<(), Failure> {
        let Count { nodes, done, of } = self;
        if done == of {
            return Ok(());
        }
        let nodes = counted(nodes, "node");
        Err(Failure::Check(format!(
            "interrupted after {done} of {of} moves, {nodes}"
        )))
    }
}

/// Runs the command.
pub fn run(args: &PerftArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let (depth, fen) = args.words.split_last().expect("the parser wants one word");
    let depth: u32 = depth
        .parse()
        .map_err(|_| Failure::Input(format!("`{depth}`: expected the depth in plies")))?;
    let fen = fen.join(" ");
    if let Some(file) = &args.suite {
        if !fen.is_empty() {
            return Err(Failure::Input(format!(
                "`{fen}`: expected only the depth beside --suite, whose file has the positions"
            )));
        }
        return suite(args, file, depth, io);
    }
    let position = match fen.as_str() {
        "" => Chess::new(),
        fen => Chess::parse(fen).map_err(|e| Failure::Input(format!("FEN: {e}")))?,
    };
    if let Some(engine) = &args.against {
        return perft_against::run(args, &position, depth, engine, io);
    }
    let begun = Instant::now();
    let mut divided = Map::new();
    let count = count_and_show(args, &position, depth, &mut divided, io)?;
    let seconds = begun.elapsed().as_secs_f64();
    if args.json {
        let mut object = json!({"nodes": count.nodes, "seconds": seconds, "depth": depth,
            "interrupted": count.done < count.of, "position": position.notation(),
            "version": VERSION});
        if args.divide {
            object["divide"] = Value::Object(divided);
        }
        io.json(&object)?;
        return count.check();
    }
    count.check()?;
    let rate = count.nodes as f64 / seconds.max(1e-9);
    io.line(format!(
        "{} nodes in {seconds:.3} s, {} a second",
        grouped(count.nodes),
        grouped(rate as u64)
    ))
}

/// Counts, and shows each move, or on a terminal how far it is, as it goes.
fn count_and_show(
    args: &PerftArgs,
    position: &Chess,
    depth: u32,
    divided: &mut Map<String, Value>,
    io: &mut Io<'_>,
) -> Result<Count, Failure> {
    let begun = Instant::now();
    let mut patience = Some(io.patience("counting"));
    let shows_progress = io.terminal && !args.divide;
    let mut each = |m, nodes, so_far: Count| {
        patience.take();
        divided.insert(position.uci(m), json!(nodes));
        if args.divide && !args.json {
            io.line(format!("{}: {nodes}", position.uci(m)))?;
            io.flush()?;
        } else if shows_progress {
            let Count { nodes, done, of } = so_far;
            let left = begun.elapsed().as_secs_f64() / done as f64 * (of - done) as f64;
            let (nodes, left) = (counted(nodes, "node"), time_left(left));
            let text = format!("\r\u{1b}[K{done} of {of} moves, {nodes}, {left}");
            let _ = write!(io.err, "{text}").and_then(|()| io.err.flush());
        }
        Ok(())
    };
    let count = divide(position, depth, args.threads as usize, &mut each)?;
    if shows_progress {
        let _ = write!(io.err, "\r\u{1b}[K").and_then(|()| io.err.flush());
    }
    Ok(count)
}

/// Counts the leaves below each move, by several threads. Calls `each` in the order of the moves,
/// as soon as it is their turn, with the count of the move and of all so far; after an interrupt
/// with what else was counted. Without plies there is one position, this one, and no move.
fn divide(
    position: &Chess,
    depth: u32,
    threads: usize,
    each: &mut dyn FnMut(Move, u64, Count) -> Result<(), Failure>,
) -> Result<Count, Failure> {
    let mut count = Count::default();
    let Some(below) = depth.checked_sub(1) else {
        count.nodes = 1;
        return Ok(count);
    };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    count.of = moves.len();
    let (next, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
    let stop = || interrupt::asked() || ended.load(Ordering::Relaxed);
    let one = || {
        let place = next.fetch_add(1, Ordering::Relaxed);
        let &m = moves.get(place).filter(|_| !stop())?;
        Some((place, count_below(&position.after(m), below, &stop)?))
    };
    let mut take = |place: usize, nodes| {
        count.nodes += nodes;
        count.done += 1;
        each(moves[place], nodes, count)
    };
    thread::scope(|scope| {
        let (sender, counts) = mpsc::channel();
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(move || while one().is_some_and(|found| sender.send(found).is_ok()) {});
        }
        drop(sender);
        let (mut waiting, mut turn) = (BTreeMap::new(), 0);
        let show = || {
            for (place, nodes) in counts {
                waiting.insert(place, nodes);
                while let Some(nodes) = waiting.remove(&turn) {
                    take(turn, nodes)?;
                    turn += 1;
                }
            }
            let mut rest = waiting.into_iter();
            rest.try_for_each(|(place, nodes)| take(place, nodes))
        };
        let shown = show();
        // When nobody reads, nobody needs to count.
        ended.store(true, Ordering::Relaxed);
        shown
    })?;
    Ok(count)
}

/// The leaves below a position; `None` if interrupted.
fn count_below(position: &Chess, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    match depth {
        // Too short to be interrupted, and counted faster in one go.
        0 | 1 => Some(count_leaves(position, depth)),
        _ => divide_until(position, depth, stop, &mut |_, _| ()),
    }
}

/// Compares the counts of a file up to a depth.
fn suite(args: &PerftArgs, file: &Path, deepest: u32, io: &mut Io<'_>) -> Result<(), Failure> {
    let shown = file.display();
    let text = std::fs::read(file).map_err(|e| Failure::Input(format!("{shown}: {e}")))?;
    let begun = Instant::now();
    let (mut compared, mut total, mut wrong) = (0u64, 0u64, Vec::new());
    for test in read_tests(&String::from_utf8_lossy(&text)) {
        let test = test.map_err(|bad| Failure::Input(format!("{shown}: {bad}")))?;
        for depth in 1..=deepest {
            let Some(expected) = test.epd.number(&format!("D{depth}")) else {
                continue;
            };
            let position = &test.epd.position;
            let count = divide(
                position,
                depth,
                args.threads as usize,
                &mut |_, _, _| Ok(()),
            )?;
            if count.check().is_err() {
                let (compared, wrong) = (counted(compared, "count"), wrong.len());
                return Err(Failure::Check(format!(
                    "interrupted after {compared}, {wrong} wrong"
                )));
            }
            let nodes = count.nodes;
            compared += 1;
            total += nodes;
            if i64::try_from(nodes) != Ok(expected) {
                let (line, fen) = (test.line, position.notation());
                let said = format!("line {line}: {fen} depth {depth}: {nodes}, not {expected}");
                if !args.json {
                    let clear = if io.terminal { "\r\u{1b}[K" } else { "" };
                    io.line(format!("{clear}{said}"))?;
                    io.flush()?;
                }
                wrong.push(said);
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
    match compared {
        0 => Err(Failure::Input(format!(
            "{shown}: expected counts to compare up to depth {deepest}: lines of \
             `FEN ;D1 20 ;D2 400 …`"
        ))),
        _ => finish_suite(args, compared, total, &wrong, seconds, io),
    }
}

/// Says what became of the counts.
fn finish_suite(
    args: &PerftArgs,
    compared: u64,
    total: u64,
    wrong: &[String],
    seconds: f64,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if args.json {
        io.json(
            &json!({"nodes": total, "seconds": seconds, "counts": compared,
            "wrong": wrong, "version": VERSION}),
        )?;
    } else {
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
