//! Rows of tables of positions: read one by one, checked, and put together by position.
//!
//! **What must hold.** Of a row: no count is missing or beyond [`LARGEST`], no more games have a
//! rating than there are, years are in order. Of a position: `games`, where the column is there,
//! is the number of the position's games in each of its rows; no move has more games of any result
//! than the position; and because every game of a position plays a move or ends there, the moves
//! (the null move among them) have at least as many as the position. (They may have more: a game
//! that comes back may play another move.)

use zermelo_chess::{Chess, PackedMove, PositionKey};
use zermelo_game::Notation;

use crate::export::{COLUMNS, NULL_MOVE};
use crate::parquet::RowGroup;
use crate::segment::Found;
use crate::table::TableEntry;
use crate::tally::Tally;

/// No count and no sum of ratings is larger, of a row or of a position: so nothing overflows.
const LARGEST: u64 = 1 << 48;

/// The place of the column `games`; results, ratings and years follow it.
const GAMES: usize = 3;

/// The row of a table as it is kept until all are there.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub key: PositionKey,
    /// The move; `None` for the position itself.
    pub played: Option<PackedMove>,
    pub tally: Tally,
    /// The position's games, where the table says.
    pub games: Option<u64>,
    /// The place of its board.
    pub board: usize,
    /// Its number in the file, from 1; 0 if it comes from no file.
    pub number: u64,
}

/// What is wrong with a row.
type Problem = String;

/// Reads a row of a group of columns in the order of [`COLUMNS`].
pub(crate) fn read_row(
    group: &RowGroup,
    row: usize,
    number: u64,
    boards: &mut Vec<String>,
) -> Result<Row, Problem> {
    let in_row = |problem: String| format!("row {number}: {problem}");
    let text = |column: usize| group.columns[column].as_ref().map_or("", |c| c.text(row));
    let fen = text(0);
    let position = Chess::parse(fen).map_err(|error| in_row(format!("`{fen}`: {error}")))?;
    let key = position.archive_key();
    if !text(1).is_empty() && text(1) != format!("{:024x}", key.bits()) {
        return Err(in_row(format!("`{}` is not the key of `{fen}`", text(1))));
    }
    let played = match text(2) {
        "" => None,
        NULL_MOVE => Some(PackedMove::NONE),
        word => {
            let m = position.parse_move(word);
            let m = m.map_err(|error| in_row(format!("`{fen}`: {error}")))?;
            Some(m.packed())
        }
    };
    let (games, tally) = read_numbers(group, row).map_err(in_row)?;
    let own = tally.games();
    let fits = match played {
        None => games.is_none_or(|games| games == own),
        Some(_) => games.is_none_or(|games| games >= own),
    };
    if !fits {
        let games = games.unwrap_or(0);
        return Err(in_row(format!(
            "`games` is {games}, but white, draws and black add up to {own}"
        )));
    }
    if boards.last().is_none_or(|last| last != fen) {
        boards.push(fen.to_string());
    }
    Ok(Row {
        key,
        played,
        tally,
        games,
        board: boards.len() - 1,
        number,
    })
}

