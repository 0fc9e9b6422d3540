//! Rote learning: the values of a player's own searches, kept from game to game.
//!
//! Samuel 1959; Bebe's persistent table (Scherzer, Scherzer & Tjaden 1990: from 55% to 70% of the
//! points against one opponent in 120 games, with 8000 positions); both in chapter 3 of the
//! source. After each game the positions in which the player thought are kept with depth and value
//! (see [`Rote`]). *Slate's variant* (Slate 1987) keeps only positions whose value changed much
//! between two iterations, where deeper sight is worth most. *How ours differs.* What a player
//! reports is the last iteration of each of its moves: changed is a value that differs from that
//! of its move before.

use std::path::Path;

use serde_json::{Map, Value, json};
use zermelo_engine::learned::folder::{Learnt, PlayerFolder, TRAININGS};
use zermelo_engine::learned::rote::{Found, Rote};
use zermelo_engine::learned::{Learned, ROTE_FILE, place};
use zermelo_engine::{Profile, Settings};
use zermelo_game::Game;

use crate::feedback::{drop_copy, log_beside, remove, training_figures, write_training};
use crate::learner::LearnError;
use crate::own_games;
use crate::training::{Course, Student, Trained, Training, train};

/// The kind of folder.
pub const KIND: &str = "rote";

/// What is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoteOptions {
    /// At most so many positions; the shallowest go first.
    pub most: usize,
    /// Slate's variant: only positions whose value differs by at least so much, in centipawns,
    /// from that of the move before.
    pub changed: Option<i32>,
}

impl Default for RoteOptions {
    fn default() -> RoteOptions {
        RoteOptions {
            most: 100_000,
            changed: None,
        }
    }
}

/// A player that learns by rote, in training.
pub struct RoteStudent {
    values: Rote,
    options: RoteOptions,
    profile: Profile,
    identity: String,
    /// The folder it began with.
    from: Option<PlayerFolder>,
}

impl RoteStudent {
    /// A student that begins with the values of a folder, or with none.
    #[must_use]
    pub fn new(
        begin: Option<(Rote, PlayerFolder)>,
        profile: Profile,
        options: RoteOptions,
    ) -> RoteStudent {
        let (values, from) = begin.unzip();
        let values = values.unwrap_or_default();
        let sum = from.as_ref().map(PlayerFolder::sum).unwrap_or_default();
        RoteStudent {
            identity: format!("{KIND} {sum} {options:?} {profile:?}"),
            values,
            options,
            profile,
            from,
        }
    }

    /// The trainings that its values came from before this one.
    fn before(&self) -> Result<Vec<Value>, LearnError> {
        let before = self.from.as_ref().map(own_games::of).transpose()?;
        Ok(before.unwrap_or_default())
    }

    /// What it knows.
    #[must_use]
    pub fn values(&self) -> &Rote {
        &self.values
    }
}

impl Student for RoteStudent {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn settings(&self, learnt: bool) -> Settings {
        let values = if learnt {
            self.values.clone()
        } else {
            Rote::default()
        };
        Settings {
            player: KIND.to_string(),
            profile: self.profile,
            learned: Some(Learned::by_rote(values)),
            ..Settings::default()
        }
    }

    fn learn(&mut self, game: &Course) {
        let mut position = game.start.clone();
        let mut before: Option<i32> = None;
        for &(m, thought) in &game.moves {
            let own = position.side().index() == game.side;
            if let Some((score, depth)) = thought.filter(|_| own) {
                let change = before.map_or(0, |before| (score - before).abs());
                let kept = self.options.changed.is_none_or(|least| change >= least);
                if kept {
                    let depth = i16::try_from(depth).unwrap_or(i16::MAX);
                    self.values.put(position.key(), Found { depth, score });
                }
                before = Some(score);
            }
            position.play(m);
        }
        self.values.shrink(self.options.most);
    }
}

/// Trains and writes the folder. A training that was interrupted, or that is to have more games,
/// goes on.
///
/// # Errors
///
/// As [`train`], or when the folder cannot be written.
pub fn learn_rote(
    mut student: RoteStudent,
    training: &Training<'_>,
    output: &Path,
) -> Result<(PlayerFolder, Trained), LearnError> {
    place::check(output, KIND)?;
    let before = student.before()?;
    let log = log_beside(output)?;
    let trained = train(&mut student, training, &log).inspect_err(|_| drop_copy(&log, output))?;
    let told = json!({
        "kind": KIND, "most": student.options.most, "changed": student.options.changed,
    });
    let this = own_games::training(&log, training, &trained, student.profile, told)?;
    let all = own_games::together(&before, &[this]);
    let folder = PlayerFolder::write(output, KIND, |folder| {
        student.values.write(&folder.join(ROTE_FILE))?;
        write_training(
            &log,
            &trained,
            "Share of points of the rote learner",
            folder,
        )?;
        let mut learnt = Learnt {
            origin: Map::new(),
            figures: training_figures(&all, &trained),
        };
        learnt.origin.insert(TRAININGS.to_string(), json!(all));
        if let Some(from) = &student.from {
            learnt.origin.insert("from".to_string(), json!(from.path));
        }
        let figures = &mut learnt.figures;
        figures.insert("values".to_string(), json!(student.values.len()));
        let depth = (student.values.mean_depth() * 100.0).round() / 100.0;
        figures.insert("mean_depth".to_string(), json!(depth));
        Ok::<Learnt, LearnError>(learnt)
    })?;
    remove(&log)?;
    Ok((folder, trained))
}
