//! Scripted conversations about options, and about what they change.

use super::{converse, converse_with};
use crate::protocol::gui::Gui;
use crate::protocol::options::Configuration;

#[test]
fn the_evaluation_that_is_explained_is_the_players() {
    let mut gui = Gui::new(converse);
    let mut explained = |player: &str| {
        gui.say(&format!("setoption name Player value {player}"));
        gui.say("position startpos moves e2e4 e7e5 g1f3 d7d6 d2d4\neval\nisready");
        let mut lines = gui.until("readyok");
        lines.pop();
        lines
    };
    let tuned = explained("tuned");
    let reference = explained("reference");
    assert_eq!(tuned.len(), reference.len());
    assert_ne!(tuned, reference);
    assert_eq!(explained("tuned"), tuned);
}

#[test]
fn a_folder_of_players_that_is_in_force_is_announced() {
    let talk: fn(&mut dyn std::io::BufRead, &mut (dyn std::io::Write + Send)) = |input, output| {
        let configuration = Configuration {
            player_dir: "/some/players".to_string(),
            ..Configuration::default()
        };
        converse_with(configuration, input, output);
    };
    let mut gui = Gui::new(talk);
    gui.say("uci");
    let wanted = "option name PlayerDir type string default /some/players";
    assert!(gui.until("uciok").iter().any(|line| line == wanted));
    gui.end(true);
}

#[test]
fn a_position_of_endless_captures_has_a_score_and_a_move() {
    let mut gui = Gui::new(converse);
    gui.say("position fen krqqqqqq/rnqqqqqq/8/8/8/8/QQQQQQNR/QQQQQQRK w - - 0 1");
    for limits in ["movetime 1", "nodes 10", "infinite\nstop"] {
        gui.say(&format!("go {limits}"));
        let lines = gui.until("bestmove");
        let score = lines.iter().find(|line| line.contains(" score "));
        assert!(score.is_some_and(|line| line.contains(" pv ")), "{lines:?}");
        assert_ne!(lines.last().map(String::as_str), Some("bestmove (none)"));
    }
    gui.end(true);
}
