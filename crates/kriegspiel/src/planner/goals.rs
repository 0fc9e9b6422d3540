//! The goals of Kriegspiel, as a file that users can edit.

use std::fmt;

use serde::{Deserialize, Serialize};
use toml::Spanned;
use zermelo_chess::Kind;

use super::goal_run::MovedLine;
use super::means::Gain;
use super::{Goal, Level, Means};
use crate::action::{parse_square, square_name};

/// What a goal of Kriegspiel wants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// Level 0: the king's check is answered.
    Check,
    /// Level 0: a capture is avenged.
    Recapture,
    /// Level 0: a pawn is promoted.
    Promotion,
    /// Level 0: a pawn takes.
    PawnTry,
    /// A man of the second kind covers a man of the first.
    Connection(Kind, Kind),
    /// A man of the second kind can move to a square that a man of the first bears on.
    Activity(Kind, Kind),
    /// A man of this kind bears on the other side's half.
    Ground(Kind),
    /// A connection in its place: the man of the first kind stands on this square, as White has
    /// it; Black's is the mirrored one.
    ConnectionAt(Kind, Kind, u8),
    /// An activity in its place, as before.
    ActivityAt(Kind, Kind, u8),
}

impl fmt::Display for Relation {
    /// The relation as a sentence without its full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = kind_name;
        match *self {
            Relation::Check => f.write_str("the check is answered"),
            Relation::Recapture => f.write_str("a capture is avenged"),
            Relation::Promotion => f.write_str("a pawn is promoted"),
            Relation::PawnTry => f.write_str("a pawn takes"),
            Relation::Connection(of, by) => write!(f, "a {} covers a {}", name(by), name(of)),
            Relation::Activity(of, by) => {
                write!(f, "a {} can move to where a {} bears", name(by), name(of))
            }
            Relation::Ground(by) => write!(f, "a {} bears on the other half", name(by)),
            Relation::ConnectionAt(of, by, at) => {
                let at = square_name(at);
                write!(f, "a {} covers the {} on {at}", name(by), name(of))
            }
            Relation::ActivityAt(of, by, at) => {
                let (by, of, at) = (name(by), name(of), square_name(at));
                write!(f, "a {by} can move to where the {of} on {at} bears")
            }
        }
    }
}

/// The goals of a player.
#[derive(Clone, PartialEq, Debug)]
pub struct GoalSet {
    /// In the order of the file.
    pub goals: Vec<Goal<Relation>>,
}

/// A file of goals that could not be read: a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoalError(pub String);

impl fmt::Display for GoalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GoalError {}

/// A goal as the file has it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: String,
    level: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rate: Option<i64>,
    relation: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// The square of the man `of`, as White has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    /// How often the goal was reached, and the mean gain; they change nothing in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    uses: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mean: Option<f64>,
}

/// A file of goals, with what a run has added to it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rounds: Option<u64>,
    goal: Vec<Spanned<Line>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) moved: Vec<MovedLine>,
}

impl File {
    pub(super) fn of(set: &GoalSet, means: &Means) -> File {
        // Where a goal stands matters to readers only.
        let lines = set.goals.iter().map(|goal| write_goal(goal, means));
        let lines = lines.map(|line| Spanned::new(0..0, line));
        File {
            rounds: None,
            goal: lines.collect(),
            moved: Vec::new(),
        }
    }

    pub(super) fn to_toml(&self) -> String {
        toml::to_string(self).expect("texts and numbers can be written")
    }

    /// What the goals have gained, as the file says.
    pub(super) fn means(&self) -> Means {
        let counted = self.goal.iter().map(Spanned::get_ref);
        let counted = counted.filter_map(|line| {
            let (uses, mean) = (line.uses?, line.mean?);
            let sum = (mean * uses as f64).round() as i64;
            Some((line.name.clone(), Gain { uses, sum }))
        });
        Means(counted.collect())
    }
}

