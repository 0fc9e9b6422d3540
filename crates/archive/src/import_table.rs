//! Statistics of positions into an archive: tables in the form that [`write_parquet`] gives.
//!
//! So an archive larger than a machine can be made: each machine writes its own positions, an
//! engine that reads Parquet adds them up by position and move, and the sums load back here. The
//! columns `fen`, `move`, `white`, `draws` and `black` are needed; ratings and years may be
//! missing. Rows of one position may stand anywhere; equal rows add up. Where a position has no
//! row of its own, its tally is the sum of its moves.
//!
//! **Cost.** The rows are sorted in memory: some 150 bytes each.
//!
//! [`write_parquet`]: crate::write_parquet

use std::path::{Path, PathBuf};

use zermelo_chess::{Chess, PackedMove, PositionKey};
use zermelo_game::Notation;

use crate::build_options::DEFAULT_PLIES;
use crate::building::Building;
use crate::error::{ArchiveError, At, Result};
use crate::export::{COLUMNS, NULL_MOVE, TEXTS};
use crate::manifest::{Manifest, TableRecord};
use crate::parquet::{ParquetFile, RowGroup};
use crate::segment::Found;
use crate::table::{self, Table, TableEntry, write_table};
use crate::tally::Tally;

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

/// The row of a table as it is kept until all are there.
type Row = (PositionKey, Option<PackedMove>, Tally, usize);

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
            let read = read_row(&group, row, &mut boards);
            rows.push(read.map_err(|problem| {
                let place = format!("row {}: {problem}", rows.len() + 1);
                ArchiveError::input(path, place)
            })?);
        }
    }
    let count = rows.len() as u64;
    let record = TableRecord {
        source: path.to_string_lossy().into_owned(),
        crc32: file_sum(path)?,
        ..TableRecord::default()
    };
    Ok((record, entries(rows, &boards), count))
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

fn read_row(
    group: &RowGroup,
    row: usize,
    boards: &mut Vec<String>,
) -> std::result::Result<Row, String> {
    let text = |column: usize| group.columns[column].as_ref().map_or("", |c| c.text(row));
    let number = |column: usize| group.columns[column].as_ref().map_or(0, |c| c.number(row));
    let fen = text(0);
    let position = Chess::parse(fen).map_err(|error| format!("`{fen}`: {error}"))?;
    let key = position.archive_key();
    if !text(1).is_empty() && text(1) != format!("{:024x}", key.bits()) {
        return Err(format!("`{}` is not the key of `{fen}`", text(1)));
    }
    let played = match text(2) {
        "" => None,
        NULL_MOVE => Some(PackedMove::NONE),
        word => {
            let m = position.parse_move(word);
            Some(m.map_err(|error| format!("`{fen}`: {error}"))?.packed())
        }
    };
    let year = |column: usize| u16::try_from(number(column)).map_err(|_| "a year beyond 65535");
    let tally = Tally {
        white: number(4),
        draws: number(5),
        black: number(6),
        white_ratings: (number(7), number(8)),
        black_ratings: (number(9), number(10)),
        first_year: year(11)?,
        last_year: year(12)?,
    };
    if tally.last_year < tally.first_year {
        return Err("the last year is before the first".to_string());
    }
    if boards.last().is_none_or(|last| last != fen) {
        boards.push(fen.to_string());
    }
    Ok((key, played, tally, boards.len() - 1))
}

/// Puts the rows of each position together.
fn entries(mut rows: Vec<Row>, boards: &[String]) -> Vec<TableEntry> {
    rows.sort_unstable_by_key(|(key, played, _, board)| (*key, *played, *board));
    let mut entries = Vec::new();
    for group in rows.chunk_by(|a, b| a.0 == b.0) {
        let mut found = Found::default();
        let mut has_total = false;
        for (_, played, tally, _) in group {
            match (played, found.moves.last_mut()) {
                (None, _) => {
                    has_total = true;
                    found.total.merge(tally);
                }
                (Some(played), Some((last, sum))) if played == last => sum.merge(tally),
                (Some(played), _) => found.moves.push((*played, *tally)),
            }
        }
        if !has_total {
            for (_, tally) in &found.moves {
                found.total.merge(tally);
            }
        }
        entries.push(TableEntry {
            key: group[0].0,
            fen: boards[group[0].3].clone(),
            found,
        });
    }
    entries
}

/// The tables of several archives as one.
pub(crate) fn combined<'a>(tables: impl Iterator<Item = &'a Table>) -> Result<Vec<TableEntry>> {
    let (mut rows, mut boards) = (Vec::new(), Vec::new());
    for table in tables {
        table.for_each(|entry| {
            let board = boards.len();
            boards.push(entry.fen);
            rows.push((entry.key, None, entry.found.total, board));
            for (played, tally) in entry.found.moves {
                rows.push((entry.key, Some(played), tally, board));
            }
            Ok(true)
        })?;
    }
    Ok(entries(rows, &boards))
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
