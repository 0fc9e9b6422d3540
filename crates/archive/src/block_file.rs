//! Files of blocks, each with its checksum: what every file of an archive is made of.
//!
//! ```text
//! header   magic (4) kind (4) version (4) crc32 of these (4)
//! block    length (4) crc32 of length and content (4) content
//! index    a block: what the kind of file puts there
//! trailer  place of the index (8) crc32 of it (4) magic (4)
//! ```
//!
//! Numbers are little-endian. The file is mapped into memory; a block is checked when it is first
//! read, so that a flipped bit is an error and never an answer.
//!
//! **Invariant.** Every byte of a file is covered by a checksum or is one.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use memmap2::Mmap;

use crate::bytes::{u32_at, u64_at};
use crate::error::{ArchiveError, At, Result};

const MAGIC: &[u8; 4] = b"ZMLO";
const END: &[u8; 4] = b"OLMZ";
const HEADER: usize = 16;
const TRAILER: usize = 16;
/// Bytes before the content of a block.
pub(crate) const FRAME: usize = 8;

/// The version of the format; files of other versions are refused.
pub(crate) const VERSION: u32 = 1;

/// Writes a file of blocks.
pub(crate) struct BlockWriter {
    out: BufWriter<File>,
    path: PathBuf,
    at: u64,
}

impl BlockWriter {
    pub fn create(path: &Path, kind: &[u8; 4]) -> Result<BlockWriter> {
        let file = File::create(path).writing(path)?;
        let mut out = BufWriter::with_capacity(1 << 18, file);
        out.write_all(&header(kind)).writing(path)?;
        Ok(BlockWriter {
            out,
            path: path.to_path_buf(),
            at: HEADER as u64,
        })
    }

    /// Where the next block will begin.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// Writes a block; gives its place.
    pub fn block(&mut self, content: &[u8]) -> Result<u64> {
        let at = self.at;
        self.out.write_all(&frame(content)).writing(&self.path)?;
        self.out.write_all(content).writing(&self.path)?;
        self.at += (FRAME + content.len()) as u64;
        Ok(at)
    }

    /// Writes blocks that are framed already.
    pub fn framed(&mut self, blocks: &[u8]) -> Result<()> {
        self.out.write_all(blocks).writing(&self.path)?;
        self.at += blocks.len() as u64;
        Ok(())
    }

    /// Writes the index and the trailer and makes sure that all is on the disk; gives the length.
    pub fn finish(mut self, index: &[u8]) -> Result<u64> {
        let at = self.block(index)?;
        let mut trailer = at.to_le_bytes().to_vec();
        trailer.extend(crc32fast::hash(&trailer).to_le_bytes());
        trailer.extend(END);
        self.out.write_all(&trailer).writing(&self.path)?;
        self.out.flush().writing(&self.path)?;
        self.out.get_ref().sync_all().writing(&self.path)?;
        Ok(self.at + TRAILER as u64)
    }
}

fn header(kind: &[u8; 4]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..4].copy_from_slice(MAGIC);
    header[4..8].copy_from_slice(kind);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    let sum = crc32fast::hash(&header[..12]);
    header[12..].copy_from_slice(&sum.to_le_bytes());
    header
}

/// What stands before the content of a block.
pub(crate) fn frame(content: &[u8]) -> [u8; FRAME] {
    let length = (content.len() as u32).to_le_bytes();
    let mut frame = [0; FRAME];
    frame[..4].copy_from_slice(&length);
    frame[4..].copy_from_slice(&checksum(length, content).to_le_bytes());
    frame
}

fn checksum(length: [u8; 4], content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&length);
    hasher.update(content);
    hasher.finalize()
}

/// A file of blocks, mapped into memory.
pub(crate) struct BlockFile {
    path: PathBuf,
    map: Mmap,
    index_at: u64,
    /// By place in units of [`GRAIN`]: which blocks were found sound.
    sound: Vec<AtomicBool>,
}

/// Blocks of at least this length are remembered as sound: no two of them begin in one grain.
const GRAIN: u64 = 512;

#[allow(
    unsafe_code,
    reason = "mapping a file is unsafe because another process may change it; archives are \
              written beside and renamed, never in place, and every block is checked when read"
)]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: see the reason above.
    unsafe { Mmap::map(file) }
}

