//! Stepping pages, exercises and comparisons as people and scripts use them.

#![allow(clippy::unwrap_used)] // helpers of tests are tests

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn zermelo(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    command.args(args).stdin(Stdio::null()).output().unwrap()
}

fn json(args: &[&str]) -> Value {
    let output = zermelo(args);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {message}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Exit status and the one sentence on stderr.
fn refused(args: &[&str]) -> String {
    let output = zermelo(args);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
    assert_eq!(message.trim_end().lines().count(), 1, "{args:?}: {message}");
    message
}

/// A file of its own for a test.
fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("laboratory");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// The page of a search, and the data in it.
fn page(name: &str, args: &[&str]) -> (String, Value) {
    let path = file(name);
    let mut all = vec!["tree"];
    all.extend(args);
    all.extend(["-o", path.to_str().unwrap()]);
    let output = zermelo(&all);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {message}");
    let page = fs::read_to_string(path).unwrap();
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    let data = serde_json::from_str(data).unwrap();
    (page, data)
}

#[test]
fn the_counters_of_every_search_on_a_page_end_where_the_program_says() {
    let games: [(&str, &[&str]); 3] = [
        ("counters-tree.html", &["((3 5)(((0 9) 5)(7 8)(9)))"]),
        ("counters-uniform.html", &["uniform", "3x4 seed=2"]),
        ("counters-othello.html", &["othello", "--depth", "3"]),
    ];
    for (name, game) in games {
        let (_, data) = page(name, game);
        let mut args = vec!["tree", "--json", "-a", "all"];
        args.extend(game);
        let all = json(&args);
        let counted: BTreeMap<&str, &Value> = all
            .as_array()
            .unwrap()
            .iter()
            .map(|object| (object["algorithm"].as_str().unwrap(), object))
            .collect();
        let runs = data["runs"].as_array().unwrap();
        assert!(runs.len() >= 14, "{}", runs.len());
        for run in runs {
            let last = run["steps"].as_array().unwrap().last().unwrap();
            let object = counted[run["name"].as_str().unwrap()];
            assert_eq!(last["nodes"], object["nodes"], "{name} {}", run["name"]);
            assert_eq!(last["leaves"], object["leaves"], "{name} {}", run["name"]);
        }
    }
}

#[test]
fn the_algorithm_asked_for_stands_left_and_minimax_or_alpha_beta_right() {
    for (asked, left, right) in [
        (None, "alpha-beta", "minimax"),
        (Some("pvs"), "pvs", "minimax"),
        (Some("minimax"), "minimax", "alpha-beta"),
        (Some("probcut"), "probcut", "minimax"),
        (Some("all"), "alpha-beta", "minimax"),
    ] {
        let mut args = vec!["((3 12 8)(2 4 6)(14 5 2))"];
        args.extend(asked.into_iter().flat_map(|name| ["-a", name]));
        let (_, data) = page("sides.html", &args);
        let name = |side: usize| {
            let run = data["first"][side].as_u64().unwrap() as usize;
            data["runs"][run]["name"].as_str().unwrap()
        };
        assert_eq!((name(0), name(1)), (left, right));
    }
}

#[test]
fn a_tree_too_large_for_a_page_says_what_was_left_out() {
    let (page, data) = page("large.html", &["connect4", "--depth", "5"]);
    assert!(data["parents"].as_array().unwrap().len() <= 300);
    assert!(page.contains("nodes nearest the root"), "no word about it");
    let (small, _) = self::page("small.html", &["((3 12 8)(2 4 6)(14 5 2))"]);
    assert!(!small.contains("nodes nearest the root"));
    let (left_out, data) = self::page("left-out.html", &["connect4", "--depth", "6", "-a", "mtdf"]);
    assert!(left_out.contains("more than 50,000 nodes: minimax, negamax"));
    assert!(
        data["runs"]
            .as_array()
            .unwrap()
            .iter()
            .all(|run| run["name"] != "minimax")
    );
}

#[test]
fn every_ending_of_a_sheet_is_written_and_its_key_is_marked_right() {
    for ending in ["txt", "html", "tex"] {
        let (sheet, key) = (
            file(&format!("sheet.{ending}")),
            file(&format!("key-{ending}.txt")),
        );
        let made = zermelo(&[
            "tree",
            "--exercise",
            "--difficulty",
            "hard",
            "-o",
            sheet.to_str().unwrap(),
            "--key",
            key.to_str().unwrap(),
        ]);
        assert_eq!((made.status.code(), made.stdout.len()), (Some(0), 0));
        let text = fs::read_to_string(&sheet).unwrap();
        assert!(text.contains("Exercise 4"), "{text}");
        assert!(
            !text.contains("Answer") && !text.contains(": answers"),
            "{text}"
        );
        let graded = zermelo(&["tree", "--grade", key.to_str().unwrap()]);
        assert_eq!(graded.status.code(), Some(0));
        let out = String::from_utf8(graded.stdout).unwrap();
        assert!(out.ends_with("4 of 4 right\n"), "{out}");
    }
}

#[test]
fn a_wrong_answer_ends_with_1_and_an_unreadable_one_with_2() {
    let right = "exercise 1\ntree ((3 12 8)(2 4 6)(14 5 2))\nleaves a b c d g h i\nA [-inf, inf] 3\n\
                 B [-inf, inf] 3\nC [3, inf] 2 cut e f\nD [3, inf] 2\nvalue 3\n";
    let path = file("answers.txt");
    let grade = |text: &str, more: &[&str]| {
        fs::write(&path, text).unwrap();
        let mut args = vec!["tree", "--grade", path.to_str().unwrap()];
        args.extend(more);
        let output = zermelo(&args);
        let streams = [output.stdout, output.stderr].map(|s| String::from_utf8(s).unwrap());
        (output.status.code().unwrap(), streams)
    };
    assert_eq!(grade(right, &[]).0, 0);
    let (code, [out, err]) = grade(&right.replace("[3, inf] 2 cut", "[3, inf] 4 cut"), &[]);
    assert_eq!(code, 1);
    assert!(
        out.starts_with("exercise 1: one mistake, at C: the value of C is 2, not 4"),
        "{out}"
    );
    assert_eq!(err, "zermelo: 1 exercise is not right\n");
    let (code, [out, _]) = grade(&right.replace("value 3", "value 2"), &["--json"]);
    let object: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, &object["right"], &object["total"]),
        (1, &0.into(), &1.into())
    );
    assert_eq!(object["exercises"][0]["mistakes"][0]["place"], "value");
    let (code, [out, err]) = grade(&right.replace("C [3, inf]", "C [3; inf]"), &[]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.contains("line 6, column 4: `3;`: expected alpha"),
        "{err}"
    );
}

