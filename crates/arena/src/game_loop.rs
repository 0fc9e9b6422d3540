//! One game from its opening to its end.
//!
//! Whatever a player does, the game ends with a result and a reason: a player that crashes,
//! hangs, oversteps its time or answers with what is no move loses it. Only a match that is
//! being stopped leaves a game without a result; it is then as if it had not been played.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use zermelo_game::{
    Choice, Clock, Cut, Failure, Outcome, Player, Referee, Refusal, Score, Side, Thought,
};

use crate::adjudicate::{Adjudication, Adjudicator, score_of};
use crate::clock::{Control, GameClock};
use crate::discipline::{Discipline, Start};
use crate::record::{GameRecord, PlyRecord, Termination};
use crate::stop::Stop;

/// A player of the game, or why there is none.
pub type Seat<'a, R> = Result<&'a mut (dyn Player<R> + 'static), Failure>;

/// What a game is played under.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// By side.
    pub controls: [Control; 2],
    /// By which a clock may be overstepped.
    pub margin: Duration,
    /// Rules that end games early.
    pub adjudication: Adjudication,
    /// The seed of the game; each side is given its own from it.
    pub seed: u64,
}

/// How a game ended.
struct End {
    points: f64,
    termination: Termination,
    reason: String,
}

/// The points of the first side when `side` loses.
fn points_if_lost(side: Side) -> f64 {
    if side == Side::First { 0.0 } else { 1.0 }
}

/// Plays a game. `None` if it was stopped. The record's number and players are the caller's to
/// fill in; `on_move` hears of every completed move; `judge` is asked for the value of a game
/// that is to be shared.
pub fn play<D: Discipline>(
    discipline: &D,
    start: Start<D::Referee>,
    mut seats: [Seat<'_, D::Referee>; 2],
    judge: Option<&mut (dyn Player<D::Referee> + 'static)>,
    conditions: &Conditions,
    stop: &Stop,
    on_move: &mut dyn FnMut(Side, &PlyRecord),
) -> Option<GameRecord> {
    let (begun, started) = (Instant::now(), SystemTime::now());
    let mut plies: Vec<PlyRecord> = start.moves.into_iter().map(PlyRecord::book).collect();
    let mut referee = start.referee;
    let end = match take_seats(&mut seats, conditions.seed) {
        Err(end) => end?,
        Ok(players) => {
            let mut table = Table {
                discipline,
                referee: &mut referee,
                clock: GameClock::new(conditions.controls, conditions.margin),
                adjudicator: Adjudicator::new(
                    conditions.adjudication,
                    u32::try_from(plies.len()).unwrap_or(u32::MAX),
                ),
                plies: &mut plies,
                stop,
            };
            table.play(players, judge, on_move)?
        }
    };
    let outcome = match end.points {
        1.0 => Outcome::Win(Side::First),
        0.0 => Outcome::Win(Side::Second),
        _ => Outcome::Draw,
    };
    if let (Some(cut), Outcome::Win(winner)) = (cut_of(end.termination), outcome) {
        referee.conclude(!winner, cut);
    }
    for (side, seat) in Side::BOTH.into_iter().zip(seats.iter_mut()) {
        if let Ok(player) = seat {
            tell(&referee, side, *player);
            guarded(|| player.end_game(Some(outcome))).ok();
        }
    }
    Some(GameRecord {
        game: 0,
        sides: [0, 1],
        opening: String::new(),
        position: start.position,
        first_number: start.first_number,
        second_begins: start.second_begins,
        plies,
        points: end.points,
        termination: end.termination,
        reason: end.reason,
        started: started
            .duration_since(UNIX_EPOCH)
            .map_or(0, |d| d.as_secs()),
        millis: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        transcript: discipline.transcript(&referee),
    })
}

/// What a termination is to the referee, if it was not the referee's own.
fn cut_of(termination: Termination) -> Option<Cut> {
    match termination {
        Termination::Resignation => Some(Cut::Resignation),
        Termination::TimeForfeit => Some(Cut::Time),
        Termination::IllegalMove | Termination::Crash | Termination::Stall => Some(Cut::Forfeit),
        _ => None,
    }
}

/// Lets a player that wants to hear what happens hear it.
fn tell<R: Referee>(referee: &R, side: Side, player: &mut (dyn Player<R> + 'static)) {
    if player.observes() {
        let view = referee.view(side);
        guarded(|| player.observe(&view)).ok();
    }
}

type Players<'a, R> = [&'a mut (dyn Player<R> + 'static); 2];

/// Tells both players that a game begins; the game is over if one cannot. `Err(None)`: stopped.
fn take_seats<'s, R: Referee>(
    seats: &'s mut [Seat<'_, R>; 2],
    seed: u64,
) -> Result<Players<'s, R>, Option<End>> {
    for (side, seat) in Side::BOTH.into_iter().zip(seats.iter_mut()) {
        let seed = zermelo_game::random::mix(seed ^ side.index() as u64);
        let ready = match seat {
            Ok(player) => guarded(|| player.new_game(side, seed)).flatten(),
            Err(failure) => Err(failure.clone()),
        };
        if let Err(failure) = ready {
            return Err(failed(side, &failure, false, Duration::ZERO));
        }
    }
    let [first, second] = seats;
    match (first, second) {
        (Ok(first), Ok(second)) => Ok([&mut **first, &mut **second]),
        _ => Err(None),
    }
}

/// What was thought for one move over several tries: the last word on each matter, all nodes.
fn together(before: Thought, now: Thought) -> Thought {
    let nodes = match (before.nodes, now.nodes) {
        (Some(a), Some(b)) => Some(a.saturating_add(b)),
        (a, b) => a.or(b),
    };
    let spoken = now.score.is_some() || now.mate.is_some();
    let opinion = if spoken { &now } else { &before };
    Thought {
        score: opinion.score,
        mate: opinion.mate,
        depth: now.depth.or(before.depth),
        nodes,
        variation: now.variation,
        elapsed: now.elapsed,
    }
}

/// A player's panic is its own failure, not the match's.
fn guarded<T>(act: impl FnOnce() -> T) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(act))
        .map_err(|_| Failure::Crashed("the player panicked".to_string()))
}

