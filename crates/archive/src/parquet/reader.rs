//! Reading a Parquet file: its columns by name, one row group after the other.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::pages::{Layout, Values, read_chunk};
use super::thrift::Thrift;
use super::{BYTE_ARRAY, DOUBLE, INT32, INT64, MAGIC, is_sound_footer};
use crate::bytes::u32_at;
use crate::error::{ArchiveError, At, Result};

/// Row groups of more rows are refused: they would not fit into memory.
const MOST_ROWS: usize = 1 << 26;
/// What repetition a column of the schema may have.
const REQUIRED: i64 = 0;
const OPTIONAL: i64 = 1;

/// A Parquet file.
pub(crate) struct ParquetFile {
    path: PathBuf,
    file: File,
    length: u64,
    columns: Vec<Column>,
    groups: Vec<Thrift>,
}

struct Column {
    name: String,
    kind: i64,
    repetition: i64,
    /// Digits after the point of a decimal number.
    scale: i64,
}

/// The wanted columns of some rows.
pub(crate) struct RowGroup {
    pub rows: usize,
    /// In the order in which they were asked for; `None` where the file has no such column.
    pub columns: Vec<Option<Values>>,
}

impl ParquetFile {
    /// Whether a file begins as Parquet files do.
    pub fn is(path: &Path) -> bool {
        let mut first = [0; 4];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut first));
        read.is_ok() && first == *MAGIC
    }

    /// Opens a file and reads what stands at its end.
    pub fn open(path: &Path) -> Result<ParquetFile> {
        let mut file = File::open(path).reading(path)?;
        let bad = |problem: &str| ArchiveError::input(path, problem);
        let cut = || bad("the Parquet file is cut off: its end is missing");
        if !ParquetFile::is(path) {
            return Err(bad("not a Parquet file"));
        }
        let length = file.metadata().reading(path)?.len();
        let mut end = [0; 8];
        let at = length.checked_sub(12).ok_or_else(cut)? + 4;
        file.seek(SeekFrom::Start(at)).reading(path)?;
        file.read_exact(&mut end).reading(path)?;
        let start = at.checked_sub(u32_at(&end, 0).into());
        let start = start.filter(|_| end[4..] == *MAGIC).ok_or_else(cut)?;
        let mut bytes = vec![0; u32_at(&end, 0) as usize];
        file.seek(SeekFrom::Start(start)).reading(path)?;
        file.read_exact(&mut bytes).reading(path)?;
        if !is_sound_footer(&bytes) {
            return Err(bad("the checksum of the Parquet file's footer is wrong"));
        }
        let footer = Thrift::take(&mut bytes.as_slice());
        let footer = footer.ok_or_else(|| bad("the Parquet file's metadata make no sense"))?;
        let columns = footer.list(2).iter().skip(1).map(|element| Column {
            name: element.text(4).unwrap_or_default(),
            kind: element.int(1).unwrap_or(-1),
            repetition: element.int(3).unwrap_or(REQUIRED),
            scale: element.int(7).unwrap_or(0),
        });
        let rows: i64 = footer.list(4).iter().filter_map(|group| group.int(3)).sum();
        if footer.int(3) != Some(rows) {
            return Err(bad(
                "the Parquet file's metadata contradict themselves about its rows",
            ));
        }
        Ok(ParquetFile {
            path: path.to_path_buf(),
            columns: columns.collect(),
            groups: footer.list(4).to_vec(),
            file,
            length,
        })
    }

    /// How many row groups it has.
    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// Checks that a column can be read; whether it is there.
    pub fn has(&self, name: &str, text: bool) -> Result<bool> {
        let Some(column) = self.columns.iter().find(|column| column.name == name) else {
            return Ok(false);
        };
        let sound = match column.kind {
            BYTE_ARRAY => text,
            INT32 | INT64 | DOUBLE => !text,
            _ => false,
        };
        if sound && column.scale != 0 {
            return Err(self.bad(format!(
                "the column `{name}` holds decimals with {} digits after the point; expected whole \
                 numbers",
                column.scale
            )));
        }
        if sound && [REQUIRED, OPTIONAL].contains(&column.repetition) {
            return Ok(true);
        }
        let what = if text { "texts" } else { "numbers" };
        Err(self.bad(format!("the column `{name}` does not hold {what}")))
    }

    fn bad(&self, problem: impl Into<String>) -> ArchiveError {
        ArchiveError::input(&self.path, problem)
    }

    /// Reads columns of a row group.
    pub fn group(&self, number: usize, names: &[&str]) -> Result<RowGroup> {
        let group = &self.groups[number];
        let nonsense = || self.bad("the Parquet file's metadata make no sense");
        let rows = group.size(3).ok_or_else(nonsense)?;
        if rows > MOST_ROWS {
            return Err(self.bad(format!(
                "a row group of {rows} rows; expected at most {MOST_ROWS}"
            )));
        }
        let mut columns = Vec::new();
        for name in names {
            let chunks = group.list(1).iter().filter_map(|chunk| chunk.get(3));
            let mut found = chunks.filter(|chunk| {
                let path = chunk.list(3);
                matches!(path, [Thrift::Bytes(only)] if only == name.as_bytes())
            });
            let column = self.columns.iter().find(|column| column.name == *name);
            columns.push(match (found.next(), column) {
                (Some(chunk), Some(column)) => Some(self.chunk(chunk, column, rows)?),
                _ => None,
            });
        }
        Ok(RowGroup { rows, columns })
    }

    fn chunk(&self, chunk: &Thrift, column: &Column, rows: usize) -> Result<Values> {
        let problem = |what: &str| self.bad(format!("column `{}`: {what}", column.name));
        let start = chunk.int(9).and_then(|at| u64::try_from(at).ok());
        let start = start.ok_or_else(|| problem("its place is missing"))?;
        // A dictionary, where there is one, stands before the data.
        let dictionary = chunk.int(11).and_then(|at| u64::try_from(at).ok());
        let start = dictionary
            .filter(|&at| at > 0)
            .map_or(start, |at| at.min(start));
        let length = chunk
            .size(7)
            .ok_or_else(|| problem("its length is missing"))?;
        if start
            .checked_add(length as u64)
            .is_none_or(|end| end > self.length)
        {
            return Err(problem("it goes beyond the file's end"));
        }
        let mut bytes = vec![0; length];
        (&self.file)
            .seek(SeekFrom::Start(start))
            .reading(&self.path)?;
        (&self.file).read_exact(&mut bytes).reading(&self.path)?;
        let layout = Layout {
            kind: column.kind,
            codec: chunk.int(4).unwrap_or(0),
            optional: column.repetition == OPTIONAL,
        };
        read_chunk(&bytes, &layout, rows).map_err(|what| problem(&what))
    }
}
