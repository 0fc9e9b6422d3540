//! The analysis board: a position, the engine's lines as they come, games out of a PGN.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use zermelo_chess::{Line, PgnGame, read_pgn_games};
use zermelo_engine::{Control, Engine, Order, Report, SearchLimits, Settings, Value as Worth};
use zermelo_game::{Game, Notation, Side};

use crate::app::App;
use crate::position::{describe, moves_json, san_line};
use crate::question::{bytes, question};
use crate::refusal::Refusal;

/// Lines that are shown at most, and the longest search in seconds.
const MOST_LINES: usize = 8;
const LONGEST: u64 = 300;

/// The hash table of an analysis, in megabytes.
const HASH: usize = 64;

/// Events on the way to a client; a slower one loses none, the search waits.
const ON_THE_WAY: usize = 16;

/// The largest PGN, and the games of it that are listed.
const LARGEST_PGN: usize = 4 << 20;
const LISTED: usize = 500;

/// A position and how it came about.
#[derive(Deserialize)]
pub struct Where {
    fen: Option<String>,
    #[serde(default)]
    play: String,
}

impl Where {
    /// The line of moves.
    ///
    /// # Errors
    ///
    /// If there is no such line.
    pub fn line(&self) -> Result<Line, Refusal> {
        Line::read(self.fen.as_deref(), &self.play).map_err(Refusal::bad)
    }
}

/// Describes a position.
pub async fn position(State(app): State<Arc<App>>, uri: Uri) -> Result<Json<Value>, Refusal> {
    let line = question::<Where>(&uri)?.line()?;
    Ok(Json(Value::Object(describe(&line, &app.names))))
}

/// How to analyse.
#[derive(Deserialize)]
struct Wish {
    #[serde(default = "three")]
    lines: usize,
    #[serde(default = "half_a_minute")]
    seconds: u64,
}

fn three() -> usize {
    3
}

fn half_a_minute() -> u64 {
    30
}

