//! Ctrl-C, or being asked to end (SIGTERM, SIGHUP): once ends cleanly and keeps what was done,
//! twice ends at once.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

static ASKED: AtomicBool = AtomicBool::new(false);
static INSTALL: Once = Once::new();

/// The exit status of a program ended by Ctrl-C at once.
const INTERRUPTED: i32 = 130;

/// Listens for Ctrl-C from now on.
pub fn install() {
    INSTALL.call_once(|| {
        // Where no handler can be set, Ctrl-C ends the program at once, as usual.
        let _ = ctrlc::set_handler(|| {
            if ASKED.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        });
    });
}

/// Whether somebody pressed Ctrl-C.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// A stop test that says yes after a time or on Ctrl-C.
pub fn after(movetime: Option<Duration>) -> impl Fn() -> bool + Sync {
    install();
    let end = movetime.and_then(|time| Instant::now().checked_add(time));
    move || asked() || end.is_some_and(|end| Instant::now() >= end)
}
