//! Players by name.
//!
//! All of them see a [`View`] and nothing else. `random` is the reinforced random player of the
//! source, `metaposition` its Darkboard 1.0, `montecarlo` (approaches A, B and C) its Darkboard
//! 2.0, `strategic` its Darkboard 2.1: approach C with the planner.

pub mod belief;
pub mod ending;
mod ending_search;
pub mod metaposition;
pub mod montecarlo;
pub mod openings;
pub mod random;
pub mod reactions;
pub mod strategic;
mod tree;
pub(crate) mod whole_boards;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use zermelo_chess::Kind;
use zermelo_game::{Clock, Player};

use crate::action::{Action, Try};
use crate::announcement::Announcement;
use crate::endings::Endings;
use crate::men::{Men, bit};
use crate::planner::{GoalSet, PlannerParams};
use crate::profile::Profile;
use crate::umpire::Umpire;
use crate::view::View;

pub use belief::{BeliefParams, BeliefPlayer, ValueParams};
pub use metaposition::MetapositionPlayer;
pub use montecarlo::{Approach, MonteCarloPlayer};
pub use random::RandomPlayer;
pub use strategic::{SharedMeans, StrategicPlayer};

/// The names of all players, with what each is.
pub const PLAYERS: [(&str, &str); 8] = [
    ("random", "opening lines, recaptures, otherwise chance"),
    (
        "metaposition",
        "all compatible placements merged, searched with an evaluation",
    ),
    ("montecarlo", "the same as montecarlo-c"),
    ("montecarlo-a", "whole boards, full playouts"),
    ("montecarlo-b", "umpire messages, four steps"),
    ("montecarlo-c", "umpire messages, one step"),
    (
        "strategic",
        "montecarlo-c with the planner choosing among its candidates",
    ),
    (
        "belief",
        "boards that agree with everything heard, tries valued on a sample of them",
    ),
];

/// A name that is no player's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPlayer(pub String);

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = PLAYERS.iter().map(|(name, _)| *name).collect();
        let shown: String = self.0.chars().take(40).collect();
        write!(
            f,
            "no player of Kriegspiel is called `{}`: expected one of {}",
            shown.escape_debug(),
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownPlayer {}

/// Hears texts of some lines.
pub type LineSink = Arc<dyn Fn(&str) + Send + Sync>;

/// What a player is given beside its name.
#[derive(Clone)]
pub struct Equipment {
    /// The planner's goals.
    pub goals: Arc<GoalSet>,
    /// The planner's constants.
    pub planner: PlannerParams,
    /// Where the strategic player counts how good its goals are.
    pub means: SharedMeans,
    /// What is usual for the opponent, if that is known: beliefs are drawn towards it.
    pub profile: Option<Arc<Profile>>,
    /// Endings that are proven won, beside those of the program.
    pub endings: Option<Arc<Endings>>,
    /// Hears the decisions of the planner at the end of each game: a heading, then one a line.
    pub on_decision: LineSink,
    /// The constants of the player that keeps boards.
    pub belief: BeliefParams,
    /// Ends a long thought.
    pub stop: Arc<dyn Fn() -> bool + Send + Sync>,
}

impl Default for Equipment {
    fn default() -> Equipment {
        Equipment {
            goals: Arc::new(GoalSet::standard()),
            planner: PlannerParams::default(),
            means: SharedMeans::default(),
            profile: None,
            endings: None,
            on_decision: Arc::new(|_| ()),
            belief: BeliefParams::default(),
            stop: Arc::new(|| false),
        }
    }
}

impl fmt::Debug for Equipment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Equipment")
            .field("goals", &self.goals)
            .finish_non_exhaustive()
    }
}

