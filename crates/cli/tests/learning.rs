//! `learn`, `players` and `experiment` as scripts use them.
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;
mod chess_games;

use std::fs;

use binary::{json, refused, text, typed};
use chess_games::Folder;

#[test]
fn what_was_learnt_is_inspected_compared_and_played() {
    let folder = Folder::new("learning");
    let (archive, players) = (folder.archive(), folder.path("players"));
    fs::create_dir_all(&players).unwrap();
    let ophista = folder.path("players/ophista");
    let learnt = json(&[
        "learn",
        "ophista",
        "--archive",
        &archive,
        "-o",
        &ophista,
        "--json",
    ]);
    assert_eq!(learnt["samples"], 140);
    assert_eq!(learnt["held_out"]["games"], 7);
    assert_eq!(learnt["kind"], "ophista");
    let inspected = json(&["learn", "inspect", &ophista, "--json"]);
    assert_eq!(inspected["figures"], learnt["figures"]);
    assert_eq!(inspected["moves"][0]["uci"], "e2e4");
    let said = text(&["learn", "inspect", &ophista]);
    assert!(said.contains("of which 7 held out"), "{said}");
    let opta = folder.path("players/mine");
    let args = [
        "learn",
        "opta",
        "--archive",
        &archive,
        "-o",
        &opta,
        "--hold-out",
        "0",
    ];
    assert!(text(&args).contains("no games were held out"));
    let compared = json(&["learn", "diff", &ophista, &opta, "--json"]);
    assert!(compared["openings"]["different"].as_u64().unwrap() > 0);
    let listed = json(&["players", "--player-dir", &players, "--json"]);
    let ready = |name: &str| {
        let mut players = listed["chess"].as_array().unwrap().iter();
        players.any(|player| player["name"] == name && player["ready"] == true)
    };
    for name in ["tuned", "opta1", "opta3.1", "ophista"] {
        assert!(ready(name), "{name}: {listed}");
    }
    for name in ["bayes", "genetic1", "opta-fb", "combined", "rote"] {
        assert!(!ready(name), "{name}: {listed}");
    }
    let mut args = vec!["match", "opta3.1@classic", "mine", "ophista", "--json"];
    args.extend(["--player-dir", &players, "--games", "2", "--nodes", "200"]);
    args.extend(["--random-plies", "0", "--max-moves", "12"]);
    assert!(json(&args)["games"].as_u64().is_some());
    let lines = format!("option PlayerDir={players}\noption Player=opta3.1\nbk\nquit\n");
    let book = typed(&["xboard"], lines.as_bytes());
    assert!(book.starts_with("\te4 learnt from "), "{book}");
    assert!(book.ends_with(" games\n\n"), "{book}");
}

#[test]
fn a_missing_a_foreign_and_a_changed_folder_are_named() {
    let folder = Folder::new("refused-players");
    let (archive, opta) = (folder.archive(), folder.path("opta"));
    let message = refused(&["match", "opta1", "reference", "--player-dir", &opta]);
    assert!(
        message.contains("opta1 needs what `zermelo learn opta` writes"),
        "{message}"
    );
    let message = refused(&["learn", "inspect", &archive]);
    assert!(message.contains("not a player folder"), "{message}");
    let message = refused(&["learn", "opta", "--archive", &archive, "-o", &archive]);
    assert!(message.contains("something else"), "{message}");
    text(&["learn", "opta", "--archive", &archive, "-o", &opta]);
    let place = folder.path("one-damaged");
    fs::create_dir_all(&place).unwrap();
    let damaged = folder.path("one-damaged/opta");
    text(&["learn", "opta", "--archive", &archive, "-o", &damaged]);
    fs::write(folder.path("one-damaged/opta/openings.table"), "nothing").unwrap();
    let listed = binary::zermelo(&["players", "--player-dir", &place]);
    let (listed, said) = (listed.stdout, String::from_utf8(listed.stderr).unwrap());
    assert!(String::from_utf8(listed).unwrap().contains("(damaged)"));
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("openings.table"), "{said}");
    let option = format!("opta1[dir={opta}]");
    fs::write(folder.path("opta/openings.table"), "nothing").unwrap();
    let message = refused(&["match", &option, "reference"]);
    assert!(message.contains("openings.table: changed"), "{message}");
}

