//! One conversation's state, and who moves when.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use zermelo_chess::{Chess, Move, PolyglotBook};
use zermelo_game::random::Rng;
use zermelo_game::{Game, History, Notation, Side};

use super::command::Command;
use super::features;
use super::game::{ending, move_text, taken_back, thinking};
use crate::protocol::book::{joined, open_book, table_folders};
use crate::protocol::options::{Configuration, Effect};
use crate::protocol::output::Output;
use crate::protocol::worker::Queue;
use crate::uci::settings;
use crate::{Answer, Control, Engine, GameClock, Order, Report, SearchLimits, Value};

/// How long to look for a hint.
const HINT: Duration = Duration::from_millis(300);

/// A draw is taken by whoever stands worse than this, in centipawns.
const GLAD_OF_A_DRAW: i32 = -30;

/// Who moves our pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Nobody: both sides are the interface's.
    Force,
    /// The engine moves for this side.
    Playing(Side),
    /// The engine analyses whatever stands on the board.
    Analysis,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Move,
    Ponder,
    Analysis,
    Hint,
}

/// A search under way.
struct Running {
    control: Control,
    purpose: Purpose,
    begun: Instant,
    last: Option<Report>,
}

/// Moves to a control, time for them, time added after each.
#[derive(Clone, Copy)]
struct Level {
    moves: Option<u32>,
    base: Duration,
    increment: Duration,
}

struct State {
    game: History<Chess>,
    mode: Mode,
    /// The number of the newest order to search; older searches are not listened to.
    generation: u64,
    running: Option<Running>,
    level: Level,
    move_time: Option<Duration>,
    depth: Option<u32>,
    own_time: Option<Duration>,
    other_time: Option<Duration>,
    ponder: bool,
    post: bool,
    excluded: Vec<Move>,
    configuration: Configuration,
    book: Option<PolyglotBook>,
    rng: Rng,
    chess960: bool,
    value: Option<Value>,
    hint: Option<Move>,
    paused: Option<Purpose>,
}

struct Shared<'env> {
    output: &'env Output<'env>,
    queue: Queue<'env>,
    state: Mutex<State>,
}

/// A conversation.
pub struct Session<'env>(Arc<Shared<'env>>);

impl State {
    fn new() -> State {
        State {
            game: History::new(Chess::new()),
            mode: Mode::Playing(Side::Second),
            generation: 0,
            running: None,
            level: Level {
                moves: Some(40),
                base: Duration::from_secs(300),
                increment: Duration::ZERO,
            },
            move_time: None,
            depth: None,
            own_time: None,
            other_time: None,
            ponder: false,
            post: false,
            excluded: Vec::new(),
            configuration: Configuration::default(),
            book: None,
            rng: Rng::new(1),
            chess960: false,
            value: None,
            hint: None,
            paused: None,
        }
    }

    /// Ends the search under way; it is not listened to any more.
    fn cancel(&mut self) -> Option<Purpose> {
        self.generation += 1;
        let running = self.running.take()?;
        running.control.stop();
        Some(running.purpose)
    }

    /// Starts over with a position.
    fn set_up(&mut self, position: Chess) {
        self.game = History::new(position);
        self.excluded.clear();
        self.hint = None;
        self.value = None;
    }

    fn limits(&self, purpose: Purpose) -> SearchLimits {
        match purpose {
            Purpose::Ponder | Purpose::Analysis => {
                return SearchLimits {
                    depth: self.depth.filter(|_| purpose == Purpose::Analysis),
                    infinite: true,
                    ..SearchLimits::default()
                };
            }
            Purpose::Hint => {
                return SearchLimits {
                    move_time: Some(HINT),
                    ..SearchLimits::default()
                };
            }
            Purpose::Move => {}
        }
        let own = self.game.position().side();
        let mut remaining = [None; 2];
        remaining[own.index()] = self.own_time.or(Some(self.level.base));
        remaining[(!own).index()] = self.other_time;
        let begins = self.game.start().side();
        let plies = self.game.moves().len() + usize::from(own != begins);
        let moves_to_go = self.level.moves.map(|moves| {
            let played = (plies / 2) as u32;
            moves - played % moves
        });
        SearchLimits {
            depth: self.depth,
            move_time: self.move_time,
            clock: Some(GameClock {
                remaining,
                increment: [self.level.increment; 2],
                moves_to_go,
            }),
            ..SearchLimits::default()
        }
    }

