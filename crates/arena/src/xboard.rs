//! Engines that speak the XBoard protocol (CECP, version 2; version 1 by its defaults).
//!
//! One conversation: `xboard`, `protover 2`, features until `done=1` or two seconds of silence;
//! for each game `new`, the control, then the moves so far in `force` mode (so that engines
//! without `setboard` can be given openings) and `go`; from then on one `usermove` for each move
//! of the opponent. An engine that claims a result without moving is waited for a moment: a
//! claim of its own loss is a resignation, any other claim that the referee does not share
//! loses.

use std::fmt::Write;
use std::time::{Duration, Instant};

use zermelo_chess::{Chess, ChessReferee, Move};
use zermelo_game::{
    Choice, Clock, Failure, Game, History, Notation, Outcome, Player, Side, Thought,
};

use crate::clock::{Control, GameClock};
use crate::engine_spec::EngineSpec;
use crate::process::Process;
use crate::stop::Stop;
use crate::uci::Patience;
use crate::xboard_text::{Features, level_text, read_thinking, refused, time_text};

/// How long after a claim a move may still come.
const AFTER_CLAIM: Duration = Duration::from_millis(500);

/// How long to wait for features from an engine of version 1.
const FEATURES: Duration = Duration::from_secs(2);

/// How long an engine may take to refuse a command.
const OBJECTION: Duration = Duration::from_millis(300);

/// An engine that speaks XBoard.
#[derive(Debug)]
pub struct XboardPlayer {
    spec: EngineSpec,
    process: Process,
    patience: Patience,
    stop: Stop,
    features: Features,
    side: Side,
    /// Moves that the engine knows; `None` until it plays.
    known: Option<usize>,
    /// Whether this process has played a game.
    used: bool,
    pings: u32,
}

impl XboardPlayer {
    /// Starts an engine.
    ///
    /// # Errors
    ///
    /// If it does not start.
    pub fn start(
        spec: &EngineSpec,
        patience: Patience,
        stop: &Stop,
    ) -> Result<XboardPlayer, Failure> {
        let program = spec.locate().map_err(Failure::Crashed)?;
        let mut player = XboardPlayer {
            spec: spec.clone(),
            process: Process::start(&program, &spec.arguments, stop)?,
            patience,
            stop: stop.clone(),
            features: Features::default(),
            side: Side::First,
            known: None,
            used: false,
            pings: 0,
        };
        player.greet()?;
        Ok(player)
    }

    fn greet(&mut self) -> Result<(), Failure> {
        self.process.send("xboard\nprotover 2\n")?;
        let begun = Instant::now();
        loop {
            // `done=0` asks for more time; an engine that says nothing is of version 1.
            let patience = if self.features.wants_time {
                self.patience.start
            } else {
                FEATURES
            };
            let patience = patience.min(self.patience.start);
            let Some(line) = self.process.receive(Some(begun + patience))? else {
                break;
            };
            if let Some(features) = line.text.trim().strip_prefix("feature ") {
                let accepted = self.features.read(features);
                self.process.send(&accepted)?;
                if self.features.done {
                    break;
                }
            }
        }
        let mut text = String::new();
        for (name, value) in &self.spec.options.others {
            let _ = match name.as_str() {
                "memory" | "cores" => writeln!(text, "{name} {value}"),
                _ => writeln!(text, "option {name}={value}"),
            };
        }
        self.process.send(&text)?;
        self.ping()
    }