#[test]
fn experiments_are_listed_measured_and_gone_on_with() {
    let folder = Folder::new("experiment");
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games.pgn");
    let archive = folder.path("bundled");
    text(&["archive", "build", games, "-o", &archive]);
    assert!(text(&["experiment", "--list"]).contains("5.6"));
    let message = refused(&["experiment", "9.9", "--archive", &archive]);
    assert!(message.contains("`9.9`"), "{message}");
    let work = folder.path("work");
    let args = [
        "experiment",
        "5.6",
        "--archive",
        &archive,
        "--work",
        &work,
        "--positions",
        "1",
        "--json",
    ];
    let measured = json(&args);
    assert_eq!(measured["players"][1], "ophista");
    assert_eq!(measured["rows"].as_array().unwrap().len(), 18);
    // Its name says under which conditions it was measured.
    let journal = || {
        let mut files = fs::read_dir(&work).unwrap().flatten();
        let is_journal = |name: &str| name.starts_with("5.6-") && name.ends_with(".log");
        let found = files.find(|file| is_journal(&file.file_name().to_string_lossy()));
        fs::read_to_string(found.unwrap().path()).unwrap()
    };
    let log = journal();
    assert_eq!(
        json(&args)["rows"],
        measured["rows"],
        "all is in the journal"
    );
    assert_eq!(journal(), log);
    let more = args.map(|word| if word == "1" { "2" } else { word });
    json(&more);
    let longer = journal();
    assert!(longer.len() > log.len() && longer.starts_with(&log));
    json(&args);
    assert_eq!(journal(), longer, "fewer positions throw nothing away");
}

#[test]
fn profiles_are_learnt_shown_merged_forgotten_and_played_with() {
    let folder = Folder::new("profiles");
    let games = |name: &str, seed: &str| {
        let path = folder.path(name);
        let mut args = vec!["kriegspiel", "match", "random", "random[name=second]"];
        args.extend(["--games", "6", "--max-moves", "20", "--nodes", "1", "--pgn"]);
        args.extend([&path, "--seed", seed, "--json"]);
        json(&args);
        path
    };
    let (first, second) = (games("first.ksp", "1"), games("second.ksp", "2"));
    let [a, b, both] = ["a", "b", "both"].map(|name| folder.path(name));
    let learn = |games: &str, output: &str, hold_out: &str| {
        json(&[
            "learn",
            "profile",
            games,
            "-o",
            output,
            "--hold-out",
            hold_out,
            "--json",
        ])
    };
    let learnt = learn(&first, &a, "3");
    assert_eq!(learnt["held_out"]["games"], 2);
    assert_eq!(learnt["figures"]["sides"], 8);
    assert!(learnt["seconds"].is_f64(), "{learnt}");
    learn(&second, &b, "0");
    let merged = json(&["learn", "merge", &a, &b, "-o", &both, "--json"]);
    assert_eq!(merged["figures"]["sides"], 20);
    assert!(refused(&["learn", "merge", &both, &b, "-o", &a]).contains("count twice"));
    let forgot = json(&["learn", "forget", &both, &second, "--json"]);
    assert_eq!(forgot["figures"]["sides"], 8);
    let compared = json(&["learn", "diff", &a, &both, "--json"]);
    assert_eq!(compared["men"][0]["elsewhere"], 0.0, "{compared}");
    let shown = text(&["learn", "inspect", &a, "--move", "3"]);
    assert!(shown.contains("Black after move 3\npawns (%)"), "{shown}");
    let picture = folder.path("men.svg");
    text(&["learn", "inspect", &a, "-o", &picture]);
    assert!(
        fs::read_to_string(&picture)
            .unwrap()
            .contains("White after move 10: king")
    );
    let player = format!("montecarlo[profile={a}]");
    let mut args = vec!["kriegspiel", "match", &player, "random", "--games", "1"];
    args.extend(["--nodes", "20", "--max-moves", "10", "--json"]);
    assert_eq!(json(&args)["games"], 1);
    let wrong = format!("random[profile={a}]");
    assert!(refused(&["kriegspiel", "match", &wrong, "random"]).contains("no option `profile`"));
    fs::write(folder.path("a/everybody.txt"), "nothing").unwrap();
    let message = refused(&["kriegspiel", "match", &player, "random"]);
    assert!(message.contains("everybody.txt: changed"), "{message}");
}