    /// The moves to choose from in analysis; `None` for all.
    fn only(&self, purpose: Purpose) -> Option<Vec<Move>> {
        if purpose != Purpose::Analysis || self.excluded.is_empty() {
            return None;
        }
        let mut moves = Vec::new();
        self.game.position().legal_moves(&mut moves);
        moves.retain(|m| !self.excluded.contains(m));
        (!moves.is_empty()).then_some(moves)
    }
}

impl<'env> Session<'env> {
    /// A conversation about to begin.
    pub fn new(output: &'env Output<'env>, queue: Queue<'env>) -> Session<'env> {
        Session(Arc::new(Shared {
            output,
            queue,
            state: Mutex::new(State::new()),
        }))
    }

    /// Ends whatever runs.
    pub fn end(self) {
        let mut state = self.0.lock();
        state.mode = Mode::Force;
        state.cancel();
    }

    /// Does what a line asks for; false if it ends the conversation.
    pub fn hear(&self, command: &Command) -> bool {
        if *command == Command::Quit {
            return false;
        }
        let shared = &self.0;
        let mut state = shared.lock();
        let state = &mut *state;
        match command {
            Command::Protover(_) => shared.output.line(features()),
            Command::New => {
                state.cancel();
                state.set_up(Chess::new());
                state.mode = Mode::Playing(Side::Second);
                (state.depth, state.own_time, state.other_time) = (None, None, None);
                (state.chess960, state.paused) = (false, None);
                shared.queue.put(Engine::new_game);
            }
            Command::Variant(name) => match name.as_str() {
                "normal" | "chess" => state.chess960 = false,
                "fischerandom" => state.chess960 = true,
                _ => shared.complain("unsupported variant", name),
            },
            Command::Force | Command::Result => {
                state.cancel();
                state.mode = Mode::Force;
            }
            Command::Go | Command::PlayOther | Command::Colour(_) => {
                shared.take_side(state, command)
            }
            Command::Level { .. }
            | Command::MoveTime(_)
            | Command::Depth(_)
            | Command::Time(_)
            | Command::OpponentTime(_) => set_clock(state, command),
            Command::Move(text) => shared.hear_move(state, text),
            Command::MoveNow => {
                let thinking = state
                    .running
                    .as_ref()
                    .filter(|r| r.purpose == Purpose::Move);
                if let Some(running) = thinking {
                    running.control.stop();
                }
            }
            Command::Ping(number) => shared.pong(state, number),
            Command::Draw => shared.consider_draw(state),
            Command::SetBoard(fen) => shared.set_board(state, fen),
            Command::Hint => shared.hint(state),
            Command::Book => shared.output.line(book_text(state)),
            Command::Undo => shared.take_back(state, 1),
            Command::Remove => shared.take_back(state, 2),
            Command::Ponder(on) => shared.set_pondering(state, *on),
            Command::Post(on) => state.post = *on,
            Command::Analyze => {
                state.cancel();
                state.mode = Mode::Analysis;
                shared.search(state, Purpose::Analysis);
            }
            Command::Exit => {
                state.cancel();
                state.mode = Mode::Force;
                state.excluded.clear();
            }
            Command::Progress => shared.progress(state),
            Command::Exclude(exclude, text) => shared.exclude(state, *exclude, text.as_deref()),
            Command::Memory(megabytes) => shared.set(state, "Hash", Some(&megabytes.to_string())),
            Command::Cores(cores) => shared.set(state, "Threads", Some(&cores.to_string())),
            Command::EndgameTables(kind, path) => match kind.as_str() {
                "syzygy" => shared.set(state, "SyzygyPath", Some(path)),
                _ => shared.complain("unsupported endgame tables", kind),
            },
            Command::SetOption(name, value) => shared.set(state, name, value.as_deref()),
            Command::Pause(true) => state.paused = state.cancel(),
            Command::Pause(false) => {
                if let Some(purpose) = state.paused.take() {
                    shared.search(state, purpose);
                }
            }
            Command::NodesPerSecond => shared.complain("unsupported", "nps"),
            Command::Unsupported(name) => shared.complain("unsupported", name),
            Command::Unknown(line) => shared.complain("unknown command", line),
            Command::Nothing | Command::Quit => {}
        }
        true
    }
}

fn set_clock(state: &mut State, command: &Command) {
    match *command {
        Command::Level {
            moves,
            base,
            increment,
        } => {
            state.level = Level {
                moves,
                base,
                increment,
            };
            (state.move_time, state.own_time, state.other_time) = (None, None, None);
        }
        Command::MoveTime(time) => state.move_time = Some(time),
        Command::Depth(depth) => state.depth = (depth > 0).then_some(depth),
        Command::Time(time) => state.own_time = Some(time),
        Command::OpponentTime(time) => state.other_time = Some(time),
        _ => {}
    }
}

/// The book's moves here, each line after a tab, an empty line at the end.
fn book_text(state: &State) -> String {
    let position = state.game.position();
    let moves = state.book.as_ref().map(|book| book.moves(position));
    let moves = moves.unwrap_or_default();
    let total: u32 = moves.iter().map(|&(_, weight)| u32::from(weight)).sum();
    let mut text = String::new();
    for (m, weight) in &moves {
        let percent = 100 * u32::from(*weight) / total.max(1);
        text += &format!("\t{} {percent}%\n", position.san(*m));
    }
    if moves.is_empty() {
        text.push_str("\tno moves in the book\n");
    }
    text
}

impl<'env> Shared<'env> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn complain(&self, kind: &str, what: &str) {
        let shown: String = what.chars().take(60).collect();
        let shown = shown.escape_debug();
        self.output.line(format!("Error ({kind}): {shown}"));
    }

