//! Bill: the Bayesian evaluation in Othello, where it was born.
//!
//! The program of Lee & Mahajan 1990 combined four features linearly (Bill 2.0), then by the probability of
//! winning under normal distributions learnt from games (Bill 3.0), and won 139 games, drew 6 and lost
//! 55 against its former self. *Ours.* Games are random for some plies, then played by the linear
//! evaluation at few nodes with a random move now and then, and solved exactly from twelve empty
//! squares on; every position of such a game is labelled by its result, games drawn dropped. One pair
//! of normals per four empty squares, with their neighbours. Four evaluations of the same features:
//! hand-set weights, weights fitted to the same positions by least squares, once for the whole game
//! (what a linear evaluation was then) and for each stage, and the normals. *Equal nodes* for all.

mod features;
mod games;
mod player;

use zermelo_arena::statistics::{FEWEST, normal_cdf};
use zermelo_engine::evaluation::normal::{Moments, Ratio, apply};
use zermelo_game::random::{Rng, mix};
use zermelo_game::{Game, Side};
use zermelo_games::Othello;
use zermelo_games::othello::Square;
use zermelo_solvers::{Limits, solve_othello};

use super::ExperimentError;
pub use features::{NAMES, features};
pub use games::{Games, Played};
pub use player::{Judge, Player};

/// Stages: empty squares by fours.
const STAGES: usize = 16;
const STAGE: u32 = 4;
/// Random plies at the beginning of a game to learn from (least and most), and of a game of the
/// match; of so many moves of a game to learn from one is random too, as searches look at bad moves.
const RANDOM: [usize; 2] = [6, 24];
const OPENING: usize = 8;
const SLIP: usize = 7;
/// From so many empty squares on both sides play perfectly.
const SOLVED: u32 = 12;
/// Nodes a move of games to learn from.
const LEARNING_NODES: u64 = 200;
/// Hand-set weights of the features: a move more is worth ten, a frontier square four, a stable disc
/// twenty, and squares what the table says.
const BY_HAND: [f64; 4] = [10.0, 4.0, 20.0, 1.0];
/// What the logarithm of the odds counts as a value.
const SCALE: f64 = 100.0;

/// What was learnt.
pub struct Learnt {
    /// The logarithm of wins to losses, by stage.
    normals: Vec<Ratio<4>>,
    /// Weights by least squares, by stage.
    fitted: Vec<[f64; 4]>,
    /// Weights by least squares, for all stages together.
    once: [f64; 4],
    /// Positions learnt from.
    pub positions: u64,
}

fn stage(game: &Othello) -> usize {
    (game.empties() / STAGE) as usize % STAGES
}

fn weighted(weights: &[f64; 4], features: &[f64; 4]) -> f64 {
    weights.iter().zip(features).map(|(w, x)| w * x).sum()
}

/// The hand-set linear evaluation.
fn by_hand(_learnt: &Learnt, game: &Othello) -> f64 {
    weighted(&BY_HAND, &features(game))
}

/// The linear evaluation with weights fitted once.
fn once(learnt: &Learnt, game: &Othello) -> f64 {
    SCALE * weighted(&learnt.once, &features(game))
}

/// The linear evaluation with weights fitted for each stage.
fn fitted(learnt: &Learnt, game: &Othello) -> f64 {
    SCALE * weighted(&learnt.fitted[stage(game)], &features(game))
}

/// The Bayesian evaluation.
fn bayes(learnt: &Learnt, game: &Othello) -> f64 {
    SCALE * learnt.normals[stage(game)].log(&features(game))
}

/// The evaluations that meet, the Bayesian one first.
pub const MEETINGS: [(&str, Judge); 3] = [
    ("linear, set by hand", by_hand),
    ("linear, fitted once", once),
    ("linear, fitted by stage", fitted),
];

/// Who wins a game from here, played perfectly.
fn solved(game: &Othello) -> Option<Side> {
    let margin = solve_othello(game, Limits::default()).score()?;
    match margin {
        0 => None,
        1.. => Some(game.side()),
        _ => Some(!game.side()),
    }
}

/// Plays random moves; none if the game ends.
fn random_opening(plies: usize, rng: &mut Rng) -> Option<Othello> {
    let mut game = Othello::default();
    for _ in 0..plies {
        game.play(random_move(&game, rng)?);
    }
    game.payoff().is_none().then_some(game)
}

fn random_move(game: &Othello, rng: &mut Rng) -> Option<Square> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    rng.pick(&moves).copied()
}

/// The opening of a game to learn from; none if the game ends in it.
fn begin(seed: u64, number: u64) -> Option<(Othello, Rng)> {
    let mut rng = Rng::new(mix(seed) ^ mix(number + 1));
    let plies = RANDOM[0] + rng.below(RANDOM[1] - RANDOM[0] + 1);
    Some((random_opening(plies, &mut rng)?, rng))
}

