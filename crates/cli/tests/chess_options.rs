//! What the options of the chess commands promise, and what Ctrl-C leaves behind.
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;
mod chess_games;

use std::fs;
use std::io::{BufRead, BufReader, Write};

use binary::{json, refused, text, typed};
use chess_games::Folder;
use serde_json::Value;

const GAME: &str = "[White \"A\"]\n\n1. e4 {mine} e5 2. Nf3 Nc6 *\n";

/// One JSON object a line.
fn objects(text: &str) -> Vec<Value> {
    let read = |line| serde_json::from_str(line).unwrap();
    text.lines().map(read).collect()
}

#[cfg(unix)]
mod interrupted {
    use std::io::Read;
    use std::process::Command;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::*;

    fn interrupt(id: u32) {
        let id = id.to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.unwrap().success());
    }

    #[test]
    fn games_after_ctrl_c_are_left_whole_and_as_they_were() {
        let folder = Folder::new("analyse-interrupted");
        let long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 \
                    O-O 9. h3 Nb8 10. d4 Nbd7 1/2-1/2";
        let last = "[White \"C\"]\n\n1. d4 {last} *";
        let games = format!("{GAME}\n[White \"B\"]\n\n{long}\n\n{last}\n");
        let (source, output) = (folder.write("games.pgn", games), folder.path("out.pgn"));
        let mut args = vec!["analyse", &source, "--nodes", "200000", "--events"];
        args.extend(["-o", &output]);
        let mut child = binary::begun(&args);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let second = |line: &String| objects(line)[0]["game"] == 2;
        assert!(lines.by_ref().map(Result::unwrap).any(|line| second(&line)));
        interrupt(child.id());
        let rest: Vec<String> = lines.map(Result::unwrap).collect();
        let mut message = String::new();
        let errors = child.stderr.as_mut().unwrap();
        errors.read_to_string(&mut message).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(1));
        let sentence = "interrupted after 1 of 3 games; the others are left as they were";
        assert!(message.contains(sentence), "{message}");
        let go_on = format!("; to go on: {} ", env!("CARGO_BIN_EXE_zermelo"));
        assert!(message.contains(&go_on), "{message}");
        let end: Value = serde_json::from_str(rest.last().unwrap()).unwrap();
        assert_eq!(end["games"].as_array().unwrap().len(), 1, "{end}");
        let written = fs::read_to_string(&output).unwrap();
        assert_eq!(written.matches("[%eval").count(), 4, "{written}");
        assert!(
            written.contains(long) && written.contains(last),
            "{written}"
        );
    }

    #[test]
    fn moves_are_divided_in_their_order_and_kept_after_ctrl_c() {
        let divided = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| line.contains(": "));
            lines.map(str::to_string).collect()
        };
        let alone = divided(&text(&["perft", "4", "--divide"]));
        let shared = divided(&text(&["perft", "4", "--divide", "--threads", "3"]));
        assert_eq!((alone.len(), &alone), (20, &shared));
        let mut child = binary::begun(&["perft", "7", "--divide"]);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "a2a3: 106743106");
        interrupt(child.id());
        let rest = lines.map(Result::unwrap).count();
        let mut message = String::new();
        let errors = child.stderr.as_mut().unwrap();
        errors.read_to_string(&mut message).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(1), "{message}");
        let said = format!("interrupted after {} of 20 moves", rest + 1);
        assert!(message.contains(&said), "{rest}: {message}");
    }

    #[test]
    fn a_long_count_ends_at_the_first_ctrl_c() {
        let own = format!("{} uci", env!("CARGO_BIN_EXE_zermelo"));
        for args in [&["perft", "12"][..], &["perft", "12", "--against", &own]] {
            let mut child = binary::begun(args);
            thread::sleep(Duration::from_millis(1500));
            interrupt(child.id());
            let begun = Instant::now();
            let status = loop {
                if let Some(status) = child.try_wait().unwrap() {
                    break status;
                }
                if begun.elapsed() > Duration::from_secs(30) {
                    child.kill().unwrap();
                    panic!("{args:?} does not end");
                }
                thread::sleep(Duration::from_millis(20));
            };
            assert_eq!(status.code(), Some(1), "{args:?}");
        }
    }
}

