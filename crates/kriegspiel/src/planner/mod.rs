//! Planning on priority levels: a planner that knows nothing of any game.
//!
//! *Source.* Gasparro's thesis on planning in Darkboard, chapters 4 and 5: a domain with a total evaluation, goals on
//! three levels. *Priority* goals (0) answer critical situations with a plan of one goal, before
//! anything else is computed. *Trusted* goals (1) are relations that hold in a state or not, each
//! with a rate. *Untrusted* goals (2) are only watched. A decision runs EVALUATE (is something
//! critical?), OPTIMISE (keep the best candidates of another search, none far below the best),
//! IDENTIFY (the goals of the level) and CONSTRUCT: the strategic value of a state is
//! `V(s, k) = rates of the goals that hold in s + max over own actions of V(s', k - 1)`.
//!
//! *Departure.* The listing of the source sums over all follow-ups, which rewards mobility and does
//! not agree with its own log; this takes the maximum. *Invariant.* The planner asks its domain
//! only through [`Domain`]; the same states give the same decisions. *Cost.* Candidates times
//! actions to the power of depth less one, times goals.

mod goal_run;
mod goals;
mod kriegspiel;
mod means;

use std::fmt::{self, Debug, Display};

pub use goal_run::GoalRun;
pub use goals::{GoalError, GoalSet, Relation};
pub use kriegspiel::{OwnMen, PlanState, other_half, own_square};
pub use means::{Change, Gain, Means, Thresholds};

/// Where plans are made.
pub trait Domain {
    /// A state of the world, as far as the planner may know it.
    type State: Clone;
    /// What can be done.
    type Action: Copy + PartialEq + Display;
    /// What a goal wants.
    type Wish: Clone + Debug;

    /// The evaluation of a state.
    fn value(&self, state: &Self::State) -> i64;

    /// Adds what can be done in a state.
    fn actions(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// The state after an action.
    fn after(&self, state: &Self::State, action: Self::Action) -> Self::State;

    /// Whether a state is as wished.
    fn holds(&self, wish: &Self::Wish, state: &Self::State) -> bool;

    /// Whether a priority goal must be seen to in this state.
    fn is_critical(&self, wish: &Self::Wish, state: &Self::State) -> bool {
        let _ = (wish, state);
        false
    }

    /// The actions that serve a priority goal at once, best first; the first that can be done is
    /// the plan. Domains without certain answers leave it to [`Planner::plan`].
    fn reactions(&self, wish: &Self::Wish, state: &Self::State) -> Vec<Self::Action> {
        let _ = (wish, state);
        Vec::new()
    }
}

/// How far a goal is trusted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Critical situations with certain answers.
    Priority,
    /// Relations that are known to be good.
    Trusted,
    /// Relations that are only watched.
    Untrusted,
}

impl Level {
    /// 0, 1 or 2.
    #[must_use]
    pub fn number(self) -> u8 {
        self as u8
    }

    /// The level of a number.
    #[must_use]
    pub fn from_number(number: i64) -> Option<Level> {
        [Level::Priority, Level::Trusted, Level::Untrusted]
            .get(usize::try_from(number).ok()?)
            .copied()
    }
}

/// A goal.
#[derive(Clone, PartialEq, Debug)]
pub struct Goal<W> {
    /// Its name, for logs and statistics.
    pub name: String,
    /// How far it is trusted.
    pub level: Level,
    /// Its points when it holds.
    pub rate: u32,
    /// What it wants.
    pub wish: W,
}

/// A candidate action, as another search values it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate<A> {
    /// The action.
    pub action: A,
    /// How often it was visited: the order of candidates.
    pub visits: u32,
    /// What it is worth.
    pub value: f32,
}

/// The planner's constants.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlannerParams {
    /// Candidates that are looked at.
    pub candidates: usize,
    /// How far below the best a candidate's value may lie.
    pub threshold: f32,
    /// Own actions that a plan is long, the candidate included.
    pub depth: u32,
    /// The longest plan that iterative deepening looks for.
    pub horizon: u32,
}

impl Default for PlannerParams {
    fn default() -> PlannerParams {
        PlannerParams {
            candidates: 3,
            threshold: 0.02,
            depth: 2,
            horizon: 12,
        }
    }
}

