//! `archive build`, `facts` and `aggregate`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use zermelo_archive::{
    Archive, ArchiveError, BuildOptions, BuildReport, Filter, Problem, Progress, RebuildOptions,
    import_tables, is_parquet, merge, pack,
};

use super::{failure, filter, size, threads};
use crate::args::{ArchiveAggregateArgs, ArchiveBuildArgs, ArchiveFactsArgs};
use crate::report::{VERSION, grouped};
use crate::{Failure, Io, interrupt};

/// Progress is shown so often.
const EVERY: Duration = Duration::from_millis(500);

/// Runs `archive build`.
pub fn build(args: &ArchiveBuildArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let start = Instant::now();
    let memory = size(&args.memory)?;
    let filter = filter(&args.filter)?;
    if args.files.iter().any(|file| is_parquet(file)) {
        return build_from_tables(args, &filter, start, io);
    }
    refuse_books(&args.files)?;
    let mut display = Display::new(io, args.events);
    let mut listed = Vec::new();
    let result = zermelo_archive::build(
        &args.output,
        &args.files,
        BuildOptions {
            filter,
            plies: args.plies.into(),
            memory,
            threads: threads(args.threads),
            keep_duplicates: args.keep_duplicates,
            fresh: args.fresh,
            on_problem: &mut |path, problem| {
                if args.list_skipped {
                    listed.push(problem_text(path, problem));
                }
            },
            on_progress: &mut |progress| {
                display.show(progress);
                interrupt::asked()
            },
        },
    );
    display.end();
    for line in listed {
        io.message(line);
    }
    let report = match result {
        Ok(report) => report,
        Err(ArchiveError::Interrupted) => {
            return Err(Failure::Check(format!(
                "interrupted; the same command goes on: {}",
                command(args)
            )));
        }
        Err(error) => return Err(failure(error)),
    };
    finish(args, &report, memory, start, io)
}

/// Polyglot books are no sources: say so better than that there are no games in them.
fn refuse_books(files: &[PathBuf]) -> Result<(), Failure> {
    let book = files.iter().find(|file| {
        let ending = file.extension();
        ending.is_some_and(|ending| ending.eq_ignore_ascii_case("bin"))
    });
    match book {
        None => Ok(()),
        Some(book) => Err(Failure::Input(format!(
            "{}: a Polyglot book has weights but neither games nor results; `zermelo archive \
             explore` shows it",
            book.display()
        ))),
    }
}

/// Statistics of positions that another program counted or added up.
fn build_from_tables(
    args: &ArchiveBuildArgs,
    filter: &Filter,
    start: Instant,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if let Some(other) = args.files.iter().find(|file| !is_parquet(file)) {
        return Err(Failure::Input(format!(
            "{}: games and tables of positions (Parquet) are imported one after the other, not \
             by one command",
            other.display()
        )));
    }
    if !filter.is_empty() {
        return Err(Failure::Input(
            "tables of positions (Parquet) have no games that could be chosen: leave the filter \
             out"
            .to_string(),
        ));
    }
    let imported = import_tables(&args.output, &args.files, args.plies.into()).map_err(failure)?;
    let seconds = start.elapsed().as_secs_f64();
    if args.json || args.events {
        let mut object = json!({
            "games": 0,
            "skipped": {},
            "rows": imported.rows,
            "positions": imported.visits,
            "distinct": imported.positions,
            "frequent": imported.frequent,
            "seconds": seconds,
            "bytes": imported.bytes,
            "output": args.output,
            "input": args.files,
            "version": VERSION,
        });
        if args.events {
            object["event"] = json!("done");
            return io.line(object.to_string());
        }
        return io.json(&object);
    }
    io.line(format!(
        "{} rows, {} different positions without their games, {} of at least 20 games",
        grouped(imported.rows),
        grouped(imported.positions),
        grouped(imported.frequent)
    ))?;
    io.line(format!("{} bytes, {seconds:.1} s", grouped(imported.bytes)))
}

/// Packs segments if there are many, and says what was done.
fn finish(
    args: &ArchiveBuildArgs,
    report: &BuildReport,
    memory: usize,
    start: Instant,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    for path in &report.cut_off {
        io.message(format!(
            "{} ends in the middle of a game: it is cut off",
            path.display()
        ));
    }
    let options = RebuildOptions {
        memory,
        threads: threads(args.threads),
        stop: &interrupt::asked,
    };
    pack(&args.output, false, &options).map_err(failure)?;
    let seconds = start.elapsed().as_secs_f64();
    if args.json || args.events {
        let mut object = object(report, seconds);
        object["output"] = json!(args.output.to_string_lossy());
        object["input"] = json!(args.files);
        if args.events {
            object["event"] = json!("done");
            return io.line(object.to_string());
        }
        return io.json(&object);
    }
    print(report, seconds, io)
}

/// The command to be given again.
fn command(args: &ArchiveBuildArgs) -> String {
    let files: Vec<String> = args.files.iter().map(|f| f.display().to_string()).collect();
    format!(
        "zermelo archive build {} -o {} …",
        files.join(" "),
        args.output.display()
    )
}

fn problem_text(path: &Path, problem: &Problem) -> String {
    let text = match problem.text.as_str() {
        "" => String::new(),
        text => format!(" `{text}`"),
    };
    format!(
        "{}:{}: {}{text}",
        path.display(),
        problem.line,
        problem.reason.text()
    )
}

