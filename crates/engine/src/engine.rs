//! The engine: its settings, its memory, one search after another.

use std::cmp::Reverse;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use zermelo_chess::{Chess, Move, Tablebase};
use zermelo_game::Game;
use zermelo_search::full::{Iteration, Memory, Params, Task};
use zermelo_search::{Limits, MAX_PLY};

use crate::control::Control;
use crate::evaluation::{Model, Network, Weights};
use crate::handicap::Handicap;
use crate::learned::Learned;
use crate::mind::Mind;
use crate::order::{Answer, Order, Report, Value};
use crate::profile::Profile;
use crate::reports::{Ranks, known, mates_within, reports};
use crate::time::{Budget, Patience, TimeParams};

/// What can be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The size of the hash table in megabytes.
    pub hash_mb: usize,
    /// Threads that search.
    pub threads: usize,
    /// Best lines that are reported.
    pub multipv: usize,
    /// How to search.
    pub profile: Profile,
    /// Which evaluation: `tuned` or `reference`; a learned player evaluates with the terms of
    /// `reference`.
    pub player: String,
    /// Where the folders of learned players are, for [`crate::player_settings`].
    pub player_dir: Option<PathBuf>,
    /// What the player has learnt from games.
    pub learned: Option<Learned>,
    /// Where tablebases are.
    pub syzygy: Option<PathBuf>,
    /// Time lost per move to the connection, in milliseconds.
    pub move_overhead_ms: u64,
    /// Plays at about this strength.
    pub limit_elo: Option<u32>,
}

impl Settings {
    /// What tells a player of some name from others of that name: what it has learnt, and the
    /// search of this program.
    #[must_use]
    pub fn identity(&self, name: &str) -> String {
        let learned = self
            .learned
            .as_ref()
            .map_or("", |learned| learned.identity());
        format!("{name} {learned} {}", crate::fingerprint())
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_mb: 16,
            threads: 1,
            multipv: 1,
            profile: Profile::Modern,
            player: "tuned".to_string(),
            player_dir: None,
            learned: None,
            syzygy: None,
            move_overhead_ms: 10,
            limit_elo: None,
        }
    }
}

/// Names of evaluations that [`Settings::player`] may have.
pub const PLAYERS: &[&str] = &["tuned", "reference"];

/// A chess engine.
pub struct Engine {
    settings: Settings,
    params: Params,
    time: TimeParams,
    mind: Mind,
    tables: Option<Arc<Tablebase>>,
    memory: Memory,
    /// Whether the last search of this game met positions of the opening table.
    met: bool,
}

/// The stack of the thread that searches: room for the longest line.
const STACK: usize = 64 << 20;

impl Engine {
    /// An engine with these settings; a player that is not known plays as `tuned`.
    #[must_use]
    pub fn new(settings: Settings) -> Engine {
        let params = params_of(&settings);
        let tables = tables_of(&settings);
        Engine {
            mind: Mind::of(&settings, tables.clone()),
            memory: Mind::memory(&params, threads_of(&settings)),
            time: settings.profile.time(),
            tables,
            params,
            met: false,
            settings,
        }
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings; what was remembered is kept if the table's size, the number of
    /// threads and whoever plays stay the same.
    pub fn configure(&mut self, settings: Settings) {
        let old = std::mem::replace(&mut self.settings, settings);
        let settings = &self.settings;
        if old.syzygy != settings.syzygy {
            self.tables = tables_of(settings);
        }
        self.params = params_of(settings);
        self.time = settings.profile.time();
        self.mind = Mind::of(settings, self.tables.clone());
        let threads = threads_of(settings);
        if old.hash_mb != settings.hash_mb || threads_of(&old) != threads {
            self.memory = Mind::memory(&self.params, threads);
        } else if old.player != settings.player
            || old.player_dir != settings.player_dir
            || old.profile != settings.profile
        {
            self.memory.clear();
        }
    }

    /// The parameters of the search, to change single ones.
    pub fn params_mut(&mut self) -> &mut Params {
        &mut self.params
    }

    /// Evaluates with another set of weights.
    pub fn set_weights(&mut self, weights: Arc<Weights>) {
        self.mind = Mind::with_weights(weights, &self.settings, self.tables.clone());
    }

    /// Evaluates with a model of the eight terms of `reference`.
    pub fn set_model(&mut self, model: Arc<Model>) {
        self.mind = Mind::with_model(model, &self.settings, self.tables.clone());
    }

    /// Evaluates with a network.
    pub fn set_network(&mut self, network: Arc<Network>) {
        self.mind = Mind::with_network(network, &self.settings, self.tables.clone());
    }

    /// A new game: forgets everything.
    pub fn new_game(&mut self) {
        self.memory.clear();
        self.met = false;
    }

    /// Empties the hash table.
    pub fn clear_hash(&mut self) {
        self.memory.clear();
    }

    /// Searches until a limit or the control ends it. Reports after each iteration, the best
    /// line first.
    pub fn search(
        &mut self,
        order: &Order,
        control: &Control,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Answer {
        self.search_watched(order, control, report, &|_, _, _| ())
    }

    /// The same, with somebody who is told of each move of the root before it is searched: the
    /// depth, the move, its number.
    pub fn search_watched(
        &mut self,
        order: &Order,
        control: &Control,
        report: &mut (dyn FnMut(&Report) + Send),
        watch: &(dyn Fn(u32, Move, usize) + Sync),
    ) -> Answer {
        // The longest lines need more stack than a thread usually has.
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let searching =
                thread.spawn_scoped(scope, || self.think(order, control, report, watch));
            let answer = searching.ok().and_then(|thread| thread.join().ok());
            answer.unwrap_or_else(|| any_move(order))
        })
    }

