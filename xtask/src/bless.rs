//! `cargo xtask bless`: regenerates what tests compare with, for the diff to be reviewed.
//!
//! Golden tests rewrite their files instead of comparing when the environment variable
//! `ZERMELO_BLESS` is set. All of them are integration tests, so only those are run.

use anyhow::Result;

use crate::{bench, shell};

/// Regenerates the golden files, the outputs in the documents and the bench fingerprint.
///
/// # Errors
///
/// If a test fails even so, or the bench does not run.
pub fn run() -> Result<()> {
    let mut tests = shell::cargo(&["test", "--quiet", "--workspace", "--test", "*"]);
    shell::run(tests.env("ZERMELO_BLESS", "1"))?;
    let nodes = bench::bless()?;
    println!("Bench: {nodes}");
    let mut changes = std::process::Command::new("git");
    changes.args(["diff", "--stat"]).current_dir(shell::root());
    shell::run(&mut changes)
}
