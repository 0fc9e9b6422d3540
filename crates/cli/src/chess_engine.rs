//! The chess engine as the commands use it: settings and limits from arguments, players by name.

use std::sync::Arc;
use std::time::Duration;

use zermelo_arena::engine::contestant;
use zermelo_arena::engine_spec::EngineSpec;
use zermelo_arena::stop::Stop;
use zermelo_arena::uci::Patience;
use zermelo_chess::{Chess, ChessReferee, Move};
use zermelo_engine::protocol::book::{joined, table_folders};
use zermelo_engine::{EnginePlayer, SearchLimits, Settings, Value, player_settings};
use zermelo_game::{Clock, Game, Player};

use crate::args::EngineArgs;
use crate::{Failure, Io, folders, interrupt};

/// The time for a search when nothing else limits it.
const USUAL: Duration = Duration::from_secs(1);

/// A position from words of a command line; none is the start.
///
/// # Errors
///
/// If they are no position.
pub fn position(words: &[String]) -> Result<Chess, Failure> {
    use zermelo_game::Notation;
    if words.is_empty() {
        return Ok(Chess::new());
    }
    Chess::parse(&words.join(" ")).map_err(|error| Failure::Input(format!("FEN: {error}")))
}

/// The settings of a player by name with the means that the arguments give. A bad folder of
/// endgame tables is named and ignored.
///
/// # Errors
///
/// If there is no such player.
pub fn settings(player: &str, args: &EngineArgs, io: &mut Io<'_>) -> Result<Settings, Failure> {
    let (tables, complaints) = table_folders(args.syzygy.as_deref().unwrap_or_default());
    for sentence in complaints {
        io.message(format!("zermelo: {sentence}"));
    }
    let others = Settings {
        hash_mb: args.hash as usize,
        threads: args.threads as usize,
        syzygy: joined(&tables),
        player_dir: folders::of_players(args.player_dir.as_ref()),
        limit_elo: args.elo,
        move_overhead_ms: 0,
        ..Settings::default()
    };
    player_settings(player, others).map_err(Failure::input)
}

/// The limits of one search.
pub fn limits(args: &EngineArgs) -> SearchLimits {
    let limited = args.depth.is_some() || args.nodes.is_some();
    let usual = (!limited).then_some(USUAL);
    SearchLimits {
        depth: args.depth,
        nodes: args.nodes,
        move_time: args.movetime.map(Duration::from_millis).or(usual),
        ..SearchLimits::default()
    }
}

/// The same as a clock.
pub fn clock(args: &EngineArgs) -> Clock {
    let limits = limits(args);
    Clock {
        movetime: limits.move_time,
        nodes: limits.nodes,
        depth: limits.depth,
        ..Clock::default()
    }
}

/// A player by name: one of ours, or an engine such as `uci:toga2`. It ends its thought when
/// `stop` says now.
///
/// # Errors
///
/// If there is no such player or program.
pub fn player(
    text: &str,
    args: &EngineArgs,
    stop: &Stop,
    io: &mut Io<'_>,
) -> Result<Box<dyn Player<ChessReferee>>, Failure> {
    if EngineSpec::is_engine(text) {
        let spec = EngineSpec::parse(text).map_err(Failure::input)?;
        let made = contestant(spec, Patience::default()).map_err(Failure::Input)?;
        return made.factory.create(stop).map_err(Failure::input);
    }
    let settings = settings(text, args, io)?;
    let stop = stop.clone();
    let asked = Arc::new(move || stop.is_now() || interrupt::asked());
    Ok(Box::new(EnginePlayer::new(text, settings, asked)))
}

/// A value as people read it, for the side to move: `+0.31`, `-2.50`, `#3`, `#-2`.
pub fn value_text(value: Value) -> String {
    match value {
        Value::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
        Value::Mate(moves) => format!("#{moves}"),
    }
}

/// The same value for the other side.
pub fn opposite(value: Value) -> Value {
    match value {
        Value::Centipawns(score) => Value::Centipawns(-score),
        Value::Mate(moves) => Value::Mate(-moves),
    }
}

/// A line of moves in algebraic notation, with numbers.
pub fn numbered_line(position: &Chess, line: &[Move]) -> String {
    use zermelo_game::Side;
    let mut position = position.clone();
    let mut words = Vec::new();
    for (i, &m) in line.iter().enumerate() {
        if !position.is_legal(m) {
            break;
        }
        let number = position.fullmove_number();
        match position.side() {
            Side::First => words.push(format!("{number}.")),
            Side::Second if i == 0 => words.push(format!("{number}...")),
            Side::Second => {}
        }
        words.push(position.san(m));
        position.play(m);
    }
    words.join(" ")
}

/// A line of moves in algebraic notation.
pub fn san_line(position: &Chess, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut words = Vec::new();
    for &m in line {
        if !position.is_legal(m) {
            break;
        }
        words.push(position.san(m));
        position.play(m);
    }
    words
}
