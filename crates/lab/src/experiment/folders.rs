//! The player folders that experiments play with, learnt in the work folder when first needed.
//!
//! The work folder is a folder of players: one folder for each kind, found by every player that
//! can use it. A folder whose samples were others is learnt anew. Players that learn from their own
//! games have folders of their own ([`trainings`]).

use std::fs;
use std::path::{Path, PathBuf};

use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_engine::learned::{Evaluation, Recipe};
use zermelo_learn::feedback;
use zermelo_learn::rote;
use zermelo_learn::{Learner, Ophista, Samples, Step, learn};

use super::{ExperimentError, Plan, evaluators, trainings};

/// One game in so many is held out, for the positions.
pub const HOLD_OUT: u32 = 20;

/// The samples of a plan.
#[must_use]
pub fn samples<'a>(plan: &Plan<'a>) -> Samples<'a> {
    Samples {
        archive: plan.archive,
        hold_out: HOLD_OUT,
        stop: plan.stop,
        tell: plan.tell,
    }
}

/// A player that has learnt what it needs.
#[derive(Clone, Debug)]
pub struct Ready {
    /// Who plays.
    pub player: String,
    /// What it is called in tables.
    pub shown: String,
    /// The folder where it finds what it has learnt.
    pub place: PathBuf,
}

/// Makes sure that a player has what it needs: learns the first of its kinds that can be learnt
/// here. A player that has learnt nothing needs nothing.
///
/// # Errors
///
/// When it cannot be learnt, or the work folder cannot be written.
pub fn ready(player: &str, plan: &Plan<'_>) -> Result<Ready, ExperimentError> {
    fs::create_dir_all(plan.work).map_err(|error| ExperimentError::file(plan.work, error))?;
    let trained = match player {
        trainings::EARLIER => Some(trainings::feedback_earlier(plan)?),
        _ => learnt(player, plan)?,
    };
    let is_earlier = player == trainings::EARLIER;
    Ok(Ready {
        player: if is_earlier { "opta-fb" } else { player }.to_string(),
        shown: trainings::shown(player, plan),
        place: trained.unwrap_or_else(|| plan.work.to_path_buf()),
    })
}

/// Learns what a player needs; its own folder if it was trained.
fn learnt(player: &str, plan: &Plan<'_>) -> Result<Option<PathBuf>, ExperimentError> {
    let Some(recipe) = Recipe::named(player) else {
        return Ok(None);
    };
    // An OPHISTA folder has what all players with an opening table need.
    if recipe.kinds.contains(&"ophista") {
        return tables(plan).map(|_| None);
    }
    if let Some(learnt) = evaluators::ready(player, recipe.kinds[0], plan) {
        return learnt.map(|()| None);
    }
    if recipe.kinds.contains(&feedback::KIND) {
        if recipe.evaluation != Evaluation::Reference {
            evaluators::genetic("genetic2", plan)?;
            evaluators::genetic("genetic1", plan)?;
        }
        return trainings::feedback(plan).map(Some);
    }
    if recipe.kinds.contains(&rote::KIND) {
        return trainings::rote(plan).map(|(folder, _)| Some(folder));
    }
    Err(ExperimentError::Input(format!(
        "{player} cannot be learnt here: it needs a folder of kind {}",
        recipe.kinds.join(" or ")
    )))
}

/// The opening table and the history tables of the samples.
///
/// # Errors
///
/// When they cannot be learnt.
pub fn tables(plan: &Plan<'_>) -> Result<PathBuf, ExperimentError> {
    from_samples("ophista", &Ophista::default(), "", plan)
}

/// The file beside a folder that says under which conditions it was learnt.
fn conditions_file(folder: &Path) -> PathBuf {
    let mut name = folder.as_os_str().to_owned();
    name.push(".conditions");
    PathBuf::from(name)
}

/// A folder, if it was learnt under these conditions.
pub fn known(folder: &Path, conditions: &str) -> Option<PlayerFolder> {
    let written = fs::read_to_string(conditions_file(folder)).ok()?;
    let folder = PlayerFolder::open(folder).ok()?;
    (written == conditions).then_some(folder)
}

/// Writes down the conditions under which a folder was learnt.
///
/// # Errors
///
/// When the file cannot be written.
pub fn keep_conditions(folder: &Path, conditions: &str) -> Result<(), ExperimentError> {
    let path = conditions_file(folder);
    fs::write(&path, conditions).map_err(|error| ExperimentError::file(&path, error))
}

/// A folder that is learnt from the samples, unless it is there; where it is. `conditions` are what
/// it depends on beside the samples.
///
/// # Errors
///
/// When it cannot be learnt.
pub fn from_samples(
    name: &str,
    learner: &dyn Learner,
    conditions: &str,
    plan: &Plan<'_>,
) -> Result<PathBuf, ExperimentError> {
    let folder = plan.work.join(name);
    let samples = samples(plan);
    let known = known(&folder, conditions);
    if !known.map_or(Ok(false), |known| samples.are_those_of(&known))? {
        (plan.tell)(Step::doing(&format!("learning {name}")));
        learn(learner, &samples, &folder)?;
        keep_conditions(&folder, conditions)?;
    }
    Ok(folder)
}
