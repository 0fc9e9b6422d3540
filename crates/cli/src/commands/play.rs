//! `play`: a game in the terminal, against any player.

use std::sync::Arc;
use std::time::{Duration, Instant};

use zermelo_game::{
    BoardReferee, Choice, Clock, Ending, Failure as Fault, Outcome, Reason, Referee, Side,
};
use zermelo_games::{Playable, find_game};
use zermelo_players::{
    Boxed, Equipment, PlayerKind, SearchVisitor, Searchable, level, player_kind, with_searchable,
};

use super::{kriegspiel, play_chess};
use crate::args::PlayArgs;
use crate::report::grouped;
use crate::{Failure, Io, interrupt, setup};

/// The time a textbook algorithm takes for a move at level 5; every level doubles it.
const LEVEL_FIVE: Duration = Duration::from_millis(400);

/// The time for a move where neither the level nor the user limits it.
const LONGEST: Duration = Duration::from_secs(5);

/// A game longer than this is a draw.
const MAX_PLIES: usize = 500;

const HELP: &str = "\
a move as `moves` lists them; moves: all legal moves; hint: what the program would play;
undo: take back your last move; board: show it again; position: it in one line; resign; quit";

/// Runs the command.
pub fn run(args: &PlayArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let (name, position) = setup::game_and_position(&args.game, args.limits.seed);
    if name.eq_ignore_ascii_case("kriegspiel") {
        return kriegspiel::run_from_play(args, position.as_deref(), io);
    }
    let name = find_game(&name).map_err(Failure::input)?.name;
    if name == "chess" {
        return play_chess::run(args, position.as_deref(), io);
    }
    if let Some(option) = chess_option(args) {
        return Err(Failure::Input(format!(
            "`{option}` is for chess, not for {name}"
        )));
    }
    let number = u8::try_from(args.level()).unwrap_or(u8::MAX);
    let kind = match player_kind(&args.player).map_err(Failure::input)? {
        PlayerKind::Full(_) if args.player == "full" => {
            PlayerKind::Full(level(number).map_err(Failure::input)?)
        }
        kind => kind,
    };
    let session = Session {
        name,
        args,
        kind,
        equipment: Equipment {
            textbook: setup::params(&args.limits)?,
            stop: Arc::new(interrupt::asked),
            ..Equipment::default()
        },
        io,
    };
    with_searchable(name, position.as_deref(), session).map_err(Failure::input)?
}

/// An option that only chess knows.
fn chess_option(args: &PlayArgs) -> Option<&'static str> {
    let colour = matches!(args.side.as_str(), "white" | "black");
    let given = [
        (args.elo.is_some(), "--elo"),
        (args.tc.is_some(), "--tc"),
        (args.ascii, "--ascii"),
        (colour, "--side white|black"),
    ];
    given
        .iter()
        .find(|(given, _)| *given)
        .map(|(_, name)| *name)
}

struct Session<'a, 'io> {
    name: &'static str,
    args: &'a PlayArgs,
    kind: PlayerKind,
    equipment: Equipment,
    io: &'a mut Io<'io>,
}

/// What a person typed.
enum Typed<M> {
    Move(M),
    Undo,
    Hint,
    Board,
    Nothing,
    Resign,
    Quit,
    /// Nothing more: the input ended, or Ctrl-C ended it.
    End,
}

impl SearchVisitor for Session<'_, '_> {
    type Output = Result<(), Failure>;

