//! `kriegspiel` over sets of boards: certain mates, endings, records of one side.
#![allow(clippy::unwrap_used)]

mod binary;

use binary::{json, refused, typed, zermelo};
use serde_json::Value;

#[test]
fn certain_mates_are_printed_as_a_tree_and_near_misses_refused() {
    let rook = "8/8/5K2/8/8/8/8/R7 w - - 0 1";
    let args = ["kriegspiel", "solve", "--fen", rook, "--may", "k=g8,h8"];
    let text = typed(&args, b"");
    assert!(text.starts_with("mate in 2 moves, for certain\n1. f6f7 (2 boards)"));
    assert!(text.contains("   refused\n1. a1h1 (1 board)"), "{text}");
    let found = json(&[&args[..], &["--json"]].concat());
    assert_eq!(found["verdict"], "mate");
    assert_eq!(found["plan"]["try"], "f6f7");
    assert_eq!(found["input"]["may"][0], "k=g8,h8");
    assert!(found["version"].as_str().unwrap().starts_with("zermelo "));
    let args = [&args[..5], &["k=f8,g8,h8", "--moves", "2"]].concat();
    assert_eq!(
        typed(&args, b""),
        "no mate in 2 moves is certain on 3 boards\n"
    );
    let one = [&args[..5], &["k=d8", "--moves", "1"]].concat();
    assert_eq!(
        typed(&one, b""),
        "no mate in 1 move is certain on 1 board\n"
    );
    let few = zermelo(&[&args[..5], &["k=d8", "--nodes", "10"]].concat());
    let said = String::from_utf8(few.stderr).unwrap();
    assert_eq!(few.status.code(), Some(1), "{said}");
    assert!(said.contains("after 10 positions: not even mates in 1 move are decided"));
    let boards = b"6k1/8/6K1/8/8/8/8/R7 w - - 0 1\n7k/8/6K1/8/8/8/8/R7 w - - 0 1\n";
    let text = typed(&["kriegspiel", "solve", "-"], boards);
    assert!(text.contains("mate (2 boards)"), "{text}");
}

#[test]
fn boards_that_sound_different_before_the_first_try_are_solved_apart() {
    let boards = b"1k6/7Q/2K5/8/8/1p6/P7/8 w - - 0 1\n3k4/7Q/2K5/7p/8/8/P7/8 w - - 0 1\n";
    let args = ["kriegspiel", "solve", "-", "--moves", "1"];
    let expected = "mate in 1 move, for certain\nheard: nothing\n  1. h7d7 (1 board)\n     mate (1 \
         board)\nheard: tries 1\n  1. h7b7 (1 board)\n     mate (1 board)\n";
    assert_eq!(typed(&args, boards), expected);
    let object: Value =
        serde_json::from_str(&typed(&[&args[..], &["--json"]].concat(), boards)).unwrap();
    assert_eq!(object["plan"], Value::Null);
    assert_eq!(object["parts"][1]["heard"], "tries 1");
    assert_eq!(object["parts"][1]["plan"]["try"], "h7b7");
}

#[test]
fn the_examples_of_solve_have_a_mate() {
    let help = String::from_utf8(zermelo(&["kriegspiel", "solve", "--help"]).stdout).unwrap();
    let examples = help.lines().filter(|line| line.contains("solve --fen '"));
    let examples: Vec<&str> = examples.collect();
    assert_eq!(examples.len(), 2, "{help}");
    for example in examples {
        let (before, rest) = example.split_once('\'').unwrap();
        let (fen, after) = rest.split_once('\'').unwrap();
        let mut args: Vec<&str> = before.split_whitespace().skip(1).collect();
        args.push(fen);
        args.extend(after.split_whitespace());
        assert!(typed(&args, b"").contains("for certain"), "{example}");
    }
}

