//! The arguments of `archive` and `learn`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Arguments of `archive`.
#[derive(Args, Debug, Clone)]
pub struct ArchiveArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: ArchiveCommand,
}

/// The commands of `archive`.
#[derive(Subcommand, Debug, Clone)]
pub enum ArchiveCommand {
    /// Build an archive from PGN (plain, .gz, .bz2, .zst, `-`), DBF/FPT, text books or Parquet
    Build(ArchiveBuildArgs),
    /// What was played in a position
    Explore(ArchiveExploreArgs),
    /// The games themselves, back as PGN
    Games(ArchiveGamesArgs),
    /// Results by year, main lines, novelties, players, model games and traps of a position
    Report(ArchiveReportArgs),
    /// What an archive consists of
    Info(ArchiveInfoArgs),
    /// Check every byte
    Verify(ArchiveVerifyArgs),
    /// Write a Polyglot book, a table of positions, or the games
    Export(ArchiveExportArgs),
    /// Put archives together
    Merge(ArchiveMergeArgs),
    /// Say which games only one of two archives has
    Diff(ArchiveDiffArgs),
    /// Leave out a player, an event or a file
    Forget(ArchiveForgetArgs),
    /// Check a repertoire for holes, or drill it
    Repertoire(RepertoireArgs),
    /// Choose a move by one of the rules
    Choose(ArchiveChooseArgs),
    /// Prepare each file by itself, to be put together by `aggregate`
    Facts(ArchiveFactsArgs),
    /// Put prepared files together
    Aggregate(ArchiveAggregateArgs),
}

/// Which games.
#[derive(Args, Debug, Clone, Default)]
pub struct FilterArgs {
    /// Not before this year or day (2010, 2010.06.14)
    #[arg(long, value_name = "DATE")]
    pub since: Option<String>,
    /// Not after this year or day
    #[arg(long, value_name = "DATE")]
    pub until: Option<String>,
    /// Both players have at least this rating
    #[arg(long, value_name = "ELO")]
    pub min_elo: Option<u16>,
    /// Both players have at most this rating
    #[arg(long, value_name = "ELO")]
    pub max_elo: Option<u16>,
    /// Opening codes: C00-C19, B90 or E
    #[arg(long, value_name = "CODES")]
    pub eco: Option<String>,
    /// A part of a player's name
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// A part of White's name
    #[arg(long, value_name = "NAME")]
    pub white: Option<String>,
    /// A part of Black's name
    #[arg(long, value_name = "NAME")]
    pub black: Option<String>,
    /// The result: 1-0, 0-1 or 1/2-1/2
    #[arg(long, value_name = "RESULT")]
    pub result: Option<String>,
    /// At least so many plies
    #[arg(long, value_name = "N")]
    pub min_plies: Option<u16>,
    /// At most so many plies
    #[arg(long, value_name = "N")]
    pub max_plies: Option<u16>,
    /// bullet, blitz, rapid, classical, or a tag such as 300+3
    #[arg(long, value_name = "CLASS")]
    pub time_control: Option<String>,
}

/// Which position.
#[derive(Args, Debug, Clone, Default)]
pub struct PositionArgs {
    /// A position in FEN (default: the start)
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Moves from there: e2e4,e7e5 or e4,e5 or "1. e4 e5"
    #[arg(long, value_name = "MOVES")]
    pub play: Option<String>,
}

/// Arguments of `archive build`.
#[derive(Args, Debug, Clone)]
pub struct ArchiveBuildArgs {
    /// Files of games, `-` for standard input; or tables of positions in Parquet
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The archive's folder; games are added to one that is there
    #[arg(long, short, value_name = "FOLDER")]
    pub output: PathBuf,
    /// Which games.
    #[command(flatten)]
    pub filter: FilterArgs,
    /// How many plies of each game give positions (default: 70, or as the archive has it)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub plies: Option<u16>,
    /// Memory for sorting: 512M, 2G
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub memory: String,
    /// Threads (default: as many as there are cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub threads: Option<u64>,
    /// Store games that are there already once more
    #[arg(long)]
    pub keep_duplicates: bool,
    /// Throw an unfinished build away instead of going on with it
    #[arg(long)]
    pub fresh: bool,
    /// List every game that could not be used
    #[arg(long)]
    pub list_skipped: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print one JSON object a line as it goes
    #[arg(long, conflicts_with = "json")]
    pub events: bool,
}

