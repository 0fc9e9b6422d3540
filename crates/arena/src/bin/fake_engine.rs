//! A fake engine for tests: plays at random, and misbehaves on demand.
//!
//! `zermelo-fake-engine MODE [NUMBER] [xboard]`. Moves are chosen by a hash of the position, so
//! equal games give equal moves. NUMBER is the move at which it fails (default 3), or
//! milliseconds for the modes that wait.

use std::io::{BufRead, Write, stdin, stdout};
use std::time::{Duration, Instant};

use zermelo_chess::{Chess, Move};
use zermelo_game::random::mix;
use zermelo_game::{Game, Notation, Side};

/// Every mode and what it does.
const MODES: [(&str, &str); 19] = [
    ("good", "plays"),
    ("crash", "aborts at move NUMBER"),
    ("exit", "ends politely at move NUMBER"),
    ("hang", "never answers move NUMBER, but reads on"),
    ("deaf", "sleeps for ever at move NUMBER"),
    ("slow", "waits NUMBER milliseconds before each move"),
    ("exact", "the same, and says how long it waited"),
    ("lie", "claims to be winning by a queen"),
    ("illegal", "answers with an illegal move at move NUMBER"),
    ("garbage", "answers with nonsense at move NUMBER"),
    ("forfeit", "oversteps its time at move NUMBER"),
    ("silent", "never says a word"),
    ("quit-crash", "aborts when told to quit"),
    ("flood", "says far too much before each move"),
    ("noise", "says what is no text before each move"),
    ("resign", "resigns at move NUMBER (xboard)"),
    ("claim", "claims a draw at move NUMBER (xboard)"),
    ("plain", "cannot begin from a position (xboard)"),
    (
        "grumble",
        "takes commands for moves, but for `level` (xboard)",
    ),
];

struct Engine {
    mode: String,
    number: u64,
    xboard: bool,
    position: Chess,
    moves: u64,
    /// Milliseconds left on its clock.
    left: u64,
    /// In xboard's terms: whether it is told moves without answering them.
    force: bool,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_else(|| "good".to_string());
    let rest: Vec<String> = arguments.collect();
    if !MODES.iter().any(|(name, _)| *name == mode) {
        for (name, what) in MODES {
            println!("{name:10} {what}");
        }
        std::process::exit(2);
    }
    let mut engine = Engine {
        mode,
        number: rest.iter().find_map(|word| word.parse().ok()).unwrap_or(3),
        xboard: rest.iter().any(|word| word == "xboard"),
        position: Chess::new(),
        moves: 0,
        left: 0,
        force: true,
    };
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        if line.trim() == "quit" {
            if engine.mode == "quit-crash" {
                std::process::abort();
            }
            break;
        }
        if engine.mode != "silent" {
            engine.hear(line.trim());
        }
    }
}

fn say(text: &str) {
    // Nobody listens any more: the end of the input will tell.
    let _ = writeln!(stdout(), "{text}").and_then(|()| stdout().flush());
}

impl Engine {
    fn hear(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (self.xboard, word) {
            (false, "uci") => say(
                "id name Fake\nid author Nobody\noption name Hash type spin default 1 min 1 max 9\nuciok",
            ),
            (false, "isready") => say("readyok"),
            (false, "ucinewgame") => self.moves = 0,
            (false, "position") => self.position = read_position(rest),
            (false, "go") => {
                let own = if self.position.side() == Side::First {
                    "wtime"
                } else {
                    "btime"
                };
                let mut words = rest.split_whitespace();
                let found = words.find(|word| *word == own || *word == "movetime");
                self.left = found
                    .and(words.next())
                    .and_then(|w| w.parse().ok())
                    .unwrap_or(0);
                if !rest.starts_with("ponder") {
                    self.think();
                }
            }
            (false, "ponderhit" | "stop") => self.think(),
            (true, "protover") if self.mode == "plain" => {
                say("feature ping=1 usermove=1 colors=0 done=1");
            }
            (true, "protover") => say("feature ping=1 setboard=1 usermove=1 colors=0 done=1"),
            (true, "ping") => say(&format!("pong {rest}")),
            (true, "new") => {
                self.position = Chess::new();
                self.moves = 0;
                self.force = true;
            }
            (true, "force") => self.force = true,
            (true, "setboard") => self.position = Chess::parse(rest).unwrap_or_default(),
            (true, "time") => self.left = rest.parse::<u64>().unwrap_or(0) * 10,
            (true, "usermove") => {
                match self.position.parse_move(rest) {
                    Ok(m) => self.position.play(m),
                    Err(_) => say(&format!("Illegal move: {rest}")),
                }
                if !self.force {
                    self.think();
                }
            }
            (true, "go") => {
                self.force = false;
                self.think();
            }
            (true, "level" | "accepted" | "xboard") => {}
            (true, _) if self.mode == "grumble" => say(&format!("Illegal move: {line}")),
            _ => {}
        }
    }