/// The player of a name.
///
/// # Errors
///
/// If there is none.
///
/// ```
/// use zermelo_kriegspiel::players::{Equipment, player_named};
/// assert!(player_named("montecarlo", &Equipment::default()).is_ok());
/// assert!(player_named("oracle", &Equipment::default()).is_err());
/// ```
pub fn player_named(
    name: &str,
    equipment: &Equipment,
) -> Result<Box<dyn Player<Umpire>>, UnknownPlayer> {
    let monte_carlo = |approach| -> Box<dyn Player<Umpire>> {
        Box::new(MonteCarloPlayer::new(name, approach, equipment.clone()))
    };
    Ok(match name {
        "random" => Box::new(RandomPlayer::new()),
        "metaposition" => Box::new(MetapositionPlayer::new(equipment.clone())),
        "montecarlo" | "montecarlo-c" => monte_carlo(Approach::OneStep),
        "montecarlo-b" => monte_carlo(Approach::FourSteps),
        "montecarlo-a" => monte_carlo(Approach::WholeBoards),
        "strategic" => Box::new(StrategicPlayer::new(equipment.clone())),
        "belief" => Box::new(BeliefPlayer::new(equipment.belief, equipment.clone())),
        _ => return Err(UnknownPlayer(name.to_string())),
    })
}

/// When a thought must end.
#[derive(Clone)]
pub struct Budget {
    end: Instant,
    nodes: u64,
    endings: Option<Arc<Endings>>,
    stop: Arc<dyn Fn() -> bool + Send + Sync>,
}

/// Part of a move's time that is thought with; the rest is for refused tries and slow clocks.
const SHARE: f64 = 0.8;

/// Moves for which the rest of a clock must last.
const MOVES_LEFT: u32 = 40;

/// The time for a move when nothing limits it.
const USUAL: Duration = Duration::from_millis(500);

/// The time for a move: its own, or what the clock leaves for it, whichever is less.
fn time_for_a_move(clock: &Clock) -> Option<Duration> {
    let of_clock = clock.remaining.map(|left| {
        let extra = clock.increment.unwrap_or_default();
        (left / MOVES_LEFT + extra.mul_f64(0.7)).min(left / 2)
    });
    let limits = [clock.movetime, of_clock];
    limits.into_iter().flatten().min()
}

impl Budget {
    /// What a clock allows for the thought before the first try of a turn.
    #[must_use]
    pub fn new(clock: &Clock, equipment: &Equipment) -> Budget {
        let time = match (time_for_a_move(clock), clock.nodes) {
            (Some(time), _) => time.mul_f64(SHARE),
            (None, Some(_)) => Duration::from_secs(3_600),
            (None, None) => USUAL,
        };
        Budget {
            end: Instant::now() + time,
            nodes: clock.nodes.unwrap_or(u64::MAX),
            endings: equipment.endings.clone(),
            stop: Arc::clone(&equipment.stop),
        }
    }

    /// A budget for the first part of a thought: this share of the time left, and of the steps.
    #[must_use]
    pub fn part(&self, share: f64) -> Budget {
        let now = Instant::now();
        let left = self.end.saturating_duration_since(now);
        let nodes = match self.nodes {
            u64::MAX => u64::MAX,
            nodes => (nodes as f64 * share) as u64,
        };
        Budget {
            end: now + left.mul_f64(share),
            nodes,
            endings: self.endings.clone(),
            stop: Arc::clone(&self.stop),
        }
    }

    /// The endings by which a thought may go: those that were given, then the program's own.
    fn endings(&self) -> impl Iterator<Item = &Endings> {
        let given = self.endings.as_deref().into_iter();
        given.chain([Endings::standard()])
    }

    /// Whether a thought of so many steps is over.
    #[must_use]
    pub fn is_spent(&self, steps: u64) -> bool {
        steps >= self.nodes || Instant::now() >= self.end || (self.stop)()
    }

    /// Whether somebody asked for the thought to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        (self.stop)()
    }
}

/// A ranking of tries, kept while they are refused.
#[derive(Clone, Default, Debug)]
pub struct Ranking {
    /// Announcements heard when the turn began.
    turn: usize,
    tries: Vec<Try>,
}

impl Ranking {
    /// Takes over a ranking, best first, for the turn of a view.
    pub fn set(&mut self, view: &View, tries: Vec<Try>) {
        self.turn = turn_start(view);
        self.tries = varied(view, tries);
    }

