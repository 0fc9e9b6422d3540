//! `match`: players and engines against each other, and what it proves.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use zermelo_arena::adjudicate::Adjudication;
use zermelo_arena::clock::{Control, TimeControl};
use zermelo_arena::discipline::{BoardDiscipline, ChessDiscipline, Discipline};
use zermelo_arena::engine;
use zermelo_arena::engine_spec::EngineSpec;
use zermelo_arena::events::Event;
use zermelo_arena::openings::{Book, OpeningFormat};
use zermelo_arena::pairing::Format;
use zermelo_arena::player::Contestant;
use zermelo_arena::run::{MatchConfig, run as run_match};
use zermelo_arena::sprt::{EloModel, Sprt};
use zermelo_arena::stop::Stop;
use zermelo_arena::uci::Patience;
use zermelo_chess::{Chess, ChessReferee};
use zermelo_game::Notation;
use zermelo_games::find_game;
use zermelo_players::{SearchVisitor, Searchable, with_searchable};

use crate::args::MatchArgs;
use crate::{Failure, Io, interrupt, players};

/// Games of ours longer than this are drawn.
const MAX_PLIES: usize = 1_000;

/// How often Ctrl-C is looked for.
const LOOK: Duration = Duration::from_millis(30);

/// Runs the command.
pub fn run(args: &MatchArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    if args.game.eq_ignore_ascii_case("chess") {
        let discipline = ChessDiscipline::default();
        let book = book(args, &discipline, &Chess::new(), 0)?;
        let contestant = |text: &String| chess_player(text, args);
        let players = args
            .players
            .iter()
            .map(contestant)
            .collect::<Result<Vec<_>, _>>()?;
        let judge = args.judge.as_ref().map(contestant).transpose()?;
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

fn chess_player(
    text: &str,
    args: &MatchArgs,
) -> Result<Contestant<'static, ChessReferee>, Failure> {
    if !EngineSpec::is_engine(text) {
        return players::chess(text);
    }
    let spec = EngineSpec::parse(text).map_err(Failure::input)?;
    let mut patience = Patience::default();
    patience.overtime += Duration::from_millis(args.margin);
    engine::contestant(spec, patience).map_err(Failure::Input)
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
        let book = |discipline: &BoardDiscipline<G>| book(self.args, discipline, &start, 2);
        let discipline = BoardDiscipline {
            name: self.name.to_string(),
            start: start.clone(),
            max_plies: MAX_PLIES,
        };
        let book = book(&discipline)?;
        let contestant = |text: &String| {
            if EngineSpec::is_engine(text) {
                let name = self.name;
                return Err(Failure::Input(format!("`{text}` plays chess, not {name}")));
            }
            players::board::<G>(text)
        };
        let players = self
            .args
            .players
            .iter()
            .map(contestant)
            .collect::<Result<Vec<_>, _>>()?;
        let judge = self.args.judge.as_ref().map(contestant).transpose()?;
        play(
            self.args,
            self.io,
            &discipline,
            &players,
            judge.as_ref(),
            book,
        )
    }
}

fn book<D: Discipline, G: Notation>(
    args: &MatchArgs,
    discipline: &D,
    start: &G,
    usual_plies: usize,
) -> Result<Book, Failure> {
    let mut book = if let Some(path) = &args.openings {
        let shown = path.display();
        let bytes = if path == Path::new("-") {
            std::io::read_to_string(std::io::stdin()).map(String::into_bytes)
        } else {
            std::fs::read(path)
        };
        let bytes = bytes.map_err(|error| Failure::Input(format!("{shown}: {error}")))?;
        let text = String::from_utf8_lossy(&bytes);
        let format = OpeningFormat::of(path);
        Book::read(&text, format, args.opening_plies, discipline)
            .map_err(|error| Failure::Input(format!("{shown}: {error}")))?
    } else {
        let pairs = usize::try_from(args.games.unwrap_or(100) / 2 + 1).unwrap_or(usize::MAX);
        match args.random_plies.unwrap_or(usual_plies) {
            0 => Book::default(),
            plies => Book::random(start, plies, pairs.min(10_000), args.seed),
        }
    };
    if let Some(range) = &args.eco {
        book.keep_eco(range).map_err(Failure::Input)?;
    }
    if args.shuffle {
        book.shuffle(args.seed);
    }
    Ok(book)
}

