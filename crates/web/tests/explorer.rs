//! The endpoints of the Lichess explorer, field by field as it documents them.

#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod client;

use client::Server;
use serde_json::{Value, json};

const GAMES: &str = r#"[Event "One"]
[White "Adams"]
[Black "Baker"]
[Result "1-0"]
[WhiteElo "2500"]
[BlackElo "2400"]
[Date "2001.03.04"]

1. e4 e5 2. Nf3 Nc6 1-0

[Event "Two"]
[White "Baker"]
[Black "Clark"]
[Result "1/2-1/2"]
[WhiteElo "2410"]
[BlackElo "2450"]
[Date "2003.??.??"]

1. e4 c5 2. Nf3 1/2-1/2

[Event "Three"]
[White "Clark"]
[Black "Adams"]
[Result "0-1"]
[Date "2005.06.07"]

1. d4 d5 0-1
"#;

/// The first game, as every list shows it.
fn first_game() -> Value {
    json!({"id": "0-0", "winner": "white", "white": {"name": "Adams", "rating": 2500},
        "black": {"name": "Baker", "rating": 2400}, "year": 2001, "month": "2001-03"})
}

fn opening(eco: &str, name: &str) -> Value {
    json!({"eco": eco, "name": name})
}

fn played(game: Value, uci: &str) -> Value {
    let mut listed = json!({"uci": uci});
    let fields = listed.as_object_mut().unwrap();
    fields.extend(game.as_object().unwrap().clone());
    listed
}

#[test]
fn masters_answers_as_documented() {
    let server = Server::with_games("masters", GAMES);
    let answer = server.client().get("/masters?play=e2e4,e7e5");
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    let expected = json!({
        "white": 1, "draws": 0, "black": 0,
        "moves": [{
            "uci": "g1f3", "san": "Nf3", "averageRating": 2450,
            "white": 1, "draws": 0, "black": 0,
            "game": first_game(), "opening": opening("C40", "King's Knight Opening"),
        }],
        "topGames": [played(first_game(), "g1f3")],
        "opening": opening("C20", "King's Pawn Game"),
    });
    assert_eq!(answer.json(), expected);
    let game = server.client().get("/masters/pgn/0-0").text;
    assert!(
        game.contains("[White \"Adams\"]") && game.contains("1. e4 e5"),
        "{game}"
    );
}

#[test]
fn lichess_answers_as_documented_and_says_what_it_cannot_know() {
    let server = Server::with_games("lichess", GAMES);
    let path = "/lichess?variant=standard&moves=1&topGames=1&recentGames=1&history=true\
                &since=2001-01&until=2004-12&speeds=blitz,rapid&ratings=2200,2500";
    let answer = server.client().get(path).json();
    let names: Vec<&String> = answer.as_object().unwrap().keys().collect();
    let documented = [
        "white",
        "draws",
        "black",
        "moves",
        "topGames",
        "recentGames",
        "opening",
        "history",
        "unknown",
    ];
    assert_eq!(names, documented);
    assert_eq!(
        (&answer["white"], &answer["draws"], &answer["black"]),
        (&json!(1), &json!(1), &json!(0))
    );
    assert_eq!(answer["unknown"], json!(["speeds", "ratings"]));
    let month = json!([{"month": "2001-03", "white": 1, "draws": 0, "black": 0}]);
    assert_eq!(answer["history"], month);
    assert_eq!(answer["topGames"], json!([played(first_game(), "e2e4")]));
    assert_eq!(answer["recentGames"][0]["year"], 2003);
    assert_eq!(answer["recentGames"][0]["month"], Value::Null);
    assert_eq!(answer["opening"], Value::Null);
}

#[test]
fn player_answers_one_line_with_the_opponents() {
    let server = Server::with_games("player", GAMES);
    let path = "/player?player=Adams&color=white&recentGames=0";
    let answer = server.client().get(path);
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    assert!(answer.text.ends_with("}\n") && answer.text.lines().count() == 1);
    let m = &answer.json()["moves"][0];
    assert_eq!(
        (&m["uci"], &m["averageOpponentRating"]),
        (&json!("e2e4"), &json!(2400))
    );
    assert!(m["performance"].as_i64().unwrap() > 2400);
    let missing = server.client().get("/player?color=white");
    assert_eq!(missing.status, 400);
}

#[test]
fn our_own_explorer_counts_and_filters() {
    let server = Server::with_games("own", GAMES);
    let all = server.client().get("/api/explorer").json();
    assert_eq!(
        (&all["archive"], &all["turn"]),
        (&json!("games"), &json!("white"))
    );
    let e4 = &all["moves"][0];
    assert_eq!(
        (&e4["san"], &e4["played"], &e4["reached"]),
        (&json!("e4"), &json!(2), &json!(2))
    );
    assert_eq!(
        (&e4["score"], &e4["last_year"]),
        (&json!(0.75), &json!(2003))
    );
    let few = server
        .client()
        .get("/api/explorer?result=0-1&player=")
        .json();
    assert_eq!(few["moves"].as_array().unwrap().len(), 1);
    let wrong = server.client().get("/api/explorer?result=2-0");
    assert_eq!(wrong.status, 400);
    assert!(wrong.text.contains("2-0"));
    assert_eq!(
        server.client().get("/api/explorer?archive=other").status,
        404
    );
}
