//! The archive and other programs' files: exports, imports, and input that is no good.
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;
mod chess_games;

use std::fs;

use binary::{json, refused, text, zermelo};
use chess_games::{Folder, fails, games};

#[test]
fn a_polyglot_book_goes_out_and_is_read_in() {
    let folder = Folder::new("polyglot");
    let (archive, book) = (folder.archive(), folder.path("book.bin"));
    let object = json(&["archive", "export", &archive, "-o", &book, "--json"]);
    let bytes = folder.read("book.bin");
    assert_eq!(bytes.len() as u64, 16 * object["entries"].as_u64().unwrap());
    // The start position's published key, then the heaviest move: e2e4, 2 * 50 + 26.
    let at = bytes
        .chunks(16)
        .find(|entry| entry[..8] == 0x463b_9618_1691_fc9c_u64.to_be_bytes());
    assert_eq!(at.unwrap()[8..12], [0x03, 0x1c, 0, 126]);
    let object = json(&["archive", "explore", &book, "--json"]);
    let moves = object["moves"].as_array().unwrap();
    assert_eq!(
        (moves[0]["uci"].as_str(), &moves[0]["weight"]),
        (Some("e2e4"), &126.into())
    );
    assert_eq!(moves.len(), 3);
    let message = refused(&["archive", "build", &book, "-o", &folder.path("b")]);
    assert!(message.contains("book.bin: a Polyglot book"), "{message}");
}

#[test]
fn tables_of_positions_go_out_in_three_forms() {
    let folder = Folder::new("tables");
    let archive = folder.archive();
    let export = |name: &str| {
        let output = folder.path(name);
        let args = ["archive", "export", &archive, "-o", &output, "--json"];
        json(&args)["rows"].as_u64().unwrap()
    };
    let rows = export("t.csv");
    let csv = String::from_utf8(folder.read("t.csv")).unwrap();
    assert!(
        csv.starts_with("fen,key,move,games,white,draws,black,"),
        "{csv}"
    );
    assert_eq!(csv.lines().count() as u64, rows + 1);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -,";
    let of_start: Vec<&str> = csv.lines().filter(|line| line.starts_with(start)).collect();
    assert_eq!(of_start.len(), 4, "the position and its three moves");
    assert!(of_start[0].contains(",,140,"), "{}", of_start[0]);
    assert_eq!(export("t.jsonl"), rows);
    let lines = String::from_utf8(folder.read("t.jsonl")).unwrap();
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(first["move"], "");
    assert_eq!(export("t.parquet"), rows);
    assert!(folder.read("t.parquet").starts_with(b"PAR1"));
    let compact = folder.path("t.compact");
    let object = json(&["archive", "export", &archive, "-o", &compact, "--json"]);
    assert!(object["positions"].as_u64().unwrap() > 30);
    let info = json(&["archive", "info", &compact, "--json"]);
    assert_eq!(info["positions"], object["positions"]);
    assert_eq!(info["criterion"], "performance");
    let explored = json(&["archive", "explore", &compact, "--play", "e4", "--json"]);
    assert_eq!(explored["moves"].as_array().unwrap().len(), 2);
    let popular = folder.path("p.compact");
    let args = [
        "archive",
        "export",
        &archive,
        "-o",
        &popular,
        "--criterion",
        "2",
    ];
    text(&args);
    let explored = json(&["archive", "explore", &popular, "--json"]);
    assert_eq!(explored["moves"][0]["san"], "e4");
    assert_eq!(explored["moves"][0]["score"], 255);
    let differ = text(&["archive", "diff", &compact, &popular]);
    assert!(differ.contains(" different\n0 only in "), "{differ}");
    let all = folder.path("all.compact");
    let args = [
        "archive",
        "export",
        &archive,
        "-o",
        &all,
        "--min-games",
        "40",
        "--json",
    ];
    assert!(json(&args)["positions"].as_u64().unwrap() < 20);
    for format in ["csv", "compact"] {
        let args = ["archive", "export", &archive, "-o", "-", "--format", format];
        assert_eq!(
            zermelo(&args).stdout,
            folder.read(&format!("t.{format}")),
            "{format}"
        );
    }
}

/// Whether a line begins with an opening's code.
fn is_heading(line: &str) -> bool {
    let code = line.get(1..3).unwrap_or_default();
    !code.is_empty() && code.chars().all(|c| c.is_ascii_digit())
}

