//! The arguments of `kriegspiel`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{MatchArgs, TEMPLATE};

/// The milliseconds for a move against a person.
pub const USUAL_MOVETIME: u64 = 500;

/// Arguments of `kriegspiel`.
#[derive(Args, Debug, Clone)]
pub struct KriegspielArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: KriegspielCommand,
}

/// What there is to do in Kriegspiel.
#[derive(Subcommand, Debug, Clone)]
pub enum KriegspielCommand {
    /// Play in the terminal, seeing your own men only
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo kriegspiel play
  zermelo kriegspiel play --side black --rules english --player strategic
  zermelo kriegspiel play --level 2                      against a weak player
  zermelo kriegspiel play --player 'belief[level=3,boards=2000]'
  zermelo kriegspiel play --movetime 1000 --save game.ksp
")]
    Play(KriegspielPlayArgs),
    /// Play a match between players or programs
    #[command(name = "match", mut_arg("game", |game| game.default_value("kriegspiel")), help_template = TEMPLATE, before_help = "Examples:
  zermelo kriegspiel match strategic montecarlo --games 200 --movetime 200
  zermelo kriegspiel match montecarlo-a montecarlo-c --games 20 --pgn games.ksp
  zermelo kriegspiel match 'belief[level=3]' 'belief[level=2]' --games 40 --nodes 4000
  zermelo kriegspiel match strategic 'bot:zermelo kriegspiel bot --player random' --games 10
  zermelo kriegspiel match strategic random --games 40 --goals my.toml --goal-means after.toml
")]
    Match(Box<MatchArgs>),
    /// Referee from a script: a try a line in, what everybody is told out
    #[command(help_template = TEMPLATE, before_help = "Examples:
  printf 'e2e4\\ne7e5\\n' | zermelo kriegspiel umpire --json
  zermelo kriegspiel umpire --rules cincinnati < tries.txt
")]
    Umpire(KriegspielUmpireArgs),
    /// Look at a finished game: three boards, and what each side believed
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo kriegspiel replay game.ksp
  zermelo kriegspiel replay games.ksp --game 2 --ply 30 --beliefs
  zermelo kriegspiel replay game.ksp --ply 30 -o scene.svg
  zermelo kriegspiel replay game.ksp -o game.html
  zermelo kriegspiel replay --heard umpire.txt --side white
")]
    Replay(KriegspielReplayArgs),
    /// Be a program that speaks the line protocol
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo kriegspiel bot --player strategic --movetime 500
  zermelo kriegspiel bot --player 'belief[level=3]'
  printf 'ksp\\nnewgame white wild16\\numpire to-move white tries 0\\ngo\\nquit\\n' | zermelo kriegspiel bot
")]
    Bot(KriegspielBotArgs),
    /// Print the planner's goals, to be copied and changed, or let games move them between levels
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo kriegspiel goals > my.toml                     the standard goals
  zermelo kriegspiel goals my.toml --rounds 20           play, and move goals after each round
  zermelo kriegspiel goals my.toml                       levels, means, and what has moved
")]
    Goals(KriegspielGoalsArgs),
    /// Find a mate that is certain, whatever the other side has and does
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo kriegspiel solve --fen '8/8/5K2/8/8/8/8/R7 w - - 0 1' --may k=g8,h8 --moves 2
  zermelo kriegspiel solve --fen '6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1' --may n=a5,b6,c6 --moves 2
  zermelo kriegspiel solve boards.fen --moves 3 --json
")]
    Solve(KriegspielSolveArgs),
    /// Look at the tables of endings against a bare king, build them, or play by them
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo kriegspiel endings                             what the program's tables prove
  zermelo kriegspiel endings kqk --games 1000            against a king that sees everything
  zermelo kriegspiel endings kqk krk kpk --build -o endings.bin
  zermelo kriegspiel endings kbbk --build --games 100 --json
")]
    Endings(KriegspielEndingsArgs),
}

/// Arguments of `kriegspiel play`.
#[derive(Args, Debug, Clone)]
pub struct KriegspielPlayArgs {
    /// Your side
    #[arg(long, value_name = "SIDE", default_value = "white", value_parser = ["white", "black"])]
    pub side: String,
    /// Who plays against you: random, metaposition, montecarlo, montecarlo-a, -b, -c, strategic or
    /// belief, with options in brackets as in a match (default: belief; strategic with --goals
    /// or --planner-log, which are its own)
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// How well `belief` plays against you, from 1 to 5 (default: 5, the whole player)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=5))]
    pub level: Option<u8>,
    /// The dialect: wild16, berkeley, berkeley-any, cincinnati or english
    #[arg(long, value_name = "NAME", default_value = "wild16")]
    pub rules: String,
    /// Milliseconds for each completed move of the program, all tries included
    #[arg(long, value_name = "MS", default_value_t = USUAL_MOVETIME, value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: u64,
    /// The planner's goals, a TOML file (see `zermelo kriegspiel goals`)
    #[arg(long, value_name = "FILE")]
    pub goals: Option<PathBuf>,
    /// What is usual for you: a folder as `zermelo learn profile` writes it
    #[arg(long, value_name = "FOLDER")]
    pub profile: Option<PathBuf>,
    /// The seed of everything random (default: another for every game)
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Add the game, every try included, to this file, after every move
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Write the decisions of a strategic player to this file when the game ends
    #[arg(long, value_name = "FILE")]
    pub planner_log: Option<PathBuf>,
}

