//! OPTA FB: the opening table goes on learning from the player's own games (5.1.3 of the source).
//!
//! After each training game the results of all positions along it are added, one game counting as
//! five. The points r of an unfinished game, by the rule of the matches, are split: from one half
//! up round(5(2r−1)) wins and the rest draws, mirrored below (the source's figure is lost; this is
//! our reading). What was added stands in a file of its own beside the table, so that it can be
//! shown, merged and forgotten. As in the source the first half of the games is played without
//! it, so that the choice is not narrowed too early.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use zermelo_archive::{OpeningEntry, Results, write_opening_table};
use zermelo_chess::GameResult;
use zermelo_engine::learned::folder::{FolderError, Learnt, PlayerFolder, TRAININGS};
use zermelo_engine::learned::place::{self, beside};
use zermelo_engine::learned::{FEEDBACK_FILE, Feedback, HISTORY_FILE, Learned, TABLE_FILE};
use zermelo_engine::{Profile, Settings};
use zermelo_game::Game;

use crate::curve::{curve_json, curve_svg, halves};
use crate::learner::LearnError;
use crate::own_games;
use crate::training::{Course, Student, Trained, Training, train};

/// The kind of folder.
pub const KIND: &str = "feedback";
/// The training games in a player folder.
pub const LOG_FILE: &str = "training.log";
/// The end of the name of the log beside a folder that is not written yet.
const LOG_ENDING: &str = "training";
/// The learning curve in a player folder, as data and as a picture.
pub const CURVE_FILES: [&str; 2] = ["curve.json", "curve.svg"];
/// Positions of so many first plies are learnt, as in the opening table.
const PLIES: usize = 70;

/// OPTA FB in training.
pub struct FeedbackStudent {
    base: Learned,
    identity: String,
    profile: Profile,
    /// What one game counts.
    weight: u32,
    /// What the folder's own games have added already.
    begun: Feedback,
    added: Feedback,
}

impl FeedbackStudent {
    /// A student that begins with a folder: one with an opening table, or one that feedback has
    /// been added to.
    ///
    /// # Errors
    ///
    /// If the folder has no opening table, or is damaged.
    pub fn new(
        folder: &PlayerFolder,
        profile: Profile,
        weight: u32,
    ) -> Result<FeedbackStudent, LearnError> {
        let name = if folder.kind == KIND {
            "opta-fb"
        } else {
            "opta3.1"
        };
        let base = Learned::find(name, Some(&folder.path))?;
        let begun = base.feedback().clone();
        Ok(FeedbackStudent {
            identity: format!("{KIND} {} weight {weight} {profile:?}", folder.sum()),
            added: Feedback::new(),
            base,
            profile,
            weight,
            begun,
        })
    }

    /// What the training games have added.
    #[must_use]
    pub fn added(&self) -> &Feedback {
        &self.added
    }

    /// All that own games have added, those of the folder it began with included.
    fn all(&self) -> Feedback {
        let mut all = self.begun.clone();
        for (key, results) in &self.added {
            all.entry(*key).or_default().merge(results);
        }
        all
    }
}

impl Student for FeedbackStudent {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn settings(&self, learnt: bool) -> Settings {
        let learned = if learnt {
            self.base.with_feedback(self.all())
        } else {
            self.base.clone()
        };
        Settings {
            player: "opta-fb".to_string(),
            profile: self.profile,
            learned: Some(learned),
            ..Settings::default()
        }
    }

    fn learn(&mut self, game: &Course) {
        let share = split(game.points, self.weight);
        let mut position = game.start.clone();
        let mut keys = vec![position.archive_key()];
        for &(m, _) in game.moves.iter().take(PLIES) {
            position.play(m);
            keys.push(position.archive_key());
        }
        // A game counts once for a position however often it comes by.
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            self.added.entry(key).or_default().merge(&share);
        }
    }
}

/// White's points of a game as results of so many games.
#[must_use]
pub fn split(points: f64, weight: u32) -> Results {
    let decided = (f64::from(weight) * (2.0 * points - 1.0).abs()).round();
    let decided = (decided as u32).min(weight);
    let mut results = Results::default();
    let winner = if points >= 0.5 {
        GameResult::White
    } else {
        GameResult::Black
    };
    results.add(winner, decided);
    results.add(GameResult::Draw, weight - decided);
    results
}

