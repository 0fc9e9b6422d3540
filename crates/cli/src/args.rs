//! The arguments, defined once: parser, help, completions and man pages come from here.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

mod names;
mod tree;

pub use tree::{ExerciseArgs, TreeArgs};

mod match_;

pub use match_::MatchArgs;

mod serve;

pub use serve::ServeArgs;

mod theory;

pub use theory::TheoryArgs;

mod archive;

pub use archive::{
    ArchiveAggregateArgs, ArchiveArgs, ArchiveBuildArgs, ArchiveChooseArgs, ArchiveCommand,
    ArchiveDiffArgs, ArchiveExploreArgs, ArchiveExportArgs, ArchiveFactsArgs, ArchiveForgetArgs,
    ArchiveGamesArgs, ArchiveInfoArgs, ArchiveMergeArgs, ArchiveReportArgs, ArchiveVerifyArgs,
    FilterArgs, PositionArgs, RepertoireArgs,
};

mod experiment;

pub use experiment::ExperimentArgs;

mod learn;

pub use learn::{
    BayesVariant, FitnessForm, Form, LearnArgs, LearnBayesArgs, LearnCommand, LearnDiffArgs,
    LearnFitArgs, LearnFromArgs, LearnGeneticArgs, LearnGoalsArgs, LearnHistoryArgs,
    LearnInspectArgs, LearnPicture, LearnPlotArgs, LearnProfileArgs, LearnSelfplayArgs,
    LearnTableArgs, LearnWorkArgs, PlayersArgs,
};

mod training;

pub use training::{
    LearnFeedbackArgs, LearnForgetArgs, LearnMergeArgs, LearnRoteArgs, TrainingArgs,
};

mod kriegspiel;

pub use kriegspiel::{
    KriegspielArgs, KriegspielBotArgs, KriegspielCommand, KriegspielEndingsArgs,
    KriegspielGoalsArgs, KriegspielPlayArgs, KriegspielReplayArgs, KriegspielSolveArgs,
    KriegspielUmpireArgs, USUAL_MOVETIME,
};

mod chess;

pub use chess::{AnalyseArgs, EngineArgs, EpdArgs, EvalArgs, PerftArgs};

const TEMPLATE: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// Searches game trees, shows what every algorithm did and why, and plays.
#[derive(Parser, Debug)]
#[command(
    name = "zermelo",
    version,
    help_template = TEMPLATE,
    before_help = "Examples:
  zermelo demo                                        a tour of what there is
  zermelo tree '((3 12 8)(2 4 6)(14 5 2))'            a pruned tree, with reasons
  zermelo tree othello --depth 4 --algorithm all      all algorithms on one game
  zermelo solve grundy 7                              a proof, as a solution tree
  zermelo play connect4                               play in the terminal
",
    disable_help_subcommand = true
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// A tour of what there is, offline, in under 20 seconds
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo demo
  zermelo demo -o tour.html
")]
    Demo(DemoArgs),
    /// Search a tree or a game and show the searched tree
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo tree '((3 12 8)(2 4 6)(14 5 2))'
  zermelo tree '((3 5)(((0 9) 5)(7 8)(9)))' --algorithm pvs -o tree.svg
  zermelo tree '((3 12 8)(2 4 6)(14 5 2))' --algorithm all --json
  zermelo tree tictactoe --symmetry --depth 2
  zermelo tree uniform '3x4 seed=7' --algorithm mtdf
  zermelo tree othello --depth 5 --algorithm probcut --set probcut-confidence=100
  zermelo tree '((3 12 8)(2 4 6)(14 5 2))' -o steps.html   steps through the search
  zermelo tree connect4 --depth 5 --compare                all algorithms, four orderings
  zermelo tree --exercise --difficulty hard -o sheet.tex --key key.txt
  zermelo tree --grade answers.txt
")]
    Tree(TreeArgs),
    /// Prove who wins, and show the solution tree
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo solve grundy 7
  zermelo solve nim 3,4,5 --algorithm retrograde
  zermelo solve tictactoe xo..x.o.. -o proof.svg
  zermelo solve connect4 444443533 --json
  zermelo solve draughts B:W18,K27:BK1,K5
  zermelo solve tree '((3 12 8)(2 4 6)(14 5 2))' --at-least 3