/// Reads a file, without a look at what its goals mean.
pub(super) fn read_file(text: &str) -> Result<File, GoalError> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_at(text, span.start));
        let words: Vec<&str> = error.message().split_whitespace().collect();
        GoalError(format!("line {line}: {}", words.join(" ")))
    })
}

/// The line of a place in a text, from 1.
fn line_at(text: &str, place: usize) -> usize {
    let before = text.get(..place).unwrap_or_default();
    before.matches('\n').count() + 1
}

const KINDS: [(&str, Kind); 6] = [
    ("pawn", Kind::Pawn),
    ("knight", Kind::Knight),
    ("bishop", Kind::Bishop),
    ("rook", Kind::Rook),
    ("queen", Kind::Queen),
    ("king", Kind::King),
];

fn kind_name(kind: Kind) -> &'static str {
    KINDS[kind.index()].0
}

/// The standard goals.
const STANDARD: &str = include_str!("goals.toml");

/// Points that a rate may have.
const HIGHEST_RATE: u32 = 1_000;

impl GoalSet {
    /// The goals that players have unless told otherwise.
    #[must_use]
    pub fn standard() -> GoalSet {
        GoalSet::parse(STANDARD).expect("the standard goals are tested")
    }

    /// Their file, comments and all.
    #[must_use]
    pub fn standard_text() -> &'static str {
        STANDARD
    }

    /// Reads a file of goals.
    ///
    /// # Errors
    ///
    /// Names what is wrong, and in which goal.
    pub fn parse(text: &str) -> Result<GoalSet, GoalError> {
        let file = read_file(text)?;
        let mut goals: Vec<Goal<Relation>> = Vec::new();
        for written in &file.goal {
            let line = line_at(text, written.span().start);
            let goal = read_goal(written.get_ref())
                .map_err(|GoalError(why)| GoalError(format!("line {line}: {why}")))?;
            if goals.iter().any(|other| other.name == goal.name) {
                let name = &goal.name;
                return Err(GoalError(format!(
                    "line {line}: two goals are called `{name}`"
                )));
            }
            goals.push(goal);
        }
        Ok(GoalSet { goals })
    }

    /// The goals as a file, with the means they have reached.
    #[must_use]
    pub fn to_toml(&self, means: &Means) -> String {
        File::of(self, means).to_toml()
    }

    /// The same goals with only so many trusted ones, the first of the file.
    #[must_use]
    pub fn with_trusted(&self, count: usize) -> GoalSet {
        let mut left = count;
        let mut goals = self.goals.clone();
        goals.retain(|goal| {
            let trusted = goal.level == Level::Trusted;
            let kept = !trusted || left > 0;
            left -= usize::from(trusted && kept);
            kept
        });
        GoalSet { goals }
    }
}

/// What the goal of a line wants.
fn read_wish(line: &Line) -> Result<Relation, GoalError> {
    let wrong = |what: String| GoalError(format!("goal `{}`: {what}", line.name));
    let kind = |name: &Option<String>, field: &str| {
        let name = name
            .as_deref()
            .ok_or_else(|| wrong(format!("`{field}` is missing")))?;
        let found = KINDS.iter().find(|(word, _)| *word == name);
        found.map(|(_, kind)| *kind).ok_or_else(|| {
            wrong(format!(
                "`{field} = \"{name}\"`: expected pawn, knight, bishop, rook, queen or king"
            ))
        })
    };
    Ok(match line.relation.as_str() {
        "check" => Relation::Check,
        "recapture" => Relation::Recapture,
        "promotion" => Relation::Promotion,
        "pawn-try" => Relation::PawnTry,
        "connection" | "activity" => {
            let (of, by) = (kind(&line.of, "of")?, kind(&line.by, "by")?);
            let at = line.at.as_deref().map(|name| {
                parse_square(name).ok_or_else(|| wrong(format!("`at = \"{name}\"`: no square")))
            });
            match (line.relation.as_str(), at.transpose()?) {
                ("connection", None) => Relation::Connection(of, by),
                ("connection", Some(at)) => Relation::ConnectionAt(of, by, at),
                (_, None) => Relation::Activity(of, by),
                (_, Some(at)) => Relation::ActivityAt(of, by, at),
            }
        }
        "ground" => Relation::Ground(kind(&line.by, "by")?),
        other => {
            return Err(wrong(format!(
                "`relation = \"{other}\"`: expected check, recapture, promotion, pawn-try, \
                 connection, activity or ground"
            )));
        }
    })
}