    /// Waits until the engine has done what it was told, if it can say so.
    fn ping(&mut self) -> Result<(), Failure> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let wanted = format!("pong {}", self.pings);
        self.process.send(&format!("ping {}\n", self.pings))?;
        let deadline = Instant::now() + self.patience.start;
        while let Some(line) = self.process.receive(Some(deadline))? {
            if line.text.trim() == wanted {
                return Ok(());
            }
        }
        let seconds = self.patience.start.as_secs_f64();
        Err(Failure::Stalled(format!(
            "no `{wanted}` within {seconds} s"
        )))
    }

    fn move_text(&self, position: &Chess, m: Move) -> String {
        let text = if self.features.san {
            position.san(m)
        } else {
            position.uci(m)
        };
        let prefix = if self.features.usermove {
            "usermove "
        } else {
            ""
        };
        format!("{prefix}{text}\n")
    }

    /// The commands that make the engine think about the game as it stands.
    fn commands(&self, view: &History<Chess>, clock: &Clock) -> Result<String, Failure> {
        let mut text = if self.features.time {
            time_text(clock)
        } else {
            String::new()
        };
        let last = view.moves().len().checked_sub(1);
        if let (Some(known), Some(last)) = (self.known, last)
            && known == last
        {
            let before = view.moves()[..last].iter();
            let position = before.fold(view.start().clone(), |p, &m| p.after(m));
            text.push_str(&self.move_text(&position, view.moves()[last]));
            return Ok(text);
        }
        let mut setup = String::from("force\n");
        let fen = view.start().notation();
        if fen != Chess::new().notation() {
            if !self.features.setboard {
                return Err(Failure::Illegal(
                    "the engine has no `setboard` and cannot begin from a position".to_string(),
                ));
            }
            let _ = writeln!(setup, "setboard {fen}");
        }
        let mut position = view.start().clone();
        for &m in view.moves() {
            setup.push_str(&self.move_text(&position, m));
            position.play(m);
        }
        // `go` takes the side that is to move; the old colour commands are not needed.
        setup.push_str(&text);
        setup.push_str("go\n");
        Ok(setup)
    }

    /// What keeps the engine from playing under a control, from positions if need be; found out
    /// before a match, not in every game of it.
    ///
    /// # Errors
    ///
    /// If it ends meanwhile, or does not answer.
    pub fn problem(
        &mut self,
        control: Control,
        positions: bool,
    ) -> Result<Option<String>, Failure> {
        let name = &self.spec.name;
        if positions && !self.features.setboard {
            return Ok(Some(format!(
                "{name} cannot begin from a position (it has no `setboard`): give openings as moves"
            )));
        }
        let clock = GameClock::new([control; 2], Duration::ZERO);
        let clock = clock.for_move(Side::First, Duration::ZERO);
        if !self.features.time && !time_text(&clock).is_empty() && clock.remaining.is_none() {
            return Ok(Some(format!(
                "{name} cannot be told less than a second for a move: give whole seconds"
            )));
        }
        let level = level_text(&clock);
        let ping = if self.features.ping {
            "ping 9999\n"
        } else {
            ""
        };
        self.process.send(&format!("new\nforce\n{level}{ping}"))?;
        let deadline = Instant::now() + OBJECTION;
        while let Some(line) = self.process.receive(Some(deadline))? {
            if line.text.trim() == "pong 9999" {
                break;
            }
            let refused = refused(line.text.trim());
            if let Some(command) = refused.filter(|what| level.lines().any(|sent| sent == *what)) {
                return Ok(Some(format!(
                    "{} does not know the command `{command}`: give another control",
                    self.spec.name
                )));
            }
        }
        Ok(None)
    }

    /// Reads until a move, a resignation or the deadline. `told` are the commands that it
    /// answers.
    fn answer(
        &mut self,
        position: &Chess,
        told: &str,
        sent: Instant,
        patience: Duration,
    ) -> Result<Choice<Move>, Failure> {
        let mut thought = Thought::default();
        let mut deadline = sent + patience;
        let mut claim: Option<String> = None;
        while let Some(line) = self.process.receive(Some(deadline))? {
            let text = line.text.trim();
            let first = text.split_ascii_whitespace().next().unwrap_or("");
            thought.elapsed = Some(line.at.saturating_duration_since(sent));
            if first == "resign" {
                return Ok(Choice {
                    action: None,
                    thought,
                });
            }
            if matches!(first, "1-0" | "0-1" | "1/2-1/2") {
                claim = Some(text.to_string());
                deadline = deadline.min(line.at + AFTER_CLAIM);
            } else if refused(text).is_some_and(|what| names_move(told, what)) {
                // A command that it does not know is harmless; a move means that our boards
                // differ.
                return Err(Failure::Illegal(format!(
                    "the engine refused to play: `{text}`"
                )));
            } else if let Some(word) = move_of(text) {
                let Ok(m) = position.parse_move(word) else {
                    return Err(Failure::Illegal(format!("the engine answered `{text}`")));
                };
                return Ok(Choice {
                    action: Some(m),
                    thought,
                });
            } else {
                read_thinking(text, &mut thought);
            }
        }
        let lost = if self.side == Side::First {
            "0-1"
        } else {
            "1-0"
        };
        match claim {
            Some(text) if text.starts_with(lost) => Ok(Choice {
                action: None,
                thought,
            }),
            Some(text) => Err(Failure::Illegal(format!(
                "the engine claimed `{text}` wrongly"
            ))),
            None => {
                let seconds = patience.as_secs_f64();
                Err(Failure::Stalled(format!("no move within {seconds:.3} s")))
            }
        }
    }
}

