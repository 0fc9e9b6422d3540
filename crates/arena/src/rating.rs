//! Ratings that explain a crosstable best.
//!
//! The maximum-likelihood fit of the logistic model (Zermelo 1929; Bradley & Terry 1952; Elo),
//! a draw counting as half a win: every player's expected points equal its points. Solved by
//! Newton's method. Error bars are 95%, of each rating against the field's mean, by the sandwich
//! estimator over game pairs, so that draws and shared openings are accounted for.
//!
//! The fit exists only if nobody can be split off who scored all or nothing against the rest
//! (Ford 1957). Otherwise every encounter is given one more, drawn game, and
//! [`Ratings::bounded`] says so.
//!
//! Cost: cubic in the number of players, some ten steps.

use crate::statistics::{Tally, score_of_elo};

/// Results of two of the players: row, column, and the tally of the first.
pub type Encounter = (usize, usize, Tally);

/// The fitted ratings, in the order of the players.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Elo relative to the mean of the field; zero for players without games.
    pub elo: Vec<f64>,
    /// Half the width of the 95% interval; `None` where the results say nothing.
    pub error: Vec<Option<f64>>,
    /// Whether a maximum exists without help.
    pub bounded: bool,
}

/// Elo per unit of natural log-odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Fits the ratings of `players` players.
#[must_use]
pub fn fit(players: usize, encounters: &[Encounter]) -> Ratings {
    let mut results: Vec<(usize, usize, f64, f64)> = encounters
        .iter()
        .filter(|e| e.2.games > 0 && e.0 != e.1 && e.0.max(e.1) < players)
        .map(|(i, j, tally)| (*i, *j, tally.games as f64, tally.points()))
        .collect();
    let bounded = connected(players, &results);
    if !bounded {
        for result in &mut results {
            result.2 += 1.0;
            result.3 += 0.5;
        }
    }
    let mut elo = vec![0.0; players];
    for _ in 0..100 {
        let (gradient, information) = derivatives(&elo, &results);
        let step = solve(information, &[gradient])[0].clone();
        // Long steps overshoot when scores are lopsided.
        let longest = step.iter().fold(0.0, |m: f64, s| m.max(s.abs()));
        let damping = (200.0 / longest).min(1.0);
        elo.iter_mut()
            .zip(&step)
            .for_each(|(r, s)| *r += damping * s);
        if longest < 1e-9 {
            break;
        }
    }
    let error = errors(&elo, encounters, &results);
    Ratings {
        elo,
        error,
        bounded,
    }
}

/// Whether every player is reached from every other through somebody it took points from.
fn connected(players: usize, results: &[(usize, usize, f64, f64)]) -> bool {
    let mut reach = vec![vec![false; players]; players];
    let mut plays = vec![false; players];
    for &(i, j, games, points) in results {
        reach[i][j] |= points > 0.0;
        reach[j][i] |= points < games;
        plays[i] = true;
        plays[j] = true;
    }
    for k in 0..players {
        for i in 0..players {
            for j in 0..players {
                reach[i][j] |= reach[i][k] && reach[k][j];
            }
        }
    }
    let active = || (0..players).filter(|&i| plays[i]);
    active().all(|i| active().all(|j| i == j || reach[i][j]))
}

/// The likelihood's gradient and negative second derivative, per Elo.
fn derivatives(elo: &[f64], results: &[(usize, usize, f64, f64)]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = elo.len();
    let mut gradient = vec![0.0; n];
    // The likelihood depends on differences only. A constant everywhere pins the mean to zero
    // and leaves the differences alone; players without games stay at zero by themselves.
    let mut information = vec![vec![1e-6; n]; n];
    for (i, row) in information.iter_mut().enumerate() {
        row[i] += 1e-12;
    }
    for &(i, j, games, points) in results {
        let expected = score_of_elo(elo[i] - elo[j]);
        let pull = (points - games * expected) / SCALE;
        let weight = games * expected * (1.0 - expected) / (SCALE * SCALE);
        gradient[i] += pull;
        gradient[j] -= pull;
        information[i][i] += weight;
        information[j][j] += weight;
        information[i][j] -= weight;
        information[j][i] -= weight;
    }
    (gradient, information)
}

/// Half widths of the intervals: H⁻¹ M H⁻¹ with M the observed variance of the gradient.
fn errors(
    elo: &[f64],
    encounters: &[Encounter],
    results: &[(usize, usize, f64, f64)],
) -> Vec<Option<f64>> {
    let n = elo.len();
    let (_, information) = derivatives(elo, results);
    let units = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect());
    let inverse = solve(information, &units.collect::<Vec<Vec<f64>>>());
    (0..n)
        .map(|k| {
            let mut variance = 0.0;
            for (i, j, tally) in encounters.iter().filter(|e| e.0.max(e.1) < n) {
                // Inverse is symmetric, and its rows sum alike, so the mean cancels here.
                let weight = (inverse[k][*i] - inverse[k][*j]) / SCALE;
                // Where all results were alike nothing was observed to vary: the model's variance.
                let expected = score_of_elo(elo[*i] - elo[*j]);
                let modelled = tally.games as f64 * expected * (1.0 - expected);
                let observed = points_variance(tally);
                variance += weight * weight * if observed > 0.0 { observed } else { modelled };
            }
            (variance > 0.0).then(|| 1.96 * variance.sqrt())
        })
        .collect()
}