/// Plays a game to learn from.
fn lesson(player: &mut Player<'_>, start: Othello, rng: &mut Rng) -> Played {
    player.new_game();
    let (mut game, mut moves) = (start, Vec::new());
    while game.empties() > SOLVED && game.payoff().is_none() {
        let m = if rng.below(SLIP) == 0 {
            random_move(&game, rng)
        } else {
            player.choose(&game, LEARNING_NODES)
        };
        let Some(m) = m else {
            break;
        };
        game.play(m);
        moves.push(m);
    }
    Played {
        moves,
        winner: solved(&game),
    }
}

/// Learns from games.
///
/// # Errors
///
/// When the stop test says yes, or they are too few.
pub fn learn(games: u64, seed: u64, kept: &mut Games<'_>) -> Result<Learnt, ExperimentError> {
    let nothing = Learnt {
        normals: Vec::new(),
        fitted: Vec::new(),
        once: BY_HAND,
        positions: 0,
    };
    let mut player = Player::new(&nothing, by_hand);
    let mut sums: Vec<[Moments<4>; 2]> = vec![Default::default(); STAGES];
    let mut positions = 0;
    for number in 0..games {
        let Some((start, mut rng)) = begin(seed, number) else {
            continue;
        };
        let name = format!("lesson {number}");
        let played = kept.game(&name, || lesson(&mut player, start, &mut rng))?;
        let Some(winner) = played.winner else {
            continue;
        };
        for position in played.positions(start) {
            let class = usize::from(position.side() != winner);
            sums[stage(&position)][class].add(&features(&position));
            positions += 1;
        }
    }
    let (mut normals, mut fitted) = (Vec::new(), Vec::new());
    for stage in 0..STAGES {
        let [won, lost] = pooled(&sums, stage).ok_or_else(|| {
            ExperimentError::Input(format!("{games} games are too few to learn from"))
        })?;
        let (a, b) = (won.normal(), lost.normal());
        let (Some(a), Some(b)) = (a, b) else {
            return Err(ExperimentError::Input(
                "too few games to learn from".to_string(),
            ));
        };
        normals.push(Ratio::new(&a, &b));
        fitted.push(least_squares([&won, &lost]).unwrap_or(BY_HAND));
    }
    let mut all: [Moments<4>; 2] = Default::default();
    for [won, lost] in &sums {
        all[0].join(won);
        all[1].join(lost);
    }
    Ok(Learnt {
        normals,
        fitted,
        once: least_squares([&all[0], &all[1]]).unwrap_or(BY_HAND),
        positions,
    })
}

/// Least squares of the result on the features are Fisher's direction.
fn least_squares([won, lost]: [&Moments<4>; 2]) -> Option<[f64; 4]> {
    let (a, b) = (won.normal()?, lost.normal()?);
    let mut both = won.clone();
    both.join(lost);
    let apart = std::array::from_fn(|i| a.mean[i] - b.mean[i]);
    Some(apply(&both.normal()?.precision().0, &apart))
}

/// The least number of positions of each class.
const LEAST: f64 = 200.0;

/// The last stage that is judged by itself: with more empty squares the result says little yet of
/// the position, and weights from there play worse.
const FIRST_TOLD: usize = 5;
/// How many neighbours on either side are taken in, at least.
const NEIGHBOURS: usize = 3;

/// The sums of a stage with its neighbours, more of them where positions are few.
fn pooled(sums: &[[Moments<4>; 2]], stage: usize) -> Option<[Moments<4>; 2]> {
    let stage = stage.min(FIRST_TOLD);
    (NEIGHBOURS..STAGES).find_map(|reach| {
        let mut both: [Moments<4>; 2] = Default::default();
        let (first, last) = (stage.saturating_sub(reach), (stage + reach).min(STAGES - 1));
        for near in &sums[first..=last] {
            both[0].join(&near[0]);
            both[1].join(&near[1]);
        }
        let enough = both.iter().all(|class| class.count >= LEAST);
        enough.then_some(both)
    })
}

/// Wins, draws and losses of the first of two players, over pairs of games with sides changed; the
/// name is that of the match.
///
/// # Errors
///
/// When the stop test says yes.
pub fn compete(
    learnt: &Learnt,
    (name, judges): (&str, [Judge; 2]),
    (games, nodes): (u64, u64),
    seed: u64,
    kept: &mut Games<'_>,
) -> Result<[u64; 3], ExperimentError> {
    let mut players = judges.map(|judge| Player::new(learnt, judge));
    let mut counts = [0; 3];
    for pair in 0..games / 2 {
        let mut rng = Rng::new(mix(seed ^ 0xb111) ^ mix(pair + 1));
        let Some(start) = random_opening(OPENING, &mut rng) else {
            continue;
        };
        for first in Side::BOTH {
            let name = format!("{name} {pair} {}", first.index());
            let played = kept.game(&name, || contest(&mut players, start, first, nodes))?;
            let place = match played.winner {
                None => 1,
                Some(winner) if winner == first => 0,
                Some(_) => 2,
            };
            counts[place] += 1;
        }
    }
    Ok(counts)
}

