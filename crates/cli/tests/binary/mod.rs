//! Running the built binary.
#![allow(clippy::unwrap_used, dead_code)] // helpers of tests are tests; not every file uses all

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

pub fn zermelo(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// The program, begun, with pipes to and from it.
pub fn begun(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

pub fn typed(args: &[&str], input: &[u8]) -> String {
    let mut child = begun(args);
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

pub fn json(args: &[&str]) -> Value {
    let output = zermelo(args);
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

pub fn text(args: &[&str]) -> String {
    let output = zermelo(args);
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// One sentence on stderr, nothing on stdout, exit status 2.
pub fn refused(args: &[&str]) -> String {
    let output = zermelo(args);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
    assert_eq!(message.trim_end().lines().count(), 1, "{args:?}: {message}");
    assert!(
        output.stdout.is_empty(),
        "{args:?}: printed data beside the error"
    );
    message
}
