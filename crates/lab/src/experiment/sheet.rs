//! What an experiment came to, as plain data: tables, charts and sentences.
//!
//! Every experiment ends in a [`Sheet`]; text, pages and files are made of that and of nothing
//! else, so that a result kept in the work folder can be shown again.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use zermelo_draw::{Block, Section};

use super::ExperimentError;

/// A table of texts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grid {
    /// What it shows.
    pub caption: String,
    /// The heads of its columns.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

/// The result of an experiment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// Under which conditions it was measured, and what came out: one sentence each.
    pub notes: Vec<String>,
    /// The tables.
    pub grids: Vec<Grid>,
    /// The charts, as SVG.
    pub charts: Vec<String>,
    /// The figures for machines.
    pub data: Value,
}

impl Grid {
    /// A table without rows.
    #[must_use]
    pub fn new(caption: &str, head: &[&str]) -> Grid {
        Grid {
            caption: caption.to_string(),
            head: head.iter().map(ToString::to_string).collect(),
            rows: Vec::new(),
        }
    }

    /// The table in columns: words to the left, numbers to the right.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let width = |text: &String| text.chars().count();
        let rows = || std::iter::once(&self.head).chain(&self.rows);
        let columns = rows().map(Vec::len).max().unwrap_or(0);
        let numeric = |column: usize| {
            let mut cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.all(|cell| !cell.starts_with(char::is_alphabetic))
        };
        let shape: Vec<(usize, bool)> = (0..columns)
            .map(|column| {
                let cells = rows().filter_map(|row| row.get(column));
                (cells.map(width).max().unwrap_or(0), numeric(column))
            })
            .collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&shape).map(|(cell, &(most, right))| {
                let blank = " ".repeat(most - width(cell));
                if right {
                    blank + cell
                } else {
                    cell.clone() + &blank
                }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
        };
        rows().map(line).collect()
    }
}

impl Sheet {
    /// The sheet as text: tables, then sentences.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        for grid in &self.grids {
            if !grid.caption.is_empty() {
                lines.push(grid.caption.clone());
            }
            lines.extend(grid.lines());
            lines.push(String::new());
        }
        lines.extend(self.notes.iter().map(|note| format!("- {note}")));
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The sheet as a part of a page.
    #[must_use]
    pub fn section(&self, heading: &str) -> Section {
        let mut blocks: Vec<Block> = Vec::new();
        for grid in &self.grids {
            if !grid.caption.is_empty() {
                blocks.push(Block::Text(grid.caption.clone()));
            }
            blocks.push(Block::Table {
                head: grid.head.clone(),
                rows: grid.rows.clone(),
            });
        }
        blocks.extend(self.charts.iter().cloned().map(Block::Svg));
        blocks.extend(self.notes.iter().cloned().map(Block::Text));
        Section {
            heading: heading.to_string(),
            blocks,
        }
    }

    /// Keeps the sheet in a file.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ExperimentError> {
        let grids = self.grids.iter();
        let grids: Vec<Value> = grids
            .map(|g| json!({"caption": g.caption, "head": g.head, "rows": g.rows}))
            .collect();
        let whole = json!({"notes": self.notes, "grids": grids, "charts": self.charts,
            "data": self.data});
        let part = path.with_extension("part");
        let failed = |error| ExperimentError::file(path, error);
        fs::write(&part, format!("{whole}\n")).map_err(failed)?;
        fs::rename(&part, path).map_err(failed)
    }

    /// Reads a sheet back; `None` if there is none, or it is damaged.
    #[must_use]
    pub fn read(path: &Path) -> Option<Sheet> {
        let value: Value = serde_json::from_str(&fs::read_to_string(path).ok()?).ok()?;
        let texts = |value: &Value| -> Option<Vec<String>> {
            let texts = value.as_array()?.iter();
            texts.map(|text| Some(text.as_str()?.to_string())).collect()
        };
        let grid = |value: &Value| {
            let rows = value["rows"].as_array()?.iter();
            Some(Grid {
                caption: value["caption"].as_str()?.to_string(),
                head: texts(&value["head"])?,
                rows: rows.map(&texts).collect::<Option<_>>()?,
            })
        };
        let grids = value["grids"].as_array()?.iter();
        Some(Sheet {
            notes: texts(&value["notes"])?,
            grids: grids.map(grid).collect::<Option<_>>()?,
            charts: texts(&value["charts"])?,
            data: value["data"].clone(),
        })
    }
}

/// A whole number with its thousands apart.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_comes_back_from_its_file_and_lines_up() {
        let mut grid = Grid::new("Nodes", &["player", "nodes"]);
        grid.rows.push(vec!["ab".to_string(), "7".to_string()]);
        grid.rows.push(vec!["c".to_string(), "1,000".to_string()]);
        assert_eq!(
            grid.lines(),
            ["player  nodes", "ab          7", "c       1,000"]
        );
        let sheet = Sheet {
            notes: vec!["Two rows.".to_string()],
            grids: vec![grid],
            charts: vec!["<svg/>".to_string()],
            data: json!({"rows": 2}),
        };
        assert!(sheet.text().starts_with("Nodes\nplayer"));
        let path = std::env::temp_dir().join(format!("zermelo-sheet-{}", std::process::id()));
        sheet.write(&path).unwrap();
        assert_eq!(Sheet::read(&path), Some(sheet));
        fs::write(&path, "{").unwrap();
        assert_eq!(Sheet::read(&path), None);
        fs::remove_file(path).unwrap();
    }
}
