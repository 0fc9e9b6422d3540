//! The arguments of `learn feedback`, `learn rote`, `learn merge` and `learn forget`.

use std::path::PathBuf;

use clap::Args;

use super::{FilterArgs, Form};

/// Arguments that all trainings have.
#[derive(Args, Debug, Clone)]
pub struct TrainingArgs {
    /// The player folder to write; training games are kept beside it until it is written
    #[arg(long, short, value_name = "FOLDER")]
    pub output: PathBuf,
    /// Games in all; a folder that has fewer goes on
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Nodes a move, for both players
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Who plays against the learner: a player, or an engine as `uci:COMMAND`; several take turns
    #[arg(long, value_name = "PLAYER")]
    pub trainer: Vec<String>,
    /// Where the folders of learned trainers are (default: `players` in the user's data folder)
    #[arg(long, value_name = "FOLDER")]
    pub player_dir: Option<PathBuf>,
    /// How the learner and its usual trainer search
    #[arg(long, value_name = "PROFILE", default_value = "classic", value_parser = ["classic", "modern"])]
    pub profile: String,
    /// Begin with first moves of games with these opening codes (C00-C19, B90 or E) of an archive
    #[arg(long, value_name = "CODES")]
    pub eco: Option<String>,
    /// The archive of the first moves (default: the folder `archive` in the user's data folder)
    #[arg(long, value_name = "FOLDER", requires = "eco")]
    pub archive: Option<PathBuf>,
    /// Plies of first moves
    #[arg(long, value_name = "N", default_value_t = 4, requires = "eco")]
    pub opening_plies: u16,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How it is told.
    #[command(flatten)]
    pub form: Form,
}

/// Arguments of `learn feedback`.
#[derive(Args, Debug, Clone)]
pub struct LearnFeedbackArgs {
    /// The player folder to begin with: what `learn opta`, `learn ophista` or this command wrote
    #[arg(long, value_name = "FOLDER")]
    pub from: PathBuf,
    /// In so many first games nothing learnt is used (default: half the games)
    #[arg(long, value_name = "N")]
    pub unused: Option<u64>,
    /// A game counts as so many of the table
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub weight: u32,
    /// The training.
    #[command(flatten)]
    pub training: TrainingArgs,
}

/// Arguments of `learn rote`.
#[derive(Args, Debug, Clone)]
pub struct LearnRoteArgs {
    /// Begin with the values of this folder
    #[arg(long, value_name = "FOLDER")]
    pub from: Option<PathBuf>,
    /// In so many first games nothing learnt is used
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub unused: u64,
    /// Keep at most so many positions, the deepest
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub most: u32,
    /// Keep only positions whose value differs by so many centipawns from the move before (Slate)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..))]
    pub changed: Option<i32>,
    /// The training.
    #[command(flatten)]
    pub training: TrainingArgs,
}

/// Arguments of `learn merge`.
#[derive(Args, Debug, Clone)]
pub struct LearnMergeArgs {
    /// A player folder
    #[arg(value_name = "FIRST")]
    pub first: PathBuf,
    /// Another
    #[arg(value_name = "SECOND")]
    pub second: PathBuf,
    /// The player folder to write
    #[arg(long, short, value_name = "FOLDER")]
    pub output: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `learn forget`.
#[derive(Args, Debug, Clone)]
pub struct LearnForgetArgs {
    /// The player folder
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Games of Kriegspiel to take out of a profile; `-` for standard input
    #[arg(value_name = "GAMES", conflicts_with_all = ["archive", "feedback"])]
    pub files: Vec<PathBuf>,
    /// The player folder to write (default: the same)
    #[arg(long, short, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Take out what its own training games added
    #[arg(long, conflicts_with_all = ["archive", "source"])]
    pub feedback: bool,
    /// Take out games of this archive, which it was learnt from: those of a source or a filter
    #[arg(long, value_name = "FOLDER")]
    pub archive: Option<PathBuf>,
    /// The games of this file, as `learn inspect` names it
    #[arg(long, value_name = "FILE")]
    pub source: Option<String>,
    /// Which games.
    #[command(flatten)]
    pub filter: FilterArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
