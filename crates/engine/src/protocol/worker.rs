//! The thread that owns the engine.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::{Engine, Settings};

/// Something to do with the engine.
pub type Job<'env> = Box<dyn FnOnce(&mut Engine) + Send + 'env>;

/// Where jobs are handed in. They are done one after the other, in the order of handing in.
pub struct Queue<'env> {
    sender: Sender<Job<'env>>,
    searches: Arc<AtomicUsize>,
}

// Derived, it would want every `'env` to be `Clone`.
impl Clone for Queue<'_> {
    fn clone(&self) -> Self {
        Queue {
            sender: self.sender.clone(),
            searches: Arc::clone(&self.searches),
        }
    }
}

impl<'env> Queue<'env> {
    /// A queue, and where its jobs come out.
    #[must_use]
    pub fn new() -> (Queue<'env>, Receiver<Job<'env>>) {
        let (sender, receiver) = channel();
        let queue = Queue {
            sender,
            searches: Arc::default(),
        };
        (queue, receiver)
    }

    /// Hands in something short.
    pub fn put(&self, job: impl FnOnce(&mut Engine) + Send + 'env) {
        // The worker ends only after the last queue is gone.
        let _ = self.sender.send(Box::new(job));
    }

    /// Hands in a search. Until it has let go of what it is given, at the latest when it is done,
    /// [`is_searching`](Queue::is_searching) says yes.
    pub fn put_search(&self, job: impl FnOnce(&mut Engine, Searching) + Send + 'env) {
        self.searches.fetch_add(1, Ordering::SeqCst);
        // Counted down even if the search panics: nobody must wait for it.
        let searching = Searching(Arc::clone(&self.searches));
        self.put(move |engine| job(engine, searching));
    }

    /// Whether a search is waiting or running.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.searches.load(Ordering::SeqCst) > 0
    }
}

/// A search that is waiting or running.
pub struct Searching(Arc<AtomicUsize>);

impl Drop for Searching {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Does jobs until all queues are gone. A defect in one of them must not end a game: it is
/// reported on the error stream by the panic itself, and a new engine goes on.
pub fn work(jobs: &Receiver<Job<'_>>, settings: Settings) {
    let mut engine = Engine::new(settings);
    for job in jobs {
        let attempt = std::panic::AssertUnwindSafe(|| job(&mut engine));
        if std::panic::catch_unwind(attempt).is_err() {
            engine = Engine::new(engine.settings().clone());
        }
    }
}
