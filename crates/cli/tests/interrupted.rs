//! Ctrl-C, clocks and closed pipes: once ends cleanly and keeps what was done.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use binary::{json, zermelo};

fn begin(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}

/// Waits for the end, which must come soon; the exit status and what was printed.
fn end(mut child: Child) -> (Option<i32>, String) {
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("it does not end");
        }
        thread::sleep(Duration::from_millis(20));
    };
    let mut text = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    (status.code(), text)
}

#[test]
fn ctrl_c_at_the_prompt_ends_the_game() {
    for game in ["tictactoe", "chess"] {
        let mut child = begin(&["play", game]);
        let mut shown = BufReader::new(child.stdout.take().unwrap());
        let mut text = Vec::new();
        shown.read_until(b'>', &mut text).unwrap();
        interrupt(&child);
        let begun = Instant::now();
        let mut rest = String::new();
        shown.read_to_string(&mut rest).unwrap();
        assert!(rest.contains("stopped."), "{game}: {rest}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{game}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{game}");
    }
}

#[test]
fn ctrl_c_ends_the_search_that_was_asked_for() {
    let child = begin(&["tree", "chess"]);
    thread::sleep(Duration::from_millis(1500));
    interrupt(&child);
    let (code, text) = end(child);
    assert_eq!(code, Some(0));
    let nodes = text.lines().find(|line| line.contains(" nodes: ")).unwrap();
    assert!(!nodes.starts_with("0 nodes"), "{text}");
}

#[test]
fn ctrl_c_keeps_what_was_built_and_played_of_endings() {
    let file = std::env::temp_dir().join(format!("endings-{}.bin", std::process::id()));
    let name = file.to_str().unwrap();
    let build = [
        "kriegspiel",
        "endings",
        "kbbk",
        "--build",
        "--full",
        "--json",
        "-o",
        name,
    ];
    let play = [
        "kriegspiel",
        "endings",
        "kqk",
        "--games",
        "1000000",
        "--json",
    ];
    for args in [&build[..], &play] {
        let child = begin(args);
        thread::sleep(Duration::from_millis(3000));
        interrupt(&child);
        let (code, text) = end(child);
        assert_eq!(code, Some(1), "{text}");
        let object: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(object["interrupted"], true);
        assert_eq!(object["endings"][0]["is_sound"], true, "{object}");
        if args == play {
            let starts = object["endings"][0]["games"]["starts"].as_u64().unwrap();
            assert!(starts < 1_000_000, "{object}");
        }
    }
    assert!(
        zermelo(&["kriegspiel", "endings", "--table", name])
            .status
            .success()
    );
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn the_comparison_with_minimax_takes_no_time_of_its_own() {
    let begun = Instant::now();
    let output = zermelo(&["tree", "chess", "--movetime", "2000"]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains("minimax"), "{text}");
    assert!(begun.elapsed() < Duration::from_millis(3900), "{text}");
    let object = json(&["tree", "tictactoe", "--movetime", "60000", "--json"]);
    assert_eq!(object["compared"][0]["algorithm"], "minimax");
}

#[test]
fn a_file_is_written_although_nobody_reads_along() {
    let folder = std::env::temp_dir();
    for args in [
        vec!["demo"],
        vec!["tree", "tictactoe", "--compare", "--depth", "3"],
    ] {
        let file = folder.join(format!("unread-{}-{}.html", args[0], std::process::id()));
        let mut child = Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args(args)
            .args(["-o", file.to_str().unwrap()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        assert!(child.wait().unwrap().success());
        let page = std::fs::read_to_string(&file).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>"));
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn what_an_interrupt_leaves_of_a_table_replaces_no_whole_one() {
    let folder = std::env::temp_dir().join(format!("zermelo-part-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [table, part] = ["table", "table.unfinished"].map(|name| folder.join(name));
    std::fs::write(&table, "a whole table").unwrap();
    let path = table.to_str().unwrap();
    let child = begin(&["kriegspiel", "endings", "krk", "--build", "-o", path]);
    thread::sleep(Duration::from_millis(1500));
    interrupt(&child);
    assert_eq!(end(child).0, Some(1));
    assert_eq!(std::fs::read_to_string(&table).unwrap(), "a whole table");
    assert!(part.is_file());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_search_for_a_certain_mate_ends_with_what_is_decided() {
    let mut args = vec![
        "kriegspiel",
        "solve",
        "--fen",
        "8/8/8/8/8/3K4/8/3RR3 w - - 0 1",
    ];
    args.extend(["--may", "k=all", "--moves", "9", "--nodes", "4000000000"]);
    let mut child = begin(&args);
    let mut errors = child.stderr.take().unwrap();
    thread::sleep(Duration::from_millis(1500));
    interrupt(&child);
    assert_eq!(end(child).0, Some(1));
    let mut said = String::new();
    errors.read_to_string(&mut said).unwrap();
    assert!(said.contains("interrupted: "), "{said}");
}
