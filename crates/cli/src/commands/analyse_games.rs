//! `analyse FILE.pgn`: every move of every game beside the engine's, as comments.
//!
//! A comment carries the value after the move from White's side as `[%eval …]`, which other
//! programs read, and, where another move is better by [`MISTAKE`] or more, that move and its
//! line. Each position is searched once: the value of the position after a move is the value of
//! the move.

use serde_json::{Value as Json, json};
use zermelo_chess::{BadLine, Chess, GameText, Move, PgnGame, read_pgn_texts};
use zermelo_engine::{Engine, Order, Value};
use zermelo_game::{Game, Notation, Side};

use super::analyse::search;
use crate::args::AnalyseArgs;
use crate::chess_engine::{self, numbered_line, opposite, value_text};
use crate::report::VERSION;
use crate::{Failure, Io, interrupt, output};

/// A better move is shown when it gains this much, in centipawns.
const MISTAKE: i32 = 50;

/// What a mate counts when differences are taken.
const MATE: i32 = 3_000;

/// What the engine says of a position.
struct Judgement {
    value: Value,
    best: Option<Move>,
    line: Vec<Move>,
}

/// Runs the command on a file.
pub fn run(
    args: &AnalyseArgs,
    file: &str,
    engine: &mut Engine,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    if file == "-" {
        std::io::Read::read_to_end(&mut io.input, &mut bytes)?;
    } else {
        bytes = std::fs::read(file).map_err(|e| Failure::Input(format!("{file}: {e}")))?;
    }
    if args.output.as_ref().is_some_and(|path| is_same(path, file)) {
        return Err(Failure::Input(format!(
            "{file}: the annotated games would replace their source; expected another file after \
             --output"
        )));
    }
    let text = String::from_utf8_lossy(&bytes);
    let games: Vec<(&str, Result<PgnGame, BadLine>)> = read_pgn_texts(&text).collect();
    let (mut texts, mut objects, mut bad) = (Vec::new(), Vec::new(), 0);
    for (number, (source, game)) in games.iter().enumerate() {
        let text = match game {
            Ok(game) => {
                let (text, object) = annotate(args, game, engine, (number + 1, games.len()), io);
                objects.push(object);
                text
            }
            Err(error) => {
                bad += 1;
                let number = number + 1;
                io.message(format!(
                    "zermelo: {file}: game {number}: {error}; left as it is"
                ));
                format!("{}\n\n", source.trim())
            }
        };
        if !args.json && args.output.is_none() {
            write!(io.out, "{text}")?;
            io.flush()?;
        }
        texts.push(text);
        if interrupt::asked() {
            break;
        }
    }
    if io.terminal {
        io.message("");
    }
    if let Some(path) = &args.output
        && !objects.is_empty()
    {
        output::write(path, &texts.concat())?;
    }
    if args.json {
        io.json(&json!({"games": objects, "skipped": bad, "input": file, "version": VERSION}))?;
    }
    if interrupt::asked() {
        let done = objects.len();
        return Err(Failure::Check(format!("interrupted after {done} games")));
    }
    if objects.is_empty() {
        return Err(Failure::Input(format!("{file}: expected games in PGN")));
    }
    Ok(())
}

