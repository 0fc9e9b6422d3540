//! OPHISTA: the opening table and history tables (chapter 5.2 of the source).
//!
//! The folder has all that an [`Opta`] folder has, and what a [`Histories`] folder has.

use std::path::Path;

use serde_json::{Map, Value, json};
use zermelo_engine::learned::folder::Learnt;

use crate::histories::Histories;
use crate::learner::{LearnError, Learner, Samples};
use crate::opta::Opta;

/// Learns an opening table and history tables.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ophista {
    /// The opening table.
    pub opta: Opta,
    /// The history tables.
    pub histories: Histories,
}

impl Learner for Ophista {
    fn kind(&self) -> &'static str {
        "ophista"
    }

    fn told(&self) -> Map<String, Value> {
        let mut told = self.opta.told();
        told.extend(self.histories.told());
        told
    }

    fn learn(&self, samples: &Samples<'_>, folder: &Path) -> Result<Learnt, LearnError> {
        Histories::check(samples)?;
        let mut learnt = self.opta.learn(samples, folder)?;
        let written = self
            .histories
            .write(samples, &samples.held_out()?, folder)?;
        let figures = &mut learnt.figures;
        figures.insert("history_tables".to_string(), json!(written.tables));
        figures.insert("history_entries".to_string(), json!(written.entries));
        figures.insert("held_out_history".to_string(), written.held_out);
        Ok(learnt)
    }
}
