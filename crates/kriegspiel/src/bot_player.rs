//! A program that speaks the line protocol, as a player of the arena.
//!
//! It is sent exactly the announcements of its side, as they happen, and nothing else; lines it
//! says while it is not asked are forgotten. A try that cannot be read is refused like one that no
//! man can make; a program that crashes, stalls, or answers with what is no line of the protocol
//! loses the game, and the other side hears no more than that.

use std::time::{Duration, Instant};

use zermelo_arena::clock::Control;
use zermelo_arena::engine_spec::EngineSpec;
use zermelo_arena::player::Contestant;
use zermelo_arena::process::Process;
use zermelo_arena::stop::Stop;
use zermelo_game::{Choice, Clock, Failure, ParseError, Player, Side, Thought};

use crate::action::Action;
use crate::protocol::{FromBot, ToBot, shown};
use crate::rules::Rules;
use crate::umpire::{MAX_REFUSALS, Umpire};
use crate::view::View;

/// How long a program may take.
#[derive(Clone, Copy, Debug)]
pub struct BotPatience {
    /// To say that it speaks the protocol.
    pub start: Duration,
    /// To answer when it has no clock.
    pub answer: Duration,
    /// Beyond its clock, before it is taken to have stalled.
    pub overtime: Duration,
}

impl Default for BotPatience {
    fn default() -> BotPatience {
        BotPatience {
            start: Duration::from_secs(10),
            answer: Duration::from_secs(60),
            overtime: Duration::from_millis(500),
        }
    }
}

/// A program at the end of a pipe.
#[derive(Debug)]
pub struct BotPlayer {
    process: Process,
    name: String,
    rules: &'static Rules,
    patience: BotPatience,
    /// What it is told of its clock when a game begins.
    clock: Option<(u64, u64)>,
    /// Announcements already sent.
    sent: usize,
    /// Its last try in its own words.
    words: String,
    /// After how many moves of its own it last said what cannot be read, and how often in a row.
    unreadable: (u32, u32),
}

/// A program's description from `bot:COMMAND[options]`.
///
/// # Errors
///
/// Names the part that could not be read.
pub fn bot_spec(text: &str) -> Result<EngineSpec, ParseError> {
    let command = text
        .strip_prefix("bot:")
        .ok_or_else(|| ParseError::new(text, 1, "bot:COMMAND"))?;
    // Commands and brackets are written as engines' are.
    let mut spec = EngineSpec::parse(&format!("uci:{command}"))?;
    spec.text = text.to_string();
    Ok(spec)
}

/// A program as it takes part in a match, under a control unless it has one of its own.
///
/// # Errors
///
/// If there is no such program, or the protocol cannot tell it what it is given.
pub fn bot_contestant(
    spec: EngineSpec,
    rules: &'static Rules,
    patience: BotPatience,
    control: Control,
) -> Result<Contestant<'static, Umpire>, String> {
    spec.locate()?;
    if let Some((option, _)) = spec.options.others.first() {
        return Err(format!(
            "`{}`: the protocol has no options to send, such as `{option}`; give them in the \
             command, before the brackets",
            spec.text
        ));
    }
    if spec.options.ponder {
        let text = &spec.text;
        return Err(format!("`{text}`: the protocol has no pondering"));
    }
    let control_of = spec.options.control.unwrap_or(control);
    if control_of.time.is_some() && control_of.movetime.is_some() {
        return Err(format!(
            "`{}`: the protocol tells one clock, expected tc or movetime, not both",
            spec.text
        ));
    }
    let clock = told(&control_of);
    let mut contestant = Contestant::new(spec.name.clone(), {
        let spec = spec.clone();
        move |stop: &Stop| -> Result<Box<dyn Player<Umpire>>, Failure> {
            let mut player = BotPlayer::start(&spec, rules, patience, stop)?;
            player.clock = clock;
            Ok(Box::new(player))
        }
    });
    contestant.identity.clone_from(&spec.text);
    contestant.control = spec.options.control;
    Ok(contestant)
}

impl BotPlayer {
    /// Starts a program and waits until it says that it speaks the protocol.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or does not say so in time.
    pub fn start(
        spec: &EngineSpec,
        rules: &'static Rules,
        patience: BotPatience,
        stop: &Stop,
    ) -> Result<BotPlayer, Failure> {
        let program = spec.locate().map_err(Failure::Crashed)?;
        let mut process = Process::start(&program, &spec.arguments, stop)?;
        process.send(&format!("{}\n", ToBot::Hello))?;
        let deadline = Instant::now() + patience.start;
        let mut name = spec.name.clone();
        loop {
            let Some(line) = process.receive(Some(deadline))? else {
                return Err(Failure::Stalled("it never said kspok".to_string()));
            };
            match FromBot::parse(&line.text) {
                Some(FromBot::Ready) => break,
                Some(FromBot::Name(own)) if spec.options.name.is_none() => name = own,
                _ => {}
            }
        }
        Ok(BotPlayer {
            process,
            name,
            rules,
            patience,
            clock: None,
            sent: 0,
            words: String::new(),
            unreadable: (0, 0),
        })
    }

