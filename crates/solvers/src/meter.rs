//! Counting nodes, and stopping.

use zermelo_search::{Counts, Limits, Stopped};

/// How many nodes pass between two looks at the limits.
const LOOK_EVERY: u64 = 4096;

/// What was done so far, and whether to go on.
pub(crate) struct Meter<'a> {
    limits: Limits<'a>,
    next_look: u64,
    pub nodes: u64,
    pub leaves: u64,
    pub table_hits: u64,
    pub windows: u64,
    pub stopped: Option<Stopped>,
}

impl<'a> Meter<'a> {
    pub fn new(limits: Limits<'a>) -> Meter<'a> {
        Meter {
            next_look: LOOK_EVERY.min(limits.nodes),
            limits,
            nodes: 0,
            leaves: 0,
            table_hits: 0,
            windows: 0,
            stopped: None,
        }
    }

    /// Counts a node; `true` if the search must end.
    #[inline]
    pub fn enter(&mut self) -> bool {
        self.nodes += 1;
        self.nodes >= self.next_look && self.look()
    }

    #[cold]
    fn look(&mut self) -> bool {
        if self.nodes >= self.limits.nodes {
            self.stopped = Some(Stopped::Nodes);
        } else if self.limits.stop.is_some_and(|stop| stop()) {
            self.stopped = Some(Stopped::Asked);
        }
        // Once stopped, every node comes here and is turned back.
        if self.stopped.is_none() {
            self.next_look = (self.nodes + LOOK_EVERY).min(self.limits.nodes);
        }
        self.stopped.is_some()
    }

    /// The counters as every search reports them.
    pub fn counts(&self) -> Counts {
        Counts {
            interior: self.nodes - self.leaves,
            leaves: self.leaves,
            table_hits: self.table_hits,
            researches: self.windows.saturating_sub(1),
            ..Counts::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_nodes_is_kept_exactly_and_stays_reached() {
        let limits = Limits {
            nodes: 10_000,
            ..Limits::default()
        };
        let mut meter = Meter::new(limits);
        let entered = (0..20_000).filter(|_| !meter.enter()).count();
        assert_eq!(entered, 9_999);
        assert_eq!(meter.stopped, Some(Stopped::Nodes));
    }

    #[test]
    fn the_stop_test_is_asked_now_and_then() {
        let stop = || true;
        let limits = Limits {
            stop: Some(&stop),
            ..Limits::default()
        };
        let mut meter = Meter::new(limits);
        assert!((0..=LOOK_EVERY).any(|_| meter.enter()));
        assert_eq!(meter.stopped, Some(Stopped::Asked));
    }
}