")]
    Solve(SolveArgs),
    /// Play a game in the terminal
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo play othello
  zermelo play connect4 --side second --level 3
  zermelo play tictactoe --player minimax
  zermelo play draughts --side none --movetime 200
  zermelo play chess --side black --level 3
  zermelo play chess --tc 300+3 --elo 1800
  zermelo play kriegspiel --side black                you see your own men only
")]
    Play(PlayArgs),
    /// Play a match between players or engines, and say what it proves
    #[command(name = "match", help_template = TEMPLATE, before_help = "Examples:
  zermelo match mcts minimax --game connect4 --games 40
  zermelo match uci:toga2 'uci:glaurung[Threads=1]' --tc 8+0.08 --pgn games.pgn
  zermelo match tuned reference@classic --nodes 5000 --games 100
  zermelo match uci:./new uci:./old --sprt 0,5 --openings book.epd --log test.log
  zermelo match uci:toga2 xboard:phalanx xboard:fairymax --gauntlet --games 20
")]
    Match(MatchArgs),
    /// Blind chess: play it, let players and programs play it, look at games
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo kriegspiel play --player montecarlo
  zermelo kriegspiel match strategic random --games 20 --movetime 100
  printf 'e2e4\\ne7e5\\n' | zermelo kriegspiel umpire --json
  zermelo kriegspiel replay game.ksp --ply 20 -o scene.svg
")]
    Kriegspiel(KriegspielArgs),
    /// Show a position: the board, its notation, its moves, its picture
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo show othello
  zermelo show connect4 44453 -o board.svg
  zermelo show chess 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq -' -o castling.svg
  zermelo show draughts B:W18,26,K27:B14,K1 --json
")]
    Show(ShowArgs),
    /// Measure what is claimed about alpha-beta, formula beside simulation
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo theory --list
  zermelo theory best-case
  zermelo theory random --plot growth.svg
  zermelo theory dependent --samples 1000 --seed 7 --json
  zermelo theory all -o report.html
")]
    Theory(TheoryArgs),
    /// Be a chess engine that speaks UCI
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo uci
  echo uci | zermelo                                  the first line may name the protocol
")]
    Uci,
    /// Be a chess engine that speaks the XBoard protocol
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo xboard
  xboard -fcp 'zermelo xboard'
")]
    Xboard,
    /// Find the best moves of a chess position, or annotate games
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo analyse
  zermelo analyse '6k1/5ppp/8/8/8/8/8/R5K1 w - -' --depth 6 --json
  zermelo analyse '2b1qr2/pr3k2/1p2pn2/4Bp2/2pP4/2P4R/PP1Q1PB1/R5K1 w - -' --multipv 3
  zermelo analyse games.pgn --movetime 200 -o annotated.pgn
")]
    Analyse(AnalyseArgs),
    /// Take the evaluation of a chess position apart
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo eval
  zermelo eval '3rr1k1/1pqb1pp1/p1nb2np/3p4/3N4/4BNPP/PPPQ1PB1/3RR1K1 w - -'
  zermelo eval '8/8/8/4k3/8/8/4P3/4K3 w - -' --json
")]
    Eval(EvalArgs),
    /// Solve test suites of chess positions and count the right moves
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo epd wac.epd --movetime 1000
  zermelo epd wac.epd --movetime 1000 --player uci:toga2
  zermelo epd sts.epd --nodes 100000 --log sts.log --json
")]
    Epd(EpdArgs),
    /// Count the positions that legal moves lead to, or find another engine's first wrong move
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo perft 5
  zermelo perft 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq -' 4 --divide
  zermelo perft 4 --against stockfish
  zermelo perft --suite perftsuite.epd 5
")]
    Perft(PerftArgs),
    /// Search fixed positions and count the nodes: a fingerprint of the algorithms
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo bench
  zermelo bench --json
")]
    Bench(BenchArgs),
    /// Build archives of chess games, and ask them what was played
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo archive build games.pgn.zst -o my.archive --min-elo 2300 --eco C00-C19
  zermelo archive explore my.archive --play e4,e6,d4,d5
  zermelo archive games my.archive --player Petrosian --eco C --result 0-1
  zermelo archive report my.archive --play d4,Nf6,c4,g6
  zermelo archive export my.archive -o book.bin