/// Whether one of the commands is this move.
fn names_move(commands: &str, what: &str) -> bool {
    let what = what.strip_prefix("usermove ").unwrap_or(what);
    let mut moves = commands.lines().map(|line| {
        let bare = line.strip_prefix("usermove ").unwrap_or(line);
        (bare, bare.split_ascii_whitespace().count())
    });
    moves.any(|(line, words)| words == 1 && line == what && !matches!(line, "force" | "go"))
}

/// The move in an engine's answer, in the forms of both versions.
fn move_of(text: &str) -> Option<&str> {
    let rest = text
        .strip_prefix("move ")
        .or_else(|| text.strip_prefix("My move is:"));
    if let Some(rest) = rest {
        return rest.split_ascii_whitespace().next();
    }
    // Version 1: `12. ... e2e4`.
    let mut words = text.split_ascii_whitespace();
    let number = words.next()?.strip_suffix('.')?;
    let numbered = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    (numbered && words.next() == Some("...")).then(|| words.next())?
}

impl Player<ChessReferee> for XboardPlayer {
    fn name(&self) -> String {
        self.spec.name.clone()
    }

    fn new_game(&mut self, side: Side, _seed: u64) -> Result<(), Failure> {
        if self.used && !self.features.reuse {
            let fresh = XboardPlayer::start(&self.spec, self.patience, &self.stop)?;
            *self = fresh;
        }
        self.side = side;
        self.known = None;
        self.used = true;
        let ponder = if self.spec.options.ponder {
            "hard"
        } else {
            "easy"
        };
        self.process
            .send(&format!("new\nforce\n{ponder}\npost\n"))?;
        self.ping()
    }

    fn choose(&mut self, view: &History<Chess>, clock: &Clock) -> Result<Choice<Move>, Failure> {
        self.process.drain();
        let level = if self.known.is_none() {
            level_text(clock)
        } else {
            String::new()
        };
        let commands = self.commands(view, clock)?;
        let sent = self.process.send(&(level + &commands))?;
        let patience = self.patience.for_move(clock);
        let choice = self.answer(view.position(), &commands, sent, patience)?;
        self.known = Some(view.moves().len() + 1);
        Ok(choice)
    }

    fn end_game(&mut self, outcome: Option<Outcome>) {
        let result = match outcome {
            Some(Outcome::Win(Side::First)) => "1-0",
            Some(Outcome::Win(Side::Second)) => "0-1",
            Some(Outcome::Draw) => "1/2-1/2",
            None => "*",
        };
        self.known = None;
        // A failure here shows itself when the next game begins.
        let _ = self.process.send(&format!("force\nresult {result} {{}}\n"));
    }
}

impl Drop for XboardPlayer {
    fn drop(&mut self) {
        self.process.shut_down("force\nquit\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_in_the_forms_of_both_versions() {
        assert_eq!(move_of("move e2e4"), Some("e2e4"));
        assert_eq!(move_of("My move is: Nf3"), Some("Nf3"));
        assert_eq!(move_of("12. ... e7e5"), Some("e7e5"));
        for (what, named) in [
            ("e2e4", true),
            ("usermove e2e4", true),
            ("sd 2", false),
            ("go", false),
        ] {
            assert_eq!(
                names_move("sd 2\nforce\nusermove e2e4\ngo\n", what),
                named,
                "{what}"
            );
        }
        for other in ["12. e7e5", "9 30 12 400 e2e4", "moved e2e4", "", "."] {
            assert_eq!(move_of(other), None, "{other}");
        }
    }
}