/// Arguments of `archive explore`.
#[derive(Args, Debug, Clone)]
pub struct ArchiveExploreArgs {
    /// The archive, a Polyglot book (.bin), a compact table or history tables
    pub archive: PathBuf,
    /// Which position.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Which games.
    #[command(flatten)]
    pub filter: FilterArgs,
    /// Show so many moves
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub moves: usize,
    /// Names of openings from a file: tables (.tsv) or text books of the source
    #[arg(long, value_name = "FILE")]
    pub names: Vec<PathBuf>,
    /// Write the scatter plot of games against score, with the accepted area; `-` prints it
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// Games of the best players and latest games in the JSON
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub top_games: usize,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `archive games`.
#[derive(Args, Debug, Clone)]
pub struct ArchiveGamesArgs {
    /// The archive
    pub archive: PathBuf,
    /// Which position.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Which games.
    #[command(flatten)]
    pub filter: FilterArgs,
    /// Only games of this year
    #[arg(long, value_name = "YEAR", conflicts_with_all = ["since", "until"])]
    pub year: Option<u16>,
    /// At most so many games
    #[arg(long, value_name = "N")]
    pub games: Option<usize>,
    /// Only count them
    #[arg(long)]
    pub count: bool,
    /// Write them to a file; `-` prints them
    #[arg(long, short, value_name = "FILE.pgn")]
    pub output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `archive report`.
#[derive(Args, Debug, Clone)]
pub struct ArchiveReportArgs {
    /// The archive
    pub archive: PathBuf,
    /// Which position.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Which games.
    #[command(flatten)]
    pub filter: FilterArgs,
    /// Entries of each list
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub limit: usize,
    /// Names of openings from a file: tables (.tsv) or text books of the source
    #[arg(long, value_name = "FILE")]
    pub names: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `archive info`.
#[derive(Args, Debug, Clone)]
pub struct ArchiveInfoArgs {
    /// The archive, a compact table or history tables
    pub archive: PathBuf,
    /// So many of the most frequent players
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub players: usize,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `archive verify`.
#[derive(Args, Debug, Clone)]
pub struct ArchiveVerifyArgs {
    /// The archive
    pub archive: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `archive export`.
#[derive(Args, Debug, Clone)]
pub struct ArchiveExportArgs {
    /// The archive
    pub archive: PathBuf,
    /// Where to: .bin (Polyglot), .csv, .jsonl, .parquet, .pgn, .compact (one byte of score); or
    /// `-`, with --format
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// The format, whatever the file's name ends in
    #[arg(long, value_name = "NAME", value_parser = ["bin", "csv", "jsonl", "parquet", "pgn", "compact"])]
    pub format: Option<String>,
    /// The criterion of a compact table: 1, 2 or 3 (default: 3)
    #[arg(long, value_name = "N", value_parser = ["1", "2", "3"])]
    pub criterion: Option<String>,
    /// Positions, and for Polyglot and lines moves, of at least so many games (default: 3; compact:
    /// 2; lines: 20 and a two-hundredth of the games)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub min_games: Option<u64>,
    /// To .pgn: the lines of play instead of the games
    #[arg(long)]
    pub lines: bool,
    /// Where lines begin.
    #[command(flatten)]
    pub position: PositionArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `archive merge`.
#[derive(Args, Debug, Clone)]
pub struct ArchiveMergeArgs {
    /// The archives; with a single one its segments are packed into one
    #[arg(value_name = "ARCHIVE", required = true)]
    pub archives: Vec<PathBuf>,
    /// The new archive's folder
    #[arg(long, short, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Memory for sorting
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub memory: String,
    /// Throw an unfinished build away instead of refusing
    #[arg(long)]
    pub fresh: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `archive diff`.
#[derive(Args, Debug, Clone)]
pub struct ArchiveDiffArgs {
    /// An archive, a compact table or history tables
    pub first: PathBuf,
    /// Another
    pub second: PathBuf,
    /// Show so many games of each
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub games: usize,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `archive forget`.
#[derive(Args, Debug, Clone)]
#[command(group(clap::ArgGroup::new("what").required(true).multiple(true)))]
pub struct ArchiveForgetArgs {
    /// The archive
    pub archive: PathBuf,
    /// The games of a player (the whole name)
    #[arg(long, value_name = "NAME", group = "what")]
    pub player: Option<String>,
    /// The games of an event (the whole name)
    #[arg(long, value_name = "NAME", group = "what")]
    pub event: Option<String>,
    /// The games or positions of a source, as it was given to `build`
    #[arg(long, value_name = "FILE", group = "what")]
    pub file: Option<String>,
    /// Throw an unfinished build away instead of refusing
    #[arg(long)]
    pub fresh: bool,
    /// Memory for sorting
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub memory: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

fn percentage(text: &str) -> Result<f64, String> {
    let share = text.trim_end_matches('%').parse::<f64>().ok();
    let share = share.filter(|share| (0.0..=100.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 100".to_string())
}

/// Arguments of `archive repertoire`.
#[derive(Args, Debug, Clone)]
pub struct RepertoireArgs {
    /// The archive
    pub archive: PathBuf,
    /// My lines, as games or variations, plain or compressed; `-` for standard input
    #[arg(value_name = "LINES.pgn")]
    pub lines: PathBuf,
    /// My side: white or black
    #[arg(long, value_name = "SIDE", default_value = "white", value_parser = ["white", "black"])]
    pub side: String,
    /// Answers of at least this share of the games, in percent
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = percentage)]
    pub share: f64,
    /// Answers of at least so many games
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub min_games: u64,
    /// Ask for my moves instead
    #[arg(long)]
    pub drill: bool,
    /// Questions of a drill
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub questions: usize,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `archive choose`.
#[derive(Args, Debug, Clone)]
pub struct ArchiveChooseArgs {
    /// The archive
    pub archive: PathBuf,
    /// Which position.
    #[command(flatten)]
    pub position: PositionArgs,
    /// The rule: 1, 2, 3 or a name; without one, all of them
    #[arg(long, value_name = "RULE")]
    pub rule: Option<String>,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `archive facts`.
#[derive(Args, Debug, Clone)]
pub struct ArchiveFactsArgs {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The folder of prepared files
    #[arg(long, short, value_name = "FOLDER")]
    pub output: PathBuf,
    /// How many plies of each game give positions (default: 70, or as the archive has it)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub plies: Option<u16>,
    /// Memory for sorting
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub memory: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `archive aggregate`.
#[derive(Args, Debug, Clone)]
pub struct ArchiveAggregateArgs {
    /// The folder of prepared files
    pub folder: PathBuf,
    /// The archive's folder
    #[arg(long, short, value_name = "FOLDER")]
    pub output: PathBuf,
    /// Memory for sorting
    #[arg(long, value_name = "SIZE", default_value = "1G")]
    pub memory: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
