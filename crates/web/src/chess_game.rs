//! A game of chess between a person and the program: its rules, clocks and record.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use zermelo_chess::{ChessReferee, DEFAULT_MAX_PLIES, Line, Move};
use zermelo_engine::handicap::{GLAD_OF_A_DRAW, LONGEST_MOVE, level_nodes};
use zermelo_engine::{Settings, player_settings};
use zermelo_game::{Choice, Clock, Game, Notation, Outcome, Referee, Side};

use crate::chess_setup::ChessSetup;
use crate::position::outcome_text;
use crate::refusal::Refusal;
use crate::room::Kept;

/// The hash table of a program, in megabytes.
const HASH: usize = 16;

/// An end that the board does not show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Declared {
    outcome: String,
    reason: String,
}

/// What the program thought of its last move, for White.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Said {
    cp: Option<i32>,
    mate: Option<i32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    variation: Vec<String>,
}

/// A game as it is written down.
#[derive(Clone, Serialize, Deserialize)]
pub struct ChessRecord {
    setup: ChessSetup,
    moves: Vec<String>,
    /// What both sides had left after each move, in milliseconds, and before the first.
    times: Vec<[u64; 2]>,
    said: Option<Said>,
    declared: Option<Declared>,
    changed: u64,
}

/// A game.
#[derive(Clone)]
pub struct ChessGame {
    pub(crate) setup: ChessSetup,
    pub(crate) person: Side,
    pub(crate) referee: ChessReferee,
    pub(crate) times: Vec<[u64; 2]>,
    pub(crate) said: Option<Said>,
    pub(crate) declared: Option<Declared>,
    pub(crate) changed: u64,
    /// When the side to move began to think; its clock stands still before that, while a restarted
    /// server has not been asked for the game or the program waits for a free core.
    began: Option<Instant>,
    /// Changes with every move and take-back: what was thought for another epoch is forgotten.
    pub epoch: u64,
    /// Whether the program thinks.
    pub thinking: bool,
    /// The epoch whose clock is watched.
    pub watched: Option<u64>,
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

impl ChessGame {
    /// A game about to begin.
    ///
    /// # Errors
    ///
    /// If something about it makes no sense.
    pub fn new(setup: ChessSetup) -> Result<ChessGame, Refusal> {
        let (setup, person, start) = setup.checked()?;
        let times = setup
            .clock
            .map(|clock| [(clock.minutes * 60_000.0) as u64; 2]);
        let times = times.into_iter().collect();
        Ok(ChessGame {
            person,
            referee: ChessReferee::new(start, DEFAULT_MAX_PLIES),
            times,
            said: None,
            declared: None,
            changed: now(),
            began: None,
            epoch: 0,
            thinking: false,
            watched: None,
            setup,
        })
    }

    /// Half-moves so far.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.referee.history().moves().len()
    }

    /// The game for its players and their view.
    #[must_use]
    pub fn referee(&self) -> &ChessReferee {
        &self.referee
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.declared.is_some() || self.referee.ending().is_some()
    }

    /// Whether the program has to move.
    #[must_use]
    pub fn is_due(&self) -> bool {
        !self.is_over() && self.referee.turn() != self.person
    }

    /// The moves so far.
    #[must_use]
    pub fn line(&self) -> Line {
        let history = self.referee.history();
        Line {
            name: String::new(),
            start: history.start().clone(),
            moves: history.moves().to_vec(),
        }
    }

    /// Refuses what was asked for another state of the game.
    ///
    /// # Errors
    ///
    /// If the client has not seen the last move, or the game is over.
    pub fn expect(&self, ply: usize) -> Result<(), Refusal> {
        if ply != self.ply() {
            let sentence = "the game has moved on, in another tab or by the program: look again";
            return Err(Refusal::stale(sentence));
        }
        if self.is_over() {
            return Err(Refusal::stale("the game is over"));
        }
        Ok(())
    }

    /// A move by the person.
    ///
    /// # Errors
    ///
    /// If it is not his turn or not a legal move.
    pub fn person_moves(&mut self, text: &str) -> Result<(), Refusal> {
        if self.is_due() {
            return Err(Refusal::stale("it is the program's turn"));
        }
        let m = self.referee.position().parse_move(text).map_err(|_| {
            let shown: String = text.chars().take(20).collect();
            Refusal::bad(format!("`{}` is not legal here", shown.escape_debug()))
        })?;
        self.play(m);
        Ok(())
    }

