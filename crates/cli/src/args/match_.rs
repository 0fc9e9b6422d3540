//! Arguments of `match`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `match`.
#[derive(Args, Debug, Clone)]
pub struct MatchArgs {
    /// Players: full, full:1 (weakest) to full:10, random, or an algorithm (see `zermelo
    /// algorithms`); in chess also tuned, reference and the learned ones (see `zermelo players`), with
    /// @classic or @modern, `uci:COMMAND`, `xboard:COMMAND`; options in brackets, as in minimax[depth=3,name=Max],
    /// tuned[hash=64,threads=2,elo=1800] or uci:toga2[Hash=64,tc=5+0.05]
    ///
    /// In brackets every player takes name, tc, movetime (milliseconds), nodes and depth. An
    /// algorithm takes its parameters (see `zermelo algorithms`), full those of the search and
    /// threads, chess players hash (megabytes), threads, overhead (milliseconds), elo (1000 to
    /// 2800) and dir, the folder of a learned one. Engines take ponder=yes; everything else is sent to them as an option. In
    /// chess, full is tuned, and full:1 to full:9 are tuned at 1000, 1200 … 2600 Elo. In
    /// kriegspiel: random, metaposition, montecarlo, montecarlo-a, -b, -c, strategic (options
    /// goals=FILE, goals=N, candidates, plan, threshold), belief (options level=1 to 5, boards=N,
    /// sample=N, sighted=N, threat=N, position=N, goals=on, mixed=on), `bot:COMMAND`; strategic,
    /// belief and all of montecarlo take profile=FOLDER (see `zermelo learn profile`), and all but
    /// random endings=FILE (see `zermelo kriegspiel endings`).
    #[arg(value_name = "PLAYER", num_args = 2.., required = true)]
    pub players: Vec<String>,
    /// Chess: where the folders of learned players are (default: `players` in the user's data folder)
    #[arg(long, value_name = "FOLDER")]
    pub player_dir: Option<PathBuf>,
    /// The game (see `zermelo games`)
    #[arg(long, value_name = "GAME", default_value = "chess")]
    pub game: String,
    /// Kriegspiel: the dialect, wild16 (usual), berkeley, berkeley-any, cincinnati or english
    #[arg(long, value_name = "NAME")]
    pub rules: Option<String>,
    /// Kriegspiel: the goals of strategic players, a TOML file
    #[arg(long, value_name = "FILE")]
    pub goals: Option<PathBuf>,
    /// Kriegspiel: write the goals after the match, with their means and new levels
    #[arg(long, value_name = "FILE")]
    pub goal_means: Option<PathBuf>,
    /// Kriegspiel: write every decision of the planners, one a line
    #[arg(long, value_name = "FILE")]
    pub planner_log: Option<PathBuf>,
    /// Games between every two players that meet; with --sprt, at most (default 100, or 100000)
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// Play until this is decided: elo0,elo1, or elo0,elo1,alpha,beta
    #[arg(long, value_name = "ELO0,ELO1", num_args = 0..=1, default_missing_value = "0,5", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// What the Elo of --sprt measures
    #[arg(long, value_name = "MODEL", default_value = "normalized", requires = "sprt", value_parser = ["normalized", "logistic"])]
    pub model: String,
    /// The first player meets all others, instead of everybody everybody
    #[arg(long)]
    pub gauntlet: bool,
    /// Time control: 10+0.1, 40/60, 50/25:00+1 (default for chess 10+0.1)
    #[arg(long, value_name = "TC")]
    pub tc: Option<String>,
    /// Milliseconds a move (default for other games 100)
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
    /// Nodes a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Depth of each search
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: Option<u32>,
    /// Milliseconds by which a clock may be overstepped
    #[arg(long, value_name = "MS", default_value_t = 20)]
    pub margin: u64,
    /// Seconds after which an engine that has no clock (nodes or depth only) counts as hanging
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub patience: u64,
    /// Openings: .pgn, .epd, .fen, or a list of moves, one opening a line; - for standard input
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Plies to take from each game of a PGN (default 16)
    #[arg(long, value_name = "N")]
    pub opening_plies: Option<usize>,
    /// Only openings with an ECO code in this range, such as C00-C19 (PGN files with such tags)
    #[arg(long, value_name = "CODES", requires = "openings")]
    pub eco: Option<String>,
    /// Take the openings in random order
    #[arg(long, requires = "openings")]
    pub shuffle: bool,
    /// Without a file: begin with this many random plies, 0 for the usual start (default 2, in
    /// chess 6, and more where the openings of that length run out); in chess only lines that
    /// leave material even
    #[arg(long, value_name = "N", conflicts_with = "openings", value_parser = clap::value_parser!(u16).range(0..=200))]
    pub random_plies: Option<u16>,
    /// End games early: thesis (resign under -1000, share after 50 moves), draw (8 moves within
    /// 20 from move 34 on), resign (3 moves at -600, both sides), or several with commas
    #[arg(long, value_name = "RULES", default_value = "none")]
    pub adjudicate: String,
    /// A player that judges games to be shared (thesis); without one, the players' own scores
    #[arg(long, value_name = "PLAYER")]
    pub judge: Option<String>,
    /// Milliseconds for the judge (thesis: a minute)
    #[arg(long, value_name = "MS")]
    pub judge_time: Option<u64>,
    /// Games of this many moves are drawn
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_moves: Option<u32>,
    /// Add the games to this file as they finish; - for standard output
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Remember the match in this file, and go on from it if it is there; without one, a running
    /// match is remembered in zermelo/matches of the user's data folder
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Games at the same time (default: as many as there are cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub concurrency: Option<u64>,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print every event as one JSON object a line
    #[arg(long, conflicts_with = "json")]
    pub events: bool,
    /// With --events: every move, too
    #[arg(long, requires = "events")]
    pub moves: bool,
}
