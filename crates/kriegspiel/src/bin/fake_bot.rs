//! A fake Kriegspiel program for tests: plays at random, and misbehaves on demand.
//!
//! `zermelo-fake-bot MODE [NUMBER]`; NUMBER is the turn at which it fails (default 3).

use std::io::{BufRead, Write, stdin, stdout};
use std::time::Duration;

use zermelo_kriegspiel::players::RandomPlayer;
use zermelo_kriegspiel::{Announcement, FromBot, ToBot, Try, View};

use zermelo_game::Player;
use zermelo_game::random::Rng;

/// Every mode and what it does.
const MODES: [(&str, &str); 12] = [
    ("good", "plays"),
    ("crash", "aborts at turn NUMBER"),
    ("hang", "never answers turn NUMBER"),
    ("silent", "never says a word"),
    ("garbage", "answers turn NUMBER with what is no line"),
    (
        "unreadable",
        "tries what cannot be read at turn NUMBER, then plays on",
    ),
    (
        "mumble",
        "tries what cannot be read for ever at turn NUMBER",
    ),
    (
        "deaf",
        "tries whatever comes to its mind and never reads a line",
    ),
    (
        "stubborn",
        "repeats one impossible try for ever at turn NUMBER",
    ),
    ("resign", "gives up at turn NUMBER"),
    ("talk", "says more than it is asked, once a move"),
    (
        "echo",
        "plays, and repeats every line it hears to the error stream",
    ),
];

struct Bot {
    mode: String,
    number: u32,
    player: RandomPlayer,
    view: Option<View>,
    tried_unreadable: bool,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_else(|| "good".to_string());
    if !MODES.iter().any(|(name, _)| *name == mode) {
        for (name, what) in MODES {
            println!("{name:10} {what}");
        }
        std::process::exit(2);
    }
    if mode == "deaf" {
        return talk_without_listening();
    }
    let number = arguments.next().and_then(|word| word.parse().ok());
    let mut bot = Bot {
        mode,
        number: number.unwrap_or(3),
        player: RandomPlayer::new(),
        view: None,
        tried_unreadable: false,
    };
    for line in stdin().lock().lines() {
        let Ok(line) = line else { break };
        if bot.mode == "echo" {
            eprintln!("{line}");
        }
        match ToBot::parse(&line) {
            Ok(ToBot::Quit) => break,
            Ok(said) if bot.mode != "silent" => bot.hear(said),
            _ => {}
        }
    }
}

/// Tries every half millisecond, as long as somebody listens.
fn talk_without_listening() {
    let mut rng = Rng::new(1);
    say(FromBot::Ready);
    loop {
        let (from, to) = (rng.below(64) as u8, rng.below(64) as u8);
        let tried = FromBot::Action(Try::new(from, to).into());
        if writeln!(stdout(), "{tried}").is_err() {
            return;
        }
        std::thread::sleep(Duration::from_micros(500));
    }
}

fn say(text: impl std::fmt::Display) {
    // Nobody listens any more: the end of the input will tell.
    let _ = writeln!(stdout(), "{text}").and_then(|()| stdout().flush());
}

impl Bot {
    fn hear(&mut self, said: ToBot) {
        match said {
            ToBot::Hello => {
                say(FromBot::Name(format!("Fake {}", self.mode)));
                say(FromBot::Ready);
            }
            ToBot::NewGame { side, rules, .. } => {
                let _ = self.player.new_game(side, 1);
                self.view = Some(View::new(side, rules));
            }
            ToBot::Umpire(said) => {
                if let Some(view) = &mut self.view {
                    view.hear(said);
                }
                // Once a move: what comes too late to be told from an answer costs a refused try.
                if self.mode == "talk" && matches!(said, Announcement::Accepted(_)) {
                    say("try a1a1");
                    say("");
                }
            }
            ToBot::Go(_) => self.answer(),
            ToBot::Quit => {}
        }
    }

    fn answer(&mut self) {
        let Some(view) = &self.view else {
            return say(FromBot::Resign);
        };
        let due = view.moves(view.side()) + 1 >= self.number;
        match self.mode.as_str() {
            "crash" if due => std::process::abort(),
            "hang" if due => return,
            "garbage" if due => return say("\u{1}what?\u{7f} e2e4"),
            "resign" if due => return say(FromBot::Resign),
            "mumble" if due => return say("try castle please"),
            "stubborn" if due => return say("try a1h7"),
            "unreadable" if due && !self.tried_unreadable => {
                self.tried_unreadable = true;
                return say("try castle please");
            }
            _ => {}
        }
        match self.player.act(view) {
            Some(action) => say(FromBot::Action(action)),
            None => say(FromBot::Resign),
        }
    }
}
