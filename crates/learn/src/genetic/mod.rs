//! Weights of the eight terms by a genetic algorithm (6.2 of the source): Genetic 1 and Genetic 2.
//!
//! *What.* Thirty sets of weights, at first random, are bred for twenty generations for playing the
//! move that a master played who won. Genetic 1 learns from 500 positions between moves 10 and 50;
//! Genetic 2 from 100 positions at stages 2 to 4, where alone its weights count. *How ours differs.*
//! The source does not say which individual became the player: ours is the best of all
//! generations, the earliest of equals. *Invariant.* Equal archives, choices and seeds give equal
//! generations, whether the work was interrupted or not: every generation has a generator of its
//! own. *Cost.* Some 300,000 searches of one ply for Genetic 1.

mod fitness;
mod journal;
mod operators;

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use zermelo_archive::{ArchiveError, Filter};
use zermelo_engine::evaluation::TermWeights;
use zermelo_engine::learned::WEIGHTS_FILE;
use zermelo_engine::learned::folder::{FolderError, Learnt};
use zermelo_game::random::{Rng, mix};

use crate::bayes::GRANDMASTER;
use crate::learner::{LEARNT_FROM, LearnError, Learner, Samples, Step, eco, told};
pub use fitness::{Examiner, Exercise, Fitness, Where, exercises};
use journal::Journal;
pub use operators::Code;

/// The file of a folder that has the generations.
pub const GENERATIONS_FILE: &str = "generations.json";

/// Individuals of a generation.
pub const POPULATION: usize = 30;
/// Exercises of games held out, for the figures.
const HELD_OUT: usize = 500;

/// A generation: the codes, and how many exercises each plays right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generation {
    /// The codes of its individuals.
    pub codes: Vec<Code>,
    /// Their right moves.
    pub right: Vec<usize>,
}

/// Learns weights by a genetic algorithm.
#[derive(Clone, PartialEq, Debug)]
pub struct GeneticLearner {
    /// Where the exercises come from.
    pub place: Where,
    /// The stages at which the weights count.
    pub stages: (u32, u32),
    /// How many exercises.
    pub exercises: usize,
    /// How many generations.
    pub generations: u32,
    /// How right moves become fitness.
    pub fitness: Fitness,
    /// Of which games; grandmasters' in any case.
    pub filter: Filter,
    /// The seed of everything random.
    pub seed: u64,
    /// Where the generations are kept while it works; nowhere if there is none.
    pub journal: Option<PathBuf>,
}

impl GeneticLearner {
    /// Genetic 1.
    #[must_use]
    pub fn first(seed: u64) -> GeneticLearner {
        GeneticLearner {
            place: Where::Moves(10, 50),
            stages: (0, TermWeights::LAST_STAGE),
            exercises: 500,
            generations: 20,
            fitness: Fitness::Corrected,
            filter: Filter::default(),
            seed,
            journal: None,
        }
    }

    /// Genetic 2.
    #[must_use]
    pub fn second(seed: u64) -> GeneticLearner {
        GeneticLearner {
            place: Where::Stages(2, 4),
            stages: (2, 4),
            exercises: 100,
            ..GeneticLearner::first(seed)
        }
    }

    fn filter(&self) -> Filter {
        let asked = self.filter.min_rating.unwrap_or(0);
        Filter {
            min_rating: Some(GRANDMASTER.max(asked)),
            ..self.filter.clone()
        }
    }

    /// A generator of its own for everything that is drawn.
    fn rng(&self, purpose: u64) -> Rng {
        Rng::new(mix(self.seed) ^ mix(purpose + 1))
    }

    /// What a journal must be about to be gone on with.
    fn header(&self, samples: &Samples<'_>, exercises: usize) -> Value {
        json!({"place": format!("{:?}", self.place), "stages": [self.stages.0, self.stages.1],
            "exercises": exercises, "fitness": format!("{:?}", self.fitness), "seed": self.seed,
            "filter": format!("{:?}", self.filter), "games": samples.archive.games(),
            "hold_out": samples.hold_out, "version": env!("CARGO_PKG_VERSION")})
    }

