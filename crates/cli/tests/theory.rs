//! `zermelo theory` as people and scripts use it.

#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;

use std::fs;

use binary::{json, refused, text, zermelo};
use serde_json::Value;

fn numbers(table: &Value, column: &str) -> Vec<f64> {
    let rows = table["rows"].as_array().unwrap();
    rows.iter().filter_map(|row| row[column].as_f64()).collect()
}

#[test]
fn best_case_measures_what_the_formula_says() {
    let table = json(&["theory", "best-case", "--json"]);
    assert_eq!(numbers(&table, "formula").len(), 40);
    assert_eq!(numbers(&table, "formula"), numbers(&table, "measured"));
    assert!(numbers(&table, "error").iter().all(|&error| error == 0.0));
    assert_eq!(table["rows"][0]["parameters"]["d"], 2);
    assert_eq!(table["seed"], 1);
    assert!(table["version"].as_str().unwrap().starts_with("zermelo "));
}

#[test]
fn random_rows_carry_their_error_and_equal_seeds_give_equal_rows() {
    let ask = |seed: &str| {
        json(&[
            "theory",
            "dependent",
            "--samples",
            "30",
            "--seed",
            seed,
            "--json",
        ])
    };
    let (table, again, other) = (ask("5"), ask("5"), ask("6"));
    assert_eq!(table, again);
    assert_ne!(table["rows"], other["rows"]);
    assert_eq!(table["rows"][7]["further"]["samples"], 30);
    assert!(table["rows"][7]["error"].as_f64().unwrap() > 0.0);
}

#[test]
fn every_table_is_listed_and_the_list_names_what_can_be_asked() {
    let list = text(&["theory", "--list"]);
    let names: Vec<&str> = list
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    for wanted in [
        "best-case",
        "random",
        "no-deep",
        "dependent",
        "horizon",
        "stop-criteria",
    ] {
        assert!(names.contains(&wanted), "{wanted}");
    }
    let asked = json(&["theory", "--list", "--json"]);
    assert_eq!(asked["tables"].as_array().unwrap().len(), names.len());
    assert!(text(&["theory", "chess-plies"]).contains("Minimax sees 5.0 plies"));
}

#[test]
fn a_report_holds_every_table_and_a_plot_is_a_picture() {
    let folder = std::env::temp_dir().join(format!("zermelo-theory-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let [report, plot] = ["report.html", "plot.svg"].map(|name| folder.join(name));
    let output = zermelo(&[
        "theory",
        "all",
        "--samples",
        "2",
        "-o",
        report.to_str().unwrap(),
    ]);
    assert!(output.status.success() && output.stdout.is_empty());
    let page = fs::read_to_string(&report).unwrap();
    for line in text(&["theory", "--list"]).lines() {
        let name = line.split(' ').next().unwrap();
        assert!(page.contains(&format!("({name})</h2>")), "{name}");
    }
    text(&["theory", "equality", "--plot", plot.to_str().unwrap()]);
    assert!(
        fs::read_to_string(&plot)
            .unwrap()
            .contains("A tree of equal leaves")
    );
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn wrong_names_and_files_are_refused_in_one_sentence() {
    assert!(refused(&["theory", "best"]).contains("`best` is no table: expected all, best-case"));
    assert!(refused(&["theory"]).contains("TABLE"));
    assert!(refused(&["theory", "all", "--plot", "x.svg"]).contains("takes one table"));
    assert!(refused(&["theory", "random", "--plot", "x.png"]).contains(".svg"));
    assert!(refused(&["theory", "random", "-o", "x.svg"]).contains("--plot"));
    assert!(refused(&["theory", "random", "--samples", "1"]).contains("--samples"));
    let nowhere = refused(&[
        "theory",
        "equality",
        "--plot",
        "no/such/folder/x.svg",
        "--json",
    ]);
    assert!(nowhere.contains("cannot write"));
}

#[test]
fn live_examples_can_be_followed_without_pictures() {
    for table in [
        "killers",
        "figure-5",
        "figure-6",
        "heuristic-error",
        "quiescence",
        "forward-pruning",
        "stop-criteria",
        "eighteen",
    ] {
        let found = json(&["theory", table, "--json"]);
        let shown = text(&["theory", table]);
        let positions = found["positions"].as_array().unwrap();
        assert!(!positions.is_empty(), "{table}");
        for position in positions {
            let [game, notation] =
                ["game", "position"].map(|field| position[field].as_str().unwrap());
            assert!(shown.contains(notation), "{table}: {shown}");
            let read = json(&["show", game, notation, "--json"]);
            assert!(read["moves"].is_array(), "{table}: {notation}");
        }
    }
    let board = text(&["theory", "killers"]);
    assert!(board.contains("a b c d e f g h"), "{board}");
}
