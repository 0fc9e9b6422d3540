//! The Bayesian evaluation of the source (6.1): what terms look like in games won, drawn and lost.
//!
//! One multivariate normal per stage and class of result, from the positions of the games that are
//! not held out. *Variants of the source:* `wd` drops the games drawn, `gm` keeps the games between
//! grandmasters, `ind` takes the terms as independent. *How ours differs.* The source says nothing of
//! grandmasters' ratings: ours are players of at least [`GRANDMASTER`]. Where a stage has fewer than
//! [`LEAST`] positions of a class, its neighbours are pooled with it, and the figures say so.

use std::path::Path;

use serde_json::{Map, Value, json};
use zermelo_archive::Filter;
use zermelo_engine::evaluation::Terms;
use zermelo_engine::evaluation::bayes::{Mixture, STAGES};
use zermelo_engine::evaluation::normal::{Moments, Normal, Ratio};
use zermelo_engine::learned::BAYES_FILE;
use zermelo_engine::learned::bayes_file::{CLASSES, normal_json, read_bayes, read_classes};
use zermelo_engine::learned::folder::{FolderError, Learnt};

use crate::learner::{LEARNT_FROM, LearnError, Learner, Samples, eco, told};
use crate::more_material;
use crate::positions::{Choice, Class, games, visit};
use crate::predictions::Predictions;

/// The variants of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variant {
    /// All games, three classes.
    #[default]
    Plain,
    /// Without the games drawn.
    WithoutDraws,
    /// Grandmasters' games only.
    Grandmasters,
    /// Independent terms.
    Independent,
}

/// From which rating on a player counts as a grandmaster.
pub const GRANDMASTER: u16 = 2500;
/// The least number of positions from which eight means and their covariance are taken.
pub const LEAST: f64 = 200.0;
/// Figures rest on so many positions at most.
const HELD_OUT_POSITIONS: usize = 200_000;

/// Learns the distributions.
#[derive(Clone, PartialEq, Debug)]
pub struct BayesLearner {
    /// Which variant.
    pub variant: Variant,
    /// Of which games.
    pub filter: Filter,
    /// From about so many positions at most.
    pub most: usize,
}

impl Default for BayesLearner {
    fn default() -> BayesLearner {
        BayesLearner {
            variant: Variant::Plain,
            filter: Filter::default(),
            most: 2_000_000,
        }
    }
}

type Sums = [[Moments<8>; 3]; STAGES];

impl BayesLearner {
    fn choice(&self) -> Choice {
        let mut filter = self.filter.clone();
        if self.variant == Variant::Grandmasters {
            let asked = filter.min_rating.unwrap_or(0);
            filter.min_rating = Some(GRANDMASTER.max(asked));
        }
        Choice {
            filter,
            most: self.most,
            quiet: false,
        }
    }

    /// The distribution of a class at a stage, from its own positions and those of as few
    /// neighbouring stages as needed: how many neighbours on each side, and how many positions.
    fn normal(&self, sums: &Sums, stage: usize, class: usize) -> Option<(Normal<8>, usize, u64)> {
        for reach in 0..STAGES {
            let mut pooled = Moments::default();
            let (first, last) = (stage.saturating_sub(reach), (stage + reach).min(STAGES - 1));
            for near in &sums[first..=last] {
                pooled.join(&near[class]);
            }
            if pooled.count >= LEAST {
                let normal = pooled.normal()?;
                let normal = match self.variant {
                    Variant::Independent => normal.independent(),
                    _ => normal,
                };
                return Some((normal, reach, pooled.count as u64));
            }
        }
        None
    }

    /// The file, and a sentence for every class of a stage that was pooled.
    fn file(&self, sums: &Sums) -> Result<(Value, Vec<String>), LearnError> {
        let (mut stages, mut pooled) = (Vec::new(), Vec::new());
        for stage in 0..STAGES {
            let mut object = json!({});
            for (class, name) in CLASSES.iter().enumerate() {
                if class == 1 && self.variant == Variant::WithoutDraws {
                    object[*name] = Value::Null;
                    continue;
                }
                let found = self.normal(sums, stage, class);
                let (normal, reach, samples) = found.ok_or_else(|| {
                    LearnError::TooFew(format!(
                        "too few positions of games with {name}: at least {LEAST} are needed"
                    ))
                })?;
                if reach > 0 {
                    let own = sums[stage][class].count;
                    pooled.push(format!(
                        "stage {stage} has {own} positions of {name}: pooled with {reach} stages on \
                         each side"
                    ));
                }
                object[*name] = normal_json(&normal, samples);
                object[*name]["pooled"] = json!(reach);
            }
            stages.push(object);
        }
        Ok((json!({"stages": stages}), pooled))
    }
}

