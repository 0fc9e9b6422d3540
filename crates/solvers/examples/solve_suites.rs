//! Runs the solvers over the public test sets and prints what they cost.
//!
//! `cargo run --release -p zermelo-solvers --example solve_suites -- --data DIR [--only NAME]
//! [--begin-hard N] [--ffo-until N]`
//!
//! DIR holds `connect4/Test_L?_R?` (Pons) and `othello/ffo/fforum-40-59.obf`. `--only` runs the
//! sets whose name contains the text; `--begin-hard` says how many positions of L1_R3 (50);
//! `--ffo-until` where FFO ends (44). Times are CPU seconds of one thread. Exit status 1 if a
//! score is wrong.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use zermelo_game::Notation;
use zermelo_games::{ConnectFour, Othello};
use zermelo_solvers::{Limits, solve_connect_four, solve_othello};

/// CPU seconds of this thread where the system tells, else seconds.
fn seconds(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |n| n / 1e9)
}

struct Options {
    data: PathBuf,
    only: String,
    begin_hard: usize,
    ffo_until: usize,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        data: std::env::var_os("ZERMELO_DATA").unwrap_or_default().into(),
        only: String::new(),
        begin_hard: 50,
        ffo_until: 44,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(format!("{name} needs a value"))?;
        let number = || value.parse().map_err(|_| format!("{name} needs a number"));
        match name.as_str() {
            "--data" => options.data = value.into(),
            "--only" => options.only = value,
            "--begin-hard" => options.begin_hard = number()?,
            "--ffo-until" => options.ffo_until = number()?,
            _ => return Err(format!("unknown option {name}")),
        }
    }
    Ok(options)
}

/// What a set cost.
#[derive(Default)]
struct Tally {
    positions: usize,
    wrong: usize,
    nodes: u64,
    total: f64,
    worst: f64,
}

impl Tally {
    /// Solves one position and notes what it took.
    fn add(&mut self, what: &str, expected: i32, solve: impl FnOnce() -> (Option<i32>, u64)) {
        let start = Instant::now();
        let before = seconds(start);
        let (score, nodes) = solve();
        let took = seconds(start) - before;
        self.positions += 1;
        self.nodes += nodes;
        self.total += took;
        self.worst = self.worst.max(took);
        if score != Some(expected) {
            self.wrong += 1;
            println!("wrong: {what}: {score:?}, expected {expected}");
        }
    }

    fn print(&self, name: &str) {
        let count = self.positions.max(1) as f64;
        println!(
            "{name:12} {:5} positions {:3} wrong  mean {:10.6} s  worst {:9.4} s  total {:8.2} s  {:12.0} nodes each  {:5.1} M nodes/s",
            self.positions,
            self.wrong,
            self.total / count,
            self.worst,
            self.total,
            self.nodes as f64 / count,
            self.nodes as f64 / self.total.max(1e-9) / 1e6,
        );
    }
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn connect_four(path: &Path, most: usize) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for line in read(path)?.lines().take(most) {
        let bad = || format!("{}: `{line}` is not moves and a score", path.display());
        let (moves, score) = line.split_once(' ').ok_or_else(bad)?;
        let position = ConnectFour::parse(moves).map_err(|error| error.to_string())?;
        tally.add(line, score.trim().parse().map_err(|_| bad())?, || {
            let solution = solve_connect_four(&position, Limits::default());
            (solution.score(), solution.counts.nodes())
        });
    }
    Ok(tally)
}

/// The position and the best score of a line such as `… X; A2:+38; C7:+36;`.
fn ffo_line(line: &str) -> Option<(Othello, i32)> {
    let (board, moves) = line.split_once(';')?;
    let best = moves.split(';').next()?.split(':').nth(1)?;
    Some((Othello::parse(board).ok()?, best.trim().parse().ok()?))
}

fn othello(path: &Path, until: usize) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for (number, line) in (40..=until).zip(read(path)?.lines()) {
        let (position, score) = ffo_line(line).ok_or(format!("`{line}` is no FFO line"))?;
        let before = (tally.total, tally.nodes);
        tally.add(line, score, || {
            let solution = solve_othello(&position, Limits::default());
            (solution.score(), solution.counts.nodes())
        });
        println!(
            "FFO {number}: {} empty squares, {score:+}, {:.2} s, {:.1} M nodes",
            position.empties(),
            tally.total - before.0,
            (tally.nodes - before.1) as f64 / 1e6,
        );
    }
    Ok(tally)
}

fn run() -> Result<usize, String> {
    let options = options()?;
    let mut wrong = 0;
    for name in ["L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2", "L1_R3", "FFO"] {
        if !name.contains(&options.only) {
            continue;
        }
        let tally = if name == "FFO" {
            let file = options.data.join("othello/ffo/fforum-40-59.obf");
            othello(&file, options.ffo_until)?
        } else {
            let most = if name == "L1_R3" {
                options.begin_hard
            } else {
                usize::MAX
            };
            connect_four(&options.data.join(format!("connect4/Test_{name}")), most)?
        };
        tally.print(name);
        wrong += tally.wrong;
    }
    Ok(wrong)
}

fn main() -> ExitCode {
    match run() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
