//! The fuzzing loop: seeded, limited in time, watched.
//!
//! Coverage feedback needs a nightly compiler, and this must run wherever the tests run. What
//! makes up for it: hand-written seeds for every notation, structured changes with dictionaries
//! and splicing (the module `mutate`), and feedback from what a target *says*. It returns a
//! fingerprint of how it treated the input (which parsers took it, what their errors expected);
//! an input with a new fingerprint joins the pool from which later inputs are made.
//!
//! **Invariant.** The sequence of inputs depends only on the seed, the corpus and the code, never
//! on time, so that a process killed by a stack overflow can be repeated with its inputs
//! recorded.

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use zermelo_game::random::Rng;

use crate::Target;
use crate::mutate::mutate;

/// The pool never holds more inputs than this beside the seeds.
const LARGEST_POOL: usize = 4096;

/// How long to go on, and where chance comes from.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Seed of the generator.
    pub seed: u64,
    /// Stop after this time.
    pub time: Duration,
    /// Stop after this many executions.
    pub executions: u64,
    /// An input that takes longer is a find.
    pub hang: Duration,
    /// Write every input here before it runs.
    pub record: Option<PathBuf>,
}

/// An input that broke something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Find {
    /// The input, made as small as a short effort could.
    pub input: Vec<u8>,
    /// What the panic said.
    pub message: String,
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Report {
    /// Inputs run.
    pub executions: u64,
    /// Inputs that were treated in a new way and joined the pool.
    pub kept: usize,
    /// Time taken.
    pub seconds: f64,
    /// The first find, which ends the run.
    pub find: Option<Find>,
}

/// The input that runs now and when it began, for the watchdog.
type Current = Arc<Mutex<Option<(Instant, Vec<u8>)>>>;

/// Runs the seeds, then changed inputs until a limit or a find. `on_hang` is called from another
/// thread with an input that takes too long; the run cannot be stopped, so it should end the
/// process.
pub fn fuzz(
    target: &Target,
    seeds: &[Vec<u8>],
    limits: &Limits,
    on_hang: impl FnOnce(Vec<u8>) + Send + 'static,
) -> Report {
    let start = Instant::now();
    let current: Current = Arc::default();
    watch(&current, limits.hang, on_hang);
    let mut rng = Rng::new(limits.seed);
    let mut pool: Vec<Vec<u8>> = seeds.to_vec();
    let mut seen = std::collections::HashSet::new();
    let mut report = Report {
        executions: 0,
        kept: 0,
        seconds: 0.0,
        find: None,
    };
    while report.executions < limits.executions && start.elapsed() < limits.time {
        let turn = usize::try_from(report.executions).unwrap_or(usize::MAX);
        let input = match seeds.get(turn) {
            Some(seed) => seed.clone(),
            None => next_input(&mut rng, &pool, seeds.len(), target.tokens),
        };
        if let Some(path) = &limits.record {
            // Without the record the run is still worth something.
            let _ = fs::write(path, &input);
        }
        report.executions += 1;
        match execute(target, &input, &current) {
            Ok(fingerprint) => {
                let new = seen.insert(fingerprint) && turn >= seeds.len();
                if new && report.kept < LARGEST_POOL {
                    report.kept += 1;
                    pool.push(input);
                }
            }
            Err(message) => {
                let input = shrink(target, input, &current);
                report.find = Some(Find { input, message });
                break;
            }
        }
    }
    report.seconds = start.elapsed().as_secs_f64();
    report
}

/// A changed input of the pool, whose first `seeds` were written by hand.
fn next_input(rng: &mut Rng, pool: &[Vec<u8>], seeds: usize, tokens: &[&str]) -> Vec<u8> {
    // The hand-written inputs are few but deep in the notations, the newest ones are where new
    // ways were found last: a third of the turns each.
    let choice = match rng.below(3) {
        0 => &pool[..seeds],
        1 => &pool[pool.len() * 3 / 4..],
        _ => pool,
    };
    let empty = Vec::new();
    let mut base = rng.pick(choice).unwrap_or(&empty);
    // Long inputs are slow: of two, the shorter one, three times out of four.
    let second = rng.pick(choice).unwrap_or(&empty);
    if second.len() < base.len() && rng.below(4) > 0 {
        base = second;
    }
    let other = rng.pick(pool).unwrap_or(&empty);
    mutate(rng, base, other, tokens)
}