/// Fields that a relation has no use for are mistakes.
fn check_fields(line: &Line, wish: Relation) -> Result<(), GoalError> {
    let (pair, ground) = match wish {
        Relation::Connection(..)
        | Relation::Activity(..)
        | Relation::ConnectionAt(..)
        | Relation::ActivityAt(..) => (true, false),
        Relation::Ground(_) => (false, true),
        _ => (false, false),
    };
    let useless = [
        ("of", line.of.is_some() && !pair),
        ("by", line.by.is_some() && !pair && !ground),
        ("at", line.at.is_some() && !pair),
        ("rate", line.rate.is_some() && !pair && !ground),
    ];
    match useless.iter().find(|(_, given)| *given) {
        Some((field, _)) => Err(GoalError(format!(
            "goal `{}`: `{}` has no `{field}`",
            line.name, line.relation
        ))),
        None => Ok(()),
    }
}

fn read_goal(line: &Line) -> Result<Goal<Relation>, GoalError> {
    let wrong = |what: String| GoalError(format!("goal `{}`: {what}", line.name));
    if line.name.trim().is_empty() {
        return Err(GoalError("a goal has no name".to_string()));
    }
    let level = Level::from_number(line.level)
        .ok_or_else(|| wrong(format!("level {}: expected 0, 1 or 2", line.level)))?;
    let wish = read_wish(line)?;
    let critical = matches!(
        wish,
        Relation::Check | Relation::Recapture | Relation::Promotion | Relation::PawnTry
    );
    if critical != (level == Level::Priority) {
        return Err(wrong(format!(
            "`{}` is no relation of level {}",
            line.relation, line.level
        )));
    }
    check_fields(line, wish)?;
    let rate = match (level, line.rate) {
        (Level::Priority, _) => 0,
        (_, None) => return Err(wrong("`rate` is missing".to_string())),
        (_, Some(rate)) => u32::try_from(rate)
            .ok()
            .filter(|&rate| rate <= HIGHEST_RATE)
            .ok_or_else(|| wrong(format!("rate {rate}: expected 0 to {HIGHEST_RATE}")))?,
    };
    Ok(Goal {
        name: line.name.clone(),
        level,
        rate,
        wish,
    })
}

