//! `learn bayes`, `learn genetic` and `learn selfplay`: evaluations, and games to learn them from.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};
use zermelo_archive::{ArchiveError, Filter, FilterText};
use zermelo_engine::evaluation::Term;
use zermelo_engine::learned::bayes_file::CLASSES;
use zermelo_engine::learned::place::beside;
use zermelo_engine::tuning::fit::FitParams;
use zermelo_engine::tuning::train::TrainParams;
use zermelo_learn::genetic::Fitness;
use zermelo_learn::inspect::Evaluated;
use zermelo_learn::scored::Scoring;
use zermelo_learn::slips::{Played, Slips, unfinished};
use zermelo_learn::{
    BayesLearner, CalibratedLearner, GeneticLearner, LearnError, NetworkLearner, Step, Variant,
    WeightsLearner,
};

use super::learn::{self, Work};
use crate::args::{
    BayesVariant, FitnessForm, LearnBayesArgs, LearnFitArgs, LearnFromArgs, LearnGeneticArgs,
    LearnSelfplayArgs,
};
use crate::commands::match_::resume_command;
use crate::report::{VERSION, counted, named};
use crate::steps::{self, Steps};
use crate::{Failure, Io, interrupt, output};

fn work<'a>(from: &'a LearnFromArgs, name: &'a str) -> Work<'a> {
    Work {
        args: &from.work,
        name,
    }
}

fn filter(from: &LearnFromArgs) -> Result<Filter, Failure> {
    let text = FilterText {
        eco: from.eco.clone(),
        ..FilterText::default()
    };
    text.filter().map_err(Failure::input)
}

/// Learns a Bayesian evaluation.
pub fn bayes(args: &LearnBayesArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let filter = filter(&args.from)?;
    let most = usize::try_from(args.positions).unwrap_or(usize::MAX);
    let variant = match args.variant {
        BayesVariant::Calibrated => {
            let learner = CalibratedLearner { filter, most };
            return work(&args.from, "bayes-calibrated").done_by(&learner, io);
        }
        BayesVariant::Plain => Variant::Plain,
        BayesVariant::Wd => Variant::WithoutDraws,
        BayesVariant::Gm => Variant::Grandmasters,
        BayesVariant::Ind => Variant::Independent,
    };
    let learner = BayesLearner {
        variant,
        filter,
        most,
    };
    let name = zermelo_learn::Learner::kind(&learner);
    work(&args.from, name).done_by(&learner, io)
}

/// Learns weights by a genetic algorithm.
pub fn genetic(args: &LearnGeneticArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let (name, learner) = match args.variant {
        1 => ("genetic1", GeneticLearner::first(args.seed)),
        _ => ("genetic2", GeneticLearner::second(args.seed)),
    };
    let work = work(&args.from, name);
    let journal = beside(&work.folder()?, "journal");
    let learner = GeneticLearner {
        exercises: args
            .positions
            .map_or(learner.exercises, |positions| positions as usize),
        generations: args.generations,
        fitness: match args.fitness {
            FitnessForm::Corrected => Fitness::Corrected,
            FitnessForm::Thesis => Fitness::Thesis,
        },
        filter: filter(&args.from)?,
        journal: Some(journal),
        ..learner
    };
    work.done_by(&learner, io)
}

/// From which positions something is fitted; its folder's journal serves where no file is named.
fn scoring(args: &LearnFitArgs, work: &Work<'_>) -> Result<Scoring, Failure> {
    let journal = match &args.samples {
        Some(samples) => samples.clone(),
        None => beside(&work.folder()?, "journal"),
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Scoring {
        filter: filter(&args.from)?,
        most: usize::try_from(args.positions).unwrap_or(usize::MAX),
        nodes: args.nodes,
        seed: args.seed,
        threads: args.threads.map_or_else(cores, usize::from),
        journal: Some(journal),
        kept: args.samples.is_some(),
    })
}

/// Removes a journal that nobody asked to keep.
fn forget(args: &LearnFitArgs, scoring: &Scoring) {
    if args.samples.is_none()
        && let Some(journal) = &scoring.journal
    {
        // What is learnt is written; a journal that stays is only in the way.
        let _ = std::fs::remove_file(journal);
    }
}

/// Fits all weights of the terms.
pub fn weights(args: &LearnFitArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let work = work(&args.from, "weights");
    let learner = WeightsLearner {
        scoring: scoring(args, &work)?,
        params: FitParams {
            result: args.result.into(),
            epochs: args.epochs.into(),
            ..FitParams::default()
        },
    };
    work.done_by(&learner, io)?;
    forget(args, &learner.scoring);
    Ok(())
}

/// Trains a network.
pub fn network(args: &LearnFitArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let work = work(&args.from, "network");
    let scoring = scoring(args, &work)?;
    let learner = NetworkLearner {
        params: TrainParams {
            result: args.result.into(),
            epochs: args.epochs.into(),
            threads: scoring.threads as i64,
            ..TrainParams::default()
        },
        scoring,
    };
    work.done_by(&learner, io)?;
    forget(args, &learner.scoring);
    Ok(())
}