fn object(report: &BuildReport, seconds: f64) -> Value {
    let skipped: serde_json::Map<String, Value> = report
        .skipped
        .iter()
        .map(|(reason, count)| (reason.text().to_string(), json!(count)))
        .collect();
    json!({
        "games": report.games,
        "skipped": skipped,
        "positions": report.visits,
        "distinct": report.positions,
        "frequent": report.frequent,
        "seconds": seconds,
        "bytes": report.bytes,
        "games_before": report.games_before,
        "resumed_games": report.resumed_games,
        "cut_off": report.cut_off,
        "version": VERSION,
    })
}

fn print(report: &BuildReport, seconds: f64, io: &mut Io<'_>) -> Result<(), Failure> {
    io.line(format!(
        "{} games, {} positions inserted, {} different, {} of at least 20 games",
        grouped(report.games),
        grouped(report.visits),
        grouped(report.positions),
        grouped(report.frequent)
    ))?;
    if report.games_before > 0 {
        io.line(format!("added to {} games", grouped(report.games_before)))?;
    }
    for (reason, count) in &report.skipped {
        io.line(format!("{} skipped: {}", grouped(*count), reason.text()))?;
    }
    io.line(format!("{} bytes, {seconds:.1} s", grouped(report.bytes)))
}

/// Shows how far the work is: a line on a terminal, events on request.
struct Display<'a, 'b> {
    io: &'a mut Io<'b>,
    events: bool,
    start: Instant,
    last: Instant,
    shown: bool,
}

impl<'a, 'b> Display<'a, 'b> {
    fn new(io: &'a mut Io<'b>, events: bool) -> Display<'a, 'b> {
        let start = Instant::now();
        Display {
            io,
            events,
            start,
            last: start,
            shown: false,
        }
    }

    fn show(&mut self, progress: &Progress) {
        if (!self.events && !self.io.terminal) || self.last.elapsed() < EVERY {
            return;
        }
        self.last = Instant::now();
        let seconds = self.start.elapsed().as_secs_f64();
        let share = match progress.writing {
            Some(share) => share,
            None => progress.bytes as f64 / progress.total_bytes.max(1) as f64,
        };
        if self.events {
            let phase = if progress.writing.is_some() {
                "writing"
            } else {
                "reading"
            };
            let event = json!({"event": "progress", "phase": phase, "games": progress.games,
                "bytes": progress.bytes, "share": share, "seconds": seconds});
            // A closed output is noticed when the result is printed.
            let _ = self.io.line(event.to_string());
            let _ = self.io.flush();
            return;
        }
        let rate = progress.games as f64 / seconds.max(0.001);
        let text = match progress.writing {
            Some(share) => format!("writing positions: {}%", (100.0 * share) as u32),
            None if progress.total_bytes > 0 && share > 0.0 => format!(
                "{} games, {rate:.0} a second, {}%, {:.0} s left",
                grouped(progress.games),
                (100.0 * share) as u32,
                seconds / share * (1.0 - share)
            ),
            None => format!("{} games, {rate:.0} a second", grouped(progress.games)),
        };
        let _ = write!(self.io.err, "\r\u{1b}[K{text}");
        let _ = self.io.err.flush();
        self.shown = true;
    }

    fn end(self) {
        if self.shown {
            let _ = write!(self.io.err, "\r\u{1b}[K");
        }
    }
}

/// Runs `archive facts`: one small archive for each file.
pub fn facts(args: &ArchiveFactsArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let memory = size(&args.memory)?;
    for (number, file) in args.files.iter().enumerate() {
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let output = args.output.join(format!("{number:04}-{name}.facts"));
        let report = zermelo_archive::build(
            &output,
            std::slice::from_ref(file),
            BuildOptions {
                filter: Filter::default(),
                plies: args.plies.into(),
                memory,
                threads: threads(None),
                keep_duplicates: false,
                fresh: false,
                on_problem: &mut |_, _| {},
                on_progress: &mut |_| interrupt::asked(),
            },
        )
        .map_err(failure)?;
        io.line(format!(
            "{}: {} games",
            output.display(),
            grouped(report.games)
        ))?;
    }
    Ok(())
}

/// Runs `archive aggregate`.
pub fn aggregate(args: &ArchiveAggregateArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let listing = std::fs::read_dir(&args.folder).map_err(|error| {
        Failure::Input(format!("cannot read {}: {error}", args.folder.display()))
    })?;
    let mut folders: Vec<PathBuf> = listing
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "facts"))
        .collect();
    folders.sort();
    if folders.is_empty() {
        return Err(Failure::Input(format!(
            "{}: no prepared files; expected a folder made by `zermelo archive facts`",
            args.folder.display()
        )));
    }
    super::maintain::merge_into(&folders, &args.output, &args.memory, args.json, io)
}

/// Opens archives.
pub fn open_all(paths: &[PathBuf]) -> Result<Vec<Archive>, Failure> {
    paths.iter().map(|path| super::open(path)).collect()
}

/// Merges opened archives.
pub fn merge_all(
    archives: &[Archive],
    output: &Path,
    memory: usize,
) -> Result<zermelo_archive::Rebuilt, Failure> {
    let archives: Vec<&Archive> = archives.iter().collect();
    let options = RebuildOptions {
        memory,
        threads: threads(None),
        stop: &interrupt::asked,
    };
    merge(&archives, output, &options).map_err(failure)
}
