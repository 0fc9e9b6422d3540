//! One conversation's state: the position, the options, the search under way.

use std::time::{Duration, Instant};

use zermelo_chess::{Chess, Move, PolyglotBook};
use zermelo_game::random::Rng;
use zermelo_game::{Game, History, Notation};

use super::command::{Command, Go};
use super::info::{Style, value_text};

use crate::learned::Learned;
use crate::protocol::bench::{BENCH_DEPTH, bench};
use crate::protocol::book::{joined, learned_of, open_book, seed, table_folders};
use crate::protocol::explain::{explain_text, static_value};
use crate::protocol::memory::fit_hash;
use crate::protocol::options::{Configuration, Effect, OPTIONS};
use crate::protocol::output::Output;
use crate::protocol::perft::divide_until;
use crate::protocol::settings;
use crate::protocol::worker::Queue;
use crate::{Answer, Control, Engine, GameClock, Order, Report, SearchLimits};

/// The deepest `bench` and `perft` that are taken seriously.
const DEEPEST: u32 = 60;

/// After this long the moves of the root are told as they are searched.
const CURRENT_MOVE: Duration = Duration::from_secs(3);

/// What the reading thread knows.
pub struct Session<'env> {
    output: &'env Output<'env>,
    queue: Queue<'env>,
    configuration: Configuration,
    book: Option<PolyglotBook>,
    learned: Option<Learned>,
    rng: Rng,
    game: History<Chess>,
    /// The hand on the last `go`: whatever is begun after it, and the end of the lines, end it.
    control: Control,
    /// The hand on every `perft` and `bench` since the last `stop`, which alone breaks them off.
    counts: Control,
    debug: bool,
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.control.stop();
    }
}

