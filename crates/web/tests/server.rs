//! The server as its clients see it, over real connections.

#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod client;

use std::time::{Duration, Instant};

use client::{Client, Server};
use serde_json::{Value, json};

/// Waits for something that another thread does.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn moved(client: &mut Client, game: &Value) -> Value {
    let path = format!("/api/chess/{}", game["id"].as_str().unwrap());
    wait_for("the program moves", || {
        let game = client.get(&path).json();
        (game["thinking"] == false).then_some(game)
    })
}

#[test]
fn a_game_of_chess_goes_back_and_forth_and_survives_a_restart() {
    let server = Server::start("chess");
    let mut client = server.client();
    let begun = client.post("/api/chess", &json!({"level": 1}));
    assert_eq!(begun.status, 201);
    let game = begun.json();
    let path = format!("/api/chess/{}", game["id"].as_str().unwrap());
    assert_eq!(game["legal"].as_array().unwrap().len(), 20);
    let answer = client.post(&format!("{path}/move"), &json!({"uci": "e2e4", "ply": 0}));
    assert_eq!(answer.status, 200);
    let game = moved(&mut client, &game);
    assert_eq!((&game["ply"], &game["turn"]), (&json!(2), &json!("white")));
    assert!(game["thought"]["nodes"].as_u64().is_some());
    // Another tab that has not seen the answer.
    let stale = client.post(&format!("{path}/move"), &json!({"uci": "d2d4", "ply": 0}));
    assert_eq!(stale.status, 409);
    assert!(stale.json()["error"].as_str().unwrap().contains("moved on"));
    let server = server.restart();
    let mut client = server.client();
    let again = client.get(&path).json();
    assert_eq!(again["moves"], game["moves"]);
    assert_eq!(
        client.get("/api/chess").json()["games"][0]["id"],
        game["id"]
    );
    let back = client.post(&format!("{path}/takeback"), &json!({"ply": 2}));
    assert_eq!(back.json()["ply"], 0);
    let over = client
        .post(&format!("{path}/resign"), &json!({"ply": 0}))
        .json();
    assert_eq!(
        over["result"],
        json!({"outcome": "0-1", "reason": "resignation"})
    );
    let pgn = client.get(&format!("{path}/pgn")).text;
    assert!(pgn.contains("[Result \"0-1\"]"), "{pgn}");
}

#[test]
fn a_program_that_was_killed_while_thinking_goes_on() {
    let server = Server::start("killed");
    let mut client = server.client();
    let game = client.post("/api/chess", &json!({"level": 10})).json();
    let path = format!("/api/chess/{}", game["id"].as_str().unwrap());
    client.post(&format!("{path}/move"), &json!({"uci": "e2e4", "ply": 0}));
    // At the highest level the program thinks for seconds: it cannot have answered.
    let server = server.restart();
    let mut client = server.client();
    let game = client.get(&path).json();
    assert_eq!((&game["ply"], &game["thinking"]), (&json!(1), &json!(true)));
    assert_eq!(moved(&mut client, &game)["ply"], 2);
}

#[test]
fn a_folder_has_one_server() {
    let server = Server::start("locked");
    assert!(
        server
            .second()
            .unwrap_err()
            .to_string()
            .contains("another server")
    );
}

