//! `match` as scripts use it.
#![allow(clippy::unwrap_used)]

use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn zermelo(args: &[&str]) -> Output {
    let data = std::env::temp_dir().join(format!("zermelo-cli-match-{}", std::process::id()));
    Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(args)
        .env("XDG_DATA_HOME", data)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn mcts_against_minimax_on_connect_four_gives_the_promised_fields() {
    let output = zermelo(&[
        "match",
        "mcts",
        "minimax",
        "--game",
        "connect4",
        "--games",
        "4",
        "--movetime",
        "5",
        "--margin",
        "10000",
        "--json",
    ]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let fields = [
        "games",
        "wins",
        "draws",
        "losses",
        "score",
        "elo",
        "elo_error",
        "los",
        "pentanomial",
        "sprt",
        "terminations",
        "a",
        "b",
        "version",
        "seed",
    ];
    for field in fields {
        assert!(value.get(field).is_some(), "{field} is missing in {value}");
    }
    assert_eq!(
        (&value["games"], &value["terminations"]["rules"]),
        (&4.into(), &4.into())
    );
    assert!(value["a"]["nps"].as_f64().unwrap() > 0.0);
}

#[test]
fn the_deeper_search_wins_the_match_and_the_test_says_so() {
    let output = zermelo(&[
        "match",
        "alpha-beta[depth=5]",
        "alpha-beta[depth=1]",
        "--game",
        "connect4",
        "--sprt",
        "0,100",
        "--random-plies",
        "4",
    ]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("alpha-beta[depth=5] passes against alpha-beta[depth=1]"),
        "{text}"
    );
}

#[test]
fn bad_usage_is_one_sentence_and_status_two() {
    let cases: [(&[&str], &str); 7] = [
        (
            &["match", "minimax", "nonsense", "--game", "nim"],
            "nonsense",
        ),
        (
            &["match", "minimax", "uci:x", "--game", "nim"],
            "plays chess",
        ),
        (
            &["match", "uci:no-such-engine", "uci:also-none"],
            "no-such-engine",
        ),
        (&["match", "mcts", "minimax", "--tc", "soon"], "soon"),
        (
            &["match", "mcts", "minimax", "--sprt", "5,0"],
            "must be below",
        ),
        (
            &["match", "mcts", "minimax", "--adjudicate", "coin"],
            "coin",
        ),
        (
            &["match", "mcts", "minimax", "--openings", "/no/such/file"],
            "/no/such/file",
        ),
    ];
    for (args, named) in cases {
        let output = zermelo(args);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert_eq!(message.trim_end().lines().count(), 1, "{args:?}: {message}");
        assert!(message.contains(named), "{args:?}: {message}");
    }
}
