//! `play chess`: a game in the terminal, with clocks, take-backs and hints.

use std::time::{Duration, Instant};

use zermelo_arena::clock::{Control, GameClock, TimeControl};
use zermelo_arena::stop::Stop;
use zermelo_chess::{Chess, ChessReferee, DEFAULT_MAX_PLIES, GameText, Move};
use zermelo_engine::handicap::{GLAD_OF_A_DRAW, LONGEST_MOVE, level_nodes};
use zermelo_game::{
    Choice, Clock, Ending, Failure as Fault, Game, Notation, Outcome, Player, Reason, Referee, Side,
};

use super::chess_board::{Look, draw};
use crate::args::{EngineArgs, PlayArgs};
use crate::chess_engine::{self, san_line};
use crate::report::grouped;
use crate::{Failure, Io, interrupt, setup};

const HELP: &str = "\
a move: e4, Nf3, O-O, e2e4; moves: all legal moves; hint: what the program would play;
undo: take back your last move; board, flip, position, pgn: show the game;
draw: offer one; resign; quit";

/// What a person typed.
enum Typed {
    Move(Move),
    Undo,
    Hint,
    Flip,
    Pgn,
    Draw,
    Again,
    Resign,
    Quit,
}

struct Session<'a, 'io> {
    args: &'a PlayArgs,
    io: &'a mut Io<'io>,
    game: ChessReferee,
    player: Box<dyn Player<ChessReferee>>,
    /// They count every move made, also one that is taken back.
    clocks: Option<GameClock>,
    look: Look,
    /// The program's last judgement of its own position.
    score: Option<i32>,
}

/// Runs the command.
pub fn run(args: &PlayArgs, position: Option<&str>, io: &mut Io<'_>) -> Result<(), Failure> {
    interrupt::install();
    let start = match position {
        None => Chess::new(),
        Some(fen) => Chess::parse(fen).map_err(|e| Failure::Input(format!("FEN: {e}")))?,
    };
    let clocks = args.tc.as_deref().map(clocks).transpose()?;
    // The usual name of the other games' player means the engine here.
    let name = if args.player == "full" {
        "tuned"
    } else {
        &args.player
    };
    let engine = EngineArgs {
        hash: args.limits.hash.unwrap_or(64),
        threads: 1,
        elo: args.elo,
        player_dir: args.player_dir.clone(),
        ..EngineArgs::default()
    };
    let player = chess_engine::player(name, &engine, &Stop::new(), io)?;
    let look = Look {
        unicode: !args.ascii,
        colour: io.colour,
        flipped: args.side == "second" || args.side == "black",
    };
    Session {
        args,
        game: ChessReferee::new(start, DEFAULT_MAX_PLIES),
        player,
        clocks,
        look,
        score: None,
        io,
    }
    .play()
}

fn clocks(text: &str) -> Result<GameClock, Failure> {
    let control = Control {
        time: Some(TimeControl::parse(text).map_err(Failure::input)?),
        ..Control::default()
    };
    Ok(GameClock::new([control; 2], Duration::ZERO))
}