    /// Begins a search; whatever ran is over.
    fn search(self: &Arc<Self>, state: &mut State, purpose: Purpose) {
        state.cancel();
        let mut order = Order {
            start: state.game.start().clone(),
            moves: state.game.moves().to_vec(),
            only: state.only(purpose),
            limits: state.limits(purpose),
        };
        let mut position = state.game.position().clone();
        if purpose == Purpose::Ponder {
            let Some(m) = state.hint.filter(|&m| position.is_legal(m)) else {
                return;
            };
            order.moves.push(m);
            position.play(m);
        }
        let control = Control::default();
        state.running = Some(Running {
            control: control.clone(),
            purpose,
            begun: Instant::now(),
            last: None,
        });
        let (generation, shared) = (state.generation, Arc::clone(self));
        self.queue.put_search(move |engine| {
            let answer = engine.search(&order, &control, &mut |report| {
                shared.report(generation, &position, report);
            });
            shared.finished(generation, &answer);
        });
    }

    /// Hears how far a search is.
    fn report(&self, generation: u64, position: &Chess, report: &Report) {
        let mut state = self.lock();
        if state.generation != generation {
            return;
        }
        let post = state.post;
        if let Some(running) = &mut state.running {
            let ponders = running.purpose == Purpose::Ponder;
            if report.multipv == 1 {
                running.last = Some(report.clone());
            }
            let shown = running.purpose == Purpose::Analysis || post;
            if shown && !ponders && running.purpose != Purpose::Hint {
                self.output.line(thinking(position, report));
            }
        }
    }

