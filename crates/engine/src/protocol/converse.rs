//! The two threads of a conversation, whatever its protocol.

use std::io::{BufRead, Write};

use super::lines::next_line;
use super::options::Configuration;
use super::output::Output;
use super::worker::{Queue, work};
use crate::Settings;
use crate::learned::Learned;

/// Hears one line; false if it ends the conversation. *Invariant.* Dropped, it stops its search
/// and lets go of the queue; what has an end of its own, such as counting moves, is done first.
pub(crate) type Listener<'env> = Box<dyn FnMut(&str) -> bool + 'env>;

/// Talks to an interface until a line ends the conversation or there are no more.
pub(crate) fn converse(
    configuration: Configuration,
    input: &mut dyn BufRead,
    output: &mut (dyn Write + Send),
    open: for<'env> fn(&'env Output<'env>, Queue<'env>, Configuration) -> Listener<'env>,
) {
    let output = Output::new(output);
    std::thread::scope(|scope| {
        let (queue, jobs) = Queue::new();
        let settings = settings(&configuration, None, None);
        scope.spawn(move || work(&jobs, settings));
        let mut hear = open(&output, queue, configuration);
        while next_line(input).is_some_and(|line| hear(&line)) {}
        // Dropping the listener closes the queue: the worker ends.
    });
}

/// The engine's settings for what the user has set.
pub(crate) fn settings(
    configuration: &Configuration,
    syzygy: Option<std::path::PathBuf>,
    learned: Option<Learned>,
) -> Settings {
    let limited = configuration.limit_strength && !configuration.analyse;
    Settings {
        hash_mb: usize::try_from(configuration.hash).unwrap_or(usize::MAX),
        threads: configuration.threads,
        multipv: configuration.multipv,
        profile: crate::Profile::named(&configuration.profile).unwrap_or_default(),
        player: configuration.player.clone(),
        player_dir: None,
        learned,
        syzygy,
        move_overhead_ms: configuration.overhead,
        limit_elo: limited.then_some(configuration.elo),
    }
}
