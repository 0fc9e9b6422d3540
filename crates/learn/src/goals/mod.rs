//! Goals from games: relations between own men after which material is gained.
//!
//! *Source.* The thesis calls chunks relevant that are frequent, stand shortly before jumps of the
//! evaluation, relate their men dynamically and are absolute in place; mining them is left to
//! others. *Ours.* The relations are the planner's own (connection, activity, ground), anywhere and
//! bound to a square. A relation is reached by a quiet move after which it holds and before which
//! it did not. The jump is the change of the balance of material, on the true board, over the next
//! [`HORIZON`] moves of the side; its gain is the jump less the mean jump of all quiet moves of the
//! same stratum (opening or not, men on the board, balance, kind of man moved), so that a relation
//! is not praised for the situations in which it occurs.
//!
//! Half of the games propose the [`PROPOSALS`] relations whose gain is the most standard errors
//! above nothing, errors clustered by game. The other half decides: one-sided tests, corrected for
//! the number of proposals by Holm's method, so that the chance of any false confirmation is at
//! most [`SIGNIFICANCE`] however many relations there are.
//! *Invariant.* Equal games give equal findings. *Cost.* Some 200 relations a position.

mod relations;
mod statistics;

use std::collections::BTreeMap;

use zermelo_chess::{Chess, Kind};
use zermelo_game::Side;
use zermelo_kriegspiel::planner::{Goal, GoalSet, Level, Relation};
use zermelo_kriegspiel::players::reactions::worth;
use zermelo_kriegspiel::{Men, Transcript};

pub use relations::{RELATIONS, held, relation, taking_part};
pub use statistics::{Gains, holm, tail};

/// The jump is that of so many moves of the side.
pub const HORIZON: usize = 6;

/// Relations reached less often in the proposing half are not tested …
pub const LEAST_USES: u64 = 100;

/// … nor those of fewer games.
pub const LEAST_GAMES: u64 = 30;

/// So many relations are proposed.
pub const PROPOSALS: usize = 20;

/// The chance that any of the relations confirmed is there by chance.
pub const SIGNIFICANCE: f64 = 0.05;

/// A goal's rate is its gain in so many hundredths of a pawn …
const RATE_STEP: f64 = 10.0;

/// … within the rates of the standard goals.
const HIGHEST_RATE: f64 = 5.0;

/// Men on the board, by which strata are told apart.
const MEN_A_STRATUM: u32 = 7;

/// Moves that belong to the opening, where players follow lines.
const OPENING: usize = 10;

/// A balance within so many pawns is even.
const EVEN: f64 = 2.0;

/// A quiet move and what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation {
    /// The game.
    pub game: usize,
    /// Who moved.
    pub side: Side,
    /// The number of the side's move, from 1.
    pub number: usize,
    /// What it is compared with.
    pub stratum: usize,
    /// The change of the balance, in hundredths of a pawn.
    pub jump: f64,
    /// The relations that it reached.
    pub reached: Vec<usize>,
}

/// A relation and what was found of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The relation.
    pub relation: Relation,
    /// In the half that proposes, in hundredths of a pawn.
    pub proposed: Gains,
    /// In the half that decides.
    pub checked: Gains,
    /// If it was proposed: the chance of such a gain in the deciding half if there is none,
    /// corrected for the number of proposals.
    pub chance: Option<f64>,
    /// Where it was reached and most was gained: game, side and number of the move.
    pub example: (usize, Side, usize),
}

impl Finding {
    /// Whether the deciding half agrees with the proposing one.
    #[must_use]
    pub fn is_confirmed(&self) -> bool {
        self.chance.is_some_and(|chance| chance < SIGNIFICANCE)
    }
}

/// What was found in games.
#[derive(Clone, PartialEq, Debug)]
pub struct Findings {
    /// Games looked at.
    pub games: usize,
    /// Quiet moves in them.
    pub moves: usize,
    /// Relations that were often enough to be tested, the most promising first.
    pub tested: Vec<Finding>,
}

