//! The opening explorer: our own questions, and the endpoints of the Lichess explorer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use zermelo_archive::{Archive, ArchiveError, ExplorerLimits, Filter, FilterText, GameId};
use zermelo_chess::Line;
use zermelo_game::{Game, Notation};
use zermelo_kriegspiel::side_name;

use crate::analysis::Where;
use crate::app::App;
use crate::chess_api::PGN;
use crate::question::question;
use crate::refusal::Refusal;

/// Bytes of the answers that are remembered.
const REMEMBERED: usize = 64 << 20;

/// Moves and games of an answer: no position has more moves than this.
const MOST_MOVES: usize = 300;
const MOST_GAMES: usize = 100;

/// Games of a position that are looked through in a fraction of a millisecond, which is not worth
/// another thread.
const QUICK: u64 = 10_000;

/// Answers by their questions. An archive does not change while it is served.
#[derive(Default)]
pub struct Memory(Mutex<Known>);

#[derive(Default)]
struct Known {
    answers: HashMap<String, Bytes>,
    bytes: usize,
}

impl Memory {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, question: &str) -> Option<Bytes> {
        self.known().answers.get(question).cloned()
    }

    /// Keeps an answer; all are forgotten when they have become too many.
    fn keep(&self, question: String, answer: &Bytes) {
        let mut known = self.known();
        known.bytes += question.len() + answer.len();
        if known.bytes > REMEMBERED {
            *known = Known::default();
        }
        known.answers.insert(question, answer.clone());
    }
}

fn refused(error: ArchiveError) -> Refusal {
    match error {
        ArchiveError::Usage(sentence) => Refusal::bad(sentence),
        other => Refusal::ours(other.to_string()),
    }
}

/// The explorer's object, with the last named opening of the line.
fn explored(
    app: &App,
    archive: &Archive,
    line: &Line,
    filter: &Filter,
    limits: ExplorerLimits,
    other_orders: bool,
) -> Result<Value, Refusal> {
    let position = line.end();
    let look = || -> Result<Value, ArchiveError> {
        let mut found = match other_orders {
            true => archive.explore(&position, filter, &app.names)?,
            false => archive.explore_played(&position, filter, &app.names)?,
        };
        if found.opening.is_none() {
            found.opening = app.names.last_of(&line.archive_keys());
        }
        archive.explorer_json(&found, filter, limits)
    };
    let is_quick = filter.is_empty()
        && !other_orders
        && archive.reached(position.archive_key()).map_err(refused)? <= QUICK;
    let found = match is_quick {
        true => look(),
        false => tokio::task::block_in_place(look),
    };
    found.map_err(refused)
}

/// Which archive, and how much of it.
#[derive(Deserialize)]
struct Wish {
    archive: Option<String>,
    #[serde(default = "twenty")]
    moves: usize,
    #[serde(default = "eight")]
    games: usize,
}

fn twenty() -> usize {
    20
}

fn eight() -> usize {
    8
}

/// Our own explorer.
pub async fn explore(State(app): State<Arc<App>>, uri: Uri) -> Result<Response, Refusal> {
    remembered(&app, &uri, "application/json", || {
        let wish: Wish = question(&uri)?;
        let (name, _, archive) = app.archive(wish.archive.as_deref())?;
        let line = question::<Where>(&uri)?.line()?;
        let filter = question::<FilterText>(&uri)?.filter().map_err(refused)?;
        let limits = ExplorerLimits {
            moves: wish.moves.min(MOST_MOVES),
            top_games: wish.games.min(MOST_GAMES),
            recent_games: wish.games.min(MOST_GAMES),
            history: false,
        };
        let mut object = explored(&app, archive, &line, &filter, limits, true)?;
        let position = line.end();
        object["archive"] = json!(name);
        object["fen"] = json!(position.notation());
        object["turn"] = json!(side_name(position.side()));
        Ok(object.to_string())
    })
}

/// An answer, from memory if it was asked before.
fn remembered(
    app: &App,
    uri: &Uri,
    kind: &'static str,
    answer: impl FnOnce() -> Result<String, Refusal>,
) -> Result<Response, Refusal> {
    let asked = uri.to_string();
    let text = match app.answers.get(&asked) {
        Some(text) => text,
        None => {
            let text = Bytes::from(answer()?);
            app.answers.keep(asked, &text);
            text
        }
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    ];
    Ok((headers, text).into_response())
}

