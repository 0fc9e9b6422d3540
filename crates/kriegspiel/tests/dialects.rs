//! Every cell of the table of dialects, as a transcript written by hand.
//!
//! A case is `= DIALECT…`, `fen …`, perhaps `play …` (moves that are not looked at), then blocks
//! of `try ACTION ANSWER` followed by everything that White (`w`) and Black (`b`) are told.
//! `turn SIDE N` stands for the announcement of the turn with N pawn tries as the dialect words
//! it (literally in `3-pawn-tries.txt`).
#![allow(clippy::unwrap_used)]

use std::path::Path;

use zermelo_chess::Chess;
use zermelo_game::{Notation, Side};
use zermelo_kriegspiel::{Action, DIALECTS, PawnTries, Rules, Umpire, side_name};

struct Step {
    action: Action,
    answer: String,
    told: [Vec<String>; 2],
}

struct Case {
    rules: &'static Rules,
    fen: String,
    before: Vec<String>,
    steps: Vec<Step>,
}

fn turn(rules: &Rules, side: &str, tries: u8) -> Vec<String> {
    let plain = format!("to-move {side}");
    match rules.pawn_tries {
        PawnTries::Counted => vec![format!("{plain} tries {tries}")],
        PawnTries::Told if tries > 0 => vec![plain, "tries yes".to_string()],
        PawnTries::Told => vec![plain, "tries no".to_string()],
        _ => vec![plain],
    }
}

fn read_line(case: &mut Case, line: &str) {
    let (word, rest) = line.split_once(' ').unwrap();
    match word {
        "fen" => case.fen = rest.to_string(),
        "play" => case.before = rest.split(' ').map(str::to_string).collect(),
        "try" => {
            let (action, answer) = rest.split_once(' ').unwrap();
            case.steps.push(Step {
                action: Action::parse(action).unwrap(),
                answer: answer.to_string(),
                told: [Vec::new(), Vec::new()],
            });
        }
        "w" | "b" => {
            let told = &mut case.steps.last_mut().unwrap().told[usize::from(word == "b")];
            match rest.strip_prefix("turn ") {
                Some(rest) => {
                    let (side, tries) = rest.split_once(' ').unwrap();
                    told.extend(turn(case.rules, side, tries.parse().unwrap()));
                }
                None => told.push(rest.to_string()),
            }
        }
        _ => panic!("{line}"),
    }
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut shared = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(names) = line.strip_prefix("= ") {
            shared = 0;
            for name in names.split(' ') {
                shared += 1;
                cases.push(Case {
                    rules: Rules::named(name).unwrap(),
                    fen: String::new(),
                    before: Vec::new(),
                    steps: Vec::new(),
                });
            }
            continue;
        }
        let first = cases.len() - shared;
        cases[first..]
            .iter_mut()
            .for_each(|case| read_line(case, line));
    }
    cases
}

fn check(file: &str, case: &Case) {
    let mut umpire = Umpire::from_position(case.rules, Chess::parse(&case.fen).unwrap());
    for word in &case.before {
        assert_eq!(
            umpire.answer(Action::parse(word).unwrap()).word(),
            "accepted"
        );
    }
    for step in &case.steps {
        let context = format!("{file}: {}, {}, {}", case.rules.name, case.fen, step.action);
        let heard = Side::BOTH.map(|side| umpire.view_of(side).heard().len());
        let answer = umpire.answer(step.action);
        assert_eq!(answer.word(), step.answer, "{context}");
        for side in Side::BOTH {
            let new = &umpire.view_of(side).heard()[heard[side.index()]..];
            let new: Vec<String> = new.iter().map(ToString::to_string).collect();
            let told = &step.told[side.index()];
            assert_eq!(&new, told, "{context}, to {}", side_name(side));
        }
    }
}

#[test]
fn every_cell_of_the_table_is_umpired_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialects");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert_eq!(files.len(), 9, "one file per row of the table");
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let cases = cases(&std::fs::read_to_string(&path).unwrap());
        for rules in &DIALECTS {
            let covered = cases.iter().any(|case| case.rules.name == rules.name);
            assert!(covered, "{name} says nothing of {}", rules.name);
        }
        for case in &cases {
            assert!(!case.steps.is_empty(), "{name}: an empty case");
            check(&name, case);
        }
    }
}
