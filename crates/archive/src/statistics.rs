//! What small samples say: intervals, ratings, and how they are joined with what is known.

use crate::tally::Tally;

/// The normal quantile of a 95% interval.
const Z: f64 = 1.959_963_984_540_054;

/// A 95% interval for a side's expected score, by Wilson's method (Wilson 1927).
///
/// A score is not a proportion: draws make it vary less. The interval is Wilson's for as many
/// won-or-lost games as have the variance of these, so that it never leaves 0 to 1, is wide for
/// few games, and for games without draws is exactly Wilson's.
#[must_use]
pub fn interval(tally: &Tally, white: bool) -> (f64, f64) {
    let games = tally.games() as f64;
    if games == 0.0 {
        return (0.0, 1.0);
    }
    let score = tally.score(white);
    let draws = tally.draws as f64 / games;
    // Var of a game: E[x²] - E[x]² = score - draws/4 - score²; a binomial one has score(1-score).
    // One imagined decided game on either side keeps a run of draws from looking certain.
    let mean = (score * games + 1.0) / (games + 2.0);
    let draws = draws * games / (games + 2.0);
    let variance = mean - draws / 4.0 - mean * mean;
    let binomial = mean * (1.0 - mean);
    let ratio = if variance > 0.0 {
        (binomial / variance).clamp(1.0, 4.0)
    } else {
        1.0
    };
    wilson(score, games * ratio)
}

/// Wilson's interval for a proportion of so many trials.
fn wilson(share: f64, trials: f64) -> (f64, f64) {
    let z2 = Z * Z;
    let middle = (share + z2 / (2.0 * trials)) / (1.0 + z2 / trials);
    let root = (share * (1.0 - share) / trials + z2 / (4.0 * trials * trials)).sqrt();
    let half = Z * root / (1.0 + z2 / trials);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// How much better a score is than even, in rating points. Scores of 0 and 1, whose difference
/// has no bound, count as if half a point of one game more had been lost or won.
#[must_use]
pub fn rating_difference(score: f64, games: f64) -> f64 {
    let edge = 0.5 / (games.max(1.0) + 1.0);
    let score = score.clamp(edge, 1.0 - edge);
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score at a rating difference.
#[must_use]
pub fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

/// The performance of a side: the opponents' mean rating and what the score adds to it.
///
/// Where some opponents have no rating their games count for the score only: a tally keeps the
/// results of all its games together.
#[must_use]
pub fn performance(tally: &Tally, white: bool) -> Option<f64> {
    let opponents = tally.mean_rating(!white)?;
    Some(opponents + rating_difference(tally.score(white), tally.games() as f64))
}

/// A score drawn towards a known one as if so many games had given that.
#[must_use]
pub fn shrunk(tally: &Tally, white: bool, towards: f64, weight: f64) -> f64 {
    (tally.points(white) + weight * towards) / (tally.games() as f64 + weight)
}

/// A score with what the ratings explain taken out: one half is what they promised.
#[must_use]
pub fn adjusted_score(tally: &Tally, white: bool) -> f64 {
    let score = tally.score(white);
    match (tally.mean_rating(white), tally.mean_rating(!white)) {
        (Some(own), Some(other)) => (score - expected_score(own - other) + 0.5).clamp(0.0, 1.0),
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(white: u64, draws: u64, black: u64) -> Tally {
        Tally {
            white,
            draws,
            black,
            ..Tally::default()
        }
    }

    #[test]
    fn without_draws_the_interval_is_wilsons() {
        // Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662.
        let (low, high) = interval(&tally(81, 0, 182), true);
        assert!((low - 0.2553).abs() < 5e-4, "{low}");
        assert!((high - 0.3662).abs() < 5e-4, "{high}");
        // 0 of 20: 0 to 0.1611.
        let (low, high) = interval(&tally(0, 0, 20), true);
        assert!(low.abs() < 1e-12 && (high - 0.1611).abs() < 5e-4, "{high}");
    }

    #[test]
    fn draws_make_the_interval_narrower_and_few_games_wider() {
        let width = |tally: &Tally| {
            let (low, high) = interval(tally, true);
            assert!(low <= tally.score(true) && tally.score(true) <= high);
            high - low
        };
        assert!(width(&tally(10, 80, 10)) < width(&tally(50, 0, 50)));
        assert!(width(&tally(1, 0, 0)) > 0.7);
        assert!(width(&tally(0, 1, 0)) > 0.5);
        assert_eq!(interval(&tally(0, 0, 0), true), (0.0, 1.0));
    }

    #[test]
    fn both_sides_see_the_same_interval_mirrored() {
        let tally = tally(12, 7, 3);
        let (low, high) = interval(&tally, true);
        let (other_low, other_high) = interval(&tally, false);
        assert!((low + other_high - 1.0).abs() < 1e-12);
        assert!((high + other_low - 1.0).abs() < 1e-12);
    }

    #[test]
    fn ratings_and_scores_answer_to_each_other() {
        assert!(rating_difference(0.5, 100.0).abs() < 1e-9);
        assert!((rating_difference(expected_score(120.0), 1e9) - 120.0).abs() < 1e-6);
        assert!(rating_difference(1.0, 10.0) < 600.0);
        // Even a single game says something.
        let (won, drawn, lost) = (1.0, 0.5, 0.0);
        let one = |score: f64| rating_difference(score, 1.0);
        assert!(one(won) > 150.0 && one(drawn).abs() < 1e-9 && one(lost) < -150.0);
        let mut games = tally(1, 1, 0);
        games.white_ratings = (5200, 2);
        games.black_ratings = (4800, 2);
        let fair = (adjusted_score(&games, true) - (0.75 - expected_score(200.0) + 0.5)).abs();
        assert!(fair < 1e-12);
        assert!((shrunk(&games, true, 0.5, 10.0) - 6.5 / 12.0).abs() < 1e-12);
    }
}
