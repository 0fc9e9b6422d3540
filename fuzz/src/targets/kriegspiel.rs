//! Any bytes as what a Kriegspiel umpire, a program or a reader of games is given.
//!
//! The program answers every `go` with one line of the protocol and says nothing else unasked; the
//! scripted umpire answers every line with one object, and tells a side nothing of the other's
//! tries; a game that can be read reads back as it is written.

use zermelo_game::Side;
use zermelo_kriegspiel::bot::{BotSettings, converse};
use zermelo_kriegspiel::players::RandomPlayer;
use zermelo_kriegspiel::{DIALECTS, FromBot, ToBot, Transcript, Umpire, View, answer_line};

use crate::corpus::fingerprint;

/// Inputs have at most this many lines.
const LINES: usize = 80;

/// What games of Kriegspiel and conversations about them are made of.
pub const TOKENS: &[&str] = &[
    "ksp\n",
    "newgame white wild16\n",
    "newgame black english clock 1000 10\n",
    "umpire ",
    "to-move white tries 1\n",
    "to-move black\n",
    "captured pawn e5\n",
    "captured d4\n",
    "check long\n",
    "tries yes\n",
    "any no\n",
    "accepted e2e4\n",
    "illegal e2e4\n",
    "nonsense any\n",
    "moved black\n",
    "refused black\n",
    "result 1-0 checkmate\n",
    "go\n",
    "go wtime 10 btime 20\n",
    "quit\n",
    "any\n",
    "resign\n",
    "e2e4\n",
    "e7e5\n",
    "a7a8q\n",
    "[Rules \"berkeley-any\"]\n",
    "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n",
    "[Termination \"time\"]\n",
    " 1. ",
    "e2e4 ",
    "f1a6? ",
    "any? ",
    "e2e5?? ",
    "{a comment} ",
    " 1-0",
    " *",
];

/// Runs one input.
pub fn run(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let lines: Vec<&str> = text.lines().take(LINES).collect();
    let said = program(&lines);
    let answers = umpire(&lines);
    let read = games(&text);
    fingerprint(format!("{said} {answers} {read}").as_bytes())
}

/// The kinds of a program's answers.
fn program(lines: &[&str]) -> String {
    let heard = lines.join("\n");
    let mut out = Vec::new();
    let mut player = RandomPlayer::new();
    let settings = BotSettings::default();
    converse(&mut heard.as_bytes(), &mut out, &mut player, settings)
        .expect("memory can be written");
    let out = String::from_utf8(out).expect("the program says text");
    let asked = lines
        .iter()
        .map_while(|line| match ToBot::parse(line) {
            Ok(ToBot::Quit) => None,
            Ok(ToBot::Go(_)) => Some(1),
            Ok(ToBot::Hello) => Some(2),
            _ => Some(0),
        })
        .sum::<usize>();
    assert_eq!(out.lines().count(), asked, "{heard:?} gave {out:?}");
    let word = |line: &str| {
        assert!(FromBot::parse(line).is_some(), "{line:?}");
        line.split(' ').next().unwrap_or_default().to_string()
    };
    out.lines().map(word).collect::<Vec<_>>().join(" ")
}

/// The kinds of the scripted umpire's answers, in a dialect that the first line chooses.
fn umpire(lines: &[&str]) -> String {
    let dialect = lines.first().map_or(0, |line| line.len() % DIALECTS.len());
    let rules = &DIALECTS[dialect];
    let mut umpire = Umpire::new(rules);
    let mut kinds = Vec::new();
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        let other = umpire.view_of(!umpire.to_move()).clone();
        let said = answer_line(&mut umpire, line.trim());
        let answer = said["answer"].as_str().expect("an answer is a word");
        if answer != "accepted" {
            let (before, after) = (other.heard().len(), umpire.view_of(other.side()).heard());
            let told = after[before..].iter().map(ToString::to_string);
            assert!(told.into_iter().all(|line| line.starts_with("refused ")));
        }
        kinds.push(answer.to_string());
    }
    for side in Side::BOTH {
        let view = umpire.view_of(side);
        let mut again = View::new(side, rules);
        view.heard().iter().for_each(|&said| again.hear(said));
        assert_eq!(&again, view);
    }
    kinds.dedup();
    kinds.join(" ")
}

/// Whether games could be read; what can be read reads back.
fn games(text: &str) -> String {
    match Transcript::parse_all(text) {
        Ok(games) => {
            for game in &games {
                let written = game.to_string();
                let again = Transcript::parse(&written);
                assert_eq!(again.as_ref(), Ok(game), "{written}");
            }
            format!("{} games", games.len().min(3))
        }
        Err(error) => error.error.expected.chars().take(12).collect(),
    }
}
