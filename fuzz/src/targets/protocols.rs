//! Any bytes as what an interface sends.
//!
//! Neither conversation panics or hangs; under UCI every `go` gets one `bestmove`, and every line
//! begins with a word of the protocol. Lines that ask for much memory, many threads or long counts
//! are left out: what they cost is no defect.

use zermelo_engine::protocol::lines::next_line;
use zermelo_engine::protocol::options::Configuration;
use zermelo_engine::{uci, xboard};

use crate::corpus::fingerprint;

/// Inputs have at most this many lines.
const LINES: usize = 60;

/// First words of lines that UCI and custom allow.
const WORDS: [&str; 8] = [
    "id", "option", "uciok", "readyok", "bestmove", "info", "Nodes", "Time:",
];

fn small() -> Configuration {
    Configuration {
        hash: 1,
        ..Configuration::default()
    }
}

/// Whether a line asks UCI for a count that takes long, which only `stop` would break off.
fn counts_long(line: &str) -> bool {
    match uci::Command::parse(line) {
        uci::Command::Perft(depth) => depth > 2,
        uci::Command::Bench(depth) => depth != Some(1),
        _ => false,
    }
}

/// The lines that are sent.
fn lines(mut input: &[u8]) -> Vec<String> {
    let expensive = |line: &String| {
        let line = line.to_lowercase();
        ["hash", "memory", "threads", "cores"]
            .iter()
            .any(|word| line.contains(word))
    };
    let lines = std::iter::from_fn(|| next_line(&mut input)).take(LINES);
    lines
        .filter(|line| !expensive(line) && !counts_long(line))
        .collect()
}

/// The kinds of lines that came back, without their numbers.
fn print_of(answers: &str) -> u64 {
    let kind = |line: &str| {
        let words = line
            .split(' ')
            .take(4)
            .filter(|w| w.chars().all(|c| c.is_alphabetic()));
        fingerprint(words.collect::<Vec<_>>().join(" ").as_bytes())
    };
    let mut kinds: Vec<u64> = answers.lines().map(kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.iter().fold(0, |print, kind| print ^ kind)
}

/// Runs one input as UCI.
pub fn run_uci(input: &[u8]) -> u64 {
    let sent = lines(input);
    let mut out = Vec::new();
    let text = sent.join("\n");
    uci::converse_with(small(), &mut text.as_bytes(), &mut out);
    let answers = String::from_utf8(out).expect("answers are text");
    let commands = sent.iter().map(|line| uci::Command::parse(line));
    let heard = commands.take_while(|command| *command != uci::Command::Quit);
    let (mut asked, mut free) = (0, false);
    for command in heard {
        asked += usize::from(matches!(command, uci::Command::Go(_)));
        free |= matches!(
            command,
            uci::Command::Show
                | uci::Command::Eval
                | uci::Command::Perft(_)
                | uci::Command::Bench(_)
        );
    }
    let moves = answers.lines().filter(|line| line.starts_with("bestmove "));
    assert_eq!(moves.count(), asked, "one move for every go: {answers}");
    if !free {
        for line in answers.lines() {
            let word = line.split(' ').next().unwrap_or_default();
            assert!(WORDS.contains(&word), "{line}");
        }
    }
    print_of(&answers)
}

/// Runs one input as XBoard.
pub fn run_xboard(input: &[u8]) -> u64 {
    let text = lines(input).join("\n");
    let mut out = Vec::new();
    xboard::converse_with(small(), &mut text.as_bytes(), &mut out);
    print_of(&String::from_utf8(out).expect("answers are text"))
}