    /// Breeds the generations, as far as the journal has none.
    fn breed(
        &self,
        samples: &Samples<'_>,
        all: &[Exercise],
    ) -> Result<Vec<Generation>, LearnError> {
        let header = self.header(samples, all.len());
        let mut journal = Journal::open(self.journal.as_deref(), &header)?;
        let mut examiner = Examiner::new(self.stages);
        let mut known: Vec<Generation> = journal.generations();
        known.truncate(self.generations as usize);
        while known.len() < self.generations as usize {
            let mut rng = self.rng(known.len() as u64);
            let codes: Vec<Code> = match known.last() {
                None => (0..POPULATION).map(|_| rng.next_u64()).collect(),
                Some(last) => {
                    let fitness = |right: &usize| self.fitness.of(*right, all.len());
                    let fitness: Vec<f64> = last.right.iter().map(fitness).collect();
                    operators::next(&last.codes, &fitness, &mut rng)
                }
            };
            let mut right = Vec::new();
            let bred = (known.len() * POPULATION) as u64;
            let of = u64::from(self.generations) * POPULATION as u64;
            for (number, &code) in codes.iter().enumerate() {
                if (samples.stop)() {
                    return Err(ArchiveError::Interrupted.into());
                }
                (samples.tell)(Step::new("sets of weights", bred + number as u64, of));
                right.push(examiner.right(operators::weights(code), all));
            }
            let generation = Generation { codes, right };
            journal.put(&generation)?;
            known.push(generation);
        }
        Ok(known)
    }
}

/// The generations as an object, for the folder: the best, the mean and all of each.
fn generations_json(generations: &[Generation], exercises: usize) -> Value {
    let generation = |generation: &Generation| {
        let right = &generation.right;
        let mean = right.iter().sum::<usize>() as f64 / right.len().max(1) as f64;
        let weights: Vec<[u8; 8]> = generation
            .codes
            .iter()
            .map(|&code| operators::weights(code))
            .collect();
        json!({"best": right.iter().max(), "mean": (mean * 100.0).round() / 100.0,
            "right": right, "weights": weights})
    };
    let list: Vec<Value> = generations.iter().map(generation).collect();
    json!({"exercises": exercises, "generations": list})
}

/// Weights such that material counts as much as in the reference. The choice of a move cannot tell
/// how large all of them are together; play can, where other stages have other weights.
fn by_material(bytes: [u8; 8]) -> [u8; 8] {
    let (material, whole) = (u32::from(bytes[0]), u32::from(TermWeights::WHOLE));
    if material == 0 {
        return bytes;
    }
    let scaled = |byte: u8| (u32::from(byte) * whole + material / 2) / material;
    bytes.map(|byte| scaled(byte).min(u8::MAX.into()) as u8)
}

/// The best code of all generations.
fn best(generations: &[Generation]) -> Option<Code> {
    let all = generations
        .iter()
        .flat_map(|generation| generation.codes.iter().zip(&generation.right));
    // Of equals the last is taken, hence from the end.
    let found = all.rev().max_by_key(|(_, right)| **right);
    found.map(|(code, _)| *code)
}

