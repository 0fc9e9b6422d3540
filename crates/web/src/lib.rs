//! The local web page and the HTTP interface (docs/api.md).
//!
//! [`serve`] answers requests until it is told to stop. Games live in rooms, which keep every
//! change on the disk before anybody sees it; pages are plain files inside the program
//! (`assets`); what commands already say, pages ask the commands ([`Command`]).
//!
//! **Invariants.** A request that is not for this machine, or that changes something and comes from
//! another site's page, reaches no handler (`guard`). What a Kriegspiel client is sent is a
//! function of its side's announcements ([`blind_game`]). Nothing here prints.

mod analysis;
mod app;
mod assets;
mod blind_api;
pub mod blind_game;
mod chess_api;
mod chess_game;
mod chess_setup;
mod chess_shown;
mod events;
mod explorer;
mod guard;
mod minds;
mod position;
mod question;
mod refusal;
mod room;
mod store;
mod trees;

use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use axum::extract::State;
use axum::response::Html;
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use zermelo_archive::{Archive, OpeningNames};

pub use app::{Command, Entry};

use app::App;
use refusal::Refusal;
use room::Rooms;
use store::Store;

/// What a server needs.
pub struct Config {
    /// Where to listen.
    pub address: SocketAddr,
    /// Hosts beside this machine's own that requests may be for.
    pub hosts: Vec<String>,
    /// Archives by name, with their folders; the first is the usual one.
    pub archives: Vec<(String, PathBuf, Archive)>,
    /// Where games are kept.
    pub folder: PathBuf,
    /// The program's version.
    pub version: String,
    /// The program's commands.
    pub command: Command,
    /// Games of the tree laboratory, with what they are.
    pub games: Vec<Entry>,
    /// Its algorithms, with what they are.
    pub algorithms: Vec<Entry>,
}

/// How often a server looks whether it should stop.
const LOOK: Duration = Duration::from_millis(50);

/// Serves until `stop` says so. `ready` is told the address once requests are answered.
///
/// # Errors
///
/// If the address or the folder cannot be used.
pub fn serve(
    config: Config,
    ready: impl FnOnce(SocketAddr),
    stop: impl Fn() -> bool,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    std::fs::create_dir_all(&config.folder)?;
    // Held until the end: two servers would overwrite each other's games.
    let lock = File::create(config.folder.join("lock"))?;
    if lock.try_lock().is_err() {
        let sentence = format!(
            "another server keeps its games in {}",
            config.folder.display()
        );
        return Err(io::Error::other(sentence));
    }
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(config.address).await?;
        let address = listener.local_addr()?;
        let router = router(Arc::new(app(config)?));
        ready(address);
        let asked = async {
            while !stop() {
                tokio::time::sleep(LOOK).await;
            }
        };
        // Every change is on the disk: open connections are simply cut.
        tokio::select! {
            served = axum::serve(listener, router).into_future() => served,
            () = asked => Ok(()),
        }
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

fn app(config: Config) -> io::Result<App> {
    let cores = available_parallelism().map_or(2, usize::from);
    let scratch = config.folder.join("scratch");
    std::fs::create_dir_all(&scratch)?;
    Ok(App {
        version: config.version,
        hosts: config.hosts,
        archives: config.archives,
        names: OpeningNames::built_in(),
        chess: Rooms::new(Store::open(&config.folder.join("chess"))?),
        blind: Rooms::new(Store::open(&config.folder.join("kriegspiel"))?),
        minds: minds::Minds::default(),
        command: config.command,
        laboratory: (config.games, config.algorithms),
        scratch,
        thoughts: Arc::new(Semaphore::new(cores)),
        searches: Arc::new(Semaphore::new(cores.max(2))),
        answers: explorer::Memory::default(),
    })
}

async fn about(State(app): State<Arc<App>>) -> Json<Value> {
    Json(app.about())
}

async fn nothing() -> Refusal {
    Refusal::missing("there is nothing at this address")
}

fn router(app: Arc<App>) -> Router {
    let mut pages = Router::new();
    for page in assets::PAGES {
        pages = pages.route(page.address, get(move || async move { Html(page.text()) }));
    }
    let pages = pages
        .route("/men.svg", get(assets::men))
        .route("/static/{name}", get(assets::file));
    let chess = Router::new()
        .route("/", get(chess_api::list).post(chess_api::begin))
        .route("/{id}", get(chess_api::show))
        .route("/{id}/events", get(chess_api::events))
        .route("/{id}/pgn", get(chess_api::pgn))
        .route("/{id}/move", post(chess_api::play))
        .route("/{id}/takeback", post(chess_api::take_back))
        .route("/{id}/draw", post(chess_api::draw))
        .route("/{id}/resign", post(chess_api::resign));
    let blind = Router::new()
        .route("/", post(blind_api::begin))
        .route("/{seat}", get(blind_api::show))
        .route("/{seat}/events", get(blind_api::events))
        .route("/{seat}/action", post(blind_api::act))
        .route("/{seat}/resign", post(blind_api::resign))
        .route("/{seat}/replay", get(blind_api::replay));
    let lichess = Router::new()
        .route("/masters", get(explorer::masters))
        .route("/master", get(explorer::masters))
        .route("/masters/pgn/{id}", get(explorer::game))
        .route("/lichess", get(explorer::games))
        .route("/player", get(explorer::player))
        .route("/personal", get(explorer::player));
    let explorer = Router::new()
        .route("/", get(explorer::explore))
        .route("/plot.svg", get(explorer::plot))
        .route("/report", get(explorer::report))
        .route("/games/{id}", get(explorer::game));
    Router::new()
        .merge(pages)
        .merge(lichess)
        .nest("/api/chess", chess)
        .nest("/api/kriegspiel", blind)
        .nest("/api/explorer", explorer)
        .route("/api/about", get(about))
        .route("/api/position", get(analysis::position))
        .route("/api/analysis", get(analysis::analyse))
        .route("/api/pgn", post(analysis::pgn))
        .route("/api/tree", get(trees::tree))
        .route("/api/tree/steps", get(trees::steps))
        .fallback(nothing)
        .method_not_allowed_fallback(not_allowed)
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            guard::guard,
        ))
        .with_state(app)
}

async fn not_allowed() -> Refusal {
    Refusal {
        status: axum::http::StatusCode::METHOD_NOT_ALLOWED,
        sentence: "this address answers to another method".to_string(),
    }
}