impl Findings {
    /// The relations that both halves agree on.
    pub fn confirmed(&self) -> impl Iterator<Item = &Finding> {
        self.tested.iter().filter(|finding| finding.is_confirmed())
    }

    /// Correlation of the two halves' standard scores over all that was tested: near 0, relations
    /// foretell nothing; none for fewer than three.
    #[must_use]
    pub fn agreement(&self) -> Option<f64> {
        let pairs = self.tested.iter().map(|f| (f.proposed.z(), f.checked.z()));
        let pairs: Vec<(f64, f64)> = pairs.collect();
        if pairs.len() < 3 {
            return None;
        }
        let count = pairs.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
        let (a, b) = (mean(|p| p.0), mean(|p| p.1));
        let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            pairs.iter().map(|p| of(p.0 - a, p.1 - b)).sum()
        };
        let spread = (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt();
        (spread > 0.0).then(|| sum(&|x, y| x * y) / spread)
    }

    /// Goals with what was confirmed added to them, only watched; what they have already is left
    /// as it is.
    #[must_use]
    pub fn goals(&self, base: &GoalSet) -> GoalSet {
        let mut goals = base.goals.clone();
        for finding in self.confirmed() {
            if goals.iter().all(|goal| goal.wish != finding.relation) {
                goals.push(Goal {
                    name: finding.relation.to_string(),
                    level: Level::Untrusted,
                    rate: rate(finding),
                    wish: finding.relation,
                });
            }
        }
        GoalSet { goals }
    }
}

/// The rate of a mined goal, by the gain of the half that did not choose it.
fn rate(finding: &Finding) -> u32 {
    let steps = (finding.checked.mean() / RATE_STEP).round();
    steps.clamp(1.0, HIGHEST_RATE) as u32
}

/// Material of a side less the other's, in hundredths of a pawn.
fn balance(board: &Chess, side: Side) -> f64 {
    let of = |side: Side| -> f64 {
        let kinds = Kind::ALL.into_iter().filter(|&kind| kind != Kind::King);
        kinds
            .map(|kind| f64::from(worth(kind)) * f64::from(board.squares(side, kind).count_ones()))
            .sum()
    };
    100.0 * (of(side) - of(!side))
}

/// The quiet moves of a game, with the relations that they reached.
#[must_use]
pub fn observations(game: &Transcript, number: usize) -> Vec<Observation> {
    let boards = game.boards();
    let start = game.start().unwrap_or_default();
    let mut found = Vec::new();
    for side in Side::BOTH {
        // The boards after the side's own moves, with the board before each.
        let before = std::iter::once(&start).chain(boards.iter().map(|(_, board)| board));
        let own: Vec<(&Chess, &Chess)> = before
            .zip(&boards)
            .filter(|(_, (mover, _))| *mover == side)
            .map(|(before, (_, after))| (before, after))
            .collect();
        let last = boards.last().map_or(&start, |(_, board)| board);
        for (at, (before, after)) in own.iter().enumerate() {
            let now = balance(after, side);
            // Captures and promotions are jumps themselves.
            if balance(before, side) != now {
                continue;
            }
            let (men, old) = (Men::of(after, side), Men::of(before, side));
            let held_before = held(&old);
            let mut reached = held(&men);
            reached.retain(|number| held_before.binary_search(number).is_err());
            let later = own.get(at + HORIZON).map_or(last, |(_, board)| board);
            found.push(Observation {
                game: number,
                side,
                number: at + 1,
                stratum: 2 * stratum(after, &old, &men, now) + usize::from(at < OPENING),
                jump: balance(later, side) - now,
                reached,
            });
        }
    }
    found
}

