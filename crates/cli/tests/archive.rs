//! The archive's commands as players use them: building, asking, keeping.
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;
mod chess_games;

use std::io::Write;

use binary::{json, text, typed, zermelo};
use chess_games::{Folder, games};

#[test]
fn equal_games_build_equal_archives_however_they_come() {
    let folder = Folder::new("sources");
    let plain = folder.write("games.pgn", games());
    let built = json(&[
        "archive",
        "build",
        &plain,
        "-o",
        &folder.path("plain"),
        "--json",
    ]);
    assert_eq!(built["games"], 140);
    assert_eq!(built["positions"], 140 * 9);
    assert!(built["distinct"].as_u64().unwrap() < 60, "{built}");
    assert_eq!(built["skipped"], serde_json::json!({}));
    assert!(built["seconds"].as_f64().is_some() && built["bytes"].as_u64().unwrap() > 0);
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(games().as_bytes()).unwrap();
    let packed = [
        folder.write("games.gz", gz.finish().unwrap()),
        folder.write(
            "games.zst",
            zstd::encode_all(games().as_bytes(), 3).unwrap(),
        ),
    ];
    for (name, file) in ["gz", "zst"].iter().zip(&packed) {
        text(&["archive", "build", file, "-o", &folder.path(name)]);
        assert_eq!(
            positions(&folder, name),
            positions(&folder, "plain"),
            "{name}"
        );
    }
    let piped = folder.path("piped");
    typed(&["archive", "build", "-", "-o", &piped], games().as_bytes());
    assert_eq!(positions(&folder, "piped"), positions(&folder, "plain"));
    // Again: nothing is added, because all are known.
    let again = json(&["archive", "build", &plain, "-o", &piped, "--json"]);
    assert_eq!(
        (&again["games"], &again["skipped"]["duplicate"]),
        (&0.into(), &140.into())
    );
}

fn positions(folder: &Folder, archive: &str) -> Vec<u8> {
    folder.read(&format!("{archive}/000001.positions"))
}

#[test]
fn filters_choose_what_is_built_and_what_is_asked() {
    let folder = Folder::new("filters");
    let input = folder.write("games.pgn", games());
    let archive = folder.archive();
    let cases: [(&[&str], u64); 8] = [
        (&["--eco", "C50-C99"], 70),
        (&["--since", "2009"], 5),
        (&["--until", "1990.12.31"], 9),
        (&["--min-elo", "2400"], 80),
        (&["--player", "opponent 14"], 2),
        (&["--result", "0-1"], 33),
        (&["--min-plies", "9"], 0),
        (&["--max-plies", "8"], 140),
    ];
    for (place, (options, expected)) in cases.iter().enumerate() {
        let output = folder.path(&format!("some{place}"));
        let mut args = vec!["archive", "build", &input, "-o", &output, "--json"];
        args.extend(*options);
        let built = json(&args);
        assert_eq!(built["games"], *expected, "{options:?}");
        assert_eq!(
            built["skipped"]["filtered out"].as_u64().unwrap_or(0) + expected,
            140
        );
        let mut args = vec!["archive", "games", &archive, "--count"];
        args.extend(*options);
        assert_eq!(text(&args).trim(), expected.to_string(), "{options:?}");
    }
}

