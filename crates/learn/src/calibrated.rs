//! A Bayesian evaluation that is monotone in material at each stage, and calibrated.
//!
//! *What.* Per stage the terms of games won, drawn and lost are normals with one covariance
//! (Fisher 1936); what is won for one side is lost for the other, so the mean of wins is minus that
//! of losses, and that of draws is zero. The logarithm of wins to losses is then linear in the
//! terms. *How it is made.* Means and covariance from quiet positions of the games that are not held
//! out, each stage with its neighbours; of the games held out every other one sets how steep the
//! expected score rises and how frequent draws are (Platt 1999, for three classes), drawn to what
//! each half of the games learnt from says of the other at the stage, and that to what it says of
//! all stages; the others give the figures, and these say what was pooled and where there was
//! little to go by.
//! *Why it holds where the source's does not.* Two normals of one width cross once. Terms other than
//! material are bent where their tails begin. Few positions do not overrule the belief that the
//! terms weigh alike. The weight of material grows by the same share, at most [`GROWTH`], from one
//! stage to the next, so that a man more, which makes the stage earlier, hardly ever makes a
//! position worse; it may, for the other terms and the share of draws count otherwise at another
//! stage, and the figure `more_material` says how often. It wants games that masters do not play
//! (see [`crate::slips`]).

use std::path::Path;

use serde_json::{Map, Value, json};
use zermelo_archive::Filter;
use zermelo_engine::evaluation::Terms;
use zermelo_engine::evaluation::bayes::STAGES;
use zermelo_engine::evaluation::calibrated::{Calibrated, CalibratedStage};
use zermelo_engine::evaluation::normal::{Moments, Normal, apply};
use zermelo_engine::learned::BAYES_FILE;
use zermelo_engine::learned::bayes_file::calibrated_json;
use zermelo_engine::learned::folder::{FolderError, Learnt};

use crate::calibration::{Calibration, calibrate};
use crate::learner::{LEARNT_FROM, LearnError, Learner, REMARKS, Samples, eco, told};
use crate::more_material;
use crate::positions::{Choice, Class, Labelled, games, visit};
use crate::predictions::Predictions;

/// Standard deviations at which a term other than material is bent.
const BEND: f64 = 2.0;
/// The least number of positions of each class for the weights of a stage.
const LEAST: f64 = 500.0;
/// For how many positions the belief stands that all terms weigh alike, as `reference` has them.
const PRIOR: f64 = 20_000.0;
/// Fewer games to calibrate by are said.
const FEW: usize = 20;
/// By how much the weight of material may grow from a stage to the next.
pub const GROWTH: f64 = 1.1;
/// The stages whose weight of material is a hundredth of a pawn's hundred.
const MIDDLEGAME: std::ops::RangeInclusive<usize> = 1..=5;

/// Learns the calibrated evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct CalibratedLearner {
    /// Of which games.
    pub filter: Filter,
    /// From about so many positions at most.
    pub most: usize,
}

/// The sums of a stage: decided games as the winner sees them, and games drawn from both sides.
#[derive(Clone, Default)]
struct Sums {
    decided: Moments<8>,
    drawn: Moments<8>,
}

impl Sums {
    fn add(&mut self, features: &[f64; 8], class: Class) {
        let turned = features.map(|x| -x);
        match class {
            Class::Win => self.decided.add(features),
            Class::Loss => self.decided.add(&turned),
            Class::Draw => {
                self.drawn.add(features);
                self.drawn.add(&turned);
            }
        }
    }

    fn join(&mut self, other: &Sums) {
        self.decided.join(&other.decided);
        self.drawn.join(&other.drawn);
    }

    /// The weights of the terms in the logarithm of wins to losses, drawn to equal ones by the
    /// prior; none without samples.
    fn weights(&self) -> Option<[f64; 8]> {
        let (decided, drawn) = (self.decided.normal()?, self.drawn.normal()?);
        // Games drawn were added twice.
        let (wins, draws) = (self.decided.count, self.drawn.count / 2.0);
        let share = wins / (wins + draws);
        let prior = PRIOR / (wins + draws);
        let mut shared = Normal {
            mean: decided.mean,
            covariance: decided.covariance,
        };
        for i in 0..8 {
            for j in 0..8 {
                let both = [decided.covariance[i][j], drawn.covariance[i][j]];
                shared.covariance[i][j] = share * both[0] + (1.0 - share) * both[1];
            }
        }
        // What the sum of all terms weighs: a mean and a variance.
        let spread: f64 = shared.covariance.iter().flatten().sum();
        let equal = 2.0 * decided.mean.iter().sum::<f64>() / spread.max(1.0);
        let mut pull = decided.mean.map(|mean| 2.0 * mean);
        for (i, pull) in pull.iter_mut().enumerate() {
            let pulled = prior * shared.covariance[i][i];
            shared.covariance[i][i] += pulled;
            *pull += pulled * equal;
        }
        // No term speaks against the side that has more of it: that would be chance.
        Some(apply(&shared.precision().0, &pull).map(|weight| weight.max(0.0)))
    }
}

