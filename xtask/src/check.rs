//! `cargo xtask check`: what CI runs, step by step, the fast ones first.
//!
//! A failed step does not stop the others, so that one run reports everything. The last line is
//! `N passed, N failed`, counting steps; a step that cannot run here says `skipped:` and why, and
//! counts as neither.

use std::time::Instant;

use anyhow::{Result, bail};

use crate::{bench, oracles, pages, shell, site, tidy};

/// What to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Leave out fuzzing and the long tests.
    pub quick: bool,
    /// How long to fuzz each target.
    pub fuzz_seconds: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            quick: false,
            fuzz_seconds: 60,
        }
    }
}

/// How a step ended when nothing was wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It ran and found nothing wrong.
    Passed,
    /// It could not run here, for this reason.
    Skipped(String),
}

/// One step: its name and what it does.
struct Step {
    name: &'static str,
    action: Box<dyn FnOnce() -> Result<Ending>>,
}

/// Runs all steps; `true` if none failed.
pub fn run(options: &Options) -> bool {
    tally(steps(options))
}

fn steps(options: &Options) -> Vec<Step> {
    let mut steps = vec![
        cargo("format", &["fmt", "--all", "--check"]),
        step("tidy", tidy_step),
        cargo(
            "clippy",
            &[
                "clippy",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ],
        ),
        step("documentation", documentation),
        cargo("tests", &["test", "--workspace", "--no-fail-fast"]),
        step("bench fingerprint", bench::compare),
        step("oracles", oracles::run),
        step("pages in a browser", pages::run),
        step("the site in a browser", site::run),
    ];
    if !options.quick {
        // Doc tests stay out of this one: there `--ignored` would run code blocks marked `ignore`.
        let long = [
            "test",
            "--workspace",
            "--no-fail-fast",
            "--lib",
            "--bins",
            "--tests",
            "--",
            "--ignored",
        ];
        steps.push(cargo("long tests", &long));
        let seconds = options.fuzz_seconds;
        steps.push(step("fuzz", move || fuzz(seconds)));
    }
    steps
}

/// Runs the steps in turn and prints the closing line.
fn tally(steps: Vec<Step>) -> bool {
    let (mut passed, mut failed, total) = (0, Vec::new(), steps.len());
    for (number, Step { name, action }) in (1..).zip(steps) {
        println!("[{number}/{total}] {name}");
        let start = Instant::now();
        let result = action();
        let seconds = start.elapsed().as_secs_f64();
        match result {
            Ok(Ending::Passed) => {
                println!("[{number}/{total}] {name}: passed in {seconds:.1} s\n");
                passed += 1;
            }
            Ok(Ending::Skipped(reason)) => println!("skipped: {name}: {reason}\n"),
            Err(error) => {
                println!("[{number}/{total}] {name}: FAILED in {seconds:.1} s: {error:#}\n");
                failed.push(name);
            }
        }
    }
    if !failed.is_empty() {
        println!("failed: {}", failed.join(", "));
    }
    println!("{passed} passed, {} failed", failed.len());
    failed.is_empty()
}

fn step(name: &'static str, action: impl FnOnce() -> Result<Ending> + 'static) -> Step {
    Step {
        name,
        action: Box::new(action),
    }
}

fn cargo(name: &'static str, arguments: &[&'static str]) -> Step {
    let arguments = arguments.to_vec();
    step(name, move || {
        shell::run(&mut shell::cargo(&arguments)).map(|()| Ending::Passed)
    })
}

fn tidy_step() -> Result<Ending> {
    let complaints = tidy::complaints()?;
    for complaint in &complaints {
        println!("  {complaint}");
    }
    match complaints.len() {
        0 => Ok(Ending::Passed),
        1 => bail!("1 complaint"),
        count => bail!("{count} complaints"),
    }
}

fn documentation() -> Result<Ending> {
    let mut command = shell::cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    shell::run(command.env("RUSTDOCFLAGS", "-D warnings")).map(|()| Ending::Passed)
}

/// The driver is built as tests are: optimised, with overflow checks and debug assertions.
fn fuzz(seconds: u64) -> Result<Ending> {
    let seconds = seconds.to_string();
    let arguments = [
        "run",
        "--quiet",
        "--package",
        "zermelo-fuzz",
        "--",
        "--seconds",
        &seconds,
        "--jobs",
        "2",
    ];
    shell::run(&mut shell::cargo(&arguments)).map(|()| Ending::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::rc::Rc;

    #[test]
    fn a_failed_step_fails_the_whole_but_the_later_ones_still_run() {
        let later = Rc::new(Cell::new(false));
        let seen = Rc::clone(&later);
        let all = vec![
            step("bad", || bail!("on purpose")),
            step("good", move || {
                seen.set(true);
                Ok(Ending::Passed)
            }),
        ];
        assert!(!tally(all));
        assert!(later.get());
    }

    #[test]
    fn a_skipped_step_does_not_fail_the_whole() {
        assert!(tally(vec![step("absent", || Ok(Ending::Skipped(
            "on purpose".to_string()
        )))]));
    }

    #[test]
    fn the_quick_check_leaves_out_only_fuzzing_and_the_long_tests() {
        let names = |options: &Options| steps(options).iter().map(|s| s.name).collect::<Vec<_>>();
        let all = names(&Options::default());
        let mut quick = names(&Options {
            quick: true,
            ..Options::default()
        });
        quick.extend(["long tests", "fuzz"]);
        assert_eq!(quick, all);
    }
}