fn write_goal(goal: &Goal<Relation>, means: &Means) -> Line {
    let at = match goal.wish {
        Relation::ConnectionAt(_, _, at) | Relation::ActivityAt(_, _, at) => Some(square_name(at)),
        _ => None,
    };
    let (relation, of, by) = match goal.wish {
        Relation::Check => ("check", None, None),
        Relation::Recapture => ("recapture", None, None),
        Relation::Promotion => ("promotion", None, None),
        Relation::PawnTry => ("pawn-try", None, None),
        Relation::Connection(of, by) | Relation::ConnectionAt(of, by, _) => {
            ("connection", Some(of), Some(by))
        }
        Relation::Activity(of, by) | Relation::ActivityAt(of, by, _) => {
            ("activity", Some(of), Some(by))
        }
        Relation::Ground(by) => ("ground", None, Some(by)),
    };
    let name = |kind: Option<Kind>| kind.map(|kind| kind_name(kind).to_string());
    let gain = means.0.get(&goal.name);
    Line {
        name: goal.name.clone(),
        level: i64::from(goal.level.number()),
        rate: (goal.level != Level::Priority).then_some(i64::from(goal.rate)),
        relation: relation.to_string(),
        of: name(of),
        by: name(by),
        at,
        uses: gain.map(|gain| gain.uses),
        mean: gain.and_then(|gain| gain.mean()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_goals_are_as_many_as_promised() {
        let set = GoalSet::standard();
        let count = |level| set.goals.iter().filter(|goal| goal.level == level).count();
        assert_eq!(count(Level::Priority), 4);
        assert!(count(Level::Trusted) >= 12);
        assert!(count(Level::Untrusted) >= 1);
        let trusted = |n| {
            let goals = set.with_trusted(n).goals;
            goals
                .iter()
                .filter(|goal| goal.level == Level::Trusted)
                .count()
        };
        assert_eq!((trusted(8), trusted(12)), (8, 12));
    }

    #[test]
    fn goals_read_as_they_are_written() {
        let set = GoalSet::standard();
        let mut means = Means::default();
        means.add("rooks connected", 7);
        let text = set.to_toml(&means);
        assert_eq!(GoalSet::parse(&text).unwrap(), set);
        assert!(text.contains("mean = 7.0"), "{text}");
        let placed = "[[goal]]\nname = \"a\"\nlevel = 2\nrate = 1\nrelation = \"activity\"\n\
                      of = \"rook\"\nby = \"king\"\nat = \"e4\"\n";
        let set = GoalSet::parse(placed).unwrap();
        assert_eq!(
            set.goals[0].wish,
            Relation::ActivityAt(Kind::Rook, Kind::King, 28)
        );
        assert_eq!(set.to_toml(&Means::default()), placed);
    }

    #[test]
    fn a_wrong_goal_is_named_in_one_sentence() {
        for (text, expected) in [
            ("[[goal]]\nname = 3", "line 2"),
            (
                "[[goal]]\nname = \"a\"\nlevel = 1\nrelation = \"love\"",
                "goal `a`: `relation = \"love\"`",
            ),
            (
                "[[goal]]\nname = \"a\"\nlevel = 5\nrelation = \"check\"",
                "level 5",
            ),
            (
                "[[goal]]\nname = \"a\"\nlevel = 1\nrelation = \"check\"",
                "no relation of level 1",
            ),
            (
                "[[goal]]\nname = \"a\"\nlevel = 1\nrelation = \"ground\"",
                "`by` is missing",
            ),
            (
                "[[goal]]\nname = \"a\"\nlevel = 1\nrelation = \"ground\"\nby = \"duke\"",
                "duke",
            ),
            (
                "[[goal]]\nname = \"a\"\nlevel = 1\nwish = 1\nrelation = \"ground\"",
                "wish",
            ),
            (
                "[[goal]]\nname = \"a\"\nlevel = 1\nrelation = \"ground\"\nby = \"rook\"\nat = \"e4\"",
                "has no `at`",
            ),
            ("goals = 1", "line"),
            (
                "[[goal]]\nname = \"a\"\nlevel = 1\nrelation = \"ground\"\nby = \"rook\"",
                "line 1: goal `a`: `rate` is missing",
            ),
            (
                "[[goal]]\nname = \"a\"\nlevel = 1\nrate = -1\nrelation = \"ground\"\nby = \"rook\"",
                "rate -1: expected 0 to 1000",
            ),
            (
                "\n[[goal]]\nname = \"a\"\nlevel = 1\nrate = 1\nrelation = \"ground\"\nof = \"rook\"\nby = \"rook\"",
                "line 2: goal `a`: `ground` has no `of`",
            ),
            (
                "[[goal]]\nname = \"a\"\nlevel = 0\nrate = 1\nrelation = \"check\"",
                "`check` has no `rate`",
            ),
            (
                "[[goal]]\nname = \"a\"\nlevel = 0\nrelation = \"check\"\nby = \"rook\"",
                "`check` has no `by`",
            ),
            (
                "[[goal]]\nname = \" \"\nlevel = 0\nrelation = \"check\"",
                "line 1: a goal has no name",
            ),
        ] {
            let error = GoalSet::parse(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
            assert!(!error.contains('\n'), "{error}");
        }
    }
}