/// An archive and all its positions as Parquet; the paths of both.
fn table(folder: &Folder) -> (String, String) {
    let (archive, table) = (folder.archive(), folder.path("t.parquet"));
    let args = [
        "archive",
        "export",
        &archive,
        "-o",
        &table,
        "--min-games",
        "1",
    ];
    text(&args);
    (archive, table)
}

#[test]
fn positions_that_went_out_as_parquet_load_back_as_an_archive() {
    let folder = Folder::new("parquet");
    let (archive, table) = table(&folder);
    let back = folder.path("back");
    let built = json(&["archive", "build", &table, "-o", &back, "--json"]);
    let info = json(&["archive", "info", &archive, "--json"]);
    assert_eq!(built["distinct"], info["positions"]["distinct"]);
    assert_eq!(built["positions"], info["positions"]["inserted"]);
    assert_eq!(built["frequent"], info["positions"]["frequent"]);
    for moves in [
        "",
        "e4",
        "e4,e5,Nf3",
        "a3,h6,h3,a6",
        "e4,c5,Nf3,d6,d4,cxd4,Nxd4,Nf6",
    ] {
        let shown = |archive: &str| text(&["archive", "explore", archive, "--play", moves]);
        let without_name = |text: String| {
            let rows = text
                .lines()
                .map(|line| line.split("  20").next().unwrap().to_string());
            let rows = rows.filter(|line| !is_heading(line));
            rows.collect::<Vec<_>>()
        };
        // Names from the games' tags are not in the table.
        assert_eq!(
            without_name(shown(&back)),
            without_name(shown(&archive)),
            "{moves}"
        );
    }
    assert!(text(&["archive", "verify", &back]).starts_with("sound: 1 file,"));
    let again = folder.path("again.csv");
    let first = folder.path("first.csv");
    text(&[
        "archive",
        "export",
        &archive,
        "-o",
        &first,
        "--min-games",
        "1",
    ]);
    text(&["archive", "export", &back, "-o", &again, "--min-games", "1"]);
    assert_eq!(folder.read("again.csv"), folder.read("first.csv"));
    let source = format!("positions without their games  {table}");
    assert!(text(&["archive", "info", &back]).contains(&source));
}

#[test]
fn tables_and_games_add_up_and_can_be_forgotten() {
    let folder = Folder::new("adding");
    let (archive, table) = table(&folder);
    let both = folder.path("both");
    text(&["archive", "build", &table, "-o", &both]);
    text(&["archive", "build", &folder.path("games.pgn"), "-o", &both]);
    let object = json(&["archive", "explore", &both, "--json"]);
    assert_eq!(object["white"], 140, "twice the seventy of the games");
    let message = refused(&["archive", "build", &table, "-o", &both]);
    assert!(message.contains("has this table already"), "{message}");
    let merged = folder.path("merged");
    text(&["archive", "merge", &both, &archive, "-o", &merged]);
    assert_eq!(
        json(&["archive", "explore", &merged, "--json"])["white"],
        140
    );
    let info = json(&["archive", "info", &merged, "--json"]);
    assert_eq!(info["positions"]["inserted"], 2 * 1260);
    text(&["archive", "forget", &both, "--file", "t.parquet"]);
    assert_eq!(json(&["archive", "explore", &both, "--json"])["white"], 70);
    let left: Vec<String> = folder
        .bytes("both")
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert!(
        !left.iter().any(|name| name.ends_with(".table")),
        "{left:?}"
    );
}

#[test]
fn lines_go_out_as_pgn_and_come_back_as_a_repertoire() {
    let folder = Folder::new("lines");
    let (archive, output) = (folder.archive(), folder.path("lines.pgn"));
    let args = [
        "archive", "export", &archive, "--lines", "-o", &output, "--json",
    ];
    assert_eq!(json(&args)["lines"], 4);
    let lines = String::from_utf8(folder.read("lines.pgn")).unwrap();
    assert!(lines.contains("{40 games, White scores 62.5%}"), "{lines}");
    assert!(
        lines.contains("[Opening \"Sicilian Defense: Open\"]"),
        "{lines}"
    );
    let mut args = args.to_vec();
    args.extend(["--play", "e4,e5", "--min-games", "30"]);
    assert_eq!(json(&args)["lines"], 2);
    let lines = String::from_utf8(folder.read("lines.pgn")).unwrap();
    assert!(
        lines.contains("[FEN ") && lines.contains("2. Nf3 Nc6"),
        "{lines}"
    );
    text(&["archive", "export", &archive, "--lines", "-o", &output]);
    let object = json(&[
        "archive",
        "repertoire",
        &archive,
        &output,
        "--side",
        "black",
        "--json",
    ]);
    assert_eq!(object["holes"], serde_json::json!([]));
    let games = folder.path("all.pgn");
    let object = json(&["archive", "export", &archive, "-o", &games, "--json"]);
    assert_eq!(object["games"], 140);
}

