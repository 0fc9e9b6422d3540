//! How good a set of weights is: on how many sample positions it plays the master's move.
//!
//! One ply and quiescence, as the source (6.2.2), with the search of 1996. *Fitness* of `n` right
//! moves of `N`: 1 below a fifth of them; above, `n - N/5 + 1`. The source prints `(n - N/5)/N + 1`,
//! which flattens what it says it amplifies; that form is kept beside.

use std::sync::Arc;

use zermelo_archive::{ArchiveError, Filter, GameId};
use zermelo_chess::{Chess, Move};
use zermelo_engine::evaluation::{Model, TermWeights, Terms, Weights};
use zermelo_engine::{Control, Engine, Order, Profile, SearchLimits, Settings};
use zermelo_game::Game;
use zermelo_game::random::Rng;

use crate::held_out::played;
use crate::learner::{LearnError, Samples};
use crate::positions::Class;

/// A position and the move that the master played, who went on to win.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The position.
    pub position: Chess,
    /// The move.
    pub right: Move,
}

/// Which positions are exercises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// Those from the first of these moves to the last.
    Moves(u32, u32),
    /// Those from the first of these stages to the last.
    Stages(u32, u32),
}

/// How right moves become fitness.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fitness {
    /// Moves beyond a fifth, and one.
    #[default]
    Corrected,
    /// The share of moves beyond a fifth, and one.
    Thesis,
}

impl Fitness {
    /// The fitness of so many right moves of all.
    #[must_use]
    pub fn of(self, right: usize, all: usize) -> f64 {
        let (right, all) = (right as f64, all as f64);
        let beyond = right - all / 5.0;
        match self {
            _ if beyond < 0.0 => 1.0,
            Fitness::Corrected => beyond + 1.0,
            Fitness::Thesis => beyond / all + 1.0,
        }
    }
}

/// Exercises from different games, drawn by a generator from those that pass a filter and are held
/// out or not; fewer than wanted if there are no more.
///
/// # Errors
///
/// When the archive is damaged, or the work was interrupted.
pub fn exercises(
    samples: &Samples<'_>,
    filter: &Filter,
    held_out: bool,
    (place, wanted): (Where, usize),
    rng: &mut Rng,
) -> Result<Vec<Exercise>, LearnError> {
    let mut games: Vec<GameId> = Vec::new();
    samples.archive.for_each_game(filter, |id| {
        if samples.is_held_out(id) == held_out {
            games.push(id);
        }
        Ok(true)
    })?;
    let weights = Weights::reference();
    let mut found = Vec::new();
    while found.len() < wanted && !games.is_empty() {
        if (samples.stop)() {
            return Err(ArchiveError::Interrupted.into());
        }
        let game = samples
            .archive
            .game(games.swap_remove(rng.below(games.len())))?;
        let mut line = played(&game);
        line.retain(|(position, _)| {
            let won = Class::of(game.result, position.side()) == Class::Win;
            won && match place {
                Where::Moves(first, last) => (first..=last).contains(&position.fullmove_number()),
                Where::Stages(first, last) => {
                    let stage = Terms::of(position, &weights).stage();
                    (first as usize..=last as usize).contains(&stage)
                }
            }
        });
        if let Some((position, right)) = rng.pick(&line) {
            found.push(Exercise {
                position: position.clone(),
                right: *right,
            });
        }
    }
    Ok(found)
}

/// Plays exercises with weights.
pub struct Examiner {
    engine: Engine,
    stages: (u32, u32),
}

impl Examiner {
    /// An examiner of weights that count at some stages.
    #[must_use]
    pub fn new(stages: (u32, u32)) -> Examiner {
        let settings = Settings {
            hash_mb: 1,
            profile: Profile::Classic,
            player: "reference".to_string(),
            ..Settings::default()
        };
        Examiner {
            engine: Engine::new(settings),
            stages,
        }
    }

    /// How many exercises are played right with these weights.
    pub fn right(&mut self, bytes: [u8; 8], exercises: &[Exercise]) -> usize {
        let which = self.which_right(bytes, exercises);
        which.iter().filter(|&&right| right).count()
    }

    /// Which exercises are played right with these weights.
    pub fn which_right(&mut self, bytes: [u8; 8], exercises: &[Exercise]) -> Vec<bool> {
        let weights = TermWeights {
            bytes,
            stages: self.stages,
        };
        self.engine.set_model(Arc::new(Model::Weights(weights)));
        self.engine.new_game();
        let limits = SearchLimits {
            depth: Some(1),
            ..SearchLimits::default()
        };
        let right = exercises.iter().map(|exercise| {
            let order = Order::new(exercise.position.clone(), limits);
            let control = Control::default();
            let answer = self
                .engine
                .search_on_this_thread(&order, &control, &mut |_| ());
            answer.best == Some(exercise.right)
        });
        right.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitness_is_one_up_to_a_fifth_and_grows_beyond() {
        for form in [Fitness::Corrected, Fitness::Thesis] {
            assert_eq!(form.of(0, 500), 1.0);
            assert_eq!(form.of(99, 500), 1.0);
            assert_eq!(form.of(100, 500), 1.0);
        }
        assert_eq!(Fitness::Corrected.of(107, 500), 8.0);
        assert_eq!(Fitness::Thesis.of(107, 500), 1.0 + 7.0 / 500.0);
    }
}