#[test]
fn a_comparison_agrees_with_the_searches_themselves_and_orders_change_no_value() {
    let object = json(&[
        "tree",
        "connect4",
        "--compare",
        "--depth",
        "4",
        "--json",
        "--seed",
        "5",
    ]);
    let rows = object["rows"].as_array().unwrap();
    assert_eq!(object["seed"], 5);
    let mut values: BTreeMap<u64, Value> = BTreeMap::new();
    // Past the depth quiescence searches what the others do not.
    for row in rows
        .iter()
        .filter(|row| row["exact"] == true && row["algorithm"] != "quiescence")
    {
        let depth = row["depth"].as_u64().unwrap();
        let value = values.entry(depth).or_insert_with(|| row["value"].clone());
        assert_eq!(*value, row["value"], "{row}");
    }
    assert_eq!(values.len(), 4);
    let all = json(&["tree", "connect4", "--depth", "4", "-a", "all", "--json"]);
    for row in rows
        .iter()
        .filter(|row| row["depth"] == 4 && row["order"] == "natural")
    {
        let objects = all.as_array().unwrap();
        let same = objects
            .iter()
            .find(|o| o["algorithm"] == row["algorithm"])
            .unwrap();
        assert_eq!(row["nodes"], same["nodes"], "{row}");
    }
    let nodes = |order: &str, algorithm: &str| {
        let wanted = |row: &&Value| {
            row["depth"] == 4 && row["order"] == order && row["algorithm"] == algorithm
        };
        rows.iter().find(wanted).unwrap()["nodes"].as_u64().unwrap()
    };
    for order in ["natural", "reversed", "static", "random"] {
        assert_eq!(nodes(order, "minimax"), nodes("natural", "minimax"));
        assert!(nodes(order, "alpha-beta") < nodes(order, "minimax"));
    }
    assert!(nodes("static", "alpha-beta") < nodes("reversed", "alpha-beta"));
}

#[test]
fn a_reversed_order_is_the_mirrored_tree() {
    let tree = "((3 5)(((0 9) 5)(7 8)(9)))";
    let object = json(&["tree", tree, "--compare", "--json"]);
    let mirrored = json(&["tree", tree, "--mirror", "--json"]);
    let rows = object["rows"].as_array().unwrap();
    let deepest = rows.last().unwrap()["depth"].clone();
    let wanted = |row: &&Value| {
        row["algorithm"] == "alpha-beta" && row["order"] == "reversed" && row["depth"] == deepest
    };
    let row = rows.iter().find(wanted).unwrap();
    assert_eq!(
        (&row["nodes"], &row["value"]),
        (&mirrored["nodes"], &mirrored["value"])
    );
}

#[test]
fn a_comparison_is_drawn_and_written() {
    for (name, begins) in [
        ("compare.svg", "<svg"),
        ("compare.html", "<!DOCTYPE html>"),
        ("compare.json", "{"),
        ("compare.txt", "uniform"),
    ] {
        let path = file(name);
        let args = [
            "tree",
            "uniform",
            "3x3",
            "--compare",
            "-o",
            path.to_str().unwrap(),
        ];
        assert_eq!(zermelo(&args).status.code(), Some(0), "{name}");
        let text = fs::read_to_string(path).unwrap();
        assert!(text.starts_with(begins), "{name}: {}", &text[..40]);
    }
}

#[test]
fn what_does_not_fit_together_is_refused_in_one_sentence() {
    assert!(refused(&["tree"]).contains("a game or a tree is missing"));
    refused(&["tree", "tictactoe", "--exercise"]);
    assert!(refused(&["tree", "tictactoe", "--width", "3"]).contains("needs --exercise"));
    refused(&["tree", "--exercise", "--grade", "x.txt"]);
    refused(&["tree", "--exercise", "--difficulty", "absurd"]);
    assert!(refused(&["tree", "--exercise", "-o", "x.svg"]).contains(".txt, .html or .tex"));
    assert!(refused(&["tree", "--exercise", "--depth", "0"]).contains("at least one ply"));
    assert!(refused(&["tree", "--grade", "no such file"]).contains("no such file"));
    refused(&["tree", "tictactoe", "--compare", "-a", "pvs"]);
    assert!(refused(&["tree", "--compare", "-o", "x.svg"]).contains("one game as .svg"));
}
