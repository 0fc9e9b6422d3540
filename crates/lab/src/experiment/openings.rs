//! Tables 4.1 to 4.3 of the source: how large opening tables are.
//!
//! Positions of the first 70 plies of every game, a game counting once for a position: how many
//! different ones there are, how many were inserted, and how many have at least 20 games. *How
//! ours differs.* The source's tables had a fixed number of places; ours grow. Its third table is
//! an estimate from the first two; ours is counted. It writes more than 20, and means the moves
//! that its book may choose, which need at least 20.

use serde_json::{Value, json};
use zermelo_archive::{Filter, GameId, LEAST_GAMES};
use zermelo_chess::Replay;
use zermelo_learn::Step;

use super::matches::{ALL, FRENCH, KINGS_INDIAN, Theme};
use super::sheet::{Grid, Sheet, grouped};
use super::{ExperimentError, Plan};

/// Plies of every game that count.
const PLIES: usize = 70;

/// A table of the source: games, and by side to move (White, Black) occupied, inserted and
/// frequent positions.
pub struct TableSize {
    theme: Theme,
    games: u64,
    sides: [[u64; 3]; 2],
}

/// Table 4.1.
pub const TABLE_FRENCH: TableSize = TableSize {
    theme: FRENCH,
    games: 22_174,
    sides: [[433_804, 673_141, 913], [430_243, 657_694, 913]],
};
/// Table 4.2; the source prints 989,317 as the sum of the occupied places.
pub const TABLE_INDIAN: TableSize = TableSize {
    theme: KINGS_INDIAN,
    games: 26_816,
    sides: [[493_044, 811_814, 1156], [490_273, 796_615, 1164]],
};
/// Table 4.3, an estimate.
pub const TABLE_ALL: TableSize = TableSize {
    theme: ALL,
    games: 353_000,
    sides: [[7_000_000, 10_500_000, 15_000]; 2],
};

/// Counts a table.
///
/// # Errors
///
/// When the archive is damaged, or the stop test says yes.
pub fn run(source: &TableSize, plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
    (plan.tell)(Step::doing("counting positions"));
    let (games, sides) = count(source.theme, plan)?;
    let mut grid = Grid::new(
        &format!(
            "{} openings: {} games, of the source {}",
            source.theme.name,
            grouped(games),
            grouped(source.games)
        ),
        &[
            "to move",
            "occupied",
            "inserted",
            "at least 20",
            "of a game",
        ],
    );
    grid.head
        .extend(["occupied", "inserted", "at least 20"].map(|head| format!("source: {head}")));
    let total = |sides: &[[u64; 3]; 2]| [0, 1, 2].map(|i| sides[0][i] + sides[1][i]);
    let rows = [
        ("White", sides[0], source.sides[0]),
        ("Black", sides[1], source.sides[1]),
        ("both", total(&sides), total(&source.sides)),
    ];
    for (name, own, theirs) in rows {
        let mut row = vec![name.to_string()];
        row.extend(own.map(grouped));
        row.push(format!("{:.2}", own[0] as f64 / games.max(1) as f64));
        row.extend(theirs.map(grouped));
        grid.rows.push(row);
    }
    let share = |[occupied, inserted, _]: [u64; 3]| inserted as f64 / occupied.max(1) as f64;
    let note = format!(
        "A position is reached by {:.2} games in the mean, in the source by {:.2}.",
        share(total(&sides)),
        share(total(&source.sides))
    );
    let object = |[occupied, inserted, frequent]: [u64; 3]| -> Value {
        json!({"occupied": occupied, "inserted": inserted, "at_least_20": frequent})
    };
    let sides_json = |sides: &[[u64; 3]; 2], games: u64| {
        json!({"games": games, "white": object(sides[0]), "black": object(sides[1]),
            "both": object(total(sides))})
    };
    Ok(Sheet {
        notes: vec![note],
        grids: vec![grid],
        charts: Vec::new(),
        data: json!({"openings": source.theme.name, "measured": sides_json(&sides, games),
            "source": sides_json(&source.sides, source.games)}),
    })
}

/// Games, and by side to move occupied, inserted and frequent positions.
fn count(theme: Theme, plan: &Plan<'_>) -> Result<(u64, [[u64; 3]; 2]), ExperimentError> {
    let filter = Filter {
        eco: theme.range()?,
        ..Filter::default()
    };
    let mut ids: Vec<GameId> = Vec::new();
    plan.archive.for_each_game(&filter, |id| {
        ids.push(id);
        Ok(true)
    })?;
    // The side to move in the last bit.
    let (mut all, mut own): (Vec<u128>, Vec<u128>) = (Vec::new(), Vec::new());
    for (number, &id) in ids.iter().enumerate() {
        if number % 4096 == 0 && (plan.stop)() {
            return Err(ExperimentError::Interrupted);
        }
        let game = plan.archive.game(id)?;
        let mut replay = Replay::from_position(&game.start_position());
        let place =
            |replay: &Replay| replay.key().bits() << 1 | u128::from(!replay.is_white_to_move());
        own.clear();
        own.push(place(&replay));
        for &m in game.moves().iter().take(PLIES) {
            replay.play_packed(m);
            own.push(place(&replay));
        }
        own.sort_unstable();
        own.dedup();
        all.extend(&own);
    }
    all.sort_unstable();
    let mut sides = [[0; 3]; 2];
    for run in all.chunk_by(|a, b| a == b) {
        let [occupied, inserted, frequent] = &mut sides[(run[0] & 1) as usize];
        *occupied += 1;
        *inserted += run.len() as u64;
        *frequent += u64::from(run.len() as u64 >= LEAST_GAMES);
    }
    Ok((ids.len() as u64, sides))
}
