//! `match`: players and engines against each other, and what it proves.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use zermelo_arena::adjudicate::Adjudication;
use zermelo_arena::clock::{Control, TimeControl};
use zermelo_arena::discipline::{BoardDiscipline, ChessDiscipline, Discipline};
use zermelo_arena::engine;
use zermelo_arena::engine_spec::EngineSpec;
use zermelo_arena::events::Event;
use zermelo_arena::openings::Book;
use zermelo_arena::pairing::Format;
use zermelo_arena::player::Contestant;
use zermelo_arena::run::{MatchConfig, run as run_match};
use zermelo_arena::sprt::{EloModel, Sprt};
use zermelo_arena::stop::Stop;
use zermelo_arena::uci::Patience;
use zermelo_chess::{Chess, ChessReferee};
use zermelo_games::find_game;
use zermelo_players::{SearchVisitor, Searchable, with_searchable};

use super::match_openings::{Usual, book, repeated};
use super::match_reporter::{Conditions, Reporter};
use crate::args::MatchArgs;
use crate::{Failure, Io, folders, interrupt, output, players, reads};

/// Games of ours longer than this are drawn.
const MAX_PLIES: usize = 1_000;

/// How often Ctrl-C is looked for.
const LOOK: Duration = Duration::from_millis(30);

/// Runs the command.
pub fn run(args: &MatchArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    check_files(args)?;
    if args.game.eq_ignore_ascii_case("kriegspiel") {
        return super::kriegspiel::run_match(args, io);
    }
    if args.game.eq_ignore_ascii_case("chess") {
        let discipline = ChessDiscipline::default();
        let control = control(args, true)?;
        let book = book(args, io, &discipline, &Chess::new(), &Usual::EVEN)?;
        let positions = book.openings.iter().any(|o| o.position.is_some());
        let contestant = |text: &String, control| chess_player(text, args, control, positions);
        let players = args.players.iter().map(|text| contestant(text, control));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let judge = args.judge.as_ref();
        let judge = judge.map(|text| contestant(text, judge_control(args)));
        let judge = judge.transpose()?;
        return play(args, io, &discipline, &players, judge.as_ref(), book);
    }
    let info = find_game(&args.game).map_err(Failure::input)?;
    let visitor = OwnGame {
        name: info.name,
        args,
        io,
    };
    with_searchable(info.name, None, visitor).map_err(Failure::input)?
}

/// One file cannot be two things.
fn check_files(args: &MatchArgs) -> Result<(), Failure> {
    // Goals may be written where they were read: the same goals with what became of them.
    for goals in [
        ("--goals", args.goals.as_deref()),
        ("--goal-means", args.goal_means.as_deref()),
    ] {
        output::apart(&[
            ("--openings", args.openings.as_deref()),
            ("--pgn", args.pgn.as_deref()),
            ("--log", args.log.as_deref()),
            ("--planner-log", args.planner_log.as_deref()),
            goals,
        ])?;
    }
    let texts = args.players.iter().chain(&args.judge);
    let mut read: Vec<_> = texts.flat_map(|text| reads::of_player(text)).collect();
    let players = args.player_dir.clone();
    read.extend(players.map(|folder| ("--player-dir".to_string(), folder)));
    let written = [
        ("--pgn", args.pgn.as_deref()),
        ("--log", args.log.as_deref()),
        ("--planner-log", args.planner_log.as_deref()),
    ];
    reads::kept(&read, &written)?;
    read.retain(|(option, _)| !option.starts_with("goals="));
    reads::kept(&read, &[("--goal-means", args.goal_means.as_deref())])?;
    if to_stdout(args) && (args.json || args.events) {
        let other = if args.json { "--json" } else { "--events" };
        return Err(Failure::Input(format!(
            "`--pgn -` and {other} both write to standard output"
        )));
    }
    if args.log.as_deref() == Some(Path::new("-")) {
        let why = "`--log -`: a log is read again, expected a file".to_string();
        return Err(Failure::Input(why));
    }
    Ok(())
}

/// Whether the games go to standard output.
pub(super) fn to_stdout(args: &MatchArgs) -> bool {
    args.pgn.as_deref() == Some(Path::new("-"))
}

