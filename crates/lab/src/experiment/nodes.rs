//! Tables 5.3 and 5.6 of the source: nodes to finish depths 4, 5 and 6 just out of book.
//!
//! Two players search the same positions, each with an empty memory; what one needs is set beside
//! what the other needs. *How ours differs.* The source took 100 middlegame positions of the French
//! from a book for table 5.3 and 50 positions just out of book for 5.6; ours are all just out of
//! book, half of them French, from games that were held out when the tables were learnt. Both
//! search profiles are measured, and time beside nodes.

use std::path::Path;

use serde_json::{Value, json};
use zermelo_archive::StoredGame;
use zermelo_engine::learned::Learned;
use zermelo_engine::{Engine, Settings, player_settings};
use zermelo_learn::{Samples, Step};

use super::bootstrap::change;
use super::journal::Journal;
use super::measure::{Effort, efforts};
use super::positions::{Beyond, beyond_the_book};
use super::sheet::{Grid, Sheet, grouped};
use super::{ExperimentError, Plan, folders};

/// Depths to finish.
pub const DEPTHS: [u32; 3] = [4, 5, 6];
/// The search profiles.
pub(super) const PROFILES: [&str; 2] = ["classic", "modern"];
/// Groups of openings.
const GROUPS: [&str; 2] = ["French", "others"];

/// Two players, and what the source found of them: depth, nodes of the first and of the second.
pub struct Pair {
    /// The player that has less.
    pub first: &'static str,
    /// The player that has more.
    pub second: &'static str,
    /// The source's figures.
    pub source: [(u32, u64, u64); 3],
}

/// Table 5.3.
pub const PRE_ORDERING: Pair = Pair {
    first: "reference",
    second: "opta3.1",
    source: [
        (4, 44_519, 33_552),
        (5, 174_315, 130_597),
        (6, 1_176_813, 833_687),
    ],
};

/// Table 5.6.
pub const HISTORY: Pair = Pair {
    first: "opta3.1",
    second: "ophista",
    source: [
        (4, 28_959, 19_384),
        (5, 127_462, 83_463),
        (6, 833_268, 550_610),
    ],
};

/// What experiment `reductions` measures beside the figures of table 5.3.
pub const REDUCTIONS: Pair = Pair {
    second: "opta3.2",
    ..PRE_ORDERING
};

/// A change with its 95% interval, where there are pairs enough: −0.25 is a quarter less.
pub type Change = (f64, Option<[f64; 2]>);

/// A row of the table: a search profile, a group of openings, a depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The search profile.
    pub profile: &'static str,
    /// The openings.
    pub group: &'static str,
    /// The depth.
    pub depth: u32,
    /// Positions in which both finished it.
    pub positions: usize,
    /// Mean nodes of the two players.
    pub nodes: [f64; 2],
    /// By how much the second needs more nodes.
    pub change: Option<Change>,
    /// Mean seconds of the two players.
    pub seconds: [f64; 2],
    /// By how much the second needs more time.
    pub time_change: Option<Change>,
}

/// A table as measured.
pub struct Table {
    /// The players, and the source's figures.
    pub pair: &'static Pair,
    /// The rows; all openings together come last of each profile.
    pub rows: Vec<Row>,
    /// Games learnt from.
    pub games: u64,
}

/// Runs the experiment of a pair.
///
/// # Errors
///
/// When the archive is damaged or too small, the work folder cannot be written, or the stop test
/// says yes; what was measured stays in the work folder.
pub fn run(name: &str, pair: &'static Pair, plan: &Plan<'_>) -> Result<Table, ExperimentError> {
    let folder = folders::tables(plan)?;
    let samples = folders::samples(plan);
    let games = samples.archive.games() - samples.held_out()?.len() as u64;
    (plan.tell)(Step::doing("looking for positions just out of book"));
    // Not how many positions: more of them go on with what is there.
    let book = Learned::find("opta3", Some(&folder))
        .map_err(|error| ExperimentError::Input(error.to_string()))?;
    let what = json!({"experiment": name, "learnt": book.identity(), "seed": plan.seed});
    let groups = positions(&samples, plan, &book)?;
    let file = format!("{name}-{}.log", plan.mark(&what));
    let mut journal = Journal::open(&plan.work.join(file), &what)?;
    let mut rows = Vec::new();
    for profile in PROFILES {
        let mut all: [Vec<[Vec<Effort>; 2]>; 2] = Default::default();
        let mut engines = [
            engine(pair.first, profile, &folder)?,
            engine(pair.second, profile, &folder)?,
        ];
        for (number, group) in groups.iter().enumerate() {
            for (place, beyond) in group.iter().enumerate() {
                let doing = format!("positions, {profile}, {}", GROUPS[number]);
                (plan.tell)(Step::new(&doing, place as u64, group.len() as u64));
                let mut measured: [Vec<Effort>; 2] = Default::default();
                for (engine, efforts_of) in engines.iter_mut().zip(&mut measured) {
                    let player = &engine.settings().player;
                    let key = format!("{profile} {player} {}", beyond.game);
                    if journal.get(&key).is_none() {
                        if (plan.stop)() {
                            return Err(ExperimentError::Interrupted);
                        }
                        journal.put(&key, efforts(engine, beyond, &DEPTHS))?;
                    }
                    *efforts_of = journal.get(&key).unwrap_or_default().to_vec();
                }
                all[number].push(measured);
            }
        }
        let together: Vec<_> = all.iter().flatten().cloned().collect();
        let parts = [
            (GROUPS[0], &all[0]),
            (GROUPS[1], &all[1]),
            ("all", &together),
        ];
        for (group, measured) in parts {
            rows.extend(DEPTHS.map(|depth| row(profile, group, depth, measured, plan.seed)));
        }
    }
    Ok(Table { pair, rows, games })
}

