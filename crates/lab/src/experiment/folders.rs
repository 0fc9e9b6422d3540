//! The player folders that experiments play with, learnt in the work folder when first needed.
//!
//! The work folder is a folder of players: one folder for each kind, found by every player that
//! can use it. A folder whose samples were others is learnt anew.

use std::fs;
use std::path::{Path, PathBuf};

use zermelo_arena::openings::Opening;
use zermelo_engine::Profile;
use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_engine::learned::{Evaluation, Recipe, TABLE_FILE};
use zermelo_learn::feedback::{self, FeedbackStudent, learn_feedback};
use zermelo_learn::rote::{self, RoteOptions, RoteStudent, learn_rote};
use zermelo_learn::training::Training;
use zermelo_learn::{LearnError, Learner, Ophista, Samples, Step, learn, thematic_lines};

use super::matches::{FRENCH, contestant};
use super::{ExperimentError, Plan, evaluators};

/// One game in so many is held out, for the positions.
pub const HOLD_OUT: u32 = 20;
/// A training game counts as so many of the table.
const WEIGHT: u32 = 5;

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

/// Makes sure that a player has what it needs: learns the first of its kinds that can be learnt
/// here. A player that has learnt nothing needs nothing.
///
/// # Errors
///
/// When it cannot be learnt, or the work folder cannot be written.
pub fn ready(player: &str, plan: &Plan<'_>) -> Result<(), ExperimentError> {
    fs::create_dir_all(plan.work).map_err(|error| ExperimentError::file(plan.work, error))?;
    if player == FEEDBACK_750 {
        return feedback_750(plan).map(drop);
    }
    let Some(recipe) = Recipe::named(player) else {
        return Ok(());
    };
    // An OPHISTA folder has what all players with an opening table need.
    if recipe.kinds.contains(&"ophista") {
        return tables(plan).map(drop);
    }
    if let Some(learnt) = evaluators::ready(player, recipe.kinds[0], plan) {
        return learnt;
    }
    if recipe.kinds.contains(&feedback::KIND) {
        if recipe.evaluation != Evaluation::Reference {
            evaluators::genetic("genetic2", plan)?;
            evaluators::genetic("genetic1", plan)?;
        }
        return feedback(plan).map(drop);
    }
    if recipe.kinds.contains(&rote::KIND) {
        return rote(plan).map(drop);
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

/// The conditions of a training.
fn of_training(games: u64, plan: &Plan<'_>) -> String {
    let nodes = (plan.nodes / FASTER).max(1);
    format!(
        "{games} games, {nodes} nodes, {}, seed {}\n",
        plan.profile, plan.seed
    )
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

/// OPTA FB after three quarters of its training, as a folder of that name.
pub const FEEDBACK_750: &str = "opta-fb-750";
/// Plies that training games begin with.
const PLIES: usize = 4;
/// Different beginnings of training games.
const LINES: usize = 1000;
/// Training is so many times faster than a match: 2 minutes for 50 moves instead of 25.
const FASTER: u64 = 10;
/// Games of Bebe's training.
const BEBE: u64 = 120;

/// OPTA FB after its whole training on the French.
///
/// # Errors
///
/// When it cannot be trained.
pub fn feedback(plan: &Plan<'_>) -> Result<PathBuf, ExperimentError> {
    // The first three quarters are the same games: they are played once.
    let before = feedback_750(plan)?;
    let folder = plan.work.join(feedback::KIND);
    let log = plan.work.join(format!("{}.training", feedback::KIND));
    if !PlayerFolder::is(&folder) && !log.exists() {
        let from = before.join(feedback::LOG_FILE);
        fs::copy(from, &log).map_err(|error| ExperimentError::file(&log, error))?;
    }
    train_feedback(&folder, plan.training, lines(plan)?, plan)
}

/// Beginnings of training games with the codes of the French, all different.
fn lines(plan: &Plan<'_>) -> Result<Vec<Opening>, ExperimentError> {
    let lines = thematic_lines(plan.archive, FRENCH.range()?, PLIES, LINES, plan.seed)?;
    Ok(lines)
}

/// The folder of [`feedback_from_the_first_move`].
const FEEDBACK_BEGUN: &str = "opta-fb-begun";
/// The French, no more: both books choose from here on.
const BEGUN: [&str; 2] = ["e2e4", "e7e6"];

/// OPTA FB after its whole training, every game of which begins with 1 e4 e6, as the source's do.
/// What it learns is about the positions that the two books come to, instead of a thousand
/// different beginnings that hardly come again.
///
/// # Errors
///
/// When it cannot be trained.
pub fn feedback_from_the_first_move(plan: &Plan<'_>) -> Result<PathBuf, ExperimentError> {
    let opening = Opening {
        name: FRENCH.name.to_string(),
        position: None,
        moves: BEGUN.map(str::to_string).to_vec(),
    };
    let folder = plan.work.join(FEEDBACK_BEGUN);
    train_feedback(&folder, plan.training, vec![opening], plan)
}

fn feedback_750(plan: &Plan<'_>) -> Result<PathBuf, ExperimentError> {
    let folder = plan.work.join(FEEDBACK_750);
    train_feedback(&folder, plan.training * 3 / 4, lines(plan)?, plan)
}

/// Trains OPTA FB, unless that was done; a folder of another training is replaced.
fn train_feedback(
    folder: &Path,
    games: u64,
    openings: Vec<Opening>,
    plan: &Plan<'_>,
) -> Result<PathBuf, ExperimentError> {
    let base = PlayerFolder::open(&tables(plan)?).map_err(LearnError::from)?;
    let conditions = of_training(games, plan);
    let trained = |known: &PlayerFolder| {
        let table = |folder: &PlayerFolder| {
            let mut files = folder.files.iter();
            files.find(|file| file.name == TABLE_FILE).cloned()
        };
        table(known) == table(&base)
    };
    if known(folder, &conditions).is_some_and(|known| trained(&known)) {
        return Ok(folder.to_path_buf());
    }
    let profile = Profile::named(plan.profile).unwrap_or(Profile::Classic);
    let student = || FeedbackStudent::new(&base, profile, WEIGHT);
    training(
        "opta3.1",
        games,
        plan.training / 2,
        openings,
        plan,
        |training| {
            anew(folder, || {
                learn_feedback(&base, student()?, training, folder).map(drop)
            })
        },
    )?;
    keep_conditions(folder, &conditions)?;
    Ok(folder.to_path_buf())
}

/// The player that learns by rote, after Bebe's number of games on the French.
///
/// # Errors
///
/// When it cannot be trained.
pub fn rote(plan: &Plan<'_>) -> Result<PathBuf, ExperimentError> {
    let folder = plan.work.join(rote::KIND);
    let conditions = of_training(BEBE, plan);
    if known(&folder, &conditions).is_some() {
        return Ok(folder);
    }
    let profile = Profile::named(plan.profile).unwrap_or(Profile::Classic);
    let student = || RoteStudent::new(None, profile, RoteOptions::default());
    // One beginning: what was learnt by heart helps where the same positions come again.
    let openings = thematic_lines(plan.archive, FRENCH.range()?, PLIES, 1, plan.seed)?;
    training("reference", BEBE, 0, openings, plan, |training| {
        anew(&folder, || {
            learn_rote(student(), training, &folder).map(drop)
        })
    })?;
    keep_conditions(&folder, &conditions)?;
    Ok(folder)
}

/// Does a training; if the games that are there are another one's, without them.
fn anew(folder: &Path, train: impl Fn() -> Result<(), LearnError>) -> Result<(), LearnError> {
    match train() {
        Err(LearnError::Input(_)) => {
            // Both may be missing.
            let mut log = folder.as_os_str().to_owned();
            log.push(".training");
            let _ = fs::remove_file(log);
            if PlayerFolder::is(folder) {
                let _ = fs::remove_dir_all(folder);
            }
            train()
        }
        other => other,
    }
}

fn training(
    trainer: &str,
    games: u64,
    unused: u64,
    openings: Vec<Opening>,
    plan: &Plan<'_>,
    train: impl FnOnce(&Training<'_>) -> Result<(), LearnError>,
) -> Result<(), ExperimentError> {
    train(&Training {
        games,
        unused,
        nodes: (plan.nodes / FASTER).max(1),
        trainers: vec![contestant(trainer, plan)?],
        openings,
        seed: plan.seed,
        stop: plan.stop,
        tell: plan.tell,
    })?;
    Ok(())
}
