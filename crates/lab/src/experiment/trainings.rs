//! Players that learn from their own games, trained in the work folder when first needed.
//!
//! *Invariant.* A training has a folder whose name is a mark of everything that its games depend on
//! (how many they are, how many of them without what was learnt, nodes, seed, profile, beginnings,
//! what student and trainer began with, archive and program). The same training goes on; one under
//! other conditions stands beside, and neither is used for the other nor replaced by it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use zermelo_arena::openings::Opening;
use zermelo_engine::Profile;
use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_learn::feedback::{self, FeedbackStudent, LOG_FILE, learn_feedback, log_of};
use zermelo_learn::rote::{self, RoteOptions, RoteStudent, learn_rote};
use zermelo_learn::training::{Student, Training, description};
use zermelo_learn::{LearnError, thematic_lines};

use super::folders::{Ready, tables};
use super::matches::{self, FRENCH, Meeting, Terms, contestant};
use super::sheet::grouped;
use super::{ExperimentError, Plan};

/// A training game counts as so many of the table.
const WEIGHT: u32 = 5;
/// Plies that training games begin with.
const PLIES: usize = 4;
/// Different beginnings of training games.
const LINES: usize = 1000;
/// Training is so many times faster than a match: 2 minutes for 50 moves instead of 25.
const FASTER: u64 = 10;

/// OPTA FB after three quarters of its training: 750 games in the source.
pub const EARLIER: &str = "opta-fb-earlier";

/// How many training games the player after three quarters of them has had.
fn earlier_games(plan: &Plan<'_>) -> u64 {
    plan.training * 3 / 4
}

/// What a player is called in tables.
#[must_use]
pub fn shown(player: &str, plan: &Plan<'_>) -> String {
    match player {
        EARLIER => format!("opta-fb-{}", earlier_games(plan)),
        _ => player.to_string(),
    }
}

/// Nodes a move of training games.
#[must_use]
pub fn nodes(plan: &Plan<'_>) -> u64 {
    (plan.nodes / FASTER).max(1)
}

/// How the players of some matches were trained, if they were.
#[must_use]
pub fn note(meetings: &[Meeting], plan: &Plan<'_>) -> Option<String> {
    let plays = |player: &str| {
        let mut meetings = meetings.iter();
        meetings.any(|meeting| [meeting.first, meeting.second].contains(&player))
    };
    if ![EARLIER, "opta-fb", "combined"].into_iter().any(plays) {
        return None;
    }
    let mut note = format!(
        "Training of opta-fb: {} games at {} nodes a move, in the first {} of them without using \
         what it had learnt",
        grouped(plan.training),
        grouped(nodes(plan)),
        grouped(plan.training / 2),
    );
    if plays(EARLIER) {
        let games = grouped(earlier_games(plan));
        note += &format!(
            "; {} is the same after {games} of them",
            shown(EARLIER, plan)
        );
    }
    Some(note + ".")
}

/// OPTA FB after its whole training on the French.
///
/// # Errors
///
/// When it cannot be trained.
pub fn feedback(plan: &Plan<'_>) -> Result<PathBuf, ExperimentError> {
    // The first three quarters are the same games: they are played once.
    let before = feedback_earlier(plan)?;
    train_feedback(
        feedback::KIND,
        plan.training,
        lines(plan)?,
        Some(&before),
        plan,
    )
}

/// OPTA FB after three quarters of its training.
///
/// # Errors
///
/// When it cannot be trained.
pub fn feedback_earlier(plan: &Plan<'_>) -> Result<PathBuf, ExperimentError> {
    train_feedback(
        feedback::KIND,
        earlier_games(plan),
        lines(plan)?,
        None,
        plan,
    )
}

/// Beginnings of training games with the codes of the French, all different.
fn lines(plan: &Plan<'_>) -> Result<Vec<Opening>, ExperimentError> {
    let lines = thematic_lines(plan.archive, FRENCH.range()?, PLIES, LINES, plan.seed)?;
    Ok(lines)
}

/// The name of folders of [`feedback_from_the_first_move`].
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
    train_feedback(FEEDBACK_BEGUN, plan.training, vec![opening], None, plan)
}

/// Trains OPTA FB, unless that was done; `before` is a folder with the first games of the same.
fn train_feedback(
    name: &str,
    games: u64,
    openings: Vec<Opening>,
    before: Option<&Path>,
    plan: &Plan<'_>,
) -> Result<PathBuf, ExperimentError> {
    let base = PlayerFolder::open(&tables(plan)?).map_err(LearnError::from)?;
    let student = FeedbackStudent::new(&base, profile(plan), WEIGHT)?;
    let training = training("opta3.1", (games, plan.training / 2), openings, plan)?;
    let folder = place(name, &student, &training, plan);
    if PlayerFolder::open(&folder).is_ok() {
        return Ok(folder);
    }
    let log = log_of(&folder);
    if let Some(before) = before.filter(|_| !PlayerFolder::is(&folder) && !log.exists()) {
        let copied = fs::copy(before.join(LOG_FILE), &log);
        copied.map_err(|error| ExperimentError::file(&log, error))?;
    }
    learn_feedback(&base, student, &training, &folder)?;
    Ok(folder)
}

