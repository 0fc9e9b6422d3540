//! `learn feedback` and `learn rote`: players that learn from their own games.

use std::time::Instant;

use serde_json::json;
use zermelo_archive::{Archive, ArchiveError, Filter};
use zermelo_arena::clock::Control;
use zermelo_arena::engine;
use zermelo_arena::engine_spec::EngineSpec;
use zermelo_arena::openings::Opening;
use zermelo_arena::player::Contestant;
use zermelo_arena::uci::Patience;
use zermelo_chess::ChessReferee;
use zermelo_engine::Profile;
use zermelo_engine::learned::ROTE_FILE;
use zermelo_engine::learned::folder::PlayerFolder;
use zermelo_engine::learned::rote::Rote;
use zermelo_learn::feedback::{FeedbackStudent, learn_feedback, log_of};
use zermelo_learn::rote::{RoteOptions, RoteStudent, learn_rote};
use zermelo_learn::training::{Trained, Training};
use zermelo_learn::{LearnError, thematic_lines};

use super::learn;
use crate::args::{LearnFeedbackArgs, LearnRoteArgs, TrainingArgs};
use crate::commands::match_::resume_command;
use crate::report::{VERSION, named};
use crate::steps::{self, Steps};
use crate::{Failure, Io, archive, folders, interrupt, players};

/// Different first moves, as far as there are so many.
const LINES: usize = 1000;

/// Runs `learn feedback`.
pub fn feedback(args: &LearnFeedbackArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let begun = Instant::now();
    let from = learn::open(&args.from)?;
    let profile = profile(&args.training)?;
    let student = FeedbackStudent::new(&from, profile, args.weight).map_err(learn::failure)?;
    let usual = format!(
        "opta3.1@{}[dir={}]",
        args.training.profile,
        args.from.display()
    );
    let unused = args.unused.unwrap_or(args.training.games / 2);
    let trained = trained(&args.training, &usual, unused, io, |training| {
        learn_feedback(&from, student, training, &args.training.output)
    })?;
    finish(&args.training, &trained, begun, io)
}

/// Runs `learn rote`.
pub fn rote(args: &LearnRoteArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let begun = Instant::now();
    let profile = profile(&args.training)?;
    let begin = match &args.from {
        None => None,
        Some(path) => {
            let folder = learn::open(path)?;
            if !folder.has(ROTE_FILE) {
                return Err(Failure::Input(format!(
                    "{}: a player folder of kind `{}`; expected one that `zermelo learn rote` wrote",
                    path.display(),
                    folder.kind
                )));
            }
            let values = Rote::read(&folder.file(ROTE_FILE)).map_err(Failure::input)?;
            Some((values, folder))
        }
    };
    let options = RoteOptions {
        most: args.most as usize,
        changed: args.changed,
    };
    let student = RoteStudent::new(begin, profile, options);
    let usual = format!("reference@{}", args.training.profile);
    let trained = trained(&args.training, &usual, args.unused, io, |training| {
        learn_rote(student, training, &args.training.output)
    })?;
    finish(&args.training, &trained, begun, io)
}

fn profile(args: &TrainingArgs) -> Result<Profile, Failure> {
    let named = Profile::named(&args.profile);
    named.ok_or_else(|| Failure::Input(format!("no profile is called `{}`", args.profile)))
}

type Learnt = (PlayerFolder, Trained);

/// Sets the training up, and does it.
fn trained(
    args: &TrainingArgs,
    usual: &str,
    unused: u64,
    io: &mut Io<'_>,
    learn: impl FnOnce(&Training<'_>) -> Result<Learnt, LearnError>,
) -> Result<Learnt, Failure> {
    interrupt::install();
    let names = match args.trainer.as_slice() {
        [] => vec![usual.to_string()],
        names => names.to_vec(),
    };
    let trainers = names.iter().map(|name| trainer(name, args));
    let steps = Steps::new(args.form, io);
    let training = Training {
        games: args.games,
        unused,
        nodes: args.nodes,
        trainers: trainers.collect::<Result<_, _>>()?,
        openings: openings(args)?,
        seed: args.seed,
        stop: &interrupt::asked,
        tell: &|step| steps.tell(step),
    };
    let learnt = learn(&training);
    drop(training);
    drop(steps);
    learnt.map_err(|error| match error {
        LearnError::Archive(ArchiveError::Interrupted) => Failure::Check(format!(
            "interrupted; the games are in {}, to go on: {}",
            log_of(&args.output).display(),
            resume_command(None)
        )),
        error => learn::failure(error),
    })
}

fn trainer(name: &str, args: &TrainingArgs) -> Result<Contestant<'static, ChessReferee>, Failure> {
    let control = Control {
        nodes: Some(args.nodes),
        ..Control::default()
    };
    if EngineSpec::is_engine(name) {
        let spec = EngineSpec::parse(name).map_err(Failure::input)?;
        let contestant = engine::contestant(spec.clone(), Patience::default());
        let contestant = contestant.map_err(Failure::Input)?;
        engine::check(&spec, control, false).map_err(Failure::Input)?;
        return Ok(contestant);
    }
    players::chess(name, control, folders::of_players(args.player_dir.as_ref()))
}

fn openings(args: &TrainingArgs) -> Result<Vec<Opening>, Failure> {
    let Some(codes) = &args.eco else {
        return Ok(Vec::new());
    };
    let range = Filter::parse_eco(codes).map_err(Failure::input)?;
    let path = match &args.archive {
        Some(path) => path.clone(),
        None => archive::user_archive()?,
    };
    let games = Archive::open(&path).map_err(|error| learn::failure(error.into()))?;
    let plies = usize::from(args.opening_plies);
    let lines = thematic_lines(&games, Some(range), plies, LINES, args.seed);
    let lines = lines.map_err(|error| learn::failure(error.into()))?;
    if lines.is_empty() {
        return Err(Failure::Input(format!(
            "{}: no game with opening codes {codes} has more than {plies} plies",
            path.display()
        )));
    }
    Ok(lines)
}

fn finish(
    args: &TrainingArgs,
    (folder, trained): &Learnt,
    begun: Instant,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let seconds = begun.elapsed().as_secs_f64();
    let object = json!({
        "samples": trained.points.len(),
        "resumed": trained.resumed,
        "kind": folder.kind,
        "seconds": seconds,
        "figures": folder.figures,
        // Training games are learnt from, all of them.
        "held_out": null,
        "seed": args.seed,
        "output": named(&args.output),
        "version": VERSION,
    });
    if steps::printed(args.form, object, io)? {
        return Ok(());
    }
    io.line(format!("{} in {seconds:.1} s", args.output.display()))?;
    learn::describe(folder, io)
}
