//! `play`: a game in the terminal.

use std::time::{Duration, Instant};

use zermelo_game::{Outcome, Side};
use zermelo_games::{Playable, Visitor, find_game, with_game};
use zermelo_search::{Algorithm, Answer, Params};

use crate::args::PlayArgs;
use crate::report::{grouped, line_text};
use crate::{Failure, Io, interrupt, setup, think};

/// The time of level 5 for a move; every level doubles it.
const LEVEL_FIVE: Duration = Duration::from_millis(400);

/// A game longer than this is a draw.
const MAX_PLIES: usize = 500;

/// Runs the command.
pub fn run(args: &PlayArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let (name, position) = setup::game_and_position(&args.game);
    let info = find_game(&name).map_err(Failure::input)?;
    let mut params = setup::params(&args.limits)?;
    params.mcts_outcome = 1;
    let session = Session {
        name: info.name,
        args,
        params,
        algorithm: setup::algorithm_named(&args.player)?,
        io,
    };
    with_game(info.name, position.as_deref(), session).map_err(Failure::input)?
}

struct Session<'a, 'io> {
    name: &'static str,
    args: &'a PlayArgs,
    params: Params,
    algorithm: Algorithm,
    io: &'a mut Io<'io>,
}

/// What a person typed.
enum Typed<M> {
    Move(M),
    Undo,
    Hint,
    Nothing,
    Quit,
}

impl Visitor for Session<'_, '_> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(mut self, start: G) -> Result<(), Failure> {
        interrupt::install();
        let side = &self.args.side;
        let person =
            |s: Side| side == "both" || (side == "first") == (s == Side::First) && side != "none";
        let mut history = vec![start];
        let heading = self.io.bold(self.name);
        let opponent = if side == "both" {
            String::new()
        } else {
            format!(" against {}", self.algorithm)
        };
        self.io.line(format!(
            "{heading}{opponent}. Type a move, or: moves, hint, undo, resign, quit, help."
        ))?;
        loop {
            let game = history
                .last()
                .expect("the start is never taken back")
                .clone();
            self.io.line(format!("\n{}", game.to_string().trim_end()))?;
            if let Some(text) = ending(&game, &history) {
                let text = self.io.bold(&text);
                return self.io.line(text);
            }
            if interrupt::asked() {
                return self.io.line("stopped.");
            }
            if !person(game.side()) {
                let m = self.think(&game)?;
                history.push(game.after(m));
                continue;
            }
            match self.ask(&game)? {
                Typed::Move(m) => history.push(game.after(m)),
                Typed::Undo => {
                    // Back to the person's own last turn.
                    let own = (0..history.len() - 1).rfind(|&i| person(history[i].side()));
                    match own {
                        Some(i) => history.truncate(i + 1),
                        None => self.io.line("there is nothing to take back.")?,
                    }
                }
                Typed::Hint => {
                    let answer = self.search(&game);
                    let line = line_text(&game, &answer.pv);
                    let shown = line.iter().take(6).cloned().collect::<Vec<_>>().join(" ");
                    self.io.line(format!("hint: {shown}"))?;
                }
                Typed::Nothing => {}
                Typed::Quit => return self.io.line("bye."),
            }
        }
    }
}

impl Session<'_, '_> {
    /// Reads one line from the person.
    fn ask<G: Playable>(&mut self, game: &G) -> Result<Typed<G::Move>, Failure> {
        write!(
            self.io.out,
            "{} to move> ",
            side_name(self.name, game.side())
        )?;
        self.io.flush()?;
        let mut line = Vec::new();
        // Bytes, not text: nonsense on the keyboard must not end the program.
        let read = self.io.input.read_until(b'\n', &mut line)?;
        if read == 0 {
            self.io.line("")?;
            return Ok(Typed::Quit);
        }
        let text = String::from_utf8_lossy(&line);
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        match text.trim() {
            "" => Ok(Typed::Nothing),
            "quit" | "exit" | "q" => Ok(Typed::Quit),
            "resign" => {
                self.io
                    .line(format!("{} resigns.", side_name(self.name, game.side())))?;
                Ok(Typed::Quit)
            }
            "undo" => Ok(Typed::Undo),
            "hint" => Ok(Typed::Hint),
            "moves" => {
                let list: Vec<String> = moves.iter().map(|&m| game.move_text(m)).collect();
                self.io.line(list.join(" "))?;
                Ok(Typed::Nothing)
            }
            "position" => {
                self.io.line(game.notation())?;
                Ok(Typed::Nothing)
            }
            "help" | "?" => {
                self.io.line(
                    "a move as `moves` lists them; moves: all legal moves; hint: what the program would play;\nundo: take back your last move; position: the position in one line; resign; quit",
                )?;
                Ok(Typed::Nothing)
            }
            typed => match game.parse_move(typed) {
                Ok(m) => Ok(Typed::Move(m)),
                Err(error) => {
                    self.io.line(format!("not a move: {error}"))?;
                    Ok(Typed::Nothing)
                }
            },
        }
    }

    /// Lets the program move.
    fn think<G: Playable>(&mut self, game: &G) -> Result<G::Move, Failure> {
        self.io.flush()?;
        let begun = Instant::now();
        let answer = self.search(game);
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let first = moves
            .first()
            .copied()
            .expect("an unfinished game has a move");
        let m = answer
            .pv
            .first()
            .copied()
            .filter(|&m| game.is_legal(m))
            .unwrap_or(first);
        self.io.line(format!(
            "{} plays {} ({} nodes, {:.2} s)",
            self.algorithm,
            game.move_text(m),
            grouped(answer.counts.nodes()),
            begun.elapsed().as_secs_f64()
        ))?;
        Ok(m)
    }

    /// The program's best answer within the limits: deeper and deeper, whatever the algorithm.
    fn search<G: Playable>(&self, game: &G) -> Answer<G::Move> {
        let limits = &self.args.limits;
        let steps = i32::try_from(self.args.level).unwrap_or(5) - 5;
        let time = match (setup::movetime(limits), limits.depth, limits.nodes) {
            (Some(time), ..) => Some(time),
            (None, None, None) => Some(LEVEL_FIVE.mul_f64(2f64.powi(steps))),
            _ => None,
        };
        let stop = interrupt::after(time);
        let allowed = setup::limits(limits, &stop);
        think::best(self.algorithm, game, limits.depth, &self.params, allowed)
    }
}

/// What the players are called in a game.
fn side_name(game: &str, side: Side) -> &'static str {
    match (game, side) {
        ("tictactoe" | "connect4", Side::First) => "x",
        ("tictactoe" | "connect4", Side::Second) => "o",
        ("othello" | "draughts", Side::First) => "Black",
        ("othello" | "draughts", Side::Second) => "White",
        (_, Side::First) => "First",
        (_, Side::Second) => "Second",
    }
}

/// How the game ended, if it has.
fn ending<G: Playable>(game: &G, history: &[G]) -> Option<String> {
    match game.outcome() {
        Some(Outcome::Win(side)) => {
            let margin = game.payoff().unwrap_or(0).abs();
            let by = if margin > 1 {
                format!(" by {margin}")
            } else {
                String::new()
            };
            return Some(format!("Game over: the {side} player wins{by}."));
        }
        Some(Outcome::Draw) => return Some("Game over: a draw.".to_string()),
        None => {}
    }
    if history.iter().filter(|&other| other == game).count() >= 3 {
        return Some("Game over: a draw, the position came for the third time.".to_string());
    }
    (history.len() > MAX_PLIES).then(|| format!("Game over: a draw after {MAX_PLIES} plies."))
}
