//! What a Kriegspiel client is sent is a function of its announcements.
//!
//! The judge sees the game as it is kept on the disk, gives everything to an umpire of his own, and
//! folds only what that umpire announced to the client's side into a new view. From that view alone
//! he writes what the client should have been sent, and compares it byte by byte with what came.

#![allow(clippy::unwrap_used, reason = "a test that fails here says where")]

mod client;

use std::fs;

use client::{Client, Server};
use serde_json::{Value, json};
use zermelo_game::Side;
use zermelo_game::random::Rng;
use zermelo_kriegspiel::{Announcement, DIALECTS, Rules, Transcript, View};
use zermelo_web::blind_game::{BlindSetup, seat_json};

/// Own moves after which a client resigns.
const MOVES: u32 = 25;

struct Game {
    setup: BlindSetup,
    seat: String,
    rules: &'static Rules,
    /// What the client got, in order: answers first, then events.
    answers: Vec<String>,
    events: Vec<String>,
}

/// Plays a game by chance against a program.
fn play(server: &Server, number: u64) -> Game {
    let rules = &DIALECTS[(number % 5) as usize];
    let setup = BlindSetup {
        player: ["random", "metaposition"][(number / 5 % 2) as usize].to_string(),
        level: None,
        rules: rules.name.to_string(),
        side: ["white", "black"][(number % 2) as usize].to_string(),
        seconds: 0.01,
    };
    let mut client = server.client();
    let mut rng = Rng::new(number);
    let begun = client.post("/api/kriegspiel", &json!(setup));
    assert_eq!(begun.status, 201, "{}", begun.text);
    let seat = begun.json()["id"].as_str().unwrap().to_string();
    let path = format!("/api/kriegspiel/{seat}");
    let mut events = client.events(&format!("{path}/events"));
    let mut game = Game {
        answers: vec![begun.text],
        events: Vec::new(),
        setup,
        seat,
        rules,
    };
    loop {
        let text = events.text("seat").unwrap();
        let view: Value = serde_json::from_str(&text).unwrap();
        game.events.push(text);
        if !view["result"].is_null() {
            return game;
        }
        if view["turn"] == view["side"] {
            let answer = act(&mut client, &path, &view, &mut rng);
            game.answers.extend(answer);
        }
    }
}

/// A try, a question or, after many moves, the end; the answer if it was not stale.
fn act(client: &mut Client, path: &str, view: &Value, rng: &mut Rng) -> Option<String> {
    let heard = view["heard"].as_array().unwrap().len();
    let done = view["completed"][view["side"].as_str().unwrap()]
        .as_u64()
        .unwrap();
    if done >= u64::from(MOVES) {
        let answer = client.post(&format!("{path}/resign"), &json!({"heard": heard}));
        return (answer.status == 200).then_some(answer.text);
    }
    let tries = view["tries"].as_array().unwrap();
    let action = match rng.below(12) {
        0 => "any".to_string(),
        1 => "a1h8".to_string(),
        _ => tries[rng.below(tries.len())].as_str().unwrap().to_string(),
    };
    let wish = json!({"action": action, "heard": heard});
    let answer = client.post(&format!("{path}/action"), &wish);
    (answer.status == 200).then_some(answer.text)
}

/// What the client should have been sent after each announcement, from its announcements alone.
fn expected(server: &Server, game: &Game) -> Vec<String> {
    let file = server
        .folder
        .join("kriegspiel")
        .join(format!("{}.json", &game.seat[..10]));
    let kept: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let transcript = Transcript::parse(kept["game"].as_str().unwrap()).unwrap();
    let mut umpire = transcript.umpire();
    for entry in transcript.entries() {
        umpire.answer(entry.action);
    }
    if umpire.result().is_none() {
        umpire.declare(transcript.result().unwrap()).unwrap();
    }
    let side = match game.setup.side.as_str() {
        "white" => Side::First,
        _ => Side::Second,
    };
    let heard: Vec<Announcement> = umpire.view_of(side).heard().to_vec();
    let mut view = View::new(side, game.rules);
    let mut texts = Vec::new();
    for said in heard {
        view.hear(said);
        texts.push(seat_json(&game.seat, &game.setup, &view).to_string());
    }
    texts
}

fn check(games: u64) {
    let server = Server::start(&format!("secrecy-{games}"));
    let mut bytes = 0;
    for number in 0..games {
        let game = play(&server, number);
        let texts = expected(&server, &game);
        for sent in [&game.answers, &game.events] {
            // Each is one of the texts, later than the one before, and none comes twice.
            let mut left = texts.iter();
            for text in sent {
                assert!(left.any(|known| known == text), "game {number}: {text}");
                bytes += text.len();
            }
        }
    }
    assert!(
        bytes > 10_000 * games as usize,
        "{bytes} bytes in {games} games"
    );
}

#[test]
fn a_client_is_sent_a_function_of_its_announcements() {
    check(10);
}

#[test]
#[ignore = "takes a minute"]
fn over_two_hundred_games_a_client_is_sent_a_function_of_its_announcements() {
    check(200);
}
