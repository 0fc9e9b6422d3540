//! What a conversation knows: the game, who moves, the clock, the search under way.

use std::time::{Duration, Instant};

use zermelo_chess::{Chess, Move, PolyglotBook};
use zermelo_game::random::Rng;
use zermelo_game::{Game, History, Side};

use super::clock::Clock;
use crate::learned::Learned;
use crate::protocol::book::seed;
use crate::protocol::options::Configuration;
use crate::{Control, Report, SearchLimits, Value};

/// How long to look for a hint.
const HINT: Duration = Duration::from_millis(300);

/// Who moves our pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Nobody: both sides are the interface's.
    Force,
    /// The engine moves for this side.
    Playing(Side),
    /// The engine analyses whatever stands on the board.
    Analysis,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Our move.
    Move,
    /// Thinking on the opponent's time.
    Ponder,
    /// Analysis until told otherwise.
    Analysis,
    /// A hint for the user.
    Hint,
}

/// A search under way.
pub struct Running {
    pub control: Control,
    pub purpose: Purpose,
    pub begun: Instant,
    pub last: Option<Report>,
}

/// The whole state.
pub struct State {
    pub game: History<Chess>,
    pub mode: Mode,
    /// The number of the newest order to search; older searches are not listened to.
    pub generation: u64,
    pub running: Option<Running>,
    pub clock: Clock,
    pub depth: Option<u32>,
    pub ponder: bool,
    pub post: bool,
    /// Moves that are neither searched nor played nor named as a hint, in this position.
    pub excluded: Vec<Move>,
    pub configuration: Configuration,
    pub book: Option<PolyglotBook>,
    pub learned: Option<Learned>,
    pub rng: Rng,
    pub chess960: bool,
    pub value: Option<Value>,
    pub hint: Option<Move>,
    /// What goes on when resumed; nothing runs then.
    pub paused: Option<Purpose>,
    /// XBoard's board was none: `game` is not what it shows, and nothing is played on it.
    pub illegal: bool,
}

impl State {
    /// Before the first command.
    pub fn new(configuration: Configuration) -> State {
        State {
            game: History::new(Chess::new()),
            mode: Mode::Playing(Side::Second),
            generation: 0,
            running: None,
            clock: Clock::default(),
            depth: None,
            ponder: false,
            post: false,
            excluded: Vec::new(),
            configuration,
            book: None,
            learned: None,
            rng: Rng::new(seed()),
            chess960: false,
            value: None,
            hint: None,
            paused: None,
            illegal: false,
        }
    }

    /// A move of the book, or of what the player has learnt, unless it is excluded.
    pub fn book_move(&mut self) -> Option<Move> {
        let (position, rng) = (self.game.position(), &mut self.rng);
        let book = self.book.as_ref().and_then(|book| book.pick(position, rng));
        let learned = self.learned.as_ref();
        let found = book.or_else(|| learned.and_then(|learned| learned.book_move(position, rng)));
        found.filter(|&m| self.allows(m))
    }

    /// Plays a move; in the new position none is excluded.
    pub fn play(&mut self, m: Move) {
        self.game.play(m);
        self.excluded.clear();
    }

    /// Ends the search under way, or the one that is paused; it is not listened to any more.
    pub fn cancel(&mut self) -> Option<Purpose> {
        self.generation += 1;
        self.paused = None;
        let running = self.running.take()?;
        running.control.stop();
        if running.purpose == Purpose::Move {
            self.clock.spend(running.begun.elapsed());
        }
        Some(running.purpose)
    }

    /// Starts over with a position.
    pub fn set_up(&mut self, position: Chess) {
        self.game = History::new(position);
        self.clock.new_position();
        self.excluded.clear();
        self.hint = None;
        self.value = None;
        self.illegal = false;
    }

    /// How long a search of some purpose may take.
    pub fn limits(&self, purpose: Purpose) -> SearchLimits {
        match purpose {
            Purpose::Ponder | Purpose::Analysis => {
                return SearchLimits {
                    depth: self.depth.filter(|_| purpose == Purpose::Analysis),
                    infinite: true,
                    full_strength: purpose == Purpose::Analysis,
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
        let side = self.game.position().side();
        SearchLimits {
            depth: self.depth,
            ..self.clock.limits(side, self.game.moves().len())
        }
    }

    /// The moves that a search may choose from; `None` for all. Of moves that are all excluded, all
    /// count: something must be searched and played.
    pub fn only(&self, purpose: Purpose) -> Option<Vec<Move>> {
        // What is pondered on is another position.
        if purpose == Purpose::Ponder || self.excluded.is_empty() {
            return None;
        }
        let mut moves = Vec::new();
        self.game.position().legal_moves(&mut moves);
        moves.retain(|m| !self.excluded.contains(m));
        (!moves.is_empty()).then_some(moves)
    }

    /// Whether a move is legal and not excluded.
    pub fn allows(&self, m: Move) -> bool {
        let only = self.only(Purpose::Move);
        self.game.position().is_legal(m) && only.is_none_or(|only| only.contains(&m))
    }
}

/// What [`State::book_move`] chooses from: the moves of the book with their shares, then those that
/// the player has learnt with their games. Each line after a tab, an empty line at the end.
pub fn book_text(state: &State) -> String {
    let position = state.game.position();
    let moves = state.book.as_ref().map(|book| book.moves(position));
    let moves = moves.unwrap_or_default();
    let total: u32 = moves.iter().map(|&(_, weight)| u32::from(weight)).sum();
    let mut text = String::new();
    for (m, weight) in &moves {
        let percent = 100 * u32::from(*weight) / total.max(1);
        text += &format!("\t{} {percent}%\n", position.san(*m));
    }
    for (m, games) in learned_moves(state) {
        text += &format!("\t{} learnt from {games} games\n", position.san(m));
    }
    if text.is_empty() {
        text.push_str("\tno moves in the book\n");
    }
    text
}

/// The moves that the player has learnt for the position on the board, with the games that each
/// was learnt from, the most first.
fn learned_moves(state: &State) -> Vec<(Move, u64)> {
    let (position, mut rng) = (state.game.position(), state.rng.clone());
    let Some(learned) = &state.learned else {
        return Vec::new();
    };
    let candidates = learned.candidates(position, &mut rng);
    let games = |m| learned.results(&position.after(m)).unwrap_or_default();
    let mut moves: Vec<(Move, u64)> = candidates
        .into_iter()
        .map(|(m, _)| (m, games(m).games()))
        .collect();
    moves.sort_by_key(|&(_, games)| std::cmp::Reverse(games));
    moves
}
