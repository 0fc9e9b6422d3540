//! Files of games beside their annotated copies: nothing else is changed, and no work is lost.
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;
mod chess_games;

use std::fs;

use binary::zermelo;
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
    let shown = binary::text(&["analyse", &utf8, "--nodes", "100"]);
    assert!(
        shown.contains("Müller") && shown.contains("{schön [%eval"),
        "{shown}"
    );
}
