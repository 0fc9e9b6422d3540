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