/// Plays a game of a match, the first player having a side.
fn contest(players: &mut [Player<'_>; 2], start: Othello, first: Side, nodes: u64) -> Played {
    players.iter_mut().for_each(Player::new_game);
    let mut game = start;
    while game.empties() > SOLVED && game.payoff().is_none() {
        let player = &mut players[usize::from(game.side() != first)];
        let Some(m) = player.choose(&game, nodes) else {
            break;
        };
        game.play(m);
    }
    Played {
        moves: Vec::new(),
        winner: solved(&game),
    }
}

/// A match of the experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Meeting {
    /// What the Bayesian evaluation met.
    pub against: &'static str,
    /// Wins, draws and losses of the Bayesian evaluation.
    pub counts: [u64; 3],
}

impl Meeting {
    /// The Bayesian evaluation's share of points; half its 95% interval and the likelihood of its
    /// superiority where the games are enough for them.
    #[must_use]
    pub fn score(&self) -> (f64, Option<(f64, f64)>) {
        let [wins, draws, losses] = self.counts.map(|count| count as f64);
        let played = wins + draws + losses;
        let games = played.max(1.0);
        let score = (wins + draws / 2.0) / games;
        let spread =
            wins * (1.0 - score).powi(2) + draws * (0.5 - score).powi(2) + losses * score.powi(2);
        let error = 1.96 * (spread / games / games).sqrt();
        let decided = (wins + losses).max(1.0).sqrt();
        let los = normal_cdf((wins - losses) / decided);
        (
            score,
            (played >= FEWEST as f64 * 2.0).then_some((error, los)),
        )
    }
}

/// What the experiment found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// Positions learnt from.
    pub positions: u64,
    /// The matches.
    pub meetings: Vec<Meeting>,
}

/// Learns and plays: so many games to learn from, so many of each match, nodes a move.
///
/// # Errors
///
/// When the stop test says yes, or the games are too few.
pub fn run(
    (learning, games, nodes): (u64, u64, u64),
    seed: u64,
    kept: &mut Games<'_>,
) -> Result<Found, ExperimentError> {
    let learnt = learn(learning, seed, kept)?;
    let mut meetings = Vec::new();
    for (against, judge) in MEETINGS {
        let match_of = (against, [bayes, judge]);
        let counts = compete(&learnt, match_of, (games, nodes), seed, kept)?;
        meetings.push(Meeting { against, counts });
    }
    Ok(Found {
        positions: learnt.positions,
        meetings,
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use serde_json::json;

    use super::super::journal::Journal;
    use super::*;

    #[test]
    fn few_games_already_teach_that_mobility_and_corners_win() {
        let mut kept = Games::new(&|| false);
        let learnt = learn(60, 1, &mut kept).unwrap();
        assert!(learnt.positions > 500);
        let middle = &learnt.normals[7];
        let score = |x: [f64; 4]| middle.log(&x);
        assert!(score([6.0, 4.0, 2.0, 20.0]) > score([-6.0, -4.0, -2.0, -20.0]));
        let judges = ("by hand", [bayes as Judge, by_hand]);
        let counts = compete(&learnt, judges, (2, 100), 1, &mut kept).unwrap();
        assert_eq!(counts.iter().sum::<u64>(), 2);
    }

    #[test]
    fn too_few_games_are_refused() {
        assert!(learn(0, 1, &mut Games::new(&|| false)).is_err());
        assert!(learn(5, 1, &mut Games::new(&|| true)).is_err());
    }

    #[test]
    fn an_experiment_that_was_stopped_goes_on_with_its_games_to_the_same_end() {
        let sizes = (60, 4, 50);
        let whole = run(sizes, 1, &mut Games::new(&|| false)).unwrap();
        let path = std::env::temp_dir().join(format!("zermelo-bill-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let open = || Journal::open(&path, &json!({"experiment": "bill"})).unwrap();
        // In the lessons, then in the matches.
        for games in [30, 66] {
            let asked = Cell::new(0);
            let stop = || asked.replace(asked.get() + 1) >= games;
            let stopped = run(sizes, 1, &mut Games::kept(open(), &stop));
            assert!(matches!(stopped, Err(ExperimentError::Interrupted)));
            let known = std::fs::read_to_string(&path).unwrap();
            assert_eq!(known.lines().count(), 1 + games, "with the first line");
        }
        let parts = run(sizes, 1, &mut Games::kept(open(), &|| false)).unwrap();
        assert_eq!(parts, whole);
        let known = std::fs::read_to_string(&path).unwrap();
        run(sizes, 1, &mut Games::kept(open(), &|| false)).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), known);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_result_has_its_likelihood_of_superiority_unless_games_are_too_few() {
        let bill = Meeting {
            against: "Bill 2.0",
            counts: [139, 6, 55],
        };
        let (score, known) = bill.score();
        let (error, los) = known.unwrap();
        assert!((score - 0.71).abs() < 1e-9 && error < 0.07 && los > 0.999);
        let few = Meeting {
            counts: [5, 1, 2],
            ..bill
        };
        assert_eq!(few.score(), (0.6875, None));
    }
}