    /// Hears that a search has ended.
    fn finished(self: &Arc<Self>, generation: u64, answer: &Answer) {
        let mut state = self.lock();
        let state = &mut *state;
        if state.generation != generation {
            return;
        }
        let Some(running) = state.running.take() else {
            return;
        };
        let position = state.game.position();
        let best = answer.best.filter(|&m| position.is_legal(m));
        match running.purpose {
            Purpose::Move => {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let Some(m) = best.or(moves.first().copied()) else {
                    return;
                };
                state.value = answer.lines.first().map(|line| line.value);
                state.hint = answer.ponder;
                let spent = running.begun.elapsed();
                let left = state.own_time.map(|time| time.saturating_sub(spent));
                state.own_time = left.map(|time| time + state.level.increment);
                self.play_own(state, m);
            }
            Purpose::Hint => {
                if let Some(m) = best {
                    let text = move_text(position, m, state.chess960);
                    self.output.line(format!("Hint: {text}"));
                }
            }
            Purpose::Ponder | Purpose::Analysis => {}
        }
    }

    /// Plays our move, says it, and ponders if that is wanted.
    fn play_own(self: &Arc<Self>, state: &mut State, m: Move) {
        let text = move_text(state.game.position(), m, state.chess960);
        state.game.play(m);
        self.output.line(format!("move {text}"));
        if let Some(result) = ending(&state.game) {
            self.output.line(result);
        } else if state.ponder {
            self.search(state, Purpose::Ponder);
        }
    }

    /// Moves if it is our turn, from the book if it knows one.
    fn think(self: &Arc<Self>, state: &mut State) {
        if let Some(result) = ending(&state.game) {
            state.cancel();
            return self.output.line(result);
        }
        let book = state.book.as_ref();
        if let Some(m) = book.and_then(|book| book.pick(state.game.position(), &mut state.rng)) {
            state.cancel();
            state.hint = None;
            let san = state.game.position().san(m);
            if state.post {
                self.output.line(format!("0 0 0 0\t({san})"));
            }
            return self.play_own(state, m);
        }
        self.search(state, Purpose::Move);
    }

    /// `go`, `playother`, and the colours of version 1.
    fn take_side(self: &Arc<Self>, state: &mut State, command: &Command) {
        state.cancel();
        let turn = state.game.position().side();
        match command {
            Command::Go => {
                state.mode = Mode::Playing(turn);
                self.think(state);
            }
            Command::PlayOther => {
                state.mode = Mode::Playing(!turn);
                if state.ponder {
                    self.search(state, Purpose::Ponder);
                }
            }
            _ => {
                let white = *command == Command::Colour(true);
                let side = if white { Side::Second } else { Side::First };
                state.mode = Mode::Playing(side);
            }
        }
    }

    fn hear_move(self: &Arc<Self>, state: &mut State, text: &str) {
        let m = match state.game.position().parse_move(text) {
            Ok(m) => m,
            Err(_) => {
                let shown: String = text.chars().take(20).collect();
                let shown = shown.escape_debug();
                return self.output.line(format!("Illegal move: {shown}"));
            }
        };
        if state.mode == Mode::Playing(state.game.position().side()) {
            // Nobody but us moves for our side.
            let shown: String = text.chars().take(20).collect();
            return self
                .output
                .line(format!("Illegal move (not your turn): {shown}"));
        }
        state.cancel();
        state.game.play(m);
        state.excluded.clear();
        state.hint = None;
        match state.mode {
            Mode::Analysis => self.search(state, Purpose::Analysis),
            Mode::Playing(_) => self.think(state),
            Mode::Force => {}
        }
    }

    fn pong(&self, state: &State, number: &str) {
        let text = format!("pong {}", number.chars().take(20).collect::<String>());
        let busy = state
            .running
            .as_ref()
            .is_some_and(|running| running.purpose != Purpose::Move);
        if busy {
            return self.output.line(text);
        }
        // What was asked for before is done first, our move included.
        let output = self.output;
        self.queue.put(move |_| output.line(text));
    }

    fn consider_draw(&self, state: &State) {
        let glad = match state.value {
            Some(Value::Centipawns(score)) => score < GLAD_OF_A_DRAW,
            Some(Value::Mate(moves)) => moves <= 0,
            None => false,
        };
        if glad && matches!(state.mode, Mode::Playing(_)) {
            self.output.line("offer draw");
        }
    }