/// Analyses a position until the time is over or nobody listens any longer.
pub async fn analyse(State(app): State<Arc<App>>, uri: Uri) -> Result<impl IntoResponse, Refusal> {
    let line = question::<Where>(&uri)?.line()?;
    let wish: Wish = question(&uri)?;
    let permit = Arc::clone(&app.searches).try_acquire_owned();
    let permit = permit.map_err(|_| Refusal {
        status: StatusCode::SERVICE_UNAVAILABLE,
        sentence: "as many searches as this machine bears are running; stop one".to_string(),
    })?;
    let (sender, receiver) = mpsc::channel(ON_THE_WAY);
    tokio::task::spawn_blocking(move || {
        search(&line, &wish, &sender);
        drop(permit);
    });
    let events = ReceiverStream::new(receiver);
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

type Events = mpsc::Sender<Result<Event, Infallible>>;

fn search(line: &Line, wish: &Wish, events: &Events) {
    let lines = wish.lines.clamp(1, MOST_LINES);
    let mut engine = Engine::new(Settings {
        multipv: lines,
        hash_mb: HASH,
        ..Settings::default()
    });
    let order = Order {
        start: line.start.clone(),
        moves: line.moves.clone(),
        only: None,
        limits: SearchLimits {
            move_time: Some(Duration::from_secs(wish.seconds.clamp(1, LONGEST))),
            ..SearchLimits::default()
        },
    };
    let position = line.end();
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let wanted = lines.min(legal.len());
    let control = Control::default();
    let mut together: Vec<Report> = Vec::new();
    let answer = std::thread::scope(|scope| {
        let (watched, hand) = (events.clone(), control.clone());
        let (done, waiting) = std::sync::mpsc::channel::<()>();
        scope.spawn(move || stop_when_left(&watched, &hand, &waiting));
        let answer = engine.search(&order, &control, &mut |report| {
            if report.multipv == 1 {
                together.clear();
            }
            together.push(report.clone());
            if together.len() == wanted {
                let said = lines_json(&position, &together);
                let _ = events.blocking_send(Ok(event("lines", &said)));
            }
        });
        drop(done);
        answer
    });
    let best = answer.best.map(|m| position.uci(m));
    let _ = events.blocking_send(Ok(event("done", &json!({"best": best}))));
}

fn event(name: &str, data: &Value) -> Event {
    Event::default().event(name).data(data.to_string())
}

/// How often a search looks whether somebody still listens.
const LOOK: Duration = Duration::from_millis(50);

fn stop_when_left(events: &Events, control: &Control, done: &std::sync::mpsc::Receiver<()>) {
    use std::sync::mpsc::RecvTimeoutError::Timeout;
    while done.recv_timeout(LOOK) == Err(Timeout) {
        if events.is_closed() {
            return control.stop();
        }
    }
}

fn lines_json(position: &zermelo_chess::Chess, reports: &[Report]) -> Value {
    let sign = match position.side() {
        Side::First => 1,
        Side::Second => -1,
    };
    let lines = reports.iter().map(|report| {
        let (uci, san) = san_line(position, &report.pv);
        let (cp, mate) = match report.value {
            Worth::Centipawns(score) => (Some(sign * score), None),
            Worth::Mate(moves) => (None, Some(sign * moves)),
        };
        json!({"cp": cp, "mate": mate, "pv": uci, "san": san})
    });
    let last = reports.last();
    json!({
        "depth": last.map(|report| report.depth),
        "seldepth": last.map(|report| report.seldepth),
        "nodes": last.map(|report| report.nodes),
        "nps": last.map(Report::nps),
        "lines": lines.collect::<Vec<_>>(),
    })
}

/// Which game of a PGN.
#[derive(Deserialize)]
struct Chosen {
    #[serde(default)]
    game: usize,
}

/// Reads a PGN: its list of games, and one of them.
pub async fn pgn(uri: Uri, request: Request) -> Result<Json<Value>, Refusal> {
    let chosen: Chosen = question(&uri)?;
    let body = bytes(request, LARGEST_PGN).await?;
    let text = String::from_utf8_lossy(&body);
    let (mut count, mut games, mut shown) = (0, Vec::new(), Value::Null);
    for read in read_pgn_games(&text) {
        if games.len() < LISTED {
            games.push(read.as_ref().map_or_else(|_| json!({}), heading));
        }
        if count == chosen.game {
            shown = match &read {
                Ok(game) => game_json(game),
                Err(problem) => json!({"error": problem.to_string()}),
            };
        }
        count += 1;
    }
    if count == 0 {
        return Err(Refusal::bad("there is no game in this text"));
    }
    if shown.is_null() {
        return Err(Refusal::missing(format!("the text has {count} games")));
    }
    Ok(Json(json!({"count": count, "games": games, "game": shown})))
}

fn tag<'a>(game: &'a PgnGame, name: &str) -> Option<&'a str> {
    let found = game.tags.iter().find(|(tag, _)| tag == name);
    found.map(|(_, value)| value.as_str())
}

fn heading(game: &PgnGame) -> Value {
    json!({
        "white": tag(game, "White"),
        "black": tag(game, "Black"),
        "event": tag(game, "Event"),
        "date": tag(game, "Date"),
        "result": game.result,
    })
}

fn game_json(game: &PgnGame) -> Value {
    let mut moves = moves_json(&game.line);
    for (m, comment) in moves.iter_mut().zip(&game.comments) {
        m["comment"] = match comment.as_str() {
            "" => Value::Null,
            text => json!(text),
        };
    }
    let tags = game.tags.iter().cloned();
    let tags: Map<String, Value> = tags.map(|(name, value)| (name, json!(value))).collect();
    json!({
        "tags": tags,
        "start": game.line.start.notation(),
        "moves": moves,
        "result": game.result,
        "error": Value::Null,
    })
}
