//! The arguments of `theory`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `theory`.
#[derive(Args, Debug, Clone)]
pub struct TheoryArgs {
    /// A table by name, or `all` (see `zermelo theory --list`)
    #[arg(value_name = "TABLE", required_unless_present = "list", value_parser = super::names::tables(), hide_possible_values = true)]
    pub table: Option<String>,
    /// List the tables
    #[arg(long, conflicts_with_all = ["table", "samples", "plot", "output"])]
    pub list: bool,
    /// Trees drawn for each random row; without it, as many as take a fraction of a second
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    pub samples: Option<u64>,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Write the table's picture to a file
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// Write a report with pictures: .html, .txt or .json
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
