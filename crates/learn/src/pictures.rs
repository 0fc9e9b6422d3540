//! Pictures of what a player folder has learnt.

use serde_json::Value;
use zermelo_draw::{Axis, Plot, Point, Series, Style};
use zermelo_engine::evaluation::bayes::{Bayes, Mixture};
use zermelo_engine::learned::BAYES_FILE;
use zermelo_engine::learned::bayes_file::{read_calibrated, read_classes};
use zermelo_engine::learned::folder::{FolderError, PlayerFolder};

use crate::genetic::GENERATIONS_FILE;

/// Stages whose curves are drawn.
const SHOWN: [usize; 6] = [0, 2, 4, 6, 8, 10];
/// Material to either side, and the step between points, in centipawns.
const MOST: i32 = 1500;
const STEP: usize = 25;
/// The material without pawns in the middle of the first stage, and the width of one.
const FIRST_STAGE: usize = 6340;
const STAGE: usize = 520;

fn missing(folder: &PlayerFolder, what: &str) -> FolderError {
    FolderError::new(
        &folder.path,
        format!("a player folder of kind `{}` has no {what}", folder.kind),
    )
}

fn read(folder: &PlayerFolder, name: &str, what: &str) -> Result<String, FolderError> {
    if folder.files.iter().all(|file| file.name != name) {
        return Err(missing(folder, what));
    }
    let path = folder.file(name);
    std::fs::read_to_string(&path).map_err(|error| FolderError::new(&path, error))
}

/// The expected score at a stage, given the terms.
type Expected = Box<dyn Fn(usize, &[f64; 8]) -> f64>;

/// The expected score by material, the other terms even.
///
/// # Errors
///
/// If the folder has no expected scores.
pub fn material(folder: &PlayerFolder) -> Result<Plot, FolderError> {
    let text = read(folder, BAYES_FILE, "expected scores")?;
    let expected: Expected = match read_calibrated(&text) {
        Ok(model) => Box::new(move |stage, features| {
            let pieces = FIRST_STAGE.saturating_sub(STAGE * stage);
            model.expected(i32::try_from(pieces).unwrap_or(0), features)
        }),
        Err(_) => {
            let classes =
                read_classes(&text).map_err(|error| FolderError::new(&folder.path, error))?;
            let bayes = Bayes::new(&classes, Mixture::Alone)
                .ok_or_else(|| missing(folder, "wins or losses at some stage"))?;
            Box::new(move |stage, features| bayes.expected(stage, features))
        }
    };
    let curve = |stage: usize| {
        let points = (-MOST..=MOST).step_by(STEP).map(|material| {
            let mut features = [0.0; 8];
            features[0] = f64::from(material);
            Point::new(f64::from(material), expected(stage, &features))
        });
        Series {
            name: format!("stage {stage}"),
            points: points.collect(),
            style: Style::Line,
        }
    };
    Ok(Plot {
        title: format!(
            "Expected score by material, all else even ({})",
            folder.kind
        ),
        x: Axis::linear("material of the side to move, centipawns"),
        y: Axis::linear("expected score"),
        series: SHOWN.map(curve).into(),
        ..Plot::default()
    })
}

/// Points by expected score, in ten parts of equal size.
///
/// # Errors
///
/// If nothing was held out.
pub fn reliability(folder: &PlayerFolder) -> Result<Plot, FolderError> {
    let held_out = folder.figures.get("held_out");
    let deciles = held_out.and_then(|figure| figure["deciles"].as_array());
    let deciles = deciles.ok_or_else(|| missing(folder, "expected scores of games held out"))?;
    let point = |decile: &Value| {
        let [expected, points, count] = [0, 1, 2].map(|place| decile[place].as_f64());
        let (expected, points, count) = (expected?, points?, count?);
        // Positions of a game share its result: this many of them are worth one. Two wins and two
        // losses more keep the error of a share near 0 or 1 from vanishing (Agresti & Coull 1998).
        let games = (count / 40.0).max(1.0) + 4.0;
        let share = (points * (games - 4.0) + 2.0) / games;
        let error = 1.96 * (share * (1.0 - share) / games).sqrt();
        Some(Point::with_error(expected, points, error))
    };
    let points: Vec<Point> = deciles.iter().filter_map(point).collect();
    Ok(Plot {
        title: format!("Points by expected score, games held out ({})", folder.kind),
        x: Axis::linear("expected score"),
        y: Axis::linear("points"),
        series: vec![
            Series {
                name: "as expected".to_string(),
                points: vec![Point::new(0.0, 0.0), Point::new(1.0, 1.0)],
                style: Style::Line,
            },
            Series {
                name: "tenths of the positions".to_string(),
                points,
                style: Style::Points,
            },
        ],
        notes: vec!["Bars: 95%, forty positions counted as one for they share a game.".to_string()],
    })
}

/// Right moves by generation.
///
/// # Errors
///
/// If no generations were bred.
pub fn fitness(folder: &PlayerFolder) -> Result<Plot, FolderError> {
    let text = read(folder, GENERATIONS_FILE, "generations")?;
    let value: Value =
        serde_json::from_str(&text).map_err(|error| FolderError::new(&folder.path, error))?;
    let generations = value["generations"].as_array().cloned().unwrap_or_default();
    let series = |name: &str, field: &str| {
        let points = generations
            .iter()
            .enumerate()
            .filter_map(|(number, generation)| {
                Some(Point::new(number as f64 + 1.0, generation[field].as_f64()?))
            });
        Series {
            name: name.to_string(),
            points: points.collect(),
            style: Style::Line,
        }
    };
    Ok(Plot {
        title: "Exercises played right, by generation".to_string(),
        x: Axis::linear("generation"),
        y: Axis::linear(format!("right of {}", value["exercises"])),
        series: vec![series("best", "best"), series("mean", "mean")],
        ..Plot::default()
    })
}
