//! A whole match: workers that play, one thread that keeps the books.
//!
//! Every worker takes the next game of the schedule, plays it with players of its own, and hands
//! the record to the calling thread, which writes log, PGN and events. A game is counted when,
//! and only when, its record is in the log; a match without a log keeps no more than its totals.

use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use zermelo_game::random::mix;

use crate::adjudicate::Adjudication;
use crate::books::Books;
use crate::clock::Control;
use crate::discipline::Discipline;
use crate::events::{Event, EventSink};
use crate::log::LogError;
use crate::openings::Book;
use crate::pairing::{Assignment, Format, Schedule};
use crate::player::Contestant;
use crate::record::{GameRecord, PlyRecord};
use crate::sprt::{Sprt, Verdict};
use crate::standings::Standings;
use crate::stop::Stop;
use crate::summary::Summary;
use crate::worker::Worker;

/// Searches recurse up to a thousand plies. Memory is taken only as it is used.
const STACK: usize = 256 << 20;

/// How a match is played.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// Who meets whom.
    pub format: Format,
    /// Games of every encounter; with a sequential test, at most.
    pub games: u64,
    /// A sequential test of the first contestant against the second, if there are two.
    pub sprt: Option<Sprt>,
    /// The control of everybody who has none of his own.
    pub control: Control,
    /// By which clocks may be overstepped.
    pub margin: Duration,
    /// Rules that end games early.
    pub adjudication: Adjudication,
    /// The openings, used in their order, from the start again when they run out.
    pub book: Book,
    /// Games at the same time.
    pub concurrency: usize,
    /// All the chance there is in the match.
    pub seed: u64,
    /// The event's name, for the PGN.
    pub event: String,
    /// Where games are written as they finish; added to what is there.
    pub pgn: Option<PathBuf>,
    /// Where the match is remembered, so that it can be resumed.
    pub log: Option<PathBuf>,
    /// Whether every move is an event.
    pub move_events: bool,
}

impl Default for MatchConfig {
    fn default() -> MatchConfig {
        MatchConfig {
            format: Format::RoundRobin,
            games: 2,
            sprt: None,
            control: Control::default(),
            margin: Duration::ZERO,
            adjudication: Adjudication::default(),
            book: Book::default(),
            concurrency: 1,
            seed: 1,
            event: "Zermelo match".to_string(),
            pgn: None,
            log: None,
            move_events: false,
        }
    }
}

