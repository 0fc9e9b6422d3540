//! Positions as Parquet, for engines that query files larger than a machine.
//!
//! One row for each move of each position, the columns of [`COLUMNS`], none of them optional.
//! Written after the format's specification (parquet.thrift): plain encoding, no compression,
//! one page a column chunk, the metadata in Thrift's compact protocol. A library would do it,
//! too; the usual one takes longer to compile than the rest of this crate, and this subset of
//! the format is two hundred lines that every reader accepts.

use std::io::Write;

use crate::archive::Archive;
use crate::error::{ArchiveError, Result};
use crate::export::{COLUMNS, MoveRow, numbers, rows};

/// Rows in a row group.
const GROUP_ROWS: usize = 1 << 17;
/// The first columns are texts, the others numbers.
const TEXTS: usize = 3;
const MAGIC: &[u8; 4] = b"PAR1";

/// Numbers of the specification.
const INT64: i64 = 2;
const BYTE_ARRAY: i64 = 6;
const PLAIN: i64 = 0;
const RLE: i64 = 3;

/// Thrift's compact protocol, as much as metadata needs.
#[derive(Default)]
struct Thrift {
    bytes: Vec<u8>,
    last: Vec<i16>,
}

/// Types of the compact protocol.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Thrift {
    fn number(&mut self, number: i64) {
        let mut zigzag = (number << 1 ^ number >> 63) as u64;
        while zigzag >= 0x80 {
            self.bytes.push(zigzag as u8 | 0x80);
            zigzag >>= 7;
        }
        self.bytes.push(zigzag as u8);
    }

    fn length(&mut self, length: usize) {
        crate::bytes::put_number(&mut self.bytes, length as u64);
    }

    fn field(&mut self, id: i16, kind: u8) {
        let last = self.last.last_mut().expect("fields stand inside a struct");
        // Ids rise by less than 16 in all structs of the metadata.
        self.bytes.push((id - *last) as u8 * 16 + kind);
        *last = id;
    }

    fn int(&mut self, id: i16, kind: u8, number: i64) {
        self.field(id, kind);
        self.number(number);
    }

    fn text(&mut self, id: i16, text: &str) {
        self.field(id, BINARY);
        self.plain_text(text);
    }

    fn plain_text(&mut self, text: &str) {
        self.length(text.len());
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn list(&mut self, id: i16, kind: u8, count: usize) {
        self.field(id, LIST);
        if count < 15 {
            self.bytes.push((count as u8) * 16 + kind);
        } else {
            self.bytes.push(0xf0 + kind);
            self.length(count);
        }
    }

    fn structure(&mut self, fill: impl FnOnce(&mut Thrift)) {
        self.last.push(0);
        fill(self);
        self.last.pop();
        self.bytes.push(0);
    }
}

/// Where a column chunk stands and how long it is, its header included.
struct Chunk {
    at: u64,
    length: u64,
}

struct Group {
    rows: usize,
    chunks: Vec<Chunk>,
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    at: u64,
    groups: Vec<Group>,
    pending: Vec<MoveRow>,
}

fn failed(source: std::io::Error) -> ArchiveError {
    ArchiveError::Io {
        path: "the output".into(),
        doing: "write",
        source,
    }
}

