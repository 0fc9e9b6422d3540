//! Appendix B of the source: what its database consists of, beside ours.
//!
//! Tables B.3 (results by opening) and B.4 (the most frequent players), figures B.3 and B.4 (games
//! by year). The source's figures are in `source/openings.tsv` and `source/players.tsv`; of its
//! two pictures only the text is left, which calls the growth exponential.

use serde_json::{Value, json};
use zermelo_archive::{Eco, Filter, Tally};
use zermelo_draw::{Axis, Plot, Point, Series, Style};

use super::sheet::{Grid, Sheet, grouped};
use super::{ExperimentError, Plan};

const OPENINGS: &str = include_str!("source/openings.tsv");
const PLAYERS: &str = include_str!("source/players.tsv");
/// Rows of table B.4 that are shown side by side.
const SHOWN: usize = 45;
/// Figure B.4 begins here.
const RECENT: u16 = 1950;

/// The fields of a table of the source.
fn fields(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').collect())
}

/// Table B.3.
///
/// # Errors
///
/// When the archive is damaged.
pub fn results(plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
    let rows: Vec<Vec<&str>> = fields(OPENINGS).collect();
    let mut ranges: Vec<(Eco, Eco)> = Vec::new();
    for row in &rows {
        ranges.push(Filter::parse_eco(row[1])?);
    }
    let tallies = plan.archive.results_by(&ranges)?;
    let head = ["opening", "codes", "games", "1-0 %", "draw %", "0-1 %"];
    let mut grid = Grid::new("", &head);
    grid.head
        .extend(["games", "1-0 %", "draw %", "0-1 %"].map(|head| format!("source: {head}")));
    let mut data = Vec::new();
    let (mut apart, mut all) = (0.0, 0.0);
    for (row, tally) in rows.iter().zip(&tallies) {
        let shares = shares(tally);
        let theirs: Vec<f64> = row[3..]
            .iter()
            .filter_map(|text| text.parse().ok())
            .collect();
        if tally.games() > 0 {
            let distance = shares
                .iter()
                .zip(&theirs)
                .map(|(a, b)| (a - b).abs())
                .sum::<f64>();
            apart += distance / 3.0;
            all += 1.0;
        }
        let mut cells = vec![
            row[0].to_string(),
            row[1].to_string(),
            grouped(tally.games()),
        ];
        cells.extend(shares.map(|share| format!("{share:.0}")));
        cells.push(row[2].parse().map_or_else(|_| row[2].to_string(), grouped));
        cells.extend(row[3..].iter().map(ToString::to_string));
        grid.rows.push(cells);
        data.push(
            json!({"opening": row[0], "codes": row[1], "games": tally.games(),
            "shares": shares, "source": {"games": row[2].parse::<u64>().ok(), "shares": theirs}}),
        );
    }
    let note = format!(
        "In the mean over {all:.0} groups a share differs from the source's by {:.1} points.",
        apart / f64::max(all, 1.0)
    );
    Ok(Sheet {
        notes: vec![note],
        grids: vec![grid],
        charts: Vec::new(),
        data: json!({"rows": data}),
    })
}

/// Shares of games won by White, drawn, and won by Black, in percent.
fn shares(tally: &Tally) -> [f64; 3] {
    let games = tally.games().max(1) as f64;
    [tally.white, tally.draws, tally.black].map(|count| 100.0 * count as f64 / games)
}

/// Table B.4.
///
/// # Errors
///
/// When the archive is damaged.
pub fn players(plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
    let own = plan.archive.summary(SHOWN)?.players;
    let theirs: Vec<Vec<&str>> = fields(PLAYERS).collect();
    let head = [
        "place",
        "player",
        "games",
        "source: player",
        "source: games",
    ];
    let mut grid = Grid::new("", &head);
    let pair = |(name, games): (String, String)| [name, games];
    for place in 0..SHOWN {
        let left = own
            .get(place)
            .map(|(name, games)| (name.clone(), grouped(*games)));
        let right = theirs.get(place);
        let right = right.map(|row| (row[0].to_string(), row[1].to_string()));
        let mut row = vec![(place + 1).to_string()];
        row.extend(left.map(pair).unwrap_or_default());
        row.extend(right.map(pair).unwrap_or_default());
        grid.rows.push(row);
    }
    // Databases write first names in full or as letters: the family name tells most players.
    let family = |name: &str| Filter::name(name.split(',').next().unwrap_or(name));
    let known = |row: &&Vec<&str>| own.iter().any(|(name, _)| family(name) == family(row[0]));
    let shared = theirs.iter().take(SHOWN).filter(known).count();
    let note = format!(
        "{shared} of the source's first {SHOWN} are among ours, by family name. The source lists {}.",
        theirs.len()
    );
    let list: Vec<Value> = own
        .iter()
        .map(|(name, games)| json!({"player": name, "games": games}))
        .collect();
    let source: Vec<Value> = theirs
        .iter()
        .map(|row| json!({"player": row[0], "games": row[1].parse::<u64>().ok()}))
        .collect();
    Ok(Sheet {
        notes: vec![note],
        grids: vec![grid],
        charts: Vec::new(),
        data: json!({"players": list, "source": source}),
    })
}

