//! One of our players at the end of a pipe: the program's side of the line protocol.
//!
//! What cannot be read is ignored; a `go` outside a game, or in one whose `newgame` could not be
//! read, is answered with resignation. The program keeps nothing but its [`View`], which it builds
//! from the lines it is sent.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use zermelo_game::random::mix;
use zermelo_game::{Clock, Player, Side};

use crate::announcement::Announcement;
use crate::protocol::{FromBot, ToBot, next_line};
use crate::umpire::Umpire;
use crate::view::View;

/// What a player is told beside the umpire's lines.
#[derive(Clone, Copy, Default, Debug)]
pub struct BotSettings {
    /// Time for each completed move, all tries included.
    pub movetime: Option<Duration>,
    /// The seed of the first game; the next ones count on.
    pub seed: u64,
}

/// A game in progress.
struct Game {
    view: View,
    increment: Option<Duration>,
    /// Time used on the tries of this turn.
    spent: Duration,
}

/// Plays until told to quit, or until the input ends.
///
/// # Errors
///
/// If a stream fails; a listener that has gone away is the end, not an error.
pub fn converse(
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    player: &mut dyn Player<Umpire>,
    settings: BotSettings,
) -> io::Result<()> {
    let mut game: Option<Game> = None;
    let mut seed = settings.seed;
    let mut line = Vec::new();
    loop {
        if !next_line(input, &mut line)? {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&line);
        let Ok(said) = ToBot::parse(&text) else {
            // Another game has begun, if not one that is known here.
            if text.split_ascii_whitespace().next() == Some("newgame") {
                game = None;
            }
            continue;
        };
        match said {
            ToBot::Hello => {
                let name = FromBot::Name(format!("Zermelo {}", player.name()));
                writeln!(out, "{name}\n{}", FromBot::Ready)?;
            }
            ToBot::NewGame { side, rules, clock } => {
                // A player that cannot begin gives up when it is asked.
                // The same program on both sides must not play the same game twice over.
                let ready = player.new_game(side, mix(seed ^ side.index() as u64));
                seed = seed.wrapping_add(1);
                game = ready.is_ok().then(|| Game {
                    view: View::new(side, rules),
                    increment: clock.map(|(_, increment)| Duration::from_millis(increment)),
                    spent: Duration::ZERO,
                });
            }
            ToBot::Umpire(said) => {
                if let Some(game) = &mut game {
                    game.hear(said, player);
                }
            }
            ToBot::Go(times) => {
                let answer = match &mut game {
                    Some(game) => game.answer(times, player, settings.movetime),
                    None => FromBot::Resign,
                };
                writeln!(out, "{answer}")?;
            }
            ToBot::Quit => return Ok(()),
        }
        out.flush()?;
    }
}

impl Game {
    fn hear(&mut self, said: Announcement, player: &mut dyn Player<Umpire>) {
        self.view.hear(said);
        match said {
            Announcement::ToMove(..) => self.spent = Duration::ZERO,
            Announcement::Result(result) => player.end_game(Some(result.outcome)),
            _ => {}
        }
    }

    fn answer(
        &mut self,
        times: Option<(u64, u64)>,
        player: &mut dyn Player<Umpire>,
        movetime: Option<Duration>,
    ) -> FromBot {
        let own = |(white, black): (u64, u64)| match self.view.side() {
            Side::First => (white, black),
            Side::Second => (black, white),
        };
        let times = times.map(own);
        // Where no `go` says what is left, what comes with each move can be used for it.
        let each = self.increment.filter(|_| times.is_none());
        let movetime = [movetime, each].into_iter().flatten().min();
        let clock = Clock {
            remaining: times.map(|(own, _)| Duration::from_millis(own)),
            opponent_remaining: times.map(|(_, other)| Duration::from_millis(other)),
            increment: self.increment,
            movetime: movetime.map(|time| time.saturating_sub(self.spent)),
            ..Clock::default()
        };
        let begun = Instant::now();
        let choice = player.choose(&self.view, &clock);
        self.spent += begun.elapsed();
        match choice.map(|choice| choice.action) {
            Ok(Some(action)) => FromBot::Action(action),
            _ => FromBot::Resign,
        }
    }
}
