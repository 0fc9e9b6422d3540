//! Bad input, limits and interruptions: one sentence, the right exit status, nothing lost.
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;

use std::process::Command;

use binary::{json, refused, zermelo};
use serde_json::Value;

#[test]
fn bad_input_is_one_sentence_with_its_place_and_status_2() {
    let cases: &[(&[&str], &str)] = &[
        (&["tree", "((3 12 8)(2 4 6)"], "column"),
        (&["tree", "((3 12 x)(2 4 6))"], "column 8"),
        (&["tree", "((3 12 8)(2 4 6))", "--depth", "-1"], "--depth"),
        (&["tree", "((3 12 8)(2 4 6))", "--depth", "many"], "many"),
        (
            &["tree", "((3 12 8)(2 4 6))", "--algorithm", "alphabeta"],
            "alphabeta",
        ),
        (
            &["tree", "((3 12 8)(2 4 6))", "--set", "beam-width=0"],
            "beam-width",
        ),
        (&["tree", "((3 12 8)(2 4 6))", "--set", "beam=3"], "beam"),
        (
            &["tree", "((3 12 8)(2 4 6))", "--set", "beam-width"],
            "NAME=VALUE",
        ),
        (&["tree", "((3 12 8)(2 4 6))", "-o", "tree.bmp"], "tree.bmp"),
        (
            &["tree", "((3 12 8)(2 4 6))", "-o", "no/such/folder/tree.svg"],
            "no/such/folder",
        ),
        (&["tree", "tictactoe", "xx......."], "column"),
        (&["tree", "tictactoe", "xo......q"], "column 9"),
        (&["tree", "grundy", "7", "--symmetry"], "grundy"),
        (&["tree", "((3 4)(5 6))", "--at-least", "3"], "--at-least"),
        (
            &["tree", "othello", "-a", "retrograde", "--depth", "3"],
            "--depth",
        ),
        (&["solve", "grundy", "seven"], "column 1"),
        (&["solve", "grundy", "7", "-a", "minimax"], "minimax"),
        (&["solve", "connect4", "4444444"], "column 7"),
        (&["solve", "chessboxing"], "chessboxing"),
        (&["play", "othello", "--level", "11"], "11"),
        (&["play", "othello", "--player", "nobody"], "nobody"),
        (&["tree"], "SPEC"),
        (&["nonsense"], "nonsense"),
        (
            &["tree", "tictactoe", "--no-such-option"],
            "--no-such-option",
        ),
    ];
    for (args, named) in cases {
        let message = refused(args);
        assert!(message.contains(named), "{args:?} says: {message}");
    }
}

#[test]
fn deep_nesting_is_searched_or_refused_but_never_crashes() {
    for levels in [499, 501, 5000, 200_000] {
        // Too long for an argument list on some systems: the limit of the system is no crash.
        let tree = format!("{}7{}", "(".repeat(levels), ")".repeat(levels));
        let Ok(output) = Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args(["tree", &tree, "-a", "all", "--json"])
            .output()
        else {
            continue;
        };
        let expected = if levels < 500 { 0 } else { 2 };
        assert_eq!(output.status.code(), Some(expected), "{levels} levels");
    }
}

#[test]
fn an_interrupted_search_says_so_and_gives_its_best_answer() {
    let output = zermelo(&[
        "tree",
        "othello",
        "--depth",
        "12",
        "-a",
        "alpha-beta",
        "--nodes",
        "5000",
        "--json",
    ]);
    assert!(output.status.success());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("best answer so far"), "{message}");
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(object["stopped"].as_str().unwrap().contains("node limit"));
    let deeper = json(&[
        "tree",
        "othello",
        "--depth",
        "12",
        "-a",
        "iterative-deepening",
        "--nodes",
        "5000",
        "--json",
    ]);
    assert_eq!(deeper["principal_variation"][0].as_str().unwrap().len(), 2);
}

#[test]
fn a_proof_that_does_not_fit_into_memory_says_so() {
    let output = zermelo(&["solve", "connect4", "-a", "proof-number", "--hash", "1"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("memory"), "{message}");
}

#[test]
fn a_solver_that_is_stopped_gives_its_bounds() {
    let output = zermelo(&["solve", "connect4", "--nodes", "20000", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["value"], Value::Null);
    assert!(object["bounds"][0].as_i64().unwrap() <= object["bounds"][1].as_i64().unwrap());
}