    /// The best try left, if the ranking is of this turn.
    pub fn next(&mut self, view: &View) -> Option<Try> {
        if self.turn != turn_start(view) {
            self.tries.clear();
        }
        let left = self.tries.iter().position(|&t| view.is_possible(t))?;
        self.tries.drain(..left);
        Some(self.tries.remove(0))
    }
}

/// Where the announcements of this turn begin: at the last one of whose turn it is.
fn turn_start(view: &View) -> usize {
    let is_turn = |said: &Announcement| matches!(said, Announcement::ToMove(..));
    view.heard()
        .iter()
        .rposition(is_turn)
        .map_or(0, |at| at + 1)
}

/// Times that one's own men may stand alike before a move that repeats it is put last.
const REPEATS: usize = 2;

/// How often one's own men have stood in each formation since the last capture or own pawn move:
/// what can come back. Their number is that of the moves made since.
fn formations(view: &View) -> HashMap<Men, usize> {
    let mut stood: HashMap<Men, usize> = HashMap::new();
    let mut known = view.beginning();
    for &said in view.heard() {
        let pawns = known.men().squares(Kind::Pawn);
        known.hear(said);
        match said {
            Announcement::Captured(..) => stood.clear(),
            Announcement::Accepted(tried) if pawns & bit(tried.from) != 0 => stood.clear(),
            Announcement::Accepted(_) => *stood.entry(*known.men()).or_default() += 1,
            _ => {}
        }
    }
    stood
}

/// Puts moves last that let one's own men stand as they have stood before: a game that repeats
/// itself is drawn, and only who varies can win it. Where repetition is no draw a bare king is
/// hunted as planned.
fn varied(view: &View, tries: Vec<Try>) -> Vec<Try> {
    if view.enemy().men <= 1 && !view.rules().repetition {
        return tries;
    }
    let stood = formations(view);
    let repeats = |tried: &Try| {
        let mut men = *view.men();
        men.play(*tried);
        stood.get(&men).is_some_and(|&times| times >= REPEATS)
    };
    let (last, mut first): (Vec<Try>, Vec<Try>) = tries.into_iter().partition(repeats);
    first.extend(last);
    first
}

/// What is left when a player has no better idea: any possible try, or the question.
fn last_resort(view: &View) -> Option<Action> {
    let mut tries = Vec::new();
    view.tries(&mut tries);
    let tried = tries.first().copied().map(Action::Try);
    tried.or_else(|| view.may_ask().then_some(Action::AskAny))
}

#[cfg(test)]
mod tests {
    use zermelo_chess::Chess;
    use zermelo_game::{Notation, Side};

    use super::*;
    use crate::rules::{DIALECTS, Rules};

    #[test]
    fn a_move_that_repeats_oneself_twice_comes_last() {
        let mut umpire = Umpire::new(Rules::wild16());
        let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for word in there_and_back.iter().chain(&there_and_back) {
            umpire.answer(Action::parse(word).unwrap());
        }
        let tries = ["g1f3", "e2e4"].map(|word| Try::parse(word).unwrap());
        let order = varied(umpire.view_of(Side::First), tries.to_vec());
        assert_eq!(order, [tries[1], tries[0]]);
    }

    #[test]
    fn a_plan_against_a_bare_king_is_kept_where_repetition_is_no_draw() {
        let start = Chess::parse("7k/8/8/8/8/8/5K2/3Q4 w - - 0 1").unwrap();
        let tries = ["f2g2", "f2e3"].map(|word| Try::parse(word).unwrap());
        for rules in &DIALECTS {
            let mut umpire = Umpire::from_position(rules, start.clone());
            let there_and_back = ["f2g2", "h8g8", "g2f2", "g8h8"];
            for word in there_and_back.iter().chain(&there_and_back) {
                umpire.answer(Action::parse(word).unwrap());
            }
            let order = varied(umpire.view_of(Side::First), tries.to_vec());
            assert_eq!(order == tries, !rules.repetition, "{}", rules.name);
        }
    }
}
