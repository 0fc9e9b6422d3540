//! Strategic Darkboard 2.1: Monte Carlo finds the candidates, the planner chooses among them.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use zermelo_game::{Choice, Clock, Failure, Outcome, Player, Side, Thought};

use super::ending::Hunt;
use super::montecarlo::{Approach, Routine, rank, thought};
use super::{Budget, Equipment};
use crate::action::{Action, Try};
use crate::announcement::side_name;
use crate::planner::{Candidate, Domain, Level, Means, OwnMen, PlanState, Planner};
use crate::umpire::Umpire;
use crate::view::View;

/// What strategic players of a match have seen of their goals, together.
pub type SharedMeans = Arc<Mutex<Means>>;

/// The player.
pub struct StrategicPlayer {
    equipment: Equipment,
    routine: Routine,
    means: SharedMeans,
    /// The state at the last decision of the planner.
    before: Option<PlanState>,
    /// The game being played: its side and seed.
    game: Option<(Side, u64)>,
    log: Vec<String>,
}

/// Lines of the log that are kept.
const LOG_LINES: usize = 1_000;

impl StrategicPlayer {
    /// A player with the goals of its equipment.
    #[must_use]
    pub fn new(equipment: Equipment) -> StrategicPlayer {
        StrategicPlayer {
            means: Arc::clone(&equipment.means),
            routine: Routine::new(&equipment),
            equipment,
            before: None,
            game: None,
            log: Vec::new(),
        }
    }

    /// What was decided in this game and why, one line a decision.
    #[must_use]
    pub fn log(&self) -> &[String] {
        &self.log
    }

    fn note(&mut self, view: &View, decision: impl fmt::Display) {
        let number = view.moves(view.side()) + 1;
        if self.log.len() < LOG_LINES {
            self.log.push(format!("{number}. {decision}"));
        }
    }

    /// Hands the log of a game over, as one text: games of a match end at different times, and
    /// their lines would mix.
    fn hand_over(&mut self, outcome: Option<Outcome>) {
        let Some((side, seed)) = self.game.take() else {
            return;
        };
        let result = match outcome {
            Some(Outcome::Draw) => "drawn",
            Some(Outcome::Win(winner)) if winner == side => "won",
            Some(Outcome::Win(_)) => "lost",
            None => "broken off",
        };
        let name = side_name(side);
        let text = format!("game as {name}, seed {seed}, {result}");
        let lines = std::iter::once(text).chain(self.log.iter().cloned());
        (self.equipment.on_decision)(&lines.collect::<Vec<_>>().join("\n"));
    }

    /// Counts the goals that have been reached since the last decision, with what was gained.
    fn observe(&mut self, domain: &OwnMen<'_>, now: &PlanState) {
        if let Some(before) = self.before.replace(now.clone()) {
            let gain = domain.value(now) - domain.value(&before);
            let mut means = self.means.lock().unwrap_or_else(PoisonError::into_inner);
            let goals = self.equipment.goals.goals.iter();
            for goal in goals.filter(|goal| goal.level != Level::Priority) {
                if domain.holds(&goal.wish, now) && !domain.holds(&goal.wish, &before) {
                    means.add(&goal.name, gain);
                }
            }
        }
    }

    /// The decision of the planner, by its four steps.
    fn decide(&mut self, view: &View, budget: &Budget) -> (Vec<Try>, Thought) {
        let Some(belief) = self.routine.tracker.as_ref().map(|t| t.belief().clone()) else {
            return (Vec::new(), Thought::default());
        };
        let domain = OwnMen {
            view,
            belief: &belief,
        };
        let state = domain.state();
        self.observe(&domain, &state);
        let goals = Arc::clone(&self.equipment.goals);
        let planner = Planner {
            domain: &domain,
            goals: &goals.goals,
            params: self.equipment.planner,
        };
        if let Some(decision) = planner.evaluate(&state) {
            self.note(view, &decision);
            return (decision.plan, Thought::default());
        }
        if let Some(hunt) = Hunt::of(view) {
            let plan = hunt.ranked(view, budget);
            let squares = hunt.kings().count_ones();
            let chosen = plan.first().map_or("nothing".to_string(), Try::to_string);
            let line = format!("ending: their king on one of {squares} squares, answer: {chosen}");
            self.note(view, line);
            return (plan, Thought::default());
        }
        let ranked = rank(view, Approach::OneStep, &mut self.routine, budget);
        let said = thought(&ranked);
        let candidates = ranked.into_iter().map(|ranked| Candidate {
            action: ranked.tried,
            visits: ranked.visits,
            value: ranked.value,
        });
        let decision = planner.decide(&state, candidates.collect());
        self.note(view, &decision);
        (decision.plan, said)
    }
}

impl Player<Umpire> for StrategicPlayer {
    fn name(&self) -> String {
        "strategic".to_string()
    }

    fn new_game(&mut self, side: Side, seed: u64) -> Result<(), Failure> {
        self.routine.new_game(side, seed);
        self.before = None;
        self.log.clear();
        self.game = Some((side, seed));
        Ok(())
    }

    fn end_game(&mut self, outcome: Option<Outcome>) {
        self.hand_over(outcome);
    }

    fn choose(&mut self, view: &View, clock: &Clock) -> Result<Choice<Action>, Failure> {
        if let Some(action) = self.routine.at_once(view) {
            if !view.refused().is_empty() {
                self.note(view, format_args!("refused, next try: {action}"));
            }
            return Ok(action.into());
        }
        let budget = Budget::new(clock, &self.equipment);
        let (tries, thought) = self.decide(view, &budget);
        if budget.is_stopped() {
            return Err(Failure::Stopped);
        }
        let chosen = tries.first().copied().map(Action::Try);
        let action = self.routine.play(view, tries);
        if let Some(action) = action.filter(|_| action != chosen) {
            self.note(
                view,
                format_args!("against stalemate or repetition: {action}"),
            );
        }
        Ok(Choice { action, thought })
    }
}
