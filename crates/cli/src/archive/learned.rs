//! Files that know positions but no games: Polyglot books, compact tables, history tables.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};
use zermelo_archive::{CompactTable, History, HistoryEntry};
use zermelo_chess::{Chess, PolyglotBook, PositionKey};
use zermelo_game::{Game, Notation};

use super::{failure, filter, percent};
use crate::args::{ArchiveDiffArgs, ArchiveExploreArgs};
use crate::report::{VERSION, counted, grouped, named};
use crate::{Failure, Io};

/// What a file is that `archive` did not make as a folder.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A Polyglot book, by its name.
    Book,
    /// A compact opening table.
    Compact,
    /// History tables.
    History,
}

impl Kind {
    /// The kind of a file; `None` if it is none of these.
    pub fn of(path: &Path) -> Option<Kind> {
        let is_book = path.extension().is_some_and(|ending| ending == "bin");
        if CompactTable::is(path) {
            Some(Kind::Compact)
        } else if History::is(path) {
            Some(Kind::History)
        } else {
            is_book.then_some(Kind::Book)
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Book => "a Polyglot book",
            Kind::Compact => "a compact table",
            Kind::History => "a file of history tables",
        }
    }
}

/// Runs `archive explore` on such a file.
pub fn explore(
    kind: Kind,
    args: &ArchiveExploreArgs,
    position: &Chess,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let asked = [
        (!filter(&args.filter)?.is_empty(), "a filter"),
        (args.plot.is_some(), "`--plot`"),
        (!args.names.is_empty(), "`--names`"),
    ];
    if let Some((_, option)) = asked.iter().find(|(asked, _)| *asked) {
        return Err(Failure::Input(format!(
            "{}: {} has no games, so {option} means nothing here",
            args.archive.display(),
            kind.name()
        )));
    }
    match kind {
        Kind::Book => book(args, position, io),
        Kind::Compact => compact(args, position, io),
        Kind::History => history(args, position, io),
    }
}

/// Prints an object of moves, or a line each.
fn print(
    args: &ArchiveExploreArgs,
    position: &Chess,
    objects: Vec<Value>,
    lines: Vec<String>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if args.json {
        return io.json(&json!({"moves": objects, "fen": position.notation(),
            "input": named(&args.archive), "version": VERSION}));
    }
    if lines.is_empty() {
        return io.line("nothing is known of this position");
    }
    for line in lines.iter().take(args.moves) {
        io.line(line)?;
    }
    match lines.len().saturating_sub(args.moves) {
        0 => Ok(()),
        more => io.line(format!("and {more} more")),
    }
}

/// What a Polyglot book plays.
fn book(args: &ArchiveExploreArgs, position: &Chess, io: &mut Io<'_>) -> Result<(), Failure> {
    let book = PolyglotBook::open(&args.archive).map_err(Failure::input)?;
    let moves = book.moves(position);
    let total: u64 = moves.iter().map(|(_, weight)| u64::from(*weight)).sum();
    let (mut objects, mut lines) = (Vec::new(), Vec::new());
    for (m, weight) in moves {
        let share = f64::from(weight) / total.max(1) as f64;
        let (uci, san) = (position.uci(m), position.san(m));
        lines.push(format!("{san:7} {weight:>6} {:>6}%", percent(share)));
        objects.push(json!({"uci": uci, "san": san, "weight": weight, "share": share}));
    }
    print(args, position, objects, lines, io)
}

/// The scores of the positions that moves lead to, the best first.
fn compact(args: &ArchiveExploreArgs, position: &Chess, io: &mut Io<'_>) -> Result<(), Failure> {
    let table = CompactTable::open(&args.archive).map_err(failure)?;
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let mut found = Vec::new();
    for m in legal {
        let key = position.after(m).archive_key();
        if let Some(score) = table.score(key).map_err(failure)? {
            found.push((score, position.san(m), position.uci(m)));
        }
    }
    found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let line = |(score, san, _): &(u8, String, String)| match score {
        0 => format!("{san:7}   0  known, not to be played"),
        score => format!("{san:7} {score:>3}"),
    };
    let lines = found.iter().map(line).collect();
    let object = |(score, san, uci): &(u8, String, String)| json!({"uci": uci, "san": san, "score": score, "playable": *score > 0});
    let objects = found.iter().map(object).collect();
    print(args, position, objects, lines, io)
}

