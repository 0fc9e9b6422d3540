//! An interface for tests: it talks to a conversation that runs in a thread of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// What speaks a protocol.
type Converse = fn(&mut dyn BufRead, &mut (dyn Write + Send));

/// A pipe: what is sent at one end is read at the other.
struct PipeReader {
    receiver: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for PipeReader {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.rest.is_empty() {
            match self.receiver.recv() {
                Ok(bytes) => self.rest = bytes,
                Err(_) => return Ok(0),
            }
        }
        let taken = self.rest.len().min(buffer.len());
        buffer[..taken].copy_from_slice(&self.rest[..taken]);
        self.rest.drain(..taken);
        Ok(taken)
    }
}

struct PipeWriter(Sender<Vec<u8>>);

impl Write for PipeWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let _ = self.0.send(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// An interface that talks to the engine.
pub struct Gui {
    sender: Option<Sender<Vec<u8>>>,
    lines: BufReader<PipeReader>,
    thread: Option<JoinHandle<()>>,
    heard: Vec<String>,
}

impl Gui {
    /// Starts a conversation.
    pub fn new(converse: Converse) -> Gui {
        let (sender, receiver) = channel();
        let (out, back) = channel();
        let pipe = |receiver| {
            BufReader::new(PipeReader {
                receiver,
                rest: Vec::new(),
            })
        };
        let (mut input, mut output) = (pipe(receiver), PipeWriter(out));
        let thread = std::thread::spawn(move || converse(&mut input, &mut output));
        Gui {
            sender: Some(sender),
            lines: pipe(back),
            thread: Some(thread),
            heard: Vec::new(),
        }
    }

    /// Sends a line, or several.
    pub fn say(&mut self, text: &str) {
        let sender = self.sender.as_ref().unwrap();
        sender.send(format!("{text}\n").into_bytes()).unwrap();
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        let read = self.lines.read_line(&mut line).unwrap();
        assert!(read > 0, "the engine left; heard {:?}", self.heard);
        let line = line.trim_end().to_string();
        self.heard.push(line.clone());
        line
    }

    /// Reads until a line begins with a word, and returns all lines since.
    pub fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let done = line.split(' ').next() == Some(word);
            lines.push(line);
            if done {
                return lines;
            }
        }
    }

    /// Ends the conversation by quitting or by ending the input, and returns what was still said.
    pub fn end(mut self, quit: bool) -> Vec<String> {
        if quit {
            self.say("quit");
        }
        drop(self.sender.take());
        self.thread.take().unwrap().join().unwrap();
        let rest = self.lines.by_ref().lines();
        rest.map(Result::unwrap).collect()
    }
}
