//! Whole matches between players of our own: resuming, being killed, stopping, testing, and
//! games other than chess.
#![allow(clippy::unwrap_used)]

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use zermelo_arena::adjudicate::Adjudication;
use zermelo_arena::discipline::{BoardDiscipline, ChessDiscipline};
use zermelo_arena::events::{Event, EventSink, JsonLines, Silent};
use zermelo_arena::openings::Book;
use zermelo_arena::pairing::Format;
use zermelo_arena::player::{Contestant, from_fn};
use zermelo_arena::record::Termination;
use zermelo_arena::run::{MatchConfig, MatchError, run};
use zermelo_arena::sprt::{Sprt, Verdict};
use zermelo_arena::stop::Stop;
use zermelo_arena::summary::Summary;
use zermelo_chess::{Chess, ChessReferee};
use zermelo_game::random::{Rng, mix};
use zermelo_game::{
    BoardReferee, Choice, Failure, Game, History, Notation, Outcome, ParseError, Player, Side,
    Thought,
};

/// A pile from which one to three are taken; who cannot take loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pile(u32, Side);

impl Game for Pile {
    type Move = u32;
    fn side(&self) -> Side {
        self.1
    }
    fn legal_moves(&self, out: &mut Vec<u32>) {
        out.extend(1..=self.0.min(3));
    }
    fn play(&mut self, m: u32) {
        *self = Pile(self.0 - m, !self.1);
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then_some(Outcome::Win(!self.1))
    }
    fn key(&self) -> u64 {
        u64::from(self.0) * 2 + self.1.index() as u64
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} left", self.0)
    }
}

impl Notation for Pile {
    fn parse(text: &str) -> Result<Pile, ParseError> {
        let count = text
            .parse()
            .map_err(|_| ParseError::new(text, 1, "a number"))?;
        Ok(Pile(count, Side::First))
    }
    fn notation(&self) -> String {
        self.0.to_string()
    }
    fn move_text(&self, m: u32) -> String {
        m.to_string()
    }
}

type Piles = BoardReferee<Pile>;

fn piles() -> BoardDiscipline<Pile> {
    BoardDiscipline {
        name: "pile".to_string(),
        start: Pile(21, Side::First),
        max_plies: 100,
    }
}

/// Plays perfectly with a chance of `skill` per cent a move, else at random.
fn pile_player(name: &str, skill: u64) -> Contestant<'static, Piles> {
    let label = name.to_string();
    Contestant::new(name, move |_: &Stop| {
        let choose = move |view: &History<Pile>, _: &_, seed: u64| -> Choice<u32> {
            let left = view.position().0;
            let chance = mix(seed ^ u64::from(left));
            if chance % 100 < skill && !left.is_multiple_of(4) {
                (left % 4).into()
            } else {
                (1 + (chance >> 32) as u32 % left.min(3)).into()
            }
        };
        Ok::<_, Failure>(from_fn::<Piles, _>(label.clone(), choose))
    })
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("zermelo-match-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn play_piles(config: &MatchConfig, sink: &mut dyn EventSink, stop: &Stop) -> Summary {
    let players = [pile_player("sharp", 80), pile_player("dull", 20)];
    run(&piles(), &players, None, config, sink, stop).unwrap()
}