/// The table of a position, the most points first.
fn history(args: &ArchiveExploreArgs, position: &Chess, io: &mut Io<'_>) -> Result<(), Failure> {
    let history = History::open(&args.archive).map_err(failure)?;
    let table = history.table(position.archive_key());
    let mut table = table.map_err(failure)?;
    table.sort_by_key(|entry| (std::cmp::Reverse(entry.points), entry.from, entry.to));
    let squares = |entry: &HistoryEntry| format!("{}{}", square(entry.from), square(entry.to));
    let line = |entry: &HistoryEntry| format!("{} {:>3}", squares(entry), entry.points);
    let lines = table.iter().map(line).collect();
    let objects = table.iter();
    let objects = objects.map(|entry| json!({"squares": squares(entry), "points": entry.points}));
    print(args, position, objects.collect(), lines, io)
}

fn square(number: u8) -> String {
    format!("{}{}", char::from(b'a' + number % 8), number / 8 + 1)
}

/// Every position of a file with what it knows of it.
fn positions(kind: Kind, path: &Path) -> Result<BTreeMap<PositionKey, Vec<u8>>, Failure> {
    let bytes = |entry: &HistoryEntry| [entry.from, entry.to, entry.points];
    Ok(match kind {
        Kind::Book => {
            return Err(Failure::Input(format!(
                "{}: a Polyglot book has no positions of ours; `zermelo archive explore` shows it",
                path.display()
            )));
        }
        Kind::Compact => {
            let table = CompactTable::open(path).map_err(failure)?;
            let entries = table.entries().map_err(failure)?.into_iter();
            entries.map(|(key, score)| (key, vec![score])).collect()
        }
        Kind::History => {
            let tables = History::open(path).map_err(failure)?;
            let tables = tables.all().map_err(failure)?.into_iter();
            let flat = |(key, table): (PositionKey, Vec<HistoryEntry>)| {
                (key, table.iter().flat_map(bytes).collect())
            };
            tables.map(flat).collect()
        }
    })
}

/// Runs `archive info` on such a file.
pub fn info(kind: Kind, path: &Path, as_json: bool, io: &mut Io<'_>) -> Result<(), Failure> {
    let known = positions(kind, path)?;
    let length = std::fs::metadata(path).map_or(0, |file| file.len());
    let mut object = json!({"kind": kind.name(), "positions": known.len(), "bytes": length,
        "input": named(&path), "version": VERSION});
    let what = if kind == Kind::Compact {
        let playable = known.values().filter(|score| score[0] > 0).count() as u64;
        let rule = CompactTable::open(path).map_err(failure)?.rule().name();
        object["playable"] = json!(playable);
        object["criterion"] = json!(rule);
        format!("{} to be played, by {rule}", grouped(playable))
    } else {
        let entries = known.values().map(|table| table.len() as u64 / 3).sum();
        object["entries"] = json!(entries);
        format!("{} in their tables", counted(entries, "move"))
    };
    if as_json {
        return io.json(&object);
    }
    io.line(format!(
        "{}: {}, {what}; {} bytes",
        kind.name(),
        counted(known.len() as u64, "position"),
        grouped(length)
    ))
}

/// Runs `archive diff` on two such files.
pub fn diff(kind: Kind, args: &ArchiveDiffArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let first = positions(kind, &args.first)?;
    let second = positions(kind, &args.second)?;
    let (mut equal, mut other, mut only_first) = (0_u64, 0_u64, 0_u64);
    for (key, known) in &first {
        match second.get(key) {
            Some(there) if there == known => equal += 1,
            Some(_) => other += 1,
            None => only_first += 1,
        }
    }
    let only_second = second.len() as u64 - equal - other;
    if args.json {
        return io.json(
            &json!({"equal": equal, "different": other, "only_first": only_first,
            "only_second": only_second, "input": named(&[&args.first, &args.second]), "version": VERSION}),
        );
    }
    io.line(format!(
        "{} in both: {} equal, {} different",
        counted(equal + other, "position"),
        grouped(equal),
        grouped(other)
    ))?;
    for (path, count) in [(&args.first, only_first), (&args.second, only_second)] {
        io.line(format!("{} only in {}", grouped(count), path.display()))?;
    }
    Ok(())
}
