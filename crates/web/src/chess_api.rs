//! Requests about games of chess.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};
use zermelo_engine::EnginePlayer;
use zermelo_game::{Choice, Player};

use crate::app::App;
use crate::chess_game::ChessGame;
use crate::chess_setup::ChessSetup;
use crate::events::follow;
use crate::question::object;
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

/// The latest games.
pub async fn list(State(app): State<Arc<App>>) -> Json<Value> {
    let ids = app.chess.ids().into_iter().take(LISTED);
    let games = ids.filter_map(|id| {
        let table = app.chess.get(&id).ok()?;
        Some(table.look(|game| game.summary(&id)))
    });
    Json(json!({"games": games.collect::<Vec<_>>()}))
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

/// Lets the program think if it is its turn, and watches the clock of whoever is to move.
fn go_on(app: &Arc<App>, table: &Table) {
    let begins = table.adjust(|game| {
        let begins = game.is_due() && !game.thinking;
        game.thinking |= begins;
        begins
    });
    if begins {
        tokio::spawn(think(Arc::clone(app), Arc::clone(table)));
    }
    let (epoch, left) = table.look(|game| (game.epoch, game.left().filter(|_| !game.is_over())));
    if let Some(left) = left {
        tokio::spawn(watch_clock(Arc::clone(table), epoch, left));
    }
}

/// Ends a game when its clock has run out, unless a move came before.
async fn watch_clock(table: Table, epoch: u64, left: Duration) {
    tokio::time::sleep(left + Duration::from_millis(1)).await;
    if table.look(|game| game.epoch == epoch && !game.is_over()) {
        // Refused only if it cannot be kept; the next request tries again.
        let _ = table.change(|game| Ok(game.look_at_clock()));
    }
}

/// The program's move.
async fn think(app: Arc<App>, table: Table) {
    let Ok(_permit) = app.thoughts.acquire().await else {
        return;
    };
    let (epoch, view, clock, settings) = table.look(|game| {
        let view = game.referee().history().clone();
        (game.epoch, view, game.clock(), game.settings())
    });
    let Ok(settings) = settings else {
        return;
    };
    let watched = Arc::clone(&table);
    let thought = tokio::task::spawn_blocking(move || {
        let stop = Arc::new(move || watched.look(|game| game.epoch != epoch));
        EnginePlayer::new("zermelo", settings, stop).choose(&view, &clock)
    });
    let choice = thought.await.ok().and_then(Result::ok);
    let kept = table.change(|game| match choice {
        _ if game.epoch != epoch || !game.is_due() => Err(Refusal::stale("too late")),
        Some(choice) => {
            game.program_moves(choice);
            Ok(())
        }
        None => {
            game.program_moves(Choice::resign());
            Ok(())
        }
    });
    match kept {
        Ok(()) => go_on(&app, &table),
        Err(_) => {
            table.adjust(|game| {
                let ours = game.epoch == epoch;
                game.thinking &= !ours;
                false
            });
        }
    }
}