    fn visit<G: Searchable>(mut self, start: G) -> Result<(), Failure> {
        interrupt::install();
        let mut player = G::player(self.kind, &self.equipment);
        let seed = self.args.limits.seed.unwrap_or(1);
        player
            .new_game(start.side(), seed)
            .map_err(Failure::input)?;
        let heading = self.io.bold(self.name);
        let against = match self.args.side.as_str() {
            "both" => String::new(),
            _ => format!(" against {}", player.name()),
        };
        self.io
            .line(format!("{heading}{against}. Type a move, or help."))?;
        let mut game = BoardReferee::new(start, MAX_PLIES);
        self.show(&game)?;
        loop {
            if let Some(ending) = game.ending() {
                let text = self.io.bold(&ending_text(&ending, game.position()));
                return self.io.line(text);
            }
            if interrupt::asked() {
                return self.io.line("stopped.");
            }
            if !self.is_person(game.turn()) {
                let Some(m) = self.think(&mut player, &game)? else {
                    return self.io.line("stopped.");
                };
                game.submit(m).map_err(Failure::input)?;
                self.show(&game)?;
                continue;
            }
            match self.ask(game.position())? {
                Typed::Move(m) => {
                    game.submit(m).map_err(Failure::input)?;
                    self.show(&game)?;
                }
                Typed::Undo => self.take_back(&mut game)?,
                Typed::Hint => {
                    let choice = player.choose(&game.view(game.turn()), &self.clock());
                    let thought = choice
                        .map(|choice| choice.thought.variation)
                        .unwrap_or_default();
                    let line = thought
                        .iter()
                        .take(6)
                        .cloned()
                        .collect::<Vec<_>>()
                        .join(" ");
                    let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
                    self.io.line(match (first, rest) {
                        ("", _) => "no hint.".to_string(),
                        (first, "") => format!("hint: {first}"),
                        (first, rest) => format!("hint: {first} (then perhaps {rest})"),
                    })?;
                }
                Typed::Board => self.show(&game)?,
                Typed::Nothing => {}
                Typed::Resign => {
                    let who = side_name(self.name, game.turn());
                    return self.io.line(format!("{who} resigns."));
                }
                Typed::End if interrupt::asked() => return self.io.line("stopped."),
                Typed::Quit | Typed::End => return self.io.line("bye."),
            }
        }
    }
}

impl Session<'_, '_> {
    fn is_person(&self, side: Side) -> bool {
        match self.args.side.as_str() {
            "both" => true,
            "first" => side == Side::First,
            "second" => side == Side::Second,
            _ => false,
        }
    }

    fn show<G: Playable>(&mut self, game: &BoardReferee<G>) -> Result<(), Failure> {
        let board = game.position().to_string();
        let board = if self.io.colour {
            coloured(&board)
        } else {
            board
        };
        self.io.line(format!("\n{}", board.trim_end()))
    }

    /// Goes back to the person's own last turn.
    fn take_back<G: Playable>(&mut self, game: &mut BoardReferee<G>) -> Result<(), Failure> {
        let history = game.history().clone();
        let Some(plies) = history.plies_before_last(|side| self.is_person(side)) else {
            return self.io.line("there is nothing to take back.");
        };
        *game = BoardReferee::new(history.start().clone(), MAX_PLIES);
        for &m in &history.moves()[..plies] {
            game.submit(m).map_err(Failure::input)?;
        }
        self.show(game)
    }

    /// Reads one line from the person.
    fn ask<G: Playable>(&mut self, game: &G) -> Result<Typed<G::Move>, Failure> {
        let prompt = format!("{} to move", side_name(self.name, game.side()));
        let Some(text) = self.io.ask(&prompt)? else {
            return Ok(Typed::End);
        };
        let answer = match text.as_str() {
            "" => return Ok(Typed::Nothing),
            "quit" | "exit" | "q" => return Ok(Typed::Quit),
            "resign" => return Ok(Typed::Resign),
            "undo" => return Ok(Typed::Undo),
            "hint" => return Ok(Typed::Hint),
            "board" => return Ok(Typed::Board),
            "moves" => {
                let mut moves = Vec::new();
                game.legal_moves(&mut moves);
                let list: Vec<String> = moves.iter().map(|&m| game.move_text(m)).collect();
                list.join(" ")
            }
            "position" => game.notation(),
            "help" | "?" => HELP.to_string(),
            typed => match game.parse_move(typed) {
                Ok(m) => return Ok(Typed::Move(m)),
                Err(error) => format!("not a move: {error}"),
            },
        };
        self.io.line(answer)?;
        Ok(Typed::Nothing)
    }

