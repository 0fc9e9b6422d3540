//! Server-sent events: a game at once, and again after every change.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use serde_json::Value;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

use crate::room::{Kept, Room};

/// How often a silent connection is kept alive.
const ALIVE: Duration = Duration::from_secs(15);

/// Shows a game as it changes. What looks the same as before is not sent again: in Kriegspiel the
/// number of events would tell how often the other side tried in vain.
pub fn follow<G: Kept>(
    room: Arc<Room<G>>,
    name: &'static str,
    show: impl Fn(&G) -> Value + Send + 'static,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut last = String::new();
    let events = WatchStream::new(room.watch()).filter_map(move |_| {
        let text = room.look(&show).to_string();
        let news = (text != last).then(|| Ok(Event::default().event(name).data(&text)));
        last = text;
        news
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(ALIVE))
}
