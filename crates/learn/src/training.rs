//! Training games: a student plays, and learns from every game before the next begins.
//!
//! The source's OPTA FB (5.1.3) trains in 1000 fast games, the first 500 without using what it has
//! learnt, against one trainer; it says that several different ones would be better. Here a
//! student is anything that learns from finished games ([`Student`]), and trainers take turns.
//! Games begin with given first moves, two games each, colours swapped, and are shared after 50
//! moves by the rule of the source's matches, from the mean of the players' last scores.
//!
//! **Invariants.** A game that was reported is in the log; killed at any moment, the training goes
//! on after the last such game and comes to the same end, for what was learnt is computed from the
//! log. Equal seeds give equal games. Games are played one after the other: each may depend on all
//! before.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use zermelo_archive::ArchiveError;
use zermelo_arena::adjudicate::Adjudication;
use zermelo_arena::clock::Control;
use zermelo_arena::discipline::{ChessDiscipline, Discipline};
use zermelo_arena::game_loop::{Conditions, play};
use zermelo_arena::log::{LogError, MatchLog};
use zermelo_arena::openings::Opening;
use zermelo_arena::player::Contestant;
use zermelo_arena::record::GameRecord;
use zermelo_arena::stop::Stop;
use zermelo_chess::{Chess, ChessReferee, Move};
use zermelo_engine::{EnginePlayer, Settings};
use zermelo_game::random::mix;
use zermelo_game::{Game, Notation};

use crate::learner::{LearnError, Step};

/// One who learns from games.
pub trait Student {
    /// What it is and what it began with: part of what tells a training from another.
    fn identity(&self) -> String;

    /// How it plays, with what it has learnt or without.
    fn settings(&self, learnt: bool) -> Settings;

    /// Learns from a finished game.
    fn learn(&mut self, game: &Course);
}

/// A finished training game.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// The position in which it began.
    pub start: Chess,
    /// Its moves, with what the mover said: score for itself and depth, where it thought.
    pub moves: Vec<(Move, Option<(i32, u32)>)>,
    /// The student's side: 0 is White.
    pub side: usize,
    /// White's points.
    pub points: f64,
    /// Which trainer it was played with.
    pub trainer: usize,
}

impl Course {
    /// The student's points.
    #[must_use]
    pub fn own_points(&self) -> f64 {
        if self.side == 0 {
            self.points
        } else {
            1.0 - self.points
        }
    }

    /// A game of a log; `None` if its moves make no sense.
    fn of(record: &GameRecord) -> Option<Course> {
        let start = match &record.position {
            Some(text) => Chess::parse(text).ok()?,
            None => Chess::new(),
        };
        let mut position = start.clone();
        let mut moves = Vec::new();
        for ply in &record.plies {
            let m = position.parse_move(&ply.text).ok()?;
            moves.push((m, ply.score.zip(ply.depth)));
            position.play(m);
        }
        let side = record.sides.iter().position(|&player| player == STUDENT)?;
        Some(Course {
            start,
            moves,
            side,
            points: record.points,
            trainer: record.sides[1 - side].checked_sub(1)?,
        })
    }
}

/// The student's number among the players of the log; trainers come after it.
const STUDENT: usize = 0;

/// How a student is trained.
pub struct Training<'a> {
    /// Games in all, those of the log included.
    pub games: u64,
    /// In so many first games the student does not use what it has learnt. A training that goes
    /// on keeps the number that it was begun with.
    pub unused: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// The trainers, in turns of two games.
    pub trainers: Vec<Contestant<'a, ChessReferee>>,
    /// First moves, in turns of two games.
    pub openings: Vec<Opening>,
    /// The seed of the games.
    pub seed: u64,
    /// Ends the work when it says yes.
    pub stop: &'a dyn Fn() -> bool,
    /// Told of every game, with the student's share of the points so far.
    pub tell: &'a dyn Fn(Step<'_>),
}

/// What came of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// The student's points, game by game.
    pub points: Vec<f64>,
    /// Of each game, the number of the first one like it: players without chance play the same game
    /// again, which proves nothing.
    pub first: Vec<usize>,
    /// So many first games were played without using what was learnt.
    pub unused: u64,
    /// Games that were in the log already.
    pub resumed: u64,
}

/// A game as far as it can be played again: its start, the student's side, the moves.
type Played = (Chess, usize, Vec<Move>);

impl Trained {
    fn add(&mut self, course: &Course, seen: &mut HashMap<Played, usize>) {
        let moves = course.moves.iter().map(|(m, _)| *m).collect();
        let played = (course.start.clone(), course.side, moves);
        let first = *seen.entry(played).or_insert(self.points.len());
        self.first.push(first);
        self.points.push(course.own_points());
    }

    /// The points of some of the games, each different game once.
    #[must_use]
    pub fn different(&self, games: Range<usize>) -> Vec<f64> {
        let mut seen = HashSet::new();
        let counts = games.filter(|&game| seen.insert(self.first[game]));
        counts.map(|game| self.points[game]).collect()
    }
}