    /// The same without a thread of its own, for short searches: its stack must do.
    pub fn search_on_this_thread(
        &mut self,
        order: &Order,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        self.think(order, control, report, &|_, _, _| ())
    }

    fn think(
        &mut self,
        order: &Order,
        control: &Control,
        report: &mut dyn FnMut(&Report),
        watch: &(dyn Fn(u32, Move, usize) + Sync),
    ) -> Answer {
        let begun = Instant::now();
        let (position, history) = order.position();
        let limits = &order.limits;
        let overhead = Duration::from_millis(self.settings.move_overhead_ms);
        let budget = Budget::of(limits, position.side(), overhead, &self.time);
        let past = |limit: Option<Duration>| limit.is_some_and(|limit| begun.elapsed() >= limit);
        let stop = || control.is_stopped() || !control.is_pondering() && past(budget.hard);
        let limit_elo = self.settings.limit_elo.filter(|_| !limits.full_strength);
        let handicap = limit_elo.map(Handicap::of);
        let (only, ranks) = self.choices(&position, order.only.as_deref());
        let most = handicap.map_or(u64::MAX, |handicap| handicap.nodes);
        let task = Task {
            game: &position,
            history: &history,
            depth: limits.depth.unwrap_or(MAX_PLY as u32),
            lines: handicap.map_or(self.settings.multipv, |handicap| handicap.lines),
            only: Some(&only),
            limits: Limits {
                nodes: limits.nodes.unwrap_or(u64::MAX).min(most),
                stop: Some(&stop),
                ..Limits::default()
            },
            watch: Some(watch),
        };
        let shown = self.settings.multipv.max(1);
        let mut patience = Patience::default();
        let (mut best, mut lines) = (None, Vec::new());
        let hits = self.mind.hits();
        let counter = self.mind.counter();
        let mut on_iteration = |iteration: &Iteration<'_, Move>| {
            let hits = counter.load(Relaxed) - hits + u64::from(!ranks.0.is_empty());
            lines = reports(iteration, begun.elapsed(), hits, &ranks);
            lines.truncate(shown);
            lines.iter().for_each(&mut *report);
            let Some(line) = iteration.lines.first() else {
                return true;
            };
            let found = line.pv.first().copied();
            let factor = patience.factor(best == found, line.score, iteration.share);
            best = found;
            if limits.mate.is_some_and(|mate| mates_within(line, mate)) {
                return false;
            }
            if control.is_pondering() || limits.infinite {
                return true;
            }
            let factor = if budget.flexible { factor } else { 50 };
            let soft = budget.soft.map(|soft| soft * factor / 100);
            let forced = budget.soft.is_some() && only.len() == 1 && iteration.depth >= 4;
            !past(soft) && !forced
        };
        let learned = self.settings.learned.as_ref();
        let weight = self.settings.profile.advice_weight();
        let advice = learned.and_then(|learned| learned.advice(order, self.met, weight));
        let advice = advice.map(Arc::new);
        self.mind.set_advice(advice.clone());
        let threads = threads_of(&self.settings);
        let (params, memory) = (&self.params, &mut self.memory);
        let mut found = self
            .mind
            .search(threads, &task, params, memory, &mut on_iteration);
        ranks.sort(&mut found.lines);
        self.met = advice.is_some_and(|advice| advice.hits() > 0);
        // Protocols want no answer before they ask for one.
        if limits.infinite {
            control.wait(true);
        } else if limits.ponder {
            control.wait(false);
        }
        let place = handicap.map_or(0, |handicap| {
            let scores: Vec<_> = found.lines.iter().map(|line| line.score).collect();
            handicap.choose(&scores, position.key())
        });
        let line = found.lines.get(place);
        // What is played was said: a move found while an iteration was broken off, or one that is
        // not the best on purpose, is said now.
        if let (Some(line), Some(last)) = (line, lines.first())
            && last.pv.first() != line.pv.first()
        {
            let score = ranks.score(line);
            // An iteration that was broken off is the one after the last that was told.
            let broken_off = place == 0;
            let last = Report {
                depth: last.depth + u32::from(broken_off),
                value: Value::of(score),
                score,
                bound: known(line.bound),
                nodes: found.nodes,
                elapsed: begun.elapsed(),
                pv: line.pv.clone(),
                ..last.clone()
            };
            report(&last);
            // What it is better than by now has the value of before, which may be a higher one.
            let stands = |other: &Report| !broken_off || other.score <= last.score;
            lines.retain(|other| other.pv.first() != last.pv.first() && stands(other));
            lines.insert(0, last);
            lines.truncate(shown);
            for (place, line) in lines.iter_mut().enumerate() {
                line.multipv = place + 1;
            }
        }
        Answer {
            best: line.and_then(|line| line.pv.first().copied()),
            ponder: line.and_then(|line| line.pv.get(1).copied()),
            lines,
            nodes: found.nodes,
        }
    }

    /// The moves to choose from: those asked for, and of these the ones that tablebases call best,
    /// as many as are to be shown and their equals, with their ranks.
    fn choices(&self, position: &Chess, only: Option<&[Move]>) -> (Vec<Move>, Ranks) {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if let Some(only) = only {
            moves.retain(|m| only.contains(m));
        }
        let tables = self.tables.as_ref();
        let ranks = tables
            .filter(|tables| tables.may_have(position))
            .and_then(|tables| tables.ranks(position, &moves))
            .unwrap_or_default();
        let mut known: Vec<_> = moves.iter().copied().zip(ranks).collect();
        known.sort_by_key(|(_, rank)| Reverse(*rank));
        if let Some(&(_, least)) = known.get(self.settings.multipv.max(1) - 1) {
            known.retain(|(_, rank)| *rank >= least);
        }
        if !known.is_empty() {
            moves.retain(|m| known.iter().any(|(known, _)| known == m));
        }
        (moves, Ranks(known))
    }
}

fn params_of(settings: &Settings) -> Params {
    let mut params = settings.profile.params();
    params.table_kilobytes = (settings.hash_mb.clamp(1, 65_536) * 1024) as i64;
    if let Some(learned) = &settings.learned {
        params.advice_reduction = learned.recipe().reduces;
    }
    params
}

fn threads_of(settings: &Settings) -> usize {
    settings.threads.clamp(1, 256)
}

/// The tables of a folder; none if it cannot be read, which whoever set it should say.
fn tables_of(settings: &Settings) -> Option<Arc<Tablebase>> {
    let path = settings.syzygy.as_ref()?;
    Tablebase::open(path).ok().map(Arc::new)
}

/// What to play when no thread can be had.
fn any_move(order: &Order) -> Answer {
    let mut moves = Vec::new();
    order.position().0.legal_moves(&mut moves);
    Answer {
        best: moves.first().copied(),
        ponder: None,
        lines: Vec::new(),
        nodes: 0,
    }
}

#[cfg(test)]
mod tests;