fn chess_player(
    text: &str,
    args: &MatchArgs,
    control: Control,
    positions: bool,
) -> Result<Contestant<'static, ChessReferee>, Failure> {
    if !EngineSpec::is_engine(text) {
        let players = folders::of_players(args.player_dir.as_ref());
        return players::chess(text, control, players);
    }
    let spec = EngineSpec::parse(text).map_err(Failure::input)?;
    let mut patience = Patience {
        no_clock: Duration::from_secs(args.patience),
        ..Patience::default()
    };
    patience.overtime += Duration::from_millis(args.margin);
    let contestant = engine::contestant(spec.clone(), patience).map_err(Failure::Input)?;
    engine::check(&spec, control, positions).map_err(Failure::Input)?;
    Ok(contestant)
}

/// A match in a game of the registry.
struct OwnGame<'a, 'io> {
    name: &'static str,
    args: &'a MatchArgs,
    io: &'a mut Io<'io>,
}

impl SearchVisitor for OwnGame<'_, '_> {
    type Output = Result<(), Failure>;

    fn visit<G: Searchable>(self, start: G) -> Result<(), Failure> {
        let OwnGame { name, args, io } = self;
        let discipline = BoardDiscipline {
            name: name.to_string(),
            start: start.clone(),
            max_plies: MAX_PLIES,
        };
        let control = control(args, false)?;
        let book = book(args, io, &discipline, &start, &Usual::ANY)?;
        let contestant = |text: &String, control| {
            if EngineSpec::is_engine(text) {
                return Err(Failure::Input(format!("`{text}` plays chess, not {name}")));
            }
            players::board::<G>(text, control)
        };
        let players = args.players.iter().map(|text| contestant(text, control));
        let players = players.collect::<Result<Vec<_>, _>>()?;
        let judge = args.judge.as_ref();
        let judge = judge.map(|text| contestant(text, judge_control(args)));
        let judge = judge.transpose()?;
        play(args, io, &discipline, &players, judge.as_ref(), book)
    }
}

/// What everybody may use who has no control of his own.
pub(super) fn control(args: &MatchArgs, chess: bool) -> Result<Control, Failure> {
    let time = args.tc.as_deref().map(TimeControl::parse).transpose();
    let mut control = Control {
        time: time.map_err(Failure::input)?,
        movetime: args.movetime.map(Duration::from_millis),
        nodes: args.nodes,
        depth: args.depth,
    };
    if control == Control::default() {
        if chess {
            control.time = TimeControl::parse("10+0.1").ok();
        } else {
            control.movetime = Some(Duration::from_millis(100));
        }
    }
    Ok(control)
}

/// What the judge may use; the length of its analysis is the rule's to say.
fn judge_control(args: &MatchArgs) -> Control {
    Control {
        movetime: Some(Duration::from_millis(args.judge_time.unwrap_or(60_000))),
        ..Control::default()
    }
}

/// Games of every encounter; with a sequential test, at most.
fn games(args: &MatchArgs) -> u64 {
    let usual = if args.sprt.is_some() { 100_000 } else { 100 };
    args.games.unwrap_or(usual)
}

/// The configuration that the arguments ask for.
fn config(args: &MatchArgs, chess: bool, book: Book) -> Result<MatchConfig, Failure> {
    let mut adjudication = Adjudication::named(&args.adjudicate).map_err(Failure::Input)?;
    adjudication.max_moves = args.max_moves;
    match (&mut adjudication.thesis, args.judge_time) {
        (Some(rule), Some(millis)) => rule.analysis = Duration::from_millis(millis),
        (None, Some(_)) => return Err(unjudged("--judge-time")),
        (None, None) if args.judge.is_some() => return Err(unjudged("--judge")),
        _ => {}
    }
    let sprt = args
        .sprt
        .as_deref()
        .map(|text| parse_sprt(text, &args.model))
        .transpose()?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Ok(MatchConfig {
        format: if args.gauntlet {
            Format::Gauntlet
        } else {
            Format::RoundRobin
        },
        games: games(args),
        sprt,
        control: control(args, chess)?,
        margin: Duration::from_millis(args.margin),
        adjudication,
        book,
        concurrency: args.concurrency.map_or(cores, |n| n as usize),
        seed: args.seed,
        event: "Zermelo match".to_string(),
        pgn: args.pgn.clone().filter(|_| !to_stdout(args)),
        log: args.log.clone(),
        move_events: args.moves,
    })
}

fn unjudged(option: &str) -> Failure {
    Failure::Input(format!(
        "{option}: only games under `--adjudicate thesis` are judged"
    ))
}