#[test]
fn any_game_of_ours_plays_through_the_same_code() {
    let folder = folder("any");
    let config = MatchConfig {
        games: 200,
        concurrency: 3,
        pgn: Some(folder.join("games.pgn")),
        book: Book::random(&Pile(21, Side::First), 2, 100, 5),
        ..MatchConfig::default()
    };
    let summary = play_piles(&config, &mut Silent, &Stop::new());
    let value = summary.to_json();
    assert_eq!(value["games"], 200);
    assert!(value["elo"].as_f64().unwrap() > 100.0, "{value}");
    assert_eq!(value["terminations"]["rules"], 200);
    let total: f64 = summary.tally().pentanomial.iter().sum();
    assert_eq!(total, 100.0);
    let pgn = std::fs::read_to_string(folder.join("games.pgn")).unwrap();
    assert_eq!(pgn.matches("[Variant \"pile\"]").count(), 200);
    assert!(summary.to_text().contains("sharp - dull: 200 games"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn concurrency_does_not_change_the_results() {
    let results = [1, 4].map(|concurrency| {
        let config = MatchConfig {
            games: 100,
            concurrency,
            ..MatchConfig::default()
        };
        play_piles(&config, &mut Silent, &Stop::new()).tally()
    });
    assert_eq!(results[0], results[1]);
}

#[test]
fn a_sequential_test_stops_by_itself_and_says_why() {
    let config = MatchConfig {
        games: 100_000,
        sprt: Some(Sprt {
            elo1: 50.0,
            ..Sprt::default()
        }),
        concurrency: 2,
        ..MatchConfig::default()
    };
    let summary = play_piles(&config, &mut Silent, &Stop::new());
    let state = summary.standings.sprt().unwrap();
    assert_eq!(state.verdict, Verdict::Stronger);
    assert!(summary.standings.finished < 2_000);
    assert!(!summary.interrupted);
    assert!(
        summary
            .verdict()
            .unwrap()
            .starts_with("sharp passes against dull")
    );
    assert_eq!(summary.to_json()["sprt"]["verdict"], "H1");
}

#[test]
fn a_sequential_test_does_not_depend_on_which_games_finish_first() {
    let pairs = |concurrency| {
        let config = MatchConfig {
            games: 100_000,
            sprt: Some(Sprt::default()),
            concurrency,
            ..MatchConfig::default()
        };
        let summary = play_piles(&config, &mut Silent, &Stop::new());
        summary.standings.sprt().unwrap()
    };
    assert_eq!(pairs(1), pairs(4));
}

#[test]
fn a_stopped_match_keeps_what_was_done_and_goes_on() {
    let folder = folder("stop");
    let config = MatchConfig {
        games: 60,
        log: Some(folder.join("log")),
        pgn: Some(folder.join("pgn")),
        ..MatchConfig::default()
    };
    let stop = Stop::new();
    let mut sink = |event: &Event<'_>| {
        if let Event::GameFinished { finished: 20, .. } = event {
            stop.finish_games();
        }
    };
    let first = play_piles(&config, &mut sink, &stop);
    assert!(
        first.interrupted && first.standings.finished < 60,
        "{}",
        first.standings.finished
    );
    let mut lines = Vec::new();
    let second = play_piles(&config, &mut JsonLines::new(&mut lines), &Stop::new());
    assert_eq!(second.standings.finished, 60);
    let first_line = String::from_utf8(lines)
        .unwrap()
        .lines()
        .next()
        .unwrap()
        .to_string();
    let started: serde_json::Value = serde_json::from_str(&first_line).unwrap();
    assert_eq!(started["resumed"], first.standings.finished);
    let uninterrupted = MatchConfig {
        log: None,
        pgn: None,
        ..config
    };
    assert_eq!(
        second.tally(),
        play_piles(&uninterrupted, &mut Silent, &Stop::new()).tally()
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_log_of_another_match_is_refused_and_left_alone() {
    let folder = folder("other");
    let log = folder.join("log");
    let config = MatchConfig {
        games: 4,
        log: Some(log.clone()),
        ..MatchConfig::default()
    };
    play_piles(&config, &mut Silent, &Stop::new());
    let before = std::fs::read(&log).unwrap();
    let other = MatchConfig {
        seed: 99,
        ..config.clone()
    };
    let players = [pile_player("sharp", 80), pile_player("dull", 20)];
    let refused = run(&piles(), &players, None, &other, &mut Silent, &Stop::new());
    assert!(matches!(refused, Err(MatchError::Log(_))));
    assert_eq!(std::fs::read(&log).unwrap(), before);
    std::fs::write(&log, "my diary\n").unwrap();
    let refused = run(&piles(), &players, None, &config, &mut Silent, &Stop::new());
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("is not the log of this match")
    );
    assert_eq!(std::fs::read(&log).unwrap(), b"my diary\n");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_log_cut_anywhere_or_with_a_damaged_byte_resumes_to_the_same_totals() {
    let folder = folder("cut");
    let log = folder.join("log");
    let config = MatchConfig {
        games: 6,
        log: Some(log.clone()),
        ..MatchConfig::default()
    };
    let whole = play_piles(&config, &mut Silent, &Stop::new()).tally();
    let bytes = std::fs::read(&log).unwrap();
    let header = bytes.iter().position(|&b| b == b'\n').unwrap();
    let mut rng = Rng::new(3);
    let mut seen_damage = 0;
    for trial in 0..200 {
        let mut copy = bytes.clone();
        if trial % 2 == 0 {
            copy.truncate(rng.below(bytes.len() + 1));
        } else {
            let at = header + 1 + rng.below(bytes.len() - header - 1);
            copy[at] ^= 1 << rng.below(8);
        }
        std::fs::write(&log, &copy).unwrap();
        let mut sink = |event: &Event<'_>| {
            if let Event::MatchStarted { dropped, .. } = event {
                seen_damage += dropped;
            }
        };
        let again = play_piles(&config, &mut sink, &Stop::new());
        assert_eq!(
            (again.tally(), again.standings.finished),
            (whole, 6),
            "trial {trial}"
        );
    }
    assert!(seen_damage > 100, "{seen_damage}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn senseless_matches_are_refused_in_a_sentence() {
    let config = MatchConfig::default();
    let alone = [pile_player("alone", 1)];
    let error = run(&piles(), &alone, None, &config, &mut Silent, &Stop::new()).unwrap_err();
    assert_eq!(error.to_string(), "a match needs two players");
    let two = [pile_player("a", 1), pile_player("a", 1)];
    let none = MatchConfig {
        games: 0,
        ..config.clone()
    };
    assert!(run(&piles(), &two, None, &none, &mut Silent, &Stop::new()).is_err());
    let summary = run(&piles(), &two, None, &config, &mut Silent, &Stop::new()).unwrap();
    assert_eq!(summary.names, ["a", "a #2"]);
}

#[test]
fn a_player_that_panics_loses_the_game_and_not_the_match() {
    let panicking = Contestant::<Piles>::new("panicking", |_: &Stop| {
        let choose = |view: &History<Pile>, _: &_, _| -> Choice<u32> {
            assert!(view.moves().len() < 2, "a planned panic of a test");
            1.into()
        };
        Ok::<_, Failure>(from_fn::<Piles, _>("panicking", choose))
    });
    let players = [pile_player("calm", 50), panicking];
    let config = MatchConfig {
        games: 4,
        ..MatchConfig::default()
    };
    let summary = run(&piles(), &players, None, &config, &mut Silent, &Stop::new()).unwrap();
    assert_eq!(summary.standings.terminations[&Termination::Crash], 4);
    assert_eq!(summary.tally().wins, 4.0);
}

#[test]
fn a_round_robin_gives_a_crosstable_in_the_order_of_strength() {
    let players = [20, 95, 60].map(|skill| pile_player(&format!("p{skill}"), skill));
    let config = MatchConfig {
        games: 100,
        format: Format::RoundRobin,
        ..MatchConfig::default()
    };
    let summary = run(&piles(), &players, None, &config, &mut Silent, &Stop::new()).unwrap();
    let table = summary.crosstable();
    let places: Vec<_> = ["p95", "p60", "p20"]
        .map(|name| table.find(name).unwrap())
        .into();
    assert!(places.is_sorted(), "{table}");
    assert_eq!(summary.to_json()["encounters"].as_array().unwrap().len(), 3);
}

/// A chess player that plays at random, says a score, and takes its time.
fn random_chess(
    score: i32,
    wait: Duration,
) -> impl Fn(&Stop) -> Result<Box<dyn Player<ChessReferee>>, Failure> {
    move |_| {
        let choose = move |view: &History<Chess>, _: &_, seed: u64| {
            std::thread::sleep(wait);
            let mut legal = Vec::new();
            view.position().legal_moves(&mut legal);
            let index = mix(seed ^ view.position().key()) % legal.len() as u64;
            Choice {
                action: Some(legal[index as usize]),
                thought: Thought {
                    score: Some(score),
                    depth: Some(1),
                    nodes: Some(10),
                    ..Thought::default()
                },
            }
        };
        Ok(from_fn::<ChessReferee, _>("random", choose))
    }
}

#[test]
fn thesis_adjudication_gives_mixed_points_and_exact_scores() {
    let players = [
        Contestant::new("a", random_chess(150, Duration::ZERO)),
        Contestant::new("b", random_chess(-150, Duration::ZERO)),
    ];
    let folder = folder("thesis");
    let config = MatchConfig {
        games: 10,
        adjudication: Adjudication::named("thesis").unwrap(),
        pgn: Some(folder.join("pgn")),
        ..MatchConfig::default()
    };
    let discipline = ChessDiscipline::default();
    let summary = run(
        &discipline,
        &players,
        None,
        &config,
        &mut Silent,
        &Stop::new(),
    )
    .unwrap();
    let shared = summary.standings.terminations[&Termination::Adjudication];
    assert!(shared > 2, "{}", summary.to_text());
    // Both agree on +150 for `a`, which is worth 0.75 in either colour.
    let tally = summary.tally();
    let decided = tally.games - shared;
    assert!(
        tally.wins >= shared as f64 / 2.0 && tally.wins <= shared as f64 / 2.0 + decided as f64
    );
    let pgn = std::fs::read_to_string(folder.join("pgn")).unwrap();
    assert_eq!(
        pgn.matches("[Termination \"adjudication\"]").count() as u64,
        shared
    );
    assert!(pgn.contains("[WhitePoints \"0.2500\"]") || pgn.contains("[WhitePoints \"0.7500\"]"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_judge_decides_what_the_players_only_claim() {
    let players = [
        Contestant::new("boaster", random_chess(900, Duration::ZERO)),
        Contestant::new("modest", random_chess(0, Duration::ZERO)),
    ];
    let judge = Contestant::new("judge", random_chess(0, Duration::ZERO));
    let config = MatchConfig {
        games: 6,
        adjudication: Adjudication::named("thesis").unwrap(),
        ..MatchConfig::default()
    };
    let discipline = ChessDiscipline::default();
    let sink = &mut Silent;
    let summary = run(
        &discipline,
        &players,
        Some(&judge),
        &config,
        sink,
        &Stop::new(),
    )
    .unwrap();
    let shared = summary.standings.terminations[&Termination::Adjudication];
    assert!(
        summary.tally().draws >= shared as f64,
        "{}",
        summary.to_text()
    );
}

const KILL_FOLDER: &str = "ZERMELO_ARENA_KILL_TEST";

fn killable_match(folder: &Path, wait: Duration) -> Summary {
    let players = [
        Contestant::new("a", random_chess(0, wait)),
        Contestant::new("b", random_chess(0, wait)),
    ];
    let config = MatchConfig {
        games: 40,
        concurrency: 2,
        log: Some(folder.join("log")),
        pgn: Some(folder.join("pgn")),
        ..MatchConfig::default()
    };
    let discipline = ChessDiscipline { max_plies: 60 };
    run(
        &discipline,
        &players,
        None,
        &config,
        &mut Silent,
        &Stop::new(),
    )
    .unwrap()
}

/// Not a test by itself: the process that the next test kills.
#[test]
fn the_match_that_is_killed() {
    if let Some(folder) = std::env::var_os(KILL_FOLDER) {
        killable_match(Path::new(&folder), Duration::from_micros(300));
    }
}

#[test]
fn killed_at_twenty_random_moments_and_resumed_a_match_has_the_same_totals() {
    let (killed, whole) = (folder("killed"), folder("whole"));
    let mut rng = Rng::new(17);
    let mut progress = Vec::new();
    for _ in 0..20 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["the_match_that_is_killed", "--exact", "--nocapture"])
            .env(KILL_FOLDER, &killed)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(20_000 + rng.below(60_000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        let log = std::fs::read_to_string(killed.join("log")).unwrap_or_default();
        progress.push(log.lines().count());
    }
    println!("records after each kill: {progress:?}");
    let resumed = killable_match(&killed, Duration::ZERO);
    let uninterrupted = killable_match(&whole, Duration::ZERO);
    assert_eq!(resumed.standings.finished, 40);
    assert_eq!(resumed.tally(), uninterrupted.tally());
    assert_eq!(
        resumed.standings.terminations,
        uninterrupted.standings.terminations
    );
    let games = |folder: &Path| {
        let pgn = std::fs::read_to_string(folder.join("pgn")).unwrap();
        let mut moves: Vec<String> = zermelo_chess::read_pgn_lines(&pgn, 500)
            .map(|line| format!("{:?}", line.unwrap().moves))
            .collect();
        moves.sort();
        moves
    };
    assert_eq!(games(&killed), games(&whole));
    std::fs::remove_dir_all(killed).unwrap();
    std::fs::remove_dir_all(whole).unwrap();
}
