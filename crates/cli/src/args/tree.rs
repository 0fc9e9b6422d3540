//! The arguments of `tree`: a search to show, a comparison, a sheet of exercises, or answers to
//! mark.

use std::path::PathBuf;

use clap::Args;

use super::{GameArgs, LimitArgs, names};

/// Arguments of `tree`.
#[derive(Args, Debug, Clone)]
pub struct TreeArgs {
    /// A game by name (see `zermelo games`), or a tree such as ((3 12 8)(2 4 6)(14 5 2))
    #[arg(value_name = "SPEC|GAME", value_parser = names::games(), hide_possible_values = true)]
    pub game: Option<String>,
    /// A position in the game's notation; without one, the start
    #[arg(value_name = "POSITION", num_args = 0..)]
    pub position: Vec<String>,
    /// The algorithm, or `all` (see `zermelo algorithms`); without it, alpha-beta beside minimax
    #[arg(long, short, value_name = "NAME", value_parser = names::algorithms(), hide_possible_values = true)]
    pub algorithm: Option<String>,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Ask only whether the value is at least this (`and-or` and `proof-number`)
    #[arg(long, value_name = "V", allow_hyphen_values = true, value_parser = super::finite)]
    pub at_least: Option<f64>,
    /// Search mirror images once (tic-tac-toe)
    #[arg(long)]
    pub symmetry: bool,
    /// Visit the moves from right to left (explicit trees)
    #[arg(long)]
    pub mirror: bool,
    /// Show at most this many nodes of the searched tree
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub show: usize,
    /// Write the searched tree to a file: .svg, .dot, .txt or .json, or .html for a page that
    /// steps through the search; `-` for text on standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Compare the node counts of all algorithms that search to a depth, over four orderings of
    /// the moves and all depths up to --depth; without a game, on several; -o draws it (.svg, .html)
    #[arg(long, conflicts_with_all = ["exercise", "grade", "algorithm", "at_least", "symmetry", "mirror"])]
    pub compare: bool,
    /// Exercises.
    #[command(flatten)]
    pub exercise: ExerciseArgs,
    /// Mark the answers to a sheet of exercises (`-` for standard input): 0 if all are right, 1 if
    /// not, with the first mistake of each explained
    #[arg(long, value_name = "ANSWERS", conflicts_with_all = ["exercise", "game", "algorithm"])]
    pub grade: Option<PathBuf>,
    /// Print one JSON object (an array with `--algorithm all`)
    #[arg(long)]
    pub json: bool,
}

/// What sheet of exercises to make.
#[derive(Args, Debug, Clone)]
pub struct ExerciseArgs {
    /// Make a sheet of exercises on random trees instead (-o FILE.txt, .html or .tex), --seed and
    /// --depth as elsewhere
    #[arg(long, conflicts_with_all = ["game", "algorithm"])]
    pub exercise: bool,
    /// Exercises: children of a node, at most
    #[arg(long, value_name = "N", requires = "exercise", value_parser = clap::value_parser!(u32).range(1..=9))]
    pub width: Option<u32>,
    /// Exercises: plies of the trees (or --depth)
    #[arg(long, value_name = "PLIES", requires = "exercise", conflicts_with = "depth", value_parser = clap::value_parser!(u32).range(1..=9))]
    pub height: Option<u32>,
    /// Exercises: how many (default 4)
    #[arg(long, value_name = "N", requires = "exercise", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub count: Option<u32>,
    /// Exercises: how hard (default medium)
    #[arg(long, value_name = "LEVEL", requires = "exercise", value_parser = ["easy", "medium", "hard"])]
    pub difficulty: Option<String>,
    /// Exercises: write the answers to this file (.txt, .html or .tex) instead of after the sheet
    #[arg(long, value_name = "FILE", requires = "exercise")]
    pub key: Option<PathBuf>,
}

impl ExerciseArgs {
    /// An option that was given although it means something for exercises only. (The parser
    /// itself does not mind when there is a game, which excludes exercises.)
    #[must_use]
    pub fn stray(&self) -> Option<&'static str> {
        let given = [
            (self.width.is_some(), "--width"),
            (self.height.is_some(), "--height"),
            (self.count.is_some(), "--count"),
            (self.difficulty.is_some(), "--difficulty"),
            (self.key.is_some(), "--key"),
        ];
        let mut given = given.into_iter().filter(|_| !self.exercise);
        given.find_map(|(is_given, name)| is_given.then_some(name))
    }
}

impl TreeArgs {
    /// The game and position, if a game was named.
    #[must_use]
    pub fn game(&self) -> Option<GameArgs> {
        self.game.clone().map(|game| GameArgs {
            game,
            position: self.position.clone(),
        })
    }
}