/// Games of Bebe's training: no more are played, however many others have.
const BEBE: u64 = 120;

/// Different beginnings of Bebe's training, so that each comes again in a third of it.
const BEBES_LINES: usize = 20;

/// The player that learns by rote, after Bebe's number of games on the French, and under which
/// terms it meets its trainer once more: from the same beginnings, at the same nodes. What was learnt
/// by heart helps only where the same positions come again, and no deeper value is asked for.
///
/// # Errors
///
/// When it cannot be trained.
pub fn rote(plan: &Plan<'_>) -> Result<(PathBuf, Terms), ExperimentError> {
    let student = RoteStudent::new(None, profile(plan), RoteOptions::default());
    let openings = matches::beginnings(FRENCH, BEBES_LINES, plan)?;
    let terms = Terms {
        nodes: nodes(plan),
        lines: openings.len(),
        // Two of each beginning: neither player knows chance, so that others would come again.
        games: plan.games.min(2 * openings.len() as u64),
    };
    let training = training("reference", (BEBE.min(plan.training), 0), openings, plan)?;
    let folder = place(rote::KIND, &student, &training, plan);
    if PlayerFolder::open(&folder).is_err() {
        learn_rote(student, &training, &folder)?;
    }
    Ok((folder, terms))
}

fn profile(plan: &Plan<'_>) -> Profile {
    Profile::named(plan.profile).unwrap_or(Profile::Classic)
}

/// The folder of a training.
fn place(name: &str, student: &dyn Student, training: &Training<'_>, plan: &Plan<'_>) -> PathBuf {
    let conditions = json!({"games": training.games, "unused": training.unused,
        "course": description(student, training)});
    let mark = plan.mark(&conditions);
    plan.work.join(format!("{name}-{}-{mark}", training.games))
}

