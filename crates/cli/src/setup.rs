//! From arguments to a search: limits, parameters, evaluators, and which game is meant.

use std::any::Any;
use std::time::Duration;

use zermelo_game::{Notation, Score, Side};
use zermelo_games::{ExplicitTree, find_game};
use zermelo_search::table::Replacement;
use zermelo_search::{Algorithm, Limits, Params};

use crate::args::{GameArgs, LimitArgs};
use crate::{Failure, Io};

/// Memory for tables unless the user says otherwise, in megabytes.
const DEFAULT_HASH: u64 = 256;

/// The game's name and position text, a bare tree being the game `tree`. A seed is also that of
/// a tree that chance makes, unless its text has one.
pub fn game_and_position(args: &GameArgs, seed: Option<u64>) -> (String, Option<String>) {
    let name = args.game.trim();
    let rest = args.position.join(" ");
    let is_word = name.starts_with(|c: char| c.is_alphabetic());
    if !is_word || name.starts_with("max ") || name.starts_with("min ") {
        let text = if rest.is_empty() {
            name.to_string()
        } else {
            format!("{name} {rest}")
        };
        return ("tree".to_string(), Some(text));
    }
    // An empty text is a text that cannot be read, not the start.
    let rest = (!args.position.is_empty()).then_some(rest);
    let info = find_game(name).ok().filter(|info| by_chance(info.name));
    match (info, seed) {
        (Some(info), Some(seed)) => {
            let text = rest.as_deref().unwrap_or(info.start);
            let shape = text.split(" seed=1").next().filter(|_| rest.is_none());
            let text = shape.unwrap_or(text);
            let seeded = if text.contains("seed=") {
                text.to_string()
            } else {
                format!("{text} seed={seed}")
            };
            (name.to_string(), Some(seeded))
        }
        _ => (name.to_string(), rest),
    }
}

/// Whether chance makes a game, so that it has a seed.
fn by_chance(name: &str) -> bool {
    matches!(name, "uniform" | "dependent" | "branching")
}

/// The seed of a tree that chance made, as its notation has it.
pub fn tree_seed<G: Notation>(name: &str, game: &G) -> Option<i64> {
    let notation = by_chance(name).then(|| game.notation())?;
    let (_, seed) = notation.split_once("seed=")?;
    seed.split(' ').next()?.parse().ok()
}

/// What was typed after a command, read from standard input where that is a `-`: a tree, or a
/// game and its position.
///
/// # Errors
///
/// When the input is no text.
pub fn given(args: GameArgs, io: &mut Io<'_>) -> Result<GameArgs, Failure> {
    if args.game != "-" || !args.position.is_empty() {
        return Ok(args);
    }
    let mut text = String::new();
    let read = io.input.read_to_string(&mut text);
    read.map_err(|error| Failure::Input(format!("standard input: {error}")))?;
    let (first, rest) = text
        .trim()
        .split_once(char::is_whitespace)
        .unwrap_or((text.trim(), ""));
    if find_game(first).is_err() {
        let game = text.trim().to_string();
        return Ok(GameArgs { game, ..args });
    }
    let rest = rest.trim();
    Ok(GameArgs {
        game: first.to_string(),
        position: (!rest.is_empty())
            .then(|| rest.to_string())
            .into_iter()
            .collect(),
    })
}

/// Whether a game's values are shown as Max's rather than as those of the player to move.
pub fn is_tree(name: &str) -> bool {
    matches!(name, "tree" | "uniform" | "dependent" | "branching")
}

/// Whether a game's values are ranks of real numbers.
pub fn is_ranked<G: 'static>(game: &G) -> bool {
    let any: &dyn Any = game;
    let tree = any.downcast_ref::<ExplicitTree>();
    tree.is_some_and(ExplicitTree::is_ranked)
}

/// The side whose values are shown: Max in trees, the player to move in games.
pub fn reference_side<G: Notation>(name: &str, game: &G) -> Side {
    if is_tree(name) {
        Side::First
    } else {
        game.side()
    }
}

/// What "the reference side gets at least `number`" asks of the side to move.
pub fn target<G: Notation>(name: &str, game: &G, number: f64) -> Score {
    if is_tree(name) && game.side() != Side::First {
        // Max gets it if Min, who moves, does not get the opposite and one more.
        1 - game.score_at_least(number)
    } else {
        game.score_at_least(number)
    }
}

/// The parameters of the algorithms as the arguments set them.
///
/// # Errors
///
/// When a parameter is unknown, malformed or out of range.
pub fn params(args: &LimitArgs) -> Result<Params, Failure> {
    let mut params = Params::default();
    if let Some(seed) = args.seed {
        params.set("seed", seed as i64).map_err(Failure::input)?;
    }
    if let Some(megabytes) = args.hash {
        params.table_kilobytes = megabytes as i64 * 1024;
    }
    for text in &args.set {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| Failure::Input(format!("`--set {text}`: expected NAME=VALUE")))?;
        let (name, value) = (name.trim(), value.trim());
        let named = Replacement::ALL
            .iter()
            .position(|(scheme, _)| *scheme == value);
        let value = match named.filter(|_| name == "table-replacement") {
            Some(place) => place as i64,
            None => value.parse().map_err(|_| {
                Failure::Input(format!("`--set {text}`: expected a whole number after `=`"))
            })?,
        };
        params.set(name, value).map_err(Failure::input)?;
    }
    Ok(params)
}

/// How long the arguments let a search run.
pub fn movetime(args: &LimitArgs) -> Option<Duration> {
    args.movetime.map(Duration::from_millis)
}

/// The limits of a search, with its stop test.
pub fn limits<'a>(args: &LimitArgs, stop: &'a (dyn Fn() -> bool + Sync)) -> Limits<'a> {
    Limits {
        nodes: args.nodes.unwrap_or(u64::MAX),
        memory: (args.hash.unwrap_or(DEFAULT_HASH) as usize) << 20,
        stop: Some(stop),
    }
}

/// An algorithm by name.
///
/// # Errors
///
/// When there is none of that name.
pub fn algorithm_named(name: &str) -> Result<Algorithm, Failure> {
    name.parse::<Algorithm>().map_err(Failure::input)
}
