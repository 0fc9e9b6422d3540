//! `solve`: the right question, a method that ends, and a tree that proves it.
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;

use binary::{json, text, zermelo};
use serde_json::{Value, json as object};

const REAL: &str = "((3.5 12 8)(2 4 6)(14 5 2))";

#[test]
fn at_least_means_the_number_in_trees_of_real_values() {
    for algorithm in ["and-or", "proof-number"] {
        for (asked, proved) in [("3", true), ("3.5", true), ("3.6", false), ("-1", true)] {
            for command in ["tree", "solve"] {
                let found = json(&[
                    command,
                    REAL,
                    "-a",
                    algorithm,
                    "--at-least",
                    asked,
                    "--json",
                ]);
                assert_eq!(found["proved"], proved, "{command} {algorithm} {asked}");
                let value = found["value"].as_f64().unwrap();
                let asked: f64 = asked.parse().unwrap();
                assert_eq!(
                    value >= asked,
                    proved,
                    "{command} {algorithm} {asked}: {value}"
                );
            }
        }
        // Values are Max's although Min moves.
        let least = format!("min {REAL}");
        for (asked, proved) in [("4", true), ("7", false)] {
            let found = json(&[
                "solve",
                &least,
                "-a",
                algorithm,
                "--at-least",
                asked,
                "--json",
            ]);
            assert_eq!(found["proved"], proved, "{algorithm} {asked}");
        }
    }
    let shown = text(&["solve", "tree", REAL, "--at-least", "3"]);
    assert!(shown.contains("Max gets at least 3.5"), "{shown}");
    let whole = json(&[
        "solve",
        "((3 12 8)(2 4 6)(14 5 2))",
        "--at-least",
        "2.5",
        "--json",
    ]);
    assert_eq!(
        (&whole["proved"], &whole["at_least"]),
        (&true.into(), &2.5.into())
    );
}

#[test]
fn games_whose_positions_meet_again_are_solved_without_being_told_how() {
    for (game, position, value) in [("grundy", "30", 1), ("nim", "20,30,40", 1)] {
        let found = json(&["solve", game, position, "--json"]);
        let by_retrograde = json(&["solve", game, position, "-a", "retrograde", "--json"]);
        assert_eq!(found["value"], value, "{game}");
        assert_eq!(found["value"], by_retrograde["value"], "{game}");
        assert_eq!(found["solution"]["kind"], "or", "{game}");
    }
    let small = json(&["solve", "grundy", "7", "--json"]);
    assert_eq!(small["algorithm"], "and-or");
}

