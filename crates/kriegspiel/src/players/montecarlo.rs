//! Darkboard 2.0: Monte Carlo over messages, with opening lines, reactions and endings around it.

use std::sync::Arc;

use zermelo_game::random::Rng;
use zermelo_game::{Choice, Clock, Failure, Player, Side, Thought};

use super::ending::Hunt;
use super::openings::Opening;
use super::reactions::{answers, situations, without_stalemates};
use super::tree::{Params, Ranked, State, Tree};
use super::{Budget, Equipment, Ranking, last_resort, whole_boards};
use crate::action::{Action, Try};
use crate::announcement::Announcement;
use crate::profile::Profile;
use crate::tracker::Tracker;
use crate::umpire::Umpire;
use crate::view::View;

/// How moves are valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Approach {
    /// A: whole boards, full playouts.
    WholeBoards,
    /// B: messages, four steps by chance.
    FourSteps,
    /// C: messages, one step by its expectation.
    OneStep,
}

/// The part of a game that needs no thought, shared by the thinking players.
pub(super) struct Routine {
    pub(super) opening: Opening,
    pub(super) ranking: Ranking,
    pub(super) tracker: Option<Tracker>,
    pub(super) rng: Rng,
    profile: Option<Arc<Profile>>,
}

impl Routine {
    pub(super) fn new(equipment: &Equipment) -> Routine {
        Routine {
            opening: Opening::default(),
            ranking: Ranking::default(),
            tracker: None,
            rng: Rng::new(0),
            profile: equipment.profile.clone(),
        }
    }

    pub(super) fn new_game(&mut self, side: Side, seed: u64) {
        self.rng = Rng::new(seed);
        self.opening = Opening::choose(side, &mut self.rng);
        self.ranking = Ranking::default();
        self.tracker = None;
    }

    /// What is done without thinking: the opening, the ranking of this turn, the question where
    /// there is one, an ending.
    pub(super) fn at_once(&mut self, view: &View) -> Option<Action> {
        let profile = &self.profile;
        let tracker = self
            .tracker
            .get_or_insert_with(|| Tracker::guided(view, profile.clone()));
        tracker.follow(view);
        if let Some(tried) = self.opening.next(view) {
            return Some(Action::Try(tried));
        }
        if let Some(tried) = self.ranking.next(view) {
            return Some(Action::Try(tried));
        }
        if view.may_ask() && view.refused().is_empty() {
            return Some(Action::AskAny);
        }
        None
    }

    /// The answers to critical situations, the most urgent first.
    pub(super) fn reactions(&self, view: &View) -> Vec<Try> {
        let Some(tracker) = &self.tracker else {
            return Vec::new();
        };
        let found = situations(view).into_iter();
        found
            .flat_map(|situation| answers(view, situation, tracker.belief()))
            .collect()
    }

    /// The root of a search.
    pub(super) fn state(&self, view: &View) -> Option<State> {
        let last = view.heard().iter().rev().find_map(|said| match said {
            Announcement::Accepted(tried) => Some(*tried),
            _ => None,
        });
        Some(State {
            men: *view.men(),
            belief: self.tracker.as_ref()?.belief().clone(),
            gain: 0.0,
            last,
        })
    }

    /// Plays the best of a ranking, or what is left.
    pub(super) fn play(&mut self, view: &View, tries: Vec<Try>) -> Option<Action> {
        let tries = match &self.tracker {
            Some(tracker) => without_stalemates(view, tracker.belief(), tries),
            None => tries,
        };
        self.ranking.set(view, tries);
        let tried = self.ranking.next(view).map(Action::Try);
        tried.or_else(|| last_resort(view))
    }
}

/// The player.
pub struct MonteCarloPlayer {
    name: String,
    approach: Approach,
    equipment: Equipment,
    routine: Routine,
}

impl MonteCarloPlayer {
    /// A player under a name.
    #[must_use]
    pub fn new(name: &str, approach: Approach, equipment: Equipment) -> MonteCarloPlayer {
        MonteCarloPlayer {
            name: name.to_string(),
            approach,
            routine: Routine::new(&equipment),
            equipment,
        }
    }
}

/// The moves of a view as an approach ranks them, the most visited first.
pub(super) fn rank(
    view: &View,
    approach: Approach,
    routine: &mut Routine,
    budget: &Budget,
) -> Vec<Ranked> {
    let mut tries = Vec::new();
    view.tries(&mut tries);
    let Some(state) = routine.state(view) else {
        return Vec::new();
    };
    let params = Params {
        steps: if approach == Approach::FourSteps {
            4
        } else {
            1
        },
        ..Params::default()
    };
    let rng = &mut routine.rng;
    match approach {
        Approach::WholeBoards => {
            let known = (&state.men, &state.belief);
            whole_boards::search(known, &tries, &params, rng, budget)
        }
        _ => Tree::new(state, &tries, params, rng).search(budget),
    }
}

/// What a search says of its choice.
pub(super) fn thought(ranked: &[Ranked]) -> Thought {
    Thought {
        nodes: Some(ranked.iter().map(|r| u64::from(r.visits)).sum()),
        ..Thought::default()
    }
}

impl Player<Umpire> for MonteCarloPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, side: Side, seed: u64) -> Result<(), Failure> {
        self.routine.new_game(side, seed);
        Ok(())
    }

    fn choose(&mut self, view: &View, clock: &Clock) -> Result<Choice<Action>, Failure> {
        if let Some(action) = self.routine.at_once(view) {
            return Ok(action.into());
        }
        let budget = Budget::new(clock, &self.equipment);
        let mut tries = self.routine.reactions(view);
        let mut said = Thought::default();
        if tries.is_empty() {
            tries = match Hunt::of(view) {
                Some(hunt) => hunt.ranked(view, &budget),
                None => {
                    let ranked = rank(view, self.approach, &mut self.routine, &budget);
                    said = thought(&ranked);
                    ranked.into_iter().map(|ranked| ranked.tried).collect()
                }
            };
        }
        if budget.is_stopped() {
            return Err(Failure::Stopped);
        }
        let action = self.routine.play(view, tries);
        Ok(Choice {
            action,
            thought: said,
        })
    }
}
