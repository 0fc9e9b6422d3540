//! OPHISTA: the opening table and history tables (chapter 5.2 of the source).
//!
//! The folder has all that an [`Opta`] folder has, and for every position of at least 20 games the
//! table of the moves played within 8 plies of it.

use std::path::Path;

use serde_json::json;
use zermelo_archive::{History, LEAST_GAMES, OpeningTable, write_history};
use zermelo_engine::learned::folder::Learnt;
use zermelo_engine::learned::{HISTORY_FILE, TABLE_FILE};

use crate::held_out;
use crate::learner::{LearnError, Learner, Samples};
use crate::opta::Opta;

/// Learns an opening table and history tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ophista {
    /// The opening table.
    pub opta: Opta,
    /// Positions of at least so many games get a history table.
    pub book: u64,
}

impl Default for Ophista {
    fn default() -> Ophista {
        Ophista {
            opta: Opta::default(),
            book: LEAST_GAMES,
        }
    }
}

impl Learner for Ophista {
    fn kind(&self) -> &'static str {
        "ophista"
    }

    fn learn(&self, samples: &Samples<'_>, folder: &Path) -> Result<Learnt, LearnError> {
        if samples.archive.games() == 0 {
            return Err(LearnError::TooFew(format!(
                "{}: history tables are learnt from games, and this archive has only statistics",
                samples.archive.folder().display()
            )));
        }
        let mut learnt = self.opta.learn(samples, folder)?;
        let path = folder.join(HISTORY_FILE);
        let (tables, entries) = write_history(
            samples.archive,
            self.book,
            &path,
            &|id| samples.is_held_out(id),
            samples.stop,
        )?;
        let figures = &mut learnt.figures;
        figures.insert("history_tables".to_string(), json!(tables));
        figures.insert("history_entries".to_string(), json!(entries));
        let table = OpeningTable::open(&folder.join(TABLE_FILE))?;
        let games = samples.held_out()?;
        let held = held_out::history(samples, &games, &table, &History::open(&path)?)?;
        figures.insert("held_out_history".to_string(), held);
        Ok(learnt)
    }
}