    fn think(&mut self) {
        let begun = Instant::now();
        self.moves += 1;
        let mut legal = Vec::new();
        self.position.legal_moves(&mut legal);
        if legal.is_empty() {
            return;
        }
        let chosen = legal[(mix(self.position.key()) % legal.len() as u64) as usize];
        let wait = Duration::from_millis(self.number);
        match self.mode.as_str() {
            "slow" => std::thread::sleep(wait),
            "exact" => {
                std::thread::sleep(wait);
                let micros = begun.elapsed().as_micros();
                say(&format!("info depth 1 score cp 0 nodes {micros}"));
            }
            "lie" => say("info depth 99 score cp 900 nodes 1"),
            "flood" => (0..5_000).for_each(|i| say(&format!("info string flood {i}"))),
            "noise" => {
                let noise: Vec<u8> = (0..200_000u64).map(|i| mix(i) as u8).collect();
                let _ = stdout()
                    .write_all(&noise)
                    .and_then(|()| stdout().write_all(b"\n"));
            }
            _ if self.moves == self.number && self.fail() => return,
            _ => {}
        }
        self.answer(chosen);
    }

    /// Fails as the mode wants; false if it is a mode that does not.
    fn fail(&self) -> bool {
        match self.mode.as_str() {
            "crash" => std::process::abort(),
            "exit" => std::process::exit(0),
            "deaf" => loop {
                std::thread::sleep(Duration::from_secs(1));
            },
            "hang" => {}
            "illegal" => say(if self.xboard {
                "move a1a1"
            } else {
                "bestmove a1a1"
            }),
            "garbage" => say(if self.xboard {
                "move %&$"
            } else {
                "info depth x score cp\nbestmove"
            }),
            "resign" => say("resign"),
            "claim" => say("1/2-1/2 {Draw by my own rules}"),
            "forfeit" => {
                std::thread::sleep(Duration::from_millis(self.left + 150));
                return false;
            }
            _ => return false,
        }
        true
    }

    /// The reply it expects: what another fake engine plays, or half of the time something else.
    fn expected(&self) -> String {
        let mut legal = Vec::new();
        self.position.legal_moves(&mut legal);
        let key = mix(self.position.key());
        let index = if key & 8 == 0 {
            key % legal.len().max(1) as u64
        } else {
            0
        };
        let reply = legal.get(index as usize);
        reply.map_or(String::new(), |&m| {
            format!(" ponder {}", self.position.uci(m))
        })
    }

    fn answer(&mut self, m: Move) {
        let text = self.position.uci(m);
        self.position.play(m);
        let score = (self.position.key() % 200) as i64 - 100;
        if self.xboard {
            say(&format!("2 {score} 0 20 {text}\nmove {text}"));
        } else {
            if !matches!(self.mode.as_str(), "lie" | "exact") {
                say(&format!("info depth 2 score cp {score} nodes 20 pv {text}"));
            }
            say(&format!("bestmove {text}{}", self.expected()));
        }
    }
}

fn read_position(text: &str) -> Chess {
    let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let fen = start.trim_start_matches("fen ").trim();
    let mut position = Chess::parse(fen).unwrap_or_default();
    for word in moves.split_whitespace() {
        if let Ok(m) = position.parse_move(word) {
            position.play(m);
        }
    }
    position
}