/// Moves of one stratum are alike: men on the board, balance, and the kind that moved.
fn stratum(board: &Chess, old: &Men, men: &Men, balance: f64) -> usize {
    let count = Side::BOTH.map(|side| board.side_squares(side).count_ones());
    let phase = (count[0] + count[1]) / MEN_A_STRATUM;
    let standing = match balance / 100.0 {
        pawns if pawns < -EVEN => 0,
        pawns if pawns > EVEN => 2,
        _ => 1,
    };
    // A king that castles moves with its rook and counts as king.
    let moved = Kind::ALL.into_iter().rev();
    let mut moved = moved.filter(|&kind| old.squares(kind) & !men.squares(kind) != 0);
    let moved = moved.next().map_or(0, Kind::index);
    (phase as usize * 3 + standing) * Kind::ALL.len() + moved
}

/// What games teach of relations.
#[must_use]
pub fn mine(games: &[Transcript]) -> Findings {
    let each = games.iter().enumerate();
    let all: Vec<Observation> = each.flat_map(|(n, game)| observations(game, n)).collect();
    judge(games.len(), &all)
}

/// What quiet moves teach of relations; games of even number propose, the others decide.
#[must_use]
pub fn judge(games: usize, all: &[Observation]) -> Findings {
    let half = |odd: bool| all.iter().filter(move |seen| (seen.game % 2 == 1) == odd);
    let (proposed, checked) = (gains(half(false)), gains(half(true)));
    let often =
        |gains: &&(usize, Gains)| gains.1.uses >= LEAST_USES && gains.1.games >= LEAST_GAMES;
    let best = examples(all);
    let mut tested: Vec<Finding> = Vec::new();
    for (number, gains) in proposed.iter().filter(often) {
        let other = checked.binary_search_by_key(number, |(number, _)| *number);
        tested.push(Finding {
            relation: relation(*number),
            proposed: *gains,
            checked: other.map_or(Gains::default(), |at| checked[at].1),
            chance: None,
            example: best[number],
        });
    }
    tested.sort_by(|a, b| b.proposed.z().total_cmp(&a.proposed.z()));
    let promising = tested
        .iter()
        .take_while(|finding| finding.proposed.z() > 0.0);
    let promising = promising.take(PROPOSALS);
    let chances: Vec<f64> = promising.map(|finding| tail(finding.checked.z())).collect();
    for (finding, chance) in tested.iter_mut().zip(holm(&chances)) {
        finding.chance = Some(chance);
    }
    Findings {
        games,
        moves: all.len(),
        tested,
    }
}

/// The gains of every relation in some observations, which come game by game, by number.
fn gains<'a>(seen: impl Iterator<Item = &'a Observation> + Clone) -> Vec<(usize, Gains)> {
    // By stratum: moves, and the sums of jumps and of their squares.
    let mut strata: BTreeMap<usize, (f64, f64, f64)> = BTreeMap::new();
    for observation in seen.clone() {
        let (jump, stratum) = (
            observation.jump,
            strata.entry(observation.stratum).or_default(),
        );
        *stratum = (stratum.0 + 1.0, stratum.1 + jump, stratum.2 + jump * jump);
    }
    // By relation and game: uses, their gains, and the variances of their strata.
    let mut games: BTreeMap<(usize, usize), (u64, f64, f64)> = BTreeMap::new();
    for observation in seen {
        let (count, sum, squares) = strata[&observation.stratum];
        let mean = sum / count;
        let (gain, variance) = (observation.jump - mean, squares / count - mean * mean);
        for &number in &observation.reached {
            let known = games.entry((number, observation.game)).or_default();
            *known = (known.0 + 1, known.1 + gain, known.2 + variance);
        }
    }
    let mut all: Vec<(usize, Gains)> = Vec::new();
    for ((number, _), (uses, sum, noise)) in games {
        if all.last().is_none_or(|(last, _)| *last != number) {
            all.push((number, Gains::default()));
        }
        if let Some((_, gains)) = all.last_mut() {
            gains.add_game(uses, sum, noise);
        }
    }
    all
}

