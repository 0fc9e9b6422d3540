//! Every input of the corpus, as an ordinary test.

use zermelo_fuzz::{TARGETS, corpus};
use zermelo_games::{GAMES, Playable, Visitor, with_game};

/// Runs the corpus of the target with this name, naming the file of an input that panics.
fn run_all(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.expect("a target of that name");
    let seeds = corpus::seeds(name).expect("a folder of seeds");
    assert!(seeds.len() >= 5, "too few seeds for {name}");
    let mut ways = std::collections::HashSet::new();
    for (file, input) in &seeds {
        println!("{name}/{file}");
        ways.insert((target.run)(input));
    }
    assert!(ways.len() > 1, "{name} treats all its seeds alike");
}

#[test]
fn every_seed_of_positions_passes() {
    run_all("positions");
}

#[test]
fn every_seed_of_moves_passes() {
    run_all("moves");
}

#[test]
fn every_seed_of_trees_passes() {
    run_all("trees");
}

#[test]
fn every_seed_of_arguments_passes() {
    run_all("arguments");
}

#[test]
fn every_seed_of_answers_passes() {
    run_all("answers");
}

#[test]
fn every_seed_of_fen_passes() {
    run_all("fen");
}

#[test]
fn every_seed_of_epd_passes() {
    run_all("epd");
}

#[test]
fn every_seed_of_pgn_passes() {
    run_all("pgn");
}

#[test]
fn every_seed_of_uci_passes() {
    run_all("uci");
}

#[test]
fn every_seed_of_xboard_passes() {
    run_all("xboard");
}

#[test]
fn every_seed_of_contests_passes() {
    run_all("contests");
}

#[test]
fn every_seed_of_kriegspiel_passes() {
    run_all("kriegspiel");
}

#[test]
fn every_target_has_a_corpus_and_a_test_above() {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    let tested = "positions moves trees arguments answers fen epd pgn uci xboard contests \
                  kriegspiel";
    assert_eq!(names, tested.split(' ').collect::<Vec<_>>());
}

/// Whether a position can be read at all: the visitor is reached only if it can.
struct Reached;

impl Visitor for Reached {
    type Output = ();

    fn visit<G: Playable>(self, _start: G) {}
}

#[test]
fn a_seed_named_after_a_game_is_a_position_of_it() {
    let seeds = corpus::seeds("positions").expect("a folder of seeds");
    for info in GAMES {
        let mut own = seeds.iter().filter(|(file, _)| file.starts_with(info.name));
        let first = own
            .next()
            .unwrap_or_else(|| panic!("no seed for {}", info.name));
        for (file, input) in own.chain([first]) {
            let text = String::from_utf8_lossy(input);
            let read = with_game(info.name, Some(&text), Reached);
            assert!(read.is_ok(), "{file}: {}", read.unwrap_err());
        }
    }
}