#[test]
fn exploring_shows_the_table_of_a_position() {
    let folder = Folder::new("explore");
    let archive = folder.archive();
    let shown = text(&["archive", "explore", &archive, "--play", "e4"]);
    assert!(
        shown.contains("100 games: White 50.0%, draws 26.0%, Black 24.0%"),
        "{shown}"
    );
    let row = shown.lines().find(|line| line.starts_with("e5 ")).unwrap();
    let words: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(&words[..3], ["e5", "70", "70"], "{row}");
    assert!(
        row.contains('█') && row.contains('▒') && row.contains('░'),
        "{row}"
    );
    let object = json(&[
        "archive",
        "explore",
        &archive,
        "--play",
        "d2d4,g8f6",
        "--json",
    ]);
    assert_eq!(
        (&object["white"], &object["draws"]),
        (&15.into(), &8.into())
    );
    let c4 = &object["moves"][0];
    assert_eq!(
        (c4["uci"].as_str(), c4["san"].as_str()),
        (Some("c2c4"), Some("c4"))
    );
    assert_eq!((&c4["played"], &c4["reached"]), (&30.into(), &30.into()));
    let interval: Vec<f64> = serde_json::from_value(c4["interval"].clone()).unwrap();
    let score = c4["score"].as_f64().unwrap();
    assert!(
        0.0 < interval[0] && interval[0] < score && score < interval[1],
        "{c4}"
    );
    assert_eq!(c4["last_year"], 2009);
    assert!(c4["averageRating"].as_u64().unwrap() > 2300 && c4["game"].is_null());
    assert_eq!(object["topGames"].as_array().unwrap().len(), 4);
    assert_eq!(object["topGames"][0]["uci"], "c2c4");
    assert!(object["fen"].as_str().unwrap().starts_with("rnbqkb1r/"));
    let few = json(&[
        "archive", "explore", &archive, "--play", "e4", "--since", "2000", "--json",
    ]);
    assert!(few["white"].as_u64().unwrap() < 50);
    let nowhere = "7k/8/8/8/8/8/8/KR6 w - - 0 1";
    let shown = text(&["archive", "explore", &archive, "--fen", nowhere]);
    assert_eq!(shown.trim(), "no games reached this position");
}

#[test]
fn openings_are_named_by_the_table_and_else_by_the_games() {
    let folder = Folder::new("names");
    let archive = folder.archive();
    let found = |moves: &str| {
        json(&["archive", "explore", &archive, "--play", moves, "--json"])["opening"].clone()
    };
    assert_eq!(found("e4,c5")["name"], "Sicilian Defence");
    // The table knows nothing of this one; ten games do.
    let mirror = "a3,h6,h3,a6";
    assert_eq!(found(mirror)["name"], "Mirror Game: Quiet, Slow");
    assert_eq!(found(mirror)["eco"], "A00");
    let report = text(&["archive", "report", &archive, "--play", mirror]);
    assert!(
        report.starts_with("A00 Mirror Game: Quiet, Slow\n10 games"),
        "{report}"
    );
    let table = folder.write(
        "mine.tsv",
        "eco\tname\tpgn\nA00\tMy Own\t1. a3 h6 2. h3 a6\n",
    );
    let args = [
        "archive", "report", &archive, "--play", mirror, "--names", &table,
    ];
    assert!(text(&args).starts_with("A00 My Own\n"));
}

#[test]
fn a_scatter_plot_names_the_moves_and_the_accepted_area() {
    let folder = Folder::new("plot");
    let (archive, plot) = (folder.archive(), folder.path("p.svg"));
    text(&[
        "archive", "explore", &archive, "--play", "e4", "--plot", &plot,
    ]);
    let svg = String::from_utf8(folder.read("p.svg")).unwrap();
    let args = [
        "archive", "explore", &archive, "--play", "e4", "--since", "1995", "--plot", "-",
    ];
    let printed = text(&args);
    assert!(
        printed.starts_with("<svg") && printed.contains("; since 1995"),
        "{printed}"
    );
    for part in [
        "accepted area",
        ">e5<",
        ">c5<",
        "at least 20 games",
        "e5 (70 games, 37.1%)",
    ] {
        assert!(svg.contains(part), "{part} in {svg}");
    }
}

#[test]
fn games_come_back_as_pgn() {
    let folder = Folder::new("games");
    let archive = folder.archive();
    let all = text(&["archive", "games", &archive]);
    assert_eq!(all.matches("[Event ").count(), 140);
    let again = folder.write("again.pgn", &all);
    text(&["archive", "build", &again, "-o", &folder.path("b")]);
    assert_eq!(positions(&folder, "b"), positions(&folder, "a"));
    let output = folder.path("some.pgn");
    let args = [
        "archive", "games", &archive, "--play", "e4,c5", "--year", "1995", "-o", &output,
    ];
    text(&args);
    let some = String::from_utf8(folder.read("some.pgn")).unwrap();
    assert_eq!(some.matches("[Date \"1995.05.17\"]").count(), 2);
    assert_eq!(some.matches("[Event ").count(), 2);
    let object = json(&["archive", "games", &archive, "--games", "3", "--json"]);
    assert_eq!(object["games"][0]["white"]["name"], "Player 1");
    assert_eq!(object["count"], 140, "all, however many are shown");
    assert_eq!(object["games"].as_array().unwrap().len(), 3);
    let moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6".split(' ');
    assert_eq!(
        object["games"][0]["moves"],
        moves.collect::<serde_json::Value>()
    );
    let count = ["archive", "games", &archive, "--games", "3", "--count"];
    assert_eq!(text(&count).trim(), "140");
    let printed = text(&["archive", "games", &archive, "--games", "2", "-o", "-"]);
    assert_eq!(printed.matches("[Event ").count(), 2);
    let white = [
        "archive", "games", &archive, "--white", "opponent", "--count",
    ];
    assert_eq!(text(&white).trim(), "0");
    let black = [
        "archive",
        "games",
        &archive,
        "--black",
        "Opponent1",
        "--count",
    ];
    assert_eq!(text(&black).trim(), "52", "1, 10 to 19 and 100 to 140");
    let none = zermelo(&["archive", "games", &archive, "--player", "Nobody"]);
    assert!(none.status.success() && none.stdout.is_empty());
    assert_eq!(
        String::from_utf8(none.stderr).unwrap(),
        "no game is like that\n"
    );
}

