//! Tables as text and as a page.

use zermelo_draw::{Block, Section, html_page};

use super::table::{Cell, Figure, Row, Table, real_text};

/// Columns of a terminal for which paragraphs are broken.
const WIDTH: usize = 80;

/// Rows of a table that stands open on a page; longer ones are folded.
const SHORT: usize = 20;

/// A table as text: heading, claim, columns, findings.
#[must_use]
pub fn text(table: &Table) -> String {
    let mut lines = vec![format!("{}: {}", table.name, table.title), String::new()];
    lines.extend(wrapped(&table.claim, ""));
    lines.push(String::new());
    lines.extend(columns(&head(table), &cells(table)));
    lines.push(String::new());
    lines.extend(table.figures.iter().flat_map(figure));
    for finding in &table.findings {
        lines.extend(wrapped(finding, "- "));
    }
    if let Some(seed) = table.seed {
        lines.push(format!("- Seed {seed}."));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// What a figure shows, as lines: a board that can be looked at, a notation that can be typed.
fn figure(figure: &Figure) -> Vec<String> {
    let mut lines = wrapped(&figure.caption, "");
    let board = figure.board.lines();
    lines.extend(board.map(|line| format!("    {line}").trim_end().to_string()));
    // Not broken into lines: it is there to be copied.
    lines.push(format!("    {} '{}'", figure.game, figure.position));
    lines.push(String::new());
    lines
}

/// A table as a part of a page.
#[must_use]
pub fn section(table: &Table) -> Section {
    let mut blocks = vec![Block::Text(table.claim.clone())];
    blocks.extend(
        table
            .findings
            .iter()
            .map(|finding| Block::Text(format!("→ {finding}"))),
    );
    for figure in &table.figures {
        blocks.push(Block::Text(figure.caption.clone()));
        blocks.push(Block::Svg(figure.picture.svg()));
    }
    blocks.extend(table.charts.iter().map(|chart| Block::Svg(chart.svg())));
    let rows = Block::Table {
        head: head(table),
        rows: cells(table),
    };
    blocks.push(if table.rows.len() <= SHORT {
        rows
    } else {
        Block::Folded {
            summary: format!("All {} rows", table.rows.len()),
            blocks: vec![rows],
        }
    });
    Section {
        heading: heading(table),
        blocks,
    }
}

fn heading(table: &Table) -> String {
    format!("{} ({})", table.title, table.name)
}

/// A page of tables.
#[must_use]
pub fn page(tables: &[Table], seed: u64, version: &str) -> String {
    let contents = Section {
        heading: String::new(),
        blocks: vec![
            Block::Text(format!(
                "What is claimed about alpha-beta, and what a measurement or a live search says. Seed {seed}; {version}. Every table can be had by itself: zermelo theory NAME."
            )),
            Block::Contents(tables.iter().map(heading).collect()),
        ],
    };
    let sections: Vec<Section> = std::iter::once(contents)
        .chain(tables.iter().map(section))
        .collect();
    html_page("Alpha-beta: theory by experiment", &sections)
}

/// Whether any row has something in a place.
fn any(table: &Table, filled: impl Fn(&Row) -> bool) -> bool {
    table.rows.iter().any(filled)
}

/// The heads of the columns that are not empty.
fn head(table: &Table) -> Vec<String> {
    let first = table.rows.first();
    let names = |list: Option<&Vec<(&'static str, Cell)>>| -> Vec<String> {
        list.map(|list| list.iter().map(|(name, _)| (*name).to_string()).collect())
            .unwrap_or_default()
    };
    let mut head = names(first.map(|row| &row.parameters));
    if any(table, |row| row.formula != Cell::Empty) {
        head.push(table.heads.formula.to_string());
    }
    if any(table, |row| row.measured != Cell::Empty) {
        head.push(table.heads.measured.to_string());
    }
    if any(table, has_error) {
        head.push("standard error".to_string());
    }
    head.extend(names(first.map(|row| &row.further)));
    head
}

/// Exact counts have no error to show.
fn has_error(row: &Row) -> bool {
    row.error.is_some_and(|error| error > 0.0)
}

fn cells(table: &Table) -> Vec<Vec<String>> {
    let [formula, measured] = [
        any(table, |row| row.formula != Cell::Empty),
        any(table, |row| row.measured != Cell::Empty),
    ];
    let error = any(table, has_error);
    let row = |row: &Row| {
        let mut cells: Vec<String> = row
            .parameters
            .iter()
            .map(|(_, cell)| cell.to_string())
            .collect();
        cells.extend(formula.then(|| row.formula.to_string()));
        cells.extend(measured.then(|| row.measured.to_string()));
        cells.extend(error.then(|| row.error.map(real_text).unwrap_or_default()));
        cells.extend(row.further.iter().map(|(_, cell)| cell.to_string()));
        cells
    };
    table.rows.iter().map(row).collect()
}

/// Columns under their heads: words to the left, numbers to the right.
fn columns(head: &[String], rows: &[Vec<String>]) -> Vec<String> {
    let width = |text: &str| text.chars().count();
    let widths: Vec<usize> = (0..head.len())
        .map(|i| {
            rows.iter()
                .chain([&head.to_vec()])
                .map(|row| width(&row[i]))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let numeric: Vec<bool> = (0..head.len())
        .map(|i| {
            rows.iter()
                .all(|row| row[i].is_empty() || row[i].parse::<f64>().is_ok())
        })
        .collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(i, cell)| {
            let blank = " ".repeat(widths[i] - width(cell));
            if numeric[i] {
                blank + cell
            } else {
                cell.clone() + &blank
            }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    std::iter::once(&head.to_vec())
        .chain(rows)
        .map(line)
        .collect()
}

/// A paragraph broken into lines, the first behind a mark.
fn wrapped(text: &str, mark: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = mark.to_string();
    for word in text.split_whitespace() {
        let begun = line.len() > mark.len();
        if begun && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(line);
            line = " ".repeat(mark.len()) + word;
        } else {
            if begun {
                line.push(' ');
            }
            line += word;
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::table::Heads;

    fn small() -> Table {
        let row = |d: u32, text: &str| Row {
            parameters: vec![("d", d.into())],
            formula: 3_u32.into(),
            measured: 3_u32.into(),
            error: Some(0.0),
            further: vec![("remark", text.into())],
        };
        Table {
            name: "small",
            title: "A small table",
            claim: "One & two < three.".to_string(),
            heads: Heads::default(),
            rows: vec![row(2, "first"), row(10, "second")],
            findings: vec!["It holds.".to_string()],
            ..Table::default()
        }
    }

    #[test]
    fn text_has_its_columns_aligned_and_no_empty_ones() {
        let expected = "small: A small table\n\nOne & two < three.\n\n d  formula  measured  remark\n 2        3         3  first\n10        3         3  second\n\n- It holds.\n";
        assert_eq!(text(&small()), expected);
    }

    #[test]
    fn a_page_names_its_tables_and_escapes_their_text() {
        let page = page(&[small()], 7, "zermelo 1");
        assert!(page.contains("#A-small-table--small-\">A small table (small)</a>"));
        assert!(page.contains("<p>One &amp; two &lt; three.</p>"));
        assert!(page.contains("Seed 7; zermelo 1."));
    }

    #[test]
    fn long_paragraphs_are_broken_at_eighty_columns() {
        let long = "word ".repeat(40);
        let lines = wrapped(&long, "- ");
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH));
        assert!(lines[0].starts_with("- word") && lines[1].starts_with("  word"));
        assert_eq!(lines.join(" ").matches("word").count(), 40);
    }
}