impl<'env> Session<'env> {
    /// A conversation about to begin.
    pub fn new(
        output: &'env Output<'env>,
        queue: Queue<'env>,
        configuration: Configuration,
    ) -> Session<'env> {
        Session {
            output,
            queue,
            configuration,
            book: None,
            learned: None,
            rng: Rng::new(seed()),
            game: History::new(Chess::new()),
            control: Control::default(),
            counts: Control::default(),
            debug: false,
        }
    }

    /// Does what a line asks for; false if it ends the conversation.
    pub fn hear(&mut self, command: &Command) -> bool {
        match command {
            Command::Uci => self.introduce(),
            Command::Debug(on) => self.debug = *on,
            Command::IsReady => self.ready(),
            Command::SetOption { name, value } => self.set_option(name, value.as_deref()),
            Command::NewGame => {
                self.stop_search();
                self.queue.put(Engine::new_game);
            }
            Command::Position { fen, moves } => self.position(fen.as_deref(), moves),
            Command::Go(go) => self.go(go),
            Command::Perft(depth) => self.perft(*depth),
            Command::Stop => {
                self.stop_search();
                // What is counted from now on is not stopped by this.
                std::mem::take(&mut self.counts).stop();
            }
            Command::PonderHit => self.control.ponder_hit(),
            Command::Quit => return false,
            Command::Show => self.show(),
            Command::Eval => {
                let (player, learned) = (&self.configuration.player, self.learned.as_ref());
                let text = explain_text(self.game.position(), player, learned);
                self.after_search(text);
            }
            Command::Bench(depth) => self.bench(depth.unwrap_or(BENCH_DEPTH)),
            Command::Nothing => {}
            Command::Unknown(word) => {
                let shown: String = word.chars().take(40).collect();
                self.say(format!("unknown command `{}`", shown.escape_debug()));
            }
        }
        true
    }

    fn say(&self, text: impl AsRef<str>) {
        self.output.line(format!("info string {}", text.as_ref()));
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        let mut lines = vec![
            format!("id name Zermelo {version}"),
            "id author the Zermelo authors".to_string(),
        ];
        let configuration = &self.configuration;
        lines.extend(OPTIONS.iter().map(|option| option.uci(configuration)));
        lines.push("uciok".to_string());
        self.output.line(lines.join("\n"));
    }

    fn ready(&self) {
        if self.queue.is_searching() {
            self.output.line("readyok");
            return;
        }
        let output = self.output;
        self.queue.put(move |_| output.line("readyok"));
    }

    /// Ends the search under way; its `bestmove` comes by itself.
    fn stop_search(&self) {
        self.control.stop();
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let before = self.configuration.hash;
        let effect = match self.configuration.set(name, value) {
            Ok(effect) => effect,
            Err(error) => return self.say(error.to_string()),
        };
        match effect {
            Effect::None => {}
            Effect::ClearHash => self.queue.put(Engine::clear_hash),
            Effect::Book => self.read_book(),
            Effect::Player | Effect::Settings => {
                if effect == Effect::Player {
                    self.learned = learned_of(&self.configuration).unwrap_or_else(|sentence| {
                        self.say(sentence);
                        None
                    });
                }
                let (folders, complaints) = if name.trim().eq_ignore_ascii_case("SyzygyPath") {
                    table_folders(&self.configuration.syzygy)
                } else {
                    (table_folders(&self.configuration.syzygy).0, Vec::new())
                };
                complaints.iter().for_each(|text| self.say(text));
                if let Some(sentence) = fit_hash(&mut self.configuration, before) {
                    self.say(sentence);
                }
                let settings =
                    settings(&self.configuration, joined(&folders), self.learned.clone());
                self.queue.put(move |engine| engine.configure(settings));
            }
        }
        if self.debug {
            self.say(format!("{name} is set"));
        }
    }

    fn read_book(&mut self) {
        self.book = None;
        if !self.configuration.own_book || self.configuration.book.is_empty() {
            return;
        }
        match open_book(&self.configuration.book) {
            Ok(book) => self.book = Some(book),
            Err(sentence) => self.say(sentence),
        }
    }

    /// Sets up a position. A wrong FEN leaves the old one, a wrong move what came before it.
    fn position(&mut self, fen: Option<&str>, moves: &[String]) {
        let start = match fen.map(Chess::parse_without_false_rights) {
            None => Chess::new(),
            Some(Ok(position)) => position,
            Some(Err(error)) => return self.say(format!("position ignored: {error}")),
        };
        self.game = History::new(start);
        for text in moves {
            match self.game.position().parse_move(text) {
                Ok(m) => self.game.play(m),
                Err(error) => return self.say(format!("moves ignored from here: {error}")),
            }
        }
    }

    fn style(&self) -> Style {
        Style {
            chess960: self.configuration.chess960,
            show_wdl: self.configuration.show_wdl,
        }
    }

    fn go(&mut self, go: &Go) {
        // Two searches at once cannot be asked for: the first one ends and answers.
        self.stop_search();
        let position = self.game.position().clone();
        let (style, output) = (self.style(), self.output);
        let control = Control::new(go.ponder);
        self.control = control.clone();
        if let Some(m) = self.book_move(go) {
            let text = style.move_text(&position, m);
            self.queue.put_search(move |_, searching| {
                drop(searching);
                output.line(format!(
                    "info string book move\ninfo depth 1 multipv 1 score cp 0 nodes 0 nps 0 time 0 \
                     pv {text}\nbestmove {text}"
                ));
            });
            return;
        }
        let order = Order {
            start: self.game.start().clone(),
            moves: self.game.moves().to_vec(),
            only: self.only(go),
            limits: limits(go, &position),
        };
        self.queue.put_search(move |engine, searching| {
            let mut told = false;
            let begun = Instant::now();
            let watch = |depth, m, number| {
                if begun.elapsed() >= CURRENT_MOVE {
                    let m = style.move_text(&position, m);
                    output.line(format!(
                        "info depth {depth} currmove {m} currmovenumber {number}"
                    ));
                }
            };
            let mut report = |report: &Report| {
                told = true;
                output.line(style.info(&position, report));
            };
            let answer = engine.search_watched(&order, &control, &mut report, &watch);
            // Whoever reads the answer and asks whether we are ready is told when all is done that
            // was asked for in between.
            drop(searching);
            output.line(closing(&position, &answer, told, style));
        });
    }

    /// A move of the book, where one may be played.
    fn book_move(&mut self, go: &Go) -> Option<Move> {
        let analysis = go.infinite || go.ponder || go.mate.is_some() || !go.searchmoves.is_empty();
        if analysis || self.configuration.analyse {
            return None;
        }
        let position = self.game.position();
        let learned = self.learned.as_ref();
        let book = self.book.as_ref();
        book.and_then(|book| book.pick(position, &mut self.rng))
            .or_else(|| learned.and_then(|learned| learned.book_move(position, &mut self.rng)))
    }

    /// The legal ones among `searchmoves`; `None` if there are none.
    fn only(&self, go: &Go) -> Option<Vec<Move>> {
        let mut only = Vec::new();
        for text in &go.searchmoves {
            match self.game.position().parse_move(text) {
                Ok(m) if !only.contains(&m) => only.push(m),
                Ok(_) => {}
                Err(error) => self.say(format!("searchmoves: {error}")),
            }
        }
        (!only.is_empty()).then_some(only)
    }

    fn perft(&mut self, depth: u32) {
        self.stop_search();
        let control = self.counts.clone();
        let (position, style, output) = (self.game.position().clone(), self.style(), self.output);
        self.queue.put_search(move |_, _searching| {
            let begun = Instant::now();
            let stop = || control.is_stopped();
            let mut each = |m, nodes| {
                output.line(format!("{}: {nodes}", style.move_text(&position, m)));
            };
            let total = divide_until(&position, depth.clamp(1, DEEPEST), &stop, &mut each);
            let seconds = begun.elapsed().as_secs_f64();
            output.line(match total {
                Some(total) => format!("\nNodes searched: {total}\nTime: {seconds:.3} s"),
                None => "info string perft stopped".to_string(),
            });
        });
    }

    fn bench(&mut self, depth: u32) {
        self.stop_search();
        let (output, control) = (self.output, self.counts.clone());
        self.queue.put_search(move |_, _searching| {
            let begun = Instant::now();
            let mut each = |fen: &str, nodes| output.line(format!("{fen}: {nodes}"));
            let nodes = bench(depth.clamp(1, DEEPEST), &control, &mut each);
            let nps = (nodes as f64 / begun.elapsed().as_secs_f64().max(1e-9)) as u64;
            output.line(if control.is_stopped() {
                "info string bench stopped".to_string()
            } else {
                format!("{nodes} nodes {nps} nps")
            });
        });
    }

    fn show(&self) {
        let position = self.game.position();
        self.after_search(format!(
            "{position}\nFen: {}\nKey: {:016X}",
            position.notation(),
            position.polyglot_key()
        ));
    }

    /// Writes something when everything asked for before it is done.
    fn after_search(&self, text: String) {
        let output = self.output;
        self.queue.put(move |_| output.line(text));
    }
}

