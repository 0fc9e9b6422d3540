//! Files whose names are no text.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // helpers of tests are tests

mod binary;
mod chess_games;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use chess_games::{Folder, games};

#[test]
fn files_whose_names_are_no_text_are_named_in_objects_all_the_same() {
    let folder = Folder::new("odd");
    let odd = |name: &[u8]| Path::new(&folder.path("")).join(OsStr::from_bytes(name));
    let (pgn, archive) = (odd(b"Gr\xfcnfeld.pgn"), odd(b"odd\xff"));
    let (book, facts) = (odd(b"\xff.bin"), odd(b"facts\xff"));
    fs::write(&pgn, games()).unwrap();
    let run = |words: &[&str], paths: &[&PathBuf]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_zermelo"))
            .args(words)
            .args(paths)
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {errors}");
        let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let text = object.to_string();
        assert!(text.contains('\u{fffd}'), "{words:?}: {text}");
    };
    run(&["archive", "build", "--json", "-o"], &[&archive, &pgn]);
    for command in ["info", "explore", "verify", "choose", "games"] {
        run(&["archive", command, "--json"], &[&archive]);
    }
    run(&["archive", "export", "--json", "-o"], &[&book, &archive]);
    run(&["archive", "facts", "--json", "-o"], &[&facts, &pgn]);
}
