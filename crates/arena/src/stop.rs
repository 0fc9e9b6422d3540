//! How a match is told to end early.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// A flag shared by everybody who takes part in a match. It only ever rises: first no new games
/// are begun, then the running ones are dropped too.
#[derive(Clone, Default, Debug)]
pub struct Stop {
    level: Arc<AtomicU8>,
    parent: Option<Arc<AtomicU8>>,
}

impl Stop {
    /// A flag that is down.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// A flag that is up whenever this one is, and can be raised on its own.
    #[must_use]
    pub fn child(&self) -> Stop {
        Stop {
            level: Arc::default(),
            parent: Some(Arc::clone(&self.level)),
        }
    }

    /// Lets running games finish and begins no new ones.
    pub fn finish_games(&self) {
        self.level.fetch_max(1, Ordering::Relaxed);
    }

    /// Drops running games. They are not recorded, and a resumed match plays them again.
    pub fn now(&self) {
        self.level.fetch_max(2, Ordering::Relaxed);
    }

    fn raised(&self) -> u8 {
        let parent = self
            .parent
            .as_ref()
            .map_or(0, |p| p.load(Ordering::Relaxed));
        self.level.load(Ordering::Relaxed).max(parent)
    }

    /// Whether no new games should be begun.
    #[must_use]
    pub fn is_finishing(&self) -> bool {
        self.raised() >= 1
    }

    /// Whether running games should be dropped.
    #[must_use]
    pub fn is_now(&self) -> bool {
        self.raised() >= 2
    }
}