/// The positions of each group.
pub(super) fn positions(
    samples: &Samples<'_>,
    plan: &Plan<'_>,
    book: &Learned,
) -> Result<Vec<Vec<Beyond>>, ExperimentError> {
    let mut groups = Vec::new();
    for french in [true, false] {
        let of_group = |game: &StoredGame| is_french(game) == french;
        groups.push(beyond_the_book(
            plan.archive,
            book,
            samples.held_out()?,
            plan.positions,
            plan.seed,
            &of_group,
        )?);
    }
    if groups.iter().all(Vec::is_empty) {
        return Err(ExperimentError::Input(format!(
            "{}: no game of those held out leaves the book after its third move: too few games",
            samples.archive.folder().display()
        )));
    }
    Ok(groups)
}

fn is_french(game: &StoredGame) -> bool {
    let code = game.eco.to_string();
    ("C00"..="C19").contains(&code.as_str())
}

/// An engine that plays as somebody who has learnt, with one search or the other.
pub(super) fn engine(
    player: &str,
    profile: &str,
    folder: &Path,
) -> Result<Engine, ExperimentError> {
    let others = Settings {
        player_dir: Some(folder.to_path_buf()),
        ..Settings::default()
    };
    let settings = player_settings(&format!("{player}@{profile}"), others);
    let settings = settings.map_err(|error| ExperimentError::Input(error.to_string()))?;
    Ok(Engine::new(settings))
}

fn row(
    profile: &'static str,
    group: &'static str,
    depth: u32,
    measured: &[[Vec<Effort>; 2]],
    seed: u64,
) -> Row {
    let at = |efforts: &[Effort]| efforts.iter().find(|effort| effort.depth == depth).copied();
    let pairs: Vec<(Effort, Effort)> = measured
        .iter()
        .filter_map(|[first, second]| Some((at(first)?, at(second)?)))
        .collect();
    let numbers = |of: fn(&Effort) -> f64| -> Vec<(f64, f64)> {
        pairs.iter().map(|(a, b)| (of(a), of(b))).collect()
    };
    let mean = |numbers: &[(f64, f64)]| {
        let count = numbers.len().max(1) as f64;
        let sum = |of: fn(&(f64, f64)) -> f64| numbers.iter().map(of).sum::<f64>() / count;
        [sum(|pair| pair.0), sum(|pair| pair.1)]
    };
    let (nodes, seconds) = (numbers(|e| e.nodes as f64), numbers(|e| e.seconds));
    Row {
        profile,
        group,
        depth,
        positions: pairs.len(),
        nodes: mean(&nodes),
        change: change(&nodes, seed),
        seconds: mean(&seconds),
        time_change: change(&seconds, seed),
    }
}

impl Table {
    /// The table as an object.
    #[must_use]
    pub fn json(&self) -> Value {
        let change = |change: &Option<Change>| {
            change.map(|(value, interval)| json!({"value": value, "interval": interval}))
        };
        let rows: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                json!({"profile": row.profile, "openings": row.group, "depth": row.depth,
                    "positions": row.positions, "nodes": row.nodes, "change": change(&row.change),
                    "seconds": row.seconds, "time_change": change(&row.time_change)})
            })
            .collect();
        let source = self.pair.source.iter();
        let source: Vec<Value> = source
            .map(|(depth, a, b)| json!({"depth": depth, "nodes": [a, b]}))
            .collect();
        json!({"players": [self.pair.first, self.pair.second], "games": self.games,
            "rows": rows, "source": source})
    }

    /// The table as it is shown.
    #[must_use]
    pub fn sheet(&self) -> Sheet {
        let pair = self.pair;
        let head = [
            "search",
            "openings",
            "depth",
            "positions",
            pair.first,
            pair.second,
        ];
        let mut grid = Grid::new("", &head);
        grid.head.extend(["nodes", "time"].map(str::to_string));
        for row in &self.rows {
            let nodes = row.nodes.map(|nodes| grouped(nodes.round() as u64));
            let [first, second] = nodes;
            grid.rows.push(vec![
                row.profile.to_string(),
                row.group.to_string(),
                row.depth.to_string(),
                row.positions.to_string(),
                first,
                second,
                change_text(row.change),
                change_text(row.time_change),
            ]);
        }
        for (depth, first, second) in pair.source {
            let change = second as f64 / first as f64 - 1.0;
            grid.rows.push(vec![
                "source".to_string(),
                "French".to_string(),
                depth.to_string(),
                String::new(),
                grouped(first),
                grouped(second),
                format!("{:+.1}%", 100.0 * change),
                String::new(),
            ]);
        }
        let note = format!(
            "Tables learnt from {} games; positions just out of book from games held out; 95% intervals.",
            grouped(self.games)
        );
        Sheet {
            notes: vec![note],
            grids: vec![grid],
            charts: Vec::new(),
            data: self.json(),
        }
    }
}

fn change_text(change: Option<Change>) -> String {
    change.map_or("–".to_string(), |(value, interval)| {
        let interval = interval.map_or(String::new(), |ends| {
            let [low, high] = ends.map(|share| 100.0 * share);
            format!(" [{low:+.1}, {high:+.1}]")
        });
        format!("{:+.1}%{interval}", 100.0 * value)
    })
}