/// Trains and writes the folder. A training that was interrupted, or that is to have more games,
/// goes on.
///
/// # Errors
///
/// As [`train`], or when the folder cannot be written.
pub fn learn_feedback(
    from: &PlayerFolder,
    mut student: FeedbackStudent,
    training: &Training<'_>,
    output: &Path,
) -> Result<(PlayerFolder, Trained), LearnError> {
    place::check(output, KIND)?;
    let before = own_games::of(from)?;
    let log = log_beside(output)?;
    let trained = train(&mut student, training, &log).inspect_err(|_| drop_copy(&log, output))?;
    let told = json!({"kind": KIND, "weight": student.weight});
    let this = own_games::training(&log, training, &trained, student.profile, told)?;
    let all = own_games::together(&before, &[this]);
    let folder = PlayerFolder::write(output, KIND, |folder| {
        for name in [TABLE_FILE, HISTORY_FILE] {
            if from.has(name) {
                link(&from.file(name), &folder.join(name))?;
            }
        }
        let mut entries: Vec<OpeningEntry> = student.all().into_iter().collect();
        entries.sort_unstable_by_key(|(key, _)| *key);
        write_opening_table(&entries, &folder.join(FEEDBACK_FILE))?;
        write_training(&log, &trained, "Share of points of OPTA FB", folder)?;
        let mut learnt = Learnt {
            origin: from.origin.clone(),
            figures: training_figures(&all, &trained),
        };
        learnt.origin.insert("from".to_string(), json!(from.path));
        learnt.origin.insert(TRAININGS.to_string(), json!(all));
        let figures = &mut learnt.figures;
        figures.insert("positions_added".to_string(), json!(entries.len()));
        Ok::<Learnt, LearnError>(learnt)
    })?;
    remove(&log)?;
    Ok((folder, trained))
}

/// Where the log of a training is kept until the folder is written: beside it. That of a folder
/// that is there is taken out first, so that the training goes on.
///
/// # Errors
///
/// When the folder around it cannot be made, or the log cannot be copied.
pub(crate) fn log_beside(output: &Path) -> Result<PathBuf, LearnError> {
    if let Some(parent) = output.parent() {
        fs::create_dir_all(parent).map_err(|error| FolderError::new(parent, error))?;
    }
    let path = log_of(output);
    let finished = output.join(LOG_FILE);
    if !path.exists() && finished.exists() {
        link_or_copy(&finished, &path, false)?;
    }
    Ok(path)
}

/// The name of the log beside a folder.
#[must_use]
pub fn log_of(output: &Path) -> PathBuf {
    beside(output, LOG_ENDING)
}

/// Removes the log beside a folder if it is only a copy of the folder's own: where a training was
/// refused, the next one is not to go on with it.
pub(crate) fn drop_copy(log: &Path, output: &Path) {
    let own = fs::read(output.join(LOG_FILE)).ok();
    if own.is_some() && own == fs::read(log).ok() {
        // One that stays is taken for the beginning of the same training, as it was before.
        let _ = fs::remove_file(log);
    }
}

/// Removes the log beside a folder that has it.
pub(crate) fn remove(log: &Path) -> Result<(), LearnError> {
    fs::remove_file(log).map_err(|error| FolderError::new(log, error).into())
}

/// A file of one folder in another: the same bytes where the system can share them.
pub(crate) fn link(from: &Path, to: &Path) -> Result<(), LearnError> {
    link_or_copy(from, to, true)
}

fn link_or_copy(from: &Path, to: &Path, shared: bool) -> Result<(), LearnError> {
    if shared && fs::hard_link(from, to).is_ok() {
        return Ok(());
    }
    let copied = fs::copy(from, to);
    copied.map_err(|error| FolderError::new(from, error))?;
    Ok(())
}

/// The log and the curve of a training, in a folder that is being written.
pub(crate) fn write_training(
    log: &Path,
    trained: &Trained,
    title: &str,
    folder: &Path,
) -> Result<(), LearnError> {
    link_or_copy(log, &folder.join(LOG_FILE), false)?;
    let texts = [
        format!("{:#}\n", curve_json(trained)),
        curve_svg(trained, title),
    ];
    for (name, text) in CURVE_FILES.iter().zip(texts) {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| FolderError::new(&path, error))?;
    }
    Ok(())
}

/// What is to be said of a training: how many games the folder has of all its trainings, and how
/// the last one went.
pub(crate) fn training_figures(all: &[Value], trained: &Trained) -> Map<String, Value> {
    let mut figures = Map::new();
    figures.insert("training_games".to_string(), json!(own_games::games(all)));
    if let Value::Object(parts) = halves(trained) {
        for (name, part) in parts {
            figures.insert(format!("points_{name}"), part);
        }
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_split_as_the_source_is_read() {
        let results = |white, draws, black| Results {
            white,
            draws,
            black,
        };
        for (points, expected) in [
            (1.0, results(5, 0, 0)),
            (0.0, results(0, 0, 5)),
            (0.5, results(0, 5, 0)),
            (0.75, results(3, 2, 0)),
            (0.25, results(0, 2, 3)),
            (0.55, results(1, 4, 0)),
            (0.54, results(0, 5, 0)),
        ] {
            assert_eq!(split(points, 5), expected, "{points}");
        }
        assert_eq!(split(0.9, 1), results(1, 0, 0));
    }
}