/// Arguments of `kriegspiel umpire`.
#[derive(Args, Debug, Clone)]
pub struct KriegspielUmpireArgs {
    /// The dialect: wild16, berkeley, berkeley-any, cincinnati or english
    #[arg(long, value_name = "NAME", default_value = "wild16")]
    pub rules: String,
    /// Begin from this position
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Answer every line with one JSON object, instead of what each side is told
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `kriegspiel replay`.
#[derive(Args, Debug, Clone)]
pub struct KriegspielReplayArgs {
    /// The game: a file as `kriegspiel play --save` and `match --pgn` write it, or `-`
    #[arg(value_name = "FILE", required_unless_present = "heard")]
    pub file: Option<PathBuf>,
    /// Instead of a game, what one side has heard: announcements as in the line protocol, one a
    /// line, or `-`; says which line no board can explain, else what is believed at the end
    #[arg(long, value_name = "FILE", requires = "side", conflicts_with_all = ["file", "game", "ply", "output"])]
    pub heard: Option<PathBuf>,
    /// The side that has heard it
    #[arg(long, value_name = "SIDE", requires = "heard", conflicts_with = "file", value_parser = ["white", "black"])]
    pub side: Option<String>,
    /// The dialect of what was heard: wild16 (without it), berkeley, berkeley-any, cincinnati or
    /// english
    #[arg(long, value_name = "NAME", requires = "heard", conflicts_with = "file")]
    pub rules: Option<String>,
    /// Which game of the file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub game: u64,
    /// Only the scene after so many moves of both sides; without it, all of them
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,
    /// Show what each side believes, too: by boards for a side whose name begins with belief, by
    /// matrices for others
    #[arg(long)]
    pub beliefs: bool,
    /// Write a picture of one scene (.svg, the last one without --ply) or of all (.html)
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `kriegspiel bot`.
#[derive(Args, Debug, Clone)]
pub struct KriegspielBotArgs {
    /// Who plays: random, metaposition, montecarlo, montecarlo-a, -b, -c, strategic or belief, with
    /// options in brackets as in a match
    #[arg(long, value_name = "NAME", default_value = "strategic")]
    pub player: String,
    /// Milliseconds for each completed move, all tries included; a clock counts, too
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
    /// The planner's goals, a TOML file (see `zermelo kriegspiel goals`)
    #[arg(long, value_name = "FILE")]
    pub goals: Option<PathBuf>,
    /// What is usual for the opponent: a folder as `zermelo learn profile` writes it
    #[arg(long, value_name = "FOLDER")]
    pub profile: Option<PathBuf>,
    /// The seed of everything random (default: another for every run)
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// Arguments of `kriegspiel goals`.
#[derive(Args, Debug, Clone)]
pub struct KriegspielGoalsArgs {
    /// A file of goals, or `-`; with --rounds it is made from the standard ones if it is not there,
    /// and written after each round (comments at its beginning stay, others do not)
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Play this many rounds (more than the file says have been played), moving goals after each
    #[arg(long, value_name = "N", requires = "file", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub rounds: Option<u64>,
    /// Games of each round
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// Who plays against the strategic player, with options in brackets as in a match
    #[arg(long, value_name = "NAME", default_value = "montecarlo")]
    pub against: String,
    /// Milliseconds for each completed move, all tries included
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: u64,
    /// Nodes for each move instead of time: the run can then be repeated exactly
    #[arg(long, value_name = "N", conflicts_with = "movetime", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// The dialect: wild16, berkeley, berkeley-any, cincinnati or english
    #[arg(long, value_name = "NAME", default_value = "wild16")]
    pub rules: String,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Games at the same time (default: as many as there are cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub concurrency: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `kriegspiel solve`.
#[derive(Args, Debug, Clone)]
pub struct KriegspielSolveArgs {
    /// The boards that are possible: FENs, one a line, or `-`
    #[arg(
        value_name = "FILE",
        required_unless_present = "fen",
        conflicts_with = "fen"
    )]
    pub file: Option<PathBuf>,
    /// What is certain: the men of the side to move, and those of the other side that are known
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// A man of the other side and the squares where it may be: k=e8,f8 or n=all
    #[arg(long, value_name = "MAN=SQUARES", requires = "fen")]
    pub may: Vec<String>,
    /// The longest mate to look for
    #[arg(long, short, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub moves: u8,
    /// Give up after so many positions
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `kriegspiel endings`.
#[derive(Args, Debug, Clone)]
pub struct KriegspielEndingsArgs {
    /// The endings: kqk, krk, kbbk, kbnk, kpk (default: those of the tables)
    #[arg(value_name = "ENDING")]
    pub endings: Vec<String>,
    /// Build tables instead of using the program's own
    #[arg(long, conflicts_with = "table")]
    pub build: bool,
    /// Use the tables of this file instead of the program's own
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// When building: single squares from which sets are grown, at each level and placement
    #[arg(long, value_name = "N", requires = "build", value_parser = clap::value_parser!(u64).range(1..=64))]
    pub seeds: Option<u64>,
    /// When building: sets of the levels before that are grown further, at each placement
    #[arg(long, value_name = "N", requires = "build", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub starts: Option<u64>,
    /// When building: the longest win to look for, in moves
    #[arg(long, value_name = "N", requires = "build", value_parser = clap::value_parser!(u8).range(1..=200))]
    pub limit: Option<u8>,
    /// When building: keep all that was found, not only what the largest sets rest on
    #[arg(long, requires = "build")]
    pub full: bool,
    /// Write the tables to this file
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Play so many random starts of each ending, the king's square unknown, against a king that
    /// sees everything and resists best
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: Option<u64>,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
