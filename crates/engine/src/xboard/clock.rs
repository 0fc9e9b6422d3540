//! Our clock, as XBoard sets it and as we run it between.
//!
//! `level` says how many moves are to be played in which time, counted from where the game stands
//! when it comes; `time` and `otim` say what is left. *Invariant.* What XBoard says counts; what it
//! does not say is reckoned: our own time less what each move took, more its increment, and more
//! the base whenever the moves of a control are played.

use std::time::Duration;

use zermelo_game::Side;

use super::command::Command;
use crate::{GameClock, SearchLimits};

/// Clocks and controls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Moves to a control; `None` for the whole game.
    moves: Option<u32>,
    base: Duration,
    increment: Duration,
    /// The plies that were played when these three were told.
    since: usize,
    /// Exactly that much a move.
    move_time: Option<Duration>,
    own: Duration,
    other: Option<Duration>,
}

impl Default for Clock {
    /// What XBoard plays unless told otherwise: forty moves in five minutes.
    fn default() -> Clock {
        let base = Duration::from_secs(300);
        Clock {
            moves: Some(40),
            base,
            increment: Duration::ZERO,
            since: 0,
            move_time: None,
            own: base,
            other: None,
        }
    }
}

impl Clock {
    /// Hears about time, so many plies into the game.
    pub fn hear(&mut self, command: &Command, plies: usize) {
        match *command {
            Command::Level {
                moves,
                base,
                increment,
            } => {
                *self = Clock {
                    moves,
                    base,
                    increment,
                    since: plies,
                    move_time: None,
                    own: base,
                    other: None,
                }
            }
            Command::MoveTime(time) => self.move_time = Some(time),
            Command::Time(time) => self.own = time,
            Command::OpponentTime(time) => self.other = Some(time),
            _ => {}
        }
    }

    /// A new game by the same level.
    pub fn new_game(&mut self) {
        (self.since, self.own, self.other) = (0, self.base, None);
    }

    /// A new position by the same level: moves are counted anew.
    pub fn new_position(&mut self) {
        self.since = 0;
    }

    /// We have thought for so long.
    pub fn spend(&mut self, time: Duration) {
        self.own = self.own.saturating_sub(time);
    }

    /// We move, so many plies into the game.
    pub fn moved(&mut self, plies: usize) {
        self.own += self.increment;
        if self.moves_to_go(plies) == Some(1) {
            self.own += self.base;
        }
    }

    /// The time for a move of a side, so many plies into the game.
    pub fn limits(&self, side: Side, plies: usize) -> SearchLimits {
        let mut remaining = [self.other; 2];
        remaining[side.index()] = Some(self.own);
        SearchLimits {
            move_time: self.move_time,
            clock: Some(GameClock {
                remaining,
                increment: [self.increment; 2],
                moves_to_go: self.moves_to_go(plies),
            }),
            ..SearchLimits::default()
        }
    }

    /// The moves to the control of whoever is to move: every second ply before this was his.
    fn moves_to_go(&self, plies: usize) -> Option<u32> {
        let played = (plies.saturating_sub(self.since) / 2) as u32;
        self.moves.map(|moves| moves - played % moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(level: &str, plies: usize) -> Clock {
        let mut clock = Clock::default();
        clock.hear(&Command::parse(level), plies);
        clock
    }

    #[test]
    fn both_sides_count_their_moves_to_the_control() {
        let clock = told("level 3 1 0", 0);
        let to_go = |plies| clock.moves_to_go(plies).unwrap();
        let counted: Vec<u32> = (0..8).map(to_go).collect();
        assert_eq!(counted, [3, 3, 2, 2, 1, 1, 3, 3]);
        assert_eq!(told("level 0 1 2", 0).moves_to_go(9), None);
    }

    #[test]
    fn a_level_told_during_the_game_counts_from_there() {
        let mut clock = told("level 20 22 0", 80);
        assert_eq!(clock.moves_to_go(80), Some(20));
        assert_eq!(clock.moves_to_go(81), Some(20));
        assert_eq!(clock.moves_to_go(82), Some(19));
        // Moves that were taken back had been played before.
        assert_eq!(clock.moves_to_go(70), Some(20));
        clock.new_game();
        assert_eq!(clock.moves_to_go(2), Some(19));
    }

    #[test]
    fn a_clock_that_is_not_told_runs_by_itself() {
        let mut clock = told("level 2 0:10 1", 0);
        let seconds = |clock: &Clock| clock.own.as_secs();
        clock.spend(Duration::from_secs(4));
        clock.moved(0);
        assert_eq!(seconds(&clock), 7);
        clock.spend(Duration::from_secs(4));
        clock.moved(2);
        assert_eq!(seconds(&clock), 3 + 1 + 10);
        clock.spend(Duration::from_secs(60));
        assert_eq!(seconds(&clock), 0);
        clock.hear(&Command::parse("time 500"), 4);
        assert_eq!(seconds(&clock), 5);
        clock.new_game();
        assert_eq!(seconds(&clock), 10);
    }
}