impl Writer<'_> {
    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes).map_err(failed)
    }

    fn group(&mut self) -> Result<()> {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() {
            return Ok(());
        }
        let mut chunks = Vec::new();
        for column in 0..COLUMNS.len() {
            let page = page(&pending, column);
            let header = page_header(page.len(), pending.len());
            chunks.push(Chunk {
                at: self.at,
                length: (header.len() + page.len()) as u64,
            });
            self.put(&header)?;
            self.put(&page)?;
        }
        self.groups.push(Group {
            rows: pending.len(),
            chunks,
        });
        Ok(())
    }

    fn footer(&self) -> Vec<u8> {
        let mut thrift = Thrift::default();
        let rows: usize = self.groups.iter().map(|group| group.rows).sum();
        thrift.structure(|t| {
            t.int(1, I32, 1);
            t.list(2, STRUCT, COLUMNS.len() + 1);
            t.structure(|t| {
                t.text(4, "schema");
                t.int(5, I32, COLUMNS.len() as i64);
            });
            for (column, name) in COLUMNS.iter().enumerate() {
                t.structure(|t| {
                    t.int(1, I32, kind(column));
                    t.int(3, I32, 0);
                    t.text(4, name);
                    if column < TEXTS {
                        t.int(6, I32, 0);
                    }
                });
            }
            t.int(3, I64, rows as i64);
            t.list(4, STRUCT, self.groups.len());
            for group in &self.groups {
                t.structure(|t| put_group(t, group));
            }
            t.text(6, concat!("zermelo version ", env!("CARGO_PKG_VERSION")));
        });
        thrift.bytes
    }
}

fn kind(column: usize) -> i64 {
    if column < TEXTS { BYTE_ARRAY } else { INT64 }
}

fn put_group(t: &mut Thrift, group: &Group) {
    t.list(1, STRUCT, group.chunks.len());
    for (column, chunk) in group.chunks.iter().enumerate() {
        t.structure(|t| {
            t.int(2, I64, chunk.at as i64);
            t.field(3, STRUCT);
            t.structure(|t| {
                t.int(1, I32, kind(column));
                t.list(2, I32, 1);
                t.number(PLAIN);
                t.list(3, BINARY, 1);
                t.plain_text(COLUMNS[column]);
                t.int(4, I32, 0);
                t.int(5, I64, group.rows as i64);
                t.int(6, I64, chunk.length as i64);
                t.int(7, I64, chunk.length as i64);
                t.int(9, I64, chunk.at as i64);
            });
        });
    }
    let bytes: u64 = group.chunks.iter().map(|chunk| chunk.length).sum();
    t.int(2, I64, bytes as i64);
    t.int(3, I64, group.rows as i64);
}

fn page_header(length: usize, rows: usize) -> Vec<u8> {
    let mut thrift = Thrift::default();
    thrift.structure(|t| {
        t.int(1, I32, 0);
        t.int(2, I32, length as i64);
        t.int(3, I32, length as i64);
        t.field(5, STRUCT);
        t.structure(|t| {
            t.int(1, I32, rows as i64);
            t.int(2, I32, PLAIN);
            t.int(3, I32, RLE);
            t.int(4, I32, RLE);
        });
    });
    thrift.bytes
}

/// The plain values of a column.
fn page(rows: &[MoveRow], column: usize) -> Vec<u8> {
    let mut page = Vec::new();
    for row in rows {
        if column < TEXTS {
            let text = [&row.fen, &row.key, &row.uci][column];
            page.extend((text.len() as u32).to_le_bytes());
            page.extend_from_slice(text.as_bytes());
        } else {
            page.extend(numbers(row)[column - TEXTS].to_le_bytes());
        }
    }
    page
}

/// Writes every move of every position of at least so many games as Parquet; gives the rows.
///
/// # Errors
///
/// When the archive is damaged or the output cannot be written.
pub fn write_parquet(archive: &Archive, least: u64, out: &mut dyn Write) -> Result<u64> {
    let mut writer = Writer {
        out,
        at: 0,
        groups: Vec::new(),
        pending: Vec::new(),
    };
    writer.put(MAGIC)?;
    let mut count = 0;
    archive.for_each_position(least, |archived| {
        let mut rows = rows(&archived);
        count += rows.len() as u64;
        writer.pending.append(&mut rows);
        if writer.pending.len() >= GROUP_ROWS {
            writer.group()?;
        }
        Ok(true)
    })?;
    writer.group()?;
    let footer = writer.footer();
    writer.put(&footer)?;
    writer.put(&(footer.len() as u32).to_le_bytes())?;
    writer.put(MAGIC)?;
    Ok(count)
}
