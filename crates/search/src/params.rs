//! Parameters: each written once, with its name, default, range and meaning; from that come the
//! struct field, the options of the command line and of protocols, a tuner's input and the
//! documentation.

use std::fmt;

/// One parameter, for whoever lists or sets them by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name, in words joined by hyphens.
    pub name: &'static str,
    /// Its value unless somebody sets it.
    pub default: i64,
    /// The least value allowed.
    pub min: i64,
    /// The largest value allowed.
    pub max: i64,
    /// What it means.
    pub meaning: &'static str,
}

/// A parameter that could not be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParameterError {
    /// There is none of that name.
    Unknown {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The value is outside the range.
    OutOfRange {
        /// The parameter.
        parameter: Parameter,
        /// The value asked for.
        value: i64,
    },
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterError::Unknown { name, known } => {
                write!(
                    f,
                    "there is no parameter `{name}`: expected one of {}",
                    known.join(", ")
                )
            }
            ParameterError::OutOfRange { parameter, value } => write!(
                f,
                "parameter `{}` cannot be {value}: expected {} to {}",
                parameter.name, parameter.min, parameter.max
            ),
        }
    }
}

impl std::error::Error for ParameterError {}

/// Declares a struct of parameters.
///
/// ```
/// zermelo_search::parameters! {
///     /// How to look.
///     pub struct Looking {
///         /// How far to look, in plies.
///         distance "distance" = 4, 1..=10;
///     }
/// }
/// let mut looking = Looking::default();
/// looking.set("distance", 7).unwrap();
/// assert_eq!(looking.distance, 7);
/// assert_eq!(looking.set("distance", 70).unwrap_err().to_string(),
///            "parameter `distance` cannot be 70: expected 1 to 10");
/// ```
#[macro_export]
macro_rules! parameters {
    ($(#[doc = $doc:literal])* pub struct $name:ident {
        $($(#[doc = $meaning:literal])+ $field:ident $text:literal = $default:literal, $min:literal ..= $max:literal;)*
    }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name {
            $($(#[doc = $meaning])+ pub $field: i64,)*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default,)* }
            }
        }

        impl $name {
            /// All parameters, as written.
            pub const TABLE: &'static [$crate::Parameter] = &[
                $($crate::Parameter {
                    name: $text,
                    default: $default,
                    min: $min,
                    max: $max,
                    meaning: concat!($($meaning),+),
                },)*
            ];

            /// Sets a parameter by name.
            ///
            /// # Errors
            ///
            /// If there is none of that name, or the value is outside its range.
            pub fn set(&mut self, name: &str, value: i64) -> Result<(), $crate::ParameterError> {
                let parameter = Self::TABLE.iter().find(|p| p.name == name).ok_or_else(|| {
                    $crate::ParameterError::Unknown {
                        name: name.to_string(),
                        known: Self::TABLE.iter().map(|p| p.name).collect(),
                    }
                })?;
                if value < parameter.min || value > parameter.max {
                    return Err($crate::ParameterError::OutOfRange { parameter: *parameter, value });
                }
                match name {
                    $($text => self.$field = value,)*
                    _ => {}
                }
                Ok(())
            }

            /// The value of a parameter by name.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<i64> {
                match name {
                    $($text => Some(self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

parameters! {
    /// What can be set in the textbook algorithms.
    pub struct Params {
        /// Aspiration: half the width of the first window around the estimate.
        aspiration_width "aspiration-width" = 1, 1..=1_000_000;
        /// Aspiration and MTD(f): the estimate to start from.
        estimate "estimate" = 0, -1_000_000_000..=1_000_000_000;
        /// Beam: how many moves of each node are searched, the best by static evaluation.
        beam_width "beam-width" = 3, 1..=1000;
        /// Floyd: a line ends when its probability falls under this many millionths.
        floyd_threshold "floyd-threshold" = 1000, 1..=1_000_000;
        /// Floyd: how much a better static value raises a move's probability, as the difference in evaluation that makes a move e times as likely; 0 makes all moves equally likely.
        floyd_temperature "floyd-temperature" = 0, 0..=1_000_000;
        /// ProbCut: how many standard deviations, in hundredths, a prediction must lie outside the window.
        probcut_confidence "probcut-confidence" = 150, 0..=1000;
        /// ProbCut: positions on which the regression is fitted.
        probcut_samples "probcut-samples" = 200, 2..=100_000;
        /// Monte Carlo: iterations when nothing else limits the search.
        mcts_iterations "mcts-iterations" = 10_000, 1..=1_000_000_000;
        /// Monte Carlo: the constant c of UCT, in hundredths.
        mcts_exploration "mcts-exploration" = 100, 0..=10_000;
        /// Monte Carlo: 1 to play for the outcome (win, draw, loss), 0 for the size of the payoff.
        mcts_outcome "mcts-outcome" = 0, 0..=1;
        /// Monte Carlo: plies after which a random playout is broken off and counted as undecided.
        mcts_playout_plies "mcts-playout-plies" = 400, 1..=10_000;
        /// Quiescence: plies past the nominal depth.
        quiescence_plies "quiescence-plies" = 11, 0..=100;
        /// Transposition table: its size in kilobytes.
        table_kilobytes "table-kilobytes" = 16_384, 1..=67_108_864;
        /// Transposition table: which entry gives way; 0 old, 1 new, 2 deep, 3 big, 4 two-deep, 5 two-big, or the name.
        table_replacement "table-replacement" = 4, 0..=5;
        /// Transposition table: entries of a smaller depth are not stored.
        table_min_depth "table-min-depth" = 1, 0..=100;
        /// The seed of everything random.
        seed "seed" = 1, 0..=9_007_199_254_740_991;
    }
}