/// The weights of every stage, each from itself and its neighbours, more of them where positions
/// are few; a sentence for each of these.
fn weights(sums: &[Sums; STAGES]) -> Option<([[f64; 8]; STAGES], Vec<String>)> {
    let (mut all, mut said) = ([[0.0; 8]; STAGES], Vec::new());
    for (stage, weights) in all.iter_mut().enumerate() {
        let enough =
            |(_, sums): &(usize, Sums)| sums.decided.count >= LEAST && sums.drawn.count >= LEAST;
        let mut pooled = (1..STAGES).map(|reach| {
            let mut pooled = Sums::default();
            let (first, last) = (stage.saturating_sub(reach), (stage + reach).min(STAGES - 1));
            sums[first..=last].iter().for_each(|near| pooled.join(near));
            (reach, pooled)
        });
        let (reach, found) = pooled.find(enough)?;
        if reach > 1 {
            let own = &sums[stage];
            said.push(format!(
                "stage {stage} has {} positions of games decided and {} of games drawn: pooled with \
                 {reach} stages on each side",
                own.decided.count,
                own.drawn.count / 2.0
            ));
        }
        *weights = found.weights()?;
    }
    Some((all, said))
}

/// Gives the weight of material a constant growth from stage to stage, at least none and at most
/// [`GROWTH`]: the line through the stages' logarithms, each counting as often as it was seen.
fn tame(stages: &mut [CalibratedStage; STAGES], seen: &[usize; STAGES]) {
    let (mut count, mut place, mut log, mut square, mut product) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (stage, (own, seen)) in stages.iter().zip(seen).enumerate() {
        let (x, y, n) = (
            stage as f64,
            own.weights[0].max(LEAST_WEIGHT).ln(),
            *seen as f64,
        );
        count += n;
        place += n * x;
        log += n * y;
        square += n * x * x;
        product += n * x * y;
    }
    let count: f64 = f64::max(count, 1.0);
    let (place, log) = (place / count, log / count);
    let width = f64::max(square / count - place * place, 1e-9);
    let growth = ((product / count - place * log) / width).clamp(0.0, GROWTH.ln());
    for (stage, own) in stages.iter_mut().enumerate() {
        let wanted = (log + growth * (stage as f64 - place)).exp();
        let factor = wanted / own.weights[0].max(LEAST_WEIGHT);
        own.weights = own.weights.map(|weight| factor * weight);
    }
}

/// The least weight of a centipawn of material.
const LEAST_WEIGHT: f64 = 1e-4;

/// Where each term is bent: material nowhere.
fn bends(positions: &[Labelled]) -> [f64; 8] {
    let mut moments = Moments::<8>::default();
    positions
        .iter()
        .for_each(|position| moments.add(&position.features));
    let mut bends = [f64::INFINITY; 8];
    if let Some(normal) = moments.normal() {
        for (i, bend) in bends.iter_mut().enumerate().skip(1) {
            *bend = (BEND * normal.covariance[i][i].sqrt()).max(1.0);
        }
    }
    bends
}

/// Centipawns for which the odds grow e-fold, such that a pawn more in an even middlegame is worth
/// about a hundred.
fn centipawns(stages: &[CalibratedStage; STAGES]) -> f64 {
    let slope = |stage: &CalibratedStage| {
        // At even terms the odds of the expected score rise by 2/(2 + ρ) of wins to losses.
        stage.weights[0] * 2.0 / (2.0 + stage.draws.exp())
    };
    let slopes: f64 = stages[MIDDLEGAME].iter().map(slope).sum();
    stages[MIDDLEGAME].len() as f64 / slopes.max(1e-9)
}