/// A candidate with its strategic value.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged<A> {
    /// The candidate.
    pub candidate: Candidate<A>,
    /// Its strategic value.
    pub strategic: u32,
    /// The goals that hold after it.
    pub reached: Vec<String>,
    /// The goals that hold after one of its best follow-ups.
    pub ahead: Vec<String>,
}

/// What one list has and another has not.
fn more(list: &[String], than: &[String]) -> Vec<String> {
    let new = list.iter().filter(|name| !than.contains(name));
    new.cloned().collect()
}

/// A decision and why it was taken: what a user's log says.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<A> {
    /// The priority goal that decided, if one did.
    pub critical: Option<String>,
    /// The candidates in the order of the other search.
    pub judged: Vec<Judged<A>>,
    /// The tries to make, best first.
    pub plan: Vec<A>,
    /// Goals that the chosen candidate reaches and the first one does not.
    pub deciding: Vec<String>,
    /// Goals that the best follow-ups of the chosen candidate reach and those of the first one do
    /// not.
    pub planned: Vec<String>,
}

impl<A: Copy + Display> Display for Decision<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chosen = self.plan.first();
        let chosen = chosen.map_or("nothing".to_string(), ToString::to_string);
        if let Some(goal) = &self.critical {
            return write!(f, "critical: {goal}, answer: {chosen}");
        }
        let names: Vec<String> = self
            .judged
            .iter()
            .map(|judged| judged.candidate.action.to_string())
            .collect();
        let values: Vec<String> = self
            .judged
            .iter()
            .map(|judged| judged.strategic.to_string())
            .collect();
        let first = names.first().map_or("nothing", String::as_str);
        write!(
            f,
            "candidates: {}; strategic evaluation: [{}]; monte carlo chose: {first}, planner chose: \
             {chosen}",
            names.join(", "),
            values.join(", ")
        )?;
        for (word, goals) in [("decided by", &self.deciding), ("planned", &self.planned)] {
            if !goals.is_empty() {
                write!(f, "; {word}: {}", goals.join(", "))?;
            }
        }
        Ok(())
    }
}

/// A planner over a domain.
pub struct Planner<'a, D: Domain> {
    /// Where it plans.
    pub domain: &'a D,
    /// Its goals.
    pub goals: &'a [Goal<D::Wish>],
    /// Its constants.
    pub params: PlannerParams,
}

