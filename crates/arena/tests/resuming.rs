//! Matches that are stopped, killed or find a damaged log, and go on.
#![allow(clippy::unwrap_used)]

mod pile;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use pile::{folder, pile_player, piles, play_piles, random_chess};
use zermelo_arena::discipline::ChessDiscipline;
use zermelo_arena::events::{Event, JsonLines, Silent};
use zermelo_arena::player::Contestant;
use zermelo_arena::run::{MatchConfig, MatchError, run};
use zermelo_arena::stop::Stop;
use zermelo_arena::summary::Summary;
use zermelo_game::random::Rng;

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
            // The very first bytes alone could be anybody's: they are not taken for a log.
            let cut = rng.below(bytes.len() + 1);
            copy.truncate(if cut < 10 { 0 } else { cut });
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

/// The number of games in a PGN file.
fn games_in(path: &Path) -> usize {
    let text = std::fs::read_to_string(path).unwrap();
    text.matches("[Event ").count()
}

#[test]
fn going_on_with_a_match_leaves_the_games_of_others_in_the_file() {
    let folder = folder("foreign");
    let pgn = folder.join("pgn");
    let match_of = |games, log: &str, seed| {
        let config = MatchConfig {
            games,
            seed,
            log: Some(folder.join(log)),
            pgn: Some(pgn.clone()),
            ..MatchConfig::default()
        };
        play_piles(&config, &mut Silent, &Stop::new());
        games_in(&pgn)
    };
    assert_eq!(match_of(2, "first", 1), 2);
    assert_eq!(match_of(4, "second", 2), 6);
    let before = std::fs::read(&pgn).unwrap();
    assert_eq!(match_of(2, "first", 1), 6, "nothing was missing");
    assert_eq!(std::fs::read(&pgn).unwrap(), before);
    assert_eq!(match_of(4, "first", 1), 8, "two more games");
    std::fs::write(&pgn, "[Event \"mine\"]\n\n*\n\n").unwrap();
    assert_eq!(match_of(4, "first", 1), 5, "my own file in the old place");
    std::fs::remove_file(&pgn).unwrap();
    assert_eq!(match_of(2, "first", 1), 2, "as many as were asked for");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_match_that_cannot_write_its_games_leaves_no_log() {
    let folder = folder("no-pgn");
    let config = MatchConfig {
        log: Some(folder.join("log")),
        pgn: Some(folder.join("no/such/folder/pgn")),
        ..MatchConfig::default()
    };
    let players = [pile_player("sharp", 80), pile_player("dull", 20)];
    let failed = run(&piles(), &players, None, &config, &mut Silent, &Stop::new());
    assert!(matches!(failed, Err(MatchError::Pgn(..))));
    assert!(!folder.join("log").exists());
    std::fs::remove_dir_all(folder).unwrap();
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