/// Plays games to learn from.
pub fn selfplay(args: &LearnSelfplayArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    if args.output == Path::new("-") && (args.form.json || args.form.events) {
        return Err(Failure::Input(
            "`-o -` and --json or --events all write to standard output".to_string(),
        ));
    }
    output::check(&args.output)?;
    interrupt::install();
    let begun = Instant::now();
    let played = match output::is_replaced(&args.output) {
        true => kept(args, io)?,
        false => poured(args, io)?,
    };
    let seconds = begun.elapsed().as_secs_f64();
    let report = json!({"samples": played.games, "games": played.games, "resumed": played.resumed,
        "nodes": args.nodes, "seed": args.seed, "seconds": seconds, "held_out": null,
        "output": named(&args.output), "version": VERSION});
    if steps::printed(args.form, report, io)? {
        return Ok(());
    }
    io.message(format!(
        "{} written to {} in {seconds:.1} s",
        counted(played.games, "game"),
        args.output.display()
    ));
    Ok(())
}

/// Games into a file, kept beside it until they are all played.
fn kept(args: &LearnSelfplayArgs, io: &mut Io<'_>) -> Result<Played, Failure> {
    let steps = Steps::new(args.form, io);
    let mut slips = Slips::new(args.nodes, args.seed);
    let tell = |step: Step<'_>| steps.tell(step);
    let played = slips.play_into(&args.output, args.games, &interrupt::asked, &tell);
    drop(steps);
    played.map_err(|error| match error {
        LearnError::Archive(ArchiveError::Interrupted) => Failure::Check(format!(
            "interrupted; the games are in {}, to go on: {}",
            unfinished(&args.output).display(),
            resume_command(None)
        )),
        error => learn::failure(error),
    })
}

/// Games to standard output or a pipe, where nothing can be kept.
fn poured(args: &LearnSelfplayArgs, io: &mut Io<'_>) -> Result<Played, Failure> {
    let steps = Steps::new(args.form, io);
    let mut slips = Slips::new(args.nodes, args.seed);
    let (mut text, mut games) = (String::new(), 0);
    while games < args.games && !interrupt::asked() {
        steps.tell(Step::new("games with slips", games, args.games));
        // Writing to a text cannot fail.
        let _ = write!(text, "{}", slips.game(games));
        games += 1;
    }
    drop(steps);
    output::write(&args.output, &text)?;
    if games < args.games {
        return Err(Failure::Check(format!(
            "interrupted; {games} of {} written to {}",
            counted(args.games, "game"),
            args.output.display()
        )));
    }
    Ok(Played { games, resumed: 0 })
}

/// What an evaluation makes of a position, as an object.
pub fn object(evaluated: &Evaluated) -> Value {
    let by_letter = |numbers: &[f64; 8]| -> Value {
        let letters = Term::ALL.iter().map(|(letter, ..)| letter.to_string());
        letters
            .zip(numbers.iter().map(|number| json!(number)))
            .collect()
    };
    let means = CLASSES.iter().zip(&evaluated.means);
    let means: Value = means
        .filter_map(|(class, mean)| Some(((*class).to_string(), by_letter(mean.as_ref()?))))
        .collect();
    json!({
        "stage": evaluated.stage,
        "terms": by_letter(&evaluated.features),
        "means": means,
        "weights": evaluated.weights.as_ref().map(by_letter),
        "expected": evaluated.expected,
    })
}

/// The same in lines.
pub fn lines(evaluated: &Evaluated, io: &mut Io<'_>) -> Result<(), Failure> {
    io.line("")?;
    let mut heading = format!("{:18} {:>9}", "term", "position");
    for (class, mean) in CLASSES.iter().zip(&evaluated.means) {
        if mean.is_some() {
            let _ = write!(heading, " {:>9}", format!("in {class}"));
        }
    }
    if evaluated.weights.is_some() {
        let _ = write!(heading, " {:>9}", "weight");
    }
    let heading = io.bold(&heading);
    io.line(heading)?;
    for (place, (letter, name, _)) in Term::ALL.iter().enumerate() {
        let mut line = format!("{letter} {name:16} {:>9.1}", evaluated.features[place]);
        for mean in evaluated.means.iter().flatten() {
            let _ = write!(line, " {:>9.1}", mean[place]);
        }
        if let Some(weights) = &evaluated.weights {
            let _ = write!(line, " {:>9.4}", weights[place]);
        }
        io.line(line)?;
    }
    let stage = evaluated.stage;
    io.line(match evaluated.expected {
        Some(expected) => {
            format!("stage {stage}; expected score of the side to move {expected:.3}")
        }
        None => format!("stage {stage}"),
    })
}