/// The numbers of a row; ratings and years that are missing count as unknown.
fn read_numbers(group: &RowGroup, row: usize) -> Result<(Option<u64>, Tally), Problem> {
    let mut numbers = [None; COLUMNS.len()];
    for (column, number) in numbers.iter_mut().enumerate().skip(GAMES) {
        *number = group.columns[column].as_ref().and_then(|c| c.number(row));
        if number.is_some_and(|number| number > LARGEST) {
            return Err(format!(
                "`{}` is {}; expected at most {LARGEST}",
                COLUMNS[column],
                number.unwrap_or(0)
            ));
        }
    }
    if let Some(missing) = (GAMES + 1..GAMES + 4).find(|&column| numbers[column].is_none()) {
        return Err(format!("`{}` is missing", COLUMNS[missing]));
    }
    let number = |column: usize| numbers[column].unwrap_or(0);
    let year = |column: usize| {
        let year = u16::try_from(number(column))
            .ok()
            .filter(|&year| year < 4096);
        year.ok_or_else(|| format!("`{}` is {}", COLUMNS[column], number(column)))
    };
    let tally = Tally {
        white: number(4),
        draws: number(5),
        black: number(6),
        white_ratings: (number(7), number(8)),
        black_ratings: (number(9), number(10)),
        first_year: year(11)?,
        last_year: year(12)?,
    };
    if tally.last_year < tally.first_year || (tally.first_year == 0) != (tally.last_year == 0) {
        return Err(format!(
            "the years {} to {} make no sense",
            tally.first_year, tally.last_year
        ));
    }
    for (sum, count) in [tally.white_ratings, tally.black_ratings] {
        // Ratings have at most four digits and are never 0.
        if count > tally.games() || sum < count || sum / 10_000 > count {
            return Err(format!(
                "{count} ratings with a sum of {sum} do not fit {} games",
                tally.games()
            ));
        }
    }
    Ok((numbers[GAMES], tally))
}

/// Puts the rows of each position together, and checks that they fit.
pub(crate) fn entries(mut rows: Vec<Row>, boards: &[String]) -> Result<Vec<TableEntry>, Problem> {
    rows.sort_unstable_by_key(|row| (row.key, row.played, row.board, row.number));
    let mut entries = Vec::new();
    for group in rows.chunk_by(|a, b| a.key == b.key) {
        let mut found = Found::default();
        let totals = group.iter().filter(|row| row.played.is_none()).count();
        for row in group {
            let sum = match (row.played, found.moves.last_mut()) {
                (None, _) => &mut found.total,
                (Some(played), Some((last, sum))) if played == *last => sum,
                (Some(played), _) => {
                    found.moves.push((played, Tally::default()));
                    &mut found.moves.last_mut().expect("pushed just now").1
                }
            };
            add(sum, row)?;
        }
        if totals == 0 {
            for (_, tally) in &found.moves {
                found.total.merge(tally);
            }
        } else {
            check(group, &found, totals, &boards[group[0].board])?;
        }
        entries.push(TableEntry {
            key: group[0].key,
            fen: boards[group[0].board].clone(),
            found,
        });
    }
    Ok(entries)
}

/// Adds the tally of a row to a sum that must not become too large.
fn add(sum: &mut Tally, row: &Row) -> Result<(), Problem> {
    sum.merge(&row.tally);
    let largest = [sum.games(), sum.white_ratings.0, sum.black_ratings.0];
    match largest.into_iter().max() {
        Some(number) if number > 3 * LARGEST => Err(format!(
            "row {}: the rows of a position add up to {number}",
            row.number
        )),
        _ => Ok(()),
    }
}

/// Checks that the moves of a position fit its own rows.
fn check(group: &[Row], found: &Found, totals: usize, fen: &str) -> Result<(), Problem> {
    let total = &found.total;
    // Rows of several parts that were not added up have each part's games.
    let wrong = group.iter().find(|row| match row.games {
        Some(games) if totals == 1 => games != total.games(),
        Some(games) => games > total.games(),
        None => false,
    });
    if let Some(row) = wrong {
        return Err(format!(
            "row {}: `games` is {}, but the position `{fen}` has {}",
            row.number,
            row.games.unwrap_or(0),
            total.games()
        ));
    }
    let of_total = total.counts();
    let mut sums = [0; 7];
    for (_, tally) in &found.moves {
        for (place, count) in tally.counts().into_iter().enumerate() {
            sums[place] += count;
            if count > of_total[place] {
                return Err(contradiction(group, fen, "a move has more games than it"));
            }
        }
    }
    if !found.moves.is_empty() && sums.iter().zip(&of_total).any(|(sum, total)| sum < total) {
        return Err(contradiction(
            group,
            fen,
            "its moves have fewer games than it",
        ));
    }
    Ok(())
}

fn contradiction(group: &[Row], fen: &str, problem: &str) -> Problem {
    // The position's own row stands first.
    format!("row {}: the position `{fen}`: {problem}", group[0].number)
}