#[test]
fn reports_and_summaries_count_what_there_is() {
    let folder = Folder::new("report");
    let archive = folder.archive();
    let report = json(&["archive", "report", &archive, "--play", "e4,e5", "--json"]);
    assert_eq!(report["results"]["games"], 70);
    assert_eq!(report["years"]["1990"]["games"], 4);
    assert_eq!(report["lines"][0]["moves"][0], "Nf3");
    assert_eq!(report["novelties"][0]["year"], 1990);
    assert_eq!(report["frequent_players"][0]["games"], 10);
    assert!(report["model_games"][0].as_str().unwrap().contains("1-0"));
    assert_eq!(report["opening"]["eco"], "C20");
    let late = ["--since", "2000", "--json"];
    let mut args = vec!["archive", "report", &archive, "--play", "e4,e5"];
    args.extend(late);
    assert_eq!(
        json(&args)["novelties"][0]["year"],
        2000,
        "novelties follow the filter"
    );
    let info = json(&["archive", "info", &archive, "--json"]);
    assert_eq!(
        (&info["games"], &info["player_count"]),
        (&140.into(), &147.into())
    );
    assert_eq!(info["positions"]["inserted"], 1260);
    assert_eq!(info["years"]["1990"], 9);
    assert_eq!(info["groups"][3]["results"]["games"], 30);
    assert_eq!(info["players"][0][1], 20);
    let shown = text(&["archive", "info", &archive]);
    assert!(
        shown.contains("E60-E99         30") && shown.contains("games.pgn"),
        "{shown}"
    );
}

#[test]
fn rules_choose_by_name_and_seed() {
    let folder = Folder::new("choose");
    let archive = folder.archive();
    let args = ["archive", "choose", &archive, "--rule", "2", "--json"];
    let object = json(&args);
    assert_eq!(object["rules"][0]["rule"], "popularity");
    assert_eq!(object["rules"][0]["move"], "e2e4");
    assert_eq!(object["rules"][0]["candidates"][0]["score"], 63.0);
    assert_eq!(text(&["archive", "choose", &archive]).lines().count(), 8);
    let shown = text(&["archive", "choose", &archive, "--rule", "2"]);
    assert!(
        shown.starts_with("popularity       e4 of e4 63, "),
        "{shown}"
    );
    let drawn = |seed: &str| text(&["archive", "choose", &archive, "--seed", seed]);
    assert_eq!(drawn("5"), drawn("5"));
}