    fn set_board(self: &Arc<Self>, state: &mut State, fen: &str) {
        match Chess::parse(fen) {
            Ok(position) => {
                state.cancel();
                state.set_up(position);
                if state.mode == Mode::Analysis {
                    self.search(state, Purpose::Analysis);
                }
            }
            Err(error) => self
                .output
                .line(format!("tellusererror Illegal position: {error}")),
        }
    }

    fn hint(self: &Arc<Self>, state: &mut State) {
        let position = state.game.position();
        let seen = state
            .running
            .as_ref()
            .and_then(|running| running.last.as_ref());
        let seen = seen.and_then(|report| report.pv.first().copied());
        let known = state.hint.or(seen).filter(|&m| position.is_legal(m));
        match known {
            Some(m) => {
                let text = move_text(position, m, state.chess960);
                self.output.line(format!("Hint: {text}"));
            }
            None if state.running.is_none() => self.search(state, Purpose::Hint),
            None => {}
        }
    }

    fn take_back(self: &Arc<Self>, state: &mut State, plies: usize) {
        state.cancel();
        if state.game.moves().len() < plies {
            self.complain("nothing to take back", "undo");
        } else {
            state.game = taken_back(&state.game, plies);
        }
        state.excluded.clear();
        state.hint = None;
        if state.mode == Mode::Analysis {
            self.search(state, Purpose::Analysis);
        }
    }

    fn set_pondering(&self, state: &mut State, on: bool) {
        state.ponder = on;
        let ponders = state
            .running
            .as_ref()
            .is_some_and(|r| r.purpose == Purpose::Ponder);
        if !on && ponders {
            state.cancel();
        }
    }

    /// `stat01`: time, nodes, ply, moves left and all moves at the root.
    fn progress(&self, state: &State) {
        let Some(running) = &state.running else {
            return;
        };
        let mut moves = Vec::new();
        state.game.position().legal_moves(&mut moves);
        let (nodes, depth) = running.last.as_ref().map_or((0, 0), |r| (r.nodes, r.depth));
        let centiseconds = running.begun.elapsed().as_millis() / 10;
        let count = moves.len();
        self.output
            .line(format!("stat01: {centiseconds} {nodes} {depth} 0 {count}"));
    }

    fn exclude(self: &Arc<Self>, state: &mut State, exclude: bool, text: Option<&str>) {
        let position = state.game.position();
        let mut moves = Vec::new();
        match text.map(|text| position.parse_move(text)) {
            None => position.legal_moves(&mut moves),
            Some(Ok(m)) => moves.push(m),
            Some(Err(_)) => return self.complain("illegal move", text.unwrap_or_default()),
        }
        state.excluded.retain(|m| !moves.contains(m));
        if exclude {
            state.excluded.extend(moves);
        }
        if state.mode == Mode::Analysis {
            self.search(state, Purpose::Analysis);
        }
    }

    /// Sets an option of the common table.
    fn set(&self, state: &mut State, name: &str, value: Option<&str>) {
        match state.configuration.set(name, value) {
            Err(error) => self.complain("bad option", &error.to_string()),
            Ok(Effect::None) => {}
            Ok(Effect::ClearHash) => self.queue.put(Engine::clear_hash),
            Ok(Effect::Book) => {
                let configuration = &state.configuration;
                state.book = None;
                if configuration.own_book && !configuration.book.is_empty() {
                    match open_book(&configuration.book) {
                        Ok(book) => state.book = Some(book),
                        Err(sentence) => self.output.line(format!("telluser {sentence}")),
                    }
                }
            }
            Ok(Effect::Settings) => {
                let (folders, complaints) = table_folders(&state.configuration.syzygy);
                if name == "SyzygyPath" {
                    for sentence in complaints {
                        self.output.line(format!("telluser {sentence}"));
                    }
                }
                let settings = settings(&state.configuration, joined(&folders));
                self.queue.put(move |engine| engine.configure(settings));
            }
        }
    }
}