")]
    Archive(ArchiveArgs),
    /// Learn players from an archive, and look at what was learnt
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo learn opta --archive my.archive -o my.opta
  zermelo learn ophista --archive my.archive
  zermelo learn bayes --archive my.archive --eco C00-C19
  zermelo learn inspect my.opta --play e4,e6,d4,d5
  zermelo learn diff my.opta other.opta
  zermelo learn feedback --from my.ophista -o my.feedback --games 1000 --nodes 5000
  zermelo learn rote -o my.rote --games 120 --nodes 5000 --trainer tuned@classic
  zermelo learn merge my.opta other.opta -o both.opta
  zermelo learn forget my.opta --archive my.archive --eco C00-C19
  zermelo learn history --archive my.archive -o my.history
  zermelo learn profile games.ksp --opponent strategic -o my.profile
  zermelo learn goals games.ksp -o mined.toml
")]
    Learn(LearnArgs),
    /// List the players by name, with what each is made of
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo players
  zermelo players --player-dir my.players --json
")]
    Players(PlayersArgs),
    /// Re-run a table of the sources with learned players, beside the source's figures
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo experiment --list
  zermelo experiment 5.6 --archive my.archive --quick
  zermelo experiment 4.5 --archive my.archive --games 100
  zermelo experiment all --archive my.archive --quick -o report.html
")]
    Experiment(ExperimentArgs),
    /// Serve a local web page: play, analyse, explore openings, Kriegspiel, trees
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo serve
  zermelo serve --archive my.archive --port 8080
  zermelo serve --archive masters=big.archive --archive mine=own.archive
  zermelo serve --bind 0.0.0.0 --host chess.home        for other machines, too
")]
    Serve(ServeArgs),
    /// List the algorithms, with their sources and parameters
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo algorithms
  zermelo algorithms --json
")]
    Algorithms(ListArgs),
    /// List the games and how their positions are written
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo games
")]
    Games(ListArgs),
    /// Write shell completions to standard output
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo completions bash > /etc/bash_completion.d/zermelo
  zermelo completions zsh > _zermelo
")]
    Completions(CompletionsArgs),
    /// Write the man pages
    #[command(help_template = TEMPLATE, before_help = "Examples:
  zermelo man | man -l -
  zermelo man --dir man1
  zermelo man --markdown > commands.md
")]
    Man(ManArgs),
}

/// Which game, and from where.
#[derive(Args, Debug, Clone)]
pub struct GameArgs {
    /// A game by name (see `zermelo games`), or a tree such as ((3 12 8)(2 4 6)(14 5 2))
    #[arg(value_name = "SPEC|GAME", value_parser = names::games(), hide_possible_values = true)]
    pub game: String,
    /// A position in the game's notation; without one, the start
    #[arg(value_name = "POSITION", num_args = 0..)]
    pub position: Vec<String>,
}

