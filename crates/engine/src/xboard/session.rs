//! One conversation's state, and who moves when.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use zermelo_chess::{Chess, Move};
use zermelo_game::{Game, Notation, Side};

use super::command::Command;
use super::features;
use super::game::{ending, move_text, taken_back, thinking};
use super::state::{Mode, Purpose, Running, State, book_text};
use crate::protocol::options::Configuration;
use crate::protocol::output::Output;
use crate::protocol::worker::Queue;
use crate::{Answer, Control, Engine, Order, Report, Value};

/// A draw is taken by whoever stands worse than this, in centipawns.
const GLAD_OF_A_DRAW: i32 = -30;

pub(super) struct Shared<'env> {
    pub(super) output: &'env Output<'env>,
    pub(super) queue: Queue<'env>,
    state: Mutex<State>,
}

/// A conversation.
pub struct Session<'env>(Arc<Shared<'env>>);

impl Drop for Session<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.mode = Mode::Force;
        state.cancel();
    }
}

impl<'env> Session<'env> {
    /// A conversation about to begin.
    pub fn new(
        output: &'env Output<'env>,
        queue: Queue<'env>,
        configuration: Configuration,
    ) -> Session<'env> {
        Session(Arc::new(Shared {
            output,
            queue,
            state: Mutex::new(State::new(configuration)),
        }))
    }

    /// Does what a line asks for; false if it ends the conversation.
    pub fn hear(&self, command: &Command) -> bool {
        let shared = &self.0;
        let mut state = shared.lock();
        let state = &mut *state;
        match command {
            Command::Quit => return false,
            Command::Nothing => {}
            Command::Protover(_) => shared.output.line(features(&state.configuration)),
            Command::Ping(number) => shared.pong(state, number),
            Command::Level { .. }
            | Command::MoveTime(_)
            | Command::Time(_)
            | Command::OpponentTime(_) => state.clock.hear(command, state.game.moves().len()),
            Command::Depth(depth) => state.depth = (*depth > 0).then_some(*depth),
            Command::Post(on) => state.post = *on,
            Command::Ponder(on) => shared.set_pondering(state, *on),
            Command::Memory(megabytes) => shared.set(state, "Hash", Some(&megabytes.to_string())),
            Command::Cores(cores) => shared.set(state, "Threads", Some(&cores.to_string())),
            Command::EndgameTables(kind, path) => match kind.as_str() {
                "syzygy" => shared.set(state, "SyzygyPath", Some(path)),
                _ => shared.complain("unsupported endgame tables", kind),
            },
            Command::SetOption(name, value) => shared.set(state, name, value.as_deref()),
            Command::NodesPerSecond => shared.complain("unsupported", "nps"),
            Command::Unsupported(name) => shared.complain("unsupported", name),
            Command::Unknown(line) => shared.complain("unknown command", line),
            _ => shared.hear_of_the_game(state, command),
        }
        true
    }
}

