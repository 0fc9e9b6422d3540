//! `cargo run -p zermelo-fuzz -- [TARGET…] [--seconds N] [--seed N] [--jobs N] [--input FILE]`
//!
//! Every target runs in a process of its own, so that even a stack overflow or an exhausted
//! memory is a find: the process is then repeated with its inputs recorded.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use zermelo_fuzz::driver::{Limits, fuzz};
use zermelo_fuzz::{TARGETS, Target, corpus};

/// The stack of a thread that Rust starts: what a server's or a test's thread would have.
const STACK: usize = 2 * 1024 * 1024;
const HANG: Duration = Duration::from_secs(10);

const USAGE: &str = "\
zermelo-fuzz [TARGET…] [--seconds N] [--seed N] [--jobs N]   fuzzes all targets, or those named
zermelo-fuzz TARGET --input FILE                             runs one input and stops
";

/// What the command line asked for.
struct Options {
    targets: Vec<&'static Target>,
    seconds: u64,
    seed: u64,
    jobs: usize,
    input: Option<PathBuf>,
    record: Option<PathBuf>,
    child: bool,
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let clean = match (&options.input, options.child) {
        (Some(path), _) => run_one(&options, path),
        (None, true) => options.targets.iter().all(|target| child(target, &options)),
        (None, false) => parent(&options),
    };
    if clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options {
        targets: Vec::new(),
        seconds: 60,
        seed: today(),
        jobs: 2,
        input: None,
        record: None,
        child: false,
    };
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        let number = |text: String| {
            let parsed = text.parse::<u64>();
            parsed.map_err(|_| format!("{argument} `{text}`: expected a whole number"))
        };
        match argument.as_str() {
            "--seconds" => options.seconds = number(value()?)?,
            "--seed" => options.seed = number(value()?)?,
            "--jobs" => options.jobs = usize::try_from(number(value()?)?).unwrap_or(1).max(1),
            "--input" => options.input = Some(value()?.into()),
            "--record" => options.record = Some(value()?.into()),
            "--child" => options.child = true,
            name => {
                let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                let target = TARGETS.iter().find(|target| target.name == name);
                options.targets.push(target.ok_or_else(|| {
                    format!("`{name}` is no target; they are {}", names.join(", "))
                })?);
            }
        }
    }
    if options.targets.is_empty() {
        options.targets = TARGETS.iter().collect();
    }
    Ok(options)
}

/// The default seed: new ground every day, and the same for everyone on that day.
fn today() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() / 86_400)
}

/// Runs one input through each target named, in this thread and without a net.
fn run_one(options: &Options, path: &Path) -> bool {
    match corpus::read(path) {
        Ok(input) => {
            for target in &options.targets {
                println!("{}: {:016x}", target.name, (target.run)(&input));
            }
            true
        }
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            false
        }
    }
}

/// Runs the targets, each in a process of its own, `jobs` at a time; `true` without finds.
fn parent(options: &Options) -> bool {
    println!(
        "seed {}, {} s a target, {} at a time",
        options.seed, options.seconds, options.jobs
    );
    let queue = Mutex::new(options.targets.iter());
    let take = || queue.lock().map_or(None, |mut queue| queue.next());
    let work = || {
        let mut clean = true;
        while let Some(target) = take() {
            clean &= supervise(target, options);
        }
        clean
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..options.jobs).map(|_| scope.spawn(work)).collect();
        let mut results = workers.into_iter().map(|worker| worker.join());
        results.all(|result| result.unwrap_or(false))
    })
}

/// Starts the process of one target and, if it dies, starts it again with a record.
fn supervise(target: &Target, options: &Options) -> bool {
    let status = start(target, options, options.seconds, None);
    match status.as_ref().map(std::process::ExitStatus::code) {
        Ok(Some(0)) => return true,
        Ok(Some(1)) => return false,
        Err(error) => {
            println!("{}: cannot start: {error}", target.name);
            return false;
        }
        Ok(_) => {}
    }
    println!(
        "{}: the process died; repeating it with a record",
        target.name
    );
    let record = std::env::temp_dir().join(format!("zermelo-fuzz-{}", target.name));
    // Recording is slower, and the same inputs come in the same order: give it longer.
    let again = start(target, options, options.seconds * 4 + 60, Some(&record));
    let repeated = again.is_ok_and(|status| !matches!(status.code(), Some(0)));
    match std::fs::read(&record).and_then(|input| corpus::keep(target.name, &input)) {
        Ok(path) if repeated => println!("{}: found {}", target.name, path.display()),
        _ => println!("{}: it did not die again", target.name),
    }
    false
}

fn start(
    target: &Target,
    options: &Options,
    seconds: u64,
    record: Option<&Path>,
) -> std::io::Result<std::process::ExitStatus> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args([target.name, "--child"]);
    command.args(["--seconds", &seconds.to_string()]);
    command.args(["--seed", &options.seed.to_string()]);
    if let Some(record) = record {
        command.arg("--record").arg(record);
    }
    command.status()
}

/// Fuzzes one target in this process; `true` without a find.
fn child(target: &'static Target, options: &Options) -> bool {
    let seeds = match corpus::seeds(target.name) {
        Ok(seeds) => seeds
            .into_iter()
            .map(|(_, input)| input)
            .collect::<Vec<_>>(),
        Err(error) => {
            println!("{}: no corpus: {error}", target.name);
            return false;
        }
    };
    let limits = Limits {
        seed: options.seed,
        time: Duration::from_secs(options.seconds),
        executions: u64::MAX,
        hang: HANG,
        record: options.record.clone(),
    };
    let on_hang = |input: Vec<u8>| {
        announce(target, &input, "it takes longer than 10 s");
        std::process::exit(1);
    };
    let thread = thread::Builder::new().stack_size(STACK);
    let run = thread.spawn(move || {
        let report = fuzz(target, &seeds, &limits, on_hang);
        println!(
            "{}: {} executions in {:.1} s, {:.0} per second, {} seeds, {} inputs kept",
            target.name,
            report.executions,
            report.seconds,
            report.executions as f64 / report.seconds,
            seeds.len(),
            report.kept
        );
        report.find
    });
    match run.map(thread::JoinHandle::join) {
        Ok(Ok(None)) => true,
        Ok(Ok(Some(find))) => {
            announce(target, &find.input, &find.message);
            false
        }
        Ok(Err(_)) | Err(_) => {
            println!("{}: the driver itself failed", target.name);
            false
        }
    }
}

fn announce(target: &Target, input: &[u8], message: &str) {
    match corpus::keep(target.name, input) {
        Ok(path) => println!("{}: found {}: {message}", target.name, path.display()),
        Err(error) => println!(
            "{}: found {:?}, which cannot be written ({error}): {message}",
            target.name,
            String::from_utf8_lossy(input)
        ),
    }
}
