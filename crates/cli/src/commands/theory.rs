//! `theory`: what is claimed about alpha-beta beside what is measured, as tables.

use std::path::Path;

use serde_json::{Map, Value, json};
use zermelo_lab::theory::{self, Cell, Entry, Figure, Row, Study, TABLES, Table, report};

use crate::args::TheoryArgs;
use crate::output::{self, Format};
use crate::report::VERSION;
use crate::{Failure, Io, interrupt};

/// Runs the command.
pub fn run(args: &TheoryArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let name = match &args.table {
        Some(name) if !args.list => name.as_str(),
        _ => return list(args.json, io),
    };
    let entries: Vec<&Entry> = match name {
        "all" => TABLES.iter().collect(),
        name => vec![theory::find(name).map_err(Failure::input)?],
    };
    check_files(args, name)?;
    let stop = interrupt::after(None);
    let study = Study {
        seed: args.seed,
        samples: args.samples,
        stop: &stop,
    };
    let mut tables = Vec::new();
    for entry in entries {
        if io.terminal {
            io.message(format!("measuring {} …", entry.name));
        }
        let table = entry.build(&study);
        if !args.json && args.output.is_none() {
            if !tables.is_empty() {
                io.line("")?;
            }
            io.line(report::text(&table).trim_end())?;
            io.flush()?;
        }
        tables.push(table);
        if interrupt::asked() {
            break;
        }
    }
    write_files(args, &tables)?;
    if args.json {
        io.json(&object(args, name, &tables))?;
    }
    if interrupt::asked() {
        return Err(Failure::Check(
            "interrupted: the last table rests on fewer samples and the tables after it are missing"
                .to_string(),
        ));
    }
    Ok(())
}

/// Refuses files that could not be written, before anything is measured.
fn check_files(args: &TheoryArgs, name: &str) -> Result<(), Failure> {
    if let Some(path) = &args.plot {
        if name == "all" {
            return Err(Failure::Input(
                "`--plot` takes one table, not `all`: `-o report.html` has every plot".to_string(),
            ));
        }
        if !matches!(output::format_of(path), Ok(Format::Svg)) {
            let path = path.display();
            return Err(Failure::Input(format!(
                "`--plot {path}`: expected a file name ending in .svg"
            )));
        }
    }
    if let Some(path) = &args.output {
        let format = output::format_of(path);
        if !matches!(format, Ok(Format::Html | Format::Text | Format::Json)) {
            let path = path.display();
            return Err(Failure::Input(format!(
                "`-o {path}`: expected a file name ending in .html, .txt or .json, or `-` (pictures are for `--plot`)"
            )));
        }
    }
    [&args.plot, &args.output]
        .into_iter()
        .flatten()
        .try_for_each(|path| output::check(path))
}

fn write_files(args: &TheoryArgs, tables: &[Table]) -> Result<(), Failure> {
    if let (Some(path), Some(table)) = (&args.plot, tables.first()) {
        let svg = table
            .svg()
            .ok_or_else(|| Failure::Input(format!("{} has no picture for `--plot`", table.name)))?;
        output::write(path, &svg)?;
    }
    match &args.output {
        Some(path) => write_report(args, path, tables),
        None => Ok(()),
    }
}

fn write_report(args: &TheoryArgs, path: &Path, tables: &[Table]) -> Result<(), Failure> {
    let name = args.table.as_deref().unwrap_or("all");
    let text = match output::format_of(path)? {
        Format::Json => format!("{:#}\n", object(args, name, tables)),
        Format::Html => report::page(tables, args.seed, VERSION),
        _ => {
            let texts: Vec<String> = tables.iter().map(report::text).collect();
            texts.join("\n")
        }
    };
    output::write(path, &text)
}

fn list(as_json: bool, io: &mut Io<'_>) -> Result<(), Failure> {
    if as_json {
        let tables: Vec<Value> = TABLES
            .iter()
            .map(|entry| json!({"table": entry.name, "title": entry.title}))
            .collect();
        return io.json(&json!({"tables": tables, "version": VERSION}));
    }
    for entry in TABLES {
        io.line(format!("{:17} {}", entry.name, entry.title))?;
    }
    Ok(())
}

/// One table as an object, or all of them in one.
fn object(args: &TheoryArgs, name: &str, tables: &[Table]) -> Value {
    let mut object = match tables {
        [table] if name != "all" => table_object(table),
        _ => {
            let tables: Vec<Value> = tables
                .iter()
                .map(|t| Value::Object(table_object(t)))
                .collect();
            Map::from_iter([("tables".to_string(), Value::Array(tables))])
        }
    };
    if tables.iter().any(|table| table.seed.is_some()) {
        object.insert("seed".to_string(), json!(args.seed));
    }
    object.insert("version".to_string(), json!(VERSION));
    Value::Object(object)
}

fn table_object(table: &Table) -> Map<String, Value> {
    let rows: Vec<Value> = table.rows.iter().map(row).collect();
    let positions: Vec<Value> = table.figures.iter().map(position).collect();
    Map::from_iter([
        ("table".to_string(), json!(table.name)),
        ("title".to_string(), json!(table.title)),
        ("claim".to_string(), json!(table.claim)),
        (
            "heads".to_string(),
            json!({"formula": table.heads.formula, "measured": table.heads.measured}),
        ),
        ("rows".to_string(), Value::Array(rows)),
        ("findings".to_string(), json!(table.findings)),
        ("positions".to_string(), Value::Array(positions)),
    ])
}

/// A position or tree that the rows speak of, as `zermelo show` reads it.
fn position(figure: &Figure) -> Value {
    json!({"game": figure.game, "position": figure.position, "caption": figure.caption})
}

fn row(row: &Row) -> Value {
    let named = |list: &[(&'static str, Cell)]| -> Map<String, Value> {
        list.iter()
            .map(|(name, cell)| ((*name).to_string(), cell_value(cell)))
            .collect()
    };
    let mut object = Map::from_iter([
        (
            "parameters".to_string(),
            Value::Object(named(&row.parameters)),
        ),
        ("formula".to_string(), cell_value(&row.formula)),
        ("measured".to_string(), cell_value(&row.measured)),
        ("error".to_string(), json!(row.error)),
    ]);
    if !row.further.is_empty() {
        object.insert("further".to_string(), Value::Object(named(&row.further)));
    }
    Value::Object(object)
}

fn cell_value(cell: &Cell) -> Value {
    match cell {
        Cell::Empty => Value::Null,
        Cell::Whole(number) => json!(number),
        Cell::Real(number) => json!(number),
        Cell::Text(text) => json!(text),
    }
}
