//! How well tables do on games that they were not learnt from.
//!
//! *Openings:* how long such games stay in the book, how often the move played is the one that
//! criterion 2 or 3 puts first, and by how much the share of points at the last book position
//! misses the result, beside what the mean of all held-out results would miss. *History:* of the
//! moves played within 8 plies of the last position that has a table, how many that knows, and how
//! early the move played comes when legal moves are ordered by it (0 first, 1 last, 0.5 by chance).

use serde_json::{Value, json};
use zermelo_archive::{
    GameId, HISTORY_PLIES, History, LEAST_GAMES, LEAST_SHARE, OpeningTable, Results, StoredGame,
};
use zermelo_chess::{Chess, GameResult, Move};
use zermelo_engine::learned::advice::{move_squares, square_table};
use zermelo_game::{Game, Side};

use crate::learner::{LearnError, Samples};

/// Figures rest on so many games at most, spread over all that are held out.
const MOST_GAMES: usize = 2000;

fn spread(games: &[GameId]) -> impl Iterator<Item = GameId> + '_ {
    let step = games.len().div_ceil(MOST_GAMES).max(1);
    games.iter().step_by(step).copied()
}

/// A mean; nothing where there is nothing.
#[derive(Default)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(&self) -> Option<f64> {
        // Four digits are more than a few thousand games tell.
        let rounded = |value: f64| (value * 1e4).round() / 1e4;
        (self.count > 0).then(|| rounded(self.sum / self.count as f64))
    }
}

/// The legal moves of a game as it went, each with the position before it.
pub(crate) fn played(game: &StoredGame) -> Vec<(Chess, Move)> {
    let mut position = game.start_position();
    let mut line = Vec::new();
    for packed in game.moves() {
        let Some(m) = position.unpacked(packed) else {
            break;
        };
        line.push((position.clone(), m));
        position.play(m);
    }
    line
}

/// White's points.
fn points(result: GameResult) -> f64 {
    match result {
        GameResult::White => 1.0,
        GameResult::Draw => 0.5,
        GameResult::Black => 0.0,
    }
}

/// The moves that the book considers, with their results.
fn candidates(table: &OpeningTable, position: &Chess) -> Result<Vec<(Move, Results)>, LearnError> {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let mut found = Vec::new();
    for m in legal {
        if let Some(results) = table.find(position.after(m).archive_key())?
            && results.games() >= LEAST_GAMES
        {
            found.push((m, results));
        }
    }
    Ok(found)
}

fn best(found: &[(Move, Results)], score: impl Fn(&Results) -> f64) -> Option<Move> {
    let best = found
        .iter()
        .max_by(|a, b| score(&a.1).total_cmp(&score(&b.1)));
    best.map(|(m, _)| *m)
}

/// What the opening table knows of games held out; null where none are.
///
/// # Errors
///
/// When the archive or the table is damaged.
pub fn openings(
    samples: &Samples<'_>,
    games: &[GameId],
    table: &OpeningTable,
) -> Result<Value, LearnError> {
    let (mut plies, mut popular, mut performing) =
        (Mean::default(), Mean::default(), Mean::default());
    let (mut errors, mut all) = (Vec::new(), Mean::default());
    for id in spread(games) {
        let game = samples.archive.game(id)?;
        let (mut in_book, mut last) = (0, None);
        for (position, m) in played(&game) {
            let found = candidates(table, &position)?;
            if found.is_empty() {
                break;
            }
            let white = position.side() == Side::First;
            let here = table.find(position.archive_key())?.unwrap_or_default();
            let least = LEAST_SHARE * here.games() as f64;
            let mut frequent = found.clone();
            frequent.retain(|(_, results)| results.games() as f64 >= least);
            let agrees = |chosen: Option<Move>| f64::from(u8::from(chosen == Some(m)));
            popular.add(agrees(best(&found, |results| results.points(white))));
            performing.add(agrees(best(&frequent, |results| results.score(white))));
            in_book += 1;
            last = Some(here);
        }
        plies.add(f64::from(in_book));
        if let Some(here) = last {
            errors.push((here.score(true), points(game.result)));
            all.add(points(game.result));
        }
    }
    let (mut error, mut base) = (Mean::default(), Mean::default());
    let mean = all.value().unwrap_or(0.5);
    for (expected, result) in errors {
        error.add((expected - result).powi(2));
        base.add((mean - result).powi(2));
    }
    if plies.count == 0 {
        return Ok(Value::Null);
    }
    Ok(json!({
        "games": plies.count,
        "plies_in_book": plies.value(),
        "criterion_2_agrees": popular.value(),
        "criterion_3_agrees": performing.value(),
        "squared_error": error.value(),
        "squared_error_of_mean": base.value(),
    }))
}

/// What the history tables know of games held out; null where none are.
///
/// # Errors
///
/// When the archive or a table is damaged.
pub fn history(
    samples: &Samples<'_>,
    games: &[GameId],
    history: &History,
) -> Result<Value, LearnError> {
    let (mut known, mut places) = (Mean::default(), Mean::default());
    for id in spread(games) {
        let line = played(&samples.archive.game(id)?);
        let mut last = None;
        for (ply, (position, _)) in line.iter().enumerate() {
            let entries = history.table(position.archive_key())?;
            if !entries.is_empty() {
                last = Some((ply, entries));
            }
        }
        let Some((ply, entries)) = last else { continue };
        let points = square_table(&entries);
        for (position, m) in line[ply..].iter().take(HISTORY_PLIES) {
            let own = points[move_squares(*m)];
            known.add(f64::from(u8::from(own > 0)));
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            if legal.len() > 1 {
                let others = legal.iter().filter(|other| *other != m);
                let before = others.map(|other| match points[move_squares(*other)].cmp(&own) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 0.0,
                });
                places.add(before.sum::<f64>() / (legal.len() - 1) as f64);
            }
        }
    }
    if known.count == 0 {
        return Ok(Value::Null);
    }
    Ok(json!({
        "moves": known.count,
        "known": known.value(),
        "place": places.value(),
    }))
}
