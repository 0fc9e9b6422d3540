//! The hand on a running search: stop it, or tell it that the expected move was played.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

#[derive(Default, Clone, Copy)]
struct Flags {
    stopped: bool,
    pondering: bool,
}

#[derive(Default)]
struct Inner {
    // The search asks often: atomics mirror what the lock guards.
    stopped: std::sync::atomic::AtomicBool,
    pondering: std::sync::atomic::AtomicBool,
    flags: Mutex<Flags>,
    changed: Condvar,
}

/// Shared between the thread that searches and the one that listens. One control serves one
/// search: make a new one for the next, so that a late stop cannot hit the wrong search.
#[derive(Clone, Default)]
pub struct Control(Arc<Inner>);

use std::sync::atomic::Ordering::Relaxed;

impl Control {
    /// The control of a search; `pondering` if it is on the opponent's time.
    #[must_use]
    pub fn new(pondering: bool) -> Control {
        let control = Control::default();
        control.set(|flags| flags.pondering = pondering);
        control
    }

    fn set(&self, change: impl Fn(&mut Flags)) {
        let mut flags = self.0.flags.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut flags);
        self.0.stopped.store(flags.stopped, Relaxed);
        self.0.pondering.store(flags.pondering, Relaxed);
        self.0.changed.notify_all();
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.set(|flags| flags.stopped = true);
    }

    /// The expected move was played: from now on the time is ours.
    pub fn ponder_hit(&self) {
        self.set(|flags| flags.pondering = false);
    }

    /// Whether it was stopped.
    #[must_use]
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Relaxed)
    }

    /// Whether it still runs on the opponent's time.
    #[must_use]
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.0.pondering.load(Relaxed)
    }

    /// Waits until it is stopped, or, unless `until_stop`, until it no longer ponders.
    pub(crate) fn wait(&self, until_stop: bool) {
        let mut flags = self.0.flags.lock().unwrap_or_else(PoisonError::into_inner);
        while !flags.stopped && (until_stop || flags.pondering) {
            let changed = self.0.changed.wait(flags);
            flags = changed.unwrap_or_else(PoisonError::into_inner);
        }
    }
}