    /// Lets the program move; `None` if it was interrupted.
    fn think<G: Playable>(
        &mut self,
        player: &mut Boxed<G>,
        game: &BoardReferee<G>,
    ) -> Result<Option<G::Move>, Failure> {
        self.io.flush()?;
        let begun = Instant::now();
        let choice = match player.choose(&game.view(game.turn()), &self.clock()) {
            Ok(choice) => choice,
            Err(Fault::Stopped) => return Ok(None),
            Err(fault) => return Err(Failure::Check(fault.to_string())),
        };
        let Choice { action, thought } = choice;
        let Some(m) = action else { return Ok(None) };
        let mut figures = Vec::new();
        figures.extend(thought.depth.map(|depth| format!("depth {depth}")));
        figures.extend(
            thought
                .nodes
                .map(|nodes| format!("{} nodes", grouped(nodes))),
        );
        figures.push(format!("{:.2} s", begun.elapsed().as_secs_f64()));
        let text = format!(
            "{} plays {} ({})",
            player.name(),
            game.position().move_text(m),
            figures.join(", ")
        );
        self.io.line(text)?;
        Ok(Some(m))
    }

    /// What the program may use for a move.
    fn clock(&self) -> Clock {
        let limits = &self.args.limits;
        let steps = i32::try_from(self.args.level()).unwrap_or(5) - 5;
        let by_level = match self.kind {
            PlayerKind::Full(_) => LONGEST,
            _ => LEVEL_FIVE.mul_f64(2f64.powi(steps)),
        };
        let limited = limits.depth.is_some() || limits.nodes.is_some();
        Clock {
            movetime: setup::movetime(limits).or((!limited).then_some(by_level)),
            nodes: limits.nodes,
            depth: limits.depth,
            ..Clock::default()
        }
    }
}

/// What the players are called in a game.
fn side_name(game: &str, side: Side) -> &'static str {
    match (game, side) {
        ("tictactoe" | "connect4", Side::First) => "x",
        ("tictactoe" | "connect4", Side::Second) => "o",
        ("othello", Side::First) => "X",
        ("othello", Side::Second) => "O",
        ("draughts", Side::First) => "Black",
        ("draughts", Side::Second) => "White",
        (_, Side::First) => "First",
        (_, Side::Second) => "Second",
    }
}

/// A board whose pieces, words of their own, are coloured by owner; not the letters of a line
/// that names the columns, such as `a b c`.
fn coloured(board: &str) -> String {
    let paint = |word: &str| match word {
        "x" | "X" | "b" | "B" => format!("\u{1b}[1;36m{word}\u{1b}[0m"),
        "o" | "O" | "w" | "W" => format!("\u{1b}[1;33m{word}\u{1b}[0m"),
        _ => word.to_string(),
    };
    let names_columns = |line: &str| line.split_whitespace().any(|word| word == "a");
    let lines = board.lines().map(|line| {
        if names_columns(line) {
            line.to_string()
        } else {
            line.split(' ').map(paint).collect::<Vec<_>>().join(" ")
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// How the game ended, in a sentence.
fn ending_text<G: Playable>(ending: &Ending, game: &G) -> String {
    let how = match ending.outcome {
        Outcome::Win(side) => {
            let margin = game.payoff().unwrap_or(0).abs();
            let by = if margin > 1 {
                format!(" by {margin}")
            } else {
                String::new()
            };
            format!("the {side} player wins{by}")
        }
        Outcome::Draw => "a draw".to_string(),
    };
    match ending.reason {
        Reason::Rules => format!("Game over: {how}."),
        reason => format!("Game over: {how} ({reason})."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_games::{Draughts, Othello, TicTacToe};

    #[test]
    fn pieces_are_coloured_and_the_names_of_columns_are_not() {
        let board = coloured(&Othello::default().to_string());
        assert!(board.contains("  a b c d e f g h\n"), "{board}");
        assert!(
            board.contains("\u{1b}[1;33mO\u{1b}[0m \u{1b}[1;36mX\u{1b}[0m"),
            "{board}"
        );
        let board = coloured(&TicTacToe::default().to_string());
        assert!(board.contains("  a b c\n"), "{board}");
        let board = coloured(&Draughts::default().to_string());
        assert_eq!(board.matches("\u{1b}[1;3").count(), 24, "{board}");
    }
}