#[test]
fn a_transcript_that_contradicts_itself_is_named_with_its_line() {
    let folder = Folder::new("contradictions");
    let (games, output) = (folder.path("games.ksp"), folder.path("profile"));
    for (game, text, expected) in [
        (
            "2",
            "1. e2e4 e7e5 *\n\n1. e2e4 e7e5\n2. e4e5 *\n",
            "line 4: `e4e5`",
        ),
        (
            "1",
            "[Result \"1-0\"]\n\n1. f2f3 e7e5 2. g2g4\nd8h4 1-0\n",
            "line 4: `1-0`",
        ),
        (
            "1",
            "[Result \"1-0\"]\n[Termination \"checkmate\"]\n\n1. e2e4 1-0\n",
            "no checkmate",
        ),
        ("1", "1. e2e4 e7e5 2. e1e3 *\n", "line 1: `e1e3`"),
        (
            "1",
            "1. f2f3 e7e5 2. g2g4 d8h4 3. a2a3 *\n",
            "the game is over",
        ),
    ] {
        fs::write(&games, text).unwrap();
        for args in [
            &["learn", "profile", &games, "-o", &output][..],
            &["kriegspiel", "replay", &games, "--game", game][..],
        ] {
            let message = refused(args);
            assert!(
                message.contains("games.ksp: line ") && message.contains(expected),
                "{message}"
            );
        }
    }
    assert!(refused(&["learn", "profile", "none.ksp"]).contains("none.ksp"));
    fs::write(&games, "").unwrap();
    let message = refused(&["learn", "profile", &games, "-o", &output]);
    assert!(
        message.contains("no game from the usual position"),
        "{message}"
    );
}

#[test]
fn evaluations_are_learnt_drawn_inspected_and_reported() {
    let folder = Folder::new("evaluators");
    let (pgn, archive) = (folder.path("slips.pgn"), folder.path("slips"));
    let players = folder.path("players");
    fs::create_dir_all(&players).unwrap();
    text(&[
        "learn", "selfplay", "-o", &pgn, "--games", "60", "--nodes", "40",
    ]);
    // Games that are there are not replaced by others or fewer.
    let games = folder.read("slips.pgn");
    for other in ["--seed", "--games"] {
        let mut args = vec!["learn", "selfplay", "-o", &pgn, "--nodes", "40"];
        args.extend([other, "2"]);
        assert!(refused(&args).contains("slips.pgn: "), "{args:?}");
    }
    assert_eq!(folder.read("slips.pgn"), games);
    text(&["archive", "build", &pgn, "-o", &archive]);
    let bayes = folder.path("players/bayes");
    let mut args = vec!["learn", "bayes", "--archive", &archive, "--hold-out", "4"];
    args.extend(["-o", &bayes, "--json"]);
    let learnt = json(&args);
    assert_eq!(learnt["kind"], "bayes");
    assert!(
        learnt["held_out"]["log_loss"].as_f64().unwrap() > 0.0,
        "{learnt}"
    );
    let learnt_from = learnt["samples"].as_u64().unwrap();
    assert_eq!(learnt_from, 45, "a quarter of the 60 is held out");
    assert_eq!(learnt["told"]["positions"], 2_000_000);
    let said = text(&["learn", "inspect", &bayes]);
    assert!(
        said.contains("from 45 of 60 games, of which 15 held out"),
        "{said}"
    );
    assert!(said.contains("told: positions 2,000,000"), "{said}");
    let inspected = json(&["learn", "inspect", &bayes, "--json"]);
    assert!(inspected["evaluation"]["means"]["wins"]["m"].is_number());
    assert!(text(&["learn", "inspect", &bayes]).contains("expected score"));
    let picture = folder.path("material.svg");
    text(&["learn", "plot", &bayes, "--of", "material", "-o", &picture]);
    assert!(fs::read_to_string(&picture).unwrap().contains("stage 10"));
    let message = refused(&["learn", "plot", &bayes, "--of", "fitness", "-o", &picture]);
    assert!(message.contains("has no generations"), "{message}");
    let reported = json(&["eval", "--player-dir", &players, "--json"]);
    assert!(reported["evaluators"]["bayes"].is_i64(), "{reported}");
    assert!(reported["evaluators"]["mixed-bayes"].is_i64(), "{reported}");
    let message = refused(&["learn", "genetic", "--archive", &archive, "-o", &bayes]);
    assert!(
        message.contains("a player folder of kind `bayes`"),
        "{message}"
    );
    // As the shell completes it.
    let slashed = folder.path("players/genetic2/");
    let message = refused(&["learn", "genetic", "--archive", &archive, "-o", &slashed]);
    assert!(message.contains("2500"), "{message}");
    let slashed = folder.path("players/bayes/");
    text(&["learn", "bayes", "--archive", &archive, "-o", &slashed]);
    let names = fs::read_dir(&players).unwrap().flatten();
    let names: Vec<_> = names.map(|entry| entry.file_name()).collect();
    assert_eq!(names, ["bayes"]);
}