#[test]
fn bad_sources_are_one_sentence_and_change_nothing() {
    let folder = Folder::new("bad");
    let archive = folder.archive();
    let before = folder.bytes("a");
    let zst = zstd::encode_all(games().as_bytes(), 3).unwrap();
    let mut dbf = vec![0; 400];
    dbf[0] = 0x8e;
    let cases = [
        (
            folder.write("letter.pgn", "Dear friend,\nchess is fun.\n"),
            "no games",
        ),
        (folder.write("cut.zst", &zst[..zst.len() / 2]), "cut off"),
        (folder.write("old.dbf", dbf), "type 0x8e"),
        (folder.write("cut.parquet", "PAR1 and no more"), "cut off"),
        (folder.path("missing.pgn"), "missing.pgn"),
        (folder.path(""), "folder"),
    ];
    for (input, expected) in &cases {
        for output in ["a", "new"] {
            let message = fails(2, &["archive", "build", input, "-o", &folder.path(output)]);
            assert!(message.contains(expected), "{message}");
        }
        assert_eq!(folder.bytes("a"), before, "{input}");
        assert!(!folder.names().contains(&"new".to_string()), "{input}");
    }
    let stray = folder.write("a/notes.txt", "mine");
    assert!(zermelo(&["archive", "verify", &archive]).status.success());
    fs::remove_file(stray).unwrap();
}

#[test]
fn bad_arguments_name_themselves() {
    let folder = Folder::new("arguments");
    let archive = folder.archive();
    let input = folder.path("games.pgn");
    let book = folder.path("b.bin");
    text(&["archive", "export", &archive, "-o", &book]);
    let inside = format!("{input}/h");
    let cases: &[(&[&str], &str)] = &[
        (&["archive", "explore", "nowhere"], "nowhere"),
        (&["archive", "explore", &input], "games.pgn"),
        (&["archive", "explore", &archive, "--play", "e4,e4"], "e4"),
        (&["archive", "explore", &archive, "--fen", "8/8"], "column"),
        (
            &["archive", "explore", &archive, "--plot", "p.png"],
            "p.png",
        ),
        (&["archive", "explore", &archive, "--eco", "C00-Q"], "C00-Q"),
        (&["archive", "explore", &archive, "--since", "soon"], "soon"),
        (&["archive", "explore", &archive, "--result", "2-0"], "2-0"),
        (
            &[
                "archive", "build", &input, "-o", &archive, "--memory", "lots",
            ],
            "lots",
        ),
        (&["archive", "export", &archive, "-o", "x.xls"], "x.xls"),
        (
            &["archive", "export", &archive, "-o", "x.csv", "--lines"],
            ".pgn",
        ),
        (&["archive", "forget", &archive], "--file"),
        (
            &["archive"],
            "`zermelo archive` needs a command: build, explore",
        ),
        (&["learn"], "`zermelo learn` needs a command: opta"),
        (
            &["archive", "explore", &archive, "--since", "2005.13.45"],
            "2005.13.45",
        ),
        (
            &["archive", "explore", &archive, "--play", "1. e4 e5 2. e5"],
            "move 3, `e5`",
        ),
        (
            &["archive", "explore", &book, "--player", "x"],
            "a filter means nothing",
        ),
        (
            &["archive", "explore", &book, "--plot", "p.svg"],
            "`--plot` means nothing",
        ),
        (
            &["archive", "export", &archive, "-o", "x.csv", "--play", "e4"],
            "--lines",
        ),
        (
            &[
                "archive",
                "export",
                &archive,
                "-o",
                "x.pgn",
                "--min-games",
                "2",
            ],
            "--min-games",
        ),
        (&["archive", "export", &archive, "-o", "-"], "--format"),
        (
            &["archive", "repertoire", &archive, &input, "--share", "101"],
            "0 to 100",
        ),
        (
            &["archive", "repertoire", &archive, &input, "--share", "abc"],
            "0 to 100",
        ),
        (&["archive", "info", &input], "a file; expected an archive"),
        (&["archive", "diff", &archive, &book], "not of one kind"),
        (
            &["learn", "history", "--archive", &archive, "-o", &inside],
            "games.pgn",
        ),
        (
            &["archive", "forget", &archive, "--file", "x.pgn"],
            "games.pgn",
        ),
        (
            &["archive", "choose", &archive, "--rule", "best"],
            "popularity",
        ),
        (&["archive", "merge", &archive, &archive], "-o"),
        (&["archive", "merge", &archive, "-o", &archive], "already"),
        (&["archive", "repertoire", &archive, "no.pgn"], "no.pgn"),
        (
            &["learn", "history", "--archive", "nowhere", "-o", "x"],
            "nowhere",
        ),
    ];
    for (args, named) in cases {
        let message = refused(args);
        assert!(message.contains(named), "{args:?} says: {message}");
    }
}

