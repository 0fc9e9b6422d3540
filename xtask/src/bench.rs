//! The bench fingerprint: the numbers of nodes that `zermelo bench` searches.
//!
//! They are deterministic, so a change means that some search behaves otherwise. The expected
//! numbers lie in `testdata/bench.txt`: the chess engine's on the first line, then that of all
//! algorithms on the other games, so that a change of one does not hide behind the other.
//! `cargo xtask bless` rewrites them. A commit that changes the chess engine's says so in its
//! message (`Bench: N`); when nothing is uncommitted, that line is compared too.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::check::Ending;
use crate::shell;

/// The file that holds the expected numbers.
fn file() -> PathBuf {
    shell::root().join("testdata").join("bench.txt")
}

/// Compares the nodes searched now with the expected ones.
///
/// # Errors
///
/// If they differ, or if there is an expected number and the bench does not run.
pub fn compare() -> Result<Ending> {
    let measured = measure();
    let Ok(text) = fs::read_to_string(file()) else {
        return match measured {
            Ok(nodes) => bail!(
                "testdata/bench.txt is missing, the bench searches {} nodes: `cargo xtask bless` writes it",
                nodes.chess
            ),
            Err(_) => Ok(Ending::Skipped(
                "there is no `zermelo bench` yet".to_string(),
            )),
        };
    };
    let measured = measured?;
    println!(
        "{} nodes, {} in other games",
        measured.chess, measured.games
    );
    if measured.text() != text {
        let expected = text.trim().replace('\n', ", ");
        let found = measured.text().trim().replace('\n', ", ");
        bail!("testdata/bench.txt says {expected}; the bench searched {found}");
    }
    let measured = measured.chess;
    if let Some(committed) = committed()
        && committed != measured
    {
        bail!("the last commit says Bench: {committed}, the bench searched {measured}");
    }
    Ok(Ending::Passed)
}

/// Writes the present numbers to the file and returns the chess engine's.
///
/// # Errors
///
/// If the bench does not run or the file cannot be written.
pub fn bless() -> Result<u64> {
    let nodes = measure()?;
    let file = file();
    fs::write(&file, nodes.text()).with_context(|| format!("{}", file.display()))?;
    Ok(nodes.chess)
}

/// What a bench searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Nodes {
    chess: u64,
    games: u64,
}

impl Nodes {
    fn text(self) -> String {
        let Nodes { chess, games } = self;
        format!("{chess}\ngames {games}\n")
    }
}

fn measure() -> Result<Nodes> {
    let text = shell::output(&mut shell::cargo(&[
        "run",
        "--release",
        "--quiet",
        "--package",
        "zermelo",
        "--",
        "bench",
        "--json",
    ]))?;
    nodes(&text)
}

fn nodes(json: &str) -> Result<Nodes> {
    let value: serde_json::Value =
        serde_json::from_str(json).context("`zermelo bench --json` wrote no JSON")?;
    let field = |name: &str| {
        let number = value[name].as_u64();
        number.with_context(|| format!("`zermelo bench --json` has no field `{name}`"))
    };
    Ok(Nodes {
        chess: field("nodes")?,
        games: field("games")?,
    })
}

/// What the last commit says, if nothing has been changed since.
fn committed() -> Option<u64> {
    let git = |arguments: &[&str]| {
        let mut command = std::process::Command::new("git");
        shell::output(command.args(arguments).current_dir(shell::root())).ok()
    };
    if !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty() {
        return None;
    }
    bench_line(&git(&["log", "-1", "--format=%B"])?)
}

fn bench_line(message: &str) -> Option<u64> {
    let mut lines = message.lines().rev();
    lines.find_map(|line| line.strip_prefix("Bench:")?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_are_read_from_the_json_object() {
        let read = nodes(r#"{"nps": 7, "nodes": 345, "games": 12000}"#).unwrap();
        assert_eq!(read.text(), "345\ngames 12000\n");
        assert!(nodes(r#"{"nps": 7, "nodes": 345}"#).is_err());
        assert!(nodes("12345 nodes 7 nps").is_err());
    }

    #[test]
    fn the_commit_line_is_found_below_the_title() {
        assert_eq!(bench_line("Title\n\nWhy.\n\nBench: 99\n"), Some(99));
        assert_eq!(bench_line("Title\n\nNo functional change.\n"), None);
    }
}
