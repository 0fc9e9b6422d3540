//! The learning curve of a training: the share of points over the games.
//!
//! Figure 5.2 of the source. A point is the share over the last games, every different one counted
//! once, with its 95% interval; the games in which nothing learnt was used stand beside as what the
//! others are compared with.

use std::ops::Range;

use serde_json::{Value, json};
use zermelo_arena::statistics::{Estimate, Tally};
use zermelo_draw::{Axis, Plot, Point, Series, Style};

use crate::training::Trained;

/// A point is the share over so many games.
const WINDOW: usize = 50;
/// A point every so many games.
const STEP: usize = 10;

/// A point of the curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurvePoint {
    /// Games played.
    pub game: usize,
    /// How many of the last of them differ from each other.
    pub different: usize,
    /// The share of points in these.
    pub share: f64,
    /// Its 95% interval; none from too few games.
    pub interval: Option<[f64; 2]>,
    /// The share since what was learnt is used, or since the beginning before that, of all games.
    pub so_far: f64,
}

fn tally(points: &[f64]) -> Tally {
    let mut tally = Tally::default();
    points.iter().for_each(|&points| tally.add_game(points));
    tally
}

fn share(points: &[f64]) -> f64 {
    let estimate = tally(points).estimate();
    estimate.map_or(0.5, |estimate| estimate.score)
}

/// The 95% interval of a share with an error, as far as shares reach.
#[must_use]
pub fn interval(share: f64, error: f64) -> [f64; 2] {
    [share - error, share + error].map(|end| end.clamp(0.0, 1.0))
}

/// The curve of a training.
#[must_use]
pub fn points(trained: &Trained) -> Vec<CurvePoint> {
    let unused = usize::try_from(trained.unused).unwrap_or(usize::MAX);
    let ends = (STEP..=trained.points.len()).step_by(STEP);
    ends.map(|end| {
        // A window does not reach from one part of the training into the other.
        let begun = if end > unused { unused } else { 0 };
        let from = end.saturating_sub(WINDOW).max(begun);
        let different = trained.different(from..end);
        let known = sure(&different);
        CurvePoint {
            game: end,
            different: different.len(),
            share: share(&different),
            interval: known.and_then(|known| Some(interval(known.score, known.score_error?))),
            so_far: share(&trained.points[begun..end]),
        }
    })
    .collect()
}

/// What the points of different games say, if they are enough to say more than their share.
fn sure(points: &[f64]) -> Option<Estimate> {
    let tally = tally(points);
    tally.estimate().filter(|_| tally.is_enough())
}

/// Shares of points before and after what was learnt was used, of all games and of the different
/// ones, each of these counted once; errors and the likelihood of superiority are of the latter,
/// and none where they are too few.
#[must_use]
pub fn halves(trained: &Trained) -> Value {
    let unused = usize::try_from(trained.unused).unwrap_or(usize::MAX);
    let at = unused.min(trained.points.len());
    let part = |games: Range<usize>| {
        let rounded = |value: f64| (value * 1e4).round() / 1e4;
        let all = &trained.points[games.clone()];
        let different = trained.different(games.clone());
        let mean = |points: &[f64]| (!points.is_empty()).then(|| rounded(share(points)));
        let known = sure(&different);
        json!({"games": games.len(), "share": mean(all),
            "different": different.len(),
            "different_share": mean(&different),
            "error": known.and_then(|known| known.score_error).map(rounded),
            "los": known.map(|known| rounded(known.los))})
    };
    json!({"unused": part(0..at), "used": part(at..trained.points.len())})
}

/// The curve as data.
#[must_use]
pub fn curve_json(trained: &Trained) -> Value {
    let list: Vec<Value> = points(trained)
        .iter()
        .map(|point| {
            json!({"game": point.game, "different": point.different, "share": point.share,
                "interval": point.interval, "so_far": point.so_far})
        })
        .collect();
    json!({"games": trained.points.len(), "unused": trained.unused, "window": WINDOW,
        "points": trained.points, "first": trained.first, "curve": list})
}

/// The training that [`curve_json`] wrote; `None` if it did not.
#[must_use]
pub fn read_curve(value: &Value) -> Option<Trained> {
    let points = value["points"].as_array()?.iter();
    let points: Vec<f64> = points.map(Value::as_f64).collect::<Option<_>>()?;
    let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
    // Older curves do not say which games were played before.
    let first: Vec<usize> = match value["first"].as_array() {
        Some(first) => first.iter().map(number).collect::<Option<_>>()?,
        None => (0..points.len()).collect(),
    };
    (first.len() == points.len()).then_some(())?;
    Some(Trained {
        points,
        first,
        unused: value["unused"].as_u64()?,
        resumed: 0,
    })
}

