//! Where games come from: files, plain or compressed, standard input, old databases.
//!
//! The kind of a file is told by its first bytes, not by its name. Compressed files of several
//! streams (pzstd, pbzip2, concatenated gzip) are read to their end; a stream that is cut off is
//! an error. Whatever the source, what comes out is PGN text, in pieces of whole games.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memchr::memmem;

use crate::checkpoint::Place;
use crate::error::{ArchiveError, At, Result};
use crate::{foxpro, text_book};

/// Text in a piece, about.
const PIECE: usize = 1 << 20;
/// Without the beginning of a game in so much text, any empty line before a tag will do.
const PATIENCE: usize = 1 << 24;
/// Enough bytes to tell the kind of a file.
const MAGIC: usize = 4;
/// Enough text to tell a text book, and how lines end.
const HEAD: usize = 1 << 12;
/// So many bytes of a file, its first, are known again by their checksum.
const STAMPED: u64 = 1 << 16;
/// The largest window of a zstd stream that is accepted, as a power of two.
const WINDOW: u32 = 31;

/// The name of standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// Something that gives PGN text.
pub struct Source {
    /// Its name in messages and in the archive.
    pub name: PathBuf,
    /// Its length in bytes as it lies on the disk, 0 if unknown.
    pub length: u64,
    /// What changes when the file does.
    pub(crate) stamp: String,
    /// Records of a database that are marked as deleted.
    pub(crate) deleted: u64,
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

/// Gzip of several members; zeros after the last one, as tapes and block devices leave them, are
/// no member.
struct Gzip<R>(Option<flate2::bufread::GzDecoder<R>>);

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(decoder) = &mut self.0 {
            let count = decoder.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let Some(mut rest) = self.0.take().map(flate2::bufread::GzDecoder::into_inner) else {
                break;
            };
            loop {
                let bytes = rest.fill_buf()?;
                let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
                if zeros < bytes.len() {
                    rest.consume(zeros);
                    self.0 = Some(flate2::bufread::GzDecoder::new(rest));
                    break;
                }
                if zeros == 0 {
                    break;
                }
                rest.consume(zeros);
            }
        }
        Ok(0)
    }
}

/// Text whose lines end with a carriage return alone, as ours do.
struct CarriageReturns<R>(R);

impl<R: Read> Read for CarriageReturns<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        for byte in &mut buffer[..count] {
            if *byte == b'\r' {
                *byte = b'\n';
            }
        }
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
        if path == Path::new(STANDARD_INPUT) {
            return Source::from_reader(path, 0, Box::new(io::stdin()));
        }
        if path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("dbf"))
        {
            let (text, deleted) = foxpro::read_as_pgn(path)?;
            let length = text.len() as u64;
            let stamp = format!("{length} {:08x}", crc32fast::hash(&text));
            let source = Source::from_reader(path, length, Box::new(Cursor::new(text)))?;
            return Ok(Source {
                stamp,
                deleted,
                ..source
            });
        }
        let mut file = File::open(path).reading(path)?;
        let metadata = file.metadata().reading(path)?;
        if metadata.is_dir() {
            return Err(ArchiveError::input(
                path,
                "a folder; expected a file of games",
            ));
        }
        let stamp = if metadata.is_file() {
            let stamp = stamp(&mut file, &metadata).reading(path)?;
            io::Seek::rewind(&mut file).reading(path)?;
            stamp
        } else {
            String::new()
        };
        let source = Source::from_reader(path, metadata.len(), Box::new(file))?;
        Ok(Source { stamp, ..source })
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
            [0x1f, 0x8b, ..] => {
                let decoder = flate2::bufread::GzDecoder::new(whole);
                (Box::new(Gzip(Some(decoder))), true)
            }
            [b'B', b'Z', b'h', _] => (Box::new(bzip2::bufread::MultiBzDecoder::new(whole)), true),
            _ => (Box::new(whole), false),
        };
        let source = Source {
            name,
            length,
            stamp: String::new(),
            deleted: 0,
            reader,
            read,
            compressed,
        };
        source.made_pgn()
    }

    /// Text that is no PGN, or has other ends of lines, made such.
    fn made_pgn(mut self) -> Result<Source> {
        let mut head = Vec::new();
        let read = self
            .reader
            .by_ref()
            .take(HEAD as u64)
            .read_to_end(&mut head);
        read.map_err(|error| self.failed(error))?;
        let returns = head.contains(&b'\r') && !head.contains(&b'\n');
        let is_book = text_book::is(&head);
        let whole =
            Cursor::new(head).chain(std::mem::replace(&mut self.reader, Box::new(io::empty())));
        self.reader = if returns {
            Box::new(CarriageReturns(whole))
        } else {
            Box::new(whole)
        };
        if is_book {
            let mut text = Vec::new();
            let read = self.reader.read_to_end(&mut text);
            read.map_err(|error| self.failed(error))?;
            self.reader = Box::new(Cursor::new(text_book::as_pgn(&text)));
        }
        Ok(self)
    }

    fn failed(&self, error: io::Error) -> ArchiveError {
        let cut = error.kind() == io::ErrorKind::UnexpectedEof;
        let at = self.read.load(Ordering::Relaxed);
        if self.compressed && (cut || error.to_string().contains("incomplete frame")) {
            let problem = format!("the compressed data are cut off at byte {at}");
            ArchiveError::input(&self.name, problem)
        } else if self.compressed {
            // Bytes are read some way ahead of the decoder.
            let problem = format!("the compressed data are damaged before byte {at}: {error}");
            ArchiveError::input(&self.name, problem)
        } else {
            ArchiveError::Io {
                path: self.name.clone(),
                doing: "read",
                source: error,
            }
        }
    }
}