fn parse_sprt(text: &str, model: &str) -> Result<Sprt, Failure> {
    let bad = || {
        Failure::Input(format!(
            "`--sprt {text}`: expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA"
        ))
    };
    let numbers: Vec<f64> = text
        .split(',')
        .map(|part| part.trim().parse().map_err(|_| bad()))
        .collect::<Result<_, _>>()?;
    let mut sprt = Sprt {
        model: if model == "logistic" {
            EloModel::Logistic
        } else {
            EloModel::Normalized
        },
        ..Sprt::default()
    };
    match numbers[..] {
        [elo0, elo1] => (sprt.elo0, sprt.elo1) = (elo0, elo1),
        [elo0, elo1, alpha, beta] => {
            (sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta) = (elo0, elo1, alpha, beta);
        }
        _ => return Err(bad()),
    }
    sprt.problem()
        .map_or(Ok(sprt), |problem| Err(Failure::Input(problem)))
}

/// Does something that Ctrl-C stops.
pub(super) fn until_interrupted<T>(work: impl FnOnce(&Stop) -> T) -> T {
    let stop = Stop::new();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                if interrupt::asked() {
                    stop.now();
                }
                std::thread::sleep(LOOK);
            }
        });
        let done = work(&stop);
        over.store(true, Ordering::Relaxed);
        done
    })
}

/// Plays a match of any game, and says what it came to.
pub(super) fn play<D: Discipline>(
    args: &MatchArgs,
    io: &mut Io<'_>,
    discipline: &D,
    contestants: &[Contestant<'_, D::Referee>],
    judge: Option<&Contestant<'_, D::Referee>>,
    book: Book,
) -> Result<(), Failure> {
    let mut config = config(args, discipline.name() == "chess", book)?;
    // Every match can be resumed: one without a log of its own is remembered until it is over.
    let own_log = if args.log.is_none() {
        memory_file("matches")
    } else {
        None
    };
    config.log = config.log.or_else(|| own_log.clone());
    for skipped in config.book.skipped.iter().take(5) {
        io.message(format!("zermelo: opening skipped: {skipped}"));
    }
    // Players of Kriegspiel open by themselves, each game with a seed of its own.
    let opens = !discipline.name().starts_with("kriegspiel");
    let warning = repeated(&config.book, config.games.div_ceil(2));
    if let Some(warning) = warning.filter(|_| opens) {
        io.message(format!("zermelo: {warning}"));
    }
    let controls = contestants
        .iter()
        .map(|c| c.control.unwrap_or(config.control));
    let conditions = Conditions {
        controls: controls.map(|control| control.to_string()).collect(),
        discipline: discipline.name(),
        event: config.event.clone(),
    };
    let mut reporter = Reporter::new(args, io, own_log.as_deref(), conditions);
    let mut sink = |event: &Event<'_>| reporter.report(event);
    let summary = until_interrupted(|stop| {
        run_match(discipline, contestants, judge, &config, &mut sink, stop)
    });
    let summary = summary.map_err(Failure::input)?;
    if args.json {
        io.json(&summary.to_json())?;
    } else if to_stdout(args) {
        io.message(summary.to_text().trim_end());
    } else if !args.events {
        io.line(summary.to_text().trim_end())?;
    }
    match (summary.interrupted, own_log) {
        (true, own_log) => Err(Failure::Check(format!(
            "interrupted after {} of {} games; to go on: {}",
            summary.standings.finished,
            summary.planned,
            resume_command(own_log.as_deref())
        ))),
        (false, Some(path)) => {
            // Forgetting it is only tidiness.
            let _ = std::fs::remove_file(path);
            Ok(())
        }
        (false, None) => Ok(()),
    }
}

/// A file of our own in a folder of the user's data folder, if there is one.
pub(super) fn memory_file(folder: &str) -> Option<PathBuf> {
    let folder = folders::of_user(folder)?;
    std::fs::create_dir_all(&folder).ok()?;
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .ok()?;
    Some(folder.join(format!("{}-{}.log", now.as_secs(), std::process::id())))
}

/// The command that goes on with what was interrupted.
pub(super) fn resume_command(own_log: Option<&Path>) -> String {
    let mut words: Vec<String> = std::env::args_os()
        .map(|word| quoted(&word.to_string_lossy()))
        .collect();
    if let Some(path) = own_log {
        words.extend(["--log".to_string(), quoted(&path.to_string_lossy())]);
    }
    words.join(" ")
}

/// A word as a shell reads it back.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