#[test]
fn a_record_of_one_side_is_followed_or_contradicts_itself_at_a_line() {
    let args = ["kriegspiel", "replay", "--heard", "-", "--side", "white"];
    let start = "# a record\numpire to-move white tries 0\naccepted e2e4\n\
        to-move black tries 0\nmoved black\n";
    let good = format!("{start}to-move white tries 1\n");
    let text = typed(&args, good.as_bytes());
    // Black's d or f pawn has gone two squares.
    assert!(text.starts_with("White has heard 5 announcements; 2 boards are possible\n"));
    assert!(
        text.contains("White believes, by boards\npawns (%)"),
        "{text}"
    );
    let json: Value =
        serde_json::from_str(&typed(&[&args[..], &["--json"]].concat(), good.as_bytes())).unwrap();
    assert_eq!(
        (&json["boards"], &json["complete"]),
        (&2.into(), &true.into())
    );
    assert!(json["believes"]["pawns"][35].as_f64().unwrap() > 0.0);
    let folder = std::env::temp_dir().join(format!("zermelo-heard-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("umpire.txt");
    let name = file.to_str().unwrap();
    let args = ["kriegspiel", "replay", "--side", "white", "--heard", name];
    for (end, expected) in [
        (
            "to-move white tries 2",
            "line 6: `to-move white tries 2`: no board",
        ),
        (
            "captured pawn e5",
            "line 6: `captured pawn e5`: we have no man on e5",
        ),
        (
            "to-move white tries 0\naccepted e2e4",
            "line 7: `accepted e2e4`: none of our men",
        ),
        (
            "the weather is fine",
            "line 6: `the weather is fine`: expected",
        ),
    ] {
        std::fs::write(&file, format!("{start}{end}\n")).unwrap();
        let said = refused(&args);
        assert!(said.contains(expected), "{said}");
        assert!(said.contains(name), "{said}");
    }
    std::fs::remove_dir_all(folder).unwrap();
    for (args, expected) in [
        (&["kriegspiel", "replay"][..], "FILE"),
        (&["kriegspiel", "replay", "--heard", "x"], "--side"),
        (&["kriegspiel", "replay", "x", "--side", "white"], "--side"),
    ] {
        assert!(refused(args).contains(expected), "{args:?}");
    }
}

#[test]
fn tables_of_endings_are_shown_built_and_refused() {
    let shown = json(&["kriegspiel", "endings", "kqk", "--games", "3", "--json"]);
    assert_eq!(shown["endings"][0]["is_sound"], true);
    assert_eq!(shown["endings"][0]["games"]["won"], 3);
    assert_eq!(
        (&shown["seed"], &shown["interrupted"]),
        (&1.into(), &false.into())
    );
    assert!(shown["version"].as_str().unwrap().starts_with("zermelo "));
    let short = ["kriegspiel", "endings", "krk", "--build", "--limit", "2"];
    let text = typed(&[&short[..], &["--seeds", "4"]].concat(), b"");
    assert!(text.starts_with("krk: "), "{text}");
    for (args, expected) in [
        (&["kriegspiel", "endings", "kkk"][..], "`kkk`"),
        (&["kriegspiel", "endings", "-o", "-"][..], "`-o -`"),
        (
            &["kriegspiel", "endings", "-o", "no-such-folder/x"][..],
            "cannot write no-such-folder/x",
        ),
        (
            &["kriegspiel", "endings", "--table", "no-such-table"][..],
            "no-such-table",
        ),
        (
            &["kriegspiel", "endings", "--table", "Cargo.toml"][..],
            "byte 0",
        ),
        (
            &["kriegspiel", "solve", "--fen", "8/8 w - - 0 1"][..],
            "`8/8`",
        ),
        (&["kriegspiel", "solve", "no-such-file"][..], "no-such-file"),
        (
            &["kriegspiel", "endings", "kbbk"][..],
            "the program has no table of kbbk",
        ),
        (
            &["learn", "goals", "/dev/null", "-o", "-"][..],
            "no game to learn from",
        ),
    ] {
        assert!(refused(args).contains(expected), "{args:?}");
    }
}

#[test]
fn failures_of_players_and_doubled_games_are_said() {
    let folder = std::env::temp_dir().join(format!("zermelo-said-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("games.ksp");
    let games = file.to_str().unwrap();
    let said = |args: &[&str]| String::from_utf8(zermelo(args).stderr).unwrap();
    // A program that answers nothing sensible: its author is told what it said.
    let bad = ["kriegspiel", "match", "random", "bot:cat", "--games", "2"];
    let text = said(&[&bad[..], &["--nodes", "1", "--pgn", games]].concat());
    assert_eq!(text.matches("cat failed in game").count(), 1, "{text}");
    assert!(text.contains("it never said kspok"), "{text}");
    let good = ["kriegspiel", "match", "random", "random", "--games", "2"];
    let text = said(&[&good[..], &["--max-moves", "20", "--pgn", games]].concat());
    assert!(!text.contains("failed"), "{text}");
    let output = folder.join("mined.toml");
    let output = output.to_str().unwrap();
    let text = said(&["learn", "goals", games, games, "-o", output]);
    assert!(text.contains("4 games were there already"), "{text}");
    let mined = std::fs::read_to_string(output).unwrap();
    assert!(mined.starts_with("# The goals of the planner."), "{mined}");
    assert!(mined.contains("from 4 games of games.ksp"), "{mined}");
    let chess = refused(&["match", "belief", "random", "--games", "2"]);
    assert!(chess.contains("with --game kriegspiel"), "{chess}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn files_whose_names_are_no_text_are_named_in_objects_all_the_same() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = std::env::temp_dir().join(format!("zermelo-odd-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(OsStr::from_bytes(b"odd\xff"));
    for (args, text) in [
        (&["kriegspiel", "replay", "--json"][..], "1. e2e4 e7e5 *\n"),
        (
            &["kriegspiel", "solve", "--json"],
            "7k/8/5KQ1/8/8/8/8/8 w - - 0 1\n",
        ),
    ] {
        std::fs::write(&path, text).unwrap();
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args(args)
            .arg(&path)
            .output()
            .unwrap();
        assert!(output.status.success(), "{args:?}");
        let object: Value = serde_json::from_slice(&output.stdout).unwrap();
        let file = object.get("file").unwrap_or(&object["input"]["file"]);
        assert!(file.as_str().unwrap().contains("odd"), "{object}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
