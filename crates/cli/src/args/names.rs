//! Names that completions offer. The parser takes any text: whoever uses it says better what is
//! wrong with it.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use zermelo_games::GAMES;
use zermelo_lab::theory::TABLES;
use zermelo_search::Algorithm;

/// A text, with names that are offered for it.
#[derive(Clone)]
pub struct Offered(fn() -> Vec<&'static str>);

/// The algorithms, and `all`.
pub fn algorithms() -> Offered {
    Offered(|| {
        let names = Algorithm::ALL.iter().map(|algorithm| algorithm.name());
        names.chain(["all"]).collect()
    })
}

/// The ways to solve.
pub fn methods() -> Offered {
    Offered(|| vec!["and-or", "proof-number", "retrograde", "solver"])
}

/// The games.
pub fn games() -> Offered {
    Offered(|| GAMES.iter().map(|game| game.name).collect())
}

/// The tables of the theory, and `all`.
pub fn tables() -> Offered {
    Offered(|| {
        let names = TABLES.iter().map(|table| table.name);
        names.chain(["all"]).collect()
    })
}

impl TypedValueParser for Offered {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}
