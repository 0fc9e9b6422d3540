//! A long run of goals: games in rounds, and after each round what rises and what falls.
//!
//! *Source.* The thesis moves goals between levels off-line, by the mean of what reaching them
//! gained. *Ours.* The run is a file of goals that also says how many rounds were played, what
//! every goal has gained since it came to its level, and which goals have moved with which means:
//! whoever has the file can go on, and players can use it as it is.

use serde::{Deserialize, Serialize};

use super::goals::{File, read_file};
use super::{Change, Gain, GoalError, GoalSet, Level, Means, Thresholds};

/// A run and how far it has come.
#[derive(Clone, PartialEq, Debug)]
pub struct GoalRun {
    /// The goals as they stand.
    pub goals: GoalSet,
    /// What they have gained since they came to their levels.
    pub means: Means,
    /// Rounds that are over.
    pub rounds: u64,
    /// What has moved, with the round after which it did.
    pub moved: Vec<(u64, Change)>,
}

/// A move as the file has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MovedLine {
    round: u64,
    goal: String,
    from: i64,
    to: i64,
    mean: f64,
    uses: u64,
}

impl MovedLine {
    fn write((round, change): &(u64, Change)) -> MovedLine {
        MovedLine {
            round: *round,
            goal: change.name.clone(),
            from: i64::from(change.from.number()),
            to: i64::from(change.to.number()),
            mean: change.mean,
            uses: change.uses,
        }
    }

    fn read(&self) -> Result<(u64, Change), GoalError> {
        let level = |number| {
            Level::from_number(number).ok_or_else(|| {
                let goal = &self.goal;
                GoalError(format!(
                    "move of `{goal}`: level {number}: expected 0, 1 or 2"
                ))
            })
        };
        let change = Change {
            name: self.goal.clone(),
            from: level(self.from)?,
            to: level(self.to)?,
            mean: self.mean,
            uses: self.uses,
        };
        Ok((self.round, change))
    }
}

impl GoalRun {
    /// A run that begins with these goals.
    #[must_use]
    pub fn new(goals: GoalSet) -> GoalRun {
        GoalRun {
            goals,
            means: Means::default(),
            rounds: 0,
            moved: Vec::new(),
        }
    }

    /// Reads a run; a plain file of goals is one that has played nothing.
    ///
    /// # Errors
    ///
    /// Names what is wrong, and in which goal.
    pub fn parse(text: &str) -> Result<GoalRun, GoalError> {
        let file = read_file(text)?;
        let moved: Result<Vec<_>, _> = file.moved.iter().map(MovedLine::read).collect();
        Ok(GoalRun {
            means: file.means(),
            rounds: file.rounds.unwrap_or(0),
            moved: moved?,
            goals: GoalSet::parse(text)?,
        })
    }

    /// The run as a file; one that has played nothing is a plain file of goals.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut file = File::of(&self.goals, &self.means);
        file.rounds = (self.rounds > 0).then_some(self.rounds);
        file.moved = self.moved.iter().map(MovedLine::write).collect();
        file.to_toml()
    }

    /// Ends a round: adds what was seen in it, moves goals, and says which. A goal that has moved
    /// is counted anew.
    pub fn end_round(&mut self, seen: &Means, limits: &Thresholds) -> Vec<Change> {
        self.rounds += 1;
        self.means.merge(seen);
        let changes = self.means.revise(&mut self.goals.goals, limits);
        for change in &changes {
            self.means.0.remove(&change.name);
            self.moved.push((self.rounds, change.clone()));
        }
        changes
    }

    /// All that was seen in its rounds, what made goals move included.
    #[must_use]
    pub fn seen(&self) -> Means {
        let mut seen = self.means.clone();
        for (_, change) in &self.moved {
            let gain = Gain {
                uses: change.uses,
                sum: (change.mean * change.uses as f64).round() as i64,
            };
            seen.merge(&Means([(change.name.clone(), gain)].into()));
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(name: &str, gain: i64, uses: u64) -> Means {
        let mut means = Means::default();
        (0..uses).for_each(|_| means.add(name, gain));
        means
    }

    #[test]
    fn a_run_goes_on_from_its_file_as_if_it_had_not_stopped() {
        let limits = Thresholds::default();
        let rounds = [
            seen("rooks connected", -50, 70),
            seen("queen bearing on their half", 7, 60),
            seen("rooks connected", -60, 40),
            seen("rooks connected", 3, 60),
        ];
        let mut whole = GoalRun::new(GoalSet::standard());
        let mut resumed = whole.clone();
        for round in &rounds {
            whole.end_round(round, &limits);
            resumed = GoalRun::parse(&resumed.to_toml()).unwrap();
            resumed.end_round(round, &limits);
        }
        assert_eq!(resumed, whole);
        let moved: Vec<(u64, &str, u8)> = whole
            .moved
            .iter()
            .map(|(round, change)| (*round, change.name.as_str(), change.to.number()))
            .collect();
        assert_eq!(
            moved,
            [
                (2, "queen bearing on their half", 1),
                (3, "rooks connected", 2),
                // Counted anew after its fall, it rises again.
                (4, "rooks connected", 1),
            ]
        );
        let mean = whole.moved[1].1.mean;
        assert!((mean - -5_900.0 / 110.0).abs() < 1e-9, "{mean}");
        let all = whole.seen().0["rooks connected"];
        assert_eq!((all.uses, all.sum), (170, -50 * 70 - 60 * 40 + 3 * 60));
        assert!(!whole.means.0.contains_key("rooks connected"));
        // Players can use the file as it is.
        let file = GoalSet::parse(&whole.to_toml()).unwrap();
        assert_eq!(file, whole.goals);
    }

    #[test]
    fn a_wrong_file_is_refused_in_one_sentence() {
        for (text, expected) in [
            ("rounds = -1\n", "line 1: invalid value"),
            ("", "goal"),
            (
                "goal = []\n[[moved]]\nround = 1\ngoal = \"a\"\nfrom = 9\nto = 1\nmean = 0.5\nuses = 1\n",
                "level 9",
            ),
        ] {
            let error = GoalRun::parse(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
            assert_eq!(error.lines().count(), 1);
        }
    }
}
