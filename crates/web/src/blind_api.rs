//! Requests about games of Kriegspiel. Who asks is known by the id of his seat.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, Uri};
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};
use zermelo_game::{Clock, Player, Side};
use zermelo_kriegspiel::Umpire;
use zermelo_kriegspiel::players::{BeliefParams, BeliefPlayer, Equipment, player_named};

use crate::app::App;
use crate::blind_game::{BlindGame, BlindSetup, LEVELLED, PERSON, seat_json};
use crate::events::follow;
use crate::question::{object, question};
use crate::refusal::Refusal;
use crate::room::Room;
use crate::store::ID_LENGTH;

type Table = Arc<Room<BlindGame>>;

/// A side at a table.
struct Seat {
    id: String,
    table: Table,
    side: Side,
}

impl Seat {
    fn json(&self) -> Value {
        let show = |game: &BlindGame| seat_json(&self.id, game.setup(), game.view(self.side));
        self.table.look(show)
    }
}

/// A seat's id: the game's, then the side's key.
fn seat_id(table: &Table, side: Side) -> String {
    table.look(|game| format!("{}{}", table.id(), game.key(side)))
}

fn seat(app: &Arc<App>, id: String) -> Result<Seat, Refusal> {
    let missing = || Refusal::missing("there is no seat of that id");
    let (game, key) = id.split_at_checked(ID_LENGTH).ok_or_else(missing)?;
    let table = app.blind.get(game).map_err(|_| missing())?;
    let side = table.look(|game| game.side_of(key)).ok_or_else(missing)?;
    go_on(app, &table);
    Ok(Seat { id, table, side })
}

/// Begins a game.
pub async fn begin(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<impl IntoResponse, Refusal> {
    let setup: BlindSetup = object(request).await?;
    let with_person = setup.player == PERSON;
    let table = app.blind.add(BlindGame::new(setup)?)?;
    let side = table.look(BlindGame::begun_by);
    let own = seat(&app, seat_id(&table, side))?;
    let mut shown = own.json();
    if with_person {
        shown["invitation"] = json!(seat_id(&table, !side));
    }
    Ok((StatusCode::CREATED, Json(shown)))
}

/// A seat.
pub async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    Ok(Json(seat(&app, id)?.json()))
}

/// A seat as it changes.
pub async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let Seat { id, table, side } = seat(&app, id)?;
    Ok(follow(table, "seat", move |game| {
        seat_json(&id, game.setup(), game.view(side))
    }))
}

/// What a request says: how much its client has heard, and perhaps what it tries.
#[derive(Deserialize)]
struct Wish {
    heard: usize,
    #[serde(default)]
    action: String,
}

/// Changes a game by what its client has heard.
async fn change(
    app: &Arc<App>,
    id: String,
    request: Request,
    change: impl FnOnce(&mut BlindGame, Side, &Wish) -> Result<(), Refusal>,
) -> Result<Json<Value>, Refusal> {
    let wish: Wish = object(request).await?;
    let seat = seat(app, id)?;
    seat.table.change(|game| {
        game.expect(seat.side, wish.heard)?;
        change(game, seat.side, &wish)
    })?;
    go_on(app, &seat.table);
    Ok(Json(seat.json()))
}