/// The evaluation of positions before it is calibrated, and sentences about what was pooled.
fn uncalibrated(learning: &[Labelled], bends: [f64; 8]) -> Option<(Calibrated, Vec<String>)> {
    let mut sums: [Sums; STAGES] = Default::default();
    for position in learning {
        let bent = std::array::from_fn(|i| Calibrated::bent(position.features[i], bends[i]));
        sums[position.stage].add(&bent, position.class);
    }
    let (weights, pooled) = weights(&sums)?;
    let model = Calibrated {
        stages: weights.map(|weights| CalibratedStage {
            weights,
            draws: 0.0,
        }),
        bends,
        centipawns: 1.0,
    };
    Some((model, pooled))
}

/// What an evaluation says of positions, with their stages and what happened.
fn pairs(model: &Calibrated, positions: &[Labelled]) -> Vec<(usize, (f64, Class))> {
    let pair = |p: &Labelled| {
        let t = model.logs(p.pieces, &p.features).0;
        (p.stage, (t, p.class))
    };
    positions.iter().map(pair).collect()
}

/// Those that speak for a stage: its own and its neighbours'.
fn near(pairs: &[(usize, (f64, Class))], stage: usize) -> Vec<(f64, Class)> {
    let near = pairs.iter().filter(|(own, _)| own.abs_diff(stage) <= 1);
    near.map(|(_, pair)| *pair).collect()
}

impl CalibratedLearner {
    /// The evaluation from positions to learn from, in two halves without a game in common, and
    /// positions to calibrate by; and sentences about what was pooled.
    fn model(
        [first, second]: &[Vec<Labelled>; 2],
        calibrating: &[Labelled],
    ) -> Option<(Calibrated, Vec<String>)> {
        let learning = [first.as_slice(), second].concat();
        let bends = bends(&learning);
        let (mut model, pooled) = uncalibrated(&learning, bends)?;
        // How far one half holds for the other: few games are learnt by heart.
        let mut crossed = Vec::new();
        for (half, other) in [(first, second), (second, first)] {
            if let Some((of_half, _)) = uncalibrated(half, bends) {
                crossed.extend(pairs(&of_half, other));
            }
        }
        let all: Vec<(f64, Class)> = crossed.iter().map(|(_, pair)| *pair).collect();
        let whole = calibrate(&all, Calibration::of(&learning));
        let held_out = pairs(&model, calibrating);
        let mut seen = [1; STAGES];
        learning.iter().for_each(|p| seen[p.stage] += 1);
        for (stage, own) in model.stages.iter_mut().enumerate() {
            let believed = calibrate(&near(&crossed, stage), whole);
            let found = calibrate(&near(&held_out, stage), believed);
            own.weights = own.weights.map(|weight| found.steep * weight);
            own.draws = found.draws;
        }
        tame(&mut model.stages, &seen);
        model.centipawns = centipawns(&model.stages);
        Some((model, pooled))
    }
}

/// What the evaluation foretells of positions, beside what happened.
fn predictions(model: &Calibrated, testing: &[Labelled]) -> Predictions {
    let mut predictions = Predictions::default();
    for position in testing {
        let (won, drawn) = model.logs(position.pieces, &position.features);
        let most = won.max(drawn).max(0.0);
        let parts = [won, drawn, 0.0].map(|log| (log - most).exp());
        let all: f64 = parts.iter().sum();
        predictions.add(parts.map(|part| part / all), position.class);
    }
    predictions
}

/// What is to be said of games held out that are few, or foretold badly.
fn remarks(calibrating: usize, predictions: &Predictions) -> Vec<String> {
    let few = (calibrating < FEW).then(|| {
        let games = match calibrating {
            0 => "no game was held out".to_string(),
            1 => "one game was held out".to_string(),
            games => format!("{games} games were held out"),
        };
        format!(
            "{games} to calibrate by, where {FEW} say something: steepness and draws are nearly \
             what halves of the games learnt from say of each other"
        )
    });
    few.into_iter().chain(predictions.warning()).collect()
}