#[test]
fn events_of_games_are_one_object_a_ply_and_the_games_at_the_end() {
    let folder = Folder::new("analyse-events");
    let file = folder.write("games.pgn", format!("{GAME}\n{GAME}"));
    let shown = objects(&text(&["analyse", &file, "--nodes", "100", "--events"]));
    let plies: Vec<(u64, &str)> = shown[..8]
        .iter()
        .map(|object| {
            (
                object["game"].as_u64().unwrap(),
                object["san"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!((plies[0], plies[7]), ((1, "e4"), (2, "Nc6")));
    assert_eq!(shown.len(), 9);
    assert_eq!(shown[8]["games"][1]["moves"][3]["san"], "Nc6");
}

#[test]
fn games_are_read_from_any_file_plain_or_compressed() {
    let folder = Folder::new("analyse-files");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(GAME.as_bytes()).unwrap();
    let zstd = zstd::encode_all(GAME.as_bytes(), 1).unwrap();
    for file in [
        folder.write("games.txt", GAME),
        folder.write("noname", GAME),
        folder.write("games.pgn.gz", gzip.finish().unwrap()),
        folder.write("games.pgn.zst", zstd),
    ] {
        let shown = text(&["analyse", &file, "--nodes", "100"]);
        assert_eq!(shown.matches("[%eval").count(), 4, "{file}: {shown}");
    }
    let message = refused(&["analyse", "no-such.pgn.gz"]);
    assert!(message.contains("no-such.pgn.gz"), "{message}");
    let output = folder.path("out.pgn");
    let message = refused(&["analyse", "--depth", "2", "-o", &output]);
    assert!(message.contains("--output"), "{message}");
    assert!(!fs::exists(&output).unwrap());
}

#[test]
fn a_log_of_a_suite_belongs_to_its_strength_and_to_the_positions_of_its_files() {
    let folder = Folder::new("suite-logs");
    let position = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8+;\n";
    let (file, log) = (
        folder.write("suite.epd", position),
        folder.path("suite.log"),
    );
    let args = ["epd", &file, "--depth", "2", "--log", &log, "--elo", "1500"];
    text(&args);
    text(&args);
    let refuses = |args: &[&str]| {
        let message = refused(args);
        assert!(message.contains("another run"), "{args:?}: {message}");
    };
    refuses(&args[..6]);
    refuses(&["epd", &file, "--depth", "2", "--log", &log, "--elo", "1600"]);
    let more = |name, value| [&args[..], &[name, value]].concat();
    refuses(&more("--player-dir", "elsewhere"));
    folder.write("suite.epd", position.replace("Ra8+", "Ra2"));
    refuses(&args);
}

#[test]
fn the_bench_ends_with_the_number_that_is_also_under_uci() {
    // The end of its input would stop it.
    let mut engine = binary::begun(&["uci"]);
    let mut input = engine.stdin.take().unwrap();
    input.write_all(b"bench 3\n").unwrap();
    let lines = BufReader::new(engine.stdout.take().unwrap()).lines();
    let is_sum = |line: &String| line.ends_with(" nps");
    let under_uci = lines.map(Result::unwrap).find(is_sum).unwrap();
    drop(input);
    engine.wait().unwrap();
    let nodes = |line: &str| line.split(' ').next().unwrap().parse::<u64>().unwrap();
    let shown = text(&["bench", "3"]);
    assert_eq!(nodes(shown.lines().last().unwrap()), nodes(&under_uci));
    let object = json(&["bench", "3", "--json"]);
    assert_eq!(object["nodes"], nodes(&under_uci));
    let rows = object["positions"].as_array().unwrap().iter();
    let others = rows.filter(|row| row["game"] != "chess");
    let others: u64 = others.map(|row| row["nodes"].as_u64().unwrap()).sum();
    assert_eq!(object["games"], others);
}

#[test]
fn strengths_out_of_reach_are_refused_and_clocks_count_moves() {
    for elo in ["500", "999", "2801"] {
        let message = refused(&["play", "chess", "--elo", elo]);
        assert!(message.contains(elo), "{message}");
    }
    let args = ["play", "chess", "--nodes", "50", "--ascii", "--tc", "1/60"];
    let shown = typed(&args, b"e4\nquit\n");
    // The minute for the next move is given with the first one.
    let last = shown
        .lines()
        .rfind(|line| line.contains("   Black "))
        .unwrap();
    assert!(
        last.contains("White 1:5") || last.contains("White 2:00"),
        "{shown}"
    );
}

#[test]
fn what_was_learnt_under_a_name_of_ones_own_hints_and_evaluates() {
    let folder = Folder::new("own-names");
    let (archive, players) = (folder.archive(), folder.path("players"));
    fs::create_dir_all(&players).unwrap();
    let book = folder.path("players/mybook");
    text(&["learn", "opta", "--archive", &archive, "-o", &book]);
    let mut args = vec!["play", "chess", "--player", "mybook", "--ascii"];
    args.extend(["--nodes", "100", "--player-dir", &players]);
    let shown = typed(&args, b"hint\nquit\n");
    let hint = shown.lines().find_map(|line| line.split_once("hint: "));
    assert!(hint.is_some_and(|(_, moves)| !moves.is_empty()), "{shown}");
    let (pgn, slips) = (folder.path("slips.pgn"), folder.path("slips"));
    let mut args = vec!["learn", "selfplay", "-o", &pgn];
    args.extend(["--games", "60", "--nodes", "40"]);
    text(&args);
    text(&["archive", "build", &pgn, "-o", &slips]);
    let judge = folder.path("players/myjudge");
    let mut args = vec!["learn", "bayes", "--archive", &slips, "-o", &judge];
    args.extend(["--hold-out", "4"]);
    text(&args);
    let reported = json(&["eval", "--player-dir", &players, "--json"]);
    assert!(reported["evaluators"]["myjudge"].is_i64(), "{reported}");
    assert!(reported["evaluators"]["mybook"].is_null(), "{reported}");
    assert!(text(&["eval", "--player-dir", &players]).contains("myjudge"));
}