/// The configuration that the arguments ask for.
fn config(args: &MatchArgs, chess: bool, book: Book) -> Result<MatchConfig, Failure> {
    let mut control = Control {
        time: args
            .tc
            .as_deref()
            .map(TimeControl::parse)
            .transpose()
            .map_err(Failure::input)?,
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
    let mut adjudication = Adjudication::named(&args.adjudicate).map_err(Failure::Input)?;
    adjudication.max_moves = args.max_moves;
    if let (Some(rule), Some(millis)) = (&mut adjudication.thesis, args.judge_time) {
        rule.analysis = Duration::from_millis(millis);
    }
    let sprt = args
        .sprt
        .as_deref()
        .map(|text| parse_sprt(text, &args.model))
        .transpose()?;
    let usual_games = if sprt.is_some() { 100_000 } else { 100 };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Ok(MatchConfig {
        format: if args.gauntlet {
            Format::Gauntlet
        } else {
            Format::RoundRobin
        },
        games: args.games.unwrap_or(usual_games),
        sprt,
        control,
        margin: Duration::from_millis(args.margin),
        adjudication,
        book,
        concurrency: args.concurrency.map_or(cores, |n| n as usize),
        seed: args.seed,
        event: "Zermelo match".to_string(),
        pgn: args.pgn.clone(),
        log: args.log.clone(),
        move_events: args.moves,
    })
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

fn play<D: Discipline>(
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
    let stop = Stop::new();
    let over = AtomicBool::new(false);
    let begun = Instant::now();
    let summary = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                if interrupt::asked() {
                    stop.now();
                }
                std::thread::sleep(LOOK);
            }
        });
        let mut sink = |event: &Event<'_>| report(args, io, event, begun);
        let summary = run_match(discipline, contestants, judge, &config, &mut sink, &stop);
        over.store(true, Ordering::Relaxed);
        summary
    });
    let summary = summary.map_err(Failure::input)?;
    if args.json {
        io.json(&summary.to_json())?;
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

/// Shows what happens: as lines of JSON if asked for, as one line of progress on a terminal.
fn report(args: &MatchArgs, io: &mut Io<'_>, event: &Event<'_>, begun: Instant) {
    if args.events {
        // A reader that went away does not end the match.
        let _ = writeln!(io.out, "{}", event.to_json()).and_then(|()| io.out.flush());
        return;
    }
    match event {
        Event::MatchStarted {
            discipline,
            names,
            games,
            resumed,
            dropped,
            ..
        } => {
            if *resumed == 0 {
                io.message(format!(
                    "zermelo: {games} games of {discipline}, {}",
                    names.join(" - ")
                ));
                return;
            }
            let damaged = if *dropped > 0 {
                format!(", {dropped} damaged records dropped")
            } else {
                String::new()
            };
            io.message(format!("zermelo: going on after {resumed} games{damaged}"));
        }
        Event::GameFinished {
            tally,
            finished,
            llr,
            ..
        } if io.terminal => {
            let rate = *finished as f64 / begun.elapsed().as_secs_f64().max(0.001);
            let elo = tally.estimate().and_then(|e| e.elo.zip(e.elo_error));
            let elo = elo.map_or(String::new(), |(elo, error)| {
                format!(" Elo {elo:+.0} ±{error:.0}")
            });
            let llr = llr.map_or(String::new(), |llr| format!(" LLR {llr:.2}"));
            let line = format!(
                "\r{finished} games, +{:.0} ={:.0} -{:.0}{elo}{llr}, {rate:.1} a second   ",
                tally.wins, tally.draws, tally.losses
            );
            let _ = write!(io.err, "{line}").and_then(|()| io.err.flush());
        }
        Event::MatchFinished { .. } if io.terminal => io.message(""),
        _ => {}
    }
}

/// A file of our own in a folder of the user's data folder, if there is one.
pub(super) fn memory_file(folder: &str) -> Option<PathBuf> {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
    let data = std::env::var_os("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(home)?;
    let folder = data.join("zermelo").join(folder);
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
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