/// Where each relation was reached and most was gained, the first of equals.
fn examples(all: &[Observation]) -> BTreeMap<usize, (usize, Side, usize)> {
    let mut best: BTreeMap<usize, (f64, (usize, Side, usize))> = BTreeMap::new();
    for seen in all {
        for &number in &seen.reached {
            let place = (seen.jump, (seen.game, seen.side, seen.number));
            let known = best.entry(number).or_insert(place);
            if seen.jump > known.0 {
                *known = place;
            }
        }
    }
    best.into_iter()
        .map(|(number, (_, place))| (number, place))
        .collect()
}

#[cfg(test)]
mod tests {
    use zermelo_game::random::Rng;

    use super::*;

    /// Made-up games: forty relations reached by chance, of which one gains.
    fn made_up(games: usize, gain: f64, seed: u64) -> Vec<Observation> {
        let mut rng = Rng::new(seed);
        let mut all = Vec::new();
        for game in 0..games {
            for number in 1..=20 {
                let reached: Vec<usize> = (0..40).filter(|_| rng.below(8) == 0).collect();
                // A pawn or a piece is won or lost now and then, whatever was reached.
                let noise = 300.0 * (rng.unit() + rng.unit() - 1.0);
                let planted = if reached.contains(&3) { gain } else { 0.0 };
                all.push(Observation {
                    game,
                    side: Side::First,
                    number,
                    stratum: number / 10,
                    jump: noise + planted,
                    reached,
                });
            }
        }
        all
    }

    #[test]
    fn a_planted_relation_is_found_and_noise_is_refused() {
        let findings = judge(400, &made_up(400, 60.0, 1));
        assert_eq!(findings.tested.len(), 40);
        let found: Vec<Relation> = findings.confirmed().map(|f| f.relation).collect();
        assert_eq!(found, [relation(3)]);
        let best = &findings.tested[0];
        assert!((40.0..80.0).contains(&best.checked.mean()), "{best:?}");
        // One time in twenty chance has its way; three times in twenty hardly.
        let noise = (0..20).map(|seed| judge(400, &made_up(400, 0.0, 100 + seed)));
        let fooled = noise.filter(|findings| findings.confirmed().count() > 0);
        assert!(fooled.count() < 3);
    }

    #[test]
    fn what_is_confirmed_is_watched_and_not_yet_trusted() {
        let findings = judge(400, &made_up(400, 60.0, 1));
        let base = GoalSet::standard();
        let goals = findings.goals(&base);
        assert_eq!(goals.goals.len(), base.goals.len() + 1);
        let goal = goals.goals.last().unwrap();
        assert_eq!((goal.level, goal.rate), (Level::Untrusted, 5));
        assert_eq!(findings.goals(&goals), goals, "it is there already");
        let text = goals.to_toml(&zermelo_kriegspiel::planner::Means::default());
        assert_eq!(GoalSet::parse(&text).unwrap(), goals);
    }

    #[test]
    fn quiet_moves_are_seen_with_what_they_reach_and_what_comes_of_it() {
        let text = "1. g1f3 e7e5 2. f3e5 a7a6 3. e5c4 a6a5 *";
        let game = Transcript::parse(text).unwrap();
        let all = observations(&game, 3);
        let white: Vec<&Observation> = all.iter().filter(|o| o.side == Side::First).collect();
        // The capture on e5 is not quiet.
        let numbers: Vec<usize> = white.iter().map(|seen| seen.number).collect();
        assert_eq!(numbers, [1, 3]);
        assert!((white[0].jump - 100.0).abs() < 1e-3, "{}", white[0].jump);
        assert_eq!(white[1].jump, 0.0);
        let reached: Vec<Relation> = white[0].reached.iter().map(|&n| relation(n)).collect();
        assert!(reached.contains(&Relation::Ground(Kind::Knight)));
        assert!(reached.contains(&Relation::ConnectionAt(Kind::Knight, Kind::Pawn, 21)));
        assert!(!reached.contains(&Relation::Connection(Kind::Pawn, Kind::Rook)));
        let black = all.iter().filter(|seen| seen.side == Side::Second);
        let jumps: Vec<f64> = black.map(|seen| seen.jump.round()).collect();
        assert_eq!(jumps, [-100.0, 0.0, 0.0]);
    }
}
