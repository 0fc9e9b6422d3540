//! The tables of ARCHITECTURE.md have every game and every algorithm, and no other.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use zermelo_games::GAMES;
use zermelo_search::Algorithm;

fn document(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(name)).expect(name)
}

/// The names in the first column of the table below a heading.
fn table(heading: &str) -> BTreeSet<String> {
    let text = document("ARCHITECTURE.md");
    let section = text.split("\n## ").find(|part| part.starts_with(heading));
    let rows = section.expect(heading).lines();
    let names = rows.filter_map(|row| row.strip_prefix("| `")?.split('`').next());
    names.map(str::to_string).collect()
}

#[test]
fn every_game_stands_in_the_table_of_games() {
    let games: BTreeSet<String> = GAMES.iter().map(|game| game.name.to_string()).collect();
    assert_eq!(table("Games\n"), games);
}

#[test]
fn every_algorithm_stands_in_the_table_of_algorithms() {
    let names = Algorithm::ALL.iter().map(|a| a.name().to_string());
    assert_eq!(table("Algorithms\n"), names.collect());
}

#[test]
fn every_source_of_an_algorithm_has_its_full_entry() {
    let references = document("REFERENCES.md");
    let entries: Vec<&str> = references
        .lines()
        .filter(|l| l.starts_with("- **"))
        .collect();
    for algorithm in Algorithm::ALL {
        for source in algorithm.source().split("; ") {
            let words: Vec<&str> = source.split([' ', ',']).collect();
            let Some(at) = words
                .iter()
                .position(|w| w.len() == 4 && w.parse::<u32>().is_ok())
            else {
                continue;
            };
            let name = words[..at].iter().find(|w| w.len() > 2).expect(source);
            let found = entries
                .iter()
                .any(|e| e.contains(name) && e.contains(words[at]));
            assert!(found, "{algorithm}: {source}");
        }
    }
}

#[test]
fn the_reference_of_commands_is_what_they_say_of_themselves() {
    let program = env!("CARGO_BIN_EXE_zermelo");
    let made = std::process::Command::new(program)
        .args(["man", "--markdown"])
        .output();
    let made = String::from_utf8(made.unwrap().stdout).unwrap();
    if std::env::var_os("ZERMELO_BLESS").is_some() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        fs::write(root.join("docs/commands.md"), &made).unwrap();
    }
    let kept = document("docs/commands.md");
    assert!(
        kept == made,
        "docs/commands.md is stale: `cargo xtask bless` makes it anew"
    );
}