/// All bytes of a file as they are; `-` is standard input.
///
/// # Errors
///
/// When it cannot be read to its end.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    if path != Path::new(STANDARD_INPUT) {
        return std::fs::read(path).reading(path);
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes).reading(path)?;
    Ok(bytes)
}

/// All text of a file, decompressed; `-` is standard input.
///
/// # Errors
///
/// When it cannot be read to its end.
pub fn read_text(path: &Path) -> Result<Vec<u8>> {
    let mut source = Source::open(path)?;
    let mut text = Vec::new();
    let read = source.reader.read_to_end(&mut text);
    read.map_err(|error| source.failed(error))?;
    Ok(text)
}

/// What changes when a file does: its length, the time of its last change, how it begins.
fn stamp(file: &mut File, metadata: &std::fs::Metadata) -> io::Result<String> {
    let since = metadata.modified().ok();
    let since = since.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let mut head = Vec::new();
    file.take(STAMPED).read_to_end(&mut head)?;
    Ok(format!(
        "{} {} {:08x}",
        metadata.len(),
        since.map_or(0, |time| time.as_nanos()),
        crc32fast::hash(&head)
    ))
}

/// A piece of text that begins and ends with games.
pub(crate) struct Piece {
    /// Its place among all pieces of all sources.
    pub number: usize,
    pub source: usize,
    pub text: Vec<u8>,
    /// The line at which it begins, from 1.
    pub first_line: u64,
    /// Whether the source ends with it.
    pub is_last: bool,
    /// Where reading goes on after it.
    pub after: Place,
}

/// Cuts a source into pieces.
pub(crate) struct Pieces {
    source: Source,
    rest: Vec<u8>,
    place: Place,
    sum: crc32fast::Hasher,
    done: bool,
}

impl Pieces {
    /// The pieces of a source, which has this place among all sources.
    pub fn new(source: Source, number: usize) -> Pieces {
        Pieces {
            source,
            rest: Vec::new(),
            place: Place {
                source: number,
                ..Place::default()
            },
            sum: crc32fast::Hasher::new(),
            done: false,
        }
    }

    /// How many bytes of the file were read; another thread may ask.
    pub fn progress(&self) -> Arc<AtomicU64> {
        self.source.read.clone()
    }

    /// The pieces from a place on, where one ended before; `None` if the text before it is not
    /// what it was.
    pub fn from_place(source: Source, place: Place) -> Result<Option<Pieces>> {
        let mut pieces = Pieces::new(source, place.source);
        let mut left = place.offset;
        let mut buffer = vec![0; PIECE];
        while left > 0 {
            let wanted = usize::try_from(left).unwrap_or(PIECE).min(PIECE);
            let read = pieces.source.reader.read(&mut buffer[..wanted]);
            let count = read.map_err(|error| pieces.source.failed(error))?;
            if count == 0 {
                return Ok(None);
            }
            pieces.sum.update(&buffer[..count]);
            left -= count as u64;
        }
        pieces.place = place;
        let same = pieces.sum.clone().finalize() == place.crc32;
        Ok(same.then_some(pieces))
    }

    /// The next piece; its number is for the caller to fill in.
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
        let (source, first_line) = (self.place.source, self.place.lines + 1);
        self.place = if self.done {
            Place {
                source: source + 1,
                ..Place::default()
            }
        } else {
            self.sum.update(&text);
            Place {
                source,
                offset: self.place.offset + text.len() as u64,
                lines: self.place.lines + memchr::memchr_iter(b'\n', &text).count() as u64,
                crc32: self.sum.clone().finalize(),
            }
        };
        Some(Ok(Piece {
            number: 0,
            source,
            text,
            first_line,
            is_last: self.done,
            after: self.place,
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
