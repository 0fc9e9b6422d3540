//! Games that several requests share: kept in memory, on the disk, and told to whoever watches.
//!
//! *Invariant.* A change is on the disk before it is seen: [`Room::change`] works on a copy, keeps
//! it, and only then puts it in the place of the old one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::watch;

use crate::refusal::Refusal;
use crate::store::{Store, new_id};

/// A game that can be kept.
pub trait Kept: Clone + Send + 'static {
    /// What is written down.
    type Record: Serialize + DeserializeOwned;

    /// What to write down.
    fn record(&self) -> Self::Record;

    /// The game of a record; `None` if it makes no sense.
    fn restore(record: Self::Record) -> Option<Self>;
}

/// One game.
pub struct Room<G> {
    id: String,
    game: Mutex<G>,
    store: Store,
    changes: watch::Sender<u64>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Kept> Room<G> {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Changes the game, unless the change is refused.
    ///
    /// # Errors
    ///
    /// If it is refused, or cannot be kept; then nothing has changed.
    pub fn change<T>(
        &self,
        change: impl FnOnce(&mut G) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let mut game = locked(&self.game);
        let mut changed = game.clone();
        let value = change(&mut changed)?;
        self.store
            .save(&self.id, &changed.record())
            .map_err(|error| Refusal::ours(format!("the game cannot be kept: {error}")))?;
        *game = changed;
        drop(game);
        self.changes.send_modify(|version| *version += 1);
        Ok(value)
    }

    /// Looks at the game without copying it.
    pub fn look<T>(&self, look: impl FnOnce(&G) -> T) -> T {
        look(&locked(&self.game))
    }

    /// Changes what is not written down, and tells whoever watches if that says so.
    pub fn adjust(&self, change: impl FnOnce(&mut G) -> bool) -> bool {
        let changed = change(&mut locked(&self.game));
        if changed {
            self.changes.send_modify(|version| *version += 1);
        }
        changed
    }

    /// Hears of every change.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }
}

/// All games of one kind.
pub struct Rooms<G> {
    store: Store,
    open: Mutex<HashMap<String, Arc<Room<G>>>>,
}

impl<G: Kept> Rooms<G> {
    /// The games of a folder.
    #[must_use]
    pub fn new(store: Store) -> Rooms<G> {
        Rooms {
            store,
            open: Mutex::default(),
        }
    }

    fn room(&self, id: &str, game: G) -> Arc<Room<G>> {
        Arc::new(Room {
            id: id.to_string(),
            game: Mutex::new(game),
            store: self.store.clone(),
            changes: watch::Sender::new(0),
        })
    }

    /// A new game.
    ///
    /// # Errors
    ///
    /// If it cannot be kept.
    pub fn add(&self, game: G) -> Result<Arc<Room<G>>, Refusal> {
        let room = self.room(&new_id(), game);
        room.change(|_| Ok(()))?;
        locked(&self.open).insert(room.id.clone(), Arc::clone(&room));
        Ok(room)
    }

    /// The game of an id, from the disk if nobody has asked for it yet.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn get(&self, id: &str) -> Result<Arc<Room<G>>, Refusal> {
        let mut open = locked(&self.open);
        if let Some(room) = open.get(id) {
            return Ok(Arc::clone(room));
        }
        let game = self.store.load(id).and_then(G::restore);
        let game = game.ok_or_else(|| Refusal::missing("there is no game of that id"))?;
        let room = self.room(id, game);
        open.insert(id.to_string(), Arc::clone(&room));
        Ok(room)
    }

    /// Looks at the game of an id without opening it.
    pub fn peek<T>(&self, id: &str, look: impl FnOnce(&G) -> T) -> Option<T> {
        if let Some(room) = locked(&self.open).get(id) {
            return Some(room.look(look));
        }
        self.store.load(id).and_then(G::restore).as_ref().map(look)
    }

    /// The ids of all games, the latest first.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        self.store.ids()
    }
}
