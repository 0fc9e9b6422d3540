//! The chess commands as people and scripts use them.
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;

use std::fs;
use std::path::PathBuf;

use binary::{json, refused, text, typed, zermelo};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";

/// A file of this test that is gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("zermelo-{}-{name}", std::process::id()));
        fs::write(&path, content).unwrap();
        Scratch(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_first_line_on_a_pipe_names_the_protocol() {
    let uci = typed(
        &[],
        b"uci\nisready\nposition startpos\ngo depth 2\nisready\nquit\n",
    );
    assert!(uci.starts_with("id name Zermelo"), "{uci}");
    assert!(
        uci.contains("\nuciok\n") && uci.contains("readyok"),
        "{uci}"
    );
    let xboard = typed(&[], b"xboard\nprotover 2\nping 1\nquit\n");
    assert!(
        xboard.contains("feature done=1") && xboard.contains("pong 1"),
        "{xboard}"
    );
    assert!(typed(&[], b"hello\n").contains("zermelo demo"));
    assert!(typed(&["uci"], b"go depth 3\n").contains("bestmove "));
}

#[test]
fn perft_counts_divides_and_checks_suites() {
    assert_eq!(json(&["perft", "4", "--json"])["nodes"], 197_281);
    let object = json(&[
        "perft",
        KIWIPETE,
        "3",
        "--divide",
        "--threads",
        "2",
        "--json",
    ]);
    assert_eq!(object["nodes"], 97_862);
    assert_eq!(object["divide"]["e1g1"], 2_059);
    assert!(text(&["perft", "2", "--divide"]).contains("e2e4: 20"));
    let right = Scratch::new(
        "right.epd",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66\n",
    );
    assert!(text(&["perft", "--suite", right.path(), "2"]).contains("2 counts compared, 0 wrong"));
    let wrong = Scratch::new(
        "wrong.epd",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 67\n",
    );
    let output = zermelo(&["perft", "--suite", wrong.path(), "2"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("depth 2: 66, not 67"));
}

#[test]
fn a_suite_without_counts_or_with_words_too_many_is_refused() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K -";
    let best = Scratch::new("best.epd", &format!("{fen} bm Kd2;\n"));
    let deep = Scratch::new("deep.epd", &format!("{fen} ;D3 1197\n"));
    let bad = Scratch::new("bad.epd", &format!("{fen} ;D1 15\nnonsense\n"));
    for (file, said) in [(&best, "D1 20"), (&deep, "D1 20"), (&bad, "line 2: ")] {
        let message = refused(&["perft", "--suite", file.path(), "2"]);
        assert!(message.contains(file.path()), "{message}");
        assert!(message.contains(said), "{message}");
    }
    let message = refused(&["perft", "--suite", deep.path(), fen, "3"]);
    assert!(message.contains(fen), "{message}");
}

#[test]
fn without_plies_no_move_is_divided() {
    let shown = text(&["perft", "--divide", "0"]);
    assert!(shown.starts_with("1 nodes in "), "{shown}");
    let object = json(&["perft", "0", "--divide", "--json"]);
    assert_eq!(object["nodes"], 1);
    assert!(object["divide"].as_object().unwrap().is_empty(), "{object}");
}

#[cfg(unix)]
#[test]
fn perft_against_finds_the_first_wrong_move_of_another_engine() {
    use std::os::unix::fs::PermissionsExt;
    let own = env!("CARGO_BIN_EXE_zermelo");
    assert!(text(&["perft", "3", "--against", &format!("{own} uci")]).contains("agrees: 8,902"));
    // An engine that forgets to castle to the king's side, and counts accordingly.
    let forget = "-e '/^e1g1:/d' -e 's/^e8e7: .*/e8e7: 25/'";
    let script = format!("#!/bin/sh\n{own} uci | sed -u {forget}\n");
    let script = Scratch::new("forgetful.sh", &script);
    fs::set_permissions(&script.0, fs::Permissions::from_mode(0o755)).unwrap();
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -";
    let output = zermelo(&["perft", fen, "2", "--against", script.path(), "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        object["wrong"]["path"],
        serde_json::json!(["e8e7"]),
        "{object}"
    );
    assert_eq!(
        object["wrong"]["missing"],
        serde_json::json!(["e1g1"]),
        "{object}"
    );
}

#[cfg(unix)]
#[test]
fn perft_against_sees_moves_that_are_listed_twice_and_totals_that_are_no_sum() {
    use std::os::unix::fs::PermissionsExt;
    let own = env!("CARGO_BIN_EXE_zermelo");
    for (name, change, said) in [
        (
            "twice.sh",
            "-e '/^a2a3: 1$/p' -e 's/searched: 20$/searched: 21/'",
            "it lists this move twice: a2a3\n",
        ),
        (
            "total.sh",
            "-e 's/searched: 20$/searched: 21/'",
            "its total is 21, its counts add up to 20\n",
        ),
    ] {
        let script = format!("#!/bin/sh\n{own} uci | sed -u {change}\n");
        let script = Scratch::new(name, &script);
        fs::set_permissions(&script.0, fs::Permissions::from_mode(0o755)).unwrap();
        let args = ["perft", "1", "--against", script.path()];
        let output = zermelo(&args);
        assert_eq!(output.status.code(), Some(1));
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(shown.ends_with(said), "{shown}");
        let output = zermelo(&[&args[..], &["--json"]].concat());
        let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let wrong = &object["wrong"];
        match name {
            "twice.sh" => assert_eq!(wrong["twice"], serde_json::json!(["a2a3"]), "{object}"),
            _ => assert_eq!(wrong["total"]["said"], 21, "{object}"),
        }
    }
}

#[test]
fn analysis_finds_a_mate_and_says_it_in_json() {
    let object = json(&["analyse", MATE_IN_ONE, "--depth", "4", "--json"]);
    assert_eq!(object["bestmove"], "a1a8");
    assert_eq!(object["lines"][0]["mate"], 1);
    assert_eq!(object["lines"][0]["san"][0], "Ra8#");
    let several = json(&["analyse", "--nodes", "3000", "--multipv", "3", "--json"]);
    let lines = several["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    assert!(lines[0]["score_cp"].as_i64() >= lines[2]["score_cp"].as_i64());
    let shown = text(&["analyse", MATE_IN_ONE, "--depth", "3"]);
    assert!(
        shown.contains("#1") && shown.contains("best move Ra8#"),
        "{shown}"
    );
    let over = text(&["analyse", "7k/5Q2/6K1/8/8/8/8/8 b - -", "--depth", "3"]);
    assert_eq!(over.trim(), "over: stalemate");
    for (fen, result) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", "1/2-1/2 stalemate"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - -", "1-0 checkmate"),
        ("8/8/8/8/8/6k1/6q1/7K w - -", "0-1 checkmate"),
    ] {
        let over = json(&["analyse", fen, "--depth", "3", "--json"]);
        let said = |name: &str| over["result"][name].as_str().unwrap().to_string();
        assert_eq!(format!("{} {}", said("outcome"), said("reason")), result);
        assert!(over["lines"].as_array().unwrap().is_empty(), "{over}");
    }
    assert!(several["result"].is_null(), "{several}");
}

#[test]
fn games_are_annotated_and_stay_readable() {
    let game = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {mine} e5 2. Qh5 Ke7 3. Qxe5# 1-0\n";
    let file = Scratch::new("game.pgn", game);
    let shown = text(&["analyse", file.path(), "--nodes", "3000"]);
    for part in [
        "[White \"A\"]",
        "{mine [%eval ",
        "Ke7??",
        "better",
        "3. Qxe5#",
        "1-0",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let again = Scratch::new("again.pgn", &shown);
    let twice = text(&["analyse", again.path(), "--nodes", "3000"]);
    for ours in ["[%eval", "better"] {
        assert_eq!(twice.matches(ours).count(), shown.matches(ours).count());
    }
    let output = zermelo(&["analyse", file.path(), "--nodes", "100", "-o", again.path()]);
    assert!(output.status.success() && output.stdout.is_empty());
    assert!(fs::read_to_string(&again.0).unwrap().contains("[%eval"));
    let game = "{first} 1. e4 $14 (1. d4 d5) e5 2. Qh5! Ke7 (2... Nc6 {holds}) 3. Qxe5# 1-0\n\n\
                [White \"C\"]\n\n1. e4 e4 *\n";
    let rich = Scratch::new("rich.pgn", game);
    let shown = text(&["analyse", rich.path(), "--nodes", "3000"]);
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "{first} 1. e4 $14",
        "(1. d4 d5)",
        "Qh5 $1",
        "(2... Nc6 {holds})",
        "1. e4 e4 *",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let bad = Scratch::new("bad.pgn", "1. e4 e4 *\n");
    let output = zermelo(&["analyse", bad.path(), "--nodes", "100"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_mating_move_loses_nothing_and_the_source_of_annotations_is_kept() {
    let game = "1. f3 e5 2. g4 (2. e4) Qh4# 0-1\n";
    let file = Scratch::new("mate.pgn", game);
    let object = json(&["analyse", file.path(), "--nodes", "300", "--json"]);
    assert_eq!(object["games"][0]["moves"][3]["loss_cp"], 0, "{object}");
    let output = zermelo(&["analyse", file.path(), "--nodes", "100", "-o", file.path()]);
    assert!(!output.status.success());
    assert_eq!(fs::read_to_string(&file.0).unwrap(), game);
}

#[test]
fn suites_are_solved_counted_and_resumed() {
    let suite = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8+; id \"one\";\n\
                 6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8+; id \"two\";\n\
                 6k1/5ppp/8/8/8/8/8/R5K1/w Ra1a8 (three)\n\
                 6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1;\n\
                 6k1/5ppp/8/8/8/8/8/R5K1 w - - c0 \"Ra8+=10, Ra2=3\";\n\
                 nonsense\n";
    let file = Scratch::new("suite.epd", suite);
    let log = Scratch::new("suite.log", "");
    fs::remove_file(&log.0).unwrap();
    let args = [
        "epd",
        file.path(),
        "--depth",
        "3",
        "--log",
        log.path(),
        "--json",
    ];
    let object = json(&args);
    assert_eq!(
        (&object["solved"], &object["total"]),
        (&4.into(), &5.into())
    );
    assert_eq!(
        (&object["points"], &object["mates_found"]),
        (&10.into(), &1.into())
    );
    assert_eq!(object["positions"][1]["solved"], false);
    assert_eq!(object["positions"][0]["move"], "a1a8");
    // Cut short and with half a line at the end, the log is gone on from.
    let written = fs::read_to_string(&log.0).unwrap();
    let cut: Vec<&str> = written.lines().take(3).collect();
    fs::write(&log.0, format!("{}\n{{\"half", cut.join("\n"))).unwrap();
    let again = json(&args);
    assert_eq!((&again["solved"], &again["total"]), (&4.into(), &5.into()));
    let other = ["epd", file.path(), "--depth", "2", "--log", log.path()];
    let output = zermelo(&other);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("line 6: `nonsense`"), "{message}");
    assert!(message.contains("another run"), "{message}");
    let shown = text(&["epd", file.path(), "--depth", "3"]);
    assert!(shown.contains("two: Ra8# (to be avoided Ra8+)"), "{shown}");
    assert!(
        shown.contains("tuned: 4 of 5 solved, 10 of 10 points"),
        "{shown}"
    );
}

#[test]
fn the_evaluation_has_eight_terms_that_add_up() {
    let fen = "3rr1k1/1pqb1pp1/p1nb2np/3p4/3N4/4BNPP/PPPQ1PB1/3RR1K1 w - -";
    let object = json(&["eval", fen, "--json"]);
    let terms = object["terms"].as_object().unwrap();
    let names: Vec<&str> = terms.keys().map(String::as_str).collect();
    assert_eq!(names, ["m", "b", "x", "k", "c", "p", "a", "r"]);
    assert_eq!((&terms["m"], &terms["r"]), (&0.into(), &0.into()));
    let sum: i64 = terms.values().map(|v| v.as_i64().unwrap()).sum();
    assert_eq!(
        sum + object["ending"].as_i64().unwrap(),
        object["total"].as_i64().unwrap()
    );
    assert_eq!(object["evaluators"]["tuned"], object["total"]);
    assert!(text(&["eval", fen]).contains("king safety"));
}

#[test]
fn a_game_of_chess_can_be_played_taken_back_and_resigned() {
    let moves = b"e4\nhint\nundo\nd2d4\nflip\nmoves\nposition\npgn\nNf9\nresign\n";
    let shown = typed(&["play", "chess", "--nodes", "200", "--ascii"], moves);
    for part in [
        "Black plays",
        "hint: ",
        "8  r n b q k b n r",
        "1  R N B K Q B N R",
        "not a move: `Nf9`",
        "1. d4",
        "White resigns: Black wins.",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let mate = typed(
        &[
            "play",
            "chess",
            MATE_IN_ONE,
            "--side",
            "white",
            "--level",
            "1",
            "--tc",
            "60+1",
        ],
        b"Ra8\n",
    );
    assert!(
        mate.contains("Checkmate: White wins.") && mate.contains("White 1:0"),
        "{mate}"
    );
    let alone = typed(
        &[
            "play",
            "chess",
            "k7/8/8/1K6/8/8/8/6Q1 w - -",
            "--side",
            "none",
            "--nodes",
            "3000",
        ],
        b"",
    );
    assert!(alone.contains("Checkmate: White wins."), "{alone}");
    assert!(refused(&["play", "othello", "--elo", "1500"]).contains("--elo"));
}

#[test]
fn chess_is_shown_searched_and_matched_like_other_games() {
    let picture = Scratch::new("board.svg", "");
    let object = json(&["show", "chess", KIWIPETE, "-o", picture.path(), "--json"]);
    assert_eq!(object["moves"].as_array().unwrap().len(), 48);
    let svg = fs::read_to_string(&picture.0).unwrap();
    let black_men = svg.matches("class=\"mb\"").count();
    assert!(svg.starts_with("<svg") && black_men == 16, "{svg}");
    let tree = json(&[
        "tree",
        "chess",
        MATE_IN_ONE,
        "--depth",
        "2",
        "-a",
        "all",
        "--json",
    ]);
    for object in tree.as_array().unwrap() {
        if object["algorithm"] == "minimax" || object["algorithm"] == "full" {
            assert_eq!(object["principal_variation"][0], "a1a8", "{object}");
        }
    }
    assert!(text(&["games"]).contains("chess"));
    let args = [
        "match",
        "tuned[hash=1]",
        "random",
        "--nodes",
        "300",
        "--games",
        "2",
        "--json",
    ];
    let object = json(&args);
    assert_eq!((&object["games"], &object["wins"]), (&2.into(), &2.into()));
    let object = json(&[
        "match",
        "reference@classic[name=C]",
        "minimax[depth=1]",
        "--depth",
        "1",
        "--games",
        "2",
        "--max-moves",
        "5",
        "--json",
    ]);
    assert_eq!(object["games"], 2);
}

#[test]
fn wrong_chess_input_is_one_sentence() {
    for (args, named) in [
        (&["perft", "many"][..], "many"),
        (&["perft", "8/8/8/8/8/8/8/8 w - -", "2"], "king"),
        (
            &["perft", "2", "--against", "no-such-engine"],
            "no-such-engine",
        ),
        (&["perft", "2", "--suite", "no/such/file"], "no/such/file"),
        (&["analyse", "8/8 w"], "eight ranks"),
        (&["analyse", "no-such.pgn"], "no-such.pgn"),
        (&["analyse", "--player", "nobody"], "nobody"),
        (&["eval", "4k3/8/8/8/8/8/8/K7 x - -"], "column 20"),
        (&["epd", "no-such.epd"], "no-such.epd"),
        (&["match", "nobody", "tuned"], "nobody"),
        (&["match", "tuned[size=3]", "tuned"], "size"),
        (&["play", "chess", "--tc", "fast"], "fast"),
    ] {
        let message = refused(args);
        assert!(message.contains(named), "{args:?} says: {message}");
    }
}
