//! The arguments of `learn` and `players`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{
    LearnFeedbackArgs, LearnForgetArgs, LearnMergeArgs, LearnRoteArgs, PositionArgs, TEMPLATE,
};

/// Arguments of `learn`.
#[derive(Args, Debug, Clone)]
pub struct LearnArgs {
    /// What to learn.
    #[command(subcommand)]
    pub command: LearnCommand,
}

/// What can be learnt.
#[derive(Subcommand, Debug, Clone)]
pub enum LearnCommand {
    /// The opening table, for the players opta1, opta2, opta3, opta3.1 and opta3.2
    #[command(visible_alias = "book")]
    Opta(LearnTableArgs),
    /// The opening table and history tables, for the player ophista and the others
    Ophista(LearnTableArgs),
    /// History tables alone: what was played soon after every frequent position
    History(LearnHistoryArgs),
    /// How the terms of the evaluation are distributed in games won, drawn and lost, for the
    /// players bayes, mixed-bayes and their variants
    Bayes(LearnBayesArgs),
    /// Weights of the terms by a genetic algorithm, for the players genetic1 and genetic2
    Genetic(LearnGeneticArgs),
    /// All weights of the terms, fitted to games and to what searches think of their positions, for
    /// the player fitted
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo learn weights --archive games.archive --positions 100000 --nodes 1000
  zermelo learn weights --archive games.archive --samples scored.txt -o mine
  zermelo match fitted tuned --games 200 --nodes 5000
")]
    Weights(LearnFitArgs),
    /// A small network, trained on the same, for the player networked
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo learn network --archive games.archive --positions 1000000 --nodes 300
  zermelo learn network --archive games.archive --samples scored.txt -o mine
  zermelo match networked tuned --games 200 --nodes 5000
")]
    Network(LearnFitArgs),
    /// Games to learn from that masters do not play: slips first, then sound play to the end
    Selfplay(LearnSelfplayArgs),
    /// A picture of what a player folder has learnt
    Plot(LearnPlotArgs),
    /// An opening table that goes on learning from training games, for the player opta-fb
    Feedback(LearnFeedbackArgs),
    /// Values of searches kept from game to game, for the player rote
    Rote(LearnRoteArgs),
    /// What a player folder is, where it came from, and what it knows of a position
    Inspect(LearnInspectArgs),
    /// In what two player folders differ
    Diff(LearnDiffArgs),
    /// Where an opponent's men are likely to be in Kriegspiel, from games of it
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo learn profile games.ksp -o everybody
  zermelo learn profile games.ksp more.ksp --opponent strategic -o strategic.profile
  zermelo learn inspect everybody --move 12 -o men.svg
  zermelo kriegspiel match 'montecarlo[profile=everybody]' strategic --games 20
")]
    Profile(LearnProfileArgs),
    /// Relations between own men after which material is gained in Kriegspiel, as goals
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo learn goals games.ksp -o mined.toml
  zermelo learn goals games.ksp -o mined.toml --page mined.html
  zermelo kriegspiel goals mined.toml --rounds 20         let play promote them
")]
    Goals(LearnGoalsArgs),
    /// Two player folders in one: counts are added; different kinds are put together
    Merge(LearnMergeArgs),
    /// Take games, or what training added, out of a player folder
    Forget(LearnForgetArgs),
}

/// How long work is told of.
#[derive(Args, Debug, Clone, Copy)]
pub struct Form {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print one JSON object a line as it goes
    #[arg(long, conflicts_with = "json")]
    pub events: bool,
}

/// From which archive to which folder something is learnt.
#[derive(Args, Debug, Clone)]
pub struct LearnWorkArgs {
    /// The archive (default: the folder `archive` in the user's data folder for zermelo)
    #[arg(long, value_name = "FOLDER")]
    pub archive: Option<PathBuf>,
    /// The player folder (default: of its kind in `players` of the user's data folder)
    #[arg(long, short, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Hold out one game in so many, for the figures; 0 learns from all and prints none
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub hold_out: u32,
    /// How it is told.
    #[command(flatten)]
    pub form: Form,
}

/// Arguments of `learn opta` and `learn ophista`.
#[derive(Args, Debug, Clone)]
pub struct LearnTableArgs {
    /// Archive and folder.
    #[command(flatten)]
    pub work: LearnWorkArgs,
    /// Leave out positions of fewer games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub min_games: u64,
}

/// What learners of evaluations are told of archive, games and folder.
#[derive(Args, Debug, Clone)]
pub struct LearnFromArgs {
    /// Archive and folder.
    #[command(flatten)]
    pub work: LearnWorkArgs,
    /// Learn only from games with these opening codes, such as C00-C19
    #[arg(long, value_name = "CODES")]
    pub eco: Option<String>,
}

/// Variants of the Bayesian evaluation.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum BayesVariant {
    /// All games; for bayes and mixed-bayes
    Plain,
    /// Without the games drawn; for mixed-bayes-wd
    Wd,
    /// Only games of players rated 2500 or more; for mixed-bayes-gm
    Gm,
    /// Terms taken as independent; for mixed-bayes-ind
    Ind,
    /// Monotone in material, calibrated on games held out; for bayes-calibrated
    Calibrated,
}