#[test]
fn every_method_gives_a_tree() {
    for args in [
        ["solve", "tictactoe", "xo..x.o..", "-a", "retrograde"],
        ["solve", "connect4", "444443533", "-a", "solver"],
        ["solve", "draughts", "B:W18:BK14", "-a", "solver"],
        ["solve", "nim", "3,4,5", "-a", "retrograde"],
    ] {
        let mut with_json = args.to_vec();
        with_json.push("--json");
        let found = json(&with_json);
        assert!(found["solution"]["kind"].is_string(), "{args:?}");
        let complete = args[4] == "retrograde";
        assert_eq!(found["solution_complete"], complete, "{args:?}");
        let file = std::env::temp_dir().join(format!("solved-{}.svg", std::process::id()));
        let mut to_file = args.to_vec();
        to_file.extend(["-o", file.to_str().unwrap()]);
        let shown = text(&to_file);
        assert!(shown.contains("best line"), "{args:?}: {shown}");
        assert!(std::fs::read_to_string(&file).unwrap().starts_with("<svg"));
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn a_proof_of_who_wins_at_connect_four_has_no_score() {
    let position = "4444443533321212";
    let solver = json(&["solve", "connect4", position, "--json"]);
    assert_eq!(
        (&solver["value"], &solver["score"]),
        (&(-1).into(), &(-3).into())
    );
    let proof = json(&[
        "solve",
        "connect4",
        position,
        "-a",
        "proof-number",
        "--json",
    ]);
    assert_eq!(
        (&proof["value"], &proof["score"]),
        (&(-1).into(), &Value::Null)
    );
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_search() {
    for args in [
        ["solve", "connect4", "-o", "x.xyz"],
        ["solve", "connect4", "-o", "no/such/folder/x.svg"],
        ["tree", "chess", "-o", "x.xyz"],
        ["tree", "chess", "-o", "no/such/folder/x.svg"],
    ] {
        let message = binary::refused(&args);
        assert!(message.contains(args[3]), "{message}");
    }
    let message = binary::refused(&["tree", "othello", "-a", "mcts", "-o", "x.svg"]);
    assert!(message.contains("mcts does not visit"), "{message}");
}

#[test]
fn a_tree_on_the_screen_is_printed_once() {
    let shown = text(&["solve", "grundy", "7", "-o", "-"]);
    assert_eq!(shown.matches("─ 7:6+1").count(), 1, "{shown}");
}

#[test]
fn notes_of_playouts_speak_the_notation_and_the_values_of_the_game() {
    let notes = |args: &[&str]| -> Vec<String> {
        let found = json(args);
        let notes = found["notes"].as_array().unwrap().iter();
        notes
            .map(|note| note.as_str().unwrap().to_string())
            .collect()
    };
    let run = ["-a", "mcts", "--set", "mcts-iterations=50", "--json"];
    let of = |game: &[&str]| notes(&[&["tree"], game, &run[..]].concat());
    assert!(
        of(&["grundy", "8"])
            .iter()
            .any(|n| n.starts_with("move 8:7+1: "))
    );
    assert!(
        of(&["tictactoe"])
            .iter()
            .any(|n| n.starts_with("move b2: "))
    );
    let mut min = of(&["min (5 9)"]);
    min.sort();
    let means: Vec<&str> = min.iter().map(|n| n.rsplit(' ').next().unwrap()).collect();
    assert_eq!(means, ["5.000", "9.000"]);
    assert!(of(&["(0.5 -2 7)"]).iter().all(|n| n.contains("mean rank ")));
}

#[test]
fn every_pass_of_a_search_tells_its_cuts() {
    let tree = "((3 12 8)(2 4 6)(14 5 2))";
    let all = json(&["tree", tree, "-a", "all", "--json"]);
    for found in all.as_array().unwrap() {
        let name = found["algorithm"].as_str().unwrap();
        let Some(cuts) = found["cuts"].as_array() else {
            assert!(
                ["mcts", "retrograde", "proof-number", "full"].contains(&name),
                "{name}"
            );
            continue;
        };
        let kinds = found["cutoffs"].as_object().unwrap().values();
        let counted: u64 = kinds.map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(cuts.len() as u64, counted, "{name}");
    }
    let shown = text(&["tree", tree, "-a", "mtdf"]);
    assert!(shown.contains("Shown is the last of"), "{shown}");
    let shown = text(&["tree", tree]);
    assert!(!shown.contains("passes"), "{shown}");
}

#[test]
fn a_seed_stands_where_chance_played_and_nowhere_else() {
    let of = |args: &[&str]| json(&[args, &["--json"]].concat())["seed"].clone();
    assert_eq!(of(&["tree", "uniform", "2x2 seed=7"]), 7);
    assert_eq!(of(&["tree", "uniform", "2x2", "--seed", "5"]), 5);
    assert_eq!(of(&["tree", "(1 2)"]), object!(null));
    assert_eq!(of(&["theory", "killers"]), object!(null));
    assert_eq!(of(&["theory", "dependent", "--samples", "2"]), 1);
}

#[test]
fn a_tree_may_be_one_negative_leaf_or_come_from_standard_input() {
    assert_eq!(json(&["tree", "-5", "--json"])["value"], -5);
    let shown = binary::typed(&["tree", "-"], b"((3 12 8)(2 4 6)(14 5 2))\n");
    assert!(shown.contains("value 3 for Max"), "{shown}");
    let shown = binary::typed(&["solve", "-"], b"grundy 7\n");
    assert!(shown.contains("the player to move loses"), "{shown}");
}

#[test]
fn malformed_numbers_are_refused_with_the_option_that_has_them() {
    for (args, named) in [
        (vec!["tree", "nim", ""], "end of text at column 1"),
        (vec!["tree", "grundy", "4,,3"], "column 3"),
        (vec!["tree", "(1 2)", "--seed", "-1"], "--seed"),
        (vec!["tree", "(1 2)", "--show", "-1"], "--show"),
        (vec!["theory", "random", "--samples", "-1"], "--samples"),
        (
            vec!["tree", "(1 2)", "--seed", "18446744073709551615"],
            "18446744073709551615",
        ),
        (vec!["solve", "(1 2)", "--at-least", "nan"], "--at-least"),
        (
            vec!["theory", "best-case", "-o", "x.pdf"],
            ".html, .txt or .json",
        ),
        (vec!["man", "--dir", "/proc/nowhere"], "/proc/nowhere"),
    ] {
        let message = binary::refused(&args);
        assert!(message.contains(named), "{args:?}: {message}");
        assert!(!message.contains("9223372036854775807"), "{message}");
    }
}

#[test]
fn the_tour_has_its_figures_as_json_too() {
    let file = std::env::temp_dir().join(format!("tour-{}.html", std::process::id()));
    let output = zermelo(&["demo", "--json", "-o", file.to_str().unwrap()]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["sections"].as_array().unwrap().len(), 7);
    std::fs::remove_file(&file).unwrap();
}
