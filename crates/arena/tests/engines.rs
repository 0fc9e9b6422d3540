//! Matches against scripted engines that fail in every way: every game gets a result with the
//! right reason, none is lost and none counted twice.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use zermelo_arena::clock::{Control, TimeControl};
use zermelo_arena::discipline::ChessDiscipline;
use zermelo_arena::engine::{check, contestant};
use zermelo_arena::engine_spec::EngineSpec;
use zermelo_arena::events::Event;
use zermelo_arena::openings::{Book, OpeningFormat};
use zermelo_arena::pairing::Format;
use zermelo_arena::player::Contestant;
use zermelo_arena::record::Termination;
use zermelo_arena::run::{MatchConfig, run};
use zermelo_arena::stop::Stop;
use zermelo_arena::summary::Summary;
use zermelo_arena::uci::Patience;
use zermelo_chess::{ChessReferee, read_pgn_lines};

const PATIENCE: Patience = Patience {
    start: Duration::from_secs(3),
    overtime: Duration::from_millis(600),
    no_clock: Duration::from_secs(20),
};

fn fake(mode: &str, options: &str) -> Contestant<'static, ChessReferee> {
    let protocol = if mode.contains("xboard") {
        "xboard"
    } else {
        "uci"
    };
    let program = env!("CARGO_BIN_EXE_zermelo-fake-engine");
    let text = format!("{protocol}:\"{program}\" {mode}[name={mode},{options}]");
    contestant(EngineSpec::parse(&text).unwrap(), PATIENCE).unwrap()
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("zermelo-arena-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn book() -> Book {
    let text = "e2e4 e7e5\nd2d4 d7d5\nc2c4\ng1f3 g8f6 c2c4\n";
    Book::read(text, OpeningFormat::Moves, 8, &ChessDiscipline::default()).unwrap()
}

fn config(games: u64) -> MatchConfig {
    MatchConfig {
        games,
        control: Control {
            time: Some(TimeControl::parse("20+0.1").unwrap()),
            ..Control::default()
        },
        book: book(),
        concurrency: 2,
        ..MatchConfig::default()
    }
}

/// Plays a match, checks that every game began and ended exactly once, and that the PGN holds
/// them all.
fn play(name: &str, players: &[Contestant<'_, ChessReferee>], mut config: MatchConfig) -> Summary {
    let folder = folder(name);
    config.log = Some(folder.join("match.log"));
    config.pgn = Some(folder.join("match.pgn"));
    let mut seen: BTreeMap<u64, u32> = BTreeMap::new();
    let mut sink = |event: &Event<'_>| {
        if let Event::GameFinished { record, .. } = event {
            *seen.entry(record.game).or_default() += 1;
        }
    };
    let discipline = ChessDiscipline { max_plies: 60 };
    let summary = run(&discipline, players, None, &config, &mut sink, &Stop::new()).unwrap();
    assert_eq!(summary.standings.finished, summary.planned);
    assert_eq!(seen.len() as u64, summary.planned, "games are missing");
    assert!(
        seen.values().all(|&times| times == 1),
        "a game was counted twice"
    );
    let pgn = std::fs::read_to_string(folder.join("match.pgn")).unwrap();
    let games: Vec<_> = read_pgn_lines(&pgn, 500).collect();
    assert_eq!(games.len() as u64, summary.planned);
    assert!(games.iter().all(Result::is_ok));
    std::fs::remove_dir_all(folder).unwrap();
    summary
}

fn failures(summary: &Summary, player: usize) -> Vec<(Termination, u64)> {
    summary.standings.players[player]
        .failures
        .iter()
        .map(|(t, n)| (*t, *n))
        .collect()
}

#[test]
fn an_engine_that_fails_loses_every_game_with_the_reason_recorded() {
    use Termination::{Crash, IllegalMove, Stall, TimeForfeit};
    let cases = [
        ("crash", "", Crash),
        ("exit", "", Crash),
        ("illegal", "", IllegalMove),
        ("garbage", "", IllegalMove),
        ("hang", "tc=0.4", TimeForfeit),
        ("deaf", "tc=0.4", TimeForfeit),
        ("forfeit", "tc=0.4", TimeForfeit),
        ("silent", "", Stall),
        ("crash xboard", "", Crash),
        ("illegal xboard", "", IllegalMove),
        ("garbage xboard", "", IllegalMove),
        ("claim xboard", "", IllegalMove),
        ("forfeit xboard", "tc=1", TimeForfeit),
    ];
    let mut players = vec![fake("good", "")];
    players.extend(cases.iter().map(|(mode, options, _)| fake(mode, options)));
    let mut config = config(2);
    config.format = Format::Gauntlet;
    let summary = play("failures", &players, config);
    assert_eq!(failures(&summary, 0), []);
    for (i, (mode, _, termination)) in cases.iter().enumerate() {
        assert_eq!(failures(&summary, i + 1), [(*termination, 2)], "{mode}");
    }
}

