//! Whole matches between players of our own: sequential tests, adjudication, failures, and games
//! other than chess.
#![allow(clippy::unwrap_used)]

mod pile;

use std::time::Duration;

use pile::{Pile, Piles, folder, pile_player, piles, play_piles, random_chess};
use zermelo_arena::adjudicate::Adjudication;
use zermelo_arena::discipline::ChessDiscipline;
use zermelo_arena::events::Silent;
use zermelo_arena::openings::Book;
use zermelo_arena::pairing::Format;
use zermelo_arena::player::{Contestant, from_fn};
use zermelo_arena::random_openings::{RandomOpenings, Recipe};
use zermelo_arena::record::Termination;
use zermelo_arena::run::{MatchConfig, run};
use zermelo_arena::sprt::{Sprt, Verdict};
use zermelo_arena::stop::Stop;
use zermelo_game::{Choice, Failure, History, Side};

/// Random openings for the small game.
fn random_book() -> Book {
    let recipe = Recipe {
        plies: 2,
        longer: true,
        seed: 5,
        rule: "any",
    };
    Book::random(RandomOpenings::new(Pile(21, Side::First), recipe, |_| true).unwrap())
}

#[test]
fn any_game_of_ours_plays_through_the_same_code() {
    let folder = folder("any");
    let config = MatchConfig {
        games: 200,
        concurrency: 3,
        pgn: Some(folder.join("games.pgn")),
        book: random_book(),
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
fn copies_of_a_game_are_counted_and_named() {
    let always_one = |name: &str| {
        Contestant::new(name, |_: &Stop| {
            let one = |_: &History<Pile>, _: &_, _| -> Choice<u32> { 1.into() };
            Ok::<_, Failure>(from_fn::<pile::Piles, _>("one", one))
        })
    };
    let players = [always_one("a"), always_one("b")];
    let config = MatchConfig {
        games: 12,
        ..MatchConfig::default()
    };
    let summary = run(&piles(), &players, None, &config, &mut Silent, &Stop::new()).unwrap();
    assert_eq!(summary.to_json()["different_games"], 2);
    let text = summary.to_text();
    assert!(
        text.contains("Only 2 of the 12 games are different"),
        "{text}"
    );
}

#[test]
fn a_match_with_random_openings_can_be_prolonged() {
    let folder = folder("prolonged");
    let of = |games| MatchConfig {
        games,
        book: random_book(),
        log: Some(folder.join("log")),
        ..MatchConfig::default()
    };
    play_piles(&of(4), &mut Silent, &Stop::new());
    let longer = play_piles(&of(8), &mut Silent, &Stop::new());
    let at_once = MatchConfig { log: None, ..of(8) };
    let at_once = play_piles(&at_once, &mut Silent, &Stop::new());
    assert_eq!(
        (longer.standings.finished, longer.tally()),
        (8, at_once.tally())
    );
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