/// What the Lichess explorer is asked.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Lichess {
    variant: Option<String>,
    since: Option<String>,
    until: Option<String>,
    #[serde(default = "twelve")]
    moves: usize,
    top_games: Option<usize>,
    recent_games: Option<usize>,
    #[serde(default)]
    history: bool,
    speeds: Option<String>,
    ratings: Option<String>,
    modes: Option<String>,
    player: Option<String>,
    color: Option<String>,
}

fn twelve() -> usize {
    12
}

/// Which of the three databases is asked for; all are the same archive.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Database {
    Masters,
    Lichess,
    Player,
}

impl Lichess {
    /// The conditions, and the names of those that an archive cannot answer.
    fn filter(&self, database: Database) -> Result<(Filter, Vec<&'static str>), Refusal> {
        if self
            .variant
            .as_deref()
            .is_some_and(|v| v != "standard" && v != "chess")
        {
            return Err(Refusal::bad("`variant`: archives hold standard chess only"));
        }
        let mut unknown = Vec::new();
        let mut text = FilterText {
            since: self.since.clone(),
            until: self.until.clone(),
            ..FilterText::default()
        };
        match self.speeds.as_deref() {
            None => {}
            Some(speed @ ("bullet" | "blitz" | "rapid" | "classical")) => {
                text.time_control = Some(speed.to_string());
            }
            Some(_) => unknown.push("speeds"),
        }
        for (given, name) in [(&self.ratings, "ratings"), (&self.modes, "modes")] {
            if given.is_some() {
                unknown.push(name);
            }
        }
        if database == Database::Player {
            let name = self.player.clone();
            let name = name.ok_or_else(|| Refusal::bad("`player` is missing"))?;
            match self.color.as_deref() {
                Some("white") => text.white = Some(name),
                Some("black") => text.black = Some(name),
                _ => return Err(Refusal::bad("`color`: expected white or black")),
            }
        }
        Ok((text.filter().map_err(refused)?, unknown))
    }

    fn limits(&self, database: Database) -> ExplorerLimits {
        let (top, recent) = match database {
            Database::Masters => (self.top_games.unwrap_or(15).min(15), 0),
            Database::Lichess => (
                self.top_games.unwrap_or(4).min(4),
                self.recent_games.unwrap_or(4).min(4),
            ),
            Database::Player => (0, self.recent_games.unwrap_or(8).min(8)),
        };
        ExplorerLimits {
            moves: self.moves.min(MOST_MOVES),
            top_games: top,
            recent_games: recent,
            history: self.history && database != Database::Masters,
        }
    }
}

/// Leaves of our object what the other explorer has, in its order.
fn as_lichess(mut ours: Value, database: Database, unknown: &[&str]) -> Value {
    let mut object = Map::new();
    let mut take = |name: &str, from: &mut Value| {
        if let Some(value) = from.get_mut(name) {
            object.insert(name.to_string(), value.take());
        }
    };
    if let Some(moves) = ours["moves"].as_array_mut() {
        for m in moves {
            *m = move_as_lichess(m.take(), database);
        }
    }
    for name in ["white", "draws", "black", "moves"] {
        take(name, &mut ours);
    }
    match database {
        Database::Masters => take("topGames", &mut ours),
        Database::Lichess => {
            take("topGames", &mut ours);
            take("recentGames", &mut ours);
        }
        Database::Player => take("recentGames", &mut ours),
    }
    take("opening", &mut ours);
    take("history", &mut ours);
    if database == Database::Player {
        object.insert("queuePosition".to_string(), json!(0));
    }
    if !unknown.is_empty() {
        object.insert("unknown".to_string(), json!(unknown));
    }
    Value::Object(object)
}