    /// The program's choice for an epoch.
    pub fn program_moves(&mut self, choice: Choice<Move>) {
        self.thinking = false;
        let Some(m) = choice.action else {
            return self.declare(Outcome::Win(self.person), "resignation");
        };
        let sign = match self.person {
            Side::First => -1,
            Side::Second => 1,
        };
        let thought = choice.thought;
        self.said = Some(Said {
            cp: thought.score.map(|score| sign * score),
            mate: thought.mate.map(|mate| sign * mate),
            depth: thought.depth,
            nodes: thought.nodes,
            variation: self.san(&thought.variation),
        });
        self.play(m);
    }

    /// A variation in coordinates as people write it.
    fn san(&self, variation: &[String]) -> Vec<String> {
        let mut position = self.referee.position().clone();
        let mut texts = Vec::new();
        for word in variation {
            let Ok(m) = position.parse_move(word) else {
                break;
            };
            texts.push(position.san(m));
            position.play(m);
        }
        texts
    }

    fn play(&mut self, m: Move) {
        let side = self.referee.turn();
        if let (Some(clock), Some(times)) = (self.setup.clock, self.times.last()) {
            let mut times = *times;
            let spent = self.spent().as_millis() as u64;
            if spent >= times[side.index()] {
                return self.flag(side);
            }
            times[side.index()] -= spent;
            times[side.index()] += (clock.increment * 1000.0) as u64;
            self.times.push(times);
        }
        // A move that the rules allow is only refused when the game is over.
        if self.referee.submit(m).is_ok() {
            self.touched();
        }
    }

    fn touched(&mut self) {
        self.began = None;
        self.epoch += 1;
        self.thinking = false;
        self.changed = now();
    }

    fn declare(&mut self, outcome: Outcome, reason: &str) {
        self.declared = Some(Declared {
            outcome: outcome_text(outcome).to_string(),
            reason: reason.to_string(),
        });
        self.touched();
    }

    fn flag(&mut self, side: Side) {
        if let Some(times) = self.times.last_mut() {
            times[side.index()] = 0;
        }
        let other = self.referee.position().side_squares(!side).count_ones();
        match other {
            1 => self.declare(Outcome::Draw, "time, against a bare king"),
            _ => self.declare(Outcome::Win(!side), "time"),
        }
    }

    /// Ends the game if the side to move has no time left; whether that is so.
    pub fn look_at_clock(&mut self) -> bool {
        let out = !self.is_over() && self.left().is_some_and(|left| left.is_zero());
        if out {
            self.flag(self.referee.turn());
        }
        out
    }

    /// What the side to move has left.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        let times = self.times.last()?;
        let left = Duration::from_millis(times[self.referee.turn().index()]);
        Some(left.saturating_sub(self.spent()))
    }

    /// What the side to move has thought.
    fn spent(&self) -> Duration {
        self.began.map_or(Duration::ZERO, |began| began.elapsed())
    }

    /// Lets the clock of the side to move run, if it does not run already.
    pub fn start_clock(&mut self) {
        if !self.is_over() {
            self.began.get_or_insert_with(Instant::now);
        }
    }

    /// Takes back to the person's last move.
    ///
    /// # Errors
    ///
    /// If he has not made any.
    pub fn take_back(&mut self) -> Result<(), Refusal> {
        let history = self.referee.history();
        let own = |side| side == self.person;
        let kept = history
            .plies_before_last(own)
            .ok_or_else(|| Refusal::bad("there is no move of yours to take back"))?;
        let moves = history.moves()[..kept].to_vec();
        self.referee = ChessReferee::new(history.start().clone(), DEFAULT_MAX_PLIES);
        for m in moves {
            // They were legal before.
            let _ = self.referee.submit(m);
        }
        self.times.truncate(kept + 1);
        self.declared = None;
        self.said = None;
        self.touched();
        Ok(())
    }

    /// The person gives up.
    pub fn resign(&mut self) {
        self.declare(Outcome::Win(!self.person), "resignation");
    }

    /// The person offers a draw; whether it is taken.
    pub fn offer_draw(&mut self) -> bool {
        let sign = match self.person {
            Side::First => -1,
            Side::Second => 1,
        };
        let glad = self.said.as_ref().is_some_and(|said| {
            let behind = said.cp.is_some_and(|cp| sign * cp < GLAD_OF_A_DRAW);
            behind || said.mate.is_some_and(|mate| sign * mate < 0)
        });
        if glad {
            self.declare(Outcome::Draw, "agreement");
        }
        glad
    }

    /// The settings of the program.
    ///
    /// # Errors
    ///
    /// If there is no such player any longer.
    pub fn settings(&self) -> Result<Settings, Refusal> {
        let settings = Settings {
            hash_mb: HASH,
            limit_elo: self.setup.elo,
            ..Settings::default()
        };
        player_settings(&self.setup.player, settings).map_err(|e| Refusal::ours(e.to_string()))
    }

    /// What the program may use for its move.
    #[must_use]
    pub fn clock(&self) -> Clock {
        let mut clock = Clock {
            nodes: self.setup.level.and_then(level_nodes),
            ..Clock::default()
        };
        match (self.setup.clock, self.times.last()) {
            (Some(setup), Some(times)) => {
                let side = self.referee.turn();
                let increment = Duration::from_secs_f64(setup.increment.clamp(0.0, 600.0));
                clock.remaining = self.left();
                clock.opponent_remaining = Some(Duration::from_millis(times[(!side).index()]));
                clock.increment = Some(increment);
                clock.opponent_increment = Some(increment);
            }
            _ => clock.movetime = Some(LONGEST_MOVE),
        }
        clock
    }
}