#[test]
fn engines_that_are_only_odd_lose_nothing_by_it() {
    let modes = [
        "slow 5",
        "lie",
        "quit-crash",
        "flood",
        "noise",
        "good xboard",
        "slow 5 xboard",
        "plain xboard",
        "grumble xboard",
    ];
    let mut players = vec![fake("good", "")];
    players.extend(modes.iter().map(|mode| fake(mode, "")));
    let mut config = config(2);
    config.format = Format::Gauntlet;
    let summary = play("odd", &players, config);
    for (player, contestant) in players.iter().enumerate() {
        assert_eq!(failures(&summary, player), [], "{}", contestant.name);
    }
}

#[test]
fn what_an_xboard_engine_cannot_do_is_said_before_the_match() {
    let program = env!("CARGO_BIN_EXE_zermelo-fake-engine");
    let problem = |mode: &str, control: Control, positions| {
        let text = format!("xboard:\"{program}\" {mode} xboard[name={mode}]");
        check(&EngineSpec::parse(&text).unwrap(), control, positions)
            .err()
            .unwrap_or_default()
    };
    let clock = config(2).control;
    let depth = Control {
        depth: Some(2),
        ..Control::default()
    };
    let nodes = Control {
        nodes: Some(100),
        ..Control::default()
    };
    assert_eq!(problem("plain", clock, false), "");
    assert!(problem("plain", clock, true).contains("cannot begin from a position"));
    assert_eq!(problem("good", clock, true), "");
    assert!(problem("good", nodes, false).contains("no limit of nodes"));
    assert_eq!(problem("good", depth, false), "");
    assert!(problem("grumble", depth, false).contains("`sd 2`"));
    assert_eq!(problem("grumble", clock, false), "");
    assert_eq!(problem("crash", clock, false), "", "the match will tell");
}

#[test]
fn an_engine_that_does_not_start_is_refused_before_the_match() {
    let program = env!("CARGO_BIN_EXE_zermelo-fake-engine");
    let problem = |text: String| {
        check(&EngineSpec::parse(&text).unwrap(), config(2).control, false)
            .err()
            .unwrap_or_default()
    };
    assert_eq!(problem(format!("uci:\"{program}\" good")), "");
    for protocol in ["uci", "xboard"] {
        let said = problem(format!("{protocol}:\"{program}\" nomode[name=Nobody]"));
        assert!(said.starts_with("Nobody does not start: "), "{said}");
        assert!(said.contains("exit status: 2"), "{said}");
    }
}

#[test]
fn an_xboard_engine_that_resigns_has_resigned() {
    let players = [fake("good", ""), fake("resign xboard", "")];
    let summary = play("resign", &players, config(4));
    assert_eq!(summary.standings.terminations[&Termination::Resignation], 4);
    assert_eq!(summary.tally().wins, 4.0);
}

#[test]
fn pondering_engines_play_the_same_games() {
    let plain = [fake("good", ""), fake("slow 1", "")];
    let pondering = [fake("good", ""), fake("slow 1", "ponder=yes")];
    let (a, b) = (
        play("plain", &plain, config(4)),
        play("ponder", &pondering, config(4)),
    );
    assert_eq!(a.tally(), b.tally());
}

/// The long form: a thousand games with every failure.
#[test]
#[ignore = "takes minutes: hanging engines must be waited for"]
fn a_thousand_games_with_every_failure_lose_none_and_count_none_twice() {
    let modes = [
        ("crash 2", ""),
        ("exit 1", ""),
        ("hang 2", "tc=0.15"),
        ("deaf 4", "tc=0.15"),
        ("slow 3", ""),
        ("lie", ""),
        ("illegal 5", ""),
        ("garbage 1", ""),
        ("forfeit 2", "tc=0.15"),
        ("quit-crash", ""),
        ("flood", ""),
        ("noise", ""),
        ("resign xboard", ""),
        ("claim xboard", ""),
        ("crash 4 xboard", ""),
        ("illegal 2 xboard", ""),
        ("garbage 3 xboard", ""),
        ("good xboard", ""),
        ("silent", ""),
        ("deaf 2 xboard", "tc=1"),
    ];
    let mut players = vec![fake("good", "")];
    players.extend(modes.iter().map(|(mode, options)| fake(mode, options)));
    let mut config = config(50);
    config.format = Format::Gauntlet;
    let summary = play("thousand", &players, config);
    assert_eq!(summary.standings.finished, 1_000);
    assert_eq!(failures(&summary, 0), []);
    println!("{}", summary.to_text());
}
