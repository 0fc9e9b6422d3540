//! `experiment`: the source's tables re-run, beside the source's figures.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use zermelo_archive::Archive;
use zermelo_lab::experiment::sheet::Sheet;
use zermelo_lab::experiment::{EXPERIMENTS, Experiment, ExperimentError, Plan, find, report};

use crate::args::{ExperimentArgs, Form};
use crate::report::{VERSION, named};
use crate::steps::{self, Steps};
use crate::{Failure, Io, archive, commands, folders, interrupt, output};

/// Positions of each group of openings: quick, usual, full.
const POSITIONS: [u64; 3] = [10, 50, 200];
/// Games of each match: quick, usual, full.
const GAMES: [u64; 3] = [20, 200, 1000];
/// Training games: quick, usual, full.
const TRAINING: [u64; 3] = [100, 1000, 1000];

/// Runs the command.
pub fn run(args: &ExperimentArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let Some(name) = &args.name else {
        return list(args.form, io);
    };
    if name == "report" {
        return report(args, &[], io);
    }
    if name == "all" {
        return all(args, io);
    }
    let experiment = find(name).ok_or_else(|| {
        let names: Vec<&str> = EXPERIMENTS.iter().map(|known| known.name).collect();
        let shown: String = name.chars().take(40).collect();
        Failure::Input(format!(
            "no experiment is called `{}`: expected all, report, {}",
            shown.escape_debug(),
            names.join(", ")
        ))
    })?;
    let (path, work) = (games_of(args)?, work_folder(args)?);
    let sheet = measure(experiment, args, &path, &work, io)?;
    if steps::printed(
        args.form,
        object(experiment, &sheet, args, &path, &work),
        io,
    )? {
        return Ok(());
    }
    show(experiment, &sheet, io)
}

/// What came of an experiment, as an object.
fn object(
    experiment: &Experiment,
    sheet: &Sheet,
    args: &ExperimentArgs,
    path: &Path,
    work: &Path,
) -> Value {
    let mut object = sheet.data.clone();
    object["experiment"] = json!(experiment.name);
    object["title"] = json!(experiment.title);
    object["seed"] = json!(args.seed);
    object["input"] = named(path);
    object["output"] = named(work);
    object["version"] = json!(VERSION);
    object
}

fn show(experiment: &Experiment, sheet: &Sheet, io: &mut Io<'_>) -> Result<(), Failure> {
    let heading = io.bold(&format!("{}: {}", experiment.name, experiment.title));
    io.line(heading)?;
    io.line(sheet.text().trim_end())
}

/// Runs all experiments, shows each as it is done, and writes the page.
fn all(args: &ExperimentArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let (path, work) = (games_of(args)?, work_folder(args)?);
    // Without games nothing is possible.
    open(&path)?;
    let mut reasons = Vec::new();
    for experiment in EXPERIMENTS {
        let sheet = match measure(experiment, args, &path, &work, io) {
            // What these games cannot serve is said, and the others go on.
            Err(Failure::Input(sentence)) => {
                io.message(format!(
                    "{}: not possible here: {sentence}",
                    experiment.name
                ));
                reasons.push((experiment.name, sentence));
                continue;
            }
            measured => measured?,
        };
        if args.form.events {
            let mut event = object(experiment, &sheet, args, &path, &work);
            event["event"] = json!("experiment");
            io.line(event.to_string())?;
        } else if !args.form.json {
            show(experiment, &sheet, io)?;
            io.line("")?;
        }
        io.flush()?;
    }
    report(args, &reasons, io)
}

fn open(path: &Path) -> Result<Archive, Failure> {
    Archive::open(path).map_err(|error| commands::learn::failure(error.into()))
}

/// Writes the page of what was measured so far, with the reasons why others could not be.
fn report(
    args: &ExperimentArgs,
    reasons: &[(&str, String)],
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let work = work_folder(args)?;
    if !EXPERIMENTS
        .iter()
        .any(|known| known.result_file(&work).exists())
    {
        return Err(Failure::Input(format!(
            "{}: no experiment has been run there; see `zermelo experiment --list`",
            work.display()
        )));
    }
    let page = report::page(&work, VERSION, reasons);
    let output = args.output.clone();
    let output = output.unwrap_or_else(|| PathBuf::from("report.html"));
    if output.as_os_str() == "-" {
        return io.line(page.trim_end());
    }
    output::write(&output, &page)?;
    let done = EXPERIMENTS.iter();
    let done = done.filter(|known| known.result_file(&work).exists());
    let done: Vec<&str> = done.map(|known| known.name).collect();
    let object = json!({"experiments": done, "input": named(&work), "output": named(&output),
        "version": VERSION});
    if steps::printed(args.form, object, io)? {
        return Ok(());
    }
    io.line(output.display().to_string())
}

fn games_of(args: &ExperimentArgs) -> Result<PathBuf, Failure> {
    match &args.archive {
        Some(path) => Ok(path.clone()),
        None => archive::user_archive(),
    }
}

fn work_folder(args: &ExperimentArgs) -> Result<PathBuf, Failure> {
    let work = args.work.clone();
    let work = work.or_else(|| folders::of_user("experiments"));
    work.ok_or_else(|| Failure::Input("expected `--work FOLDER`".to_string()))
}

fn measure(
    experiment: &Experiment,
    args: &ExperimentArgs,
    path: &Path,
    work: &Path,
    io: &mut Io<'_>,
) -> Result<Sheet, Failure> {
    interrupt::install();
    let games = open(path)?;
    let steps = Steps::new(args.form, io);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let plan = Plan {
        archive: &games,
        work,
        positions: size(args, args.positions.map(u64::from), POSITIONS) as usize,
        games: size(args, args.games, GAMES),
        training: size(args, args.training, TRAINING),
        nodes: args.nodes,
        profile: &args.profile,
        concurrency: args.concurrency.map_or(cores, |n| n as usize),
        seed: args.seed,
        stop: &interrupt::asked,
        tell: &|step| steps.tell(step),
    };
    let measured = experiment.measure(&plan);
    drop(steps);
    measured.map_err(|error| match error {
        ExperimentError::Interrupted => Failure::Check(format!(
            "interrupted; what was measured is in {}, and the same command goes on",
            work.display()
        )),
        ExperimentError::Learn(error) => commands::learn::failure(error),
        ExperimentError::Input(sentence) => Failure::Input(sentence),
    })
}

/// A number as given, else by how long the experiment may take.
fn size(args: &ExperimentArgs, given: Option<u64>, [quick, usual, full]: [u64; 3]) -> u64 {
    match given {
        Some(number) => number,
        None if args.quick => quick,
        None if args.full => full,
        None => usual,
    }
}

fn list(form: Form, io: &mut Io<'_>) -> Result<(), Failure> {
    let list = EXPERIMENTS.iter();
    let list: Vec<Value> = list
        .map(|known| json!({"experiment": known.name, "title": known.title}))
        .collect();
    if steps::printed(form, json!({"experiments": list, "version": VERSION}), io)? {
        return Ok(());
    }
    for known in EXPERIMENTS {
        io.line(format!("{:10} {}", known.name, known.title))?;
    }
    Ok(())
}