/// So many games against a trainer, in so many first ones without using what was learnt.
fn training<'a>(
    trainer: &str,
    (games, unused): (u64, u64),
    openings: Vec<Opening>,
    plan: &Plan<'a>,
) -> Result<Training<'a>, ExperimentError> {
    let trainer = Ready {
        player: trainer.to_string(),
        shown: trainer.to_string(),
        place: plan.work.to_path_buf(),
    };
    Ok(Training {
        games,
        unused,
        nodes: nodes(plan),
        trainers: vec![contestant(&trainer, plan)?],
        openings,
        seed: plan.seed,
        stop: plan.stop,
        tell: plan.tell,
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use zermelo_archive::{Archive, BuildOptions, DEFAULT_MEMORY, Filter, SEGMENT_GAMES, build};
    use zermelo_learn::Step;
    use zermelo_learn::curve::read_curve;

    use super::super::{curves, meetings};
    use super::*;

    /// A folder that goes away, with an archive of some French games.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Place {
            let name = format!("zermelo-trainings-{name}-{}", std::process::id());
            let place = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&place);
            fs::create_dir_all(&place).unwrap();
            let lines = [
                "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+",
                "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6",
                "e4 e6 d3 d5 Nd2 Nf6 Ngf3 c5 g3 Nc6",
            ];
            let games = lines.map(|line| {
                format!("[Result \"1-0\"]\n[ECO \"C10\"]\n\n{line} 1-0\n\n").repeat(25)
            });
            let pgn = place.join("games.pgn");
            fs::write(&pgn, games.concat()).unwrap();
            let options = BuildOptions {
                filter: Filter::default(),
                plies: None,
                memory: DEFAULT_MEMORY,
                threads: 1,
                segment_games: SEGMENT_GAMES,
                keep_duplicates: true,
                fresh: false,
                on_problem: &mut |_, problem| panic!("{problem:?}"),
                on_progress: &mut |_| false,
            };
            build(&place.join("archive"), &[pgn], options).unwrap();
            Place(place)
        }

        fn archive(&self) -> Archive {
            Archive::open(&self.0.join("archive")).unwrap()
        }

        /// The names of folders and logs of trainings.
        fn trainings(&self) -> Vec<String> {
            let entries = fs::read_dir(self.0.join("work")).unwrap().flatten();
            let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
            let mut names: Vec<String> = names.filter(|name| name.contains("-fb-")).collect();
            names.sort();
            names
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn plan<'a>(
        archive: &'a Archive,
        work: &'a Path,
        stop: &'a dyn Fn() -> bool,
        tell: &'a dyn Fn(Step<'_>),
    ) -> Plan<'a> {
        Plan {
            archive,
            work,
            positions: 1,
            games: 2,
            training: 4,
            nodes: 400,
            profile: "classic",
            concurrency: 1,
            seed: 1,
            stop,
            tell,
        }
    }

    fn curve(folder: &Path) -> (usize, u64) {
        let text = fs::read_to_string(folder.join("curve.json")).unwrap();
        let trained = read_curve(&serde_json::from_str(&text).unwrap()).unwrap();
        (trained.points.len(), trained.unused)
    }

    #[test]
    fn trainings_under_other_conditions_stand_beside_and_the_same_is_not_done_again() {
        let place = Place::new("beside");
        let (archive, work) = (place.archive(), place.0.join("work"));
        let played = Cell::new(0);
        let never = || false;
        let tell = |step: Step<'_>| {
            played.set(played.get() + u64::from(step.doing.starts_with("training games")));
        };
        let first = plan(&archive, &work, &never, &tell);
        let short = feedback_from_the_first_move(&first).unwrap();
        assert_eq!(curve(&short), (4, 2));
        let more = Plan {
            training: 8,
            ..first
        };
        let long = feedback_from_the_first_move(&more).unwrap();
        assert_eq!(curve(&long), (8, 4), "half of all, not of the shorter one");
        assert_eq!(curve(&short), (4, 2), "it stays as it was");
        let (shorter, longer) = (place.trainings(), played.get());
        assert_eq!(feedback_from_the_first_move(&first).unwrap(), short);
        assert_eq!((place.trainings(), played.get()), (shorter, longer));
        let others = [
            Plan { seed: 2, ..first },
            Plan {
                nodes: 500,
                ..first
            },
            Plan {
                profile: "modern",
                ..first
            },
        ];
        let mut folders = vec![short, long];
        for other in others {
            let folder = feedback_from_the_first_move(&other).unwrap();
            assert!(!folders.contains(&folder));
            folders.push(folder);
        }
        assert!(
            folders
                .iter()
                .all(|folder| PlayerFolder::open(folder).is_ok())
        );
    }

    #[test]
    fn an_interrupted_training_waits_for_its_own_conditions() {
        let place = Place::new("waits");
        let (archive, work) = (place.archive(), place.0.join("work"));
        let done = Cell::new(0);
        let tell = |step: Step<'_>| {
            if step.doing.starts_with("training games") {
                done.set(step.done);
            }
        };
        let stop = || done.get() == 2;
        let first = plan(&archive, &work, &stop, &tell);
        let ended = feedback_from_the_first_move(&first);
        assert!(matches!(ended, Err(ExperimentError::Interrupted)));
        let log = place.trainings();
        assert!(log.len() == 1 && log[0].ends_with(".training"), "{log:?}");
        let never = || false;
        let other = Plan {
            seed: 2,
            stop: &never,
            ..first
        };
        feedback_from_the_first_move(&other).unwrap();
        assert!(place.trainings().contains(&log[0]));
        let told = Cell::new(u64::MAX);
        let tell = |step: Step<'_>| {
            if step.doing.starts_with("training games") {
                told.set(told.get().min(step.done));
            }
        };
        feedback_from_the_first_move(&plan(&archive, &work, &never, &tell)).unwrap();
        assert_eq!(told.get(), 3, "the third game came next");
        assert!(!place.trainings().contains(&log[0]));
    }

    #[test]
    fn the_player_of_three_quarters_is_called_after_its_games() {
        let place = Place::new("named");
        let (archive, work) = (place.archive(), place.0.join("work"));
        let never = || false;
        let plan = plan(&archive, &work, &never, &|_| ());
        assert_eq!(shown(EARLIER, &plan), "opta-fb-3");
        assert_eq!(shown("opta-fb", &plan), "opta-fb");
        let note = note(meetings::FEEDBACK, &plan).unwrap();
        assert!(note.contains("4 games at 40 nodes"), "{note}");
        assert!(note.contains("opta-fb-3 is the same after 3"), "{note}");
        assert_eq!(super::note(meetings::HISTORY, &plan), None);
    }
    #[test]
    fn the_rote_learner_meets_its_trainer_where_it_was_trained() {
        let place = Place::new("rote");
        let (archive, work) = (place.archive(), place.0.join("work"));
        let never = || false;
        let plan = Plan {
            games: 200,
            training: 12,
            nodes: 10,
            ..plan(&archive, &work, &never, &|_| ())
        };
        let sheet = curves::rote(&plan).unwrap();
        assert_eq!(sheet.data["match"]["nodes"], 1, "those of the training");
        let row = &sheet.data["match"]["rows"][0];
        assert_eq!(
            (&row["games"], &row["different_games"]),
            (&json!(6), &json!(6))
        );
        let says = |text: &str| sheet.notes.iter().any(|note| note.contains(text));
        assert!(says("the same 3 beginnings"), "{:?}", sheet.notes);
        assert!(says("In the first 6 training games"), "{:?}", sheet.notes);
    }
}
