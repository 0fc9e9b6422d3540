//! How good goals have been: the mean gain of the states in which they were reached, and what
//! follows for their levels. Decided between games, never in one.

use std::collections::BTreeMap;

use super::{Goal, Level};

/// How often a goal was reached, and what that gained altogether.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Gain {
    /// Times that the goal was reached.
    pub uses: u64,
    /// The sum of `Val(state where it was reached) - Val(state before)`.
    pub sum: i64,
}

impl Gain {
    /// The mean gain; none without uses.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.uses > 0).then(|| self.sum as f64 / self.uses as f64)
    }
}

/// The gains of goals by name.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Means(pub BTreeMap<String, Gain>);

/// When levels change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thresholds {
    /// An untrusted goal is promoted after so many uses …
    pub promote_after: u64,
    /// … with at least this mean.
    pub promote_at: f64,
    /// A trusted goal is demoted after so many uses …
    pub demote_after: u64,
    /// … with a mean under this.
    pub demote_under: f64,
}

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds {
            promote_after: 50,
            promote_at: 0.0,
            demote_after: 100,
            demote_under: -40.0,
        }
    }
}

/// A goal that changed its level.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// From this level.
    pub from: Level,
    /// To this one.
    pub to: Level,
    /// Its mean.
    pub mean: f64,
    /// Its uses.
    pub uses: u64,
}

impl Means {
    /// A goal was reached; what that gained.
    pub fn add(&mut self, name: &str, gain: i64) {
        let entry = self.0.entry(name.to_string()).or_default();
        entry.uses += 1;
        entry.sum += gain;
    }

    /// Adds what somebody else has seen.
    pub fn merge(&mut self, other: &Means) {
        for (name, gain) in &other.0 {
            let entry = self.0.entry(name.clone()).or_default();
            // Files may say anything.
            entry.uses = entry.uses.saturating_add(gain.uses);
            entry.sum = entry.sum.saturating_add(gain.sum);
        }
    }

    /// Promotes untrusted goals with a good mean and demotes trusted ones with a bad one; says
    /// which.
    pub fn revise<W>(&self, goals: &mut [Goal<W>], limits: &Thresholds) -> Vec<Change> {
        let mut changes = Vec::new();
        for goal in goals {
            let Some((gain, mean)) = self
                .0
                .get(&goal.name)
                .and_then(|gain| Some((*gain, gain.mean()?)))
            else {
                continue;
            };
            let to = match goal.level {
                Level::Untrusted
                    if gain.uses >= limits.promote_after && mean >= limits.promote_at =>
                {
                    Level::Trusted
                }
                Level::Trusted
                    if gain.uses >= limits.demote_after && mean < limits.demote_under =>
                {
                    Level::Untrusted
                }
                _ => continue,
            };
            changes.push(Change {
                name: goal.name.clone(),
                from: goal.level,
                to,
                mean,
                uses: gain.uses,
            });
            goal.level = to;
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(name: &str, level: Level) -> Goal<()> {
        Goal {
            name: name.to_string(),
            level,
            rate: 1,
            wish: (),
        }
    }

    #[test]
    fn good_goals_rise_bad_ones_fall_and_rare_ones_stay() {
        let mut means = Means::default();
        for _ in 0..100 {
            means.add("good", 10);
            means.add("bad", -50);
        }
        means.add("rare", 1_000);
        let mut goals = [
            goal("good", Level::Untrusted),
            goal("bad", Level::Trusted),
            goal("rare", Level::Untrusted),
            goal("critical", Level::Priority),
        ];
        let changes = means.revise(&mut goals, &Thresholds::default());
        let names: Vec<&str> = changes.iter().map(|change| change.name.as_str()).collect();
        assert_eq!(names, ["good", "bad"]);
        let levels: Vec<u8> = goals.iter().map(|goal| goal.level.number()).collect();
        assert_eq!(levels, [1, 2, 2, 0]);
        assert!((changes[1].mean + 50.0).abs() < 1e-9);
    }
}