/// The end that a failure means; `None` if it is nobody's.
fn failed(side: Side, failure: &Failure, has_clock: bool, spent: Duration) -> Option<End> {
    let termination = match failure {
        Failure::Crashed(_) => Termination::Crash,
        Failure::Stalled(_) if has_clock => Termination::TimeForfeit,
        Failure::Stalled(_) => Termination::Stall,
        Failure::Illegal(_) => Termination::IllegalMove,
        Failure::Stopped => return None,
    };
    let after = if spent.is_zero() {
        String::new()
    } else {
        format!(" after {:.3} s", spent.as_secs_f64())
    };
    Some(End {
        points: points_if_lost(side),
        termination,
        reason: format!("the {side} player loses{after}: {failure}"),
    })
}

/// A game in progress.
struct Table<'a, D: Discipline> {
    discipline: &'a D,
    referee: &'a mut D::Referee,
    clock: GameClock,
    adjudicator: Adjudicator,
    plies: &'a mut Vec<PlyRecord>,
    stop: &'a Stop,
}

impl<D: Discipline> Table<'_, D> {
    fn play(
        &mut self,
        mut players: Players<'_, D::Referee>,
        mut judge: Option<&mut (dyn Player<D::Referee> + 'static)>,
        on_move: &mut dyn FnMut(Side, &PlyRecord),
    ) -> Option<End> {
        loop {
            if let Some(ending) = self.referee.ending() {
                return Some(End {
                    points: f64::from(ending.outcome.score_for(Side::First)) / 2.0 + 0.5,
                    termination: self.discipline.termination(self.referee, ending.reason),
                    reason: match ending.outcome {
                        Outcome::Win(side) => format!("the {side} player wins {}", ending.reason),
                        Outcome::Draw => format!("drawn: {}", ending.reason),
                    },
                });
            }
            if let Some(rule) = self.adjudicator.thesis_due() {
                let judged = match judge.as_deref_mut() {
                    Some(judge) => self.judged(judge, rule.analysis)?,
                    None => None,
                };
                return Some(adjudged(self.adjudicator.share(judged)));
            }
            let side = self.referee.turn();
            let before = self.plies.len();
            match self.turn(side, &mut players) {
                Err(end) => return end,
                Ok(thought) => {
                    self.plies[before..]
                        .iter()
                        .for_each(|ply| on_move(side, ply));
                    if self.referee.ending().is_none()
                        && let Some(verdict) = self.adjudicator.moved(side, &thought)
                    {
                        return Some(adjudged(verdict));
                    }
                }
            }
        }
    }

    /// One turn: tries until one is accepted. The end of the game (`None`: stopped) otherwise.
    fn turn(
        &mut self,
        side: Side,
        players: &mut Players<'_, D::Referee>,
    ) -> Result<Thought, Option<End>> {
        let mut spent = Duration::ZERO;
        // Of the move that is being looked for, its refused tries included.
        let mut said = Thought::default();
        let mut since = Duration::ZERO;
        loop {
            if self.stop.is_now() {
                return Err(None);
            }
            let clock = self.clock.for_move(side, spent);
            let view = self.referee.view(side);
            let asked = Instant::now();
            let answer = guarded(|| players[side.index()].choose(&view, &clock)).flatten();
            let measured = asked.elapsed();
            let Choice { action, thought } = match answer {
                Ok(choice) => choice,
                Err(failure) => {
                    let timed = clock.remaining.is_some() || clock.movetime.is_some();
                    return Err(failed(side, &failure, timed, spent + measured));
                }
            };
            // A player that was timed better than from here may say less, never more, than
            // passed here.
            let elapsed = thought.elapsed.map_or(measured, |said| said.min(measured));
            spent += elapsed;
            since += elapsed;
            said = together(said, thought);
            self.check_time(side, spent)?;
            let Some(action) = action else {
                return Err(Some(End {
                    points: points_if_lost(side),
                    termination: Termination::Resignation,
                    reason: format!("the {side} player resigns"),
                }));
            };
            let text = self.discipline.record(self.referee, &action);
            let taken = self.referee.submit(action);
            for hearer in Side::BOTH {
                tell(self.referee, hearer, players[hearer.index()]);
            }
            match taken {
                Err(Refusal::TryAgain(_)) => {}
                Err(Refusal::Illegal(why)) => {
                    return Err(failed(side, &Failure::Illegal(why), false, Duration::ZERO));
                }
                Ok(()) => {
                    self.plies.push(PlyRecord::played(text, &said, since));
                    if self.referee.turn() != side || self.referee.ending().is_some() {
                        self.clock.moved(side, spent);
                        return Ok(said);
                    }
                    (said, since) = Default::default();
                }
            }
        }
    }

    fn check_time(&self, side: Side, spent: Duration) -> Result<(), Option<End>> {
        let Some(over) = self.clock.overstepped(side, spent) else {
            return Ok(());
        };
        Err(Some(End {
            points: points_if_lost(side),
            termination: Termination::TimeForfeit,
            reason: format!(
                "the {side} player loses on time: {:.3} s over after {:.3} s",
                over.as_secs_f64(),
                spent.as_secs_f64()
            ),
        }))
    }

    /// What a judge thinks of the game, for the first side. `None`: stopped; a judge that fails
    /// or says nothing leaves the players' own scores.
    fn judged(
        &mut self,
        judge: &mut (dyn Player<D::Referee> + 'static),
        analysis: Duration,
    ) -> Option<Option<Score>> {
        let side = self.referee.turn();
        let clock = Clock {
            movetime: Some(analysis),
            ..Clock::default()
        };
        let view = self.referee.view(side);
        let asked = guarded(|| {
            judge.new_game(side, 0)?;
            let choice = judge.choose(&view, &clock)?;
            judge.end_game(None);
            Ok(choice)
        });
        match asked.flatten() {
            Err(Failure::Stopped) => None,
            Err(_) => Some(None),
            Ok(choice) => {
                let score = score_of(&choice.thought);
                Some(score.map(|s| if side == Side::First { s } else { -s }))
            }
        }
    }
}

fn adjudged(verdict: crate::adjudicate::Adjudged) -> End {
    End {
        points: verdict.points,
        termination: Termination::Adjudication,
        reason: verdict.reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_thought_about_over_all_its_tries() {
        let thought = |score, nodes| Thought {
            score,
            nodes,
            ..Thought::default()
        };
        let first = together(Thought::default(), thought(Some(30), Some(100)));
        assert_eq!(first, thought(Some(30), Some(100)));
        let silent = together(first, thought(None, None));
        assert_eq!(silent, thought(Some(30), Some(100)));
        let last = together(silent, thought(Some(-5), Some(20)));
        assert_eq!(last, thought(Some(-5), Some(120)));
    }
}