/// A try or a question.
pub async fn act(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Json<Value>, Refusal> {
    let acts = |game: &mut BlindGame, side, wish: &Wish| game.act(side, &wish.action);
    change(&app, id, request, acts).await
}

/// A side gives up.
pub async fn resign(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Json<Value>, Refusal> {
    let resigns = |game: &mut BlindGame, side, _: &Wish| {
        game.resign(side);
        Ok(())
    };
    change(&app, id, request, resigns).await
}

/// Which scene of a replay.
#[derive(Deserialize)]
struct Chosen {
    #[serde(default)]
    scene: usize,
}

/// A scene of a finished game.
pub async fn replay(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Json<Value>, Refusal> {
    let chosen: Chosen = question(&uri)?;
    let seat = seat(&app, id)?;
    let game = seat.table.look(Clone::clone);
    let scene = tokio::task::spawn_blocking(move || game.replay(chosen.scene)).await;
    let scene = scene.map_err(|_| Refusal::ours("the replay failed"))?;
    Ok(Json(scene?))
}

/// Lets the program think if it is its turn.
fn go_on(app: &Arc<App>, table: &Table) {
    let mut begins = false;
    table.adjust(|game| {
        begins = game.is_due() && !game.thinking;
        game.thinking |= begins;
        false
    });
    if begins {
        tokio::spawn(think(Arc::clone(app), Arc::clone(table)));
    }
}

/// The program's turn: tries until one is accepted.
async fn think(app: Arc<App>, table: Table) {
    let Ok(_permit) = app.thoughts.acquire().await else {
        return;
    };
    let (ours, moved) = (Arc::clone(&app), Arc::clone(&table));
    let moved = tokio::task::spawn_blocking(move || turn(&ours, &moved)).await;
    table.adjust(|game| {
        game.thinking = false;
        false
    });
    // The person may have moved since: that request saw a program that was still thinking. After
    // a failure the game goes on at the next request.
    if moved.unwrap_or(false) {
        go_on(&app, &table);
    }
}

/// What the program's player is given: it stops thinking when it is no longer its turn.
fn equipment(table: &Table) -> Equipment {
    // A player that is remembered must not keep its table alive.
    let watched = Arc::downgrade(table);
    let is_due = move || {
        watched
            .upgrade()
            .is_some_and(|table| table.look(BlindGame::is_due))
    };
    Equipment {
        stop: Arc::new(move || !is_due()),
        ..Equipment::default()
    }
}

/// The program's turn, by its player; whether nothing failed.
fn turn(app: &App, table: &Table) -> bool {
    let begun = Instant::now();
    let (side, setup) = table.look(|game| (!game.begun_by(), game.setup().clone()));
    // The same for a whole game, also after a restart: its opening goes on. Made from the key of
    // the program's own side, which no client is told: a seed tells the moves.
    let secret = table.look(|game| game.key(side).to_string());
    let seed = secret.bytes().fold(0, |seed: u64, byte| {
        seed.wrapping_mul(31).wrapping_add(u64::from(byte))
    });
    let time = Duration::from_secs_f64(setup.seconds.clamp(0.01, 60.0));
    if setup.player != LEVELLED {
        let Ok(mut player) = player_named(&setup.player, &equipment(table)) else {
            return false;
        };
        return player.new_game(side, seed).is_ok()
            && tries(table, player.as_mut(), side, begun, time);
    }
    let mut player = match app.minds.take(table.id()) {
        Some(player) => player,
        None => {
            let params = setup
                .level
                .map_or_else(BeliefParams::default, BeliefParams::of_level);
            let mut player = BeliefPlayer::new(params, equipment(table));
            if player.new_game(side, seed).is_err() {
                return false;
            }
            player
        }
    };
    let went_on = tries(table, &mut player, side, begun, time);
    if table.look(|game| game.view(side).result().is_none()) {
        app.minds.keep(table.id(), player);
    }
    went_on
}

/// Tries until a move is accepted; whether nothing failed.
fn tries(
    table: &Table,
    player: &mut dyn Player<Umpire>,
    side: Side,
    begun: Instant,
    time: Duration,
) -> bool {
    while let Some(view) = table.look(|game| game.is_due().then(|| game.view(side).clone())) {
        let clock = Clock {
            movetime: Some(time.saturating_sub(begun.elapsed())),
            ..Clock::default()
        };
        let action = player.choose(&view, &clock).ok().and_then(|c| c.action);
        let kept = table.change(|game| {
            if !game.is_due() {
                return Err(Refusal::stale("the game is over"));
            }
            game.program_acts(action);
            Ok(())
        });
        if kept.is_err() {
            return false;
        }
    }
    true
}