/// Why a match could not be played.
#[derive(Debug)]
pub enum MatchError {
    /// The configuration makes no sense; a sentence.
    Config(String),
    /// The log cannot be used.
    Log(LogError),
    /// The PGN file cannot be written.
    Pgn(PathBuf, std::io::Error),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Config(problem) => f.write_str(problem),
            MatchError::Log(error) => error.fmt(f),
            MatchError::Pgn(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for MatchError {}

impl From<LogError> for MatchError {
    fn from(error: LogError) -> MatchError {
        MatchError::Log(error)
    }
}

/// What workers tell the thread that keeps the books.
pub(crate) enum Message {
    Started(Assignment),
    Moved(u64, PlyRecord),
    Finished(Box<GameRecord>),
}

/// Plays a match. With a log that already has games of this match, it goes on from there.
///
/// # Errors
///
/// If the configuration makes no sense, or the files cannot be used. Games are never an error.
pub fn run<D: Discipline>(
    discipline: &D,
    contestants: &[Contestant<'_, D::Referee>],
    judge: Option<&Contestant<'_, D::Referee>>,
    config: &MatchConfig,
    sink: &mut dyn EventSink,
    stop: &Stop,
) -> Result<Summary, MatchError> {
    check(contestants, config)?;
    let begun = Instant::now();
    let names = distinct(contestants.iter().map(|c| c.name.clone()).collect());
    let schedule = Schedule::new(config.format, contestants.len(), config.games);
    let mut standings = Standings::new(&schedule, contestants.len(), config.sprt);
    let description = describe(discipline, contestants, judge, config);
    let controls = contestants
        .iter()
        .map(|c| c.control.unwrap_or(config.control).to_string());
    let controls: Vec<String> = controls.collect();
    let game = discipline.name();
    let (mut books, remembered) =
        Books::open(config, &description, &schedule, &game, &names, &controls)?;
    let done = recall(&remembered.games, &schedule, &mut standings);
    sink.event(&Event::MatchStarted {
        discipline: &game,
        names: &names,
        games: schedule.len(),
        resumed: done.len(),
        dropped: remembered.dropped,
        skipped_openings: &config.book.skipped,
    });
    let worker = Worker {
        discipline,
        contestants,
        judge,
        config,
        stop: &stop.child(),
    };
    let keeper = Keeper {
        names: &names,
        standings: &mut standings,
        books: &mut books,
        sink,
    };
    play_all(&worker, keeper, &schedule, done)?;
    books.close()?;
    let decided = standings
        .sprt()
        .is_some_and(|s| s.verdict != Verdict::Undecided);
    let summary = Summary {
        discipline: game,
        names,
        sprt: config.sprt,
        planned: schedule.len(),
        interrupted: standings.finished < schedule.len() && !decided,
        standings,
        skipped_openings: config.book.skipped.clone(),
        seed: config.seed,
        seconds: begun.elapsed().as_secs_f64(),
    };
    sink.event(&Event::MatchFinished {
        summary: &summary.to_json(),
    });
    Ok(summary)
}

/// Counts the games that a log remembers; their numbers.
fn recall(games: &[GameRecord], schedule: &Schedule, standings: &mut Standings) -> HashSet<u64> {
    let mut done = HashSet::new();
    for record in games {
        if schedule.game(record.game).is_some() && done.insert(record.game) {
            standings.add(record);
        }
    }
    done
}

/// Plays the games that are left, and keeps the books of them.
fn play_all<D: Discipline>(
    worker: &Worker<'_, D>,
    mut keeper: Keeper<'_>,
    schedule: &Schedule,
    done: HashSet<u64>,
) -> Result<(), MatchError> {
    let dispatcher = Mutex::new(Dispatcher {
        schedule,
        done,
        next: 0,
    });
    let concurrency = worker.config.concurrency.max(1);
    // Workers wait for the books to be kept: a stop or a verdict finds them close behind.
    let (sender, receiver) = sync_channel(concurrency);
    std::thread::scope(|scope| {
        for _ in 0..concurrency {
            let sender: SyncSender<Message> = sender.clone();
            let dispatcher = &dispatcher;
            let thread = Builder::new()
                .name("match worker".to_string())
                .stack_size(STACK);
            let work = move || worker.work(|| next_game(dispatcher, worker.stop), &sender);
            // With one worker less a match is slower, with none it is interrupted at once.
            let _ = thread.spawn_scoped(scope, work);
        }
        drop(sender);
        let kept = keeper.keep(receiver, worker.stop);
        // Workers that still play must not wait for a game to end that nobody will record.
        worker.stop.now();
        kept
    })
}

fn check<R: zermelo_game::Referee>(
    contestants: &[Contestant<'_, R>],
    config: &MatchConfig,
) -> Result<(), MatchError> {
    let problem = if contestants.len() < 2 {
        Some("a match needs two players".to_string())
    } else if config.games == 0 {
        Some("a match needs at least one game".to_string())
    } else if config.book.openings.is_empty() {
        Some("a match needs an opening, if only the empty one".to_string())
    } else if config.sprt.is_some() && contestants.len() > 2 {
        Some("a sequential test is between two players".to_string())
    } else {
        config.sprt.and_then(|sprt| sprt.problem())
    };
    problem.map_or(Ok(()), |problem| Err(MatchError::Config(problem)))
}

/// Everything that the results depend on: the match's name in its log. What only says how the
/// games are run (concurrency, files) is left out, and so is the number of games, so that a
/// finished match can be prolonged.
fn describe<D: Discipline>(
    discipline: &D,
    contestants: &[Contestant<'_, D::Referee>],
    judge: Option<&Contestant<'_, D::Referee>>,
    config: &MatchConfig,
) -> Value {
    let player =
        |c: &Contestant<'_, D::Referee>| json!([c.name, c.identity, format!("{:?}", c.control)]);
    let mut description = json!({
        "game": discipline.name(),
        "players": contestants.iter().map(player).collect::<Vec<_>>(),
        "judge": judge.map(player),
        "format": format!("{:?}", config.format),
        "control": format!("{:?}", config.control),
        "margin": config.margin.as_micros().to_string(),
        "adjudication": format!("{:?}", config.adjudication),
        "openings": config.book.description(),
        "seed": config.seed,
        "sprt": format!("{:?}", config.sprt),
    });
    // Logs of games without settings stay what they were.
    let settings = discipline.settings();
    if !settings.is_empty() {
        description["settings"] = json!(settings);
    }
    description
}

/// Makes equal names different.
fn distinct(mut names: Vec<String>) -> Vec<String> {
    for i in 1..names.len() {
        let base = names[i].clone();
        let mut copy = 2;
        while names[..i].contains(&names[i]) {
            names[i] = format!("{base} #{copy}");
            copy += 1;
        }
    }
    names
}

/// The seed of a game.
pub(crate) fn game_seed(seed: u64, game: u64) -> u64 {
    mix(mix(seed) ^ game)
}

struct Dispatcher<'a> {
    schedule: &'a Schedule,
    done: HashSet<u64>,
    next: u64,
}

/// The next game that nobody has played, or `None` if there is nothing to do.
fn next_game(dispatcher: &Mutex<Dispatcher<'_>>, halt: &Stop) -> Option<Assignment> {
    let mut dispatcher = dispatcher
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    while !halt.is_finishing() && dispatcher.next < dispatcher.schedule.end() {
        let number = dispatcher.next;
        dispatcher.next += 1;
        if !dispatcher.done.contains(&number)
            && let Some(assignment) = dispatcher.schedule.game(number)
        {
            return Some(assignment);
        }
    }
    None
}

/// The thread that keeps the books.
struct Keeper<'a> {
    names: &'a [String],
    standings: &'a mut Standings,
    books: &'a mut Books,
    sink: &'a mut dyn EventSink,
}

impl Keeper<'_> {
    fn keep(&mut self, receiver: Receiver<Message>, halt: &Stop) -> Result<(), MatchError> {
        self.look_at_test(halt);
        for message in receiver {
            match message {
                Message::Started(assignment) => {
                    let sides = assignment.sides().map(|i| self.names[i].as_str());
                    let game = assignment.game;
                    self.sink.event(&Event::GameStarted { game, sides });
                }
                Message::Moved(game, ply) => {
                    self.sink.event(&Event::Move { game, ply: &ply });
                }
                Message::Finished(record) => {
                    // A failing disk ends the match; what is in the log can be resumed.
                    self.books.add(&record)?;
                    self.finished(&record);
                    self.look_at_test(halt);
                }
            }
        }
        Ok(())
    }

    fn finished(&mut self, record: &GameRecord) {
        let Some(encounter) = self.standings.add(record) else {
            return;
        };
        let tally = self.standings.encounters[encounter].2;
        self.sink.event(&Event::GameFinished {
            record,
            sides: record.sides.map(|i| self.names[i].as_str()),
            tally: &tally,
            finished: self.standings.finished,
            llr: self.standings.sprt().map(|state| state.llr),
        });
    }

    fn look_at_test(&self, halt: &Stop) {
        if self
            .standings
            .sprt()
            .is_some_and(|state| state.verdict != Verdict::Undecided)
        {
            halt.now();
        }
    }
}
