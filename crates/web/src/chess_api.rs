//! Requests about games of chess.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};
use zermelo_engine::EnginePlayer;
use zermelo_game::{Choice, Player};

use crate::app::App;
use crate::chess_game::ChessGame;
use crate::chess_setup::ChessSetup;
use crate::events::follow;
use crate::question::{object, question};
use crate::refusal::Refusal;
use crate::room::Room;

type Table = Arc<Room<ChessGame>>;

/// Games of the list.
const LISTED: usize = 50;

/// What a request about a game says: how far its client has seen, and perhaps a move.
#[derive(Deserialize)]
struct Wish {
    ply: usize,
    #[serde(default)]
    uci: String,
}

fn shown(app: &App, table: &Table) -> Json<Value> {
    Json(table.look(|game| game.json(table.id(), &app.names)))
}

/// Begins a game.
pub async fn begin(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<impl IntoResponse, Refusal> {
    let setup: ChessSetup = object(request).await?;
    let table = app.chess.add(ChessGame::new(setup)?)?;
    go_on(&app, &table);
    Ok((StatusCode::CREATED, shown(&app, &table)))
}

/// Which games are listed.
#[derive(Deserialize)]
struct Listed {
    /// Those that are not over.
    #[serde(default)]
    open: bool,
}

/// The latest games. Looking at the list opens none: no clock begins to run.
pub async fn list(State(app): State<Arc<App>>, uri: Uri) -> Result<Json<Value>, Refusal> {
    let listed: Listed = question(&uri)?;
    let games = app.chess.ids().into_iter().filter_map(|id| {
        let wanted =
            |game: &ChessGame| (!listed.open || !game.is_over()).then(|| game.summary(&id));
        app.chess.peek(&id, wanted).flatten()
    });
    let games: Vec<Value> = games.take(LISTED).collect();
    Ok(Json(json!({"games": games})))
}

fn table(app: &Arc<App>, id: &str) -> Result<Table, Refusal> {
    let table = app.chess.get(id)?;
    go_on(app, &table);
    Ok(table)
}

/// A game.
pub async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    Ok(shown(&app, &table(&app, &id)?))
}

/// A game as it changes.
pub async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let table = table(&app, &id)?;
    Ok(follow(table, "game", move |game| {
        game.json(&id, &app.names)
    }))
}

/// A game as PGN.
pub async fn pgn(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let text = table(&app, &id)?.look(ChessGame::pgn);
    Ok(([(header::CONTENT_TYPE, PGN)], text))
}

/// The media type of PGN.
pub const PGN: &str = "application/x-chess-pgn; charset=utf-8";

/// Changes a game by what its client has seen.
async fn change(
    app: &Arc<App>,
    id: &str,
    request: Request,
    change: impl FnOnce(&mut ChessGame, &Wish) -> Result<Option<&'static str>, Refusal>,
) -> Result<Json<Value>, Refusal> {
    let wish: Wish = object(request).await?;
    let table = table(app, id)?;
    let message = table.change(|game| {
        game.expect(wish.ply)?;
        change(game, &wish)
    })?;
    go_on(app, &table);
    let mut game = shown(app, &table);
    game.0["message"] = json!(message);
    Ok(game)
}

/// The person moves.
pub async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Json<Value>, Refusal> {
    change(&app, &id, request, |game, wish| {
        game.person_moves(&wish.uci).map(|()| None)
    })
    .await
}

/// The person takes a move back.
pub async fn take_back(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Json<Value>, Refusal> {
    change(&app, &id, request, |game, _| {
        game.take_back().map(|()| None)
    })
    .await
}

/// The person gives up.
pub async fn resign(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Json<Value>, Refusal> {
    change(&app, &id, request, |game, _| {
        game.resign();
        Ok(None)
    })
    .await
}

/// The person offers a draw.
pub async fn draw(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Json<Value>, Refusal> {
    change(&app, &id, request, |game, _| {
        Ok((!game.offer_draw()).then_some("the program plays on"))
    })
    .await
}

/// Lets the program think if it is its turn, and the clock of a person run.
fn go_on(app: &Arc<App>, table: &Table) {
    let (mut thinks, mut watches) = (None, None);
    table.adjust(|game| {
        if game.is_over() {
            return false;
        }
        if !game.is_due() {
            game.start_clock();
        } else if !game.thinking {
            game.thinking = true;
            thinks = Some(game.epoch);
        }
        if game.left().is_some() && game.watched != Some(game.epoch) {
            game.watched = Some(game.epoch);
            watches = Some(game.epoch);
        }
        thinks.is_some()
    });
    if let Some(epoch) = thinks {
        tokio::spawn(think(Arc::clone(app), Arc::clone(table), epoch));
    }
    if let Some(epoch) = watches {
        tokio::spawn(watch_clock(Arc::clone(table), epoch));
    }
}

/// Ends a game when its clock has run out, unless a move comes before.
async fn watch_clock(table: Table, epoch: u64) {
    loop {
        let left = table.look(|game| {
            let same = game.epoch == epoch && !game.is_over();
            game.left().filter(|_| same)
        });
        match left {
            None => return,
            Some(left) if left.is_zero() => {
                // Refused only if it cannot be kept; then it is tried again.
                let _ = table.change(|game| Ok(game.look_at_clock()));
                tokio::time::sleep(BEAT).await;
            }
            Some(left) => tokio::time::sleep(left.max(BEAT)).await,
        }
    }
}

/// The shortest time between two looks at a clock.
const BEAT: Duration = Duration::from_millis(5);

/// The program's move in an epoch of a game.
async fn think(app: Arc<App>, table: Table, epoch: u64) {
    let Ok(_permit) = app.thoughts.acquire().await else {
        return;
    };
    let mut task = None;
    table.adjust(|game| {
        if game.epoch == epoch && game.is_due() {
            // The program's time is its own: waiting for a core did not cost it any.
            game.start_clock();
            let view = game.referee().history().clone();
            task = game
                .settings()
                .ok()
                .map(|settings| (view, game.clock(), settings));
            game.thinking = task.is_some();
        }
        false
    });
    let Some((view, clock, settings)) = task else {
        return;
    };
    let watched = Arc::clone(&table);
    let thought = tokio::task::spawn_blocking(move || {
        let stop = Arc::new(move || watched.look(|game| game.epoch != epoch));
        EnginePlayer::new("zermelo", settings, stop).choose(&view, &clock)
    });
    let choice = thought.await.ok().and_then(Result::ok);
    let choice = choice.unwrap_or_else(Choice::resign);
    let kept = table.change(|game| {
        if game.epoch != epoch || !game.is_due() {
            return Err(Refusal::stale("the game went on without this thought"));
        }
        game.program_moves(choice);
        Ok(())
    });
    if kept.is_ok() {
        return go_on(&app, &table);
    }
    table.adjust(|game| {
        let ours = game.epoch == epoch;
        game.thinking &= !ours;
        false
    });
}
