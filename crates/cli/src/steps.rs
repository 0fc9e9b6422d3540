//! How far long work is: a line with the time left on a terminal, events on request.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use zermelo_learn::Step;

use crate::args::Form;
use crate::report::{grouped, time_left};
use crate::{Failure, Io};

/// Steps are shown so often, but for the first of every task.
const EVERY: Duration = Duration::from_millis(500);

/// Shows steps while long work is done.
pub struct Steps<'a, 'b> {
    io: RefCell<&'a mut Io<'b>>,
    events: bool,
    begun: Instant,
    task: Cell<Option<Task>>,
}

/// A part of the work that is counted by itself.
#[derive(Clone, Copy)]
struct Task {
    begun: Instant,
    /// What was done when it began: work of an earlier run, which says nothing of the pace.
    first: u64,
    done: u64,
    of: u64,
    shown: Instant,
}

impl Task {
    /// The seconds until it is done, at the pace so far.
    fn left(&self) -> Option<f64> {
        let here = self.done.checked_sub(self.first).filter(|&here| here > 0)?;
        let pace = self.begun.elapsed().as_secs_f64() / here as f64;
        Some(pace * self.of.checked_sub(self.done)? as f64)
    }
}

impl<'a, 'b> Steps<'a, 'b> {
    /// Nothing is shown unless there is a terminal, or events are asked for.
    pub fn new(form: Form, io: &'a mut Io<'b>) -> Steps<'a, 'b> {
        Steps {
            io: RefCell::new(io),
            events: form.events,
            begun: Instant::now(),
            task: Cell::new(None),
        }
    }

    /// Shows a step, unless one was shown a moment ago.
    pub fn tell(&self, step: Step<'_>) {
        let mut io = self.io.borrow_mut();
        if !self.events && !io.terminal {
            return;
        }
        let now = Instant::now();
        let same = |task: &Task| task.of == step.of && task.done <= step.done && step.of > 0;
        let task = match self.task.get().filter(same) {
            Some(task) if now - task.shown < EVERY => return,
            Some(task) => Task {
                done: step.done,
                shown: now,
                ..task
            },
            None => Task {
                begun: now,
                first: step.done,
                done: step.done,
                of: step.of,
                shown: now,
            },
        };
        self.task.set(Some(task));
        if self.events {
            let event = json!({"event": "progress", "doing": step.doing, "done": step.done,
                "of": Some(step.of).filter(|&of| of > 0), "seconds_left": task.left(),
                "seconds": self.begun.elapsed().as_secs_f64()});
            // A closed output is noticed when the result is printed.
            let _ = io.line(event.to_string()).and_then(|()| io.flush());
            return;
        }
        let text = match step.of {
            0 => format!("{} …", step.doing),
            of => format!(
                "{} of {} {}{}",
                grouped(step.done),
                grouped(of),
                step.doing,
                task.left()
                    .map_or(String::new(), |left| format!(", {}", time_left(left)))
            ),
        };
        let _ = write!(io.err, "\r\u{1b}[K{text}");
        let _ = io.err.flush();
    }
}

impl Drop for Steps<'_, '_> {
    /// Clears the line.
    fn drop(&mut self) {
        let io = self.io.get_mut();
        if !self.events && io.terminal && self.task.get().is_some() {
            let _ = write!(io.err, "\r\u{1b}[K");
            let _ = io.err.flush();
        }
    }
}

/// Prints a result as an object, or as the last event, if it is asked for so; whether it is.
pub fn printed(form: Form, mut object: Value, io: &mut Io<'_>) -> Result<bool, Failure> {
    if form.events {
        object["event"] = json!("done");
        io.line(object.to_string())?;
    } else if form.json {
        io.json(&object)?;
    }
    Ok(form.events || form.json)
}
