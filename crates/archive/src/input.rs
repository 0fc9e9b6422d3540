//! Where games come from: files, plain or compressed, standard input, old databases.
//!
//! The kind of a file is told by its first bytes, not by its name. Compressed files of several
//! streams (pzstd, pbzip2, concatenated gzip) are read to their end; a stream that is cut off is
//! an error. Whatever the source, what comes out is PGN text, in pieces of whole games.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memchr::memmem;

use crate::error::{ArchiveError, At, Result};
use crate::foxpro;

/// Text in a piece, about.
const PIECE: usize = 1 << 20;
/// Without the beginning of a game in so much text, any empty line before a tag will do.
const PATIENCE: usize = 1 << 24;
/// Enough bytes to tell the kind of a file.
const MAGIC: usize = 4;
/// The largest window of a zstd stream that is accepted, as a power of two.
const WINDOW: u32 = 31;

/// Something that gives PGN text.
pub struct Source {
    /// Its name in messages and in the archive.
    pub name: PathBuf,
    /// Its length in bytes as it lies on the disk, 0 if unknown.
    pub length: u64,
    reader: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
    compressed: bool,
}

/// Counts the bytes of a file as they are read.
struct Counting<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

impl Source {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    ///
    /// When it cannot be opened or is of a kind that cannot be read.
    pub fn open(path: &Path) -> Result<Source> {
        if path == Path::new("-") {
            return Source::from_reader("-", 0, Box::new(io::stdin()));
        }
        if path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("dbf"))
        {
            let text = foxpro::read_as_pgn(path)?;
            let length = text.len() as u64;
            let name = path.to_path_buf();
            return Source::from_reader(name, length, Box::new(Cursor::new(text)));
        }
        let file = File::open(path).reading(path)?;
        let metadata = file.metadata().reading(path)?;
        if metadata.is_dir() {
            return Err(ArchiveError::input(
                path,
                "a folder; expected a file of games",
            ));
        }
        Source::from_reader(path, metadata.len(), Box::new(file))
    }

    /// Takes any reader; what it gives may be compressed.
    ///
    /// # Errors
    ///
    /// When the first bytes cannot be read.
    pub fn from_reader(
        name: impl Into<PathBuf>,
        length: u64,
        reader: Box<dyn Read + Send>,
    ) -> Result<Source> {
        let name = name.into();
        let read = Arc::new(AtomicU64::new(0));
        let mut reader = Counting {
            inner: reader,
            read: read.clone(),
        };
        let mut first = Vec::new();
        let mut start = reader.by_ref().take(MAGIC as u64);
        start.read_to_end(&mut first).reading(&name)?;
        let kind = first.clone();
        let whole = BufReader::with_capacity(1 << 17, Cursor::new(first).chain(reader));
        let (reader, compressed): (Box<dyn Read + Send>, bool) = match kind.as_slice() {
            [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
                let mut decoder = zstd::Decoder::with_buffer(whole).reading(&name)?;
                decoder.window_log_max(WINDOW).reading(&name)?;
                (Box::new(decoder), true)
            }
            [0x1f, 0x8b, ..] => (Box::new(flate2::bufread::MultiGzDecoder::new(whole)), true),
            [b'B', b'Z', b'h', _] => (Box::new(bzip2::bufread::MultiBzDecoder::new(whole)), true),
            _ => (Box::new(whole), false),
        };
        Ok(Source {
            name,
            length,
            reader,
            read,
            compressed,
        })
    }

    /// How many bytes of the file were read; another thread may ask.
    pub(crate) fn progress(&self) -> Arc<AtomicU64> {
        self.read.clone()
    }

    fn failed(&self, error: io::Error) -> ArchiveError {
        let cut = error.kind() == io::ErrorKind::UnexpectedEof;
        if self.compressed && (cut || error.to_string().contains("incomplete frame")) {
            ArchiveError::input(&self.name, "the compressed data are cut off")
        } else if self.compressed {
            ArchiveError::input(
                &self.name,
                format!("the compressed data are damaged: {error}"),
            )
        } else {
            ArchiveError::Io {
                path: self.name.clone(),
                doing: "read",
                source: error,
            }
        }
    }
}

/// A piece of text that begins and ends with games.
pub(crate) struct Piece {
    /// Its place among all pieces of all sources.
    pub number: usize,
    pub source: usize,
    pub text: Vec<u8>,
    /// Where in the source's text it begins.
    pub offset: u64,
    /// The line at which it begins, from 1.
    pub line: u64,
    /// Whether the source ends with it.
    pub is_last: bool,
}

/// Cuts a source into pieces.
pub(crate) struct Pieces {
    source: Source,
    rest: Vec<u8>,
    offset: u64,
    line: u64,
    done: bool,
}

impl Pieces {
    /// The pieces of a source from a place on, which must be where a piece ended before.
    pub fn new(mut source: Source, offset: u64, line: u64) -> Result<Pieces> {
        let mut skipped = source.reader.by_ref().take(offset);
        let count = io::copy(&mut skipped, &mut io::sink());
        let count = count.map_err(|e| source.failed(e))?;
        if count < offset {
            let problem = "the file is shorter than when the build began; start it anew";
            return Err(ArchiveError::input(&source.name, problem));
        }
        Ok(Pieces {
            source,
            rest: Vec::new(),
            offset,
            line,
            done: false,
        })
    }

    /// The next piece; its number and source are for the caller to fill in.
    pub fn next(&mut self) -> Option<Result<Piece>> {
        if self.done {
            return None;
        }
        let mut text = Vec::with_capacity(PIECE + PIECE / 4);
        text.append(&mut self.rest);
        let mut wanted = PIECE;
        loop {
            let missing = wanted.saturating_sub(text.len()) as u64;
            let read = self
                .source
                .reader
                .by_ref()
                .take(missing)
                .read_to_end(&mut text);
            if let Err(error) = read {
                self.done = true;
                return Some(Err(self.source.failed(error)));
            }
            if text.len() < wanted {
                self.done = true;
                break;
            }
            if let Some(cut) = last_game(&text, wanted >= PATIENCE) {
                self.rest = text.split_off(cut);
                break;
            }
            wanted *= 2;
        }
        let (offset, line) = (self.offset, self.line);
        self.offset += text.len() as u64;
        self.line += memchr::memchr_iter(b'\n', &text).count() as u64;
        Some(Ok(Piece {
            number: 0,
            source: 0,
            text,
            offset,
            line,
            is_last: self.done,
        }))
    }
}

/// Where the last game of a text begins, unless that is its beginning.
fn last_game(text: &[u8], impatient: bool) -> Option<usize> {
    let found = memmem::rfind(text, b"\n[Event ").map(|at| at + 1);
    if found.is_some() || !impatient {
        return found;
    }
    memmem::rfind(text, b"\n\n[").map(|at| at + 2)
}
