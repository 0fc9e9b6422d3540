//! History tables as players learn them, and how learning is told of.
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;
mod chess_games;

use binary::{json, refused, text, zermelo};
use chess_games::Folder;

#[test]
fn history_tables_are_learnt() {
    let folder = Folder::new("history");
    let (archive, output) = (folder.archive(), folder.path("h"));
    let args = [
        "learn",
        "history",
        "--archive",
        &archive,
        "--hold-out",
        "0",
        "-o",
        &output,
        "--json",
    ];
    let object = json(&args);
    let figures = &object["figures"];
    assert_eq!(object["samples"], 140);
    assert!(figures["history_tables"].as_u64().unwrap() > 20, "{object}");
    assert!(figures["history_entries"].as_u64().unwrap() > 100 && object["seconds"].is_f64());
    assert_eq!(object["output"], output.as_str());
    assert!(
        zermelo(&args).status.success(),
        "a second time writes over the first"
    );
    assert_eq!(folder.names(), ["a", "games.pgn", "h"]);
    let tables = format!("{output}/history.tables");
    let info = json(&["archive", "info", &tables, "--json"]);
    assert_eq!(
        (&info["positions"], &info["entries"]),
        (&figures["history_tables"], &figures["history_entries"])
    );
    let shown = text(&["archive", "explore", &tables]);
    assert!(shown.starts_with("e2e4 255\n"), "{shown}");
    let differ = json(&["archive", "diff", &tables, &tables, "--json"]);
    assert_eq!(
        (&differ["equal"], &differ["different"]),
        (&figures["history_tables"], &0.into())
    );
    let inspected = text(&["learn", "inspect", &output]);
    assert!(
        inspected.contains("kind history") && inspected.contains("history table: e2e4 255"),
        "{inspected}"
    );
    assert!(!inspected.contains("opening table"), "{inspected}");
    let elsewhere = text(&["learn", "inspect", &output, "--play", "a4,h5,a5"]);
    assert!(
        elsewhere.contains("the position has no history table"),
        "{elsewhere}"
    );
    let run = |data: &str| {
        std::process::Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args(["learn", "history", "--hold-out", "0"])
            .env("XDG_DATA_HOME", folder.path(data))
            .output()
            .unwrap()
    };
    let refused = run("data");
    let message = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(message.contains("data/zermelo/archive"), "{message}");
    std::fs::create_dir_all(folder.path("data/zermelo")).unwrap();
    std::fs::rename(&archive, folder.path("data/zermelo/archive")).unwrap();
    assert!(run("data").status.success());
    let own = "data/zermelo/players/history/history.tables";
    assert_eq!(folder.read(own), folder.read("h/history.tables"));
}

#[test]
fn history_tables_and_an_opening_table_are_put_together() {
    let folder = Folder::new("history-merge");
    let archive = folder.archive();
    let learn = |kind: &str| {
        let output = folder.path(kind);
        text(&["learn", kind, "--archive", &archive, "-o", &output]);
        output
    };
    let [history, opta, ophista] = ["history", "opta", "ophista"].map(learn);
    let both = folder.path("both");
    let object = json(&["learn", "merge", &history, &opta, "-o", &both, "--json"]);
    assert_eq!(object["kind"], "ophista");
    assert_eq!(object["origin"]["games"], 140);
    let differ = json(&["learn", "diff", &both, &ophista, "--json"]);
    for part in ["openings", "history"] {
        let found = &differ[part];
        assert!(found["equal"].as_u64().unwrap() > 20, "{differ}");
        for name in ["different", "only_first", "only_second"] {
            assert_eq!(found[name], 0, "{differ}");
        }
    }
    let args = ["match", "ophista", "reference", "--player-dir", &both];
    text(&[&args[..], &["--games", "2", "--nodes", "50"]].concat());
    let message = refused(&[
        "learn",
        "forget",
        &history,
        "--archive",
        &archive,
        "--eco",
        "A00-E99",
    ]);
    assert!(message.contains("forgotten"), "{message}");
}

#[test]
fn learning_tells_how_far_it_is() {
    let folder = Folder::new("learn-events");
    let archive = folder.archive();
    let args = ["learn", "bayes", "--archive", &archive, "--events", "-o"];
    let said = text(&[&args[..], &[&folder.path("b")]].concat());
    let events: Vec<serde_json::Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (last, steps) = events.split_last().unwrap();
    assert_eq!(
        (&last["event"], &last["kind"]),
        (&"done".into(), &"bayes".into())
    );
    assert!(last["figures"].is_object(), "{last}");
    for step in steps {
        assert_eq!(step["event"], "progress");
        assert!(step["done"].as_u64() <= step["of"].as_u64(), "{step}");
    }
    assert_eq!(steps[0]["doing"], "games");
    let message = refused(&[&args[..], &[&folder.path("c"), "--json"]].concat());
    assert!(message.contains("--json"), "{message}");
}
