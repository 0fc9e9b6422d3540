//! Nodes and time to finish a depth.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use zermelo_engine::{Control, Engine, Order, Report, SearchLimits};

use super::journal::Measured;
use super::positions::Beyond;

/// What it took to finish a depth from the beginning of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// The depth.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Time of the processor where the system tells it, else of the clock.
    pub seconds: f64,
}

impl Measured for Effort {
    fn json(&self) -> Value {
        json!([self.depth, self.nodes, self.seconds])
    }

    fn read(value: &Value) -> Option<Effort> {
        Some(Effort {
            depth: u32::try_from(value[0].as_u64()?).ok()?,
            nodes: value[1].as_u64()?,
            seconds: value[2].as_f64()?,
        })
    }
}

/// Searches a position with an engine that remembers nothing, and says what each of some depths
/// took. Depths that a search does not need, because the game is decided before, are missing.
pub fn efforts(engine: &mut Engine, beyond: &Beyond, depths: &[u32]) -> Vec<Effort> {
    engine.new_game();
    let limits = SearchLimits {
        depth: depths.iter().max().copied(),
        ..SearchLimits::default()
    };
    let order = Order {
        start: beyond.start.clone(),
        moves: beyond.moves.clone(),
        only: None,
        limits,
    };
    let mut efforts = Vec::new();
    let begun = Timer::start();
    let mut report = |report: &Report| {
        if depths.contains(&report.depth) && report.multipv == 1 {
            efforts.push(Effort {
                depth: report.depth,
                nodes: report.nodes,
                seconds: begun.elapsed().as_secs_f64(),
            });
        }
    };
    engine.search_on_this_thread(&order, &Control::default(), &mut report);
    efforts
}

/// Time of this thread.
struct Timer {
    clock: Instant,
    processor: Option<Duration>,
}

impl Timer {
    fn start() -> Timer {
        Timer {
            clock: Instant::now(),
            processor: thread_time(),
        }
    }

    fn elapsed(&self) -> Duration {
        match (self.processor, thread_time()) {
            // Some systems tell it, and it stands still.
            (Some(begun), Some(now)) if now > begun => now - begun,
            _ => self.clock.elapsed(),
        }
    }
}

/// How long this thread has run on a processor, where Linux says so.
fn thread_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
