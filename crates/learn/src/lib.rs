//! The learners: samples in, a player folder out, and figures on what was held out.
//!
//! A [`Learner`] reads [`Samples`] (an archive, a part of whose games is held out) and fills a
//! folder; [`learn`] writes that beside, checks it and renames it. The folder's format and its use
//! in play are the engine's (`zermelo_engine::learned`); here are the learners ([`Opta`],
//! [`Histories`], [`Ophista`]), those that learn from their own games ([`training`], [`feedback`], [`rote`]), the
//! figures ([`held_out`], [`curve`]), and what can be done with folders afterwards: [`inspect`], [`inside`],
//! [`diff`], [`merge`] and [`forget`]. From games of Kriegspiel come profiles of opponents
//! ([`profile`]) and goals of the planner ([`goals`]).
//!
//! **Invariant.** Equal archives and equal choices give equal bytes. No figure rests on a game
//! that was learnt from.

mod bayes;
mod calibrated;
mod calibration;
pub mod curve;
pub mod diff;
pub mod feedback;
mod fitting;
pub mod forget;
pub mod genetic;
pub mod goals;
pub mod held_out;
mod histories;
pub mod inside;
pub mod inspect;
mod learner;
mod lines;
pub mod merge;
pub mod more_material;
mod ophista;
mod opta;
pub mod own_games;
pub mod pictures;
pub mod positions;
pub mod predictions;
pub mod profile;
pub mod rote;
pub mod scored;
pub mod slips;
pub mod training;

pub use bayes::{BayesLearner, GRANDMASTER, Variant};
pub use calibrated::CalibratedLearner;
pub use fitting::{NetworkLearner, WeightsLearner};
pub use genetic::GeneticLearner;
pub use histories::Histories;
pub use learner::{LEARNT_FROM, LearnError, Learner, Samples, Step, TOLD, learn};
pub use lines::thematic_lines;
pub use ophista::Ophista;
pub use opta::Opta;
