//! The source's experiments with learned players, re-run on our players and games.
//!
//! An experiment is named after the source's table. It learns what it needs from an archive, a
//! part of whose games is held out for measuring, and keeps all that it has measured in a work
//! folder: stopped at any moment, the same command goes on. Unlike [`crate::theory`] it reads files
//! and clocks.

pub mod bill;
pub mod bootstrap;
pub mod choices;
pub mod curves;
pub mod database;
pub mod evaluators;
pub mod folders;
pub mod journal;
pub mod matches;
pub mod measure;
pub mod meetings;
pub mod nodes;
pub mod openings;
pub mod position;
pub mod positions;
pub mod report;
pub mod sheet;
pub mod trainings;

use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use zermelo_archive::{Archive, ArchiveError};
use zermelo_arena::log::fingerprint;
use zermelo_learn::{LearnError, Step};

use sheet::Sheet;

/// An experiment.
pub struct Experiment {
    /// The number of the source's table or figure.
    pub name: &'static str,
    /// What it measures.
    pub title: &'static str,
    /// Measures it.
    pub run: fn(&Plan<'_>) -> Result<Sheet, ExperimentError>,
}

/// All experiments, in the order of the source.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "4.1",
        title: "the size of an opening table of the French",
        run: |plan| openings::run(&openings::TABLE_FRENCH, plan),
    },
    Experiment {
        name: "4.2",
        title: "the size of an opening table of the King's Indian",
        run: |plan| openings::run(&openings::TABLE_INDIAN, plan),
    },
    Experiment {
        name: "figure-4.2",
        title: "the moves of a position by games and score, and those that are accepted",
        run: position::moves,
    },
    Experiment {
        name: "4.3",
        title: "the size of an opening table of all games",
        run: |plan| openings::run(&openings::TABLE_ALL, plan),
    },
    Experiment {
        name: "4.4",
        title: "matches of the reference player against itself: White's points",
        run: |plan| matches::run("4.4", meetings::ITSELF, plan),
    },
    Experiment {
        name: "4.5",
        title: "matches of OPTA 1, 2 and 3 on the French",
        run: |plan| matches::run("4.5", meetings::FRENCH_BOOK, plan),
    },
    Experiment {
        name: "4.6",
        title: "matches of OPTA 1, 2 and 3 on the King's Indian",
        run: |plan| matches::run("4.6", meetings::INDIAN_BOOK, plan),
    },
    Experiment {
        name: "5.1",
        title: "matches of OPTA 3.1 on the French",
        run: |plan| matches::run("5.1", meetings::FRENCH_ORDER, plan),
    },
    Experiment {
        name: "5.2",
        title: "matches of OPTA 3.1 on the King's Indian",
        run: |plan| matches::run("5.2", meetings::INDIAN_ORDER, plan),
    },
    Experiment {
        name: "5.3",
        title: "nodes to finish a depth, moves ordered by the opening table (OPTA 3.1) or not",
        run: |plan| Ok(nodes::run("5.3", &nodes::PRE_ORDERING, plan)?.sheet()),
    },
    Experiment {
        name: "5.4",
        title: "matches of OPTA FB on the French, after three quarters of its training and after all",
        run: |plan| matches::run("5.4", meetings::FEEDBACK, plan),
    },
    Experiment {
        name: "figure-5.2",
        title: "the learning curve of OPTA FB",
        run: curves::feedback,
    },
    Experiment {
        name: "5.5",
        title: "the history table of a position",
        run: position::history,
    },
    Experiment {
        name: "5.6",
        title: "nodes to finish a depth, with history tables (OPHISTA) or without (OPTA 3.1)",
        run: |plan| Ok(nodes::run("5.6", &nodes::HISTORY, plan)?.sheet()),
    },
    Experiment {
        name: "5.7",
        title: "matches of OPHISTA on the French",
        run: |plan| matches::run("5.7", meetings::HISTORY, plan),
    },
    Experiment {
        name: "6.2",
        title: "matches of Bayesian evaluations on the French",
        run: evaluators::bayes,
    },
    Experiment {
        name: "6.3",
        title: "matches of weights by a genetic algorithm on the French",
        run: evaluators::bred,
    },
    Experiment {
        name: "6.4",
        title: "matches of Genetic 2 on the Spanish and the King's Gambit",
        run: |plan| matches::run("6.4", evaluators::GENETIC_ELSEWHERE, plan),
    },
    Experiment {
        name: "bill",
        title: "Othello, Bill's experiment: a Bayesian evaluation against linear ones",
        run: evaluators::othello,
    },
    Experiment {
        name: "7.1",
        title: "the match of all that was learnt, on the French",
        run: |plan| evaluators::with_combined("7.1", evaluators::ALL_TOGETHER, plan),
    },
    Experiment {
        name: "figure-a.6",
        title: "the evaluation of a position, term by term",
        run: evaluators::figure,
    },
    Experiment {
        name: "stack",
        title: "what each part of the learned player is worth, against the reference",
        run: |plan| evaluators::with_combined("stack", meetings::STACK, plan),
    },
    Experiment {
        name: "reductions",
        title: "moves that the opening table does not know searched shallower first (OPTA 3.2)",
        run: choices::run,
    },
    Experiment {
        name: "rote",
        title: "rote learning as in Bebe: the learning curve, and a match with the trainer",
        run: curves::rote,
    },
    Experiment {
        name: "b.3",
        title: "results of the games by opening",
        run: database::results,
    },
    Experiment {
        name: "b.4",
        title: "the most frequent players",
        run: database::players,
    },
    Experiment {
        name: "figure-b.3",
        title: "games by year",
        run: |plan| database::years(false, plan),
    },
    Experiment {
        name: "figure-b.4",
        title: "games by year since 1950",
        run: |plan| database::years(true, plan),
    },
];