/// The probabilities of the classes at a stage, all equally likely before.
struct Posterior(Vec<(Ratio<8>, Option<Ratio<8>>)>);

impl Posterior {
    fn read(text: &str) -> Result<Posterior, String> {
        let mut stages = Vec::new();
        for classes in read_classes(text)? {
            let [Some(won), drawn, Some(lost)] = &classes.normals else {
                return Err("a stage without wins or losses".to_string());
            };
            let drawn = drawn.as_ref().map(|drawn| Ratio::new(drawn, lost));
            stages.push((Ratio::new(won, lost), drawn));
        }
        Ok(Posterior(stages))
    }

    fn of(&self, stage: usize, features: &[f64; 8]) -> [f64; 3] {
        let (won, drawn) = &self.0[stage];
        let logs = [
            won.log(features),
            drawn
                .as_ref()
                .map_or(f64::NEG_INFINITY, |drawn| drawn.log(features)),
            0.0,
        ];
        let most = logs.into_iter().fold(0.0, f64::max);
        let parts = logs.map(|log| (log - most).exp());
        let all: f64 = parts.iter().sum();
        parts.map(|part| part / all)
    }
}

impl Learner for BayesLearner {
    fn kind(&self) -> &'static str {
        match self.variant {
            Variant::Plain => "bayes",
            Variant::WithoutDraws => "bayes-wd",
            Variant::Grandmasters => "bayes-gm",
            Variant::Independent => "bayes-ind",
        }
    }

    fn told(&self) -> Map<String, Value> {
        let choice = self.choice();
        told(json!({
            "eco": eco(&choice.filter),
            "min_rating": choice.filter.min_rating,
            "positions": self.most,
        }))
    }

    fn learn(&self, samples: &Samples<'_>, folder: &Path) -> Result<Learnt, LearnError> {
        let choice = self.choice();
        let learning = games(samples, &choice, false)?;
        let mut sums: Sums = Default::default();
        visit(samples, &learning, choice.quiet, |_, position| {
            sums[position.stage][position.class as usize].add(&position.features);
        })?;
        let (file, pooled) = self.file(&sums)?;
        let text = format!("{file:#}\n");
        let path = folder.join(BAYES_FILE);
        std::fs::write(&path, &text).map_err(|error| FolderError::new(&path, error))?;
        let failed = |error: String| FolderError::new(&path, error);
        let posterior = Posterior::read(&text).map_err(failed)?;
        let held = Choice {
            most: HELD_OUT_POSITIONS,
            ..choice
        };
        let held = games(samples, &held, true)?;
        let mut predictions = Predictions::default();
        visit(samples, &held, false, |_, position| {
            let dropped = self.variant == Variant::WithoutDraws && position.class == Class::Draw;
            if !dropped {
                let probabilities = posterior.of(position.stage, &position.features);
                predictions.add(probabilities, position.class);
            }
        })?;
        let mut learnt = Learnt {
            origin: samples.origin(samples.held_out()?.len()),
            ..Learnt::default()
        };
        let count = |class: usize| {
            let classes = sums.iter().map(|stage| stage[class].count);
            classes.sum::<f64>() as u64
        };
        let games = json!(learning.len());
        learnt.origin.insert(LEARNT_FROM.to_string(), games);
        let figures = &mut learnt.figures;
        figures.insert(
            "positions".to_string(),
            json!({"wins": count(0), "draws": count(1), "losses": count(2)}),
        );
        if !pooled.is_empty() {
            figures.insert("pooled".to_string(), json!(pooled));
        }
        figures.insert("held_out".to_string(), predictions.json());
        let bayes = read_bayes(&text, Mixture::Alone).map_err(failed)?;
        let value = |terms: &Terms| bayes.unmixed(terms);
        let checked = more_material::check(samples, &held, &value)?;
        figures.insert("more_material".to_string(), checked);
        Ok(learnt)
    }
}
