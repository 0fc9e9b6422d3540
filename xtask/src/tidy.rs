//! Checks of the repository's own rules that no other tool makes.
//!
//! * No Rust file is longer than 500 lines, unless one of its first five lines says why
//!   (`long because:`).
//! * No unfinished places are left in Rust files.
//! * No tracked file names a folder of one particular machine.
//! * Every crate is described in ARCHITECTURE.md, and every file named there exists. (That every
//!   game and algorithm stands in its table is a test of `crates/cli`, which knows their names.)
//! * Everything that a doc comment cites by name and year has its entry in REFERENCES.md.
//! * CHANGELOG.md keeps its open section on top.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::{citations, shell};

const LONGEST_FILE: usize = 500;
const LONG_BECAUSE: &str = "long because:";

/// Marks of unfinished places; written in two pieces so that this file does not contain them.
const UNFINISHED: &[&str] = &[
    concat!("todo", "!("),
    concat!("unimplemented", "!("),
    concat!("FIX", "ME"),
];

/// Folders that exist on one machine only; in two pieces for the same reason.
const MACHINE_PATHS: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("/usr/ga", "mes/"),
];

/// Everything that breaks a rule, one sentence each.
///
/// # Errors
///
/// If the files cannot be listed or read.
pub fn complaints() -> Result<Vec<String>> {
    let root = shell::root();
    let mut complaints = Vec::new();
    let files = tracked(&root)?;
    let read = |name: &str| fs::read_to_string(root.join(name)).with_context(|| name.to_string());
    let references = read("REFERENCES.md")?;
    for name in &files {
        // What is not text, or was deleted but not yet committed, has nothing to check.
        if let Ok(text) = fs::read_to_string(root.join(name)) {
            complaints.extend(of_file(name, &text));
            if name.ends_with(".rs") {
                complaints.extend(citations::without_entry(name, &text, &references));
            }
        }
    }
    let map = read("ARCHITECTURE.md")?;
    complaints.extend(of_architecture(&map, &files, |path| {
        root.join(path).exists()
    }));
    complaints.extend(of_changelog(&read("CHANGELOG.md")?));
    Ok(complaints)
}

/// The files git knows, with those it would add.
fn tracked(root: &Path) -> Result<Vec<String>> {
    let mut git = Command::new("git");
    git.args([
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
        "-z",
    ]);
    let text = shell::output(git.current_dir(root))?;
    let names = text.split('\0').filter(|name| !name.is_empty());
    Ok(names.map(str::to_string).collect())
}

fn of_file(name: &str, text: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    if name.ends_with(".rs") {
        let length = text.lines().count();
        let excused = text.lines().take(5).any(|line| line.contains(LONG_BECAUSE));
        if length > LONGEST_FILE && !excused {
            complaints.push(format!(
                "{name}: {length} lines, at most {LONGEST_FILE}; split it or say `{LONG_BECAUSE}` in its first lines"
            ));
        }
        complaints.extend(lines_with(name, text, UNFINISHED, "is unfinished"));
    }
    let machine = lines_with(name, text, MACHINE_PATHS, "names a folder of one machine");
    complaints.extend(machine);
    complaints
}

fn lines_with(name: &str, text: &str, patterns: &[&str], what: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        for pattern in patterns.iter().filter(|pattern| line.contains(**pattern)) {
            found.push(format!("{name}:{number}: `{pattern}` {what}"));
        }
    }
    found
}

/// Every crate has its place on the map, and the map names no file that is not there.
fn of_architecture(map: &str, files: &[String], exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut complaints = Vec::new();
    let folders = files
        .iter()
        .filter_map(|name| name.strip_suffix("/Cargo.toml"));
    for folder in folders {
        if !map.contains(&format!("`{folder}`")) {
            complaints.push(format!("ARCHITECTURE.md does not describe `{folder}`"));
        }
    }
    let quoted = map.split('`').skip(1).step_by(2);
    let paths =
        quoted.filter(|text| text.starts_with("crates/") && !text.contains([' ', '<', '*']));
    for path in paths.filter(|path| !exists(path)) {
        complaints.push(format!(
            "ARCHITECTURE.md names `{path}`, which does not exist"
        ));
    }
    complaints
}

fn of_changelog(text: &str) -> Option<String> {
    let first = text.lines().find(|line| line.starts_with("## "));
    (first != Some("## Unreleased"))
        .then(|| "CHANGELOG.md: its first section must be `## Unreleased`".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_file_needs_an_excuse_near_its_top() {
        let long = "//\n".repeat(501);
        assert_eq!(of_file("a.rs", &long).len(), 1);
        assert!(of_file("a.rs", &"//\n".repeat(500)).is_empty());
        assert!(of_file("a.txt", &long).is_empty());
        assert!(of_file("a.rs", &format!("//! {LONG_BECAUSE} one table\n{long}")).is_empty());
        assert_eq!(
            of_file("a.rs", &format!("{long}// {LONG_BECAUSE}\n")).len(),
            1
        );
    }

    #[test]
    fn unfinished_places_are_found_in_rust_files_with_their_line() {
        let text = format!("fn f() {{\n    {}\n}}\n", UNFINISHED[0]);
        assert!(of_file("a.rs", &text)[0].starts_with("a.rs:2:"));
        assert!(of_file("a.md", &text).is_empty());
    }

    #[test]
    fn machine_paths_are_found_in_every_file() {
        for path in MACHINE_PATHS {
            assert_eq!(of_file("notes.md", &format!("see {path}x\n")).len(), 1);
        }
    }

    #[test]
    fn a_crate_missing_from_the_map_and_a_file_missing_from_the_disk_are_both_told() {
        let files = ["crates/a/Cargo.toml", "crates/b/Cargo.toml", "Cargo.toml"];
        let files: Vec<String> = files.map(str::to_string).to_vec();
        let map = "`crates/a` has `crates/a/gone.rs` and `crates/a/src/lib.rs`.";
        let complaints = of_architecture(map, &files, |path| path != "crates/a/gone.rs");
        assert_eq!(complaints.len(), 2);
        assert!(complaints[0].contains("`crates/b`"));
        assert!(complaints[1].contains("gone.rs"));
    }

    #[test]
    fn the_changelog_opens_with_what_is_not_released() {
        assert_eq!(of_changelog("# Changes\n\n## Unreleased\n"), None);
        assert!(of_changelog("# Changes\n\n## 0.1.0\n\n## Unreleased\n").is_some());
    }
}
