//! Builds that were interrupted or left games out, and what other commands make of them.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;
mod chess_games;

use std::io::Write;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use binary::{json, refused, text, zermelo};
use chess_games::{Folder, fails, games};

/// Begins a build of standard input or of a pipe that stays open after the games.
fn begin(args: &[&str], input: &[u8]) -> Child {
    let mut child = binary::begun(args);
    child.stdin.as_mut().unwrap().write_all(input).unwrap();
    child
}

/// Interrupts it, lets it read on, and gives its exit status and its messages.
fn interrupted(mut child: Child, rest: &[u8]) -> (Option<i32>, String) {
    std::thread::sleep(Duration::from_millis(700));
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    std::thread::sleep(Duration::from_millis(100));
    // A program that has ended reads no more.
    let _ = child.stdin.take().unwrap().write_all(rest);
    let begun = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(20));
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// More than a mebibyte of games, so that there are several pieces.
fn many(name: &str) -> String {
    (0..40)
        .map(|n| games().replace("Opponent", &format!("{name} {n}")))
        .collect()
}

#[test]
fn standard_input_is_not_gone_on_with() {
    let folder = Folder::new("stdin");
    let output = folder.path("k");
    let args = ["archive", "build", "-", "-o", &output];
    let (status, message) = interrupted(begin(&args, many("First").as_bytes()), &[b'\n'; 9]);
    assert_eq!(status, Some(1), "{message}");
    assert!(message.contains("nothing was kept"), "{message}");
    assert!(folder.names().is_empty(), "{:?}", folder.names());
    binary::typed(&args, games().as_bytes());
    assert_eq!(json(&["archive", "info", &output, "--json"])["games"], 140);
}

/// A build that was interrupted while it was at work, and its message; whatever the moment at
/// which this machine reads and writes.
fn unfinished(folder: &Folder, archive: &str, input: &str) -> String {
    for delay in (10..800).step_by(10) {
        let args = ["archive", "build", input, "-o", archive, "--eco", "A-E"];
        let child = begin(&args, b"");
        std::thread::sleep(Duration::from_millis(delay));
        let id = child.id().to_string();
        let _ = Command::new("kill").args(["-INT", &id]).status();
        let ended = child.wait_with_output().unwrap();
        if ended.status.code() == Some(1) {
            return String::from_utf8(ended.stderr).unwrap();
        }
        // Too early to be heard, or too late.
        std::fs::remove_dir_all(archive).unwrap_or_default();
        folder.archive();
    }
    panic!("never interrupted");
}

#[test]
fn the_command_that_goes_on_is_printed_whole_and_others_wait_for_it() {
    let folder = Folder::new("whole");
    let archive = folder.archive();
    let games: String = ["Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh"]
        .map(many)
        .concat();
    let input = folder.write("it's more.pgn", games.repeat(2));
    let message = unfinished(&folder, &archive, &input);
    let quoted = input.replace('\'', r"'\''");
    let command = format!("zermelo archive build '{quoted}' -o {archive} --eco A-E\n");
    assert!(message.ends_with(&command), "{message}");
    let args = ["archive", "forget", &archive, "--player", "Player 3"];
    let message = refused(&args);
    assert!(message.contains("an unfinished build is here"), "{message}");
    let mut args = args.to_vec();
    args.push("--fresh");
    assert!(text(&args).starts_with("20 games forgotten"));
    assert!(!std::path::Path::new(&archive).join("build").exists());
}

#[test]
fn a_file_of_a_common_name_is_forgotten_by_its_path() {
    let folder = Folder::new("paths");
    let half = games().replace("Opponent", "Somebody");
    std::fs::create_dir(folder.path("x")).unwrap();
    let inputs = [
        folder.write("g.pgn", games()),
        folder.write("x/g.pgn", half),
    ];
    let archive = folder.path("a");
    text(&["archive", "build", &inputs[0], &inputs[1], "-o", &archive]);
    let message = fails(2, &["archive", "forget", &archive, "--file", "g.pgn"]);
    assert!(
        message.contains(&inputs[0]) && message.contains(&inputs[1]),
        "{message}"
    );
    let args = [
        "archive", "forget", &archive, "--file", &inputs[1], "--json",
    ];
    assert_eq!(json(&args)["games"], 140);
    // Now there is one of this name.
    let args = ["archive", "forget", &archive, "--file", "g.pgn", "--json"];
    assert_eq!(json(&args)["games"], 0);
    let message = fails(2, &["archive", "forget", &archive, "--file", "g.pgn"]);
    assert!(message.contains("has no games of a file"), "{message}");
    let message = fails(2, &["archive", "forget", &archive, "--player", "Nobody"]);
    assert!(
        message.contains("`--player Nobody`: no game in"),
        "{message}"
    );
}

#[test]
fn an_archive_of_other_plies_is_not_added_to() {
    let folder = Folder::new("plies");
    let input = folder.write("g.pgn", games());
    let archive = folder.path("a");
    text(&["archive", "build", &input, "-o", &archive, "--plies", "4"]);
    let message = refused(&["archive", "build", &input, "-o", &archive, "--plies", "6"]);
    assert!(
        message.contains("keeps 4 plies of each game, not 6"),
        "{message}"
    );
    // Without a number it is the archive's.
    text(&["archive", "build", &input, "-o", &archive]);
    assert_eq!(
        json(&["archive", "info", &archive, "--json"])["plies_kept"],
        4
    );
}

#[test]
fn what_could_not_be_used_is_listed_and_shown_harmlessly() {
    let folder = Folder::new("listed");
    let long = "x".repeat(3000);
    let input = folder.write(
        "bad.pgn",
        format!("[Event \"1\"]\n\n1. e4 \u{1b}[2J{long} 1-0\n"),
    );
    let output = folder.path("a");
    let args = ["archive", "build", &input, "-o", &output, "--list-skipped"];
    let run = zermelo(&args);
    let message = String::from_utf8(run.stderr).unwrap();
    assert!(
        message.contains("bad.pgn:3: illegal move `\\u{1b}"),
        "{message}"
    );
    assert!(
        !message.contains('\u{1b}') && message.len() < 400,
        "{message}"
    );
    assert!(message.contains("no game was taken"), "{message}");
    let mut args = args.to_vec();
    args.push("--json");
    let object = json(&args);
    assert_eq!(object["skipped_games"][0]["line"], 3);
    assert_eq!(object["skipped_games"][0]["reason"], "illegal move");
}