impl BlockFile {
    /// The kind of a file of blocks, by its first bytes; `None` if it is none.
    pub fn kind_of(path: &Path) -> Option<[u8; 4]> {
        let mut first = [0; 8];
        let mut file = File::open(path).ok()?;
        std::io::Read::read_exact(&mut file, &mut first).ok()?;
        let (magic, kind) = first.split_at(4);
        (magic == MAGIC).then(|| [kind[0], kind[1], kind[2], kind[3]])
    }

    /// Opens a file and checks its frame and its index.
    pub fn open(path: &Path, kind: &[u8; 4]) -> Result<BlockFile> {
        let file = File::open(path).reading(path)?;
        let length = file.metadata().reading(path)?.len();
        let damaged = |at: u64, what: &str| ArchiveError::damaged(path, at, what);
        if length < (HEADER + TRAILER + FRAME) as u64 {
            return Err(damaged(length, "the file is cut off"));
        }
        let map = map(&file).reading(path)?;
        if map[..4] != *MAGIC {
            return Err(damaged(0, "not a file of an archive"));
        }
        if u32_at(&map, 12) != crc32fast::hash(&map[..12]) {
            return Err(damaged(12, "the header's checksum is wrong"));
        }
        if map[4..8] != *kind {
            return Err(damaged(4, "another kind of file"));
        }
        if u32_at(&map, 8) != VERSION {
            let problem = format!(
                "format version {}, but this program reads version {VERSION}",
                u32_at(&map, 8)
            );
            return Err(ArchiveError::input(path, problem));
        }
        let trailer = &map[map.len() - TRAILER..];
        let index_at = u64_at(trailer, 0);
        let trailer_at = length - TRAILER as u64;
        if trailer[12..] != *END || u32_at(trailer, 8) != crc32fast::hash(&trailer[..8]) {
            return Err(damaged(
                trailer_at,
                "the end is missing or its checksum is wrong",
            ));
        }
        let grains = usize::try_from(length / GRAIN + 1).unwrap_or(0);
        let mut sound = Vec::new();
        sound.resize_with(grains, AtomicBool::default);
        let file = BlockFile {
            path: path.to_path_buf(),
            map,
            index_at,
            sound,
        };
        let index = file.block(index_at)?;
        if index_at + (FRAME + index.len()) as u64 != trailer_at {
            return Err(damaged(index_at, "the index does not end at the trailer"));
        }
        Ok(file)
    }

    /// The content of the index.
    pub fn index(&self) -> Result<&[u8]> {
        self.block(self.index_at)
    }

    /// The content of the block at a place, checked.
    #[inline]
    pub fn block(&self, at: u64) -> Result<&[u8]> {
        let content = self.content(at)?;
        let mark = &self.sound[(at / GRAIN) as usize];
        let alone = content.len() as u64 >= GRAIN;
        if alone && mark.load(Ordering::Relaxed) {
            return Ok(content);
        }
        self.check(at, content)?;
        if alone {
            mark.store(true, Ordering::Relaxed);
        }
        Ok(content)
    }

    #[inline]
    fn content(&self, at: u64) -> Result<&[u8]> {
        let cut = || ArchiveError::damaged(&self.path, at, "a block goes beyond the file's end");
        let start = usize::try_from(at)
            .ok()
            .and_then(|at| at.checked_add(FRAME));
        let start = start
            .filter(|&start| at >= HEADER as u64 && start <= self.map.len())
            .ok_or_else(cut)?;
        let length = u32_at(&self.map, start - FRAME) as usize;
        self.map.get(start..start + length).ok_or_else(cut)
    }

    fn check(&self, at: u64, content: &[u8]) -> Result<()> {
        let length = (content.len() as u32).to_le_bytes();
        let start = at as usize;
        if u32_at(&self.map, start + 4) == checksum(length, content) {
            Ok(())
        } else {
            Err(self.damaged(at, "a block's checksum is wrong"))
        }
    }

    pub fn damaged(&self, at: u64, what: &str) -> ArchiveError {
        ArchiveError::damaged(&self.path, at, what)
    }

    /// Checks every byte; gives each block's place and content to a further test.
    pub fn verify(&self, mut test: impl FnMut(u64, &[u8]) -> Result<()>) -> Result<()> {
        let mut at = HEADER as u64;
        while at < self.index_at {
            let content = self.content(at)?;
            self.check(at, content)?;
            test(at, content)?;
            at += (FRAME + content.len()) as u64;
        }
        if at == self.index_at {
            Ok(())
        } else {
            Err(self.damaged(at, "the blocks do not end at the index"))
        }
    }
}