/// Figures B.3 (all years) and B.4 (since 1950).
///
/// # Errors
///
/// When the archive is damaged.
pub fn years(recent: bool, plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
    let summary = plan.archive.summary(0)?;
    let unknown = summary.years.get(&0).copied().unwrap_or(0);
    let least = if recent { RECENT } else { 1 };
    let years: Vec<(u16, u64)> = summary
        .years
        .range(least..)
        .map(|(year, games)| (*year, *games))
        .collect();
    let points = |&(year, games): &(u16, u64)| Point::new(f64::from(year), games as f64);
    let plot = Plot {
        title: "Games by year".to_string(),
        x: Axis::linear("year"),
        y: if recent {
            Axis::linear("games")
        } else {
            Axis::log("games")
        },
        series: vec![Series {
            name: "games".to_string(),
            points: years.iter().map(points).collect(),
            style: Style::LineAndPoints,
        }],
        ..Plot::default()
    };
    let mut grid = Grid::new("Games by ten years", &["from", "games"]);
    for decade in years.chunk_by(|a, b| a.0 / 10 == b.0 / 10) {
        let games: u64 = decade.iter().map(|(_, games)| games).sum();
        let from = decade[0].0 / 10 * 10;
        grid.rows.push(vec![from.to_string(), grouped(games)]);
    }
    let mut notes = vec![format!("{} games have no year.", grouped(unknown))];
    if let Some(doubling) = doubling(&years) {
        notes.push(format!(
            "Fitted as exponential growth, as the source reads its own, the games double every {doubling:.0} years."
        ));
    }
    let list: Vec<Value> = years
        .iter()
        .map(|(year, games)| json!({"year": year, "games": games}))
        .collect();
    Ok(Sheet {
        notes,
        grids: vec![grid],
        charts: vec![plot.svg()],
        data: json!({"years": list, "unknown": unknown}),
    })
}

/// In how many years games double, by least squares on their logarithms.
fn doubling(years: &[(u16, u64)]) -> Option<f64> {
    let count = years.len() as f64;
    let points = || {
        years
            .iter()
            .map(|&(year, games)| (f64::from(year), (games as f64).log2()))
    };
    let (x, y) = points().fold((0.0, 0.0), |(x, y), (a, b)| (x + a / count, y + b / count));
    let (above, below) = points().fold((0.0, 0.0), |(above, below), (a, b)| {
        (above + (a - x) * (b - y), below + (a - x) * (a - x))
    });
    (below > 0.0 && above > 0.0).then(|| below / above)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_the_source_are_whole() {
        let openings: Vec<Vec<&str>> = fields(OPENINGS).collect();
        assert_eq!(openings.len(), 31);
        for row in &openings {
            assert!(Filter::parse_eco(row[1]).is_ok(), "{row:?}");
            let sum: u32 = row[3..]
                .iter()
                .map(|text| text.parse::<u32>().unwrap())
                .sum();
            // Rounded shares; the source prints 33, 35, 33 once.
            assert!((99..=101).contains(&sum), "{row:?}");
        }
        let games = openings.iter().map(|row| row[2].parse::<u64>().unwrap());
        // The source's own total is 353,457.
        assert_eq!(games.sum::<u64>(), 360_993);
        let players: Vec<Vec<&str>> = fields(PLAYERS).collect();
        assert_eq!(players.len(), 134);
        let numbers: Vec<u64> = players.iter().map(|row| row[1].parse().unwrap()).collect();
        assert!(numbers.is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn games_that_double_every_ten_years_are_said_to() {
        let years: Vec<(u16, u64)> = (0..5).map(|n| (1900 + 10 * n, 100 << n)).collect();
        assert!((doubling(&years).unwrap() - 10.0).abs() < 1e-9);
        assert_eq!(doubling(&[(1900, 5)]), None);
    }
}