impl<'env> Shared<'env> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn complain(&self, kind: &str, what: &str) {
        let shown: String = what.chars().take(60).collect();
        let shown = shown.escape_debug();
        self.output.line(format!("Error ({kind}): {shown}"));
    }

    /// Commands that change the game or the search.
    fn hear_of_the_game(self: &Arc<Self>, state: &mut State, command: &Command) {
        if let Some(name) = wants_the_board(command).filter(|_| state.illegal) {
            return self.complain("illegal position", name);
        }
        match command {
            Command::New => self.new_game(state),
            Command::Variant(name) => match name.as_str() {
                "normal" | "chess" => state.chess960 = false,
                "fischerandom" => state.chess960 = true,
                _ => self.complain("unsupported variant", name),
            },
            Command::Force | Command::Result => {
                state.cancel();
                state.mode = Mode::Force;
            }
            Command::Go | Command::PlayOther | Command::Colour(_) => self.take_side(state, command),
            Command::Move(text) => self.hear_move(state, text),
            Command::MoveNow => {
                let running = state.running.as_ref();
                if let Some(running) = running.filter(|r| r.purpose == Purpose::Move) {
                    running.control.stop();
                }
            }
            Command::Draw => self.consider_draw(state),
            Command::SetBoard(fen) => self.set_board(state, fen),
            Command::Hint => self.hint(state),
            Command::Book => self.output.line(book_text(state)),
            Command::Undo => self.take_back(state, 1),
            Command::Remove => self.take_back(state, 2),
            Command::Analyze => {
                state.mode = Mode::Analysis;
                // After an illegal position it begins with the next one.
                if !state.illegal {
                    self.search(state, Purpose::Analysis);
                }
            }
            Command::Exit => {
                state.cancel();
                state.mode = Mode::Force;
            }
            Command::Progress => self.progress(state),
            Command::Exclude(exclude, text) => self.exclude(state, *exclude, text.as_deref()),
            Command::Pause(true) => {
                let paused = state.paused;
                state.paused = state.cancel().or(paused);
            }
            Command::Pause(false) => {
                if let Some(purpose) = state.paused.take() {
                    self.search(state, purpose);
                }
            }
            _ => {}
        }
    }

    /// `new`, which goes on analysing if that is what is done.
    fn new_game(self: &Arc<Self>, state: &mut State) {
        state.cancel();
        state.set_up(Chess::new());
        state.clock.new_game();
        state.depth = None;
        state.chess960 = false;
        self.queue.put(Engine::new_game);
        if state.mode == Mode::Analysis {
            self.search(state, Purpose::Analysis);
        } else {
            state.mode = Mode::Playing(Side::Second);
        }
    }

    /// Begins a search; whatever ran is over.
    pub(super) fn search(self: &Arc<Self>, state: &mut State, purpose: Purpose) {
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
        self.queue.put_search(move |engine, _searching| {
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
        let best = answer.best.filter(|&m| state.allows(m));
        match running.purpose {
            Purpose::Move => {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let any = || moves.into_iter().find(|&m| state.allows(m));
                let Some(m) = best.or_else(any) else {
                    return;
                };
                state.value = answer.lines.first().map(|line| line.value);
                state.hint = answer.ponder;
                state.clock.spend(running.begun.elapsed());
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
        state.clock.moved(state.game.moves().len());
        state.play(m);
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
        if let Some(m) = state.book_move() {
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
        let position = state.game.position();
        let refuse = |reason: &str| {
            let shown: String = text.chars().take(20).collect();
            let shown = shown.escape_debug();
            self.output.line(format!("Illegal move{reason}: {shown}"));
        };
        if state.illegal {
            return refuse(" (illegal position)");
        }
        let Ok(m) = position.parse_move(text) else {
            return refuse("");
        };
        if state.mode == Mode::Playing(position.side()) {
            // Nobody but us moves for our side.
            return refuse(" (not your turn)");
        }
        state.cancel();
        state.play(m);
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
        match Chess::parse_without_false_rights(fen) {
            Ok(position) => {
                state.cancel();
                state.set_up(position);
                if state.mode == Mode::Analysis {
                    self.search(state, Purpose::Analysis);
                }
            }
            Err(error) => {
                state.cancel();
                state.illegal = true;
                let told = format!("tellusererror Illegal position: {error}");
                self.output.line(told);
            }
        }
    }

    fn hint(self: &Arc<Self>, state: &mut State) {
        let position = state.game.position();
        let seen = state
            .running
            .as_ref()
            .and_then(|running| running.last.as_ref());
        let seen = seen.and_then(|report| report.pv.first().copied());
        let known = state.hint.or(seen).filter(|&m| state.allows(m));
        match known {
            Some(m) => {
                let text = move_text(position, m, state.chess960);
                self.output.line(format!("Hint: {text}"));
            }
            None if state.running.is_none() && state.paused.is_none() => {
                self.search(state, Purpose::Hint);
            }
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
        let paused = state.paused == Some(Purpose::Ponder);
        if !on && (ponders || paused) {
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
        let running = state.running.as_ref().map(|running| running.purpose);
        let concerned = running.filter(|&purpose| purpose != Purpose::Ponder);
        let analysis = (state.mode == Mode::Analysis).then_some(Purpose::Analysis);
        if let Some(purpose) = analysis.or(concerned) {
            self.search(state, purpose);
        }
    }
}

/// What a command that asks something of the position on the board is called.
fn wants_the_board(command: &Command) -> Option<&'static str> {
    match command {
        Command::Go => Some("go"),
        Command::PlayOther => Some("playother"),
        Command::Colour(true) => Some("white"),
        Command::Colour(false) => Some("black"),
        Command::Hint => Some("hint"),
        Command::Book => Some("bk"),
        Command::Undo => Some("undo"),
        Command::Remove => Some("remove"),
        Command::Exclude(true, _) => Some("exclude"),
        Command::Exclude(false, _) => Some("include"),
        _ => None,
    }
}