/// One game with comments, as PGN and as JSON.
fn annotate(
    args: &AnalyseArgs,
    game: &PgnGame,
    engine: &mut Engine,
    (number, of): (usize, usize),
    io: &mut Io<'_>,
) -> (String, Json) {
    engine.new_game();
    let mut position = game.line.start.clone();
    let mut played = Vec::new();
    let mut before = judge(args, engine, game, 0, &position);
    let (mut moves, mut objects) = (Vec::new(), Vec::new());
    for (ply, &m) in game.line.moves.iter().enumerate() {
        if interrupt::asked() {
            break;
        }
        if io.terminal {
            let plies = game.line.moves.len();
            let _ = write!(
                io.err,
                "\rgame {number} of {of}, ply {} of {plies}   ",
                ply + 1
            );
            let _ = io.err.flush();
        }
        let san = position.san(m);
        played.push(m);
        let after_position = position.after(m);
        let after = judge(args, engine, game, ply + 1, &after_position);
        let value = opposite(after.value);
        // Both for whoever is to move, so that mate, which has no sign, counts for the mover.
        let loss = number_of(before.value) + number_of(after.value);
        let for_white = |value| match position.side() {
            Side::First => value,
            Side::Second => opposite(value),
        };
        let white = for_white(value);
        // After the last move of a decided game there is nothing to evaluate.
        let mut comment = match after_position.outcome() {
            None => format!("[%eval {}]", value_text(white).trim_start_matches('+')),
            Some(_) => String::new(),
        };
        let better = before.best.filter(|&best| best != m && loss >= MISTAKE);
        if let Some(best) = better {
            let line = numbered_line(&position, &before.line);
            let said = value_text(for_white(before.value));
            comment += &format!(" better {} ({said}): {line}", position.san(best));
            comment = comment.trim_start().to_string();
        }
        let kept = game.comments.get(ply).map_or("", String::as_str);
        let kept = without_eval(kept);
        if !kept.is_empty() {
            comment = format!("{kept} {comment}").trim_end().to_string();
        }
        objects.push(json!({"ply": ply + 1, "move": position.uci(m), "san": san,
            "eval": value_text(white), "loss_cp": loss.max(0),
            "better": better.map(|best| position.uci(best))}));
        let glyph = match loss {
            300.. => "??",
            100.. => "?",
            MISTAKE.. => "?!",
            _ => "",
        };
        // Whoever judged the move before is not contradicted.
        let judged = game
            .asides
            .get(ply)
            .is_some_and(|aside| is_verdict(&aside.signs));
        let glyph = if better.is_some() && !judged {
            glyph
        } else {
            ""
        };
        moves.push((format!("{san}{glyph}"), comment));
        position = after_position;
        before = after;
    }
    let mut tags = game.tags.clone();
    tags.retain(|(name, _)| name != "Result");
    match tags.iter_mut().find(|(name, _)| name == "Annotator") {
        Some((_, others)) if others.contains(VERSION) => {}
        Some((_, others)) => *others = format!("{others}; {VERSION}"),
        None => tags.push(("Annotator".to_string(), VERSION.to_string())),
    }
    let text = GameText {
        tags,
        first_number: game.line.start.fullmove_number(),
        second_begins: game.line.start.side() == Side::Second,
        opening: game.opening.clone(),
        moves,
        asides: game.asides.clone(),
        result: game.result.clone(),
        ..GameText::default()
    };
    let object = json!({"tags": game.tags.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "start": game.line.start.notation(), "moves": objects, "result": game.result});
    (text.to_string(), object)
}

/// What the engine says of the position after `ply` moves.
fn judge(
    args: &AnalyseArgs,
    engine: &mut Engine,
    game: &PgnGame,
    ply: usize,
    position: &Chess,
) -> Judgement {
    if position.outcome().is_some() {
        let value = if position.is_check() {
            Value::Mate(0)
        } else {
            Value::Centipawns(0)
        };
        return Judgement {
            value,
            best: None,
            line: Vec::new(),
        };
    }
    let order = Order {
        start: game.line.start.clone(),
        moves: game.line.moves[..ply].to_vec(),
        only: None,
        limits: chess_engine::limits(&args.engine),
    };
    let answer = search(engine, &order, &mut |_| ());
    let line = answer.lines.first();
    Judgement {
        value: line.map_or(Value::Centipawns(0), |line| line.value),
        best: answer.best,
        line: line.map_or(Vec::new(), |line| line.pv.clone()),
    }
}

/// A value as a number whose differences make sense.
fn number_of(value: Value) -> i32 {
    match value {
        Value::Centipawns(score) => score.clamp(-MATE, MATE),
        Value::Mate(moves) if moves > 0 => MATE,
        Value::Mate(_) => -MATE,
    }
}

/// Whether two names are of one file.
fn is_same(one: &std::path::Path, other: &str) -> bool {
    match (
        one.canonicalize(),
        std::path::Path::new(other).canonicalize(),
    ) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Whether one of a move's signs says how good it is: `!` to `?!`.
fn is_verdict(signs: &str) -> bool {
    let number = |sign: &str| sign.trim_start_matches('$').parse::<u8>().ok();
    let mut numbers = signs.split(' ').filter_map(number);
    numbers.any(|number| (1..=6).contains(&number))
}

/// A comment without evaluations of earlier analyses.
fn without_eval(comment: &str) -> String {
    let mut text = comment.to_string();
    while let Some(start) = text.find("[%eval") {
        let end = text[start..]
            .find(']')
            .map_or(text.len(), |end| start + end + 1);
        text.replace_range(start..end, "");
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
