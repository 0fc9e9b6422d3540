//! Statistics of positions into an archive: tables in the form that [`write_parquet`] gives.
//!
//! So an archive larger than a machine can be made: each machine writes its own positions, an
//! engine that reads Parquet adds them up by position and move, and the sums load back here. The
//! columns `fen`, `move`, `white`, `draws` and `black` are needed; ratings and years may be
//! missing. Rows of one position may stand anywhere; equal rows add up. Where a position has no
//! row of its own, its tally is the sum of its moves. What contradicts itself is refused by the
//! number of its row (see [`crate::table_rows`]).
//!
//! **Cost.** The rows are sorted in memory: some 150 bytes each.
//!
//! [`write_parquet`]: crate::write_parquet

use std::path::{Path, PathBuf};

use crate::build_options::DEFAULT_PLIES;
use crate::building::Building;
use crate::error::{ArchiveError, At, Result};
use crate::export::{COLUMNS, TEXTS};
use crate::manifest::{Manifest, TableRecord};
use crate::parquet::ParquetFile;
use crate::table::{self, Table, TableEntry, write_table};
use crate::table_rows::{Row, entries, read_row};

/// Columns without which there is nothing to count.
const NEEDED: [&str; 5] = ["fen", "move", "white", "draws", "black"];

/// What came of importing tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Imported {
    /// Rows read.
    pub rows: u64,
    /// Different positions.
    pub positions: u64,
    /// The sum of their games.
    pub visits: u64,
    /// Positions of at least 20 games.
    pub frequent: u64,
    /// Bytes of the whole archive.
    pub bytes: u64,
}

/// Whether a file is Parquet, by its first bytes.
#[must_use]
pub fn is_parquet(path: &Path) -> bool {
    ParquetFile::is(path)
}

/// Builds an archive from tables of positions, or adds them to one.
///
/// # Errors
///
/// When a table cannot be read or the archive cannot be written: then it is as it was before.
pub fn import_tables(folder: &Path, inputs: &[PathBuf], plies: Option<usize>) -> Result<Imported> {
    let mut building = Building::open(folder, plies.unwrap_or(DEFAULT_PLIES))?;
    building.settle_plies(plies)?;
    match add_tables(&mut building, inputs) {
        Ok(imported) => Ok(imported),
        Err(error) => {
            if !matches!(error, ArchiveError::Usage(_)) {
                building.abandon();
            }
            Err(error)
        }
    }
}

fn add_tables(building: &mut Building, inputs: &[PathBuf]) -> Result<Imported> {
    building.refuse_unfinished()?;
    let mut imported = Imported::default();
    for path in inputs {
        let (record, entries, rows) = read_table(path)?;
        let known = building.manifest.tables.iter();
        if let Some(known) = known.clone().find(|known| known.crc32 == record.crc32) {
            let problem = format!("the archive has this table already, as {}", known.source);
            return Err(ArchiveError::input(path, problem));
        }
        let counts = building.add_table(record, &entries)?;
        imported.rows += rows;
        imported.positions += counts.positions;
        imported.visits += counts.visits;
        imported.frequent += counts.frequent;
    }
    building.commit()?;
    imported.bytes = building.manifest.bytes();
    Ok(imported)
}

fn read_table(path: &Path) -> Result<(TableRecord, Vec<TableEntry>, u64)> {
    let file = ParquetFile::open(path)?;
    for (place, name) in COLUMNS.iter().enumerate() {
        if !file.has(name, place < TEXTS)? && NEEDED.contains(name) {
            let problem = format!(
                "no column `{name}`; expected the columns {}",
                COLUMNS.join(", ")
            );
            return Err(ArchiveError::input(path, problem));
        }
    }
    let mut rows: Vec<Row> = Vec::new();
    let mut boards: Vec<String> = Vec::new();
    for number in 0..file.group_count() {
        let group = file.group(number, &COLUMNS)?;
        for row in 0..group.rows {
            let read = read_row(&group, row, rows.len() as u64 + 1, &mut boards);
            let bad = |problem| ArchiveError::input(path, problem);
            rows.push(read.map_err(bad)?);
        }
    }
    let count = rows.len() as u64;
    let record = TableRecord {
        source: path.to_string_lossy().into_owned(),
        crc32: file_sum(path)?,
        ..TableRecord::default()
    };
    let entries = entries(rows, &boards);
    let entries = entries.map_err(|problem| ArchiveError::input(path, problem))?;
    Ok((record, entries, count))
}

/// The checksum of a file, by which it is known again.
fn file_sum(path: &Path) -> Result<u32> {
    let mut hasher = crc32fast::Hasher::new();
    let mut file = std::fs::File::open(path).reading(path)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match std::io::Read::read(&mut file, &mut buffer).reading(path)? {
            0 => return Ok(hasher.finalize()),
            count => hasher.update(&buffer[..count]),
        }
    }
}

/// The tables of several archives as one.
pub(crate) fn combined<'a>(tables: impl Iterator<Item = &'a Table>) -> Result<Vec<TableEntry>> {
    let (mut rows, mut boards) = (Vec::new(), Vec::new());
    for table in tables {
        table.for_each(|entry| {
            let board = boards.len();
            boards.push(entry.fen);
            let row = |played, tally| Row {
                key: entry.key,
                played,
                tally,
                games: None,
                board,
                number: 0,
            };
            rows.push(row(None, entry.found.total));
            let moves = entry.found.moves.iter();
            rows.extend(moves.map(|(played, tally)| row(Some(*played), *tally)));
            Ok(true)
        })?;
    }
    entries(rows, &boards).map_err(ArchiveError::Usage)
}

impl Building {
    /// Writes a table into the archive; the manifest still has to be written.
    pub(crate) fn add_table(
        &mut self,
        record: TableRecord,
        entries: &[TableEntry],
    ) -> Result<crate::position_writer::PositionCounts> {
        let name = format!("{:06}", self.manifest.next);
        let path = Manifest::file(&self.folder, &name, table::ENDING);
        let (counts, length) = write_table(&path, entries)?;
        self.manifest.next += 1;
        self.manifest.tables.push(TableRecord {
            name,
            positions: counts.positions,
            visits: counts.visits,
            frequent: counts.frequent,
            length,
            ..record
        });
        Ok(counts)
    }
}