/// The variance of a tally's points, from its pairs where it has any.
fn points_variance(tally: &Tally) -> f64 {
    let (classes, games_per_trial): (&[f64], f64) = if tally.pairs() > 0.0 {
        (&tally.pentanomial, 2.0)
    } else {
        (&tally.trinomial(), 1.0)
    };
    if tally.games == 0 {
        return 0.0;
    }
    let (_, variance) = crate::statistics::moments(classes);
    tally.games as f64 * games_per_trial * variance
}

/// Solves a symmetric positive definite system for several right-hand sides (Gauss-Jordan).
fn solve(mut matrix: Vec<Vec<f64>>, sides: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut solutions = sides.to_vec();
    for pivot in 0..n {
        let best =
            (pivot..n).max_by(|&a, &b| matrix[a][pivot].abs().total_cmp(&matrix[b][pivot].abs()));
        let best = best.unwrap_or(pivot);
        matrix.swap(pivot, best);
        solutions.iter_mut().for_each(|s| s.swap(pivot, best));
        let pivot_row = matrix[pivot].clone();
        let scale = pivot_row[pivot];
        for row in (0..n).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot] / scale;
            for (cell, above) in matrix[row].iter_mut().zip(&pivot_row) {
                *cell -= factor * above;
            }
            for solution in &mut solutions {
                solution[row] -= factor * solution[pivot];
            }
        }
    }
    for solution in &mut solutions {
        for (row, value) in solution.iter_mut().enumerate() {
            *value /= matrix[row][row];
        }
    }
    solutions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        let mut tally = Tally::default();
        (0..wins).for_each(|_| tally.add_game(1.0));
        (0..draws).for_each(|_| tally.add_game(0.5));
        (0..losses).for_each(|_| tally.add_game(0.0));
        tally
    }

    #[test]
    fn two_players_get_the_difference_of_their_score() {
        let ratings = fit(2, &[(0, 1, tally(50, 50, 0))]);
        assert!((ratings.elo[0] - ratings.elo[1] - 190.848_501_9).abs() < 1e-6);
        assert!((ratings.elo[0] + ratings.elo[1]).abs() < 1e-6);
        assert!(ratings.bounded);
    }

    #[test]
    fn everybody_is_expected_to_score_what_it_scored() {
        let played = [
            (0, 1, tally(12, 3, 5)),
            (1, 2, tally(9, 1, 10)),
            (2, 0, tally(7, 6, 2)),
            (3, 0, tally(1, 0, 9)),
        ];
        let ratings = fit(4, &played);
        for k in 0..4 {
            let (mut expected, mut scored) = (0.0, 0.0);
            for (i, j, tally) in &played {
                let difference = ratings.elo[*i] - ratings.elo[*j];
                let games = tally.games as f64;
                if *i == k {
                    expected += games * score_of_elo(difference);
                    scored += tally.points();
                } else if *j == k {
                    expected += games * score_of_elo(-difference);
                    scored += games - tally.points();
                }
            }
            assert!(
                (expected - scored).abs() < 1e-6,
                "player {k}: {expected} for {scored}"
            );
        }
    }

    #[test]
    fn errors_of_two_players_agree_with_the_match_estimate() {
        let played = tally(60, 60, 40);
        let ratings = fit(2, &[(0, 1, played)]);
        let bar = played.estimate().unwrap().elo_error.unwrap();
        // Each is half the difference away from the mean.
        assert!(
            (2.0 * ratings.error[0].unwrap() - bar).abs() < 0.5,
            "{ratings:?} for {bar}"
        );
    }

    #[test]
    fn a_clean_sweep_still_gets_a_finite_rating_and_is_said_to_be_unbounded() {
        let ratings = fit(3, &[(0, 1, tally(10, 0, 0)), (1, 2, tally(3, 4, 3))]);
        assert!(!ratings.bounded);
        assert!(ratings.elo.iter().all(|elo| elo.is_finite()));
        assert!(ratings.elo[0] > ratings.elo[1] + 300.0, "{ratings:?}");
        let bars: Vec<f64> = ratings.error.iter().map(|error| error.unwrap()).collect();
        assert!(
            bars[0] > bars[1] && bars[0] > 100.0,
            "a sweep is not certainty: {bars:?}"
        );
    }

    #[test]
    fn no_games_no_ratings() {
        let ratings = fit(3, &[]);
        assert_eq!(ratings.elo, [0.0; 3]);
        assert_eq!(ratings.error, [None; 3]);
        assert!(fit(0, &[]).elo.is_empty());
    }
}
