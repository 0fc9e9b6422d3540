//! The distributions of the terms as a player folder keeps them: one JSON object.
//!
//! `stages` is a list of eleven. Of the source's form each has `wins`, `draws` (or none) and `losses`,
//! with `samples`, `mean` (8 numbers) and `covariance` (8 rows); `pooled` says whether neighbouring
//! stages were added for want of samples. Of the calibrated form each has `weights` and `draws`; the
//! object then has `bends` and `centipawns`.

use serde_json::{Value, json};

use crate::evaluation::bayes::{Bayes, Classes, Mixture, STAGES};
use crate::evaluation::calibrated::{Calibrated, CalibratedStage};
use crate::evaluation::normal::Normal;

/// The names of the classes of results, as the side to move sees them.
pub const CLASSES: [&str; 3] = ["wins", "draws", "losses"];

/// A number as it is written: nine digits are more than samples tell.
#[must_use]
pub fn rounded(number: f64) -> f64 {
    format!("{number:.9e}").parse().unwrap_or(number)
}

/// A distribution with its number of samples as an object.
#[must_use]
pub fn normal_json(normal: &Normal<8>, samples: u64) -> Value {
    let rows = normal.covariance.map(|row| row.map(rounded));
    json!({"samples": samples, "mean": normal.mean.map(rounded), "covariance": rows})
}

/// The calibrated evaluation as an object.
#[must_use]
pub fn calibrated_json(model: &Calibrated) -> Value {
    let stage = |stage: &CalibratedStage| json!({"weights": stage.weights.map(rounded), "draws": rounded(stage.draws)});
    json!({
        "stages": model.stages.iter().map(stage).collect::<Vec<_>>(),
        // JSON knows no infinity: null for a term that is not bent.
        "bends": model.bends.map(|bend| bend.is_finite().then(|| rounded(bend))),
        "centipawns": rounded(model.centipawns),
    })
}

fn numbers(value: &Value) -> Option<[f64; 8]> {
    let list = value.as_array()?.iter().map(Value::as_f64);
    list.collect::<Option<Vec<f64>>>()?.try_into().ok()
}

fn stages(text: &str) -> Result<(Value, Vec<Value>), String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let stages = value["stages"].as_array().cloned().unwrap_or_default();
    if stages.len() == STAGES {
        Ok((value, stages))
    } else {
        let found = stages.len();
        Err(format!("{found} stages, where {STAGES} are expected"))
    }
}

/// The distributions of every stage.
///
/// # Errors
///
/// One sentence that says what is wrong with the text.
pub fn read_classes(text: &str) -> Result<Vec<Classes>, String> {
    let normal = |value: &Value| -> Result<Option<Normal<8>>, String> {
        if value.is_null() {
            return Ok(None);
        }
        let rows = value["covariance"].as_array();
        let rows = rows.and_then(|rows| rows.iter().map(numbers).collect::<Option<Vec<_>>>());
        let covariance = rows.and_then(|rows| <[[f64; 8]; 8]>::try_from(rows).ok());
        match (numbers(&value["mean"]), covariance) {
            (Some(mean), Some(covariance)) => Ok(Some(Normal { mean, covariance })),
            _ => Err("a class without 8 means and 8 rows of covariance".to_string()),
        }
    };
    let mut all = Vec::new();
    for stage in stages(text)?.1 {
        let [wins, draws, losses] = CLASSES.map(|class| normal(&stage[class]));
        all.push(Classes {
            normals: [wins?, draws?, losses?],
        });
    }
    Ok(all)
}

/// Reads the source's form.
///
/// # Errors
///
/// One sentence that says what is wrong with the text.
pub fn read_bayes(text: &str, mixture: Mixture) -> Result<Bayes, String> {
    let classes = read_classes(text)?;
    Bayes::new(&classes, mixture).ok_or_else(|| "a stage without wins or losses".to_string())
}

/// Reads the calibrated form.
///
/// # Errors
///
/// One sentence that says what is wrong with the text.
pub fn read_calibrated(text: &str) -> Result<Calibrated, String> {
    let (value, list) = stages(text)?;
    let stage = |stage: &Value| {
        Some(CalibratedStage {
            weights: numbers(&stage["weights"])?,
            draws: stage["draws"].as_f64()?,
        })
    };
    let stages: Option<Vec<_>> = list.iter().map(stage).collect();
    let stages = stages.and_then(|stages| stages.try_into().ok());
    let bends = value["bends"].as_array().map(|list| {
        let bend = |bend: &Value| bend.as_f64().unwrap_or(f64::INFINITY);
        list.iter().map(bend).collect::<Vec<_>>()
    });
    let bends = bends.and_then(|bends| bends.try_into().ok());
    let centipawns = value["centipawns"].as_f64();
    match (stages, bends, centipawns) {
        (Some(stages), Some(bends), Some(centipawns)) if centipawns > 0.0 => Ok(Calibrated {
            stages,
            bends,
            centipawns,
        }),
        _ => Err("no weights and draws of a calibrated evaluation".to_string()),
    }
}
