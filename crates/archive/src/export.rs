//! Positions for others: Polyglot books, tables as CSV and JSON.

use std::io::Write;

use zermelo_chess::BookEntry;
use zermelo_game::{Game, Notation, Side};

use crate::archive::Archive;
use crate::error::{ArchiveError, Result};
use crate::positions::ArchivedPosition;
use crate::tally::Tally;

/// One move of one position, as tables have it.
///
/// Every position has a row of its own, with an empty move and the tally of all its games, then
/// one for each move, then, if games ended there or were followed no further, one with the null
/// move. So the rows of several archives without common games can be added up, grouped by
/// position and move, to what one archive of all games would give.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveRow {
    /// The position in FEN, four fields.
    pub fen: String,
    /// The position's key, 24 hexadecimal digits.
    pub key: String,
    /// The move in coordinates; empty for the position itself, [`NULL_MOVE`] for no move.
    pub uci: String,
    /// Games of the position.
    pub games: u64,
    /// The games that played the move.
    pub tally: Tally,
}

/// How tables write that games went no further.
pub const NULL_MOVE: &str = "0000";

/// The rows of a position.
#[must_use]
pub fn rows(archived: &ArchivedPosition) -> Vec<MoveRow> {
    let notation = archived.position.notation();
    let fen: Vec<&str> = notation.split(' ').take(4).collect();
    let fen = fen.join(" ");
    let stats = &archived.stats;
    let row = |uci: String, tally: Tally| MoveRow {
        fen: fen.clone(),
        key: format!("{:024x}", archived.key.bits()),
        uci,
        games: stats.total.games(),
        tally,
    };
    let mut rows = vec![row(String::new(), stats.total)];
    rows.extend(stats.moves.iter().filter_map(|m| {
        let legal = archived.position.unpacked(m.played)?;
        Some(row(archived.position.uci(legal), m.tally))
    }));
    if stats.ended.games() > 0 {
        rows.push(row(NULL_MOVE.to_string(), stats.ended));
    }
    rows
}

/// The names of the columns of tables.
pub const COLUMNS: [&str; 13] = [
    "fen",
    "key",
    "move",
    "games",
    "white",
    "draws",
    "black",
    "white_rating_sum",
    "white_rated",
    "black_rating_sum",
    "black_rated",
    "first_year",
    "last_year",
];

/// So many of the columns, the first ones, are texts; the others are numbers.
pub(crate) const TEXTS: usize = 3;

/// The numbers of a row, in the order of [`COLUMNS`] from `games` on.
#[must_use]
pub fn numbers(row: &MoveRow) -> [u64; 10] {
    let tally = &row.tally;
    let mut numbers = [0; 10];
    numbers[0] = row.games;
    numbers[1..8].copy_from_slice(&tally.counts());
    numbers[8] = tally.first_year.into();
    numbers[9] = tally.last_year.into();
    numbers
}

/// Writes every move of every position of at least so many games as CSV; gives the rows.
///
/// # Errors
///
/// When the archive is damaged or the output cannot be written.
pub fn write_csv(archive: &Archive, least: u64, out: &mut dyn Write) -> Result<u64> {
    writeln!(out, "{}", COLUMNS.join(",")).map_err(ArchiveError::unwritten)?;
    let mut count = 0;
    archive.for_each_position(least, |archived| {
        for row in rows(&archived) {
            let numbers = numbers(&row).map(|number| number.to_string()).join(",");
            writeln!(out, "{},{},{},{numbers}", row.fen, row.key, row.uci)
                .map_err(ArchiveError::unwritten)?;
            count += 1;
        }
        Ok(true)
    })?;
    Ok(count)
}

/// Writes every move of every position of at least so many games as one JSON object a line;
/// gives the rows.
///
/// # Errors
///
/// When the archive is damaged or the output cannot be written.
pub fn write_json_lines(archive: &Archive, least: u64, out: &mut dyn Write) -> Result<u64> {
    let mut count = 0;
    archive.for_each_position(least, |archived| {
        for row in rows(&archived) {
            let mut object = serde_json::Map::new();
            let texts = [&row.fen, &row.key, &row.uci];
            for (name, text) in COLUMNS.iter().zip(texts) {
                object.insert(name.to_string(), text.as_str().into());
            }
            for (name, number) in COLUMNS[TEXTS..].iter().zip(numbers(&row)) {
                object.insert(name.to_string(), number.into());
            }
            writeln!(out, "{}", serde_json::Value::Object(object))
                .map_err(ArchiveError::unwritten)?;
            count += 1;
        }
        Ok(true)
    })?;
    Ok(count)
}

/// How the weights of a Polyglot book are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolyglotOptions {
    /// Moves played in at least so many games.
    pub least: u64,
    /// Moves that never scored are left out: old programs crash on weights of 0.
    pub skip_losing: bool,
}

impl Default for PolyglotOptions {
    fn default() -> PolyglotOptions {
        PolyglotOptions {
            least: 3,
            skip_losing: true,
        }
    }
}

/// The entries of a Polyglot book, sorted by key, the heaviest move first.
///
/// A weight is twice the mover's wins and once the draws, as the format's own program counts;
/// where a position's weights do not fit, all of them are divided alike.
///
/// # Errors
///
/// When the archive is damaged.
pub fn polyglot_entries(archive: &Archive, options: PolyglotOptions) -> Result<Vec<BookEntry>> {
    let mut entries = Vec::new();
    archive.for_each_position(options.least, |archived| {
        let position = &archived.position;
        let white = position.side() == Side::First;
        let moves = archived.stats.moves.iter();
        let played = moves.filter(|m| m.tally.games() >= options.least);
        let weighed: Vec<(u64, _)> = played
            .filter_map(|m| {
                let legal = position.unpacked(m.played)?;
                Some(((2.0 * m.tally.points(white)) as u64, legal))
            })
            .filter(|(weight, _)| *weight > 0 || !options.skip_losing)
            .collect();
        let most = weighed.iter().map(|(weight, _)| *weight).max().unwrap_or(0);
        let divisor = most.div_ceil(u64::from(u16::MAX)).max(1);
        for (weight, legal) in weighed {
            entries.push(BookEntry {
                key: position.polyglot_key(),
                raw_move: position.polyglot_move(legal),
                weight: (weight / divisor).max(u64::from(weight > 0)) as u16,
                learn: 0,
            });
        }
        Ok(true)
    })?;
    entries.sort_by_key(|entry| (entry.key, std::cmp::Reverse(entry.weight), entry.raw_move));
    Ok(entries)
}