impl Experiment {
    /// Measures it, and keeps the result in the work folder.
    ///
    /// # Errors
    ///
    /// What the experiment returns, or when the result cannot be written.
    pub fn measure(&self, plan: &Plan<'_>) -> Result<Sheet, ExperimentError> {
        let file = self.result_file(plan.work);
        let folder = file.parent().unwrap_or(plan.work);
        std::fs::create_dir_all(folder).map_err(|error| ExperimentError::file(folder, error))?;
        let mut sheet = (self.run)(plan)?;
        // A page may hold results of several archives.
        let games = plan.archive.games();
        sheet.notes.push(format!(
            "Archive of {} games ({}), seed {}.",
            sheet::grouped(games),
            plan.archive.fingerprint(),
            plan.seed
        ));
        sheet.data["archive_games"] = json!(games);
        sheet.write(&file)?;
        Ok(sheet)
    }

    /// Where the last result is kept.
    #[must_use]
    pub fn result_file(&self, work: &Path) -> PathBuf {
        work.join("results").join(format!("{}.json", self.name))
    }
}

/// What an experiment works with.
pub struct Plan<'a> {
    /// The games.
    pub archive: &'a Archive,
    /// Where it keeps what it has learnt and measured.
    pub work: &'a Path,
    /// Positions of each group of openings.
    pub positions: usize,
    /// Games of each match.
    pub games: u64,
    /// Training games of players that learn from their own.
    pub training: u64,
    /// Nodes a move in matches; training has a tenth of that.
    pub nodes: u64,
    /// The search profile in matches.
    pub profile: &'a str,
    /// Games at the same time.
    pub concurrency: usize,
    /// The seed of the choice of positions and openings, of the games and of the intervals.
    pub seed: u64,
    /// Ends the work when it says yes.
    pub stop: &'a dyn Fn() -> bool,
    /// Told what is being done, and how far it is.
    pub tell: &'a dyn Fn(Step<'_>),
}

impl Plan<'_> {
    /// Some letters that stand for conditions, with the archive and the program among them: what
    /// was measured under others is kept in files of other names.
    pub(crate) fn mark(&self, conditions: &Value) -> String {
        let program = zermelo_engine::fingerprint();
        let all = json!([conditions, self.archive.fingerprint(), program]);
        fingerprint(&all.to_string())
    }
}

/// Why an experiment has no result.
#[derive(Debug)]
pub enum ExperimentError {
    /// Something is wrong with what it was given: one sentence.
    Input(String),
    /// Nothing could be learnt.
    Learn(LearnError),
    /// It was stopped, and can go on.
    Interrupted,
}

impl ExperimentError {
    fn file(path: &Path, error: std::io::Error) -> ExperimentError {
        ExperimentError::Input(format!("cannot write {}: {error}", path.display()))
    }
}

impl fmt::Display for ExperimentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExperimentError::Input(sentence) => f.write_str(sentence),
            ExperimentError::Learn(error) => error.fmt(f),
            ExperimentError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for ExperimentError {}

impl From<LearnError> for ExperimentError {
    fn from(error: LearnError) -> ExperimentError {
        match error {
            LearnError::Archive(ArchiveError::Interrupted) => ExperimentError::Interrupted,
            error => ExperimentError::Learn(error),
        }
    }
}

impl From<ArchiveError> for ExperimentError {
    fn from(error: ArchiveError) -> ExperimentError {
        LearnError::from(error).into()
    }
}

/// The experiment of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Experiment> {
    EXPERIMENTS
        .iter()
        .find(|experiment| experiment.name.eq_ignore_ascii_case(name))
}
