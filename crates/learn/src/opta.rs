//! OPTA: the opening table (chapter 4 of the source).
//!
//! One record per position with its results, from the plies of every game that the archive keeps
//! (70 as in the source), a game counting once. Which of OPTA 1, 2, 3 and 3.1 plays from it is
//! decided by the player's name: the table is the same.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Map, Value, json};
use zermelo_archive::{GameId, LEAST_GAMES, OpeningTable, Results, write_opening_table};
use zermelo_chess::{PositionKey, Replay};
use zermelo_engine::learned::TABLE_FILE;
use zermelo_engine::learned::folder::Learnt;

use crate::held_out;
use crate::learner::{LearnError, Learner, REMARKS, Samples, Step, told};

/// Learns the opening table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opta {
    /// Positions of fewer games are left out; 1 keeps all, as the source does.
    pub least: u64,
}

impl Default for Opta {
    fn default() -> Opta {
        Opta { least: 1 }
    }
}

impl Learner for Opta {
    fn kind(&self) -> &'static str {
        "opta"
    }

    fn told(&self) -> Map<String, Value> {
        told(json!({"min_games": self.least}))
    }

    fn learn(&self, samples: &Samples<'_>, folder: &Path) -> Result<Learnt, LearnError> {
        (samples.tell)(Step::doing("counting positions"));
        let games = samples.held_out()?;
        let off = results_of(samples, &games)?;
        let entries = samples
            .archive
            .opening_entries(self.least, &off, samples.stop)?;
        if entries.is_empty() {
            return Err(LearnError::TooFew(format!(
                "{}: no position of {} games or more is left to learn from",
                samples.archive.folder().display(),
                self.least
            )));
        }
        let path = folder.join(TABLE_FILE);
        write_opening_table(&entries, &path)?;
        let inserted: u64 = entries.iter().map(|(_, results)| results.games()).sum();
        let frequent = entries
            .iter()
            .filter(|(_, results)| results.games() >= LEAST_GAMES);
        let mut learnt = Learnt {
            origin: samples.origin(games.len()),
            ..Learnt::default()
        };
        let figures = &mut learnt.figures;
        // In the words of tables 4.1 and 4.2 of the source.
        figures.insert("occupied".to_string(), json!(entries.len()));
        figures.insert("inserted".to_string(), json!(inserted));
        let frequent = frequent.count();
        figures.insert("at_least_20".to_string(), json!(frequent));
        if frequent == 0 {
            let remark = format!(
                "no position has {LEAST_GAMES} games or more: no player plays a move from this table"
            );
            figures.insert(REMARKS.to_string(), json!([remark]));
        }
        let held = held_out::openings(samples, &games, &OpeningTable::open(&path)?)?;
        figures.insert("held_out".to_string(), held);
        Ok(learnt)
    }
}

/// The results of some games in the positions that they reached.
pub(crate) fn results_of(
    samples: &Samples<'_>,
    games: &[GameId],
) -> Result<HashMap<PositionKey, Results>, LearnError> {
    let mut off: HashMap<PositionKey, Results> = HashMap::new();
    let mut keys = Vec::new();
    for &id in games {
        let game = samples.archive.game(id)?;
        let mut replay = Replay::from_position(&game.start_position());
        keys.clear();
        keys.push(replay.key());
        for &m in game.moves().iter().take(samples.archive.plies()) {
            replay.play_packed(m);
            keys.push(replay.key());
        }
        keys.sort_unstable();
        keys.dedup();
        for &key in &keys {
            off.entry(key).or_default().add(game.result, 1);
        }
    }
    Ok(off)
}