fn name_of(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

impl Session<'_, '_> {
    fn play(&mut self) -> Result<(), Failure> {
        let turn = self.game.turn();
        self.player
            .new_game(turn, self.args.limits.seed.unwrap_or(1))
            .map_err(Failure::input)?;
        let heading = self.io.bold("chess");
        let against = match self.args.side.as_str() {
            "both" => String::new(),
            _ => format!(" against {}", self.strength()),
        };
        self.io
            .line(format!("{heading}{against}. Type a move, or help."))?;
        self.show()?;
        loop {
            if let Some(ending) = self.game.ending() {
                let text = self.io.bold(&ending_text(&ending));
                return self.io.line(text);
            }
            if interrupt::asked() {
                return self.io.line("stopped.");
            }
            let side = self.game.turn();
            let begun = Instant::now();
            let m = if self.is_person(side) {
                match self.ask()? {
                    Some(m) => m,
                    None => return Ok(()),
                }
            } else {
                match self.think()? {
                    Some(m) => m,
                    None => return self.io.line("stopped."),
                }
            };
            if !self.punch(side, begun.elapsed()) {
                let text = format!("{}'s time is over: {} wins.", name_of(side), name_of(!side));
                let text = self.io.bold(&text);
                return self.io.line(text);
            }
            self.game.submit(m).map_err(Failure::input)?;
            self.show()?;
        }
    }

    fn strength(&self) -> String {
        let name = self.player.name();
        match (self.args.elo, self.limited()) {
            (Some(elo), _) => format!("{name} at about {elo} Elo"),
            (None, true) => name,
            (None, false) => format!("{name} level {}", self.args.level()),
        }
    }

    fn is_person(&self, side: Side) -> bool {
        match self.args.side.as_str() {
            "both" => true,
            "first" | "white" => side == Side::First,
            "second" | "black" => side == Side::Second,
            _ => false,
        }
    }

    /// Whether the user's own limits replace the level's.
    fn limited(&self) -> bool {
        let limits = &self.args.limits;
        limits.depth.is_some() || limits.nodes.is_some() || limits.movetime.is_some()
    }

    /// Takes the time of a move off a clock; false if it ran out.
    fn punch(&mut self, side: Side, spent: Duration) -> bool {
        let Some(clocks) = &mut self.clocks else {
            return true;
        };
        if clocks.overstepped(side, spent).is_some() {
            return false;
        }
        clocks.moved(side, spent);
        true
    }

    fn show(&mut self) -> Result<(), Failure> {
        let history = self.game.history();
        let last = history.moves().last().copied();
        let mut text = draw(self.game.position(), last, self.look);
        if let Some(clocks) = &self.clocks {
            let [white, black] = Side::BOTH.map(|side| {
                let clock = clocks.for_move(side, Duration::ZERO);
                clock_text(clock.remaining.unwrap_or_default())
            });
            text += &format!("\n  White {white}   Black {black}");
        }
        if self.game.position().is_check() && self.game.ending().is_none() {
            text += "\n  check";
        }
        self.io.line(format!("\n{text}"))
    }

    /// Asks until there is a move; `None` if the game is over for the person.
    fn ask(&mut self) -> Result<Option<Move>, Failure> {
        loop {
            match self.read_line()? {
                Typed::Move(m) => return Ok(Some(m)),
                Typed::Undo => self.take_back()?,
                Typed::Hint => self.hint()?,
                Typed::Flip => {
                    self.look.flipped = !self.look.flipped;
                    self.show()?;
                }
                Typed::Pgn => {
                    let text = self.pgn();
                    self.io.line(text.trim_end())?;
                }
                Typed::Draw if self.score.is_some_and(|score| score < GLAD_OF_A_DRAW) => {
                    self.io.line("a draw by agreement.")?;
                    return Ok(None);
                }
                Typed::Draw => self.io.line("the program plays on.")?,
                Typed::Again => {}
                Typed::Resign => {
                    let side = self.game.turn();
                    let text = format!("{} resigns: {} wins.", name_of(side), name_of(!side));
                    self.io.line(text)?;
                    return Ok(None);
                }
                Typed::Quit => {
                    let stopped = interrupt::asked();
                    self.io.line(if stopped { "stopped." } else { "bye." })?;
                    return Ok(None);
                }
            }
            // A take-back may have given the turn to the program.
            if !self.is_person(self.game.turn()) {
                return self.think();
            }
        }
    }

    fn read_line(&mut self) -> Result<Typed, Failure> {
        let prompt = format!("{} to move", name_of(self.game.turn()));
        let Some(text) = self.io.ask(&prompt)? else {
            return Ok(Typed::Quit);
        };
        let position = self.game.position();
        let answer = match text.as_str() {
            "" => return Ok(Typed::Again),
            "quit" | "exit" | "q" => return Ok(Typed::Quit),
            "resign" => return Ok(Typed::Resign),
            "undo" => return Ok(Typed::Undo),
            "hint" => return Ok(Typed::Hint),
            "flip" => return Ok(Typed::Flip),
            "pgn" => return Ok(Typed::Pgn),
            "draw" => return Ok(Typed::Draw),
            "board" => {
                self.show()?;
                return Ok(Typed::Again);
            }
            "moves" => {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let list: Vec<String> = moves.iter().map(|&m| position.san(m)).collect();
                list.join(" ")
            }
            "position" | "fen" => position.notation(),
            "help" | "?" => HELP.to_string(),
            typed => match position.parse_move(typed) {
                Ok(m) => return Ok(Typed::Move(m)),
                Err(error) => format!("not a move: {error}"),
            },
        };
        self.io.line(answer)?;
        Ok(Typed::Again)
    }

    /// Goes back to the person's own last turn.
    fn take_back(&mut self) -> Result<(), Failure> {
        let history = self.game.history().clone();
        let Some(plies) = history.plies_before_last(|side| self.is_person(side)) else {
            return self.io.line("there is nothing to take back.");
        };
        self.game = ChessReferee::new(history.start().clone(), DEFAULT_MAX_PLIES);
        for &m in &history.moves()[..plies] {
            self.game.submit(m).map_err(Failure::input)?;
        }
        self.show()
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let clock = self.clock();
        let choice = self
            .player
            .choose(&self.game.view(self.game.turn()), &clock);
        let Ok(Choice { action, thought }) = choice else {
            return self.io.line("there is no hint.");
        };
        let position = self.game.position();
        let mut at = position.clone();
        let mut moves = Vec::new();
        for text in thought.variation.iter().take(6) {
            let Ok(m) = at.parse_move(text) else { break };
            moves.push(m);
            at.play(m);
        }
        // A move of the book comes without a line, and a handicap may leave the best one.
        if moves.first() != action.as_ref() {
            moves = action.into_iter().collect();
        }
        let text = san_line(position, &moves).join(" ");
        self.io.line(format!("hint: {text}"))
    }

    /// Lets the program move; `None` if it was interrupted.
    fn think(&mut self) -> Result<Option<Move>, Failure> {
        self.io.flush()?;
        let begun = Instant::now();
        let clock = self.clock();
        let Choice { action, thought } = match self
            .player
            .choose(&self.game.view(self.game.turn()), &clock)
        {
            Ok(choice) => choice,
            Err(Fault::Stopped) => return Ok(None),
            Err(fault) => return Err(Failure::Check(fault.to_string())),
        };
        let Some(m) = action else { return Ok(None) };
        self.score = thought
            .score
            .or(thought.mate.map(|mate| mate.signum() * 10_000));
        let mut figures = Vec::new();
        figures.extend(thought.depth.map(|depth| format!("depth {depth}")));
        let nodes = thought
            .nodes
            .map(|nodes| format!("{} nodes", grouped(nodes)));
        figures.extend(nodes);
        figures.push(format!("{:.2} s", begun.elapsed().as_secs_f64()));
        let side = name_of(self.game.turn());
        let san = self.game.position().san(m);
        self.io
            .line(format!("{side} plays {san} ({})", figures.join(", ")))?;
        Ok(Some(m))
    }

    /// What the program may use for a move.
    fn clock(&self) -> Clock {
        let limits = &self.args.limits;
        let side = self.game.turn();
        let nodes = level_nodes(self.args.level() as usize);
        let by_level = !self.limited() && self.args.elo.is_none();
        let left = self.clocks.as_ref();
        let left = left.map(|clocks| clocks.for_move(side, Duration::ZERO));
        let unlimited = left.is_none() && !self.limited();
        Clock {
            movetime: setup::movetime(limits).or(unlimited.then_some(LONGEST_MOVE)),
            nodes: limits.nodes.or(nodes.filter(|_| by_level)),
            depth: limits.depth,
            ..left.unwrap_or_default()
        }
    }

    /// The game so far as PGN.
    fn pgn(&self) -> String {
        let history = self.game.history();
        let start = history.start();
        let names = Side::BOTH.map(|side| {
            if self.is_person(side) {
                "You".to_string()
            } else {
                self.player.name()
            }
        });
        let mut tags = vec![
            ("White".to_string(), names[0].clone()),
            ("Black".to_string(), names[1].clone()),
        ];
        if *start != Chess::new() {
            tags.push(("SetUp".to_string(), "1".to_string()));
            tags.push(("FEN".to_string(), start.notation()));
        }
        let moves = san_line(start, history.moves());
        GameText {
            tags,
            first_number: start.fullmove_number(),
            second_begins: start.side() == Side::Second,
            moves: moves.into_iter().map(|san| (san, String::new())).collect(),
            result: "*".to_string(),
            ..GameText::default()
        }
        .to_string()
    }
}

fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// How the game ended, in a sentence.
fn ending_text(ending: &Ending) -> String {
    match (ending.outcome, ending.reason) {
        (Outcome::Win(side), _) => format!("Checkmate: {} wins.", name_of(side)),
        (Outcome::Draw, Reason::Rules) => "Stalemate: a draw.".to_string(),
        (Outcome::Draw, Reason::NoProgress) => "A draw by the fifty-move rule.".to_string(),
        (Outcome::Draw, reason) => format!("A draw by {reason}."),
    }
}