impl Kept for ChessGame {
    type Record = ChessRecord;

    fn record(&self) -> ChessRecord {
        let line = self.line();
        let mut position = line.start;
        let mut moves = Vec::new();
        for m in line.moves {
            moves.push(position.uci(m));
            position.play(m);
        }
        ChessRecord {
            setup: self.setup.clone(),
            moves,
            times: self.times.clone(),
            said: self.said.clone(),
            declared: self.declared.clone(),
            changed: self.changed,
        }
    }

    fn restore(record: ChessRecord) -> Option<ChessGame> {
        let mut game = ChessGame::new(record.setup).ok()?;
        for word in &record.moves {
            let m = game.referee.position().parse_move(word).ok()?;
            game.referee.submit(m).ok()?;
        }
        let wanted = if game.times.is_empty() {
            0
        } else {
            game.ply() + 1
        };
        if record.times.len() != wanted {
            return None;
        }
        game.times = record.times;
        game.said = record.said;
        game.declared = record.declared;
        game.changed = record.changed;
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use zermelo_archive::OpeningNames;

    use super::*;
    use crate::chess_setup::ClockSetup;

    fn game(setup: ChessSetup) -> ChessGame {
        ChessGame::new(setup).unwrap()
    }

    #[test]
    fn a_game_comes_back_as_it_was_kept() {
        let clock = Some(ClockSetup {
            minutes: 5.0,
            increment: 3.0,
        });
        let mut game = game(ChessSetup {
            clock,
            ..ChessSetup::default()
        });
        game.person_moves("e2e4").unwrap();
        assert!(game.is_due());
        let text = serde_json::to_string(&game.record()).unwrap();
        let back = ChessGame::restore(serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!((back.ply(), back.is_due()), (1, true));
        assert!(back.left().unwrap() > Duration::from_secs(290));
        let names = OpeningNames::built_in();
        let shown = back.json("x", &names);
        assert_eq!(shown["moves"][0]["san"], "e4");
        assert_eq!(shown["opening"]["eco"], "B00");
        assert_eq!(shown["legal"], json!([]));
    }

    #[test]
    fn moves_for_another_state_and_illegal_ones_are_refused() {
        let mut game = game(ChessSetup::default());
        assert!(game.expect(1).is_err());
        assert!(game.expect(0).is_ok());
        assert!(game.person_moves("e2e5").is_err());
        assert!(game.take_back().is_err());
        game.person_moves("e2e4").unwrap();
        assert!(game.person_moves("e7e5").is_err());
        game.take_back().unwrap();
        assert_eq!(game.ply(), 0);
        game.resign();
        assert_eq!(
            game.result(),
            json!({"outcome": "0-1", "reason": "resignation"})
        );
        assert!(game.expect(0).is_err());
    }

    #[test]
    fn who_has_no_time_left_loses_unless_nobody_can_win() {
        let none = Some(ClockSetup {
            minutes: 1e-6,
            increment: 0.0,
        });
        for (fen, outcome) in [
            (None, "0-1"),
            (Some("7k/8/8/8/8/8/8/KQ6 w - - 0 1"), "1/2-1/2"),
        ] {
            let mut game = game(ChessSetup {
                clock: none,
                fen: fen.map(str::to_string),
                ..ChessSetup::default()
            });
            assert!(game.look_at_clock());
            assert_eq!(game.result()["outcome"], outcome);
        }
    }
}