#[test]
fn goals_are_mined_from_games_and_can_be_played_with() {
    let folder = Folder::new("mined");
    let [games, goals, page] = ["games.ksp", "mined.toml", "mined.html"].map(|n| folder.path(n));
    let mut args = vec!["kriegspiel", "match", "random", "random", "--games", "8"];
    args.extend([
        "--max-moves",
        "30",
        "--nodes",
        "1",
        "--pgn",
        &games,
        "--json",
    ]);
    json(&args);
    let args = ["learn", "goals", &games, "-o", &goals, "--page", &page];
    let found = json(&[&args[..], &["--json"]].concat());
    assert_eq!(found["games"], 8);
    assert_eq!(found["samples"], found["moves"]);
    assert_eq!(found["held_out"]["games"], 4);
    assert!(found["seconds"].is_f64(), "{found}");
    assert!(found["moves"].as_u64().unwrap() > 100, "{found}");
    let said = text(&args);
    assert!(said.contains("quiet moves of 8 games"), "{said}");
    assert!(
        fs::read_to_string(&page)
            .unwrap()
            .contains("What was tested")
    );
    let listed = json(&["kriegspiel", "goals", &goals, "--json"]);
    let count = listed["goals"].as_array().unwrap().len() as u64;
    let standard = json(&["kriegspiel", "goals", "--json"]);
    let standard = standard["goals"].as_array().unwrap().len() as u64;
    assert_eq!(count, standard + found["entered"].as_u64().unwrap());
    let message = refused(&["learn", "goals", &games, "-o", &goals, "--page", "x.svg"]);
    assert!(message.contains(".html"), "{message}");
}

