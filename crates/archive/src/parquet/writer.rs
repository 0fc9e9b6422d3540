//! Writing positions as Parquet: plain encoding, no compression, one page a column chunk, no
//! column optional. Each page has its checksum, as the format has it, and the footer one of ours.
//! The rows are those of [`rows`], the columns those of [`COLUMNS`].

use std::io::Write;

use super::thrift::{BINARY, I32, I64, STRUCT, ThriftWriter};
use super::{BYTE_ARRAY, FOOTER_SUM, INT64, MAGIC, NO_SUM, PLAIN, RLE, WRITER, place_of_sum};
use crate::archive::Archive;
use crate::error::{ArchiveError, Result};
use crate::export::{COLUMNS, MoveRow, TEXTS, numbers, rows};

/// Rows in a row group.
const GROUP_ROWS: usize = 1 << 17;
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

impl Writer<'_> {
    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes).map_err(ArchiveError::unwritten)
    }

    fn group(&mut self) -> Result<()> {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() {
            return Ok(());
        }
        let mut chunks = Vec::new();
        for column in 0..COLUMNS.len() {
            let page = page(&pending, column);
            let header = page_header(&page, pending.len());
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
        let mut thrift = ThriftWriter::default();
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
            t.list(5, STRUCT, 1);
            t.structure(|t| {
                t.text(1, FOOTER_SUM);
                t.text(2, NO_SUM);
            });
            t.text(6, WRITER);
        });
        let mut bytes = thrift.bytes;
        let sum = format!("{:08x}", crc32fast::hash(&bytes));
        let at = place_of_sum(&bytes).expect("it was written just now");
        bytes[at..at + sum.len()].copy_from_slice(sum.as_bytes());
        bytes
    }
}

fn kind(column: usize) -> i64 {
    if column < TEXTS { BYTE_ARRAY } else { INT64 }
}

fn put_group(t: &mut ThriftWriter, group: &Group) {
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

fn page_header(page: &[u8], rows: usize) -> Vec<u8> {
    let mut thrift = ThriftWriter::default();
    thrift.structure(|t| {
        t.int(1, I32, 0);
        t.int(2, I32, page.len() as i64);
        t.int(3, I32, page.len() as i64);
        t.int(4, I32, i64::from(crc32fast::hash(page) as i32));
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
