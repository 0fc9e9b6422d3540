//! Weights of the classical evaluation, and a network, fitted to scored positions.
//!
//! What is predicted is a mixture of the result of a game and of what a search expects
//! ([`zermelo_engine::tuning`]). The figures compare, on games held out, how far the new evaluation,
//! `tuned` and `reference` are from that.

use std::path::Path;

use serde_json::{Map, Value, json};
use zermelo_engine::evaluation::{Classical, Networked, Weights};
use zermelo_engine::learned::folder::{FolderError, Learnt};
use zermelo_engine::learned::{FITTED_FILE, NETWORK_FILE};
use zermelo_engine::tuning::fit::{Fit, FitParams};
use zermelo_engine::tuning::selfplay::Sample;
use zermelo_engine::tuning::train::{TrainParams, Training};
use zermelo_game::Score;
use zermelo_game::random::Rng;

use crate::learner::{LEARNT_FROM, LearnError, Learner, Samples, Step, eco, told};
use crate::scored::{Scoring, scored};

/// Learns all weights of the terms.
#[derive(Clone, PartialEq, Debug)]
pub struct WeightsLearner {
    /// From which positions.
    pub scoring: Scoring,
    /// How.
    pub params: FitParams,
}

/// Learns a network.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkLearner {
    /// From which positions.
    pub scoring: Scoring,
    /// How.
    pub params: TrainParams,
}

/// The least number of positions that anything is fitted to.
const LEAST: usize = 1000;

/// The mean squared distance of an evaluation's expected score from what was to be predicted.
fn distance(
    samples: &[Sample],
    params: &TrainParams,
    mut value: impl FnMut(&Sample) -> Score,
) -> f64 {
    let squares = samples.iter().map(|sample| {
        let expected = params.expected_of_mover(value(sample));
        f64::from(expected - params.target_of_mover(sample)).powi(2)
    });
    let mean = squares.sum::<f64>() / samples.len() as f64;
    (mean * 1e6).round() / 1e6
}

/// What is said of a fit: the new evaluation beside those that the program has.
fn figures(samples: &[Sample], params: &TrainParams, new: impl FnMut(&Sample) -> Score) -> Value {
    if samples.is_empty() {
        return Value::Null;
    }
    let known = |weights| {
        let mut classical = Classical::new(weights);
        distance(samples, params, |sample| {
            classical.of_mover(&sample.position)
        })
    };
    let (tuned, reference) = (known(Weights::tuned()), known(Weights::reference()));
    json!({
        "positions": samples.len(),
        "error": distance(samples, params, new),
        "error_of_tuned": tuned,
        "error_of_reference": reference,
    })
}

/// What was scored beside the positions to learn from.
struct Gathered {
    origin: Map<String, Value>,
    /// How many positions there are to learn from.
    number: usize,
    held_out: Vec<Sample>,
}

impl Gathered {
    /// What is said of a fit, and where it came from.
    fn learnt(self, held_out: Value) -> Learnt {
        Learnt {
            origin: self.origin,
            figures: Map::from_iter([
                ("positions".to_string(), json!(self.number)),
                ("held_out".to_string(), held_out),
            ]),
        }
    }
}

/// Scores positions, and hands over those to learn from.
fn gather(
    samples: &Samples<'_>,
    scoring: &Scoring,
    mut to: impl FnMut(&Sample),
) -> Result<Gathered, LearnError> {
    let (mut held_out, mut number) = (Vec::new(), 0);
    let [games, _] = scored(samples, scoring, |sample, held| {
        if held {
            held_out.push(sample.clone());
        } else {
            number += 1;
            to(sample);
        }
    })?;
    if number < LEAST {
        return Err(LearnError::TooFew(format!(
            "{number} quiet positions of {games} games: expected at least {LEAST}"
        )));
    }
    let mut origin = samples.origin(samples.held_out()?.len());
    origin.insert(LEARNT_FROM.to_string(), json!(games));
    Ok(Gathered {
        origin,
        number,
        held_out,
    })
}

/// What a fit was told: the positions and the parameters, but not how many threads, on which
/// nothing depends.
fn told_of(
    scoring: &Scoring,
    params: impl Iterator<Item = (&'static str, Option<i64>)>,
) -> Map<String, Value> {
    let mut all = told(json!({
        "eco": eco(&scoring.filter),
        "positions": scoring.most,
        "nodes": scoring.nodes,
        "seed": scoring.seed,
    }));
    for (name, value) in params.filter(|(name, _)| *name != "threads") {
        all.insert(name.to_string(), json!(value));
    }
    all
}

/// Before a pass: says which it is, and ends the work if somebody asks.
fn begin_pass(samples: &Samples<'_>, epoch: i64, epochs: i64) -> Result<(), LearnError> {
    (samples.tell)(Step::new("passes", epoch as u64, epochs as u64));
    if (samples.stop)() {
        return Err(zermelo_archive::ArchiveError::Interrupted.into());
    }
    Ok(())
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), LearnError> {
    let path = folder.join(name);
    std::fs::write(&path, bytes).map_err(|error| FolderError::new(&path, error).into())
}

impl Learner for WeightsLearner {
    fn kind(&self) -> &'static str {
        "weights"
    }

    fn told(&self) -> Map<String, Value> {
        let params = FitParams::TABLE.iter();
        let values = params.map(|parameter| (parameter.name, self.params.get(parameter.name)));
        told_of(&self.scoring, values)
    }

    fn learn(&self, samples: &Samples<'_>, folder: &Path) -> Result<Learnt, LearnError> {
        let start = Weights::reference();
        let evaluator = Classical::new(start.clone());
        let mut fit = Fit::new(&start, self.params);
        let gathered = gather(samples, &self.scoring, |sample| {
            fit.add(&evaluator, sample, false);
        })?;
        let mut rng = Rng::new(self.scoring.seed);
        for epoch in 0..self.params.epochs {
            begin_pass(samples, epoch, self.params.epochs)?;
            fit.epoch(&mut rng, 1.0 - epoch as f32 / self.params.epochs as f32);
        }
        let weights = fit.weights();
        write(folder, FITTED_FILE, weights.text().as_bytes())?;
        let mut fitted = Classical::new(std::sync::Arc::new(weights));
        let measure = TrainParams {
            result: self.params.result,
            scale: self.params.scale,
            ..TrainParams::default()
        };
        let held_out = figures(&gathered.held_out, &measure, |s| {
            fitted.of_mover(&s.position)
        });
        Ok(gathered.learnt(held_out))
    }
}

impl Learner for NetworkLearner {
    fn kind(&self) -> &'static str {
        "network"
    }

    fn told(&self) -> Map<String, Value> {
        let params = TrainParams::TABLE.iter();
        let values = params.map(|parameter| (parameter.name, self.params.get(parameter.name)));
        told_of(&self.scoring, values)
    }

    fn learn(&self, samples: &Samples<'_>, folder: &Path) -> Result<Learnt, LearnError> {
        let mut rng = Rng::new(self.scoring.seed);
        let mut training = Training::new(self.params, &mut rng);
        let gathered = gather(samples, &self.scoring, |sample| training.add(sample, false))?;
        for epoch in 0..self.params.epochs {
            begin_pass(samples, epoch, self.params.epochs)?;
            training.epoch(&mut rng, epoch as f32 / self.params.epochs as f32);
        }
        let network = training.network();
        write(folder, NETWORK_FILE, &network.bytes())?;
        let networked = Networked::new(std::sync::Arc::new(network));
        let held_out = figures(&gathered.held_out, &self.params, |s| {
            networked.value(&s.position)
        });
        Ok(gathered.learnt(held_out))
    }
}