/// What a search may use.
#[derive(Args, Debug, Clone, Default)]
pub struct LimitArgs {
    /// Search this many plies; without it, to the end of the game
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub depth: Option<u32>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Stop after this many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
    /// Memory for tables, in megabytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=65536))]
    pub hash: Option<u64>,
    /// The seed of everything random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=9_007_199_254_740_991))]
    pub seed: Option<u64>,
    /// Set a parameter of the algorithm (see `zermelo algorithms`); may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

/// Arguments of `solve`.
#[derive(Args, Debug, Clone)]
pub struct SolveArgs {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// and-or, proof-number, retrograde, or solver (connect4, othello, draughts of at most four pieces); without it, the one that suits the game
    #[arg(long, short, value_name = "NAME", value_parser = names::methods(), hide_possible_values = true)]
    pub algorithm: Option<String>,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Ask only whether the player to move (for trees: Max) gets at least this
    #[arg(long, value_name = "V", allow_hyphen_values = true, value_parser = finite)]
    pub at_least: Option<f64>,
    /// Show at most this many nodes of the solution tree
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub show: usize,
    /// Write the solution tree to a file: .svg, .dot, .html, .txt or .json
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `play`.
#[derive(Args, Debug, Clone)]
pub struct PlayArgs {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Your side: first, second, both or none; in chess and kriegspiel also white or black
    #[arg(long, value_name = "SIDE", default_value = "first", value_parser = ["first", "second", "white", "black", "both", "none"])]
    pub side: String,
    /// How strong the program plays, 1 to 10, in kriegspiel 1 to 5 (default: 5)
    #[arg(long, value_name = "1-10", value_parser = clap::value_parser!(u32).range(1..=10))]
    pub level: Option<u32>,
    /// Who plays: full, random, or an algorithm (see `zermelo algorithms`); in chess tuned,
    /// reference or a learned one (see `zermelo players`), with @classic or @modern, or
    /// `uci:COMMAND`; in kriegspiel its players
    #[arg(long, value_name = "NAME", default_value = "full")]
    pub player: String,
    /// Chess: how strong the program plays, in Elo
    #[arg(long, value_name = "ELO", conflicts_with = "level", value_parser = clap::value_parser!(u32).range(i64::from(zermelo_engine::handicap::ELO.0)..=i64::from(zermelo_engine::handicap::ELO.1)))]
    pub elo: Option<u32>,
    /// Chess: where the folders of learned players are (default: `players` in the user's data folder)
    #[arg(long, value_name = "FOLDER")]
    pub player_dir: Option<PathBuf>,
    /// Chess: clocks, in seconds for the game and per move, such as 300+3
    #[arg(long, value_name = "TC")]
    pub tc: Option<String>,
    /// Chess: letters instead of chessmen
    #[arg(long)]
    pub ascii: bool,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
}

impl PlayArgs {
    /// How strong the program plays, from 1 to 10: in the middle if nothing is said.
    pub fn level(&self) -> u32 {
        self.level.unwrap_or(5)
    }
}

/// Arguments of `show`.
#[derive(Args, Debug, Clone)]
pub struct ShowArgs {
    /// The game.
    #[command(flatten)]
    pub game: GameArgs,
    /// Write a picture of the position: .svg, or .txt
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `bench`.
#[derive(Args, Debug, Clone)]
pub struct BenchArgs {
    /// Depth of the chess searches in plies (default: the one of the fingerprint)
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `demo`.
#[derive(Args, Debug, Clone)]
pub struct DemoArgs {
    /// Where to write the report with pictures
    #[arg(long, short, value_name = "FILE.html", default_value = "report.html")]
    pub output: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of the lists.
#[derive(Args, Debug, Clone)]
pub struct ListArgs {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `completions`.
#[derive(Args, Debug, Clone)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// Arguments of `man`.
#[derive(Args, Debug, Clone)]
pub struct ManArgs {
    /// Write one page per command into this folder instead of the main page to standard output
    #[arg(long, value_name = "FOLDER")]
    pub dir: Option<PathBuf>,
    /// Write the reference of all commands as Markdown instead
    #[arg(long, conflicts_with = "dir")]
    pub markdown: bool,
}

/// Reads a number that is one.
fn finite(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "expected a number".to_string())
}

/// Arguments that begin with `-` and are no options: the parser would take them for some.
pub fn shield(args: Vec<OsString>) -> Vec<OsString> {
    let command = args.get(1).and_then(|arg| arg.to_str());
    let takes_tree = matches!(command, Some("tree" | "solve" | "play" | "show"));
    let is_option = |arg: &OsString| arg.to_str().is_some_and(|arg| arg.starts_with('-'));
    let mut before = false;
    let shielded = args.into_iter().map(|arg| {
        let after_option = std::mem::replace(&mut before, is_option(&arg));
        if takes_tree && !after_option {
            shield_leaf(arg)
        } else {
            shield_board(arg)
        }
    });
    shielded.collect()
}

/// A negative number is a tree of one leaf: a blank before it changes nothing else.
fn shield_leaf(argument: OsString) -> OsString {
    match argument.to_str() {
        Some(text) if text.starts_with('-') && text.parse::<f64>().is_ok() => {
            OsString::from(format!(" {text}"))
        }
        _ => shield_board(argument),
    }
}

/// Othello boards begin with `-` as often as not: the first empty square of an argument that is
/// a board is written as a dot instead.
fn shield_board(argument: OsString) -> OsString {
    const SQUARES: usize = 64;
    let is_board = argument.to_str().is_some_and(|text| {
        let board = text.split_whitespace().next().unwrap_or_default();
        board.len() == SQUARES
            && board.starts_with('-')
            && board.chars().all(|c| "XxOo*.-".contains(c))
    });
    match argument.to_str() {
        Some(text) if is_board => OsString::from(text.replacen('-', ".", 1)),
        _ => argument,
    }
}
