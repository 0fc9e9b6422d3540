//! Every output shown in README.md and in docs is what the program prints.
//!
//! A fenced block below a comment `<!-- output: zermelo … -->` is compared with the output of
//! that command; `<!-- output, first 12 lines: zermelo … -->` shows only a beginning. The commands
//! of one document run in one folder, so that what one writes the next ones find. Varying
//! numbers are masked on both sides: a number before ` s`, ` ms` or ` nps`, after `"seconds":` or
//! `"nps":`, or in the column of a table that is headed `seconds`, is written `…`. With
//! `ZERMELO_BLESS` set (`cargo xtask bless`) the blocks are rewritten instead.

#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One command shown with its output: the lines `from..to` of the file.
struct Block {
    command: String,
    first_lines: Option<usize>,
    from: usize,
    to: usize,
}

#[test]
fn the_outputs_in_the_documents_are_what_the_commands_print() {
    let shown: usize = documents().iter().map(|path| check(path)).sum();
    assert!(shown > 0, "no document shows an output");
}

#[test]
fn words_in_quotes_stay_together() {
    assert_eq!(
        words("zermelo tree '((3 5)(2))' --json"),
        ["zermelo", "tree", "((3 5)(2))", "--json"]
    );
}

#[test]
fn times_and_rates_are_masked_and_counts_are_not() {
    assert_eq!(
        mask("9 leaves in 0.031 s, 12345 nps"),
        "9 leaves in … s, … nps"
    );
    assert_eq!(
        mask(r#"{"leaves": 9, "seconds": 0.03}"#),
        r#"{"leaves": 9, "seconds": …}"#
    );
    assert_eq!(mask("7 squares, 3 seconds"), "7 squares, 3 seconds");
    assert_eq!(mask("… s"), "… s");
}

#[test]
fn a_column_of_seconds_is_masked_below_its_heading_only() {
    let table = [
        "name  seconds  line",
        "pvs     0.123  2 1 2",
        "",
        "pvs     0.123",
    ];
    let masked = mask_all(table.into_iter());
    assert_eq!(masked[1], "pvs         …  2 1 2");
    assert_eq!(masked[3], "pvs     0.123");
    assert_eq!(mask_all(masked.iter().map(String::as_str)), masked);
}

#[test]
fn a_block_needs_its_fence() {
    let lines = [
        "<!-- output, first 2 lines: zermelo x -->",
        "```text",
        "a",
        "```",
    ];
    let blocks = blocks(&lines);
    assert_eq!(blocks[0].command, "zermelo x");
    assert_eq!(blocks[0].first_lines, Some(2));
    assert_eq!((blocks[0].from, blocks[0].to), (2, 3));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README.md and the documents of docs, in the order of their names.
fn documents() -> Vec<PathBuf> {
    let folder = fs::read_dir(root().join("docs")).unwrap();
    let mut paths: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    paths.push(root().join("README.md"));
    paths.sort();
    paths
}

/// Compares the outputs that a document shows, or rewrites them; how many there are.
fn check(document: &Path) -> usize {
    let text = fs::read_to_string(document).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let blocks = blocks(&lines);
    let folder = workplace(document);
    let bless = std::env::var_os("ZERMELO_BLESS").is_some();
    let mut fresh: Vec<String> = Vec::new();
    let mut copied = 0;
    for block in &blocks {
        let shown = mask_all(lines[block.from..block.to].iter().copied());
        let printed = run(block, &folder);
        if !bless {
            assert_eq!(
                shown.join("\n"),
                printed.join("\n"),
                "\n{}:{}: `{}` prints something else; `cargo xtask bless` updates it",
                document.display(),
                block.from,
                block.command
            );
        }
        fresh.extend(lines[copied..block.from].iter().map(|l| (*l).to_string()));
        fresh.extend(printed);
        copied = block.to;
    }
    fresh.extend(lines[copied..].iter().map(|l| (*l).to_string()));
    if bless && !blocks.is_empty() {
        fs::write(document, fresh.join("\n") + "\n").unwrap();
    }
    blocks.len()
}

fn blocks(lines: &[&str]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let Some(rest) = line.strip_prefix("<!-- output") else {
            continue;
        };
        let (how, command) = rest.split_once(": ").expect("`<!-- output: command -->`");
        let first_lines = how
            .strip_prefix(", first ")
            .and_then(|how| how.strip_suffix(" lines"))
            .map(|count| count.parse().expect("a number of lines"));
        let from = number + 2;
        assert!(lines[number + 1].starts_with("```"), "line {from}: a fence");
        let length = lines[from..].iter().position(|line| *line == "```");
        blocks.push(Block {
            command: command.trim_end_matches("-->").trim().to_string(),
            first_lines,
            from,
            to: from + length.expect("a closing fence"),
        });
    }
    blocks
}

/// An empty folder in which the commands of a document run.
fn workplace(document: &Path) -> PathBuf {
    let name = document.file_stem().expect("a document has a name");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("documents")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A file of the repository by its whole path, because the commands run elsewhere.
fn found(word: &str) -> String {
    match word.strip_prefix("testdata/") {
        None => word.to_string(),
        Some(file) => root()
            .join("testdata")
            .join(file)
            .to_string_lossy()
            .into_owned(),
    }
}

/// The masked lines that a command prints.
fn run(block: &Block, folder: &Path) -> Vec<String> {
    let words = words(&block.command);
    assert_eq!(words[0], "zermelo", "only zermelo's output is shown");
    let output = Command::new(env!("CARGO_BIN_EXE_zermelo"))
        .args(words[1..].iter().map(|word| found(word)))
        .env("NO_COLOR", "1")
        .env("COLUMNS", "80")
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "`{}`: {message}", block.command);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let first = block.first_lines.unwrap_or(usize::MAX);
    mask_all(text.lines().take(first))
}

/// The lines without what varies from run to run.
fn mask_all<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut column = None;
    let mut masked = Vec::new();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.len() > 2 && words.contains(&"seconds") {
            // Columns are right-aligned: what ends where the heading ends belongs to it.
            column = line
                .find("seconds")
                .map(|at| line[..at].chars().count() + 7);
        } else if words.is_empty() {
            column = None;
        }
        masked.push(mask(&mask_column(line, column)));
    }
    masked
}

