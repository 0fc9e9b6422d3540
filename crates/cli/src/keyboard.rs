//! Standard input that Ctrl-C ends: a program that waits for a line would not notice it.
//!
//! A thread reads, one piece at a time and only when one is wanted; whoever waits for the piece
//! looks at the stop test meanwhile. Once the test says yes, the input is at its end. *Invariant.*
//! Nothing is read before it is asked for. *Cost.* Two messages per piece of up to [`PIECE`]
//! bytes; while waiting, the test every [`LOOK`].

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::interrupt;

/// Bytes read at once, at most.
const PIECE: usize = 64 << 10;

/// How often the stop test is asked: sooner than a person notices.
const LOOK: Duration = Duration::from_millis(50);

/// A reader whose waiting can be ended.
pub struct Keyboard {
    wanted: Sender<()>,
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Vec<u8>,
    used: usize,
    /// Whether a piece was asked for and has not come.
    waiting: bool,
    stop: fn() -> bool,
}

impl Keyboard {
    /// Reads `source` until its end or Ctrl-C.
    pub fn new(source: impl Read + Send + 'static) -> Keyboard {
        Keyboard::with_stop(source, interrupt::asked)
    }

    fn with_stop(mut source: impl Read + Send + 'static, stop: fn() -> bool) -> Keyboard {
        let (wanted, asked) = channel();
        let (found, pieces) = channel();
        thread::spawn(move || {
            while asked.recv().is_ok() {
                let mut piece = vec![0; PIECE];
                let read = source.read(&mut piece).map(|length| {
                    piece.truncate(length);
                    piece
                });
                if found.send(read).is_err() {
                    return;
                }
            }
        });
        Keyboard {
            wanted,
            pieces,
            piece: Vec::new(),
            used: 0,
            waiting: false,
            stop,
        }
    }

    /// The next piece; empty at the end of the input.
    fn next(&mut self) -> io::Result<Vec<u8>> {
        let gone = || io::Error::other("the reading thread has ended");
        if !self.waiting {
            self.wanted.send(()).map_err(|_| gone())?;
            self.waiting = true;
        }
        loop {
            match self.pieces.recv_timeout(LOOK) {
                Ok(piece) => {
                    self.waiting = false;
                    return piece;
                }
                Err(RecvTimeoutError::Timeout) if (self.stop)() => return Ok(Vec::new()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            }
        }
    }
}

impl BufRead for Keyboard {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.used == self.piece.len() {
            self.piece = self.next()?;
            self.used = 0;
        }
        Ok(&self.piece[self.used..])
    }

    fn consume(&mut self, amount: usize) {
        self.used += amount;
    }
}

impl Read for Keyboard {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(into)?;
        self.consume(length);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// A terminal at which nobody types.
    struct Silence(Receiver<u8>);

    impl Read for Silence {
        fn read(&mut self, _into: &mut [u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Ok(0)
        }
    }

    #[test]
    fn what_is_typed_arrives_whole_and_ends() {
        let text: Vec<u8> = (0..300_000_u32).map(|i| (i % 251) as u8).collect();
        let mut keyboard = Keyboard::with_stop(Cursor::new(text.clone()), || false);
        let mut read = Vec::new();
        keyboard.read_to_end(&mut read).unwrap();
        assert_eq!(read, text);
        assert_eq!(keyboard.read(&mut [0; 8]).unwrap(), 0);
    }

    #[test]
    fn a_stop_ends_the_wait_for_a_line_that_never_comes() {
        static STOPPED: AtomicBool = AtomicBool::new(false);
        let (_never, nothing) = channel();
        let source = Silence(nothing);
        let mut keyboard = Keyboard::with_stop(source, || STOPPED.load(Ordering::Relaxed));
        let waiting = thread::spawn(move || {
            let mut line = Vec::new();
            keyboard.read_until(b'\n', &mut line).map(|_| line)
        });
        STOPPED.store(true, Ordering::Relaxed);
        assert_eq!(waiting.join().unwrap().unwrap(), b"");
    }
}
