//! The family of adversarial search, one algorithm per file, over any [`zermelo_game::Game`].
//!
//! The textbook algorithms are short and unoptimised: they are documentation, and the oracle of
//! everything faster. All run on [`Search`], which counts, watches and stops them alike.
//! [`algorithm::run`] runs any of them by name:
//!
//! ```
//! use zermelo_game::Notation;
//! use zermelo_games::ExplicitTree;
//! use zermelo_search::{Algorithm, Limits, Params, Static, WHOLE_TREE, algorithm};
//!
//! let tree = ExplicitTree::parse("((3 12 8)(2 4 6)(14 5 2))").unwrap();
//! let answer = algorithm::run(
//!     Algorithm::AlphaBeta, &tree, WHOLE_TREE, &Params::default(), &Static, Limits::default(), &mut (),
//! );
//! assert_eq!((answer.value, answer.counts.leaves), (3, 7));
//! ```
//!
//! **Invariants.** No I/O, no clock ([`Limits`] has a stop test), no randomness but seeded.

pub mod algorithm;
pub mod alpha_beta;
pub mod alpha_beta_minmax;
pub mod and_or;
mod answer;
pub mod aspiration;
pub mod beam;
pub mod branch_and_bound;
mod context;
mod counts;
mod evaluator;
pub mod fail_hard;
pub mod fail_soft;
pub mod floyd;
pub mod full;
pub mod iterative_deepening;
mod limits;
pub mod mcts;
pub mod memory;
pub mod minimax;
pub mod mtdf;
pub mod negamax;
pub mod observer;
mod ordering;
mod params;
pub mod probcut;
pub mod proof;
pub mod proof_number;
pub mod pv_alpha_beta;
pub mod pvs;
pub mod quiescence;
pub mod record;
pub mod retrograde;
pub mod table;

pub use algorithm::Algorithm;
pub use answer::{Answer, Note};
pub use context::{Moves, Search};
pub use counts::{Counts, Cutoffs};
pub use evaluator::{Evaluator, Payoff, Static};
pub use limits::{Limits, MAX_PLY, Stopped, WHOLE_TREE, below};
pub use ordering::Ordering;
pub use params::{Parameter, ParameterError, Params};