/// Replaces a number that ends at this column, keeping its width.
fn mask_column(line: &str, column: Option<usize>) -> String {
    let mut letters: Vec<char> = line.chars().collect();
    let end = column.unwrap_or(0).min(letters.len());
    let is_number = |c: &char| c.is_ascii_digit() || *c == '.';
    let digits = letters[..end]
        .iter()
        .rev()
        .take_while(|c| is_number(c))
        .count();
    if digits > 0 {
        letters[end - digits..end].fill(' ');
        letters[end - 1] = '…';
    }
    letters.into_iter().collect()
}

/// Splits a command line; single quotes keep words together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, piece) in command.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(piece.to_string());
        } else {
            words.extend(piece.split_whitespace().map(str::to_string));
        }
    }
    words
}

/// A line without the numbers that vary from run to run.
fn mask(line: &str) -> String {
    let mut masked = String::new();
    let mut rest = line.trim_end();
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(start);
        masked.push_str(before);
        let end = from
            .find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',' | '_'))
            .unwrap_or(from.len());
        // A full stop or comma after a number is not part of it.
        let end = from[..end].trim_end_matches(['.', ',']).len();
        let (number, after) = from.split_at(end);
        let unit = after.split(|c: char| c != ' ' && !c.is_alphabetic()).next();
        let mut unit = unit.unwrap_or_default().split(' ').skip(1);
        let timed = matches!(unit.next(), Some("s" | "ms" | "nps"));
        let field = [r#""seconds": "#, r#""seconds":"#, r#""nps": "#, r#""nps":"#];
        let field = field.iter().any(|name| masked.ends_with(name));
        masked.push_str(if timed || field { "…" } else { number });
        rest = after;
    }
    masked.push_str(rest);
    masked
}
