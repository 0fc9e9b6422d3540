//! History tables (chapter 5.2 of the source): for every position of at least 20 games, the moves
//! played within 8 plies of it.

use std::cell::Cell;
use std::path::Path;

use serde_json::{Map, Value, json};
use zermelo_archive::{GameId, History, LEAST_GAMES, write_history};
use zermelo_engine::learned::HISTORY_FILE;
use zermelo_engine::learned::folder::Learnt;

use crate::held_out;
use crate::learner::{LearnError, Learner, Samples, Step, told};

/// What is told is called that says from how many games on a position has a table.
pub(crate) const LEAST: &str = "history_min_games";

/// Learns history tables, and nothing else: what [`crate::Ophista`] adds to an opening table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Histories {
    /// Positions of at least so many games get a table.
    pub least: u64,
}

impl Default for Histories {
    fn default() -> Histories {
        Histories { least: LEAST_GAMES }
    }
}

/// What the tables are: how many, with how many entries, and how they do on games held out.
pub(crate) struct Written {
    pub tables: u64,
    pub entries: u64,
    pub held_out: Value,
}

impl Histories {
    /// Refuses an archive that has no games.
    pub(crate) fn check(samples: &Samples<'_>) -> Result<(), LearnError> {
        if samples.archive.games() == 0 {
            return Err(LearnError::TooFew(format!(
                "{}: history tables are learnt from games, and this archive has only statistics",
                samples.archive.folder().display()
            )));
        }
        Ok(())
    }

    /// Writes the tables into a folder.
    pub(crate) fn write(
        self,
        samples: &Samples<'_>,
        games_held_out: &[GameId],
        folder: &Path,
    ) -> Result<Written, LearnError> {
        let path = folder.join(HISTORY_FILE);
        let seen = Cell::new(0);
        let is_held_out = |id| {
            (samples.tell)(Step::new("games", seen.get(), samples.archive.games()));
            seen.set(seen.get() + 1);
            samples.is_held_out(id)
        };
        let (archive, stop) = (samples.archive, samples.stop);
        let (tables, entries) = write_history(archive, self.least, &path, &is_held_out, stop)?;
        Ok(Written {
            tables,
            entries,
            held_out: held_out::history(samples, games_held_out, &History::open(&path)?)?,
        })
    }
}

impl Learner for Histories {
    fn kind(&self) -> &'static str {
        "history"
    }

    fn told(&self) -> Map<String, Value> {
        told(json!({LEAST: self.least}))
    }

    fn learn(&self, samples: &Samples<'_>, folder: &Path) -> Result<Learnt, LearnError> {
        Histories::check(samples)?;
        let games = samples.held_out()?;
        let written = self.write(samples, &games, folder)?;
        if written.tables == 0 {
            return Err(LearnError::TooFew(format!(
                "{}: no position has {} games or more, so there is no history table to learn",
                samples.archive.folder().display(),
                self.least
            )));
        }
        Ok(Learnt {
            origin: samples.origin(games.len()),
            figures: Map::from_iter([
                ("history_tables".to_string(), json!(written.tables)),
                ("history_entries".to_string(), json!(written.entries)),
                ("held_out".to_string(), written.held_out),
            ]),
        })
    }
}