impl<D: Domain> Planner<'_, D> {
    /// EVALUATE: the first priority goal that must be seen to, with its plan.
    pub fn evaluate(&self, state: &D::State) -> Option<Decision<D::Action>> {
        let mut urgent = self.at(Level::Priority).filter_map(|goal| {
            let critical = self.domain.is_critical(&goal.wish, state);
            let plan = critical.then(|| self.domain.reactions(&goal.wish, state))?;
            (!plan.is_empty()).then_some((goal, plan))
        });
        let (goal, mut plan) = urgent.next()?;
        for (_, rest) in urgent {
            plan.extend(rest);
        }
        Some(Decision {
            critical: Some(goal.name.clone()),
            judged: Vec::new(),
            plan,
            deciding: Vec::new(),
            planned: Vec::new(),
        })
    }

    /// OPTIMISE: the most visited candidates whose values lie within the threshold of the best.
    pub fn optimise(&self, mut all: Vec<Candidate<D::Action>>) -> Vec<Candidate<D::Action>> {
        all.sort_by_key(|candidate| std::cmp::Reverse(candidate.visits));
        let best = all.first().map_or(0.0, |first| first.value);
        let close = |candidate: &Candidate<D::Action>| {
            candidate.visits > 0 && candidate.value >= best - self.params.threshold
        };
        let mut kept: Vec<_> = all.iter().copied().filter(close).collect();
        if kept.is_empty() {
            kept = all;
        }
        kept.truncate(self.params.candidates);
        kept
    }

    /// IDENTIFY: the goals of a level.
    fn at(&self, level: Level) -> impl Iterator<Item = &Goal<D::Wish>> {
        self.goals.iter().filter(move |goal| goal.level == level)
    }

    /// The rates of the trusted goals that hold.
    fn rates(&self, state: &D::State) -> u32 {
        self.at(Level::Trusted)
            .filter(|goal| self.domain.holds(&goal.wish, state))
            .map(|goal| goal.rate)
            .sum()
    }

    /// The strategic value of a state.
    pub fn strategic(&self, state: &D::State, depth: u32) -> u32 {
        let here = self.rates(state);
        if depth == 0 {
            return here;
        }
        let mut actions = Vec::new();
        self.domain.actions(state, &mut actions);
        let after = actions
            .into_iter()
            .map(|action| self.strategic(&self.domain.after(state, action), depth - 1));
        here + after.max().unwrap_or(0)
    }

    /// CONSTRUCT: judges the candidates and takes the one with the highest strategic value; of
    /// equals the one that the other search liked better.
    pub fn decide(&self, state: &D::State, all: Vec<Candidate<D::Action>>) -> Decision<D::Action> {
        let rest = all.clone();
        let judged: Vec<Judged<D::Action>> = self
            .optimise(all)
            .into_iter()
            .map(|candidate| self.judge(state, candidate))
            .collect();
        let mut order: Vec<usize> = (0..judged.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(judged[at].strategic));
        let mut plan: Vec<D::Action> = order
            .iter()
            .map(|&at| judged[at].candidate.action)
            .collect();
        let (deciding, planned) = match (order.first(), judged.first()) {
            (Some(&chosen), Some(first)) if chosen != 0 => (
                more(&judged[chosen].reached, &first.reached),
                more(&judged[chosen].ahead, &first.ahead),
            ),
            _ => Default::default(),
        };
        for candidate in rest {
            if !plan.contains(&candidate.action) {
                plan.push(candidate.action);
            }
        }
        Decision {
            critical: None,
            judged,
            plan,
            deciding,
            planned,
        }
    }

    /// A candidate's strategic value, and which goals give it.
    fn judge(&self, state: &D::State, candidate: Candidate<D::Action>) -> Judged<D::Action> {
        let after = self.domain.after(state, candidate.action);
        let depth = self.params.depth.saturating_sub(1);
        let mut ahead = Vec::new();
        let strategic = self.strategic_with(&after, depth, &mut ahead);
        let reached = self.names(&after);
        Judged {
            candidate,
            strategic,
            reached,
            ahead,
        }
    }

    /// The names of the trusted goals that hold.
    fn names(&self, state: &D::State) -> Vec<String> {
        self.at(Level::Trusted)
            .filter(|goal| self.domain.holds(&goal.wish, state))
            .map(|goal| goal.name.clone())
            .collect()
    }

    /// The strategic value of a state, with the goals that hold along its best follow-ups.
    fn strategic_with(&self, state: &D::State, depth: u32, ahead: &mut Vec<String>) -> u32 {
        let (mut value, mut state) = (self.rates(state), state.clone());
        for left in (0..depth).rev() {
            let mut actions = Vec::new();
            self.domain.actions(&state, &mut actions);
            let after = actions
                .into_iter()
                .map(|action| self.domain.after(&state, action))
                .map(|after| (self.strategic(&after, left), after))
                .reduce(|best, other| if other.0 > best.0 { other } else { best });
            let Some((_, next)) = after else {
                break;
            };
            value += self.rates(&next);
            for name in self.names(&next) {
                if !ahead.contains(&name) {
                    ahead.push(name);
                }
            }
            state = next;
        }
        value
    }

    /// A shortest plan to a state as wished, by iterative deepening up to the horizon.
    pub fn plan(&self, wish: &D::Wish, state: &D::State) -> Option<Vec<D::Action>> {
        (0..=self.params.horizon).find_map(|depth| {
            let mut path = Vec::new();
            self.deepen(wish, state, depth, &mut path).then_some(path)
        })
    }

    fn deepen(
        &self,
        wish: &D::Wish,
        state: &D::State,
        depth: u32,
        path: &mut Vec<D::Action>,
    ) -> bool {
        if self.domain.holds(wish, state) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        let mut actions = Vec::new();
        self.domain.actions(state, &mut actions);
        actions.into_iter().any(|action| {
            path.push(action);
            let found = self.deepen(wish, &self.domain.after(state, action), depth - 1, path);
            if !found {
                path.pop();
            }
            found
        })
    }
}

#[cfg(test)]
mod blocks;
