//! The tree laboratory: the command `tree`, asked by a page.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::question::question;
use crate::refusal::Refusal;
use crate::store::new_id;

/// What a visitor's search may cost.
const MOST_NODES: &str = "2000000";
const MOST_TIME: &str = "10000";
/// What each may take when all algorithms are asked for.
const TIME_OF_EACH: &str = "400";

/// The longest tree that is read from an address.
const LONGEST: usize = 8_000;

/// The stepping page has its script in itself, so it runs in a box of its own, away from the
/// server's pages.
const STEPS_POLICY: &str = "sandbox allow-scripts; default-src 'none'; \
                            script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
                            frame-ancestors 'self'";

/// What to search.
#[derive(Deserialize)]
struct Wish {
    game: String,
    #[serde(default)]
    position: String,
    algorithm: Option<String>,
    depth: Option<u32>,
    #[serde(default = "two_hundred")]
    show: u32,
}

fn two_hundred() -> u32 {
    200
}

/// A file that is gone when it has been read.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

impl Wish {
    fn arguments(&self) -> Result<Vec<String>, Refusal> {
        if self.game.len() + self.position.len() > LONGEST {
            return Err(Refusal::bad(format!(
                "a tree here has at most {LONGEST} letters"
            )));
        }
        if self.game.trim() == "-" {
            return Err(Refusal::bad("`game`: expected a game or a tree"));
        }
        let time = match self.algorithm.as_deref() {
            Some("all") => TIME_OF_EACH,
            _ => MOST_TIME,
        };
        let mut arguments = ["tree", "--json", "--nodes", MOST_NODES, "--movetime", time]
            .map(str::to_string)
            .to_vec();
        arguments.push(format!("--show={}", self.show.clamp(1, 2_000)));
        if let Some(algorithm) = &self.algorithm {
            arguments.push(format!("--algorithm={algorithm}"));
        }
        if let Some(depth) = self.depth {
            arguments.push(format!("--depth={depth}"));
        }
        Ok(arguments)
    }

    /// Runs the command with a picture of some kind; what it prints, and the picture.
    fn run(&self, app: &App, kind: Option<&str>) -> Result<(Value, String), Refusal> {
        let mut arguments = self.arguments()?;
        let scratch = kind.map(|kind| Scratch(app.scratch.join(format!("{}.{kind}", new_id()))));
        if let Some(Scratch(path)) = &scratch {
            arguments.push(format!("--output={}", path.display()));
        }
        arguments.push("--".to_string());
        arguments.push(self.game.clone());
        if !self.position.is_empty() {
            arguments.push(self.position.clone());
        }
        let text = (app.command)(&arguments).map_err(|sentence| {
            let path = scratch
                .as_ref()
                .map(|Scratch(path)| path.display().to_string());
            // Where pictures are written is nobody's business.
            let unplaced = path.map(|path| sentence.replace(&path, "a page"));
            Refusal::bad(unplaced.unwrap_or(sentence))
        })?;
        let object = serde_json::from_str(&text).map_err(|e| Refusal::ours(e.to_string()))?;
        let picture = scratch.and_then(|Scratch(ref path)| fs::read_to_string(path).ok());
        Ok((object, picture.unwrap_or_default()))
    }
}

/// Runs a search while others go on, if the machine bears one more.
async fn search<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&App) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let permit = Arc::clone(&app.searches).try_acquire_owned();
    let permit = permit.map_err(|_| Refusal {
        status: StatusCode::SERVICE_UNAVAILABLE,
        sentence: "as many searches as this machine bears are running; try again".to_string(),
    })?;
    let app = Arc::clone(app);
    let done = tokio::task::spawn_blocking(move || {
        let done = work(&app);
        drop(permit);
        done
    });
    done.await.map_err(|_| Refusal::ours("the search failed"))?
}

/// A searched tree, its figures and its picture.
pub async fn tree(State(app): State<Arc<App>>, uri: Uri) -> Result<Json<Value>, Refusal> {
    let wish: Wish = question(&uri)?;
    let object = search(&app, move |app| {
        if wish.algorithm.as_deref() == Some("all") {
            let (rows, _) = wish.run(app, None)?;
            return Ok(json!({"rows": rows}));
        }
        let pictured = wish.run(app, Some("svg"));
        // Some algorithms do not visit a tree node by node: no picture, but figures.
        let (mut object, picture) = match pictured {
            Ok(found) => found,
            Err(_) => wish.run(app, None)?,
        };
        object["svg"] = json!((!picture.is_empty()).then_some(picture));
        Ok(object)
    });
    Ok(Json(object.await?))
}

/// A page that steps through a search.
pub async fn steps(State(app): State<Arc<App>>, uri: Uri) -> Result<Response, Refusal> {
    let wish: Wish = question(&uri)?;
    let page = search(&app, move |app| {
        wish.run(app, Some("html")).map(|(_, page)| page)
    });
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, STEPS_POLICY),
    ];
    Ok((headers, page.await?).into_response())
}