impl Learner for CalibratedLearner {
    fn kind(&self) -> &'static str {
        "bayes-calibrated"
    }

    fn told(&self) -> Map<String, Value> {
        told(json!({
            "eco": eco(&self.filter),
            "min_rating": self.filter.min_rating,
            "positions": self.most,
        }))
    }

    fn learn(&self, samples: &Samples<'_>, folder: &Path) -> Result<Learnt, LearnError> {
        let choice = Choice {
            filter: self.filter.clone(),
            most: self.most,
            quiet: true,
        };
        let (games_learnt, games_held) = (
            games(samples, &choice, false)?,
            games(samples, &choice, true)?,
        );
        let mut halves = [Vec::new(), Vec::new()];
        let mut held = [Vec::new(), Vec::new()];
        visit(samples, &games_learnt, true, |game, position| {
            halves[game % 2].push(*position);
        })?;
        visit(samples, &games_held, true, |game, position| {
            held[game % 2].push(*position);
        })?;
        let [calibrating, testing] = held;
        let (model, pooled) = CalibratedLearner::model(&halves, &calibrating).ok_or_else(|| {
            LearnError::TooFew(format!(
                "too few positions: at least {LEAST} of games decided and of games drawn are needed"
            ))
        })?;
        let path = folder.join(BAYES_FILE);
        let text = format!("{:#}\n", calibrated_json(&model));
        std::fs::write(&path, text).map_err(|error| FolderError::new(&path, error))?;
        let predictions = predictions(&model, &testing);
        let mut learnt = Learnt {
            origin: samples.origin(samples.held_out()?.len()),
            ..Learnt::default()
        };
        let games = json!(games_learnt.len());
        learnt.origin.insert(LEARNT_FROM.to_string(), games);
        let figures = &mut learnt.figures;
        let learning = || halves.iter().flatten();
        let count = |class: Class| learning().filter(|p| p.class == class).count();
        let [wins, draws, losses] = Class::ALL.map(count);
        figures.insert(
            "positions".to_string(),
            json!({"wins": wins, "draws": draws, "losses": losses}),
        );
        if !pooled.is_empty() {
            figures.insert("pooled".to_string(), json!(pooled));
        }
        let remarks = remarks(games_held.len().div_ceil(2), &predictions);
        if !remarks.is_empty() {
            figures.insert(REMARKS.to_string(), json!(remarks));
        }
        figures.insert("held_out".to_string(), predictions.json());
        let value = |terms: &Terms| model.value(terms);
        let checked = more_material::check(samples, &games_held, &value)?;
        figures.insert("more_material".to_string(), checked);
        Ok(learnt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::random::Rng;

    /// Positions of some games: the side to move is ahead by chance, and mostly wins if it is. No
    /// game passes through all stages.
    fn positions(games: u64, seed: u64) -> Vec<Labelled> {
        let mut rng = Rng::new(seed);
        let mut all = Vec::new();
        for _ in 0..games {
            let ahead = 400.0 * (rng.unit() - 0.5);
            let luck = ahead + 600.0 * (rng.unit() - 0.5);
            let (first, class) = match luck {
                luck if luck > 90.0 => (rng.below(6), Class::Win),
                luck if luck < -90.0 => (rng.below(6), Class::Loss),
                _ => (rng.below(3), Class::Draw),
            };
            for ply in 0..30 {
                let stage = first + ply / 8;
                let noise = std::array::from_fn(|_| 60.0 * (rng.unit() - 0.5));
                let mut features: [f64; 8] = noise;
                features[0] += ahead;
                let pieces = 6340 - 520 * stage as i32;
                all.push(Labelled {
                    features,
                    stage,
                    pieces,
                    class,
                });
            }
        }
        all
    }

    fn halves(games: u64) -> [Vec<Labelled>; 2] {
        [positions(games, 1), positions(games, 4)]
    }

    #[test]
    fn few_games_to_calibrate_by_do_no_harm() {
        let learning = halves(120);
        let testing = positions(2000, 2);
        for calibrating in [0, 1, 6] {
            let by = positions(calibrating, 3);
            let (model, _) = CalibratedLearner::model(&learning, &by).unwrap();
            let found = predictions(&model, &testing);
            let (own, shares) = (found.log_loss(), found.log_loss_of_shares());
            assert!(
                own < shares,
                "{calibrating} games: {own} is not below {shares}"
            );
            assert!(found.warning().is_none());
            let pawn = 100.0 * model.stages[3].weights[0];
            assert!((0.1..3.0).contains(&pawn), "{pawn}");
        }
    }

    #[test]
    fn stages_that_were_pooled_and_few_games_held_out_are_named() {
        let (model, pooled) = CalibratedLearner::model(&halves(120), &[]).unwrap();
        let last = "stage 10 has 0 positions of games decided and 0 of games drawn: pooled with";
        assert!(
            pooled.iter().any(|sentence| sentence.starts_with(last)),
            "{pooled:?}"
        );
        let found = predictions(&model, &positions(100, 2));
        assert_eq!(remarks(20, &found), Vec::<String>::new());
        assert!(remarks(0, &found)[0].starts_with("no game was held out"));
        assert!(CalibratedLearner::model(&halves(5), &[]).is_none());
    }
}
