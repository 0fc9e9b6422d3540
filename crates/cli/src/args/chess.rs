//! The arguments of the chess commands.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `perft`.
#[derive(Args, Debug, Clone)]
pub struct PerftArgs {
    /// A position in FEN (without one, the start), then the depth in plies
    #[arg(value_name = "FEN… DEPTH", num_args = 1.., required = true)]
    pub words: Vec<String>,
    /// Show the count below every move
    #[arg(long)]
    pub divide: bool,
    /// Compare with a UCI engine that knows `go perft`, and descend to its first wrong move
    #[arg(long, value_name = "ENGINE")]
    pub against: Option<String>,
    /// Check the counts of a file: lines of `FEN ;D1 20 ;D2 400 …`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["divide", "against"])]
    pub suite: Option<PathBuf>,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub threads: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What every chess search may use.
#[derive(Args, Debug, Clone, Default)]
pub struct EngineArgs {
    /// Search this many plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub depth: Option<u32>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Stop after this many milliseconds (default: a second)
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
    /// Memory for the table, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=65536))]
    pub hash: u64,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub threads: u64,
    /// Play at about this strength, in Elo
    #[arg(long, value_name = "ELO", value_parser = clap::value_parser!(u32).range(i64::from(zermelo_engine::handicap::ELO.0)..=i64::from(zermelo_engine::handicap::ELO.1)))]
    pub elo: Option<u32>,
    /// Folders of Syzygy endgame tables
    #[arg(long, value_name = "FOLDERS")]
    pub syzygy: Option<String>,
    /// Where the folders of learned players are (default: `players` in the user's data folder)
    #[arg(long, value_name = "FOLDER")]
    pub player_dir: Option<PathBuf>,
}

/// Arguments of `eval`.
#[derive(Args, Debug, Clone)]
pub struct EvalArgs {
    /// A position in FEN; without one, the start
    #[arg(value_name = "FEN", num_args = 0..)]
    pub position: Vec<String>,
    /// Where the folders of learned players are (default: `players` in the user's data folder)
    #[arg(long, value_name = "FOLDER")]
    pub player_dir: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `analyse`.
#[derive(Args, Debug, Clone)]
pub struct AnalyseArgs {
    /// A position in FEN, or a PGN file whose games are annotated (`-` for standard input);
    /// without either, the start
    #[arg(value_name = "FEN|FILE.pgn", num_args = 0..)]
    pub what: Vec<String>,
    /// Limits and means.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Show this many of the best moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub multipv: u64,
    /// Who analyses: tuned or reference, with @classic or @modern
    #[arg(long, value_name = "NAME", default_value = "tuned")]
    pub player: String,
    /// Write the annotated games to this file instead of standard output; interrupted, the same
    /// command goes on
    #[arg(long, short, value_name = "FILE.pgn")]
    pub output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print every report as one JSON object a line
    #[arg(long, conflicts_with = "json")]
    pub events: bool,
}

/// Arguments of `epd`.
#[derive(Args, Debug, Clone)]
pub struct EpdArgs {
    /// Files of test positions: EPD with bm, am, dm or points, or the test lines of GnuChess
    #[arg(value_name = "FILE", num_args = 1.., required = true)]
    pub files: Vec<PathBuf>,
    /// Limits and means.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Who solves: tuned or reference, with @classic or @modern, or `uci:COMMAND`
    #[arg(long, value_name = "PLAYER", default_value = "tuned")]
    pub player: String,
    /// Remember what is solved in this file, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Take only every N-th position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub every: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print every position as one JSON object a line
    #[arg(long, conflicts_with = "json")]
    pub events: bool,
}