/// The curve as a picture.
#[must_use]
pub fn curve_svg(trained: &Trained, title: &str) -> String {
    let curve = points(trained);
    let unused = trained.unused as f64;
    let last = trained.points.len() as f64;
    let line = |name: &str, points: Vec<Point>, style| Series {
        name: name.to_string(),
        points,
        style,
    };
    let bar = |point: &CurvePoint| Point {
        x: point.game as f64,
        y: 100.0 * point.share,
        interval: None,
    };
    let so_far = |point: &CurvePoint| Point {
        interval: None,
        ..Point::new(point.game as f64, 100.0 * point.so_far)
    };
    let plot = Plot {
        title: title.to_string(),
        x: Axis::linear("training games"),
        y: Axis {
            range: Some((0.0, 100.0)),
            ..Axis::linear("share of points, %")
        },
        series: vec![
            line(
                "even",
                vec![Point::new(0.0, 50.0), Point::new(last.max(1.0), 50.0)],
                Style::Dashed,
            ),
            line(
                &format!("last {WINDOW} games, the different ones"),
                curve.iter().map(bar).collect(),
                Style::Points,
            ),
            line(
                "since what was learnt is used, or before that",
                curve.iter().map(so_far).collect(),
                Style::Line,
            ),
        ],
        notes: vec![format!(
            "In the first {unused:.0} games nothing learnt is used."
        )],
    };
    plot.svg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_keeps_the_two_parts_of_a_training_apart() {
        let mut points = vec![0.0; 60];
        points.extend(vec![1.0; 60]);
        let trained = Trained {
            first: (0..points.len()).collect(),
            points,
            unused: 60,
            resumed: 0,
        };
        let curve = super::points(&trained);
        assert_eq!(curve.len(), 12);
        assert!(curve[..6].iter().all(|point| point.share == 0.0));
        assert!(curve[6..].iter().all(|point| point.so_far == 1.0));
        assert_eq!(halves(&trained)["used"]["share"], 1.0);
        assert_eq!(read_curve(&curve_json(&trained)), Some(trained.clone()));
        assert!(curve_svg(&trained, "Points").contains("first 60 games"));
    }

    #[test]
    fn a_point_of_the_curve_is_of_its_different_games_and_no_share_is_beyond_all_points() {
        // Won again and again by one game; of the other five one more is won.
        let mut first: Vec<usize> = vec![0; 44];
        first.extend(44..50);
        let mut points = vec![1.0; 44];
        points.extend([1.0, 1.0, 1.0, 1.0, 1.0, 0.0]);
        let trained = Trained {
            points,
            first,
            unused: 0,
            resumed: 0,
        };
        let last = *super::points(&trained).last().unwrap();
        assert_eq!(last.different, 7);
        assert!((last.share - 6.0 / 7.0).abs() < 1e-9, "{last:?}");
        let [low, high] = last.interval.unwrap();
        assert!(low > 0.5 && low < last.share, "{last:?}");
        assert!((high - 1.0).abs() < 1e-9, "{last:?}");
    }

    #[test]
    fn too_few_different_games_have_a_share_and_nothing_more() {
        let trained = Trained {
            points: [1.0, 0.0, 1.0, 0.5].repeat(5),
            first: [0, 1, 2, 3].repeat(5),
            unused: 0,
            resumed: 0,
        };
        let points = super::points(&trained);
        assert!(points.iter().all(|point| point.interval.is_none()));
        let used = halves(&trained)["used"].clone();
        assert_eq!(used["different_share"], 0.625);
        assert!(used["error"].is_null() && used["los"].is_null(), "{used}");
    }

    #[test]
    fn games_that_come_again_make_nothing_surer() {
        let once = Trained {
            points: vec![1.0, 0.0, 1.0, 1.0, 1.0, 0.0],
            first: vec![0, 1, 2, 3, 4, 5],
            unused: 0,
            resumed: 0,
        };
        let often = Trained {
            points: once.points.repeat(25),
            first: [0, 1, 2, 3, 4, 5].repeat(25),
            ..once.clone()
        };
        let used = |trained: &Trained| halves(trained)["used"].clone();
        let (once, often) = (used(&once), used(&often));
        assert_eq!(
            (&often["games"], &often["different"]),
            (&json!(150), &json!(6))
        );
        assert_eq!(often["share"], 0.6667);
        for field in ["different_share", "error", "los"] {
            assert_eq!(often[field], once[field], "{field}");
        }
    }
}