/// Runs one input: its fingerprint, or what the panic said.
fn execute(target: &Target, input: &[u8], current: &Current) -> Result<u64, String> {
    let set = |value| *current.lock().unwrap_or_else(PoisonError::into_inner) = value;
    set(Some((Instant::now(), input.to_vec())));
    let result = panic::catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    set(None);
    result.map_err(|payload| match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => match payload.downcast::<&str>() {
            Ok(text) => (*text).to_string(),
            Err(_) => "a panic without text".to_string(),
        },
    })
}

/// Starts the watchdog, which lives until the run that it watches has ended.
fn watch(current: &Current, limit: Duration, on_hang: impl FnOnce(Vec<u8>) + Send + 'static) {
    let watched = Arc::downgrade(current);
    thread::spawn(move || {
        while let Some(current) = watched.upgrade() {
            let now = current.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((since, input)) = now.as_ref()
                && since.elapsed() > limit
            {
                let input = input.clone();
                drop(now);
                on_hang(input);
                return;
            }
            drop(now);
            drop(current);
            thread::sleep((limit / 4).min(Duration::from_millis(200)));
        }
    });
}

/// Leaves out pieces, large ones first, as long as the input still breaks something.
fn shrink(target: &Target, mut input: Vec<u8>, current: &Current) -> Vec<u8> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let mut attempts = 2_000;
    let mut piece = input.len().div_ceil(2);
    while piece > 0 && attempts > 0 {
        let mut at = 0;
        while at < input.len() && attempts > 0 {
            attempts -= 1;
            let mut shorter = input.clone();
            shorter.drain(at..(at + piece).min(input.len()));
            if execute(target, &shorter, current).is_err() {
                input = shorter;
            } else {
                at += piece;
            }
        }
        piece /= 2;
    }
    panic::set_hook(hook);
    input
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn limits(executions: u64) -> Limits {
        Limits {
            seed: 5,
            time: Duration::from_secs(60),
            executions,
            hang: Duration::from_secs(10),
            record: None,
        }
    }

    fn planted(input: &[u8]) -> u64 {
        let text = String::from_utf8_lossy(input);
        assert!(!text.contains("min (("), "planted");
        // The deeper the prefix, the newer the fingerprint: feedback can climb.
        (0..6)
            .take_while(|&n| text.contains(&"min (("[..=n]))
            .count() as u64
    }

    #[test]
    fn a_planted_panic_is_found_and_made_small() {
        let target = Target {
            name: "planted",
            tokens: &["min"],
            run: planted,
        };
        let seeds = [b"((3 12 8)(2 4 6))".to_vec()];
        let report = fuzz(&target, &seeds, &limits(2_000_000), |_| {});
        let find = report.find.expect("the planted panic");
        assert_eq!(find.input, b"min ((");
        assert_eq!(find.message, "planted");
    }

    #[test]
    fn the_same_seed_runs_the_same_inputs() {
        let target = Target {
            name: "lengths",
            tokens: &["a"],
            run: |input| input.len() as u64,
        };
        let seeds = [b"seed".to_vec()];
        let (a, b) = (
            fuzz(&target, &seeds, &limits(2_000), |_| {}),
            fuzz(&target, &seeds, &limits(2_000), |_| {}),
        );
        assert_eq!((a.executions, a.kept), (2_000, b.kept));
        assert!(a.kept > 10);
        assert_eq!(a.find, None);
    }

    #[test]
    fn an_input_that_hangs_is_handed_to_the_watchdog() {
        let target = Target {
            name: "slow",
            tokens: &[],
            run: |_| {
                thread::sleep(Duration::from_millis(500));
                0
            },
        };
        let (send, receive) = mpsc::channel();
        let mut limits = limits(1);
        limits.hang = Duration::from_millis(20);
        fuzz(&target, &[b"stuck".to_vec()], &limits, move |input| {
            send.send(input).expect("the test waits");
        });
        assert_eq!(receive.recv().expect("a hang"), b"stuck");
    }
}