/// What ends a `go`: the last score, if none was told, and the move.
fn closing(position: &Chess, answer: &Answer, told: bool, style: Style) -> String {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let Some(&any) = moves.first() else {
        let value = if position.is_check() {
            "mate 0"
        } else {
            "cp 0"
        };
        return format!("info depth 0 score {value}\nbestmove (none)");
    };
    let best = answer.best.filter(|&m| position.is_legal(m)).unwrap_or(any);
    let text = style.move_text(position, best);
    let mut lines = String::new();
    if !told {
        // Stopped before anything was finished.
        let value = value_text(static_value(position));
        lines = format!(
            "info depth 0 score {value} nodes {} pv {text}\n",
            answer.nodes
        );
    }
    let after = position.after(best);
    let ponder = answer.ponder.filter(|&m| after.is_legal(m));
    let ponder = ponder.map_or(String::new(), |m| {
        format!(" ponder {}", style.move_text(&after, m))
    });
    format!("{lines}bestmove {text}{ponder}")
}

/// The limits of a search. A clock told for the other side only is taken for ours.
fn limits(go: &Go, position: &Chess) -> SearchLimits {
    let own = position.side().index();
    let mut remaining = go.time;
    if remaining[own].is_none() {
        remaining[own] = remaining[1 - own];
    }
    let clock = remaining[own].map(|_| GameClock {
        remaining,
        increment: go.increment.map(Option::unwrap_or_default),
        moves_to_go: go.movestogo,
    });
    let limited = go.depth.is_some()
        || go.nodes.is_some()
        || go.mate.is_some()
        || go.movetime.is_some()
        || clock.is_some();
    SearchLimits {
        depth: go.depth.map(|depth| depth.max(1)),
        nodes: go.nodes.map(|nodes| nodes.max(1)),
        mate: go.mate,
        move_time: go.movetime,
        clock,
        // A bare `go` has no end of its own.
        infinite: go.infinite || !limited && !go.ponder,
        ponder: go.ponder,
        full_strength: false,
    }
}
