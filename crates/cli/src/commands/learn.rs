//! `learn`: from an archive to a player folder.

use std::path::PathBuf;
use std::time::Instant;

use serde_json::json;
use zermelo_archive::{Archive, ArchiveError};
use zermelo_learn::{
    Histories, LEARNT_FROM, LearnError, Learner, Ophista, Opta, Samples, TOLD, learn,
};

pub(super) use super::learn_inspect::{describe, open};
use super::{learn_folders, learn_goals, learn_inspect, learn_profile, learn_training};
use crate::args::{LearnArgs, LearnCommand, LearnHistoryArgs, LearnTableArgs, LearnWorkArgs};
use crate::commands::{learn_evaluator, learn_plot};
use crate::report::{VERSION, named};
use crate::steps::{self, Steps};
use crate::{Failure, Io, archive, folders, interrupt};

/// Runs the command.
pub fn run(args: &LearnArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    match &args.command {
        LearnCommand::Opta(args) => {
            let learner = Opta {
                least: args.min_games,
            };
            table(&learner, args, io)
        }
        LearnCommand::Ophista(args) => {
            let opta = Opta {
                least: args.min_games,
            };
            let learner = Ophista {
                opta,
                ..Ophista::default()
            };
            table(&learner, args, io)
        }
        LearnCommand::History(args) => history(args, io),
        LearnCommand::Bayes(args) => learn_evaluator::bayes(args, io),
        LearnCommand::Genetic(args) => learn_evaluator::genetic(args, io),
        LearnCommand::Weights(args) => learn_evaluator::weights(args, io),
        LearnCommand::Network(args) => learn_evaluator::network(args, io),
        LearnCommand::Selfplay(args) => learn_evaluator::selfplay(args, io),
        LearnCommand::Plot(args) => learn_plot::run(args, io),
        LearnCommand::Feedback(args) => learn_training::feedback(args, io),
        LearnCommand::Rote(args) => learn_training::rote(args, io),
        LearnCommand::Merge(args) => learn_folders::merge(args, io),
        LearnCommand::Forget(args) => learn_folders::forget(args, io),
        LearnCommand::Inspect(args) => learn_inspect::run(args, io),
        LearnCommand::Diff(args) => learn_inspect::diff(args, io),
        LearnCommand::Profile(args) => learn_profile::run(args, io),
        LearnCommand::Goals(args) => learn_goals::run(args, io),
    }
}

/// What went wrong with a learner, as the program's failure.
pub fn failure(error: LearnError) -> Failure {
    match error {
        LearnError::Archive(ArchiveError::Interrupted) => Failure::Check(
            "interrupted; the same command goes on with what was kept, or learns again".to_string(),
        ),
        LearnError::Archive(error @ ArchiveError::Damaged { .. }) => {
            Failure::Check(error.to_string())
        }
        error => Failure::input(error),
    }
}

fn table(learner: &dyn Learner, args: &LearnTableArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    Work {
        args: &args.work,
        name: learner.kind(),
    }
    .done_by(learner, io)
}

fn history(args: &LearnHistoryArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let learner = Histories {
        least: args.min_games,
    };
    Work {
        args: &args.work,
        name: learner.kind(),
    }
    .done_by(&learner, io)
}

/// From what to what a learner works.
pub struct Work<'a> {
    /// The archive and the folder.
    pub args: &'a LearnWorkArgs,
    /// What the folder is called among the user's players, if none is named.
    pub name: &'a str,
}

impl Work<'_> {
    /// The folder that is written.
    pub fn folder(&self) -> Result<PathBuf, Failure> {
        match &self.args.output {
            Some(output) => Ok(output.clone()),
            None => user_folder(self.name),
        }
    }

    /// Learns, and says what.
    pub fn done_by(&self, learner: &dyn Learner, io: &mut Io<'_>) -> Result<(), Failure> {
        interrupt::install();
        let begun = Instant::now();
        let path = match &self.args.archive {
            Some(path) => path.clone(),
            None => archive::user_archive()?,
        };
        let output = self.folder()?;
        let archive = Archive::open(&path).map_err(|error| failure(error.into()))?;
        let steps = Steps::new(self.args.form, io);
        let samples = Samples {
            archive: &archive,
            hold_out: self.args.hold_out,
            stop: &interrupt::asked,
            tell: &|step| steps.tell(step),
        };
        let learnt = learn(learner, &samples, &output);
        drop(steps);
        let folder = learnt.map_err(failure)?;
        let seconds = begun.elapsed().as_secs_f64();
        let told = folder.origin.get(TOLD);
        let learnt_from = folder.origin.get(LEARNT_FROM);
        let object = json!({
            "samples": learnt_from.or_else(|| folder.origin.get("games")),
            "seed": told.and_then(|told| told.get("seed")),
            "told": told,
            "kind": folder.kind,
            "seconds": seconds,
            "figures": folder.figures,
            "held_out": folder.figures.get("held_out"),
            "output": named(&output),
            "input": named(&path),
            "version": VERSION,
        });
        if steps::printed(self.args.form, object, io)? {
            return Ok(());
        }
        io.line(format!("{} in {seconds:.1} s", output.display()))?;
        describe(&folder, io)
    }
}

/// Where a player folder goes that nobody named.
pub(super) fn user_folder(kind: &str) -> Result<PathBuf, Failure> {
    let players = folders::of_user("players");
    let players = players.ok_or_else(|| Failure::Input("expected `-o FOLDER`".to_string()))?;
    std::fs::create_dir_all(&players)
        .map_err(|error| Failure::Input(format!("cannot write {}: {error}", players.display())))?;
    Ok(players.join(kind))
}