/// Arguments of `learn bayes`.
#[derive(Args, Debug, Clone)]
pub struct LearnBayesArgs {
    /// From what to what.
    #[command(flatten)]
    pub from: LearnFromArgs,
    /// Which variant
    #[arg(long, value_enum, default_value_t = BayesVariant::Plain)]
    pub variant: BayesVariant,
    /// Learn from about so many positions at most, of games spread evenly
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub positions: u64,
}

/// How agreeing moves become fitness.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum FitnessForm {
    /// Moves beyond a fifth, and one
    Corrected,
    /// The share of moves beyond a fifth, and one: as printed in the source
    Thesis,
}

/// Arguments of `learn genetic`.
#[derive(Args, Debug, Clone)]
pub struct LearnGeneticArgs {
    /// From what to what.
    #[command(flatten)]
    pub from: LearnFromArgs,
    /// 1: 500 positions between moves 10 and 50; 2: 100 positions just after the opening (stages 2
    /// to 4), where alone the weights count
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub variant: u8,
    /// How agreeing moves become fitness
    #[arg(long, value_enum, default_value_t = FitnessForm::Corrected)]
    pub fitness: FitnessForm,
    /// Generations
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub generations: u32,
    /// Sample positions (default: 500 of variant 1, 100 of variant 2)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(5..=1_000_000))]
    pub positions: Option<u32>,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// Arguments of `learn selfplay`.
#[derive(Args, Debug, Clone)]
pub struct LearnSelfplayArgs {
    /// Where to write the games, in PGN; `-` for standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Nodes for every move
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How it is told.
    #[command(flatten)]
    pub form: Form,
}

/// Arguments of `learn weights` and `learn network`.
#[derive(Args, Debug, Clone)]
pub struct LearnFitArgs {
    /// Archive, folder and games.
    #[command(flatten)]
    pub from: LearnFromArgs,
    /// From about so many positions, spread evenly over the games
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub positions: u64,
    /// Nodes of the search that scores each position
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Keep the scored positions in this file, and use those that are there
    #[arg(long, value_name = "FILE")]
    pub samples: Option<PathBuf>,
    /// The share of the game's result in what is predicted, in hundredths; the rest is the score
    #[arg(long, value_name = "PERCENT", default_value_t = 40, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub result: u8,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub epochs: u16,
    /// Threads (default: as many as there are cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// What can be plotted of a player folder.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LearnPicture {
    /// The expected score by material, all else even, at several stages
    Material,
    /// Points by expected score, on games held out
    Reliability,
    /// Agreeing moves by generation
    Fitness,
}

/// Arguments of `learn plot`.
#[derive(Args, Debug, Clone)]
pub struct LearnPlotArgs {
    /// The player folder
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// What to plot
    #[arg(long, value_enum)]
    pub of: LearnPicture,
    /// Where to write the picture: a name ending in .svg
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
}

/// Arguments of `learn history`.
#[derive(Args, Debug, Clone)]
pub struct LearnHistoryArgs {
    /// Archive and folder.
    #[command(flatten)]
    pub work: LearnWorkArgs,
    /// Positions of at least so many games
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub min_games: u64,
}

/// Arguments of `learn inspect`.
#[derive(Args, Debug, Clone)]
pub struct LearnInspectArgs {
    /// The player folder
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Which position.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Show so many moves
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub moves: usize,
    /// A profile: the men after so many moves of their side
    #[arg(long = "move", value_name = "N", default_value_t = 10)]
    pub after: u32,
    /// A profile: write heat maps of that move (.svg) or of the whole game (.html)
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `learn diff`.
#[derive(Args, Debug, Clone)]
pub struct LearnDiffArgs {
    /// A player folder
    #[arg(value_name = "FIRST")]
    pub first: PathBuf,
    /// Another
    #[arg(value_name = "SECOND")]
    pub second: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `learn profile`.
#[derive(Args, Debug, Clone)]
pub struct LearnProfileArgs {
    /// Games of Kriegspiel, as `kriegspiel match --pgn` and `play --save` write them; `-` for
    /// standard input
    #[arg(value_name = "GAMES", required = true)]
    pub files: Vec<PathBuf>,
    /// The player folder (default: `profile` in `players` of the user's data folder)
    #[arg(long, short, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Only the men of this player, as the games name it; what everybody did stands behind it
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<String>,
    /// Hold out one game in so many, for the figures; 0 learns from all and prints none
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub hold_out: u32,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `learn goals`.
#[derive(Args, Debug, Clone)]
pub struct LearnGoalsArgs {
    /// Games of Kriegspiel, as `kriegspiel match --pgn` and `play --save` write them; `-` for
    /// standard input
    #[arg(value_name = "GAMES", required = true)]
    pub files: Vec<PathBuf>,
    /// The file of goals to write; what was confirmed enters at level 2
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// The goals that they are added to (default: the standard ones)
    #[arg(long, value_name = "FILE")]
    pub goals: Option<PathBuf>,
    /// Write what was found in words and pictures (.html)
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    /// Show so many relations, the most promising first
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub show: usize,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `players`.
#[derive(Args, Debug, Clone)]
pub struct PlayersArgs {
    /// Where the folders of learned players are (default: `players` in the user's data folder)
    #[arg(long, value_name = "FOLDER")]
    pub player_dir: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