/// Trains a student; the log may hold the beginning of this training.
///
/// # Errors
///
/// If the log cannot be used or is another training's, a player cannot be made, or the stop test
/// says yes; the games of the log are kept.
pub fn train(
    student: &mut dyn Student,
    training: &Training<'_>,
    log: &Path,
) -> Result<Trained, LearnError> {
    let problem = |error: &dyn std::fmt::Display| LearnError::Input(error.to_string());
    let extra = json!({"unused": training.unused});
    let opened = MatchLog::open(log, &description(student, training), &extra);
    let (mut log, remembered) = opened.map_err(refused)?;
    let unused = log.extra()["unused"].as_u64().unwrap_or(training.unused);
    let mut trained = Trained {
        points: Vec::new(),
        first: Vec::new(),
        unused,
        resumed: 0,
    };
    let mut seen = HashMap::new();
    let mut games = remembered.games;
    games.sort_by_key(|record| record.game);
    for record in &games {
        // What comes after a damaged record is played again.
        if record.game != trained.points.len() as u64 {
            break;
        }
        let Some(course) = Course::of(record) else {
            break;
        };
        student.learn(&course);
        trained.add(&course, &mut seen);
    }
    trained.resumed = trained.points.len() as u64;
    let mut lesson = Lesson::new(student.settings(false), training);
    for game in trained.resumed..training.games {
        let settings = student.settings(game >= unused);
        let record = lesson.play(game, settings)?;
        log.append(&record).map_err(|error| problem(&error))?;
        let failed = || LearnError::Input("a training game has an illegal move".to_string());
        let course = Course::of(&record).ok_or_else(failed)?;
        student.learn(&course);
        trained.add(&course, &mut seen);
        let share = 100.0 * trained.points.iter().sum::<f64>() / (game + 1) as f64;
        let doing = format!("training games, {share:.1}% of the points");
        (training.tell)(Step::new(&doing, game + 1, training.games));
    }
    log.sync().map_err(|error| problem(&error))?;
    Ok(trained)
}

/// Why the games that are there cannot be gone on with, and what to do.
fn refused(error: LogError) -> LearnError {
    LearnError::Input(match error {
        LogError::OtherMatch(log, found) => format!(
            "{}: the games of another training are there ({found}); give the options that it was \
             begun with, or another folder with -o",
            log.with_extension("").display()
        ),
        other => other.to_string(),
    })
}

/// Everything that the games depend on, but for their number and for how many of them are played
/// without what was learnt.
#[must_use]
pub fn description(student: &dyn Student, training: &Training<'_>) -> Value {
    let trainers = training.trainers.iter();
    let trainers: Vec<&str> = trainers.map(|trainer| trainer.identity.as_str()).collect();
    json!({
        "training": student.identity(),
        "trainers": trainers,
        "nodes": training.nodes,
        "openings": training.openings,
        "seed": training.seed,
    })
}

/// The players of a training, made once.
struct Lesson<'t, 'a> {
    training: &'t Training<'a>,
    student: EnginePlayer,
    trainers: Vec<Option<Box<dyn zermelo_game::Player<ChessReferee>>>>,
    stop: Stop,
}

impl<'t, 'a> Lesson<'t, 'a> {
    fn new(settings: Settings, training: &'t Training<'a>) -> Lesson<'t, 'a> {
        let stop = Stop::new();
        let ended = stop.clone();
        Lesson {
            training,
            student: EnginePlayer::new("student", settings, Arc::new(move || ended.is_now())),
            trainers: training.trainers.iter().map(|_| None).collect(),
            stop,
        }
    }

    /// Plays one game.
    fn play(&mut self, game: u64, settings: Settings) -> Result<GameRecord, LearnError> {
        let training = self.training;
        let pair = usize::try_from(game / 2).unwrap_or(0);
        let number = pair % self.trainers.len();
        if self.trainers[number].is_none() {
            let made = training.trainers[number].factory.create(&self.stop);
            let made = made.map_err(|failure| {
                LearnError::Input(format!("{}: {failure}", training.trainers[number].name))
            })?;
            self.trainers[number] = Some(made);
        }
        let Some(trainer) = self.trainers[number].as_deref_mut() else {
            return Err(LearnError::Input("there is no trainer".to_string()));
        };
        self.student.engine().configure(settings);
        let discipline = ChessDiscipline::default();
        let opening = training.openings.get(pair % training.openings.len().max(1));
        let start = discipline.begin(&opening.cloned().unwrap_or_default());
        let start = start.map_err(|error| LearnError::Input(error.to_string()))?;
        let control = Control {
            nodes: Some(training.nodes),
            ..Control::default()
        };
        let conditions = Conditions {
            controls: [control; 2],
            margin: std::time::Duration::ZERO,
            adjudication: Adjudication::named("thesis").map_err(LearnError::Input)?,
            seed: mix(mix(training.seed) ^ game),
        };
        let side = usize::from(game % 2 == 1);
        let student: &mut (dyn zermelo_game::Player<ChessReferee> + 'static) = &mut self.student;
        let seats = match side {
            0 => [Ok(student), Ok(trainer)],
            _ => [Ok(trainer), Ok(student)],
        };
        // Looked at move by move: a game ends soon after it is asked to.
        let stop = &self.stop;
        let mut look = |_, _: &_| {
            if (training.stop)() {
                stop.now();
            }
        };
        let record = play(
            &discipline,
            start,
            seats,
            None,
            &conditions,
            stop,
            &mut look,
        );
        let mut record = record.ok_or(LearnError::Archive(ArchiveError::Interrupted))?;
        record.game = game;
        record.opening = opening.map_or(String::new(), |opening| opening.name.clone());
        record.sides = match side {
            0 => [STUDENT, number + 1],
            _ => [number + 1, STUDENT],
        };
        if record.termination.is_failure() {
            // It is thrown away; the next game makes it anew.
            self.trainers[number] = None;
        }
        Ok(record)
    }
}
