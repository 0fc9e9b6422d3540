//! The commands as people and scripts use them: the built binary, its output and exit status.
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;

use binary::{json, text, typed};
use serde_json::Value;

fn by_name<'a>(objects: &'a Value, algorithm: &str) -> &'a Value {
    let objects = objects.as_array().unwrap();
    objects
        .iter()
        .find(|o| o["algorithm"] == algorithm)
        .unwrap()
}

#[test]
fn every_exact_algorithm_finds_3_in_the_textbook_tree() {
    let all = json(&[
        "tree",
        "((3 12 8)(2 4 6)(14 5 2))",
        "--algorithm",
        "all",
        "--json",
    ]);
    let inexact = ["beam", "floyd", "probcut", "multi-probcut", "mcts"];
    for object in all.as_array().unwrap() {
        if !inexact.contains(&object["algorithm"].as_str().unwrap()) {
            assert_eq!(object["value"], 3, "{}", object["algorithm"]);
        }
    }
    assert_eq!(by_name(&all, "minimax")["leaves"], 9);
    assert_eq!(by_name(&all, "alpha-beta")["leaves"], 7);
    let names: Vec<&str> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|o| o["algorithm"].as_str().unwrap())
        .collect();
    let expected = "minimax negamax branch-and-bound alpha-beta fail-hard alpha-beta-minmax fail-soft \
                    aspiration aspiration-soft pv-alpha-beta pvs mtdf iterative-deepening beam floyd \
                    probcut multi-probcut mcts quiescence retrograde and-or proof-number full";
    assert_eq!(names, expected.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn the_slides_tree_has_a_deep_cutoff_that_branch_and_bound_does_not_find() {
    let all = json(&["tree", "((3 5)(((0 9) 5)(7 8)(9)))", "-a", "all", "--json"]);
    let alpha_beta = by_name(&all, "alpha-beta");
    assert_eq!(
        (&alpha_beta["value"], &alpha_beta["leaves"]),
        (&5.into(), &6.into())
    );
    assert_eq!(alpha_beta["cutoffs"]["deep"], 1);
    assert_eq!(
        alpha_beta["principal_variation"],
        serde_json::json!(["2", "1", "2"])
    );
    assert_eq!(by_name(&all, "branch-and-bound")["cutoffs"]["deep"], 0);
    let cuts = alpha_beta["cuts"].as_array().unwrap();
    assert_eq!(cuts.len(), 2);
    assert!(
        cuts[0].as_str().unwrap().contains("deep cut-off"),
        "{}",
        cuts[0]
    );
}

#[test]
fn tic_tac_toe_has_the_published_node_counts() {
    let object = json(&["tree", "tictactoe", "--json"]);
    assert_eq!(
        (&object["value"], &object["nodes"]),
        (&0.into(), &18297.into())
    );
    let minimax = &object["compared"][0];
    assert_eq!(minimax["algorithm"], "minimax");
    assert_eq!(
        (&minimax["value"], &minimax["nodes"]),
        (&0.into(), &549_946.into())
    );
}

#[test]
fn tic_tac_toe_to_two_plies_with_symmetries_plays_the_centre() {
    let object = json(&[
        "tree",
        "tictactoe",
        "--symmetry",
        "--depth",
        "2",
        "-a",
        "minimax",
        "--json",
    ]);
    assert_eq!(
        (&object["value"], &object["leaves"]),
        (&1.into(), &12.into())
    );
    assert_eq!(object["principal_variation"][0], "b2");
    let values: Vec<&Value> = object["tree"]["children"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| &c["value"])
        .collect();
    assert_eq!(values, [-1, -2, 1]);
}

#[test]
fn grundy_with_seven_coins_is_lost_for_the_mover_and_the_tree_says_why() {
    let object = json(&["solve", "grundy", "7", "--json"]);
    assert_eq!(
        (&object["value"], &object["score"]),
        (&(-1).into(), &(-1).into())
    );
    let solution = &object["solution"];
    assert_eq!(solution["kind"], "and");
    let replies: Vec<&str> = solution["children"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["move"].as_str().unwrap())
        .collect();
    assert_eq!(replies, ["7:6+1", "7:5+2", "7:4+3"]);
    for reply in solution["children"].as_array().unwrap() {
        assert_eq!(reply["kind"], "or");
        assert_eq!(reply["children"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn three_ways_of_solving_agree() {
    for (game, position, value) in [
        ("grundy", "9", 1),
        ("nim", "1,2,3", -1),
        ("tictactoe", "x...o....", 0),
    ] {
        for algorithm in ["and-or", "proof-number", "retrograde"] {
            let object = json(&["solve", game, position, "-a", algorithm, "--json"]);
            assert_eq!(object["value"], value, "{game} {position} by {algorithm}");
        }
    }
}

#[test]
fn solvers_give_the_score_beside_the_value() {
    let object = json(&["solve", "connect4", "4444443333332", "--json"]);
    assert_eq!(
        (&object["value"], &object["score"]),
        (&(-1).into(), &(-14).into())
    );
    assert_eq!(object["algorithm"], "solver");
    let board = "-XXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOXXXXXXXOOOOOOO- O";
    for algorithm in ["solver", "and-or"] {
        let object = json(&["solve", "othello", board, "-a", algorithm, "--json"]);
        assert_eq!(
            (&object["value"], &object["score"]),
            (&(-1).into(), &(-38).into()),
            "{algorithm}"
        );
    }
    let object = json(&["solve", "draughts", "B:W18:BK14", "--json"]);
    assert_eq!((&object["value"], &object["score"]), (&1.into(), &1.into()));
}

#[test]
fn a_question_about_a_bound_is_answered_with_a_proof() {
    let tree = "((3 12 8)(2 4 6)(14 5 2))";
    for algorithm in ["and-or", "proof-number"] {
        let yes = json(&[
            "solve",
            "tree",
            tree,
            "--at-least",
            "3",
            "-a",
            algorithm,
            "--json",
        ]);
        assert_eq!((&yes["proved"], &yes["value"]), (&true.into(), &3.into()));
        let no = json(&["tree", tree, "--at-least", "4", "-a", algorithm, "--json"]);
        assert_eq!(no["proved"], false);
    }
}

#[test]
fn real_leaves_keep_their_values() {
    let object = json(&["tree", "((0.5 -1.25)(2.5 0.75))", "--json"]);
    assert_eq!(object["value"], 0.75);
}

#[test]
fn the_same_tree_from_right_to_left_has_the_same_value() {
    let object = json(&["tree", "((3 12 8)(2 4 6)(14 5 2))", "--mirror", "--json"]);
    assert_eq!(
        (&object["value"], &object["leaves"]),
        (&3.into(), &9.into())
    );
}

#[test]
fn an_othello_board_may_begin_with_empty_squares() {
    let board = format!("{} X", "-".repeat(27) + "OX------XO" + &"-".repeat(27));
    let object = json(&["tree", "othello", &board, "--depth", "2", "--json"]);
    assert_eq!(object["principal_variation"].as_array().unwrap().len(), 2);
}

#[test]
fn replacement_schemes_go_by_name() {
    for scheme in ["old", "new", "deep", "big", "two-deep", "two-big"] {
        let set = format!("table-replacement={scheme}");
        let object = json(&["tree", "tictactoe", "-a", "mtdf", "--set", &set, "--json"]);
        assert_eq!(object["value"], 0, "{scheme}");
    }
}

#[test]
fn every_game_shows_and_draws_its_start() {
    let games = json(&["games", "--json"]);
    let folder = std::env::temp_dir().join(format!("zermelo-show-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for game in games["games"].as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let file = folder.join(format!("{name}.svg"));
        let object = json(&["show", name, "-o", file.to_str().unwrap(), "--json"]);
        assert!(!object["moves"].as_array().unwrap().is_empty(), "{name}");
        let svg = std::fs::read_to_string(&file).unwrap();
        assert!(
            svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"),
            "{name}"
        );
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn pictures_are_written_whole_and_by_their_ending() {
    let folder = std::env::temp_dir().join(format!("zermelo-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (ending, begins) in [
        ("svg", "<svg"),
        ("dot", "digraph"),
        ("html", "<!doctype html"),
        ("txt", "pvs on tree"),
        ("json", "{"),
    ] {
        let file = folder.join(format!("tree.{ending}"));
        text(&[
            "tree",
            "((3 5)(2 9))",
            "-a",
            "pvs",
            "-o",
            file.to_str().unwrap(),
        ]);
        let written = std::fs::read_to_string(&file).unwrap();
        assert!(
            written.trim_start().to_lowercase().starts_with(begins),
            "{ending}: {written:.60}"
        );
    }
    assert_eq!(
        std::fs::read_dir(&folder).unwrap().count(),
        5,
        "something half-written is left"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_game_is_played_from_a_script_of_typed_lines() {
    let shown = typed(
        &["play", "nim", "1,2", "--player", "minimax"],
        b"moves\nrubbish\n\xff\xfe\nposition\n2-1\n1-1\n",
    );
    assert!(shown.contains("2-1 2-2 1-1"), "{shown}");
    assert!(shown.contains("not a move: `rubbish`"), "{shown}");
    assert!(shown.contains("the first player wins"), "{shown}");
}

#[test]
fn taking_back_returns_to_the_own_move_and_the_end_of_input_ends_the_game() {
    let shown = typed(
        &["play", "tictactoe", "--side", "both"],
        b"undo\nb2\na1\nundo\nposition\n",
    );
    assert!(shown.contains("nothing to take back"), "{shown}");
    assert!(shown.contains("....x...."), "{shown}");
}

#[test]
fn every_game_is_played_by_the_program_alone_and_ends() {
    for game in [
        "tictactoe",
        "grundy",
        "nim",
        "connect4",
        "tree",
        "uniform",
        "dependent",
        "branching",
    ] {
        let shown = text(&["play", game, "--side", "none", "--movetime", "5"]);
        assert!(shown.contains("Game over"), "{game}: {shown}");
    }
}

#[test]
fn alone_it_says_what_it_is_and_gives_five_commands() {
    let shown = text(&[]);
    assert_eq!(
        shown
            .lines()
            .filter(|l| l.starts_with("  zermelo "))
            .count(),
        5,
        "{shown}"
    );
}

#[test]
fn help_leads_with_examples_for_every_command() {
    for command in [
        "demo",
        "tree",
        "solve",
        "play",
        "bench",
        "algorithms",
        "games",
        "completions",
        "man",
    ] {
        let help = text(&[command, "--help"]);
        let examples = help
            .find("Examples:")
            .unwrap_or_else(|| panic!("{command}: no examples"));
        assert!(
            examples < help.find("Usage:").unwrap(),
            "{command}: usage before examples"
        );
    }
}

#[test]
fn completions_and_man_pages_come_from_the_same_definitions() {
    let script = text(&["completions", "bash"]);
    for name in ["proof-number", "best-case", "connect4"] {
        assert!(script.contains(name), "{name} is not offered");
    }
    assert!(text(&["man"]).contains(".TH zermelo"));
}

#[test]
fn the_fingerprint_is_the_same_twice() {
    let (once, twice) = (json(&["bench", "--json"]), json(&["bench", "--json"]));
    assert_eq!(once["nodes"], twice["nodes"]);
    let shown = text(&["bench"]);
    let last: Vec<&str> = shown
        .trim_end()
        .lines()
        .last()
        .unwrap()
        .split(' ')
        .collect();
    assert_eq!(
        (last[0], last[1], last[3]),
        (once["nodes"].to_string().as_str(), "nodes", "nps")
    );
}