fn move_as_lichess(mut ours: Value, database: Database) -> Value {
    let names: &[&str] = match database {
        Database::Player => &[
            "uci",
            "san",
            "averageOpponentRating",
            "performance",
            "white",
            "draws",
            "black",
            "game",
            "opening",
        ],
        _ => &[
            "uci",
            "san",
            "averageRating",
            "white",
            "draws",
            "black",
            "game",
            "opening",
        ],
    };
    let mut object = Map::new();
    for &name in names {
        let value = ours[name].take();
        // What is not known is left out; games and openings are null.
        if !value.is_null() || matches!(name, "game" | "opening") {
            object.insert(name.to_string(), value);
        }
    }
    Value::Object(object)
}

fn lichess(app: &App, uri: &Uri, database: Database) -> Result<Response, Refusal> {
    let kind = match database {
        Database::Player => "application/x-ndjson",
        _ => "application/json",
    };
    remembered(app, uri, kind, || {
        let wish: Lichess = question(uri)?;
        let (_, _, archive) = app.archive(None)?;
        let line = question::<Where>(uri)?.line()?;
        let (filter, unknown) = wish.filter(database)?;
        let ours = explored(app, archive, &line, &filter, wish.limits(database), false)?;
        let object = as_lichess(ours, database, &unknown);
        let end = if database == Database::Player {
            "\n"
        } else {
            ""
        };
        Ok(format!("{object}{end}"))
    })
}

/// `/masters`, and `/master` as it was called once.
pub async fn masters(State(app): State<Arc<App>>, uri: Uri) -> Result<Response, Refusal> {
    lichess(&app, &uri, Database::Masters)
}

/// `/lichess`.
pub async fn games(State(app): State<Arc<App>>, uri: Uri) -> Result<Response, Refusal> {
    lichess(&app, &uri, Database::Lichess)
}

/// `/player`, and `/personal` as it was called once.
pub async fn player(State(app): State<Arc<App>>, uri: Uri) -> Result<Response, Refusal> {
    lichess(&app, &uri, Database::Player)
}

/// A game of an archive as PGN.
pub async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let wish: Wish = question(&uri)?;
    let (_, _, archive) = app.archive(wish.archive.as_deref())?;
    let missing = || Refusal::missing("there is no game of that id in the archive");
    let id = GameId::parse(&id).ok_or_else(missing)?;
    let game = archive.game(id).map_err(|_| missing())?;
    Ok(([(header::CONTENT_TYPE, PGN)], game.pgn().to_string()).into_response())
}

/// The arguments of a command about the position of a question.
fn arguments(app: &App, uri: &Uri, command: &str) -> Result<Vec<String>, Refusal> {
    let asked: HashMap<String, String> = question(uri)?;
    let (_, folder, _) = app.archive(asked.get("archive").map(String::as_str))?;
    let mut arguments = vec!["archive".to_string(), command.to_string()];
    const KNOWN: [&str; 12] = [
        "fen",
        "play",
        "since",
        "until",
        "min_elo",
        "max_elo",
        "eco",
        "player",
        "white",
        "black",
        "result",
        "time_control",
    ];
    for name in KNOWN {
        if let Some(value) = asked.get(name) {
            arguments.push(format!("--{}={value}", name.replace('_', "-")));
        }
    }
    arguments.push("--".to_string());
    arguments.push(folder.display().to_string());
    Ok(arguments)
}

/// What a command says, or its failure as a refusal.
fn said(app: &App, arguments: &[String]) -> Result<String, Refusal> {
    tokio::task::block_in_place(|| (app.command)(arguments)).map_err(Refusal::bad)
}

/// The scatter plot of a position's moves.
pub async fn plot(State(app): State<Arc<App>>, uri: Uri) -> Result<Response, Refusal> {
    let mut arguments = arguments(&app, &uri, "explore")?;
    arguments.insert(2, "--plot=-".to_string());
    let picture = said(&app, &arguments)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// The report of a position.
pub async fn report(State(app): State<Arc<App>>, uri: Uri) -> Result<Json<Value>, Refusal> {
    let mut arguments = arguments(&app, &uri, "report")?;
    arguments.insert(2, "--json".to_string());
    let text = said(&app, &arguments)?;
    let object = serde_json::from_str(&text).map_err(|e| Refusal::ours(e.to_string()))?;
    Ok(Json(object))
}