#[test]
fn a_player_trains_on_its_own_games_and_its_folder_is_merged_and_forgotten() {
    let folder = Folder::new("training");
    let (archive, players) = (folder.archive(), folder.path("players"));
    fs::create_dir_all(&players).unwrap();
    let ophista = folder.path("players/ophista");
    text(&["learn", "ophista", "--archive", &archive, "-o", &ophista]);
    let feedback = folder.path("players/feedback");
    let mut args = vec![
        "learn", "feedback", "--from", &ophista, "-o", &feedback, "--json",
    ];
    args.extend(["--nodes", "50", "--eco", "C50-C99", "--archive", &archive]);
    args.extend(["--trainer", "reference@classic", "--trainer", "random"]);
    let learnt = json(&[&args[..], &["--games", "4"]].concat());
    assert_eq!(
        (&learnt["samples"], &learnt["resumed"]),
        (&4.into(), &0.into())
    );
    let learnt = json(&[&args[..], &["--games", "6"]].concat());
    assert_eq!(learnt["resumed"], 4);
    assert_eq!(learnt["figures"]["points_unused"]["games"], 2);
    let curve = fs::read_to_string(folder.path("players/feedback/curve.svg")).unwrap();
    assert!(curve.contains("training games"), "{curve}");
    let rote = folder.path("players/rote");
    let args = [
        "learn", "rote", "-o", &rote, "--games", "2", "--nodes", "50",
    ];
    let said = text(&args);
    assert!(
        said.contains("values: ") && !said.contains("null"),
        "{said}"
    );
    let mut args = vec![
        "match",
        "opta-fb@classic",
        "combined@classic",
        "rote",
        "--json",
    ];
    args.extend(["--player-dir", &players, "--games", "2", "--nodes", "100"]);
    args.extend(["--random-plies", "0", "--max-moves", "10"]);
    assert!(json(&args)["games"].as_u64().is_some());
    let both = folder.path("players/both");
    let merged = json(&["learn", "merge", &feedback, &rote, "-o", &both, "--json"]);
    assert_eq!(merged["kind"], "combined");
    let left = json(&["learn", "forget", &feedback, "--feedback", "--json"]);
    assert_eq!(left["kind"], "ophista");
    let message = refused(&["learn", "forget", &ophista, "--archive", &archive]);
    assert!(message.contains("which games"), "{message}");
    let args = [
        "learn",
        "forget",
        &ophista,
        "--archive",
        &archive,
        "--eco",
        "B54",
        "--json",
    ];
    assert!(json(&args)["forgotten"].as_u64().unwrap() > 20);
}

#[test]
fn matches_and_figures_of_the_source_are_run_and_put_on_one_page() {
    let folder = Folder::new("tables");
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games.pgn");
    let archive = folder.path("bundled");
    text(&["archive", "build", games, "-o", &archive]);
    let work = folder.path("work");
    let run = |name: &str| {
        let mut args = vec!["experiment", name, "--archive", &archive, "--work", &work];
        args.extend(["--games", "2", "--nodes", "40", "--training", "4", "--json"]);
        json(&args)
    };
    let table = run("5.7");
    assert_eq!(table["rows"][1]["players"][1], "opta3.1");
    assert_eq!(table["rows"][1]["games"], 2);
    assert_eq!(run("5.7")["rows"], table["rows"], "all is in the logs");
    let args = ["experiment", "5.7", "--archive", &archive, "--work", &work];
    let events = [
        "--games",
        "2",
        "--nodes",
        "40",
        "--training",
        "4",
        "--events",
    ];
    let said = text(&[&args[..], &events].concat());
    let events: Vec<serde_json::Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (last, steps) = events.split_last().unwrap();
    assert_eq!(
        (&last["event"], &last["rows"]),
        (&"done".into(), &table["rows"])
    );
    let told = |step: &serde_json::Value| step["doing"].as_str().unwrap().starts_with("games, ");
    assert!(steps.iter().any(told), "{said}");
    assert_eq!(run("figure-5.2")["games"], 4);
    assert!(run("4.1")["measured"]["both"]["occupied"].as_u64().unwrap() > 100);
    assert_eq!(run("B.3")["rows"].as_array().unwrap().len(), 31);
    for name in ["figure-4.2", "5.5", "b.4", "figure-b.3"] {
        assert_eq!(run(name)["experiment"], name);
    }
    // What White's points are held against is said, and which games.
    let itself = text(&[
        "experiment",
        "4.4",
        "--archive",
        &archive,
        "--work",
        &work,
        "--games",
        "2",
        "--nodes",
        "40",
    ]);
    assert!(
        itself.contains("the games of the archive give White"),
        "{itself}"
    );
    assert!(
        itself.contains("Archive of ") && itself.contains("seed 1."),
        "{itself}"
    );
    fs::write(folder.path("work/results/b.4.json"), "{").unwrap();
    let page = folder.path("report.html");
    text(&["experiment", "report", "--work", &work, "-o", &page]);
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("5.7: matches of OPHISTA") && page.contains("Without a result"));
    assert!(page.contains("b.4 (its result is damaged"), "{page}");
    let nowhere = folder.path("nowhere");
    let message = refused(&["experiment", "all", "--archive", &nowhere, "--work", &work]);
    assert_eq!(message.lines().count(), 1, "{message}");
}
