//! `perft --against`: another engine's counts beside ours, down to its first wrong move.
//!
//! The engine is asked `go perft` in the Stockfish form, one line a move. Where a move is missing,
//! too many or listed twice, the search is over; where only a count differs, the move is played and the next
//! depth compared, until the wrong move itself shows. Where all moves agree, its total must be their
//! sum.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::json;
use zermelo_arena::engine_spec::EngineSpec;
use zermelo_arena::process::Process;
use zermelo_arena::stop::Stop;
use zermelo_chess::{Chess, Move};
use zermelo_engine::protocol::perft::divide_until;
use zermelo_game::{Game, Notation};

use super::match_::until_interrupted;
use crate::args::PerftArgs;
use crate::report::{VERSION, grouped};
use crate::{Failure, Io, interrupt};

/// How long an engine may take for one count.
const PATIENCE: Duration = Duration::from_secs(600);

/// How long an engine may take to start.
const START: Duration = Duration::from_secs(10);

/// How long it may take for the first, a short one.
const PROBE: Duration = Duration::from_secs(5);

/// What an engine says of the moves of a position.
#[derive(Default)]
struct Theirs {
    /// The count below each move; of one listed twice the last.
    counts: BTreeMap<String, u64>,
    twice: Vec<String>,
    /// Of all lines.
    sum: u64,
    /// The total it gives, if it can be read.
    total: Option<u64>,
}

/// The other engine.
struct Other {
    process: Process,
    name: String,
}

impl Other {
    fn start(text: &str, chess960: bool, stop: &Stop) -> Result<Other, Failure> {
        let text = if EngineSpec::is_engine(text) {
            text.to_string()
        } else {
            format!("uci:{text}")
        };
        let spec = EngineSpec::parse(&text).map_err(Failure::input)?;
        let program = spec.locate().map_err(Failure::Input)?;
        let process = Process::start(&program, &spec.arguments, stop);
        let mut other = Other {
            process: process.map_err(Failure::input)?,
            name: spec.name.clone(),
        };
        other.send("uci\n")?;
        let end = Instant::now() + START;
        while other.line(end, "uciok")? != "uciok" {}
        if chess960 {
            other.send("setoption name UCI_Chess960 value true\n")?;
        }
        // An engine that does not know the command searches, perhaps for ever.
        let fen = Chess::new().notation();
        let probe = other.divide(&fen, 1, PROBE);
        probe.map_err(|failure| match failure {
            Failure::Check(_) => failure,
            _ => other.failed("it does not know `go perft`"),
        })?;
        Ok(other)
    }

    fn send(&mut self, text: &str) -> Result<(), Failure> {
        let sent = self.process.send(text);
        sent.map(|_| ()).map_err(|fault| self.failed(fault))
    }

    fn failed(&self, fault: impl std::fmt::Display) -> Failure {
        Failure::Input(format!("{}: {fault}", self.name))
    }

    fn line(&mut self, end: Instant, wanted: &str) -> Result<String, Failure> {
        let received = self.process.receive(Some(end));
        // Ctrl-C in a terminal ends the engine, too: that is no fault of its own.
        if interrupt::asked() {
            return Err(interrupted());
        }
        match received {
            Ok(Some(line)) => Ok(line.text.trim().to_string()),
            Ok(None) => Err(self.failed(format!("no `{wanted}` in time"))),
            Err(fault) => Err(self.failed(fault)),
        }
    }

    /// Its count below each move.
    fn divide(&mut self, fen: &str, depth: u32, patience: Duration) -> Result<Theirs, Failure> {
        self.send(&format!("position fen {fen}\ngo perft {depth}\n"))?;
        let end = Instant::now() + patience;
        let mut theirs = Theirs::default();
        loop {
            let line = self.line(end, "Nodes searched")?;
            if line.starts_with("bestmove") {
                return Err(self.failed("it does not know `go perft`"));
            }
            let Some((first, rest)) = line.split_once(':') else {
                continue;
            };
            let nodes = rest.trim().parse::<u64>().ok();
            if first == "Nodes searched" {
                theirs.total = nodes;
                return Ok(theirs);
            }
            if let Some(nodes) = nodes {
                let m = first.trim().to_string();
                theirs.sum = theirs.sum.saturating_add(nodes);
                if theirs.counts.insert(m.clone(), nodes).is_some() && !theirs.twice.contains(&m) {
                    theirs.twice.push(m);
                }
            }
        }
    }
}

fn interrupted() -> Failure {
    Failure::Check("interrupted".to_string())
}

/// Our count below each move.
fn divide(position: &Chess, depth: u32) -> Result<Vec<(Move, u64)>, Failure> {
    let mut counts = Vec::new();
    let mut each = |m, nodes| counts.push((m, nodes));
    let total = divide_until(position, depth, &interrupt::asked, &mut each);
    total.ok_or_else(interrupted)?;
    Ok(counts)
}