#[test]
fn no_clock_runs_before_its_game_is_opened() {
    let server = Server::start("clocks");
    let clock = json!({"minutes": 0.01});
    let mut client = server.client();
    let game = client.post("/api/chess", &json!({"level": 1, "clock": clock}));
    let path = format!("/api/chess/{}", game.json()["id"].as_str().unwrap());
    let server = server.restart();
    let mut client = server.client();
    assert_eq!(
        client.get("/api/chess?open=true").json()["games"][0]["result"],
        Value::Null
    );
    std::thread::sleep(Duration::from_millis(900));
    assert_eq!(client.get(&path).json()["result"], Value::Null);
    let over = wait_for("the flag", || {
        let game = client.get(&path).json();
        (!game["result"].is_null()).then_some(game)
    });
    assert_eq!(over["result"], json!({"outcome": "0-1", "reason": "time"}));
    assert_eq!(over["time"]["white"], 0);
    assert!(
        client.get("/api/chess?open=true").json()["games"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}

#[test]
fn events_bring_the_game_at_once_and_after_a_change() {
    let server = Server::start("events");
    let mut client = server.client();
    let game = client.post("/api/chess", &json!({"level": 1})).json();
    let path = format!("/api/chess/{}", game["id"].as_str().unwrap());
    let mut events = server.client().events(&format!("{path}/events"));
    assert_eq!(events.next("game")["ply"], 0);
    client.post(&format!("{path}/move"), &json!({"uci": "g1f3", "ply": 0}));
    wait_for("both moves", || {
        (events.next("game")["ply"] == 2).then_some(())
    });
}

#[test]
fn what_cannot_be_answered_has_a_status_and_a_sentence() {
    let server = Server::start("refusals");
    let mut client = server.client();
    let long = "x".repeat(70_000);
    for (answer, status, said) in [
        (client.get("/nothing"), 404, "nothing"),
        (client.get("/api/chess/abc"), 404, "no game"),
        (client.get("/api/chess/..%2f..%2fsecret"), 404, "no game"),
        (client.get("/api/kriegspiel/abc"), 404, "no seat"),
        (
            client.get("/api/kriegspiel/%F0%9F%98%80%F0%9F%98%80%F0%9F%98%80"),
            404,
            "no seat",
        ),
        (client.get("/api/position?fen=8/8"), 400, "eight ranks"),
        (client.get("/api/position?play=e2e5"), 400, "move 1"),
        (client.get("/api/analysis?lines=many"), 400, "invalid digit"),
        (client.get("/api/explorer"), 404, "archive build"),
        (client.get("/api/tree?game=nonsense"), 400, "nonsense"),
        (client.get("/api/tree?game=-"), 400, "expected a game"),
        (client.get("/static/secret"), 404, "no such file"),
        (client.post("/api/position", &json!({})), 405, "method"),
        (
            client.post("/api/chess", &json!({"level": 0})),
            400,
            "level",
        ),
        (
            client.post("/api/chess", &json!({"colour": "white"})),
            400,
            "colour",
        ),
        (
            client.post("/api/chess", &json!({"fen": long})),
            413,
            "larger",
        ),
        (
            client.send("POST", "/api/chess", b"{\"level\":"),
            400,
            "EOF",
        ),
        (client.send("POST", "/api/pgn", b"  "), 400, "no game"),
        (
            client.post("/api/kriegspiel", &json!({"rules": "blind"})),
            400,
            "rules",
        ),
        (
            client.post("/api/kriegspiel", &json!({"seconds": 1e9})),
            400,
            "seconds",
        ),
        (
            client.post("/api/kriegspiel", &json!({"level": 6})),
            400,
            "`level`: expected 1 to 5",
        ),
        (
            client.post("/api/kriegspiel", &json!({"player": "random", "level": 2})),
            400,
            "random has none",
        ),
    ] {
        assert_eq!(answer.status, status, "{}", answer.text);
        let error = answer.json()["error"].as_str().unwrap().to_string();
        assert!(error.contains(said) && error.len() < 300, "{error}");
    }
}

#[test]
fn people_meet_a_level_of_belief_unless_they_name_another() {
    let server = Server::start("levels");
    let mut client = server.client();
    let about = client.get("/api/about").json();
    assert_eq!(about["kriegspiel"]["levels"], json!({"belief": 5}));
    let usual = client.post("/api/kriegspiel", &json!({})).json();
    assert_eq!(
        (&usual["player"], &usual["level"]),
        (&json!("belief"), &json!(null))
    );
    let named = json!({"player": "strategic", "seconds": 0.1});
    assert_eq!(
        client.post("/api/kriegspiel", &named).json()["player"],
        "strategic"
    );
    let level = json!({"level": 1, "seconds": 0.1, "side": "black"});
    let seat = client.post("/api/kriegspiel", &level).json();
    assert_eq!(
        (&seat["player"], &seat["level"]),
        (&json!("belief"), &json!(1))
    );
    // The program moves, hears an answer and moves again with what it remembers.
    let path = format!("/api/kriegspiel/{}", seat["id"].as_str().unwrap());
    let moved = |client: &mut Client, times: u64| {
        wait_for("a move of the program", || {
            let seat = client.get(&path).json();
            (seat["completed"]["white"] == times).then_some(seat)
        })
    };
    let seat = moved(&mut client, 1);
    let action = json!({"action": "a7a6", "heard": seat["heard"].as_array().unwrap().len()});
    client.post(&format!("{path}/action"), &action);
    let seat = moved(&mut client, 2);
    assert_eq!(seat["result"], json!(null));
}

#[test]
fn other_hosts_and_other_sites_are_kept_out() {
    let server = Server::start("guard");
    let mut client = server.client();
    client.host = "evil.example".to_string();
    assert_eq!(client.get("/").status, 403);
    let mut client = server.client();
    client.origin = Some("https://evil.example".to_string());
    assert_eq!(client.post("/api/chess", &json!({})).status, 403);
    assert_eq!(client.get("/api/about").status, 200);
    assert!(
        client.get("/api/chess").json()["games"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}

#[test]
fn pages_and_their_files_are_served_under_a_strict_policy() {
    let server = Server::start("pages");
    let mut client = server.client();
    for path in [
        "/",
        "/play",
        "/analysis",
        "/explorer",
        "/kriegspiel",
        "/tree",
    ] {
        let page = client.get(path);
        assert_eq!(page.status, 200, "{path}");
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
        for part in page.text.split("\"/static/").skip(1) {
            let file = format!("/static/{}", part.split('"').next().unwrap());
            assert_eq!(client.get(&file).status, 200, "{path} wants {file}");
        }
    }
    let men = client.get("/men.svg");
    assert_eq!(men.header("content-type"), Some("image/svg+xml"));
}

#[test]
fn analysis_tells_its_lines_and_pgn_its_games() {
    let server = Server::start("analysis");
    let mut client = server.client();
    let mut events = server
        .client()
        .events("/api/analysis?play=f2f3,e7e5,g2g4&lines=2&seconds=2");
    let lines = events.next("lines");
    assert_eq!(lines["lines"].as_array().unwrap().len(), 2);
    wait_for("the mate", || {
        let lines = events.next("lines");
        (lines["lines"][0]["mate"] == -1 && lines["lines"][0]["pv"][0] == "d8h4").then_some(())
    });
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {best} e5 1-0\n\n[White \"C\"]\n\n1. d4 *\n";
    let read = client
        .send("POST", "/api/pgn?game=0", text.as_bytes())
        .json();
    assert_eq!(
        (&read["count"], &read["games"][1]["white"]),
        (&json!(2), &json!("C"))
    );
    assert_eq!(read["game"]["moves"][0]["comment"], "best");
    let wrong = client.send("POST", "/api/pgn", b"1. e4 e5 2. Ke3 *").json();
    assert!(
        wrong["game"]["error"].as_str().unwrap().contains("Ke3"),
        "{wrong}"
    );
    let position = client.get("/api/position?play=e2e4,e7e5,g1f3").json();
    assert_eq!(position["opening"]["eco"], "C40");
    assert_eq!(position["evaluation"]["terms"].as_array().unwrap().len(), 8);
}
