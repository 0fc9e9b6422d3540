//! The arguments of `experiment`.

use std::path::PathBuf;

use clap::Args;

use super::Form;

/// Arguments of `experiment`.
#[derive(Args, Debug, Clone)]
pub struct ExperimentArgs {
    /// The number of the source's table or figure (see `zermelo experiment --list`); `all` runs
    /// all of them, `report` only writes the page of what was measured so far
    #[arg(value_name = "NAME", required_unless_present = "list")]
    pub name: Option<String>,
    /// List the experiments
    #[arg(long, conflicts_with = "name")]
    pub list: bool,
    /// The games: learnt from, but for one in twenty, which gives the positions (default: the
    /// folder `archive` in the user's data folder for zermelo)
    #[arg(long, value_name = "FOLDER")]
    pub archive: Option<PathBuf>,
    /// Where to keep what was learnt and measured, and to go on from (default: `experiments` in
    /// the user's data folder)
    #[arg(long, value_name = "FOLDER")]
    pub work: Option<PathBuf>,
    /// Few positions and games: minutes
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// Many positions and games: hours
    #[arg(long)]
    pub full: bool,
    /// So many positions of each group of openings (default 50; quick 10, full 200)
    #[arg(long, value_name = "N", conflicts_with_all = ["quick", "full"], value_parser = clap::value_parser!(u32).range(1..))]
    pub positions: Option<u32>,
    /// So many games of each match (default 200; quick 20, full 1000)
    #[arg(long, value_name = "N", conflicts_with_all = ["quick", "full"], value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// Training games of players that learn from their own (default 1000; quick 100, full 1000)
    #[arg(long, value_name = "N", conflicts_with_all = ["quick", "full"], value_parser = clap::value_parser!(u64).range(4..))]
    pub training: Option<u64>,
    /// Nodes a move in matches; training games have a tenth of that
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// The search profile in matches
    #[arg(long, value_name = "PROFILE", default_value = "classic", value_parser = ["classic", "modern"])]
    pub profile: String,
    /// Games at the same time (default: cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub concurrency: Option<u32>,
    /// Of `all` and `report`: the page to write; `-` prints it (default: report.html)
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How it is told.
    #[command(flatten)]
    pub form: Form,
}
