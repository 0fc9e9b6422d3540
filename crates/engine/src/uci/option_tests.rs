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
fn a_number_of_any_length_counts_as_the_nearest_in_its_range() {
    let mut gui = Gui::new(converse);
    for value in ["99999999999999999999999", "-99999999999999999999999"] {
        gui.say(&format!(
            "setoption name Move Overhead value {value}\nisready"
        ));
        assert_eq!(gui.until("readyok"), ["readyok"], "{value}");
    }
    gui.say("setoption name Move Overhead value 1e9\nisready");
    assert!(gui.until("readyok")[0].starts_with("info string"));
    gui.end(true);
}

#[test]
fn lines_of_a_search_that_was_broken_off_are_sorted_and_of_the_depth_they_were_found_at() {
    let mut gui = Gui::new(converse);
    gui.say("setoption name MultiPV value 3");
    let (mut broken_off, mut searches) = (0, 0);
    for nodes in (300..6_000).step_by(190) {
        gui.say(&format!("ucinewgame\nposition startpos\ngo nodes {nodes}"));
        let lines = gui.until("bestmove");
        let number = |line: &str, name: &str| -> Option<i32> {
            let after = line.split(&format!(" {name} ")).nth(1)?;
            after.split(' ').next()?.parse().ok()
        };
        let depths = lines.iter().filter_map(|line| number(line, "depth"));
        let deepest = depths.max().unwrap();
        let last = &lines[lines.len() - 2];
        searches += 1;
        if number(last, "multipv") == Some(1) {
            // Said once more, because an iteration found another move before it was broken off.
            broken_off += 1;
            assert_eq!(number(last, "depth"), Some(deepest), "{lines:?}");
            let same_depth = lines
                .iter()
                .filter(|line| number(line, "depth") == Some(deepest));
            assert_eq!(same_depth.count(), 1, "{lines:?}");
        }
    }
    assert!(broken_off > 0, "{searches} searches");
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