impl Learner for GeneticLearner {
    fn kind(&self) -> &'static str {
        "genetic"
    }

    fn told(&self) -> Map<String, Value> {
        let filter = self.filter();
        told(json!({
            "eco": eco(&filter),
            "min_rating": filter.min_rating,
            "place": match self.place {
                Where::Moves(first, last) => format!("moves {first} to {last}"),
                Where::Stages(first, last) => format!("stages {first} to {last}"),
            },
            "positions": self.exercises,
            "generations": self.generations,
            "fitness": format!("{:?}", self.fitness).to_lowercase(),
            "seed": self.seed,
        }))
    }

    fn learn(&self, samples: &Samples<'_>, folder: &Path) -> Result<Learnt, LearnError> {
        let filter = self.filter();
        let wanted = (self.place, self.exercises);
        // Purposes beyond any number of generations.
        let mut rng = self.rng(u64::MAX - 1);
        let all = exercises(samples, &filter, false, wanted, &mut rng)?;
        if all.len() < self.exercises {
            return Err(LearnError::TooFew(format!(
                "{}: {} games of players rated {GRANDMASTER} or more have a position to learn from, \
                 and {} are needed",
                samples.archive.folder().display(),
                all.len(),
                self.exercises
            )));
        }
        let generations = self.breed(samples, &all)?;
        let code = best(&generations)
            .ok_or_else(|| LearnError::TooFew("no generation was asked for".to_string()))?;
        let weights = TermWeights {
            bytes: by_material(operators::weights(code)),
            stages: self.stages,
        };
        let write = |name: &str, value: &Value| {
            let path = folder.join(name);
            let written = std::fs::write(&path, format!("{value:#}\n"));
            written.map_err(|error| FolderError::new(&path, error))
        };
        write(WEIGHTS_FILE, &weights.json())?;
        write(GENERATIONS_FILE, &generations_json(&generations, all.len()))?;
        let mut rng = self.rng(u64::MAX - 2);
        let held = exercises(samples, &filter, true, (self.place, HELD_OUT), &mut rng)?;
        let mut examiner = Examiner::new(self.stages);
        let ones = TermWeights::ONES.bytes;
        let mut learnt = Learnt {
            origin: samples.origin(samples.held_out()?.len()),
            ..Learnt::default()
        };
        // One position of each game.
        let games = json!(all.len());
        learnt.origin.insert(LEARNT_FROM.to_string(), games);
        let figures = &mut learnt.figures;
        figures.insert(
            "weights".to_string(),
            weights.json()["sixty_fourths"].clone(),
        );
        figures.insert("stages".to_string(), json!([self.stages.0, self.stages.1]));
        figures.insert("generations".to_string(), json!(generations.len()));
        figures.insert(
            "exercises".to_string(),
            json!({"positions": all.len(), "right": examiner.right(weights.bytes, &all),
                "right_of_reference": examiner.right(ones, &all)}),
        );
        let figure = if held.is_empty() {
            Value::Null
        } else {
            let found = examiner.which_right(weights.bytes, &held);
            let reference = examiner.which_right(ones, &held);
            let count = |of: &[bool], but: &dyn Fn(usize) -> bool| {
                (0..of.len()).filter(|&i| of[i] && !but(i)).count()
            };
            json!({"positions": held.len(), "right": count(&found, &|_| false),
                "right_of_reference": count(&reference, &|_| false),
                "found_alone": count(&found, &|i| reference[i]),
                "missed_alone": count(&reference, &|i| found[i])})
        };
        figures.insert("held_out".to_string(), figure);
        if let Some(journal) = &self.journal {
            // It has served; if it cannot be removed, the next run of these choices reads it.
            let _ = std::fs::remove_file(journal);
        }
        Ok(learnt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_the_earliest_of_equals() {
        let generation = |codes: [Code; 2], right: [usize; 2]| Generation {
            codes: codes.to_vec(),
            right: right.to_vec(),
        };
        let all = [generation([1, 2], [5, 9]), generation([3, 4], [9, 8])];
        assert_eq!(best(&all), Some(2));
        assert_eq!(best(&[]), None);
    }

    #[test]
    fn material_counts_as_in_the_reference() {
        let bytes = [128, 64, 9, 255, 0, 1, 2, 3];
        assert_eq!(by_material(bytes), [64, 32, 5, 128, 0, 1, 1, 2]);
        assert_eq!(by_material([1, 255, 0, 0, 0, 0, 0, 0])[1], 255);
        assert_eq!(by_material([0; 8]), [0; 8]);
    }
}
