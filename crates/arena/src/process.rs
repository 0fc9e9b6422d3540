//! A child process that is spoken to in lines.
//!
//! A thread reads its output and stamps every line with the time at which it was read, so that
//! an answer is timed where it arrives and not where it is used. At most `QUEUE` lines wait: a
//! program that floods its output is slowed down, not stored. Lines are cut at `LONGEST` bytes
//! and need not be text. Another thread writes its input, so that a program that never reads
//! keeps nobody waiting: at most `UNSENT` texts wait beside what the pipe holds, and one that
//! finds no place for the time of `UNREAD` means that the program has stalled.
//!
//! Invariant: when a [`Process`] is dropped, the child has ended.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use zermelo_game::Failure;

use crate::stop::Stop;

/// Lines that wait to be looked at.
const QUEUE: usize = 4096;

/// Bytes of a line.
const LONGEST: u64 = 1 << 16;

/// Texts that wait to be written.
const UNSENT: usize = 64;

/// How long a text may wait for a place among them.
const UNREAD: Duration = Duration::from_secs(5);

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
    /// Texts on their way to the program; none once it is told no more.
    input: Option<SyncSender<String>>,
    lines: Receiver<TimedLine>,
    stop: Stop,
    /// How long a text may wait for a place.
    unread: Duration,
    /// Whether a text has waited that long: the next ones do not wait again.
    stalled: bool,
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
        let pipe = child
            .stdin
            .take()
            .expect("the input was asked for as a pipe");
        let output = child
            .stdout
            .take()
            .expect("the output was asked for as a pipe");
        let (sender, lines) = sync_channel(QUEUE);
        let reader = std::thread::Builder::new().name("engine output".to_string());
        let reading = reader.spawn(move || read_lines(BufReader::new(output), &sender));
        let (input, texts) = sync_channel(UNSENT);
        let writer = std::thread::Builder::new().name("engine input".to_string());
        let writing = writer.spawn(move || write_texts(pipe, &texts));
        let mut process = Process {
            child,
            input: Some(input),
            lines,
            stop: stop.clone(),
            unread: UNREAD,
            stalled: false,
        };
        if let Err(error) = reading.and(writing) {
            process.kill();
            return Err(Failure::Crashed(format!("cannot speak with it: {error}")));
        }
        Ok(process)
    }

    /// Sends text, which ends in a line break, and says when it was sent.
    ///
    /// # Errors
    ///
    /// If the program has ended or does not read, or the match is being stopped.
    pub fn send(&mut self, text: &str) -> Result<Instant, Failure> {
        let at = Instant::now();
        let mut text = text.to_string();
        loop {
            let Some(input) = &self.input else {
                return Err(self.ended());
            };
            text = match input.try_send(text) {
                Ok(()) => return Ok(at),
                Err(TrySendError::Disconnected(_)) => return Err(self.ended()),
                Err(TrySendError::Full(text)) => text,
            };
            if self.stop.is_now() {
                return Err(Failure::Stopped);
            }
            if self.stalled || at.elapsed() >= self.unread {
                self.stalled = true;
                let why = "it does not read what it is told".to_string();
                return Err(Failure::Stalled(why));
            }
            // A program that is only slow is waited for; one that floods must be able to write.
            std::thread::sleep(Duration::from_millis(1));
        }
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
        let input = self.input.take();
        let told = input.is_some_and(|input| input.try_send(farewell.to_string()).is_ok());
        if !told {
            // It has ended, or never comes to read that it should.
            return self.kill();
        }
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
        // What such a line has beyond is no line of its own.
        if bytes.last() != Some(&b'\n') && output.skip_until(b'\n').is_err() {
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

/// Writes what the program is told, until there is no more of it or nobody to read it. The end of
/// its input is the end of this.
fn write_texts(mut input: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        let written = input.write_all(text.as_bytes());
        if written.and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    /// A program that never reads.
    fn deaf(stop: &Stop) -> Process {
        let arguments = ["1000".to_string()];
        let mut process = Process::start(Path::new("/bin/sleep"), &arguments, stop).unwrap();
        process.unread = Duration::from_millis(100);
        process
    }

    /// More than fits into any pipe, again and again.
    fn fill(process: &mut Process) -> Failure {
        let text = "umpire illegal a1a2\n".repeat(10_000);
        loop {
            if let Err(failure) = process.send(&text) {
                return failure;
            }
        }
    }

    #[test]
    fn a_program_that_never_reads_has_stalled_and_is_ended() {
        let mut process = deaf(&Stop::new());
        let failure = fill(&mut process);
        assert!(matches!(failure, Failure::Stalled(_)), "{failure}");
        process.shut_down("quit\n");
        assert!(matches!(process.child.try_wait(), Ok(Some(_))));
    }

    #[test]
    fn what_a_line_has_beyond_the_longest_is_no_other_line() {
        let text = format!("{}\nquit\nlast", "x".repeat(2 * LONGEST as usize + 1));
        let (sender, lines) = sync_channel(QUEUE);
        read_lines(text.as_bytes(), &sender);
        drop(sender);
        let texts: Vec<String> = lines.iter().map(|line| line.text).collect();
        assert_eq!(texts[0].len(), LONGEST as usize);
        assert_eq!(texts[1..], ["quit", "last"]);
    }

    #[test]
    fn a_stop_does_not_wait_for_a_program_that_never_reads() {
        let stop = Stop::new();
        let mut process = deaf(&stop);
        process.unread = Duration::from_secs(1_000_000);
        stop.now();
        assert_eq!(fill(&mut process), Failure::Stopped);
    }
}
