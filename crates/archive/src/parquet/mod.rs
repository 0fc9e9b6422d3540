//! Positions as Parquet, for engines that query files larger than a machine, and back.
//!
//! After the format's specification (parquet.thrift). What is written is the plainest form, that
//! every reader accepts; what is read is what engines write of such tables: plain and dictionary
//! encodings, pages of both versions, optional columns, compressed by snappy, gzip or zstd or
//! not at all. Nested columns and the rarer encodings are refused by name. A library would do
//! it, too; the usual one takes longer to compile than the rest of this crate.

mod levels;
mod pages;
mod reader;
mod snappy;
mod thrift;
mod writer;

pub(crate) use reader::{ParquetFile, RowGroup};
pub use writer::write_parquet;

pub(crate) const MAGIC: &[u8; 4] = b"PAR1";

/// The key under which our own files keep a checksum of their footer, which the format has none
/// for: eight hexadecimal digits, counted as zeros for the sum itself.
const FOOTER_SUM: &str = "zermelo.footer.crc32";
const NO_SUM: &str = "00000000";

/// Where in a footer the digits of its checksum stand, if it has one.
fn place_of_sum(footer: &[u8]) -> Option<usize> {
    let at = memchr::memmem::find(footer, FOOTER_SUM.as_bytes())?;
    // A field's head and the length of the text come between.
    let start = at + FOOTER_SUM.len() + 2;
    footer.get(start..start + NO_SUM.len())?;
    Some(start)
}

/// Who writes such footers: other programs may keep the key of a file that they rewrite.
const WRITER: &str = concat!("zermelo version ", env!("CARGO_PKG_VERSION"));

/// Whether a footer is as it was written, as far as it says.
fn is_sound_footer(footer: &[u8]) -> bool {
    let ours = memchr::memmem::find(footer, b"zermelo version ").is_some();
    let Some(at) = place_of_sum(footer).filter(|_| ours) else {
        return true;
    };
    let mut bytes = footer.to_vec();
    bytes[at..at + NO_SUM.len()].copy_from_slice(NO_SUM.as_bytes());
    footer[at..].starts_with(format!("{:08x}", crc32fast::hash(&bytes)).as_bytes())
}

/// Types of columns, by the specification's numbers.
const INT32: i64 = 1;
const INT64: i64 = 2;
const DOUBLE: i64 = 5;
const BYTE_ARRAY: i64 = 6;

/// Encodings.
const PLAIN: i64 = 0;
const PLAIN_DICTIONARY: i64 = 2;
const RLE: i64 = 3;
const RLE_DICTIONARY: i64 = 8;
