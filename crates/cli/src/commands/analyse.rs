//! `analyse`: the best moves of a position, or whole games with comments.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Map, Value as Json, json};
use zermelo_chess::Chess;
use zermelo_engine::{Answer, Control, Engine, Known, Order, Report, Value};
use zermelo_game::{Game, Notation, Outcome, Side};

use super::analyse_games;
use crate::args::AnalyseArgs;
use crate::chess_engine::{self, numbered_line, san_line, value_text};
use crate::report::{VERSION, grouped};
use crate::{Failure, Io, interrupt};

/// How often Ctrl-C is looked for.
const LOOK: Duration = Duration::from_millis(30);

/// Runs the command.
pub fn run(args: &AnalyseArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let file = games_file(&args.what);
    if file.is_none() && args.output.is_some() {
        return Err(Failure::Input(
            "`--output` is for annotated games; expected a file of games in PGN before it"
                .to_string(),
        ));
    }
    let mut settings = chess_engine::settings(&args.player, &args.engine, io)?;
    settings.multipv = args.multipv as usize;
    let mut engine = Engine::new(settings);
    if let Some(file) = file {
        return analyse_games::run(args, file, &mut engine, io);
    }
    let position = chess_engine::position(&args.what)?;
    let order = Order::new(position.clone(), chess_engine::limits(&args.engine));
    let _patience = io.patience("searching");
    let answer = {
        let position = &position;
        let show = |report: &Report, io: &mut Io<'_>| {
            if args.events {
                let _ = writeln!(io.out, "{}", line_json(position, report));
                let _ = io.out.flush();
            } else if !args.json && io.terminal {
                let _ = writeln!(io.out, "{}", line_text(position, report));
                let _ = io.out.flush();
            }
        };
        let mut reports = |report: &Report| show(report, io);
        search(&mut engine, &order, &mut reports)
    };
    if args.json || args.events {
        let object = answer_json(&position, &answer);
        return if args.json {
            io.json(&object)
        } else {
            io.line(object.to_string())
        };
    }
    if let Some(outcome) = position.outcome() {
        let how = match outcome {
            Outcome::Win(_) => "mate",
            Outcome::Draw => "stalemate",
        };
        return io.line(format!("over: {how}"));
    }
    if !io.terminal {
        for report in &answer.lines {
            io.line(line_text(&position, report))?;
        }
    }
    let best = answer.best.map_or(String::new(), |m| position.san(m));
    let best = io.bold(&best);
    io.line(format!(
        "best move {best} after {} nodes",
        grouped(answer.nodes)
    ))
}

/// The file of games that the words mean, if they are no position: whatever is there, and whatever
/// has the name of such a file, so that a missing one is named.
fn games_file(words: &[String]) -> Option<&str> {
    let [only] = words else { return None };
    let name = only.to_lowercase();
    let named = ["", ".gz", ".bz2", ".zst"]
        .iter()
        .any(|packed| name.ends_with(&format!(".pgn{packed}")));
    let is_file = only == "-" || named || std::path::Path::new(only).exists();
    is_file.then_some(only)
}

/// Searches until a limit or Ctrl-C. Reports are handed over between threads, so that the caller
/// may write where only it can.
pub fn search(engine: &mut Engine, order: &Order, each: &mut dyn FnMut(&Report)) -> Answer {
    let control = Control::default();
    let (sender, reports) = std::sync::mpsc::channel::<Report>();
    let done = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (hand, ended) = (control.clone(), Arc::clone(&done));
        scope.spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                if interrupt::asked() {
                    hand.stop();
                }
                std::thread::sleep(LOOK);
            }
        });
        let searching = scope.spawn(|| {
            let sender = sender;
            let answer = engine.search(order, &control, &mut |report| {
                let _ = sender.send(report.clone());
            });
            done.store(true, Ordering::Relaxed);
            answer
        });
        for report in reports {
            each(&report);
        }
        searching.join().unwrap_or_else(|_| Answer {
            best: None,
            ponder: None,
            lines: Vec::new(),
            nodes: 0,
        })
    })
}

/// A report as one line for people, White's view of nothing: values are the mover's.
fn line_text(position: &Chess, report: &Report) -> String {
    let bound = match report.bound {
        Known::Exact => "",
        Known::AtLeast => "≥",
        Known::AtMost => "≤",
    };
    let seconds = report.elapsed.as_secs_f64();
    format!(
        "{:>3} {:>8} {seconds:>8.2} s {:>13}  {}",
        report.depth,
        format!("{bound}{}", value_text(report.value)),
        grouped(report.nodes),
        numbered_line(position, &report.pv)
    )
}

/// A report as JSON.
pub fn line_json(position: &Chess, report: &Report) -> Json {
    let mut object = Map::new();
    let (name, value) = match report.value {
        Value::Centipawns(score) => ("score_cp", score),
        Value::Mate(moves) => ("mate", moves),
    };
    object.insert(name.to_string(), json!(value));
    let mut at = position.clone();
    let mut line = Vec::new();
    for &m in &report.pv {
        line.push(at.uci(m));
        at.play(m);
    }
    for (name, value) in [
        ("depth", json!(report.depth)),
        ("seldepth", json!(report.seldepth)),
        ("nodes", json!(report.nodes)),
        ("nps", json!(report.nps())),
        ("seconds", json!(report.elapsed.as_secs_f64())),
        ("pv", json!(line)),
        ("san", json!(san_line(position, &report.pv))),
    ] {
        object.insert(name.to_string(), value);
    }
    Json::Object(object)
}

/// How a game is over by the position on the board, as the pages of `serve` have it.
fn result_json(outcome: Outcome) -> Json {
    let (outcome, reason) = match outcome {
        Outcome::Win(Side::First) => ("1-0", "checkmate"),
        Outcome::Win(Side::Second) => ("0-1", "checkmate"),
        Outcome::Draw => ("1/2-1/2", "stalemate"),
    };
    json!({"outcome": outcome, "reason": reason})
}

/// The answer to a position as JSON.
pub fn answer_json(position: &Chess, answer: &Answer) -> Json {
    let lines: Vec<Json> = answer
        .lines
        .iter()
        .map(|report| line_json(position, report))
        .collect();
    json!({
        "result": position.outcome().map(result_json),
        "bestmove": answer.best.map(|m| position.uci(m)),
        "ponder": answer.best.zip(answer.ponder).map(|(m, p)| position.after(m).uci(p)),
        "lines": lines,
        "nodes": answer.nodes,
        "position": position.notation(),
        "version": VERSION,
    })
}