    fn send(&mut self, line: ToBot) -> Result<Instant, Failure> {
        self.process.send(&format!("{line}\n"))
    }

    /// Sends what the program has not heard yet.
    fn catch_up(&mut self, view: &View) -> Result<(), Failure> {
        let heard = view.heard();
        let new = heard.get(self.sent..).unwrap_or_default();
        let text: String = new
            .iter()
            .map(|said| format!("umpire {}\n", said.text_for(&self.words)))
            .collect();
        self.sent = heard.len();
        if !text.is_empty() {
            self.process.send(&text)?;
        }
        Ok(())
    }

    /// The umpire ends endless tries, but has no words for these: the program's own are said here.
    fn count_unreadable(&mut self, view: &View) -> Result<(), Failure> {
        let turn = view.moves(view.side());
        let (before, count) = self.unreadable;
        let count = if before == turn { count + 1 } else { 1 };
        self.unreadable = (turn, count);
        if count < MAX_REFUSALS {
            return Ok(());
        }
        let words = &self.words;
        Err(Failure::Illegal(format!(
            "{MAX_REFUSALS} tries that cannot be read in one turn, the last `{words}`"
        )))
    }

    fn deadline(&self, asked: Instant, clock: &Clock) -> Instant {
        let limits = [clock.remaining, clock.movetime];
        match limits.into_iter().flatten().min() {
            Some(limit) => asked + limit + self.patience.overtime,
            None => asked + self.patience.answer,
        }
    }
}

/// What a program is told of its clock: milliseconds for the game and added with each move. A time
/// for each move is a clock that is filled up with each; what is left of it is not told at every
/// `go`, so that equal announcements stay equal lines.
fn told(control: &Control) -> Option<(u64, u64)> {
    let clock = control.time.map(|time| (time.base, time.increment));
    let clock = clock.or(control.movetime.map(|time| (time, time)));
    clock.map(|(base, increment)| (millis(base), millis(increment)))
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Milliseconds left to White and to Black.
fn times(side: Side, clock: &Clock) -> Option<(u64, u64)> {
    let own = millis(clock.remaining?);
    let other = clock.opponent_remaining.map_or(own, millis);
    Some(match side {
        Side::First => (own, other),
        Side::Second => (other, own),
    })
}

impl Player<Umpire> for BotPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, side: Side, _seed: u64) -> Result<(), Failure> {
        self.sent = 0;
        self.unreadable = (0, 0);
        self.process.drain();
        self.send(ToBot::NewGame {
            side,
            rules: self.rules,
            clock: self.clock,
        })?;
        Ok(())
    }

    fn observes(&self) -> bool {
        true
    }

    fn observe(&mut self, view: &View) {
        // A program that has ended is found out when it is asked.
        let _ = self.catch_up(view);
    }

    fn choose(
        &mut self,
        view: &View,
        clock: &Clock,
    ) -> Result<Choice<<Umpire as zermelo_game::Referee>::Action>, Failure> {
        self.catch_up(view)?;
        // Whatever it said out of turn is no answer to what follows.
        self.process.drain();
        let go = ToBot::Go(times(view.side(), clock));
        let asked = self.send(go)?;
        let deadline = self.deadline(asked, clock);
        let line = loop {
            let Some(line) = self.process.receive(Some(deadline))? else {
                return Err(Failure::Stalled("it did not answer".to_string()));
            };
            if line.at >= asked && !line.text.trim().is_empty() {
                break line;
            }
        };
        let thought = Thought {
            elapsed: Some(line.at.saturating_duration_since(asked)),
            ..Thought::default()
        };
        let action = match FromBot::parse(&line.text) {
            Some(FromBot::Action(action)) => {
                self.words = action.to_string();
                Some(action)
            }
            Some(FromBot::Resign) => None,
            Some(FromBot::Unreadable(text)) => {
                self.words = text;
                self.count_unreadable(view)?;
                Some(Action::Unreadable)
            }
            _ => {
                let text = shown(&line.text);
                return Err(Failure::Illegal(format!("`{text}` is no answer to go")));
            }
        };
        Ok(Choice { action, thought })
    }
}

impl Drop for BotPlayer {
    fn drop(&mut self) {
        self.process.shut_down(&format!("{}\n", ToBot::Quit));
    }
}

#[cfg(test)]
mod tests {
    use zermelo_arena::clock::TimeControl;

    use super::*;

    #[test]
    fn programs_are_told_their_clocks_when_a_game_begins() {
        let time = Control {
            time: Some(TimeControl::parse("60+0.5").unwrap()),
            ..Control::default()
        };
        assert_eq!(told(&time), Some((60_000, 500)));
        let movetime = Control {
            movetime: Some(Duration::from_millis(200)),
            ..Control::default()
        };
        assert_eq!(told(&movetime), Some((200, 200)));
        assert_eq!(told(&Control::default()), None);
    }
}