/// What is wrong with another engine's moves, and where.
struct Wrong {
    path: Vec<String>,
    position: Chess,
    missing: Vec<String>,
    extra: Vec<String>,
    twice: Vec<String>,
    /// Its total, and the sum of its moves' counts, if they differ.
    total: Option<(u64, u64)>,
}

/// Compares with the engine and says what was found.
pub fn run(
    args: &PerftArgs,
    position: &Chess,
    depth: u32,
    engine: &str,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let depth = depth.max(1);
    let (name, wrong, seconds) = until_interrupted(|stop| {
        let mut other = Other::start(engine, position.is_chess960(), stop)?;
        let begun = Instant::now();
        let wrong = descend(&mut other, position.clone(), depth)?;
        let seconds = begun.elapsed().as_secs_f64();
        other.process.shut_down("quit\n");
        Ok::<_, Failure>((other.name, wrong, seconds))
    })?;
    let nodes: u64 = divide(position, depth)?.iter().map(|d| d.1).sum();
    if args.json {
        let found = wrong.as_ref().map(|wrong| {
            json!({"path": wrong.path, "position": wrong.position.notation(),
                "missing": wrong.missing, "extra": wrong.extra, "twice": wrong.twice,
                "total": wrong.total.map(|(said, sum)| json!({"said": said, "sum": sum}))})
        });
        io.json(
            &json!({"nodes": nodes, "seconds": seconds, "depth": depth, "engine": name,
            "position": position.notation(), "wrong": found, "version": VERSION}),
        )?;
    }
    let Some(wrong) = wrong else {
        if !args.json {
            io.line(format!("{name} agrees: {} nodes", grouped(nodes)))?;
        }
        return Ok(());
    };
    if !args.json {
        show(&name, &wrong, io)?;
    }
    Err(Failure::Check(format!("{name} counts otherwise")))
}

/// Says what is wrong, and where.
fn show(name: &str, wrong: &Wrong, io: &mut Io<'_>) -> Result<(), Failure> {
    let path = if wrong.path.is_empty() {
        "in the position itself".to_string()
    } else {
        format!("after {}", wrong.path.join(" "))
    };
    io.line(format!("{name} is wrong {path}"))?;
    io.line(format!("position: {}", wrong.position.notation()))?;
    for (list, said) in [
        (&wrong.missing, "it does not know the legal move"),
        (&wrong.extra, "it plays the illegal move"),
        (&wrong.twice, "it lists this move twice:"),
    ] {
        for m in list {
            io.line(format!("{said} {m}"))?;
        }
    }
    if let Some((said, sum)) = wrong.total {
        let (said, sum) = (grouped(said), grouped(sum));
        io.line(format!("its total is {said}, its counts add up to {sum}"))?;
    }
    Ok(())
}

/// Goes down to the first position whose moves differ; `None` if all counts agree.
fn descend(other: &mut Other, start: Chess, depth: u32) -> Result<Option<Wrong>, Failure> {
    let mut position = start;
    let mut path = Vec::new();
    for left in (1..=depth).rev() {
        let theirs = other.divide(&position.notation(), left, PATIENCE)?;
        let ours = divide(&position, left)?;
        let name = |m| (position.uci(m), position.uci_chess960(m));
        let count = |m| {
            let (usual, chess960) = name(m);
            let counts = &theirs.counts;
            let found = counts.get(&usual).or_else(|| counts.get(&chess960));
            found.copied()
        };
        let known = |text: &String| {
            ours.iter().any(|&(m, _)| {
                let (usual, chess960) = name(m);
                *text == usual || *text == chess960
            })
        };
        let missing: Vec<String> = ours
            .iter()
            .filter(|&&(m, _)| count(m).is_none())
            .map(|&(m, _)| position.uci(m))
            .collect();
        let theirs_only = theirs.counts.keys().filter(|text| !known(text));
        let extra: Vec<String> = theirs_only.cloned().collect();
        let differs = ours.iter().find(|&&(m, nodes)| count(m) != Some(nodes));
        let total = theirs.total.map(|total| (total, theirs.sum));
        let total = total.filter(|(total, sum)| total != sum);
        let is_whole = missing.is_empty() && extra.is_empty() && theirs.twice.is_empty();
        // A count that differs tells more than a total: it leads to the wrong move.
        if !is_whole || (differs.is_none() && total.is_some()) {
            return Ok(Some(Wrong {
                path,
                position,
                missing,
                extra,
                twice: theirs.twice,
                total,
            }));
        }
        let Some(&(m, _)) = differs else {
            if path.is_empty() {
                return Ok(None);
            }
            // The count was wrong one ply higher and is right here: it does not add up.
            return Err(Failure::Check(format!(
                "{} contradicts itself after {}: {nodes} nodes here add up to another number above",
                other.name,
                path.join(" "),
                nodes = ours.iter().map(|d| d.1).sum::<u64>()
            )));
        };
        path.push(position.uci(m));
        position.play(m);
    }
    Ok(None)
}
