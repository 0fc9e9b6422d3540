//! `archive build`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};
use zermelo_archive::{
    ArchiveError, BuildOptions, BuildReport, Filter, Problem, RebuildOptions, SEGMENT_GAMES,
    import_tables, is_parquet, pack, read_only_once,
};

use super::progress::Display;
use super::{failure, filter, shown, size, threads};
use crate::args::ArchiveBuildArgs;
use crate::commands::match_::quoted;
use crate::report::{VERSION, counted, grouped, named};
use crate::{Failure, Io, interrupt};

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
            plies: args.plies.map(usize::from),
            memory,
            threads: threads(args.threads),
            segment_games: SEGMENT_GAMES,
            keep_duplicates: args.keep_duplicates,
            fresh: args.fresh,
            on_problem: &mut |path, problem| {
                if args.list_skipped {
                    listed.push((path.to_path_buf(), problem.clone()));
                }
            },
            on_progress: &mut |progress| {
                display.show(progress);
                interrupt::asked()
            },
        },
    );
    display.end();
    if !args.json && !args.events {
        for (path, problem) in &listed {
            io.message(problem_text(path, problem));
        }
    }
    let report = match result {
        Ok(report) => report,
        Err(ArchiveError::Interrupted) => return Err(interrupted(args)),
        Err(error) => return Err(failure(error)),
    };
    finish(args, &report, &listed, memory, start, io)
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
    let imported =
        import_tables(&args.output, &args.files, args.plies.map(usize::from)).map_err(failure)?;
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
            "output": named(&args.output),
            "input": named(&args.files),
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
    listed: &[(PathBuf, Problem)],
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
    if let Some(path) = &report.began_anew {
        io.message(format!(
            "{} is not what the interrupted build had read: it was begun anew",
            path.display()
        ));
    }
    if report.games + report.games_before == 0 {
        io.message(format!(
            "no game was taken: {} is empty",
            args.output.display()
        ));
    }
    let options = RebuildOptions {
        memory,
        threads: threads(args.threads),
        fresh: false,
        stop: &interrupt::asked,
    };
    pack(&args.output, false, &options).map_err(failure)?;
    let seconds = start.elapsed().as_secs_f64();
    if args.json || args.events {
        let mut object = object(report, seconds);
        object["output"] = json!(args.output.to_string_lossy());
        object["input"] = named(&args.files);
        object["began_anew"] = json!(report.began_anew);
        if args.list_skipped {
            let listed = listed.iter();
            let listed = listed.map(|(path, problem)| {
                json!({"file": named(&path), "line": problem.line, "reason": problem.reason.text(),
                    "text": problem.text})
            });
            object["skipped_games"] = listed.collect();
        }
        if args.events {
            object["event"] = json!("done");
            return io.line(object.to_string());
        }
        return io.json(&object);
    }
    print(report, seconds, io)
}

/// What is to be said when Ctrl-C ended a build: how it goes on, if it can.
fn interrupted(args: &ArchiveBuildArgs) -> Failure {
    if let Some(source) = read_only_once(&args.files) {
        return Failure::Check(format!(
            "interrupted; `{}` cannot be read again: nothing was kept",
            source.display()
        ));
    }
    let words = std::env::args().skip(1).filter(|word| word != "--fresh");
    let words: Vec<String> = words.map(|word| quoted(&word)).collect();
    Failure::Check(format!(
        "interrupted; the same command goes on: zermelo {}",
        words.join(" ")
    ))
}

fn problem_text(path: &Path, problem: &Problem) -> String {
    let text = match problem.text.as_str() {
        "" => String::new(),
        text => format!(" `{}`", shown(text)),
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
        "{}, {} inserted, {} different, {} of at least 20 games",
        counted(report.games, "game"),
        counted(report.visits, "position"),
        grouped(report.positions),
        grouped(report.frequent)
    ))?;
    if report.games_before > 0 {
        io.line(format!("added to {}", counted(report.games_before, "game")))?;
    }
    for (reason, count) in &report.skipped {
        io.line(format!("{} skipped: {}", grouped(*count), reason.text()))?;
    }
    io.line(format!("{} bytes, {seconds:.1} s", grouped(report.bytes)))
}