#[test]
fn a_repertoire_has_holes_and_is_drilled() {
    let folder = Folder::new("repertoire");
    let archive = folder.archive();
    let lines = folder.write("mine.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n");
    let args = ["archive", "repertoire", &archive, &lines, "--json"];
    let holes = json(&args)["holes"].clone();
    assert_eq!(holes.as_array().unwrap().len(), 1, "{holes}");
    assert_eq!(holes[0]["moves"], serde_json::json!(["e4", "c5"]));
    assert_eq!(
        (&holes[0]["games"], holes[0]["suggestion"].as_str()),
        (&30.into(), Some("Nf3"))
    );
    // A variation answers it.
    let whole = folder.write(
        "whole.pgn",
        "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 *\n",
    );
    let args = ["archive", "repertoire", &archive, &whole, "--json"];
    let holes = json(&args)["holes"].clone();
    assert!(!holes.to_string().contains(r#"["e4","c5"]"#), "{holes}");
    let asked = typed(
        &["archive", "repertoire", &archive, &lines, "--drill"],
        b"e4\nd4\nBb5\n",
    );
    assert_eq!(asked.matches("your move?").count(), 3, "{asked}");
    assert!(asked.contains("your lines play Nf3"), "{asked}");
    assert!(asked.trim_end().ends_with("2 of 3 right"), "{asked}");
    // What is no move is asked again; a hint costs nothing.
    let asked = typed(
        &["archive", "repertoire", &archive, &lines, "--drill"],
        b"Ke5\n?\ne4\nquit\n",
    );
    assert!(asked.contains("`Ke5` is no legal move here"), "{asked}");
    assert!(asked.contains("it begins with e"), "{asked}");
    assert!(asked.trim_end().ends_with("1 of 1 right"), "{asked}");
    let object = typed(
        &[
            "archive",
            "repertoire",
            &archive,
            &lines,
            "--drill",
            "--json",
        ],
        b"e4\n",
    );
    let object: serde_json::Value = serde_json::from_str(&object).unwrap();
    assert_eq!((&object["asked"], &object["right"]), (&1.into(), &1.into()));
    let text = std::fs::read(&lines).unwrap();
    let packed = folder.write(
        "mine.pgn.zst",
        zstd::encode_all(text.as_slice(), 3).unwrap(),
    );
    let args = ["archive", "repertoire", &archive, &packed, "--json"];
    assert_eq!(json(&args)["positions"], 6);
    let holes = typed(&["archive", "repertoire", &archive, "-"], &text);
    assert!(holes.starts_with("6 positions, 1 holes"), "{holes}");
}

#[test]
fn archives_merge_differ_forget_and_verify() {
    let folder = Folder::new("keep");
    let archive = folder.archive();
    let half = games();
    let half = &half[..half.match_indices("[Event ").nth(80).unwrap().0];
    let (input, other) = (folder.write("half.pgn", half), folder.path("half"));
    text(&["archive", "build", &input, "-o", &other]);
    let differ = json(&["archive", "diff", &archive, &other, "--json"]);
    assert_eq!(
        (&differ["common"], &differ["only_first"]),
        (&80.into(), &60.into())
    );
    let merged = folder.path("merged");
    let object = json(&[
        "archive", "merge", &other, &archive, "-o", &merged, "--json",
    ]);
    assert_eq!(
        (&object["games"], &object["duplicates"]),
        (&140.into(), &80.into())
    );
    let object = json(&[
        "archive", "forget", &merged, "--player", "Player 3", "--json",
    ]);
    assert_eq!(
        (&object["forgotten"], &object["games"]),
        (&20.into(), &120.into())
    );
    let object = json(&["archive", "forget", &merged, "--event", "Cup 1", "--json"]);
    assert!(object["forgotten"].as_u64().unwrap() > 30, "{object}");
    let object = json(&["archive", "forget", &merged, "--file", "half.pgn", "--json"]);
    assert!(object["games"].as_u64().unwrap() < 60, "{object}");
    assert!(text(&["archive", "verify", &merged]).starts_with("sound: 5 files"));
    assert_eq!(
        json(&["archive", "verify", &archive, "--json"])["sound"],
        true
    );
}

#[test]
fn prepared_files_are_put_together() {
    let folder = Folder::new("facts");
    let all = games();
    let (first, second) = all.split_at(all.match_indices("[Event ").nth(70).unwrap().0);
    let files = [folder.write("1.pgn", first), folder.write("2.pgn", second)];
    let (prepared, output) = (folder.path("prepared"), folder.path("whole"));
    text(&["archive", "facts", &files[0], &files[1], "-o", &prepared]);
    let args = ["archive", "facts", &files[0], &files[1], "-o", &prepared];
    let again = text(&args);
    assert!(
        again.contains("0 games, 70 games prepared before"),
        "{again}"
    );
    let mut args = args.to_vec();
    args.push("--json");
    assert_eq!(json(&args)["prepared"][1]["games_before"], 70);
    text(&["archive", "aggregate", &prepared, "-o", &output]);
    folder.archive();
    assert_eq!(positions(&folder, "whole"), positions(&folder, "a"));
}
