//! Files of games beside their annotated copies: nothing else is changed, and no work is lost.
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;
mod chess_games;

use std::fs;
use std::io::{BufRead, BufReader};

use binary::{begun, refused, text, zermelo};
use chess_games::Folder;

/// Whether some bytes have others among them.
fn has(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[test]
fn letters_are_written_back_in_the_encoding_they_are_read_in() {
    let folder = Folder::new("analyse-letters");
    // Latin-1, Windows-1252 (with quotes that Latin-1 has as control characters) and stray UTF-8,
    // whose last byte is a blank in Latin-1.
    let unreadable = b"[White \"\x84N\xfc\xdfe\x93\"]\r\n\r\n1. e4 {voil\xc3\xa0} e4 *";
    let readable = b"[White \"M\xfcller \x9eena\"]\n\n1. e4 {sch\xf6n voil\xc3\xa0} *\n\n".to_vec();
    let games = [&readable[..], unreadable].concat();
    let (file, output) = (folder.write("games.pgn", games), folder.path("out.pgn"));
    let args = ["analyse", &file, "--nodes", "100"];
    let shown = zermelo(&args).stdout;
    assert!(
        zermelo(&[&args[..], &["-o", &output]].concat())
            .status
            .success()
    );
    for written in [shown, fs::read(&output).unwrap()] {
        let shown = String::from_utf8_lossy(&written).into_owned();
        assert!(has(&written, b"[White \"M\xfcller \x9eena\"]"), "{shown}");
        assert!(has(&written, b"{sch\xf6n voil\xc3\xa0 [%eval"), "{shown}");
        assert!(
            written.ends_with(&[unreadable, &b"\n\n"[..]].concat()),
            "{shown}"
        );
    }
    let object = binary::json(&[&args[..], &["--json"]].concat());
    assert_eq!(object["games"][0]["tags"]["White"], "Müller \u{9e}ena");
    let utf8 = folder.write("utf8.pgn", "[White \"Müller\"]\n\n1. e4 {schön} *\n");
    let shown = text(&["analyse", &utf8, "--nodes", "100"]);
    assert!(
        shown.contains("Müller") && shown.contains("{schön [%eval"),
        "{shown}"
    );
}

const GAMES: &str = "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[White \"B\"]\n\n1. d4 d5 {fine} *\n\n\
                     [White \"C\"]\n\n1. c4 c5 2. Nc3 *\n";

#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_work() {
    let folder = Folder::new("analyse-nowhere");
    let source = folder.write("games.pgn", GAMES);
    let nowhere = folder.path("none/out.pgn");
    let message = refused(&[
        "analyse", &source, "--nodes", "100", "--events", "-o", &nowhere,
    ]);
    assert!(message.contains(&nowhere), "{message}");
    // The source is not taken for what is kept beside the output, either.
    let unfinished = folder.write("out.pgn.unfinished", GAMES);
    let output = folder.path("out.pgn");
    for (source, output) in [(&source, &source), (&unfinished, &output)] {
        let message = refused(&["analyse", source, "--nodes", "100", "-o", output]);
        assert!(message.contains("the same file"), "{message}");
    }
    assert_eq!(folder.read("games.pgn"), GAMES.as_bytes());
    assert_eq!(folder.read("out.pgn.unfinished"), GAMES.as_bytes());
}

#[test]
fn the_games_are_written_although_nobody_reads_the_events() {
    let folder = Folder::new("analyse-unread");
    let (source, output) = (folder.write("games.pgn", GAMES), folder.path("out.pgn"));
    let args = [
        "analyse", &source, "--nodes", "100", "--events", "-o", &output,
    ];
    let mut child = begun(&args);
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    let written = fs::read_to_string(&output).unwrap();
    assert_eq!(written.matches("[%eval").count(), 9, "{written}");
    assert_eq!(folder.names(), ["games.pgn", "out.pgn"]);
}

#[test]
fn a_killed_analysis_goes_on_after_the_games_it_has_kept() {
    let folder = Folder::new("analyse-killed");
    let (source, output) = (folder.write("games.pgn", GAMES), folder.path("out.pgn"));
    // Long enough for the second game to be cut off.
    let args: Vec<&str> = vec![
        "analyse",
        &source,
        "--movetime",
        "400",
        "--events",
        "-o",
        &output,
    ];
    let mut child = begun(&args);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let is_second = |line: String| line.contains("\"game\":2");
    assert!(lines.by_ref().map(Result::unwrap).any(is_second));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(folder.names(), ["games.pgn", "out.pgn.unfinished"]);
    // Other settings and other games are not mixed in.
    let (mut longer, mut elsewhere) = (args.clone(), args.clone());
    let other = folder.write("other.pgn", GAMES);
    (longer[3], elsewhere[1]) = ("500", &other);
    for args in [longer, elsewhere] {
        let message = refused(&args);
        assert!(message.contains("out.pgn.unfinished"), "{message}");
        assert!(message.contains("another run"), "{message}");
    }
    let kept = String::from_utf8(folder.read("out.pgn.unfinished")).unwrap();
    let said = kept.replace("[%eval", "[%kept");
    folder.write("out.pgn.unfinished", said + "{\"half");
    let again = zermelo(&args);
    assert!(again.status.success());
    let message = String::from_utf8(again.stderr).unwrap();
    assert!(message.contains("going on after 1 game"), "{message}");
    let told = String::from_utf8(again.stdout).unwrap();
    assert_eq!(told.lines().count(), 10, "{told}");
    let written = fs::read_to_string(&output).unwrap();
    assert_eq!(
        written.matches("[%kept").count(),
        4,
        "the first game is kept: {written}"
    );
    assert_eq!(
        written.matches("[%eval").count(),
        5,
        "the others are new: {written}"
    );
    assert!(!folder.names().contains(&"out.pgn.unfinished".to_string()));
}
