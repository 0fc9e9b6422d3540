//! `epd`: test suites, solved and counted.
//!
//! A position is solved if the player's move is one of `bm`, or none of `am`, or if it announces
//! a mate in at most `dm` moves; suites with points for moves are counted in points, too. What is
//! done is remembered position by position, so that a long suite can be interrupted.

use std::time::Instant;

use serde_json::{Value as Json, json};
use zermelo_arena::stop::Stop;
use zermelo_chess::{BadLine, ChessReferee, Epd, TestLine, read_tests};
use zermelo_game::{Choice, Clock, Failure as Fault, Game, History, Player};

use super::match_::{memory_file, resume_command};
use super::run_log::{self, Log, sum_of};
use crate::args::EpdArgs;
use crate::report::{VERSION, grouped, named, time_left};
use crate::{Failure, Io, chess_engine, interrupt};

/// A test position and where it stands.
struct Test {
    file: String,
    line: usize,
    epd: Epd,
}

/// What came of a position.
pub struct Verdict {
    /// Whether the move was right.
    pub solved: bool,
    /// Points for it, and the most there are.
    pub points: (u64, u64),
    /// The whole as JSON.
    pub json: Json,
}

/// Runs the command.
pub fn run(args: &EpdArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let (tests, sums) = read(args, io)?;
    let stop = Stop::new();
    let mut player = chess_engine::player(&args.player, &args.engine, &stop, io)?;
    let own = if args.log.is_none() {
        memory_file("suites")
    } else {
        None
    };
    let path = args.log.clone().or_else(|| own.clone());
    let mut log = Log::open(path.as_deref(), "suite", &fingerprint(args, &sums))?;
    if !log.is_empty() {
        io.message(format!("zermelo: going on after {} positions", log.len()));
    }
    let clock = chess_engine::clock(&args.engine);
    let begun = Instant::now();
    let (mut verdicts, mut fresh) = (Vec::new(), 0);
    for (done, test) in tests.iter().enumerate() {
        let is_it = |known: &Json| known["file"] == test.file && known["line"] == test.line;
        let verdict = match log.find(is_it) {
            Some(json) => remembered(json),
            None => {
                let Some(verdict) = solve(test, player.as_mut(), &clock)? else {
                    break;
                };
                log.add(&verdict.json)?;
                fresh += 1;
                verdict
            }
        };
        show(args, &verdict, io)?;
        verdicts.push(verdict);
        if io.terminal {
            let rate = f64::from(fresh) / begun.elapsed().as_secs_f64().max(1e-3);
            let left = (tests.len() - done - 1) as f64 / rate.max(1e-9);
            let solved = verdicts.iter().filter(|v| v.solved).count();
            let text = format!(
                "\r\u{1b}[K{} of {}, {solved} solved, {}",
                done + 1,
                tests.len(),
                time_left(left)
            );
            let _ = write!(io.err, "{text}").and_then(|()| io.err.flush());
        }
    }
    finish(args, &tests, &verdicts, begun.elapsed().as_secs_f64(), io)?;
    if verdicts.len() < tests.len() {
        return Err(Failure::Check(format!(
            "interrupted after {} of {} positions; to go on: {}",
            verdicts.len(),
            tests.len(),
            resume_command(own.as_deref())
        )));
    }
    if let Some(own) = own {
        // Forgetting it is only tidiness.
        let _ = std::fs::remove_file(own);
    }
    Ok(())
}

/// What two runs must share to be one; the files with their checksums, since they may be edited.
fn fingerprint(args: &EpdArgs, sums: &[String]) -> Json {
    let mut shared = run_log::settings(&args.player, &args.engine);
    shared["files"] = named(&args.files);
    shared["sums"] = json!(sums);
    shared["every"] = json!(args.every);
    shared
}

/// The positions of all files, and the files' checksums; lines that ask nothing or cannot be read
/// are named.
fn read(args: &EpdArgs, io: &mut Io<'_>) -> Result<(Vec<Test>, Vec<String>), Failure> {
    let (mut tests, mut sums) = (Vec::new(), Vec::new());
    for path in &args.files {
        let file = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|e| Failure::Input(format!("{file}: {e}")))?;
        sums.push(sum_of(&bytes));
        let mut wrong: Vec<BadLine> = Vec::new();
        for test in read_tests(&String::from_utf8_lossy(&bytes)) {
            match test.and_then(check) {
                Ok(TestLine { line, epd }) => {
                    let file = file.clone();
                    tests.push(Test { file, line, epd });
                }
                Err(bad) => wrong.push(bad),
            }
        }
        for bad in wrong.iter().take(5) {
            io.message(format!("zermelo: {file}: {bad}; passed over"));
        }
        if wrong.len() > 5 {
            io.message(format!(
                "zermelo: {file}: {} more lines passed over",
                wrong.len() - 5
            ));
        }
    }
    let every = args.every as usize;
    let tests: Vec<Test> = tests.into_iter().step_by(every).collect();
    if tests.is_empty() {
        let names: Vec<String> = args.files.iter().map(|p| p.display().to_string()).collect();
        return Err(Failure::Input(format!(
            "{}: expected positions with bm, am, dm or points",
            names.join(", ")
        )));
    }
    Ok((tests, sums))
}

/// Whether a position asks something that can be answered.
fn check(test: TestLine) -> Result<TestLine, BadLine> {
    let bad = |problem: String| BadLine {
        line: test.line,
        problem,
    };
    let epd = &test.epd;
    if epd.position.outcome().is_some() {
        return Err(bad("the game is over".to_string()));
    }
    for opcode in ["bm", "am"] {
        epd.moves(opcode)
            .map_err(|e| bad(format!("{opcode}: {e}")))?;
    }
    let asks = ["bm", "am", "dm"].iter().any(|o| epd.operands(o).is_some());
    if !asks && epd.points().is_empty() {
        return Err(bad("expected bm, am, dm or points".to_string()));
    }
    Ok(test)
}