#[test]
fn a_flipped_bit_is_said_and_status_1() {
    let folder = Folder::new("flipped");
    let archive = folder.archive();
    let mut bytes = folder.read("a/000001.positions");
    bytes[100] ^= 4;
    folder.write("a/000001.positions", bytes);
    let message = fails(1, &["archive", "explore", &archive]);
    assert!(
        message.contains("000001.positions is damaged at byte"),
        "{message}"
    );
    let output = zermelo(&["archive", "verify", &archive]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("checksum"));
    let object = zermelo(&["archive", "verify", &archive, "--json"]);
    let object: serde_json::Value = serde_json::from_slice(&object.stdout).unwrap();
    assert_eq!(object["sound"], false);
    let export = fails(
        1,
        &["archive", "export", &archive, "-o", &folder.path("t.csv")],
    );
    assert!(export.contains("damaged"), "{export}");
    assert_eq!(folder.names(), ["a", "games.pgn"], "nothing half-written");
}

#[test]
fn what_is_missing_of_an_archive_is_listed_as_json() {
    let folder = Folder::new("missing");
    let archive = folder.archive();
    fs::remove_file(folder.path("a/000001.games")).unwrap();
    fs::remove_file(folder.path("a/000001.headers")).unwrap();
    let output = zermelo(&["archive", "verify", &archive, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["damage"].as_array().unwrap().len(), 2, "{object}");
    fs::write(folder.path("a/manifest.json"), "{}").unwrap();
    let output = zermelo(&["archive", "verify", &archive, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["sound"], false);
}

#[test]
fn an_archive_of_tables_says_what_it_cannot_know() {
    let folder = Folder::new("cannot");
    let (_, table) = table(&folder);
    let back = folder.path("back");
    text(&["archive", "build", &table, "-o", &back]);
    let shown = text(&["archive", "choose", &back, "--rule", "recency"]);
    assert!(shown.contains("cannot be known"), "{shown}");
    let info = text(&["archive", "info", &back]);
    assert!(
        !info.contains("all games") && info.contains("without their games"),
        "{info}"
    );
    let report = text(&["archive", "report", &back]);
    assert!(report.contains("no games to report on"), "{report}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_sentence_and_leaves_nothing() {
    let folder = Folder::new("full");
    let archive = folder.archive();
    let full = folder.path("full.csv");
    std::os::unix::fs::symlink("/dev/full", &full).unwrap();
    let message = fails(2, &["archive", "export", &archive, "-o", &full]);
    assert!(message.contains("full.csv: No space left"), "{message}");
    let before = folder.bytes("a");
    let more = games().replace("Opponent", "Stranger");
    let input = folder.write("more.pgn", more);
    // No file may grow beyond some blocks: what a full disk does to a build.
    let script = "ulimit -f 2; trap '' XFSZ; exec \"$@\"";
    for output in ["a", "new"] {
        let run = std::process::Command::new("bash")
            .args(["-c", script, "bash", env!("CARGO_BIN_EXE_zermelo")])
            .args(["archive", "build", &input, "-o", &folder.path(output)])
            .output()
            .unwrap();
        let message = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{message}");
        assert!(message.contains("File too large"), "{message}");
        assert_eq!(message.trim_end().lines().count(), 1, "{message}");
    }
    assert_eq!(folder.bytes("a"), before);
    assert_eq!(folder.names(), ["a", "full.csv", "games.pgn", "more.pgn"]);
}
