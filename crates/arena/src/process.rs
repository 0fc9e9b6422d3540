//! A child process that is spoken to in lines.
//!
//! A thread reads its output and stamps every line with the time at which it was read, so that
//! an answer is timed where it arrives and not where it is used. At most `QUEUE` lines wait: a
//! program that floods its output is slowed down, not stored. Lines are cut at `LONGEST` bytes
//! and need not be text.
//!
//! Invariant: when a [`Process`] is dropped, the child has ended.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use zermelo_game::Failure;

use crate::stop::Stop;

/// Lines that wait to be looked at.
const QUEUE: usize = 4096;

/// Bytes of a line.
const LONGEST: u64 = 1 << 16;

/// How often a waiting thread looks whether the match is being stopped.
const LOOK: Duration = Duration::from_millis(50);

/// How long a program may take to end when asked to.
const FAREWELL: Duration = Duration::from_millis(1000);

/// A line of output and when it was read.
#[derive(Debug)]
pub struct TimedLine {
    /// The line, without its end.
    pub text: String,
    /// When it was read.
    pub at: Instant,
}

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<TimedLine>,
    stop: Stop,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn start(program: &Path, arguments: &[String], stop: &Stop) -> Result<Process, Failure> {
        let mut command = Command::new(program);
        // Ctrl-C in a terminal is for the match, which ends its engines itself. Sent to them, too,
        // it would look like a crash.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| Failure::Crashed(format!("cannot start {}: {e}", program.display())))?;
        let input = child.stdin.take();
        let output = child
            .stdout
            .take()
            .expect("the output was asked for as a pipe");
        let (sender, lines) = sync_channel(QUEUE);
        let reader = std::thread::Builder::new().name("engine output".to_string());
        let reading = reader.spawn(move || read_lines(BufReader::new(output), &sender));
        let mut process = Process {
            child,
            input,
            lines,
            stop: stop.clone(),
        };
        if let Err(error) = reading {
            process.kill();
            return Err(Failure::Crashed(format!("cannot read its output: {error}")));
        }
        Ok(process)
    }

    /// Sends text, which ends in a line break, and says when it was sent.
    ///
    /// # Errors
    ///
    /// If the program has ended.
    pub fn send(&mut self, text: &str) -> Result<Instant, Failure> {
        let at = Instant::now();
        let input = self.input.as_mut();
        let sent = input.is_some_and(|input| {
            input
                .write_all(text.as_bytes())
                .and_then(|()| input.flush())
                .is_ok()
        });
        if sent { Ok(at) } else { Err(self.ended()) }
    }

    /// The next line, or `None` if there is none by `deadline`.
    ///
    /// # Errors
    ///
    /// If the program has ended, or the match is being stopped.
    pub fn receive(&mut self, deadline: Option<Instant>) -> Result<Option<TimedLine>, Failure> {
        loop {
            if self.stop.is_now() {
                return Err(Failure::Stopped);
            }
            let now = Instant::now();
            let left = deadline.map_or(LOOK, |deadline| deadline.saturating_duration_since(now));
            match self.lines.recv_timeout(left.min(LOOK)) {
                // A flood of lines must not keep anybody past the deadline.
                Ok(line) if deadline.is_none_or(|deadline| line.at <= deadline) => {
                    return Ok(Some(line));
                }
                Ok(_) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {
                    if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Forgets the lines that wait, as many as fit into the queue.
    pub fn drain(&mut self) {
        self.lines.try_iter().take(QUEUE).for_each(drop);
    }

    /// How the program ended.
    fn ended(&mut self) -> Failure {
        // Its output closes a moment before it can be waited for.
        let deadline = Instant::now() + Duration::from_millis(200);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    return Failure::Crashed(format!("the engine ended by itself ({status})"));
                }
                Ok(None) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(2));
                }
                _ => return Failure::Crashed("the engine closed its output".to_string()),
            }
        }
    }

    /// Asks the program to end, and ends it if it does not.
    pub fn shut_down(&mut self, farewell: &str) {
        let _ = self.send(farewell);
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            // A full pipe could keep it from ending.
            self.drain();
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                _ => return,
            }
        }
        self.kill();
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            self.kill();
        }
    }
}

fn read_lines(mut output: impl BufRead, lines: &SyncSender<TimedLine>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = output.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            return;
        }
        let line = TimedLine {
            at: Instant::now(),
            text: String::from_utf8_lossy(&bytes).trim_end().to_string(),
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}