/// Lets the player solve a position; `None` if interrupted.
fn solve(
    test: &Test,
    player: &mut dyn Player<ChessReferee>,
    clock: &Clock,
) -> Result<Option<Verdict>, Failure> {
    if interrupt::asked() {
        return Ok(None);
    }
    let position = &test.epd.position;
    let begun = Instant::now();
    let choice = player
        .new_game(position.side(), 1)
        .and_then(|()| player.choose(&History::new(position.clone()), clock));
    let seconds = begun.elapsed().as_secs_f64();
    let Choice { action, thought } = match choice {
        Ok(choice) => choice,
        Err(Fault::Stopped) => return Ok(None),
        Err(fault) => return Err(Failure::Check(format!("{}: {fault}", player.name()))),
    };
    if interrupt::asked() {
        return Ok(None);
    }
    // Illegal moves were refused when the file was read.
    let best = test.epd.moves("bm").unwrap_or_default();
    let avoid = test.epd.moves("am").unwrap_or_default();
    let points = test.epd.points();
    let played = |list: &[zermelo_chess::Move]| action.is_some_and(|m| list.contains(&m));
    let mated = test.epd.number("dm").is_some_and(|dm| {
        let found = thought.mate.filter(|&mate| mate > 0);
        found.is_some_and(|mate| i64::from(mate) <= dm)
    });
    let most = points.iter().map(|&(_, p)| u64::from(p)).max().unwrap_or(0);
    let got = points
        .iter()
        .find(|&&(m, _)| action == Some(m))
        .map_or(0, |&(_, p)| u64::from(p));
    let asks_move = !best.is_empty() || !avoid.is_empty();
    let solved = if asks_move {
        (best.is_empty() || played(&best)) && !played(&avoid)
    } else if test.epd.operands("dm").is_some() {
        mated
    } else {
        got == most
    };
    let id = test.epd.id().unwrap_or("").to_string();
    let wanted = |opcode| test.epd.operands(opcode).map(|words| words.join(" "));
    let json = json!({"id": id, "solved": solved, "mate_found": mated,
        "move": action.map(|m| position.uci(m)), "san": action.map(|m| position.san(m)),
        "bm": wanted("bm"), "am": wanted("am"), "dm": wanted("dm"), "points": got, "most": most,
        "nodes": thought.nodes, "depth": thought.depth, "score_cp": thought.score,
        "mate": thought.mate, "seconds": seconds, "file": test.file, "line": test.line});
    Ok(Some(Verdict {
        solved,
        points: (got, most),
        json,
    }))
}

/// A verdict of an earlier run.
fn remembered(json: &Json) -> Verdict {
    let number = |name: &str| json[name].as_u64().unwrap_or(0);
    Verdict {
        solved: json["solved"] == true,
        points: (number("points"), number("most")),
        json: json.clone(),
    }
}

fn show(args: &EpdArgs, verdict: &Verdict, io: &mut Io<'_>) -> Result<(), Failure> {
    if args.events {
        io.line(verdict.json.to_string())?;
        return io.flush();
    }
    if args.json || verdict.solved {
        return Ok(());
    }
    let json = &verdict.json;
    let text = |name: &str| json[name].as_str().unwrap_or("").to_string();
    let mut wanted = Vec::new();
    for (name, said) in [
        ("bm", "expected"),
        ("am", "to be avoided"),
        ("dm", "mate in"),
    ] {
        if json[name].is_string() {
            wanted.push(format!("{said} {}", text(name)));
        }
    }
    let name = match text("id") {
        id if id.is_empty() => format!("line {}", json["line"]),
        id => id,
    };
    if io.terminal {
        let _ = write!(io.err, "\r\u{1b}[K");
    }
    io.line(format!("{name}: {} ({})", text("san"), wanted.join(", ")))?;
    io.flush()
}

fn finish(
    args: &EpdArgs,
    tests: &[Test],
    verdicts: &[Verdict],
    seconds: f64,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if io.terminal {
        io.message("");
    }
    let solved = verdicts.iter().filter(|v| v.solved).count();
    let mates = verdicts
        .iter()
        .filter(|v| v.json["mate_found"] == true)
        .count();
    let with_mate = tests
        .iter()
        .filter(|t| t.epd.operands("dm").is_some())
        .count();
    let nodes: u64 = verdicts
        .iter()
        .filter_map(|v| v.json["nodes"].as_u64())
        .sum();
    let points = verdicts
        .iter()
        .fold((0, 0), |sum, v| (sum.0 + v.points.0, sum.1 + v.points.1));
    if args.json || args.events {
        let positions: Vec<&Json> = verdicts.iter().map(|v| &v.json).collect();
        let mut object = json!({"solved": solved, "total": verdicts.len(), "of": tests.len(),
            "points": points.0, "most_points": points.1, "mates_found": mates,
            "mates": with_mate, "nodes": nodes, "seconds": seconds, "player": args.player,
            "input": named(&args.files), "version": VERSION});
        if args.json {
            object["positions"] = json!(positions);
            return io.json(&object);
        }
        return io.line(object.to_string());
    }
    let mut text = format!("{}: {solved} of {} solved", args.player, verdicts.len());
    if points.1 > 0 {
        text += &format!(", {} of {} points", points.0, points.1);
    }
    if with_mate > 0 {
        text += &format!(", {mates} of {with_mate} mates announced");
    }
    io.line(format!("{text}, {} nodes, {seconds:.1} s", grouped(nodes)))
}
