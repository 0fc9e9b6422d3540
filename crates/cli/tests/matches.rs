//! `match` as scripts use it.
#![allow(clippy::unwrap_used)]

use std::io::Write;
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

/// A fresh folder for one test.
fn folder(name: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("zermelo-cli-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn openings_are_read_from_standard_input_in_any_format() {
    let cases = [
        ("chess", "[Event \"x\"]\n\n1. e4 e5 *\n"),
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 3; fmvn 40;\n"),
        ("chess", "# mine\ne2e4 e7e5\n"),
        ("connect4", "4 4\n"),
    ];
    for (game, text) in cases {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args([
                "match",
                "random",
                "random",
                "--games",
                "2",
                "--openings",
                "-",
            ])
            .args(["--game", game, "--json", "--max-moves", "5"])
            .env("XDG_DATA_HOME", std::env::temp_dir())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(text.as_bytes()).unwrap();
        drop(input);
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(output.status.success(), "{text}: {message}");
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            (&value["games"], &value["skipped_openings"]),
            (&2.into(), &0.into())
        );
    }
}

#[test]
fn deterministic_players_do_not_play_the_same_game_again() {
    for (game, games) in [("chess", "12"), ("connect4", "140")] {
        let players = ["full[depth=1]", "full[depth=1,name=other]"];
        let output = zermelo(&[
            "match",
            players[0],
            players[1],
            "--game",
            game,
            "--games",
            games,
            "--json",
            "--max-moves",
            "10",
        ]);
        let message = String::from_utf8_lossy(&output.stderr).to_string();
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        // An opening may still lead to a position that another one comes to by play.
        let count = |field: &str| value[field].as_f64().unwrap();
        assert!(count("different_games") > 0.9 * count("games"), "{value}");
        assert!(!message.contains("repeat"), "{message}");
    }
    let output = zermelo(&[
        "match",
        "random",
        "random",
        "--game",
        "connect4",
        "--games",
        "200",
        "--random-plies",
        "1",
    ]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("only 7 openings for up to 100 pairs"),
        "{message}"
    );
}

#[test]
fn a_finished_match_can_be_prolonged() {
    let folder = folder("prolonged");
    let (log, pgn) = (folder.join("log"), folder.join("pgn"));
    let play = |games: &str| {
        let output = zermelo(&[
            "match",
            "random",
            "full:1",
            "--game",
            "connect4",
            "--games",
            games,
            "--json",
            "--log",
            log.to_str().unwrap(),
            "--pgn",
            pgn.to_str().unwrap(),
        ]);
        let message = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(output.status.success(), "{message}");
        let text = std::fs::read_to_string(&pgn).unwrap();
        text.matches("[Event ").count()
    };
    assert_eq!((play("4"), play("8"), play("2")), (4, 8, 8));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn games_can_go_to_standard_output() {
    let output = zermelo(&[
        "match", "random", "random", "--game", "connect4", "--games", "2", "--pgn", "-",
    ]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("[Event ").count(), 2, "{text}");
    assert!(text.starts_with("[Event ") && !text.contains("random - random #2: 2 games"));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("2 games")
    );
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn levels_of_the_full_search_play_chess() {
    let output = zermelo(&[
        "match",
        "full:2",
        "random",
        "--games",
        "2",
        "--nodes",
        "300",
        "--max-moves",
        "8",
        "--json",
    ]);
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["a"]["failures"], serde_json::json!({}), "{value}");
    let help = zermelo(&["match", "--help"]);
    let help = String::from_utf8(help.stdout).unwrap();
    for name in [
        "full:1",
        "random",
        "tuned",
        "reference",
        "uci:COMMAND",
        "xboard:COMMAND",
    ] {
        assert!(help.contains(name), "{name} is missing in {help}");
    }
}

#[cfg(unix)]
#[test]
fn a_match_asked_to_end_says_how_to_go_on() {
    use std::io::BufRead;
    let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args([
            "match", "random", "random", "--game", "connect4", "--games", "10000000",
        ])
        .args(["--events", "--movetime", "1000"])
        .env("XDG_DATA_HOME", folder("term"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    let id = child.id().to_string();
    assert!(Command::new("kill").arg(&id).status().unwrap().success());
    lines.for_each(drop);
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("the match is remembered in"), "{message}");
    assert!(message.contains("to go on: "), "{message}");
    std::fs::remove_dir_all(folder("term")).unwrap();
}

#[test]
fn what_would_be_ignored_is_refused() {
    let folder = folder("refused");
    let file = folder.join("x");
    let file = file.to_str().unwrap();
    let other = format!("{}/./x", folder.display());
    let cases: [(&str, &str, &[&str], &str); 16] = [
        ("nim", "random[ponder=yes]", &[], "ponder"),
        (
            "nim",
            "random",
            &["--log", file, "--pgn", &other],
            "--pgn and --log are the same file",
        ),
        (
            "nim",
            "random",
            &["--openings", file, "--pgn", file],
            "--openings and --pgn are the same",
        ),
        (
            "nim",
            "random",
            &["--pgn", "-", "--json"],
            "standard output",
        ),
        ("nim", "random", &["--model", "logistic"], "--sprt"),
        ("nim", "random", &["--judge", "random"], "thesis"),
        ("nim", "random", &["--shuffle"], "--openings"),
        ("nim", "random", &["--random-plies", "100000"], "100000"),
        (
            "tic-tac-toe",
            "random",
            &["--random-plies", "9"],
            "leaves anything to play",
        ),
        ("nim", "random[name=]", &[], "name="),
        ("nim", "full[threads=0]", &[], "1 to 256"),
        ("nim", "full[threads=100000]", &[], "1 to 256"),
        (
            "nim",
            "proof-number",
            &["--depth", "2"],
            "whatever the depth",
        ),
        ("nim", "and-or[depth=2]", &[], "whatever the depth"),
        ("chess", "tuned[elo=99999999999]", &[], "1000 to 2800"),
        ("chess", "full:11", &[], "full:LEVEL (1 to 10)"),
    ];
    for (game, player, rest, named) in cases {
        let mut args = vec!["match", player, "random", "--game", game];
        args.extend(rest);
        let output = zermelo(&args);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(message.contains(named), "{args:?}: {message}");
    }
    std::fs::remove_dir_all(folder).unwrap();
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
